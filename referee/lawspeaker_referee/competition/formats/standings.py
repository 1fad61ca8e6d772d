"""Who is ahead, where results decide who meets whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

from lawspeaker_referee.competition.results import PlayedMatch


@dataclass(frozen=True, slots=True)
class FormatStanding:
    """Where a bot stands."""

    name: str
    place: int
    """From 1; who came as far with as many points in a knockout shares one."""
    points: int
    """Opponents that it was placed before, less those that were placed before it; of a knockout, in its last round."""
    rounds: int
    """In which it had a place: at a table, or a bye."""
    told: str = ""
    """How far it came, and what settled a tie; empty if there is nothing to say."""
    won: bool = False
    """Whether it has won it all."""


@dataclass(frozen=True, slots=True)
class KnockoutTable:
    """A table of a knockout."""

    bots: tuple[str, ...]
    """Best first once it is decided, till then by the order of the file."""
    points: tuple[int, ...]
    """Of each; empty until it is decided."""
    through: tuple[str, ...]
    """Who goes on, or has won; empty until it is decided."""
    tied: tuple[str, ...]
    """Who was level where it was decided after all tie-breaks, so that the order of the file settled it."""


@dataclass(frozen=True, slots=True)
class KnockoutRound:
    """A round of a knockout."""

    number: int
    tables: tuple[KnockoutTable, ...]
    byes: tuple[str, ...]
    last: bool
    """Whether it is the final."""

    @property
    def name(self) -> str:
        """As people call it."""
        return "the final" if self.last else f"round {self.number}"


def points_of(played: PlayedMatch) -> tuple[int, ...]:
    """By seat: 1 for each opponent that is placed lower, -1 for each placed higher, 0 for ties and for team mates."""
    teams = played.teams or range(len(played.seats))
    seats = list(zip(teams, played.ranks, strict=True))
    return tuple(
        sum((other > rank) - (other < rank) for others, other in seats if others != team) for team, rank in seats)


def total(games: Iterable[PlayedMatch]) -> Counter[str]:
    """The points of all who played."""
    points: Counter[str] = Counter()
    for played in games:
        for bot, gained in zip(played.seats, points_of(played), strict=True):
            points[bot] += gained
    return points


def lot(tournament: str, number: int, bot: str) -> bytes:
    """What decides a round's order among equals, as anybody can work out."""
    return blake2b(f"{tournament}/r{number}/{bot}".encode(), digest_size=16, person=b"lawspeaker.lot").digest()


def points(match: PlayedMatch) -> tuple[float, ...]:
    """By seat, from 0 for the last to 1 for the first; who ties with an opponent is half before it."""
    return tuple((1 + gained / len(opponents(match, seat))) / 2 for seat, gained in enumerate(points_of(match)))


def opponents(match: PlayedMatch, seat: int) -> tuple[str, ...]:
    """Who plays against this seat: all others, but for its team."""
    sides = match.teams or range(len(match.seats))
    return tuple(bot for bot, side in zip(match.seats, sides, strict=True) if side != sides[seat])
