"""Plunder: the chart, from its top for each Raider."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.clansmen.raids.fight import plunder
from lawspeaker_engine.games.clansmen.raids.raiders import TOP

from .positions import A, B, C, D, done, put, stock
from .raids import attack, fight, raid_state


def plundered(state, raiders, defended=()):
    """So many undefeated Raiders plunder; these seats have defended. Returns Food and Goods of each seat."""
    raid = attack(state, raiders)
    for seat in defended:
        raid.committed[seat] = [put(state, seat, "farmer")]
    plunder(state, raid)
    return [(player.stock[0], player.stock[3]) for player in state.players]


def test_CL_T72_CL_PLUN_02_CL_PLUN_03_CL_PLUN_05_CL_PLUN_06_CL_PLUN_07_the_whole_chart():
    after = []
    for raiders in range(1, 5):
        state = raid_state(4)
        state.counter = 4
        stock(state, A, goods=1)
        stock(state, B, food=2)
        after.append((plundered(state, raiders), state.counter))
    nobody = [(0, 0)] * 2
    assert after == [
        ([(0, 0), (2, 0), *nobody], 0), ([(0, 0), (1, 0), *nobody], 0), ([(0, 0), (0, 0), *nobody], 0),
        ([(0, 0), (0, 0), *nobody], 1),
    ]


def test_CL_T73_CL_PLUN_04_CL_PLUN_05_CL_PLUN_06_most_goods_unless_there_is_more_food():
    after = []
    for raiders in range(1, 5):
        state = raid_state(4)
        stock(state, A, goods=2)
        stock(state, B, goods=2)
        stock(state, C, food=2)
        stocks = plundered(state, raiders, (A, B, C, D))
        after.append((stocks[A][1], stocks[B][1], stocks[C][0]))
    assert after == [(1, 2, 2), (1, 1, 2), (1, 1, 1), (0, 1, 1)]


def test_CL_T74_CL_PLUN_03_AMB_CL_37_a_bystander_who_lost_goods_may_be_robbed_as_the_richest():
    results = []
    for raiders in (1, 2):
        state = raid_state(4)
        stock(state, A, goods=1)
        stock(state, D, food=3, goods=2)
        results.append(plundered(state, raiders, (A, B, C))[D])
    assert results == [(3, 1), (2, 1)]


@pytest.mark.parametrize(("bystanders", "robbed"), [("once", C), ("each", D)])
def test_AMB_CL_36_who_did_not_defend_is_robbed_for_it_once_or_once_for_each_of_goods_and_food(bystanders, robbed):
    state = raid_state(4, bystanders=bystanders)
    stock(state, C, food=9)
    stock(state, D, food=3, goods=2)
    after = plundered(state, 2, (A, B, C))
    assert after[D][1] == 1  # step 1
    assert (after[C][0], after[D][0]) == ((8, 3) if robbed == C else (9, 2))


def test_CL_PLUN_02_CL_PLUN_03_only_those_who_committed_nobody_are_robbed_for_it_and_once_a_raid():
    state = raid_state(3)
    for seat in (A, B, C):
        stock(state, seat, food=1, goods=1)
    stock(state, A, food=9, goods=9)
    assert plundered(state, 1, (A,)) == [(9, 9), (1, 0), (1, 1)]
    assert plundered(state, 3, ()) == [(9, 8), (0, 0), (1, 0)]  # A and C lose Goods, B has Food only
    assert plundered(state, 4, ()) == [(7, 7), (0, 0), (0, 0)]  # A and C for it, then A as the richest, twice
    assert state.counter == 0


def test_CL_PLUN_06_ties_in_the_first_steps_go_to_the_start_token_too():
    state = raid_state(3)
    state.start = B
    for seat in (A, B, C):
        stock(state, seat, goods=2)
    assert plundered(state, 1) == [(0, 2), (0, 1), (0, 2)]
    assert plundered(state, 2) == [(0, 2), (0, 0), (0, 1)]


def test_CL_PLUN_06_in_the_later_steps_the_start_token_breaks_ties():
    state = raid_state(3)
    state.start = C
    for seat in (A, B, C):
        stock(state, seat, food=2)
    assert plundered(state, 2, (A, B, C)) == [(1, 0), (2, 0), (1, 0)]


def test_CL_PLUN_01_wood_and_stone_are_never_taken():
    state = raid_state()
    stock(state, A, food=1, wood=5, stone=5, goods=1)
    plundered(state, 4)
    assert state.players[A].stock == [0, 5, 5, 0]
    assert state.counter == 2


def test_CL_PLUN_04_as_many_goods_as_food_are_enough():
    for goods, food, after in ((2, 2, (1, 2)), (1, 2, (1, 1)), (3, 2, (2, 2))):
        state = raid_state()
        stock(state, A, goods=goods)
        stock(state, B, food=food)
        stocks = plundered(state, 1, (A, B))
        assert (stocks[A][1], stocks[B][0]) == after


def test_AMB_CL_37_the_later_steps_rob_defenders_and_those_who_were_robbed_already_and_nobody_owns_anything():
    state = raid_state()
    stock(state, A, goods=3)
    stock(state, B, goods=1)
    assert plundered(state, 2, (B,)) == [(0, 1), (0, 1)]  # A for not defending, then as the richest
    assert plundered(state, 2, (B,)) == [(0, 0), (0, 0)]  # then B, who has defended
    assert plundered(state, 2, (B,)) == [(0, 0), (0, 0)]
    assert state.counter == 2


def test_CL_PLUN_07_AMB_CL_28_the_counter_stays_within_its_track():
    state = raid_state()
    plundered(state, 12)
    assert state.counter == TOP
    assert state.raids == 1


def test_CL_PLUN_01_CL_PLUN_07_each_undefeated_raider_of_a_fought_raid_goes_through_the_chart():
    state = raid_state()
    state.counter = 5
    farmers = [put(state, A, "farmer"), put(state, A, "farmer")]
    stock(state, B, food=1)
    fight(state, {A: farmers}, 6, 1, 3, 3, raiders=2)
    assert done(state)
    assert state.players[B].stock[0] == 0
    assert state.counter == 0
    fight(state, {}, 1, 1, raiders=2)
    assert done(state)
    assert state.counter == 2
