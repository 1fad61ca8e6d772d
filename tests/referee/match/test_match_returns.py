"""Connections that are lost and come back: the clock runs on, and nobody else can tell."""

from __future__ import annotations

import pytest

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.match.events import Answered, Away, BotInfo, Joined, Left, Returned, Tick, Written
from tests.referee.match.match_driver import PLAYED_ON, Drive

DEALT = {"deck": [(15, 14, 13), (0, 1, 2), (0, 1, 2)]}
BOT = BotInfo("bot 0", "2")


def kinds(drive: Drive, seat: int) -> list[str | None]:
    return [each.WhichOneof("message") for each in drive.sent[seat]]


def test_a_bot_that_returns_is_asked_the_same_decision_with_the_time_that_is_left():
    drive = Drive(2, clock=Clock(2.0, bank=3.0))
    first = drive.request(0)
    drive.tell(Written(0, 1))
    drive.tell(Away(0), after=1.0)
    assert drive.match.deadline == 105.0
    sends = drive.tell(Returned(0, BOT), after=2.5)
    assert kinds(drive, 0)[2:] == ["match_started", "decision_request"]
    assert drive.sent[0][2] == drive.sent[0][0]
    again = drive.request(0)
    assert (again.decision_id, again.time_left_ms) == (first.decision_id, 1500)
    again.time_left_ms = first.time_left_ms
    assert again == first, "everything else is as it was"
    assert [send.decision_id for send in sends] == [0, 0], "its writing does not start the clock anew"
    drive.tell(Written(0, 1))
    assert drive.match.deadline == 105.0
    drive.answer(0, 1)
    drive.answer(1, 0)
    assert drive.step().timing[0].charged_us == 3_500_000


def test_while_a_bot_is_away_nothing_is_answered_for_it_until_its_time_is_up():
    drive = Drive(2)
    drive.tell(Away(0))
    drive.answer(1, 0, after=1.0)
    assert drive.open_decisions == 1
    assert drive.tell(Tick(), after=0.99) == []
    drive.tell(Tick(), after=0.01)
    assert drive.step().acts[0].fault == Fault.FAULT_NETWORK
    assert drive.step().timing[0].evidence == "connection lost, no answer within 2s"


def test_nothing_is_sent_to_a_bot_that_is_away_and_it_hears_everything_when_it_is_back():
    drive, present = Drive(2, rounds=3, draws=DEALT), Drive(2, rounds=3, draws=DEALT)
    drive.tell(Away(1))
    before = len(drive.sent[1])
    for each in (drive, present):
        each.answer(0, 0)
        each.tell(Tick(), after=2.0)
        each.answer(0, 1)
        while each.request(0).prompt != "round.bid":
            each.answer(0, *each.request(0).default_picks)
            each.tell(Tick(), after=2.0) if not each.requests(0) else None
            if each.match.open_decisions.of_seat(0) is None:
                each.tell(Tick(), after=2.0)
    assert len(drive.sent[1]) == before
    drive.tell(Returned(1, BotInfo("bot 1")))
    told = [(act.seat, act.prompt) for act in drive.request(1).events]
    heard = [(act.seat, act.prompt) for request in present.requests(1) for act in request.events]
    assert told == heard[:len(told)]
    assert len(told) == len(heard)


def test_a_request_that_perhaps_never_arrived_tells_its_events_again():
    drive = Drive(2, rounds=3, draws=DEALT)
    first = [(act.seat, act.prompt) for act in drive.request(1).events]
    assert first
    drive.tell(Away(1), after=0.1)
    drive.tell(Returned(1, BotInfo("bot 1")), after=0.1)
    drive.tell(Away(1), after=0.1)
    drive.tell(Returned(1, BotInfo("bot 1")), after=0.1)
    assert [(act.seat, act.prompt) for act in drive.request(1).events] == first
    drive.answer(1, 0)
    drive.answer(0, 0)
    drive.answer(0)
    drive.tell(Away(1))
    drive.tell(Returned(1, BotInfo("bot 1")))
    assert drive.request(1).prompt == "round.order"
    assert ("deal") not in [act.prompt for act in drive.request(1).events], "what it has answered to it has heard"


def test_a_sealed_answer_stays_sealed_when_its_bot_goes_and_comes():
    drive, calm = Drive(3, draws=DEALT), Drive(3, draws=DEALT)
    for each in (drive, calm):
        each.answer(1, 2, after=0.1)
    drive.tell(Away(1))
    drive.tell(Returned(1, BotInfo("bot 1")))
    assert kinds(drive, 1)[2:] == ["match_started"]
    for each in (drive, calm):
        each.answer(0, 0)
        each.answer(2, 0)
    assert list(drive.step().acts[1].picks) == [2]
    for seat in (0, 2):
        assert drive.sent[seat] == calm.sent[seat], "nobody else can tell"
    assert drive.steps() == calm.steps()


def test_an_answer_of_a_bot_that_is_away_still_counts_if_it_was_on_its_way():
    drive = Drive(2)
    drive.tell(Away(0))
    drive.tell(Answered(0, 1, (2,)))
    drive.answer(1, 0)
    assert (list(drive.step().acts[0].picks), drive.step().acts[0].fault) == ([2], 0)


def test_a_second_connection_takes_the_place_of_the_first():
    drive = Drive(2)
    drive.tell(Returned(0, BOT), after=0.5)
    assert kinds(drive, 0)[2:] == ["match_started", "decision_request"]
    assert drive.request(0).time_left_ms == 1500


def test_without_a_limit_a_lost_connection_has_so_long_to_come_back():
    drive = Drive(2, clock=Clock(None, reconnect=20.0), policy=PLAYED_ON)
    drive.answer(1, 0)
    drive.tell(Away(0))
    assert drive.match.deadline == 120.0
    drive.tell(Returned(0, BOT), after=19.0)
    assert drive.match.deadline is None
    drive.tell(Away(0))
    drive.tell(Tick(), after=20.0)
    assert drive.step().acts[0].fault == Fault.FAULT_DISCONNECTED
    assert drive.step().timing[0].evidence == "did not come back within 20s"
    assert drive.tell(Returned(0, BOT)) == [], "gone for good"


def test_a_referee_that_slept_gives_that_time_back_to_the_lost_connection():
    drive = Drive(2, clock=Clock(None, reconnect=20.0))
    drive.tell(Away(0))
    assert drive.tell(Tick(), after=23.0) == []
    assert drive.match.deadline == 126.0


@pytest.mark.parametrize("event", [Away(0), Returned(0, BOT), Left(0)])
def test_who_left_for_good_stays_away(event):
    drive = Drive(2)
    drive.tell(Left(0))
    assert drive.tell(event) == []


def test_who_is_away_may_leave_for_good():
    drive = Drive(2, policy=PLAYED_ON)
    drive.answer(1, 0)
    drive.tell(Away(0))
    drive.tell(Left(0, Fault.FAULT_CRASHED, "signal 11"))
    assert drive.step().acts[0].fault == Fault.FAULT_CRASHED


def test_a_bot_that_is_lost_before_the_start_is_waited_for_again():
    drive = Drive(2, start=False)
    drive.tell(Joined(0, BOT))
    drive.tell(Away(0))
    drive.tell(Joined(1, BotInfo("bot 1")))
    assert not drive.entries
    drive.tell(Returned(0, BOT))
    assert drive.request(0).decision_id == 1


def test_who_has_not_joined_in_time_is_gone_and_the_others_play():
    drive = Drive(3, start=False, clock=Clock(2.0, connect=5.0))
    drive.tell(Joined(0, BOT))
    drive.tell(Joined(2, BotInfo("bot 2")), after=3.0)
    assert drive.tell(Tick(), after=1.9) == []
    drive.tell(Tick(), after=0.1)
    drive.answer(0, 0)
    drive.answer(2, 0)
    assert drive.step().acts[1].fault == Fault.FAULT_DISCONNECTED
    assert drive.step().timing[1].evidence == "did not join within 5s"


def test_the_outcome_reaches_who_came_back_and_not_who_is_away():
    drive = Drive(2, rounds=1, draws=DEALT)
    drive.tell(Away(1))
    drive.answer(0, 0)
    while drive.ended is None:
        if drive.match.open_decisions.of_seat(0) is not None:
            drive.answer(0, *drive.request(0).default_picks)
        else:
            drive.tell(Tick(), after=2.0)
    assert kinds(drive, 0)[-1] == "match_over"
    assert "match_over" not in kinds(drive, 1)
