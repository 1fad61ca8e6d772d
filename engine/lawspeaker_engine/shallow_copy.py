"""A shallow copy of a part of a position, a dozen times as fast as that of the module `copy`."""

from __future__ import annotations

import copy
from functools import cache
from typing import TypeVar

T = TypeVar("T")


def shallow_copy(value: T) -> T:
    """Return a copy that shares all that the object holds. Quick for objects that have slots alone."""
    kind: type = type(value)
    if kind.__dictoffset__:
        return copy.copy(value)
    other = object.__new__(type(value))
    for name in _slots(kind):
        object.__setattr__(other, name, getattr(value, name))  # a frozen dataclass allows no other way
    return other


@cache
def _slots(kind: type) -> tuple[str, ...]:
    return tuple(name for each in kind.__mro__ for name in each.__dict__.get("__slots__", ()) if name != "__weakref__")
