"""Points and standings, for formats in which results decide who meets whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

from lawspeaker_referee.competition.results import PlayedMatch


@dataclass(frozen=True, slots=True)
class FormatStanding:
    """The standing of a bot."""

    name: str
    place: int
    """The place, from 1; in a knockout, bots that came equally far with equal points share one."""
    points: float
    """The sum over its matches of the share of opponents that it was placed before, a tie as half; of a knockout, in
    its last round. Matches of a Swiss tournament that a bot had no part in, as in a bye, count half."""
    rounds: int
    """Rounds in which it had a table or a bye."""
    told: str = ""
    """Text that says how far it came and what settled a tie (a key of `--json`); may be empty."""
    won: bool = False
    """True if it has won the tournament."""
    buchholz: float | None = None
    """The sum of the points of its opponents, each as often as they met; None for a knockout."""


@dataclass(frozen=True, slots=True)
class KnockoutTable:
    """A table of a knockout."""

    bots: tuple[str, ...]
    """Best first once the table is decided, until then in the order of the file."""
    points: tuple[float, ...]
    """By bot, the sum of its shares of opponents; empty until it is decided."""
    through: tuple[str, ...]
    """The bots that go on or have won; empty until it is decided."""
    tied: tuple[str, ...]
    """Bots that were level after all tie-breaks, so that the order of the file decided."""


@dataclass(frozen=True, slots=True)
class KnockoutRound:
    """A round of a knockout."""

    number: int
    tables: tuple[KnockoutTable, ...]
    byes: tuple[str, ...]
    last: bool
    """True if it is the final."""

    @property
    def name(self) -> str:
        """Return its name in texts."""
        return "the final" if self.last else f"round {self.number}"


def points_of(played: PlayedMatch) -> tuple[int, ...]:
    """Return by seat: 1 for each opponent placed lower, -1 for each placed higher, 0 for ties and team mates."""
    teams = played.teams or range(len(played.seats))
    seats = list(zip(teams, played.ranks, strict=True))
    return tuple(
        sum((other > rank) - (other < rank) for others, other in seats if others != team) for team, rank in seats)


def total(games: Iterable[PlayedMatch]) -> Counter[str]:
    """Return the sum of `points_of` by bot."""
    points: Counter[str] = Counter()
    for played in games:
        for bot, gained in zip(played.seats, points_of(played), strict=True):
            points[bot] += gained
    return points


def as_points(gained: int, matches: int, others: int) -> float:
    """Return the sum of shares of opponents over so many matches with `others` opponents, from that of `points_of`."""
    return (matches + gained / others) / 2


def lot(tournament: str, number: int, bot: str) -> bytes:
    """Return the lot that orders equal bots in a round; anybody can compute it."""
    return blake2b(f"{tournament}/r{number}/{bot}".encode(), digest_size=16, person=b"lawspeaker.lot").digest()


def points(match: PlayedMatch) -> tuple[float, ...]:
    """Return by seat from 0 for the last to 1 for the first; a tie with an opponent counts as half."""
    return tuple((1 + gained / len(opponents(match, seat))) / 2 for seat, gained in enumerate(points_of(match)))


def opponents(match: PlayedMatch, seat: int) -> tuple[str, ...]:
    """Return the bots that play against a seat: all others but its team."""
    sides = match.teams or range(len(match.seats))
    return tuple(bot for bot, side in zip(match.seats, sides, strict=True) if side != sides[seat])
