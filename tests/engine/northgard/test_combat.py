"""Combat (NG-COMBAT-*): the order of combats, the steps of one, casualties and what cards and clans add."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard import clans
from lawspeaker_engine.games.northgard.actions import combat
from lawspeaker_engine.games.northgard.actions.combat import FACES, Battles
from lawspeaker_engine.games.northgard.actions.move import MoveUnits, shift
from lawspeaker_engine.games.northgard.actions.terms import PLAIN, MoveTerms
from lawspeaker_engine.games.northgard.figures import KAIJA
from lawspeaker_engine.games.northgard.options import DieFace, Fight, Lose, Move, SpendFood
from lawspeaker_engine.games.northgard.state import FOOD, RESERVE, UNITS
from lawspeaker_engine.model import Chance
from tests.engine.northgard.positions import (
    answer,
    chance,
    decision,
    empty_state,
    give_token,
    graph,
    kaija_stands_in,
    offered,
    roll,
    run,
)

RED, PURPLE = 0, 1
POINT = DieFace(1, 0, either=False)
CASUALTY = DieFace(0, 1, either=False)


def position(attackers, defenders, *, more=None, borders=(), buildings=(), red_food=0, purple_food=0, **settings):
    """Red in A attacks Purple in T; A and T share a regular border. Returns state and numbers."""
    state = empty_state(**settings)
    t = graph(
        state,
        {"A": {"own": RED, "u": attackers}, "T": {"own": PURPLE, "u": defenders, "b": buildings}, **(more or {})},
        [("A", "T", "regular"), *borders],
    )
    state.players[RED].resources[FOOD] = red_food
    state.players[PURPLE].resources[FOOD] = purple_food
    return state, t


def attack(state, t, units, *, kaija=False, **terms):
    """A Move 1 of Red from A to T with these terms."""
    state.push(MoveUnits(RED, 1, MoveTerms(**terms)))
    answer(state, Move(t["A"], t["T"], units, kaija))


def fighting(state):
    """The combat on top."""
    run(state)
    frame = state.agenda[-1]
    assert isinstance(frame, combat.Combat)
    return frame


def set_clan(state, seat, name):
    state.players[seat].clan = [clan.id for clan in clans.CLANS].index(name)


def holds(state, territory):
    return state.board.owner[territory], state.board.units[territory]


# The worked examples.


def test_TC_COMBAT_01_the_wiped_out_defender_loses_with_the_higher_score():
    state, t = position(5, 2, buildings=["fortress", "defense_tower"], red_food=2, purple_food=3)
    attack(state, t, 5)
    assert (decision(state).seat, fighting(state).points) == (RED, (5, 4))
    answer(state, SpendFood(2))
    assert decision(state).seat == PURPLE
    assert offered(state) == [SpendFood(0), SpendFood(1), SpendFood(2)]
    answer(state, SpendFood(2))
    assert fighting(state).points == (7, 6)
    roll(state, "2K")
    assert (fighting(state).points, fighting(state).casualties) == ((7, 6), (1, 2))
    roll(state, "2C")
    assert run(state) == ()
    assert holds(state, t["T"]) == (RED, 4)
    assert len(state.board.buildings[t["T"]]) == 2
    assert [player.resources[FOOD] for player in state.players] == [0, 1]
    assert [player.reserve for player in state.players] == [UNITS - 4, UNITS]
    assert state.battles == []


def test_TC_COMBAT_02_a_tie_goes_to_the_defender_and_the_attacker_retreats_to_two_places():
    state, t = position(
        4, 2, buildings=["fortress", "defense_tower"], purple_food=2, more={"N": {}}, borders=[("T", "N", "regular")],
    )
    attack(state, t, 4, points=1)
    answer(state, SpendFood(2))
    assert fighting(state).points == (5, 6)
    roll(state, "1C1K")
    roll(state, "C/K")
    assert (decision(state).seat, offered(state)) == (PURPLE, [POINT, CASUALTY])
    answer(state, CASUALTY)
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.seen_by) == ("combat.retreat", RED, None)
    answer(state, Move(t["T"], t["A"], 1, kaija=False))
    answer(state, Move(t["T"], t["N"], 1, kaija=False))
    assert run(state) == ()
    assert [holds(state, t[name]) for name in "ATN"] == [(RED, 1), (PURPLE, 1), (RED, 1)]
    assert state.players[PURPLE].resources[FOOD] == 0


def test_TC_COMBAT_02_variant_both_survivors_may_retreat_to_one_place():
    state, t = position(
        4, 2, buildings=["fortress", "defense_tower"], purple_food=2, more={"N": {}}, borders=[("T", "N", "regular")],
    )
    attack(state, t, 4, points=1)
    answer(state, SpendFood(2))
    roll(state, "1C1K")
    roll(state, "C/K")
    answer(state, CASUALTY)
    answer(state, Move(t["T"], t["N"], 2, kaija=False))
    assert run(state) == ()
    assert holds(state, t["N"]) == (RED, 2)


def test_TC_COMBAT_02_derived_with_the_point_the_attacker_loses_only_the_towers_casualty():
    state, t = position(4, 2, buildings=["fortress", "defense_tower"], purple_food=2)
    attack(state, t, 4, points=1)
    answer(state, SpendFood(2))
    roll(state, "1C1K")
    roll(state, "C/K")
    answer(state, POINT)
    assert run(state) == ()
    assert [holds(state, t[name]) for name in "AT"] == [(RED, 3), (PURPLE, 1)]


@pytest.mark.parametrize("clan", ["wolf", "stag"])
def test_TC_COMBAT_03_1_NG_COMBAT_20_mutual_wipe_out_leaves_the_territory_neutral_and_nobody_won(clan):
    state, t = position(1, 1, buildings=["fortress"])
    set_clan(state, RED, clan)
    attack(state, t, 1)
    roll(state, "2C1K")
    roll(state, "1C1K")
    assert run(state) == ()
    assert holds(state, t["T"]) == (-1, 0)
    assert len(state.board.buildings[t["T"]]) == 1
    assert (state.players[RED].fame, state.players[RED].resources[FOOD]) == (0, 0)
    assert [player.reserve for player in state.players] == [UNITS, UNITS]
    assert state.battles == []


def test_TC_COMBAT_03_2_NG_COMBAT_18_survivors_without_a_regular_way_out_go_to_the_reserve():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 3}, "T": {"own": PURPLE, "u": 3}}, [("A", "T", "rough")])
    state.push(MoveUnits(RED, 2))
    answer(state, Move(t["A"], t["T"], 2, kaija=False))
    roll(state, "2C")
    roll(state, "3C")
    assert run(state) == ()
    assert [holds(state, t[name]) for name in "AT"] == [(RED, 1), (PURPLE, 3)]
    assert state.players[RED].reserve == UNITS - 1


def test_TC_COMBAT_03_3_nobody_retreats_into_a_pending_combat():
    state, t = position(
        4, 3, more={"Y": {"own": PURPLE, "u": 1}, "N": {}},
        borders=[("A", "Y", "regular"), ("T", "Y", "regular"), ("T", "N", "regular")],
    )
    state.push(MoveUnits(RED, 2))
    answer(state, Move(t["A"], t["T"], 2, kaija=False))
    answer(state, Move(t["A"], t["Y"], 1, kaija=False))
    answer(state, Fight(t["T"]))
    roll(state, "2C")
    roll(state, "3C")
    assert {option.target for option in offered(state)} == {t["A"], t["N"]}


def test_TC_COMBAT_03_4_NG_COMBAT_10_the_attacker_chooses_before_the_defenders_die_exists():
    state, t = position(2, 2)
    attack(state, t, 2)
    assert chance(state).stream == "combat/1/attacker"
    roll(state, "C/K")
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.least, asked.default) == ("combat.die", RED, 1, (0,))
    assert offered(state) == [POINT, CASUALTY]
    assert fighting(state).faces == (2, -1)
    answer(state, CASUALTY)
    assert (fighting(state).points, fighting(state).casualties) == ((2, 2), (0, 1))
    assert chance(state).stream == "combat/1/defender"


def test_TC_COMBAT_03_5_NG_COMBAT_07_food_is_limited_by_units_and_by_food():
    state, t = position(3, 2, red_food=5, purple_food=1)
    attack(state, t, 3)
    assert offered(state) == [SpendFood(n) for n in range(4)]
    answer(state, SpendFood(0))
    assert offered(state) == [SpendFood(0), SpendFood(1)]


# Row by row.


def test_NG_COMBAT_01_any_effect_that_brings_units_together_triggers_a_combat():
    state, t = position(2, 1, more={"B": {"own": PURPLE, "u": 2}}, borders=[("A", "B", "rough")])
    shift(state, PURPLE, t["B"], t["A"], 2)  # as when Red bribes two units of Purple
    state.push(Battles(RED))
    combat_frame = fighting(state)
    assert (combat_frame.attacker, combat_frame.defender, combat_frame.terms) == (PURPLE, RED, PLAIN)
    roll(state, "3C")
    roll(state, "2C")
    assert run(state) == ()
    assert [holds(state, t[name]) for name in "ATB"] == [(PURPLE, 2), (PURPLE, 1), (-1, 0)]
    assert state.players[RED].reserve == UNITS  # T, the only regular neighbour, is Purple's: no place to retreat to


def test_NG_COMBAT_01_later_attackers_join_those_who_entered_before():
    state, t = position(3, 1)
    shift(state, RED, t["A"], t["T"], 1)
    shift(state, RED, t["A"], t["T"], 1)
    assert [(b.territory, b.attacker, b.units) for b in state.battles] == [(t["T"], RED, 2)]


def test_NG_COMBAT_02_who_moved_in_attacks_and_who_controls_the_territory_defends():
    state, t = position(1, 1)
    attack(state, t, 1)
    assert (fighting(state).attacker, fighting(state).defender) == (RED, PURPLE)


def test_NG_COMBAT_03_only_units_in_the_territory_take_part():
    state, t = position(5, 1, more={"P": {"own": PURPLE, "u": 9}}, borders=[("T", "P", "regular")])
    attack(state, t, 2)
    assert fighting(state).forces == (2, 1)


def test_NG_COMBAT_04_the_active_player_orders_several_combats_one_at_a_time():
    state, t = position(4, 1, more={"Y": {"own": PURPLE, "u": 1}, "Z": {"own": PURPLE, "u": 1}},
                        borders=[("A", "Y", "regular"), ("A", "Z", "regular")])
    state.push(MoveUnits(RED, 3))
    for name in "TYZ":
        answer(state, Move(t["A"], t[name], 1, kaija=False))
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.least, asked.most) == ("combat.order", RED, 1, 1)
    assert offered(state) == [Fight(t["T"]), Fight(t["Y"]), Fight(t["Z"])]
    answer(state, Fight(t["Z"]))
    assert fighting(state).territory == t["Z"]
    roll(state, "2K")
    roll(state, "2C")
    assert offered(state) == [Fight(t["T"]), Fight(t["Y"])]


def test_NG_COMBAT_05_each_unit_is_a_point_and_dead_ones_count_in_the_score():
    state, t = position(4, 3)
    attack(state, t, 4)
    assert fighting(state).points == (4, 3)
    roll(state, "2C1K")
    roll(state, "2K")
    assert run(state) == ()  # 6 : 3, though two of four attackers died
    assert holds(state, t["T"]) == (RED, 2)


def test_NG_COMBAT_06_NG_BLDG_06_AMB_R48_cards_help_the_attacker_and_fortresses_the_defender():
    state, t = position(2, 2, buildings=["fortress", "fortress"])
    attack(state, t, 2, points=1)
    assert fighting(state).points == (3, 6)


def test_NG_COMBAT_06_NG_CLAN_SNAKE_04_the_token_helps_snake_attacking_and_defending():
    state, t = position(2, 2)
    set_clan(state, RED, "snake")
    give_token(state, RED, t["T"])
    attack(state, t, 2)
    assert fighting(state).points == (3, 2)
    state, t = position(2, 2)
    set_clan(state, PURPLE, "snake")
    give_token(state, PURPLE, t["T"])
    attack(state, t, 2)
    assert fighting(state).points == (2, 3)


def test_NG_COMBAT_07_attacker_first_then_defender_each_may_spend_none():
    state, t = position(1, 1, red_food=1, purple_food=1)
    attack(state, t, 1)
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.default, asked.seen_by) == ("combat.food", RED, (0,), None)
    answer(state, SpendFood(0))
    assert decision(state).seat == PURPLE
    answer(state, SpendFood(0))
    assert fighting(state).food == (0, 0)
    assert [player.resources[FOOD] for player in state.players] == [1, 1]


def test_NG_COMBAT_08_each_food_is_a_point():
    state, t = position(3, 2, red_food=3, purple_food=2)
    attack(state, t, 3)
    answer(state, SpendFood(3))
    answer(state, SpendFood(1))
    assert (fighting(state).points, fighting(state).food) == ((6, 3), (3, 1))
    assert [player.resources[FOOD] for player in state.players] == [0, 1]


def test_NG_COMBAT_09_the_attacker_rolls_first_then_the_defender_one_die_each():
    state, t = position(2, 2)
    attack(state, t, 2)
    first = chance(state)
    assert (first.stream, first.count, len(first.options), first.seen_by) == ("combat/1/attacker", 1, 6, None)
    roll(state, "2C")
    assert chance(state).stream == "combat/1/defender"
    roll(state, "3C")
    assert not isinstance(run(state), Chance)


def test_NG_COMBAT_11_the_die_has_these_six_faces():
    assert [(f.points, f.casualties, f.either) for f in FACES] == [
        (2, 0, False), (3, 0, False), (1, 1, True), (2, 1, False), (0, 2, False), (1, 1, False),
    ]


@pytest.mark.parametrize(("face", "points", "casualties"), [
    ("2C", 2, 0), ("3C", 3, 0), ("2C1K", 2, 1), ("2K", 0, 2), ("1C1K", 1, 1),
])
def test_NG_COMBAT_11_NG_COMBAT_12_NG_COMBAT_13_each_face_adds_its_points_and_casualties(face, points, casualties):
    state, t = position(3, 3)
    attack(state, t, 3)
    roll(state, face)
    assert (fighting(state).points, fighting(state).casualties) == ((3 + points, 3), (0, casualties))


def test_NG_COMBAT_12_the_score_adds_units_card_buildings_food_and_die():
    state, t = position(4, 2, buildings=["fortress"], red_food=1, purple_food=1)
    attack(state, t, 4, points=2)
    answer(state, SpendFood(1))
    answer(state, SpendFood(1))
    roll(state, "C/K")
    answer(state, POINT)
    assert fighting(state).points == (4 + 2 + 1 + 1, 2 + 2 + 1)


def test_NG_COMBAT_13_AMB_R21_AMB_R57_NG_BLDG_04_towers_add_casualties_whatever_is_rolled_but_no_points():
    state, t = position(5, 2, buildings=["defense_tower", "defense_tower"])
    attack(state, t, 4, casualties=1)
    assert (fighting(state).points, fighting(state).casualties) == ((4, 2), (2, 1))
    roll(state, "3C")
    roll(state, "C/K")
    answer(state, POINT)
    assert run(state) == ()
    assert [holds(state, t[name]) for name in "AT"] == [(RED, 1), (RED, 2)]


def test_NG_COMBAT_14_AMB_R20_as_many_casualties_as_units_or_more_lose_whatever_the_score():
    state, t = position(2, 1)
    attack(state, t, 2)
    roll(state, "3C")
    roll(state, "2K")  # 5 : 1, but both attackers are dead
    assert run(state) == ()
    assert holds(state, t["T"]) == (PURPLE, 1)
    state, t = position(1, 3)
    attack(state, t, 1, casualties=1)
    roll(state, "2K")
    roll(state, "2C")  # 1 : 5, and three casualties
    assert run(state) == ()
    assert holds(state, t["T"]) == (RED, 1)
    state, t = position(2, 1)
    attack(state, t, 2)
    roll(state, "2K")  # one casualty more than there are units: it is lost
    roll(state, "2C")
    assert run(state) == ()
    assert (holds(state, t["T"]), state.players[PURPLE].reserve) == ((RED, 2), UNITS)


def test_NG_COMBAT_14_if_both_are_wiped_out_nobody_wins():
    state, t = position(2, 2)
    attack(state, t, 2)
    roll(state, "2K")
    roll(state, "2K")
    assert run(state) == ()
    assert holds(state, t["T"]) == (-1, 0)


@pytest.mark.parametrize(("red", "purple", "owner"), [("3C", "2C", RED), ("2C", "2C", PURPLE), ("2C", "3C", PURPLE)])
def test_NG_COMBAT_15_the_higher_score_wins_and_a_tie_the_defender(red, purple, owner):
    state, t = position(2, 2)
    attack(state, t, 2)
    roll(state, red)
    roll(state, purple)
    run(state)
    assert holds(state, t["T"])[0] == owner


def test_NG_COMBAT_16_each_side_loses_a_unit_a_casualty_to_its_own_reserve():
    state, t = position(5, 4, more={"P": {"own": PURPLE, "u": 1}}, borders=[("T", "P", "regular")])
    attack(state, t, 4)
    roll(state, "2C1K")
    roll(state, "1C1K")
    assert run(state) == ()
    assert [holds(state, t[name]) for name in "TP"] == [(RED, 3), (PURPLE, 4)]
    assert [player.reserve for player in state.players] == [UNITS - 4, UNITS - 4]


def test_NG_COMBAT_19_NG_BUILD_07_buildings_stay_and_serve_the_new_controller():
    state, t = position(4, 1, buildings=["fortress", "food_silo"])
    attack(state, t, 4)
    roll(state, "2K")
    roll(state, "2C")
    assert run(state) == ()
    assert holds(state, t["T"]) == (RED, 4)
    assert [code >> 2 for code in state.board.buildings[t["T"]]] == [0, 5]
    state.push(MoveUnits(PURPLE, 1))
    assert run(state) == ()
    graph_b = graph(state, {"B": {"own": PURPLE, "u": 3}})
    state.board.neighbours[graph_b["B"]] = ((t["T"], 1),)
    state.push(MoveUnits(PURPLE, 1))
    answer(state, Move(graph_b["B"], t["T"], 3, kaija=False))
    assert fighting(state).points == (3, 6)


# Clans.


@pytest.mark.parametrize(("clan", "fame", "food"), [("stag", 1, 0), ("wolf", 0, 1), ("goat", 0, 0)])
def test_NG_CLAN_STAG_01_NG_CLAN_WOLF_01_AMB_R27_winning_as_attacker_rewards_stag_and_wolf(clan, fame, food):
    state, t = position(4, 1)
    set_clan(state, RED, clan)
    attack(state, t, 4)
    roll(state, "2C")
    roll(state, "2C")
    assert run(state) == ()
    assert (state.players[RED].fame, state.players[RED].resources[FOOD]) == (fame, food)


@pytest.mark.parametrize("clan", ["stag", "wolf"])
def test_AMB_R27_winning_as_defender_rewards_nobody(clan):
    state, t = position(1, 4)
    set_clan(state, PURPLE, clan)
    attack(state, t, 1)
    roll(state, "2C")
    roll(state, "2C")
    assert run(state) == ()
    assert (state.players[PURPLE].fame, state.players[PURPLE].resources[FOOD]) == (0, 0)


def bear_defends(units):
    state = empty_state()
    t = graph(
        state,
        {"A": {"own": RED, "u": 6}, "T": {"own": PURPLE, "u": units, "kaija": True}, "P": {"own": PURPLE, "u": 1}},
        [("A", "T", "regular"), ("T", "P", "regular")],
    )
    return state, t


def test_NG_CLAN_BEAR_01_NG_CLAN_BEAR_03_kaija_is_worth_two_points_and_one_figure():
    state, t = bear_defends(2)
    state.players[PURPLE].resources[FOOD] = 9
    attack(state, t, 5)
    assert (fighting(state).points, fighting(state).forces) == ((5, 4), (5, 3))
    assert offered(state) == [SpendFood(n) for n in range(4)]


def test_NG_CLAN_BEAR_01_NG_CLAN_BEAR_03_NG_COMBAT_16_bear_chooses_whether_kaija_is_a_casualty():
    state, t = bear_defends(2)
    attack(state, t, 5, points=2)
    roll(state, "2K")
    roll(state, "2C")
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.default) == ("combat.casualties", PURPLE, (0,))
    assert offered(state) == [Lose(2, kaija=False), Lose(1, kaija=True)]
    answer(state, Lose(2, kaija=False))
    assert run(state) == ()
    assert (state.where(KAIJA), state.players[PURPLE].reserve) == (t["P"], UNITS - 1)
    assert holds(state, t["P"]) == (PURPLE, 1)
    assert state.figure_count(t["P"]) == 2


def test_NG_CLAN_BEAR_01_AMB_R23_a_dead_kaija_returns_to_the_reserve():
    state, t = bear_defends(2)
    attack(state, t, 5, points=2)
    roll(state, "1C1K")
    roll(state, "2C")
    answer(state, Lose(0, kaija=True))
    assert run(state) == ()
    assert (state.where(KAIJA), holds(state, t["P"])) == (RESERVE, (PURPLE, 3))


def test_NG_CLAN_BEAR_01_AMB_R23_kaija_alone_defends_and_dies_without_a_question():
    state, t = bear_defends(0)
    attack(state, t, 5)
    assert fighting(state).points == (5, 2)
    roll(state, "2K")
    roll(state, "2C")
    assert run(state) == ()
    assert (state.where(KAIJA), holds(state, t["T"])) == (RESERVE, (RED, 5))


def test_NG_CLAN_BEAR_01_AMB_R23_fewer_units_than_casualties_take_kaija_along():
    state, t = bear_defends(1)
    attack(state, t, 5)
    roll(state, "2K")
    roll(state, "2C")
    assert run(state) == ()
    assert (state.where(KAIJA), state.players[PURPLE].reserve) == (RESERVE, UNITS - 1)


def bear_attacks(units):
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": units, "kaija": True}, "T": {"own": PURPLE, "u": 1}}, [("A", "T", "regular")],
    )
    state.players[RED].awakened = True
    return state, t


def test_NG_CLAN_BEAR_01_NG_CLAN_BEAR_03_kaija_awakened_attacks_and_takes_the_territory():
    state, t = bear_attacks(1)
    attack(state, t, 1, kaija=True)
    assert (fighting(state).points, fighting(state).forces) == ((3, 1), (2, 1))
    roll(state, "1C1K")
    roll(state, "1C1K")
    answer(state, Lose(1, kaija=False))
    assert run(state) == ()
    assert (holds(state, t["T"]), state.where(KAIJA), kaija_stands_in(state, t["T"])) == ((RED, 0), t["T"], True)


def test_NG_CLAN_BEAR_01_AMB_R23_kaija_attacking_may_be_the_casualty():
    state, t = bear_attacks(1)
    attack(state, t, 1, kaija=True)
    roll(state, "1C1K")
    roll(state, "1C1K")
    answer(state, Lose(0, kaija=True))
    assert run(state) == ()
    assert (holds(state, t["T"]), state.where(KAIJA)) == ((RED, 1), RESERVE)


# Cards.


def test_casualties_of_the_card_are_inflicted_in_every_combat():
    state, t = position(2, 3)
    attack(state, t, 2, casualties=2)
    assert fighting(state).casualties == (0, 2)


@pytest.mark.parametrize(("part", "points", "casualties"), [(POINT, (4, 2), (0, 0)), (CASUALTY, (3, 2), (0, 1))])
def test_axe_throwers_take_a_point_or_a_casualty_after_their_roll_and_before_the_defenders(part, points, casualties):
    state, t = position(1, 2)
    attack(state, t, 1, point_or_casualty=True)
    roll(state, "2C")
    asked = decision(state)
    assert (asked.prompt, asked.seat, offered(state)) == ("combat.die", RED, [POINT, CASUALTY])
    assert fighting(state).faces == (0, -1)
    answer(state, part)
    assert (fighting(state).points, fighting(state).casualties) == (points, casualties)
    assert chance(state).stream == "combat/1/defender"


def test_axe_throwers_choose_for_the_die_and_for_the_card():
    state, t = position(1, 3)
    attack(state, t, 1, point_or_casualty=True)
    roll(state, "C/K")
    answer(state, POINT)
    answer(state, CASUALTY)
    assert (fighting(state).points, fighting(state).casualties) == ((2, 3), (0, 1))
    roll(state, "C/K")
    assert decision(state).seat == PURPLE  # the card's choice is the attacker's alone
    answer(state, POINT)
    assert run(state) == ()


def test_shieldbearers_cancel_one_casualty_of_the_defender_in_each_combat():
    state, t = position(2, 2)
    attack(state, t, 2, cancel_casualties=1)
    roll(state, "3C")
    roll(state, "2K")
    assert run(state) == ()
    assert (holds(state, t["T"]), state.players[RED].reserve) == ((RED, 1), UNITS - 1)


def test_shieldbearers_cancel_nothing_where_nothing_was_inflicted():
    state, t = position(2, 2)
    attack(state, t, 2, cancel_casualties=1)
    roll(state, "3C")
    roll(state, "2C")
    assert run(state) == ()
    assert holds(state, t["T"]) == (RED, 2)


def test_conqueror_ignores_towers_and_fortresses_of_enemies_only():
    state, t = position(2, 2, buildings=["fortress", "defense_tower"])
    state.players[RED].conqueror = True
    attack(state, t, 2)
    assert (fighting(state).points, fighting(state).casualties) == ((2, 2), (0, 0))
    state, t = position(2, 2, buildings=["fortress", "defense_tower"])
    state.players[PURPLE].conqueror = True
    attack(state, t, 2)
    assert (fighting(state).points, fighting(state).casualties) == ((2, 4), (1, 0))


def push_position(defenders):
    return position(
        4, defenders, more={"N": {}, "P": {"own": PURPLE, "u": 1}, "R": {"own": RED, "u": 1}, "I": {}},
        borders=[("T", "N", "rough"), ("T", "P", "regular"), ("T", "R", "regular"), ("T", "I", "impassable")],
    )


def test_intimidate_pushes_one_defender_to_a_neutral_or_own_territory_before_the_combat():
    state, t = push_position(2)
    attack(state, t, 3, push_before_combat=True)
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.least, asked.default) == ("combat.push", RED, 0, ())
    assert offered(state) == [Move(t["T"], t["N"], 1, kaija=False), Move(t["T"], t["P"], 1, kaija=False)]
    answer(state, Move(t["T"], t["N"], 1, kaija=False))
    assert fighting(state).forces == (3, 1)
    assert holds(state, t["N"]) == (PURPLE, 1)


def test_intimidate_may_be_declined():
    state, t = push_position(2)
    attack(state, t, 3, push_before_combat=True)
    answer(state)
    assert fighting(state).forces == (3, 2)


def test_pushing_the_last_defender_away_takes_the_territory_without_a_combat_won():
    state, t = push_position(1)
    set_clan(state, RED, "stag")
    attack(state, t, 3, push_before_combat=True)
    answer(state, Move(t["T"], t["P"], 1, kaija=False))
    assert run(state) == ()
    assert [holds(state, t[name]) for name in "TP"] == [(RED, 3), (PURPLE, 2)]
    assert (state.battles, state.players[RED].fame) == ([], 0)


def test_NG_CLAN_BEAR_01_kaija_can_be_pushed_like_a_unit():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 2}, "T": {"own": PURPLE, "kaija": True}, "N": {}},
        [("A", "T", "regular"), ("T", "N", "regular")],
    )
    attack(state, t, 2, push_before_combat=True)
    answer(state, Move(t["T"], t["N"], 0, kaija=True))
    assert run(state) == ()
    assert (state.where(KAIJA), holds(state, t["N"]), holds(state, t["T"])) == (t["N"], (PURPLE, 0), (RED, 2))


def test_the_bonus_of_a_card_is_not_the_defenders():
    state, t = position(2, 2)
    attack(state, t, 2, points=2, casualties=1, cancel_casualties=1)
    assert (fighting(state).points, fighting(state).casualties) == ((4, 2), (0, 1))


def test_a_copy_made_in_the_middle_of_a_combat_goes_on_by_itself():
    state, t = position(3, 2, red_food=1)
    attack(state, t, 3)
    answer(state, SpendFood(1))
    other = state.copy()
    roll(state, "2K")
    roll(state, "2C")
    assert run(state) == ()
    assert (fighting(other).points, other.table.combat[fighting(other).stage].name) == ((4, 2), "roll")
    roll(other, "2C")
    roll(other, "3C")
    assert run(other) == ()
    assert holds(other, t["T"]) == (RED, 3)
