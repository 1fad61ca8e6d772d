"""Who met whom, and how long ago."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations


@dataclass(slots=True)
class _Pair:
    """What is remembered of two that met."""

    first: int
    """Matches that the one whose name sorts first had begun when they last met, that one included."""
    second: int
    usual: float
    """How many matches they were apart before they met: an average in which the last time counts half."""


class Meetings:
    """Counts matches by bot, and remembers for each two when they last met."""

    def __init__(self) -> None:
        self._matches: Counter[str] = Counter()
        self._pairs: dict[tuple[str, str], _Pair] = {}

    def add(self, seats: Sequence[str]) -> None:
        """A match of these begins."""
        before = {pair: self.apart(*pair) for pair in combinations(sorted(seats), 2)}
        self._matches.update(seats)
        for (one, other), (apart, usual) in before.items():
            self._pairs[one, other] = _Pair(self._matches[one], self._matches[other], (apart + usual) / 2)

    def apart(self, one: str, other: str) -> tuple[int, float]:
        """Matches since they met, and how many that usually are.

        It is those of the one of them that had fewer; 0 if it met nobody else since. Two that never met are apart since
        the one with fewer matches came, and that counts as a match.
        """
        matches = self._matches
        pair = self._pairs.get((one, other) if one < other else (other, one))
        if pair is None:
            apart = 1 + min(matches[one], matches[other])
            return apart, float(apart)
        if other < one:
            one, other = other, one
        return min(matches[one] - pair.first, matches[other] - pair.second), pair.usual
