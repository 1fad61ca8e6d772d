"""Promises: said in the open, and never enforced."""

from __future__ import annotations

from lawspeaker_engine.games.clansmen.actions.promises import Announce, BeforeRaid
from lawspeaker_engine.games.clansmen.options import Hunt, Pass, PromiseDefenders, PromiseSpecial, PromiseTrade, Speak
from lawspeaker_engine.games.clansmen.phases.season import begin_season
from lawspeaker_engine.games.clansmen.phases.turn import Turn
from lawspeaker_engine.games.clansmen.state import (
    AUTUMN,
    DEFENDERS,
    SPECIAL,
    SPRING,
    SUMMER,
    TRADE_WISH,
    WINTER,
    Promise,
)
from lawspeaker_engine.games.clansmen.view import make_view
from lawspeaker_engine.model import PUBLIC

from .positions import A, B, C, D, answer, begin, decision, done, empty_state, offered, put


def turn(**settings):
    """A's turn."""
    state = empty_state(4, **settings)
    state.players[A].actions = 1
    begin(state, Turn(A))
    return state


def test_a_promise_is_open_costs_nothing_and_leaves_the_turn():
    state = turn()
    answer(state, Speak())
    asked = decision(state)
    assert (asked.prompt, asked.least, asked.most, asked.default, asked.seen_by) == ("turn.promise", 0, 1, (), PUBLIC)
    answer(state, PromiseTrade(1, 3))
    assert (decision(state).seat, decision(state).prompt) == (A, "turn.action")
    assert Hunt() in offered(state)
    assert state.promises == [Promise(A, TRADE_WISH, 1, 3)]
    assert make_view(state, D).promises == state.promises
    assert state.players[A].actions == 1


def test_one_may_have_nothing_to_say_after_all():
    state = turn()
    answer(state, Speak())
    answer(state)
    assert state.promises == []
    assert decision(state).prompt == "turn.action"


def test_two_promises_a_season_in_turns():
    state = turn()
    for _ in range(2):
        begin(state, Turn(A))
        answer(state, Speak())
        answer(state, PromiseTrade(0, 1))
    begin(state, Turn(A))
    assert Speak() not in offered(state)
    begin(state, Turn(B))
    state.players[B].actions = 1
    assert Speak() in offered(state)
    begin_season(state)
    assert state.promises == []
    begin(state, Turn(A))
    assert Speak() in offered(state)


def test_a_promise_before_a_raid_does_not_count_for_those_in_turns():
    state = turn()
    state.promises = [Promise(A, DEFENDERS, 1)] * 2
    assert Speak() in offered(state)


def test_what_can_be_promised_are_trades_and_special_actions_that_are_left():
    state = empty_state(season=SUMMER)
    state.players[C].taken[AUTUMN] = 1
    begin(state, Announce(A))
    trades = [PromiseTrade(give, take) for give in range(4) for take in range(4) if give != take]
    assert offered(state) == [*trades, PromiseSpecial(SUMMER), PromiseSpecial(WINTER)]
    assert len(trades) == 12
    answer(state, PromiseSpecial(WINTER))
    assert done(state)
    assert state.promises == [Promise(A, SPECIAL, WINTER)]


def test_a_match_without_promises():
    state = turn(promises=False)
    assert Speak() not in offered(state)
    assert Pass() in offered(state)


def test_before_a_raid_everybody_with_people_may_say_how_many_defend():
    state = empty_state(season=SPRING)
    state.start = C
    put(state, A, "farmer")
    put(state, A, "warrior")
    put(state, D, "farmer")
    begin(state, BeforeRaid())
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.least, asked.default, asked.seen_by) == (D, "raid.promise", 0, (), PUBLIC)
    assert asked.options == [PromiseDefenders(0), PromiseDefenders(1)]
    answer(state, PromiseDefenders(1))
    assert decision(state).seat == A
    assert offered(state) == [PromiseDefenders(count) for count in range(3)]
    answer(state)
    assert done(state)
    assert state.promises == [Promise(D, DEFENDERS, 1)]
