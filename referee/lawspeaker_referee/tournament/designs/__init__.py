"""Which matches there are: one file a format.

A design is a function of terms and results so far that gives every match that can be played by now. It never takes back
what it said before, whatever results come later, in whatever order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from lawspeaker_referee.tournament.designs import gauntlet, knockout, ladder, round_robin, seed_blocks, swiss
from lawspeaker_referee.tournament.designs.standings import Stage, Standing
from lawspeaker_referee.tournament.format import GAUNTLET, KNOCKOUT, LADDER, ROUND_ROBIN, SEED_BLOCKS, SWISS
from lawspeaker_referee.tournament.nouns import Entry, Played
from lawspeaker_referee.tournament.terms import Terms

Design = Callable[[Terms, Sequence[Played], Collection[str]], list[Entry]]

DESIGNS: Final[Mapping[str, Design]] = {
    ROUND_ROBIN: round_robin.entries,
    SEED_BLOCKS: seed_blocks.entries,
    GAUNTLET: gauntlet.entries,
    SWISS: swiss.entries,
    KNOCKOUT: knockout.entries,
    LADDER: ladder.entries,
}
"""By the kind of format."""


def entries(terms: Terms, played: Sequence[Played] = (), given_up: Collection[str] = ()) -> list[Entry]:
    """Every match that can be played by now, those included that were; nobody waits for ids that were given up."""
    return DESIGNS[terms.format.kind](terms, played, given_up)


def standings(terms: Terms, played: Sequence[Played], given_up: Collection[str] = ()) -> list[Standing]:
    """Best first, where the format itself has an order: Swiss and knockout. Empty where ratings alone tell."""
    ordering = {SWISS: swiss.standings, KNOCKOUT: knockout.standings}.get(terms.format.kind)
    return ordering(terms, played, given_up) if ordering else []


def stages(terms: Terms, played: Sequence[Played], given_up: Collection[str] = ()) -> list[Stage]:
    """The rounds of a knockout so far; empty for any other format."""
    return knockout.stages(terms, played, given_up) if terms.format.kind == KNOCKOUT else []
