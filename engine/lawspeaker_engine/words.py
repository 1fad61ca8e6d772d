"""The words that are the names of an enum's members: rows, options and texts spell numbers by them."""

from __future__ import annotations

from enum import IntEnum


def words(enum: type[IntEnum]) -> tuple[str, ...]:
    """Return the names of an enum's members in lower case, by number from the first one."""
    return tuple(member.name.lower() for member in enum)
