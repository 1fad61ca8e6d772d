"""A child process that reads and writes lines."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress

from lawspeaker_bot.errors import BotError

MOST_LINE = 256 << 10
"""Longest line that the process may write, in bytes."""
GONE_WITHIN = 1.0
"""Seconds to wait for the exit code of a process that closed a pipe."""
_CHUNK = 64 << 10
_OURS = ("LAWSPEAKER_ADDRESS", "LAWSPEAKER_TOKEN", "LAWSPEAKER_TLS_")
"""Prefixes of variables that the process does not get, because it does not connect."""


class CommandFailed(BotError):
    """The process did not start, ended too early, or wrote something that is not allowed."""


class Command:
    """A running process; its stderr is that of this process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.unfinished = False
        """True if the end of its output has no newline yet."""
        self._process = process

    @property
    def exit_code(self) -> int | None:
        """The exit code; None while it runs, negative if a signal ended it."""
        return self._process.returncode

    async def write(self, line: bytes) -> None:
        """Write a line, and wait until most of the output is taken. Raises CommandFailed."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line)
            await self._process.stdin.drain()
        except ConnectionError:
            raise CommandFailed(await self.ending("closed its input")) from None

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield the lines that it writes, without newlines. Raises CommandFailed for a line that is too long."""
        assert self._process.stdout is not None
        rest = b""
        while chunk := await self._process.stdout.read(_CHUNK):
            *whole, rest = (rest + chunk).split(b"\n")
            self.unfinished = bool(rest)
            if max(map(len, [*whole, rest])) > MOST_LINE:
                raise CommandFailed(f"the command printed a line of more than {MOST_LINE >> 10} KiB; an answer is one "
                                    "short line")
            for line in whole:
                yield line

    async def ending(self, otherwise: str) -> str:
        """Return how it ended, as text, or `otherwise` if it still runs."""
        await self.gone(GONE_WITHIN)
        code = self.exit_code
        if code is None:
            return f"the command {otherwise} before the referee said goodbye"
        how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return f"the command {how} before the referee said goodbye"

    async def end(self, within: float) -> bool:
        """Close its input; return True if it ends within so many seconds."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        return await self.gone(within)

    async def gone(self, within: float) -> bool:
        """Return True if it ends within so many seconds. Its own children may keep its pipes open for ever."""
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                await self._process.wait()
        return self.exit_code is not None

    def kill(self) -> None:
        """Kill it and its process group."""
        kill_group(self._process.pid, self._process.kill)


def kill_group(leader: int, kill: Callable[[], None]) -> None:
    """Kill the process group that a process leads, also one whose leader has ended; on Windows, which has no groups,
    `kill` kills the process alone.
    """
    with suppress(ProcessLookupError, PermissionError):  # macOS raises the latter for a group that has ended
        if hasattr(os, "killpg"):
            os.killpg(leader, signal.SIGKILL)
        else:
            kill()


def environment() -> dict[str, str]:
    """Return this process's variables, without those by which it finds the referee."""
    return {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}


@asynccontextmanager
async def started(words: Sequence[str]) -> AsyncIterator[Command]:
    """Start a command and kill it at the end. Raises CommandFailed if it cannot be started.

    It leads a process group of its own: Ctrl-C reaches only this process, which then ends the group.
    """
    try:
        process = await asyncio.create_subprocess_exec(
            *words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env=environment(), process_group=0)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CommandFailed(f"the command {words[0]!r} cannot be started: {why}") from None
    command = Command(process)
    try:
        yield command
    finally:
        command.kill()
        await command.gone(GONE_WITHIN)
