"""A Dask cluster as the workers of a runner, which alone opens the ledger: it leases blocks for them and counts."""

from __future__ import annotations

import asyncio
import logging
import os
import warnings
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from distributed import Client
from distributed.versions import VersionMismatchWarning

from lawspeaker_bot.printable import printable
from lawspeaker_referee.competition.dask.executor import WORKER_PATIENCE, DaskExecutor, DaskWorkers
from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.tournament.blocks import signer_at
from lawspeaker_referee.competition.tournament.lease_worker import LeaseWorker
from lawspeaker_referee.competition.tournament.pool_config import RunnerFailure
from lawspeaker_referee.competition.tournament.worker_names import name_of
from lawspeaker_referee.config.tournament import parse_config
from lawspeaker_referee.host.process.child import Tell
from lawspeaker_referee.record.writer import Signer


class DaskCluster:
    """Plays a tournament on a Dask cluster.

    `key` is the file of the key that signs records here; `hide` are files that bots must not see, besides the records.
    """

    def __init__(self, scheduler: str, name: str, ledger: Ledger, key: Path | None, hide: Sequence[Path],
                 over: asyncio.Event, tell: Tell) -> None:
        self._scheduler, self._name, self._ledger, self._key = scheduler, name, ledger, key
        self._hide, self._over, self._tell = hide, over, tell
        self._drain = asyncio.Event()
        self._working: asyncio.Task[None] | None = None
        self._broken = False

    async def work(self) -> None:
        """Have matches played until `over`. Raises RunnerFailure and BadLedger."""
        self._working = asyncio.create_task(self._work())
        try:
            await asyncio.wait({self._working})
        finally:
            self.break_off()
            await asyncio.wait({self._working})
        if not self._working.cancelled():
            self._working.result()

    def drain(self) -> None:
        """Let blocks end, and begin no other."""
        self._drain.set()

    def break_off(self) -> None:
        """End matches without a result."""
        if self._working is not None and not self._broken:
            self._broken = True
            self._working.cancel()

    async def _work(self) -> None:
        signer = signer_at(str(self._key or ""))
        async with _connected(self._scheduler, self._tell) as client:
            workers = DaskWorkers(client, self._scheduler, self._tell)
            watching = asyncio.create_task(workers.watch())
            try:
                while not self._over.is_set():
                    await self._play(client, workers, signer)
            finally:
                watching.cancel()

    async def _play(self, client: Client, workers: DaskWorkers, signer: Signer | None) -> None:
        """Play by the terms that hold now, until `over` or until others do."""
        terms = parse_config(self._ledger.terms(self._name), "the ledger")
        self._drain = asyncio.Event()
        executor = DaskExecutor(client, workers, terms, signer, self._hide, self._tell)
        try:
            await LeaseWorker(name_of(os.getpid()), terms, self._ledger, executor, self._drain, self._tell).work()
        finally:
            await executor.close()


@asynccontextmanager
async def _connected(scheduler: str, tell: Tell) -> AsyncIterator[Client]:
    """Connect to a scheduler. Raises RunnerFailure."""
    for name in ("distributed", "distributed.client"):  # the runner reports their errors in its own lines
        logging.getLogger(name).setLevel(logging.CRITICAL)
    client = None
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                client = Client(scheduler, asynchronous=True, timeout=WORKER_PATIENCE, set_as_default=False)
                async with asyncio.timeout(WORKER_PATIENCE):  # its own does not hold once a connection is open
                    await client
            except Exception as error:  # noqa: BLE001 - addresses, certificates and versions may be wrong in many ways
                words = " ".join(str(error).split()) or f"it does not answer within {WORKER_PATIENCE:g} s"
                raise RunnerFailure(f"no Dask scheduler can be used at {scheduler}: {printable(words)}") from None
        for each in caught:
            if isinstance(each.message, VersionMismatchWarning):
                tell({"say": _mismatch(str(each.message))})
        yield client
    finally:
        if client is not None:
            await client.close()


def _mismatch(told: str) -> str:
    """Return Dask's table of versions that differ as a line."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in told.splitlines() if line.startswith("|")]
    found = [f"{package} is {here} here, {there} at the scheduler and {workers} at the workers"
             for package, here, there, workers in rows[1:]]
    return f"versions differ, which Dask may not bear: {printable('; '.join(found))}"
