"""Views as plain data, and the difference between two of them: what changes from step to step is small."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any, Final

Plain = Any
"""None, a boolean, a number, a string, or a list or dict with string keys of them: what JSON holds."""

_PLAIN: Final = frozenset({int, bool, str, type(None)})


def plain(value: Any) -> Plain:
    """Return a view, an option or a catalogue as plain data that shares nothing with it."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is list or kind is tuple:
        if all(type(item) in _PLAIN for item in value):
            return list(value)
        return [plain(item) for item in value]
    if isinstance(value, int):  # an IntEnum, which is a number of the view like others
        return int(value)
    names, get = _fields(kind)  # type: ignore[arg-type] # mypy takes a class for unhashable
    return {name: part if type(part) in _PLAIN else plain(part) for name, part in zip(names, get(value), strict=True)}


@cache
def _fields(kind: type) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    """Return the names of a dataclass's fields, and what gets their values. Raises TypeError for any other class."""
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__name__} is not plain data")
    names = tuple(field.name for field in fields(kind))
    if len(names) > 1:
        return names, attrgetter(*names)
    return names, lambda value: tuple(getattr(value, name) for name in names)


def delta(before: Plain, after: Plain) -> Plain:
    """Return what turns `before` into `after` by `patched`; None if they are equal.

    It holds the changed fields of a dict; the changed entries by index, as text, of a list whose length stays the
    same; or else the whole new value, which may be None within a dict or list.
    """
    return None if before == after else _changed(before, after)


def _changed(before: Plain, after: Plain) -> Plain:
    if isinstance(before, dict) and isinstance(after, dict):
        if before.keys() == after.keys():
            return {name: _changed(before[name], part) for name, part in after.items() if before[name] != part}
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        found = {str(i): _changed(old, new) for i, (old, new) in enumerate(zip(before, after, strict=True))
                 if old != new}
        if len(found) <= len(after) // 2 or any(isinstance(item, dict) for item in after):
            return found
    return after


def patched(before: Plain, change: Plain) -> Plain:
    """Return `before` with a delta applied, which is not None; neither is changed."""
    if isinstance(change, dict):
        if isinstance(before, dict):
            return {**before, **{name: patched(before.get(name), part) for name, part in change.items()}}
        if isinstance(before, list):
            found = list(before)
            for index, part in change.items():
                found[int(index)] = patched(found[int(index)], part)
            return found
    return change
