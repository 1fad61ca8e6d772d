"""Cycles of three bots: a beats b, b beats c, and c beats a."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Final

CLEAR: Final = 1.96
"""Standard errors from an even score: beyond them the interval of 95 % does not contain it."""
Results = tuple[str, str, int, int]
"""A bot, another one, matches in which the first was placed before the second, and matches of the contrary."""


@dataclass(frozen=True, slots=True)
class Triple:
    """Three bots, each of which clearly beats the next, and the last one the first."""

    bots: tuple[str, str, str]
    """The least name first."""
    margin: float
    """The distance from an even score, in standard errors, of the closest of the three results."""


def cycles(results: Iterable[Results], dispersion: float, most: int) -> tuple[tuple[Triple, ...], int]:
    """Return the triples with the widest margins, at most so many, and how many there are.

    The standard error of a score is that of an even one, times the root of the dispersion. Only pairs that met are
    looked at: half a million pairs of 1,000 bots take a second.
    """
    beats = []
    for one, other, won, lost in results:
        margin = (won - lost) / sqrt(max((won + lost) * dispersion, 1e-12))
        if abs(margin) > CLEAR:
            beats.append((-abs(margin), *((one, other) if margin > 0 else (other, one))))
    beats.sort()
    names = sorted({name for _, *pair in beats for name in pair})
    numbers = {name: number for number, name in enumerate(names)}
    # Sets of bots as bits. Pairs come by their margins, so the pair that closes a triple has the narrowest one.
    beaten, beaten_by = [0] * len(names), [0] * len(names)
    found: list[Triple] = []
    count = 0
    for margin, winner, loser in beats:
        first, second = numbers[winner], numbers[loser]
        closing = beaten[second] & beaten_by[first]
        count += closing.bit_count()
        while closing and len(found) < most:
            third = closing & -closing
            found.append(_triple(winner, loser, names[third.bit_length() - 1], -margin))
            closing ^= third
        beaten[first] |= 1 << second
        beaten_by[second] |= 1 << first
    return tuple(found), count


def _triple(one: str, two: str, three: str, margin: float) -> Triple:
    first = min((one, two, three), (two, three, one), (three, one, two))
    return Triple(first, round(margin, 6))
