"""The actions on Automa cards (AUTO-REC-01, AUTO-BUILD-01, AUTO-EXP-*, AUTO-MOVE-*)."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.modules.automa_actions import Build, Either, Explore, Recruit
from lawspeaker_engine.games.northgard.modules.automa_cards import AUTOMA_CARDS
from lawspeaker_engine.games.northgard.modules.automa_moves import LEADERS, MoveLeader, MoveUnit, destinations
from lawspeaker_engine.games.northgard.modules.automa_part import AUTOMA, HUMAN
from lawspeaker_engine.games.northgard.options import Cell, Territory, Tile

from .positions import graph, inline_tile, occupy, offered, roll, territory_at, tiles_map
from .solo import begin, leader, rolled, settle, solo, tell

TO, FROM = "near B+ U- R+ P+ S+", "nL xL U+ far R- S-"
FIELD = inline_tile("field", {"all": "NESW"})


def figures(state, territory):
    """How many units stand there, and which Leaders."""
    leaders = [LEADERS.index(each) + 1 for each in state.special_figures(AUTOMA, territory)]
    return state.board.units[territory], leaders


# Recruit and Build.


def test_AUTO_REC_01_leaders_come_first_then_units_into_the_territory_of_the_criteria():
    state = solo()
    names = graph(state, {"poor": {"own": 1, "u": 1}, "rich": {"own": 1, "u": 1, "food": 2}})
    begin(state, Recruit(3, 1, "R+"))
    assert figures(state, names["rich"]) == (2, [1, 2])
    assert figures(state, names["poor"]) == (1, [])


def test_AUTO_REC_01_it_needs_figures_in_the_reserve():
    state = solo()
    names = graph(state, {"A": {"own": 1, "u": 13}})
    leader(state, 1, names["A"])
    assert Recruit(2, 2, "R+").possible(state)
    leader(state, 2, names["A"])
    assert not Recruit(2, 2, "R+").possible(state)
    begin(state, Recruit(2, 1, "R+"))
    assert figures(state, names["A"]) == (14, [1, 2])
    assert not Recruit(1, 1, "R+").possible(state)


def test_AUTO_REC_01_training_camps_add_theirs():
    state = solo()
    names = graph(state, {"A": {"own": 1, "u": 1, "b": ("training_camp",)}})
    begin(state, Recruit(1, 1, "R+"))
    assert figures(state, names["A"]) == (1, [1, 2])


def test_AMB_A13_without_a_figure_on_the_map_it_recruits_in_neutral_land():
    state = solo()
    names = graph(state, {"H": {"own": 0, "u": 1, "food": 3}, "none": {}, "some": {"food": 1}})
    begin(state, Recruit(2, 1, "R+"))
    assert figures(state, names["some"]) == (0, [1, 2])


@pytest.mark.parametrize(("building", "wood", "cost"), [("food_silo", 1, 1), ("fortress", 3, 3)])
def test_AUTO_BUILD_01_it_pays_and_builds_in_the_territory_of_the_criteria(building, wood, cost):
    state = solo()
    names = graph(state, {"small": {"own": 1, "u": 1, "small": 1, "large": 1, "size": 1},
                          "wide": {"own": 1, "u": 1, "small": 1, "large": 1, "size": 2},
                          "none": {"own": 1, "u": 1, "size": 3}})
    state.players[AUTOMA].resources = [9, wood - 1, 9]
    assert not Build(building, "S+").possible(state)
    state.players[AUTOMA].resources = [9, wood, 9]
    begin(state, Build(building, "S+"))
    assert len(state.board.buildings[names["wide"]]) == 1
    assert state.players[AUTOMA].resources == [9, wood - cost, 9]
    assert Build(building, "S+").possible(state) is False


def test_AUTO_BUILD_01_not_twice_in_a_territory_and_on_a_plain_space_first():
    state = solo()
    names = graph(state, {"A": {"own": 1, "u": 1, "small": 1, "carved": 1}})
    state.players[AUTOMA].resources = [0, 9, 0]
    begin(state, Build("defense_tower", "S+"))
    assert (state.board.small[names["A"]], state.board.carved[names["A"]]) == (0, 1)
    assert not Build("defense_tower", "S+").possible(state)


def test_AMB_A14_what_is_built_is_printed_and_the_second_one_comes_if_the_first_cannot():
    state = solo()
    graph(state, {"A": {"own": 1, "u": 1, "small": 2}})
    either = Either((Build("carved_stone", "S+"), Build("defense_tower", "S+")))
    state.players[AUTOMA].resources = [0, 9, 0]
    begin(state, either)
    assert [code >> 2 for code in state.board.buildings[0]] == [3]
    silo = Either((Build("food_silo", "S+"), Build("woodcutter_lodge", "S+")), if_wood_at_least_food=True)
    state.players[AUTOMA].resources = [9, 8, 0]
    begin(state, silo)
    assert [code >> 2 for code in state.board.buildings[0]] == [1, 3]


def test_AUTO_COMP_01_AMB_A19_fifteen_cards_of_two_actions_and_two_leaders():
    assert len(AUTOMA_CARDS) == 15
    assert all(len(row.actions) == 2 for row in AUTOMA_CARDS)
    assert len(LEADERS) == 2
    assert sum(row.flash for row in AUTOMA_CARDS) == 5
    assert sum(row.passes for row in AUTOMA_CARDS) == 4


# Explore.


def explorer(*entries, extra=()):
    """A map; nothing but these tiles is in the pile."""
    state = solo()
    state.board = tiles_map(entries, *extra)
    ids = [tile.id for tile in state.board.printed]
    state.pile = sorted(ids.index(tile.id) for tile in extra)
    return state, ids


FOOD = inline_tile("food", {"n": "N", "rest": "ESW"}, regular="n-rest", n={"food": 2}, rest={"wood": 1})


def test_AUTO_EXP_01_AMB_A23_the_territory_by_the_criteria_then_the_cell_by_the_compass():
    state, _ = explorer((FIELD, 0, 0, 0), extra=(FIELD,))
    occupy(state, AUTOMA, 0)
    for direction, place in (("N", (0, 1)), ("S", (0, -1)), ("E", (1, 0)), ("W", (-1, 0))):
        tried = state.copy()
        begin(tried, Explore(f"S+ {direction}", "rot"))
        assert tried.board.laid[-1][1:] == (*place, 0)


def test_AUTO_EXP_01_AMB_A23_the_human_decides_between_cells_that_are_still_tied():
    state, _ = explorer((FIELD, 0, 0, 0), (FIELD, 1, 0, 0), extra=(FIELD,))
    occupy(state, AUTOMA, 0)
    begin(state, Explore("S+ N", "rot"))
    assert offered(state) == [Cell(0, 1), Cell(1, 1)]
    tell(state, Cell(1, 1))
    assert state.board.laid[-1][1:] == (1, 1, 0)


def test_AUTO_EXP_01_it_needs_an_open_territory_of_its_own_and_a_tile():
    state, _ = explorer((FIELD, 0, 0, 0), extra=(FIELD,))
    occupy(state, HUMAN, 0)
    assert not Explore("N", "rot").possible(state)
    state.board.owner[0] = AUTOMA
    assert Explore("N", "rot").possible(state)
    state.pile = []
    assert not Explore("N", "rot").possible(state)


@pytest.mark.parametrize(("turn", "rotation"), [("rot", 0), ("F+ rot", 2), ("R+ rot", 2), ("W+ rot", 0)])
def test_AUTO_EXP_02_AUTO_CRIT_ROT_the_tile_is_turned_until_the_criteria_are_met(turn, rotation):
    """The tile comes north of the territory, which meets its south side; corners must fit, so the map is one column."""
    state, ids = explorer((FIELD, 0, 0, 0), extra=(FOOD,))
    occupy(state, AUTOMA, 0)
    begin(state, Explore("N", turn))
    assert state.board.laid[-1] == (ids.index("food"), 0, 1, rotation)


CROSS = inline_tile("cross", {"n": "N", "e": "E", "s": "S", "w": "W"}, regular="n-e e-s s-w w-n")


def test_AUTO_EXP_03_a_tile_that_fits_in_no_rotation_goes_under_the_pile():
    """In the corner between three tiles no border may end, so the cross does not fit."""
    state, ids = explorer((FIELD, 0, 0, 0), (FIELD, 1, 0, 0), (FOOD, 1, 1, 0), extra=(CROSS, FOOD, FIELD))
    occupy(state, AUTOMA, 0)
    state.pile = sorted([ids.index("cross"), ids.index("field")])
    begin(state, Explore("N W", "rot"))
    rolled(state, Tile(ids.index("cross")))
    assert state.board.laid[-1] == (ids.index("field"), 0, 1, 0)
    assert state.bottom == [ids.index("cross")]


def test_AUTO_EXP_04_AMB_A16_closing_gives_fame_to_the_automa_for_its_own_territories_alone():
    lid = inline_tile("lid", {"s": "S", "rest": "NEW"}, regular="s-rest")
    pocket = inline_tile("pocket", {"n": "N", "rest": "ESW"}, regular="n-rest")
    state, _ = explorer((pocket, 0, 0, 0), extra=(lid,))
    own = territory_at(state.board, 0, 0, "N")
    occupy(state, AUTOMA, own)
    begin(state, Explore("N", "C rot"))
    assert state.board.closed(own)
    assert [player.fame for player in state.players] == [0, 2]


# Moves.


def test_AUTO_MOVE_05_exactly_one_unit_to_a_friendly_or_neutral_territory():
    state = solo()
    names = graph(state, {"A": {"own": 1, "u": 3}, "own": {"own": 1, "u": 1}, "none": {"food": 1},
                          "H": {"own": 0, "u": 1, "food": 9}, "wall": {"food": 9}},
                  [("A", "own", "regular"), ("A", "none", "rough"), ("A", "H", "regular"), ("A", "wall", "impassable")])
    begin(state, MoveUnit("U+", "R+"))
    assert (state.board.units[names["A"]], state.board.units[names["none"]]) == (2, 1)  # AUTO-MOVE-02 too
    assert state.board.owner[names["none"]] == AUTOMA


def test_AUTO_MOVE_01_AUTO_MOVE_04_a_figure_stays_where_one_leaves():
    state = solo()
    names = graph(state, {"A": {"own": 1, "u": 1}, "none": {}}, [("A", "none", "regular")])
    assert not MoveUnit("U+", "R+").possible(state)
    leader(state, 1, names["A"])
    begin(state, MoveUnit("U+", "R+"))
    assert (figures(state, names["A"]), figures(state, names["none"])) == ((0, [1]), (1, []))
    assert not MoveUnit("U+", "R+").possible(state)  # a Leader is no unit


def test_AUTO_MOVE_02_rough_borders_cost_nothing_more():
    state = solo()
    names = graph(state, {"A": {"own": 1, "u": 3}, "none": {}}, [("A", "none", "rough")])
    leader(state, 1, names["A"])
    begin(state, MoveLeader(1, FROM, TO))
    assert figures(state, names["none"]) == (1, [1])


def test_AUTO_MOVE_03_AUTO_MOVE_04_a_leader_alone_needs_reinforcement():
    state = solo()
    names = graph(state, {"A": {}, "B": {"own": 1, "u": 1}, "none": {}},
                  [("A", "B", "regular"), ("A", "none", "regular")])
    leader(state, 1, names["A"])
    assert not MoveLeader(1, FROM, TO).possible(state)
    assert not MoveLeader(2, FROM, TO).possible(state)  # in the reserve
    occupy(state, AUTOMA, names["B"])
    assert MoveLeader(1, FROM, TO).possible(state)


@pytest.mark.parametrize(("units", "comes"), [(2, 1), (3, 2), (5, 3)])
def test_AUTO_MOVE_06_AMB_A07_half_of_the_units_rounded_up_reinforce(units, comes):
    """Then half of all figures go, Leader included, rounded up."""
    state = solo()
    names = graph(state, {"A": {"own": 1, "u": 1}, "giver": {"own": 1, "u": units}, "none": {}},
                  [("A", "giver", "rough"), ("A", "none", "regular")])
    leader(state, 1, names["A"])
    begin(state, MoveLeader(1, FROM, "R+ o U-"))
    assert state.board.units[names["giver"]] == units - comes
    figures_there = 2 + comes
    assert figures(state, names["none"]) == ((figures_there + 1) // 2 - 1, [1])


def test_AUTO_MOVE_06_which_one_reinforces_and_the_other_leader_stays():
    state = solo()
    names = graph(state, {"A": {"own": 1, "u": 1}, "few": {"own": 1, "u": 2}, "one": {"own": 1, "u": 1},
                          "many": {"own": 1, "u": 2}, "none": {}},
                  [("A", "few", "regular"), ("A", "one", "regular"), ("A", "many", "regular"),
                   ("A", "none", "regular")])
    leader(state, 1, names["A"])
    leader(state, 2, names["many"])
    begin(state, MoveLeader(1, "U+", "R+ U-"))
    assert figures(state, names["many"]) == (1, [2])
    assert state.board.units[names["few"]] == 2


def test_AUTO_MOVE_07_the_leader_moves_by_the_criteria_and_the_human_decides_a_tie():
    state = solo()
    names = graph(state, {"A": {"own": 1, "u": 1}, "rich": {"food": 2}, "richer": {"wood": 2}, "poor": {}},
                  [("A", name, "regular") for name in ("rich", "richer", "poor")])
    leader(state, 1, names["A"])
    begin(state, MoveLeader(1, FROM, "R+"))
    assert offered(state) == [Territory(names["rich"]), Territory(names["richer"])]
    tell(state, Territory(names["richer"]))
    assert figures(state, names["richer"]) == (0, [1])


def attack(units, defenders, other_leader=False):
    """Leader 1 with these units beside the human's, and what it attacks with; None if it cannot."""
    state = solo()
    names = graph(state, {"S": {"own": 1, "u": units}, "T": {"own": 0, "u": defenders}}, [("S", "T", "regular")])
    leader(state, 1, names["S"])
    if other_leader:
        leader(state, 2, names["S"])
    if not MoveLeader(1, FROM, TO).possible(state):
        return None
    begin(state, MoveLeader(1, FROM, TO))
    return state.battles[0].units if state.battles else None


@pytest.mark.parametrize(("units", "defenders", "go"), [(5, 2, 3), (9, 3, 4), (3, 3, 2), (2, 3, 1), (1, 1, None)])
def test_TC_SOLO_02_AUTO_MOVE_08_at_most_two_more_than_the_defenders_and_never_alone(units, defenders, go):
    """`go` units with the Leader; one figure stays behind (AUTO-MOVE-01)."""
    assert attack(units, defenders) == go


def test_AUTO_MOVE_08_the_other_leader_may_be_the_one_who_stays():
    assert attack(1, 1, other_leader=True) == 1


def test_TC_SOLO_01_AUTO_COMBAT_02_AUTO_COMBAT_03_the_example_of_the_rules():
    state = solo()
    names = graph(state, {"S": {"own": 1, "u": 5}, "T": {"own": 0, "u": 2, "b": ("fortress",)}},
                  [("S", "T", "regular")])
    leader(state, 1, names["S"])
    state.players[AUTOMA].resources = [3, 0, 0]
    state.players[HUMAN].resources = [5, 0, 0]
    begin(state, MoveLeader(1, FROM, TO))
    assert state.battles[0].units == 3
    assert state.board.units[names["S"]] == 2
    asked = settle(state)[0]
    assert (asked.seat, asked.prompt, len(asked.options)) == (HUMAN, "combat.food", 3)
    combat = state.agenda[-1]
    assert (combat.points, combat.food) == ((7, 4), (3, 0))
    tell(state, 2)
    roll(state, "2C")


@pytest.mark.parametrize(("units", "go"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_AUTO_MOVE_09_AMB_A08_half_of_the_figures_into_neutral_land_the_leader_even_alone(units, go):
    state = solo()
    names = graph(state, {"A": {"own": 1, "u": units}, "none": {}}, [("A", "none", "regular")])
    leader(state, 1, names["A"])
    begin(state, MoveLeader(1, FROM, TO))
    assert figures(state, names["none"]) == (go, [1])


@pytest.mark.parametrize(("units", "go"), [(1, 0), (4, 3)])
def test_AUTO_MOVE_10_all_but_one_unit_into_friendly_land(units, go):
    """The target has a single figure, so it cannot reinforce."""
    state = solo()
    names = graph(state, {"A": {"own": 1, "u": units}, "B": {"own": 1, "u": 1}}, [("A", "B", "regular")])
    leader(state, 1, names["A"])
    begin(state, MoveLeader(1, FROM, TO))
    assert figures(state, names["B"]) == (1 + go, [1])


def test_AUTO_MOVE_11_leaders_never_go_together_and_meet_only_if_there_is_no_other_place():
    state = solo()
    names = graph(state, {"A": {"own": 1, "u": 3}, "B": {"own": 1, "u": 1, "food": 9}, "none": {}},
                  [("A", "B", "regular"), ("A", "none", "regular")])
    leader(state, 1, names["A"])
    leader(state, 2, names["B"])
    assert destinations(state, LEADERS[0]) == [names["none"]]
    state.board.neighbours[names["A"]] = ((names["B"], 1),)
    assert destinations(state, LEADERS[0]) == [names["B"]]
    begin(state, MoveLeader(1, "U-", TO))
    assert figures(state, names["B"])[1] == [1, 2]
    begin(state, MoveLeader(1, FROM, TO))
    assert figures(state, names["A"])[1] == [1]
    assert figures(state, names["B"])[1] == [2]
