"""The queue of bots that dial in: matches are made of those that wait, and their records are stored."""

from __future__ import annotations

import asyncio
import math
from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit
from time import time
from typing import TYPE_CHECKING, Final

import grpc

from lawspeaker.v1.record_pb2 import RecordFooter
from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.model import Outcome, Seat
from lawspeaker_engine.setups import manned
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.host.host import BotHost
from lawspeaker_referee.host.matchmaking import AskedMatch, FifoMatchmaking, Matchmaking
from lawspeaker_referee.host.queue_config import QueueConfig
from lawspeaker_referee.host.reruns import MOST_ATTEMPTS, GivenUp, Rerun, Reruns
from lawspeaker_referee.host.resume import CompleteRecord, ResumedMatch, try_to_take_up, unfinished
from lawspeaker_referee.host.storage import CHALLENGES, Attempt, LeftMatches, MatchNumbers
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.match.record_envelope import match_over
from lawspeaker_referee.record.file import PART_SUFFIX, SUFFIX
from lawspeaker_referee.record.writer import RecordWriter
from lawspeaker_referee.server.connection import BotConnection, BotHello
from lawspeaker_referee.server.match_runner import MatchEnd, MatchRunner
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.service import Refused
from lawspeaker_referee.version import RELEASE, build_version

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

MOST: Final = 1024
"""Results that are stored for the bots of a token; older ones are dropped."""


class UndeliveredResults:
    """Results by token, for bots that were not connected when their match ended."""

    def __init__(self) -> None:
        self._ends: dict[str, deque[bytes]] = {}

    def tell(self, identities: Sequence[str], match_id: str, footer: RecordFooter,
             here: Iterable[BotConnection], outcome: Outcome | None = None) -> None:
        """Send a result to the bots of these tokens: at once to those in `here`, to the others when they come back."""
        data = match_over(match_id, footer, outcome).SerializeToString()
        for identity in filter(None, identities):
            streams = [stream for stream in here if stream.hello.identity == identity]
            for stream in streams:
                stream.send(data)
            if not streams:
                self._ends.setdefault(identity, deque(maxlen=MOST)).append(data)

    def deliver(self, stream: BotConnection) -> None:
        """Send a bot all results that it has missed."""
        for data in self._ends.pop(stream.hello.identity, ()):
            stream.send(data)


PAUSE: Final = 5.0
"""Seconds without new matches after a record could not be written."""


def most_matches_at_once() -> float:
    """Return how many matches may run at once: each keeps a file open, and connections get half."""
    files, _ = getrlimit(RLIMIT_NOFILE)
    return math.inf if files == RLIM_INFINITY else max(1, files // 2)


class MatchQueue(BotHost):
    """A host that starts a match whenever enough of the connected bots wait; its matchmaking says who plays."""

    def __init__(self, config: QueueConfig, metrics: Metrics, log: FilteringBoundLogger,
                 matchmaking: Matchmaking | None = None) -> None:
        """Without `matchmaking` the bots that have waited longest play. Raises OSError if records cannot be read."""
        super().__init__(config.game.name, one_stream_a_token=False)
        self._config, self._metrics, self._log = config, metrics, log
        self._most_matches = config.most_matches
        self._matchmaking = matchmaking or FifoMatchmaking(len(manned(config.game, config.setup)))
        self._matchmaking.attach(self._look_soon, lambda: self.streams)
        self._numbers = (MatchNumbers(config.records, config.name, lasting=config.lasting)
                         if config.records else None)
        self._last = self._numbers.last() if self._numbers else 0
        """The number of the last match; records of an earlier referee of this name are not written over."""
        self._asked_numbers = (MatchNumbers(config.records, config.name + CHALLENGES, lasting=config.lasting)
                               if config.records else None)
        self._last_asked = self._asked_numbers.last() if self._asked_numbers else 0
        """The number of the last match that somebody asked for, likewise."""
        self._reruns = Reruns(log)
        if self._numbers:
            self._reruns.look_up(self._numbers, config.game, config.setup)
        self._counted = (self._numbers.finished() if self._numbers else 0) + len(self._reruns.given_up)
        """Matches of this name that are finished, given up or running."""
        self._undelivered = UndeliveredResults()
        self._left = LeftMatches(config.records) if config.records else None
        self._looked = False
        """True once the unfinished matches that were there at the start have been looked for."""
        self._resuming: asyncio.Task[None] | None = None
        self._held = False
        self._soon: asyncio.Handle | None = None
        self._pause: asyncio.TimerHandle | None = None
        self.complete = asyncio.Event()
        """Set when all matches were played, or when no more can start."""
        self.failure: Exception | None = None
        """Why no more matches can start; None if they can."""

    # --- matches of an earlier referee ---

    def hold(self) -> None:
        """Start no match before `resume` has looked for unfinished ones."""
        self._held = True

    async def resume(self) -> None:
        """Resume the matches that another referee has left in the folder of records, as soon as their bots come."""
        try:
            await self._resume_unfinished()
            while self._left is not None and not self.draining and self._left.changed():
                await self._resume_unfinished()
        finally:
            self._held = False
        self._check_complete()
        self._look_soon()

    async def _resume_unfinished(self) -> None:
        first, self._looked = not self._looked, True
        for part in unfinished(self._config.records) if self._config.records else []:
            if not first and not self._is_left_by_another(part):
                continue
            found = await asyncio.to_thread(try_to_take_up, part, self._config, self._log)
            if self.draining:
                self._leave_again(found)
                return
            if found is not None:
                self._go_on(found)
        if first and self._numbers is not None:
            with suppress(OSError):  # then what was read at the start still holds, and is no lower
                self._last = self._numbers.last()
        if first and self._asked_numbers is not None:
            with suppress(OSError):
                self._last_asked = self._asked_numbers.last()

    def _is_left_by_another(self, part: Path) -> bool:
        """Return whether a record may be of a match that another referee has left since this one started.

        Those of this name were looked for at the start. An empty file may be one that its referee is about to lock.
        """
        match_id = part.name.removesuffix(SUFFIX + PART_SUFFIX)
        if self._is_mine(match_id) or any(runner.match.match_id == match_id for runner in self.runners):
            return False
        try:
            return part.stat().st_size > 0
        except FileNotFoundError:  # the match has ended meanwhile
            return False

    def _leave_again(self, found: ResumedMatch | CompleteRecord | None) -> None:
        """Leave a match that was taken up while this referee began to drain."""
        if isinstance(found, ResumedMatch):
            found.record.leave()
            self._tell_left()

    def _tell_left(self) -> None:
        """Let other referees of the folder know that unfinished matches wait for them."""
        try:
            if self._left is not None:
                self._left.tell()
        except OSError as error:
            self._log.error("other referees were not told of unfinished matches; they resume them when they start",
                            error=error.strerror, file=error.filename)

    def _look_for_left(self) -> None:
        """Resume what another referee has left, before its bots, which come here now, begin new matches."""
        if self._left is not None and not (self._held or self.draining) and self._left.changed():
            self.hold()
            self._resuming = asyncio.create_task(self.resume())

    def _go_on(self, found: ResumedMatch | CompleteRecord) -> None:
        if isinstance(found, CompleteRecord):
            self._log.info("record of a match that had ended is in its place now", match=found.match_id)
            self._undelivered.tell(found.identities, found.match_id, found.footer, self.streams)
            if not found.was_in_place:
                self._counted += self._is_mine(found.match_id)
                self._matchmaking.complete(found.match_id)
            return
        match = found.match
        self._log.info("match resumed", match=match.match_id, steps=match.steps, torn_bytes=found.record.torn,
                       waiting_for=[info.identity for info in found.infos])
        runner = MatchRunner(match, [None] * len(found.infos), found.record, metrics=self._metrics, log=self._log,
                    infos=found.infos)
        self._counted += self._is_mine(match.match_id)
        self._open(runner)
        runner.resume()
        for stream in list(self.streams):
            self.offer_seats(stream)

    def _is_mine(self, match_id: str) -> bool:
        return Attempt.of_id(self._config.name, match_id) is not None

    # --- bots ---

    def welcome(self, hello: BotHello) -> None:
        """Raises Refused also for a bot that the matchmaking does not admit."""
        super().welcome(hello)
        if why := self._matchmaking.refusal(hello):
            raise Refused(grpc.StatusCode.FAILED_PRECONDITION, why)

    def joined(self, stream: BotConnection) -> None:
        """Tell the bot the results that it has missed, and let it wait for matches."""
        self._undelivered.deliver(stream)
        self._look_for_left()
        self._look_soon()

    def gone(self, stream: BotConnection) -> None:
        """Look again who can play: a seat of a rerun may have become free."""
        self._look_soon()

    def restored(self, stream: BotConnection) -> None:
        """Look again who can play: the bot may have room for more matches."""
        self._look_soon()

    # --- the end ---

    def drain(self, *, keep_bots: bool = False) -> None:
        """Start no more matches, and let bots go when their last one is over, unless they are kept to the end."""
        if self._pause is not None:
            self._pause.cancel()
        self._matchmaking.drained()
        super().drain(keep_bots=keep_bots)

    def stop(self, reason: str) -> None:
        """Suspend every running match for the next referee; void those that cannot be resumed."""
        left = False
        for runner in list(self.runners):
            if runner.can_be_suspended:
                runner.suspend()
                left = True
            else:
                runner.void(reason)
        if left:
            self._tell_left()

    # --- new matches ---

    def limit(self, most_matches: int | None) -> None:
        """Let at most so many matches run at once from now on; None for as many as the system can."""
        self._most_matches = most_matches
        self._look_soon()

    def _look_soon(self) -> None:
        """Plan one look: matches start one at a time, so that many starts do not delay running matches."""
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_soon(self._look)

    def _look(self) -> None:
        self._soon = None
        most = min(most_matches_at_once(), self._most_matches or math.inf)
        if self.draining or self._held or self._pause is not None or self._is_last() or len(self.runners) >= most:
            return
        try:
            rerun, asked, seated = self._next(most)
            if not seated:
                return
            self._begin(seated, rerun, asked)
        except OSError as error:
            self._log.error("no match can begin", error=error.strerror or str(error), file=error.filename)
            self._wait_a_while()
        except Exception as error:  # noqa: BLE001 - a fault of ours: the next match will fail too
            self._log.exception("no match can begin")
            self.failure = error
            self.draining = True
            self.complete.set()
        else:
            self._look_soon()

    def _next(self, most: float) -> tuple[Rerun | None, AskedMatch | None, Sequence[BotConnection]]:
        """Return the rerun or the asked match that starts next, if there is one, and the bots of the next match by
        seat; no bots if no match can start.
        """
        free, busy = self._matchmaking.present(self.streams)
        rerun, found = self._reruns.next(free, busy)
        if rerun is not None:
            return rerun, None, found
        if self._is_last(len(self._reruns)):
            return None, None, []
        kept = [stream for stream in free if stream not in found]
        asked, left = self._matchmaking.asked(found, [*busy, *kept], most)
        if asked is not None:
            return None, asked, asked.streams
        kept = [stream for stream in free if stream not in left]
        return None, None, self._matchmaking.choose(left, [*busy, *kept], self._last + 1)

    def _is_last(self, due: int = 0) -> bool:
        """Return whether all matches have started, if `due` more are to be played again."""
        return self._config.matches is not None and self._counted + due >= self._config.matches

    def _wait_a_while(self) -> None:
        """Start no match for a while, because the disk is full, for example; running matches continue."""
        if self._pause is None and not self.draining:
            self._log.warning("no match begins for a while", seconds=PAUSE)
            self._pause = asyncio.get_running_loop().call_later(PAUSE, self._try_again)

    def _try_again(self) -> None:
        self._pause = None
        self._look_soon()

    def _begin(self, streams: Sequence[BotConnection], rerun: Rerun | None, asked: AskedMatch | None) -> None:
        config = self._config
        number = (self._last_asked if asked else self._last) + 1
        match_id = (rerun.attempt(number) if rerun else Attempt(number)).match_id(
            config.name + CHALLENGES if asked else config.name)
        seed = match_seed(config.secret, match_id)
        match = Match(config.game, asked.setup if asked else config.setup, match_id, seed, config.clock,
                      engine_version=RELEASE, build=build_version(), started_unix_ms=round(time() * 1000),
                      policy=config.policy, challenger=asked.challenger if asked else "",
                      own_clocks=self._clocks_of(streams))
        record = (RecordWriter(config.records / (match_id + SUFFIX), config.signer, sync=config.sync)
                  if config.records else None)
        if asked is not None:
            self._last_asked = number
        else:
            self._last = number
            self._counted += 1
        if rerun is not None:
            self._reruns.begun(rerun)
        runner = MatchRunner(match, streams, record, metrics=self._metrics, log=self._log)
        for stream in [each for each in self.streams if each in streams]:
            self.streams[stream] = self.streams.pop(stream)
        self._open(runner)
        if asked is not None:
            asked.begun(match_id, runner.infos)
        runner.start()
        try:
            if (numbers := self._asked_numbers if asked else self._numbers) is not None:
                numbers.used(number)  # only now, with its header written: one that never began leaves no gap
        except OSError as error:
            self._log.error("the number of the last match could not be kept", error=error.strerror, number=number)
            self._wait_a_while()

    def _clocks_of(self, streams: Sequence[BotConnection]) -> dict[Seat, Clock]:
        """Return the clocks of people, if they have others than bots."""
        clock = self._config.people_clock
        if clock is None:
            return {}
        seats = manned(self._config.game, self._config.setup)
        return {seat: clock for seat, stream in zip(seats, streams, strict=True) if stream.info.person}

    def _open(self, runner: MatchRunner) -> None:
        self.add(runner)
        self._matchmaking.began(runner)

    def ended(self, runner: MatchRunner, end: MatchEnd) -> None:
        """Tell absent bots the result, or put a voided match on the list of reruns."""
        match_id = runner.match.match_id
        self._matchmaking.ended(runner, end)
        for player in runner.players:
            if isinstance(player, BotConnection) and player.info.person:  # its page is of this match alone
                player.close(GoodbyeReason.GOODBYE_REASON_DONE, "the match is over")
        if end.footer is not None:
            self._undelivered.tell(runner.absent, match_id, end.footer, self.streams, end.outcome)
            if not end.unpacked:
                self._matchmaking.complete(match_id)
        if end.void_reason and not self.draining:
            self._voided(runner, end)
        if not self.runners:
            self._check_complete()
        if not self.draining:
            self._look_soon()

    def _voided(self, runner: MatchRunner, end: MatchEnd) -> None:
        """Plan a rerun of a voided match, or give it up; a match of another name waits for a referee of that name."""
        again = True
        if (attempt := Attempt.of_id(self._config.name, runner.match.match_id)) is not None:
            again = self._reruns.voided(attempt, runner, counts=not end.record_failed)
            self._counted -= again
        if end.record_failed or not again:
            self._wait_a_while()

    def _check_complete(self) -> None:
        if self.runners or self._held or not self._is_last():
            return
        if given_up := self._reruns.given_up:
            self.failure = GivenUp(f"{len(given_up)} of {self._config.matches} matches were given up, voided "
                                   f"{MOST_ATTEMPTS} times each, the last as {', '.join(given_up)}; the log says why")
        self.complete.set()
