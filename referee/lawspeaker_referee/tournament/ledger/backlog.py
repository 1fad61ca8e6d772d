"""What is left to play, and what comes first."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Final

from lawspeaker_referee.tournament.ledger.tables import Table, Tables

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

    table: Table
    block: str
    entries: list[int]


@dataclass(slots=True)
class _Plan:
    """What is being played while more is picked."""

    taken: set[int]
    begun: set[tuple[Table, str]]
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
    _tables: dict[Table, OrderedDict[str, list[int]]] = field(default_factory=dict)
    """Block -> open entries, in the order of the schedule. (A plain dict that loses its first keys grows slow.)"""
    _firsts: Tables = field(default_factory=Tables)
    _where: dict[int, tuple[Table, str]] = field(default_factory=dict)
    """Open entry -> where it stands among the tables."""
    _begun: set[tuple[Table, str]] = field(default_factory=set)
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

    def _first(self, table: Table, plan: _Plan, most_voids: float, *, whole: bool) -> Iterator[_Task]:
        """The first thing that can be played at a table, if there is one."""
        for block, entries in self._tables[table].items():
            if whole and (table, block) in plan.begun:
                continue
            free = [entry for entry in entries if entry not in plan.taken and self.voids[entry] < most_voids]
            if free:
                yield _Task(table, block, free if whole else free[:1])
                return

    def _urgency(self, task: _Task, plan: _Plan) -> tuple[bool, int, int, int]:
        """The least is played first."""
        served = [plan.served[bot] for bot in task.table]
        place = task.table, task.block
        return place not in self._begun and place not in plan.begun, min(served), sum(served), task.entries[0]
