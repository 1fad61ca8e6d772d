"""Rating a ladder's matches, as a process of its own does it: plain data in and out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from math import isfinite
from time import process_time

from lawspeaker_referee.ladder.counting import Job, opened
from lawspeaker_referee.tournament.nouns import Played
from lawspeaker_referee.tournament.ratings import BadGames, rate


@dataclass(frozen=True, slots=True)
class Estimate:
    """A rating and its interval, of which an end that nothing is known of is None."""

    elo: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Rated:
    """What all counted matches say."""

    matches: int = 0
    bots: Mapping[str, Estimate] = field(default_factory=dict)
    """Best first."""
    notes: tuple[str, ...] = ()
    seconds: float = 0.0
    """What it took, of all cores together."""


def rated(job: Job) -> Rated:
    """Rate all counted matches anew. Raises BadLedger."""
    began = process_time()
    results = _results(job.ledger, job.name)
    new, results.last = opened(job.ledger).results_after(job.name, results.last)
    results.played += new
    try:
        ratings = rate(results.played)
    except BadGames as error:
        return Rated(len(results.played), notes=(str(error),) if results.played else ())
    bots = {each.bot: Estimate(each.elo, _known(each.low), _known(each.high)) for each in ratings.bots}
    return Rated(ratings.matches, bots, ratings.notes, process_time() - began)


@dataclass(slots=True)
class _Results:
    """What was read of the ledger before."""

    played: list[Played] = field(default_factory=list)
    last: int = 0


@cache
def _results(_url: str, _name: str) -> _Results:
    return _Results()


def _known(end: float) -> float | None:
    return end if isfinite(end) else None
