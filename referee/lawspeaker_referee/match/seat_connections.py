"""Whose bot is there: joining, lost connections that may come back, and seats that are left for good."""

from __future__ import annotations

from collections.abc import Sequence

from lawspeaker_engine.model import Seat
from lawspeaker_referee.config.clocks import Clock, owed, spell_time
from lawspeaker_referee.config.fault_policies import DISCONNECTED, EVIDENCE_BYTES, cut
from lawspeaker_referee.match.decisions import OpenDecisions
from lawspeaker_referee.match.events import BotInfo
from lawspeaker_referee.match.seats import SeatState


class SeatConnections:
    """See the module. What a seat that goes has left open, its docket answers."""

    def __init__(self, seats: Sequence[SeatState], clock: Clock, docket: OpenDecisions) -> None:
        self.started = False
        """Whether the match has begun; it may still wait for bots if it is resumed."""
        self.gather_until: float | None = None
        """Until then bots are waited for: to join, or to come back to a match that is resumed."""
        self._seats, self._clock, self._docket = seats, clock, docket

    @property
    def complete(self) -> bool:
        """Whether nobody is waited for any more, before the match begins or goes on."""
        if self.started:
            return all(seat.here or not seat.plays for seat in self._seats)
        return all(seat.here or seat.left for seat in self._seats)

    @property
    def deadlines(self) -> list[float]:
        """When lost connections are lost for good."""
        return [seat.back_by for seat in self._seats if seat.back_by is not None]

    def arrive(self, number: Seat, bot: BotInfo, now: float) -> None:
        """A bot takes its seat or comes back to it; a newer connection takes the place of an older one."""
        seat = self._seats[number]
        if self.started and seat.here:
            self.lose(number, now)
        if not self.started and self.gather_until is None:
            self.gather_until = now + self._clock.connect
        seat.bot, seat.here, seat.back_by = bot, True, None

    def lose(self, number: Seat, now: float) -> None:
        """A connection is gone; its clock runs on, and without a limit it has so long to come back."""
        seat = self._seats[number]
        if not self.started:
            seat.bot, seat.here = None, False
            return
        unlimited = self._clock.move_time is None and seat.plays and self.gather_until is None
        seat.lose(now + self._clock.reconnect if unlimited else None)
        if (each := self._docket.of_seat(number)) is not None:
            each.started = True

    def leave(self, number: Seat, fault: int, evidence: str, now: float) -> None:
        """A bot is gone for good."""
        seat = self._seats[number]
        if seat.left:
            return
        seat.left, seat.here = fault, False
        if not seat.conduct.out:
            seat.evidence = cut(evidence, EVIDENCE_BYTES)
        seat.stop()
        if (each := self._docket.of_seat(number)) is not None:
            self._docket.fail(each, seat.absence, seat.evidence, now)

    def reopened(self) -> None:
        """Who is gone by the steps of a record is gone."""
        for seat in self._seats:
            if seat.conduct.gone and not seat.left:
                seat.left = seat.conduct.gone
                seat.stop()

    def look(self, now: float) -> None:
        """Give up connections that were lost for too long; but who is late himself first gives the time back."""
        for number, seat in enumerate(self._seats):
            if seat.back_by is None or seat.back_by > now:
                continue
            if late := owed(seat.back_by, now, seat.given):
                seat.back_by = now + late
                seat.given += late
            else:
                self._did_not("come back", self._clock.reconnect, number, now)

    def give_up(self, now: float) -> None:
        """Who has not joined is gone; who has not come back is waited for as long as its clock says."""
        for number, seat in enumerate(self._seats):
            if seat.here or not seat.plays:
                continue
            if not self.started:
                self._did_not("join", self._clock.connect, number, now)
            elif self._clock.move_time is None:
                self._did_not("come back", self._clock.reconnect, number, now)

    def _did_not(self, what: str, within: float, number: Seat, now: float) -> None:
        self.leave(number, DISCONNECTED, f"did not {what} within {spell_time(within)}", now)
