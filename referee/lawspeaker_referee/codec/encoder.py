"""Dataclasses written straight to protobuf's wire format, by functions compiled once for a class and its message.

Making Python message objects is what building a message costs, not writing it down; so none are made. What is written
is what the protobuf library would write for the same values: the tests hold both against each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from operator import attrgetter, call
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto

from lawspeaker_engine.canon import once_an_object, told_apart_by_identity

Encoder = Callable[[Any], bytes]
"""A value to the bytes of its message, or of its field, tag included."""

_VARINT, _LENGTH = 0, 2


class WireMismatch(TypeError):
    """A class and the message of its name differ; says where."""


def varint(number: int) -> bytes:
    """A non-negative integer in base 128."""
    if number < 128:
        return _ONE_BYTE[number]
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


_ONE_BYTE = [bytes([number]) for number in range(128)]


def compile_encoder(kind: type, message: Descriptor) -> Encoder:
    """The function that writes values of the dataclass `kind` as `message`. Raises WireMismatch."""
    if not is_dataclass(kind):
        raise WireMismatch(f"{kind.__qualname__} is not a dataclass, so it cannot become {message.full_name}")
    if kind.__name__ != message.name:
        raise WireMismatch(f"class {kind.__name__} cannot become {message.full_name}: the names differ")
    ours, theirs = {field.name for field in fields(kind)}, set(message.fields_by_name)
    if ours != theirs:
        only = [f"only the class has {', '.join(sorted(ours - theirs))}"] if ours - theirs else []
        only += [f"only the message has {', '.join(sorted(theirs - ours))}"] if theirs - ours else []
        raise WireMismatch(f"fields of {kind.__name__} and {message.full_name} differ: {'; '.join(only)}")
    hints = get_type_hints(kind)
    protos = _field_protos(message)
    ordered = sorted(message.fields, key=lambda field: field.number)
    writers = [_field_encoder(kind, hints[field.name], field, protos[field.name]) for field in ordered]
    encode = _joined([field.name for field in ordered], writers)
    return once_an_object(encode) if told_apart_by_identity(kind) else encode


def _joined(names: Sequence[str], writers: Sequence[Encoder]) -> Encoder:
    if not names:
        return lambda _: b""
    get = attrgetter(*names)
    if len(names) == 1:
        only = writers[0]
        return lambda value: only(get(value))
    return lambda value: b"".join(map(call, writers, get(value)))


def _field_protos(message: Descriptor) -> dict[str, FieldDescriptorProto]:
    proto = DescriptorProto()
    message.CopyToProto(proto)
    return {field.name: field for field in proto.field}


def _field_encoder(kind: type, hint: Any, field: FieldDescriptor, proto: FieldDescriptorProto) -> Encoder:
    """The writer of one field; the type hint of the class and the field's type must mean the same."""
    where = f"{kind.__name__}.{field.name}"
    element, repeated, optional = field_shape(hint, where)
    if repeated != (proto.label == FieldDescriptorProto.LABEL_REPEATED):
        raise WireMismatch(f"{where} is {'many' if repeated else 'one'} in the class but not in {field.full_name}")
    if optional != proto.proto3_optional and not (optional and field.message_type is not None):
        raise WireMismatch(f"{where} must be optional in both the class and {field.full_name}, or in neither")
    if field.message_type is not None:
        return _message_field(compile_encoder(element, field.message_type), field.number, repeated, optional)
    if element in (str, bytes) and field.type == _TEXTS[element]:
        return _text_field(element, field.number, repeated, optional)
    if element is bool and field.type == FieldDescriptor.TYPE_BOOL:
        return _int_field(field, repeated, optional, where)
    if element is not bool and issubclass(element, int) and field.type in _INTS:
        return _int_field(field, repeated, optional, where)
    raise WireMismatch(f"{where} is {element.__name__} in the class, which {field.full_name} cannot hold")


_TEXTS = {str: FieldDescriptor.TYPE_STRING, bytes: FieldDescriptor.TYPE_BYTES}
_INTS = {
    FieldDescriptor.TYPE_INT32: (-1 << 31, (1 << 31) - 1), FieldDescriptor.TYPE_INT64: (-1 << 63, (1 << 63) - 1),
    FieldDescriptor.TYPE_SINT32: (-1 << 31, (1 << 31) - 1), FieldDescriptor.TYPE_SINT64: (-1 << 63, (1 << 63) - 1),
    FieldDescriptor.TYPE_UINT32: (0, (1 << 32) - 1), FieldDescriptor.TYPE_UINT64: (0, (1 << 64) - 1),
    FieldDescriptor.TYPE_ENUM: (-1 << 31, (1 << 31) - 1), FieldDescriptor.TYPE_BOOL: (0, 1),
}
_ZIGZAG = {FieldDescriptor.TYPE_SINT32, FieldDescriptor.TYPE_SINT64}


def field_shape(hint: Any, where: str) -> tuple[type, bool, bool]:
    """(element type, whether many, whether it may be None) of a type hint."""
    optional = False
    if get_origin(hint) in (Union, UnionType):
        kept = [part for part in get_args(hint) if part is not NoneType]
        optional = len(kept) < len(get_args(hint))
        if len(kept) != 1:
            raise WireMismatch(f"{where} may be one of several types, which no message field can")
        hint = kept[0]
    if get_origin(hint) in (list, tuple, Sequence):
        elements = {part for part in get_args(hint) if part is not Ellipsis}
        if len(elements) != 1 or optional:
            raise WireMismatch(f"{where} must hold elements of one type, and may not be None")
        hint, repeated = elements.pop(), True
    else:
        repeated = False
    if not isinstance(hint, type):
        raise WireMismatch(f"{where} has the type {hint!r}; use int, bool, str, bytes, a dataclass or a list of one")
    return hint, repeated, optional


def _tag(number: int, wire_type: int) -> bytes:
    return varint(number << 3 | wire_type)


def _message_field(encode: Encoder, number: int, repeated: bool, optional: bool) -> Encoder:  # noqa: FBT001
    tag = _tag(number, _LENGTH)

    def write(value: Any) -> bytes:
        body = encode(value)
        return tag + varint(len(body)) + body

    if repeated:
        return lambda values: b"".join(map(write, values))
    if optional:
        return lambda value: b"" if value is None else write(value)
    return write


def _text_field(element: type, number: int, repeated: bool, optional: bool) -> Encoder:  # noqa: FBT001
    tag = _tag(number, _LENGTH)

    def write(value: Any) -> bytes:
        body: bytes = value.encode() if element is str else value
        return tag + varint(len(body)) + body

    if repeated:
        return lambda values: b"".join([write(value) for value in values])
    if optional:
        return lambda value: b"" if value is None else write(value)
    return lambda value: write(value) if value else b""


def _int_field(field: FieldDescriptor, repeated: bool, optional: bool, where: str) -> Encoder:  # noqa: FBT001
    low, high = _INTS[field.type]
    zigzag = field.type in _ZIGZAG

    def word(value: int) -> bytes:
        if not low <= value <= high:
            raise ValueError(f"{where} is {value}, which {field.full_name} cannot hold")
        return varint((value << 1 if value >= 0 else -value * 2 - 1) if zigzag else value & 0xFFFFFFFFFFFFFFFF)

    if repeated:
        return _packed_field(field.number, word, plain=not zigzag)
    tag = _tag(field.number, _VARINT)
    known = _Known(lambda value: tag + word(value))
    if optional:
        return lambda value: b"" if value is None else known[value]
    known[0] = b""
    return known.__getitem__


class _Known(dict[int, bytes]):
    """What small integers are written as, found once: looking up is all that most of them cost."""

    def __init__(self, write: Callable[[int], bytes]) -> None:
        super().__init__()
        self._write = write

    def __missing__(self, value: int) -> bytes:
        found = self._write(value)
        if -1024 <= value <= 1024:
            self[value] = found
        return found


def _packed_field(number: int, word: Callable[[int], bytes], *, plain: bool) -> Encoder:
    """Lists of integers; those of 0 to 127 only, unless zigzag, are their own encoding."""
    tag = _tag(number, _LENGTH)
    known = _Known(word)
    look_up = known.__getitem__

    def write(values: Sequence[int]) -> bytes:
        if not values:
            return b""
        if plain:
            try:
                body = bytes(values)
            except ValueError:
                body = b"".join(map(look_up, values))
            else:
                if not body.isascii():
                    body = b"".join(map(look_up, values))
        else:
            body = b"".join(map(look_up, values))
        size = len(body)
        return tag + (_ONE_BYTE[size] if size < 128 else varint(size)) + body

    return write
