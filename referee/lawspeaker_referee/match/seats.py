"""The seats of a match: the one owner of what is known of each seat and of its bot's connection."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from lawspeaker_engine.model import Seat
from lawspeaker_referee.config.clocks import Clock, compensation, longest_waits
from lawspeaker_referee.config.durations import format_duration
from lawspeaker_referee.config.fault_policies import DISQUALIFIED, LEAVING, RESIGNED
from lawspeaker_referee.match.events import AUTOMA, BotInfo
from lawspeaker_referee.match.faults import EVIDENCE_BYTES, FaultCount, cut


@dataclass(slots=True)
class SeatState:
    """The state of one seat."""

    clock: Clock
    bank_us: int = 0
    """In microseconds: integers, so that a resumed match has exactly the same bank."""
    bot: BotInfo | None = None
    """None before a bot joined."""
    connected: bool = False
    plays: bool = True
    """False once the bot is gone for good or disqualified, and for a seat that the rules play: it is asked nothing."""
    back_by: float | None = None
    """When a lost connection is given up; None if the time limits of the seat's decisions decide that."""
    extension: float = 0.0
    """Seconds by which `back_by` was put off because the referee was late."""
    left: int = 0
    """The fault with which the bot went for good; 0 if it did not."""
    evidence: str = ""
    """A few words on why the bot left or is disqualified."""
    events: list[bytes] = field(default_factory=list)
    """Serialized acts since the seat's last request, as far as the seat may see them."""
    unanswered: list[bytes] = field(default_factory=list)
    """The events of requests since the last one that the bot answered itself: perhaps they never reached it."""
    shown: Any = None
    """The view of the seat's last request, from which its text goes on; None before one, and where no text needs it."""
    answered: Any = None
    """The view of the last request that the bot answered itself: perhaps later ones never reached it."""
    last_charged_us: int = 0
    annotations_left: int = 512 << 10
    """Bytes of long annotations that its bot may still write."""
    faults: FaultCount = field(default_factory=FaultCount)

    @property
    def asked_in_process(self) -> bool:
        """Return True for a bot in this process that is asked without a message: it looks at what it wants to know."""
        bot = self.bot
        return bot is not None and bot.in_process and not (bot.text or bot.positions)

    @property
    def absence(self) -> int:
        """Return the fault of all decisions of a seat that does not play; 0 if it plays."""
        absence = self.faults.absence  # once out or resigned, it stays so when its bot leaves
        return absence if absence in {DISQUALIFIED, RESIGNED} else self.left

    def count_annotation(self, annotation: str) -> None:
        """Take the bytes of an annotation from those that are left."""
        self.annotations_left = max(0, self.annotations_left - len(annotation.encode()))

    def stop(self) -> None:
        """Ask this seat nothing from now on."""
        self.plays, self.back_by = False, None
        self.events, self.unanswered = [], []


class Seats:
    """All seats of a match, and for how long it waits for their bots.

    A match waits until `gather_until` for bots to join, or to come back if it is resumed. Once it runs, a bot that
    loses its connection may come back, and its clock runs on meanwhile. The caller answers for seats that left.
    """

    def __init__(self, clocks: Sequence[Clock], unmanned: Container[Seat] = ()) -> None:
        self.states = [SeatState(clock, bank_us=round(clock.bank * 1e6)) for clock in clocks]
        """The state of each seat."""
        for number, state in enumerate(self.states):
            if number in unmanned:
                state.bot, state.plays = AUTOMA, False
        self.started = False
        """True once the match has begun, also while a resumed match still waits for its bots."""
        self.gather_until: float | None = None
        """None while nobody is waited for: before the first bot joined, and while the match runs."""
        self._connect, self._reconnect = longest_waits(clocks)

    @property
    def complete(self) -> bool:
        """Return True if every bot is here or gone for good, so that the match can begin or go on."""
        if self.started:
            return all(seat.connected or not seat.plays for seat in self.states)
        return all(seat.connected or seat.left or not seat.plays for seat in self.states)

    @property
    def any_back(self) -> bool:
        """Return True if a bot is connected, or if nobody is missed any more."""
        return any(seat.connected for seat in self.states) or not any(seat.plays for seat in self.states)

    @property
    def deadlines(self) -> list[float]:
        """Return when lost connections are given up."""
        return [seat.back_by for seat in self.states if seat.back_by is not None]

    def connect(self, number: Seat, bot: BotInfo, now: float) -> None:
        """Note that a bot takes its seat or comes back to it."""
        seat = self.states[number]
        if not self.started and self.gather_until is None:
            self.gather_until = now + self._connect
        seat.bot, seat.connected, seat.back_by = bot, True, None

    def disconnect(self, number: Seat, now: float) -> None:
        """Note that a connection is lost. Without a time limit of moves the bot has a limited time to come back."""
        seat = self.states[number]
        seat.connected = False
        if not self.started:
            seat.bot = None
            return
        unlimited = seat.clock.move_time is None and seat.plays and self.gather_until is None
        seat.back_by, seat.extension = now + seat.clock.reconnect if unlimited else None, 0.0
        # Perhaps the last requests never arrived, so the next one repeats their events.
        seat.events = seat.unanswered + seat.events
        seat.unanswered = []
        seat.shown = seat.answered

    def expect(self, number: Seat, bot: BotInfo | None) -> None:
        """Note who was to sit at a seat that nobody has joined."""
        self.states[number].bot = self.states[number].bot or bot

    def leave(self, number: Seat, fault: int, evidence: str) -> bool:
        """Note that a bot is gone for good, with this fault; return False if it was gone already."""
        seat = self.states[number]
        if seat.left:
            return False
        seat.left, seat.connected = fault, False
        if not seat.faults.absence:
            seat.evidence = cut(evidence, EVIDENCE_BYTES)
        seat.stop()
        return True

    def leave_as_recorded(self) -> None:
        """Take the bots for gone whose recorded faults say so, in a match that is resumed."""
        for seat in self.states:
            if seat.faults.gone in LEAVING and not seat.left:
                seat.left = seat.faults.gone
                seat.stop()

    def overdue(self, now: float) -> Iterator[tuple[Seat, str]]:
        """Yield each seat whose connection is lost for too long, with the evidence.

        If the referee itself looks too late, the bot gets that time back first.
        """
        for number, seat in enumerate(self.states):
            if seat.back_by is None or seat.back_by > now:
                continue
            if late := compensation(seat.back_by, now, seat.extension):
                seat.back_by = now + late
                seat.extension += late
            else:
                yield number, f"did not come back within {format_duration(seat.clock.reconnect)}"

    def wait_for_return(self, now: float) -> None:
        """Wait for the bots of a match that is resumed."""
        self.started, self.gather_until = True, now + self._reconnect

    def missing(self) -> Iterator[tuple[Seat, str]]:
        """Yield each seat that is given up when the time to gather is over, with the evidence.

        In a match that has begun and has time limits nobody is given up: there the limits of decisions go on.
        """
        for number, seat in enumerate(self.states):
            if seat.connected or not seat.plays:
                continue
            if not self.started:
                yield number, f"did not join within {format_duration(self._connect)}"
            elif seat.clock.move_time is None:
                yield number, f"did not come back within {format_duration(self._reconnect)}"
