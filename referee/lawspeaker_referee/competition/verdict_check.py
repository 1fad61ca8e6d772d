"""Compare the verdicts that ended a tournament early with those that its test gives over the results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from numbers import Real
from typing import Any, Final

from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.ledger.sums_check import both
from lawspeaker_referee.competition.tournament.early_stop import EarlyStop
from lawspeaker_referee.competition.tournament.state import STOPPED_EARLY
from lawspeaker_referee.config.tournament import parse_config
from lawspeaker_referee.config.validation import BadConfig

APART: Final = {"llr": 1.0, "lower": 1e-6, "upper": 1e-6, "blocks": 3, "left_out": 3, "score": 0.05}
"""By how much numbers of the same verdict may differ: the ends of scores, and how many matches a block has, are known
from the blocks that are counted, and it is not known how many a runner had counted at its last look."""


def check_verdicts(ledger: LedgerQueries, name: str) -> tuple[int, tuple[str, ...]]:
    """Return how many verdicts a tournament has, and a line for each that its results do not give. Raises BadLedger."""
    every, lines = ledger.decisions(name), []
    # A verdict before a result was voided was of other results.
    first = max((place for place, each in enumerate(every, 1) if each.result), default=0)
    decided = [each for each in every[first:] if each.what == STOPPED_EARLY]
    for each in decided:
        possible = list[Mapping[str, Any] | None]()
        for right in _possible(ledger, name):
            possible.append(right)
            if right is not None and _same(each.payload, right):
                break
        else:
            right = next(iter(possible), None)
            wanted = "no verdict" if right is None else _words(right)
            lines.append(f"decision ({STOPPED_EARLY}): {both(_words(each.payload), wanted)}")
    return len(decided), tuple(lines)


def _possible(ledger: LedgerQueries, name: str) -> Iterator[Mapping[str, Any] | None]:
    """Yield the verdicts that a runner may have found, that of the terms in force first; None for none."""
    # A runner may have decided by terms that another process was just extending.
    for values in reversed(ledger.all_terms(name)):
        for at_once in (None, 1):
            try:
                yield EarlyStop(parse_config(values, "the ledger"), ledger, at_once).look()
            except BadConfig:
                yield None


def _same(stored: Mapping[str, Any], right: Mapping[str, Any]) -> bool:
    if stored.keys() != right.keys() or stored["verdict"] != right["verdict"]:
        return False
    return all(isinstance(stored[key], Real) and abs(stored[key] - right[key]) <= apart for key, apart in APART.items())


def _words(verdict: Mapping[str, Any]) -> str:
    return " ".join(f"{key} {value}" for key, value in verdict.items())
