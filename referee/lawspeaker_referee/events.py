"""What a match is told, and what it wants sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker.v1.record_pb2 import RecordEntry, RecordFooter
from lawspeaker.v1.referee_service_pb2 import PlayResponse
from lawspeaker_engine.model import Outcome, Seat


@dataclass(frozen=True, slots=True)
class BotInfo:
    """Who sits on a seat."""

    name: str
    version: str = ""
    sdk: str = ""


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


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer arrived."""

    seat: Seat
    decision_id: int
    picks: Sequence[int]
    annotation: str = ""


@dataclass(frozen=True, slots=True)
class Left:
    """A seat's bot is gone: from now on its defaults are taken at once."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed."""


@dataclass(frozen=True, slots=True)
class Void:
    """The match cannot go on through no fault of the bots."""

    reason: str


Event = Joined | Written | Answered | Left | Tick | Void


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
class Taken:
    """An answer as it is counted."""

    seat: Seat
    fault: int
    """Why the referee answered for the seat; 0 if it did not."""
    think_us: int


@dataclass(frozen=True, slots=True)
class Store:
    """An entry of the record, to be written before anything that follows is sent."""

    data: bytes
    """A RecordEntry."""
    taken: tuple[Taken, ...] = ()
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


Send = ToSeat | Store | Ended
