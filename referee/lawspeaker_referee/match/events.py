"""The events that a match takes, and the sends that it returns.

They are structs of msgspec: some are made for every decision, and a frozen dataclass takes five to eight times as long.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from msgspec import Struct

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.record_pb2 import RecordEntry, RecordFooter
from lawspeaker.v1.referee_service_pb2 import PlayResponse
from lawspeaker_engine.model import Decision, Outcome, Seat


@dataclass(frozen=True, slots=True)
class BotInfo:
    """The bot of a seat, as it introduced itself."""

    name: str
    version: str = ""
    sdk: str = ""
    identity: str = ""
    """The name of the token that lets the bot come back; empty for one that cannot."""
    text: bool = False
    """True if it wants its decisions as text, too."""
    text_in_full: bool = False
    """True if it wants each text complete in itself, without a text of the match's start."""
    positions: bool = False
    """True if it wants a position with each decision."""
    files: bytes = b""
    """The SHA-256 of its files, if it was started here and has any."""
    in_process: bool = False
    """True for an object of the referee's process, which no clock can end."""
    person: bool = False
    """True for a person to whom the referee gave the seat, at a terminal or at a page."""


AUTOMA: Final = BotInfo("automa")
"""Stands where others name the bot of a seat that the rules play."""


class Joined(Struct, frozen=True):
    """A bot took its seat. The match starts when every seat is taken or given up."""

    seat: Seat
    bot: BotInfo


class Written(Struct, frozen=True):
    """The request of a decision left the referee: its clock starts now, not when the game asked."""

    seat: Seat
    decision_id: int
    round_trip: float = 0.0
    """Seconds that a message takes to the bot and back, as measured on its stream; 0 if unknown."""
    lag: float = 0.0
    """The request may have left so many seconds ago, because the referee noticed late."""


class Unread(Struct, frozen=True):
    """A bot does not read what is written to it: the clock of a request that waits for it starts all the same."""

    seat: Seat
    lag: float = 0.0
    """Seconds since it stopped reading."""


class Answered(Struct, frozen=True):
    """An answer was read."""

    seat: Seat
    decision_id: int
    picks: Sequence[int]
    annotation: str = ""
    tokens: tuple[int, int] = (0, 0)
    """The tokens that the bot's model read and wrote for it, as the bot says."""
    origin: int = 0
    """How it came about, as the bot says; 0 for the bot's own answer."""
    resign: bool = False
    """True if the bot resigns; then its picks do not count."""
    lag: float = 0.0
    """Seconds that it may have waited until the referee read it; they are not charged."""
    after: float = float("-inf")
    """A moment before it came: if the time limit was over by then, the answer is too late."""


class Faulty(Struct, frozen=True):
    """A bot sent something that is no answer: it counts as a refused answer to its open decision."""

    seat: Seat
    fault: int = Fault.FAULT_MALFORMED
    evidence: str = ""


class Away(Struct, frozen=True):
    """A bot lost its connection: its clock runs on, and nothing is answered for it until its time is up."""

    seat: Seat


class Returned(Struct, frozen=True):
    """A bot is connected again: it is told about the match, and asked again what is open."""

    seat: Seat
    bot: BotInfo


class Left(Struct, frozen=True):
    """A bot is gone for good: from now on substitutes answer for it at once, as the fault policy says."""

    seat: Seat
    fault: int = Fault.FAULT_DISCONNECTED
    """Disconnected or crashed; or referee, if the referee is to blame, which voids the match."""
    evidence: str = ""
    """A few words for the record, such as an exit code."""


class Tick(Struct, frozen=True):
    """The deadline of the match has passed."""

    heard: float | None = None
    """Everything was read that came before this moment, so a missing answer is late; None for the time of the event."""


class Voided(Struct, frozen=True):
    """The match cannot go on through no fault of the bots."""

    reason: str


Event = Joined | Written | Unread | Answered | Faulty | Away | Returned | Left | Tick | Voided


class ToSeat(Struct, frozen=True):
    """A message for the bot of a seat."""

    seat: Seat
    data: bytes
    """A PlayResponse."""
    decision_id: int = 0
    """If not 0, the match wants to know by Written when the message has left."""
    refused: int = 0
    """The RejectReason of a refusal; 0 for anything else."""
    cpu: float = 0.0
    """Seconds of CPU time that its text and its position took, if a clock for that was given."""

    @property
    def message(self) -> PlayResponse:
        """Return the parsed message, for tests and tools."""
        return PlayResponse.FromString(self.data)


class AskInProcess(Struct, frozen=True):
    """A decision for a bot in this process; what it does not look at is not made.

    `view` and `data` hold until the match takes another event.
    """

    seat: Seat
    decision_id: int
    decision: Decision
    view: Callable[[], Any]
    """Returns the engine's own view of the seat."""
    data: Callable[[], bytes]
    """Returns the PlayResponse that a bot of another process would get."""


class CountedAnswer(Struct, frozen=True):
    """An answer, as metrics count it."""

    seat: Seat
    fault: int
    """Why the referee answered for the seat; 0 if it did not."""
    think_us: int
    charged_us: int = 0
    """The part of that which the seat was charged."""
    origin: int = 0
    """Why a stand-in gave the bot's answer, as the bot says; 0 if none did."""


class Store(Struct, frozen=True):
    """An entry of the record, which must be written before any later send."""

    data: bytes
    """A RecordEntry."""
    taken: tuple[CountedAnswer, ...] = ()
    """The answers of a step; empty for the header and for steps of chance."""
    is_step: bool = True

    @property
    def entry(self) -> RecordEntry:
        """Return the parsed entry, for tests and tools."""
        return RecordEntry.FromString(self.data)


class Ended(Struct, frozen=True):
    """The match is over; this is the last send."""

    outcome: Outcome | None
    """None if it was voided."""
    footer: RecordFooter | None
    """The last entry of the record; None if the match was voided."""
    void_reason: str = ""
    voided_by: Seat | None = None
    """The seat whose fault voided it; None for any other reason."""


Send = ToSeat | AskInProcess | Store | Ended
