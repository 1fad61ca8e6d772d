"""Annotations of dataclasses have one meaning for all that is made field by field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Optional, Union

import pytest

from lawspeaker_engine.shape import (
    NONE,
    Instance,
    Many,
    OneOf,
    Other,
    Row,
    Scalar,
    fields_of,
    has_no_subclass,
    made_of,
    shape_of,
    without_none,
)

INT = Scalar((int,))


class Colour(IntEnum):
    RED = 1


@dataclass
class Point:
    x: int
    y: int


@dataclass
class Named(Point):
    name: str = field(default="", metadata={"mark": 1})
    next: Named | None = None


@pytest.mark.parametrize(("hint", "shape"), [
    (int, INT),
    (bytes, Scalar((bytes,))),
    (None | int, Scalar((type(None), int))),
    (Optional[int], Scalar((int, type(None)))),  # noqa: UP045 - older than `int | None`, and means the same
    (Union[int, str], Scalar((int, str))),  # noqa: UP007
    (list[int], Many(list, INT)),
    (tuple[int, ...], Many(tuple, INT)),
    (Sequence[list[int]], Many(Sequence, Many(list, INT))),
    (tuple[int, str], Row((INT, Scalar((str,))))),
    (tuple[int], Row((INT,))),
    (tuple[()], Row(())),
    (Point, Instance(Point)),
    (Colour, Instance(Colour)),
    (float, Instance(float)),
    (dict, Instance(dict)),
    (dict[int, str], Other(dict[int, str])),
    (type[int], Other(type[int])),
    (Any, Other(Any)),
    (Point | None, OneOf((Instance(Point), NONE))),
    (tuple[int, ...] | None, OneOf((Many(tuple, INT), NONE))),
    (list[Point | int], Many(list, OneOf((Instance(Point), INT)))),
], ids=str)
def test_an_annotation_has_one_meaning(hint, shape):
    assert shape_of(hint) == shape


@pytest.mark.parametrize(("hint", "rest"), [
    (int | None, int), (Point | None, Point), (None | tuple[int, ...], tuple[int, ...]), (int, int),
    (Point | int | None, Point | int), (list[int | None], list[int | None]),
], ids=str)
def test_what_may_be_none_is_something_else_or_none(hint, rest):
    assert without_none(shape_of(hint)) == shape_of(rest)


@pytest.mark.parametrize(("hint", "plain"), [
    (int, True), (int | None, True), (bytes, False), (int | bytes, False), (float, False), (Point, False),
    (list[tuple[int, str]], True), (tuple[bool, ...] | None, True), (tuple[int, bytes], False),
    (list[Point], False), (Point | None, False), (Sequence[int], False), (dict[int, int], False),
], ids=str)
def test_some_shapes_are_nothing_but_scalars_of_some_types_in_lists_and_tuples(hint, plain):
    assert made_of(shape_of(hint), (int, bool, str, type(None))) is plain


def test_what_is_always_none_stays_so():
    assert without_none(NONE) == NONE == shape_of(type(None))


def test_fields_are_told_in_their_order_with_what_was_said_of_them():
    found = fields_of(Named)
    assert list(found) == ["x", "y", "name", "next"]
    assert [each.shape for each in found.values()] == [INT, INT, Scalar((str,)), OneOf((Instance(Named), NONE))]
    assert (found["name"].field.default, dict(found["name"].field.metadata)) == ("", {"mark": 1})
    assert found["next"].hint == Named | None
    assert fields_of(Named) is found


def test_what_is_no_dataclass_has_no_fields():
    with pytest.raises(TypeError, match="Colour is not a dataclass"):
        fields_of(Colour)


def test_a_class_that_others_extend_does_not_tell_what_an_object_is():
    assert (has_no_subclass(Named), has_no_subclass(Point), has_no_subclass(Colour)) == (True, False, False)
