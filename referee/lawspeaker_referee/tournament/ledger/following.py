"""What a process knows of a tournament's schedule: it reads only what was added since it last looked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Select, Table, select

from lawspeaker_referee.tournament.ledger.backlog import Backlog
from lawspeaker_referee.tournament.ledger.schema import entries, results, voids


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
