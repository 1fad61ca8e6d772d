"""The source of some points of a seat, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

__all__ = ["parts_text"]


class _Part(Protocol):
    @property
    def name(self) -> str:
        """What some points came from."""

    @property
    def points(self) -> int:
        """How many these are."""


def parts_text(parts: Iterable[_Part]) -> str:
    """Return `fame tokens 22, Unrest -20`, without what brought nothing; `` if nothing is left.

    The parts are `ScorePart` messages or the engine's values.
    """
    return ", ".join(f"{part.name} {part.points}" for part in parts if part.points)
