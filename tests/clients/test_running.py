import asyncio
import subprocess
import sys

import pytest

from lawspeaker_bot import Bot, ConnectionRefused, aio, run


def test_without_an_address_the_error_names_the_variable(monkeypatch):
    monkeypatch.delenv("LAWSPEAKER_ADDRESS", raising=False)
    with pytest.raises(ConnectionRefused, match="set LAWSPEAKER_ADDRESS"):
        asyncio.run(aio.run(Bot()))


def test_an_address_nobody_listens_at_ends_the_process_with_one_line(tmp_path):
    with pytest.raises(SystemExit) as stop:
        run(Bot(), f"unix:{tmp_path}/nobody", connect_within=0.2)
    assert str(stop.value.code).startswith("lawspeaker_bot: no referee answers at unix:")
    assert "\n" not in str(stop.value.code)


def test_a_wrong_setting_ends_the_process_with_one_line(monkeypatch):
    monkeypatch.setenv("LAWSPEAKER_RECONNECT_WITHIN", "1m")
    with pytest.raises(SystemExit) as stop:
        run(Bot(), "127.0.0.1:1")
    assert stop.value.code == ("lawspeaker_bot: LAWSPEAKER_RECONNECT_WITHIN is '1m'; it must be a number of seconds, "
                               "such as 60; 0 ends the bot with its connection")


def test_a_built_in_bot_started_as_a_module_says_what_it_misses():
    command = [sys.executable, "-m", "lawspeaker_bot.bots.random"]
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
