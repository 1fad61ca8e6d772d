"""The tables of a tournament, looked at all at once: there may be many thousands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

import numpy as np

Table = frozenset[str]
"""The bots of a match, whatever their seats."""

_NONE: Final = np.iinfo(np.int64).max


class Tables:
    """At which table bots have played least."""

    def __init__(self) -> None:
        self._numbers: dict[Table, int] = {}
        self._tables: list[Table] = []
        """Those that are in the arrays, by number."""
        self._bots: dict[str, int] = {}
        """Bot -> its number."""
        self._changed: dict[int, int] = {}
        """What of `_first` was not written there yet."""
        self._first = np.empty(0, dtype=np.int64)
        """By table: its first open entry, or `_NONE`."""
        self._seated = np.empty(0, dtype=np.int64)
        """The bots of all tables, one table after another."""
        self._starts = np.empty(0, dtype=np.int64)
        """Where each table begins in there."""

    def open(self, table: Table, first: int | None) -> None:
        """The first entry at a table that is open; None if there is none."""
        number = self._numbers.setdefault(table, len(self._numbers))
        self._changed[number] = _NONE if first is None else first

    def least_served(self, served: Mapping[str, int], full: Iterable[str], but: Collection[Table]) -> Table | None:
        """Of tables with an open entry, the one whose bots have played least.

        That is: first the bot that has played least of all, then all bots of the table together, then the order of the
        schedule. None of `but` nor of bots that are `full`; None if no other is left.
        """
        self._note_changes()
        first, seats = self._first.copy(), np.array([served.get(bot, 0) for bot in self._bots])[self._seated]
        first[[self._numbers[table] for table in but]] = _NONE
        if shut := [self._bots[bot] for bot in full if bot in self._bots]:
            first[np.logical_or.reduceat(np.isin(self._seated, shut), self._starts)] = _NONE
        left = np.flatnonzero(first != _NONE)
        if not len(left):
            return None
        for measure in (np.minimum.reduceat(seats, self._starts), np.add.reduceat(seats, self._starts), first):
            left = left[measure[left] == measure[left].min()]
        return self._tables[int(left[0])]

    def _note_changes(self) -> None:
        if new := list(self._numbers)[len(self._tables):]:
            for bot in sorted({bot for table in new for bot in table} - set(self._bots)):
                self._bots[bot] = len(self._bots)
            self._tables += new
            self._seated = np.concatenate([self._seated, [self._bots[bot] for table in new for bot in table]])
            self._starts = np.cumsum([0, *map(len, self._tables)])[:-1]
            self._first = np.concatenate([self._first, np.full(len(new), _NONE)])
        self._first[list(self._changed)] = list(self._changed.values())
        self._changed.clear()
