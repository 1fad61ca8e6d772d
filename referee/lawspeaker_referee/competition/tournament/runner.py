"""Run a tournament: extend its schedule and keep its workers running; they share the ledger."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Any, Final

from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.ledger.outages import DEFAULT_PATIENCE
from lawspeaker_referee.competition.tournament.early_stop import EarlyStop
from lawspeaker_referee.competition.tournament.schedule import Schedule
from lawspeaker_referee.competition.tournament.state import STOPPED_EARLY, TournamentState, state_of
from lawspeaker_referee.competition.tournament.worker_names import is_gone
from lawspeaker_referee.competition.tournament.worker_options import WorkerOptions
from lawspeaker_referee.competition.tournament.worker_processes import LocalWorkerProcesses, WorkerProcesses
from lawspeaker_referee.config.tournament import TournamentConfig, parse_config
from lawspeaker_referee.host.process.child import Tell

if TYPE_CHECKING:
    from lawspeaker_referee.competition.ratings.sequential import TestState

WORKER: Final = (sys.executable, "-m", "lawspeaker_referee.competition.tournament.worker")
MOST_DEATHS: Final = 5
"""Workers that died one after another without a match counted in between: then something is wrong with all."""


class CannotRun(OSError):
    """A tournament that cannot go on; one line that says why."""


@dataclass(frozen=True, slots=True)
class RunnerSettings:
    """Workers, key and hidden files of a run on this machine."""

    ledger: str
    workers: int
    hide: tuple[Path, ...] = ()
    """Files that bots must not see, besides the records."""
    key: Path | None = None
    """The file of the key that signs the records; bots must not see it either."""
    command: Sequence[str] = field(default=WORKER)
    """The command that starts a worker."""
    dask: str = ""
    """The address of a Dask scheduler, whose workers play then; empty for worker processes here."""
    patience: float = DEFAULT_PATIENCE
    """Seconds for which workers wait for a ledger that is away."""
    places: str = ""
    """The folder of the matches that several tournaments play at once, and how many there are; empty if this one shares
    nothing."""
    most: int = 0


class Runner:
    """Runs one tournament until nothing is left to play."""

    def __init__(self, terms: TournamentConfig, ledger: Ledger, settings: RunnerSettings, news: Tell) -> None:
        self._name, self._ledger, self._settings, self._news = terms.name, ledger, settings, news
        self._schedule, self._early = Schedule(terms, ledger), EarlyStop(terms, ledger)
        self._deaths = 0
        self._over, self._hurry = asyncio.Event(), asyncio.Event()
        self._reports = asyncio.Queue[dict[str, Any]]()
        """Reports of workers in their order. The ledger is asked about them in a thread, as it may be away."""
        self._asked = False
        """True if a report that a worker is idle waits already."""
        self._workers = self._make_workers()
        self._failure = ""
        self._seen: object = None
        """The ledger's contents when something was last left to play."""
        self.interrupted = False
        """True if it was told to end before all was played."""

    async def run(self) -> None:
        """Play until nothing is left, or until it is paused or interrupted.

        Raises CannotRun, BadLedger, and OSError for a folder of records that cannot be written to.
        """
        self._schedule.terms.records.mkdir(parents=True, exist_ok=True)
        _try_to_write(self._schedule.terms.records)
        await asyncio.to_thread(self._take_over)
        if await asyncio.to_thread(self._nothing_left):
            self._over.set()
        if not self._over.is_set():
            await self._work()
        if self._failure:
            raise CannotRun(self._failure)

    def interrupt(self) -> None:
        """Let running matches end and begin no other; the second time, break them off."""
        if self._over.is_set():
            self._hurry.set()
            self._ledger.retry_policy.give_up()
        self._over.set()
        self.interrupted = True

    @property
    def state(self) -> TournamentState:
        """Return what is decided by now. Raises BadLedger."""
        return state_of(self._ledger.decisions(self._name))

    @property
    def test(self) -> TestState | None:
        """Return the state of the test that may end it early; None before a match is counted, or without a test."""
        return self._early.state

    # --- what is left ---

    def _take_over(self) -> None:
        """Release the leases of workers of this machine that have ended."""
        for worker in {lease.worker for lease in self._ledger.leases(self._name)}:
            if is_gone(worker):
                self._ledger.release(self._name, worker)

    def _nothing_left(self) -> bool:
        """Schedule what follows from results; return True if nothing is left to play."""
        state = self.state
        if state.at_rest or self._is_decided():
            return True
        if any(lease.until > time() for lease in self._ledger.leases(self._name)):
            return False  # somebody plays, here or elsewhere
        terms = self._ledger.terms(self._name)  # another process may have extended it
        seen = (terms, state, self._ledger.progress(self._name))
        if seen == self._seen:
            return False  # it takes long, and while there are no workers one looks often
        self._seen = seen
        self._schedule.terms = self._early.terms = parse_config(terms, "the ledger")
        return not self._schedule.grow(state)

    def _heard(self, what: dict[str, Any]) -> None:
        """Take a worker's report, to look at it in its turn."""
        if "idle" not in what or not self._asked:
            self._asked = self._asked or "idle" in what
            self._reports.put_nowait(what)

    async def _listen(self) -> None:
        """Look at reports. Raises BadLedger."""
        while True:
            what = await self._reports.get()
            await self._take(what)
            self._reports.task_done()

    async def _take(self, what: dict[str, Any]) -> None:
        if "idle" in what:
            self._asked = False
            if not self._over.is_set() and await asyncio.to_thread(self._nothing_left):
                self._over.set()
            return
        if "away" in what:  # this process only reads, which a SQLite file allows that another program has locked
            await asyncio.to_thread(self._ledger.wait)
            return
        if "died" in what:
            if not self._failure:
                self._died(what["died"])
            return
        if "failure" in what:
            self._failure = self._failure or what["failure"]
            self._over.set()
        self._news(what)
        if "counted" in what:
            self._deaths = 0
            self._schedule.counted()
            if await asyncio.to_thread(self._is_decided):
                self._over.set()

    def _is_decided(self) -> bool:
        """Return whether the test ends the tournament now, which the ledger keeps once."""
        while self._early.terms.stop:
            decisions = self._ledger.decisions(self._name)  # before the look: a result may be voided after it
            if (found := self._early.look(decisions)) is None:
                return False
            if state_of(decisions).stopped is not None or self._ledger.decide(
                    self._name, STOPPED_EARLY, found, known=len(decisions)):
                return True
        return False

    # --- workers ---

    async def _work(self) -> None:
        working, listening = asyncio.create_task(self._workers.work()), asyncio.create_task(self._listen())
        over: asyncio.Future[Any] = asyncio.ensure_future(self._over.wait())
        hurry: asyncio.Future[Any] = asyncio.ensure_future(self._hurry.wait())
        try:
            await asyncio.wait({working, over, listening}, return_when=asyncio.FIRST_COMPLETED)
            self._over.set()
            self._workers.drain()
            await asyncio.wait({working, hurry, listening}, return_when=asyncio.FIRST_COMPLETED)
            self._workers.break_off()
            await working
            heard = asyncio.create_task(self._reports.join())
            await asyncio.wait({heard, listening}, return_when=asyncio.FIRST_COMPLETED)
            heard.cancel()
            if listening.done():
                listening.result()
        finally:
            over.cancel()
            hurry.cancel()
            self._workers.break_off()
            working.cancel()
            listening.cancel()
            await asyncio.gather(working, listening, return_exceptions=True)

    def _make_workers(self) -> WorkerProcesses:
        settings = self._settings
        if settings.dask:
            from lawspeaker_referee.competition.dask.cluster import DaskCluster

            return DaskCluster(settings.dask, self._name, self._ledger, settings.key, self._hidden(), self._over,
                           self._heard)
        processes = 1 if self._schedule.terms.listen else settings.workers  # bots connect to one address
        orders = [partial(self._order, number) for number in range(1, processes + 1)]
        return LocalWorkerProcesses(settings.command, orders, self._ledger, self._over, self._heard)

    def _order(self, number: int) -> WorkerOptions:
        settings = self._settings
        hide = tuple(str(path) for path in self._hidden() if path.exists())
        return WorkerOptions(settings.ledger, self._name, number, settings.workers, hide, str(settings.key or ""),
                             settings.patience, settings.places, settings.most)

    def _hidden(self) -> list[Path]:
        return [*self._settings.hide, *([self._settings.key] if self._settings.key else [])]

    def _died(self, how: str) -> None:
        """Count a dead worker; give up after MOST_DEATHS in a row."""
        self._deaths += 1
        self._news({"say": f"a worker {how}; what it played is played again"})
        if self._deaths >= MOST_DEATHS:
            self._failure = f"{self._deaths} workers in a row {how} before a match was counted"
            self._over.set()


def _try_to_write(folder: Path) -> None:
    """Make a file in the folder and remove it. Raises OSError."""
    path = folder / ".writable"
    path.touch()
    path.unlink()
