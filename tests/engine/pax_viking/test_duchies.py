"""DUCHIES (SG-TERM-11, AMB-SG-14)."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.pax_viking import followers
from lawspeaker_engine.games.pax_viking.board import REGION
from lawspeaker_engine.games.pax_viking.options import Play
from lawspeaker_engine.games.pax_viking.rows import TILES

from .positions import A, B, answer, follow, hand, node, post, run, ship, table, turn, venture, where


def test_SG_T66_SG_TERM_11_SG_TERM_18_AMB_SG_14_two_ventures_make_a_duchy_until_one_is_lost():
    for persists in (False, True):
        state = table(duchy_persist=persists)
        venture(state, "V03-J", "volkhov_1", A)
        assert state.players[A].duchies == []
        venture(state, "V11-S", "volkhov_2", A)
        assert state.players[A].duchies == [REGION["volkhov"]]
        longship = ship(state, A, "home:volkhov")
        followers.put(state, B, post("volkhov_1"), TILES[state.tiles[post("volkhov_1")]].follower)
        assert state.players[A].duchies == ([REGION["volkhov"]] if persists else [])
        assert where(state, longship) == (node("home:volkhov") if persists else -1)


def test_SG_T67_SG_TERM_11_a_trade_center_is_no_venture():
    state = table()
    region = next(row for row in TILES if row.id == "V15-J").region
    assert region == REGION["volga"]
    venture(state, "V15-J", "volga_1", A)
    follow(state, A, "bulghar")
    assert state.players[A].duchies == []


def test_SG_T68_SG_TERM_11_AMB_SG_14_the_types_may_differ():
    state = table()
    venture(state, "V07-J", "jutland_1", A)
    venture(state, "V01-S", "jutland_2", A)
    assert len({state.followers[post("jutland_1")], state.followers[post("jutland_2")]}) == 2
    assert state.players[A].duchies == [REGION["jutland"]]


def test_two_ventures_of_two_players_make_none():
    state = table()
    venture(state, "V07-J", "jutland_1", A)
    venture(state, "V01-S", "jutland_2", B)
    assert state.players[A].duchies == state.players[B].duchies == []


def test_a_boundary_cairn_makes_a_duchy_by_itself():
    state = table()
    cairn = next(row for row in TILES if row.archetype == "V17" and row.region == REGION["trondelag"])
    venture(state, cairn.id, "trondelag_1", A)
    assert state.players[A].duchies == [REGION["trondelag"]]
    followers.send_back(state, post("trondelag_1"))
    assert state.players[A].duchies == []


def test_AMB_SG_14_there_are_eleven_markers_besides_that_of_the_jarl(monkeypatch):
    monkeypatch.setattr(followers, "HOME_MARKERS", 2)
    state = table()
    for name, place in (("V07-J", "jutland_1"), ("V01-S", "jutland_2"), ("V03-J", "volkhov_1"), ("V11-S", "volkhov_2")):
        venture(state, name, place, A)
    assert len(state.players[A].duchies) == 1


@pytest.mark.parametrize(("option", "kept"), [({}, True), ({"duchy_moment": True}, False)])
def test_AMB_SG_60_a_duchy_stays_while_an_own_venture_of_it_is_replaced(option, kept):
    state = table(**option)
    venture(state, "V03-J", "volkhov_1", A)
    venture(state, "V11-S", "volkhov_2", A)
    at_home = ship(state, A, "home:volkhov")
    ship(state, A, "volkhov_1")
    [new] = hand(state, A, "V12-T")
    answer(turn(state), Play(new))
    run(state)
    assert state.tiles[post("volkhov_1")] == new
    assert state.players[A].duchies == [REGION["volkhov"]]
    assert where(state, at_home) == (node("home:volkhov") if kept else -1)


def test_AMB_SG_60_a_duchy_is_lost_at_once_if_a_rival_lays_a_venture_over_one_of_it():
    state = table()
    venture(state, "V03-J", "volkhov_1", B)
    venture(state, "V11-S", "volkhov_2", B)
    at_home = ship(state, B, "home:volkhov")
    ship(state, A, "volkhov_1")
    [new] = hand(state, A, "V12-T")
    answer(turn(state), Play(new))
    run(state)
    assert state.players[B].duchies == []
    assert where(state, at_home) == -1
