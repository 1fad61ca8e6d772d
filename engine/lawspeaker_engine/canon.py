"""The one way to write a value down: equal values give equal bytes, on every machine and under every hash seed.

Written are integers (signed 32 bit in lists, any size alone), booleans, strings, bytes, None, enums, tuples, lists and
dataclasses; everything else (floats, sets, dicts) is refused, so that it cannot enter a state unseen.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import blake2b
from struct import pack
from typing import Any

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
    """Lists and tuples are one and the same; runs of integers go as packed 32-bit words."""
    if value and set(map(type, value)) == {int}:
        try:
            words = array("i", value)
        except OverflowError:
            words = None
        if words is not None:
            if sys.byteorder == "big":
                words.byteswap()
            out(b"p" + pack(">I", len(value)))
            out(words.tobytes())
            return
    out(b"l" + pack(">I", len(value)))
    for item in value:
        write(item, out)


def _writer(kind: type) -> _Writer:
    if issubclass(kind, Enum):
        name = kind.__name__

        def write_enum(value: Any, out: Callable[[bytes], Any]) -> None:
            _write_str(name, out)
            write(value.value, out)

        return write_enum
    if is_dataclass(kind):
        names = tuple(f.name for f in fields(kind) if f.metadata.get("canon", True))
        head = b"d" + encode(kind.__name__) + pack(">I", len(names))

        def write_dataclass(value: Any, out: Callable[[bytes], Any]) -> None:
            out(head)
            for name in names:
                write(getattr(value, name), out)

        return write_dataclass
    raise TypeError(f"{kind.__module__}.{kind.__qualname__} has no canonical form; "
                    "use int, bool, str, bytes, None, an enum, a tuple, a list or a dataclass")


_WRITERS: dict[type, _Writer] = {
    int: _write_int, bool: _write_bool, type(None): _write_none, str: _write_str, bytes: _write_bytes,
    list: _write_sequence, tuple: _write_sequence,
}

NOT_CANON = {"canon": False}
"""Dataclass field metadata for what is derived from other fields (caches) and so left out."""
