"""The matches of a tournament that are left to play, and which of them comes first.

A backlog is kept in memory and follows the ledger: each transaction reads only the rows that are new to it. Choosing
the next match must stay fast with a hundred thousand tables, so the state that all tables need is in numpy arrays.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final

import numpy as np
from sqlalchemy import Column, Connection, Select, Table, bindparam, func, select

from lawspeaker_referee.competition.ledger import rows
from lawspeaker_referee.competition.ledger.facts import NO_LIMITS, Held
from lawspeaker_referee.competition.ledger.schema import entries, results, voids
from lawspeaker_referee.competition.ledger.sums import bots_of

TableKey = frozenset[str]
"""The bots of a match, regardless of seats."""

_NONE: Final = np.iinfo(np.int64).max
FEW: Final = 1_000
"""Tables of which none is forgotten."""
MOST_OF_A_BLOCK: Final = 720
"""Matches of a table in a block, which stand together in the schedule: all orders of six bots."""


class TableCounts:
    """Finds the table whose bots have played least."""

    def __init__(self) -> None:
        self._numbers: dict[TableKey, int] = {}
        self._tables: list[TableKey] = []
        """The tables in the arrays, by number."""
        self._bots: dict[str, int] = {}
        """Bot -> its number."""
        self._changed: dict[int, int] = {}
        """Changes that are not in `_first` yet."""
        self._first = np.empty(0, dtype=np.int64)
        """By table: its first open entry, or `_NONE`."""
        self._seated = np.empty(0, dtype=np.int64)
        """The bots of all tables, one table after another."""
        self._starts = np.empty(0, dtype=np.int64)
        """By table: the index of its first bot in `_seated`."""

    def open(self, table: TableKey, first: int | None) -> None:
        """Set the first open entry of a table; None if it has none."""
        number = self._numbers.setdefault(table, len(self._numbers))
        self._changed[number] = _NONE if first is None else first

    def least_served(self, served: Mapping[str, int], full: Iterable[str],
                     but: Collection[TableKey]) -> TableKey | None:
        """Return the open table whose bots have played least; None if none is left.

        The bot that has played least decides first, then the sum over the table, then the order of the schedule. Tables
        in `but` and tables of `full` bots are left out.
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
        self._forget()

    def _forget(self) -> None:
        """Forget the tables that have nothing open once they are most: memory follows what is open, not what was."""
        left = np.flatnonzero(self._first != _NONE)
        if len(self._tables) < FEW or 2 * len(left) > len(self._tables):
            return
        self._tables = [self._tables[number] for number in left]
        self._numbers = {table: number for number, table in enumerate(self._tables)}
        bots = sorted({bot for table in self._tables for bot in table})
        self._bots = {bot: number for number, bot in enumerate(bots)}
        self._seated = np.array([self._bots[bot] for table in self._tables for bot in table], dtype=np.int64)
        self._starts = np.cumsum([0, *map(len, self._tables)])[:-1]
        self._first = self._first[left]


@dataclass(frozen=True, slots=True)
class _Task:
    """Open matches of a block at a table, none of which is being played."""

    table: TableKey
    block: str
    entries: list[int]


@dataclass(slots=True)
class _Plan:
    """The tasks that are being played, and those picked so far."""

    taken: set[int]
    begun: set[tuple[TableKey, str]]
    """Blocks at a table of which a match is being played."""
    busy: Counter[str]
    """Bot -> tasks that it is in."""
    served: Counter[str]
    """Bot -> matches that are counted or being played."""

    def add(self, task: _Task) -> None:
        """Note that this task is played too."""
        self.taken.update(task.entries)
        self.begun.add((task.table, task.block))
        self.busy.update(task.table)
        self.served.update(dict.fromkeys(task.table, len(task.entries)))


@dataclass(slots=True)
class Backlog:
    """The matches of a tournament that are not counted, by the numbers of their entries."""

    scheduled: Counter[str] = field(default_factory=Counter)
    """Bot -> matches, in the order of the schedule."""
    counted: Counter[str] = field(default_factory=Counter)
    """Bot -> matches."""
    matches: int = 0
    voids: Counter[int] = field(default_factory=Counter)
    """Entry -> void attempts."""
    _tables: dict[TableKey, OrderedDict[str, list[int]]] = field(default_factory=dict)
    """Table -> block -> open entries, in the order of the schedule. (A dict that loses its first keys is slow.)"""
    _firsts: TableCounts = field(default_factory=TableCounts)
    _where: dict[int, tuple[TableKey, str]] = field(default_factory=dict)
    """Open entry -> its table and block."""
    _begun: set[tuple[TableKey, str]] = field(default_factory=set)
    """Blocks at a table of which some matches are counted and others are open."""

    def add(self, entry: int, block: str, seats: Sequence[str]) -> None:
        """Note that a match was scheduled."""
        table = frozenset(seats)
        self.matches += 1
        self.scheduled.update(dict.fromkeys(seats, 1))
        blocks = self._tables.setdefault(table, OrderedDict())
        if not blocks:
            self._firsts.open(table, entry)
        blocks.setdefault(block, []).append(entry)
        self._where[entry] = table, block

    def done(self, entry: int) -> None:
        """Note that a match was counted."""
        table, block = self._where.pop(entry)
        self.counted.update(table)
        blocks = self._tables[table]
        blocks[block].remove(entry)
        self._begun.add((table, block))
        if not blocks[block]:
            del blocks[block]
            self._begun.remove((table, block))
        self._firsts.open(table, next(iter(blocks.values()))[0] if blocks else None)
        if not blocks:
            del self._tables[table]

    @property
    def open(self) -> int:
        """Return how many matches are not counted."""
        return len(self._where)

    def playing(self, held: Collection[Held]) -> Counter[str]:
        """Return how many matches each bot is playing."""
        return Counter(bot for each in held for bot in self._where[each.entry][0])

    def pick(
        self, held: Collection[Held], count: int, *, limits: Mapping[str, int] = NO_LIMITS, most_voids: float = inf,
        whole_blocks: bool = False,
    ) -> list[list[int]]:
        """Return up to `count` tasks to play next: a match each, or all open matches of a block at a table.

        Blocks that were begun come first, because only whole blocks cancel luck; then the bots that have played least;
        then the order of the schedule. No task has a bot that is in as many tasks as its limit, nor a match that was
        void `most_voids` times.
        """
        plan, picked = self._plan(held), list[list[int]]()
        stuck = {self._where[entry][0] for entry, number in self.voids.items()
                 if number >= most_voids and entry in self._where}
        while len(picked) < count:
            full = {bot for bot, limit in limits.items() if plan.busy[bot] >= limit}
            special = stuck | {table for table, _ in self._begun | plan.begun}
            usual = self._firsts.least_served(plan.served, full, special)
            ready = [task for table in (*special, *([usual] if usual else [])) if full.isdisjoint(table)
                     for task in self._first(table, plan, most_voids, whole=whole_blocks)]
            if not ready:
                break
            task = min(ready, key=lambda each: self._urgency(each, plan))
            plan.add(task)
            picked.append(task.entries)
        return picked

    def _plan(self, held: Collection[Held]) -> _Plan:
        where = {each.entry: self._where[each.entry] for each in held}
        busy = Counter(bot for bot, _ in {(bot, each.task) for each in held for bot in where[each.entry][0]})
        return _Plan(set(where), set(where.values()), busy, self.counted + self.playing(held))

    def _first(self, table: TableKey, plan: _Plan, most_voids: float, *, whole: bool) -> Iterator[_Task]:
        """Yield the first task at a table that can be played, if there is one."""
        for block, numbers in self._tables[table].items():
            if whole and (table, block) in plan.begun:
                continue
            free = [entry for entry in numbers if entry not in plan.taken and self.voids[entry] < most_voids]
            if free:
                yield _Task(table, block, free if whole else free[:1])
                return

    def _urgency(self, task: _Task, plan: _Plan) -> tuple[bool, int, int, int]:
        """Return the key by which tasks are ordered; the least is played first."""
        served = [plan.served[bot] for bot in task.table]
        place = task.table, task.block
        return place not in self._begun and place not in plan.begun, min(served), sum(served), task.entries[0]


@dataclass(slots=True)
class Following:
    """The backlog of a tournament as the last transaction saw it."""

    backlog: Backlog = field(default_factory=Backlog)
    _entry: int = 0
    _result: int = 0
    _void: int = 0
    _voided: int = 0
    """Results that were voided."""
    _has_begun: bool = False

    def catch_up(self, connection: Connection, tournament: int) -> Backlog:
        """Return the backlog as this transaction sees it.

        Rows of a tournament are committed in the order of their ids, so those after the last id seen are all that are
        new.
        """
        voided = rows.number_voided(connection, tournament)
        if voided != self._voided:
            # A match may be open again that was forgotten. That is rare, so all is read anew.
            self.backlog, self._void, self._has_begun, self._voided = Backlog(), 0, False, voided
        if not self._has_begun:
            self._begin(connection, tournament)
        for entry, block, seats in connection.execute(_NEW, {"tournament": tournament, "last": self._entry}):
            self.backlog.add(entry, block, seats)
            self._entry = entry
        for row in connection.execute(_NEW_RESULTS, {"tournament": tournament, "last": self._result}):
            self.backlog.done(row.entry_id)
            self._result = row.id
        for row in connection.execute(_NEW_VOIDS, {"tournament": tournament, "last": self._void}):
            self.backlog.voids[row.entry_id] += 1
            self._void = row.id
        return self.backlog

    def _begin(self, connection: Connection, tournament: int) -> None:
        """Read what is open and, of what is counted, only the matches that may stand in blocks with it."""
        self._has_begun = True
        self._result, last = (connection.scalar(select(func.max(table.c.id)).where(
            table.c.tournament_id == tournament)) or 0 for table in (results, entries))
        if not self._result:
            return
        settled = (results.c.entry_id == entries.c.id) & rows.settles()
        first = connection.scalar(select(func.min(entries.c.id)).outerjoin_from(entries, results, settled).where(
            entries.c.tournament_id == tournament, results.c.id.is_(None)))
        self._entry = last if first is None else max(0, first - MOST_OF_A_BLOCK)
        near = select(entries.c.id, entries.c.block, entries.c.seats, results.c.id.label("result")).outerjoin_from(
            entries, results, settled).where(entries.c.tournament_id == tournament, entries.c.id > self._entry)
        for row in connection.execute(near.order_by(entries.c.id).execution_options(yield_per=FEW)):
            self.backlog.add(row.id, row.block, row.seats)
            if row.result is not None:
                self.backlog.done(row.id)
            self._entry = row.id
        self.backlog.counted = Counter({bot: own.matches for bot, own in bots_of(connection, tournament).items()})


def _after(table: Table, *columns: Column[Any]) -> Select[Any]:
    """Return the query for columns of the rows of a tournament after an id, in the order of their ids."""
    return select(table.c.id, *columns).where(
        table.c.tournament_id == bindparam("tournament"), table.c.id > bindparam("last")).order_by(table.c.id)


_NEW: Final = _after(entries, entries.c.block, entries.c.seats)
_NEW_RESULTS: Final = _after(results, results.c.entry_id)
_NEW_VOIDS: Final = _after(voids, voids.c.entry_id)
