"""Tells a match when a time limit is over, once it is proven that the bot is late and not the referee.

When a deadline passes, the timer waits for a probe (`lateness.read_barrier`) before it tells the match: until then the
answer may lie unread. The match is told the moment up to which everything was read, and fails only what was due then.
It waits for LOST_AFTER in all, whatever becomes of its probes, so that no bot gains more by keeping the referee busy.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol

from lawspeaker_referee.match.events import Tick, Unread
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.server.lateness.read_barrier import LOST_AFTER, ReadBarrier
from lawspeaker_referee.server.lateness.running_time import running_time

NO_TIME: Final = float("-inf")
"""The deadline of a match that has work left which needs no bot."""


class BotLink(Protocol):
    """The connection of a bot, as far as it is read and written."""

    heard: int
    """Messages of the bot that were read."""

    def unread_since(self, moment: float, /) -> float | None:
        """Return since when the bot has not taken what was written to it before the moment; None if it has."""

    def said_by(self, moment: float, heard: int, /) -> bool:
        """Return True if all is read that the bot sent before the moment, given that a probe sent then was read.

        `heard` is the number of its messages that had been read when its time was up.
        """


@dataclass(frozen=True, slots=True)
class ExpiredDecision:
    """The moment when a decision's time was over, and what had been read by then."""

    at: float
    heard: dict[BotLink, int]
    """The number of messages that had been read of each bot."""


class DeadlineTimer:
    """The timer of one match. `players` are the bots by seat; the list may change while the match runs."""

    def __init__(
        self, match: Match, players: Sequence[BotLink | None], handle: Callable[[Tick | Unread, float], None],
    ) -> None:
        """`handle` takes each event for the match, and the time."""
        self._match, self._players, self._handle = match, players, handle
        self._barrier = ReadBarrier.here()
        self._expired: ExpiredDecision | None = None
        """None unless a probe is under way."""
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0
        self._patience: asyncio.TimerHandle | None = None
        """Ends the wait for a probe."""

    def stop(self) -> None:
        """Stop the timer."""
        for timer in (self._timer, self._patience):
            if timer is not None:
                timer.cancel()

    def arm(self) -> None:
        """Set the timer for the deadline of the match; call this after every event."""
        deadline = None if self._match.over else self._match.deadline
        # A timer that is too early stays: it will only look again, which is cheaper than a new one for every decision.
        if deadline is None or (self._timer is not None and self._timer_at <= deadline):
            return
        if self._expired is not None and deadline > NO_TIME:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer_at = deadline
        delay = max(0.0, deadline - running_time())
        self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    def _ring(self) -> None:
        self._timer = None
        now = running_time()
        deadline = self._match.deadline
        if deadline == NO_TIME:
            self._handle(Tick(), now)
        elif deadline is None or deadline > now:
            self.arm()
        elif self._expired is None:
            heard = {player: player.heard for player in self._players if player is not None}
            self._expired = ExpiredDecision(now, heard)
            self._barrier.ask(partial(self._all_read, self._expired))
            self._wait_for_probe(self._expired)

    def _wait_for_probe(self, expired: ExpiredDecision) -> None:
        """Look again when the probe of this moment counts as read at the latest."""
        left = expired.at + LOST_AFTER - running_time()
        if left > 0.0:  # the timers of the loop also count the time in which the process stood still
            self._patience = asyncio.get_running_loop().call_later(left, self._wait_for_probe, expired)
        else:
            self._all_read(expired, expired.at + LOST_AFTER)

    def _all_read(self, expired: ExpiredDecision, moment: float) -> None:
        """Tell the match that time is over: everything was read that came before `moment`."""
        if self._match.over or self._expired is not expired:
            return
        # A probe may overtake messages that wait behind others of the same bot, so those bots get another probe. But a
        # bot that sends without end is late in the end, too.
        all_read = all(player.said_by(moment, heard) for player, heard in expired.heard.items())
        if not all_read and moment < expired.at + LOST_AFTER:
            self._barrier.ask(partial(self._all_read, expired))
            return
        if self._patience is not None:
            self._patience.cancel()
        self._expired, now = None, running_time()
        for seat, player in enumerate(self._players):
            if player is not None and (since := player.unread_since(moment)) is not None:
                self._handle(Unread(seat, now - since), now)
        self._handle(Tick(expired.at), now)
