"""Write objects into rows of numbers, by functions that are compiled once a class and write only what has changed.

Most of a view is what it was a step ago, and most of a row is room that nothing fills. So a function keeps what it
wrote last, compares each field with that, and writes the fields that differ: comparing a short list takes a fraction of
the time that writing it takes. What is kept are copies, because views share their lists with the game. Numbers are
clipped to their bounds as they are written: two arrays of bounds would push more out of the caches than all else.

A row for each agent would not save anything: between two turns of one agent as many fields change as between the views
of two agents (10.2 and 8.8 a step in Northgard, 4.4 and 4.0 in Clansmen, 2.5 and 2.4 in Pax Viking).
"""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent
from typing import Any, Final

from lawspeaker_engine.canon import told_apart_by_identity
from lawspeaker_referee.devtools.gym.part_writers import (
    Kept,
    fitter,
    list_writer,
    number_of,
    numbers_writer,
    packer,
    table_writer,
    zeros,
)
from lawspeaker_referee.devtools.gym.row_layout import Entries, Maybe, ObjectPart, Part, Word, word_number

Write = Callable[[Any, Kept, memoryview, int], None]
"""Writes an object: what was kept of the last one, the row as integers of 32 bits, and the first place in it.

The row must be what `Kept` says. Raises OutOfBounds, and then it may not be.
"""

_COMPILED: Final = "<lawspeaker_referee/devtools/gym/row_writer.py>"
"""The file of compiled functions, in tracebacks and profiles."""

# Sources of one part: $ is its slot in `kept`, @ its place in the row, `{}` what reads it.
_NUMBERS = """\
item = ({},)
if item != kept[$]:
    numbers_$(row, @, item, kept[$])
    kept[$] = item"""
_WORD = """\
item = {}
if item != kept[$]:
    row[@] = number_$(item)
    kept[$] = item"""
_MAYBE_ONE = """\
item = {}
if item != kept[$]:
    pair_$(row, 4 * (@), item is not None, 0 if item is None else number_$(item))
    kept[$] = item"""
_LIST = """\
item = {}
if item != kept[$]:
    list_$(row, @, item, kept[$])
    kept[$] = item[:]"""
_TABLE = """\
item = {}
item = [({},) for each in item] if item else ()
if item != kept[$]:
    table_$(row, @, item, kept[$])
    kept[$] = item"""
_ENTRIES = """\
items, rows = {}, kept[$]
if rows is None or len(rows) != len(items):
    rows = kept[$] = fit_$(row, @, len(items), rows)
place = @ + 1
for item, each in zip(items, rows):
    write_$(item, each, row, place)
    place += width_$"""
_GIVEN = """\
part_$ = {}
if part_$ is None:
    if kept[$]:
        row[@:@ + width_$] = zeros_$
        kept[$:$ + slots_$] = none_$
else:
    row[@] = kept[$] = 1
"""
_BY_IDENTITY = """\
part_$ = {}
if part_$ is not kept[$]:
"""


class RowWriter:
    """Writes objects of one layout."""

    def __init__(self, record: ObjectPart) -> None:
        self.width = record.width
        source = _Source()
        # The source holds nothing but the templates above, numbers, and names of fields, which are identifiers.
        text = "def write(value, kept, row, at):\n" + indent("\n".join(source.record(record, "value", 0)), "    ")
        exec(compile(text, _COMPILED, "exec"), source.names)  # noqa: S102
        self.write: Write = source.names["write"]
        self._slots = source.slots

    def nothing(self) -> Kept:
        """Return what is kept where nothing but zeros is written."""
        return [None] * self._slots


class _Source:
    """The source of one function: the names that it uses, and how many slots it has."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}
        self.slots = 0

    def record(self, record: ObjectPart, value: str, at: int) -> list[str]:
        """Return the lines that write an object, given an expression for it, and its place in the row."""
        lines = []
        if record.numbers:
            self._name("numbers", numbers_writer(record))
            lines.append(self._filled(_NUMBERS, at, _fields(record, value)))
        at += len(record.numbers)
        for name, part in record.parts:
            lines.append(self._part(part, f"{value}.{name}", at))
            at += part.width
        return lines or ["pass"]

    def _part(self, part: Part, value: str, at: int) -> str:
        match part:
            case ObjectPart():
                return self._inner(part, value, at)
            case Word():
                self._name("number", word_number(part.path, part.words))
                return self._filled(_WORD, at, value)
            case Maybe(one=ObjectPart() as one):
                return self._maybe(one, value, at)
            case Maybe(one=one):
                self._name("pair", packer(2))
                self._name("number", number_of(one))
                return self._filled(_MAYBE_ONE, at, value)
            case Entries(one=ObjectPart() as one):
                return self._entries(part, one, value, at)
            case Entries():
                self._name("list", list_writer(part))
                return self._filled(_LIST, at, value)
        raise TypeError(f"{part} has no source")

    def _inner(self, record: ObjectPart, value: str, at: int) -> str:
        """Write an object in place; one told apart by identity only if it is another one than last time."""
        if not told_apart_by_identity(record.kind):
            return "\n".join(self.record(record, value, at))
        slot = self.slots
        head = self._filled(_BY_IDENTITY, at, value)
        lines = [*self.record(record, f"part_{slot}", at), f"kept[{slot}] = part_{slot}"]
        return head + indent("\n".join(lines), "    ")

    def _maybe(self, record: ObjectPart, value: str, at: int) -> str:
        slot, width = self.slots, 1 + record.width
        self._name("width", width)
        self._name("zeros", zeros(width))
        head = self._filled(_GIVEN, at, value)
        lines = self.record(record, f"part_{slot}", at + 1)
        slots = self.slots - slot
        self.names |= {f"slots_{slot}": slots, f"none_{slot}": [None] * slots}
        return head + indent("\n".join(lines), "    ")

    def _entries(self, entries: Entries, record: ObjectPart, value: str, at: int) -> str:
        if not record.parts:
            self._name("table", table_writer(entries))
            return self._filled(_TABLE, at, value, _fields(record, "each"))
        writer = RowWriter(record)
        self._name("write", writer.write)
        self._name("width", writer.width)
        self._name("fit", fitter(entries, writer.width, writer.nothing))
        return self._filled(_ENTRIES, at, value)

    def _name(self, name: str, value: Any) -> None:
        """Give a name that ends with the number of the next slot."""
        self.names[f"{name}_{self.slots}"] = value

    def _filled(self, template: str, at: int, *values: str) -> str:
        """Return a template for the next slot."""
        slot = str(self.slots)
        self.slots += 1
        return template.format(*values).replace("$", slot).replace("@", f"at + {at}")


def _fields(record: ObjectPart, value: str) -> str:
    return ", ".join(f"{value}.{name}" for name in record.numbers)
