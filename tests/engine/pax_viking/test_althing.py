"""Events and the ALTHING (SG-TERM-03, -28, SG-TILE-04, AMB-SG-35, -54)."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.pax_viking.options import Play, PromiseVote, Vote
from lawspeaker_engine.model import PUBLIC

from .positions import A, B, C, answer, board, decision, hand, jarl, offered, run, ship, silver, table, turn

YES, NO = Vote(yes=True), Vote(yes=False)


def call(state, name: str = "E18-3", seat: int = A) -> int:
    """The seat PLAYS an Event in Dublin; returns its number."""
    ship(state, seat, "dublin")
    [which] = hand(state, seat, name)
    answer(turn(state, seat), Play(which))
    run(state)
    return which


def vote(state, *votes: Vote) -> None:
    """All vote."""
    for each in votes:
        assert decision(state).prompt == "althing.vote"
        answer(state, each)
    run(state)


def test_SG_T35_SG_PLAY_02_SG_TERM_28_SG_TERM_01_SG_TILE_04_an_event_happens_and_leaves_the_game():
    state = table()
    which = call(state, "E02-3")
    assert [player.silver for player in state.players] == [12, 12, 12]
    assert state.removed == [which]
    assert state.discard == []
    assert which not in state.tiles


def test_SG_T64_SG_TERM_03_half_of_the_votes_let_an_event_resolve():
    state = table(4)
    jarl(state, 1, "asa")
    jarl(state, 0, "ketil")
    which = call(state)
    vote(state, YES, NO, YES, NO)
    assert state.removed == [which]
    assert state.peace == [A]
    state = table()
    jarl(state, 1, "ketil")
    which = call(state)
    vote(state, YES, NO, NO)
    assert state.discard == [which]
    assert state.removed == []
    assert state.peace == []


@pytest.mark.parametrize(("order", "first"), [("active_first", [A, B, C]), ("active_last", [B, C, A])])
def test_AMB_SG_35_the_active_player_votes_first_by_default(order, first):
    state = table(althing_order=order)
    call(state)
    seats = []
    for _ in range(3):
        asked = decision(state)
        seats.append(asked.seat)
        assert asked.seen_by is PUBLIC
        assert offered(state) == [YES, NO]
        assert asked.default == (1,), "who does not answer changes nothing"
        assert asked.reaction is (asked.seat != A)
        answer(state, NO)
    assert seats == first


@pytest.mark.parametrize(("who", "passes"), [("emund", True), ("ketil", False)])
def test_SG_TERM_03_votes_are_weighed(who, passes):
    state = table()
    jarl(state, 1, who)
    which = call(state)
    vote(state, NO, YES, NO)
    assert (which in state.removed) is passes


def test_the_lawgiver_and_emund_do_not_add_up():
    from lawspeaker_engine.games.pax_viking.abilities import prices

    state = table()
    jarl(state, A, "emund")
    board(state, A, "G14")
    assert prices.votes(state, A) == 2
    assert prices.votes(state, C) == 1


def test_before_the_vote_each_may_say_how_it_will_vote():
    state = table(promises=True)
    call(state)
    for seat in (A, B, C):
        assert decision(state).prompt == "althing.promise"
        assert decision(state).seat == seat
        answer(state, *([PromiseVote(yes=True)] if seat == B else []))
    assert decision(state).prompt == "althing.vote"
    vote(state, NO, NO, NO)
    assert [(each.seat, each.result) for each in state.promises] == [(B, 2)]


def test_SG_T96_SG_TERM_01_SG_TERM_30_all_includes_oneself_and_rivals_do_not():
    state = table()
    silver(state, 5, 5, 5)
    call(state, "E02-3")
    assert [player.silver for player in state.players] == [7, 7, 7]
    state = table()
    silver(state, 5, 5, 5)
    call(state, "E03-3")
    vote(state, YES, YES, YES)
    assert [player.silver for player in state.players] == [6, 4, 4]


def test_AMB_SG_54_what_is_impossible_is_left_out():
    state = table()
    which = call(state, "E10-3")
    assert state.removed == [which], "no RIVAL has a Follower there"
    state = table()
    silver(state, 5, 0, 1)
    call(state, "E03-3")
    vote(state, YES, YES, YES)
    assert [player.silver for player in state.players] == [6, 0, 0]


def test_an_event_of_any_post_is_played_in_one_post_of_each_wind():
    state = table()
    for at in ("dublin", "aachen", "vina_1"):
        ship(state, A, at)
    [which] = hand(state, A, "E10-3")
    answer(turn(state), Play(which))
    assert decision(state).prompt == "play.post"
    assert len(offered(state)) == 2
