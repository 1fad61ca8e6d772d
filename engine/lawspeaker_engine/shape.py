"""What the fields of a dataclass hold, read once from their annotations.

Digests, positions, messages, observations and rows of content are all made field by field, each by functions that are
compiled once a class from what its annotations say. This is the one place that reads annotations.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import Field, dataclass, fields, is_dataclass
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Final, TypeAlias, Union, get_args, get_origin, get_type_hints

SCALARS: Final = (int, bool, str, bytes, NoneType)


@dataclass(frozen=True, slots=True)
class Scalar:
    """A value of one of these types, which are among SCALARS."""

    kinds: tuple[type, ...]


@dataclass(frozen=True, slots=True)
class Many:
    """Any number of values of one shape; `kind` is list, tuple or Sequence."""

    kind: type
    of: Shape


@dataclass(frozen=True, slots=True)
class Row:
    """A tuple with one value of each of these shapes."""

    parts: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """A value of one of these shapes, which are not all scalars."""

    parts: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Instance:
    """An object of a class, or of one of its subclasses."""

    kind: type


@dataclass(frozen=True, slots=True)
class Other:
    """What only its annotation can say: a dict with types, a generic class, Any."""

    hint: Any


Shape: TypeAlias = Scalar | Many | Row | OneOf | Instance | Other
NONE: Final = Scalar((NoneType,))


@dataclass(frozen=True, slots=True)
class FieldShape:
    """A field of a dataclass: what was said of it, its annotation, and what that means."""

    field: Field[Any]
    hint: Any
    shape: Shape


@cache
def fields_of(kind: type) -> Mapping[str, FieldShape]:
    """Return the fields of a dataclass by name, in their order. Raises TypeError for another class."""
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__module__}.{kind.__qualname__} is not a dataclass")
    hints = get_type_hints(kind)
    return MappingProxyType({each.name: FieldShape(each, hints[each.name], shape_of(hints[each.name]))
                             for each in fields(kind)})


def shape_of(hint: Any) -> Shape:
    """Return what an annotation means."""
    if hint in SCALARS:
        return Scalar((hint,))
    origin, parts = get_origin(hint), get_args(hint)
    if origin is tuple and parts[1:] != (Ellipsis,):
        return Row(tuple(map(shape_of, parts)))
    if origin in (list, tuple, Sequence):
        return Many(origin, shape_of(parts[0]))
    if origin in (Union, UnionType):
        if set(parts) <= set(SCALARS):
            return Scalar(parts)
        return OneOf(tuple(map(shape_of, parts)))
    return Instance(hint) if isinstance(hint, type) and origin is None and hint is not Any else Other(hint)


def without_none(shape: Shape) -> Shape:
    """Return X of `X | None`, and any other shape as it is; a union of several keeps them all but None."""
    if isinstance(shape, Scalar) and shape != NONE:
        return Scalar(tuple(kind for kind in shape.kinds if kind is not NoneType))
    if isinstance(shape, OneOf):
        rest = tuple(part for part in shape.parts if part != NONE)
        return rest[0] if len(rest) == 1 else OneOf(rest)
    return shape


def made_of(shape: Shape, kinds: Collection[type]) -> bool:
    """Return True if values of a shape are nothing but scalars of these types, in lists and tuples or alone."""
    match shape:
        case Scalar():
            return set(shape.kinds) <= set(kinds)
        case Many(kind=kind, of=of):
            return kind in (list, tuple) and made_of(of, kinds)
        case Row(parts=parts) | OneOf(parts=parts):
            return all(made_of(part, kinds) for part in parts)
    return False


def has_no_subclass(kind: type) -> bool:
    """Return True for a dataclass of which one knows by its annotation what class an object has."""
    return is_dataclass(kind) and not kind.__subclasses__()
