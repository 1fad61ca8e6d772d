"""A process of lower priority that makes one call after another; if it dies, another one is started.

It leaves signals of the terminal to the referee, and ends after its call when the referee is gone.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Final, ParamSpec, TypeVar

from structlog.typing import FilteringBoundLogger

NICE: Final = 10
"""What it gives way by: matches come first."""
MOST_DEATHS: Final = 4
"""Processes that may die over one call."""
PAUSE: Final = 0.25
"""Seconds before another one, times those that died."""

P = ParamSpec("P")
R = TypeVar("R")


class Died(Exception):
    """A call over which one process after another has died."""


class _Dead(Exception):
    """The process is gone."""


class WorkerProcess:
    """Calls functions in a process of lower priority. They are module-level, and take and return plain data."""

    def __init__(self, task: str, log: FilteringBoundLogger) -> None:
        """`task` says in the log what it is for."""
        self._log = log.bind(task=task)
        self._thread = ThreadPoolExecutor(1, task)
        """Waits for the process."""
        self._process: SpawnProcess | None = None
        self._connection: Connection[Any, Any] | None = None
        self._closed = False

    async def call(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Return or raise what the function does; it is called again if the process dies. Raises Died."""
        loop = asyncio.get_running_loop()
        for deaths in range(1, MOST_DEATHS + 1):
            try:
                done, found = await loop.run_in_executor(self._thread, self._ask, (function, args, kwargs))
            except _Dead:
                self._log.warning("a process died; another one takes its place")
                await asyncio.sleep(PAUSE * deaths)
            else:
                if not done:
                    raise found
                return found  # type: ignore[no-any-return] # what the function gave
        raise Died(f"{MOST_DEATHS} processes died over it")

    def close(self) -> None:
        """End it at once, whatever it does."""
        self._closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._process is not None:
            self._process.kill()

    def _ask(self, call: object) -> tuple[bool, Any]:
        """In the thread. Raises _Dead."""
        try:
            if self._connection is None:
                self._connection = self._start()
            self._connection.send(call)
            answer: tuple[bool, Any] = self._connection.recv()
        except (EOFError, OSError):
            self._connection = None
            raise _Dead from None
        return answer

    def _start(self) -> Connection[Any, Any]:
        if self._closed:
            raise EOFError
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, NICE), daemon=True)
        process.start()
        theirs.close()
        self._process = process
        if self._closed:  # meanwhile: nobody else ends it now, and it ends by itself for no signal but this one
            process.kill()
        return ours


def _work(connection: Connection[Any, Any], nice: int) -> None:
    """The life of the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.nice(nice)
    with suppress(EOFError, OSError):  # the referee is gone
        while True:
            function, args, kwargs = connection.recv()
            try:
                answer = True, function(*args, **kwargs)
            except Exception as error:  # noqa: BLE001 - whatever it is, the referee is told
                error.add_note(traceback.format_exc())
                answer = False, error
            connection.send(answer)
