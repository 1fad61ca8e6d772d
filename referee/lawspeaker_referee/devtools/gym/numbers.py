"""The numbers that users give an environment: seeds and actions, which may be those of numpy."""

from __future__ import annotations

from operator import index
from typing import Any

from lawspeaker_engine.dice import match_seed, numbered_secret


def seed_number(seed: Any) -> int:
    """Return a seed as a number that fits into 32 bytes; it may be one of numpy. Raises ValueError and TypeError."""
    number = whole_number("a seed", seed)
    numbered_secret(number)  # raises ValueError
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
    return match_seed(numbered_secret(whole_number("a seed", seed)), match_id)
