"""Which matches there are: one file a format.

A design is a function of terms and results so far that gives every match that can be played by now. It never takes back
what it said before, whatever results come later, in whatever order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from lawspeaker_referee.competition.formats import knockout, round_robin, swiss
from lawspeaker_referee.competition.formats.standings import FormatStanding, KnockoutRound
from lawspeaker_referee.competition.results import PlayedMatch, ScheduledMatch
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.config.tournament_format import GAUNTLET, KNOCKOUT, LADDER, ROUND_ROBIN, SEED_BLOCKS, SWISS

Design = Callable[[TournamentConfig, Sequence[PlayedMatch], Collection[str]], list[ScheduledMatch]]

DESIGNS: Final[Mapping[str, Design]] = {
    ROUND_ROBIN: round_robin.round_robin_entries,
    SEED_BLOCKS: round_robin.seed_block_entries,
    GAUNTLET: round_robin.gauntlet_entries,
    SWISS: swiss.entries,
    KNOCKOUT: knockout.entries,
    LADDER: round_robin.ladder_entries,
}
"""By the kind of format."""


def entries(terms: TournamentConfig, played: Sequence[PlayedMatch] = (),
            given_up: Collection[str] = ()) -> list[ScheduledMatch]:
    """Every match that can be played by now, those included that were; nobody waits for ids that were given up."""
    return DESIGNS[terms.format.kind](terms, played, given_up)


def standings(terms: TournamentConfig, played: Sequence[PlayedMatch],
              given_up: Collection[str] = ()) -> list[FormatStanding]:
    """Best first, where the format itself has an order: Swiss and knockout. Empty where ratings alone tell."""
    ordering = {SWISS: swiss.standings, KNOCKOUT: knockout.standings}.get(terms.format.kind)
    return ordering(terms, played, given_up) if ordering else []


def stages(terms: TournamentConfig, played: Sequence[PlayedMatch],
           given_up: Collection[str] = ()) -> list[KnockoutRound]:
    """The rounds of a knockout so far; empty for any other format."""
    return knockout.stages(terms, played, given_up) if terms.format.kind == KNOCKOUT else []
