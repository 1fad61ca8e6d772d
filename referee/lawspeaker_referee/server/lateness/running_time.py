"""The time that this process has run: the monotonic clock without the stretches in which the process did not run.

A process that is stopped (SIGSTOP, a frozen container, a machine with too few processors) reads no answer and notices
nothing, while the monotonic clock goes on. So a thread reads that clock every BEAT seconds. If STILL seconds or more
lie between two readings, by whatever thread, the process did not run in between, and the gap is left out. A bot cannot
cause gaps: a thread waits for the interpreter some milliseconds at most, however much there is to read.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Collection
from threading import Lock, Thread
from typing import Any, Final

BEAT: Final = 0.01
STILL: Final = 0.05


class RunningTime:
    """Counts the seconds that the process has run, on a scale that begins with `clock` and never goes back."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._lock = clock, Lock()
        self._read = clock()
        self._stopped = float("-inf")
        """When the last gap began, on the scale of `now`."""
        self.stood_still = 0.0
        """Seconds that were left out so far."""

    def now(self) -> float:
        """Return the time. Any thread may call this, and one must at least every BEAT seconds."""
        with self._lock:
            now = self._clock()
            if (gap := now - self._read) >= STILL:
                before = self._read - self.stood_still
                # A process that only ever gets moments to run would stand still for ever, and no match would end. So
                # a gap that follows at once on another one leaves a BEAT of time.
                self.stood_still += gap - BEAT if before - self._stopped < BEAT else gap
                self._stopped = before
            self._read = now
            return now - self.stood_still


class _Process:
    """The running time of this process, and the thread that reads it."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Begin again without a thread: after a fork the child has none."""
        self.time = RunningTime(time.monotonic)
        self.thread: Thread | None = None

    def now(self) -> float:
        if self.thread is None:
            self.time.now()
            self.thread = Thread(target=self._beat, name="running time", daemon=True)
            self.thread.start()
        return self.time.now()

    def _beat(self) -> None:
        while True:
            time.sleep(BEAT)
            self.time.now()


_process = _Process()
os.register_at_fork(after_in_child=_process.begin)


def running_time() -> float:
    """Return the seconds that this process has run: the clock of all time limits."""
    return _process.now() if _process.thread is None else _process.time.now()


async def first_done(futures: Collection[asyncio.Future[Any]], within: float) -> None:
    """Wait until a future is done, or the process has run for `within` seconds; a loop's timers do not know of gaps."""
    until = running_time() + within
    while not any(each.done() for each in futures) and (left := until - running_time()) > 0.0:
        await asyncio.wait(futures, timeout=left, return_when=asyncio.FIRST_COMPLETED)


def stood_still() -> float:
    """Return the seconds that `running_time` has left out."""
    return _process.time.stood_still
