"""Combats with creatures."""

from __future__ import annotations

from typing import Any

import pytest

from lawspeaker_engine.games.northgard import figures
from lawspeaker_engine.games.northgard.actions.combat import CREATURE, Combat, Foe
from lawspeaker_engine.games.northgard.actions.groups import group_options
from lawspeaker_engine.games.northgard.actions.move import MoveUnits
from lawspeaker_engine.games.northgard.actions.recruit import PlaceUnit, RecruitUnits
from lawspeaker_engine.games.northgard.actions.retreat import places
from lawspeaker_engine.games.northgard.actions.terms import MoveTerms
from lawspeaker_engine.games.northgard.board import lay_start
from lawspeaker_engine.games.northgard.cards.shifting import Join
from lawspeaker_engine.games.northgard.cards.using import ChooseUsed
from lawspeaker_engine.games.northgard.modules.creature_acts import Act
from lawspeaker_engine.games.northgard.modules.creature_part import Beast
from lawspeaker_engine.games.northgard.modules.dragon import Pyre
from lawspeaker_engine.games.northgard.modules.dragon_cards import PlaceFreed
from lawspeaker_engine.games.northgard.modules.event_effects import Events
from lawspeaker_engine.games.northgard.modules.events import EVENTS
from lawspeaker_engine.games.northgard.modules.land_features import Land
from lawspeaker_engine.games.northgard.modules.lands import CENTRAL, den
from lawspeaker_engine.games.northgard.options import Fight, Hunt, Move, SpendFood
from lawspeaker_engine.games.northgard.phases.harvest import harvest_fame
from lawspeaker_engine.games.northgard.state import FOOD, State
from lawspeaker_engine.games.northgard.view import make_view

from .creature_positions import BLUE, RED, hunting, kind, part, place, wild
from .positions import answer, chance, decision, give_figure, graph, offered, roll, run


def den_with(units: int, name: str, *clans: str, food: int = 0, **settings: Any) -> tuple[State, dict[str, int], Beast]:
    """Red has so many units and a creature in A; beside A lie B, which is empty, and C, which is Blue's."""
    state = wild(*clans, **settings)
    t = graph(state, {"A": {"own": RED, "u": units}, "B": {}, "C": {"own": BLUE, "u": 1}},
              [("A", "B", "regular"), ("A", "C", "regular")])
    state.players[RED].resources[FOOD] = food
    return state, t, place(state, name, t["A"])


# --- who fights ---


def test_NG_CRE_10_after_all_moves_a_creature_in_each_territory_may_be_attacked_where_nothing_moved_too():
    state, t, wolf = den_with(2, "wolf")
    kobold = place(state, "kobold", t["B"])
    state.push(MoveUnits(RED, 1))
    answer(state, Move(t["A"], t["B"], 1, kaija=False))
    asked = decision(state)
    assert (asked.prompt, asked.least, asked.default) == ("combat.hunt", 0, ())
    assert asked.options == [Hunt(wolf.number, t["A"])]
    answer(state, asked.options[0])
    assert offered(state) == [Hunt(kobold.number, t["B"])]
    answer(state)
    run(state)
    assert part(state).line == [wolf, kobold]
    assert any(isinstance(frame, Combat) for frame in state.agenda)


def test_NG_CRE_10_one_creature_a_territory():
    state, t, wolf = den_with(2, "wolf")
    second = place(state, "kobold", t["A"])
    state.push(MoveUnits(RED, 0))
    assert offered(state) == [Hunt(wolf.number, t["A"]), Hunt(second.number, t["A"])]
    assert decision(state).most == 1


def test_NG_CRE_11_the_active_player_orders_all_combats_and_nobody_retreats_into_a_declared_one():
    state, t, wolf = den_with(3, "wolf")
    state.board.neighbours[t["B"]] = ()
    state.push(MoveUnits(RED, 1))
    answer(state, Move(t["A"], t["C"], 1, kaija=False))
    answer(state, Hunt(wolf.number, t["A"]))
    assert offered(state) == [Fight(t["A"]), Fight(t["C"])]
    assert places(state, RED, t["C"], over_rough=False) == []
    answer(state, Fight(t["C"]))
    roll(state, "2C")
    roll(state, "3C")
    run(state)
    assert figures.standing(state, RED, t["A"])[0] == 2, "the beaten attacker could not go back"
    assert state.players[RED].reserve == 12


def test_the_view_tells_of_declared_attacks_and_of_the_combat():
    state, t, wolf = den_with(3, "wolf")
    state.push(MoveUnits(RED, 1))
    answer(state, Move(t["A"], t["C"], 1, kaija=False))
    answer(state, Hunt(wolf.number, t["A"]))
    battle = make_view(state, BLUE).battles[0]
    assert (battle.territory, battle.attacker, battle.defender, battle.units, battle.creature) == (
        t["A"], RED, -1, 2, wolf.number)
    answer(state, Fight(t["A"]))
    run(state)
    fought = make_view(state, BLUE).combat
    assert fought is not None
    assert (fought.creature, fought.creature_attacks, fought.attacker, fought.defender) == (1, False, RED, RED)
    assert (fought.attacker_points, fought.defender_points) == (2, 4)


# --- how they fight ---


def test_NG_CRE_12_the_creature_has_its_value_and_a_die_and_takes_the_point():
    state, t, wolf = den_with(4, "wolf", food=2)
    hunting(state, RED, wolf)
    answer(state, SpendFood(1))
    assert chance(state).stream == "creature/1/1/attacker"
    roll(state, "2C")
    assert chance(state).stream == "creature/1/1/defender"
    roll(state, "C/K")
    run(state)
    assert part(state).line == [], "4 + 1 + 2 beats 4 + 1"
    assert state.players[RED].fame == 1
    assert state.board.units[t["A"]] == 4, "nobody was lost"


def test_NG_CRE_12_casualties_do_not_hurt_a_creature():
    state, t, wolf = den_with(1, "wolf")
    hunting(state, RED, wolf)
    roll(state, "2K")
    roll(state, "2C")
    run(state)
    assert part(state).line == [wolf]
    assert state.board.units[t["A"]] == 1


def test_NG_CRE_13_as_many_casualties_as_figures_lose_whatever_the_points_are():
    state, t, wolf = den_with(2, "wolf", food=9)
    hunting(state, RED, wolf)
    answer(state, SpendFood(2))
    roll(state, "3C")
    roll(state, "2K")
    run(state)
    assert (part(state).line, state.board.owner[t["A"]], state.players[RED].reserve) == ([wolf], -1, 14)


@pytest.mark.parametrize(("food", "beaten"), [(2, False), (3, True)])
def test_NG_CRE_13_a_tie_is_the_defenders(food, beaten):
    state, _, wolf = den_with(3, "wolf", food=9)
    hunting(state, RED, wolf)
    answer(state, SpendFood(food))
    roll(state, "2C")
    roll(state, "3C")
    run(state)
    assert (part(state).line == []) == beaten


def test_NG_CRE_14_only_a_defender_has_the_bonus_of_buildings_and_towers_are_of_no_use():
    for attacks, points in ((True, (7, 5)), (False, (3, 7))):
        state = wild()
        t = graph(state, {"A": {"own": RED, "u": 3, "b": ["fortress", "defense_tower"]}})
        valkyrie = place(state, "fallen_valkyrie", t["A"])
        if attacks:
            state.push(Act(valkyrie.number))
        else:
            hunting(state, RED, valkyrie)
        run(state)
        combat = next(frame for frame in state.agenda if isinstance(frame, Combat))
        assert (combat.points, combat.casualties) == (points, (0, 0))


def test_UH_CRE_04_NG_CRE_15_the_beaten_creature_goes_to_the_defeated_and_gives_its_fame():
    state, t, bear = den_with(6, "brown_bear")
    hunting(state, RED, bear)
    roll(state, "3C")
    roll(state, "2C")
    run(state)
    assert (state.players[RED].fame, part(state).line, part(state).defeated) == (3, [], [kind("brown_bear")])
    assert (state.board.pinned, state.board.owner[t["A"]]) == ((), RED)


def test_NG_CRE_16_who_attacked_and_lost_stays_with_a_creature_that_shares_and_leaves_one_that_does_not():
    for name, stays in (("wolf", True), ("fallen_valkyrie", False)):
        state, t, beast = den_with(3, name)
        hunting(state, RED, beast)
        roll(state, "1C1K")
        roll(state, "3C")
        run(state)
        assert state.board.units[t["A"]] == (3 if stays else 0)
        assert state.board.units[t["B"]] == (0 if stays else 3), "the only place to retreat to"


def test_NG_CRE_16_who_was_attacked_and_lost_retreats():
    state, t, _ = den_with(2, "wolf")
    part(state).line.clear()
    valkyrie = place(state, "fallen_valkyrie", t["A"])
    state.push(Act(valkyrie.number))
    assert chance(state).stream == "creature/1/2/attacker"
    roll(state, "2C")
    roll(state, "2C")
    run(state)
    assert (state.board.owner[t["A"]], state.board.units[t["B"]]) == (-1, 2)
    assert part(state).line == [valkyrie]


def test_who_was_attacked_and_wins_gains_the_fame_too():
    state, t, _ = den_with(6, "wolf")
    part(state).line.clear()
    valkyrie = place(state, "fallen_valkyrie", t["A"])
    state.push(Act(valkyrie.number))
    roll(state, "2C")
    roll(state, "3C")
    run(state)
    assert (state.players[RED].fame, part(state).line) == (4, [])


# --- clans, cards and other figures ---


@pytest.mark.parametrize(("clan", "name", "attacks", "gained"), [
    ("wolf", "kobold", True, (1, 0)), ("wolf", "fallen_valkyrie", True, (1, 4)),
    ("wolf", "fallen_valkyrie", False, (0, 4)),
    ("stag", "kobold", True, (0, 0)), ("stag", "fallen_valkyrie", True, (0, 5)),
    ("stag", "fallen_valkyrie", False, (0, 4)),
])
def test_NG_CRE_18_wolf_eats_what_it_attacked_and_stag_conquers_what_was_not_shared(clan, name, attacks, gained):
    state, _, beast = den_with(9, name, clan, "goat")
    if attacks:
        hunting(state, RED, beast)
    else:
        state.push(Act(beast.number))
    roll(state, "2C")
    roll(state, "2C")
    run(state)
    assert (state.players[RED].resources[FOOD], state.players[RED].fame) == gained


def test_NG_CRE_19_special_figures_fight_as_in_any_combat():
    state, t, wolf = den_with(1, "wolf", "goat", "wolf", warchiefs=True)
    state.figures = []
    give_figure(state, RED, "warchief_goat", t["A"])
    hunting(state, RED, wolf)
    run(state)
    combat = next(frame for frame in state.agenda if isinstance(frame, Combat))
    assert combat.points[0] >= 3
    assert combat.forces[0] == 2


def test_NG_CRE_19_a_push_finds_no_enemy_to_push_and_no_building_is_razed_for_Torfin():
    state, _, wolf = den_with(3, "wolf")
    hunting(state, RED, wolf, push_before_combat=True, raze=True, points_per_casualty=5)
    run(state)
    assert chance(state).prompt == "combat.roll"
    roll(state, "2K")
    roll(state, "2C")
    run(state)
    assert part(state).line == [wolf], "no points for casualties that nobody suffers"


def test_a_combat_with_a_creature_is_no_won_defense_against_a_player():
    """An event that gives fame for won defenses gives none; the creature's own fame is all."""
    state, _, valkyrie = den_with(9, "fallen_valkyrie", events="all")
    state.part(Events).now = next(
        number for number, row in enumerate(EVENTS) if getattr(row.effect, "defender_win_fame", 0))
    state.push(Act(valkyrie.number))
    roll(state, "2C")
    roll(state, "2C")
    run(state)
    assert state.players[RED].fame == 4


# --- a creature that does not share ---


def beside_a_valkyrie(units: int = 8) -> tuple[State, dict[str, int], Beast]:
    """Red has figures in A, from which it may attack Blue's only unit in V, where a Valkyrie is; N lies beside V."""
    state = wild()
    t = graph(state, {"A": {"own": RED, "u": units}, "V": {"own": BLUE, "u": 1}, "N": {}},
              [("A", "V", "regular"), ("V", "N", "regular")])
    return state, t, place(state, "fallen_valkyrie", t["V"])


def fighting_on(state: State) -> Combat | None:
    run(state)
    return next((frame for frame in state.agenda if isinstance(frame, Combat)), None)


@pytest.mark.parametrize("pushed", [False, True])
def test_AMB_H61_who_beats_the_owner_of_a_valkyries_territory_or_pushes_it_out_fights_the_creature_too(pushed):
    state, t, valkyrie = beside_a_valkyrie()
    state.push(MoveUnits(RED, 1, MoveTerms(push_before_combat=pushed, points=1)))
    answer(state, Move(t["A"], t["V"], 7, kaija=False))
    if pushed:
        answer(state, Move(t["V"], t["N"], 1, kaija=False))
    else:
        roll(state, "2C")
        roll(state, "2C")
    combat = fighting_on(state)
    assert combat is not None
    assert (combat.territory, combat.attacker, combat.defender) == (t["V"], RED, CREATURE)
    assert (combat.foe, combat.points[0]) == (Foe(valkyrie.number, 7, shares=False, takes_casualty=False), 8), (
        "what the card adds holds there too")
    roll(state, "2K")
    roll(state, "3C")
    run(state)
    assert (state.board.owner[t["V"]], state.board.units[t["A"]]) == (-1, 8), "beaten, it retreats (NG-CRE-16)"
    assert state.agenda == []


def test_AMB_H61_who_loses_to_the_owner_does_not_meet_the_creature():
    state, t, _ = beside_a_valkyrie()
    state.board.units[t["V"]] = 9
    state.push(MoveUnits(RED, 1))
    answer(state, Move(t["A"], t["V"], 2, kaija=False))
    for _ in range(2):
        roll(state, "2C")
    answer(state, Move(t["V"], t["A"], 2, kaija=False))
    assert fighting_on(state) is None
    assert state.board.owner[t["V"]] == BLUE


def test_AMB_H61_who_stands_beside_a_valkyrie_without_having_entered_may_leave_and_need_not_fight():
    state, t, _ = den_with(3, "fallen_valkyrie")
    state.push(MoveUnits(RED, 2))
    answer(state, Move(t["A"], t["B"], 1, kaija=False))
    answer(state)
    asked = decision(state)
    assert (asked.prompt, asked.least, [option.territory for option in asked.options]) == ("combat.hunt", 0, [t["A"]])
    answer(state)
    run(state)
    assert (state.battles, state.agenda, state.board.units[t["A"]]) == ([], [], 2)


@pytest.mark.parametrize(("source", "target", "offers"), [(None, "N", []), ("A", None, []), (None, None, ["N"])])
def test_AMB_H61_intimidate_pushes_nobody_to_a_valkyrie_nor_away_from_a_bear(source, target, offers):
    state = wild()
    t = graph(state, {"H": {"own": RED, "u": 3}, "A": {"own": BLUE, "u": 1}, "N": {}},
              [("H", "A", "regular"), ("A", "N", "rough")])
    if source:
        place(state, "brown_bear", t["A"])
    if target:
        place(state, "fallen_valkyrie", t["N"])
    state.push(MoveUnits(RED, 1, MoveTerms(push_before_combat=True)))
    answer(state, Move(t["H"], t["A"], 2, kaija=False))
    if offers:
        assert [option.target for option in offered(state)] == [t[each] for each in offers]
    else:
        assert chance(state).prompt == "combat.roll"


@pytest.mark.parametrize("name", ["fallen_valkyrie", "brown_bear"])
def test_AMB_H61_no_unit_is_added_or_freed_where_a_creature_keeps_others_out(name: str):
    state = wild("dragon", "wolf", clan_pool="all")
    t = graph(state, {"A": {"own": RED, "u": 2}, "B": {"own": RED, "u": 1}})
    place(state, name, t["A"])
    for frame in (PlaceUnit(RED), PlaceFreed(RED)):
        state.part(Pyre).units = [RED]
        state.push(frame)
        run(state)
    assert (state.board.units[t["A"]], state.board.units[t["B"]]) == (2, 3)


@pytest.mark.parametrize(("name", "units"), [("wolf", 5), ("brown_bear", 2), ("fallen_valkyrie", 2)])
def test_AMB_H61_a_training_camp_that_is_used_up_brings_nobody_where_a_creature_keeps_others_out(name, units):
    state = wild()
    t = graph(state, {"A": {"own": RED, "u": 2, "b": ["training_camp"]}})
    place(state, name, t["A"])
    state.push(ChooseUsed(RED, 3))
    run(state)
    assert (state.board.units[t["A"]], state.board.buildings[t["A"]]) == (units, ())


def test_AMB_H61_special_figures_join_neither_from_a_bear_nor_at_a_valkyrie():
    state = wild("bear", "wolf", warchiefs=True)
    t = graph(state, {"A": {"own": RED, "u": 1, "kaija": True}, "B": {"own": RED, "u": 1}})
    give_figure(state, RED, "warchief_bear", t["B"])
    state.push(Join(RED))
    assert [option.territory for option in offered(state)] == [t["A"], t["B"]]
    place(state, "brown_bear", t["A"])
    state.question = None
    assert [option.territory for option in offered(state)] == [t["A"]]
    place(state, "fallen_valkyrie", t["A"])
    state.question = None
    assert run(state) == ()


def test_who_enters_a_valkyries_territory_stops_and_must_fight_it():
    state, t, _ = den_with(3, "wolf")
    part(state).line.clear()
    valkyrie = place(state, "fallen_valkyrie", t["B"])
    state.board.neighbours[t["B"]] = ((t["A"], 1), (t["C"], 1))
    state.push(MoveUnits(RED, 2))
    answer(state, Move(t["A"], t["B"], 2, kaija=False))
    assert {option.source for option in offered(state)} == {t["A"]}
    answer(state)
    run(state)
    combat = next(frame for frame in state.agenda if isinstance(frame, Combat))
    assert (combat.territory, combat.foe) == (t["B"], Foe(valkyrie.number, 7, shares=False, takes_casualty=False))


def test_nobody_is_put_into_a_valkyries_territory():
    state, t, _ = den_with(1, "wolf")
    part(state).line.clear()
    place(state, "fallen_valkyrie", t["B"])
    assert places(state, RED, t["A"], over_rough=True) == []
    assert group_options(state, BLUE, [t["B"]]) != [], "a group of the setup must have a place"
    state.board.owner[t["A"]] = -1
    assert {option.territory for option in group_options(state, BLUE, [t["A"], t["B"]])} == {t["A"]}
    state.push(RecruitUnits(BLUE, 1, where="neutral"))
    assert {option.territory for option in offered(state)} == {t["A"]}


# --- the Wyvern ---


def lair_of_the_wyvern(units: int, *clans: str, **settings: Any) -> tuple[State, int, int]:
    """The Den lies in the centre; Red stands on it; the last is another territory of the tile."""
    state = wild(*clans, central="wyverns_den", **settings)
    lay_start(state.board, [CENTRAL["wyverns_den"][0]])
    at = den(state)
    assert at is not None
    other = next(each for each in state.board.territories if each != at)
    if units:
        state.add_figures(RED, at, units)
    return state, at, other


def test_UH_CTR_WYV_02_the_wyvern_comes_to_its_den_in_the_third_year():
    state, at, _ = lair_of_the_wyvern(1)
    for year in (2, 3, 4):
        state.year = year
        for step in state.table.phase("start").steps:
            if step.name == "wyvern":
                state.push(step.make((0, 1)))
        run(state)
        assert [beast.territory for beast in part(state).line] == ([] if year == 2 else [at])


def test_UH_CTR_WYV_03_beaten_in_its_den_it_leaves_the_game_and_the_den_is_free():
    state, at, _ = lair_of_the_wyvern(12)
    wyvern = place(state, "wyvern", at)
    hunting(state, RED, wyvern)
    roll(state, "2C")
    roll(state, "2C")
    run(state)
    assert (state.players[RED].fame, part(state).line, part(state).defeated) == (6, [], [])
    assert state.part(Land).den_free
    closed = harvest_fame(lair_of_the_wyvern(1)[0], RED)
    assert harvest_fame(state, RED) == closed + 2
    place(state, "kobold", at)
    assert harvest_fame(state, RED) == 0


def comes(units: int, other_units: int = 0, **settings: Any) -> tuple[State, int, int]:
    """It is year 3, in which the Wyvern comes to its Den, where Red has so many figures."""
    state, at, other = lair_of_the_wyvern(units, **settings)
    if other_units:
        state.add_figures(RED, other, other_units)
    state.year = 3
    for step in state.table.phase("start").steps:
        if step.name == "wyvern":
            state.push(step.make((0, 1)))
    return state, at, other


@pytest.mark.parametrize("units", [3, 13])
def test_UH_CTR_WYV_02_AMB_H60_the_wyvern_attacks_who_stands_on_its_den_when_it_comes(units):
    state, at, _ = comes(units)
    combat = fighting_on(state)
    assert combat is not None
    assert (combat.attacker, combat.defender, combat.forces[1]) == (CREATURE, RED, units - 1), "the victim loses one"
    roll(state, "2C")
    roll(state, "2C")
    run(state)
    assert state.part(Land).den_free == (units == 13), "beaten in its Den it leaves the game"
    if units == 13:
        assert (state.board.units[at], state.agenda) == (12, [])
    else:
        assert decision(state).prompt == "combat.retreat"
        assert at not in [option.target for option in offered(state)]


def test_AMB_H60_by_option_it_waits_and_who_stands_there_may_leave_or_attack():
    state, at, other = comes(3, wyvern_attacks=False)
    run(state)
    assert (state.agenda, state.board.units[at]) == ([], 3)
    state.push(MoveUnits(RED, 1))
    assert other in [option.target for option in offered(state) if option.source == at]
    answer(state)
    assert decision(state).prompt == "combat.hunt"
    answer(state)
    assert run(state) == ()


def test_UH_CTR_WYV_02_nobody_on_the_den_is_attacked_elsewhere():
    state, at, _ = comes(0, 3)
    run(state)
    assert (state.agenda, [beast.territory for beast in part(state).line]) == ([], [at])


def test_beaten_elsewhere_it_goes_back_to_its_den_and_gives_nothing():
    state, at, other = lair_of_the_wyvern(1, "wolf", "goat")
    state.add_figures(RED, other, 12)
    wyvern = place(state, "wyvern", other)
    hunting(state, RED, wyvern)
    roll(state, "2C")
    roll(state, "2C")
    run(state)
    assert (state.players[RED].fame, wyvern.territory, part(state).line) == (0, at, [wyvern])
    assert state.board.guarded == (at,)
    assert state.players[RED].resources[FOOD] == 0, "not even food for Wolf"


def test_a_creatures_side_has_no_seat():
    state, _, wolf = den_with(1, "wolf")
    hunting(state, RED, wolf)
    run(state)
    combat = next(frame for frame in state.agenda if isinstance(frame, Combat))
    assert (combat.seat(0), combat.seat(1)) == (RED, CREATURE)
    assert combat.standing(state, 1) == (0, ())
