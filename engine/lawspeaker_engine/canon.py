"""Write values in one form: equal values give equal bytes, on every machine and under every hash seed.

Digests of states, hashes of content and the ends of digest chains are made of these bytes. A value is turned into plain
values, which `marshal` writes in its version 2. Plain values are made like this:

- int, bool, str, bytes and None stay what they are; an int and a bool are never the same;
- a list becomes a list of plain values, and a tuple a tuple;
- a dataclass becomes a tuple: the name of its class, then its fields in the order of their definition, without those
  marked NOT_CANON or WHEN_SET, then for each field marked WHEN_SET that differs from its default its name and its
  value: the length of the tuple tells how many are set, and their names which;
- an enum becomes a tuple of the name of its class and its value;
- an object with `__canon__` becomes what that returns;
- an object of a class that is marked `by_identity` becomes the digest of its own tuple.

Version 2 of marshal has no references and no flags, so equal values give equal bytes whatever objects they are made of.
It writes T, F and N for True, False and None; `i` and 4 bytes, little-endian, for an int of 32 bits; `l`, a signed
number of digits and so many 15-bit digits of 2 bytes for a larger one; `u` (str, UTF-8) or `s` (bytes) with a length of
4 bytes; and `(` or `[` with a number of elements of 4 bytes before the elements.

Annotations say what a field holds: lists and tuples of ints, bools, strings and bytes are handed over as they are, and
objects of a class without subclasses are read by that class's fields, so a value that its annotation does not allow is
not noticed here. `check` notices it: float, set, dict, a bool where an int should be, a tuple where a list should be.
Tests check the states of every game with it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, is_dataclass
from enum import Enum
from hashlib import blake2b
from marshal import dumps
from typing import Any, Final, TypeVar, get_origin
from weakref import WeakKeyDictionary

from lawspeaker_engine.shape import (
    SCALARS,
    FieldShape,
    Instance,
    Many,
    OneOf,
    Other,
    Row,
    Scalar,
    Shape,
    fields_of,
    has_no_subclass,
    made_of,
)

__all__ = ["NOT_CANON", "WHEN_SET", "by_identity", "check", "digest", "encode"]

DIGEST_BYTES: Final = 16
MARSHAL_VERSION: Final = 2
"""The last version that writes every object in full; later ones refer to objects that were written before."""
NOT_CANON: Final = {"canon": False}
"""Dataclass field metadata for what is derived from other fields (caches) and so left out."""
WHEN_SET: Final = {"canon": "when set"}
"""Dataclass field metadata for what is written only while it differs from the field's default: a class of a game that
has records may get such a field, and the records keep their digests."""

T = TypeVar("T")
_Plain = Callable[[Any], Any]


def encode(value: object) -> bytes:
    """Return the bytes of a value. Raises TypeError for a class that has no plain form."""
    return dumps(_FORMS[type(value)](value), MARSHAL_VERSION)


def digest(value: object) -> bytes:
    """Return the digest of a value, 16 bytes. Raises TypeError for a class that has no plain form."""
    return blake2b(encode(value), digest_size=DIGEST_BYTES).digest()


def by_identity(kind: type[T]) -> type[T]:
    """Mark a dataclass: its objects never change and are not compared, and their owner hands out the same one while it
    holds, so what was once written for an object may be kept.

    Raises TypeError unless it is made with `frozen=True, eq=False, slots=True, weakref_slot=True`.
    """
    params = kind.__dict__.get("__dataclass_params__")
    # Early releases of Python 3.11 leave an attribute __weakref__ in classes whose objects have no room for it.
    if params is None or not params.frozen or params.eq or "__weakref__" not in kind.__dict__.get("__slots__", ()):
        raise TypeError(f"{kind.__qualname__} must be @dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)")
    _BY_IDENTITY.add(kind)
    return kind


def told_apart_by_identity(kind: type) -> bool:
    """Return True for a class that is marked `by_identity`."""
    return kind in _BY_IDENTITY


_BY_IDENTITY: Final = set[type]()


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


def _defaults_when_set(kind: type) -> dict[str, Any]:
    """Return the fields of a dataclass that are marked WHEN_SET, in order, each with its default.

    Raises TypeError for a field without a default.
    """
    found: dict[str, Any] = {}
    for name, each in fields_of(kind).items():
        field = each.field
        if field.metadata.get("canon") == WHEN_SET["canon"]:
            if field.default is MISSING and field.default_factory is MISSING:
                raise TypeError(f"{kind.__qualname__}.{name} is marked WHEN_SET and has no default")
            found[name] = field.default if field.default_factory is MISSING else field.default_factory()
    return found


class _Forms(dict[type, _Plain]):
    """By class: the function that makes plain values of its objects, made on first use."""

    def __missing__(self, kind: type) -> _Plain:
        form = self[kind] = _form(kind)
        return form


_FORMS: Final = _Forms()
_NAMES: Final = {"_FORMS": _FORMS, "_dumps": dumps}
"""The names that compiled expressions use."""


def _form(kind: type) -> _Plain:
    if kind in SCALARS:
        return lambda value: value
    if kind is list:
        return lambda value: [_FORMS[type(each)](each) for each in value]
    if kind is tuple:
        return lambda value: tuple([_FORMS[type(each)](each) for each in value])
    if issubclass(kind, Enum):
        return lambda value: (kind.__name__, value.value)
    if hasattr(kind, "__canon__"):
        return lambda value: _FORMS[tuple](value.__canon__())
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__module__}.{kind.__qualname__} has no plain form; "
                        "use int, bool, str, bytes, None, an enum, a tuple, a list or a dataclass")
    form = _dataclass_form(kind)
    if told_apart_by_identity(kind):
        return once_an_object(
            lambda value: blake2b(dumps(form(value), MARSHAL_VERSION), digest_size=DIGEST_BYTES).digest())
    return form


def _dataclass_form(kind: type) -> _Plain:
    """Return a compiled function, which reads a field in a third of the time that a loop over their names takes."""
    form: _Plain = eval(f"lambda value: {_tuple_of('value', kind)}", _NAMES)  # noqa: S307 - our own text
    return form


def _tuple_of(value: str, kind: type, *within: type) -> str:
    """Return an expression for the tuple of an object, given one for the object, and the classes that it is within."""
    parts, unset, when_set = [repr(kind.__name__)], [], []
    defaults = _defaults_when_set(kind)
    for name, shape in _written(kind):
        _check_shape(shape, f"{kind.__qualname__}.{name}")
        plain = _plain_of(f"{value}.{name}", shape, *within, kind)
        if name in defaults:
            unset.append(_is_default(f"{value}.{name}", plain, shape, defaults[name]))
            when_set.append(f"*(() if {unset[-1]} else ({name!r}, {plain}))")
        else:
            parts.append(plain)
    always = f"({', '.join(parts)},)"
    return f"({always} + (() if {' and '.join(unset)} else ({', '.join(when_set)},)))" if unset else always


def _is_default(value: str, plain: str, shape: Shape, default: Any) -> str:
    """Return an expression that is true while a field holds its default, given one for the field and one for its plain
    value.

    The short ones hold for all values that the annotation allows.
    """
    if default is None or default is True or default is False:
        return f"{value} is {default}"
    if type(default) in (int, str, bytes) and shape == Scalar((type(default),)):
        return f"{value} == {default!r}"
    if not default and isinstance(shape, Many) and shape.kind is type(default):
        return f"not {value}"
    data = dumps(_FORMS[type(default)](default), MARSHAL_VERSION)  # == does not tell True from 1
    return f"_dumps({plain}, {MARSHAL_VERSION}) == {data!r}"


def _plain_of(value: str, shape: Shape, *within: type) -> str:
    """Return an expression for the plain value of a field, given one for the field, and its shape."""
    if made_of(shape, SCALARS):
        return value
    if isinstance(shape, Many) and shape.kind in (list, tuple):
        each = f"each_{len(within)}"
        values = f"[{_plain_of(each, shape.of, *within)} for {each} in {value}]"
        return values if shape.kind is list else f"tuple({values})"
    if isinstance(shape, Instance) and _is_of_one_class(shape.kind) and shape.kind not in within:
        return _tuple_of(value, shape.kind, *within)
    return f"_FORMS[type({value})]({value})"


def _is_of_one_class(kind: type) -> bool:
    """Return True for a dataclass all of whose objects are written in the same way."""
    return has_no_subclass(kind) and not hasattr(kind, "__canon__") and not told_apart_by_identity(kind)


def _written(kind: type) -> list[tuple[str, Shape]]:
    """Return the fields that count, in order, and what they hold."""
    return [(name, each.shape) for name, each in fields_of(kind).items() if _counts(each)]


def _counts(each: FieldShape) -> bool:
    return bool(each.field.metadata.get("canon", True))


def _check_shape(shape: Shape, where: str) -> None:
    """Raise TypeError for a shape that allows what has no plain form."""
    match shape:
        case Many(of=of):
            _check_shape(of, where)
        case Row(parts=parts) | OneOf(parts=parts):
            for part in parts:
                _check_shape(part, where)
        case Instance(kind=hint) | Other(hint=hint):
            if (get_origin(hint) or hint) in (float, complex, set, frozenset, dict):
                raise TypeError(f"{where} is {hint}, which has no plain form")


# --- the slow check ---


def check(value: object, where: str = "value") -> None:
    """Raise TypeError, naming the place, if a value holds what has no plain form or what its annotation does not allow.

    It looks at every field and element, so it is for tests and takes many times as long as a digest.
    """
    kind = type(value)
    if kind in SCALARS or isinstance(value, Enum):
        return
    if isinstance(value, list | tuple):
        for number, item in enumerate(value):
            check(item, f"{where}[{number}]")
    elif hasattr(value, "__canon__"):
        check(value.__canon__(), f"{where}.__canon__()")
    elif is_dataclass(kind):
        for name, each in fields_of(kind).items():
            if not _counts(each):
                continue
            held, place = getattr(value, name), f"{where}.{name}"
            if not _allows(each.shape, held):
                raise TypeError(f"{place} is {held!r}, and should be {each.hint}")
            check(held, place)
    else:
        raise TypeError(f"{where} is a {kind.__qualname__}, which has no plain form")


def _allows(shape: Shape, value: Any) -> bool:
    """Return False if a value is not of exactly this type, where the type says how it is written."""
    match shape:
        case Scalar(kinds=kinds):
            return type(value) in kinds
        case Many(kind=kind, of=of) if kind in (list, tuple):
            return type(value) is kind and all(_allows(of, each) for each in value)
        case Row(parts=parts):
            return type(value) is tuple and len(parts) == len(value) and all(map(_allows, parts, value))
        case OneOf(parts=parts) if made_of(shape, SCALARS):
            return any(_allows(part, value) for part in parts)
        case Instance(kind=kind) if _is_of_one_class(kind):
            return type(value) is kind
    return True
