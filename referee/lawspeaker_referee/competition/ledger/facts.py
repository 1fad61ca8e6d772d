"""What the ledger tells besides entries and results; needs no database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lawspeaker_referee.competition.results import MatchDetails, PlayedMatch


class BadLedger(OSError):
    """A ledger that cannot be used, or not like this; one line that says why."""


class Contradiction(BadLedger):
    """A match that cannot be as it is told: the schedule has it otherwise, or not at all."""


@dataclass(frozen=True, slots=True)
class CountedMatch:
    """A counted match with all that is known of it."""

    played: PlayedMatch
    record_path: str
    details: MatchDetails
    unix_ms: int
    """When it was counted, in milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class VoidAttempt:
    """An attempt at a match that came to nothing."""

    match_id: str
    reason: str
    evidence: str
    unix_ms: int


@dataclass(frozen=True, slots=True)
class Decided:
    """Something else that happened to a tournament."""

    what: str
    payload: Mapping[str, Any]
    unix_ms: int


@dataclass(frozen=True, slots=True)
class Lease:
    """Who is playing a match, and until when it is theirs."""

    match_id: str
    worker: str
    until: float


@dataclass(frozen=True, slots=True)
class BotProgress:
    """How many matches of a bot there are."""

    scheduled: int
    counted: int
    leased: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament is, in matches."""

    scheduled: int
    counted: int
    leased: int
    tasks: int
    """What they were leased in: of a block only one match is played at a time."""
    voids: int
    """Attempts that came to nothing."""
    bots: Mapping[str, BotProgress]
    """In the order in which they appear in the schedule."""
