"""Results that wait to be counted: those that come fast are counted together, in one transaction of the ledger.

Nothing is lost with them. A match keeps its lease until it is counted, and its record is on the disk: who leases it
next, because its worker has died, counts it from there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic
from typing import Final

from lawspeaker_referee.competition.results import VerifiedMatch

COUNT_EVERY: Final = 0.5
"""Seconds between two transactions, unless more results wait than MOST_WAITING."""
MOST_WAITING: Final = 32


class ResultQueue:
    """The results of one worker. A result that comes later than COUNT_EVERY after the last transaction never waits."""

    def __init__(self, count: Callable[[Sequence[VerifiedMatch]], Awaitable[None]],
                 clock: Callable[[], float] = monotonic) -> None:
        """`count` counts matches in one transaction."""
        self._count, self._clock = count, clock
        self._waiting: list[VerifiedMatch] = []
        self._turn = asyncio.Lock()
        self._due = 0.0
        """From when on what waits is counted."""

    async def add(self, match: VerifiedMatch) -> None:
        """Count a match, now or with others."""
        self._waiting.append(match)
        await self.count_due()

    async def count_due(self) -> None:
        """Count what waits if it is time."""
        if self._clock() >= self._due or len(self._waiting) >= MOST_WAITING:
            await self.count_all()

    async def count_all(self) -> bool:
        """Count all that waits; return whether that was anything."""
        async with self._turn:
            matches, self._waiting = self._waiting, []
            if matches:
                await self._count(matches)
                self._due = self._clock() + COUNT_EVERY
            return bool(matches)
