"""The tables of a tournament on a Dask cluster: seed blocks go there, records and what else came of them come back."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from distributed import Client, Future, KilledWorker

from lawspeaker.v1.record_pb2 import RecordEntry
from lawspeaker_bot.printable import printable
from lawspeaker_referee.record.record import VOID_SUFFIX, RecordError, RecordWriter, Signer, parse, unpacked
from lawspeaker_referee.tournament.details import Details
from lawspeaker_referee.tournament.nouns import Entry, Played
from lawspeaker_referee.tournament.outcome import Outcome
from lawspeaker_referee.tournament.pipes import Tell
from lawspeaker_referee.tournament.playing import Trouble
from lawspeaker_referee.tournament.recorded import agreed_of, played_in
from lawspeaker_referee.tournament.shares import record_path
from lawspeaker_referee.tournament.spread import task
from lawspeaker_referee.tournament.spread.parcel import pack_block
from lawspeaker_referee.tournament.spread.workers import Workers
from lawspeaker_referee.tournament.terms import Terms
from lawspeaker_referee.version import VERSION

PRINTED: Final = re.compile(r"[\w.#-]+\.stderr")
"""Names of files with what bots printed."""
PATIENCE: Final = 40.0
"""Seconds that Dask workers have to end the processes of a run."""

_NOTHING: Final[dict[str, Any]] = {"outcomes": [], "files": {}, "said": []}
"""The answer of a task that is lost."""


class ClusterTables:
    """See the module; one is for one state of a tournament's terms."""

    def __init__(self, client: Client, workers: Workers, terms: Terms, signer: Signer | None, hide: Sequence[Path],
                 tell: Tell) -> None:
        self._client, self._workers, self._terms, self._signer, self._tell = client, workers, terms, signer, tell
        self._order = {"version": VERSION, "run": uuid4().hex, "terms": terms.as_dict(),
                       "hide": [str(path.resolve()) for path in (terms.records, *hide)]}
        self._waiting: set[asyncio.Task[dict[str, Any]]] = set()

    @property
    def most(self) -> int:
        """A block for each thread. Raises Trouble if there will be none."""
        return self._workers.threads

    @property
    def workers(self) -> int:
        """As if each thread were a worker."""
        return max(1, self._workers.threads)

    async def play(self, block: Sequence[tuple[Entry, bytes]], drain: asyncio.Event) -> AsyncIterator[Outcome]:
        """Have a block played somewhere, as a whole. Raises Trouble."""
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
                data = files.pop(record_path(self._terms, entry.match_id).name, None)
                if data is None:  # its disk has failed since, of which the answer tells
                    continue
                result = await asyncio.to_thread(self._recorded, data, entry, seed, each["digest"])
            why = f"{each['why']} (at Dask worker {answer['worker']})" if each["absent"] else ""
            yield Outcome(entry, result, each["void"], each["absent"], why, each["crashed"])
        self._keep(files, matches)
        if "trouble" in answer:
            self._workers.refuse(answer["worker"], answer["trouble"])
        if "died" in answer:
            self._tell({"died": answer["died"]})

    def stop(self) -> None:
        """Wait for no block any more; then Dask forgets them, and what plays them breaks off."""
        for waiting in self._waiting:
            waiting.cancel()

    async def close(self) -> None:
        """End the processes that played, wherever they are."""
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

    async def _answered(self, block: Sequence[tuple[Entry, bytes]]) -> dict[str, Any]:
        """What `task.play` says. Raises Trouble."""
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
            raise Trouble(f"Dask cannot run a task of ours: {type(error).__name__}: {printable(words)}") from None
        return answer

    def _recorded(self, data: bytes, entry: Entry, seed: bytes, digest: str) -> tuple[Played, Details]:
        """Put a record in its place; its result. Raises Trouble if it is another match's, or cannot be written."""
        try:
            record = parse(unpacked(data))
            result = played_in(record, entry, agreed_of(self._terms, seed), digest)
        except RecordError as error:
            raise Trouble(f"a Dask worker sent a record that does not count: {error}") from None
        assert record.footer is not None  # or it would have no digest
        path = record_path(self._terms, entry.match_id)
        try:
            writer = RecordWriter(path, self._signer)
            writer.write(RecordEntry(header=record.header))
            for step in record.steps:
                writer.write(RecordEntry(step=step))
            writer.finish(record.footer)
        except OSError as error:
            raise Trouble(error.errno, error.strerror or str(error), str(error.filename or path)) from error
        return result

    def _keep(self, files: Mapping[str, bytes], matches: Collection[str]) -> None:
        """What bots printed, and what is left of void matches, goes beside the records."""
        voids = {record_path(self._terms, match_id).name + VOID_SUFFIX for match_id in matches}
        for name, data in files.items():
            if name in voids or PRINTED.fullmatch(name):
                try:
                    (self._terms.records / name).write_bytes(data)
                except OSError as error:
                    self._tell({"say": f"{name} cannot be written: {error.strerror}"})
