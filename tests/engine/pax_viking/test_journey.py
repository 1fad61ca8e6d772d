"""JOURNEY and STEPS (SG-JOURNEY-*, SG-TERM-34, AMB-SG-09..13)."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.pax_viking.options import Bargain, Play, Sail, Step
from lawspeaker_engine.games.pax_viking.question_context import About

from .positions import (
    GAME,
    A,
    B,
    C,
    answer,
    board,
    decision,
    follow,
    hand,
    jarl,
    node,
    offered,
    passing,
    run,
    ship,
    table,
    turn,
    venture,
    where,
)


def sail(state, longship, *names):
    """Sail over these nodes and stop."""
    answer(state, Sail(longship))
    for name in names:
        answer(state, Step(node(name)))
    if decision(state).prompt == "journey.step":
        answer(state)


def steps(state):
    """The nodes of the next STEP."""
    return {option.node for option in offered(state) if isinstance(option, Step)}


def can(state, *names):
    """Return True if a Longship can sail over these nodes."""
    for name in names:
        if decision(state).prompt != "journey.step" or node(name) not in steps(state):
            return False
        answer(state, Step(node(name)))
    return True


def from_there(at, *names, **options):
    """Return True if A's Longship can sail from somewhere over these nodes."""
    state = table(**options)
    longship = ship(state, A, at)
    turn(state)
    answer(state, Sail(longship))
    return can(state, *names)


def test_SG_T18_SG_JOURNEY_01_SG_JOURNEY_03_AMB_SG_09_a_longship_of_the_jarlboard_sails_from_home():
    state = turn(table())
    sail(state, 0, "western_sea", "dublin")
    assert where(state, 0) == node("dublin")
    assert state.longships[0].exhausted
    assert Sail(0) not in offered(state)


def test_SG_T19_SG_JOURNEY_01_SG_TERM_34_three_steps_are_the_limit():
    assert from_there("baltic", "volkhov", "dnieper", "black_sea")
    assert not from_there("baltic", "volkhov", "dnieper", "black_sea", "miklagard")


def test_SG_T20_SG_TERM_14_an_exhausted_longship_cannot_sail():
    state = table()
    longship = ship(state, A, "baltic", exhausted=True)
    assert Sail(longship) not in offered(turn(state))


def test_SG_T21_SG_MAP_06_a_harbor_is_entered_from_its_sea():
    assert not from_there("seine", "jutland_1")
    assert from_there("seine", "north_sea", "jutland_1")


def test_SG_T22_SG_MAP_06_each_post_has_its_own_harbor():
    assert not from_there("wendish_sea", "jutland_1")
    assert from_there("wendish_sea", "jutland_2")


def test_SG_T23_SG_MAP_07_a_post_without_harbor_is_entered_from_its_river():
    assert not from_there("baltic", "volkhov_1")
    assert from_there("baltic", "volkhov", "volkhov_1")


def test_SG_T24_SG_MAP_02_AMB_SG_12_nobody_stands_in_a_harbor_region():
    state = table()
    longship = ship(state, A, "north_sea")
    answer(turn(state), Sail(longship))
    assert node("jutland") not in steps(state)


def test_SG_T25_AMB_SG_11_a_post_is_left_by_the_gate_through_which_it_is_entered():
    assert from_there("volkhov_1", "volkhov", "volkhov_2")
    assert not from_there("volkhov_1", "volkhov_2")
    assert not from_there("jutland_1", "wendish_sea")
    assert from_there("jutland_1", "north_sea")
    assert from_there("jutland_1", "wendish_sea", harbor_exit="any_gate")


def partners(state, longship):
    """With whom A can trade when it begins to sail with this Longship."""
    answer(turn(state), Sail(longship))
    return [option.seat for option in offered(state) if isinstance(option, Bargain)]


def test_SG_T26_SG_TERM_07_SG_TERM_35_trade_is_with_rivals_in_the_same_region():
    for own, other, trades in (
        ("volkhov", "volkhov_1", True), ("volkhov", "baltic", False), ("north_sea", "jutland_1", False),
        ("jutland_2", "jutland_1", True),
    ):
        state = table()
        longship = ship(state, A, own)
        ship(state, B, other)
        assert (partners(state, longship) == [B]) is trades, (own, other)


def test_SG_T27_SG_MAP_05_SG_TERM_18_there_is_no_trade_at_home():
    state = table()
    jarl(state, A, "emund")
    jarl(state, B, "asa")
    ship(state, B, "baltic")
    assert partners(state, 0) == []


def test_AMB_SG_18_SG_JOURNEY_02_a_journey_may_have_no_step_and_trades_at_every_node():
    state = table()
    longship = ship(state, A, "baltic")
    ship(state, B, "volkhov_1")
    ship(state, C, "baltic")
    assert partners(state, longship) == [C]
    answer(state, Step(node("volkhov")))
    assert Bargain(B) in offered(state)
    assert Bargain(C) not in offered(state)
    state = table()
    longship = ship(state, A, "baltic")
    answer(turn(state), Sail(longship))
    answer(state)
    assert state.longships[longship].exhausted
    assert state.markers_spent == 1


def test_AMB_SG_18_by_option_trade_is_at_the_end_only():
    state = table(trade_windows="end")
    longship = ship(state, A, "baltic")
    ship(state, B, "volkhov_1")
    ship(state, C, "baltic")
    assert partners(state, longship) == []
    answer(state, Step(node("volkhov")))
    answer(state)
    assert offered(state) == [Bargain(B)]
    answer(state)
    assert decision(state).prompt == "turn.action"


def test_SG_T93_SG_JOURNEY_02_only_a_journey_opens_a_window():
    state = table()
    ship(state, A, "hedeby")
    ship(state, B, "jutland_1")
    turn(state)
    assert not [option for option in offered(state) if isinstance(option, Bargain)]


def test_AMB_SG_09_a_longship_of_the_jarlboard_may_sail_from_a_duchy():
    state = table()
    venture(state, "V03-J", "volkhov_1", A)
    venture(state, "V11-S", "volkhov_2", A)
    turn(state)
    answer(state, Sail(0))
    assert decision(state).prompt == "journey.home"
    assert offered(state) == [Step(node("orkney")), Step(node("home:volkhov"))]
    answer(state, Step(node("home:volkhov")))
    assert steps(state) == {node("volkhov")}


def test_AMB_SG_13_a_home_in_a_harbor_region_leads_to_the_seas_of_its_harbors_and_only_its_owner_enters():
    state = table()
    venture(state, "V07-J", "jutland_1", A)
    venture(state, "V01-S", "jutland_2", A)
    longship = ship(state, A, "north_sea")
    assert state.players[A].duchies
    turn(state)
    answer(state, Sail(longship))
    assert can(state, "home:jutland", "wendish_sea")
    state = table()
    venture(state, "V07-J", "jutland_1", B)
    venture(state, "V01-S", "jutland_2", B)
    longship = ship(state, A, "north_sea")
    answer(turn(state), Sail(longship))
    assert node("home:jutland") not in steps(state)


def test_AMB_SG_10_AMB_SG_13_a_longship_sails_into_its_own_printed_home_and_no_other():
    state = table()
    longship = ship(state, A, "western_sea")
    answer(turn(state), Sail(longship))
    assert node("orkney") in steps(state)
    state = table()
    longship = ship(state, B, "western_sea")
    answer(turn(state, B), Sail(longship))
    assert node("orkney") not in steps(state)


@pytest.mark.parametrize(("what", "most"), [(None, 3), ("india", 5), ("A02-J", 4), ("G05", 5), ("sigrun", 4)])
def test_SG_JOURNEY_01_abilities_add_steps(what, most):
    state = table()
    longship = ship(state, A, "baltic")
    if what == "india":
        follow(state, A, "india")
    elif what == "sigrun":
        jarl(state, A, "sigrun")
    elif what:
        board(state, A, what)
    answer(turn(state), Sail(longship))
    assert decision(state).prompt == "journey.step"
    assert GAME.view(state, A).about == About(longship=longship, left=most)
    for taken in range(most):
        assert steps(state), taken
        answer(state, Step(node("bothnia" if taken % 2 == 0 else "baltic")))
    assert decision(state).prompt == "turn.action"


def test_the_sea_mother_helps_in_the_first_journey_of_a_turn_only():
    state = table()
    first, second = ship(state, A, "baltic"), ship(state, A, "bothnia")
    board(state, A, "G05")
    turn(state)
    sail(state, first, "bothnia")
    answer(state, Sail(second))
    run(state)
    assert GAME.view(state, A).about.left == 3


def test_portage_crew_gives_a_step_to_a_journey_that_touches_its_region():
    for home, far in (("seine", True), ("danube", False)):
        state = table()
        venture(state, "V11-T" if home == "seine" else "V11-R", f"{home}_1", A)
        longship = ship(state, A, "wendish_sea")
        turn(state)
        answer(state, Sail(longship))
        assert can(state, "north_sea", "western_sea", "north_sea")
        assert (node("seine") in steps(state) if decision(state).prompt == "journey.step" else False) is far
    state = table()
    venture(state, "V11-T", "seine_1", A)
    longship = ship(state, A, "seine")
    answer(turn(state), Sail(longship))
    assert can(state, "north_sea", "western_sea", "north_sea", "wendish_sea")


def test_SG_JOURNEY_01_AMB_SG_18_others_do_not_stop_a_longship():
    state = table()
    longship = ship(state, A, "baltic")
    ship(state, B, "volkhov")
    ship(state, C, "volkhov_1")
    answer(turn(state), Sail(longship))
    assert can(state, "volkhov", "volkhov_1")


def test_a_longship_that_is_alike_is_offered_once():
    state = turn(table())
    assert [option for option in offered(state) if isinstance(option, Sail)] == [Sail(0)]


def test_SG_T91_SG_TURN_02_hands_are_seen_by_their_owner_or_by_all():
    for open_hands in (False, True):
        state = table(open_hands=open_hands)
        tiles = hand(state, A, "V01-J")
        run(turn(state))
        seen = GAME.view(state, B).players[A]
        assert seen.hand_size == 1
        assert seen.hand == (tiles if open_hands else [])
        assert GAME.view(state, A).players[A].hand == tiles


def test_SG_T80_SG_TURN_01_turns_go_clockwise():
    state = turn(table(), C)
    passing(state)
    assert state.seat == A
    assert Play(0) not in offered(state)
