"""Creatures treat the Automa as neutral; an option says if their land forbids it what it forbids players (AMB-A24)."""

from __future__ import annotations

from typing import Any

import pytest

from lawspeaker_engine.games.northgard import moments
from lawspeaker_engine.games.northgard.actions.combat import CREATURE, Combat
from lawspeaker_engine.games.northgard.actions.explore import can_explore, placements
from lawspeaker_engine.games.northgard.actions.move import MoveUnits
from lawspeaker_engine.games.northgard.actions.retreat import places
from lawspeaker_engine.games.northgard.modules.automa_actions import AutomaExplore, Build, Explore, Recruit
from lawspeaker_engine.games.northgard.modules.automa_moves import MoveLeader, MoveUnit
from lawspeaker_engine.games.northgard.modules.automa_part import AUTOMA, HUMAN
from lawspeaker_engine.games.northgard.modules.automa_setup import PlaceLeader
from lawspeaker_engine.games.northgard.modules.creature_acts import CreaturePhase
from lawspeaker_engine.games.northgard.options import Move
from lawspeaker_engine.games.northgard.phases.harvest import harvest_fame
from lawspeaker_engine.games.northgard.state import State

from .creature_positions import place
from .positions import graph, inline_tile, number_of, occupy, offered, roll, run, territory_at, tiles_map
from .solo import begin, leader, settle, solo, tell

HALF = inline_tile("half", {"e": "E", "rest": "NSW"}, regular="e-rest")
PLAIN = inline_tile("plain", {"all": "NESW"})
BOTH = pytest.mark.parametrize("binding", [False, True])


def wild(binding: bool = False) -> State:
    """A solo game with creatures; their territories bind the Automa, or not."""
    return solo(3, creatures="horizons", automa_creatures="binding" if binding else "neutral")


def beside(name: str, *, binding: bool) -> tuple[State, dict[str, int]]:
    """The Automa has Leader 1 and three units in A, where a creature is; N beside it is neutral, H the human's."""
    state = wild(binding)
    t = graph(state, {"A": {"own": AUTOMA, "u": 3, "small": 1}, "N": {}, "H": {"own": HUMAN, "u": 1}},
              [("A", "N", "regular"), ("N", "H", "regular")])
    leader(state, 1, t["A"])
    state.players[AUTOMA].resources = [0, 3, 0]
    place(state, name, t["A"])
    return state, t


@BOTH
@pytest.mark.parametrize("action", [
    Recruit(1, 1, "R+"), Build("food_silo", "R+"), MoveUnit("U+", "R+"), MoveLeader(1, "U+", "R+")])
def test_AMB_A24_a_bear_bars_each_action_of_the_automa_or_none(action: Any, binding: bool):
    state, _ = beside("brown_bear", binding=binding)
    assert action.possible(state) == (not binding)


@BOTH
def test_AMB_A24_a_bear_bars_exploring_and_reinforcing_too_or_neither(binding: bool):
    state = wild(binding)
    state.board = tiles_map([("start", 0, 0, 0)])
    here = state.board.territories[0]
    occupy(state, AUTOMA, here, 2)
    state.pile = [number_of(state.board, "01")]
    place(state, "brown_bear", here)
    assert Explore("R+", "rot").possible(state) == can_explore(state, AUTOMA) == (not binding)
    assert bool(state.board.cells_at(AUTOMA)) == (not binding)
    state, t = beside("brown_bear", binding=binding)
    occupy(state, AUTOMA, t["N"])
    leader(state, 2, t["N"])
    assert MoveLeader(2, "U+", "near").possible(state)
    units = state.board.units[t["A"]]
    begin(state, MoveLeader(2, "U+", "near"))
    assert (state.board.units[t["A"]] < units) == (not binding)


def test_AMB_A24_the_automa_explores_from_its_other_territories_where_a_bear_binds_it():
    state = wild(binding=True)
    state.board = tiles_map([("start", 0, 0, 0)])
    first, second = state.board.territories[:2]
    occupy(state, AUTOMA, first)
    occupy(state, AUTOMA, second)
    place(state, "brown_bear", first)
    found = AutomaExplore(AUTOMA, on="R+", turn="rot")._cells(state)
    assert found and set(found) <= set(state.board.cells_at(AUTOMA))


@BOTH
@pytest.mark.parametrize(("name", "made", "fame"), [("wolf", (0, 1, 0), 3), ("kobold", (2, 2, 0), 0)])
def test_AMB_A24_wolf_and_kobold_cut_the_harvest_of_the_automa_or_leave_it(name, made, fame, binding):
    state = wild(binding)
    t = graph(state, {"A": {"own": AUTOMA, "u": 1, "food": 2, "wood": 1, "open": 0, "size": 3,
                            "b": ["woodcutter_lodge", "altar_of_kings"]}})
    place(state, name, t["A"])
    whole = ((2, 2, 0), 5)
    got = moments.territory_yield(state, AUTOMA, t["A"]), harvest_fame(state, AUTOMA)
    assert got == ((made, fame) if binding else whole)
    before = len(state.agenda)
    moments.collect(state, AUTOMA)
    assert (len(state.agenda) > before) == (binding and name == "kobold"), "a Kobold's exchange"
    occupied = wild(binding)
    t = graph(occupied, {"A": {"own": HUMAN, "u": 1, "food": 2, "wood": 1, "open": 0, "size": 3,
                               "b": ["woodcutter_lodge", "altar_of_kings"]}})
    place(occupied, name, t["A"])
    assert (moments.territory_yield(occupied, HUMAN, t["A"]), harvest_fame(occupied, HUMAN)) == (made, fame)


@BOTH
def test_AMB_A24_the_automa_goes_to_and_comes_from_a_valkyrie_unfought_or_keeps_away(binding: bool):
    state, t = beside("wolf", binding=binding)
    place(state, "fallen_valkyrie", t["N"])
    assert (places(state, AUTOMA, t["A"], over_rough=True) == [t["N"]]) == (not binding), "retreats"
    assert MoveUnit("U+", "R+").possible(state) == (not binding)
    assert MoveLeader(1, "U+", "R+").possible(state) == (not binding)
    if not binding:
        begin(state, MoveUnit("U+", "R+"))
        assert (state.board.owner[t["N"]], state.battles, state.agenda) == (AUTOMA, [], [])
    state = wild(binding)
    t = graph(state, {"G": {"food": 3}, "F": {}})
    place(state, "fallen_valkyrie", t["G"])
    state.push(PlaceLeader(0, (t["G"], t["F"])))
    settle(state)
    assert state.board.owner[t["F" if binding else "G"]] == AUTOMA


@BOTH
@pytest.mark.parametrize("seat", [HUMAN, AUTOMA])
def test_AMB_A24_a_tile_joins_figures_of_the_automa_to_a_creature_that_shares_with_nobody_or_does_not(seat, binding):
    state = wild(binding)
    state.board = tiles_map([(HALF, 0, 0, 0), (PLAIN, 0, 1, 0), (HALF, 1, 1, 1)], PLAIN)
    occupy(state, seat, territory_at(state.board, 0, 0, "E"))
    place(state, "fallen_valkyrie", territory_at(state.board, 1, 1, "S"))
    found = [each for each in placements(state.board, [number_of(state.board, "plain")],
                                         state.board.cells_touching()) if (each.x, each.y) == (1, 0)]
    assert bool(found) == (seat == AUTOMA and not binding)


@BOTH
@pytest.mark.parametrize("name", ["fallen_valkyrie", "draugr", "myrkalf"])
def test_AUTO_MOD_01_no_creature_ever_acts_on_the_automa(name: str, binding: bool):
    state = wild(binding)
    t = graph(state, {"A": {"own": AUTOMA, "u": 2}})
    state.players[AUTOMA].resources, state.players[AUTOMA].fame = [0, 3, 0], 5
    place(state, name, t["A"])
    state.push(CreaturePhase((HUMAN, AUTOMA)))
    settle(state)
    automa = state.players[AUTOMA]
    assert (state.board.units[t["A"]], automa.resources, automa.fame, state.agenda) == (2, [0, 3, 0], 5, [])


def test_AMB_H61_who_takes_land_of_the_automa_from_beside_a_valkyrie_fights_it_too():
    state = wild()
    t = graph(state, {"A": {"own": AUTOMA, "u": 1}, "H": {"own": HUMAN, "u": 9}}, [("A", "H", "regular")])
    place(state, "fallen_valkyrie", t["A"])
    state.push(MoveUnits(HUMAN, 2))
    tell(state, Move(t["H"], t["A"], 8, kaija=False))
    assert {option.source for option in offered(state)} == {t["H"]}, "who enters stops"
    tell(state)
    roll(state, "2C")
    roll(state, "2C")
    run(state)
    fight = next(frame for frame in state.agenda if isinstance(frame, Combat))
    assert (state.board.owner[t["A"]], fight.defender, fight.attacker) == (HUMAN, CREATURE, HUMAN)
    roll(state, "2C")
    roll(state, "2C")
    run(state)
    assert (state.players[HUMAN].fame, state.board.guarded, state.agenda) == (4, (), [])
