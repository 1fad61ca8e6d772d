"""The matches of a seed block."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from lawspeaker_referee.tournament.designs.orders import Order
from lawspeaker_referee.tournament.nouns import Entry
from lawspeaker_referee.tournament.terms import COPY

T = TypeVar("T")


def block_name(number: int, bots: Iterable[str] = (), nth: int | None = None) -> str:
    """`r3-a+b` for a table of round 3; `r3.2-a+b` for its second block, where a table has several."""
    which = "" if nth is None else f".{nth}"
    names = "+".join(bots)
    return f"r{number}{which}" + (f"-{names}" if names else "")


def block_entries(tournament: str, block: str, number: int, table: Sequence[str], orders: Iterable[Order],
                  first: int = 1) -> list[Entry]:
    """One match of a round for each order of a table's bots; those of the block are numbered on from `first`."""
    return [Entry(f"{tournament}/{block}/{nth}", block, number, tuple(table[place] for place in order))
            for nth, order in enumerate(orders, first)]


def turned(table: Sequence[T], by: int) -> tuple[T, ...]:
    """The same circle, begun elsewhere."""
    start = by % len(table)
    return (*table[start:], *table[:start])


def copies(bot: str, players: int) -> tuple[str, ...]:
    """A table of nobody but one bot."""
    return (bot, *(f"{bot}{COPY}{number}" for number in range(2, players + 1)))
