"""The protocol between the referee and worker processes of its own: plain data as lines of JSON.

The parent writes orders to the child's stdin, the first one at the start; the child writes reports to stdout. When
stdin is closed, which also happens when the parent dies, the child breaks its work off and ends. The parent's side is
`ChildProcess`; the child's side is `run_child` with `report`. The supervisor of a bot imports nothing of this: it must
start quickly and stay small, so it has a pipe of its own with one report at the start and one at the end.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, Final, NoReturn, Self

MOST_LINE: Final = 1 << 20
"""Bytes of a line at most."""

Tell = Callable[[dict[str, Any]], None]
"""Takes a report of a child: plain data."""


# --- the parent's side ---


class ChildProcess:
    """A worker process of our own, as its parent sees it."""

    def __init__(self, process: Process) -> None:
        """Use `start`."""
        self._process = process

    @classmethod
    async def start(cls, command: Sequence[str], order: dict[str, Any]) -> Self:
        """Start a process with its first order. Raises OSError if it cannot be started.

        It heads a session of its own, so that Ctrl-C on a terminal reaches the referee alone.
        """
        child = cls(await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, limit=MOST_LINE, start_new_session=True))
        child.order(order)
        return child

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def order(self, order: Any) -> None:
        """Send an order; a child that has ended does not get it, which `reports` shows."""
        assert self._process.stdin is not None
        with suppress(ConnectionError):
            self._process.stdin.write(json.dumps(order).encode() + b"\n")

    def break_off(self) -> None:
        """Close the child's stdin: it breaks its work off and ends."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    async def reports(self) -> AsyncIterator[dict[str, Any]]:
        """Yield reports until the child closes its stdout; half a line of a child that died is left out."""
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            if line.endswith(b"\n"):
                yield json.loads(line)

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
            async with asyncio.timeout(within):
                await self._process.communicate()
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


# --- the child's side ---


def first_order() -> dict[str, Any]:
    """Return the first order on stdin."""
    with open(0, "rb", buffering=0, closefd=False) as stdin:  # later orders must stay in the pipe
        order: dict[str, Any] = json.loads(stdin.readline())
    return order


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


def report(what: dict[str, Any]) -> None:
    """Write a report to stdout."""
    with suppress(BrokenPipeError):  # the parent is gone and reads nothing; a closed stdin will say so
        os.write(sys.stdout.fileno(), json.dumps(what).encode() + b"\n")


def fail(error: Exception) -> NoReturn:
    """Report an error in one line, and end with exit code 1."""
    where = f"{error.filename}: " if isinstance(error, OSError) and error.filename else ""
    words = error.strerror if isinstance(error, OSError) and error.strerror else error
    report({"failure": f"{where}{words}"})
    sys.exit(1)
