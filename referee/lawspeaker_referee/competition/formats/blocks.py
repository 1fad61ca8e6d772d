"""The matches of a seed block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise, permutations
from typing import TypeVar

from lawspeaker_referee.competition.results import ScheduledMatch
from lawspeaker_referee.config.tournament import COPY

Order = tuple[int, ...]
"""By seat: the place at the table of who sits there."""


@lru_cache
def balanced_orders(players: int) -> tuple[Order, ...]:
    """All orders of a table, so arranged that each `players` of them in a row have each bot once on each seat.

    They are Latin squares: a first row, and what comes of it by counting on around the circle. A square is followed by
    its mirror image, and the next two are always those whose neighbours, left and right told apart, best even out what
    came before. So the first square of an even number has each neighbour equally often, and the first two of an odd
    one.
    """
    left = [(0, *rest) for rest in permutations(range(1, players))]
    met: Counter[int] = Counter()
    orders: list[Order] = []
    while left:
        row = min(left, key=lambda each: (_unevenness(met, *_mirrored(each)), _unevenness(met, each), each))
        for each in _mirrored(row):
            left.remove(each)
            met.update(_steps(each))
            orders += [tuple((place + shift) % players for place in each) for shift in range(players)]
    return tuple(orders)


def _mirrored(row: Order) -> tuple[Order, ...]:
    """A row, and the one that goes around the circle the other way if that is another one."""
    other = tuple(-place % len(row) for place in row)
    return (row,) if other == row else (row, other)


def _steps(row: Order) -> list[int]:
    """From each place to that on the next seat, around the group: what all rotations of the row have in common."""
    return [(after - before) % len(row) for before, after in pairwise(row)]


def _unevenness(met: Counter[int], *rows: Order) -> int:
    """By how much these rows change the sum of squares."""
    added = Counter(step for row in rows for step in _steps(row))
    return sum((met[step] + count) ** 2 - met[step] ** 2 for step, count in added.items())


def orders_of(players: int, count: int, nth: int) -> list[Order]:
    """The orders of a table's block of so many matches; `nth`, from 0, says how many blocks it had before."""
    every = balanced_orders(players)
    return [every[(nth * count + number) % len(every)] for number in range(count)]


T = TypeVar("T")


def block_name(number: int, bots: Iterable[str] = (), nth: int | None = None) -> str:
    """`r3-a+b` for a table of round 3; `r3.2-a+b` for its second block, where a table has several."""
    which = "" if nth is None else f".{nth}"
    names = "+".join(bots)
    return f"r{number}{which}" + (f"-{names}" if names else "")


def block_entries(tournament: str, block: str, number: int, table: Sequence[str], orders: Iterable[Order],
                  first: int = 1) -> list[ScheduledMatch]:
    """One match of a round for each order of a table's bots; those of the block are numbered on from `first`."""
    return [ScheduledMatch(f"{tournament}/{block}/{nth}", block, number, tuple(table[place] for place in order))
            for nth, order in enumerate(orders, first)]


def turned(table: Sequence[T], by: int) -> tuple[T, ...]:
    """The same circle, begun elsewhere."""
    start = by % len(table)
    return (*table[start:], *table[:start])


def copies(bot: str, players: int) -> tuple[str, ...]:
    """A table of nobody but one bot."""
    return (bot, *(f"{bot}{COPY}{number}" for number in range(2, players + 1)))
