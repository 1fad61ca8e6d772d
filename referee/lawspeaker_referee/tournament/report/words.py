"""Numbers as reports spell them."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any, Final

from lawspeaker_referee.tournament.ratings.rating import Spread

UNKNOWN: Final = "unknown"


def elo(value: float, *, signed: bool = False) -> str:
    """Whole points; a sign if it is a difference."""
    whole = round(value)
    return f"{whole:+d}" if signed and whole else str(whole)


def interval(spread: Spread, *, signed: bool = False) -> str:
    """Its ends, of which one may be open; unknown if a single seed block tells nothing of luck."""
    low, high = isfinite(spread.low), isfinite(spread.high)
    if not low and not high:
        return UNKNOWN
    if not high:
        return f"{elo(spread.low, signed=signed)} or more"
    if not low:
        return f"{elo(spread.high, signed=signed)} or less"
    return f"{elo(spread.low, signed=signed)} to {elo(spread.high, signed=signed)}"


def per_cent(share: float) -> str:
    """To a tenth of a per cent where it is small; never 0 or 100 for what is not quite."""
    if 0 < share < 0.001:
        return "<0.1 %"
    if 0.999 < share < 1:
        return ">99.9 %"
    return f"{100 * share:.1f} %" if 0 < share < 0.1 or 0.9 < share < 1 else f"{100 * share:.0f} %"


def likely(share: float) -> str:
    """The chance of something that a bootstrap drew always or never: that makes it likely, not certain."""
    return per_cent(min(max(share, 1e-4), 1 - 1e-4))


def pairs(values: Mapping[str, Any]) -> str:
    """Plain data in one line."""
    return ", ".join(f"{key} {_plain(value)}" for key, value in values.items())


def _plain(value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.4g}"
        case list() | tuple():
            return " ".join(map(_plain, value)) or "none"
        case _:
            return str(value)
