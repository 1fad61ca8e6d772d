"""The worker processes of a runner: started, drained, and replaced when they die."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Final, Protocol

from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.tournament.worker_names import name_of
from lawspeaker_referee.competition.tournament.worker_options import WorkerOptions
from lawspeaker_referee.host.process.child import ChildProcess, Tell

DRAIN: Final = "drain"
"""The order to let running matches end and to start no other."""


class WorkerProcesses(Protocol):
    """Plays the matches of a tournament."""

    async def work(self) -> None:
        """Play until told to end. Raises OSError, one line, if that cannot go on."""

    def drain(self) -> None:
        """Let matches end, and begin no other."""

    def break_off(self) -> None:
        """End matches without a result."""


class LocalWorkerProcesses:
    """Worker processes on this machine; a dead one is replaced until `over` is set."""

    def __init__(self, command: Sequence[str], orders: Sequence[Callable[[], WorkerOptions]], ledger: Ledger,
                 over: asyncio.Event, tell: Tell) -> None:
        self._command, self._orders, self._ledger, self._over, self._tell = command, orders, ledger, over, tell
        self._processes: set[ChildProcess] = set()
        self._broken = False
        """True if matches are to end without a result."""

    async def work(self) -> None:
        """Play until `over`. Raises OSError and BadLedger."""
        keeping = [asyncio.create_task(self._keep(order)) for order in self._orders]
        try:
            await asyncio.gather(*keeping)
        finally:
            self._over.set()
            self.break_off()
            await asyncio.gather(*keeping, return_exceptions=True)

    def drain(self) -> None:
        """Tell all to end in time."""
        for process in self._processes:
            process.order(DRAIN)

    def break_off(self) -> None:
        """Tell all to end at once."""
        self._broken = True
        for process in self._processes:
            process.break_off()

    async def _keep(self, ordered: Callable[[], WorkerOptions]) -> None:
        """Keep a worker at work; one that dies is followed by another."""
        while not self._over.is_set():
            order = ordered()
            process = await ChildProcess.start(self._command, asdict(order))
            name = name_of(process.pid)
            self._processes.add(process)
            if self._over.is_set():
                process.order(DRAIN)
            if self._broken:
                process.break_off()
            try:
                async for report in process.reports():
                    self._tell(report)
            finally:
                how = await process.wait()
                self._processes.remove(process)
                await asyncio.to_thread(self._ledger.release, order.tournament, name)
            if how:
                self._tell({"died": how})
