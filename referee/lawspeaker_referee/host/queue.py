"""Makes matches of the bots that wait, as many as are wanted, and stores their records."""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit
from time import time
from typing import Final

import grpc
from structlog.typing import FilteringBoundLogger

from lawspeaker.v1.record_pb2 import RecordFooter
from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_engine.dice import match_seed
from lawspeaker_referee.host.matchmaking import FifoMatchmaking, Matchmaking
from lawspeaker_referee.host.queue_config import QueueConfig
from lawspeaker_referee.host.reruns import MOST_ATTEMPTS, GivenUp, Rerun, Reruns
from lawspeaker_referee.host.resume import CompleteRecord, ResumedMatch, try_to_take_up, unfinished
from lawspeaker_referee.host.storage import Attempt, MatchNumbers
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.match.record_envelope import match_over
from lawspeaker_referee.record.file import SUFFIX, RecordWriter
from lawspeaker_referee.server.connection import BotConnection, BotHello
from lawspeaker_referee.server.match_runner import MatchEnd, MatchRunner
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.service import Refused
from lawspeaker_referee.version import VERSION

MOST: Final = 1024
"""Ends that are kept for the bots of a token."""


class UndeliveredResults:
    """By token: what its bots are told when they come back."""

    def __init__(self) -> None:
        self._ends: dict[str, deque[bytes]] = {}

    def tell(self, identities: Sequence[str], match_id: str, footer: RecordFooter,
             here: Iterable[BotConnection]) -> None:
        """Tell those bots how a match ended: at once if they are among those here, or else when they come."""
        data = match_over(match_id, footer).SerializeToString()
        for identity in filter(None, identities):
            streams = [stream for stream in here if stream.hello.identity == identity]
            for stream in streams:
                stream.send(data)
            if not streams:
                self._ends.setdefault(identity, deque(maxlen=MOST)).append(data)

    def pay(self, stream: BotConnection) -> None:
        """Tell a bot that has come all that is owed to it."""
        for data in self._ends.pop(stream.hello.identity, ()):
            stream.send(data)


PAUSE: Final = 5.0
"""Seconds without new matches after a record could not be written."""


def most_rooms() -> float:
    """Matches that may run at once: each keeps a file open, and half of those allowed are left for connections."""
    files, _ = getrlimit(RLIMIT_NOFILE)
    return math.inf if files == RLIM_INFINITY else max(1, files // 2)


class MatchQueue:
    """Begins a match whenever enough bots wait; who plays is for its seating to say."""

    def __init__(self, programme: QueueConfig, metrics: Metrics, log: FilteringBoundLogger,
                 seating: Matchmaking | None = None) -> None:
        """Without a seating those play who have waited longest. Raises OSError for records that cannot be read."""
        self._programme, self._metrics, self._log = programme, metrics, log
        self._seating = seating or FifoMatchmaking(programme.setup.players)
        self._seating.attach(self._look_soon)
        self._waiting: dict[BotConnection, None] = {}
        """Every connected bot, the one that was seated last at the end."""
        self._rooms: dict[MatchRunner, None] = {}
        self._numbers = (MatchNumbers(programme.records, programme.name, lasting=programme.lasting)
                         if programme.records else None)
        self._last = self._numbers.last() if self._numbers else 0
        """The number of the last match; records of an earlier referee of this name are not written over."""
        self._reruns = Reruns(log)
        if self._numbers:
            self._reruns.look_up(self._numbers, programme.game.name, programme.setup.players)
        self._counted = (self._numbers.finished() if self._numbers else 0) + len(self._reruns.given_up)
        """Matches of this name that are finished, given up or running."""
        self._owed = UndeliveredResults()
        self._held = self._draining = self._keeping = False
        self._soon: asyncio.Handle | None = None
        self._pause: asyncio.TimerHandle | None = None
        self.idle = asyncio.Event()
        """Set whenever no match is running."""
        self.idle.set()
        self.complete = asyncio.Event()
        """Set when all matches were played, or no more can be."""
        self.failure: Exception | None = None
        """Why no more can be."""

    # --- matches of an earlier referee ---

    def hold(self) -> None:
        """Begin no match before `resume` has looked for those that go on."""
        self._held = True

    async def resume(self) -> None:
        """Go on with the matches that another referee has left in the folder of records, as soon as their bots come."""
        folder = self._programme.records
        for part in unfinished(folder) if folder else []:
            if (found := await asyncio.to_thread(try_to_take_up, part, self._programme, self._log)) is not None:
                self._go_on(found)
        if self._numbers is not None:
            with suppress(OSError):  # then what was read at the start still holds, and is no lower
                self._last = self._numbers.last()
        self._held = False
        self._check_complete()
        self._look_soon()

    def _go_on(self, found: ResumedMatch | CompleteRecord) -> None:
        if isinstance(found, CompleteRecord):
            self._log.info("record of a match that had ended is in its place now", match=found.match_id)
            self._owed.tell(found.identities, found.match_id, found.footer, self._waiting)
            if not found.was_in_place:
                self._counted += self._is_mine(found.match_id)
                self._seating.complete(found.match_id)
            return
        match = found.match
        self._log.info("match resumed", match=match.match_id, steps=match.steps, torn_bytes=found.record.torn,
                       waiting_for=[info.identity for info in found.infos])
        room = MatchRunner(match, [None] * len(found.infos), found.record, metrics=self._metrics, log=self._log,
                    infos=found.infos)
        self._counted += self._is_mine(match.match_id)
        self._open(room)
        room.resume()
        for stream in list(self._waiting):
            self._offer_seats(stream)

    def _is_mine(self, match_id: str) -> bool:
        return Attempt.of_id(self._programme.name, match_id) is not None

    # --- bots ---

    def welcome(self, hello: BotHello) -> None:
        """Raises Refused for a bot of other games, or when no match will begin any more."""
        if self._draining:
            raise Refused(grpc.StatusCode.UNAVAILABLE, "this referee is shutting down")
        name = self._programme.game.name
        if hello.games and name not in hello.games:
            raise Refused(grpc.StatusCode.FAILED_PRECONDITION,
                          f"this referee plays {name}; the bot plays {', '.join(sorted(hello.games))}"[:500])

    def arrived(self, stream: BotConnection) -> None:
        """Give the bot back the seats that wait for it, and let it wait for more."""
        self._waiting[stream] = None
        self._owed.pay(stream)
        self._offer_seats(stream)
        self._look_soon()

    def left(self, stream: BotConnection) -> None:
        """Forget the bot; its matches know already, and another one of its token may take its seats."""
        self._waiting.pop(stream, None)
        for other in list(self._waiting):
            if stream.hello.identity and other.hello.identity == stream.hello.identity:
                self._offer_seats(other)
        self._look_soon()

    def _offer_seats(self, stream: BotConnection) -> None:
        """Give a bot the seats of its token whose connection is lost, as many as it plays at once."""
        identity = stream.hello.identity
        for room in list(self._rooms) if identity else []:
            if stream.leaving or len(stream.seats) >= stream.hello.max_matches:
                return
            if room.match.match_id not in stream.seats and (seat := room.awaits(identity)) is not None:
                room.returned(seat, stream)

    # --- the end ---

    def drain(self, *, keep_bots: bool = False) -> None:
        """Begin no more matches, and let bots go when their last one is over, unless they are kept to the end."""
        self._draining, self._keeping = True, keep_bots
        if self._pause is not None:
            self._pause.cancel()
        self._release(list(self._waiting))

    def stop(self, reason: str) -> None:
        """Leave every running match for the next referee, or void it if no other can go on with it."""
        for room in list(self._rooms):
            if room.can_be_suspended:
                room.suspend()
            else:
                room.void(reason)

    def void(self, reason: str) -> None:
        """End every running match without a result."""
        for room in list(self._rooms):
            room.void(reason)

    # --- new matches ---

    def _look_soon(self) -> None:
        """One match at a time, so that a start of many does not hold up those that run."""
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_soon(self._look)

    def _look(self) -> None:
        self._soon = None
        if self._draining or self._held or self._pause is not None or self._is_last() or (
                len(self._rooms) >= min(most_rooms(), self._programme.most_matches or math.inf)):
            return
        try:
            rerun, seated = self._next()
            if not seated:
                return
            self._begin(seated, rerun)
        except OSError as error:
            self._log.error("no match can begin", error=error.strerror or str(error), file=error.filename)
            self._wait_a_while()
        except Exception as error:  # noqa: BLE001 - a fault of ours: the next match will fail too
            self._log.exception("no match can begin")
            self.failure = error
            self._draining = True
            self.complete.set()
        else:
            self._look_soon()

    def _next(self) -> tuple[Rerun | None, list[BotConnection]]:
        """Who plays next on which seats, and what again; nobody as long as nobody can, or if all is begun."""
        free, busy = self._seating.present(self._waiting)
        rerun, found = self._reruns.next(free, busy)
        if rerun is not None:
            return rerun, found
        if self._is_last(len(self._reruns)):
            return None, []
        kept = [stream for stream in free if stream not in found]
        return None, self._seating.choose(found, [*busy, *kept], self._last + 1)

    def _is_last(self, due: int = 0) -> bool:
        """Whether all matches are begun, with so many that are due again."""
        return self._programme.matches is not None and self._counted + due >= self._programme.matches

    def _wait_a_while(self) -> None:
        """The disk is full, say: matches that run go on, each as far as it can, and new ones are tried again later."""
        if self._pause is None and not self._draining:
            self._log.warning("no match begins for a while", seconds=PAUSE)
            self._pause = asyncio.get_running_loop().call_later(PAUSE, self._try_again)

    def _try_again(self) -> None:
        self._pause = None
        self._look_soon()

    def _begin(self, streams: Sequence[BotConnection], rerun: Rerun | None) -> None:
        programme, number = self._programme, self._last + 1
        match_id = (rerun.attempt(number) if rerun else Attempt(number)).match_id(programme.name)
        seed = match_seed(programme.secret, match_id)
        match = Match(programme.game, programme.setup, match_id, seed, programme.clock, engine_version=VERSION,
                      started_unix_ms=round(time() * 1000), policy=programme.policy)
        record = (RecordWriter(programme.records / (match_id + SUFFIX), programme.signer, sync=programme.sync)
                  if programme.records else None)
        self._last = number
        self._counted += 1
        if rerun is not None:
            self._reruns.begun(rerun)
        room = MatchRunner(match, streams, record, metrics=self._metrics, log=self._log)
        for stream in [each for each in self._waiting if each in streams]:
            self._waiting[stream] = self._waiting.pop(stream)
        self._open(room)
        room.start()
        try:
            if self._numbers is not None:
                self._numbers.used(number)  # only now, with its header written: one that never began leaves no gap
        except OSError as error:
            self._log.error("the number of the last match could not be kept", error=error.strerror, number=number)
            self._wait_a_while()

    def _open(self, room: MatchRunner) -> None:
        self._rooms[room] = None
        self._seating.began(room)
        self.idle.clear()
        room.ended.add_done_callback(lambda _: self._over(room))

    def _over(self, room: MatchRunner) -> None:
        end, match_id = room.ended.result(), room.match.match_id
        del self._rooms[room]
        self._seating.ended(room, end)
        if end.footer is not None:
            self._owed.tell(room.absent, match_id, end.footer, self._waiting)
            self._seating.complete(match_id)
        if end.void_reason and not self._draining:
            self._voided(room, end)
        if not self._rooms:
            self.idle.set()
            self._check_complete()
        if self._draining:
            self._release([player for player in room.players if isinstance(player, BotConnection)])
        else:
            self._look_soon()

    def _voided(self, room: MatchRunner, end: MatchEnd) -> None:
        """Play a match again, or give it up; one of another name waits for a referee of that name."""
        again = True
        if (attempt := Attempt.of_id(self._programme.name, room.match.match_id)) is not None:
            again = self._reruns.voided(attempt, room, counts=not end.record_failed)
            self._counted -= again
        if end.record_failed or not again:
            self._wait_a_while()

    def _check_complete(self) -> None:
        if self._rooms or self._held or not self._is_last():
            return
        if given_up := self._reruns.given_up:
            self.failure = GivenUp(f"{len(given_up)} of {self._programme.matches} matches were given up, voided "
                                   f"{MOST_ATTEMPTS} times each, the last as {', '.join(given_up)}; the log says why")
        self.complete.set()

    def _release(self, streams: Sequence[BotConnection]) -> None:
        for stream in () if self._keeping else streams:
            if not stream.seats:
                stream.close(GoodbyeReason.GOODBYE_REASON_DRAINING, "the referee is shutting down")
