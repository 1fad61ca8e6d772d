"""The one way to write a value down: equal values give equal bytes, on every machine and under every hash seed.

Written are integers (signed 32 bit in lists, any size alone), booleans, strings, bytes, None, enums, tuples, lists and
dataclasses; everything else (floats, sets, dicts) is refused, so that it cannot enter a state unseen.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import blake2b
from itertools import chain
from operator import attrgetter
from struct import pack
from typing import Any, get_type_hints

DIGEST_BYTES = 16

_Writer = Callable[[Any, Callable[[bytes], Any]], None]


def encode(value: object) -> bytes:
    """The canonical bytes of a value. Raises TypeError, naming the type, for what cannot be written."""
    parts: list[bytes] = []
    write(value, parts.append)
    return b"".join(parts)


def digest(value: object) -> bytes:
    """BLAKE2b-128 of the canonical bytes."""
    return blake2b(encode(value), digest_size=DIGEST_BYTES).digest()


def write(value: object, out: Callable[[bytes], Any]) -> None:
    """Append the canonical bytes of a value to `out`, piece by piece."""
    kind = type(value)
    writer = _WRITERS.get(kind)
    if writer is None:
        writer = _WRITERS[kind] = _writer(kind)
    writer(value, out)


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
    """Lists and tuples are one and the same; integers go as packed words, and so do rows of integers."""
    kinds = set(map(type, value))
    if kinds == _INTS:
        out(_packed(value))
    elif kinds and kinds <= _ROWS and set(map(type, chain.from_iterable(value))) <= _INTS:
        out(b"r" + pack(">I", len(value)))
        out(_packed([*map(len, value), *chain.from_iterable(value)]))
    else:
        out(b"l" + pack(">I", len(value)))
        for item in value:
            write(item, out)


_INTS = {int}
_ROWS = {list, tuple}


def _writer(kind: type) -> _Writer:
    if issubclass(kind, Enum):
        name = kind.__name__

        def write_enum(value: Any, out: Callable[[bytes], Any]) -> None:
            _write_str(name, out)
            write(value.value, out)

        return write_enum
    if is_dataclass(kind):
        return _dataclass_writer(kind)
    raise TypeError(f"{kind.__module__}.{kind.__qualname__} has no canonical form; "
                    "use int, bool, str, bytes, None, an enum, a tuple, a list or a dataclass")


_NUMBERS = (int, bool)
_RUNS = (list[int], tuple[int, ...])
_TABLES = (list[tuple[int, ...]], list[tuple[int, int, int, int]])


def _dataclass_writer(kind: type) -> _Writer:
    """Numbers and runs of numbers go together in one packed array, since a match writes its state after every step."""
    names = [f.name for f in fields(kind) if f.metadata.get("canon", True)]
    hints = get_type_hints(kind)
    numbers = [name for name in names if hints[name] in _NUMBERS]
    runs = [name for name in names if hints[name] in _RUNS]
    tables = [name for name in names if hints[name] in _TABLES]
    others = [name for name in names if name not in (*numbers, *runs, *tables)]
    head = b"d" + encode(kind.__name__) + pack(">I", len(names))
    get_numbers, get_runs = _getter(numbers), _getter(runs)
    get_tables, get_others = _getter(tables), _getter(others)

    def write_dataclass(value: Any, out: Callable[[bytes], Any]) -> None:
        runs = get_runs(value)
        packed = [*get_numbers(value), *map(len, runs), *chain.from_iterable(runs)]
        for rows in get_tables(value):
            packed += (len(rows), *map(len, rows), *chain.from_iterable(rows))
        out(head)
        out(_packed(packed))
        for other in get_others(value):
            write(other, out)

    return write_dataclass


def _getter(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """All the named attributes as a tuple, however many there are."""
    if len(names) > 1:
        return attrgetter(*names)
    if not names:
        return _nothing
    get = attrgetter(names[0])
    return lambda value: (get(value),)


def _nothing(_: object) -> tuple[()]:
    return ()


def _packed(numbers: Sequence[int]) -> bytes:
    """Integers as 32-bit words, or longer ones if need be. Raises TypeError for anything else."""
    try:
        words = array("i", numbers)
    except OverflowError:
        return b"x" + b"".join(encode(number) for number in (len(numbers), *numbers))
    except TypeError as wrong:
        raise TypeError(f"a value has no canonical form where its class promises integers: {wrong}") from None
    if sys.byteorder == "big":
        words.byteswap()
    return b"p" + pack(">I", len(numbers)) + words.tobytes()


_WRITERS: dict[type, _Writer] = {
    int: _write_int, bool: _write_bool, type(None): _write_none, str: _write_str, bytes: _write_bytes,
    list: _write_sequence, tuple: _write_sequence,
}

NOT_CANON = {"canon": False}
"""Dataclass field metadata for what is derived from other fields (caches) and so left out."""
