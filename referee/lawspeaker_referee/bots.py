"""Bots that the referee starts itself: what they are called, their processes, and those that are mere objects."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final

from lawspeaker_bot.bots import BUILT_IN
from lawspeaker_engine.game import did_you_mean
from lawspeaker_engine.model import BadSetup

COMMAND: Final = "cmd:"
LEAVE_WITHIN: Final = 3.0
"""Seconds that a bot's process has to end after its goodbye, and again after SIGTERM."""
STDERR: Final = 2


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """Who sits on a seat."""

    text: str
    """As it was written."""
    built_in: str
    """The name of a bot of ours; empty for a command."""
    command: tuple[str, ...]
    """What starts it as a process."""

    @classmethod
    def parse(cls, text: str) -> SeatSpec:
        """`random`, `greedy` or `cmd:COMMAND LINE`. Raises BadSetup."""
        if text in BUILT_IN:
            return cls(text, text, (sys.executable, "-m", BUILT_IN[text]))
        if not text.startswith(COMMAND):
            raise BadSetup(f"no bot {text!r}{did_you_mean(text, BUILT_IN)}; give {', '.join(BUILT_IN)} or "
                           f"'{COMMAND}COMMAND LINE'")
        try:
            command = tuple(shlex.split(text.removeprefix(COMMAND)))
        except ValueError as error:
            raise BadSetup(f"bot {text!r} is no command line: {error}") from None
        if not command:
            raise BadSetup(f"bot {text!r} has no command; write '{COMMAND}python my_bot.py', say")
        return cls(text, "", command)


class BotFailed(OSError):
    """A bot's process that cannot play."""


@asynccontextmanager
async def running(
    specs: Sequence[SeatSpec], address: str, tokens: Sequence[str],
) -> AsyncIterator[list[asyncio.subprocess.Process]]:
    """The bots' processes, one a seat; none of them outlives this. Raises BotFailed for one that cannot be started."""
    processes: list[asyncio.subprocess.Process] = []
    try:
        for seat, (spec, token) in enumerate(zip(specs, tokens, strict=True)):
            processes.append(await _start(seat, spec, address, token))
        yield processes
        with suppress(TimeoutError):
            async with asyncio.timeout(LEAVE_WITHIN):
                await asyncio.gather(*(process.wait() for process in processes))
    finally:
        for number in (signal.SIGTERM, signal.SIGKILL):
            await _end(processes, number)


async def _start(seat: int, spec: SeatSpec, address: str, token: str) -> asyncio.subprocess.Process:
    """A process that heads a session of its own; what it prints goes to our stderr, for stdout is the result's."""
    environment = os.environ | {"LAWSPEAKER_ADDRESS": address, "LAWSPEAKER_TOKEN": token}
    try:
        return await asyncio.create_subprocess_exec(
            *spec.command, env=environment, stdin=asyncio.subprocess.DEVNULL, stdout=STDERR, start_new_session=True)
    except OSError as error:
        raise BotFailed(f"the bot on seat {seat} ({spec.text}) cannot be started: {error.strerror}") from None


async def _end(processes: Sequence[asyncio.subprocess.Process], number: signal.Signals) -> None:
    """Send a signal to whole sessions, what a bot started and left behind included, and wait a little."""
    for process in processes:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, number)
    with suppress(TimeoutError):
        async with asyncio.timeout(LEAVE_WITHIN):
            await asyncio.gather(*(process.wait() for process in processes))
