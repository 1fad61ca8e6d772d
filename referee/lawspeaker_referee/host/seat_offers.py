"""Gives returning bots their seats again, no faster than the budget of their token allows.

What a bot gets back costs: each match is told and asked anew. So it gets its seats in turns, between which the loop
serves others, and waits when its budget is used up. A seat that waits is a lost connection like any other: its clock
runs, and its rivals' do not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Final

from lawspeaker_engine.model import Seat
from lawspeaker_referee.server.budgets import CPU, RETURNS
from lawspeaker_referee.server.connection import BotConnection
from lawspeaker_referee.server.match_runner import MatchRunner

TURN: Final = 0.002
"""Seconds of CPU time after which others are served before more seats are given back."""

WaitingSeats = Iterator[tuple[MatchRunner, Seat]]
"""The seats that a stream can take now, found one by one while it is read."""


class SeatOffers:
    """The streams that are getting seats back."""

    def __init__(self, waiting: Callable[[BotConnection], WaitingSeats],
                 restored: Callable[[BotConnection], None]) -> None:
        """`waiting` finds seats for a stream; `restored` is told of a stream that has got all, if that took time."""
        self._waiting, self._restored = waiting, restored
        self._later: dict[BotConnection, asyncio.Handle] = {}
        self._slowed: set[BotConnection] = set()
        """Those whose wait for CPU time is counted."""
        self._again: set[BotConnection] = set()
        """Streams for which more seats became free meanwhile."""

    def offer(self, stream: BotConnection) -> None:
        """Give a stream the seats that wait for it: at once if the budget of its token has room, else later."""
        if stream in self._later:
            self._again.add(stream)
        else:
            self._begin(stream, self._waiting(stream))

    def forget(self, stream: BotConnection) -> None:
        """Give a stream that is gone nothing more."""
        self._again.discard(stream)
        self._slowed.discard(stream)
        if (later := self._later.pop(stream, None)) is not None:
            later.cancel()

    def _begin(self, stream: BotConnection, seats: WaitingSeats) -> None:
        """Give seats if there are any and the token has a return left."""
        with stream.budget.charged():
            first = next(seats, None)
        if first is None:
            self._done(stream)
        elif wait := stream.budget.take_return():
            stream.budget.slowed(RETURNS, stream.label, wait)
            self._postpone(stream, wait, lambda: self._begin(stream, self._waiting(stream)))
        else:
            self._give(stream, first, seats)

    def _give(self, stream: BotConnection, seat: tuple[MatchRunner, Seat] | None, seats: WaitingSeats) -> None:
        """Give seats for a turn, beginning with one that was found."""
        budget, until = stream.budget, stream.budget.cpu() + TURN
        while seat is not None:
            if wait := budget.wait():
                if stream not in self._slowed:
                    self._slowed.add(stream)
                    budget.slowed(CPU, stream.label, wait)
                self._postpone(stream, wait, lambda: self._go_on(stream))
                return
            with budget.charged():
                seat[0].returned(seat[1], stream)
                seat = next(seats, None)
            if seat is not None and budget.cpu() >= until:
                self._postpone(stream, 0.0, lambda: self._go_on(stream))
                return
        self._done(stream)

    def _postpone(self, stream: BotConnection, wait: float, then: Callable[[], None]) -> None:
        """Do something later, unless the stream is gone then."""
        stream.restoring = True
        self._later[stream] = asyncio.get_running_loop().call_later(wait, then)

    def _go_on(self, stream: BotConnection) -> None:
        """Look anew which seats wait: matches may have ended meanwhile, and other streams may have taken seats."""
        with stream.budget.charged():
            seats = self._waiting(stream)
            first = next(seats, None)
        self._later.pop(stream, None)
        if first is None:
            self._done(stream)
        else:
            self._give(stream, first, seats)

    def _done(self, stream: BotConnection) -> None:
        self._later.pop(stream, None)
        if stream in self._again:
            self._again.discard(stream)
            self._begin(stream, self._waiting(stream))
        elif stream.restoring:
            stream.restoring = False
            self._slowed.discard(stream)
            self._restored(stream)
