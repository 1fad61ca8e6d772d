"""Encode values canonically: equal values give equal bytes, on every machine and under every hash seed.

Written are integers (signed 32 bit in lists, any size alone), booleans, strings, bytes, None, enums, tuples, lists and
dataclasses; everything else (floats, sets, dicts) is refused, so that it cannot enter a state unseen. A class may say
with `__canon__` what is written in its place.

A dataclass is written as `d`, its name and the number of its fields, then all its numbers in one array, then its other
fields. Two marks in the metadata of a field change that:

- NOT_CANON: the field is never written.
- WHEN_SET: the field is written only while it differs from its default, so a class may get such a field, at any place,
  and records made before keep their digests. If an object has such fields set, `w` and a list of rows come before its
  `d`: a row of the object itself, then one of each object whose numbers are in its array and whose class has such
  fields, in the order of the array. A row is a list of the names of the fields that are set, each followed by its
  value. If no row has an entry, nothing is written. No value begins with `w`, so the bytes tell which fields are set.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from hashlib import blake2b
from itertools import chain
from operator import attrgetter
from struct import Struct, pack
from struct import error as StructError  # noqa: N812 - it is a class
from typing import Any, TypeVar, get_args, get_origin, get_type_hints
from weakref import WeakKeyDictionary

DIGEST_BYTES = 16

T = TypeVar("T")

_Writer = Callable[[Any, Callable[[bytes], Any]], None]


def encode(value: object) -> bytes:
    """Return the canonical bytes of a value. Raises TypeError, naming the type, for what cannot be written."""
    parts: list[bytes] = []
    write(value, parts.append)
    return b"".join(parts)


def digest(value: object) -> bytes:
    """Return the BLAKE2b-128 of the canonical bytes."""
    return blake2b(encode(value), digest_size=DIGEST_BYTES).digest()


def write(value: object, out: Callable[[bytes], Any]) -> None:
    """Append the canonical bytes of a value to `out`, piece by piece."""
    _WRITERS[type(value)](value, out)


def _write_int(value: int, out: Callable[[bytes], Any]) -> None:
    size = (value.bit_length() + 8) // 8
    out(b"i" + pack(">I", size) + value.to_bytes(size, "big", signed=True))


def _write_bool(value: bool, out: Callable[[bytes], Any]) -> None:  # noqa: FBT001 - a writer takes the value it writes
    out(b"t" if value else b"f")


def _write_none(_: None, out: Callable[[bytes], Any]) -> None:
    out(b"n")


def _write_str(value: str, out: Callable[[bytes], Any]) -> None:
    data = value.encode()
    out(b"s" + pack(">I", len(data)) + data)


def _write_bytes(value: bytes, out: Callable[[bytes], Any]) -> None:
    out(b"b" + pack(">I", len(value)) + value)


def _write_sequence(value: list[Any] | tuple[Any, ...], out: Callable[[bytes], Any]) -> None:
    """Write a list or a tuple, which are alike; integers and rows of integers are packed as words."""
    kinds = set(map(type, value))
    if kinds == _INTS:
        out(_packed(value))
    elif kinds and kinds <= _ROWS and set(map(type, chain.from_iterable(value))) <= _INTS:
        out(b"r" + pack(">I", len(value)))
        out(_packed([*map(len, value), *chain.from_iterable(value)]))
    else:
        out(b"l" + pack(">I", len(value)))
        for item in value:
            _WRITERS[type(item)](item, out)


_INTS = {int}
_ROWS = {list, tuple}


def _writer(kind: type) -> _Writer:
    if issubclass(kind, Enum):
        name = kind.__name__

        def write_enum(value: Any, out: Callable[[bytes], Any]) -> None:
            out(b"e")
            _write_str(name, out)
            write(value.value, out)

        return write_enum
    if hasattr(kind, "__canon__"):
        return lambda value, out: write(value.__canon__(), out)
    if is_dataclass(kind):
        return _digest_writer(kind) if told_apart_by_identity(kind) else _dataclass_writer(kind)
    raise TypeError(f"{kind.__module__}.{kind.__qualname__} has no canonical form; "
                    "use int, bool, str, bytes, None, an enum, a tuple, a list or a dataclass")


def told_apart_by_identity(kind: type) -> bool:
    """Return whether objects of a dataclass never change and are not compared: their owner hands out the same one while
    it holds, so what was once written for an object may be kept (`frozen=True, eq=False, weakref_slot=True`).
    """
    params = kind.__dict__.get("__dataclass_params__")
    return params is not None and params.frozen and not params.eq and "__weakref__" in dir(kind)


def once_an_object(make: Callable[[Any], T]) -> Callable[[Any], T]:
    """Return the same function for objects told apart by identity: what it makes of one is kept as long as that one
    lives.
    """
    made: WeakKeyDictionary[Any, T] = WeakKeyDictionary()

    def kept(value: Any) -> T:
        known = made.get(value)
        if known is None:
            known = made[value] = make(value)
        return known

    return kept


def _digest_writer(kind: type) -> _Writer:
    """Return a writer that writes the digest of each object instead of the object."""
    write_whole = _dataclass_writer(kind)

    def digest_of(value: Any) -> bytes:
        parts: list[bytes] = []
        write_whole(value, parts.append)
        return b"k" + blake2b(b"".join(parts), digest_size=DIGEST_BYTES).digest()

    kept = once_an_object(digest_of)
    return lambda value, out: out(kept(value))


_NUMBERS = (int, bool)
_RUNS = (list[int], tuple[int, ...])
_TABLES = (list[tuple[int, ...]], list[tuple[int, int, int, int]])

_Flatten = Callable[[Any, list[int]], None]
"""Appends all that a value holds to a list of numbers, lengths before what varies in length."""
_AddRows = Callable[[Any, list[list[Any]]], None]
"""Appends the rows of fields that are set."""


def _dataclass_writer(kind: type) -> _Writer:
    """Return a writer that packs all numbers of a dataclass in one array: a state is written after every step."""
    names, hints = _written(kind)
    others = [name for name in names if _flat_element(hints[name]) is None and hints[name] not in _PLAIN]
    head = b"d" + encode(kind.__name__) + pack(">I", len(names))
    flatten, get_others, add_rows = _flattener(kind), _getter(others), _row_adder(kind)

    def write_dataclass(value: Any, out: Callable[[bytes], Any]) -> None:
        if add_rows:
            rows: list[list[Any]] = []
            add_rows(value, rows)
            if any(rows):
                out(b"w")
                _write_sequence(rows, out)
        packed: list[int] = []
        flatten(value, packed)
        out(head)
        out(_packed(packed))
        if get_others:
            for other in get_others(value):
                _WRITERS[type(other)](other, out)

    return write_dataclass


_PLAIN = (*_NUMBERS, *_RUNS, *_TABLES)


def _written(kind: type) -> tuple[list[str], dict[str, Any]]:
    """Return the fields that are always written, in order, and the types of all fields."""
    return [f.name for f in fields(kind) if f.metadata.get("canon", True) is True], get_type_hints(kind)


def defaults_when_set(kind: type) -> dict[str, Any]:
    """Return the fields of a dataclass that are marked WHEN_SET, in order, each with its default.

    Raises TypeError for a field without a default.
    """
    found: dict[str, Any] = {}
    for each in fields(kind):
        if each.metadata.get("canon") == _WHEN_SET:
            if each.default is MISSING and each.default_factory is MISSING:
                raise TypeError(f"{kind.__qualname__}.{each.name} is marked WHEN_SET and has no default")
            found[each.name] = each.default if each.default_factory is MISSING else each.default_factory()
    return found


def _flat_element(hint: Any) -> type | None:
    """Return X for a field X or list[X], where X is a dataclass of numbers, sequences and tables of numbers alone.

    The values of such a field are written as an X, also if their class is derived from X.
    """
    element = get_args(hint)[0] if get_origin(hint) is list else hint
    if not is_dataclass(element) or not isinstance(element, type) or hasattr(element, "__canon__"):
        return None
    names, hints = _written(element)
    return element if all(hints[name] in _PLAIN for name in names) else None


def _flattener(kind: type) -> _Flatten:
    """Return the function that appends the numbers of a dataclass, those of flat dataclasses in its fields included."""
    names, hints = _written(kind)
    numbers_of = _getter([name for name in names if hints[name] in _NUMBERS])
    runs_of = _getter([name for name in names if hints[name] in _RUNS])
    tables_of = _getter([name for name in names if hints[name] in _TABLES])
    flat = [(name, element) for name in names if (element := _flat_element(hints[name])) is not None]
    single = [(attrgetter(name), _flattener(element)) for name, element in flat if element is hints[name]]
    many = [(attrgetter(name), _flattener(element)) for name, element in flat if element is not hints[name]]

    def flatten(value: Any, packed: list[int]) -> None:
        if numbers_of:
            packed += numbers_of(value)
        if runs_of:
            runs = runs_of(value)
            packed += (*map(len, runs), *chain.from_iterable(runs))
        if tables_of:
            for rows in tables_of(value):
                packed += (len(rows), *map(len, rows), *chain.from_iterable(rows))
        for get, flatten_one in single:
            flatten_one(get(value), packed)
        for get, flatten_one in many:
            items = get(value)
            packed.append(len(items))
            for item in items:
                flatten_one(item, packed)

    return flatten


def _row_adder(kind: type) -> _AddRows | None:
    """Return the function that appends the row of an object, and those of all whose numbers are in its array; None if
    no class among theirs has fields marked WHEN_SET.
    """
    defaults = [(name, attrgetter(name), default, encode(default)) for name, default in defaults_when_set(kind).items()]
    names, hints = _written(kind)
    within = [(attrgetter(name), add, element is hints[name]) for name in names
              if (element := _flat_element(hints[name])) is not None and (add := _row_adder(element)) is not None]
    if not defaults and not within:
        return None

    def add_rows(value: Any, rows: list[list[Any]]) -> None:
        row: list[Any] = []
        for name, get, default, written in defaults:
            held = get(value)
            if held is default or held == default == []:
                continue  # the usual ones, in a tenth of the time
            if encode(held) != written:  # == does not tell True from 1
                row += (name, held)
        if defaults:
            rows.append(row)
        for get, add, single in within:
            for item in (get(value),) if single else get(value):
                add(item, rows)

    return add_rows


def _getter(names: list[str]) -> Callable[[Any], tuple[Any, ...]] | None:
    """Return a function that returns the named attributes as a tuple; None if there are no names."""
    if len(names) > 1:
        return attrgetter(*names)
    if not names:
        return None
    get = attrgetter(names[0])
    return lambda value: (get(value),)


def _packed(numbers: Sequence[int]) -> bytes:
    """Return integers as 32-bit words, or longer ones if need be. Raises TypeError for anything else."""
    count = len(numbers)
    form = _FORMS.get(count)
    if form is None:
        form = _FORMS[count] = Struct(f"<{count}i")
    try:
        return b"p" + _COUNT.pack(count) + form.pack(*numbers)
    except StructError:
        return _unpacked(numbers)


def _unpacked(numbers: Sequence[int]) -> bytes:
    for number in numbers:
        if not isinstance(number, int):
            raise TypeError(f"{type(number).__name__} has no canonical form where a class promises integers")
    return b"x" + b"".join(encode(int(number)) for number in (len(numbers), *numbers))


_FORMS: dict[int, Struct] = {}
_COUNT = Struct(">I")


class _Writers(dict[type, _Writer]):
    """The writer of each class, made when a value of the class is first written."""

    def __missing__(self, kind: type) -> _Writer:
        writer = self[kind] = _writer(kind)
        return writer


_WRITERS = _Writers({
    int: _write_int, bool: _write_bool, type(None): _write_none, str: _write_str, bytes: _write_bytes,
    list: _write_sequence, tuple: _write_sequence,
})

_WHEN_SET = "when set"

WHEN_SET = {"canon": _WHEN_SET}
"""Dataclass field metadata for what is written only while it differs from the field's default."""
NOT_CANON = {"canon": False}
"""Dataclass field metadata for what is derived from other fields (caches) and so left out."""
