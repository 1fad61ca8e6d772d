"""A bot's stream by itself: one write at a time, and an end to those who do not read."""

from __future__ import annotations

import asyncio
from typing import Any

import grpc.aio
import pytest

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.referee_service_pb2 import Answer, GoodbyeReason, PlayRequest, PlayResponse, RejectReason, Welcome
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.match.events import BotInfo
from lawspeaker_referee.server import connection as stream_module
from lawspeaker_referee.server.connection import BotConnection, BotHello
from lawspeaker_referee.server.lateness.running_time import running_time
from lawspeaker_referee.server.metrics import Metrics

HELLO = BotHello(BotInfo("bot"), "", frozenset(), 1)
KNOWN = BotHello(BotInfo("bot"), "ann", frozenset(), 1)
HUNG_UP = ("left", 3, "connection lost, and without a token nobody comes back")


class Context:
    """The referee's end of a stream, without a network."""

    def __init__(self) -> None:
        self.written: list[PlayResponse] = []
        self.incoming: asyncio.Queue[Any] = asyncio.Queue()
        self.may_write = asyncio.Event()
        self.may_write.set()
        self.writing = 0

    async def read(self) -> Any:
        return await self.incoming.get()

    async def write(self, message: bytes) -> None:
        self.writing += 1
        assert self.writing == 1, "two writes at once hang the peer"
        await asyncio.sleep(0)
        await self.may_write.wait()
        self.written.append(PlayResponse.FromString(message))
        self.writing -= 1


class FakeRunner:
    """Notes what it is told."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.told: list[tuple[object, ...]] = []
        self.match = type("M", (), {"match_id": "m"})()

    def written(self, seat, decision_id, now, round_trip, lag):
        self.told.append(("written", seat, decision_id, len(self.context.written)))
        self.round_trip = round_trip
        self.left_at = now - lag

    def answered(self, seat, answer, now, lag, after):
        self.told.append(("answered", seat, answer.decision_id))
        self.read_at = now

    def faulty(self, seat, fault, evidence):
        self.told.append(("faulty", seat, fault, evidence))

    def count(self, counted):
        counter, labels = counted
        counter.labels(*labels).inc()

    def left(self, seat, evidence):
        self.told.append(("left", seat, evidence))

    def away(self, seat, stream):
        self.told.append(("away", seat, stream))


def message(number: int) -> bytes:
    return PlayResponse(welcome=Welcome(protocol=number)).SerializeToString()


def opened(limits=None, hello=HELLO) -> tuple[Context, BotConnection, Any]:
    context = Context()
    stream = BotConnection(context, hello, "anybody", Metrics(), limits)
    runner: Any = FakeRunner(context)
    stream.enter(runner, 3)
    return context, stream, runner


def test_messages_leave_one_after_the_other_and_the_runner_learns_when():
    async def test():
        context, stream, runner = opened()
        for number in range(20):
            stream.send(message(number), runner, 3, number)
        stream.close(GoodbyeReason.GOODBYE_REASON_DONE, "that was all")
        await stream.run()
        assert [each.welcome.protocol for each in context.written[:-1]] == list(range(20))
        assert context.written[-1].goodbye.message == "that was all"
        assert runner.told[:-1] == [("written", 3, number, number + 1) for number in range(1, 20)]

    asyncio.run(test())


def test_nothing_is_sent_after_the_goodbye():
    async def test():
        context, stream, _ = opened()
        stream.close(GoodbyeReason.GOODBYE_REASON_DONE, "")
        stream.send(message(1))
        await stream.run()
        assert len(context.written) == 1

    asyncio.run(test())


def test_answers_go_to_the_runner_of_their_match():
    async def test():
        context, stream, runner = opened()
        for match_id, number in (("m", 1), ("other", 2), ("m", 3)):
            answer = Answer(match_id=match_id, decision_id=number)
            context.incoming.put_nowait(PlayRequest(answer=answer).SerializeToString())
        context.incoming.put_nowait(grpc.aio.EOF)
        await stream.run()
        assert runner.told == [("answered", 3, 1), ("answered", 3, 3), HUNG_UP]
        assert [each.answer_rejected.decision_id for each in context.written] == [2]

    asyncio.run(test())


def test_a_bot_that_hangs_up_leaves_its_seats():
    async def test():
        context, stream, runner = opened()
        context.incoming.put_nowait(grpc.aio.EOF)
        await stream.run()
        assert runner.told == [HUNG_UP]
        assert stream.gone

    asyncio.run(test())


def test_the_seats_of_a_bot_with_a_token_wait_for_it_when_its_connection_is_lost():
    async def test():
        context, stream, runner = opened(hello=KNOWN)
        context.incoming.put_nowait(grpc.aio.EOF)
        await stream.run()
        assert runner.told == [("away", 3, stream)]
        assert stream.seats == {}

    asyncio.run(test())


@pytest.mark.parametrize("hello", [HELLO, KNOWN])
def test_a_message_that_is_too_long_ends_the_stream_and_counts_and_a_known_bot_may_come_back(hello):
    async def test():
        context, stream, runner = opened(Limits(message_bytes=1000), hello)
        context.incoming.put_nowait(bytes(1001))
        await stream.run()
        words = "a message of 1001 bytes; 1000 are allowed"
        gone = ("left", 3, f"sent away: {words}") if hello is HELLO else ("away", 3, stream)
        assert runner.told == [("faulty", 3, Fault.FAULT_OVERSIZED, words), gone]

    asyncio.run(test())


@pytest.mark.parametrize("matches", [1, 2])
def test_what_cannot_be_understood_counts_in_the_bots_match_if_it_has_but_one(matches):
    async def test():
        context, stream, runner = opened(hello=KNOWN)
        other: Any = FakeRunner(context)
        other.match = type("M", (), {"match_id": "other"})()
        if matches == 2:
            stream.enter(other, 0)
        context.incoming.put_nowait(b"\xff")
        context.incoming.put_nowait(grpc.aio.EOF)
        await stream.run()
        faulty = ("faulty", 3, Fault.FAULT_MALFORMED, "no PlayRequest with an Answer in it")
        assert runner.told == [faulty, ("away", 3, stream)][matches - 1:]
        assert other.told == [("away", 0, stream)][:matches - 1]
        assert context.written[0].answer_rejected.reason == RejectReason.REJECT_REASON_MALFORMED

    asyncio.run(test())


def test_the_way_to_a_bot_and_back_is_taken_for_the_quickest_of_its_last_answers(monkeypatch):
    time = Time(monkeypatch)

    async def test():
        context, stream, runner = opened()
        monkeypatch.setattr(Context, "write", write_at_once)
        thinks = iter([0.5, 0.2, 0.7, *[0.9] * stream_module.TRIPS])
        trips = []

        async def read() -> Any:
            if (think := next(thinks, None)) is None:
                return grpc.aio.EOF
            stream.send(message(1), runner, 3, 1)
            while stream._queue:
                await asyncio.wait([asyncio.ensure_future(asyncio.Event().wait())], timeout=0)
            trips.append(runner.round_trip)
            time.now += think
            return PlayRequest(answer=Answer(match_id="m")).SerializeToString()

        context.read = read
        await stream.run()
        assert [round(trip, 6) for trip in trips[:4]] == [0.0, 0.5, 0.2, 0.2]
        assert round(stream.round_trip, 6) == 0.9

    asyncio.run(test())


def test_a_bot_that_does_not_read_is_cut_off_when_too_much_waits_for_it(monkeypatch):
    monkeypatch.setattr(stream_module, "TAKES", 0.0)

    async def test():
        context, stream, runner = opened(Limits(queued=10))
        context.may_write.clear()
        stream.send(message(0))
        running = asyncio.create_task(stream.run())
        await asyncio.sleep(0)
        for number in range(30):
            stream.send(message(number))
        await running
        assert stream.cut
        assert runner.told == [("left", 3, "sent away: 10 messages that it did not read")]
        assert stream.why == "unread"

    asyncio.run(test())


def test_what_waits_before_the_bot_could_read_anything_does_not_cut_it_off():
    async def test():
        context, stream, _ = opened(Limits(queued=10))
        for number in range(30):
            stream.send(message(number))
        stream.close(GoodbyeReason.GOODBYE_REASON_DONE, "that was all")
        await stream.run()
        assert (len(context.written), stream.why, stream.cut) == (31, "", False)

    asyncio.run(test())


def test_a_fault_of_ours_while_reading_is_not_swallowed():
    async def test():
        context, stream, runner = opened()

        def broken(*_):
            raise ZeroDivisionError

        runner.answered = broken
        context.incoming.put_nowait(PlayRequest(answer=Answer(match_id="m")).SerializeToString())
        with pytest.raises(ZeroDivisionError):
            await stream.run()
        assert runner.told == [HUNG_UP]

    asyncio.run(test())


def test_what_comes_after_the_goodbye_is_not_looked_at():
    async def test():
        context, stream, runner = opened()
        context.may_write.clear()
        running = asyncio.create_task(stream.run())
        await asyncio.sleep(0)
        stream.close(GoodbyeReason.GOODBYE_REASON_DONE, "the token was revoked", why="revoked")
        context.incoming.put_nowait(PlayRequest(answer=Answer(match_id="m", decision_id=1)).SerializeToString())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert context.incoming.empty()
        context.may_write.set()
        await running
        assert runner.told == [("left", 3, "sent away: the token was revoked")]
        assert (stream.why, context.written[-1].goodbye.message) == ("revoked", "the token was revoked")

    asyncio.run(test())


def test_a_bot_that_does_not_read_its_goodbye_is_cut_off(monkeypatch):
    monkeypatch.setattr(stream_module, "CLOSE_WITHIN", 0.0)

    async def test():
        context, stream, runner = opened()
        context.may_write.clear()
        running = asyncio.create_task(stream.run())
        await asyncio.sleep(0)
        stream.close(GoodbyeReason.GOODBYE_REASON_DONE, "")
        await running
        assert stream.cut
        assert runner.told == [HUNG_UP]

    asyncio.run(test())


class Time:
    """The stream's clock and its sleep, both invented."""

    def __init__(self, monkeypatch) -> None:
        self.now = 1000.0
        self.slept: list[float] = []
        monkeypatch.setattr(stream_module, "running_time", lambda: self.now)
        monkeypatch.setattr(asyncio, "sleep", self.sleep)

    async def sleep(self, seconds):
        self.slept.append(seconds)
        self.now += seconds


def test_a_flooding_bot_is_read_slower_and_then_sent_away(monkeypatch):
    time = Time(monkeypatch)

    async def test():
        context, stream, runner = opened(Limits(message_rate=10.0, message_burst=5, flood_patience=2.0))
        for _ in range(100):
            context.incoming.put_nowait(PlayRequest(answer=Answer(match_id="m")).SerializeToString())
        monkeypatch.setattr(Context, "write", write_at_once)
        await stream.run()
        goodbye = context.written[-1].goodbye
        assert goodbye.reason == GoodbyeReason.GOODBYE_REASON_FLOODING
        assert goodbye.message == "more than 10 messages a second that answer nothing, for 2 seconds"
        assert stream.why == "flooding"
        looked_at = sum(what == "answered" for what, *_ in runner.told)
        assert 5 + 10 * 2 <= looked_at <= 5 + 10 * 2 + 2, "the burst, and the rate for as long as it was borne"
        assert max(time.slept) <= 0.1 + 1e-9

    asyncio.run(test())


async def write_at_once(self, message: bytes) -> None:
    self.written.append(PlayResponse.FromString(message))


@pytest.mark.parametrize(("unasked", "pauses"), [(0, 0), (1, 0), (2, 1)])
def test_a_quick_bot_that_answers_what_it_is_asked_is_never_slowed(monkeypatch, unasked, pauses):
    time = Time(monkeypatch)

    async def test():
        context, stream, runner = opened(Limits(message_rate=0.1, message_burst=1))
        monkeypatch.setattr(Context, "write", write_at_once)
        answer = PlayRequest(answer=Answer(match_id="m")).SerializeToString()

        async def read() -> Any:
            if len(runner.told) < 500:
                stream.send(message(1), runner, 3, 1)
                return answer
            return answer if len(runner.told) < 500 + unasked else grpc.aio.EOF

        context.read = read
        monkeypatch.setattr(FakeRunner, "written", lambda *_: None)
        await stream.run()
        assert len(runner.told) == 500 + unasked + 1
        assert len(time.slept) == pauses

    asyncio.run(test())


# --- how far it has been read, and reads ---


def request_to(stream, runner, decision_id):
    stream.send(message(decision_id), runner, 3, decision_id)


def test_a_bot_that_does_not_take_its_request_is_known_by_it_and_one_that_does_is_not():
    async def test():
        context, stream, runner = opened()
        context.may_write.clear()
        running = asyncio.create_task(stream.run())
        assert stream.unread_since(1e12) is None
        request_to(stream, runner, 1)
        await asyncio.sleep(0.01)
        since = stream.unread_since(1e12)
        assert since is not None
        assert stream.unread_since(since) is None, "a probe of the same moment says nothing"
        context.may_write.set()
        await asyncio.sleep(0.01)
        assert stream.unread_since(1e12) is None
        assert runner.told == [("written", 3, 1, 1)]
        context.incoming.put_nowait(grpc.aio.EOF)
        await running

    asyncio.run(test())


def test_an_answer_shows_that_its_request_was_written_even_if_that_is_heard_later():
    async def test():
        context, stream, runner = opened()
        context.may_write.clear()
        running = asyncio.create_task(stream.run())
        request_to(stream, runner, 5)
        await asyncio.sleep(0.01)
        context.incoming.put_nowait(PlayRequest(answer=Answer(match_id="m", decision_id=5)).SerializeToString())
        await asyncio.sleep(0.01)
        assert runner.told == [("written", 3, 5, 0), ("answered", 3, 5)]
        assert runner.left_at <= runner.read_at, "or its time would be below zero"
        context.may_write.set()
        context.incoming.put_nowait(grpc.aio.EOF)
        await running
        assert runner.told[2:] == [HUNG_UP], "it is told once"

    asyncio.run(test())


def test_messages_that_follow_each_other_on_a_stream_are_not_taken_for_all_that_there_are():
    async def test():
        context, stream, runner = opened()
        stream.seats["other"] = (runner, 0)
        running = asyncio.create_task(stream.run())
        await asyncio.sleep(0.01)
        asked, heard = running_time(), stream.heard
        assert stream.said_by(asked, heard), "it has been waiting since before"
        for number, said in ((1, False), (2, True)):
            context.incoming.put_nowait(PlayRequest(answer=Answer(match_id="m", decision_id=1)).SerializeToString())
            await asyncio.sleep(0.01)
            assert stream.heard == heard + number
            assert stream.said_by(asked, heard) is said, "an answer to each of its two matches"
        context.incoming.put_nowait(grpc.aio.EOF)
        await running

    asyncio.run(test())
