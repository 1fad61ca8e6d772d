"""The behaviour of the SDK without the modules and functions that Windows lacks."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import lawspeaker_bot
from lawspeaker_bot.__main__ import _until_sigterm
from lawspeaker_bot.command import GONE_WITHIN, started

IMPORT_ALL = """
import sys
for name in ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "readline"):
    sys.modules[name] = None  # so that importing it fails
from importlib import import_module
for name in sys.argv[1:]:
    import_module(name)
"""


def test_no_module_of_the_sdk_imports_what_only_posix_has():
    package = Path(lawspeaker_bot.__file__).parent
    names = [".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__")
             for path in package.rglob("*.py")]
    for of_agents in ("mcp_server", "mcp_endpoint"):  # their package mcp is the user's to install
        names.remove(f"lawspeaker_bot.{of_agents}")
    assert "lawspeaker_bot.aio" in names
    done = subprocess.run([sys.executable, "-c", IMPORT_ALL, *names], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_command_is_killed_where_there_are_no_process_groups(monkeypatch):
    monkeypatch.delattr(os, "killpg")

    async def test():
        async with started([sys.executable, "-c", "input()"]) as command:
            command.kill()
            assert await command.gone(60 * GONE_WITHIN)

    asyncio.run(test())


def test_a_command_runs_where_a_loop_takes_no_signals(monkeypatch):
    def refuse(*_):
        raise NotImplementedError

    played = []

    async def play():
        played.append(True)

    async def test():
        monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", refuse)
        await _until_sigterm(play())

    asyncio.run(test())
    assert played
