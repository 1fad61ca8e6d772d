"""Looks whether the test of a tournament can decide already."""

from __future__ import annotations

from collections import Counter
from typing import Any

from lawspeaker_engine.game import did_you_mean
from lawspeaker_referee.tournament.designs import entries
from lawspeaker_referee.tournament.fields import BadTerms
from lawspeaker_referee.tournament.ledger.ledger import Ledger
from lawspeaker_referee.tournament.nouns import Played
from lawspeaker_referee.tournament.terms import Terms


class Early:
    """The test looks after every block in the order of the schedule; so it does not matter which one ends first."""

    def __init__(self, terms: Terms, ledger: Ledger) -> None:
        """Raises BadTerms for a table that describes no test of these bots."""
        self.terms, self._ledger, self._test = terms, ledger, None
        self._looked = 0
        """Blocks after which it had not decided."""
        if terms.stop:
            from lawspeaker_referee.tournament.ratings.sequential import Test

            where = f"{terms.name}: stop: "
            self._test = Test.parse(terms.stop, where)
            for key, bot in (("bot", self._test.bot), ("against", self._test.against)):
                if bot not in terms.names:
                    raise BadTerms(f"{where}{key}: there is no bot {bot!r}{did_you_mean(bot, terms.names)}; there are "
                                   f"{', '.join(terms.names)}")

    def look(self) -> dict[str, Any] | None:
        """What the test has decided, as the ledger keeps it; None to play on. Raises BadLedger."""
        if self._test is None:
            return None
        whole = whole_blocks(self.terms, self._ledger.results(self.terms.name))
        if len(whole) == self._looked:
            return None
        self._looked = len(whole)
        state = self._test.state([played for block in whole for played in block])
        if state.verdict == "continue":
            return None
        return {"verdict": state.verdict, "llr": state.llr, "lower": state.lower, "upper": state.upper,
                "blocks": state.blocks, "left_out": state.left_out, "score": state.score}


def whole_blocks(terms: Terms, results: list[Played]) -> list[list[Played]]:
    """The blocks that are complete, up to the first that is not."""
    sizes = Counter(entry.block for entry in entries(terms, results))
    played: dict[str, list[Played]] = {block: [] for block in sizes}
    for each in results:
        if each.block in played:  # or the tournament was extended meanwhile
            played[each.block].append(each)
    found: list[list[Played]] = []
    for block, size in sizes.items():
        if len(played[block]) < size:
            break
        found.append(played[block])
    return found
