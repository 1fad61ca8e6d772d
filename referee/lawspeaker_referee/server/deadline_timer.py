"""Wakes a match when the time of a decision is over, once it is known whether its bot was late or we are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from lawspeaker_referee.match.events import Tick, Unread
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.server.lateness.read_barrier import LOST_AFTER, ReadBarrier
from lawspeaker_referee.server.lateness.running_time import running_time

NO_TIME: Final = float("-inf")
"""The deadline of a match that has work left which needs no bot."""


class BotLink(Protocol):
    """A seat's bot, as far as it hears and is heard."""

    heard: int
    """Messages of the bot that were read."""

    def unread_since(self, moment: float, /) -> float | None:
        """Since when the bot has not taken what was written to it before the moment; None if it has."""

    def said_by(self, moment: float, heard: int, /) -> bool:
        """Whether all that it sent before the moment is read, if probes are; `heard` is what was then."""


@dataclass(frozen=True, slots=True)
class ExpiredDecision:
    """What was so when a decision's time was over."""

    at: float
    heard: dict[BotLink, int]
    """Messages that were read of each bot."""


class DeadlineTimer:
    """See the module; `players` are those of the match by seat, and may change."""

    def __init__(
        self, match: Match, players: Sequence[BotLink | None], tell: Callable[[Tick | Unread, float], None],
    ) -> None:
        self._match, self._players, self._tell = match, players, tell
        self._sounding = ReadBarrier.here()
        self._due: ExpiredDecision | None = None
        """None unless probes are under way."""
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0

    def stop(self) -> None:
        """Wake it no more."""
        if self._timer is not None:
            self._timer.cancel()

    def arm(self) -> None:
        """See to it that Tick comes in time; a timer that is too early only looks again, which is cheaper."""
        deadline = None if self._match.over else self._match.deadline
        if deadline is None or (self._timer is not None and self._timer_at <= deadline):
            return
        if self._due is not None and deadline > NO_TIME:
            return
        self.stop()
        self._timer_at = deadline
        delay = max(0.0, deadline - running_time())
        self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    def _ring(self) -> None:
        self._timer = None
        now = running_time()
        deadline = self._match.deadline
        if deadline == NO_TIME:
            self._tell(Tick(), now)
        elif deadline is None or deadline > now:
            self.arm()
        elif self._due is None:
            self._due = ExpiredDecision(now, {player: player.heard for player in self._players if player is not None})
            self._sounding.ask(self._sounded)

    def _sounded(self, moment: float) -> None:
        """Probes that were sent at the moment have been read: who has not answered what was due before is late."""
        due = self._due
        if self._match.over or due is None:
            return
        all_said = all(player.said_by(moment, heard) for player, heard in due.heard.items())
        if not all_said and moment < due.at + LOST_AFTER:  # a bot that always says something is late in the end too
            self._sounding.ask(self._sounded)
            return
        self._due, now = None, running_time()
        for seat, player in enumerate(self._players):
            if player is not None and (since := player.unread_since(moment)) is not None:
                self._tell(Unread(seat, now - since), now)
        self._tell(Tick(due.at), now)
