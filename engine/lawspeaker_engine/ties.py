"""Sentences about ties: what placed one side before another that had as much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from lawspeaker_engine.model import Seat
from lawspeaker_engine.text import joined_by_and

__all__ = ["Side", "side_name", "tie_sentences"]

Side = tuple[Seat, ...]
"""Seats that win and lose together: a player alone, or a team."""


def side_name(side: Side) -> str:
    """Return `seat 1`, or `seats 0 and 2` for a team."""
    return f"seat{'s' if len(side) > 1 else ''} {joined_by_and([str(seat) for seat in side])}"


def tie_sentences(
    standings: Mapping[Side, Sequence[int]], criteria: Sequence[str], given: int = 1, at_last: str = "",
) -> list[str]:
    """Return a sentence for each two sides that follow each other and have as much of the first `given` criteria.

    `standings` has by side its numbers, one a criterion, the more the better. If `at_last` is not empty it names what
    places sides that are equal in all: the order of `standings`. Otherwise these share their place.
    """
    order = sorted(standings, key=lambda side: tuple(standings[side]), reverse=True)
    found = []
    for first, second in pairwise(order):
        one, other = standings[first], standings[second]
        if one[:given] != other[:given]:
            continue
        at = f" at {joined_by_and([f'{one[i]} {criteria[i]}' for i in range(given)])}" if given else ""
        tie = f"Tie{at} between {side_name(first)} and {side_name(second)}"
        number = next((i for i in range(given, len(criteria)) if one[i] != other[i]), None)
        if number is not None:
            result = f"{one[number]} to {other[number]} for {side_name(first)}"
            found.append(f"{tie} broken by {criteria[number]}: {result}.")
        elif at_last:
            found.append(f"{tie} broken by {at_last}: {side_name(first)} comes first.")
        else:
            found.append(f"{tie} not broken by {joined_by_and(criteria[given:])}: they share the place.")
    return found
