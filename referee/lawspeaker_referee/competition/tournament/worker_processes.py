"""The worker processes of a runner: started, told when to end, and followed by others when they die."""

from __future__ import annotations

import asyncio
import json
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Protocol

from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.tournament.worker import WorkerOptions
from lawspeaker_referee.competition.tournament.worker_names import name_of
from lawspeaker_referee.host.process.child import MOST_LINE, Tell, how_it_ended


class WorkerProcesses(Protocol):
    """Who plays the matches of a tournament."""

    async def work(self) -> None:
        """Play until told to end. Raises OSError, one line, if that cannot go on."""

    def drain(self) -> None:
        """Let matches end, and begin no other."""

    def break_off(self) -> None:
        """End matches without a result."""


class LocalWorkerProcesses:
    """See the module; nobody is followed by another once `over` is set."""

    def __init__(self, command: Sequence[str], orders: Sequence[Callable[[], WorkerOptions]], ledger: Ledger,
                 over: asyncio.Event, tell: Tell) -> None:
        self._command, self._orders, self._ledger, self._over, self._tell = command, orders, ledger, over, tell
        self._processes: set[Process] = set()
        self._broken = False
        """Whether matches are to end without a result."""

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
            _drain(process)

    def break_off(self) -> None:
        """Tell all to end at once."""
        self._broken = True
        for process in self._processes:
            assert process.stdin is not None
            process.stdin.close()

    async def _keep(self, ordered: Callable[[], WorkerOptions]) -> None:
        """Keep a worker at work; one that dies is followed by another."""
        while not self._over.is_set():
            order = ordered()
            process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, limit=MOST_LINE,
                start_new_session=True)  # so that Ctrl-C on a terminal is ours alone
            name = name_of(process.pid)
            assert process.stdin is not None
            process.stdin.write(json.dumps(asdict(order)).encode() + b"\n")
            self._processes.add(process)
            if self._over.is_set():
                _drain(process)
            if self._broken:
                process.stdin.close()
            try:
                await self._hear_all(process)
            finally:
                await process.wait()
                self._processes.remove(process)
                self._ledger.release(order.tournament, name)
            if process.returncode:
                self._tell({"died": how_it_ended(process.returncode)})

    async def _hear_all(self, process: Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            if line.endswith(b"\n"):  # one that dies may leave half of its last
                self._tell(json.loads(line))


def _drain(process: Process) -> None:
    assert process.stdin is not None
    with suppress(ConnectionError):
        process.stdin.write(b"drain\n")
