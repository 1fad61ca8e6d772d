"""Who is ahead, where results decide who meets whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b

from lawspeaker_referee.tournament.nouns import Played


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a bot stands."""

    name: str
    points: int
    """Opponents that it was placed before, less those that were placed before it."""
    rounds: int
    """In which it had a place: at a table, or a bye."""


def points_of(played: Played) -> tuple[int, ...]:
    """By seat: 1 for each opponent that is placed lower, -1 for each placed higher, 0 for ties and for team mates."""
    teams = played.teams or range(len(played.seats))
    seats = list(zip(teams, played.ranks, strict=True))
    return tuple(
        sum((other > rank) - (other < rank) for others, other in seats if others != team) for team, rank in seats)


def total(games: Iterable[Played]) -> Counter[str]:
    """The points of all who played."""
    points: Counter[str] = Counter()
    for played in games:
        for bot, gained in zip(played.seats, points_of(played), strict=True):
            points[bot] += gained
    return points


def lot(tournament: str, number: int, bot: str) -> bytes:
    """What decides a round's order among equals, as anybody can work out."""
    return blake2b(f"{tournament}/r{number}/{bot}".encode(), digest_size=16, person=b"lawspeaker.lot").digest()
