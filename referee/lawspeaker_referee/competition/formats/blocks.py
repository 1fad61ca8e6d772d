"""The matches of a seed block: which orders of seats a table plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise, permutations
from typing import TypeVar

from lawspeaker_referee.competition.results import ScheduledMatch
from lawspeaker_referee.config.tournament import COPY, TournamentConfig

Order = tuple[int, ...]
"""By seat: the index of its bot in the table."""


@lru_cache
def balanced_orders(players: int) -> tuple[Order, ...]:
    """Return all orders of a table, so arranged that each `players` in a row have every bot once on every seat.

    Each `players` orders are a cyclic Latin square: a row, and its rotations around the group of numbers modulo
    `players`. All rows of a square have the same steps between neighbours, so the square has each neighbour pair with
    such a step once. As in the designs of Williams (1949) one square is enough for an even number of players to have
    each bot directly before each other one equally often, and an odd number needs a square and its mirror image. The
    greedy choice below finds these first, and evens out the rest as well as whole squares can.
    """
    left = [(0, *rest) for rest in permutations(range(1, players))]
    met: Counter[int] = Counter()
    orders: list[Order] = []
    while left:
        # The whole pair of squares counts first, then its first square, so that a block of one square is even too.
        row = min(left, key=lambda each: (_unevenness(met, *_mirrored(each)), _unevenness(met, each), each))
        for each in _mirrored(row):
            left.remove(each)
            met.update(_steps(each))
            orders += [tuple((place + shift) % players for place in each) for shift in range(players)]
    return tuple(orders)


def _mirrored(row: Order) -> tuple[Order, ...]:
    """Return a row and its mirror image, which steps the other way around; only the row if they are the same."""
    other = tuple(-place % len(row) for place in row)
    return (row,) if other == row else (row, other)


def _steps(row: Order) -> list[int]:
    """Return the steps from each seat's bot to the next one's, which all rotations of the row share."""
    return [(after - before) % len(row) for before, after in pairwise(row)]


def _unevenness(met: Counter[int], *rows: Order) -> int:
    """Return by how much these rows raise the sum of the squared counts of steps."""
    added = Counter(step for row in rows for step in _steps(row))
    return sum((met[step] + count) ** 2 - met[step] ** 2 for step, count in added.items())


def orders_of(players: int, count: int, nth: int) -> list[Order]:
    """Return the orders of a block of `count` matches; `nth`, from 0, says how many blocks the table had before."""
    every = balanced_orders(players)
    return [every[(nth * count + number) % len(every)] for number in range(count)]


T = TypeVar("T")


def block_name(number: int, bots: Iterable[str] = (), nth: int | None = None) -> str:
    """Return `r3-a+b` for a table of round 3, or `r3.2-a+b` for its second block where a table has several."""
    which = "" if nth is None else f".{nth}"
    names = "+".join(bots)
    return f"r{number}{which}" + (f"-{names}" if names else "")


def block_entries(terms: TournamentConfig, block: str, number: int, table: Sequence[str], orders: Iterable[Order],
                  first: int = 1) -> list[ScheduledMatch]:
    """Return a match of the round for each order of a table's bots, numbered in the block from `first`."""
    return [ScheduledMatch(f"{terms.name}/{block}/{nth}", block, number, terms.by_seat(table[place] for place in order))
            for nth, order in enumerate(orders, first)]


def turned(table: Sequence[T], by: int) -> tuple[T, ...]:
    """Return the same circle, begun `by` places later."""
    start = by % len(table)
    return (*table[start:], *table[:start])


def copies(bot: str, players: int) -> tuple[str, ...]:
    """Return a table of one bot and copies of it."""
    return (bot, *(f"{bot}{COPY}{number}" for number in range(2, players + 1)))
