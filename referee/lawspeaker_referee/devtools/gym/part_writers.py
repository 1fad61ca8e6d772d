"""Write parts of a row that have changed: numbers of an object, lists, tables; each in as few writes as can be.

A place in a row is counted in numbers. What was there before is the value that was written last, or None where there
are zeros alone.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from struct import Struct
from typing import Any, Final

from lawspeaker_referee.devtools.gym.columns import Column
from lawspeaker_referee.devtools.gym.row_layout import Entries, Number, ObjectPart, Part, Word, too_many, word_number

Kept = list[Any]
"""The values that a function has written last, by the number of the slot; None where it wrote zeros alone."""
WriteNumbers = Callable[[memoryview, int, Sequence[int], Sequence[int] | None], None]
"""Writes numbers in place of those before: the row, the first place, the numbers, and those before."""
WriteList = Callable[[memoryview, int, Sequence[Any], Sequence[Any] | None], None]
"""Writes a list in place of the one before."""

_COMPILED: Final = "<lawspeaker_referee/devtools/gym/part_writers.py>"
_LISTED_RANGE: Final = 1 << 12
"""The most values of a column whose values are listed, to look up whether numbers are among them."""


class Memo(dict[Hashable, bytes]):
    """The results of a function by its argument, at most so many."""

    def __init__(self, make: Callable[[Any], bytes], most: int) -> None:
        super().__init__()
        self._make, self._most = make, most

    def __missing__(self, key: Any) -> bytes:
        made = self._make(key)
        if len(self) < self._most:
            self[key] = made
        return made


@cache
def packer(count: int, zeros_after: int = 0) -> Callable[..., None]:
    """Return the function that writes so many numbers, and zeros, at once; its place is in bytes."""
    return Struct(f"={count}i{4 * zeros_after}x").pack_into


@cache
def _bytes_packer(size: int, zeros_after: int) -> Callable[..., None]:
    """Return the function that writes a number, so many bytes, and zeros; its place is in bytes."""
    return Struct(f"=i{size}s{zeros_after}x").pack_into


@cache
def zeros(count: int) -> memoryview:
    """Return so many zeros."""
    return memoryview(array("i", bytes(4 * count)))


def number_of(part: Part) -> Callable[[Any], int]:
    """Return what makes a number of a text or an integer, which is clipped to its bounds."""
    if isinstance(part, Word):
        return word_number(part.path, part.words)
    [column] = part.columns
    low, high = column.low, column.high
    return lambda value: min(max(value, low), high)


def numbers_writer(record: ObjectPart) -> WriteNumbers:
    """Return what writes the numbers of an object: those that differ, for mostly one or two of them do."""
    places = range(len(record.numbers))
    now, then = "".join(f"now_{place}, " for place in places), "".join(f"then_{place}, " for place in places)
    lines = ["def write(row, at, numbers, before):", f"    {now} = numbers", f"    {then} = before or nothing"]
    for place, column in zip(places, record.columns, strict=False):
        clipped = _clip(f"now_{place}", column)
        lines += [f"    if now_{place} != then_{place}:", f"        row[at + {place}] = {clipped}"]
    names: dict[str, Any] = {"nothing": (0,) * len(places)}
    # The source holds nothing but these names and the bounds of columns, which are integers.
    exec(compile("\n".join(lines), _COMPILED, "exec"), names)  # noqa: S102
    write: WriteNumbers = names["write"]
    return write


def _clip(name: str, column: Column) -> str:
    low, high = column.low, column.high
    return f"{name} if {low} <= {name} <= {high} else {low} if {name} < {low} else {high}"


@cache
def _within(low: int, high: int) -> Callable[[Sequence[int]], bool]:
    """Return what says whether all numbers are in these bounds."""
    if high - low < _LISTED_RANGE:
        return frozenset(range(low, high + 1)).issuperset
    return lambda numbers: not numbers or (low <= min(numbers) and max(numbers) <= high)


def list_writer(entries: Entries) -> WriteList:
    """Return what writes a list of numbers or of texts in place of the one before."""
    path, capacity, number = entries.path, entries.capacity, number_of(entries.one)
    [column] = entries.one.columns
    within = _within(column.low, column.high) if isinstance(entries.one, Number) else lambda _: False
    packers = [packer(count + 1) for count in range(capacity + 1)]

    def write(row: memoryview, at: int, values: Sequence[Any], before: Sequence[Any] | None) -> None:
        count = len(values)
        if count > capacity:
            raise too_many(path, count, capacity)
        if not within(values):
            values = [*map(number, values)]
        if before and (left := len(before) - count) > 0:
            packer(count + 1, left)(row, 4 * at, count, *values)
        else:
            packers[count](row, 4 * at, count, *values)

    return write


def row_packer(columns: Sequence[Column], before: Sequence[int] = (), zeros_after: int = 0,
               ) -> Callable[[Sequence[int]], bytes]:
    """Return the function that makes a row of numbers, which it clips, between some that are always the same."""
    bounds = [(each.low, each.high) for each in columns]
    pack = Struct(f"={len(before) + len(columns)}i{4 * zeros_after}x").pack
    return lambda numbers: pack(
        *before, *[min(max(number, low), high) for number, (low, high) in zip(numbers, bounds, strict=True)])


def table_writer(entries: Entries) -> WriteList:
    """Return what writes a list of rows of numbers in place of the one before."""
    path, capacity, size = entries.path, entries.capacity, 4 * entries.one.width
    known = Memo(row_packer(entries.one.columns), 1 << 12)

    def write(row: memoryview, at: int, values: Sequence[Any], before: Sequence[Any] | None) -> None:
        count = len(values)
        if count > capacity:
            raise too_many(path, count, capacity)
        left = max(0, len(before) - count) if before else 0
        rows = b"".join([known[each] for each in values])
        _bytes_packer(len(rows), left * size)(row, 4 * at, count, rows)

    return write


def fitter(entries: Entries, width: int, nothing: Callable[[], Kept],
           ) -> Callable[[memoryview, int, int, list[Kept] | None], list[Kept]]:
    """Return what makes a list of objects of a width longer or shorter, and returns what is kept of its entries;
    `nothing` returns what is kept of one that is not written.
    """
    path, capacity = entries.path, entries.capacity

    def fit(row: memoryview, at: int, count: int, rows: list[Kept] | None) -> list[Kept]:
        if count > capacity:
            raise too_many(path, count, capacity)
        row[at] = count
        kept = (rows or [])[:count]
        if rows is not None and (left := (len(rows) - count) * width) > 0:
            at += 1 + count * width
            row[at:at + left] = zeros(left)
        return kept + [nothing() for _ in range(count - len(kept))]

    return fit
