"""The numbers that users give an environment: seeds and actions, which may be those of numpy."""

from __future__ import annotations

from operator import index
from typing import Any, Final

from lawspeaker_engine.dice import match_seed

_SEED_BYTES: Final = 32


def seed_number(seed: Any) -> int:
    """Return a seed as a number that fits into 32 bytes; it may be one of numpy. Raises ValueError and TypeError."""
    number = whole_number("a seed", seed)
    if not 0 <= number < 1 << 8 * _SEED_BYTES:
        raise ValueError(f"a seed is a number from 0 to 2**{8 * _SEED_BYTES} - 1, not {number}")
    return number


def action_number(action: Any) -> int:
    """Return an action as a number; it may be one of numpy. Raises TypeError, and cuts nothing off."""
    return whole_number("an action", action)


def whole_number(what: str, value: Any) -> int:
    """Return a number that is whole, `what` for short. Raises TypeError."""
    try:
        return int(index(value))
    except TypeError:
        raise TypeError(f"{what} is a whole number, not {value!r}") from None


def match_dice(match_id: str, seed: int) -> bytes:
    """Return the seed of a game's dice. Raises ValueError for a seed that does not fit into 32 bytes."""
    return match_seed(seed_number(seed).to_bytes(_SEED_BYTES, "big"), match_id)
