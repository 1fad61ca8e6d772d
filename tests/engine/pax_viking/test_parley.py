"""PARLEY and CHALLENGE (SG-PARLEY-*, SG-TERM-02, -06, AMB-SG-24, -25)."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.pax_viking.board import COSTS
from lawspeaker_engine.games.pax_viking.options import Accept, FollowerType, Parley, Seat, Ship
from lawspeaker_engine.games.pax_viking.rows import SWEDEN
from lawspeaker_engine.games.pax_viking.state import NOBODY

from .positions import (
    A,
    B,
    C,
    answer,
    board,
    decision,
    follow,
    jarl,
    node,
    offered,
    post,
    run,
    ship,
    silver,
    table,
    turn,
    venture,
    where,
)


def parleys(state):
    """Return the POSTS in which one can PARLEY."""
    return [option.post for option in offered(turn(state)) if isinstance(option, Parley)]


def parley(state, at):
    """A PARLEYS there."""
    answer(turn(state), Parley(post(at)))
    run(state)


def fleet(state, seat, at, count):
    """So many Longships of the seat."""
    return [ship(state, seat, at) for _ in range(count)]


def test_SG_T39_SG_PARLEY_01_SG_TERM_02_who_is_alone_establishes():
    state = table()
    ship(state, A, "hedeby")
    parley(state, "hedeby")
    answer(state, FollowerType(SWEDEN))
    run(state)
    assert state.players[A].silver == 8
    assert (state.owners[post("hedeby")], state.followers[post("hedeby")]) == (A, SWEDEN)


def test_SG_T40_SG_PARLEY_01_SG_TERM_13_a_rivals_follower_is_replaced():
    state = table()
    venture(state, _sweden_at("seine"), "seine_1", B)
    ship(state, A, "seine_1")
    parley(state, "seine_1")
    assert state.owners[post("seine_1")] == A
    assert state.players[B].supply == [6, 6, 6, 6]
    assert state.players[A].silver == 9


def _sweden_at(region: str) -> str:
    from lawspeaker_engine.games.pax_viking.board import REGION
    from lawspeaker_engine.games.pax_viking.rows import TILES, VENTURE

    return next(row.id for row in TILES if row.kind == VENTURE and row.region == REGION[region]
                and row.follower == SWEDEN)


def test_SG_T41_SG_PARLEY_02_SG_TERM_06_SG_TERM_30_a_challenge_returns_a_longship_and_one_may_leave_the_post():
    state = table()
    venture(state, _sweden_at("jutland"), "jutland_1", B)
    fleet(state, A, "jutland_1", 2)
    [lost] = fleet(state, B, "jutland_1", 1)
    parley(state, "jutland_1")
    assert decision(state).prompt == "establish.may"
    assert decision(state).default == ()
    answer(state)
    run(state)
    assert where(state, lost) == -1
    assert state.owners[post("jutland_1")] == B


def test_SG_PARLEY_02_who_has_become_alone_may_establish():
    state = table()
    venture(state, _sweden_at("jutland"), "jutland_1", B)
    fleet(state, A, "jutland_1", 2)
    fleet(state, B, "jutland_1", 1)
    parley(state, "jutland_1")
    answer(state, Accept())
    run(state)
    assert state.owners[post("jutland_1")] == A


def test_SG_T42_SG_TERM_06_nobody_is_challenged_who_is_not_outnumbered():
    state = table()
    fleet(state, A, "jutland_1", 2)
    fleet(state, B, "jutland_1", 2)
    assert parleys(state) == []


def test_SG_T43_SG_TERM_06_other_longships_go_through_the_gate():
    state = table()
    fleet(state, A, "jutland_1", 3)
    first, second = fleet(state, B, "jutland_1", 2)
    parley(state, "jutland_1")
    run(state)
    assert [where(state, first), where(state, second)] == [-1, node("north_sea")]


def test_SG_T44_AMB_SG_25_only_the_challenged_rival_loses():
    state = table()
    venture(state, _sweden_at("jutland"), "jutland_1", B)
    fleet(state, A, "jutland_1", 2)
    [lost] = fleet(state, B, "jutland_1", 1)
    [stays] = fleet(state, C, "jutland_1", 1)
    parley(state, "jutland_1")
    assert decision(state).prompt == "challenge.rival"
    assert offered(state) == [Seat(B), Seat(C)]
    answer(state, Seat(B))
    assert decision(state).prompt == "turn.action", "C is there, so that A is not ALONE"
    assert [where(state, lost), where(state, stays)] == [-1, node("jutland_1")]
    assert state.owners[post("jutland_1")] == B


def test_SG_T45_SG_TERM_02_SG_TERM_06_followers_that_act_as_longships_count():
    state = table()
    ford = "V07-J"
    venture(state, ford, "jutland_1", B)
    fleet(state, A, "jutland_1", 1)
    assert parleys(state) == []
    state = table()
    venture(state, ford, "jutland_1", B)
    fleet(state, A, "jutland_1", 2)
    parley(state, "jutland_1")
    assert state.owners[post("jutland_1")] == NOBODY
    assert decision(state).prompt == "establish.may"
    answer(state, Accept())
    run(state)
    assert state.owners[post("jutland_1")] == A


def test_SG_T75_AMB_SG_22_AMB_SG_24_an_own_follower_is_no_reason_to_parley():
    state = table()
    venture(state, _sweden_at("jutland"), "jutland_1", A)
    ship(state, A, "jutland_1")
    assert parleys(state) == []


def test_AMB_SG_24_an_empty_circle_or_a_price_too_high_is_no_reason_to_parley():
    state = table()
    ship(state, A, "jutland_1")
    assert parleys(state) == []
    state = table()
    silver(state, 1)
    ship(state, A, "hedeby")
    assert parleys(state) == []


@pytest.mark.parametrize(("asked", "option"), [(B, "victim"), (A, "challenger")])
def test_AMB_SG_25_the_victim_names_the_longship_unless_the_option_says_otherwise(asked, option):
    state = table(challenge_loss=option)
    fleet(state, A, "jutland_1", 4)
    tired = ship(state, B, "jutland_1", exhausted=True)
    fresh = ship(state, B, "jutland_1")
    ally = ship(state, B, "jutland_1", kind="faroe")
    parley(state, "jutland_1")
    assert decision(state).prompt == "challenge.loss"
    assert decision(state).seat == asked
    assert offered(state) == [Ship(tired), Ship(fresh), Ship(ally)]
    answer(state, Ship(ally))
    run(state)
    assert state.longships[ally].seat == NOBODY
    assert {where(state, tired), where(state, fresh)} == {node("north_sea")}


@pytest.mark.parametrize(("own", "theirs", "can"), [
    ((), (), False), (("A03-J",), (), True), (("G02",), (), True), (("G02",), ("A03-J",), False),
])
def test_AMB_SG_25_strength_decides_between_equal_numbers(own, theirs, can):
    state = table()
    fleet(state, A, "jutland_1", 1)
    fleet(state, B, "jutland_1", 1)
    board(state, A, *own)
    board(state, B, *theirs)
    assert bool(parleys(state)) is can


def test_AMB_SG_25_miklagard_helps_in_every_challenge():
    state = table()
    fleet(state, A, "jutland_1", 1)
    fleet(state, B, "jutland_1", 1)
    follow(state, A, "miklagard")
    assert parleys(state) == [post("jutland_1")]


def test_a_war_camp_helps_in_its_region_only():
    for at, can in (("hind_1", True), ("jutland_1", False)):
        state = table()
        venture(state, "V22-J", "hind_2", A)
        fleet(state, A, at, 1)
        fleet(state, B, at, 1)
        assert bool(parleys(state)) is can


def test_eist_gains_by_a_challenge_won_once_a_turn():
    state = table()
    jarl(state, A, "eist")
    for at in ("jutland_1", "jutland_2"):
        fleet(state, A, at, 2)
        fleet(state, B, at, 1)
    turn(state)
    for at in ("jutland_1", "jutland_2"):
        answer(state, Parley(post(at)))
        run(state)
    assert state.players[A].silver == 12


def test_the_silent_avenger_brings_a_longship_after_a_challenge_lost():
    state = table()
    board(state, B, "G19")
    fleet(state, A, "jutland_1", 2)
    fleet(state, B, "jutland_1", 1)
    parley(state, "jutland_1")
    run(state)
    assert [each.node for each in state.longships if each.seat == B and each.node >= 0] == [node("baltic")]


def test_AMB_SG_40_a_dublin_longship_that_is_lost_goes_back_to_the_stock():
    state = table()
    fleet(state, A, "jutland_1", 2)
    ally = ship(state, B, "jutland_1", kind="dublin")
    parley(state, "jutland_1")
    assert (state.longships[ally].seat, state.longships[ally].node) == (NOBODY, -1)


@pytest.mark.parametrize(("option", "possible"), [({}, True), ({"replace_own": False}, False)])
def test_AMB_SG_59_over_an_own_follower_another_type_can_be_established_and_the_ally_acts_again(option, possible):
    state = table(**option)
    follow(state, A, "aachen", "jarldom")
    ship(state, A, "aachen")
    assert (post("aachen") in parleys(state)) is possible
    if possible:
        before = state.players[A].silver
        answer(state, Parley(post("aachen")))
        answer(state, FollowerType(SWEDEN))
        run(state)
        assert state.players[A].silver == before - COSTS[post("aachen")] + 4, "Aachen gives 4 silver"
        assert state.followers[post("aachen")] == SWEDEN


def test_AMB_SG_59_a_follower_of_a_rival_can_be_replaced_by_any_reading():
    state = table(replace_own=False)
    follow(state, B, "aachen", "jarldom")
    ship(state, A, "aachen")
    assert post("aachen") in parleys(state)
