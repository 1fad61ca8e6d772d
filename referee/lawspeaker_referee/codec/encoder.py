"""Encodes dataclasses as protobuf messages, by functions that are compiled once for a class and its message.

A view has dozens of fields. Filling a protobuf message in Python costs a call a field, several times as much as the
bytes themselves; so each class gets a function of straight code that writes the bytes. They are the bytes that the
protobuf library writes for the same values: the tests compare both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import is_dataclass
from textwrap import indent
from typing import Any, Final

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.descriptor_pb2 import DescriptorProto, FieldDescriptorProto
from google.protobuf.message import Message

from lawspeaker_engine.canon import once_an_object, told_apart_by_identity
from lawspeaker_engine.shape import FieldShape, Instance, Many, Row, Scalar, fields_of, without_none

Encoder = Callable[[Any], bytes]
"""Takes a value and returns the bytes of its message, or those of its field, tag included."""

_VARINT, _LENGTH = 0, 2


class WireMismatch(TypeError):
    """A class and the message of its name differ; the text says where."""


def varint(number: int) -> bytes:
    """Return a non-negative integer in base 128, as protobuf writes lengths and tags."""
    # The two shortest forms make up nearly all calls, so they come first and without a loop.
    if number < 1 << 14:
        return bytes((number,)) if number < 1 << 7 else bytes((number & 127 | 128, number >> 7))
    if number < 1 << 21:
        return bytes((number & 127 | 128, number >> 7 & 127 | 128, number >> 14))
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


_SHORT: Final = 4096
_VARINTS: Final = [varint(number) for number in range(_SHORT)]
"""The varints of small numbers, which most lengths are."""


def compile_encoder(kind: type, message: Descriptor) -> Encoder:
    """Return the function that encodes values of the dataclass `kind` as `message`. Raises WireMismatch."""
    if not is_dataclass(kind):
        raise WireMismatch(f"{kind.__qualname__} is not a dataclass, so it cannot become {message.full_name}")
    # Checked once, before any value is encoded: the compiled functions check nothing but the ranges of numbers.
    if kind.__name__ != message.name:
        raise WireMismatch(f"class {kind.__name__} cannot become {message.full_name}: the names differ")
    known = fields_of(kind)
    ours, theirs = set(known), set(message.fields_by_name)
    if ours != theirs:
        only = [f"only the class has {', '.join(sorted(ours - theirs))}"] if ours - theirs else []
        only += [f"only the message has {', '.join(sorted(theirs - ours))}"] if theirs - ours else []
        raise WireMismatch(f"fields of {kind.__name__} and {message.full_name} differ: {'; '.join(only)}")
    protos = _field_protos(message)
    names: dict[str, Any] = {"varints": _VARINTS, "varint": varint}
    # By number, because the protobuf library writes fields in this order, and digests and tests compare bytes.
    ordered = sorted(message.fields, key=lambda field: field.number)
    source = ["parts = []", *(_field_source(kind, known[field.name], field, protos[field.name], names)
                              for field in ordered), 'return b"".join(parts)']
    encode = _compiled("encode(value)", source, names)
    # A part that a game shares between views, such as the map's layout, is encoded once as long as it is the same
    # object.
    return once_an_object(encode) if told_apart_by_identity(kind) else encode


_COMPILED: Final = "<lawspeaker_referee/codec/encoder.py>"
"""The file of compiled functions, in tracebacks and profiles."""

# The source of one field: `$` is its number, `item` its value or one of its values. Numbers of 0 to 127 are their own
# encoding, so most lists of numbers are one call of `bytes`. What is rarer has a function.
_ONE_NUMBER = "parts.append(known_$[item])"
_RARE = "parts.append(write_$(item))"
_BYTES = """\
size = len(item)
parts += tag_$, varints[size] if size < 4096 else varint(size), item"""
_MESSAGE = f"item = encode_$(item)\n{_BYTES}"
_TEXT = f"item = item.encode()\n{_BYTES}"
_NUMBERS = """\
try:
    body = bytes(item)
except ValueError:
    parts.append(write_$(item))
else:
    size = len(body)
    if size < 128 and body.isascii():
        parts += tag_$, varints[size], body
    else:
        parts.append(write_$(item))"""


def compile_writer(kind: type[Message], within: tuple[type[Message], str] | None = None) -> Callable[..., bytes]:
    """Return a function that takes the fields of a message as keywords, and returns the bytes of the message.

    `within` is a message and its field: then the bytes are those of that message, with nothing but this one in it.

    A field that is left out, 0 or empty is not written. A field that is a message takes its bytes, or a list of them
    if it is repeated, and None if it is absent. Such functions are for the messages of every decision: joining bytes is
    several times as fast as filling a protobuf message.
    """
    message: Any = kind.DESCRIPTOR  # protobuf has two classes of descriptors with the same attributes
    protos = _field_protos(message)
    names: dict[str, Any] = {"varints": _VARINTS, "varint": varint}
    source, keywords = ["parts = []"], []
    # In the order of the protobuf library, as above.
    for field in sorted(message.fields, key=lambda field: field.number):
        repeated = protos[field.name].label == FieldDescriptorProto.LABEL_REPEATED
        if field.message_type is not None:
            names[f"tag_{field.number}"] = _tag(field.number, _LENGTH)
            empty, template, guard = "None", _BYTES, "for item in item:" if repeated else "if item is not None:"
        else:
            # There is no class here whose hints could say the type, so it follows from the field.
            text = next((text for text, known in _TEXTS.items() if known == field.type), None)
            template, guard = _plain_source(text or int, field, field.full_name, names, repeated=repeated)
            empty = "0" if text is None else repr(text())
        keywords.append(f"{field.name}={'()' if repeated else empty}")
        source.append(_one_field(field.name, template, guard, field.number))
    if within is None:
        source.append('return b"".join(parts)')
    else:
        outer, name = within
        names["tag"] = _tag(outer.DESCRIPTOR.fields_by_name[name].number, _LENGTH)
        source += ['item = b"".join(parts)', "size = len(item)",
                   "return tag + (varints[size] if size < 4096 else varint(size)) + item"]
    return _compiled(f"encode(*, {', '.join(keywords)})", source, names)


def _compiled(signature: str, source: Sequence[str], names: dict[str, Any]) -> Callable[..., bytes]:
    # The source holds nothing but the templates above, numbers, and names of fields, which are identifiers.
    exec(compile(f"def {signature}:\n" + indent("\n".join(source), "    "), _COMPILED, "exec"), names)  # noqa: S102
    encode: Callable[..., bytes] = names["encode"]
    return encode


def _one_field(value: str, template: str, guard: str, number: int) -> str:
    source = template.replace("$", str(number))
    return f"item = {value}\n" + (f"{guard}\n{indent(source, '    ')}" if guard else source)


def _field_protos(message: Descriptor) -> dict[str, FieldDescriptorProto]:
    proto = DescriptorProto()
    message.CopyToProto(proto)
    return {field.name: field for field in proto.field}


def _field_source(
    kind: type, known: FieldShape, field: FieldDescriptor, proto: FieldDescriptorProto, names: dict[str, Any],
) -> str:
    """Return the source that encodes one field of `value`, and add to `names` what it uses.

    The type hint of the class and the type of the field must mean the same.
    """
    where = f"{kind.__name__}.{field.name}"
    element, repeated, optional = message_field(known, where)
    if repeated != (proto.label == FieldDescriptorProto.LABEL_REPEATED):
        raise WireMismatch(f"{where} is {'many' if repeated else 'one'} in the class but not in {field.full_name}")
    if optional != proto.proto3_optional and not (optional and field.message_type is not None):
        raise WireMismatch(f"{where} must be optional in both the class and {field.full_name}, or in neither")
    number = field.number
    guard = "if item is not None:" if optional else "for item in item:" if repeated else ""
    if field.message_type is not None:
        names[f"tag_{number}"] = _tag(number, _LENGTH)
        names[f"encode_{number}"] = compile_encoder(element, field.message_type)
        template = _MESSAGE
    else:
        template, plain_guard = _plain_source(element, field, where, names, repeated=repeated, optional=optional)
        # Repeated numbers are packed into one field, so the list is tested as a whole and not item by item.
        guard = plain_guard if repeated and element not in _TEXTS else guard or plain_guard
    return _one_field(f"value.{field.name}", template, guard, number)


def _plain_source(
    element: type, field: FieldDescriptor, where: str, names: dict[str, Any], *, repeated: bool, optional: bool = False,
) -> tuple[str, str]:
    """Return the template and guard of a field of numbers or texts. Raises WireMismatch."""
    number = field.number
    names[f"tag_{number}"] = _tag(number, _LENGTH)
    if element in _TEXTS and field.type == _TEXTS[element]:
        return _TEXT if element is str else _BYTES, "for item in item:" if repeated else "if item:"
    if field.type not in _INTS or not issubclass(element, int) or (element is bool and field.type != _BOOL):
        raise WireMismatch(f"{where} is {element.__name__} in the class, which {field.full_name} cannot hold")
    word = _word(field, where)
    if repeated:
        names[f"write_{number}"] = _packed_writer(number, word)
        # A zigzag number is not its own encoding even if it is small, so `bytes` of the list would be wrong.
        return _RARE if field.type in _ZIGZAG else _NUMBERS, "if item:"
    names[f"known_{number}"] = _known_numbers(number, word, optional=optional)
    return _ONE_NUMBER, ""


_BOOL = FieldDescriptor.TYPE_BOOL
_TEXTS = {str: FieldDescriptor.TYPE_STRING, bytes: FieldDescriptor.TYPE_BYTES}
_INTS = {
    FieldDescriptor.TYPE_INT32: (-1 << 31, (1 << 31) - 1), FieldDescriptor.TYPE_INT64: (-1 << 63, (1 << 63) - 1),
    FieldDescriptor.TYPE_SINT32: (-1 << 31, (1 << 31) - 1), FieldDescriptor.TYPE_SINT64: (-1 << 63, (1 << 63) - 1),
    FieldDescriptor.TYPE_UINT32: (0, (1 << 32) - 1), FieldDescriptor.TYPE_UINT64: (0, (1 << 64) - 1),
    FieldDescriptor.TYPE_ENUM: (-1 << 31, (1 << 31) - 1), FieldDescriptor.TYPE_BOOL: (0, 1),
}
_ZIGZAG = {FieldDescriptor.TYPE_SINT32, FieldDescriptor.TYPE_SINT64}


def message_field(known: FieldShape, where: str) -> tuple[type, bool, bool]:
    """Return the type of a field's elements, if it holds many, and if it may be None. Raises WireMismatch."""
    shape = without_none(known.shape)
    optional, repeated = shape != known.shape, isinstance(shape, Many | Row)
    if isinstance(shape, Many | Row):
        elements = {shape.of} if isinstance(shape, Many) else set(shape.parts)
        if len(elements) != 1 or optional:
            raise WireMismatch(f"{where} must hold elements of one type, and may not be None")
        shape = elements.pop()
    match shape:
        case Scalar(kinds=(element,)) | Instance(kind=element):
            return element, repeated, optional
    raise WireMismatch(f"{where} has the type {known.hint!r}; use int, bool, str, bytes, a dataclass, one of them or "
                       "None, or a list of one")


def _tag(number: int, wire_type: int) -> bytes:
    return varint(number << 3 | wire_type)


def _word(field: FieldDescriptor, where: str) -> Callable[[int], bytes]:
    """Return what encodes one integer without a tag. Raises ValueError for one that the field cannot hold."""
    low, high = _INTS[field.type]
    zigzag = field.type in _ZIGZAG

    def unsigned(value: int) -> bytes:
        if value > high or value < 0:
            raise ValueError(f"{where} is {value}, which {field.full_name} cannot hold")
        return _VARINTS[value] if value < _SHORT else varint(value)

    def word(value: int) -> bytes:
        if not low <= value <= high:
            raise ValueError(f"{where} is {value}, which {field.full_name} cannot hold")
        # Negative numbers of int32 are written with 64 bits too, as protobuf asks.
        return varint((value << 1 if value >= 0 else -value * 2 - 1) if zigzag else value & 0xFFFFFFFFFFFFFFFF)

    return word if low else unsigned


def _known_numbers(number: int, word: Callable[[int], bytes], *, optional: bool) -> _Known:
    tag = _tag(number, _VARINT)
    known = _Known(lambda value: tag + word(value))
    if not optional:
        # proto3 does not write 0, unless the field is optional and so tells 0 from absent.
        known[0] = b""
    return known


class _Known(dict[int, bytes]):
    """The encoding of integers; that of small ones is kept, so that most of them cost one look-up."""

    def __init__(self, write: Callable[[int], bytes]) -> None:
        super().__init__()
        self._write = write

    def __missing__(self, value: int) -> bytes:
        found = self._write(value)
        # Bounded, because a field of many different values would fill the memory with encodings that are seldom asked
        # for again.
        if -1024 <= value <= 1024:
            self[value] = found
        return found


def _packed_writer(number: int, word: Callable[[int], bytes]) -> Encoder:
    tag = _tag(number, _LENGTH)
    known = _Known(word)

    def write(values: Sequence[int]) -> bytes:
        body = b"".join(map(known.__getitem__, values))
        return tag + varint(len(body)) + body

    return write
