"""Options and views of any game as text: the names of their fields, with printed names beside numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final

from google.protobuf.message import Message

Names = Callable[[str, int], str]
"""Takes a field of an option or view and its number; returns the printed name, or ''."""

_MOST_DRAWN: Final = 8
_FIRST_DRAWN: Final = 6
_PERIODS: Final = ("year", "season", "turn", "phase")


def no_names(_field: str, _number: int) -> str:
    """Return no name: for where there is no catalogue."""
    return ""


def names_of(catalogue: object) -> Names:
    """Return the printed names of a game's catalogue: the number in a field `card` is a row of its `cards`.

    If no column has the name of a field, the catalogue's `NAMES` may say which column the field means.
    """
    columns = {
        column.name: [getattr(row, "name", "") for row in getattr(catalogue, column.name)]
        for column in fields(catalogue)  # type: ignore[arg-type] # every catalogue is a dataclass
    }
    named = getattr(catalogue, "NAMES", {})

    def name(field: str, number: int) -> str:
        known = columns.get(field) or columns.get(f"{field}s") or columns.get(named.get(field, "")) or []
        return known[number] if 0 <= number < len(known) else ""

    return name


def option_text(option: object, names: Names) -> str:
    """Return an option, a message or the game's own, as text: `PlayCard(card=7 Feast)`; empty lists are left out."""
    parts = [f"{field}={value_text(field, value, names)}" for field, value in _values(option).items()
             if value or isinstance(value, str) or not isinstance(value, Sequence)]
    kind = type(option).__name__
    return f"{kind}({', '.join(parts)})" if parts else kind


def value_text(field: str, value: Any, names: Names) -> str:
    """Return the value of a field as text, a number with its printed name."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return f"{value} {names(field, value)}".rstrip()
    if isinstance(value, str):
        return value
    if value is None:
        return "none"
    if isinstance(value, Message) or is_dataclass(value):
        return option_text(value, names)
    return f"[{', '.join(value_text(field, item, names) for item in value)}]"


def drawn(texts: Sequence[str]) -> list[str]:
    """Shorten a long draw of chance to the first ones and how many there are."""
    return [*texts[:_FIRST_DRAWN], f"... {len(texts)} in all"] if len(texts) > _MOST_DRAWN else list(texts)


def view_lines(value: object, names: Names = no_names, indent: str = "") -> Iterator[str]:
    """Yield a view as indented lines: a small part takes one line, a table of parts one line an entry."""
    for name, part in _values(value).items():
        if is_dataclass(part):
            yield f"{indent}{name}:"
            yield from view_lines(part, names, indent + "  ")
        elif isinstance(part, list | tuple) and part and is_dataclass(part[0]):
            yield f"{indent}{name}:"
            yield from (f"{indent}  {index}: {_one_line(item, names)}" for index, item in enumerate(part))
        else:
            yield f"{indent}{name}: {_plain(name, part, names)}"


def period_text(view: object, names: Names) -> str:
    """Return the period of a view, `year 2, season 3 Winter, phase actions`, `turn 12, phase actions`.

    Return '' if it has no such fields. Before the first turn there is none.
    """
    known = {field.name for field in fields(view)}  # type: ignore[arg-type] # every view is a dataclass
    return ", ".join(
        f"{name} {value_text(name, getattr(view, name), names)}" for name in _PERIODS
        if name in known and (name != "turn" or getattr(view, name)))


def _values(value: Any) -> dict[str, Any]:
    """Return the values of a message or a dataclass by field."""
    known = value.DESCRIPTOR.fields if isinstance(value, Message) else fields(value)
    return {field.name: getattr(value, field.name) for field in known}


def _one_line(value: object, names: Names) -> str:
    return " ".join(f"{name}={_plain(name, part, names)}" for name, part in _values(value).items())


def _plain(field: str, value: Any, names: Names) -> str:
    """Return a value as `value_text` does, but shorter: parts without their class, plain numbers without commas."""
    if is_dataclass(value):
        return f"({_one_line(value, names)})"
    if isinstance(value, list | tuple):
        items = [_plain(field, item, names) for item in value]
        return f"[{(', ' if any(' ' in item for item in items) else ' ').join(items)}]"
    return value_text(field, value, names)
