"""Axes of plots: where a value lies between its ends, and what stands below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10
from typing import Final

from lawspeaker_referee.wording import span

_STEPS: Final = (1, 2, 5, 10, 20)
_ROOM: Final = 0.05
"""Beyond the outermost values, as a share of what lies between them."""
_LEAST: Final = 1e-9
"""A span that is smaller than this share of its values is none: floats could not tell its ticks apart."""


@dataclass(frozen=True, slots=True)
class Axis:
    """From one value to a higher one."""

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    """Values and their labels."""

    def place(self, value: float) -> float:
        """Per cent of the way from left to right; at an end for what lies beyond."""
        return round(100 * (min(max(value, self.low), self.high) - self.low) / (self.high - self.low), 3)


def linear(low: float, high: float, most: int = 6, *, signed: bool = False) -> Axis:
    """An axis from low to high with at most so many ticks, at round numbers; `signed` for differences."""
    if high - low <= _LEAST * max(1.0, abs(low), abs(high)):
        low, high = low - 1, high + 1
    size = 10.0 ** floor(log10((high - low) / most))
    step = next(size * factor for factor in _STEPS if floor(high / size / factor) - ceil(low / size / factor) < most)
    digits = max(0, -floor(log10(step)))
    return Axis(low, high, tuple(
        (number * step, f"{number * step:{'+' if signed and number else ''}.{digits}f}")
        for number in range(ceil(low / step), floor(high / step) + 1)))


def around(values: Sequence[float], *, signed: bool = False) -> Axis:
    """An axis on which all of them lie that are finite, with some room; there must be one."""
    finite = [value for value in values if isfinite(value)]
    low, high = min(finite), max(finite)
    room = (high - low) * _ROOM
    return linear(low - room, high + room, signed=signed)


def buckets(first: int, last: int, bounds: tuple[int, ...]) -> Axis:
    """An axis of the buckets of times from one number to another, all of the same width; labels are upper bounds.

    Every second bound has one, so that they are apart.
    """
    return Axis(first, last + 1, tuple(
        (number + 1, span(bounds[number])) for number in range(first, min(last + 1, len(bounds))) if number % 2 == 0))
