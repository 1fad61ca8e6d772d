"""The events that a match takes, and the sends that it returns.

They are structs of msgspec: some are made for every decision, and a frozen dataclass takes five to eight times as long.
Those with `gc=False` hold nothing that could hold them, so the garbage collector need not look at them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from msgspec import Struct

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.record_pb2 import RecordEntry, RecordFooter, RecordHeader, RecordStep, Timing
from lawspeaker.v1.referee_service_pb2 import PlayResponse
from lawspeaker_engine.model import Decision, Outcome, Seat
from lawspeaker_referee.codec.encoder import compile_writer
from lawspeaker_referee.codec.game_codec import EncodedAct

_STEP: Final = compile_writer(RecordStep, (RecordEntry, "step"))
_TIMING: Final = compile_writer(Timing)


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


NO_TOKENS: Final = (0, 0)
"""The tokens of an answer that names none."""
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


class Answered(Struct, frozen=True, gc=False):
    """An answer was read."""

    seat: Seat
    decision_id: int
    picks: Sequence[int]
    annotation: str = ""
    tokens: tuple[int, int] = NO_TOKENS
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
    bot: BotInfo | None = None
    """The bot that did not come, for a seat that nobody has joined; None if the record names none there."""


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


class DecisionSource(Protocol):
    """Makes views and requests of the open decisions, until the match takes another event."""

    def view_of(self, seat: Seat) -> Any:
        """Return the engine's own view of a seat."""

    def request_data(self, decision_id: int, decision: Decision, events: Sequence[bytes]) -> bytes:
        """Return the PlayResponse that a bot of another process would get."""


class AskInProcess(Struct, frozen=True):
    """A decision for a bot in this process; what it does not look at is not made.

    `view` and `data` hold until the match takes another event.
    """

    decision_id: int
    decision: Decision
    events: Sequence[bytes]
    """Serialized acts since the seat's last request, as far as the seat may see them."""
    source: DecisionSource

    @property
    def seat(self) -> Seat:
        """Return the seat that is asked."""
        return self.decision.seat

    def view(self) -> Any:
        """Return the engine's own view of the seat."""
        return self.source.view_of(self.decision.seat)

    def data(self) -> bytes:
        """Return the PlayResponse that a bot of another process would get."""
        return self.source.request_data(self.decision_id, self.decision, self.events)


class CountedAnswer(Struct, frozen=True, gc=False):
    """An answer, as metrics count it and a record keeps it: besides seat and fault its fields are those of Timing."""

    seat: Seat
    fault: int
    """Why the referee answered for the seat; 0 if it did not."""
    think_us: int
    charged_us: int = 0
    """The part of that which the seat was charged."""
    origin: int = 0
    """Why a stand-in gave the bot's answer, as the bot says; 0 if none did."""
    bank_left_us: int = 0
    lag_us: int = 0
    transport_us: int = 0
    compensated_us: int = 0
    rejections: int = 0
    annotation: str = ""
    evidence: str = ""
    input_tokens: int = 0
    output_tokens: int = 0

    @classmethod
    def of(cls, seat: Seat, fault: int, timing: Timing) -> CountedAnswer:
        """Return an answer of a record."""
        return cls(seat, fault, timing.think_us, timing.charged_us, timing.origin, timing.bank_left_us, timing.lag_us,
                   timing.transport_us, timing.compensated_us, timing.rejections, timing.annotation, timing.evidence,
                   timing.input_tokens, timing.output_tokens)

    @property
    def timing(self) -> bytes:
        """Return the Timing of the answer."""
        return _TIMING(
            think_us=self.think_us, annotation=self.annotation, rejections=self.rejections, lag_us=self.lag_us,
            charged_us=self.charged_us, transport_us=self.transport_us, compensated_us=self.compensated_us,
            bank_left_us=self.bank_left_us, evidence=self.evidence, input_tokens=self.input_tokens,
            output_tokens=self.output_tokens, origin=self.origin)


class Store(Struct, frozen=True):
    """An entry of the record, which must be written before any later send: a step, or the header."""

    acts: Sequence[EncodedAct] = ()
    """The acts of a step."""
    taken: tuple[CountedAnswer, ...] = ()
    """The answers of a step; empty for the header and for steps of chance."""
    digest: bytes = b""
    """The first LINK_BYTES of the step's link in the digest chain."""
    header: RecordHeader | None = None
    """None for a step."""

    @property
    def is_step(self) -> bool:
        """Return False for the header."""
        return self.header is None

    @property
    def data(self) -> bytes:
        """Return the RecordEntry, which is written anew each time."""
        if self.header is not None:
            return RecordEntry(header=self.header).SerializeToString()
        return _STEP(acts=[act.full for act in self.acts], digest=self.digest,
                     timing=[each.timing for each in self.taken])

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
