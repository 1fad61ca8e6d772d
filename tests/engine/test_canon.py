"""Equal values have equal digests, different ones differ, and a state holds nothing that they do not see."""

from __future__ import annotations

from dataclasses import dataclass, field, make_dataclass
from enum import Enum
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawspeaker_engine import canon
from lawspeaker_engine.dice import Dice
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import Chance
from lawspeaker_engine.setups import make_setup
from tests.games.parley import PARLEY
from tests.sample_sizes import first_quick

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.binary(max_size=8),
    lambda inner: st.lists(inner, max_size=6) | st.lists(inner, max_size=6).map(tuple),
    max_leaves=20,
)


def typed(value: object) -> object:
    """A value with its types spelt out: Python holds True and 1 for equal."""
    return (type(value), [typed(item) for item in value] if isinstance(value, list | tuple) else value)


@given(values, values)
def test_bytes_and_digests_are_equal_exactly_when_values_are(one: object, two: object) -> None:
    """Lists and tuples differ; annotations say which of them a field holds."""
    assert (canon.digest(one) == canon.digest(two)) == (typed(one) == typed(two))
    assert (canon.encode(one) == canon.encode(two)) == (typed(one) == typed(two))


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


@dataclass
class Whole:
    """All kinds of fields."""

    number: int
    sure: bool
    words: list[str]
    rows: list[tuple[int, ...]]
    colour: Colour
    points: list[Point]
    either: Point | Size | None = None
    maybe: int | None = None


@canon.by_identity
@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Kept:
    """An object told apart by identity."""

    numbers: list[int]


class Instead:
    """A class with `__canon__`, which is the same for all objects of one number."""

    def __init__(self, number: int, secret: str) -> None:
        self.number, self.secret = number, secret

    def __canon__(self) -> tuple[int]:
        return (self.number,)


@canon.by_identity
@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Seal:
    """An object told apart by identity, with a field that came later."""

    x: int
    word: str = field(default="", metadata=canon.WHEN_SET)


@dataclass
class Camp:
    """One field, and later ones of each kind, some with defaults that are equal to other values of theirs."""

    units: int
    away: int = field(default=0, metadata=canon.WHEN_SET)
    edition: str = field(default="retail", metadata=canon.WHEN_SET)
    later: bool = field(default=False, metadata=canon.WHEN_SET)
    maybe: int | None = field(default=None, metadata=canon.WHEN_SET)
    pyre: list[int] = field(default_factory=list, metadata=canon.WHEN_SET)
    camps: list[Camp] = field(default_factory=list, metadata=canon.WHEN_SET)
    mixed: bool | int | None = field(default=0, metadata=canon.WHEN_SET)
    pair: tuple[int, int] = field(default=(0, 0), metadata=canon.WHEN_SET)
    seal: Seal = field(default=Seal(1), metadata=canon.WHEN_SET)
    seals: list[Seal] = field(default_factory=lambda: [Seal(1)], metadata=canon.WHEN_SET)


@dataclass
class Land:
    """A class that holds one with later fields, before a field of its own."""

    home: Camp
    points: list[Camp]
    away: int | str = field(default=0, metadata=canon.WHEN_SET)


def whole(**changes: Any) -> Whole:
    return Whole(**{"number": 1, "sure": True, "words": ["a"], "rows": [(1, 2), ()], "colour": Colour.RED,
                    "points": [Point(1, 2)]} | changes)


def test_a_dataclass_is_its_name_and_its_fields_without_caches():
    assert canon.digest(Point(1, 2, {"a": 1})) == canon.digest(Point(1, 2))
    assert len({canon.digest(each) for each in (Point(1, 2), Point(2, 1), Size(1, 2), Point(1, 2**40))}) == 4


@pytest.mark.parametrize("change", [
    {"number": 2}, {"number": True}, {"sure": False}, {"sure": 1}, {"words": ["b"]}, {"words": []},
    {"rows": [(1,), (2,)]}, {"colour": Colour.BLUE}, {"points": []}, {"points": [Point(2, 1)]},
    {"either": Point(1, 2)}, {"either": Size(1, 2)}, {"maybe": 0}, {"maybe": 1},
])
def test_each_field_counts(change):
    assert canon.digest(whole(**change)) != canon.digest(whole())


def test_equal_values_have_equal_digests_whatever_objects_they_are_made_of():
    """A reference of marshal to an earlier object would tell the two apart."""
    row, point = (1000, 2000), Point(5000, 6000)
    same = whole(rows=[row, row], points=[point, point], words=["long words", "long words"])
    parts = whole(rows=[tuple(range(1000, 3000, 1000)) for _ in range(2)], points=[Point(5000, 6000) for _ in range(2)],
                  words=[" ".join(words) for words in [("long", "words")] * 2])
    assert canon.digest(same) == canon.digest(parts)


def test_objects_told_apart_by_identity_and_objects_with_something_in_their_place_count_by_their_value():
    assert canon.digest([Kept([1, 2])]) == canon.digest([Kept([1, 2])])
    assert canon.digest([Kept([1, 2])]) != canon.digest([Kept([1, 3])])
    assert canon.digest(Instead(1, "a")) == canon.digest(Instead(1, "b")) != canon.digest(
        Instead(2, "a"))


few = st.integers(0, 1)
seals = st.builds(Seal, few, st.sampled_from(["", "away"]))
camps = st.recursive(st.builds(Camp, few), lambda inner: st.builds(
    Camp, few, few, st.sampled_from(["retail", ""]), st.booleans(), st.none() | few, st.lists(few, max_size=1),
    st.lists(inner, max_size=2), st.sampled_from([None, 0, 1, True, False]), st.tuples(few, few), seals,
    st.lists(seals, max_size=2)), max_leaves=4)
lands = st.builds(Land, camps, st.lists(camps, max_size=2), few | st.sampled_from(["", "0"]))


@given(st.lists(camps | lands, min_size=2, max_size=20))
def test_fields_that_are_written_when_set_tell_values_apart_exactly_when_they_differ(values):
    for value in values:
        canon.check(value)
    assert len({canon.digest(value) for value in values}) == len({repr(value) for value in values})


def test_no_two_of_all_small_values_with_later_fields_share_their_digest():
    """Values that differ in one field only are rare among random ones."""
    inner = [Camp(1), Camp(1, 1)]
    homes = [Camp(1, *each) for each in product(
        (0, 1), ("retail", ""), (False, True), (None, 0, 1), ([], [0]), ([], inner[:1], inner[1:]),
        (None, 0, 1, False, True), ((0, 0), (0, 1)), (Seal(1), Seal(1, "x")), ([Seal(1)], []))]
    values = [*homes, *(Land(*each) for each in product(inner, ([], inner[:1], inner[1:]), (0, 1, "", "0")))]
    assert len({canon.digest(value) for value in values}) == len(values) == 5784


@given(camps, few, seals)
def test_each_later_field_counts(camp, number, seal):
    changed = [Camp(**vars(camp) | change) for change in (
        {"away": camp.away + 1}, {"edition": camp.edition + "2"}, {"later": not camp.later}, {"maybe": 2 + number},
        {"pyre": [*camp.pyre, 1]}, {"camps": [*camp.camps, Camp(1)]}, {"mixed": number + 2}, {"pair": (2, number)},
        {"seal": Seal(2, seal.word)}, {"seals": [*camp.seals, seal]})]
    assert len({canon.digest(value) for value in (camp, *changed)}) == 11


def test_a_value_without_its_later_fields_has_the_digest_of_the_time_before_them():
    before: Any = make_dataclass("Camp", [("units", int)])
    assert canon.digest(Camp(1)) == canon.digest(before(1))
    assert canon.digest([Land(Camp(1), [Camp(2)]), Seal(1)]) == canon.digest(
        [("Land", ("Camp", 1), [("Camp", 2)]), canon.by_identity(make_dataclass(
            "Seal", [("x", int)], frozen=True, eq=False, slots=True, weakref_slot=True))(1)])


def test_later_fields_follow_the_others_by_name_and_where_they_stand_among_them_does_not_count():
    assert canon.digest(Camp(1, 2, pyre=[3])) == canon.digest(("Camp", 1, "away", 2, "pyre", [3]))


def test_a_class_without_later_fields_costs_nothing_more():
    assert " + " not in canon._tuple_of("value", Whole)


def test_a_field_that_is_written_when_set_needs_a_default():
    with pytest.raises(TypeError, match="away is marked WHEN_SET and has no default"):
        canon.digest(make_dataclass("Camp", [("away", int, field(metadata=canon.WHEN_SET))])(1))


@dataclass
class Branch:
    """A class that holds its own objects, in lists of lists."""

    number: int
    branches: list[list[Branch]]


def test_a_class_may_hold_its_own_objects():
    tree = Branch(1, [[Branch(2, []), Branch(3, [[Branch(4, [])]])], []])
    assert canon.digest(tree) == canon.digest(
        ("Branch", 1, [[("Branch", 2, []), ("Branch", 3, [[("Branch", 4, [])]])], []]))


@dataclass
class Inexact:
    """A class with a float."""

    share: float


@dataclass
class Around:
    """A class that holds one with a float."""

    parts: list[Inexact]


@dataclass
class Unordered:
    """A class with a set inside a list."""

    names: list[set[str]]


@pytest.mark.parametrize(("value", "words"), [
    (1.5, "float"), ({1}, "set"), ({1: 2}, "dict"), ([1, {2}], "set"), (object(), "object"),
    (Inexact(1.0), "Inexact.share"), (Around([]), "Inexact.share"), (Unordered([]), "Unordered.names"),
])
def test_what_has_no_plain_form_is_refused_with_its_place(value, words):
    with pytest.raises(TypeError, match=words):
        canon.digest(value)


@pytest.mark.parametrize(("value", "place"), [
    (whole(number=1.0), "value.number is 1.0"), (whole(number=True), "value.number is True"),
    (whole(sure=1), "value.sure is 1"), (whole(rows=[[1, 2]]), "value.rows"), (whole(rows=((1, 2),)), "value.rows"),
    (whole(rows=[(1, 2.0)]), "value.rows"), (whole(points=[Point(1, 2.0)]), r"value.points\[0\].y is 2.0"),
    (whole(points=[Size(1, 2)]), "value.points is .Size"),
    (Camp(1, away=True), "value.away is True"), (Camp(1, later=0), "value.later is 0"),
    (Camp(1, camps=[Size(1, 2)]), "value.camps is .Size"),  # type: ignore[list-item] # what check is for
    (Camp(1, camps=[Camp(1, pair=(1, 2.0))]), r"value.camps\[0\].pair is"),
    (whole(either={1}), "value.either is a set"), (whole(maybe=False), "value.maybe"), (2.5, "value is a float"),
])
def test_the_check_finds_what_the_digest_does_not_look_at(value, place):
    canon.check(whole())
    canon.check(Camp(1, 1, "b", True, 1, [2], [Camp(1), Camp(2, 3)], False, (1, 2), Seal(2), [Seal(1, "x")]))
    with pytest.raises(TypeError, match=place):
        canon.check(value)


def test_the_digest_is_pinned_for_ever():
    assert canon.digest(whole(either=Size(2**40, -(2**40)), maybe=-1)).hex() == PINNED
    assert canon.digest(["\u00e9", b"\xff", None, 2**31, -(2**31), (), True, [Kept([1])]]).hex() == PINNED_PLAIN
    land = Land(Camp(1, 2, later=True), [Camp(1, camps=[Camp(2, maybe=1)], seal=Seal(2, "x"))], "b")
    assert canon.digest(land).hex() == PINNED_SET


PINNED = "0bf8f58c20a4e77cf7100699ceaa243e"
PINNED_SET = "1ded9f8feb73db8111f80a9546bb5fe2"
PINNED_PLAIN = "e7f2d9764a9705f952b06055995ce2db"


@pytest.mark.parametrize("players", first_quick(1, [2, 4]))
@pytest.mark.parametrize("name", first_quick(2, [PARLEY.name, *sorted(GAMES, reverse=True)]))
def test_states_of_a_game_hold_what_the_digest_sees_and_their_copies_have_equal_ones(name, players):
    game: Any = PARLEY if name == PARLEY.name else GAMES[name]
    random, dice = Random(0), Dice(bytes(32))
    found = set()
    state = game.setup(make_setup(game, players))
    while question := game.pending(state):
        canon.check(state, f"{name} state")
        found.add(canon.digest(state))
        assert canon.digest(game.copy(state)) in found
        if isinstance(question, Chance):
            answers = (dice.answer(question),)
        else:
            answers = tuple(tuple(random.sample(range(len(each.options)), random.randint(each.least, each.most)))
                            for each in question)
        game.apply(state, answers)
    assert len(found) > 5


@pytest.mark.parametrize("flags", [{"eq": False}, {"frozen": True},
                                   {"frozen": True, "eq": False, "slots": True}])
def test_only_what_never_changes_and_is_not_compared_can_be_told_apart_by_identity(flags):
    with pytest.raises(TypeError, match="Seal must be @dataclass"):
        canon.by_identity(make_dataclass("Seal", [("x", int)], **flags))
