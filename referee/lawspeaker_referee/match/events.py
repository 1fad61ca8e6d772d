"""What a match is told, and what it wants sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.record_pb2 import RecordEntry, RecordFooter
from lawspeaker.v1.referee_service_pb2 import PlayResponse
from lawspeaker_engine.model import Outcome, Seat


@dataclass(frozen=True, slots=True)
class BotInfo:
    """Who sits on a seat."""

    name: str
    version: str = ""
    sdk: str = ""
    identity: str = ""
    """The name of the token that lets the bot come back; empty for one that cannot."""
    text: bool = False
    """Whether it wants its decisions in words too."""


@dataclass(frozen=True, slots=True)
class Joined:
    """A bot took its seat; the match starts when every seat is taken, or left for good."""

    seat: Seat
    bot: BotInfo


@dataclass(frozen=True, slots=True)
class Written:
    """A decision's request left the referee: its clock starts now, not when it was asked."""

    seat: Seat
    decision_id: int
    round_trip: float = 0.0
    """Seconds that a message to the bot and back takes, as measured on its stream; 0 if it was not measured."""
    lag: float = 0.0
    """Seconds ago that it left, if the referee noticed only now."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A seat's bot does not take what is written to it: the clock of a request that waits for it runs all the same."""

    seat: Seat
    lag: float = 0.0
    """Seconds since it stopped reading."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer arrived."""

    seat: Seat
    decision_id: int
    picks: Sequence[int]
    annotation: str = ""
    lag: float = 0.0
    """Seconds that the referee let it lie before it was read; they are not charged."""
    after: float = float("-inf")
    """A moment when it had not arrived yet: if its time was up by then it is too late, noticed or not."""


@dataclass(frozen=True, slots=True)
class Faulty:
    """A seat's bot sent something that is no answer: it counts as a refused answer to the decision that is open."""

    seat: Seat
    fault: int = Fault.FAULT_MALFORMED
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class Away:
    """A seat's connection is lost: its clock runs on, and nothing is answered for it until its time is up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Returned:
    """A seat's bot is connected again: it is told about the match, and asked again what is open."""

    seat: Seat
    bot: BotInfo


@dataclass(frozen=True, slots=True)
class Left:
    """A seat's bot is gone for good: from now on it is answered for at once, as the policy says."""

    seat: Seat
    fault: int = Fault.FAULT_DISCONNECTED
    """Disconnected or crashed; or referee, if that is to blame, which voids the match."""
    evidence: str = ""
    """A few words for the record, such as an exit code."""


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed."""

    heard: float | None = None
    """All that reached the referee before this moment has been read, so what is missing came later; None for now."""


@dataclass(frozen=True, slots=True)
class Voided:
    """The match cannot go on through no fault of the bots."""

    reason: str


Event = Joined | Written | Unread | Answered | Faulty | Away | Returned | Left | Tick | Voided


@dataclass(frozen=True, slots=True)
class ToSeat:
    """A message for a seat's bot; `decision_id` is not 0 if the time of its writing matters."""

    seat: Seat
    data: bytes
    """A PlayResponse."""
    decision_id: int = 0
    refused: int = 0
    """The RejectReason of a refusal; 0 for anything else."""

    @property
    def message(self) -> PlayResponse:
        """The message, read again."""
        return PlayResponse.FromString(self.data)


@dataclass(frozen=True, slots=True)
class CountedAnswer:
    """An answer as it is counted."""

    seat: Seat
    fault: int
    """Why the referee answered for the seat; 0 if it did not."""
    think_us: int
    charged_us: int = 0
    """What it was charged of that."""


@dataclass(frozen=True, slots=True)
class Store:
    """An entry of the record, to be written before anything that follows is sent."""

    data: bytes
    """A RecordEntry."""
    taken: tuple[CountedAnswer, ...] = ()
    """The answers of a step; none for a header, or a step of chance."""
    is_step: bool = True

    @property
    def entry(self) -> RecordEntry:
        """The entry, read again."""
        return RecordEntry.FromString(self.data)


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over: the last thing it sends."""

    outcome: Outcome | None
    """None if it was voided."""
    footer: RecordFooter | None
    """The record's last entry, likewise."""
    void_reason: str = ""
    voided_by: Seat | None = None
    """Whose fault has voided it, if it was a bot's."""


Send = ToSeat | Store | Ended
