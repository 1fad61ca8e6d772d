"""The layout of a row of numbers: every field of a class has places that never change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, is_dataclass
from typing import Final

from lawspeaker_engine.shape import FieldShape, fields_of
from lawspeaker_referee.codec.encoder import message_field
from lawspeaker_referee.devtools.gym.columns import Column, Columns
from lawspeaker_referee.devtools.gym.sizes import OutOfBounds, Sizes, UnknownText


@dataclass(frozen=True, slots=True)
class Part:
    """A value as numbers that lie side by side; the class says which value."""

    columns: tuple[Column, ...]
    """The numbers, with names such as `players.0.hand.2`."""

    @property
    def width(self) -> int:
        """How many numbers it has."""
        return len(self.columns)


class Number(Part):
    """An integer or a boolean."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Word(Part):
    """A text, as its number among the known ones."""

    path: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Maybe(Part):
    """A value or None: 1 and the value, or zeros."""

    one: Part


@dataclass(frozen=True, slots=True)
class Entries(Part):
    """A list: its length, its entries, then zeros up to its longest length."""

    one: Part
    path: str
    capacity: int


@dataclass(frozen=True, slots=True)
class ObjectPart(Part):
    """An object of a dataclass: its own numbers first, then its other fields in their order."""

    kind: type
    numbers: tuple[str, ...]
    """The fields that are one number each."""
    parts: tuple[tuple[str, Part], ...]
    """The other fields, by name."""


@dataclass(frozen=True, slots=True)
class Known:
    """The knowledge of the fields of a game."""

    sizes: Sizes
    columns: Columns


def layout(kind: type, path: str, known: Known) -> ObjectPart:
    """Return the layout of a dataclass; `path` is where `known` has it. Raises WireMismatch for a field of a type that
    no message has.
    """
    shapes = fields_of(kind)
    numeric = {name: shape.hint for name, shape in shapes.items() if shape.hint in (int, bool)}
    parts = {name: _field(shape, f"{path}.{name}", known) for name, shape in shapes.items() if name not in numeric}
    numbers = [_number(number, f"{path}.{name}", known).named(name) for name, number in numeric.items()]
    others = (under(name, column) for name, part in parts.items() for column in part.columns)
    return ObjectPart((*numbers, *others), kind, tuple(numeric), tuple(parts.items()))


def under(name: str, column: Column) -> Column:
    """Return a column of a part as a column of what has it by that name."""
    return column.named(f"{name}.{column.name}" if column.name else name)


def _number(kind: type, path: str, known: Known) -> Column:
    return Column("", 0, 1) if kind is bool else known.columns.of(path).named("")


def _field(shape: FieldShape, path: str, known: Known) -> Part:
    element, repeated, optional = message_field(shape, path)
    one = _element(element, path, known)
    if repeated:
        capacity = known.sizes.lengths.get(path, 0)
        entries = (under(str(index), column) for index in range(capacity) for column in one.columns)
        return Entries((Column("count", 0, max(1, capacity)), *entries), one, path, capacity)
    return Maybe((Column("given", 0, 1), *one.columns), one) if optional else one


def _element(kind: type, path: str, known: Known) -> Part:
    if is_dataclass(kind):
        return layout(kind, path, known)
    if issubclass(kind, int):
        return Number((_number(kind, path, known),))
    words = known.sizes.words.get(path, ())
    return Word((Column("", 0, len(words), path, len(words), 1),), path, words)


UNKNOWN: Final = "\0"
"""In place of a text that is not known; its number is 0."""


class _Words(dict[str, int]):
    """The number of each text of a path."""

    def __init__(self, path: str, words: Sequence[str]) -> None:
        super().__init__((word, number) for number, word in enumerate(words, start=1))
        self[UNKNOWN] = 0
        self._path = path

    def __missing__(self, word: str) -> int:
        raise UnknownText(f"{self._path} is {word!r}, which is none of the {len(self) - 1} texts that the environment "
                          f"knows; give it sizes that have it: sizes=...")


def word_number(path: str, words: Sequence[str]) -> Callable[[str], int]:
    """Return the function from these texts to their numbers from 1; for another text it raises OutOfBounds."""
    return _Words(path, words).__getitem__


def too_many(path: str, count: int, capacity: int) -> OutOfBounds:
    """Return the error for more entries than the capacity."""
    return OutOfBounds(f"{path} has {count} entries, and the environment has room for {capacity}; "
                       f"make it with wider sizes: sizes=sizes.widened(2)")
