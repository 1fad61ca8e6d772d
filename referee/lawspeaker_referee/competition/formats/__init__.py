"""The formats of tournaments: which matches are played.

A design is a function of the config and the results so far, and returns every match that can be played by now. It never
takes back a match, whatever results come later and in whatever order: this is what lets a tournament resume.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final

from lawspeaker_referee.competition.formats import knockout, round_robin, swiss
from lawspeaker_referee.competition.formats.rulings import NO_RULINGS, Rulings
from lawspeaker_referee.competition.formats.standings import FormatStanding, KnockoutRound
from lawspeaker_referee.competition.results import PlayedMatch, ScheduledMatch
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.config.tournament_format import GAUNTLET, KNOCKOUT, ROUND_ROBIN, SEED_BLOCKS, SWISS

WHOLE: Final[Mapping[str, Callable[[TournamentConfig], Iterator[ScheduledMatch]]]] = {
    ROUND_ROBIN: round_robin.round_robin_entries,
    SEED_BLOCKS: round_robin.seed_block_entries,
    GAUNTLET: round_robin.gauntlet_entries,
}
"""Kind of a format whose matches do not depend on results -> its design, which yields one match after another."""
BY_RESULTS: Final[Mapping[str, Callable[[TournamentConfig, Sequence[PlayedMatch], Collection[str], Rulings],
                                        list[ScheduledMatch]]]] = {SWISS: swiss.entries, KNOCKOUT: knockout.entries}
"""Kind of a format whose later rounds follow from the earlier ones -> its design."""


def entries(terms: TournamentConfig, played: Sequence[PlayedMatch] = (),
            given_up: Collection[str] = (), rulings: Rulings = NO_RULINGS) -> list[ScheduledMatch]:
    """Return every match that can be played by now or was played; nobody waits for the ids that were given up.

    Of a format in `WHOLE` that may be a million; its design yields them one by one.
    """
    kind = terms.format.kind
    if kind in BY_RESULTS:
        return BY_RESULTS[kind](terms, played, given_up, rulings)
    if kind in WHOLE:
        return list(WHOLE[kind](terms))
    return [ScheduledMatch(each.match_id, each.block, each.round, each.seats) for each in played]  # a ladder


def number_of_matches(terms: TournamentConfig) -> int:
    """Return how many matches a format in `WHOLE` has."""
    return round_robin.number_of_matches(terms)


def most_matches(terms: TournamentConfig) -> int:
    """Return the number of matches of a tournament, or the most if results decide it; 0 for a ladder."""
    form, bots, size = terms.format, len(terms.bots), terms.table_size
    if form.kind == SWISS:
        return form.rounds * (bots // size) * form.seeds * form.seats
    if form.kind == KNOCKOUT:
        tables = 1 + (bots - size) // (size - form.advance)
        tiebreaks = form.tiebreaks * (tables - 1 + knockout.FINAL_TIEBREAKS)
        return (tables * form.seeds + tiebreaks) * form.seats
    return number_of_matches(terms) if form.kind in WHOLE else 0


def standings(terms: TournamentConfig, played: Sequence[PlayedMatch],
              given_up: Collection[str] = (), rulings: Rulings = NO_RULINGS) -> list[FormatStanding]:
    """Return the order of Swiss and knockout, best first; [] for formats in which ratings alone give the order."""
    ordering = {SWISS: swiss.standings, KNOCKOUT: knockout.standings}.get(terms.format.kind)
    return ordering(terms, played, given_up, rulings) if ordering else []


def stages(terms: TournamentConfig, played: Sequence[PlayedMatch],
           given_up: Collection[str] = (), rulings: Rulings = NO_RULINGS) -> list[KnockoutRound]:
    """Return the rounds of a knockout so far; [] for any other format."""
    return knockout.stages(terms, played, given_up, rulings) if terms.format.kind == KNOCKOUT else []
