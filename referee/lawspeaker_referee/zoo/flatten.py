"""Dataclasses as rows of integers that are always equally long, by functions compiled once for a class."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from operator import attrgetter
from typing import Any, get_type_hints

from lawspeaker_engine.canon import once_an_object, told_apart_by_identity
from lawspeaker_referee.wire.encoder import field_shape
from lawspeaker_referee.zoo.sizes import Sizes

Write = Callable[[Any, list[int]], None]
"""Appends what a value is to a row."""


class OutOfBounds(ValueError):
    """A value that has more parts than its row has room for, or a text that no number stands for; says which."""


@dataclass(frozen=True, slots=True)
class Row:
    """How values of one type are written."""

    names: tuple[str, ...]
    """Of its numbers, such as `players.0.hand.2`."""
    write: Write
    """Appends exactly one number a name."""


def flatten(kind: type, path: str, sizes: Sizes) -> Row:
    """The row of a dataclass: its own numbers first, then its other fields in their order.

    A list is its length and then its entries, zeros where there are none; what may be None is 1 and then itself, or
    zeros; a text is its number among the known ones. `path` is where the sizes have it. Raises WireMismatch for a
    field of another type.
    """
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]
    plain = [name for name in names if hints[name] in (int, bool)]
    rows = [(name, _field(hints[name], f"{path}.{name}", sizes)) for name in names if name not in plain]
    parts = (_under(name, part) for name, row in rows for part in row.names)
    write = _dataclass_write(plain, [(attrgetter(name), row.write) for name, row in rows])
    return Row((*plain, *parts), _kept(write) if told_apart_by_identity(kind) else write)


def _under(name: str, part: str) -> str:
    return f"{name}.{part}" if part else name


def _dataclass_write(plain: Sequence[str], others: Sequence[tuple[Callable[[Any], Any], Write]]) -> Write:
    numbers = attrgetter(*plain) if plain else None
    alone = len(plain) == 1

    def write(value: Any, row: list[int]) -> None:
        if numbers is not None:
            found = numbers(value)
            row.extend((found,) if alone else found)
        for get, write_part in others:
            write_part(get(value), row)

    return write


def _kept(write: Write) -> Write:
    """Written once an object: its owner hands out the same one while nothing in it changes."""
    def whole(value: Any) -> list[int]:
        row: list[int] = []
        write(value, row)
        return row

    kept = once_an_object(whole)
    return lambda value, row: row.extend(kept(value))


def _field(hint: Any, path: str, sizes: Sizes) -> Row:
    element, repeated, optional = field_shape(hint, path)
    one = _element(element, path, sizes)
    if repeated:
        return _entries(one, path, sizes.lengths.get(path, 0), plain=issubclass(element, int))
    return _maybe(one) if optional else one


def _element(kind: type, path: str, sizes: Sizes) -> Row:
    if is_dataclass(kind):
        return flatten(kind, path, sizes)
    if issubclass(kind, int):
        return Row(("",), lambda value, row: row.append(value))
    number = word_number(path, sizes.words.get(path, ()))
    return Row(("",), lambda value, row: row.append(number(value)))


def word_number(path: str, words: Sequence[str]) -> Callable[[str], int]:
    """The numbers, from 1, that stand for these texts; for another one the function raises OutOfBounds."""
    numbers = {word: number for number, word in enumerate(words, start=1)}

    def number(word: str) -> int:
        if word not in numbers:
            raise OutOfBounds(f"{path} is {word!r}, which is none of the {len(words)} texts that the environment "
                              f"knows; give it sizes that have it: sizes=...")
        return numbers[word]

    return number


def _maybe(one: Row) -> Row:
    nothing = [0] * (1 + len(one.names))

    def write(value: Any, row: list[int]) -> None:
        if value is None:
            row.extend(nothing)
        else:
            row.append(1)
            one.write(value, row)

    return Row(("given", *one.names), write)


def _entries(one: Row, path: str, room: int, *, plain: bool) -> Row:
    width = len(one.names)
    padding = [0] * (room * width)

    def write(values: Sequence[Any], row: list[int]) -> None:
        count = len(values)
        check_room(path, count, room)
        row.append(count)
        if plain:
            row.extend(values)
        else:
            for value in values:
                one.write(value, row)
        row.extend(padding[count * width:])

    return Row(("count", *(_under(str(index), name) for index in range(room) for name in one.names)), write)


def check_room(path: str, count: int, room: int) -> None:
    """Raises OutOfBounds if so many are too many."""
    if count > room:
        raise OutOfBounds(f"{path} has {count} entries, and the environment has room for {room}; "
                          f"make it with wider sizes: sizes=sizes.widened(2)")
