"""Plain data that the ledger returns besides entries and results; it needs no database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from lawspeaker_referee.competition.results import MatchDetails, PlayedMatch
from lawspeaker_referee.match.seat_marks import SeatMarks

NO_LIMITS: Final[Mapping[str, int]] = {}
"""For `Ledger.lease`: bots may be in any number of matches at once."""


VOIDED: Final = "voided"
"""The kind of a decision by which a result counts no more."""
PLAYED_AGAIN: Final = "voided, to be played again"
"""The same for a match of which another attempt is played."""


class BadLedger(OSError):
    """A ledger that cannot be used, or not in this way; one line says why."""


class Contradiction(BadLedger):
    """A match that contradicts the schedule, or is not in it."""


@dataclass(frozen=True, slots=True)
class CountedMatch:
    """A counted match with everything that is known of it."""

    played: PlayedMatch
    record_path: str
    details: MatchDetails
    unix_ms: int
    """When it was counted, in milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class ListedResult:
    """A counted match as a row of a list, without the rest of its details."""

    played: PlayedMatch
    record_path: str
    steps: int
    ended_unix_ms: int
    refused: tuple[int, ...]
    """By seat: answers that were refused."""
    marks: SeatMarks


@dataclass(frozen=True, slots=True)
class VoidAttempt:
    """An attempt at a match that was void."""

    match_id: str
    reason: str
    evidence: str
    unix_ms: int


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision about a tournament."""

    what: str
    payload: Mapping[str, Any]
    unix_ms: int
    result: int = 0
    """The number of the result that it voids; 0 for none."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A worker that is playing a match, and until when the match is reserved for it (seconds since 1970)."""

    match_id: str
    worker: str
    until: float


@dataclass(frozen=True, slots=True)
class BlockCount:
    """Seed blocks of which a match was counted."""

    begun: int
    whole: int
    """Those blocks of which every scheduled match was counted."""
    last_is_whole: bool
    """True if the block at the end of the schedule is one of them, though more of it may follow."""

    def whole_of(self, scheduled: int, matches: int) -> int:
        """Return the whole blocks of a tournament with so many matches, of which the ledger has so many scheduled."""
        return self.whole - (self.last_is_whole and scheduled < matches)


@dataclass(frozen=True, slots=True)
class CountedRecord:
    """The record of a counted match, and the block that it is of."""

    entry: int
    block: str
    record_path: str


@dataclass(frozen=True, slots=True)
class OpenBlocks:
    """Blocks of which a scheduled match is not counted."""

    blocks: frozenset[str]
    last: str
    """The block at the end of the schedule, of which more may follow; empty if nothing is scheduled."""


@dataclass(frozen=True, slots=True)
class Held:
    """A lease that has not run out."""

    entry: int
    task: int
    """The first entry of its task; entries with the same number are played one after another."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a tournament, in matches."""

    scheduled: int
    counted: int
    leased: int
    tasks: int
    """Tasks that the leases form; a block's matches are one task if they are played one after another."""
    voids: int
    """Void attempts."""
