"""Verifies the records of a ladder, counts them in its ledger, and has them rated, without ever stopping the referee.

A match counts once: what was begun when a process died, or when the ledger failed, is done again, and the ledger knows
what it has. What is not written when the referee ends is found in the folder of the records at the next start.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count as count_up
from typing import Any, Final, Protocol

from structlog.typing import FilteringBoundLogger

from lawspeaker_referee.competition.ladder import results
from lawspeaker_referee.competition.ladder.results import Job, Rated, Verified, count, decide, rated, verify
from lawspeaker_referee.competition.ladder.worker_process import Died, WorkerProcess
from lawspeaker_referee.competition.ledger.facts import BadLedger, Contradiction
from lawspeaker_referee.competition.results import PlayedMatch
from lawspeaker_referee.record.bounds import RecordError

RETRY: Final = 2.0
"""Seconds until a ledger that failed is tried again."""
MOST_UNWRITTEN: Final = 2000
"""Verified matches that wait for the ledger; further ones wait in their records."""
RATE_EVERY: Final = 2.0
"""Least seconds between two ratings."""
SHARE: Final = 0.2
"""Most of a core that ratings may take; pauses are longer where they would take more."""
RATE_AFTER_DEATHS: Final = 60.0
"""Seconds until rating is tried again if process after process died over it, for lack of memory say."""


class ResultListener(Protocol):
    """Is told on the event loop what the result counter finds; of each match once."""

    def verified(self, match_id: str, found: Verified | None) -> None:
        """Called when a record was replayed; `found` is None if it does not verify and the match does not count."""

    def counted(self, played: PlayedMatch) -> None:
        """Called when a match was counted."""

    def rated(self, found: Rated) -> None:
        """Called with new ratings."""


@dataclass(frozen=True, slots=True)
class _Decision:
    what: str
    payload: Mapping[str, Any]


class ResultCounter:
    """Verifies the records of finished matches, writes their results into the ledger and rates them."""

    def __init__(self, job: Job, reader: ResultListener, log: FilteringBoundLogger) -> None:
        self._job, self._reader, self._log = job, reader, log
        self._counting, self._rating = (
            WorkerProcess(task, results, log) for task in ("counting", "rating"))
        self._records = asyncio.Queue[str]()
        """Ids of matches whose records are complete."""
        self._facts = asyncio.PriorityQueue[tuple[bool, int, Verified | _Decision]]()
        """Facts to be written to the ledger: decisions first, because a crash would lose them for good."""
        self._numbers = count_up()
        self._write_slots = asyncio.Semaphore(MOST_UNWRITTEN)
        self._news = asyncio.Event()
        self._news.set()
        self._failing = False
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin, in the running event loop."""
        self._tasks = [asyncio.create_task(work()) for work in (self._verify, self._write, self._rate)]

    def add(self, match_id: str) -> None:
        """Count a match that was not counted before and whose record is complete."""
        self._records.put_nowait(match_id)

    def decide(self, what: str, payload: Mapping[str, Any]) -> None:
        """Write down a decision."""
        self._facts.put_nowait((False, next(self._numbers), _Decision(what, payload)))

    async def close(self, within: float) -> None:
        """Count what is complete as far as that takes no longer than `within` seconds, and end."""
        try:
            async with asyncio.timeout(within):
                await self._records.join()
                await self._facts.join()
        except TimeoutError:
            self._log.warning("not all is counted yet; the next start sees to it")
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(self._counting.close(), self._rating.close())

    # --- verifying ---

    async def _verify(self) -> None:
        while True:
            match_id = await self._records.get()
            await self._write_slots.acquire()
            found = await self._verified(match_id)
            if found is None:
                self._write_slots.release()
            else:
                self._facts.put_nowait((True, next(self._numbers), found))
            try:
                self._reader.verified(match_id, found)
            except Exception:  # noqa: BLE001 - a fault of ours: the others count
                self._log.exception("what a match says about its bots is not known", match=match_id)
            self._records.task_done()

    async def _verified(self, match_id: str) -> Verified | None:
        """Return a verified match; None for one that does not count, and the log says why."""
        try:
            return await self._counting.call(verify, self._job, match_id)
        except (RecordError, OSError, Died) as error:
            self._log.error("match does not count", match=match_id, why=str(error))
        except Exception:  # noqa: BLE001 - likewise
            self._log.exception("match does not count", match=match_id)
        return None

    # --- the ledger ---

    async def _write(self) -> None:
        while True:
            _, _, fact = await self._facts.get()
            await self._written(fact)
            if isinstance(fact, Verified):
                self._write_slots.release()
            self._facts.task_done()

    async def _written(self, fact: Verified | _Decision) -> None:
        """Write a fact down, however long the ledger fails."""
        while True:
            try:
                if isinstance(fact, _Decision):
                    await self._counting.call(decide, self._job, fact.what, fact.payload)
                else:
                    await self._counting.call(count, self._job, fact)
                    self._reader.counted(fact.played)
                    self._news.set()
            except Contradiction as error:
                self._log.error("match does not count", why=str(error))
            except (BadLedger, Died) as error:
                self._fails(str(error))
                await asyncio.sleep(RETRY)
                continue
            except Exception:  # noqa: BLE001 - likewise
                self._log.exception("the ledger was not told", fact=type(fact).__name__)
            self._works()
            return

    def _fails(self, why: str) -> None:
        """Log that the ledger fails, once."""
        if not self._failing:
            self._log.error("the ledger fails: matches go on, and are counted when it works again", why=why)
        self._failing = True

    def _works(self) -> None:
        if self._failing:
            self._log.info("the ledger works again", waiting=self._facts.qsize())
        self._failing = False

    # --- ratings ---

    async def _rate(self) -> None:
        logged = ""
        while True:
            await self._news.wait()
            self._news.clear()
            pause = RATE_EVERY
            try:
                found = await self._rating.call(rated, self._job)
                pause = max(pause, found.seconds * (1 / SHARE - 1))
                self._reader.rated(found)
                logged = ""
            except (BadLedger, Died) as error:
                if str(error) != logged:
                    logged = str(error)
                    self._log.warning("no new ratings", why=logged)
                if isinstance(error, Died):
                    pause = RATE_AFTER_DEATHS
                self._news.set()
            except Exception:  # noqa: BLE001 - likewise
                self._log.exception("no new ratings")
            await asyncio.sleep(pause)
