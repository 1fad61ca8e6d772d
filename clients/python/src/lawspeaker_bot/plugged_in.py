"""The parts of a game that other installed packages bring, such as its messages."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

MESSAGES: Final = "lawspeaker.messages"
"""Entry points whose name is a game's and whose value is the module of its generated messages."""


@cache
def plugged_in(group: str, game: str) -> Any:
    """Return what an installed package brings for a game; None if none does. Raises what its import raises."""
    from importlib.metadata import entry_points  # 20 ms, which bots of our games can do without

    found = sorted(entry_points(group=group, name=game), key=lambda each: each.value)
    return found[0].load() if found else None
