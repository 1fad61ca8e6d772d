"""How many matches a tournament has, and how many are left."""

from __future__ import annotations

from collections.abc import Collection

from lawspeaker_referee.competition.formats import WHOLE, entries, number_of_matches
from lawspeaker_referee.competition.ledger.facts import Progress
from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.tournament.state import TournamentState, rulings_of
from lawspeaker_referee.config.tournament import TournamentConfig


def number_scheduled(terms: TournamentConfig, progress: Progress) -> int:
    """Return the matches of a tournament as far as they are known, whether they are in the ledger yet or not."""
    return max(progress.scheduled, number_of_matches(terms) if terms.format.kind in WHOLE else 0)


def matches_left(ledger: LedgerQueries, terms: TournamentConfig, state: TournamentState,
                 gone: Collection[str], progress: Progress) -> tuple[int, int]:
    """Return how many matches can be played now (none once the secret is told), and how many not. Raises BadLedger."""
    playable, missing = _left(ledger, terms, state, gone, progress)
    return (0, playable + missing) if state.revealed else (playable, missing)


def _left(ledger: LedgerQueries, terms: TournamentConfig, state: TournamentState,
          gone: Collection[str], progress: Progress) -> tuple[int, int]:
    name = terms.name
    if terms.format.kind in WHOLE and not state.out:
        missing = len(ledger.uncounted(name, sorted(gone)))
        return number_scheduled(terms, progress) - progress.counted - missing, missing
    design = (WHOLE[terms.format.kind](terms) if terms.format.kind in WHOLE
              else entries(terms, ledger.results(name), gone, rulings_of(ledger, name)))
    done = set(ledger.counted_ids(name).values())
    playable = missing = 0
    for entry in design:
        if entry.match_id not in done:
            is_missing = entry.match_id in gone or state.is_out(entry.seats)
            playable, missing = playable + (not is_missing), missing + is_missing
    return playable, missing
