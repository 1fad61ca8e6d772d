"""A process that is talked to in lines."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

from lawspeaker_bot.errors import BotError

MOST_LINE = 256 << 10
"""Bytes of a line that the process may write."""
GONE_WITHIN = 1.0
"""Seconds that a process which closed a pipe has to end, so that its exit code can be told."""
_CHUNK = 64 << 10
_OURS = ("LAWSPEAKER_ADDRESS", "LAWSPEAKER_TOKEN", "LAWSPEAKER_TLS_")
"""How variables begin that are not for the process, which dials nobody."""


class CommandFailed(BotError):
    """The process did not start, ended too early, or wrote what it must not."""


class Command:
    """Reads lines on stdin and writes lines on stdout; its stderr is that of this process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.unfinished = False
        """Whether it has written something that no newline ends."""
        self._process = process

    @property
    def exit_code(self) -> int | None:
        """None while it runs; less than 0 if a signal ended it."""
        return self._process.returncode

    async def write(self, line: bytes) -> None:
        """Hand it a line, and wait until it has taken most of what it was handed. Raises CommandFailed."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line)
            await self._process.stdin.drain()
        except ConnectionError:
            raise CommandFailed(await self.ending("closed its input")) from None

    async def lines(self) -> AsyncIterator[bytes]:
        """What it writes, to the end, without the newlines. Raises CommandFailed for a line that is too long."""
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
        """How it ended, in words, or what it did otherwise if it still runs."""
        await self.gone(GONE_WITHIN)
        code = self.exit_code
        if code is None:
            return f"the command {otherwise} before the referee said goodbye"
        how = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        return f"the command {how} before the referee said goodbye"

    async def end(self, within: float) -> bool:
        """Close its input; whether it then ended in time, in seconds."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        return await self.gone(within)

    async def gone(self, within: float) -> bool:
        """Whether it ends in time, in seconds. Processes that it left behind may keep its pipes open for ever."""
        with suppress(TimeoutError):
            async with asyncio.timeout(within):
                await self._process.wait()
        return self.exit_code is not None

    def kill(self) -> None:
        """Kill it and whatever it started in its group."""
        with suppress(ProcessLookupError, PermissionError):  # macOS says the latter of a group that has ended
            os.killpg(self._process.pid, signal.SIGKILL)


@asynccontextmanager
async def started(words: Sequence[str]) -> AsyncIterator[Command]:
    """A command that does not outlive this. Raises CommandFailed if it cannot be started.

    It heads a process group of its own: Ctrl-C is for this process alone, which then ends the group.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith(_OURS)}
    try:
        process = await asyncio.create_subprocess_exec(
            *words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env=environment, process_group=0)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CommandFailed(f"the command {words[0]!r} cannot be started: {why}") from None
    command = Command(process)
    try:
        yield command
    finally:
        command.kill()
        await command.gone(GONE_WITHIN)
