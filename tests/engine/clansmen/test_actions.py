"""The regular actions but Build, Trade, Reorganize and Pray."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.clansmen.hexes import terrain_number
from lawspeaker_engine.games.clansmen.options import (
    Card,
    Explore,
    Feast,
    Gifts,
    Hunt,
    IdleHands,
    Reorganize,
    SpendBlessing,
    Tile,
)
from lawspeaker_engine.games.clansmen.phases.event_phase import EventPhase
from lawspeaker_engine.games.clansmen.phases.harvest import HarvestPhase
from lawspeaker_engine.games.clansmen.phases.turn import Turn
from lawspeaker_engine.games.clansmen.state import EXPLORE, FOOD, GOODS, WINTER
from lawspeaker_engine.games.clansmen.view import make_view
from lawspeaker_engine.model import PUBLIC

from .positions import (
    A,
    B,
    answer,
    begin,
    card,
    chance,
    decision,
    done,
    draw,
    empty_state,
    force,
    ground,
    hand,
    home,
    number,
    of,
    put,
    stock,
    tile_at,
)


def turn(*cards: str, actions: int = 1, event: str = "", **settings):
    """A's turn with one Farmer, these cards and so many Standard Actions."""
    state = empty_state(2, **settings)
    put(state, A, "farmer")
    hand(state, A, *cards)
    state.players[A].actions = actions
    if event:
        force(state, event)
    begin(state, Turn(A))
    return state


# Hunt.


@pytest.mark.parametrize(("event", "food"), [("", 2), ("scarce_game", 1), ("abundant_game", 3), ("storms", 2)])
def test_CL_ACTION_03_CL_EVENT_06_CL_EVENT_07_CL_T19_what_a_hunt_brings(event, food):
    state = turn(event=event)
    answer(state, Hunt())
    assert done(state)
    assert state.players[A].stock == [food, 0, 0, 0]


def test_CL_TALES_13_CL_T19_skilled_hunting_is_not_reduced_by_scarce_game():
    state = turn("skilled_hunting", event="scarce_game")
    assert of(state, Hunt) == [Hunt(), Hunt((card("skilled_hunting"),))]
    answer(state, Hunt((card("skilled_hunting"),)))
    assert state.players[A].stock[FOOD] == 2
    assert (state.players[A].hand, state.discard) == ([], [card("skilled_hunting")])


@pytest.mark.parametrize("event", ["", "abundant_game"])
def test_CL_TALES_13_skilled_hunting_is_not_wasted_where_nothing_reduces_the_hunt(event):
    state = turn("skilled_hunting", event=event)
    assert of(state, Hunt) == [Hunt()]


def test_CL_T19_who_ignored_scarce_game_hunts_as_ever():
    state = turn()
    state.players[A].blessings = 1
    state.events = [number("scarce_game")]
    begin(state, EventPhase(), Turn(A))
    draw(state, 0)
    answer(state, SpendBlessing())
    answer(state, Hunt())
    assert (state.players[A].stock[FOOD], state.players[A].blessings) == (2, 0)


# Explore.


def test_CL_ACTION_04_CL_T22_a_hex_beside_any_revealed_one_is_named_before_it_is_known():
    state = turn()
    beside_b, remote = tile_at(state, 7, 0), tile_at(state, 9, 0)
    ground(state, beside_b, "forest")
    answer(state, Explore())
    asked = decision(state)
    assert (asked.prompt, asked.default, asked.seen_by) == ("explore.tile", (0,), PUBLIC)
    assert Tile(remote) not in asked.options
    assert not [option for option in asked.options if state.revealed[option.tile]]
    assert make_view(state, A).map.terrain[beside_b] == 0
    answer(state, Tile(beside_b))
    assert make_view(state, B).map.terrain[beside_b] == terrain_number("forest") + 1
    assert state.players[A].actions == 0


def test_CL_EVENT_04_CL_TALES_12_CL_T21_in_storms_only_the_stalwart_explore():
    state = turn(event="storms")
    assert of(state, Explore) == []
    state = turn("stalwart", event="storms")
    assert of(state, Explore) == [Explore((card("stalwart"),))]
    answer(state, Explore((card("stalwart"),)))
    answer(state, 0)
    assert (state.players[A].hand, state.discard) == ([], [card("stalwart")])
    state = turn("stalwart")
    assert of(state, Explore) == [Explore()]


def test_CL_EVENT_04_who_ignored_the_storms_explores():
    state = turn(event="storms")
    state.players[A].ignores_event = True
    assert of(state, Explore) == [Explore()]


def test_a_land_without_secrets_is_not_explored_and_the_last_hex_is_not_asked_for():
    state = turn()
    for tile in range(len(state.revealed) - 1):
        state.reveal(tile)
    answer(state, Explore())
    assert done(state)
    assert all(state.revealed)
    state.players[A].actions, state.players[A].used[EXPLORE] = 1, 0
    begin(state, Turn(A))
    assert of(state, Explore) == []


# Feast.


def test_CL_ACTION_05_CL_T23_a_feast_costs_one_food_and_draws_a_card_that_nobody_else_sees():
    assert of(turn(), Feast) == []
    state = turn()
    stock(state, A, food=1)
    state.tales = [3, 3, 5]
    answer(state, Feast())
    assert (chance(state).options, chance(state).seen_by) == ([Card(3), Card(3), Card(5)], (A,))
    draw(state, 2)
    player = state.players[A]
    assert (player.stock[FOOD], player.hand, player.actions, state.tales) == (0, [5], 0, [3, 3])
    assert [view.hand for view in make_view(state, B).players] == [[], []]


def test_CL_TALES_17_CL_GOAL_04_CL_T23_a_memorable_feast_gains_respect():
    state = turn("memorable_feast", "valor", "cats")
    stock(state, A, food=1)
    state.tales = [card("silver")] * 2
    assert of(state, Feast) == [Feast(), Feast((card("memorable_feast"),))]
    answer(state, Feast((card("memorable_feast"),)))
    draw(state, 0)
    player = state.players[A]
    assert (player.stock[FOOD], player.respect, len(player.hand)) == (0, 1, 3)
    assert state.discard == [card("memorable_feast")]


def test_CL_T106_AMB_CL_52_discards_are_shuffled_in_when_the_deck_is_empty():
    state = turn()
    stock(state, A, food=1)
    state.discard = [5, 4, 3, 2, 1, 0]
    answer(state, Feast())
    assert chance(state).options == [Card(each) for each in range(6)]
    draw(state, Card(4))
    assert (state.players[A].hand, state.tales, state.discard) == ([4], [0, 1, 2, 3, 5], [])


def test_CL_T106_AMB_CL_52_without_any_card_the_feast_is_still_legal():
    state = turn()
    stock(state, A, food=1)
    answer(state, Feast())
    assert done(state)
    assert (state.players[A].stock[FOOD], state.players[A].hand) == (0, [])


# Idle Hands and Gifts.


def test_CL_ACTION_07_AMB_CL_14_CL_T76_idle_hands_bring_goods_with_the_harvest_not_before():
    state = turn(season=WINTER, actions=2)
    tile = home(state, A)[0]
    ground(state, tile, "lake")
    answer(state, IdleHands(tile))
    begin(state, Turn(A))
    assert of(state, Gifts, IdleHands) == []
    assert state.players[A].stock == [0] * 4
    begin(state, HarvestPhase())
    assert done(state)
    assert state.players[A].stock == [1, 0, 0, 1]


def test_CL_ACTION_07_healthy_farmers_and_laborers_only():
    state = turn(season=WINTER)
    laborer = put(state, A, "laborer")
    for kind in ("craftsman", "warrior"):
        put(state, A, kind)
    put(state, A, "laborer", weakened=True)
    assert of(state, IdleHands) == [IdleHands(tile) for tile in sorted([home(state, A)[0], laborer])]


def test_AMB_CL_14_idle_hands_are_lost_if_the_population_is_weakened_by_then():
    state = turn(season=WINTER)
    answer(state, IdleHands(home(state, A)[0]))
    state.players[A].people[0].weakened = True
    begin(state, HarvestPhase())
    assert done(state)
    assert state.players[A].stock[GOODS] == 0


def test_AMB_CL_14_idle_hands_go_along_when_the_population_moves():
    state = turn(season=WINTER, actions=2)
    tile, target = home(state, A)[:2]
    answer(state, IdleHands(tile))
    begin(state, Turn(A))
    answer(state, Reorganize(tile))
    answer(state, Tile(target))
    begin(state, HarvestPhase())
    assert done(state)
    assert state.players[A].stock[GOODS] == 1


def test_AMB_CL_14_by_choice_idle_hands_bring_goods_at_once():
    state = turn(season=WINTER, actions=2, idle_goods="at_once")
    answer(state, IdleHands(home(state, A)[0]))
    assert state.players[A].stock[GOODS] == 1
    begin(state, Turn(A))
    assert of(state, Gifts) == [Gifts()]
    begin(state, HarvestPhase())
    assert done(state)
    assert state.players[A].stock[GOODS] == 1


def test_CL_ACTION_09_CL_GOAL_04_CL_T39_gifts_turn_one_goods_into_respect_once_a_season():
    assert of(turn(season=WINTER), Gifts) == []
    state = turn(season=WINTER, actions=2)
    stock(state, A, goods=3)
    answer(state, Gifts())
    assert (state.players[A].stock[GOODS], state.players[A].respect) == (2, 1)
    begin(state, Turn(A))
    assert of(state, Gifts) == []


def test_CL_TALES_16_CL_T39_lavish_gifts_are_two_for_two():
    state = turn("lavish_gifts", season=WINTER)
    lavish = Gifts((card("lavish_gifts"),))
    stock(state, A, goods=1)
    assert of(state, Gifts) == [Gifts()]
    stock(state, A, goods=3)
    begin(state, Turn(A))
    assert of(state, Gifts) == [Gifts(), lavish]
    answer(state, lavish)
    player = state.players[A]
    assert (player.stock[GOODS], player.respect, player.actions, player.hand) == (1, 2, 0, [])
    assert state.discard == [card("lavish_gifts")]


@pytest.mark.parametrize(("cards", "most"), [("any", 2), ("before", 1)])
def test_CL_TALES_16_CL_TALES_17_AMB_CL_61_two_of_a_kind_go_with_one_action(cards, most):
    for name, verb, stocked in (("lavish_gifts", Gifts, {"goods": 4}), ("memorable_feast", Feast, {"food": 4})):
        state = turn(name, name, season=WINTER, cards=cards)
        stock(state, A, **stocked)
        begin(state, Turn(A))
        assert of(state, verb) == [verb((card(name),) * count) for count in range(most + 1)]
        state.tales = [card("cats")]
        answer(state, verb((card(name),) * most))
        player = state.players[A]
        assert player.respect == most + (verb is Gifts)
        assert sum(player.stock) == 4 - (most + 1 if verb is Gifts else 1)
        assert (len(player.hand), state.discard) == (2 - most, [card(name)] * most)


def test_CL_TALES_16_AMB_CL_61_no_more_gifts_are_offered_than_there_are_goods():
    state = turn("lavish_gifts", "lavish_gifts", season=WINTER)
    stock(state, A, goods=2)
    begin(state, Turn(A))
    assert [len(option.cards) for option in of(state, Gifts)] == [0, 1]
