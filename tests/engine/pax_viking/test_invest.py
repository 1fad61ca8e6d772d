"""INVEST, BUY, and the saga track (SG-INVEST-*, SG-TERM-05, -10, -25, -31, -32)."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.pax_viking.options import Buy, InvestDraw
from lawspeaker_engine.games.pax_viking.state import NO_TILE
from lawspeaker_engine.model import PUBLIC

from .positions import A, B, answer, chance, draws, follow, offered, passing, silver, table, turn


def test_SG_T13_SG_INVEST_01_SG_INVEST_02_SG_TERM_10_AMB_SG_06_a_draw_turns_the_first_space_over():
    state = turn(table())
    first, *others = state.track
    answer(state, InvestDraw())
    assert chance(state).seen_by == (A,)
    draws(state)
    assert len(state.players[A].hand) == 1
    assert state.discard == [first]
    assert state.track[0] not in (first, NO_TILE)
    assert state.track[1:] == others
    assert len(state.pile) == 29


def test_SG_T14_SG_INVEST_02_AMB_SG_06_an_empty_first_space_loses_nothing():
    state = turn(table())
    answer(state, Buy(0))
    assert state.track[0] == NO_TILE
    answer(state, InvestDraw())
    draws(state)
    assert len(state.players[A].hand) == 2
    assert state.discard == []
    assert state.track[0] != NO_TILE
    assert len(state.pile) == 29


def test_AMB_SG_06_the_tile_may_leave_the_game_instead():
    state = turn(table(track_removed="game"))
    first = state.track[0]
    answer(state, InvestDraw())
    draws(state)
    assert (state.removed, state.discard) == ([first], [])


def test_SG_T15_SG_INVEST_03_SG_TERM_05_SG_TERM_32_buying_empties_the_space_until_winter():
    state = turn(table())
    bought = state.track[2]
    answer(state, Buy(2))
    assert state.players[A].silver == 7
    assert state.players[A].hand == [bought]
    assert state.track[2] == NO_TILE
    assert len(state.pile) == 31
    passing(state)
    assert state.track[2] != NO_TILE


def test_SG_T16_SG_INVEST_03_what_cannot_be_paid_is_not_offered():
    state = table()
    silver(state, 2)
    assert [option for option in offered(turn(state)) if isinstance(option, Buy)] == [Buy(0), Buy(1)]


def test_SG_T17_AMB_SG_07_without_a_pile_one_can_buy_but_not_draw():
    state = table()
    state.pile, state.track = [], state.track[:2] + [NO_TILE] * 3
    turn(state)
    assert InvestDraw() not in offered(state)
    assert Buy(1) in offered(state)


def test_SG_T84_SG_INVEST_01_an_invest_is_a_draw_or_a_buy():
    state = turn(table())
    answer(state, InvestDraw())
    draws(state)
    assert state.players[A].silver == 10
    assert state.markers_spent == 1


def test_AMB_SG_05_the_track_slides_by_option_only():
    for slide in (False, True):
        state = turn(table(track_slide=slide))
        second = state.track[1]
        answer(state, Buy(0))
        passing(state)
        assert (state.track[0] == second) is slide


def test_SG_TERM_31_AMB_SG_41_a_limited_bank_gives_what_it_has():
    from lawspeaker_engine.games.pax_viking import silver as bank

    for limit, gained in (("limited", 5), ("unlimited", 9)):
        state = table(bank=limit)
        silver(state, 100, 50, 5)
        bank.gain(state, A, 9)
        assert state.players[A].silver == 100 + gained


def test_AMB_SG_56_after_a_round_in_which_nobody_takes_a_tile_the_cheapest_leaves():
    state = turn(table())
    first = state.track[0]
    for _ in range(3):
        assert state.discard == []
        passing(state)
    assert state.discard == [first]
    assert len(state.pile) == 30
    answer(state, InvestDraw())
    draws(state)
    discarded = len(state.discard)
    for _ in range(3):
        passing(state)
    assert len(state.discard) == discarded, "in this round somebody took a tile"


def test_AMB_SG_56_when_the_pile_is_empty_the_last_tiles_go_one_by_one():
    state = table()
    state.pile, state.track = [], [NO_TILE, NO_TILE, state.track[2], NO_TILE, NO_TILE]
    turn(state)
    for _ in range(3):
        passing(state)
    assert state.outcome is not None
    assert state.outcome.reason == "track"


def test_AMB_SG_56_by_option_such_a_round_ends_the_game():
    state = turn(table(stale_round="ends"))
    for _ in range(3):
        passing(state)
    assert state.outcome is not None


def test_SG_TURN_02_with_open_hands_draws_are_public():
    state = turn(table(open_hands=True))
    answer(state, InvestDraw())
    assert chance(state).seen_by is PUBLIC


@pytest.mark.parametrize(("place", "price"), [("bulghar", 2), ("hedeby", 3)])
def test_SG_TERM_36_bulghar_makes_tiles_cheaper_but_never_free(place, price):
    state = table()
    follow(state, A, place)
    turn(state)
    answer(state, Buy(2))
    assert state.players[A].silver == 10 - price
    answer(state, Buy(0))
    assert state.players[A].silver == 10 - price - 1


def test_changan_draws_one_more_tile():
    state = table()
    follow(state, B, "changan")
    turn(state, B)
    answer(state, InvestDraw())
    draws(state)
    assert len(state.players[B].hand) == 2
    assert len(state.pile) == 31 - 3
