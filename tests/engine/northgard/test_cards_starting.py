"""The starting cards, each played in a position of its own."""

from __future__ import annotations

from collections import Counter

import pytest

from lawspeaker_engine.games.northgard.buildings import FOOD_SILO
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, cards_of
from lawspeaker_engine.games.northgard.figures import to_reserve
from lawspeaker_engine.games.northgard.options import Build, Tile
from lawspeaker_engine.games.northgard.state import WOOD
from lawspeaker_engine.games.northgard.tiles import TILE_NUMBER
from tests.engine.northgard.card_play import RED, cards, done, explorer, ids, laid, march, play_card, playable, unit
from tests.engine.northgard.positions import (
    Effect,
    answer,
    chance,
    code,
    decision,
    draw,
    empty_state,
    graph,
    offered,
    run,
)

RECRUIT, MOVE, EXPLORE, BUILD = (Effect(i) for i in range(4))


def test_AMB_R09_six_starting_cards_of_five_kinds_with_two_feasts():
    assert Counter(ids(cards_of("starting"))) == {"recruit": 1, "move": 1, "explore": 1, "build": 1, "feast": 2}
    assert not any(CARDS[card].flash or CARDS[card].fame for card in cards_of("starting"))


def test_NG_DECK_08_recruit_places_one_unit():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": RED, "u": 1}})
    play_card(state, "recruit")
    answer(state, unit(t["B"]))
    assert done(state)
    assert [state.board.units[t[name]] for name in "AB"] == [1, 2]


def test_NG_DECK_08_move_makes_one_move():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 2}, "B": {}, "C": {}}, [("A", "B", "regular"), ("B", "C", "rough")])
    play_card(state, "move")
    answer(state, march(t["A"], t["B"], 2))
    assert done(state)
    assert [state.board.owner[t[name]] for name in "ABC"] == [-1, RED, -1]


def test_NG_DECK_08_explore_lays_the_drawn_tile():
    state = explorer("02", "05", "13")
    play_card(state, "explore")
    assert chance(state).count == 1
    draw(state, Tile(TILE_NUMBER["02"]))
    answer(state, offered(state)[0])
    assert done(state)
    assert laid(state) == ["start", "02"]


def test_NG_DECK_08_build_costs_one_wood():
    state = empty_state()
    state.players[RED].resources[WOOD] = 1
    t = graph(state, {"A": {"own": RED, "u": 1, "small": 1}})
    play_card(state, "build")
    answer(state, Build(FOOD_SILO, t["A"], carved=False))
    assert done(state)
    assert state.board.buildings[t["A"]] == (code("food_silo"),)
    assert state.players[RED].resources[WOOD] == 0


def feast():
    state = explorer("02", units=2)
    state.players[RED].resources[WOOD] = 1
    state.board.small[0] = 1
    return state


@pytest.mark.parametrize("name", ["feast", "early_feast"])
def test_NG_DECK_08_AMB_R10_feast_is_one_of_the_four_starting_actions(name):
    state = feast()
    play_card(state, name)
    assert decision(state).prompt == "card.mode"
    assert offered(state) == [RECRUIT, MOVE, EXPLORE, BUILD]


@pytest.mark.parametrize("name", ["feast", "early_feast"])
@pytest.mark.parametrize(("mode", "prompt"), [
    (RECRUIT, "recruit.place"), (MOVE, "move.step"), (EXPLORE, "explore.place"), (BUILD, "build.place"),
])
def test_NG_DECK_08_feast_does_only_the_chosen_action_and_once(name, mode, prompt):
    state = feast()
    play_card(state, name)
    answer(state, mode)
    assert decision(state).prompt == prompt
    answer(state, offered(state)[0])
    assert done(state)


def test_NG_DECK_08_feast_offers_only_what_can_be_done_now():
    state = empty_state()
    graph(state, {"A": {"own": RED, "u": 1, "open": 0}})
    play_card(state, "feast")
    assert offered(state) == [RECRUIT, MOVE]


@pytest.mark.parametrize("name", ["feast", "early_feast"])
def test_NG_DECK_08_a_feast_is_one_unit_or_one_move_and_no_more(name):
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 3}, "B": {}}, [("A", "B", "regular")])
    play_card(state, name)
    answer(state, RECRUIT)
    answer(state, unit(t["A"]))
    assert done(state)
    assert state.board.units[t["A"]] == 4
    play_card(state, name)
    answer(state, MOVE)
    answer(state, march(t["A"], t["B"], 1))
    assert done(state)
    assert [state.board.units[t[where]] for where in "AB"] == [3, 1]


def test_AMB_R50_recruit_and_move_may_be_played_without_effect_but_not_explore_and_build():
    state = empty_state()
    graph(state, {"A": {"own": RED, "u": 1, "open": 0}})
    state.players[RED].reserve = 0
    assert [playable(state, name) for name in ("recruit", "move", "explore", "build")] == [True, True, False, False]
    play_card(state, "move")
    assert done(state)
    assert state.players[RED].active == cards("move")


def test_AMB_R50_explore_needs_tiles_in_the_pile_and_an_open_own_territory():
    assert playable(explorer("02"), "explore")
    assert not playable(explorer(), "explore")
    state = explorer("02")
    to_reserve(state, RED, 0, 1)
    assert not playable(state, "explore")


def test_NG_ACT_02_a_played_card_lies_in_the_active_area_while_it_is_resolved():
    state = empty_state()
    graph(state, {"A": {"own": RED, "u": 1}})
    play_card(state, "recruit")
    assert state.players[RED].hand == []
    assert state.players[RED].active == cards("recruit")
    assert run(state)
