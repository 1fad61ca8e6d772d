"""Says up to which moment everything has been read that reached this process, and how long a message may have waited.

What bots send waits in the kernel, in gRPC and in the event loop, first come, first served. A busy loop runs its timers
before it looks for messages, so a time limit may be over while the answer is already there. A probe, which this process
sends to itself through gRPC, waits in the same queues: once it is read, so is everything that came before it was sent.
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
"""Seconds after which a probe counts as read, even if it could not be sent: matches must end."""
ROUNDS: Final = 3
"""Rounds of the loop in which it reads what had come, used where nothing comes through gRPC."""
LEAST: Final = 0.001
"""Seconds that count as no lag: every round of a loop takes some time."""

ReadUntil = Callable[[float], None]
"""Called with a moment; everything that came before it has been read."""


class ProbePath(Protocol):
    """Sends probes."""

    def send(self, came: Callable[[], None]) -> bool:
        """Send a probe, and call back where an answer would be read; return False if none can be sent now."""


class EventLoop(Protocol):
    """The methods of an event loop that are used here."""

    def call_later(self, delay: float, callback: Callable[..., Any], /, *args: Any) -> Any:
        """Do as asyncio's loop does."""

    def call_soon(self, callback: Callable[..., Any], /, *args: Any) -> Any:
        """Do as asyncio's loop does."""


class LoopLag:
    """Knows since when a loop has been busy without a pause; times are seconds of `running_time`.

    A loop looks for messages, works on what it found, and looks again. A message that is read in one round may have
    come any time since the round before began. After a round without work it has only just come.
    """

    def __init__(self, loop: EventLoop, clock: Callable[[], float]) -> None:
        self._loop, self._clock = loop, clock
        self._busy = self._worked = False
        """True since the loop did something without a pause; and if it did something in this round."""
        self._this_round = self._round_before = 0.0

    def work(self, now: float) -> None:
        """Note that something is done in this round."""
        self._worked = True
        if not self._busy:
            self._busy = True
            self._this_round = self._round_before = now
            self._loop.call_soon(self._next_round)

    def lag(self, now: float) -> float:
        """Return the seconds that a message that is read now may have waited, at most."""
        late = now - self._round_before if self._busy else 0.0
        return late if late >= LEAST else 0.0

    def _next_round(self) -> None:
        if not self._worked:
            self._busy = False
            return
        self._worked = False
        self._round_before, self._this_round = self._this_round, self._clock()
        self._loop.call_soon(self._next_round)


_barriers: WeakKeyDictionary[asyncio.AbstractEventLoop, ReadBarrier] = WeakKeyDictionary()


class ReadBarrier:
    """Sends probes while somebody asks or the loop is busy; one per event loop. Times are seconds of `running_time`."""

    def __init__(self, loop: EventLoop, clock: Callable[[], float]) -> None:
        self.paths: list[ProbePath] = []
        """The last one is used; without any, some rounds of the loop count as a probe."""
        self.read_until = float("-inf")
        """Everything that came before this moment has been read."""
        self.loop_lag = LoopLag(loop, clock)
        self._loop, self._clock = loop, clock
        self._asked: list[ReadUntil] = []
        """The callbacks that wait for a probe that is still to be sent."""
        self._out: deque[tuple[float, list[ReadUntil]]] = deque()
        """The probes on their way, oldest first: when each was sent, and who waits for it."""
        self._since = 0.0
        """While probes are out: a message that is read now came after this moment."""
        self._sent = self._tried = float("-inf")
        """When the last probe was sent, and when a busy loop last tried to send one."""
        self._blocked: float | None = None
        """Since when no probe could be sent; None if the last one could."""
        self._timer: Any = None

    @classmethod
    def here(cls) -> ReadBarrier:
        """Return the barrier of the running loop."""
        loop = asyncio.get_running_loop()
        if loop not in _barriers:
            _barriers[loop] = cls(proxy(loop), running_time)  # a strong reference would keep the loop for ever
        return _barriers[loop]

    def ask(self, answer: ReadUntil) -> None:
        """Call `answer` once everything has been read that came before now, with that moment or a later one."""
        # The callback waits for a probe that is sent from now on: one that is already out says nothing of what came
        # after it was sent.
        self._asked.append(answer)
        self._send_for_asked()

    def work(self, now: float) -> None:
        """Note that the loop does something now. A busy loop must call this often, since it sends probes meanwhile."""
        self.loop_lag.work(now)
        if now - self._tried >= EVERY:
            self._send_if_due(now, self.loop_lag.lag(now))

    def lag(self, now: float) -> float:
        """Return the seconds that a message that is read now may have waited, at most."""
        # The loop's own lag is known without a probe. Probes find what waits before the loop: in gRPC and in the
        # kernel.
        known = self.loop_lag.lag(now)
        if now - self._tried >= EVERY:
            self._send_if_due(now, known)
        return max(known, now - self._since) if self._out else known

    def _send_if_due(self, now: float, loop_lag: float) -> None:
        """Send a probe while messages may be waiting for long, so that it is known for how long."""
        # Once a probe is out others follow at intervals: with a single one the lag would be known only as coarsely as
        # the time it takes, and answers that are so much late would pass.
        if self._out or loop_lag > EVERY:
            self._tried = now
            if now - self._sent >= EVERY:
                self._send(now)

    def _send_for_asked(self) -> None:
        now = self._clock()
        if not self._asked or self._timer is not None:
            return
        wait = self._sent + EVERY - now
        # Many deadlines may pass in one round; one probe serves all of them.
        if wait > 0.0 or not self._send(now):
            self._timer = self._loop.call_later(wait if wait > 0.0 else EVERY, self._send_again)

    def _send_again(self) -> None:
        self._timer = None
        self._send_for_asked()

    def _send(self, now: float) -> bool:
        """Send a probe for all who asked; return False if it cannot be sent yet."""
        def came() -> None:
            self._came(now)

        if self.paths and self.paths[-1].send(came):
            self._blocked = None
        # A probe that cannot be sent, as when each connection has one on its way, is tried again. After a while rounds
        # of the loop must do, because matches must end.
        elif self.paths and not self._blocked_for_long(now):
            return False
        else:
            self._go_round(ROUNDS, came)
        # With probes on the way `_since` stays: a message that is read now may have waited since the last one that came
        # back was sent.
        if not self._out:
            self._since = now
        self._sent = now
        self._out.append((now, self._asked))
        self._asked = []
        # The timers of the loop also count the time in which the process stood still; `_give_up` waits for that again.
        self._loop.call_later(LOST_AFTER, self._give_up, now)
        return True

    def _blocked_for_long(self, now: float) -> bool:
        if self._blocked is None:
            self._blocked = now
        return now - self._blocked >= LOST_AFTER

    def _go_round(self, left: int, came: Callable[[], None]) -> None:
        if left:
            self._loop.call_soon(self._go_round, left - 1, came)
        else:
            came()

    def _give_up(self, sent: float) -> None:
        """Count a probe as read that is still out, but wait again for as long as the process stood still meanwhile."""
        left = sent + LOST_AFTER - self._clock()
        if left > EVERY:
            self._loop.call_later(left, self._give_up, sent)
        else:
            self._came(sent)

    def _came(self, sent: float) -> None:
        """Count this probe and all earlier ones as read."""
        # Probes may overtake each other, as each has a connection of its own. A later one that has come proves for all
        # earlier ones that what came before them was read.
        while self._out and self._out[0][0] <= sent:
            _, asked = self._out.popleft()
            self.read_until = self._since = sent
            for answer in asked:
                answer(sent)
