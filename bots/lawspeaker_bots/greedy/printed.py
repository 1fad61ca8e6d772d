"""Tables made of what is printed: of a catalogue, which never changes in a match, or of a map until it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")
_KEPT: Final = 8
"""Objects whose tables are kept: about as many as are in use at the same time."""


class Printed(Generic[T]):
    """A function of an object that nobody changes: the result is kept for as long as it is in use.

    The object is told by its identity, since messages have no hash; it is held, so that no other one gets its place.
    """

    def __init__(self, make: Callable[[Any], T], kept: int = _KEPT) -> None:
        self._make = make
        self._most = kept
        self._kept: tuple[tuple[Any, T], ...] = ()
        """Exchanged as a whole, because the engine's service looks ahead in several threads."""

    def __call__(self, printed: Any) -> T:
        """Return what was made of the object."""
        for each, made in self._kept:
            if each is printed:
                return made
        made = self._make(printed)
        self._kept = ((printed, made), *self._kept)[:self._most]
        return made
