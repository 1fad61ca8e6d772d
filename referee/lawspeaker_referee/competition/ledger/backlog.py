"""What is left to play, and what comes first."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final

import numpy as np
from sqlalchemy import Connection, Select, Table, select

from lawspeaker_referee.competition.ledger.schema import entries, results, voids

TableKey = frozenset[str]
"""The bots of a match, whatever their seats."""

_NONE: Final = np.iinfo(np.int64).max


class TableCounts:
    """At which table bots have played least."""

    def __init__(self) -> None:
        self._numbers: dict[TableKey, int] = {}
        self._tables: list[TableKey] = []
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

    def open(self, table: TableKey, first: int | None) -> None:
        """The first entry at a table that is open; None if there is none."""
        number = self._numbers.setdefault(table, len(self._numbers))
        self._changed[number] = _NONE if first is None else first

    def least_served(self, served: Mapping[str, int], full: Iterable[str],
                     but: Collection[TableKey]) -> TableKey | None:
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


NO_LIMITS: Final[Mapping[str, int]] = {}


@dataclass(frozen=True, slots=True)
class Held:
    """A lease that holds."""

    entry: int
    task: int
    """Its first entry: what has the same number is played one after another."""


@dataclass(frozen=True, slots=True)
class _Task:
    """Open matches of a block at a table, of which nobody is playing any."""

    table: TableKey
    block: str
    entries: list[int]


@dataclass(slots=True)
class _Plan:
    """What is being played while more is picked."""

    taken: set[int]
    begun: set[tuple[TableKey, str]]
    """Blocks at a table of which a match is being played."""
    busy: Counter[str]
    """Bot -> tasks that it is in."""
    served: Counter[str]
    """Bot -> matches that were counted or are being played."""

    def add(self, task: _Task) -> None:
        """From now on this is played too."""
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
    """Entry -> attempts that came to nothing."""
    _tables: dict[TableKey, OrderedDict[str, list[int]]] = field(default_factory=dict)
    """Block -> open entries, in the order of the schedule. (A plain dict that loses its first keys grows slow.)"""
    _firsts: TableCounts = field(default_factory=TableCounts)
    _where: dict[int, tuple[TableKey, str]] = field(default_factory=dict)
    """Open entry -> where it stands among the tables."""
    _begun: set[tuple[TableKey, str]] = field(default_factory=set)
    """Blocks at a table of which a match was counted, and others are open."""

    def add(self, entry: int, block: str, seats: Sequence[str]) -> None:
        """A match was scheduled."""
        table = frozenset(seats)
        self.matches += 1
        self.scheduled.update(dict.fromkeys(seats, 1))
        blocks = self._tables.setdefault(table, OrderedDict())
        if not blocks:
            self._firsts.open(table, entry)
        blocks.setdefault(block, []).append(entry)
        self._where[entry] = table, block

    def done(self, entry: int) -> None:
        """A match was counted."""
        table, block = self._where.pop(entry)
        self.counted.update(table)
        blocks = self._tables[table]
        blocks[block].remove(entry)
        self._begun.add((table, block))
        if not blocks[block]:
            del blocks[block]
            self._begun.remove((table, block))
        self._firsts.open(table, next(iter(blocks.values()))[0] if blocks else None)

    @property
    def open(self) -> int:
        """Matches that are not counted."""
        return len(self._where)

    def playing(self, held: Collection[Held]) -> Counter[str]:
        """Bot -> matches that it is playing."""
        return Counter(bot for each in held for bot in self._where[each.entry][0])

    def pick(
        self, held: Collection[Held], count: int, *, limits: Mapping[str, int] = NO_LIMITS, most_voids: float = inf,
        whole_blocks: bool = False,
    ) -> list[list[int]]:
        """What is to be played next, at most so many tasks: a match each, or all that is open of a block at a table.

        Blocks that were begun come first, for only whole ones tell without luck; then who has played least; then the
        order of the schedule. Nothing is picked of a bot that is in as many tasks as its limit says, nor a match that
        was void `most_voids` times.
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
        """The first thing that can be played at a table, if there is one."""
        for block, numbers in self._tables[table].items():
            if whole and (table, block) in plan.begun:
                continue
            free = [entry for entry in numbers if entry not in plan.taken and self.voids[entry] < most_voids]
            if free:
                yield _Task(table, block, free if whole else free[:1])
                return

    def _urgency(self, task: _Task, plan: _Plan) -> tuple[bool, int, int, int]:
        """The least is played first."""
        served = [plan.served[bot] for bot in task.table]
        place = task.table, task.block
        return place not in self._begun and place not in plan.begun, min(served), sum(served), task.entries[0]


@dataclass(slots=True)
class Following:
    """A tournament's backlog as of the last transaction that looked."""

    backlog: Backlog = field(default_factory=Backlog)
    _entry: int = 0
    _result: int = 0
    _void: int = 0

    def catch_up(self, connection: Connection, tournament: int) -> Backlog:
        """The backlog as this transaction sees it; rows of a tournament are committed in the order of their ids."""
        new = select(entries.c.id, entries.c.block, entries.c.seats).where(
            entries.c.tournament_id == tournament, entries.c.id > self._entry).order_by(entries.c.id)
        for entry, block, seats in connection.execute(new):
            self.backlog.add(entry, block, seats)
            self._entry = entry
        for row in connection.execute(_after(results, self._result, tournament)):
            self.backlog.done(row.entry_id)
            self._result = row.id
        for row in connection.execute(_after(voids, self._void, tournament)):
            self.backlog.voids[row.entry_id] += 1
            self._void = row.id
        return self.backlog


def _after(table: Table, last: int, tournament: int) -> Select[Any]:
    """The rows of a tournament after the last one, with their entries."""
    return select(table.c.id, table.c.entry_id).where(
        table.c.tournament_id == tournament, table.c.id > last).order_by(table.c.id)
