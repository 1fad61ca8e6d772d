"""The view says what a question is about, as far as its options do not: a bot need not remember its last answer."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.clansmen import buildings, view
from lawspeaker_engine.games.clansmen.actions.promises import Announce
from lawspeaker_engine.games.clansmen.actions.trade import CaravanTrades
from lawspeaker_engine.games.clansmen.options import (
    Build,
    Exchange,
    Hunt,
    Kind,
    Pass,
    PlayCard,
    Reorganize,
    Seat,
    Tile,
    Trade,
)
from lawspeaker_engine.games.clansmen.people import Place
from lawspeaker_engine.games.clansmen.phases.harvest import HarvestPhase
from lawspeaker_engine.games.clansmen.phases.turn import Turn
from lawspeaker_engine.games.clansmen.question_context import About
from lawspeaker_engine.games.clansmen.state import FOOD, LABORER, WOOD

from .positions import A, B, answer, attach, begin, build, card, decision, done, empty_state, hand, put, run, stock
from .raids import attack, commit, raid_state


def shown(state, seat=B):
    """Return what another seat is shown that the question is about."""
    run(state)
    return view.make_view(state, seat).about


def turn(*cards, **options):
    state = empty_state(2, **options)
    for _ in range(2):
        put(state, A, "farmer")
    hand(state, A, *cards)
    stock(state, A, food=3, wood=3, stone=3, goods=3)
    state.players[A].actions = 3
    begin(state, Turn(A))
    return state


def test_most_questions_say_it_themselves():
    state = turn()
    begin(state, Announce(A))
    assert decision(state).prompt == "turn.promise"
    assert shown(state) == About()


def test_a_turn_in_which_nothing_has_been_done():
    state = turn("decisive_action")
    assert shown(state) == About(left=1, acted=0)
    assert not shown(state).homeland_only


def test_what_has_been_done_in_a_turn_and_what_a_card_still_allows():
    state = turn("decisive_action")
    answer(state, PlayCard(card("decisive_action")))
    assert shown(state) == About(left=2, acted=0)
    assert [player.tempo for player in view.make_view(state, B).players] == [1, 0]
    answer(state, Hunt())
    assert (decision(state).seat, shown(state)) == (A, About(left=1, acted=1))
    answer(state, Pass())
    assert not state.players[A].passed


def test_that_bargaining_is_over_for_the_rest_of_a_turn():
    state = turn()
    answer(state, Trade())
    answer(state, Seat(B))
    answer(state)  # nothing for nothing, for B has nothing
    assert (decision(state).prompt, shown(state)) == ("turn.action", About(left=1, acted=0, homeland_only=True))
    answer(state, Trade())
    assert not any(isinstance(option, Seat) for option in decision(state).options)


def test_a_population_that_is_placed():
    state = turn()
    begin(state, Place(A, LABORER, "migrants.place"))
    assert shown(state) == About(kind=LABORER)


def test_a_population_that_is_reorganized():
    state = turn("brilliant_organization")
    tile = state.players[A].people[1].tile
    answer(state, Reorganize(tile))
    assert shown(state) == About(tile=tile, left=1)


def test_whether_one_more_population_is_reorganized():
    state = turn("brilliant_organization")
    tile, other = (person.tile for person in state.players[A].people)
    answer(state, Reorganize(tile, (card("brilliant_organization"),)))
    assert shown(state) == About(tile=tile, left=2)
    answer(state, Kind(LABORER))
    assert (decision(state).prompt, shown(state)) == ("reorganize.again", About(left=1))
    answer(state, Tile(other))
    assert shown(state) == About(tile=other, left=1)


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
    assert (decision(state).prompt, shown(state)) == ("trade.with", About(card=card("shrewd_trading"), left=1))


def test_how_much_of_a_trade_is_left():
    state = turn(exchanges=3)
    build(state, A, "paved_roads")
    answer(state, Trade())
    assert (decision(state).prompt, shown(state)) == ("trade.with", About(left=2))
    answer(state, Exchange((FOOD,), (WOOD,)))
    assert (decision(state).prompt, shown(state)) == ("trade.exchange", About(left=2))
    answer(state, Exchange((FOOD,), (WOOD,)))
    assert (decision(state).prompt, shown(state)) == ("trade.exchange", About(left=1))
    answer(state, Exchange((FOOD,), (WOOD,)))
    assert (decision(state).prompt, shown(state)) == ("trade.with", About(left=1))


def test_how_many_exchanges_a_caravan_has_left():
    state = turn()
    stock(state, A, wood=1)
    begin(state, CaravanTrades(A))
    for left in (2, 1):
        assert (decision(state).prompt, shown(state)) == ("caravan.exchange", About(left=left))
        answer(state, 0)
    assert done(state)


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
    assert (decision(state).prompt, shown(state)) == ("raid.place", About(tile=tiles[-1]))


def test_nothing_is_said_between_questions():
    state = turn("rich_soil")
    answer(state, PlayCard(card("rich_soil")))
    assert view.make_view(state, B).about == About()
