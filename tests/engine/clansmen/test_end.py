"""The end of the game: the gate, the majorities, the Chief."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.clansmen.phases import end
from lawspeaker_engine.games.clansmen.phases.season import Season, end_season
from lawspeaker_engine.games.clansmen.state import WINTER

from .positions import A, B, C, D, begin, build, empty_state, put, stock, structure, weak

FIRST = [1, 2, 3, 4]


def last_winter(respect, **options):
    """Nothing but Respect, in the last Winter."""
    state = empty_state(len(respect), season=WINTER, **options)
    state.year = state.settings.years
    for player, amount in zip(state.players, respect, strict=True):
        player.respect = amount
    begin(state, Season())
    return state


def finished(state):
    """The outcome, the game having been ended."""
    end.finish(state)
    assert state.phase == "over"
    assert state.agenda == []
    assert state.outcome is not None
    return state.outcome


def gains(state):
    """Return what the majorities bring, by seat."""
    before = [player.respect for player in state.players]
    end.pay_majorities(state)
    return [player.respect - had for player, had in zip(state.players, before, strict=True)]


def people(state, *counts, kind="farmer"):
    """So many populations by seat."""
    for seat, count in enumerate(counts):
        for _ in range(count):
            put(state, seat, kind)


# The gate.


def test_CL_T87_CL_END_01_CL_END_02_CL_END_03_warriors_and_weakened_count_before_the_gate():
    state = last_winter([30, 30, 20, 19])
    put(state, C, "warrior")
    put(state, D, "farmer")
    assert finished(state).reason == "chief"
    state = last_winter([30, 30, 20, 20])
    put(state, C, "laborer", weakened=True)
    outcome = finished(state)
    assert outcome.reason == "failed"
    assert outcome.ranks == (1, 1, 1, 1)


def test_CL_END_01_CL_END_02_a_weakened_warrior_counts_as_both():
    state = last_winter([0, 0, 0, 0], gate=20)
    put(state, A, "warrior")
    put(state, A, "warrior", weakened=True)
    put(state, B, "farmer", weakened=True)
    put(state, C, "warrior")
    outcome = finished(state)
    # A: 2 - 1, then Warriors 3 and population 3.
    assert outcome.scores == (1 + 6, -1, 1, 0)


def test_CL_GOAL_01_CL_END_02_respect_may_fall_below_zero():
    state = last_winter([0, 40, 40, 40])
    put(state, A, "farmer", weakened=True)
    put(state, B, "farmer")
    put(state, B, "farmer")
    assert finished(state).scores == (-1, 43, 40, 40)


@pytest.mark.parametrize(("players", "gate"), [(2, 50), (3, 75), (4, 100), (5, 125), (6, 150)])
def test_CL_T90_CL_GOAL_02_CL_END_03_AMB_CL_01_the_gate_is_25_a_player(players, gate):
    enough = last_winter([gate] + [0] * (players - 1))
    assert finished(enough).reason == "chief"
    missed = last_winter([gate - 1] + [0] * (players - 1))
    assert finished(missed).reason == "failed"


@pytest.mark.parametrize("gate", [20, 30])
def test_AMB_CL_01_the_gate_may_be_lower_or_higher(gate):
    assert finished(last_winter([gate * 2, gate * 2 - 1, 0, 0], gate=gate)).reason == "failed"
    assert finished(last_winter([gate * 2, gate * 2, 0, 0], gate=gate)).reason == "chief"


def test_CL_T91_CL_END_03_the_majorities_come_too_late_for_the_gate():
    for respect, reason in ((97, "failed"), (99, "chief")):
        state = last_winter([respect, 0, 0, 0])
        stock(state, A, food=1, goods=1)
        build(state, A, "shrine")
        people(state, 1, kind="warrior")  # 1 for the Warrior before the gate
        outcome = finished(state)
        assert sum(outcome.scores) == respect + 1 + 5 * 3
        assert outcome.reason == reason


def test_CL_GOAL_03_CL_END_03_if_the_gate_is_missed_nobody_wins_and_all_share_the_place():
    outcome = finished(last_winter([50, 30, 10, 9]))
    assert outcome.ranks == (1, 1, 1, 1)
    assert outcome.scores == (50, 30, 10, 9)


@pytest.mark.parametrize(("failed", "ranks"), [("shared", (1, 1, 1, 1)), ("respect", (3, 1, 2, 4))])
def test_CL_GOAL_03_AMB_CL_62_if_the_clan_fails_all_share_the_place_or_respect_says_their_places(failed, ranks):
    state = last_winter([10, 50, 10, 9], failed=failed)
    put(state, C, "laborer")  # the larger population of two with as much Respect, if the majority were not counted
    outcome = finished(state)
    assert (outcome.reason, outcome.ranks, outcome.scores) == ("failed", ranks, (10, 50, 13, 9))


@pytest.mark.parametrize("failed", ["shared", "respect"])
def test_AMB_CL_62_a_clan_that_succeeds_has_the_same_places_either_way(failed):
    outcome = finished(last_winter([20, 30, 40, 10], failed=failed))
    assert (outcome.reason, outcome.ranks) == ("chief", (3, 2, 1, 4))


def test_CL_GOAL_01_CL_GOAL_03_if_it_is_met_the_most_respected_is_chief():
    outcome = finished(last_winter([20, 30, 40, 10]))
    assert outcome.reason == "chief"
    assert outcome.ranks == (3, 2, 1, 4)


def test_CL_T100_CL_SEQ_11_the_halls_pay_before_the_gate():
    state = last_winter([99, 0, 0, 0])
    build(state, B, "long_hall")
    end_season(state)
    assert state.outcome is not None
    assert state.outcome.reason == "chief"
    assert state.outcome.ranks == tuple(FIRST)
    assert state.players[B].respect == 1 + 3, "and the hall is the most buildings"


# The majorities.


@pytest.mark.parametrize(("kind", "expected"), [("warrior", [0, 6, 0, 0]), ("farmer", [0, 3, 0, 0])])
def test_CL_END_04_CL_END_05_most_warriors_and_most_population_bring_three_each(kind, expected):
    state = last_winter([0] * 4)
    people(state, 1, 3, 2, kind=kind)
    assert gains(state) == expected


def test_CL_END_04_warriors_count_even_if_another_has_more_people():
    state = last_winter([0] * 4)
    people(state, 3, 0, 0, 0)
    people(state, 0, 0, 1, kind="warrior")
    assert gains(state) == [3, 0, 3, 0]


def test_CL_POP_09_AMB_CL_11_the_weakened_count_as_population_and_as_warriors():
    state = last_winter([0] * 4)
    weak(state, A, put(state, A, "warrior"))
    assert gains(state) == [6, 0, 0, 0]


def test_CL_END_06_CL_END_07_most_goods_and_most_food_bring_three_each():
    state = last_winter([0] * 4)
    stock(state, A, food=2, wood=90, stone=90, goods=1)
    stock(state, C, food=1, goods=4)
    stock(state, D, food=5)
    assert gains(state) == [0, 0, 3, 3]


def test_CL_END_08_AMB_CL_56_all_standing_buildings_count_with_fences_and_houses():
    state = last_winter([0] * 4)
    build(state, A, "dirt_roads", "paved_roads")
    build(state, B, "watchtower")
    for tile, building in ((3, "fence"), (3, "wooden_house"), (4, "stone_house")):
        structure(state, B, tile, building)
    build(state, C, "shrine", "granary", "cellars")
    assert gains(state) == [0, 3, 0, 0]


def test_AMB_CL_56_by_the_other_reading_fences_and_houses_do_not_count():
    state = last_winter([0] * 4, count_small=False)
    build(state, A, "dirt_roads", "paved_roads")
    for tile in (3, 4, 5):
        structure(state, B, tile, "fence")
    assert gains(state) == [3, 0, 0, 0]


def test_CL_END_09_AMB_CL_47_tied_leaders_gain_one_each_and_nothing_is_nothing():
    state = last_winter([0] * 4)
    stock(state, A, goods=2)
    stock(state, B, goods=1)
    stock(state, D, goods=2)
    assert gains(state) == [1, 0, 0, 1]


def test_AMB_CL_47_by_the_other_reading_a_tie_brings_everybody_one():
    state = last_winter([0] * 4, tie_bonus="everybody")
    stock(state, A, goods=2, food=1)
    stock(state, D, goods=2)
    assert gains(state) == [4, 1, 1, 1]


def test_CL_T88_CL_END_04_CL_END_05_CL_END_06_CL_END_07_CL_END_08_CL_END_09_CL_END_10_all_five_majorities():
    # A 30 of which 2 by Warriors, and so on: the majorities start from A 30, B 30, C 28, D 29.
    state = last_winter([28, 28, 28, 29])
    people(state, 2, 2, 0, 0, kind="warrior")
    people(state, 0, 0, 5, 1)
    stock(state, D, food=1)
    for seat in (A, B, C):
        build(state, seat, "shrine")
    outcome = finished(state)
    assert outcome.scores == (32, 32, 32, 32)
    assert outcome.ranks[C] == 1
    assert outcome.ranks == (2, 3, 1, 4)


# The Chief.


def test_CL_T89_CL_END_10_equal_respect_and_people_are_decided_by_goods_and_food_then_by_turn_order():
    state = last_winter([60, 60, 0, 0])
    people(state, 2, 2)
    stock(state, A, food=6)
    stock(state, B, goods=7)
    assert finished(state).ranks == (2, 1, 3, 4)
    state = last_winter([60, 60, 0, 0])
    people(state, 2, 2)
    stock(state, A, food=6, goods=1)
    stock(state, B, food=1, goods=6)
    other_order = state.copy()
    other_order.start = B
    assert finished(state).ranks == (1, 2, 3, 4)
    assert finished(other_order).ranks == (2, 1, 3, 4)
    state = last_winter([60, 60, 0, 0])
    state.start = D
    assert finished(state).ranks == (1, 2, 4, 3)


def test_CL_END_10_wood_and_stone_decide_nothing():
    state = last_winter([60, 60, 0, 0])
    stock(state, B, wood=9, stone=9)
    assert finished(state).ranks == (1, 2, 3, 4)


def test_CL_END_10_more_population_comes_before_more_goods_and_food_and_before_turn_order():
    state = last_winter([60, 57, 0, 0])
    people(state, 2, 1)
    stock(state, B, food=9, goods=9)
    state.start = B
    outcome = finished(state)
    assert outcome.scores[:2] == (63, 63)
    assert outcome.ranks[:2] == (1, 2)
