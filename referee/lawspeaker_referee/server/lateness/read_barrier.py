"""Up to when everything that reached this process has been read, as probes tell that take the way of an answer.

What bots send waits in the kernel, in gRPC and in the event loop, first come, first served, and a busy loop runs its
timers before it looks. A probe that this process sends to itself through gRPC stands in the same line: once it has been
read, so has everything that came before it was sent.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Final, Protocol
from weakref import WeakKeyDictionary, proxy

from lawspeaker_referee.server.lateness.running_time import running_time

EVERY: Final = 0.005
"""Seconds between two probes, at least."""
LOST_AFTER: Final = 5.0
"""Seconds after which a probe counts as read, wherever it is, and one that cannot be sent too: matches must end."""
ROUNDS: Final = 3
"""Rounds of the loop in which it has read what had come, where nothing comes through gRPC."""

Told = Callable[[float], None]

_soundings: WeakKeyDictionary[asyncio.AbstractEventLoop, ReadBarrier] = WeakKeyDictionary()


class ProbePath(Protocol):
    """How a probe is sent."""

    def send(self, came: Callable[[], None]) -> bool:
        """Send a probe that calls back where an answer would be read; False if none can be sent now."""


class EventLoop(Protocol):
    """What is needed of an event loop."""

    def call_later(self, delay: float, callback: Callable[..., Any], /, *args: Any) -> Any:
        """As asyncio's."""

    def call_soon(self, callback: Callable[..., Any], /, *args: Any) -> Any:
        """Likewise."""


class ReadBarrier:
    """Sends probes as long as anybody asks; times are seconds of `running_time`."""

    def __init__(self, loop: EventLoop, clock: Callable[[], float]) -> None:
        self.ways: list[ProbePath] = []
        """The last one is taken; without any the loop itself must do."""
        self._loop, self._clock = loop, clock
        self._asked: list[Told] = []
        self._out: deque[tuple[float, list[Told]]] = deque()
        """Probes on their way: when each was sent, and who wants to know of it."""
        self.heard = float("-inf")
        """All that came before this moment has been read."""
        self._floor = 0.0
        """Since when the probes that are out have been the only ones that could tell."""
        self._sent = float("-inf")
        self._barred: float | None = None
        """Since when no probe could be sent; None if the last one could."""
        self._timer: Any = None

    @classmethod
    def here(cls) -> ReadBarrier:
        """That of the running loop."""
        loop = asyncio.get_running_loop()
        if loop not in _soundings:
            _soundings[loop] = cls(proxy(loop), running_time)  # or what is kept of a loop would keep it
        return _soundings[loop]

    def ask(self, told: Told) -> None:
        """Call back once all that came before now has been read, with a moment from which on that is not known."""
        self._asked.append(told)
        self._sound()

    def lag(self, now: float, known: float) -> float:
        """Seconds that something read now may have lain unread, at most; `known` is what the loop itself tells."""
        self.go_on(now, known)
        return max(known, now - self._floor) if self._out else known

    def go_on(self, now: float, known: float) -> None:
        """Send a probe, if it is time and something may lie unread for long: busy loops call this all the time."""
        if (self._out or known > EVERY) and now - self._sent >= EVERY:
            self._send(now)

    def _sound(self) -> None:
        now = self._clock()
        if not self._asked or self._timer is not None:
            return
        wait = self._sent + EVERY - now
        if wait > 0.0 or not self._send(now):
            self._timer = self._loop.call_later(wait if wait > 0.0 else EVERY, self._again)

    def _again(self) -> None:
        self._timer = None
        self._sound()

    def _send(self, now: float) -> bool:
        def came() -> None:
            self._came(now)

        if self.ways and self.ways[-1].send(came):
            self._barred = None
        elif self.ways and not self._barred_for_long(now):
            return False
        else:
            self._go_round(ROUNDS, came)
        if not self._out:
            self._floor = now
        self._sent = now
        self._out.append((now, self._asked))
        self._asked = []
        self._loop.call_later(LOST_AFTER, self._lose, now)
        return True

    def _barred_for_long(self, now: float) -> bool:
        if self._barred is None:
            self._barred = now
        return now - self._barred >= LOST_AFTER

    def _go_round(self, left: int, came: Callable[[], None]) -> None:
        if left:
            self._loop.call_soon(self._go_round, left - 1, came)
        else:
            came()

    def _lose(self, sent: float) -> None:
        """Wait for a probe no longer; but what the loop has waited while the process stood still does not count."""
        left = sent + LOST_AFTER - self._clock()
        if left > EVERY:
            self._loop.call_later(left, self._lose, sent)
        else:
            self._came(sent)

    def _came(self, sent: float) -> None:
        """A probe was read, and so is whatever was before it, other probes too."""
        while self._out and self._out[0][0] <= sent:
            _, told = self._out.popleft()
            self.heard = self._floor = sent
            for each in told:
                each(sent)
