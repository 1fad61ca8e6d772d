"""Who sits where, so that every bot has every seat equally often."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations


class Seats:
    """Counts how often each bot had each seat, and how often it sat before each other one."""

    def __init__(self) -> None:
        self._had: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._before: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def add(self, seats: Sequence[str]) -> None:
        """A match of these begins, by seat."""
        for seat, bot in enumerate(seats):
            self._had[bot][seat] += 1
        for first, second in combinations(seats, 2):
            self._before[first][second] += 1

    def order(self, bots: Sequence[str]) -> tuple[str, ...]:
        """These bots by seat: on seats that they seldom had, then before others whom they seldom sat before.

        It is the best of all orders: of each set of bots that can have the first seats only the best order is kept.
        """
        best: dict[frozenset[str], tuple[tuple[int, int], tuple[str, ...]]] = {frozenset(): ((0, 0), ())}
        for seat in range(len(bots)):
            longer: dict[frozenset[str], tuple[tuple[int, int], tuple[str, ...]]] = {}
            for those, ((had, before), order) in best.items():
                for bot in bots:
                    if bot not in those:
                        cost = (had + self._had[bot][seat], before + sum(self._before[each][bot] for each in order))
                        key = those | {bot}
                        if key not in longer or cost < longer[key][0]:
                            longer[key] = cost, (*order, bot)
            best = longer
        return best[frozenset(bots)][1]
