"""The encoder writes the same bytes as the protobuf library for the same values."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, make_dataclass
from enum import IntEnum
from typing import Any

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from hypothesis import given
from hypothesis import strategies as st

from lawspeaker_referee.codec.encoder import WireMismatch, compile_encoder, varint

_F = descriptor_pb2.FieldDescriptorProto
_SCALARS = {
    "i32": _F.TYPE_INT32, "i64": _F.TYPE_INT64, "s32": _F.TYPE_SINT32, "s64": _F.TYPE_SINT64, "u32": _F.TYPE_UINT32,
    "u64": _F.TYPE_UINT64, "flag": _F.TYPE_BOOL, "text": _F.TYPE_STRING, "data": _F.TYPE_BYTES,
}


def _pool() -> descriptor_pool.DescriptorPool:
    """Messages with a field of every kind: once, many times, and optional."""
    file = descriptor_pb2.FileDescriptorProto(name="kinds.proto", package="kinds", syntax="proto3")
    inner = file.message_type.add(name="Inner")
    inner.field.add(name="x", number=1, type=_F.TYPE_SINT32, label=_F.LABEL_OPTIONAL)
    color = file.enum_type.add(name="Color")
    color.value.add(name="RED", number=0)
    color.value.add(name="BLUE", number=300)
    file.message_type.add(name="Nothing")
    for name, label in (("One", _F.LABEL_OPTIONAL), ("Many", _F.LABEL_REPEATED), ("Perhaps", _F.LABEL_OPTIONAL)):
        message = file.message_type.add(name=name)
        for number, (field, kind) in enumerate(_SCALARS.items(), 3):
            message.field.add(name=field, number=number, type=kind, label=label)
        message.field.add(name="inner", number=40, type=_F.TYPE_MESSAGE, type_name=".kinds.Inner", label=label)
        message.field.add(name="color", number=2, type=_F.TYPE_ENUM, type_name=".kinds.Color", label=label)
        if name == "Perhaps":
            for i, each in enumerate(message.field):
                each.proto3_optional = True
                each.oneof_index = i
                message.oneof_decl.add(name=f"_{each.name}")
    odd = file.message_type.add(name="Odd")
    odd.field.add(name="x", number=1, type=_F.TYPE_DOUBLE, label=_F.LABEL_OPTIONAL)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file) if hasattr(pool, "Add") else pool.AddSerializedFile(file.SerializeToString())
    return pool


POOL = _pool()


class Color(IntEnum):
    RED = 0
    BLUE = 300


@dataclass(frozen=True)
class Inner:
    x: int


@dataclass
class Nothing:
    pass


@dataclass
class One:
    i32: int
    i64: int
    s32: int
    s64: int
    u32: int
    u64: int
    flag: bool
    text: str
    data: bytes
    inner: Inner
    color: Color


@dataclass
class Many:
    i32: list[int]
    i64: tuple[int, ...]
    s32: list[int]
    s64: tuple[int, ...]
    u32: list[int]
    u64: list[int]
    flag: list[bool]
    text: tuple[str, ...]
    data: list[bytes]
    inner: tuple[Inner, ...]
    color: list[Color]


@dataclass
class Perhaps:
    i32: int | None
    i64: int | None
    s32: int | None
    s64: int | None
    u32: int | None
    u64: int | None
    flag: bool | None
    text: str | None
    data: bytes | None
    inner: Inner | None
    color: Color | None


def ints(bits: int, *, signed: bool) -> st.SearchStrategy[int]:
    low, high = (-1 << bits - 1, (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    return st.integers(low, high) | st.integers(max(low, -3), 300)


VALUES: dict[str, st.SearchStrategy[Any]] = {
    "i32": ints(32, signed=True), "i64": ints(64, signed=True), "s32": ints(32, signed=True),
    "s64": ints(64, signed=True), "u32": ints(32, signed=False), "u64": ints(64, signed=False),
    "flag": st.booleans(), "text": st.text(max_size=200), "data": st.binary(max_size=200),
    "inner": st.builds(Inner, st.integers(-9, 200)), "color": st.sampled_from(list(Color)),
}
ONES = st.builds(One, **VALUES)
MANYS = st.builds(Many, **{name: st.lists(each, max_size=20) for name, each in VALUES.items()})
PERHAPSES = st.builds(Perhaps, **{name: st.none() | each for name, each in VALUES.items()})


def by_library(value: Any) -> bytes:
    return built(value).SerializeToString(deterministic=True)


def built(value: Any) -> Any:
    """The message of a dataclass, made the slow way."""
    message = message_factory.GetMessageClass(POOL.FindMessageTypeByName(f"kinds.{type(value).__name__}"))()
    for field in fields(value):
        part = getattr(value, field.name)
        if isinstance(part, list | tuple):
            getattr(message, field.name).extend([built(each) if is_dataclass(each) else each for each in part])
        elif is_dataclass(part):
            getattr(message, field.name).CopyFrom(built(part))
            getattr(message, field.name).SetInParent()
        elif part is not None:
            setattr(message, field.name, part)
    return message


def encoder(kind: type) -> Any:
    return compile_encoder(kind, POOL.FindMessageTypeByName(f"kinds.{kind.__name__}"))


ENCODERS = {kind: encoder(kind) for kind in (One, Many, Perhaps, Nothing)}


@given(ONES | MANYS | PERHAPSES)
def test_every_kind_of_field_is_written_as_the_library_writes_it(value):
    assert ENCODERS[type(value)](value) == by_library(value)


def test_an_empty_message_is_no_bytes():
    assert ENCODERS[Nothing](Nothing()) == b""


@given(st.integers(0, (1 << 64) - 1))
def test_a_varint_is_read_back_as_it_was_written(number):
    value, shift = 0, 0
    for byte in varint(number):
        value |= (byte & 127) << shift
        shift += 7
    assert value == number


@pytest.mark.parametrize(("field", "value"), [
    ("i32", 1 << 31), ("i32", -(1 << 31) - 1), ("s32", 1 << 31), ("u32", -1), ("u32", 1 << 32), ("u64", -1),
    ("i64", 1 << 63), ("s64", -(1 << 63) - 1),
])
def test_a_number_that_its_field_cannot_hold_is_refused_and_never_cut(field, value):
    many = Many([], (), [], (), [], [], [], (), [], (), [])
    setattr(many, field, [value])
    with pytest.raises(ValueError, match=rf"Many\.{field} is {value}, which kinds\.Many\.{field} cannot hold"):
        ENCODERS[Many](many)
    one = One(0, 0, 0, 0, 0, 0, False, "", b"", Inner(0), Color.RED)
    setattr(one, field, value)
    with pytest.raises(ValueError, match=rf"One\.{field} is {value}"):
        ENCODERS[One](one)


@pytest.mark.parametrize(("name", "shape", "message"), [
    ("Inner", [("y", int)], "only the class has y; only the message has x"),
    ("Inner", [("x", int), ("y", int)], "differ: only the class has y"),
    ("Inner", [], "only the message has x"),
    ("Inner", [("x", list[int])], "Inner.x is many in the class but not in kinds.Inner.x"),
    ("Inner", [("x", int | None)], "must be optional in both"),
    ("Inner", [("x", bool)], "Inner.x is bool in the class, which kinds.Inner.x cannot hold"),
    ("Inner", [("x", str)], "Inner.x is str in the class"),
    ("Inner", [("x", int | str)], "has the type"),
    ("Inner", [("x", list[int | str])], "has the type"),
    ("Inner", [("x", tuple[int, str])], "elements of one type"),
    ("Inner", [("x", Any)], "Inner.x has the type"),
    ("Odd", [("x", float)], "Odd.x is float in the class, which kinds.Odd.x cannot hold"),
    ("Odd", [("x", int)], "Odd.x is int in the class"),
])
def test_a_class_that_differs_from_its_message_is_refused_with_the_place(name, shape, message):
    kind = make_dataclass(name, shape, namespace={"__module__": __name__})
    with pytest.raises(WireMismatch, match=message):
        encoder(kind)


def test_what_is_no_dataclass_or_has_another_name_is_refused():
    with pytest.raises(WireMismatch, match="int is not a dataclass"):
        compile_encoder(int, POOL.FindMessageTypeByName("kinds.Inner"))
    with pytest.raises(WireMismatch, match=r"class Nothing cannot become kinds\.Inner: the names differ"):
        compile_encoder(Nothing, POOL.FindMessageTypeByName("kinds.Inner"))
