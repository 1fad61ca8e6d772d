"""States as plain values and back: lists, ints, booleans, strings and None, which `position` writes as JSON.

A dataclass becomes the list of its fields in their order. Where its annotation does not say which class an object has
(frames on the agenda, effects of cards), the name of the class comes first: relative to the game's package if it is in
it, such as `explore.Explore`. Fields marked FROM_SETUP are not written, because the setup gives them; neither are those
marked NOT_CANON, which are derived and begin with their default. A class whose derived fields have no default that will
do has a method `restore`, which is called on each object that was read.

Only dataclasses of the game's package and of the engine are read back, and nothing is imported for it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import is_dataclass
from types import NoneType
from typing import Any, Final

from lawspeaker_engine.shape import (
    Instance,
    Many,
    OneOf,
    Row,
    Scalar,
    Shape,
    fields_of,
    has_no_subclass,
    made_of,
    without_none,
)

__all__ = ["BITS", "FROM_SETUP", "BadState", "StateCodec"]

FROM_SETUP: Final = {"from_setup": True}
"""Dataclass field metadata for what follows from the setup of a match."""

BITS: Final = {"bits": True}
"""Dataclass field metadata for a list of numbers whose bits mean something; rules do not count up to them."""

MOST: Final = 1 << 16
"""The largest number that a state may hold, and its opposite the least: rules count up to numbers of a position that
comes from a stranger, and would do so for minutes and hours. The largest ones of our games are cells of a map, below.
"""
MOST_BITS: Final = 128
"""The bits of a number in a field of BITS."""
_SCALARS: Final = (int, bool, str, NoneType)
_ENGINE: Final = __name__.partition(".")[0]

_Write = Callable[[Any], Any]
_Read = Callable[[Any, Any], Any]
"""Takes plain values, and the object of a fresh state at the same place or None."""


class BadState(ValueError):
    """Plain values that are no state; says which part is wrong."""


class StateCodec:
    """Writes and reads the states of one game."""

    def __init__(self, package: str) -> None:
        """`package` is the dotted name of the package that has the game's classes."""
        self._package = package
        self._writers: dict[type, _Write] = {}
        self._readers: dict[type, _Read] = {}

    def to_plain(self, state: object) -> list[Any]:
        """Return the plain values of a state. Raises TypeError for a value that has none."""
        plain: list[Any] = self._writer(type(state))(state)
        return plain

    def from_plain(self, plain: object, fresh: Any) -> Any:
        """Return the state of these plain values; `fresh` is a new state of the same setup. Raises BadState."""
        return self._reader(type(fresh))(plain, fresh)

    # Writing.

    def _writer(self, kind: type) -> _Write:
        if kind not in self._writers:
            self._writers[kind] = _write_fields([(name, self._write_as(shape)) for name, shape in _written(kind)])
        return self._writers[kind]

    def _write_as(self, shape: Shape) -> _Write | None:
        """Return how values of a shape are written; None if they are plain already."""
        # JSON needs no copy of such a value, so a list of numbers, the largest part of a state, costs nothing here.
        if made_of(shape, _SCALARS):
            return None
        match shape:
            case Many(kind=kind, of=of) if kind in (list, tuple):
                each = self._write_as(of)
                return list if each is None else lambda value: [each(item) for item in value]
            case Row(parts=parts):
                several = [self._write_as(part) or _same for part in parts]
                return lambda value: [write(item) for write, item in zip(several, value, strict=True)]
            case OneOf():
                one = without_none(shape)
                write_one = self._write_any if isinstance(one, OneOf) else self._write_as(one) or _same
                return lambda value: None if value is None else write_one(value)
            case Instance(kind=kind) if has_no_subclass(kind):
                return self._writer(kind)
        return self._write_any

    def _write_any(self, value: Any) -> Any:
        kind = type(value)
        if kind in _SCALARS:
            return value
        # Anything else, such as a dict or a set, would come back as something else, or in another order.
        if not is_dataclass(kind):
            raise TypeError(f"{kind.__module__}.{kind.__qualname__} cannot be written in a position; "
                            "use int, bool, str, None, a list, a tuple or a dataclass")
        return [self._name_of(kind), *self._writer(kind)(value)]

    def _name_of(self, kind: type) -> str:
        name = f"{kind.__module__}.{kind.__qualname__}"
        return name.removeprefix(f"{self._package}.")

    # Reading.

    def _reader(self, kind: type) -> _Read:
        if kind not in self._readers:
            self._readers[kind] = self._read_fields(kind)
        return self._readers[kind]

    def _read_fields(self, kind: type) -> _Read:
        in_bits = {name for name, each in fields_of(kind).items() if each.field.metadata.get("bits")}
        parts = [(name, _sequence_reader(list, _read_bits) if name in in_bits else self._read_as(shape))
                 for name, shape in _written(kind)]
        given = [name for name, each in fields_of(kind).items() if each.field.metadata.get("from_setup")]
        restore = getattr(kind, "restore", None)

        def read(plain: Any, fresh: Any) -> Any:
            # Positions come from strangers. Whatever does not fit is refused here, before the rules work on it.
            if not isinstance(plain, list) or len(plain) != len(parts):
                raise BadState(f"{kind.__name__} has {len(parts)} fields, and these are not as many values")
            values = {name: getattr(fresh, name) for name in given}
            for (name, read_part), value in zip(parts, plain, strict=True):
                values[name] = read_part(value, getattr(fresh, name, None))
            # Derived fields are not given: they begin with their defaults, and `restore` fills those for which no
            # default will do.
            made = kind(**values)
            if restore is not None:
                restore(made)
            return made

        return read

    def _read_as(self, shape: Shape) -> _Read:
        if isinstance(shape, Scalar) and made_of(shape, _SCALARS):
            return _scalar_reader(shape.kinds)
        match shape:
            case Many(kind=kind, of=of) if kind in (list, tuple):
                return _sequence_reader(kind, self._read_as(of))
            case Row(parts=parts):
                return _tuple_reader([self._read_as(part) for part in parts])
            case OneOf():
                one = without_none(shape)
                read_one = self._read_any if isinstance(one, OneOf) else self._read_as(one)
                return lambda plain, fresh: None if plain is None else read_one(plain, fresh)
            case Instance(kind=kind) if has_no_subclass(kind):
                return self._reader(kind)
        return self._read_any

    def _read_any(self, plain: Any, fresh: Any) -> Any:
        if type(plain) in _SCALARS:
            return _in_bounds(plain)
        if not isinstance(plain, list) or not plain or not isinstance(plain[0], str):
            raise BadState("an object begins with the name of its class")
        return self._reader(self._class_of(plain[0]))(plain[1:], fresh)

    def _class_of(self, name: str) -> type:
        # The game's own package comes first, as in `_name_of`, which leaves out its name.
        for full in (f"{self._package}.{name}", name):
            module, _, qualname = full.rpartition(".")
            kind = getattr(sys.modules.get(module), qualname, None)
            # The name comes from a stranger: only what is loaded is looked up, and only dataclasses of the rules are
            # made.
            ours = module.startswith((f"{self._package}.", f"{_ENGINE}."))
            if ours and isinstance(kind, type) and is_dataclass(kind):
                return kind
        raise BadState(f"there is no class {name[:80]!r}")


def _same(value: Any) -> Any:
    return value


def _write_fields(parts: Sequence[tuple[str, _Write | None]]) -> _Write:
    """Return a compiled function, which reads a field in a third of the time that a loop over their names takes."""
    names = {f"write_{number}": write for number, (_, write) in enumerate(parts)}
    values = [f"value.{name}" if write is None else f"write_{number}(value.{name})"
              for number, (name, write) in enumerate(parts)]
    function: _Write = eval(f"lambda value: [{', '.join(values)}]", names)  # noqa: S307 - our own text
    return function


def _written(kind: type) -> list[tuple[str, Shape]]:
    """Return the fields that are written, in order, and what they hold."""
    return [(name, each.shape) for name, each in fields_of(kind).items()
            # A field without `init` is derived: it cannot be given to the class when it is made again.
            if each.field.init and not each.field.metadata.get("from_setup") and each.field.metadata.get("canon", True)]


def _scalar_reader(kinds: Sequence[type]) -> _Read:
    def read(plain: Any, _fresh: Any) -> Any:
        # `isinstance` would take True where a number should stand.
        if type(plain) not in kinds:
            raise BadState(f"{type(plain).__name__} stands where {' or '.join(kind.__name__ for kind in kinds)} should")
        return _in_bounds(plain)

    return read


def _in_bounds(plain: Any) -> Any:
    """Return a scalar. Raises BadState for a number that is too large."""
    if type(plain) is int and not -MOST <= plain <= MOST:
        raise BadState(f"a number is beyond {MOST:,}")
    return plain


def _read_bits(plain: Any, _fresh: Any) -> int:
    """Return a number that stands for its bits. Raises BadState."""
    if type(plain) is not int or plain < 0 or plain.bit_length() > MOST_BITS:
        raise BadState(f"a number of at most {MOST_BITS} bits should stand here")
    return plain


def _sequence_reader(make: Callable[[list[Any]], Any], read_one: _Read) -> _Read:
    def read(plain: Any, _fresh: Any) -> Any:
        if not isinstance(plain, list):
            raise BadState(f"{type(plain).__name__} stands where a list should")
        return make([read_one(item, None) for item in plain])

    return read


def _tuple_reader(readers: Sequence[_Read]) -> _Read:
    def read(plain: Any, _fresh: Any) -> Any:
        if not isinstance(plain, list) or len(plain) != len(readers):
            raise BadState(f"there should be {len(readers)} values in a row")
        return tuple([read_one(item, None) for read_one, item in zip(readers, plain, strict=True)])

    return read
