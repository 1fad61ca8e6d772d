"""Turns for what takes processor time: one call after another, in a share of the time, and fair to every address."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from time import monotonic
from typing import Final

from lawspeaker_referee.web.answers import Answer

BURST: Final = 20.0
"""Seconds that calls may take at once after a quiet time, so that a few readers wait for nothing but their own."""


class Turns:
    """Lets one call after another be made, in a share of the time, and only so many wait.

    Addresses take turns. Where too many wait, an address that has fewer waiting takes the place of the last one of the
    address that has most.
    """

    def __init__(self, share: float, most: int, clock: Callable[[], float] = monotonic) -> None:
        """Let the calls take this share of the time, and at most `most` wait; the clock is in seconds."""
        self._share, self._most, self._clock = share, most, clock
        self._waiting = OrderedDict[str, deque[asyncio.Future[bool]]]()
        """By address; the one whose turn is next comes first. A future becomes False if it is refused."""
        self._busy = False
        self._paid_until = clock() - BURST / share
        """The moment until which all calls so far are paid for, when each second pays for `share` seconds of them."""

    async def call(self, make: Callable[[], Awaitable[Answer]], source: str = "") -> Answer:
        """Return what `make` returns, or a line that says that too many wait; `source` is the address that asks."""
        if not await self._turn(source):
            return Answer.line(HTTPStatus.SERVICE_UNAVAILABLE, "too much is asked for at once; try again in a few "
                               "seconds", **{"Retry-After": "5"})
        try:
            await asyncio.sleep(max(0.0, self._paid_until - self._clock()))
            began = self._clock()
            try:
                return await make()
            finally:
                taken = (self._clock() - began) / self._share
                self._paid_until = max(self._paid_until, began - BURST / self._share) + taken
        finally:
            self._next()

    async def _turn(self, source: str) -> bool:
        """Wait for the turn of an address; return False if it is refused."""
        if not self._busy:
            self._busy = True
            return True
        # The one whose call is made counts too, so that `most` is all that can be asked for at once.
        if sum(map(len, self._waiting.values())) + 1 >= self._most and not self._give_up(source):
            return False
        mine: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(source, deque()).append(mine)
        try:
            return await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled() and mine.result():
                self._next()  # it came just now
            else:
                self._remove(source, mine)
            raise

    def _give_up(self, source: str) -> bool:
        """Refuse the last one of the address with most, for one of `source`; return False if that has no fewer."""
        if not self._waiting:
            return False
        largest = max(self._waiting, key=lambda each: len(self._waiting[each]))
        if len(self._waiting[largest]) <= len(self._waiting.get(source, ())) + 1:
            return False
        loser = self._waiting[largest][-1]
        self._remove(largest, loser)
        if not loser.done():
            loser.set_result(False)
        return True

    def _next(self) -> None:
        """Give the turn to the next address."""
        while self._waiting:
            source, futures = next(iter(self._waiting.items()))
            chosen = futures[0]
            self._remove(source, chosen)
            if source in self._waiting:
                self._waiting.move_to_end(source)
            if not chosen.done():  # its caller was cancelled just now
                chosen.set_result(True)
                return
        self._busy = False

    def _remove(self, source: str, future: asyncio.Future[bool]) -> None:
        futures = self._waiting.get(source)
        if futures is not None and future in futures:
            futures.remove(future)
            if not futures:
                del self._waiting[source]
