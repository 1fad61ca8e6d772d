"""Have seed blocks of a tournament played on a Dask cluster; records and other results come back."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from functools import partial
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from distributed import Client, Future, KilledWorker

from lawspeaker.v1.record_pb2 import RecordEntry
from lawspeaker_bot.printable import printable
from lawspeaker_referee.competition.dask import task
from lawspeaker_referee.competition.dask.payload import pack_block
from lawspeaker_referee.competition.results import AttemptOutcome, MatchDetails, PlayedMatch, ScheduledMatch
from lawspeaker_referee.competition.tournament.blocks import record_path
from lawspeaker_referee.competition.tournament.concurrency import Limits, limits_of
from lawspeaker_referee.competition.tournament.pool_config import RunnerFailure
from lawspeaker_referee.competition.tournament.record_result import agreed_of, played_in
from lawspeaker_referee.config.formatting import format_count
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.host.process.child import Tell
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import VOID_SUFFIX, parse, unpacked
from lawspeaker_referee.record.writer import RecordWriter, Signer
from lawspeaker_referee.version import build_version

LOOK_EVERY: Final = 1.0
"""Seconds between two looks at who is there."""
WORKER_PATIENCE: Final = 10.0
"""Seconds for which a scheduler may not answer."""


class DaskWorkers:
    """The workers of a Dask cluster and their threads; `watch` keeps both up to date."""

    def __init__(self, client: Client, scheduler: str, tell: Tell) -> None:
        self._client, self._scheduler, self._tell = client, scheduler, tell
        self._threads: dict[str, int] = {}
        """Address -> threads."""
        self._refused: dict[str, str] = {}
        """Address of a worker that cannot play -> why."""
        self._told: tuple[int, int] | None = None

    async def watch(self) -> None:
        """Look at the cluster every LOOK_EVERY seconds, until cancelled."""
        while True:
            await self.look()
            await asyncio.sleep(LOOK_EVERY)

    async def look(self) -> None:
        """Ask the scheduler for its workers, and report a change."""
        try:
            async with asyncio.timeout(WORKER_PATIENCE):
                self._threads = dict(await self._client.nthreads()) if self._client.status == "running" else {}
        except OSError:  # the client tries to connect again, and is closed if it cannot
            self._threads = {}
        now = (len(self.usable), self._usable_threads)
        if now != self._told:
            self._told = now
            there = f"{format_count(now[0], 'Dask worker')} with {format_count(now[1], 'thread')}"
            words = there if now[1] else f"waits for workers of the Dask scheduler at {self._scheduler}"
            self._tell({"workers": now[0], "threads": now[1], "say": words})

    def refuse(self, address: str, why: str) -> None:
        """Give no more blocks to a worker."""
        if address not in self._refused:
            self._refused[address] = f"Dask worker {address}: {printable(why)}"
            self._tell({"say": f"{self._refused[address]}; it plays nothing"})

    @property
    def usable(self) -> list[str]:
        """Return the addresses of the workers that can play."""
        return [address for address in self._threads if address not in self._refused]

    @property
    def threads(self) -> int:
        """Return how many threads the workers have that can play. Raises RunnerFailure if there will be none."""
        if self._client.status == "closed":
            raise RunnerFailure(
                f"the Dask scheduler at {self._scheduler} is gone; once it is there the same command goes on")
        if self._threads and not self.usable:
            raise RunnerFailure("; ".join(self._refused[address] for address in self._threads))
        return self._usable_threads if self._client.status == "running" else 0

    @property
    def _usable_threads(self) -> int:
        return sum(self._threads[address] for address in self.usable)

    @property
    def restriction(self) -> dict[str, Any]:
        """Return arguments of `Client.submit` that keep a task away from refused workers."""
        return {"workers": self.usable, "allow_other_workers": True} if self._refused else {}


PRINTED: Final = re.compile(r"[\w.#@~-]+\.stderr")
"""Names of files with what bots printed."""
PATIENCE: Final = 40.0
"""Seconds that Dask workers have to end the processes of a run."""

_NOTHING: Final[dict[str, Any]] = {"outcomes": [], "files": {}, "said": []}
"""The answer of a task that is lost."""


class DaskExecutor:
    """Plays seed blocks on a Dask cluster, by one state of a tournament's terms."""

    def __init__(self, client: Client, workers: DaskWorkers, terms: TournamentConfig, signer: Signer | None,
                 hide: Sequence[Path],
                 tell: Tell) -> None:
        self._client, self._workers, self._terms, self._signer, self._tell = client, workers, terms, signer, tell
        self._order = {"version": build_version(), "run": uuid4().hex, "terms": terms.as_dict(),
                       "hide": [str(path.resolve()) for path in (terms.records, *hide)]}
        self._waiting: set[asyncio.Task[dict[str, Any]]] = set()

    @property
    def most(self) -> int:
        """Return how many blocks are played at once, one for each thread. Raises RunnerFailure if none can be."""
        return self._workers.threads

    def limits(self) -> Iterator[Limits]:
        """Yield what says in how many blocks each bot may be at once; each thread counts as a worker."""
        yield partial(limits_of, self._terms, workers=max(1, self._workers.threads))

    async def play(self, block: Sequence[tuple[ScheduledMatch, bytes]],
                   drain: asyncio.Event) -> AsyncIterator[AttemptOutcome]:
        """Have a block played by one worker. Raises RunnerFailure."""
        if drain.is_set():
            return
        answer = await self._answered(block)
        for line in answer["said"]:
            self._tell({"say": printable(line)})
        files, matches = answer["files"], {entry.match_id: (entry, seed) for entry, seed in block}
        for each in answer["outcomes"]:
            entry, seed = matches[each["match"]]
            result = None
            if each["digest"]:
                data = files.pop(record_path(self._terms, entry.attempt_id).name, None)
                if data is None:  # its disk has failed since, of which the answer tells
                    continue
                result = await asyncio.to_thread(self._recorded, data, entry, seed, each["digest"])
            why = f"{each['why']} (at Dask worker {answer['worker']})" if each["absent"] else ""
            yield AttemptOutcome(entry, result, each["void"], each["absent"], why, each["crashed"])
        self._keep(files, [entry.attempt_id for entry, _ in block])
        if "failure" in answer:
            self._workers.refuse(answer["worker"], answer["failure"])
        if "died" in answer:
            self._tell({"died": answer["died"]})

    def stop(self) -> None:
        """Stop waiting for blocks; Dask forgets them then, and the processes that play them break off."""
        for waiting in self._waiting:
            waiting.cancel()

    async def close(self) -> None:
        """End the processes of this run on all workers."""
        if self._client.status != "running":
            return
        try:
            async with asyncio.timeout(PATIENCE):
                found = await self._client.run(task.finish, self._order["run"], on_error="ignore")
        except OSError:
            return  # they end by themselves after a while
        for files in found.values():
            self._keep(files, ())

    # --- what comes back ---

    async def _answered(self, block: Sequence[tuple[ScheduledMatch, bytes]]) -> dict[str, Any]:
        """Return what `task.play` says. Raises RunnerFailure."""
        key = f"lawspeaker-{uuid4().hex}"
        future = self._client.submit(task.play, key, self._order, pack_block(block), key=key, pure=False,
                                     **self._workers.restriction)
        waiting = asyncio.create_task(self._result(future))
        self._waiting.add(waiting)
        try:
            await asyncio.wait({waiting})
        finally:
            self._waiting.discard(waiting)
            future.release()
        return _NOTHING if waiting.cancelled() else waiting.result()

    async def _result(self, future: Future[Any]) -> dict[str, Any]:
        try:
            answer: dict[str, Any] = await future.result()
        except KilledWorker:
            return _NOTHING | {"died": "died"}
        except CancelledError:
            return _NOTHING  # the connection to the scheduler was lost, which `Workers` sees
        except Exception as error:  # noqa: BLE001 - whatever came to pass on another machine
            words = " ".join(str(error).split())
            raise RunnerFailure(f"Dask cannot run a task of ours: {type(error).__name__}: {printable(words)}") from None
        return answer

    def _recorded(self, data: bytes, entry: ScheduledMatch, seed: bytes, digest: str) -> tuple[PlayedMatch,
                                                                                               MatchDetails]:
        """Write a record here and return its result. Raises RunnerFailure for a wrong record, or one that fails."""
        try:
            record = parse(unpacked(data))
            result = played_in(record, entry, agreed_of(self._terms, seed), digest)
        except RecordError as error:
            raise RunnerFailure(f"a Dask worker sent a record that does not count: {error}") from None
        assert record.footer is not None  # or it would have no digest
        path = record_path(self._terms, entry.attempt_id)
        try:
            writer = RecordWriter(path, self._signer)
            writer.write(RecordEntry(header=record.header))
            for step in record.steps:
                writer.write(RecordEntry(step=step))
            writer.finish(record.footer)
        except OSError as error:
            raise RunnerFailure(error.errno, error.strerror or str(error), str(error.filename or path)) from error
        return result

    def _keep(self, files: Mapping[str, bytes], attempts: Collection[str]) -> None:
        """Put what bots printed, and what is left of void matches, beside the records."""
        voids = {record_path(self._terms, attempt).name + VOID_SUFFIX for attempt in attempts}
        for name, data in files.items():
            if name in voids or PRINTED.fullmatch(name):
                try:
                    (self._terms.records / name).write_bytes(data)
                except OSError as error:
                    self._tell({"say": f"{name} cannot be written: {error.strerror}"})
