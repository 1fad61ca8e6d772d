"""The schedule of a tournament: the matches that its format asks for, kept in the ledger.

Where results decide who meets whom, the ledger gets all that can be played by now. Other formats may have a million
matches: the ledger gets some thousand at a time, so that the first match begins at once and nobody holds them all.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from lawspeaker_referee.competition.formats import BY_RESULTS, WHOLE, entries
from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.results import ScheduledMatch
from lawspeaker_referee.competition.tournament.state import MOST_VOIDS, TournamentState, given_up, rulings_of
from lawspeaker_referee.config.tournament import TournamentConfig

AT_ONCE: Final = 10_000
"""Matches that are added to the schedule at once."""


class Schedule:
    """The schedule of one tournament."""

    def __init__(self, terms: TournamentConfig, ledger: Ledger) -> None:
        self.terms = terms
        self._ledger = ledger
        self._rest: Iterator[ScheduledMatch] | None = None
        """The matches that may not be scheduled yet; None as long as nobody has looked."""
        self._designed: TournamentConfig | None = None
        """The settings whose matches these are."""
        self._counted = 0
        """Matches that were counted since the schedule grew, less those that were added ahead."""

    def grow(self, state: TournamentState) -> bool:
        """Schedule what can be played by now; return True if any of it is left to play. Raises BadLedger.

        Matches of bots that play no more are given up for good if later rounds wait for them; otherwise they stay open
        until the bots play again.
        """
        if self.terms.format.kind in WHOLE:
            while not self._is_playable(state):
                self._counted = 0
                if not self._add():
                    return self._is_playable(state)  # since the first look another runner may have added the rest
            return True
        while True:
            decided = len(self._ledger.decisions(self.terms.name))
            every, done = self._by_results()
            if not self._ledger.schedule(self.terms.name, every, decided=decided):
                continue  # the organiser has decided something meanwhile, which may pair others
            left = [entry for entry in every if entry.match_id not in done]
            playable = [entry for entry in left if not state.is_out(entry.seats)]
            if playable or not left or self.terms.format.kind not in BY_RESULTS:
                return bool(playable)
            for entry in left:
                self._give_up(entry, state)

    def counted(self) -> None:
        """Note that a match was counted; schedule more before the workers run out of matches. Raises BadLedger."""
        self._counted += 1
        if self._counted >= AT_ONCE // 2 and self.terms.format.kind in WHOLE:
            self._counted -= AT_ONCE
            self._add()

    def playable(self, state: TournamentState) -> bool:
        """Return True if a match that can be played by now is left; write nothing. Raises BadLedger."""
        if self.terms.format.kind in WHOLE:
            new = (entry for entry in self._new(WHOLE[self.terms.format.kind](self.terms))
                   if not state.is_out(entry.seats))
            # Between the two looks another runner may have added what was new.
            return self._is_playable(state) or any(new) or self._is_playable(state)
        every, done = self._by_results()
        return any(entry.match_id not in done and not state.is_out(entry.seats) for entry in every)

    def _is_playable(self, state: TournamentState) -> bool:
        """Return whether a match of the ledger's schedule is left that can be played."""
        gone = given_up(self._ledger, self.terms.name)
        return any(entry.match_id not in gone and not state.is_out(entry.seats)
                   for entry in self._ledger.open_entries(self.terms.name))

    def _add(self) -> bool:
        """Add some of the matches that follow; return False if there are none."""
        if self._rest is None or self._designed != self.terms:
            self._rest, self._designed = self._new(WHOLE[self.terms.format.kind](self.terms)), self.terms
        new = list(islice(self._rest, AT_ONCE))
        self._ledger.schedule(self.terms.name, new)
        return bool(new)

    def _new(self, design: Iterator[ScheduledMatch]) -> Iterator[ScheduledMatch]:
        """Yield the matches of a design that are not in the ledger.

        As long as the terms are the first ones, the ledger has the beginning of the design.
        """
        if self._ledger.versions(self.terms.name) == 1:
            yield from islice(design, self._ledger.progress(self.terms.name).scheduled, None)
            return
        while some := list(islice(design, AT_ONCE)):
            known = self._ledger.scheduled(self.terms.name, [entry.match_id for entry in some])
            yield from (entry for entry in some if entry.match_id not in known)

    def _by_results(self) -> tuple[list[ScheduledMatch], set[str]]:
        """Return the matches that can be played by now, and the ids of those counted or given up."""
        name = self.terms.name
        played, gone = self._ledger.results(name), given_up(self._ledger, name)
        every = entries(self.terms, played, gone, rulings_of(self._ledger, name))
        return every, gone | {each.match_id for each in played}

    def _give_up(self, entry: ScheduledMatch, state: TournamentState) -> None:
        name = self.terms.name
        why = "; ".join(why for bot, why in (state.out or {}).items() if state.is_out(entry.seats) and bot)
        before = sum(void.match_id == entry.match_id for void in self._ledger.voids(name))
        for _ in range(MOST_VOIDS - before):
            self._ledger.void(name, entry.match_id, "given up: a bot plays no more", why)
