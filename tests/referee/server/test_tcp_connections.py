"""Connections of strangers: floods of frames and idle crowds do not keep honest bots from playing or coming in."""

from __future__ import annotations

import asyncio
import errno
import io
import os
import select
import socket
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from struct import pack
from time import monotonic

import grpc.aio
import pytest

from lawspeaker.v1.referee_service_pb2 import Answer, Hello, PlayRequest
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.config.proxies import Proxies, source_of
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.open_files import need_files
from lawspeaker_referee.server import tcp_connections as connections_module
from lawspeaker_referee.server.lateness.probe import frame
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.packet_filter import refuse_connections
from lawspeaker_referee.server.tcp_connections import TcpConnections
from measure.flood import CALL, KINDS, OPENING, flooding
from tests.referee.cli.test_serve_process import referee
from tests.referee.server.live_server import HandBot, bots, queue_server

STRANGER = "127.0.0.2"
"""Another address of this machine than that of the honest bots."""
DATA, HEADERS, END_HEADERS = 0x0, 0x1, 0x4
FLOOD = 600.0
"""Seconds that a flood lasts, unless its test is over before."""
RESET_WITHIN = 60_000
"""Milliseconds in which a connection that was cut off is reset; it takes one where nothing else runs."""
DECISIONS = 50
"""So many of them are timed with a flood and without."""
SLOWER = 50.0
"""Times as long as without it take decisions at most during a flood; those of bots that it keeps from playing stop."""


def message_of(request: PlayRequest) -> bytes:
    """As gRPC frames it."""
    data = request.SerializeToString()
    return b"\0" + pack(">I", len(data)) + data


@asynccontextmanager
async def playing(players):
    """Within this they answer everything at once; what is given has the time of each decision."""
    taken: list[float] = []

    async def play(bot):
        while True:
            request = await bot.next("decision_request")
            await bot.answer(request, *request.default_picks)
            taken.append(monotonic())

    tasks = [asyncio.create_task(play(bot)) for bot in players]
    yield taken
    assert not any(task.done() for task in tasks), "nobody was cut off who plays"
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def seconds_of_decisions(taken) -> float:
    """Return how long the next DECISIONS take."""
    began, before = monotonic(), len(taken)
    while len(taken) < before + DECISIONS:  # noqa: ASYNC110 - nobody tells
        await asyncio.sleep(0.001)
    return taken[before + DECISIONS - 1] - began


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_end_to_end_a_flood_of_frames_is_cut_off_and_told_and_honest_bots_play_on(kind):
    async def test():
        async with queue_server() as place, bots(place.address, 2, version="1") as players, \
                playing(players) as taken:
            alone, began = await seconds_of_decisions(taken), monotonic()
            async with flooding(place.address, kind, FLOOD, source=STRANGER) as flood:
                while not place.number("lawspeaker_addresses_barred"):  # noqa: ASYNC110 - the metric tells no one
                    await asyncio.sleep(0.02)
                assert await seconds_of_decisions(taken) < SLOWER * alone
                assert place.number("lawspeaker_connections_cut_total", reason="flood") >= 3
                flood.terminate()
                await flood.wait()
            told = place.lines("connections cut off")
            assert told and told[0]["why"] == "flood" and set(told[0]["most"]) == {STRANGER}
            assert len(told) <= 1 + monotonic() - began, "one line a second at most"

    asyncio.run(test())


def test_end_to_end_a_bot_whose_connection_floods_is_sent_away_and_only_that_one(monkeypatch):
    monkeypatch.setattr(connections_module, "BOT_BURST", 64 << 10)

    async def test():
        async with queue_server() as place, bots(place.address, 1, version="1"):
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
            with suppress(ConnectionError):  # a peer that rejects may reset it even before connect() returns
                line = stack.enter_context(socket.create_connection(("127.0.0.1", port), source_address=(source, 0)))
                line.sendall(opening)
        yield


@pytest.mark.slow
@pytest.mark.parametrize("opening", [b"", OPENING, OPENING + frame(HEADERS, END_HEADERS, 1, CALL)],
                         ids=["silent", "http2", "without-hello"])
@pytest.mark.parametrize("source", [STRANGER, "127.0.0.1"])
def test_end_to_end_1400_idle_connections_keep_no_bot_from_coming_in(opening, source):
    need_files(4000)
    most = Limits().strangers_an_address

    async def test():
        # Who would wait until idle connections are given up would wait for longer than the test.
        async with queue_server(limits=Limits(hello_within=600.0)) as place, bots(place.address, 1, version="1"):
            await asyncio.to_thread(stack.enter_context, idle_connections(place.server.port, 1400, source, opening))
            async with bots(place.address, 1, version="1") as (bot,):
                assert await bot.next("decision_request")
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


@pytest.mark.slow
def test_end_to_end_streams_that_are_read_slower_than_they_talk_do_not_fill_the_memory(tmp_path):
    streams, each = 12, PlayRequest(answer=Answer(match_id="x" * 60_000)).SerializeToString()

    async def talk(place, most):
        """Send more than the referee reads at once, as fast as it takes it; note the memory that it holds meanwhile."""
        async with AsyncExitStack() as stack:
            talkers = []
            for number in range(streams):
                channel = await stack.enter_async_context(grpc.aio.insecure_channel(
                    place.address, options=[("grpc.use_local_subchannel_pool", 1)]))
                bot = HandBot(channel)
                await bot.hello(bot=f"talker {number}")
                talkers.append(asyncio.create_task(write(bot)))
            while most[-1] < 400 and not all(task.done() for task in talkers):
                await asyncio.sleep(0.05)
                most.append(resident(place.process.pid))
            for task in talkers:
                task.cancel()
            await asyncio.gather(*talkers, return_exceptions=True)

    async def write(bot):
        for _ in range(2 * limits["message_burst"]):
            await bot.call.write(each)

    limits = {"message_rate": 200.0, "message_burst": 400, "flood_patience": "1h"}
    with referee(tmp_path, limits=limits) as place:
        most = [resident(place.process.pid)]
        asyncio.run(talk(place, most))
        assert max(most) - most[0] < 3.0 * streams, "it is half a megabyte a stream; a window that grows holds many"


# --- parts of it ---


@pytest.fixture(params=["127.0.0.1", "::1", "::"])
def listener(request):
    kind = socket.AF_INET6 if ":" in request.param else socket.AF_INET
    with socket.socket(kind) as found:
        try:
            found.bind((request.param, 0))
        except OSError:
            pytest.skip("there is no IPv6 here")
        found.listen()
        try:
            refuse_connections(found, ["192.0.2.1"])
        except PermissionError:
            pytest.skip("this system lets only root have a filter on a socket")
        yield found


def comes_in(listener: socket.socket, source: str) -> bool:
    """Return whether this address gets a connection at once."""
    with socket.socket(socket.AF_INET6 if ":" in source else socket.AF_INET) as line:
        line.bind((source, 0))
        line.settimeout(0.3)
        try:
            line.connect(("::1" if ":" in source else "127.0.0.1", listener.getsockname()[1]))
        except TimeoutError:
            return False
        return True


def test_the_kernel_lets_barred_addresses_open_no_connection_and_all_others(listener):
    sources = {"127.0.0.1": ["127.0.0.2", "127.0.0.1"], "::1": ["::1"], "::": ["127.0.0.2", "127.0.0.1", "::1"]}
    mine = sources[listener.getsockname()[0]]
    for barred in mine:
        refuse_connections(listener, ["192.0.2.1", "2001:db8::", source_of(barred)])
        assert {source: comes_in(listener, source) for source in mine} == {
            source: source != barred for source in mine}
    refuse_connections(listener, [])
    assert all(comes_in(listener, source) for source in mine)


def test_a_connection_that_a_barred_address_has_lives_on(listener):
    with socket.create_connection(("127.0.0.1" if listener.family == socket.AF_INET else "::1",
                                   listener.getsockname()[1])) as line:
        here, _ = listener.accept()
        with here:
            refuse_connections(listener, ["127.0.0.1", "::"])
            line.sendall(b"still there")
            here.settimeout(5.0)
            assert here.recv(100) == b"still there"


def test_as_many_addresses_as_jumps_reach_are_barred_and_the_last_ones_count(listener):
    many = [f"198.51.{high}.{low}" for high in range(100, 102) for low in range(100)]
    refuse_connections(listener, [*many, *(f"2001:db8:0:{number:x}::" for number in range(100)), "127.0.0.1", "::"])
    assert not comes_in(listener, "::1" if listener.getsockname()[0] == "::1" else "127.0.0.1")


class Spy:
    """A bot's stream as far as its connection is concerned."""

    def __init__(self) -> None:
        self.heard = self.heard_bytes = 0
        self.sent_away = False

    def flooded(self) -> None:
        self.sent_away = True


@contextmanager
def watched(limits=None, proxies=None):
    """Connections of a plain listener, a clock that is set by hand, and what dials it and takes what came."""
    with ExitStack() as stack:
        listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        metrics, text = Metrics(), io.StringIO()
        found = TcpConnections(limits or Limits(), proxies or Proxies(), metrics, make_log(text))
        found.port = listener.getsockname()[1]

        def dial(source="127.0.0.1"):
            there = stack.enter_context(socket.create_connection(
                ("127.0.0.1", found.port), source_address=(source, 0)))
            return there, stack.enter_context(listener.accept()[0])

        def send(line, size):
            there, here = line
            for _ in range(size >> 10):
                there.sendall(bytes(1 << 10))
                assert here.recv(1 << 10, socket.MSG_WAITALL)

        yield found, dial, send, metrics


def open_still(line) -> bool:
    there, _ = line
    there.setblocking(False)
    try:
        return there.recv(1) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False


def test_what_a_connection_sends_beyond_the_messages_that_are_read_of_it_is_counted():
    with watched() as (connections, dial, send, _):
        quiet, loud, honest = dial(), dial(), dial()
        bot = Spy()
        with connections.with_bot(honest[0].getsockname(), bot):
            for now in range(1, 40):
                send(honest, 256 << 10)
                bot.heard, bot.heard_bytes = bot.heard + 1000, bot.heard_bytes + (200 << 10)
                connections.look(lambda now=now: float(now))
            assert open_still(honest) and not bot.sent_away
            send(loud, 40 << 10)
            connections.look(lambda: 40.0)
            assert [open_still(each) for each in (quiet, loud, honest)] == [True, False, True]
            for now in range(41, 100):
                send(honest, 128 << 10)  # and nothing of it is a message
                connections.look(lambda now=now: float(now))
                if bot.sent_away:
                    break
            assert bot.sent_away and not open_still(honest)
        assert open_still(quiet)


def test_a_connection_that_is_cut_off_while_it_waits_for_room_is_reset_as_soon_as_it_is_closed():
    with watched() as (connections, dial, _, _metrics):
        there, here = dial()
        there.setblocking(False)
        with suppress(BlockingIOError):
            while True:
                there.send(bytes(1 << 16))
        connections.look(lambda: 1.0)
        here.close()  # as gRPC does when it reads the end
        poll = select.poll()
        poll.register(there, 0)  # tells errors and hanging up, and nothing else
        assert poll.poll(RESET_WITHIN), "or its sender would wait for a minute"
        assert there.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) in (errno.ECONNRESET, errno.EPIPE)


def test_a_short_stream_pays_for_its_messages_though_it_is_over_at_the_next_look():
    with watched() as (connections, dial, send, _):
        line, bot = dial(), Spy()
        connections.look(lambda: 1.0)
        with connections.with_bot(line[0].getsockname(), bot):
            send(line, 100 << 10)
            bot.heard, bot.heard_bytes = 1, 100 << 10
        connections.look(lambda: 1.25)
        assert open_still(line)


def test_of_too_many_connections_the_oldest_of_the_address_with_most_are_closed():
    with watched(Limits(strangers_an_address=3, strangers=2)) as (connections, dial, _, metrics):
        lines = [dial(STRANGER) for _ in range(2)]
        connections.look(lambda: 0.0)
        lines += [dial(STRANGER) for _ in range(3)]
        other = dial()
        connections.look(lambda: 1.0)
        assert all(map(open_still, lines)), "they have had no time to say Hello"
        connections.look(lambda: 2.5)
        assert [open_still(line) for line in lines] == [False, False, True, True, True]
        assert open_still(other)
        assert metrics.registry.get_sample_value("lawspeaker_connections_cut_total", {"reason": "crowd"}) == 2


def test_connections_of_a_trusted_proxy_are_its_own_affair():
    with watched(proxies=Proxies(["127.0.0.0/8"])) as (connections, dial, send, metrics):
        line = dial(STRANGER)
        send(line, 200 << 10)
        connections.look(lambda: 1.0)
        assert open_still(line)
        assert metrics.registry.get_sample_value("lawspeaker_connections") == 0
