"""Tables of bots that stand close and have seldom met."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, product

Cost = tuple[int, int]
"""Meetings that are repeated, each worth more than the one before; then how far apart they stand."""


def paired(order: Sequence[str], size: int, met: Mapping[frozenset[str], int]) -> list[tuple[str, ...]]:
    """Tables of those that follow each other, changed by as little as avoids what meetings can be avoided.

    `order` has the best first, and a multiple of `size`. A table with old acquaintances gives one of them for the bot
    elsewhere that makes it cheapest, as long as that helps.
    """
    places = {bot: place for place, bot in enumerate(order)}

    def cost(table: Sequence[str]) -> Cost:
        repeats = apart = 0
        for one, other in combinations(table, 2):
            repeats += met.get(frozenset((one, other)), 0) ** 2
            apart += (places[one] - places[other]) ** 2
        return repeats, apart

    tables = [list(order[start:start + size]) for start in range(0, len(order), size)]
    costs = [cost(table) for table in tables]
    while True:
        worst_first = sorted(range(len(tables)), key=lambda number: (-costs[number][0], number))
        for number in worst_first:
            if costs[number][0] and _improved(tables, costs, number, cost):
                break
        else:
            return sorted((tuple(sorted(table, key=places.__getitem__)) for table in tables),
                          key=lambda table: places[table[0]])


def _improved(tables: list[list[str]], costs: list[Cost], number: int, cost: Callable[[Sequence[str]], Cost]) -> bool:
    """Whether a swap made this table and another cheaper; the best one is done."""
    table, best = tables[number], None
    for other, elsewhere in enumerate(tables):
        if other == number:
            continue
        before = _sum(costs[number], costs[other])
        for mine, theirs in product(range(len(table)), repeat=2):
            ours = [*table[:mine], elsewhere[theirs], *table[mine + 1:]]
            new = [*elsewhere[:theirs], table[mine], *elsewhere[theirs + 1:]]
            gain = _less(_sum(cost(ours), cost(new)), before)
            if gain < (0, 0) and (best is None or gain < best[0]):
                best = gain, other, ours, new
    if best is None:
        return False
    _, other, tables[number], tables[other] = best
    costs[number], costs[other] = cost(tables[number]), cost(tables[other])
    return True


def _sum(one: Cost, other: Cost) -> Cost:
    return one[0] + other[0], one[1] + other[1]


def _less(one: Cost, other: Cost) -> Cost:
    return one[0] - other[0], one[1] - other[1]
