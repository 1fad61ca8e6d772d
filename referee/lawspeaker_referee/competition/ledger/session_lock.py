"""A lock of PostgreSQL that one process at a time holds, for as long as its connection lasts."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

CLASS: Final = 1818583143
"""The first half of the number of such a lock; the second is the number of the tournament."""


class SessionLock:
    """Holds one lock over a connection of its own: if the process, the machine or the server dies, the lock is free."""

    def __init__(self, engine: Engine, number: int) -> None:
        self._engine = engine.execution_options(ledger="session", isolation_level="AUTOCOMMIT")
        self._number = number % (1 << 31)
        self._connection: Connection | None = None
        self._held = False

    def hold(self) -> bool:
        """Take the lock if it is free; return whether this process holds it now. Raises SQLAlchemyError."""
        try:
            if self._connection is None:
                self._connection = self._engine.connect()
            with self._connection.begin():
                if self._held:
                    self._connection.execute(text("SELECT 1"))  # fails if the connection, and so the lock, is lost
                else:
                    self._held = bool(self._connection.scalar(
                        text("SELECT pg_try_advisory_lock(:kind, :number)"), {"kind": CLASS, "number": self._number}))
        except SQLAlchemyError:
            self.close()
            raise
        return self._held

    def close(self) -> None:
        """Give the lock back, if it is held."""
        connection, self._connection, self._held = self._connection, None, False
        if connection is not None:
            connection.invalidate()  # in the pool it would keep the lock
            connection.close()
