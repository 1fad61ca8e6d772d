"""The time that this process has run: the monotonic clock without the stretches in which the process stood still.

A process that is stopped (SIGSTOP, a frozen container, a machine that has no core for it) reads no answer and notices
nothing, while the monotonic clock goes on. So a thread reads that clock every BEAT seconds: where STILL seconds or more
lie between two readings, whoever made them, the process did not run, and the gap is left out. Bots cannot make gaps: a
thread waits for the interpreter no longer than some milliseconds, however much is to be read.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Collection
from threading import Lock, Thread
from typing import Any, Final
from weakref import WeakKeyDictionary

BEAT: Final = 0.01
STILL: Final = 0.05


class RunningTime:
    """Seconds that the process has run, on a scale that begins as `clock` does and never goes back."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._lock = clock, Lock()
        self._read = clock()
        self._stopped = float("-inf")
        """When it stood still last, on the scale of `now`."""
        self.stood_still = 0.0
        """Seconds that were left out until now."""

    def now(self) -> float:
        """Read the clock; to be called from any thread, at least every BEAT seconds."""
        with self._lock:
            now = self._clock()
            if (gap := now - self._read) >= STILL:
                before = self._read - self.stood_still
                # where a process gets no more than moments, time must go on all the same, or no match would end
                self.stood_still += gap - BEAT if before - self._stopped < BEAT else gap
                self._stopped = before
            self._read = now
            return now - self.stood_still


class _Process:
    """The time of this process, and the thread that reads it."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Begin anew, without a thread: the child of a fork has none."""
        self.time = RunningTime(time.monotonic)
        self._thread: Thread | None = None

    def now(self) -> float:
        if self._thread is None:
            self.time.now()
            self._thread = Thread(target=self._beat, name="running time", daemon=True)
            self._thread.start()
        return self.time.now()

    def _beat(self) -> None:
        while True:
            time.sleep(BEAT)
            self.time.now()


_process = _Process()
os.register_at_fork(after_in_child=_process.begin)


def running_time() -> float:
    """Seconds that this process has run: what clocks of decisions are measured by."""
    return _process.now()


async def first_done(futures: Collection[asyncio.Future[Any]], within: float) -> None:
    """Wait until one of them is done, or the process has run for so many seconds: a loop's timers know of no stops."""
    until = running_time() + within
    while not any(each.done() for each in futures) and (left := until - running_time()) > 0.0:
        await asyncio.wait(futures, timeout=left, return_when=asyncio.FIRST_COMPLETED)


def stood_still() -> float:
    """Seconds that `running_time` has left out."""
    return _process.time.stood_still


LEAST: Final = 0.001
"""Seconds that are no lag yet: every round of a loop takes some time."""

_pulses: WeakKeyDictionary[asyncio.AbstractEventLoop, LoopLag] = WeakKeyDictionary()


class LoopLag:
    """Knows since when a loop has been busy without a rest; times are seconds of `running_time`.

    A loop looks for news, works off what it found, and looks again. What is read in one round may have come any time
    since the round before it began; after a round in which nothing was done it has only just come.
    """

    def __init__(self, call_soon: Callable[[Callable[[], None]], object], clock: Callable[[], float]) -> None:
        self._call_soon, self._clock = call_soon, clock
        self.busy = False
        """Whether the loop has had no rest since it did something."""
        self._worked = False
        self._this_round = self._round_before = 0.0

    @classmethod
    def here(cls) -> LoopLag:
        """That of the running loop."""
        loop = asyncio.get_running_loop()
        if loop not in _pulses:
            # with the loop's own method what is kept of it would keep it
            _pulses[loop] = cls(lambda callback: asyncio.get_running_loop().call_soon(callback), running_time)
        return _pulses[loop]

    def work(self, now: float) -> None:
        """Something is done in this round."""
        self._worked = True
        if not self.busy:
            self.busy = True
            self._this_round = self._round_before = now
            self._call_soon(self._next_round)

    def lag(self, now: float) -> float:
        """Seconds that something read now may have lain unread, at most; 0 if it did not."""
        late = now - self._round_before if self.busy else 0.0
        return late if late >= LEAST else 0.0

    def _next_round(self) -> None:
        if not self._worked:
            self.busy = False
            return
        self._worked = False
        self._round_before, self._this_round = self._this_round, self._clock()
        self._call_soon(self._next_round)
