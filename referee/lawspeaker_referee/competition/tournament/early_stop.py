"""The early stop of a tournament: its sequential test, applied to every complete block."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from lawspeaker_engine.game import did_you_mean
from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.results import PlayedMatch
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.config.tournament_format import KNOCKOUT, SWISS
from lawspeaker_referee.config.validation import BadConfig

if TYPE_CHECKING:  # the package of ratings takes long to import, and most tournaments have no test
    from lawspeaker_referee.competition.ratings.sequential import TestState



class EarlyStop:
    """The test of a tournament, applied to blocks in the order of the schedule, whichever ends first."""

    def __init__(self, terms: TournamentConfig, ledger: Ledger) -> None:
        """Raise BadConfig for a table [stop] that describes no test of these bots."""
        self.terms, self._ledger, self._test = terms, ledger, None
        self._last = 0
        """The number of the last result that was read."""
        self._blocks = WholeBlocks()
        self.state: TestState | None = None
        """The state at the last look; None before it, and if there is no test."""
        if terms.stop:
            from lawspeaker_referee.competition.ratings.sequential import SequentialTest

            where = f"{terms.name}: stop: "
            self._test = SequentialTest.parse(terms.stop, where)
            for key, bot in (("bot", self._test.bot), ("against", self._test.against)):
                if bot not in terms.names:
                    raise BadConfig(f"{where}{key}: there is no bot {bot!r}{did_you_mean(bot, terms.names)}; there are "
                                   f"{', '.join(terms.names)}")
            self._run = self._test.start()

    def look(self) -> dict[str, Any] | None:
        """Return the decision of the test for the ledger; None to play on. Raises BadLedger."""
        if self._test is None:
            return None
        new, self._last = self._ledger.results_after(self.terms.name, self._last)
        again, whole = self._blocks.follow(self.terms, new)
        if again:
            self._run = self._test.start()
        self.state = state = self._run.add(whole)
        if state.verdict == "continue":
            return None
        return {"verdict": state.verdict, "llr": state.llr, "lower": state.lower, "upper": state.upper,
                "blocks": state.blocks, "left_out": state.left_out, "score": state.score}


class WholeBlocks:
    """The blocks of a tournament that are complete, in the order of the schedule, up to the first that is not."""

    def __init__(self) -> None:
        self._terms: TournamentConfig | None = None
        self._played: dict[str, PlayedMatch] = {}
        """By match id."""
        self._blocks: list[tuple[str, list[str]]] = []
        """Block and its matches, in the order of the schedule."""
        self._told = 0
        """Blocks that were returned as complete so far."""

    def follow(self, terms: TournamentConfig, new: Iterable[PlayedMatch]) -> tuple[bool, list[list[PlayedMatch]]]:
        """Add results; return (True if it starts again with the first block, blocks that have become complete).

        It starts again if the tournament was extended and new blocks stand among those that were returned before.
        """
        self._played |= {each.match_id: each for each in new}
        again = terms != self._terms and self._change(terms)
        found = []
        while self._told < len(self._blocks):
            matches = self._blocks[self._told][1]
            if not all(match in self._played for match in matches):
                break
            found.append([self._played[match] for match in matches])
            self._told += 1
            # A Swiss round follows once the one before is whole; a tie-break stands before the tables that follow.
            if terms.format.kind == KNOCKOUT or (terms.format.kind == SWISS and self._told == len(self._blocks)):
                self._blocks = self._design(terms)
        return again, found

    def _change(self, terms: TournamentConfig) -> bool:
        """Follow these settings; return True if they put new blocks among those that were returned before."""
        told, self._terms, self._blocks = self._blocks[:self._told], terms, self._design(terms)
        again = self._blocks[:self._told] != told
        if again:
            self._told = 0
        return again

    def _design(self, terms: TournamentConfig) -> list[tuple[str, list[str]]]:
        blocks: dict[str, list[str]] = {}
        for entry in entries(terms, list(self._played.values())):
            blocks.setdefault(entry.block, []).append(entry.match_id)
        return list(blocks.items())
