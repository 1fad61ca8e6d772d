"""The Early Development cards, each played in a position of its own (its Feast: see test_cards_starting)."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.buildings import FOOD_SILO
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, cards_of
from lawspeaker_engine.games.northgard.options import Build
from lawspeaker_engine.games.northgard.state import WOOD
from tests.engine.northgard.card_play import (
    BLUE,
    RED,
    attack,
    cards,
    done,
    explorer,
    ids,
    laid,
    march,
    option,
    play_card,
    playable,
    unit,
)
from tests.engine.northgard.positions import Effect, answer, chance, decision, draw, empty_state, graph, offered, roll

FLASH = ["scouts", "town_hall", "militia", "improved_villager_tools", "bodyguard"]
FAME = {
    "negociation": 2, "scouts": 2, "town_hall": 1, "merchant": 1, "improved_villager_tools": 2, "recruitment": 1,
    "mercenary": 1, "scout_camp": 1, "simple_living": 1,
}


def test_NG_COMP_04_sixteen_early_cards_with_their_flash_marks_and_fame():
    early = cards_of("early")
    assert len(early) == 16
    assert [CARDS[card].id for card in early if CARDS[card].flash] == FLASH
    assert {CARDS[card].id: CARDS[card].fame for card in early if CARDS[card].fame} == FAME


def test_NG_SPEC_01_negociation_takes_any_card_of_the_discard_pile():
    state = empty_state()
    player = state.players[RED]
    player.draw, player.discard = cards("build"), [*cards("warriors"), *cards("recruit"), *cards("warriors")]
    play_card(state, "negociation")
    answer(state, Effect(0))
    assert (decision(state).prompt, decision(state).seat, decision(state).default) == ("card.take", RED, (0,))
    assert offered(state) == [option("recruit"), option("warriors")]
    answer(state, option("warriors"))
    assert done(state)
    assert (ids(player.hand), ids(player.discard)) == (["warriors"], ["recruit", "warriors"])


def test_NG_SPEC_01_negociation_draws_one_card_instead():
    state = empty_state()
    player = state.players[RED]
    player.draw, player.discard = cards("build"), cards("warriors")
    play_card(state, "negociation")
    answer(state, Effect(1))
    assert done(state)
    assert (ids(player.hand), ids(player.discard)) == (["build"], ["warriors"])


def test_NG_SPEC_01_negociation_needs_a_card_somewhere():
    state = empty_state()
    assert not playable(state, "negociation")
    state.players[RED].draw = cards("build")
    play_card(state, "negociation")
    assert done(state)
    assert ids(state.players[RED].hand) == ["build"]


def test_scouts_explore():
    state = explorer("06")
    play_card(state, "scouts")
    answer(state, offered(state)[0])
    assert done(state)
    assert laid(state) == ["start", "06"]


def test_town_hall_recruits_one():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}})
    play_card(state, "town_hall")
    answer(state, unit(t["A"]))
    assert done(state)
    assert state.board.units[t["A"]] == 2


def test_merchant_draws_three_keeps_one_and_discards_two():
    state = empty_state()
    player = state.players[RED]
    player.draw = cards("recruit", "move", "build", "explore")
    play_card(state, "merchant")
    assert chance(state).count == 3
    draw(state, option("build"), option("recruit"), option("move"))
    answer(state, option("recruit"), option("build"))
    assert done(state)
    assert (ids(player.hand), ids(player.discard), ids(player.draw)) == (["move"], ["recruit", "build"], ["explore"])


def test_militia_makes_two_moves():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 2}, "B": {}, "C": {}}, [("A", "B", "regular"), ("B", "C", "regular")],
    )
    play_card(state, "militia")
    answer(state, march(t["A"], t["B"], 2))
    answer(state, march(t["B"], t["C"], 1))
    assert done(state)
    assert [state.board.units[t[name]] for name in "ABC"] == [0, 1, 1]


def test_improved_villager_tools_build():
    state = empty_state()
    state.players[RED].resources[WOOD] = 1
    t = graph(state, {"A": {"own": RED, "u": 1, "small": 1}})
    play_card(state, "improved_villager_tools")
    answer(state, Build(FOOD_SILO, t["A"], carved=False))
    assert done(state)
    assert (state.board.has(t["A"], FOOD_SILO), state.players[RED].resources[WOOD]) == (1, 0)


def test_recruitment_puts_both_units_into_the_same_territory():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": RED, "u": 1}})
    play_card(state, "recruitment")
    answer(state, unit(t["B"]))
    assert offered(state) == [unit(t["B"])]
    answer(state, unit(t["B"]))
    assert done(state)
    assert [state.board.units[t[name]] for name in "AB"] == [1, 3]


def test_market_place_draws_two():
    state = empty_state()
    state.players[RED].draw = cards("recruit", "move", "build")
    play_card(state, "market_place")
    draw(state, option("recruit"), option("build"))
    assert done(state)
    assert ids(state.players[RED].hand) == ["recruit", "build"]


def test_mercenary_recruits_in_an_own_or_neutral_territory():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {}, "C": {"own": BLUE, "u": 1}})
    play_card(state, "mercenary")
    assert offered(state) == [unit(t["A"]), unit(t["B"])]
    answer(state, unit(t["B"]))
    assert done(state)
    assert state.board.owner[t["B"]] == RED


def test_intimidate_moves_two_and_may_push_a_defender_before_each_combat():
    state, t = attack("intimidate", 2, 2)
    assert decision(state).prompt == "combat.push"
    assert offered(state) == [march(t["B"], t["C"], 1)]
    answer(state, march(t["B"], t["C"], 1))
    roll(state, "2C")
    roll(state, "2C")
    assert done(state)
    assert [state.board.owner[t[name]] for name in "ABC"] == [RED, RED, BLUE]


def test_scout_camp_may_put_the_drawn_tile_under_the_pile_once_and_draw_another():
    state = explorer("02", "06", "09")
    play_card(state, "scout_camp")
    tiles = offered(state)
    draw(state, tiles[1])
    assert decision(state).least == 0
    answer(state)
    draw(state, tiles[0])
    assert decision(state).least == 1
    answer(state, 0)
    assert done(state)
    assert laid(state) == ["start", "02"]
    assert state.bottom == [tiles[1].tile]


def test_shieldbearers_move_two_and_cancel_one_casualty_the_defender_causes():
    state, t = attack("shieldbearers", 2, 1)
    roll(state, "3C")
    roll(state, "2C1K")
    assert done(state)
    assert (state.board.owner[t["B"]], state.board.units[t["B"]]) == (RED, 2)


def test_bodyguard_moves_one_with_a_point_more_in_combat():
    state, t = attack("bodyguard", 1, 1)
    roll(state, "2C")
    roll(state, "2C")
    assert done(state)
    assert state.board.owner[t["B"]] == RED


def test_simple_living_builds_a_small_building_for_nothing():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1, "small": 1}})
    play_card(state, "simple_living")
    answer(state, Build(FOOD_SILO, t["A"], carved=False))
    assert done(state)
    assert state.board.has(t["A"], FOOD_SILO) == 1


def test_NG_SPEC_01_future_sight_puts_a_displayed_card_on_the_draw_pile_now_and_ends_the_pick_of_this_year():
    state = empty_state()
    state.display = [*cards("warriors"), *cards("scouts")]
    play_card(state, "future_sight")
    assert decision(state).prompt == "card.display"
    answer(state, option("scouts"))
    assert done(state)
    assert ids(state.players[RED].top) == ["scouts"]
    assert ids(state.display) == ["warriors"]
    assert state.players[RED].pick_taken


@pytest.mark.parametrize("taken", [False, True])
def test_NG_SPEC_01_future_sight_takes_one_card_a_year_and_nothing_from_an_empty_display(taken):
    state = empty_state()
    state.display = cards("warriors") if taken else []
    state.players[RED].pick_taken = taken
    play_card(state, "future_sight")
    assert done(state)
    assert state.players[RED].top == []
    assert state.players[RED].pick_taken == taken


def test_NG_DECK_08_early_feast_explores_like_the_starting_one():
    state = explorer("06")
    play_card(state, "early_feast")
    answer(state, Effect(2))
    answer(state, offered(state)[0])
    assert done(state)
    assert laid(state) == ["start", "06"]
    assert ids(state.players[RED].active) == ["early_feast"]
