"""The Winter Solstice (SG-WINTER-*, SG-TERM-09, -16, AMB-SG-30)."""

from __future__ import annotations

from lawspeaker_engine.games.pax_viking.options import Accept, Pass, Tile
from lawspeaker_engine.games.pax_viking.state import NO_TILE
from lawspeaker_engine.model import PUBLIC

from .positions import (
    A,
    B,
    answer,
    board,
    decision,
    draws,
    follow,
    hand,
    jarl,
    offered,
    passing,
    run,
    ship,
    table,
    turn,
)

SIX = ("V01-J", "V01-S", "V01-T", "V01-R", "V02-J", "V02-S")


def test_SG_T55_SG_WINTER_01_AMB_SG_34_a_silver_for_each_type_established():
    state = table()
    for place, kind in (("hedeby", "jarldom"), ("bulghar", "jarldom"), ("india", "rus")):
        follow(state, A, place, kind)
    passing(turn(state))
    assert state.players[A].silver == 12
    state = table()
    board(state, A, "G02")
    passing(turn(state))
    assert state.players[A].silver == 11, "a God on the Jarlboard counts too"


def test_SG_T56_SG_WINTER_02_SG_TERM_09_SG_TERM_16_the_excess_is_discarded_openly():
    state = table()
    tiles = hand(state, A, *SIX)
    answer(turn(state), len(offered(state)) - 1)
    asked = decision(state)
    assert (asked.prompt, asked.least, asked.most, asked.seen_by) == ("solstice.discard", 2, 2, PUBLIC)
    assert [offered(state)[pick].tile for pick in asked.default] == tiles[-2:]
    answer(state, Tile(tiles[0]), Tile(tiles[3]))
    run(state)
    assert state.discard == [tiles[0], tiles[3]]
    assert len(state.players[A].hand) == 4


def test_SG_T57_SG_WINTER_03_SG_TERM_25_SG_TERM_14_everything_own_is_refreshed():
    state = table()
    for at in ("baltic", "bothnia"):
        ship(state, A, at, exhausted=True)
    turn(state)
    state.track[0] = state.track[3] = NO_TILE
    state.markers_spent = 3
    state.question = None
    pile = len(state.pile)
    answer(state, Pass())
    draws(state)
    assert NO_TILE not in state.track
    assert len(state.pile) == pile - 2
    assert not any(each.exhausted for each in state.longships)
    assert state.markers_spent == 0


def test_SG_T94_SG_WINTER_03_only_the_active_players_pieces_are_refreshed():
    state = table()
    theirs = ship(state, B, "baltic", exhausted=True)
    own = ship(state, A, "baltic", exhausted=True)
    answer(turn(state), len(offered(state)) - 1)
    run(state)
    assert state.longships[theirs].exhausted
    assert not state.longships[own].exhausted


def test_AMB_SG_30_SG_TERM_16_limits_are_read_after_the_gain():
    state = table()
    hand(state, A, *SIX)
    board(state, A, "G01")
    passing(turn(state))
    assert len(state.players[A].hand) == 6


def test_the_raven_pair_draws_before_the_hand_is_counted():
    state = table()
    board(state, A, "G17")
    hand(state, A, *SIX[:4])
    answer(turn(state), len(offered(state)) - 1)
    draws(state)
    assert decision(state).prompt == "solstice.discard"
    assert len(offered(state)) == 5


def test_the_gold_keeper_the_treasurer_and_bjarma_market_pay_in_winter():
    state = table()
    board(state, A, "G04", "A08-J")
    follow(state, A, "bjarma_market", "jarldom")
    passing(turn(state))
    established = sum(left < 6 for left in state.players[A].supply)
    assert state.players[A].silver == 10 + established + 2 + 1 + 1


def test_torolf_may_pay_for_a_tile():
    for pays in (True, False):
        state = table()
        jarl(state, A, "torolf")
        answer(turn(state), len(offered(state)) - 1)
        assert decision(state).prompt == "effect.may"
        answer(state, *([Accept()] if pays else []))
        draws(state)
        assert (state.players[A].silver, len(state.players[A].hand)) == ((9, 1) if pays else (10, 0))


def test_bjarma_market_and_hroar_raise_the_hand_limit():
    state = table()
    jarl(state, A, "hroar")
    follow(state, A, "bjarma_market")
    hand(state, A, *SIX)
    passing(turn(state))
    assert len(state.players[A].hand) == 6
