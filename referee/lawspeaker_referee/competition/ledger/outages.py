"""Wait for a database that is away, and repeat what it did not answer.

A PostgreSQL server that restarts is away, and so is a SQLite file that another program has locked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import uniform
from threading import Event, Lock
from time import monotonic
from typing import Final, TypeVar

from lawspeaker_referee.competition.ledger.facts import BadLedger

R = TypeVar("R")

DEFAULT_PATIENCE: Final = 300.0
"""Seconds for which runners and ladders wait for a ledger that is away."""
FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 5.0
"""Seconds between two tries; the pause doubles from try to try."""


class LedgerAway(BadLedger):
    """The database does not answer, and may do so again; nobody knows whether the transaction was committed."""


@dataclass(frozen=True, slots=True)
class TransactionAttempt:
    """A try to run a transaction."""

    again: bool = False
    """True if an earlier try was lost, which may have been committed."""
    waited: float = 0.0
    """Seconds since the first try was lost."""


class RetryPolicy:
    """Repeats transactions while the database is away, with back-off; any number of threads may share one."""

    def __init__(self, seconds: float = 0.0, tell: Callable[[str], None] = lambda _: None,
                 clock: Callable[[], float] = monotonic) -> None:
        """Wait so many seconds at most; `tell` gets a line when the database goes, and one when it is back."""
        self._seconds, self._tell, self._clock = seconds, tell, clock
        self._hurry, self._turn = Event(), Lock()
        self._since: float | None = None
        """When the database was first found away; None if it answers."""

    def call(self, work: Callable[[TransactionAttempt], R]) -> R:
        """Return what a transaction returns; run it again while the database is away. Raises BadLedger."""
        lost, pause, attempt = None, FIRST_PAUSE, TransactionAttempt()
        while True:
            try:
                found = work(attempt)
            except LedgerAway as error:
                now = self._clock()
                lost = now if lost is None else lost
                if now - lost >= self._seconds or self._hurry.is_set():
                    raise
                self._went(error, now)
                self._hurry.wait(min(pause * uniform(0.5, 1.0), lost + self._seconds - now))
                pause = min(2 * pause, LONGEST_PAUSE)
                attempt = TransactionAttempt(again=True, waited=self._clock() - lost)
            else:
                self._came_back()
                return found

    def give_up(self) -> None:
        """Wait no more, now and later."""
        self._hurry.set()

    def _went(self, error: LedgerAway, now: float) -> None:
        with self._turn:
            if self._since is None:
                self._since = now
                self._tell(f"{error}; waiting for it, {self._seconds:g} s at most")

    def _came_back(self) -> None:
        with self._turn:
            if self._since is not None:
                self._tell(f"the ledger is back after {self._clock() - self._since:.1f} s")
                self._since = None
