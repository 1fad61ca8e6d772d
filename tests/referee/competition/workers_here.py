"""Workers of a tournament as tasks of this process, for tests in which no process of theirs matters."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import pytest

from lawspeaker_referee.competition.ledger import BadLedger
from lawspeaker_referee.competition.ledger.outages import RetryPolicy
from lawspeaker_referee.competition.tournament import runner, worker
from lawspeaker_referee.competition.tournament.pool_config import RunnerFailure
from lawspeaker_referee.competition.tournament.worker_names import name_of
from lawspeaker_referee.competition.tournament.worker_options import WorkerOptions
from tests.referee.host.bots_here import put_bots_here


class WorkersHere:
    """In the place of `LocalWorkerProcesses`."""

    last: WorkersHere
    """Those of the tournament that plays: their reports come without a word of whose they are."""

    def __init__(self, _command: object, orders: Sequence[Callable[[], WorkerOptions]], _ledger: object,
                 over: asyncio.Event, tell: Callable[[dict[str, Any]], None]) -> None:
        self._orders, self._over, self._tell = orders, over, tell
        self._drains: list[asyncio.Event] = []
        self._working: list[asyncio.Task[None]] = []
        WorkersHere.last = self

    @staticmethod
    def report(what: dict[str, Any]) -> None:
        """Take a worker's report as it comes through a pipe."""
        WorkersHere.last._tell(json.loads(json.dumps(what)))

    async def work(self) -> None:
        keeping = [asyncio.create_task(self._keep(order)) for order in self._orders]
        try:
            await asyncio.gather(*keeping)
        finally:
            self._over.set()
            self.break_off()
            await asyncio.gather(*keeping, return_exceptions=True)

    def drain(self) -> None:
        for drain in self._drains:
            drain.set()

    def break_off(self) -> None:
        for working in self._working:
            working.cancel()

    async def _keep(self, ordered: Callable[[], WorkerOptions]) -> None:
        while not self._over.is_set():
            order, drain = ordered(), asyncio.Event()
            working = asyncio.create_task(worker._work(order, RetryPolicy(order.patience, lambda _: None), drain))
            self._drains.append(drain)
            self._working.append(working)
            await asyncio.wait({working})
            if not working.cancelled() and (error := working.exception()):
                if not isinstance(error, RunnerFailure | BadLedger):
                    raise error
                self._tell({"failure": str(error)})


def put_workers_here(patch: pytest.MonkeyPatch) -> None:
    """Let workers play in this process, and built-in bots too."""
    numbers = count(1)
    put_bots_here(patch)
    patch.setattr(runner, "LocalWorkerProcesses", WorkersHere)
    patch.setattr(worker, "report", WorkersHere.report)
    patch.setattr(worker, "settle", lambda: None)
    patch.setattr(worker, "name_of", lambda pid: f"{name_of(pid)}{next(numbers):04}")
