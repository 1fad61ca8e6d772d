"""The power of each creature, in a position of its own."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard import figures, moments
from lawspeaker_engine.games.northgard.actions.build import PlaceBuilding
from lawspeaker_engine.games.northgard.actions.combat import Combat
from lawspeaker_engine.games.northgard.actions.explore import Explore, can_explore
from lawspeaker_engine.games.northgard.actions.move import MoveUnits
from lawspeaker_engine.games.northgard.actions.recruit import AddUnit, RecruitUnits
from lawspeaker_engine.games.northgard.actions.retreat import places
from lawspeaker_engine.games.northgard.board import lay_start
from lawspeaker_engine.games.northgard.modules.creature_acts import Act, CreaturePhase, best_targets
from lawspeaker_engine.games.northgard.modules.creature_part import CREATURES
from lawspeaker_engine.games.northgard.modules.creatures import LetAppear
from lawspeaker_engine.games.northgard.modules.land_features import HarvestFame
from lawspeaker_engine.games.northgard.modules.lands import CENTRAL
from lawspeaker_engine.games.northgard.modules.sea_part import Port, Sea
from lawspeaker_engine.games.northgard.options import Action, Build, ExchangeOne, Figure, Territory
from lawspeaker_engine.games.northgard.phases.harvest import HarvestPhase, harvest_fame
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD, State

from .creature_positions import BLUE, RED, hunting, kind, part, place, wild
from .positions import answer, chance, decision, draw, graph, occupy, offered, roll, run, tiles_map


def fight_of(state: State) -> Combat | None:
    run(state)
    return next((frame for frame in state.agenda if isinstance(frame, Combat)), None)


# --- Wolf ---


def test_a_wolfs_territory_yields_only_what_buildings_give():
    state = wild()
    t = graph(state, {"A": {"own": RED, "u": 1, "food": 2, "wood": 1, "b": ["woodcutter_lodge", "altar_of_kings"],
                            "open": 0, "size": 3}})
    assert moments.territory_yield(state, RED, t["A"]) == (2, 2, 0)
    assert harvest_fame(state, RED) == 5
    place(state, "wolf", t["A"])
    assert moments.territory_yield(state, RED, t["A"]) == (0, 1, 0)
    assert harvest_fame(state, RED) == 3


# --- Draugr ---


def test_a_draugr_takes_a_figure_of_the_players_choice():
    state = wild("bear", "wolf")
    t = graph(state, {"A": {"own": RED, "u": 1, "kaija": True}, "B": {"own": BLUE, "u": 1}}, [("A", "B", "regular")])
    beast = place(state, "draugr", t["B"])
    state.push(CreaturePhase((0, 1)))
    asked = decision(state)
    assert (asked.seat, asked.prompt) == (RED, "creatures.loss")
    assert asked.options == [Figure(t["A"], kaija=False), Figure(t["A"], kaija=True)]
    answer(state, Figure(t["A"], kaija=False))
    run(state)
    assert (beast.territory, state.board.units[t["A"]], state.players[RED].reserve) == (t["A"], 0, 14)
    assert state.board.owner[t["A"]] == RED, "Kaija stands there"


def test_a_draugr_where_nobody_is_does_nothing():
    state = wild()
    t = graph(state, {"A": {}})
    state.push(Act(place(state, "draugr", t["A"]).number))
    run(state)
    assert state.agenda == []


# --- Brown Bear ---


def pinned() -> tuple[State, dict[str, int]]:
    state = wild()
    t = graph(state, {"A": {"own": RED, "u": 2, "small": 1}, "B": {"own": RED, "u": 1, "small": 1}},
              [("A", "B", "regular")])
    place(state, "brown_bear", t["A"])
    state.players[RED].resources = [3, 3, 3]
    return state, t


def test_where_a_brown_bear_is_nobody_builds():
    state, t = pinned()
    state.push(PlaceBuilding(RED))
    assert {option.territory for option in offered(state)} == {t["B"]}
    assert isinstance(offered(state)[0], Build)


def test_where_a_brown_bear_is_nobody_recruits():
    state, t = pinned()
    state.push(RecruitUnits(RED, 1))
    assert {option.territory for option in offered(state)} == {t["B"]}
    state, t = pinned()
    AddUnit().begin(state, RED, -1)
    run(state)
    assert state.board.units[t["B"]] == 2, "the only territory that is left"


def test_from_where_a_brown_bear_is_nobody_moves_and_who_enters_stops():
    state, t = pinned()
    state.push(MoveUnits(RED, 2))
    assert {option.source for option in offered(state)} == {t["B"]}


def test_from_where_a_brown_bear_is_nobody_explores():
    state = wild()
    state.board = tiles_map([("start", 0, 0, 0)])
    first, second = state.board.territories[:2]
    occupy(state, RED, first)
    state.pile = [5]
    assert can_explore(state, RED)
    beast = place(state, "brown_bear", first)
    assert not can_explore(state, RED)
    assert state.board.cells_at(RED) == []
    assert can_explore(state, RED, from_any=True)
    open_before = state.board.cells_at_any(RED)
    occupy(state, RED, second)
    assert can_explore(state, RED)
    state.push(Explore(RED))
    run(state)
    beside_second = set(state.board.cells_at(RED))
    assert beside_second and beside_second <= set(open_before) <= set(state.board.cells_touching())
    part(state).line.remove(beast)


def test_retreats_from_a_brown_bear_are_allowed():
    state, t = pinned()
    assert places(state, RED, t["A"], over_rough=False) == [t["B"]]


# --- Fallen Valkyrie ---


def test_a_fallen_valkyrie_attacks_wherever_it_arrives():
    state = wild()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {}}, [("A", "B", "regular")])
    place(state, "fallen_valkyrie", t["B"])
    state.push(CreaturePhase((0, 1)))
    fight = fight_of(state)
    assert fight is not None
    assert (fight.territory, fight.points) == (t["A"], (7, 1))


# --- Rock Golem ---


@pytest.mark.parametrize("buildings", [(), ("food_silo",)])
def test_UH_CRE_GOLEM_01_a_rock_golem_attacks_only_where_there_are_buildings(buildings):
    state = wild()
    t = graph(state, {"A": {"own": RED, "u": 1, "b": buildings}, "B": {}}, [("A", "B", "regular")])
    place(state, "rock_golem", t["B"])
    state.push(CreaturePhase((0, 1)))
    assert (fight_of(state) is not None) == bool(buildings)


@pytest.mark.parametrize("counts", [True, False])
def test_UH_CRE_GOLEM_01_AMB_H48_a_port_is_a_building_for_a_rock_golem_unless_the_option_says_otherwise(counts):
    state = wild(sea=True, port_is_building=counts)
    t = graph(state, {"P": {"own": RED, "u": 3}, "L": {}}, [("P", "L", "regular")])
    state.board.first_area = [t["P"]]
    state.part(Sea).ports = [Port(0, -1)]
    place(state, "rock_golem", t["L"])
    state.push(CreaturePhase((0, 1)))
    assert (fight_of(state) is not None) == counts


def test_UH_CRE_GOLEM_02_both_sides_have_a_point_more_for_each_casualty_of_their_die():
    state = wild()
    t = graph(state, {"A": {"own": RED, "u": 3}})
    hunting(state, RED, place(state, "rock_golem", t["A"]))
    roll(state, "2K")
    fight = fight_of(state)
    assert fight is not None and fight.points == (5, 7)
    roll(state, "2C1K")
    run(state)
    assert fight.points == (5, 10)


def test_UH_CRE_GOLEM_03_of_a_die_that_shows_either_it_takes_the_casualty():
    state = wild()
    t = graph(state, {"A": {"own": RED, "u": 3}})
    hunting(state, RED, place(state, "rock_golem", t["A"]))
    roll(state, "2C")
    fight = fight_of(state)
    assert fight is not None
    roll(state, "C/K")
    run(state)
    assert (fight.points, fight.casualties) == ((5, 8), (1, 0))


# --- Myrkalf ---


def test_UH_CRE_MYRK_01_a_myrkalf_moves_twice_and_not_back_to_where_it_began():
    state = wild()
    t = graph(state, {"A": {"food": 3}, "B": {"food": 2}, "C": {"food": 1}},
              [("A", "B", "regular"), ("B", "C", "regular")])
    beast = place(state, "myrkalf", t["A"])
    state.push(CreaturePhase((0, 1)))
    run(state)
    assert beast.territory == t["C"]
    state.board.neighbours[t["B"]] = ((t["C"], 1),)
    state.push(CreaturePhase((0, 1)))
    run(state)
    assert beast.territory == t["B"], "its second move has no target"


@pytest.mark.parametrize(("wood", "fame", "left"), [(1, 5, (0, 5)), (0, 5, (0, 3)), (0, 1, (0, 0))])
def test_UH_CRE_MYRK_02_where_it_ends_the_controller_pays_a_wood_or_who_cannot_loses_two_fame(wood, fame, left):
    """Wood, and without a choice: corrections.md. Nobody has less fame than none."""
    state = wild()
    t = graph(state, {"A": {}, "B": {"own": BLUE, "u": 1}, "C": {"own": RED, "u": 1}},
              [("A", "B", "regular"), ("B", "C", "regular")])
    state.players[RED].resources[WOOD], state.players[RED].fame = wood, fame
    state.players[BLUE].resources[WOOD] = 3
    place(state, "myrkalf", t["A"])
    state.push(CreaturePhase((0, 1)))
    run(state)
    assert (state.players[RED].resources[WOOD], state.players[RED].fame) == left
    assert state.players[BLUE].resources[WOOD] == 3, "it went on from there"


def test_UH_CRE_MYRK_02_no_toll_where_a_myrkalf_appears_or_moves_once():
    """The toll is for the territory that its second move enters."""
    state = wild()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": RED, "u": 1}}, [("A", "B", "regular")])
    state.players[RED].resources[WOOD], state.players[RED].fame = 1, 5
    beast = place(state, "myrkalf", t["A"])
    state.push(Act(beast.number))
    state.push(CreaturePhase((0, 1)))
    run(state)
    assert beast.territory == t["B"], "its second move would lead back"
    assert (state.players[RED].resources[WOOD], state.players[RED].fame) == (1, 5)


# --- Giant Boar ---


@pytest.mark.parametrize(("land", "attacks"), [({}, False), ({"wood": 1}, True), ({"b": ["woodcutter_lodge"]}, True)])
def test_UH_CRE_BOAR_01_a_giant_boar_attacks_where_wood_is_yielded(land, attacks):
    state = wild()
    t = graph(state, {"A": {"own": RED, "u": 1, **land}, "B": {}}, [("A", "B", "regular")])
    place(state, "giant_boar", t["B"])
    state.push(CreaturePhase((0, 1)))
    assert (fight_of(state) is not None) == attacks


def boar_attacks() -> State:
    state = wild()
    t = graph(state, {"A": {"own": RED, "u": 4, "wood": 1}})
    state.push(Act(place(state, "giant_boar", t["A"]).number))
    return state


def test_UH_CRE_BOAR_02_attacking_it_inflicts_a_casualty_more():
    state = boar_attacks()
    fight = fight_of(state)
    assert fight is not None
    roll(state, "2C")
    run(state)
    assert fight.casualties == (0, 1)
    other = wild()
    t = graph(other, {"A": {"own": RED, "u": 4, "wood": 1}})
    hunting(other, RED, place(other, "giant_boar", t["A"]))
    roll(other, "2C")
    fight = fight_of(other)
    assert fight is not None
    roll(other, "2C")
    run(other)
    assert fight.casualties == (0, 0), "not where it is attacked"


def test_UH_CRE_BOAR_03_a_defender_who_beats_it_gains_two_fame_more():
    state = boar_attacks()
    state.board.units[0] = 6
    roll(state, "2C")
    roll(state, "3C")
    run(state)
    assert state.players[RED].fame == 4
    other = wild()
    t = graph(other, {"A": {"own": RED, "u": 9, "wood": 1}})
    hunting(other, RED, place(other, "giant_boar", t["A"]))
    roll(other, "2C")
    roll(other, "2C")
    run(other)
    assert other.players[RED].fame == 2, "an attacker only gains its fame"


# --- Kobold ---


def test_UH_CRE_KOBOLD_01_its_territory_yields_no_fame_altars_included():
    state = wild()
    t = graph(state, {"A": {"own": RED, "u": 1, "b": ["altar_of_kings"], "open": 0, "food": 1}})
    place(state, "kobold", t["A"])
    assert harvest_fame(state, RED) == 0
    assert moments.territory_yield(state, RED, t["A"]) == (1, 0, 0), "resources are yielded"


@pytest.mark.parametrize(("name", "fame"), [("", 6), ("kobold", 0), ("wolf", 0), ("draugr", 6)])
def test_UH_CRE_KOBOLD_01_what_a_territory_gives_for_its_tile_is_no_fame_either(name, fame):
    """Yggdrasil: 5 for its tile, and 1 since it is closed."""
    state = wild(central="yggdrasil")
    lay_start(state.board, [CENTRAL["yggdrasil"][0]])
    middle = next(rule for rule in state.table.rules if isinstance(rule, HarvestFame)).territories(state)[0]
    occupy(state, RED, middle)
    if name:
        place(state, name, middle)
    assert harvest_fame(state, RED) == fame
    assert harvest_fame(state, BLUE) == 0


def test_UH_CRE_KOBOLD_02_its_controller_may_exchange_food_and_wood_once_a_harvest():
    state = wild()
    t = graph(state, {"A": {"own": RED, "u": 1, "food": 1, "wood": 1, "lore": 1}})
    place(state, "kobold", t["A"])
    state.push(HarvestPhase((0, 1)))
    asked = decision(state)
    assert (asked.prompt, asked.least) == ("harvest.swap", 0)
    assert asked.options == [ExchangeOne(FOOD, WOOD), ExchangeOne(WOOD, FOOD)]
    answer(state, ExchangeOne(FOOD, WOOD))
    assert state.players[RED].resources == [0, 2, 1]
    assert decision(state).prompt == "harvest.trade"
    assert state.players[RED].resources[LORE] == 1


# --- Wyvern ---


def test_every_territory_is_next_to_the_wyvern():
    state = wild(central="wyverns_den")
    t = graph(state, {"A": {}, "far": {"own": RED, "u": 2}, "near": {"own": BLUE, "u": 1}},
              [("A", "near", "impassable")])
    assert best_targets(state, place(state, "wyvern", t["A"]), t["A"]) == [t["far"]]


def test_the_wyverns_victim_first_removes_a_unit_and_then_fights_with_the_others():
    for units in (1, 2):
        state = wild(central="wyverns_den")
        t = graph(state, {"A": {"own": RED, "u": units}, "B": {}}, [("A", "B", "regular")])
        place(state, "wyvern", t["B"])
        state.push(CreaturePhase((0, 1)))
        fight = fight_of(state)
        assert (fight is not None) == (units == 2), "with the last unit there is nobody to fight"
        assert figures.standing(state, RED, t["A"])[0] == units - 1


# --- more creatures ---


def test_NG_CRE_20_who_passes_may_let_a_creature_appear_on_a_lair_while_there_are_fewer_than_players():
    state = wild(more_creatures=True)
    t = graph(state, {"A": {"lairs": 1, "own": RED, "u": 2}, "B": {}, "C": {"lairs": 1}})
    part(state).shuffle([kind("draugr"), kind("wolf")], top=0)
    place(state, "kobold", t["C"])
    state.push(LetAppear(RED))
    asked = decision(state)
    assert (asked.prompt, asked.options, asked.least) == ("creatures.appear", [Territory(t["A"])], 0)
    answer(state, Territory(t["A"]))
    assert chance(state).prompt == "creatures.draw"
    draw(state, Action(kind("draugr")))
    run(state)
    assert state.board.units[t["A"]] == 1, "it has acted"
    state.push(LetAppear(RED))
    run(state)
    assert len(part(state).line) == 2, "as many as players"


def test_NG_CRE_20_without_a_free_lair_it_may_appear_anywhere_without_a_creature():
    state = wild(more_creatures=True, players=3)
    t = graph(state, {"A": {"lairs": 1}, "B": {}})
    part(state).shuffle([kind("wolf")], top=0)
    place(state, "kobold", t["A"])
    state.push(LetAppear(RED))
    assert offered(state) == [Territory(t["B"])]
    answer(state)
    run(state)
    assert len(part(state).line) == 1


def test_AMB_H40_every_row_has_an_effect_that_some_test_shows():
    """The icons of Horizons' creatures are those of the published cards."""
    assert {row.id for row in CREATURES if row.set == "horizons"} == {"rock_golem", "myrkalf", "giant_boar", "kobold"}
    assert all(sorted(row.priorities) == ["buildings", "resources", "units"] for row in CREATURES)
