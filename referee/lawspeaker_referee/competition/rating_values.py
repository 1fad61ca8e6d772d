"""Ratings with intervals as plain data and text. They are computed in `ratings`, which takes longer to import."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log
from typing import Final

from lawspeaker_referee.config.formatting import format_elo, format_elo_interval

NAT: Final = 400 / log(10)
"""Elo points of one nat: 400 points are odds of ten to one."""
FAR: Final = 1000.0
"""Elo points (odds of 316 to 1): an end of an interval further away than that says nothing."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A number in Elo, and the interval that holds the true one with the probability that the ratings name."""

    elo: float
    low: float
    """Minus infinity if nothing bounds it, or with a single seed block; `high` likewise."""
    high: float


@dataclass(frozen=True, slots=True)
class Rating(Spread):
    """The rating of a bot."""

    bot: str
    matches: int
    blocks: int
    points: float
    """The sum of its points (see `formats.standings.points`) over its matches."""


def told_ends(spread: Spread) -> tuple[float, float]:
    """Return the ends of an interval; infinite if open, or too far away to say anything."""
    return (spread.low if spread.low >= spread.elo - FAR else -inf,
            spread.high if spread.high <= spread.elo + FAR else inf)


def is_fixed(spread: Spread) -> bool:
    """Return True for a rating that was given, as that of an anchor."""
    return spread.low == spread.elo == spread.high


def rating_in_words(rating: Spread) -> str:
    """Return a rating with its interval."""
    how = "fixed" if is_fixed(rating) else f"95 % interval {interval(rating)}"
    return f"rating {format_elo(rating.elo):>4}, {how}"


def interval(spread: Spread, *, signed: bool = False) -> str:
    """Return the interval as text; one end may be open, and it is unknown if both are. A fixed rating has none."""
    if is_fixed(spread):
        return "fixed"
    return format_elo_interval(*told_ends(spread), signed=signed)
