"""Ledgers with drawn results, as large as one likes, for measuring what grows with the number of bots or matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np
from sqlalchemy import insert, select

from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.competition.ledger.database import Database
from lawspeaker_referee.competition.ledger.schema import entries as entry_table
from lawspeaker_referee.competition.ledger.schema import results, tournaments
from lawspeaker_referee.competition.results import MatchDetails, ScheduledMatch, SeatDetails
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.record.verify.seat_report import BOUNDS_US
from measure.drawn_tournament import NAME, SECRET, terms_of

BEGAN: Final = 1_700_000_000_000
_ROWS: Final = 20_000
"""Rows that are written at once."""
_KINDS: Final = 64
"""Different details of a seat; drawing each anew would take longer than what is measured."""


def synthetic_ledger(path: Path, bots: int, matches: int) -> Ledger:
    """Return a new SQLite ledger of the tournament `bench` with so many counted matches.

    Strengths are spread evenly over four nats. Rows are written in bulk: the ledger is as if every match had been
    counted, and takes seconds instead of an hour.
    """
    terms = terms_of(bots, matches)
    url = f"sqlite:///{path}"
    ledger = Ledger.open(url)
    ledger.begin(NAME, terms.as_dict(), SECRET)
    database = Database.open(url)
    with database.transaction("alone") as connection:
        tournament = connection.scalar(select(tournaments.c.id).where(tournaments.c.name == NAME))
        rows, first = _rows(terms, tournament, matches), 1
        while some := list(islice(rows, _ROWS)):
            connection.execute(insert(entry_table), [scheduled for scheduled, _ in some])
            connection.execute(insert(results), [
                counted | {"entry_id": number} for number, (_, counted) in enumerate(some, first)])
            first += len(some)
    database.close()
    ledger.recount(NAME)
    return ledger


def _rows(terms: TournamentConfig, tournament: int | None, matches: int) -> Iterator[tuple[dict[str, Any],
                                                                                            dict[str, Any]]]:
    """Yield the row of each match in `entries` and in `results`."""
    random = np.random.default_rng(matches)
    strengths = dict(zip(terms.names, np.linspace(-2, 2, len(terms.names)).tolist(), strict=True))
    seats = [_seat(random) for _ in range(_KINDS)]
    for number, entry in enumerate(islice(_entries(terms), matches)):
        noise = random.gumbel(size=2).tolist()
        scores = [round(30 + 9 * (strengths[bot] + luck)) for bot, luck in zip(entry.seats, noise, strict=True)]
        both = [seats[each] for each in random.integers(0, _KINDS, 2)]
        began = BEGAN + 1_000 * number
        details = MatchDetails(250, "fame", began, began + 900, tuple(both))
        scheduled = {"tournament_id": tournament, "match_id": entry.match_id, "block": entry.block,
                     "round": entry.round, "seats": entry.seats}
        yield scheduled, {
            "tournament_id": tournament, "attempt": 1,
            "ranks": [1 + sum(other > own for other in scores) for own in scores],
            "scores": scores, "teams": (), "faults": [sum(seat.faults.values()) for seat in both],
            "digest": f"{number:064x}", "record_path": f"{terms.records}/{entry.match_id.replace('/', '-')}.lsr",
            "details": details.as_dict(), "unix_ms": began + 950}


def _entries(terms: TournamentConfig) -> Iterable[ScheduledMatch]:
    return entries(terms)


def _seat(random: np.random.Generator) -> SeatDetails:
    times = np.sort(random.lognormal(np.log(2_000), 1.2, size=60)).astype(int)
    bounds = np.array(BOUNDS_US)[np.searchsorted(BOUNDS_US, times)]
    histogram = {int(bound): int((bounds == bound).sum()) for bound in sorted(set(bounds.tolist()))}
    faults = {"timeout": int(random.integers(1, 4))} if random.random() < 0.05 else {}
    number = sum(faults.values())
    return SeatDetails(
        decisions=60 + number, answered=60, faults=faults, refused=0, strikes=number, disqualified=False, forfeit="",
        charged_us=int(times.sum()), lag_us=0, compensated_us=0, histogram=histogram, slowest_us=int(times[-1]))
