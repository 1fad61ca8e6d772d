"""Equal values have equal canonical bytes, different ones differ, and what has no order is refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawspeaker_engine import canon

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.binary(max_size=8),
    lambda inner: st.lists(inner, max_size=6),
    max_leaves=20,
)


def typed(value: object) -> object:
    """A value with its types spelt out: Python holds True and 1 for equal, canonical bytes do not."""
    return [typed(item) for item in value] if isinstance(value, list) else (type(value), value)


@given(values, values)
def test_bytes_are_equal_exactly_when_values_are(one: object, two: object) -> None:
    """No two values share their bytes."""
    assert (canon.encode(one) == canon.encode(two)) == (typed(one) == typed(two))


@given(st.lists(st.integers(-(2**31), 2**31 - 1), min_size=1))
def test_lists_and_tuples_are_the_same(numbers: list[int]) -> None:
    """A sequence is a sequence."""
    assert canon.encode(numbers) == canon.encode(tuple(numbers))


class Colour(Enum):
    """An enum."""

    RED = 1
    BLUE = 2


@dataclass
class Point:
    """A dataclass with a cache."""

    x: int
    y: int
    cache: dict[str, int] = field(default_factory=dict, metadata=canon.NOT_CANON)


@dataclass
class Size:
    """Another dataclass with equal fields."""

    x: int
    y: int


def test_dataclasses_carry_their_name_and_leave_caches_out() -> None:
    """A point is not a size, and what is derived does not count."""
    assert canon.encode(Point(1, 2)) == canon.encode(Point(1, 2, {"a": 1}))
    assert canon.encode(Point(1, 2)) != canon.encode(Point(2, 1))
    assert canon.encode(Point(1, 2)) != canon.encode(Size(1, 2))


def test_enums_carry_their_name_and_value() -> None:
    """Red is neither blue nor 1."""
    assert len({canon.encode(v) for v in (Colour.RED, Colour.BLUE, 1, 2)}) == 4


class Word(Enum):
    """An enum whose value is the name of another one."""

    COLOUR = "Colour"


def test_an_enum_is_one_value_and_not_its_name_and_value_in_a_row() -> None:
    """Nothing that stands beside it makes another value of it."""
    assert canon.encode((Word.COLOUR, 1)) != canon.encode(("Word", Colour.RED))


def test_large_numbers_in_lists_are_written_whole() -> None:
    """Beyond 32 bits a list falls back to single integers."""
    assert canon.encode([2**40, 1]) != canon.encode([2**40 % 2**32, 1])


@pytest.mark.parametrize("value", [1.5, {1, 2}, {"a": 1}, object(), [1, 2.0], Point(1, {})])  # type: ignore[arg-type]
def test_what_has_no_canonical_form_is_refused(value: object) -> None:
    """Floats, sets and dicts never reach a state."""
    with pytest.raises(TypeError, match="no canonical form"):
        canon.encode(value)


def test_the_digest_is_pinned_for_ever() -> None:
    """Old records verify only while this stays."""
    assert canon.digest([1, "a", None, True, [2, 3], b"x"]).hex() == PINNED


PINNED = "8ca186f1d779d99fe9909f5bbfb8a49b"


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Kept:
    """Told apart by identity."""

    x: int


@dataclass
class Wrapped:
    """Says itself what is written."""

    cache: dict[str, int]

    def __canon__(self) -> tuple[int, ...]:
        """The values alone, ascending."""
        return tuple(sorted(self.cache.values()))


def test_objects_told_apart_by_identity_are_written_by_their_value() -> None:
    """As a digest, made once an object."""
    one, same, other = Kept(1), Kept(1), Kept(2)
    assert canon.told_apart_by_identity(Kept)
    assert not canon.told_apart_by_identity(Point)
    assert canon.encode(one) == canon.encode(one) == canon.encode(same) != canon.encode(other)


def test_a_class_may_say_what_is_written_in_its_place() -> None:
    """However its fields look."""
    assert canon.encode(Wrapped({"a": 2, "b": 1})) == canon.encode((1, 2))
