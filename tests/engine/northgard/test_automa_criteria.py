"""The criteria by which the Automa chooses (AUTO-CRIT-*, AUTO-PRIO-*); in each position one criterion decides alone."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.grid import cell_at
from lawspeaker_engine.games.northgard.modules.automa_criteria import (
    CRITERIA,
    EXPLORE,
    NO_WAY,
    RECRUIT,
    distance,
    narrow,
    one_of,
    pick,
)
from lawspeaker_engine.games.northgard.options import Cell, Territory

from .positions import graph, inline_tile, offered, territory_at, tiles_map
from .solo import leader, part, settle, solo, tell


def chosen(state, names, words):
    """The names of the territories that the criteria leave."""
    left = narrow(state, names.values(), words)
    return {name for name, territory in names.items() if territory in left}


@pytest.mark.parametrize(("word", "one", "other"), [
    ("R+", {"food": 1, "wood": 1}, {"lore": 1}),
    ("R+", {"b": ("food_silo",)}, {}),
    ("R-", {"lore": 1}, {"food": 1, "wood": 1}),
    ("F+", {"b": ("food_silo",)}, {"wood": 3}),
    ("W+", {"b": ("woodcutter_lodge",)}, {"food": 3}),
    ("B+", {"b": ("altar_of_kings",)}, {"b": ("food_silo", "training_camp")}),
    ("B-", {"b": ("food_silo", "training_camp")}, {"b": ("altar_of_kings",)}),
    ("S+", {"size": 3}, {"size": 2}),
    ("S-", {"size": 2}, {"size": 3}),
    ("P+", {"small": 1, "carved": 1, "large": 1}, {"small": 2}),
    ("P-", {"small": 2}, {"small": 1, "carved": 1, "large": 1}),
])
def test_AUTO_CRIT_RES_AUTO_CRIT_FOOD_AUTO_CRIT_WOOD_AUTO_CRIT_BPTS_AUTO_CRIT_SIZE_AUTO_CRIT_SPACES_what_it_prefers(
    word, one, other,
):
    state = solo()
    names = graph(state, {"one": one, "other": other})
    assert chosen(state, names, word) == {"one"}
    assert chosen(state, {"other": names["other"], "one": names["one"]}, word) == {"one"}


@pytest.mark.parametrize(("word", "one", "other"), [
    ("T+", {"b": ("training_camp",)}, {"b": ("food_silo",)}),
    ("T-", {"b": ("food_silo",)}, {"b": ("training_camp",)}),
    ("C", {"open": 0}, {"open": 1}),
    ("o", {"open": 1}, {"open": 0}),
    ("U+", {"own": 1, "u": 3}, {"own": 1, "u": 2}),
    ("U-", {"own": 0, "u": 2}, {"own": 0, "u": 3}),
])
def test_AUTO_CRIT_CAMPS_AUTO_CRIT_OPEN_AUTO_CRIT_CLOSED_AUTO_CRIT_UNITS_what_it_prefers(word, one, other):
    state = solo()
    names = graph(state, {"one": one, "other": other})
    assert chosen(state, names, word) == {"one"}
    assert chosen(state, {"other": names["other"], "one": names["one"]}, word) == {"one"}


def test_AUTO_PRIO_02_every_direction_is_a_criterion():
    words = "R+ R- B+ B- S+ S- U+ U- P+ P- O+ O- T+ T- F+ W+ L nL xL C o near far N S E W"
    assert set(CRITERIA) == set(words.split(" "))


def test_AUTO_CRIT_UNITS_leaders_are_counted():
    state = solo()
    names = graph(state, {"led": {"own": 1, "u": 2}, "units": {"own": 1, "u": 2}})
    leader(state, 1, names["led"])
    assert chosen(state, names, "U+") == {"led"}


def test_AUTO_CRIT_LEADER_there_beside_and_not_there():
    state = solo()
    names = graph(state, {"here": {"own": 1, "u": 1}, "beside": {"own": 1, "u": 1}, "away": {"own": 1, "u": 1},
                          "beyond": {"own": 1, "u": 1}},
                  [("here", "beside", "rough"), ("here", "beyond", "impassable")])
    leader(state, 2, names["here"])
    assert chosen(state, names, "L") == {"here"}
    assert chosen(state, names, "nL") == {"beside"}
    assert chosen(state, names, "xL") == {"beside", "away", "beyond"}


@pytest.mark.parametrize(("border", "far"), [("rough", 4), ("regular", 3)])
def test_TC_SOLO_03_AUTO_CRIT_DIST_AMB_A18_a_rough_border_counts_two(border, far):
    state = solo()
    names = graph(state, {"E": {"own": 1, "u": 1}, "B": {}, "D": {}, "G": {"own": 0, "u": 1}},
                  [("E", "B", border), ("B", "D", "regular"), ("D", "G", "regular")])
    assert distance(state, names["E"]) == far


def test_AUTO_CRIT_DIST_the_shortest_way_counts_and_near_and_far_are_its_two_directions():
    state = solo()
    names = graph(state, {"near": {"own": 1, "u": 1}, "far": {"own": 1, "u": 1}, "man": {"own": 0, "u": 1}, "way": {}},
                  [("near", "man", "rough"), ("far", "man", "impassable"), ("far", "way", "rough"),
                   ("way", "man", "regular"), ("near", "far", "rough")])
    assert [distance(state, names[name]) for name in ("near", "far", "man")] == [2, 3, 0]
    two = {name: names[name] for name in ("near", "far")}
    assert chosen(state, two, "near") == {"near"}
    assert chosen(state, two, "far") == {"far"}


def test_AMB_A21_without_a_way_the_distance_is_infinite():
    state = solo()
    names = graph(state, {"island": {"own": 1, "u": 1}, "man": {"own": 0, "u": 1}}, [("island", "man", "impassable")])
    assert distance(state, names["island"]) == NO_WAY
    assert chosen(state, names, "far") == {"island"}


HALVES = inline_tile("halves", {"n": "NE", "s": "SW"}, regular="n-s")
FIELD = inline_tile("field", {"all": "NESW"})


def test_AUTO_CRIT_NSEW_AMB_A17_the_extreme_cell_of_a_territory_counts():
    state = solo()
    state.board = tiles_map([(HALVES, 0, 0, 0), (FIELD, 0, 1, 0), (FIELD, 0, 2, 0), (FIELD, 0, -1, 0)])
    names = {"upper": territory_at(state.board, 0, 0, "N"), "lower": territory_at(state.board, 0, 0, "S")}
    assert chosen(state, names, "N") == {"upper"}
    assert chosen(state, names, "S") == {"lower"}
    state.board.lay(state.board.laid[1][0], 1, 0, 0)
    state.board.lay(state.board.laid[1][0], -1, 0, 0)
    assert chosen(state, names, "E") == {"upper"}
    assert chosen(state, names, "W") == {"lower"}


def test_AUTO_CRIT_OPENINGS_each_cell_counts_once():
    state = solo()
    state.board = tiles_map([(HALVES, 0, 0, 0), (FIELD, 0, 1, 0)])
    upper, lower = territory_at(state.board, 0, 0, "N"), territory_at(state.board, 0, 0, "S")
    # upper: west, north and east of the field, and the cell east of the halves; lower: two cells.
    assert [CRITERIA["O+"](state, each) for each in (upper, lower)] == [4, 2]
    assert narrow(state, [lower, upper], "O+") == [upper]
    assert narrow(state, [lower, upper], "O-") == [lower]


def test_AUTO_PRIO_01_each_criterion_breaks_the_ties_of_those_before_it():
    state = solo()
    names = graph(state, {"a": {"food": 2, "size": 1}, "b": {"food": 2, "size": 2}, "c": {"food": 1, "size": 3}})
    assert chosen(state, names, "R+") == {"a", "b"}
    assert chosen(state, names, "R+ S+") == {"b"}
    assert chosen(state, names, "S+ R+") == {"c"}


def test_AUTO_PRIO_03_the_human_decides_what_is_still_tied():
    state = solo()
    names = graph(state, {"a": {"food": 1}, "b": {"food": 2}, "c": {"food": 2}})
    assert pick(state, RECRUIT, names.values(), "R+") is None
    assert [(decision.seat, decision.prompt) for decision in settle(state)] == [(0, RECRUIT)]
    assert offered(state) == [Territory(names["b"]), Territory(names["c"])]
    tell(state, Territory(names["c"]))
    assert pick(state, RECRUIT, names.values(), "R+") == names["c"]
    assert pick(state, RECRUIT, names.values(), "R+") is None  # it was said once


def test_AUTO_PRIO_03_the_first_one_is_taken_by_option():
    state = solo(automa_ties="first")
    names = graph(state, {"a": {"food": 1}, "b": {"food": 2}, "c": {"food": 2}})
    assert pick(state, RECRUIT, names.values(), "R+") == names["b"]
    assert not state.agenda


def test_AUTO_PRIO_03_a_tie_of_cells_is_asked_for_by_their_places():
    state = solo()
    assert one_of(state, EXPLORE, [cell_at(0, 2), cell_at(3, -1)]) is None
    settle(state)
    assert offered(state) == [Cell(0, 2), Cell(3, -1)]
    tell(state, Cell(3, -1))
    assert one_of(state, EXPLORE, [cell_at(0, 2), cell_at(3, -1)]) == cell_at(3, -1)
    assert part(state).choice == -1
