"""What the outcome says of points and places: their parts, the gate, and what broke ties."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.clansmen.phases import end

from .positions import A, B, C, D, build, put, stock
from .test_end import last_winter, people


def told(state):
    """The outcome of the game, which is ended, and its parts that brought something, by seat."""
    end.finish(state)
    outcome = GAMES["clansmen"].outcome(state)
    assert tuple(sum(part.points for part in parts) for parts in outcome.parts) == outcome.scores
    return outcome, [{part.name: part.points for part in parts if part.points} for parts in outcome.parts]


def test_CL_END_01_to_CL_END_09_respect_has_a_part_for_each_step_of_the_end():
    state = last_winter([28, 28, 28, 29])
    people(state, 2, 2, 0, 0, kind="warrior")
    people(state, 0, 0, 5, 1)
    put(state, C, "farmer", weakened=True)
    stock(state, D, food=1, goods=2)
    build(state, A, "shrine")
    outcome, parts = told(state)
    assert parts == [
        {"Respect during play": 28, "Warriors": 2, "most Warriors": 1, "most buildings": 3},
        {"Respect during play": 28, "Warriors": 2, "most Warriors": 1},
        {"Respect during play": 28, "Weakened population": -1, "most population": 3},
        {"Respect during play": 29, "most Goods": 3, "most Food": 3},
    ]
    assert outcome.scores == (34, 31, 30, 35)
    # 28 + 2, 28 + 2, 28 - 1 and 29.
    assert outcome.decided == ("The clan had 116 Respect before the majorities and needed 100: seat 3 is Chief.",)


def test_AMB_CL_47_a_tie_that_pays_everybody_is_a_part_of_everybody():
    state = last_winter([30] * 4, tie_bonus="everybody")
    stock(state, A, goods=2)
    stock(state, D, goods=2)
    assert told(state)[1] == [{"Respect during play": 30, "most Goods": 1}] * 4


def test_CL_END_03_a_failed_clan_says_what_it_had_and_needed():
    outcome, _ = told(last_winter([50, 30, 10, 9]))
    assert outcome.decided == ("The clan had 99 Respect before the majorities and needed 100: it has failed.",)


@pytest.mark.parametrize(("failed", "ties"), [("shared", 0), ("respect", 1)])
def test_AMB_CL_62_ties_are_told_where_respect_gives_a_failed_clan_places(failed, ties):
    assert len(told(last_winter([9, 9, 1, 0], failed=failed))[0].decided) == 1 + ties


def test_CL_END_10_ties_are_broken_by_population_then_goods_and_food_then_turn_order():
    state = last_winter([60, 60, 57, 60])
    people(state, 2, 2, 3, 2)
    stock(state, B, goods=1, food=2)
    stock(state, A, goods=1, food=2)
    state.start = B
    outcome, _ = told(state)
    # The most population brings C 3, the tie in Goods and that in Food bring A and B 1 each.
    assert outcome.scores == (62, 62, 60, 60)
    assert outcome.ranks == (2, 1, 3, 4)
    assert outcome.decided[1:] == (
        "Tie at 62 Respect between seat 1 and seat 0 broken by turn order: seat 1 comes first.",
        "Tie at 60 Respect between seat 2 and seat 3 broken by population: 3 to 2 for seat 2.",
    )
    state = last_winter([61, 62, 0, 0])
    stock(state, A, goods=2)
    stock(state, B, goods=1, food=2)
    stock(state, C, food=3)
    outcome, _ = told(state)
    # A 61 + 3 for Goods, B 62: no tie; C has 3 for Food.
    assert outcome.decided[1:] == ()
    state = last_winter([60, 63, 0, 0])
    stock(state, A, goods=2)
    stock(state, B, goods=1)
    assert told(state)[0].decided[1:] == (
        "Tie at 63 Respect between seat 0 and seat 1 broken by Goods and Food: 2 to 1 for seat 0.",
        "Tie at 0 Respect between seat 2 and seat 3 broken by turn order: seat 2 comes first.",
    )
