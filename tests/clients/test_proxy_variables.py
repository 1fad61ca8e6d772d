"""Variables that name a proxy: what is on this machine is reached without it, all else through it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from threading import Thread

import pytest

from lawspeaker_bot import Bot, ConnectionRefused, aio
from lawspeaker_bot.addresses import is_local, is_loopback
from lawspeaker_bot.chat import ChatBot
from lawspeaker_bot.chat_config import ChatConfig
from lawspeaker_bot.chat_endpoint import Endpoint
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.competition.ladder.rpc import LadderClient
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.host.single_match import play_match
from lawspeaker_referee.hostile.raw import Hostile
from tests.clients.fake_endpoint import endpoint as fake_endpoint
from tests.clients.fake_endpoint import says
from tests.clients.scripted_referee import Servicer, serve
from tests.clients.test_chat import decision
from tests.games.parley import PARLEY
from tests.referee.competition.ladder.standings_server import standings, standings_server

VARIABLES = ("http_proxy", "https_proxy", "grpc_proxy", "all_proxy")
EXEMPTIONS = ("no_proxy", "no_grpc_proxy")
SOON = 0.5


@pytest.fixture
def proxy(monkeypatch) -> Iterator[socket.socket]:
    """A socket that every variable names as proxy; nobody listens there until the test does."""
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        for name in VARIABLES:
            for spelled in (name, name.upper()):
                monkeypatch.setenv(spelled, f"http://127.0.0.1:{place.getsockname()[1]}")
        for name in EXEMPTIONS:
            monkeypatch.delenv(name, raising=False)
            monkeypatch.delenv(name.upper(), raising=False)
        yield place


@pytest.mark.parametrize(("address", "local"), [
    ("127.0.0.1:1", True), ("127.9.9.9:1", True), ("localhost:1", True), ("LocalHost:1", True), ("[::1]:1", True),
    ("unix:/x", True), ("unix:x:1", True),
    ("0.0.0.0:1", False), ("[::]:1", False), ("192.0.2.1:1", False), ("example.org:1", False),
    ("127.example.org:1", False), ("localhost.example.org:1", False), ("[2001:db8::1]:1", False),
])
def test_which_addresses_are_of_this_machine(address, local):
    assert is_local(address) == local


def test_an_address_of_the_loopback_has_no_brackets_for_urls():
    assert is_loopback("::1")
    assert not is_loopback("")


@pytest.mark.parametrize("host", ["127.0.0.1", "127.7.7.7", "localhost", "[::1]", "unix"])
def test_a_bot_reaches_a_referee_on_this_machine_without_a_proxy(proxy, tmp_path, host):
    async def script(table):
        await table.hello()
        await table.goodbye()

    async def test():
        servicer = Servicer([script])
        place = f"unix:{tmp_path}/referee" if host == "unix" else f"{host}:0"
        server, port = await serve(servicer, place)
        try:
            await aio.run(Bot(), place if host == "unix" else f"{host}:{port}", "", reconnect_within=0)
        finally:
            await server.stop(None)
        assert not servicer.scripts

    asyncio.run(test())


@pytest.mark.slow
def test_bots_that_a_referee_starts_play_a_match_at_its_port(proxy):
    result = play_match(PARLEY, make_setup(PARLEY, 2), [SeatSpec.parse("random")] * 2, seed=bytes(32), match_id="m",
                        sandbox=Sandbox(network="host", variables=(*VARIABLES, *map(str.upper, VARIABLES))))
    assert result.faults == ({}, {})


def test_any_other_address_is_dialled_through_the_proxy(proxy):
    """docs/serving.md says what is asked of the proxy."""
    proxy.listen()
    asked = []

    def answer():
        line, _ = proxy.accept()
        with line:
            asked.append(line.recv(1000).split(b"\r\n", 1)[0])

    thread = Thread(target=answer)
    thread.start()
    with pytest.raises(ConnectionRefused):
        asyncio.run(aio.run(Bot(), "referee.invalid:50051", "", connect_within=SOON))
    thread.join()
    assert asked == [b"CONNECT referee.invalid:50051 HTTP/1.1"]


def test_a_hostile_bot_needs_no_proxy_either(proxy):
    class Polite(Hostile):
        name = "polite"

        async def attack(self, channel, token):
            await asyncio.wait_for(channel.channel_ready(), 20)
            self.finished = True

    async def test():
        server, port = await serve(Servicer([]), "127.0.0.1:0")
        bot = Polite()
        try:
            await bot.play(f"127.0.0.1:{port}", "")
        finally:
            await server.stop(None)
        assert bot.finished

    asyncio.run(test())


def test_standings_of_a_ladder_on_this_machine_need_no_proxy(proxy):
    with standings_server(standings) as address, ExitStack() as stack:
        client = LadderClient(address)
        stack.callback(client.close)
        assert client.ask() == standings()


def test_a_model_on_this_machine_is_asked_without_a_proxy(proxy):
    with fake_endpoint(says('{"picks": [1], "reason": "it is"}')) as endpoint:
        assert list(ChatBot(ChatConfig(Endpoint(endpoint.url, "tiny"))).decide(decision())) == [1]
