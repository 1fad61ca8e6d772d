"""Verifies the records of a ladder, counts them in its ledger, and has them rated, without ever stopping the referee.

A match counts once: what was begun when a process died, or when the ledger failed, is done again, and the ledger knows
what it has. What is not written when the referee ends is found in the folder of the records at the next start.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count as count_up
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Protocol

from lawspeaker_referee.competition.ladder import results
from lawspeaker_referee.competition.ladder.results import (
    Job,
    Rated,
    Ruled,
    Seen,
    SharedPresence,
    Verified,
    count,
    decide,
    keep_head,
    news,
    rated,
    verify,
)
from lawspeaker_referee.competition.ladder.standings import LatestMatch
from lawspeaker_referee.competition.ladder.worker_process import Died, WorkerProcess
from lawspeaker_referee.competition.ledger.facts import BadLedger, Contradiction
from lawspeaker_referee.competition.ledger.outages import DEFAULT_PATIENCE
from lawspeaker_referee.competition.results import PlayedMatch
from lawspeaker_referee.event_loop import at_most
from lawspeaker_referee.record.bounds import RecordError

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

RETRY: Final = 0.25
LONGEST_RETRY: Final = 5.0
"""Seconds until a ledger that failed is tried again: at first, and in the end."""
FOLLOW_EVERY: Final = 2.0
"""Seconds after which is looked at the latest what other referees of the ladder have counted."""
MOST_UNWRITTEN: Final = 2000
"""Verified matches that wait for the ledger; further ones wait in their records."""
HEAD_EVERY: Final = 60.0
"""Seconds after which the head of the ledger is kept, if anything was added to it."""
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
        """Called when a match was counted, by whichever referee of the ladder, in the order of the ledger."""

    def answered(self, answers: Mapping[str, tuple[int, int]]) -> None:
        """Called by bot with the decisions in its counted matches, and the stand-ins among its answers."""

    def latest(self, matches: Sequence[LatestMatch]) -> None:
        """Called with the matches that were counted last, the newest first."""

    def judged(self, verdict: Mapping[str, Any]) -> None:
        """Called with a verdict of another referee about a bot."""

    def ruled(self, decided: Ruled) -> None:
        """Called with a decision of the organiser, after the results that it may void."""

    def presence(self) -> SharedPresence:
        """Return which bots are here."""

    def elsewhere(self, others: Sequence[SharedPresence]) -> None:
        """Called with what other referees have told of their bots."""

    def ledger_failed(self, *, long: bool) -> None:
        """Called when the ledger has failed for longer than its patience, and when it works again."""

    def rated(self, found: Rated) -> None:
        """Called with new ratings."""


@dataclass(frozen=True, slots=True)
class _Decision:
    what: str
    payload: Mapping[str, Any]


class ResultCounter:
    """Verifies the records of finished matches, writes their results into the ledger and rates them."""

    def __init__(self, job: Job, reader: ResultListener, log: FilteringBoundLogger, seen: Seen | None = None,
                 patience: float = DEFAULT_PATIENCE) -> None:
        """Begin after the rows that the listener has `seen`; matches begin for `patience` seconds without a ledger."""
        self._job, self._reader, self._log, self._patience = job, reader, log, patience
        self._seen = seen or Seen()
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
        self._reading = asyncio.Lock()
        self._changed = asyncio.Event()
        """Set when a match was counted here."""
        self._headed = self._seen
        """What was seen of the ledger when its head was kept last."""
        self._headless = ""
        """Why it could not be kept the last time, which is logged once."""
        self._failing: float | None = None
        """Since when the ledger fails, by a monotonic clock."""
        self._failed_long = False
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin, in the running event loop."""
        self._tasks = [asyncio.create_task(work()) for work in (
            self._verify, self._write, self._follow, self._rate, self._keep_heads)]

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
                await self._catch_up()
                await self._keep_head()
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
        pause = RETRY
        while True:
            try:
                if isinstance(fact, _Decision):
                    await self._counting.call(decide, self._job, fact.what, fact.payload)
                else:
                    await self._counting.call(count, self._job, fact)
                    self._changed.set()
            except Contradiction as error:
                self._log.error("match does not count", why=str(error))
            except (BadLedger, Died) as error:
                self._fails(str(error))
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_RETRY)
                continue
            except Exception:  # noqa: BLE001 - likewise
                self._log.exception("the ledger was not told", fact=type(fact).__name__)
            self._works()
            return

    def _fails(self, why: str) -> None:
        """Log that the ledger fails, once, and once more when its patience is over."""
        if self._failing is None:
            self._failing = monotonic()
            self._log.error("the ledger fails: matches go on, and are counted when it works again", why=why)
        elif not self._failed_long and monotonic() - self._failing >= self._patience:
            self._failed_long = True
            self._log.error("the ledger still fails: no match begins until it works again", why=why)
            self._reader.ledger_failed(long=True)

    def _works(self) -> None:
        if self._failing is not None:
            self._log.info("the ledger works again", waiting=self._facts.qsize(),
                           seconds=round(monotonic() - self._failing, 1))
        if self._failed_long:
            self._reader.ledger_failed(long=False)
        self._failing, self._failed_long = None, False

    async def _follow(self) -> None:
        """Tell the listener what is counted, here or by other referees."""
        told = -inf
        while True:
            async with at_most(FOLLOW_EVERY):
                await self._changed.wait()
            self._changed.clear()
            exchange = monotonic() - told >= FOLLOW_EVERY
            told = monotonic() if exchange else told
            await self._catch_up(self._reader.presence() if exchange else None)

    async def _catch_up(self, own: SharedPresence | None = None) -> None:
        async with self._reading:  # or two would be told the same
            try:
                found = await self._counting.call(news, self._job, self._seen, own)
            except (BadLedger, Died):
                return  # it is seen next time; who writes says that the ledger fails
            except Exception:  # noqa: BLE001 - likewise
                self._log.exception("what is new in the ledger is not known")
                return
            self._seen = found.seen
            for played in found.played:
                self._reader.counted(played)
                self._news.set()
            self._reader.latest(found.latest)
            self._reader.answered(found.answers)
            for verdict in found.verdicts:
                self._reader.judged(verdict)
            for ruled in found.ruled:
                self._reader.ruled(ruled)
                self._news.set()
            if own is not None:
                self._reader.elsewhere(found.others)

    async def _keep_heads(self) -> None:
        while True:
            await asyncio.sleep(HEAD_EVERY)
            await self._keep_head()

    async def _keep_head(self) -> None:
        """Keep the head of the ledger beside it, by which a cut of its end is found."""
        seen = self._seen
        if seen == self._headed:
            return
        try:
            await self._counting.call(keep_head, self._job)
            self._headed, self._headless = seen, ""
        except (OSError, Died) as error:
            if self._failing is None and str(error) != self._headless:  # otherwise it is known
                self._headless = str(error)
                self._log.warning("the head of the ledger is not kept", why=self._headless)
        except Exception:  # noqa: BLE001 - likewise
            self._log.exception("the head of the ledger is not kept")

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
                if not found.own:
                    self._news.set()  # the other one may die
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
