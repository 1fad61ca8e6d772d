"""Who sits where, so that every bot has every seat equally often."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations

Cost = tuple[int, int, int]
"""How often the bots had their seats, how often they sat before those they sit before, how many had their seat last."""


class Seats:
    """Counts how often each bot had each seat, and how often it sat before each other one."""

    def __init__(self) -> None:
        self._had: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._before: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._last: dict[str, int] = {}

    def add(self, seats: Sequence[str]) -> None:
        """A match of these begins, by seat."""
        for seat, bot in enumerate(seats):
            self._had[bot][seat] += 1
            self._last[bot] = seat
        for first, second in combinations(seats, 2):
            self._before[first][second] += 1

    def order(self, bots: Sequence[str]) -> tuple[str, ...]:
        """These bots by seat, so that the cost is least: of each set that can have the first seats the best is kept."""
        best: dict[frozenset[str], tuple[Cost, tuple[str, ...]]] = {frozenset(): ((0, 0, 0), ())}
        for _ in bots:
            longer: dict[frozenset[str], tuple[Cost, tuple[str, ...]]] = {}
            for those, (cost, order) in best.items():
                for bot in bots:
                    if bot not in those:
                        more, key = self._with(cost, order, bot), those | {bot}
                        if key not in longer or more < longer[key][0]:
                            longer[key] = more, (*order, bot)
            best = longer
        return best[frozenset(bots)][1]

    def _with(self, cost: Cost, order: Sequence[str], bot: str) -> Cost:
        """The cost with the next seat taken by this bot."""
        seat, (had, before, again) = len(order), cost
        return (had + self._had[bot][seat], before + sum(self._before[each][bot] for each in order),
                again + (self._last.get(bot) == seat))
