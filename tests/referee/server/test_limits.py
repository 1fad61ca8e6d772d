"""Limits: what a bucket allows, and on a real wire that nobody suffers from a bot that keeps to none."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from time import monotonic

import grpc
import grpc.aio
import pytest

from lawspeaker.v1.referee_service_pb2 import Answer, GoodbyeReason, PlayRequest
from lawspeaker_bot import Bot, ConnectionLost, aio
from lawspeaker_referee.config import limits as limits_module
from lawspeaker_referee.config.limits import PING_ALLOWED_EVERY, Bucket, Limits
from lawspeaker_referee.server.lateness.probe import frame
from tests.referee.server.live_server import HandBot, bots, queue_server


def taken(bucket, times):
    return [round(bucket.take(time), 6) for time in times]


def test_a_burst_is_free_and_then_each_message_waits_for_the_rate():
    bucket = Bucket(10.0, 3, 0.0)
    assert taken(bucket, [0, 0, 0, 0, 0]) == [0, 0, 0, 0.1, 0.2]


def test_a_bucket_fills_with_time_and_no_higher_than_the_burst():
    bucket = Bucket(10.0, 3, 0.0)
    taken(bucket, [0, 0, 0])
    assert taken(bucket, [0.1, 0.1]) == [0, 0.1]
    assert taken(bucket, [60, 60, 60, 60]) == [0, 0, 0, 0.1]


def test_an_answer_to_a_request_takes_nothing_and_only_open_requests_pay():
    bucket = Bucket(1.0, 1, 0.0)
    for _ in range(100):
        bucket.asked(2)
        assert bucket.take(0.0) == 0
    for _ in range(100):
        bucket.asked(2)
    assert taken(bucket, [0, 0, 0, 0]) == [0, 0, 0, 1]


def test_slowness_counts_from_the_first_wait_until_the_bucket_is_full_again():
    bucket = Bucket(10.0, 2, 0.0)
    taken(bucket, [0, 0])
    assert bucket.slow_for(5.0) == 0
    taken(bucket, [0, 0.15])
    assert bucket.slow_for(1.0) == 1.0
    taken(bucket, [0.3])
    assert bucket.slow_for(1.0) == 1.0, "it was not quiet in between"
    taken(bucket, [10.0])
    assert bucket.slow_for(10.0) == 0


def test_the_pings_of_our_bots_are_allowed_by_our_referee():
    assert aio.KEEPALIVE >= PING_ALLOWED_EVERY
    options = dict(Limits(keepalive=3.0).channel_options())
    assert options["grpc.http2.min_ping_interval_without_data_ms"] == PING_ALLOWED_EVERY * 1000
    assert (options["grpc.keepalive_time_ms"], options["grpc.keepalive_timeout_ms"]) == (3000, 1500)


def test_a_bot_plays_no_more_matches_at_once_than_it_asked_for_or_may():
    async def test():
        async with queue_server(limits=Limits(matches_a_stream=3)) as place, bots(place.address, 2) as (one, two):
            await one.hello(max_matches=100)
            await two.hello(max_matches=2)
            assert sorted(stream.hello.max_matches for stream in place.server.play.streams) == [2, 3]
            for _ in range(2):
                await two.next("decision_request")
            assert place.number("lawspeaker_matches_running") == 2

    asyncio.run(test())


# --- end to end: real streams and real time ---


NONSENSE = PlayRequest(answer=Answer(match_id="x" * 16_000)).SerializeToString()


def test_end_to_end_a_flooding_bot_is_held_back_by_its_own_buffers_and_then_told_to_go():
    async def flood(bot, written):
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            while True:
                await bot.call.write(NONSENSE)
                written.append(monotonic())

    async def test():
        limits = Limits(message_rate=20.0, message_burst=5, flood_patience=1.0)
        async with queue_server(players=3, limits=limits) as place, bots(place.address, 2, version="1") as (bad, good):
            written: list[float] = []
            began = monotonic()
            flooding = asyncio.create_task(flood(bad, written))
            goodbye = await bad.next("goodbye")
            assert goodbye.reason == GoodbyeReason.GOODBYE_REASON_FLOODING
            assert goodbye.message == "more than 20 messages a second that answer nothing, for 1 seconds"
            # grpc.aio's client makes INTERNAL of an OK that comes while it writes
            assert await bad.end() in {grpc.StatusCode.OK, grpc.StatusCode.INTERNAL}
            read = place.number("lawspeaker_answers_refused_total", bot="anybody", reason="unknown_match")
            assert read <= 5 + 1 + 20 * (monotonic() - began), "it was read slowly; the one more waits for its turn"
            await flooding
            assert len(written) < 600, "so it could not even write: 600 such messages are 10 MB"
            assert place.number("lawspeaker_streams_closed_total", bot="anybody", reason="flooding") == 1
            assert place.number("lawspeaker_messages_throttled_total", bot="anybody") >= 15
            await good.send(b"")
            assert await good.next("answer_rejected")

    asyncio.run(test())


async def matches(one, two, count):
    """Let two bots play so many matches."""
    for _ in range(count):
        await asyncio.gather(one.play(), two.play())


@asynccontextmanager
async def hostile(place, kinds):
    """Processes that mean harm, all of them at the table."""
    script = Path(__file__).with_name("hostile_bot.py")
    before = len(place.server.play.streams)
    processes = [await asyncio.create_subprocess_exec(sys.executable, str(script), place.address, kind)
                 for kind in kinds]
    try:
        while place.number("lawspeaker_streams") < before + len(kinds):  # noqa: ASYNC110 - the metric tells no one
            await asyncio.sleep(0.02)
        yield
    finally:
        for process in processes:
            process.kill()
            await process.wait()


@pytest.mark.slow
def test_end_to_end_flooding_mute_and_silent_bots_delay_nobody_elses_decisions():
    """However long the machine takes, others play on while of a flood no more is read than its rate allows."""
    async def test():
        limits = Limits(flood_patience=3600.0)
        async with queue_server(limits=limits) as place, bots(place.address, 2, version="1") as (one, two):
            async with hostile(place, ["flood", "mute", "flood", "silent"]):
                floods = [stream for stream in place.server.play.streams if stream.hello.info.name == "flood"]
                while any(stream.heard <= limits.message_burst for stream in floods):
                    await matches(one, two, 20)
                began, heard = monotonic(), sum(stream.heard for stream in floods)
                for _ in range(5):
                    await matches(one, two, 20)
                seconds, more = monotonic() - began, sum(stream.heard for stream in floods) - heard
            assert len(floods) == 2
            assert place.number("lawspeaker_messages_throttled_total", bot="anybody") > 10
            # On a busy machine a second's worth may have been due before, and be read only now.
            assert more <= 2 * limits.message_rate * (seconds + 1), f"{more} in {seconds:.1f} s"
            assert {line["bot"] for line in place.lines("bot joined")} == {"bot 0", "bot 1", "flood", "mute", "silent"}

    asyncio.run(test())


PING_ANSWER = frame(0x6, 0x1, 0, bytes(8))[:9]
"""The first bytes of the answer to a ping of HTTP/2."""


class Network:
    """A connection through it can go dead: nothing arrives any more, and nobody is told."""

    def __init__(self, port: int) -> None:
        self.port, self.dead = port, False
        self.address = ""
        self.answered_by_bot = self.answered_by_referee = 0
        """Pings that were answered."""
        self._writers: list[asyncio.StreamWriter] = []

    @asynccontextmanager
    async def open(self):
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        try:
            yield self
        finally:
            server.close()
            for writer in self._writers:
                writer.close()

    async def _connected(self, reader, writer):
        there, back = await asyncio.open_connection("127.0.0.1", self.port)
        self._writers += [writer, back]
        await asyncio.gather(self._forward(reader, back, from_bot=True), self._forward(there, writer))

    async def _forward(self, reader, writer, *, from_bot=False):
        with suppress(ConnectionError):
            while data := await reader.read(1 << 16):
                if from_bot:
                    self.answered_by_bot += data.count(PING_ANSWER)
                else:
                    self.answered_by_referee += data.count(PING_ANSWER)
                if not self.dead:
                    writer.write(data)
                    await writer.drain()


KEEPALIVE = 4.0
"""Seconds between two pings of an idle connection; half of them is what a busy machine may take to answer one."""


@pytest.mark.slow
def test_end_to_end_a_dead_connection_is_noticed_by_the_referee_within_its_time():
    async def test():
        async with queue_server(limits=Limits(keepalive=KEEPALIVE)) as place, \
                Network(place.server.port).open() as network, bots(network.address, 1, version="1"):
            while place.server.play.streams and network.answered_by_bot < 2:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.02)
            assert place.server.play.streams, "a connection that lives is not given up, however silent"
            network.dead = True
            await place.server.play.empty.wait()  # the usual keepalive would outlast the test

    asyncio.run(test())


@pytest.mark.slow
def test_end_to_end_a_dead_connection_is_noticed_by_the_bot_within_its_time(monkeypatch):
    monkeypatch.setattr(limits_module, "PING_ALLOWED_EVERY", 0.1)
    monkeypatch.setattr(aio, "KEEPALIVE_ANSWER", KEEPALIVE / 2)

    async def test():
        async with queue_server() as place, Network(place.server.port).open() as network:
            running = asyncio.create_task(aio.run(Bot(), network.address, "", keepalive=KEEPALIVE, reconnect_within=0))
            while not running.done() and network.answered_by_referee < 2:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.02)
            assert not running.done(), "a connection that lives is not given up, however silent"
            network.dead = True
            with pytest.raises(ConnectionLost, match="the connection to the referee broke"):
                await running  # the usual keepalive would outlast the test

    asyncio.run(test())


@pytest.mark.slow
def test_end_to_end_a_bot_that_pings_more_than_is_allowed_is_cut_off(monkeypatch):
    monkeypatch.setattr(limits_module, "PING_ALLOWED_EVERY", 3600.0)

    async def test():
        async with queue_server() as place:
            with pytest.raises(ConnectionLost, match=r"Too many pings|too_many_pings"):
                await aio.run(Bot(), place.address, "", keepalive=0.1, reconnect_within=0)

    asyncio.run(test())


BUSY = """
import ctypes
from lawspeaker_bot import Bot, run
class Busy(Bot):
    quick = True
    def decide(self, decision):
        print("busy", flush=True)
        ctypes.PyDLL(None).read(0, ctypes.create_string_buffer(1), 1)  # keeps the interpreter's lock all the while
        return decision.default
run(Busy())
"""


@pytest.mark.slow
def test_end_to_end_a_bot_that_computes_without_letting_go_is_not_taken_for_dead():
    async def test():
        limits = Limits(keepalive=KEEPALIVE)
        async with queue_server(limits=limits) as place, bots(place.address, 1, version="1") as (one,), \
                Network(place.server.port).open() as network:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", BUSY, stdin=PIPE, stdout=PIPE,
                env={"LAWSPEAKER_ADDRESS": network.address, "PYTHONPATH": ":".join(sys.path)})
            assert process.stdin is not None and process.stdout is not None
            try:
                request = await one.next("decision_request")
                await one.answer(request, *request.default_picks)
                await process.stdout.readline()
                before = network.answered_by_bot
                while network.answered_by_bot < before + 2 and not place.lines("bot left"):  # noqa: ASYNC110 - likewise
                    await asyncio.sleep(0.02)
                process.stdin.write(bytes(100))
                assert (await one.next("decision_request")).decision_id > request.decision_id
                assert not place.lines("bot left")
            finally:
                process.kill()
                await process.wait()

    asyncio.run(test())


def test_connections_that_say_nothing_are_not_taken_without_end(monkeypatch):
    monkeypatch.setattr(limits_module, "SPARE_CONNECTIONS", 0)
    monkeypatch.setattr(limits_module, "MORE_CONNECTIONS", 0)

    async def test():
        async with queue_server(limits=Limits(streams=2, strangers=2)) as place:
            found = [await asyncio.open_connection("127.0.0.1", place.server.port) for _ in range(5)]
            reads = [asyncio.ensure_future(reader.read()) for reader, _ in found]
            while not any(read.done() and not read.result() for read in reads):
                await asyncio.wait([read for read in reads if not read.done()], return_when=asyncio.FIRST_COMPLETED)
            for read in reads:
                read.cancel()
            for _, writer in found:
                writer.close()

    asyncio.run(test())


def test_a_bot_by_hand_is_welcomed_over_a_network_that_works():
    async def test():
        async with queue_server() as place, Network(place.server.port).open() as network, \
                grpc.aio.insecure_channel(network.address) as channel:
            assert (await HandBot(channel).hello()).HasField("welcome")

    asyncio.run(test())
