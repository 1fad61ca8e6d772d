"""A worker: a process with a referee of its own that plays whole seed blocks, verifies each record and counts it.

It is told what to do by the first line on stdin, which no other process sees, and tells what it does as lines of JSON
on stdout. With another line on stdin it lets its matches end, and when stdin is closed, so also when the runner dies,
it breaks them off.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import time
from typing import Any, Final

from lawspeaker_referee.local import Played as Ended
from lawspeaker_referee.record import RecordError
from lawspeaker_referee.sandbox import Sandbox
from lawspeaker_referee.server import settle
from lawspeaker_referee.tournament.decided import MOST_VOIDS, QUARANTINED, state_of
from lawspeaker_referee.tournament.guest import NotThere
from lawspeaker_referee.tournament.hall import STOPPED, Hall, House, opened
from lawspeaker_referee.tournament.ledger.ledger import Ledger
from lawspeaker_referee.tournament.ledger.nouns import BadLedger
from lawspeaker_referee.tournament.nouns import Entry
from lawspeaker_referee.tournament.recorded import Agreed, played_of
from lawspeaker_referee.tournament.seeds import seed_commitment, seed_of
from lawspeaker_referee.tournament.shares import at_once, limits_of, record_path
from lawspeaker_referee.tournament.terms import COPY, parse_terms
from lawspeaker_referee.tournament.worker_name import name_of

LEASE: Final = 60.0
"""Seconds for which a worker is given its matches; it asks for more time in good time."""
LOOK_EVERY: Final = 0.25
"""Seconds after which a worker that has nothing to play looks again."""
MOST_STARTS: Final = 3
"""A bot that could not be started so often in a row plays no more."""
MOST_CRASHES: Final = 5
"""A bot whose process crashed in so many matches in a row plays no more."""

Tell = Callable[[dict[str, Any]], None]


class Trouble(OSError):
    """Something that would befall every match, such as a full disk."""


@dataclass(frozen=True, slots=True)
class Order:
    """What a worker is told."""

    ledger: str
    tournament: str
    number: int
    """Which of the runner's workers it is, from 1."""
    workers: int
    """How many there are."""
    hide: tuple[str, ...] = ()
    """Files that are there and that bots must not see, besides the records."""


class Worker:
    """See the module."""

    def __init__(self, order: Order, ledger: Ledger, tell: Tell) -> None:
        self._order, self._ledger, self._tell = order, ledger, tell
        self._tournament = order.tournament
        self._name = name_of(os.getpid())
        self._terms = parse_terms(ledger.terms(order.tournament), "the ledger")
        self._secret = ledger.secret(order.tournament)
        self._crashes: Counter[str] = Counter()
        """Bot -> its last matches in a row in which its process crashed."""
        self._failures: Counter[str] = Counter()
        """Bot -> its last starts in a row that failed."""
        self._blocks: set[asyncio.Task[None]] = set()
        self._idle = False
        self.drain = asyncio.Event()
        """Set to let running matches end, and no other begin."""

    async def work(self) -> None:
        """Play until `drain`, or until this task is cancelled. Raises Trouble, BadLedger and CannotListen."""
        records, order = self._terms.records, self._order
        house = House(f"w{order.number}-{os.getpid()}", Sandbox(), (records, *map(Path, order.hide)), records,
                      lambda words: self._tell({"say": words}))
        renewing = asyncio.create_task(self._renew())
        try:
            async with opened(self._terms, house) as hall:
                settle()
                try:
                    await self._work(hall)
                finally:
                    self.drain.set()
                    hall.stop()
                    await asyncio.gather(*self._blocks, return_exceptions=True)
        finally:
            renewing.cancel()
            self._ledger.release(self._tournament, self._name)

    async def _work(self, hall: Hall) -> None:
        most, wishes = at_once(self._terms, self._order.workers), asyncio.ensure_future(self.drain.wait())
        try:
            while not self.drain.is_set():
                while len(self._blocks) < most and (block := await self._leased()):
                    self._blocks.add(asyncio.create_task(self._block(hall, block)))
                self._tell_idle()
                pause = None if len(self._blocks) == most else LOOK_EVERY
                await asyncio.wait({wishes, *self._blocks}, timeout=pause, return_when=asyncio.FIRST_COMPLETED)
                self._collect()
            while self._blocks:
                await asyncio.wait(self._blocks)
                self._collect()
        finally:
            wishes.cancel()

    def _collect(self) -> None:
        """Raises what blocks have raised."""
        done = {block for block in self._blocks if block.done()}
        self._blocks -= done
        for block in done:
            block.result()

    def _tell_idle(self) -> None:
        """Nothing is left for this worker now: the runner looks whether anything is left at all."""
        if not self._blocks:
            self._tell({"idle": True})

    async def _leased(self) -> list[Entry]:
        """The matches of a block that nobody else plays; none if there is nothing to play now."""
        def lease() -> list[Entry]:
            state = state_of(self._ledger.decisions(self._tournament))
            if state.paused or state.stopped is not None:
                return []
            return self._ledger.lease(
                self._tournament, self._name, 1, time(), LEASE, most_voids=MOST_VOIDS, whole_blocks=True,
                limits=limits_of(self._terms, state, self._order.workers))

        found = await asyncio.to_thread(lease)
        known = self._terms.names
        if any(bot.partition(COPY)[0] not in known for entry in found for bot in entry.seats):
            self.drain.set()  # the tournament was extended: another worker knows the new terms
            self._ledger.release(self._tournament, self._name, [entry.match_id for entry in found])
            return []
        return found

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(LEASE / 4)
            await asyncio.to_thread(self._ledger.renew, self._tournament, self._name, time(), LEASE)

    # --- matches ---

    async def _block(self, hall: Hall, block: list[Entry]) -> None:
        """Play the matches of a block one after another; what is left when the worker drains is given back."""
        left = list(block)
        while left and not self.drain.is_set():
            if not await self._match(hall, left[0]):
                break
            left.pop(0)
        if left:
            await asyncio.to_thread(self._ledger.release, self._tournament, self._name,
                                    [entry.match_id for entry in left])

    async def _match(self, hall: Hall, entry: Entry) -> bool:
        """Play a match and count it; False if the block cannot go on."""
        path = record_path(self._terms, entry.match_id)
        if path.exists():  # the worker that played it died before it was counted
            await self._count(entry, path)
            return True
        try:
            ended = await hall.play(entry, seed_of(self._secret, entry, self._terms.format), path)
        except NotThere as failure:
            return self._not_there(failure)
        except OSError as error:
            raise Trouble(error.errno, error.strerror or str(error), str(error.filename or path)) from error
        end = ended.end
        if end.void_reason == STOPPED:
            return False
        if end.trouble:
            raise Trouble(f"{path}: {end.void_reason}")
        self._note_crashes(entry, ended)
        if end.void_reason:
            await self._void(entry, end.void_reason)
        else:
            await self._count(entry, path)
        return True

    async def _count(self, entry: Entry, path: Path) -> None:
        """Count the record of a match, once it has been played again from it. Raises Trouble for a foreign one."""
        terms = self._terms
        agreed = Agreed(terms.rules, terms.setup, terms.clock, terms.policy,
                        seed_commitment(self._secret, entry, terms.format))

        def count() -> dict[str, Any]:
            played, details = played_of(path, entry, agreed)
            counted = self._ledger.count(self._tournament, played, str(path), details)
            return {"counted": entry.match_id, "new": counted, "faults": sum(played.faults)}

        try:
            self._tell(await asyncio.to_thread(count))
        except RecordError as error:
            raise Trouble(f"{error}; move it away, or name another folder for the records") from None

    async def _void(self, entry: Entry, reason: str, evidence: str = "") -> None:
        await asyncio.to_thread(self._ledger.void, self._tournament, entry.match_id, reason, evidence)
        self._tell({"void": entry.match_id, "why": reason})

    # --- broken bots ---

    def _not_there(self, failure: NotThere) -> bool:
        """A bot that did not come is tried again with the next match, and is out in the end."""
        self._failures[failure.bot] += 1
        if not self.drain.is_set() and self._failures[failure.bot] >= MOST_STARTS:
            self._quarantine(failure.bot, str(failure))
        return False

    def _note_crashes(self, entry: Entry, ended: Ended) -> None:
        for seat, bot in enumerate(entry.seats):
            self._failures[bot] = 0
            ending = ended.endings.get(seat)
            self._crashes[bot] = self._crashes[bot] + 1 if ending is not None and ending.crashed else 0
            if ending is not None and self._crashes[bot] >= MOST_CRASHES:
                self._quarantine(bot, f"bot {bot} crashed in {MOST_CRASHES} matches in a row, the last time with "
                                      f"{ending.evidence}")

    def _quarantine(self, name: str, why: str) -> None:
        bot = name.partition(COPY)[0]
        if bot not in (state_of(self._ledger.decisions(self._tournament)).out or {}):
            self._ledger.decide(self._tournament, QUARANTINED, {"bot": bot, "why": why})
            self._tell({"quarantined": bot, "why": why})


async def _run(order: Order) -> None:
    ledger = Ledger.open(order.ledger)
    try:
        worker = Worker(order, ledger, _print)
        working = asyncio.create_task(worker.work())
        listening = asyncio.create_task(_listen(worker.drain))
        await asyncio.wait({working, listening}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            working.cancel()
        listening.cancel()
        with suppress(asyncio.CancelledError):
            await working
    finally:
        ledger.close()


async def _listen(drain: asyncio.Event) -> None:
    """Until stdin is closed; a line on it says that no more matches shall begin."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin.buffer)
    while await reader.readline():
        drain.set()


def _print(what: dict[str, Any]) -> None:
    with suppress(BrokenPipeError):  # a runner that is gone hears nothing, and stdin tells of it
        os.write(sys.stdout.fileno(), json.dumps(what).encode() + b"\n")


def main() -> None:
    """Work as stdin says."""
    with open(0, "rb", buffering=0, closefd=False) as stdin:  # nothing after the line may be read here
        values = json.loads(stdin.readline())
    try:
        asyncio.run(_run(Order(**values | {"hide": tuple(values["hide"])})))
    except (Trouble, BadLedger) as error:
        where = f"{error.filename}: " if error.filename else ""
        _print({"trouble": f"{where}{error.strerror or error}"})
        sys.exit(1)


if __name__ == "__main__":
    main()
