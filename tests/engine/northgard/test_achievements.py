"""Tests of what each Achievement is worth."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.cards.resolving import CARDS
from lawspeaker_engine.games.northgard.phases import scoring

from .positions import code, empty_state, graph

NUMBER = {card.id: number for number, card in enumerate(CARDS)}


def position():
    """Seat 0 holds A and B, seat 1 holds C, nobody D."""
    state = empty_state()
    graph(state, {
        "A": {"own": 0, "u": 4, "food": 1, "small": 2, "carved": 1, "lairs": 1, "b": ["food_silo", "altar_of_kings"]},
        "B": {
            "own": 0, "u": 3, "kaija": True, "wood": 2, "lore": 1, "large": 2, "lairs": 2,
            "b": ["carved_stone", "woodcutter_lodge", code("defense_tower", spaceless=True), "forge"],
        },
        "C": {"own": 1, "u": 2, "food": 2, "small": 1, "lairs": 1, "b": ["fortress"]},
        "D": {"food": 9, "wood": 9, "lore": 9, "small": 9, "large": 9, "lairs": 9, "b": ["training_camp", "forge"]},
    })
    return state


@pytest.mark.parametrize(("card", "first", "second"), [
    ("builder", 4 * 1 + 2 * 3, 3), ("explorer", 3 * 1 + 2 * 3, 1), ("food_trader", 2 * 2, 2 * 2),
    ("wood_trader", 2 * 3, 0), ("scholar", 2 * 2, 0), ("trapper", 3 * 3, 3), ("warlord", 8, 2),
])
def test_NG_END_03_each_achievement_counts_what_its_owner_controls(card, first, second):
    state = position()
    assert scoring.achievement_fame(state, 0, CARDS[NUMBER[card]].counts) == first
    assert scoring.achievement_fame(state, 1, CARDS[NUMBER[card]].counts) == second


@pytest.mark.parametrize("card", ["builder", "explorer", "food_trader", "wood_trader", "scholar", "trapper", "warlord"])
def test_AMB_R53_an_achievement_on_top_of_the_draw_pile_counts(card):
    state = position()
    state.players[0].top = [NUMBER[card]]
    worth = scoring.achievement_fame(state, 0, CARDS[NUMBER[card]].counts)
    assert worth > 0
    assert sum(scoring.card_fame(state, 0)) == worth


def test_NG_COMP_04_there_are_seven_achievements():
    assert sum(card.set == "achievement" and not card.module for card in CARDS) == 7
