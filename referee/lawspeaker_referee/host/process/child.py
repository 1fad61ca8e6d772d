"""The protocol between the referee and all its child processes: plain data as lines of JSON.

The parent writes orders to the child's stdin, the first one at the start; the child writes reports to stdout. When
stdin is closed, which also happens when the parent dies, the child breaks its work off and ends. The parent's side is
`ChildProcess`. The child's side is in `child_side.py`, which needs no event loop; a child that has one calls
`run_child`.

Orders may hold secrets: no other process can read them, unlike command lines.
"""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, Self

from lawspeaker_referee.event_loop import at_most
from lawspeaker_referee.host.process.cgroup import prepare

MOST_LINE: Final = 1 << 20
"""Bytes of a line at most, unless a parent allows its child more."""

Tell = Callable[[dict[str, Any]], None]
"""Takes a report of a child: plain data."""


class ReportTooLong(OSError):
    """A child's report is longer than its parent reads."""


# --- the parent's side ---


class ChildProcess:
    """A child process, as its parent sees it."""

    def __init__(self, process: Process, most: int) -> None:
        """Use `start`."""
        self._process, self._most = process, most

    @classmethod
    async def start(cls, command: Sequence[str], order: Any, *, environment: Mapping[str, str] | None = None,
                    most: int = MOST_LINE) -> Self:
        """Start a process with its first order. Raises OSError if it cannot be started.

        It heads a session of its own, so that Ctrl-C on a terminal reaches the referee alone. It has our environment
        unless it is given another one. `most` is the bytes of its longest report. The first start may move this process
        into another cgroup, in which its children then are, too.
        """
        prepare()
        child = await cls.of(asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, env=environment, limit=most, start_new_session=True), most)
        child.order(order)
        return child

    @classmethod
    async def of(cls, start: Coroutine[Any, Any, Process], most: int) -> Self:
        """Return the child whose process is started so; if cancelled meanwhile, end it once it has started.

        Raises OSError if it cannot be started.
        """
        starting = asyncio.ensure_future(start)
        try:
            return cls(await asyncio.shield(starting), most)
        except asyncio.CancelledError:
            with suppress(OSError):  # else its process and pipes would be nobody's
                await cls(await starting, most).end(0.0)
            raise

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def order(self, order: Any) -> None:
        """Send an order; a child that has ended does not get it, which `report` shows."""
        assert self._process.stdin is not None
        if not self._process.stdin.is_closing():  # uvloop's raises then, asyncio's counts warnings
            with suppress(ConnectionError):
                self._process.stdin.write(json.dumps(order).encode() + b"\n")

    def break_off(self) -> None:
        """Close the child's stdin: it breaks its work off and ends."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    def kill(self) -> None:
        """Kill the child if it has not ended; what it was doing is cut off."""
        with suppress(ProcessLookupError):
            self._process.kill()

    async def report(self) -> dict[str, Any] | None:
        """Return the next report; None once the child has closed its stdout. Half a line of a dead child is left out.

        Raises ReportTooLong after it has killed the child, which would wait for its reader for ever.
        """
        assert self._process.stdout is not None
        try:
            line = await self._process.stdout.readline()
        except ValueError:
            self.kill()
            raise ReportTooLong(f"a child process wrote a line of more than {self._most} bytes") from None
        what: dict[str, Any] | None = json.loads(line) if line.endswith(b"\n") else None
        return what

    async def reports(self) -> AsyncIterator[dict[str, Any]]:
        """Yield reports until the child closes its stdout. Raises ReportTooLong."""
        while (what := await self.report()) is not None:
            yield what

    async def wait(self) -> str:
        """Wait until the child has ended; return how it died in words, or nothing if it ended with exit code 0."""
        code = await self._process.wait()
        if not code:
            return ""
        return f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"

    async def end(self, within: float) -> None:
        """Break the child's work off, and kill the child if it has not ended after `within` seconds."""
        self.break_off()
        try:
            async with at_most(within):
                await self._process.communicate()
        finally:
            self.kill()
            await self._process.wait()


# --- the side of a child with an event loop ---


async def run_child(work: Coroutine[Any, Any, None], ordered: Callable[[Any], None]) -> None:
    """Do the work, which is cancelled when stdin is closed; call `ordered` with each order that comes meanwhile."""
    working, listening = asyncio.create_task(work), asyncio.create_task(_listen(ordered))
    await asyncio.wait({working, listening}, return_when=asyncio.FIRST_COMPLETED)
    if not working.done():
        working.cancel()
    listening.cancel()
    with suppress(asyncio.CancelledError):
        await working


async def _listen(ordered: Callable[[Any], None]) -> None:
    reader = asyncio.StreamReader(limit=MOST_LINE)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin.buffer)
    while (line := await reader.readline()).endswith(b"\n"):
        ordered(json.loads(line))
