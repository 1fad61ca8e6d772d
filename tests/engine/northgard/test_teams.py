"""Team play."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard import teams
from lawspeaker_engine.games.northgard.options import Accept, Exchange
from lawspeaker_engine.games.northgard.phases.harvest import HarvestPhase
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD
from lawspeaker_engine.model import PUBLIC, BadSetup

from .positions import answer, decision, empty_state, offered, run


def exchange_position(first: list[int], second: list[int]):
    """Seats 0 and 2 are about to exchange; seat 0 offers first."""
    state = empty_state(4, teams=True)
    state.players[0].resources, state.players[2].resources = first, second
    state.push(teams.Exchanging(0))
    return state


@pytest.mark.parametrize("players", [2, 3, 5])
def test_NG_VAR_04_teams_need_exactly_four_players(players):
    with pytest.raises(BadSetup, match=f"needs exactly 4 players, not {players}"):
        empty_state(players, teams=True)


def test_NG_VAR_04_teammates_sit_opposite_each_other_so_turns_alternate():
    state = empty_state(4, teams=True)
    assert teams.sides(state) == [(0, 2), (1, 3)]
    assert [teams.mate(seat) for seat in range(4)] == [2, 3, 0, 1]
    assert teams.sides(empty_state(3)) == [(0,), (1,), (2,)]


def test_NG_VAR_07_an_accepted_offer_swaps_one_for_one():
    state = exchange_position([3, 0, 0], [0, 2, 0])
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.least, asked.most, asked.default) == ("harvest.exchange", 0, 0, 1, ())
    assert asked.seen_by is PUBLIC
    assert offered(state) == [Exchange(FOOD, WOOD, 1), Exchange(FOOD, WOOD, 2)]
    answer(state, Exchange(FOOD, WOOD, 2))
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.least, asked.most, asked.default) == ("harvest.exchange_reply", 2, 0, 1, ())
    assert asked.seen_by is PUBLIC
    answer(state, Accept())
    assert state.players[0].resources == [1, 2, 0]
    assert state.players[2].resources == [2, 0, 0]


def test_NG_VAR_07_a_refused_offer_changes_nothing_and_the_teammate_offers_next():
    state = exchange_position([1, 0, 0], [0, 1, 0])
    answer(state, Exchange(FOOD, WOOD, 1))
    answer(state)
    assert state.players[0].resources == [1, 0, 0]
    assert (decision(state).prompt, decision(state).seat) == ("harvest.exchange", 2)
    assert offered(state) == [Exchange(WOOD, FOOD, 1)]


def test_AMB_R40_it_ends_when_both_decline_in_a_row():
    state = exchange_position([1, 0, 0], [0, 1, 0])
    answer(state)
    assert decision(state).seat == 2
    answer(state, Exchange(WOOD, FOOD, 1))
    answer(state)
    assert decision(state).seat == 0
    answer(state)
    assert decision(state).seat == 2
    answer(state)
    assert run(state) == ()


def test_AMB_R40_offers_are_bounded_so_that_games_end():
    state = exchange_position([1, 0, 0], [0, 1, 0])
    offers = 0
    while run(state):
        answer(state, 0)
        offers += decision(state).prompt == "harvest.exchange_reply" if run(state) else 0
        assert offers <= teams.OFFERS
    assert offers == teams.OFFERS


def test_NG_VAR_07_nobody_is_asked_who_has_nothing_to_swap():
    assert run(exchange_position([1, 0, 0], [3, 0, 0])) == ()
    assert run(exchange_position([1, 1, 1], [0, 0, 0])) == ()


def test_NG_VAR_07_offers_are_limited_by_both_stocks():
    state = exchange_position([2, 0, 30], [0, 40, 1])
    assert offered(state) == [
        Exchange(FOOD, WOOD, 1), Exchange(FOOD, WOOD, 2), Exchange(FOOD, LORE, 1),
        *(Exchange(LORE, WOOD, count) for count in range(1, teams.MOST_EXCHANGED + 1)),
    ]


def test_NG_HARV_07_AMB_R40_teammates_exchange_after_both_have_collected():
    state = empty_state(4, teams=True)
    for seat, resources in enumerate(([1, 1, 0], [0, 0, 0], [0, 0, 2], [0, 0, 0])):
        state.players[seat].resources = resources
    state.push(HarvestPhase((0, 1, 2, 3)))
    assert (decision(state).prompt, decision(state).seat) == ("harvest.exchange", 0)
    answer(state, Exchange(FOOD, LORE, 1))
    answer(state, Accept())
    assert state.players[0].resources == [0, 1, 1]
    answer(state)
    answer(state)
    assert run(state) == ()


def test_NG_HARV_07_players_without_teams_do_not_exchange():
    state = empty_state(4)
    state.players[0].resources, state.players[2].resources = [1, 0, 0], [0, 1, 0]
    state.push(HarvestPhase((0, 1, 2, 3)))
    assert run(state) == ()
