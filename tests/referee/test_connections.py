"""Connections of strangers: floods of frames and idle crowds do not keep honest bots from playing or coming in."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from struct import pack
from time import monotonic

import grpc.aio
import pytest

from lawspeaker.v1.referee_service_pb2 import Answer, Hello, PlayRequest
from lawspeaker_referee.bench.figures import need_files
from lawspeaker_referee.bench.flood import CALL, KINDS, OPENING, flooding
from lawspeaker_referee.network import connections as connections_module
from lawspeaker_referee.network.limits import Limits
from lawspeaker_referee.room.probes import frame
from tests.referee.test_server import referee
from tests.referee.wired import HandBot, bots, hall

STRANGER = "127.0.0.2"
"""Another address of this machine than that of the honest bots."""
DATA, HEADERS, END_HEADERS = 0x0, 0x1, 0x4
FLOOD = 8.0
"""Seconds that a flood lasts, unless its test is over before."""


def message_of(request: PlayRequest) -> bytes:
    """As gRPC frames it."""
    data = request.SerializeToString()
    return b"\0" + pack(">I", len(data)) + data


@asynccontextmanager
async def playing(players):
    """Within this they answer everything at once; what is given counts their decisions."""
    taken = count()

    async def play(bot):
        while True:
            request = await bot.next("decision_request")
            await bot.answer(request, *request.default_picks)
            next(taken)

    tasks = [asyncio.create_task(play(bot)) for bot in players]
    yield taken
    assert not any(task.done() for task in tasks), "nobody was cut off who plays"
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def decisions(taken) -> int:
    """How many come in a second."""
    before = next(taken)
    await asyncio.sleep(1.0)
    return next(taken) - before


@pytest.mark.parametrize("kind", KINDS)
def test_end_to_end_a_flood_of_frames_is_cut_off_and_told_and_honest_bots_play_on(kind):
    async def test():
        async with hall() as place, bots(place.address, 2, version="1") as players, \
                playing(players) as taken:
            before = await decisions(taken)
            async with flooding(place.address, kind, FLOOD, source=STRANGER) as flood:
                while not place.number("lawspeaker_addresses_barred"):  # noqa: ASYNC110 - the metric tells no one
                    await asyncio.sleep(0.02)
                during = await decisions(taken)
                assert place.number("lawspeaker_connections_cut_total", reason="flood") >= 3
                flood.terminate()
                await flood.wait()
            assert during > before / 4, "a referee without a watch takes a twentieth"
            told = place.lines("connections cut off")
            assert told and told[0]["why"] == "flood" and set(told[0]["most"]) == {STRANGER}
            assert len(told) <= FLOOD, "one line a second at most"

    asyncio.run(test())


def test_end_to_end_a_bot_whose_connection_floods_is_sent_away_and_only_that_one(monkeypatch):
    monkeypatch.setattr(connections_module, "BOT_BURST", 64 << 10)

    async def test():
        async with hall() as place, bots(place.address, 1, version="1"):
            with closing(socket.create_connection(("127.0.0.1", place.server.port))) as line:
                line.setblocking(False)
                line.send(OPENING + frame(HEADERS, END_HEADERS, 1, CALL) + frame(DATA, 0, 1, message_of(
                    PlayRequest(hello=Hello(protocol=1, bot="loud")))))
                while place.number("lawspeaker_streams") < 2:  # noqa: ASYNC110 - the metric tells no one
                    await asyncio.sleep(0.02)
                loop, frames = asyncio.get_running_loop(), KINDS["priority"](0)
                with suppress(ConnectionError):
                    while True:
                        await loop.sock_sendall(line, frames)
            while place.number("lawspeaker_streams") > 1:  # noqa: ASYNC110 - likewise
                await asyncio.sleep(0.02)
            left, = place.lines("bot left")
            assert (left["bot"], left["why"]) == ("loud", "flooding")

    asyncio.run(test())


@contextmanager
def idle_connections(port: int, number: int, source: str, opening: bytes):
    """So many that say this and nothing more; those that are closed are opened again until the end."""
    with ExitStack() as stack:
        for _ in range(number):
            line = stack.enter_context(socket.create_connection(("127.0.0.1", port), source_address=(source, 0)))
            with suppress(ConnectionError):  # somebody has cut it off already
                line.sendall(opening)
        yield


@pytest.mark.parametrize("opening", [b"", OPENING, OPENING + frame(HEADERS, END_HEADERS, 1, CALL)],
                         ids=["silent", "http2", "without-hello"])
@pytest.mark.parametrize("source", [STRANGER, "127.0.0.1"])
def test_end_to_end_1400_idle_connections_keep_no_bot_from_coming_in(opening, source):
    need_files(4000)
    most = Limits().strangers_an_address

    async def test():
        async with hall() as place, bots(place.address, 1, version="1"):
            await asyncio.to_thread(stack.enter_context, idle_connections(place.server.port, 1400, source, opening))
            began = monotonic()
            async with bots(place.address, 1, version="1") as (bot,):
                assert await bot.next("decision_request")
            assert monotonic() - began < 5.0
            while (place.number("lawspeaker_connections_cut_total", reason="crowd") < 1200  # noqa: ASYNC110 - likewise
                   or place.number("lawspeaker_connections") > most + 2):
                await asyncio.sleep(0.05)
            assert place.number("lawspeaker_streams") == 1, "the one that came first"

    with ExitStack() as stack:
        asyncio.run(test())


def resident(process_id: int) -> float:
    """Megabytes of memory that a process holds."""
    pages = int(Path(f"/proc/{process_id}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def test_end_to_end_streams_that_are_read_slower_than_they_talk_do_not_fill_the_memory(tmp_path):
    streams, each = 12, PlayRequest(answer=Answer(match_id="x" * 60_000)).SerializeToString()

    async def talk(place, most):
        """Send without end until the referee takes no more; the memory that it holds meanwhile."""
        async with AsyncExitStack() as stack:
            talkers = []
            for number in range(streams):
                channel = await stack.enter_async_context(grpc.aio.insecure_channel(
                    place.address, options=[("grpc.use_local_subchannel_pool", 1)]))
                bot = HandBot(channel)
                await bot.hello(bot=f"talker {number}")
                talkers.append(asyncio.create_task(write(bot)))
            until = monotonic() + 6.0
            while monotonic() < until and most[-1] < 400:
                await asyncio.sleep(0.1)
                most.append(resident(place.process.pid))
            for task in talkers:
                task.cancel()
            await asyncio.gather(*talkers, return_exceptions=True)

    async def write(bot):
        while True:
            await bot.call.write(each)

    limits = Limits(message_rate=200.0, message_burst=400, flood_patience=3600.0)
    with referee(tmp_path, limits=limits) as place:
        most = [resident(place.process.pid)]
        asyncio.run(talk(place, most))
        assert max(most) - most[0] < 3.0 * streams, "it is half a megabyte a stream; a window that grows holds many"
