"""Verify a ladder's records, write its ledger and rate it, in a worker process: plain data in, plain data out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import isfinite
from pathlib import Path
from time import process_time
from typing import Any, Final

from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.game import manned
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.competition.ledger.facts import BadLedger, Contradiction
from lawspeaker_referee.competition.ratings import BadGames, automa_note, rate_matches
from lawspeaker_referee.competition.results import MatchDetails, PlayedMatch, ScheduledMatch
from lawspeaker_referee.competition.tournament.blocks import signer_at
from lawspeaker_referee.competition.tournament.record_result import agreed_of, played_of
from lawspeaker_referee.config.entrants import entrant_of
from lawspeaker_referee.config.tournament import parse_terms
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import SUFFIX, read_header


@dataclass(frozen=True, slots=True)
class Job:
    """The name, settings and files of a ladder, for its worker process."""

    ledger: str
    """URL of the ledger."""
    name: str
    terms: Mapping[str, Any]
    """Its config as the ledger has it."""
    records: Path
    secret: bytes = field(repr=False)
    """The secret that all dice derive from."""
    key: Path | None = None
    """The file of the key that signs what is written to the ledger; None to sign nothing."""


@dataclass(frozen=True, slots=True)
class Verified:
    """A match whose record verifies."""

    played: PlayedMatch
    details: MatchDetails
    record: str
    """Path of the record."""


def verify(job: Job, match_id: str) -> Verified:
    """Replay the record of a match and return its result. Raises RecordError and OSError."""
    path = job.records / (match_id + SUFFIX)
    terms = parse_terms(job.terms, "the ledger")
    seats = read_header(path).seats
    found = [seats[seat] for seat in manned(terms.rules, terms.setup) if seat < len(seats)]
    bots = [entrant_of(seat.identity, seat.version) for seat in found]
    if not all(seat.identity for seat in found) or len(bots) != terms.table_size:
        raise RecordError(f"{path}: it was played without tokens, so nobody knows whose its bots are")
    agreed = agreed_of(terms, match_seed(job.secret, match_id))
    return Verified(*played_of(path, ScheduledMatch(match_id, match_id, 1, terms.by_seat(bots)), agreed), str(path))


def count(job: Job, verified: Verified) -> None:
    """Count a match unless it is counted already. Raises BadLedger, and Contradiction if it never can be counted."""
    ledger, played = opened(job.ledger, job.key), verified.played
    ledger.schedule(job.name, [ScheduledMatch(played.match_id, played.block, played.round, played.seats)])
    ledger.count(job.name, played, verified.record, verified.details)


def decide(job: Job, what: str, payload: Mapping[str, Any]) -> None:
    """Write down a decision, unless it repeats the last one. Raises BadLedger."""
    ledger = opened(job.ledger, job.key)
    last = ledger.decisions(job.name)[-1:]
    if not last or (last[0].what, last[0].payload) != (what, payload):
        ledger.decide(job.name, what, payload)


@cache
def opened(url: str, key: Path | None) -> Ledger:
    """Return the ledger, which stays open in this process. Raises BadLedger."""
    return Ledger.open(url, signer=signer_at(key))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A rating and its interval; an open end is None."""

    elo: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Rated:
    """The ratings of all counted matches."""

    matches: int = 0
    bots: Mapping[str, Estimate] = field(default_factory=dict)
    """Best first."""
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    """Processor seconds that it took, of all cores together."""


def rated(job: Job) -> Rated:
    """Rate all counted matches anew. Raises BadLedger."""
    began = process_time()
    results, terms = _results(job.ledger, job.name), parse_terms(job.terms, "the ledger")
    new, results.last = opened(job.ledger, job.key).results_after(job.name, results.last)
    results.played += new
    try:
        ratings = rate_matches(terms, results.played)
    except BadGames as error:
        return Rated(len(results.played), notes=(str(error),) if results.played else ())
    bots = {each.bot: Estimate(each.elo, _known(each.low), _known(each.high)) for each in ratings.bots}
    notes = (*ratings.notes, automa_note(terms.automa)) if terms.automa else ratings.notes
    return Rated(ratings.matches, bots, notes, process_time() - began)


@dataclass(slots=True)
class _Results:
    """The results that were read from the ledger so far."""

    played: list[PlayedMatch] = field(default_factory=list)
    last: int = 0


@cache
def _results(_url: str, _name: str) -> _Results:
    return _Results()


def _known(end: float) -> float | None:
    return end if isfinite(end) else None


FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {each.__name__: each for each in (verify, count, decide, rated)}
"""The orders of a worker process, by name; they take and return what msgspec converts, and paths."""
ERRORS: Final[Mapping[str, type[Exception]]] = {
    each.__name__: each for each in (RecordError, Contradiction, BadLedger, OSError)}
"""Errors that the caller of a worker process gets as they were raised; of two kinds that fit, the first."""
