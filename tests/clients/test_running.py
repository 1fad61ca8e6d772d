import asyncio
import subprocess
import sys

import pytest

from lawspeaker_bot import Bot, ConnectionLost, ConnectionRefused, aio, run
from lawspeaker_bot.addresses import check_address
from lawspeaker_referee.config.clocks import Clock
from tests.clients.scripted_referee import Servicer, serve

PATIENCE = 60.0
"""Seconds after which a test that waits has failed."""


def test_without_an_address_the_error_names_the_variable(monkeypatch):
    monkeypatch.delenv("LAWSPEAKER_ADDRESS", raising=False)
    with pytest.raises(ConnectionRefused, match="set LAWSPEAKER_ADDRESS"):
        asyncio.run(aio.run(Bot()))


def test_an_address_nobody_listens_at_ends_the_process_with_one_line(tmp_path):
    with pytest.raises(SystemExit) as stop:
        run(Bot(), f"unix:{tmp_path}/nobody", connect_within=0.2)
    assert str(stop.value.code).startswith("lawspeaker_bot: no referee answers at unix:")
    assert "\n" not in str(stop.value.code)


@pytest.mark.parametrize(("address", "place"), [
    ("http://127.0.0.1:50051", "127.0.0.1:50051"),
    ("https://bots.example:443/play?token=1#x", "bots.example:443"),
    ("HTTP://bots.example", "bots.example:50051"),
    ("grpc+tls://me:secret@[::1]:9", "[::1]:9"),
    ("http://[::1]", "[::1]:50051"),
    ("dns:///bots.example:1", "bots.example:1"),
    ("http://", "127.0.0.1:50051"),
])
def test_a_url_is_refused_with_the_address_that_it_holds(address, place):
    with pytest.raises(ConnectionRefused) as refused:
        asyncio.run(aio.run(Bot(), address))
    assert str(refused.value) == f"the referee's address is a URL, not HOST:PORT; give {place}"
    check_address(place)


@pytest.mark.parametrize("address", [
    "localhost", "localhost:", ":50051", "localhost:port", "localhost:65536", "localhost:99999", "localhost:-1",
    "localhost:\N{ARABIC-INDIC DIGIT FIVE}", "::1:50051", "[::1]", "localhost:50051/x", "localhost:50051 ", "unix:",
])
def test_what_is_no_address_is_refused_at_once_and_the_error_says_what_one_looks_like(address):
    with pytest.raises(ConnectionRefused) as refused:
        asyncio.run(aio.run(Bot(), address))
    assert str(refused.value) == (f"the referee's address is {address!r}; it must be HOST:PORT, such as "
                                  "127.0.0.1:50051, or unix:/PATH")


@pytest.mark.parametrize("address", [
    "localhost:1", "127.0.0.1:65535", "my_bots.example:50051", "[::1]:50051", "[fe80::1%eth0]:1", "unix:/run/referee",
    "unix:referee", "unix:///run/referee",
])
def test_addresses_that_can_be_dialled(address):
    check_address(address)


def test_a_host_that_cannot_be_resolved_is_told_as_that():
    address = f"{'a' * 64}.invalid:50051"  # too long a label: no name server is asked
    with pytest.raises(ConnectionRefused) as refused:
        asyncio.run(aio.run(Bot(), address, connect_within=0.5))
    assert str(refused.value) == (f"no referee answers at {address} (tried for 0.5 s); the host cannot be resolved to "
                                  "an address; is it spelt right?")


def test_a_bot_dials_as_long_as_the_clock_waits_for_bots():
    assert Clock(None).connect == aio.CONNECT_WITHIN


def test_a_referee_that_comes_late_is_found_and_the_wait_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(aio, "NOTICE_AFTER", 0.05)
    address = f"unix:{tmp_path}/referee"
    lines = []

    async def script(table):
        await table.hello()
        await table.goodbye()

    async def test():
        told = asyncio.Event()
        monkeypatch.setattr(aio.log, "warning", lambda text, *words: (lines.append(text % words), told.set()))
        playing = asyncio.create_task(aio.run(Bot(), address, "", reconnect_within=0))
        await told.wait()
        server, _ = await serve(Servicer([script]), address)
        try:
            await playing
        finally:
            await server.stop(None)

    asyncio.run(asyncio.wait_for(test(), PATIENCE))
    assert lines == [f"no referee answers at {address} yet; trying for up to 30 s"]


def test_a_referee_that_is_slow_to_welcome_the_bot_has_as_long_again(tmp_path):
    async def script(table):
        await table.context.read()
        await asyncio.sleep(PATIENCE)

    async def test():
        servicer = Servicer([script])
        server, _ = await serve(servicer, f"unix:{tmp_path}/referee")
        try:
            with pytest.raises(ConnectionLost, match=r"^no answer within 2 s$"):
                await aio.run(Bot(), f"unix:{tmp_path}/referee", "", connect_within=2)
        finally:
            await server.stop(None)

    asyncio.run(asyncio.wait_for(test(), PATIENCE))


def test_a_wrong_setting_ends_the_process_with_one_line(monkeypatch):
    monkeypatch.setenv("LAWSPEAKER_RECONNECT_WITHIN", "1m")
    with pytest.raises(SystemExit) as stop:
        run(Bot(), "127.0.0.1:1")
    assert stop.value.code == ("lawspeaker_bot: LAWSPEAKER_RECONNECT_WITHIN is '1m'; it must be a number of seconds, "
                               "such as 60; 0 ends the bot with its connection")


def test_a_built_in_bot_started_as_a_module_says_what_it_misses():
    command = [sys.executable, "-m", "lawspeaker_bot.random_bot"]
    done = subprocess.run(command, env={}, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == ("lawspeaker_bot: no referee's address: pass run(bot, 'HOST:PORT') "
                           "or set LAWSPEAKER_ADDRESS\n")


def test_no_word_of_a_referee_moves_the_cursor_of_a_terminal():
    script = r"""
import logging
from lawspeaker_bot.errors import BotError
from lawspeaker_bot.running import to_end

async def playing():
    logging.getLogger("lawspeaker_bot").warning("%s: refused", "m\x1b[2J\r")
    raise BotError("gone \x9b \u202e")

to_end(playing())
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines() == [r"lawspeaker_bot: m\x1b[2J\r: refused", r"lawspeaker_bot: gone \x9b \u202e"]
