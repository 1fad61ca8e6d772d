"""Verifying a ladder's records and writing to its ledger, as a process of its own does it: plain data in and out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from lawspeaker_engine.dice import match_seed
from lawspeaker_referee.record.record import SUFFIX, RecordError, read_header
from lawspeaker_referee.tournament.details import Details
from lawspeaker_referee.tournament.ledger import Ledger
from lawspeaker_referee.tournament.nouns import Entry, Played
from lawspeaker_referee.tournament.recorded import agreed_of, played_of
from lawspeaker_referee.tournament.terms import parse_terms


@dataclass(frozen=True, slots=True)
class Job:
    """Which ladder it is."""

    ledger: str
    """URL of the ledger."""
    name: str
    terms: Mapping[str, Any]
    """As the ledger has them."""
    records: Path
    secret: bytes = field(repr=False)
    """What all dice derive from."""


@dataclass(frozen=True, slots=True)
class Verified:
    """A match whose record verifies."""

    played: Played
    details: Details
    record: str
    """Path of the record."""


def verify(job: Job, match_id: str) -> Verified:
    """Play the record of a match again, and read its result. Raises RecordError and OSError."""
    path = job.records / (match_id + SUFFIX)
    seats = tuple(seat.identity for seat in read_header(path).seats)
    if not all(seats):
        raise RecordError(f"{path}: it was played without tokens, so nobody knows whose its bots are")
    terms = parse_terms(job.terms, "the ledger")
    agreed = agreed_of(terms, match_seed(job.secret, match_id))
    return Verified(*played_of(path, Entry(match_id, match_id, 1, seats), agreed), str(path))


def count(job: Job, verified: Verified) -> None:
    """Count a match, if it is not counted already. Raises BadLedger, and Contradiction if it never can be."""
    ledger, played = opened(job.ledger), verified.played
    ledger.schedule(job.name, [Entry(played.match_id, played.block, played.round, played.seats)])
    ledger.count(job.name, played, verified.record, verified.details)


def decide(job: Job, what: str, payload: Mapping[str, Any]) -> None:
    """Write down a decision, unless it was the last one already. Raises BadLedger."""
    ledger = opened(job.ledger)
    last = ledger.decisions(job.name)[-1:]
    if not last or (last[0].what, last[0].payload) != (what, payload):
        ledger.decide(job.name, what, payload)


@cache
def opened(url: str) -> Ledger:
    """The ledger, which stays open in this process. Raises BadLedger."""
    return Ledger.open(url)
