"""A rehearsal of a tournament: its bots meet once each in a tournament of its own that counts for nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from msgspec import structs

from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.results import faults_in_words
from lawspeaker_referee.config.durations import format_duration
from lawspeaker_referee.config.formatting import format_count
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.config.tournament_format import ROUND_ROBIN, Format

WAIT: Final = 60.0
"""Seconds for which a rehearsal waits for a bot at most."""


def rehearsal_of(terms: TournamentConfig, now: datetime | None = None) -> TournamentConfig:
    """Return the tournament that rehearses another one, with records, a ledger and dice of its own.

    Pairs meet in one match; at larger tables as many are played as there are bots, so that each has a table or more.
    """
    name = f"rehearsal-{now or datetime.now(UTC):%Y%m%d-%H%M%S}"
    listen = terms.listen and structs.replace(terms.listen, wait=format_duration(min(terms.listen.seconds, WAIT)))
    return replace(
        terms, name=name, format=Format(ROUND_ROBIN, tables="balanced" if terms.table_size > 2 else "all",
                                        dice="match"),
        records=terms.records.with_name(name), ledger="", secret=None, stop={}, listen=listen)


def troubles_in(ledger: LedgerQueries, terms: TournamentConfig) -> Iterator[str]:
    """Yield a line for each bot with which something went wrong. Raises BadLedger."""
    sums = ledger.bot_sums(terms.name)
    for bot in terms.names:
        found = sums.get(bot)
        if found is None or not found.matches:
            yield f"bot {bot} has played no match"
            continue
        told = [faults_in_words(sum(found.faults.values()), found.refused, sum(found.stand_ins.values()))]
        told += [f"lost {found.forfeits} of them because it was away or by its faults"] * bool(found.forfeits)
        told += [f"a substitute played {found.substituted} of them to the end"] * bool(found.substituted)
        told += [f"lost {found.stood_in} of them by stand-ins"] * bool(found.stood_in)
        if any(told):
            yield f"bot {bot} in {format_count(found.matches, 'match')}: {'; '.join(filter(None, told))}"
