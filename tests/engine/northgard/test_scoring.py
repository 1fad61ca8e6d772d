"""The final count."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.cards.resolving import CARDS
from lawspeaker_engine.games.northgard.phases import scoring

from .positions import empty_state, graph

NUMBER = {card.id: number for number, card in enumerate(CARDS)}
VALUED = next(number for number, card in enumerate(CARDS) if card.set == "early" and card.fame == 2)


def test_NG_END_03_tokens_resources_cards_and_unrest_make_the_total():
    state = empty_state()
    player = state.players[0]
    player.fame, player.resources = 11, [4, 3, 1]
    player.hand, player.discard = [VALUED, NUMBER["unrest"]], [NUMBER["unrest"]]
    assert sum(scoring.final_parts(state, 0)) == 11 + 2 + CARDS[VALUED].fame - 10
    assert sum(scoring.final_parts(state, 1)) == 0


@pytest.mark.parametrize(("resources", "fame"), [
    ([0, 0, 0], 0), ([2, 0, 0], 0), ([1, 1, 1], 1), ([2, 2, 1], 1), ([0, 6, 0], 2), ([3, 3, 3], 3),
])
def test_NG_END_03_any_three_resources_are_one_fame(resources, fame):
    state = empty_state()
    state.players[0].resources = resources
    assert sum(scoring.final_parts(state, 0)) == fame


@pytest.mark.parametrize("zone", ["hand", "draw", "top", "drawn", "active", "discard"])
def test_NG_END_03_cards_of_the_deck_count_in_every_zone(zone):
    state = empty_state()
    setattr(state.players[0], zone, [VALUED])
    assert sum(scoring.card_fame(state, 0)) == 2


def test_NG_END_03_achievements_add_up_with_each_other_and_with_the_other_cards():
    state = empty_state()
    graph(state, {"A": {"own": 0, "u": 4, "lairs": 2, "food": 1}})
    state.players[0].hand = [VALUED, NUMBER["warlord"]]
    state.players[0].draw = [NUMBER["trapper"], NUMBER["food_trader"], VALUED]
    assert sum(scoring.card_fame(state, 0)) == 2 + 4 + 6 + 2 + 2


@pytest.mark.parametrize("zone", ["boxed", "upgrades"])
def test_AMB_R52_cards_out_of_the_game_do_not_count(zone):
    state = empty_state()
    setattr(state.players[0], zone, [VALUED])
    assert sum(scoring.card_fame(state, 0)) == 0


def test_NG_WINT_04_each_unrest_costs_five():
    state = empty_state()
    state.players[0].draw = [NUMBER["unrest"]] * 2
    state.players[0].top = [NUMBER["unrest"]]
    assert sum(scoring.final_parts(state, 0)) == -15


def test_NG_EOY_01_NG_BLDG_09_only_closed_controlled_territories_with_a_large_building_count_once_each():
    state = empty_state()
    graph(state, {
        "two": {"own": 0, "u": 1, "open": 0, "b": ["fortress", "forge"]},
        "altar": {"own": 0, "u": 1, "open": 0, "b": ["altar_of_kings"]},
        "small": {"own": 0, "u": 1, "open": 0, "b": ["food_silo"]}, "open": {"own": 0, "u": 1, "b": ["forge"]},
        "neutral": {"open": 0, "b": ["forge"]}, "other": {"own": 1, "u": 1, "open": 0, "b": ["forge"]},
    })
    assert scoring.large_closed(state, 0) == 2
    assert scoring.large_closed(state, 1) == 1


def test_NG_END_04_AMB_R34_ties_are_broken_by_territories_figures_and_buildings_controlled():
    state = empty_state()
    graph(state, {
        "A": {"own": 0, "u": 2, "kaija": True, "b": ["fortress", "food_silo"]}, "B": {"own": 0, "u": 1, "open": 0},
        "C": {"b": ["forge"]}, "D": {"own": 1, "u": 5, "b": ["forge"]},
    })
    state.players[0].fame = 7
    assert scoring.standing(state, (0,)) == (7, 2, 4, 2)
    assert scoring.standing(state, (0, 1)) == (7, 3, 9, 3)
