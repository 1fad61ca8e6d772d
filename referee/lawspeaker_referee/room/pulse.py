"""How late an event loop is: what it read may have lain for as long as the loop was busy with something else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final
from weakref import WeakKeyDictionary

from lawspeaker_referee.room.running import running_time

LEAST: Final = 0.001
"""Seconds that are no lag yet: every round of a loop takes some time."""

_pulses: WeakKeyDictionary[asyncio.AbstractEventLoop, Pulse] = WeakKeyDictionary()


class Pulse:
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
    def here(cls) -> Pulse:
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
