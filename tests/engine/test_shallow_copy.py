"""Copies of parts of a position have what they had, and change alone."""

from copy import copy
from dataclasses import dataclass, field

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.laws import positions
from lawspeaker_engine.shallow_copy import shallow_copy


@dataclass(slots=True)
class Piece:
    place: int
    marks: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Ship(Piece):
    hold: int = 0


@dataclass(frozen=True, slots=True)
class Rule:
    number: int


@dataclass
class Open:
    """As another's game may have it: without slots."""

    number: int


class OpenShip(Ship):
    """It inherits slots, and has a dictionary beside them."""


@pytest.mark.parametrize("value", [Piece(3, [1]), Ship(3, [1], 4), Rule(5), Open(6), OpenShip(3, [1], 4)])
def test_a_copy_is_another_object_of_the_class_and_equal(value):
    other = shallow_copy(value)
    assert other == value and type(other) is type(value) and other is not value


def test_a_copy_shares_what_it_holds_and_changes_alone():
    ship = OpenShip(3, [1], 4)
    ship.name = "new"
    other = shallow_copy(ship)
    other.place, other.name = 9, "other"
    assert (ship.place, ship.name, ship.marks is other.marks) == (3, "new", True)


@pytest.mark.parametrize("name", GAMES)
def test_states_and_frames_are_copied_as_by_the_standard_library(name):
    for number, (state, *_) in enumerate(positions(GAMES[name], 2, 1, {})):
        if number % 20 == 0:
            for part in (state, *state.agenda):
                assert shallow_copy(part) == copy(part) == part
