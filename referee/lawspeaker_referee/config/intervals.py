"""Intervals of shares that were counted."""

from __future__ import annotations

from math import sqrt
from typing import Final

__all__ = ["wilson"]

NORMAL: Final = 1.959964
"""Standard errors to each side of a 95 % interval."""


def wilson(share: float, number: float) -> tuple[float, float]:
    """Return the 95 % interval of Wilson (1927) for a share of so many independent observations; (0, 1) without any."""
    if not number:
        return 0.0, 1.0
    spread = NORMAL**2 / number
    middle = (share + spread / 2) / (1 + spread)
    half = sqrt(spread * (share * (1 - share) + spread / 4)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)
