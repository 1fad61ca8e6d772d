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
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import blake2b
from marshal import dumps
from types import NoneType, UnionType
from typing import Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints
from weakref import WeakKeyDictionary

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
_PLAIN: Final = (int, bool, str, bytes, NoneType)


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
    for each in fields(kind):
        if each.metadata.get("canon") == WHEN_SET["canon"]:
            if each.default is MISSING and each.default_factory is MISSING:
                raise TypeError(f"{kind.__qualname__}.{each.name} is marked WHEN_SET and has no default")
            found[each.name] = each.default if each.default_factory is MISSING else each.default_factory()
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
    if kind in _PLAIN:
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
    for name, hint in _written(kind).items():
        _check_hint(hint, f"{kind.__qualname__}.{name}")
        plain = _plain_of(f"{value}.{name}", hint, *within, kind)
        if name in defaults:
            unset.append(_is_default(f"{value}.{name}", plain, hint, defaults[name]))
            when_set.append(f"*(() if {unset[-1]} else ({name!r}, {plain}))")
        else:
            parts.append(plain)
    always = f"({', '.join(parts)},)"
    return f"({always} + (() if {' and '.join(unset)} else ({', '.join(when_set)},)))" if unset else always


def _is_default(value: str, plain: str, hint: Any, default: Any) -> str:
    """Return an expression that is true while a field holds its default, given one for the field and one for its plain
    value.

    The short ones hold for all values that the annotation allows.
    """
    if default is None or default is True or default is False:
        return f"{value} is {default}"
    if hint in (int, str, bytes) and type(default) is hint:
        return f"{value} == {default!r}"
    if not default and get_origin(hint) is type(default) and type(default) in (list, tuple):
        return f"not {value}"
    data = dumps(_FORMS[type(default)](default), MARSHAL_VERSION)  # == does not tell True from 1
    return f"_dumps({plain}, {MARSHAL_VERSION}) == {data!r}"


def _plain_of(value: str, hint: Any, *within: type) -> str:
    """Return an expression for the plain value of a field, given one for the field, and its annotation."""
    if _is_plain(hint):
        return value
    parts = get_args(hint)
    if get_origin(hint) is list or (get_origin(hint) is tuple and parts[1:] == (Ellipsis,)):
        each = f"each_{len(within)}"
        values = f"[{_plain_of(each, parts[0], *within)} for {each} in {value}]"
        return values if get_origin(hint) is list else f"tuple({values})"
    if _is_of_one_class(hint) and hint not in within:
        return _tuple_of(value, hint, *within)
    return f"_FORMS[type({value})]({value})"


def _is_of_one_class(hint: Any) -> bool:
    """Return True for a dataclass all of whose objects are written in the same way: it has no subclasses."""
    return (isinstance(hint, type) and is_dataclass(hint) and not hint.__subclasses__()
            and not hasattr(hint, "__canon__") and not told_apart_by_identity(hint))


@cache
def _written(kind: type) -> dict[str, Any]:
    """Return the fields that count, in order, and their annotations."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind) if field.metadata.get("canon", True)}


def _is_plain(hint: Any) -> bool:
    """Return True if every value of a type is plain already."""
    if hint in _PLAIN:
        return True
    if get_origin(hint) in (list, tuple, UnionType, Union):
        return all(part is Ellipsis or _is_plain(part) for part in get_args(hint))
    return False


def _check_hint(hint: Any, where: str) -> None:
    """Raise TypeError for an annotation that allows what has no plain form."""
    if hint in (float, complex, set, frozenset, dict) or get_origin(hint) in (set, frozenset, dict):
        raise TypeError(f"{where} is {hint}, which has no plain form")
    for part in get_args(hint):
        _check_hint(part, where)


# --- the slow check ---


def check(value: object, where: str = "value") -> None:
    """Raise TypeError, naming the place, if a value holds what has no plain form or what its annotation does not allow.

    It looks at every field and element, so it is for tests and takes many times as long as a digest.
    """
    kind = type(value)
    if kind in _PLAIN or isinstance(value, Enum):
        return
    if isinstance(value, list | tuple):
        for number, each in enumerate(value):
            check(each, f"{where}[{number}]")
    elif hasattr(value, "__canon__"):
        check(value.__canon__(), f"{where}.__canon__()")
    elif is_dataclass(kind):
        for name, hint in _written(kind).items():
            held, place = getattr(value, name), f"{where}.{name}"
            if not _allows(hint, held):
                raise TypeError(f"{place} is {held!r}, and should be {hint}")
            check(held, place)
    else:
        raise TypeError(f"{where} is a {kind.__qualname__}, which has no plain form")


def _allows(hint: Any, value: Any) -> bool:
    """Return False if a value is not of exactly this type, where the type says how it is written."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (UnionType, Union) and _is_plain(hint):
        return any(_allows(part, value) for part in parts)
    if origin in (list, tuple):
        if type(value) is not origin:
            return False
        if origin is list or Ellipsis in parts:
            return all(_allows(parts[0], each) for each in value)
        return len(parts) == len(value) and all(map(_allows, parts, value))
    if not (_is_plain(hint) or _is_of_one_class(hint)):
        return True
    return type(value) is hint
