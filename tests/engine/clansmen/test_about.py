"""The view says what a question is about, as far as its options do not: a bot need not remember its last answer."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.clansmen import buildings, view
from lawspeaker_engine.games.clansmen.about import About
from lawspeaker_engine.games.clansmen.harvest import HarvestPhase
from lawspeaker_engine.games.clansmen.options import Build, Hunt, PlayCard, Reorganize, Tile, Trade
from lawspeaker_engine.games.clansmen.people import Place
from lawspeaker_engine.games.clansmen.state import LABORER
from lawspeaker_engine.games.clansmen.turn import Turn

from .positions import A, B, answer, attach, begin, card, decision, empty_state, hand, put, run, stock
from .raiding import attack, commit, raid_state


def shown(state, seat=B):
    """What another seat is shown that the question is about."""
    run(state)
    return view.make_view(state, seat).about


def turn(*cards):
    state = empty_state(2)
    for _ in range(2):
        put(state, A, "farmer")
    hand(state, A, *cards)
    stock(state, A, food=3, wood=3, stone=3, goods=3)
    state.players[A].actions = 3
    begin(state, Turn(A))
    return state


def test_most_questions_say_it_themselves():
    state = turn()
    assert shown(state) == About()
    answer(state, Hunt())
    assert shown(state) == About()


def test_a_population_that_is_placed():
    state = turn()
    begin(state, Place(A, LABORER, "migrants.place"))
    assert shown(state) == About(kind=LABORER)


def test_a_population_that_is_reorganized():
    state = turn("brilliant_organization")
    tile = state.players[A].people[1].tile
    answer(state, Reorganize(tile))
    assert shown(state) == About(tile=tile)


@pytest.mark.parametrize("name", ["fence", "wooden_house"])
def test_a_building_that_is_put_on_tiles(name):
    state = turn()
    number = buildings.number_of(name)
    answer(state, Build(number))
    assert (decision(state).prompt, shown(state)) == ("build.tiles", About(building=number))


def test_a_card_that_is_put_on_a_tile_or_goes_with_a_trade():
    state = turn("rich_soil", "shrewd_trading")
    answer(state, PlayCard(card("rich_soil")))
    assert (decision(state).prompt, shown(state)) == ("card.tile", About(card=card("rich_soil")))
    answer(state, Tile(state.players[A].people[0].tile))
    answer(state, Trade((card("shrewd_trading"),)))
    assert (decision(state).prompt, shown(state)) == ("trade.with", About(card=card("shrewd_trading")))


def test_a_card_that_is_used_in_the_harvest():
    state = empty_state(2)
    tile = put(state, A, "laborer", "mountain")
    put(state, A, "craftsman")
    attach(state, A, "silver", tile)
    begin(state, HarvestPhase())
    assert shown(state) == About(tile=tile, card=card("silver"))


def test_a_die_that_is_placed():
    state = raid_state()
    tiles = [put(state, A, "farmer") for _ in range(3)]
    attack(state, 2)
    commit(state, {A: tiles})
    assert (decision(state).prompt, shown(state)) == ("raid.place", About(tile=max(tiles)))


def test_nothing_is_said_between_questions():
    state = turn("rich_soil")
    answer(state, PlayCard(card("rich_soil")))
    assert view.make_view(state, B).about == About()
