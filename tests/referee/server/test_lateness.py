"""Tests of who is late, the bot or the referee: with invented times, and with a referee that is really busy."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Iterator

import grpc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.referee_service_pb2 import Answer, Hello, PlayRequest
from lawspeaker.v1.referee_service_pb2_grpc import RefereeServiceStub
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.match.decisions import UNWRITTEN
from lawspeaker_referee.match.events import Answered, Away, BotInfo, Returned, Tick, Unread, Written
from lawspeaker_referee.record.file import read_record
from tests.referee.match.match_driver import Drive
from tests.referee.server.live_server import queue_server

# --- with invented times ---


def test_time_is_not_up_before_all_has_been_read_that_came_in_time():
    drive = Drive(2, move_time=2.0)
    drive.answer(1, 0)
    assert drive.tell(Tick(heard=101.9), after=60.0) == []
    drive.tell(Tick(heard=102.0))
    assert drive.step().acts[0].fault == Fault.FAULT_TIMEOUT


def test_an_answer_that_is_read_before_that_is_in_time_and_charged_no_more_than_there_was():
    drive = Drive(2, clock=Clock(2.0, bank=1.0))
    drive.answer(1, 0)
    drive.tell(Tick(heard=102.5), after=9.0)
    drive.answer(0, 2)
    timing = drive.step().timing[0]
    assert (drive.step().acts[0].fault, list(drive.step().acts[0].picks)) == (0, [2])
    assert (timing.think_us, timing.charged_us, timing.lag_us, timing.bank_left_us) == pytest.approx(
        (9_000_000, 3_000_000, 6_000_000, 0), abs=2)


def test_an_answer_that_came_after_its_time_is_late_though_nobody_noticed():
    drive = Drive(2, move_time=2.0)
    drive.answer(1, 0)
    drive.tell(Answered(0, 1, (2,), after=102.0), after=2.1)
    assert drive.rejections(0) == ["stale"]
    assert "the time for this decision was up" in str(drive.sent[0][-1])
    act, timing = drive.step().acts[0], drive.step().timing[0]
    assert (act.fault, list(act.picks), timing.evidence) == (Fault.FAULT_TIMEOUT, [0], "no answer within 2s")


def test_a_late_bot_is_charged_its_time_and_not_how_long_it_took_to_notice():
    drive = Drive(2, clock=Clock(2.0, bank=1.0))
    drive.answer(1, 0)
    drive.tell(Tick(heard=103.0), after=3.4)
    timing = drive.step().timing[0]
    assert (timing.charged_us, timing.lag_us, timing.bank_left_us) == pytest.approx((3_000_000, 400_000, 0), abs=2)


def test_a_request_that_could_not_leave_has_no_time_that_could_be_up():
    drive = Drive(2, move_time=2.0, written=False)
    assert drive.tell(Tick(), after=2.0) == []
    drive.tell(Written(0, 1), after=1.0)
    drive.tell(Written(1, 2))
    assert drive.match.deadline == drive.now + 2.0
    drive.answer(0, 0, after=1.9)
    drive.answer(1, 0)
    assert [act.fault for act in drive.step().acts] == [0, 0]
    assert drive.step().timing[0].charged_us == pytest.approx(1_900_000, abs=2)


def test_the_clock_starts_when_a_request_left_and_not_when_that_was_noticed():
    drive = Drive(2, move_time=2.0, written=False)
    drive.tell(Written(0, 1, lag=0.3), after=0.5)
    assert drive.match.deadline == pytest.approx(102.0), "the other seat's, which is not written yet"
    drive.answer(0, 0, after=0.1)
    drive.tell(Written(1, 2, lag=5.0))
    drive.answer(1, 0)
    left, right = drive.step().timing
    assert left.think_us == pytest.approx(400_000, abs=2)
    assert right.think_us == pytest.approx(600_000, abs=2), "never before it was asked"


def test_who_does_not_read_is_timed_out_as_if_he_did():
    drive = Drive(2, move_time=2.0, written=False)
    drive.tell(Written(1, 2))
    drive.answer(1, 0)
    drive.tell(Unread(0, lag=1.9), after=2.0)
    assert drive.match.deadline == pytest.approx(102.1)
    drive.tell(Tick(), after=0.2)
    assert drive.step().acts[0].fault == Fault.FAULT_TIMEOUT
    assert drive.step().timing[0].evidence == "no answer within 2s; the bot did not read the request"


def test_not_reading_for_a_while_gains_no_time():
    drive = Drive(2, move_time=2.0, written=False)
    drive.tell(Written(1, 2))
    drive.answer(1, 0)
    drive.tell(Unread(0, lag=1.0), after=1.0)
    drive.tell(Written(0, 1), after=0.9)
    assert drive.match.deadline == pytest.approx(102.0)
    drive.tell(Tick(), after=0.1)
    assert drive.step().timing[0].evidence == "no answer within 2s"


def test_a_request_of_which_nobody_knows_why_it_has_not_left_is_given_up_in_the_end():
    drive = Drive(2, clock=Clock(2.0, bank=1.0), written=False)
    drive.tell(Written(1, 2))
    drive.answer(1, 0)
    times = 0
    while not drive.steps() or drive.steps()[-1].acts[0].prompt != "round.bid":
        assert drive.match.deadline is not None
        drive.tell(Tick(), after=drive.match.deadline - drive.now)
        times += 1
    assert drive.now == pytest.approx(103.0 + UNWRITTEN)
    assert times < 5, "nobody looks all the time"
    assert drive.step().timing[0].evidence == (
        "no answer within 2s and a bank of 1s; the bot did not read the request")


def test_who_is_away_gets_back_what_a_late_referee_took():
    drive = Drive(2, move_time=2.0)
    drive.answer(1, 0)
    drive.tell(Away(0), after=1.0)
    assert drive.tell(Tick(), after=1.5) == []
    assert drive.match.deadline == pytest.approx(103.0)
    drive.tell(Returned(0, BotInfo("bot 0")), after=0.2)
    drive.answer(0, 1)
    assert drive.step().acts[0].fault == 0


seconds = st.integers(0, 5_000).map(lambda each: each / 1000)


@given(limit=st.integers(1, 3_000), bank=st.integers(0, 3_000), writing=seconds, noticing=seconds, thinking=seconds,
       lying=seconds)
def test_no_bank_pays_more_than_was_used_and_nobody_late_is_taken(limit, bank, writing, noticing, thinking, lying):
    """A request is asked, leaves, is noticed to have left; the answer comes, lies, and probes tell that much."""
    drive = Drive(2, clock=Clock(limit / 1000, bank=bank / 1000), written=False)
    drive.tell(Written(1, 2))
    drive.answer(1, 0)
    left = 100.0 + writing
    came = left + thinking
    read = max(came + lying, left + noticing)
    drive.tell(Written(0, 1, lag=noticing), after=left + noticing - drive.now)
    drive.tell(Answered(0, 1, (1,), lag=read - came, after=came - 0.0005), after=read - drive.now)
    timing, act = drive.step().timing[0], drive.step().acts[0]
    allowed = round((limit + bank) * 1000)
    used = round(thinking * 1e6)
    read_late = read - left > allowed / 1e6 + 1e-9
    if used < allowed:
        assert act.fault == 0
        assert timing.charged_us == pytest.approx(max(used, limit * 1000) if read_late else used, abs=2)
    if used > allowed + 1000:
        assert act.fault == Fault.FAULT_TIMEOUT
    assert timing.charged_us <= max(min(used, allowed), limit * 1000 if read_late else 0) + 2
    assert timing.bank_left_us >= bank * 1000 - max(0, used - limit * 1000) - 2


# --- with a referee that is really busy ---


class Thread(threading.Thread):
    """A bot in a thread, so that it goes on while the referee's loop stands still."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self.address, self.error = address, ""
        self.outbox: queue.Queue[PlayRequest | None] = queue.Queue()

    def say(self) -> Iterator[PlayRequest]:
        yield PlayRequest(hello=Hello(protocol=1, bot="thread"))
        while (request := self.outbox.get()) is not None:
            yield request

    def run(self) -> None:
        try:
            with grpc.insecure_channel(self.address) as channel:
                for message in RefereeServiceStub(channel).Play(self.say()):
                    if message.HasField("decision_request"):
                        asked = message.decision_request
                        self.outbox.put(PlayRequest(answer=Answer(
                            match_id=asked.match_id, decision_id=asked.decision_id, picks=asked.default_picks)))
                    if message.HasField("match_over"):
                        return
        except grpc.RpcError as error:
            self.error = str(error.code())
        finally:
            self.outbox.put(None)


@pytest.mark.slow
def test_bots_in_time_are_not_timed_out_however_long_the_loop_stands_still(tmp_path):
    async def test():
        async with queue_server(tmp_path, clock=Clock(0.1), matches=1, options={"rounds": 1},
                        limits=Limits(hello_within=0.05)) as place:
            bots = [Thread(place.address) for _ in range(2)]
            for bot in bots:
                bot.start()
            while any(bot.is_alive() for bot in bots):
                time.sleep(0.15)  # noqa: ASYNC251 - that is what this is about
                await asyncio.sleep(0)
            assert [bot.error for bot in bots] == ["", ""]
        record = read_record(next(tmp_path.glob("*.lsr")))
        assert {act.fault for step in record.steps for act in step.acts} == {0}
        assert max(timing.think_us for step in record.steps for timing in step.timing) > 100_000
        assert max(timing.charged_us for step in record.steps for timing in step.timing) <= 100_000

    asyncio.run(test())
