"""The early stop of a tournament: its sequential test, applied to every complete block."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby, islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from lawspeaker_engine.suggestions import did_you_mean
from lawspeaker_referee.competition.formats import WHOLE, entries
from lawspeaker_referee.competition.formats.rulings import NO_RULINGS, Rulings
from lawspeaker_referee.competition.ledger.facts import PLAYED_AGAIN, VOIDED, Decided
from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.results import PlayedMatch, ScheduledMatch
from lawspeaker_referee.competition.tournament.state import PUT_OUT, REINSTATED, given_up, rulings_of
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.config.tournament_format import KNOCKOUT
from lawspeaker_referee.config.validation import BadConfig

if TYPE_CHECKING:  # the package of ratings takes long to import, and most tournaments have no test
    from lawspeaker_referee.competition.ratings.sequential import TestState

RULINGS: Final = frozenset({VOIDED, PLAYED_AGAIN, PUT_OUT, REINSTATED})
AT_ONCE: Final = 5_000
"""Results that are read at once."""


class EarlyStop:
    """The test of a tournament, applied to blocks in the order of the schedule, whichever ends first."""

    def __init__(self, terms: TournamentConfig, ledger: LedgerQueries, at_once: int | None = None) -> None:
        """Give the test so many results at once. Raises BadConfig for a table [stop] that describes no test of these
        bots.
        """
        self.terms, self._ledger, self._test, self._at_once = terms, ledger, None, at_once or AT_ONCE
        self._blocks: WholeBlocks | None = None
        """Those of the terms at the last look."""
        self._last = 0
        """The number of the last result that was read."""
        self._seen: tuple[int, Collection[str]] = 0, ()
        """How many decisions of the organiser there were at the last look, and the matches that were given up."""
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

    def look(self, decisions: Sequence[Decided] | None = None) -> dict[str, Any] | None:
        """Return the decision of the test for the ledger; None to play on. `decisions` are those of now, if they are
        known. Raises BadLedger.
        """
        if self._test is None:
            return None
        name = self.terms.name
        decisions = self._ledger.decisions(name) if decisions is None else decisions
        seen = sum(each.what in RULINGS for each in decisions), given_up(self._ledger, name, decisions)
        if self._blocks is None or self._blocks.terms != self.terms or self._seen != seen:
            # An extension may put new blocks among earlier ones, a voided result takes one out of an earlier block, and
            # nobody waits for a match that is given up, so the test begins again with the first block.
            self._blocks = WholeBlocks(self.terms, seen[1], rulings_of(self._ledger, name) if seen[0] else NO_RULINGS)
            self._run, self._last, self._seen = self._test.start(), 0, seen
        while True:
            new, self._last = self._ledger.results_after(name, self._last, self._at_once)
            self.state = state = self._run.add(self._blocks.follow(new))
            if len(new) < self._at_once:
                break
        if state.verdict == "continue":
            return None
        return {"verdict": state.verdict, "llr": state.llr, "lower": state.lower, "upper": state.upper,
                "blocks": state.blocks, "left_out": state.left_out, "score": state.score}


class WholeBlocks:
    """The blocks of a tournament that are complete, in the order of the schedule, up to the first that is not.

    Where results decide who meets whom all results are kept, and else those of blocks that were not returned yet.
    """

    def __init__(self, terms: TournamentConfig, void: Collection[str] = (), rulings: Rulings = NO_RULINGS) -> None:
        """A block with a match of `void`, which are not played again, can never be whole: it is left out."""
        self.terms, self._void, self._rulings = terms, void, rulings
        self._whole = terms.format.kind in WHOLE
        self._played: dict[str, PlayedMatch] = {}
        """By match id."""
        self._told = 0
        """Blocks that were returned so far."""
        self._left = _by_block(WHOLE[terms.format.kind](terms)) if self._whole else iter(())
        """The blocks after the one in turn, each as the ids of its matches."""
        self._turn: list[str] | None = None
        """The matches of the first block that was not returned; None if there is none yet."""

    def follow(self, new: Iterable[PlayedMatch]) -> list[list[PlayedMatch]]:
        """Add results; return the blocks that have become complete."""
        self._played |= {each.match_id: each for each in new}
        found = []
        while (matches := self._next()) is not None and self._played.keys() >= set(matches) - set(self._void):
            if set(matches).isdisjoint(self._void):
                found.append([self._played.pop(match) if self._whole else self._played[match] for match in matches])
            self._told, self._turn = self._told + 1, None
            if self.terms.format.kind == KNOCKOUT:  # a tie-break stands before the tables that follow
                self._left = iter(())
        return found

    def _next(self) -> list[str] | None:
        if self._turn is None:
            self._turn = next(self._left, None)
        if self._turn is None and not self._whole:
            # A round follows once the one before is whole.
            self._left = islice(_by_block(entries(self.terms, list(self._played.values()), self._void,
                                                  self._rulings)), self._told, None)
            self._turn = next(self._left, None)
        return self._turn


def _by_block(schedule: Iterable[ScheduledMatch]) -> Iterator[list[str]]:
    """Yield the ids of the matches of each block, which stand together in a schedule."""
    for _, matches in groupby(schedule, key=attrgetter("block")):
        yield [entry.match_id for entry in matches]
