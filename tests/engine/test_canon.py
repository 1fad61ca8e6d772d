"""Equal values have equal canonical bytes, different ones differ, and what has no order is refused."""

from __future__ import annotations

from dataclasses import dataclass, field, make_dataclass
from enum import Enum
from itertools import product
from typing import Any

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


@dataclass
class Camp:
    """Numbers, and fields that came later: written in the array of the object that holds it."""

    units: int
    rows: list[int]
    away: int = field(default=0, metadata=canon.WHEN_SET)
    pyre: list[int] = field(default_factory=list, metadata=canon.WHEN_SET)


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Seal:
    """Told apart by identity."""

    x: int
    word: str = field(default="", metadata=canon.WHEN_SET)


@dataclass
class Land:
    """All places in which a field that came later can stand."""

    year: int
    home: Camp
    camps: list[Camp]
    next: Land | Seal | None = None
    edition: str = field(default="retail", metadata=canon.WHEN_SET)
    mixed: bool | int | None = field(default=0, metadata=canon.WHEN_SET)
    more: list[Any] = field(default_factory=lambda: [Camp(1, [])], metadata=canon.WHEN_SET)


few = st.integers(0, 1)
camps = st.builds(Camp, few, st.lists(few, max_size=1), few, st.lists(few, max_size=1))
lands = st.recursive(
    st.none() | st.builds(Seal, few, st.sampled_from(["", "away"])),
    lambda inner: st.builds(
        Land, few, camps, st.lists(camps, max_size=2), inner, st.sampled_from(["retail", "", "mixed"]),
        st.sampled_from([None, 0, 1, True, False]), st.lists(camps, max_size=2)),
    max_leaves=3)


@given(st.lists(lands, min_size=2, max_size=20))
def test_fields_that_are_written_when_set_tell_values_apart_exactly_when_they_differ(values: list[Any]) -> None:
    """Wherever they stand: in the object, in its array, in lists, by identity."""
    assert len({canon.encode(value) for value in values}) == len({repr(value) for value in values})
    assert len({canon.encode([value, None]) for value in values}) == len({repr(value) for value in values})


def test_no_two_of_all_small_values_with_later_fields_share_their_bytes() -> None:
    """Values that differ in one field only are rare among random ones."""
    some = [Camp(1, [], *later) for later in product((0, 1), ([], [0]))]
    lists = [[], some[:1], some[1:2], some[:2], some[1::-1], some[2:]]
    inner = [Land(1, home, [], edition=edition) for home in some[:2] for edition in ("retail", "")]
    values = [Land(1, *each) for each in product(
        some, lists, [None, Seal(0), Seal(0, "away"), *inner], ["retail", ""], [None, 0, 1, False, True], lists[:3])]
    assert len({canon.encode(value) for value in values}) == len(values) == 5040


CAMP_BEFORE: Any = make_dataclass("Camp", [("units", int), ("rows", list[int])])
LAND_BEFORE = make_dataclass("Land", [
    ("year", int), ("home", CAMP_BEFORE), ("camps", list[CAMP_BEFORE]), ("next", Any, None)])
SEAL_BEFORE = make_dataclass("Seal", [("x", int)], frozen=True, slots=True, eq=False, weakref_slot=True)


def as_before(value: Any) -> Any:
    """A value of the classes as they were before the fields came."""
    if isinstance(value, Land):
        return LAND_BEFORE(value.year, as_before(value.home), list(map(as_before, value.camps)), as_before(value.next))
    if isinstance(value, Camp):
        return CAMP_BEFORE(value.units, value.rows)
    return SEAL_BEFORE(value.x) if isinstance(value, Seal) else value


def without(value: Any) -> Any:
    """A value whose later fields all have their defaults."""
    if isinstance(value, Land):
        return Land(value.year, without(value.home), list(map(without, value.camps)), without(value.next))
    if isinstance(value, Camp):
        return Camp(value.units, value.rows)
    return Seal(value.x) if isinstance(value, Seal) else value


@given(lands)
def test_a_value_without_its_later_fields_has_the_bytes_of_the_time_before_them(value: Any) -> None:
    """So a class may get fields, and its old records verify."""
    assert canon.encode(without(value)) == canon.encode(as_before(value))


def test_where_a_later_field_stands_among_the_others_does_not_count() -> None:
    """It is written by its name: another one may be put before it."""
    def camp(*later: tuple[str, type, Any]) -> Any:
        return make_dataclass("Camp", [("units", int), *later])(1, away=2)

    away, new = (("away", int, field(default=0, metadata=canon.WHEN_SET)),
                 ("new", int, field(default=0, metadata=canon.WHEN_SET)))
    assert canon.encode(camp(away)) == canon.encode(camp(new, away)) == canon.encode(camp(away, new))


def test_a_field_that_is_written_when_set_needs_a_default() -> None:
    """Else nothing would say when it is set."""
    with pytest.raises(TypeError, match="away is marked WHEN_SET and has no default"):
        canon.encode(make_dataclass("Camp", [("away", int, field(metadata=canon.WHEN_SET))])(1))


def test_the_digest_of_set_fields_is_pinned_for_ever() -> None:
    """Old records verify only while this stays."""
    land = Land(1, Camp(1, [2], away=3), [Camp(1, []), Camp(2, [], pyre=[4])], Seal(1, "x"), edition="prototype")
    assert canon.digest(land).hex() == PINNED_SET


PINNED_SET = "ed490ef8146fb4954b3e1e2dea529d16"
