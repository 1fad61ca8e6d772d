"""Winter: what units cost, and Unrest."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.cards import resolving
from lawspeaker_engine.games.northgard.cards.deck import DrawCards
from lawspeaker_engine.games.northgard.phases import winter
from lawspeaker_engine.games.northgard.state import FOOD, WOOD

from .positions import empty_state, graph, run

UNREST = resolving.UNREST


def position(units: int, resources: list[int], **territory):
    state = empty_state()
    graph(state, {"A": {"own": 0, "u": units, **territory} if units else {}})
    state.players[0].resources = resources[:]
    return state


@pytest.mark.parametrize(("units", "food", "wood"), [
    (0, 0, 0), (1, 0, 0), (3, 0, 0), (4, 1, 0), (6, 1, 0), (7, 2, 0), (9, 2, 0), (10, 3, 1), (12, 3, 1), (13, 4, 2),
    (14, 4, 2),
])
def test_TC_WINT_01_NG_WINT_02_cost_by_units(units, food, wood):
    state = position(units, [5, 5, 5])
    winter.pay(state, 0)
    assert state.players[0].resources == [5 - food, 5 - wood, 5]
    assert state.players[0].top == []


@pytest.mark.parametrize(("units", "before", "after"), [
    (10, [1, 0, 9], [0, 0, 9]), (10, [3, 0, 0], [0, 0, 0]), (10, [2, 3, 0], [0, 2, 0]), (4, [0, 9, 9], [0, 9, 9]),
    (14, [0, 1, 0], [0, 0, 0]),
])
def test_TC_WINT_01_NG_WINT_03_AMB_R28_a_shortfall_brings_one_unrest_and_no_substitution(units, before, after):
    state = position(units, before)
    state.players[0].top = [0]
    winter.pay(state, 0)
    assert state.players[0].resources == after
    assert state.players[0].top == [0, UNREST]
    assert state.unrest == 9


def test_TC_WINT_01_NG_WINT_05_six_units_and_kaija_pay_for_six():
    state = position(6, [3, 3, 0], kaija=True)
    winter.pay(state, 0)
    assert state.players[0].resources == [2, 3, 0]


def test_NG_WINT_04_the_unrest_card_is_drawn_next_and_can_never_leave_the_deck():
    state = position(4, [0, 0, 0])
    state.players[0].draw = [0, 1, 2]
    winter.pay(state, 0)
    state.push(DrawCards(0, 1))
    assert run(state) == ()
    assert state.players[0].hand == [UNREST]
    assert not resolving.CARDS[UNREST].removable
    assert resolving.CARDS[UNREST].fame == -5


def test_AMB_R29_an_empty_unrest_stack_means_no_penalty():
    state = position(4, [0, 0, 0])
    state.unrest, state.players[0].fame, state.players[0].draw = 0, 9, [0, 1]
    winter.pay(state, 0)
    assert (state.unrest, state.players[0].fame) == (0, 9)
    assert (state.players[0].top, state.players[0].draw) == ([], [0, 1])


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_NG_WINT_01_players_pay_in_turn_order_so_the_last_unrest_goes_to_the_first_of_them(order):
    state = empty_state()
    graph(state, {"A": {"own": 0, "u": 4}, "B": {"own": 1, "u": 7}})
    state.unrest = 1
    state.push(winter.WinterPhase(order))
    assert run(state) == ()
    assert state.players[order[0]].top == [UNREST]
    assert state.players[order[1]].top == []
    assert state.unrest == 0


def test_NG_WINT_01_nothing_is_asked_and_food_pays_before_it_is_missed():
    state = empty_state()
    graph(state, {"A": {"own": 0, "u": 4}, "B": {"own": 1, "u": 10}})
    state.players[0].resources, state.players[1].resources = [1, 0, 0], [3, 1, 0]
    state.push(winter.WinterPhase((0, 1)))
    assert run(state) == ()
    assert [player.resources[FOOD] for player in state.players] == [0, 0]
    assert [player.resources[WOOD] for player in state.players] == [0, 0]
    assert state.unrest == 10
