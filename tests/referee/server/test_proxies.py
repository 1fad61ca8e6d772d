"""Behind the nginx and the HAProxy of deploy/: who is there, long thinking, drains, restarts, TLS, floods, crowds."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
from contextlib import ExitStack, closing, suppress
from ipaddress import ip_address
from pathlib import Path

import grpc
import grpc.aio
import pytest

from lawspeaker.v1.referee_service_pb2 import GoodbyeReason, Hello, PlayRequest
from lawspeaker_bot import Bot, Result, aio, tls_credentials
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.config.proxies import Proxies, normal, peer_of, source_of
from lawspeaker_referee.open_files import need_files
from lawspeaker_referee.server.lateness.probe import frame
from lawspeaker_referee.server.tokens import create
from measure.flood import CALL, KINDS, OPENING, flooding
from measure.nginx import kept_port
from tests.referee.cli.process import PARLEY_COMMAND
from tests.referee.cli.test_serve_process import referee
from tests.referee.referee_file import referee_file
from tests.referee.server.certificates import make
from tests.referee.server.live_server import PATIENCE, HandBot, bots, queue_server
from tests.referee.server.proxies import proxy
from tests.referee.server.test_tcp_connections import (
    DATA,
    END_HEADERS,
    FLOOD,
    HEADERS,
    SLOWER,
    STRANGER,
    idle_connections,
    message_of,
    playing,
    seconds_of_decisions,
)

KINDS_OF_PROXY = pytest.mark.parametrize("kind", ["nginx", "haproxy"])
TRUSTED = Proxies(["127.0.0.1"])


# --- whose address is believed ---


@pytest.mark.parametrize(("peer", "found"), [
    ("ipv4:192.0.2.1:5000", ("192.0.2.1", 5000)), ("ipv6:%5B2001:db8::1%5D:80", ("2001:db8::1", 80)),
    ("ipv6:%5B::ffff:192.0.2.1%5D:80", ("192.0.2.1", 80)), ("unix:", ("unix", 0)), ("unix:/run/referee", ("unix", 0)),
])
def test_a_peer_is_read_as_grpc_spells_it(peer, found):
    assert peer_of(peer) == found


def test_of_ipv6_limits_go_by_the_first_64_bits():
    assert source_of("2001:db8:1:2:3:4:5:6") == source_of("2001:db8:1:2::9") == "2001:db8:1:2::"
    assert source_of("192.0.2.1") == "192.0.2.1"
    assert normal("fe80::1%eth0") == "fe80::1"


@pytest.mark.parametrize(("trusted", "peer", "told", "client"), [
    ([], "10.0.0.1", ["192.0.2.1"], "10.0.0.1"),
    (["10.0.0.0/8"], "192.0.2.7", ["198.51.100.1"], "192.0.2.7"),
    (["10.0.0.0/8"], "10.0.0.1", ["192.0.2.1"], "192.0.2.1"),
    (["10.0.0.0/8"], "10.0.0.1", [], "10.0.0.1"),
    (["10.0.0.0/8"], "10.0.0.1", ["198.51.100.1, 192.0.2.1"], "192.0.2.1"),
    (["10.0.0.0/8"], "10.0.0.1", ["198.51.100.1", "192.0.2.1, 10.0.0.2"], "192.0.2.1"),
    (["10.0.0.0/8"], "10.0.0.1", ["198.51.100.1, nonsense"], "10.0.0.1"),
    (["10.0.0.0/8"], "10.0.0.1", ["10.0.0.9"], "10.0.0.9"),
])
def test_a_client_is_who_a_trusted_proxy_heard_and_never_who_it_says_it_is(trusted, peer, told, client):
    assert Proxies(trusted).client(f"ipv4:{peer}:5000", [("x-forwarded-for", each) for each in told]) == client


def test_whoever_comes_by_a_unix_socket_is_a_proxy_only_if_that_is_said():
    told = [("x-forwarded-for", "192.0.2.1")]
    assert Proxies(["unix"]).client("unix:", told) == "192.0.2.1"
    assert Proxies(["10.0.0.0/8"]).client("unix:", told) == "unix"
    with pytest.raises(ValueError, match="nonsense"):
        Proxies(["nonsense"])


# --- end to end ---


def field(name: bytes, value: bytes) -> bytes:
    """A header in HPACK, spelt out."""
    return b"\0" + bytes([len(name)]) + name + bytes([len(value)]) + value


def dialled(port: int, source: str, *more: bytes) -> socket.socket:
    """A connection that says Hello, with more headers."""
    line = socket.create_connection(("127.0.0.1", port), source_address=(source, 0))
    line.sendall(OPENING + frame(HEADERS, END_HEADERS, 1, CALL + b"".join(more)) + frame(
        DATA, 0, 1, message_of(PlayRequest(hello=Hello(protocol=1, bot="raw")))))
    return line


@pytest.mark.slow
@KINDS_OF_PROXY
def test_end_to_end_the_log_has_the_clients_address_whatever_it_says_itself(kind, tmp_path):
    async def test():
        async with queue_server(proxies=TRUSTED) as place:
            with proxy(kind, tmp_path / "proxy", place.server.port) as front, closing(
                    dialled(front.port, STRANGER, field(b"x-forwarded-for", b"198.51.100.9"),
                            field(b"x-real-ip", b"198.51.100.9"))):
                await until(lambda: place.lines("bot joined"))
            assert [line["address"] for line in place.lines("bot joined")] == [STRANGER]

    asyncio.run(test())


def test_end_to_end_without_a_trusted_proxy_nobody_is_believed():
    async def test():
        async with queue_server() as place:
            with closing(dialled(place.server.port, STRANGER, field(b"x-forwarded-for", b"198.51.100.9"))):
                await until(lambda: place.lines("bot joined"))
            assert [line["address"] for line in place.lines("bot joined")] == [STRANGER]

    asyncio.run(test())


LOSSY = {"nginx": (), "haproxy": (grpc.aio.AioRpcError,)}
"""The errors that a bot may get in place of the last message before the end; see `ends`."""


def ends(kind, code):
    """Return what a bot may see when the referee ends its stream with this code.

    HAProxy up to the 2.6 of Debian 12 ends a stream that the server ended first with RST_STREAM(CANCEL), and a client
    may drop what came before that (https://github.com/haproxy/haproxy/issues/1219). If that reset meets a message that
    is just being written, grpcio's status is INTERNAL, `Internal error from Core`.
    """
    return {code} if kind == "nginx" else {code, grpc.StatusCode.CANCELLED, grpc.StatusCode.INTERNAL}


async def listening(port):
    """Until somebody takes connections there."""
    while True:
        with suppress(ConnectionRefusedError), closing(socket.create_connection(("127.0.0.1", port))):
            return
        await asyncio.sleep(0.05)


async def given_up(port: int) -> None:
    """Until the proxy closes a connection that says nothing more: its short limits are over."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(OPENING)
    await reader.read()
    writer.close()


def dials(source: str, port: int) -> bool:
    """Return whether an address of this machine has a connection to a port of it."""
    here, there = (f"{ip_address(each).packed[::-1].hex().upper()}:" for each in (source, "127.0.0.1"))
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()]
    return any(line[1].startswith(here) and line[2] == f"{there}{port:04X}" for line in lines)


async def until(true) -> None:
    while not true():  # noqa: ASYNC110 - what a log or a metric says tells no one
        await asyncio.sleep(0.01)


@pytest.mark.slow
@KINDS_OF_PROXY
def test_end_to_end_limits_count_clients_and_not_the_proxy(kind, tmp_path):
    async def test():
        limits = Limits(strangers_an_address=3)
        async with queue_server(proxies=TRUSTED, limits=limits) as place:
            with proxy(kind, tmp_path / "proxy", place.server.port) as front, ExitStack() as stack:
                for _ in range(5):
                    line = socket.create_connection(("127.0.0.1", front.port), source_address=(STRANGER, 0))
                    stack.enter_context(closing(line)).sendall(OPENING + frame(HEADERS, END_HEADERS, 1, CALL))
                await until(lambda: place.number("lawspeaker_streams_refused_total", reason="address") == 2)
                assert {line["address"] for line in place.lines("bot refused")} == {STRANGER}
                async with bots(front.address, 2, version="1") as (bot, _):
                    assert await bot.next("decision_request")
            assert place.number("lawspeaker_connections") == 0, "those of a proxy are its own affair"

    asyncio.run(test())


@pytest.mark.slow
@KINDS_OF_PROXY
def test_end_to_end_a_bot_thinks_longer_than_any_short_time_limit_and_hears_how_the_match_ended(kind, tmp_path):
    short = ({"client_header_timeout": "1s", "keepalive_timeout": "1s", "grpc_send_timeout": "1s", "send_timeout": "1s",
              "grpc_connect_timeout": "1s"} if kind == "nginx" else
             {"timeout_http-request": "1s", "timeout_http-keep-alive": "1s", "timeout_connect": "1s"})

    async def test():
        async with queue_server(proxies=TRUSTED, limits=Limits(keepalive=0.5)) as place:
            with proxy(kind, tmp_path / "proxy", place.server.port, **short) as front:
                async with bots(front.address, 2, version="1") as (one, two):
                    request = await one.next("decision_request")
                    for _ in range(3):
                        await given_up(front.port)
                    await one.answer(request, 0)
                    overs = await asyncio.gather(one.play(), two.play())
                    assert [over.outcome.reason for over in overs] == ["points"] * 2

    asyncio.run(test())


@pytest.mark.slow
@KINDS_OF_PROXY
def test_end_to_end_a_drain_says_goodbye_through_the_proxy(kind, tmp_path):
    async def test(place, front):
        async with bots(front.address, 2, version="1") as players:
            request = await players[0].next("decision_request")
            place.process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(place.wait_for, "draining")
            await players[0].answer(request, 0)
            overs = await asyncio.gather(*(bot.play() for bot in players))
            assert overs[0].outcome.reason == "points"
            for bot in players:
                with suppress(*LOSSY[kind]):
                    assert (await bot.next("goodbye")).reason == GoodbyeReason.GOODBYE_REASON_DRAINING
                assert await bot.end() in ends(kind, grpc.StatusCode.OK)

    with referee(tmp_path / "records", trusted_proxies=("127.0.0.1",)) as place, \
            proxy(kind, tmp_path / "proxy", int(place.address.rpartition(":")[2])) as front:
        asyncio.run(asyncio.wait_for(test(place, front), PATIENCE))
        assert place.process.wait(PATIENCE) == 0


class Patient(Bot):
    """Answers with defaults, but the third decision only once it may."""

    def __init__(self, may: asyncio.Event) -> None:
        self.may, self.asked = may, 0
        self.results: list[Result] = []
        self.waits, self.ended = asyncio.Event(), asyncio.Event()

    async def decide(self, decision):
        self.asked += 1
        if self.asked == 3:
            self.waits.set()
            await self.may.wait()
        return decision.default

    async def over(self, result):
        self.results.append(result)
        self.ended.set()


@pytest.mark.slow
@KINDS_OF_PROXY
@pytest.mark.parametrize("restarted", ["proxy", "referee"])
def test_end_to_end_bots_come_back_through_it_when_either_was_restarted(kind, restarted, tmp_path):
    tokens = [create(tmp_path / "tokens", name) for name in ("ann", "bob")]
    file = referee_file(tmp_path / "referee.toml", game="parley", name="cup", records=tmp_path / "records", matches=1,
                        tokens=tmp_path / "tokens", clock="none", trusted_proxies=["127.0.0.1"])
    command = [*PARLEY_COMMAND, "serve", str(file)]

    async def test(front, place, port, stack):
        await listening(port)
        may = asyncio.Event()
        players = [Patient(may) for _ in tokens]
        running = [asyncio.create_task(aio.run(bot, front.address, token, reconnect_within=15.0))
                   for bot, token in zip(players, tokens, strict=True)]
        await asyncio.wait([asyncio.create_task(bot.waits.wait()) for bot in players],
                           return_when=asyncio.FIRST_COMPLETED)
        if restarted == "proxy":
            await asyncio.to_thread(front.stop)
            await asyncio.to_thread(front.start)
        else:
            place.kill()
            place.wait()
            serve(port, stack)
            await listening(port)
        may.set()
        await asyncio.gather(*running)
        assert [len(bot.results) for bot in players] == [1, 1]
        assert not any(result.lost for bot in players for result in bot.results)

    def serve(port, stack):
        process = stack.enter_context(subprocess.Popen([*command, "--listen", f"127.0.0.1:{port}"],
                                                       stderr=subprocess.DEVNULL))
        stack.callback(process.kill)
        return process

    with kept_port() as port, ExitStack() as stack:
        place = serve(port, stack)
        front = stack.enter_context(proxy(kind, tmp_path / "proxy", port))
        asyncio.run(asyncio.wait_for(test(front, place, port, stack), 2 * PATIENCE))
    assert [path.name for path in (tmp_path / "records").glob("cup*.lsr*")] == ["cup-000001.lsr"]


@pytest.mark.slow
@KINDS_OF_PROXY
def test_end_to_end_a_refusal_reaches_the_bot_as_it_is(kind, tmp_path):
    async def test():
        async with queue_server(proxies=TRUSTED, limits=Limits(streams=1)) as place:
            with proxy(kind, tmp_path / "proxy", place.server.port) as front:
                async with bots(front.address, 1, version="1"), grpc.aio.insecure_channel(front.address) as channel:
                    bot = HandBot(channel)
                    with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):  # how it ended is looked at below
                        await bot.send(PlayRequest(hello=Hello(protocol=1, bot="late")))
                    assert await bot.end() in ends(kind, grpc.StatusCode.RESOURCE_EXHAUSTED)

    asyncio.run(test())


@pytest.mark.slow
@KINDS_OF_PROXY
def test_end_to_end_a_proxy_without_a_referee_and_one_that_limits_are_no_riddle_to_a_bot(kind, tmp_path):
    async def refused(front, number):
        async with grpc.aio.insecure_channel(front.address) as channel:
            found = [HandBot(channel) for _ in range(number)]
            return {(await bot.end(), await bot.call.details()) for bot in found}

    async def test():
        with kept_port() as nobody, proxy(kind, tmp_path / "proxy", nobody) as front:
            (code, words), = away = await refused(front, 1)
            assert code == grpc.StatusCode.UNAVAILABLE
            assert words == "the referee is not there" or kind == "haproxy"
            async with flooding(front.address, "calls", 0.5) as flood:
                await flood.wait()
            limited = await refused(front, 40) - away
            if kind == "nginx":
                assert limited == {(grpc.StatusCode.RESOURCE_EXHAUSTED, "too many streams from your address")}
            else:
                assert {code for code, _ in limited} <= ends(kind, grpc.StatusCode.UNAVAILABLE)

    asyncio.run(test())


@pytest.mark.slow
@KINDS_OF_PROXY
def test_end_to_end_the_proxy_speaks_tls_to_bots(kind, tmp_path):
    authority = make(tmp_path, "authority")
    pair = make(tmp_path, "referee", authority)

    async def test():
        async with queue_server(proxies=TRUSTED, matches=1) as place:
            with proxy(kind, tmp_path / "proxy", place.server.port, tls=pair) as front:
                may = asyncio.Event()
                may.set()
                players = [Patient(may), Patient(may)]
                running = [asyncio.create_task(aio.run(bot, front.address, "", credentials=tls_credentials(
                    str(authority.cert)))) for bot in players]
                for bot in players:
                    await bot.ended.wait()
                await place.server.stop(GoodbyeReason.GOODBYE_REASON_DONE, "all matches have been played")
                if kind == "haproxy":  # it may lose a Goodbye, after which bots dial again; see docs/proxy.md
                    for task in running:
                        task.cancel()
                await asyncio.gather(*running, return_exceptions=kind == "haproxy")

    asyncio.run(test())


@pytest.mark.slow
@KINDS_OF_PROXY
@pytest.mark.parametrize("flood", KINDS)
def test_end_to_end_a_flood_at_the_proxy_is_none_at_the_referee(kind, flood, tmp_path):
    async def test():
        async with queue_server(proxies=TRUSTED) as place:
            with proxy(kind, tmp_path / "proxy", place.server.port) as front:
                async with bots(front.address, 2, version="1") as players, playing(players) as taken:
                    alone = await seconds_of_decisions(taken)
                    async with flooding(front.address, flood, FLOOD, source=STRANGER):
                        await until(lambda: dials(STRANGER, front.port))
                        assert await seconds_of_decisions(taken) < SLOWER * alone

    asyncio.run(test())


@pytest.mark.slow
@KINDS_OF_PROXY
def test_end_to_end_1400_idle_connections_at_the_proxy_keep_no_bot_from_coming_in(kind, tmp_path):
    need_files(4000)

    async def test():
        # Who would wait until idle connections are given up would wait for longer than the test.
        async with queue_server(proxies=TRUSTED, limits=Limits(hello_within=600.0)) as place, \
                bots(place.address, 1, version="1"):
            with proxy(kind, tmp_path / "proxy", place.server.port) as front, ExitStack() as stack:
                await asyncio.to_thread(stack.enter_context, idle_connections(front.port, 1400, STRANGER, OPENING))
                async with bots(front.address, 1, version="1") as (bot,):
                    assert await bot.next("decision_request")

    asyncio.run(test())
