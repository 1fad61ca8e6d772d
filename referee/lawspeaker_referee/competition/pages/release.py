"""Which matches of a tournament anybody may see: those of a seed block once the whole block is counted.

The matches of a block share their dice, and a record or a replay of one tells them to whoever plays the next. A match
with dice of its own may be seen once it is counted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from lawspeaker_referee.competition.formats import WHOLE, number_of_matches
from lawspeaker_referee.competition.ledger.facts import CountedRecord, Progress
from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.report.collection import record_name
from lawspeaker_referee.competition.tournament.state import TournamentState
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.config.tournament_format import SEED_BLOCKS
from lawspeaker_referee.record.file import SUFFIX


def dice_are_shared(terms: TournamentConfig) -> bool:
    """Return whether a match may have the dice of another one."""
    return terms.format.dice == "block" and (terms.format.seats > 1 or terms.format.kind == SEED_BLOCKS)


class BlockRelease:
    """The matches that may be seen; one thread looks at the ledger, and any thread may ask."""

    def __init__(self, terms: TournamentConfig) -> None:
        self._shared = dice_are_shared(terms)
        self._last = 0
        self._records: list[CountedRecord] = []
        """In the order in which they were counted."""
        self._blocks: Mapping[str, str] = {}
        """The block of each counted match, by the address of its record; replaced, never changed."""
        self._open: frozenset[str] = frozenset()
        """Blocks of which a match is still to be counted."""
        self.version = 0
        self.over = False

    def look(self, ledger: LedgerQueries, terms: TournamentConfig, state: TournamentState, gone: Collection[str],
             progress: Progress) -> None:
        """Look at what was counted since. Raises BadLedger.

        `progress` is read before, and the results before the blocks: whatever is scheduled and counted meanwhile is
        then seen too late, and never too early.
        """
        new, last = ledger.records_after(terms.name, self._last)
        found = ledger.open_blocks(terms.name, gone)
        closed = set(found.blocks)
        if terms.format.kind in WHOLE and progress.scheduled < number_of_matches(terms):
            closed.add(found.last)
        # A test that ended it lets running matches end, which may have dice of a block that nobody else plays.
        ended = (state.stopped is not None or state.revealed) and not progress.leased
        blocks = self._blocks if not new else {**self._blocks, **{
            record_name(terms, each.record_path).removesuffix(SUFFIX): each.block for each in new}}
        self._records += new
        self._last, self._blocks, self.over = last, blocks, ended or not closed
        self._open = frozenset() if ended or not self._shared else frozenset(closed)
        self.version += 1

    def allows(self, address: str) -> bool:
        """Return whether the match whose record has this address may be seen."""
        block = self._blocks.get(address)
        return block is not None and block not in self._open

    def is_open(self, block: str) -> bool:
        """Return whether matches of a block are kept back."""
        return block in self._open

    def newest(self) -> Iterator[CountedRecord]:
        """Yield the records of the matches that may be seen, the one that was counted last first.

        Of a match that was played again the last one is yielded.
        """
        told = set[int]()
        for each in reversed(self._records):
            if each.block not in self._open and each.entry not in told:
                told.add(each.entry)
                yield each

    @property
    def kept_back(self) -> int:
        """Return how many counted matches are kept back."""
        return len({each.entry for each in self._records if each.block in self._open}) if self._open else 0
