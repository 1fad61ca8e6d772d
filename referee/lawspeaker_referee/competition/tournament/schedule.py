"""The schedule of a tournament: the matches that its format asks for, kept in the ledger."""

from __future__ import annotations

from typing import Final

from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.results import ScheduledMatch
from lawspeaker_referee.competition.tournament.setup import MOST_VOIDS, TournamentState, given_up
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.config.tournament_format import KNOCKOUT, SWISS

BY_RESULTS: Final = frozenset({SWISS, KNOCKOUT})
"""Formats whose later rounds follow from the earlier ones."""


class Schedule:
    """The schedule of one tournament."""

    def __init__(self, terms: TournamentConfig, ledger: Ledger) -> None:
        self.terms = terms
        self._ledger = ledger

    def grow(self, state: TournamentState) -> bool:
        """Schedule all that can be played by now; return True if any of it is left to play. Raises BadLedger.

        Matches of bots that play no more are given up for good if later rounds wait for them; otherwise they stay open
        until the bots play again.
        """
        while True:
            every, done = self._designed()
            self._ledger.schedule(self.terms.name, every)
            left = [entry for entry in every if entry.match_id not in done]
            playable = [entry for entry in left if not state.is_out(entry.seats)]
            if playable or not left or self.terms.format.kind not in BY_RESULTS:
                return bool(playable)
            for entry in left:
                self._give_up(entry, state)

    def playable(self, state: TournamentState) -> bool:
        """Return True if a match that can be played by now is left; write nothing. Raises BadLedger."""
        every, done = self._designed()
        return any(entry.match_id not in done and not state.is_out(entry.seats) for entry in every)

    def _designed(self) -> tuple[list[ScheduledMatch], set[str]]:
        """Return the matches that can be played by now, and the ids of those counted or given up."""
        name = self.terms.name
        played, gone = self._ledger.results(name), given_up(self._ledger, name)
        return entries(self.terms, played, gone), gone | {each.match_id for each in played}

    def _give_up(self, entry: ScheduledMatch, state: TournamentState) -> None:
        name = self.terms.name
        why = "; ".join(why for bot, why in (state.out or {}).items() if state.is_out(entry.seats) and bot)
        before = sum(void.match_id == entry.match_id for void in self._ledger.voids(name))
        for _ in range(MOST_VOIDS - before):
            self._ledger.void(name, entry.match_id, "given up: a bot plays no more", why)
