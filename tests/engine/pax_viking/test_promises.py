"""Promises: what can be said to whom, that it binds nobody, and what is said of it in the end (SG.5)."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.pax_viking.actions import promises
from lawspeaker_engine.games.pax_viking.actions.promises import (
    BROKEN,
    KEPT,
    NO_CHALLENGE,
    RUNNING,
    SILVER,
    UNTESTED,
    VETO,
    VOTE,
    Announce,
)
from lawspeaker_engine.games.pax_viking.board import REGION_OF
from lawspeaker_engine.games.pax_viking.options import (
    Bargain,
    Jarldom,
    Parley,
    Pass,
    Play,
    PromiseNoChallenge,
    PromiseNoParley,
    PromisePassage,
    PromiseSilver,
    PromiseVeto,
    PromiseVote,
    Sail,
    Seat,
    Speak,
    UseTile,
    Vote,
)
from lawspeaker_engine.games.pax_viking.phases.end import finish
from lawspeaker_engine.games.pax_viking.state import NOBODY, Promise
from lawspeaker_engine.model import PUBLIC

from .bargains import asked, deal, meeting, open_trade
from .positions import (
    GAME,
    A,
    B,
    C,
    answer,
    begin,
    board,
    decision,
    follow,
    hand,
    node,
    offered,
    passing,
    post,
    run,
    ship,
    table,
    turn,
    venture,
)

YES, NO = PromiseVote(yes=True), PromiseVote(yes=False)
JUTLAND, VOLKHOV = REGION_OF[node("jutland_1")], REGION_OF[node("volkhov")]


def talking(players=3, **options):
    """The base position with promises."""
    return table(players, promises=True, **options)


def say(state, option, to=B):
    """A, whose turn it is, promises something."""
    answer(state, Speak())
    answer(state, Seat(to))
    answer(state, option)


def result(state):
    """How the one promise has ended, if it has."""
    run(state)
    [promise] = state.promises
    return promise.result


def next_turn(state, seat):
    """The running turn ends by passing, those of the others too, until it is this seat's."""
    while True:
        passing(state)
        if state.seat == seat:
            return


# --- speaking ---


def test_SG_5_a_promise_is_open_costs_nothing_and_takes_no_action_away():
    state = turn(talking())
    before = [option for option in offered(state) if not isinstance(option, Speak)]
    answer(state, Speak())
    assert (decision(state).prompt, decision(state).seen_by) == ("turn.promise_to", PUBLIC)
    assert offered(state) == [Seat(B), Seat(C)]
    answer(state, Seat(C))
    each = decision(state)
    assert (each.prompt, each.least, each.most, each.default, each.seen_by) == ("turn.promise", 0, 1, (), PUBLIC)
    answer(state, PromiseNoChallenge())
    assert [option for option in offered(state) if not isinstance(option, Speak)] == before
    assert state.promises == [Promise(A, C, NO_CHALLENGE, 0, 2)]
    for seat in (A, B, C, None):
        assert GAME.view(state, seat).promises == state.promises


def test_SG_6_two_promises_a_turn_also_if_nothing_was_said_after_all():
    state = turn(talking())
    say(state, PromiseSilver(1))
    answer(state, Speak())
    answer(state, Seat(C))
    answer(state)
    assert (len(state.promises), asked(state)) == (1, ("turn.action", A))
    assert Speak() not in offered(state)
    next_turn(state, A)
    assert Speak() in offered(state)


def test_in_a_match_without_promises_nothing_can_be_said():
    state = meeting()
    open_trade(state)
    assert not [option for option in offered(state) if isinstance(option, PromiseVote | PromiseSilver | PromiseVeto)]
    state = turn(table())
    assert Speak() not in offered(state)
    assert Pass() in offered(state)


def test_SG_5_what_can_be_promised():
    state = talking()
    follow(state, B, "hedeby")
    follow(state, C, "india")
    ship(state, B, "volkhov_1")
    begin(state, Announce(A, B))
    assert offered(state) == [
        YES, NO, PromiseNoChallenge(), PromiseNoParley(post("hedeby")),
        PromiseSilver(1), PromiseSilver(2), PromiseSilver(4), PromiseSilver(8),
        PromisePassage(VOLKHOV), PromiseVeto(B), PromiseVeto(C),
    ]


def test_the_only_rival_need_not_be_named():
    state = turn(talking(2))
    answer(state, Speak())
    assert asked(state) == ("turn.promise", A)
    answer(state, PromiseNoChallenge())
    assert state.promises == [Promise(A, B, NO_CHALLENGE, 0, 2)]


def test_SG_5_each_may_pledge_a_vote_before_an_althing():
    state = talking(althing_order="active_last")
    ship(state, A, "dublin")
    [event] = hand(state, A, "E18-3")
    answer(turn(state), Play(event))
    for seat, pledge in ((B, NO), (C, None), (A, YES)):
        each = decision(state)
        assert (each.prompt, each.seat, each.default, each.reaction) == ("althing.promise", seat, (), seat != A)
        assert offered(state) == [YES, NO]
        answer(state, *([pledge] if pledge else []))
    assert state.promises == [Promise(B, NOBODY, VOTE, 0, 1), Promise(A, NOBODY, VOTE, 1, 2)]
    for _seat in (B, C, A):
        answer(state, Vote(yes=True))
    run(state)
    assert [each.result for each in state.promises] == [BROKEN, KEPT]


# --- how long, and how it ends if nothing happens ---


@pytest.mark.parametrize(("option", "end"), [
    (YES, UNTESTED), (PromiseNoChallenge(), KEPT), (PromiseNoParley(post("hedeby")), KEPT),
    (PromiseSilver(4), BROKEN), (PromisePassage(VOLKHOV), KEPT), (PromiseVeto(C), KEPT),
])
def test_SG_5_a_promise_of_the_active_player_lasts_until_its_next_turn_has_ended(option, end):
    state = talking()
    follow(state, B, "hedeby")
    ship(state, B, "volkhov")
    turn(state)
    say(state, option)
    for seat in (B, C, A):
        next_turn(state, seat)
        assert result(state) == RUNNING
    next_turn(state, B)
    assert result(state) == end
    next_turn(state, A)
    assert result(state) == end, "it stays until all have seen how it ended"
    next_turn(state, B)
    assert state.promises == []


def test_SG_5_a_promise_of_a_partner_lasts_until_its_own_next_turn_has_ended():
    state = meeting(promises=True)
    open_trade(state)
    deal(state, [PromiseSilver(4)], gives=1)
    answer(state)
    next_turn(state, B)
    assert result(state) == RUNNING
    next_turn(state, C)
    assert result(state) == BROKEN


@pytest.mark.parametrize(("option", "winners", "end"), [
    (YES, [B], UNTESTED), (PromiseNoChallenge(), [B], KEPT), (PromiseSilver(4), [B], UNTESTED),
    (PromiseVeto(C), [B], KEPT), (PromiseVeto(C), [B, C], BROKEN),
])
def test_SG_5_at_the_end_of_the_game_promises_that_still_run_are_settled(option, winners, end):
    state = turn(talking())
    say(state, option)
    state.players[A].silver = 0
    finish(state, winners, "card")
    assert state.promises[0].result == end


def test_SG_5_a_promise_that_has_ended_is_not_settled_again():
    state = turn(talking())
    say(state, PromiseVeto(C))
    state.promises[0].result = KEPT
    finish(state, [C], "card")
    assert state.promises[0].result == KEPT


# --- what keeps or breaks it ---


@pytest.mark.parametrize(("pledge", "vote", "end"), [
    (YES, True, KEPT), (YES, False, BROKEN), (NO, True, BROKEN), (NO, False, KEPT),
])
def test_SG_5_a_vote_is_kept_or_broken_by_voting(pledge, vote, end):
    state = talking()
    ship(state, A, "dublin")
    [event] = hand(state, A, "E18-3")
    say(turn(state), pledge)
    answer(state, Play(event))
    for _seat in (A, B, C):
        answer(state)
    assert result(state) == RUNNING
    answer(state, Vote(yes=vote))
    assert result(state) == end


def challenge_in_jutland():
    """A has two Longships in a POST of Jutland, B and C one each; B has a Venture there."""
    state = talking()
    venture(state, "V01-S", "jutland_1", B)
    for seat in (A, A, B, C):
        ship(state, seat, "jutland_1")
    return state


@pytest.mark.parametrize(("to", "rival", "end"), [(B, B, BROKEN), (B, C, RUNNING)])
def test_SG_5_no_challenge_is_broken_by_challenging_whom_it_was_said_to(to, rival, end):
    state = turn(challenge_in_jutland())
    say(state, PromiseNoChallenge(), to)
    answer(state, Parley(post("jutland_1")))
    answer(state, Seat(rival))
    assert result(state) == end


def test_SG_5_no_parley_is_broken_by_a_parley_in_the_post_be_it_a_challenge():
    state = turn(challenge_in_jutland())
    say(state, PromiseNoParley(post("jutland_1")))
    answer(state, Parley(post("jutland_1")))
    assert result(state) == BROKEN


def test_SG_5_no_parley_is_broken_by_establishing_there_and_not_elsewhere():
    for there, end in (("hedeby", BROKEN), ("aachen", RUNNING)):
        state = talking()
        follow(state, B, "hedeby")
        for at in ("hedeby", "aachen"):
            ship(state, A, at)
        say(turn(state), PromiseNoParley(post("hedeby")))
        answer(state, Parley(post(there)))
        assert result(state) == end, there


def test_SG_5_no_parley_says_nothing_of_jarldom():
    state = talking()
    venture(state, "V01-S", "jutland_1", B)
    state.influence[0] = A
    state.players[A].supply[0] -= 3
    longship = ship(state, A, "north_sea")
    ship(state, B, "jutland_1")
    say(turn(state), PromiseNoParley(post("jutland_1")))
    answer(state, Jarldom(longship, post("jutland_1")))
    assert result(state) == RUNNING
    assert state.owners[post("jutland_1")] == A


@pytest.mark.parametrize("elsewhere", [False, True])
def test_SG_5_passage_is_broken_by_a_challenge_in_the_region(elsewhere):
    state = challenge_in_jutland()
    ship(state, B, "volkhov")
    say(turn(state), PromisePassage(VOLKHOV if elsewhere else JUTLAND))
    answer(state, Parley(post("jutland_1")))
    answer(state, Seat(B))
    assert result(state) == (RUNNING if elsewhere else BROKEN)


@pytest.mark.parametrize("to", [B, C])
def test_SG_5_passage_is_broken_by_jarldom_against_whom_it_was_said_to(to):
    state = talking()
    state.influence[0] = A
    state.players[A].supply[0] -= 3
    sailing = ship(state, A, "north_sea")
    ship(state, B, "jutland_1")
    ship(state, C, "jutland_2")
    say(turn(state), PromisePassage(JUTLAND), to)
    answer(state, Jarldom(sailing, post("jutland_1")))
    assert result(state) == (BROKEN if to == B else RUNNING)


@pytest.mark.parametrize(("promised", "end"), [("aachen", BROKEN), ("volkhov", RUNNING)])
def test_SG_5_passage_is_broken_by_abilities_that_return_longships(promised, end):
    state = talking()
    ship(state, A, "dublin")
    ship(state, B, "aachen")
    ship(state, B, "volkhov")
    [event] = hand(state, A, "E15-2")
    say(turn(state), PromisePassage(REGION_OF[node(promised)]))
    answer(state, Play(event))
    assert result(state) == end


def test_SG_5_passage_is_broken_by_abilities_that_move_longships():
    state = talking()
    [giant] = board(state, A, "G18")
    ship(state, B, "baltic")
    say(turn(state), PromisePassage(REGION_OF[node("baltic")]))
    answer(state, UseTile(giant))
    assert result(state) == BROKEN


# --- silver ---


@pytest.mark.parametrize(("given", "end"), [(3, RUNNING), (4, KEPT), (5, KEPT)])
def test_SG_5_silver_is_kept_by_giving_it_in_a_trade(given, end):
    state = meeting(promises=True)
    say(turn(state), PromiseSilver(4))
    answer(state, Sail(0))
    answer(state, Bargain(B))
    deal(state, gives=given)
    assert result(state) == end


def test_SG_5_silver_of_the_deal_in_which_it_is_promised_does_not_keep_it_nor_that_given_to_somebody_else():
    state = meeting(promises=True)
    ship(state, C, "volkhov")
    open_trade(state)
    deal(state, give=[PromiseSilver(4)], gives=5)
    assert result(state) == RUNNING
    answer(state, Bargain(C))
    deal(state, gives=5)
    assert result(state) == RUNNING


@pytest.mark.parametrize(("given", "ends"), [
    (1, [KEPT, RUNNING]), (2, [KEPT, RUNNING]), (3, [KEPT, KEPT]), (4, [KEPT, KEPT]),
])
def test_SG_5_no_silver_keeps_two_promises(given, ends):
    state = turn(talking())
    for amount in (1, 2):
        say(state, PromiseSilver(amount))
    promises.gave_silver(state, A, B, given)
    assert [each.result for each in state.promises] == ends


def test_SG_5_promises_of_a_deal_are_made_when_it_is_done():
    state = meeting(promises=True)
    open_trade(state)
    deal(state, [PromiseSilver(4), PromiseSilver(1)], [YES, PromiseVeto(C)], gives=2)
    run(state)
    assert [(each.seat, each.to, each.kind, each.value, each.turns) for each in state.promises] == [
        (A, B, VOTE, 1, 2), (A, B, VETO, C, 2), (B, A, SILVER, 1, 1), (B, A, SILVER, 4, 1)]
