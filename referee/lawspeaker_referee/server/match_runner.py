"""Runs a match: hands over what its bots send and when, and does what the match asks for.

The match itself is a pure state machine (`match.match`). Everything that waits is here: connections, the record on the
disk, and the timer. Nothing else touches the match while it runs.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from time import monotonic, thread_time
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.record_pb2 import RecordFooter
from lawspeaker.v1.referee_service_pb2 import Answer
from lawspeaker_engine.model import Outcome, Seat
from lawspeaker_referee.logs import failure_in_words
from lawspeaker_referee.match.events import (
    AUTOMA,
    Answered,
    Away,
    BotInfo,
    Ended,
    Event,
    Faulty,
    Joined,
    Left,
    Returned,
    Send,
    Store,
    ToSeat,
    Voided,
    Written,
)
from lawspeaker_referee.match.match import REFEREE_FAILED, Match
from lawspeaker_referee.match.places import resigned_in
from lawspeaker_referee.record.writer import RecordWriter
from lawspeaker_referee.server.deadline_timer import NO_TIME, BotLink, DeadlineTimer
from lawspeaker_referee.server.lateness.read_barrier import ReadBarrier
from lawspeaker_referee.server.lateness.running_time import running_time, stood_still
from lawspeaker_referee.server.metrics import ANYBODY, LabelledCounter, Metrics

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

T = TypeVar("T")

SUSPENDED: Final = "the referee stopped; it goes on with the match when it is there again"


class Player(BotLink, Protocol):
    """The bot of a seat, as a match runner sees it: something that takes messages."""

    info: BotInfo
    label: str
    """Its name in metrics."""

    def enter(self, runner: MatchRunner, seat: Seat) -> None:
        """Take note that the bot has this seat from now on."""

    def leave(self, runner: MatchRunner) -> None:
        """Take note that the match is over, or that another bot has the seat."""

    def charge(self, seconds: float) -> None:
        """Take note of the CPU time that a text and a position took."""

    def send(self, data: bytes, runner: MatchRunner | None = None, seat: Seat = 0, decision_id: int = 0) -> None:
        """Queue a PlayResponse; if a decision's id is given, call `runner.written` once it was written."""


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """The end of a match."""

    outcome: Outcome | None
    """None if the match was voided, or goes on elsewhere."""
    footer: RecordFooter | None
    void_reason: str
    seconds: float
    record_failed: bool = False
    """True if it was voided because its record could not be written."""
    voided_by: Seat | None = None
    """The bot whose fault has voided it, if one has."""
    failure: str = ""
    """The exception of the rules or the referee that has voided it, for the operator alone."""
    unpacked: str = ""
    """Why its record, which is complete, is still in its journal and not at its place; empty if it is there."""


class RecordFailed(Exception):
    """The record cannot be written; the text says why, without a file's name, because bots are told too."""

    def __init__(self, error: OSError) -> None:
        super().__init__(f"the record of the match could not be written: {error.strerror or type(error).__name__}")


def _by_seat(match: Match, given: Sequence[T], other: T) -> list[T]:
    """Return what is given for all seats or for the manned ones, by seat; `other` stands at those that rules play."""
    if len(given) == match.setup.players:
        return list(given)
    found = [other] * match.setup.players
    for seat, each in zip(match.manned, given, strict=True):
        found[seat] = each
    return found


class MatchRunner:
    """A match while it is played; `ended` is set once its record is complete."""

    def __init__(
        self, match: Match, players: Sequence[Player | None], record: RecordWriter | None, *, metrics: Metrics,
        log: FilteringBoundLogger, on_step: Callable[[Match], None] | None = None,
        infos: Sequence[BotInfo] | None = None,
    ) -> None:
        """`players` and `infos` are those of all seats, or of the manned ones alone. `infos` says which bot has which
        seat; without it the players do. A resumed match has no players yet.
        """
        self.match = match
        self.players: list[Player | None] = _by_seat(match, players, None)
        """By seat; None for a bot that is not connected, and where the rules play."""
        self.infos = _by_seat(match, infos or [player.info for player in players if player], AUTOMA)
        self.ended: asyncio.Future[MatchEnd] = asyncio.get_running_loop().create_future()
        self._record, self._metrics, self._on_step = record, metrics, on_step
        self._labels = [player.label if player else info.identity or ANYBODY
                        for player, info in zip(self.players, self.infos, strict=True)]
        self._count_answers = metrics.of_match(match.game.name, self._labels, match.fault_counts)
        self._held = Counter[LabelledCounter]()
        """Counts that go to the metrics with the next step."""
        self._refusals = 0
        """Answers that were refused."""
        self._work = 0.0
        """Seconds spent on answers since the last step."""
        match.meter(thread_time)
        self._log = log.bind(match=match.match_id, game=match.game.name)
        self._barrier = ReadBarrier.here()
        self._timer = DeadlineTimer(match, self.players, self._handle)
        self._began, self._stood_still = monotonic(), stood_still()
        self._finishing: asyncio.Task[None] | None = None
        self._failure = ""

    def start(self, absent: Mapping[Seat, str] | None = None) -> None:
        """Seat all bots, which starts the match.

        `absent` has the seats whose bots did not come and are waited for no more, with the evidence: all of them have
        left before the first decision.
        """
        self._metrics.matches.inc()
        for seat, evidence in (absent or {}).items():
            self._handle(Left(seat, Fault.FAULT_DISCONNECTED, evidence, self.infos[seat]), running_time())
        for seat, player in enumerate(self.players):
            if player is not None:
                player.enter(self, seat)
        for seat in self.match.manned:
            if seat not in (absent or {}):
                self._handle(Joined(seat, self.infos[seat]), running_time())

    def resume(self) -> None:
        """Wait for the bots of a match that was begun by another referee."""
        self._metrics.matches.inc()
        self._timer.arm()

    # --- what bots do ---

    def answered(self, seat: Seat, answer: Answer, now: float, lag: float = 0.0, after: float = NO_TIME) -> bool:
        """Take an answer that is read `now`; return False if it is refused.

        It may have waited for `lag` seconds, and came later than `after`.
        """
        steps, refusals = self.match.steps, self._refusals
        self._handle(Answered(seat, answer.decision_id, answer.picks, answer.annotation,
                              (answer.input_tokens, answer.output_tokens), answer.origin, answer.resign, lag,
                              after), now)
        self._work += running_time() - now
        if self.match.steps > steps:
            self._metrics.work.observe(self._work)
            self._work = 0.0
        return self._refusals == refusals

    def count(self, counted: LabelledCounter) -> None:
        """Count one with the next step or the end: until then metrics may not show that a seat has sent anything."""
        self._held[counted] += 1

    def _count_held(self) -> None:
        for counted, number in self._held.items():
            self._metrics.count(counted, number)
        self._held.clear()

    def written(self, seat: Seat, decision_id: int, now: float, round_trip: float = 0.0, lag: float = 0.0) -> None:
        """Note that a request has left, up to `lag` seconds before `now`; `round_trip` is in seconds, 0 for unknown."""
        self._handle(Written(seat, decision_id, round_trip, lag), now)

    def faulty(self, seat: Seat, fault: Fault, evidence: str) -> None:
        """Note that a bot sent something that is no answer."""
        self._handle(Faulty(seat, fault, evidence), running_time())

    # --- which bots are connected ---

    def away(self, seat: Seat, player: Player) -> None:
        """Note that a bot's connection is lost; it may come back."""
        if self.players[seat] is player:
            self.players[seat] = None
            self._handle(Away(seat), running_time())

    def returned(self, seat: Seat, player: Player) -> None:
        """Give a bot that is connected again its seat."""
        self.players[seat] = player
        player.enter(self, seat)
        self._handle(Returned(seat, replace(player.info, identity=self.infos[seat].identity,
                                           files=self.infos[seat].files)), running_time())

    def left(self, seat: Seat, fault: Fault = Fault.FAULT_DISCONNECTED, evidence: str = "") -> None:
        """Note that a bot is gone for good."""
        player, self.players[seat] = self.players[seat], None
        if player is not None:
            player.leave(self)
        self._handle(Left(seat, fault, evidence), running_time())

    # --- the end ---

    async def over(self, reason: str) -> MatchEnd:
        """Wait for the end of the match. If the caller is cancelled meanwhile, the match is void for this reason.

        It is void before anything else happens, so the match does not notice that its bots are ended then, and its
        record has no footer. A match that had ended already keeps its end, and the caller is not cancelled.
        """
        try:
            return await asyncio.shield(self.ended)
        except asyncio.CancelledError:
            self.void(reason)
            while not self.ended.done():  # the disk is all that it waits for
                with suppress(asyncio.CancelledError):
                    await asyncio.shield(self.ended)
            if self.ended.result().footer is None:
                raise
            return self.ended.result()

    def void(self, reason: str) -> None:
        """End the match without a result."""
        self._handle(Voided(reason), running_time())

    @property
    def can_be_suspended(self) -> bool:
        """True if another referee could go on with it: it has a record, and its bots can come back."""
        return self._record is not None and all(self.infos[seat].identity for seat in self.match.manned)

    def suspend(self) -> None:
        """Stop at once and leave the record as it is, for another referee that goes on."""
        if self.match.over:
            return
        self.match.suspend()
        if self._record is not None:
            self._record.leave()
        self._log.info("match suspended", steps=self.match.steps)
        self._done(MatchEnd(None, None, SUSPENDED, monotonic() - self._began), "suspended")

    @property
    def absent(self) -> list[str]:
        """Return the names of the tokens of bots that are not connected and may come back."""
        return [info.identity for info, player in zip(self.infos, self.players, strict=True)
                if player is None and info.identity]

    def _handle(self, event: Event, now: float) -> None:
        self.match.stood_still = stood_still() - self._stood_still
        self._barrier.work(now)
        try:
            sends = self.match.handle(event, now)
            last = self._before_end(sends)
            self._store([send for send in sends[:last] if isinstance(send, Store)])
            for send in sends[:last]:
                self._dispatch(send)
            if sends and isinstance(sends[-1], Ended):
                self._finishing = asyncio.get_running_loop().create_task(self._finish(sends[-1], sends[last:-1]))
        except RecordFailed as failure:
            self._log.error("record failed", error=str(failure), record=str(self._record and self._record.part))
            self._give_up(str(failure), record_failed=True)
        except Exception as error:  # noqa: BLE001 - our fault: no bot and no other match may suffer by it
            self._log.exception("match failed", event_kind=type(event).__name__)
            self._failure = failure_in_words(error)
            self._give_up(REFEREE_FAILED)
        self._timer.arm()

    def _before_end(self, sends: Sequence[Send]) -> int:
        """Return how many of `sends` go out at once; the rest tells of the end, and waits for the record's footer."""
        at = len(sends)
        if sends and isinstance(sends[-1], Ended):
            at -= 1
            while sends[-1].footer is not None and at and isinstance(sends[at - 1], ToSeat):
                at -= 1
        return at

    def _give_up(self, reason: str, *, record_failed: bool = False) -> None:
        """Void the match because the referee failed; what it wanted to send before is not sent any more."""
        if self._finishing is not None:
            return
        *messages, end = self.match.revoke(reason)
        assert isinstance(end, Ended)
        finish = self._finish(end, messages, record_failed=record_failed)
        self._finishing = asyncio.get_running_loop().create_task(finish)

    def _store(self, stores: Sequence[Store]) -> None:
        """Write entries of the record, all at once, before anything is sent that follows from them."""
        if stores and self._record is not None:
            try:
                self._record.append(*(store.data for store in stores))
            except OSError as error:
                raise RecordFailed(error) from error

    def _dispatch(self, send: Send) -> None:
        match send:
            case ToSeat():
                if (player := self.players[send.seat]) is not None:
                    if send.cpu and send.decision_id:  # who asks again is charged for all of it
                        player.charge(send.cpu)
                    player.send(send.data, self, send.seat, send.decision_id)
                if send.refused:
                    self._refusals += 1
                    self.count(self._metrics.refusal(self._labels[send.seat], send.refused))
            case Store():
                if send.taken:
                    self._count_answers(send.taken)
                    self._count_held()
                if send.is_step and self._on_step is not None:
                    self._on_step(self.match)

    async def _finish(self, end: Ended, messages: Sequence[Send], *, record_failed: bool = False) -> None:
        """End the record in a thread; only then tell the bots and the awaiters of `ended` how the match ended."""
        if end.footer is not None and self._record is not None:
            try:
                await asyncio.to_thread(self._record.end, end.footer)
            except Exception as error:  # noqa: BLE001 - whatever it is, those who wait for the end must be told
                self._log.exception("record failed")
                record_failed = isinstance(error, OSError)
                why = str(RecordFailed(error)) if isinstance(error, OSError) else REFEREE_FAILED
                *messages, end = self.match.revoke(why)  # type: ignore[assignment]
        for send in messages:
            self._dispatch(send)
        failed = await self._put_away(self._record, finished=end.footer is not None) if self._record else ""
        seconds = monotonic() - self._began
        self._log_end(end, seconds)
        self._done(MatchEnd(end.outcome, end.footer, end.void_reason, seconds, record_failed, end.voided_by,
                            self._failure, failed if end.footer is not None else ""),
                   "void" if end.void_reason else "finished")

    async def _put_away(self, record: RecordWriter, *, finished: bool) -> str:
        """Compress the record of a finished match, or rename that of a void one; a failure changes no result.

        Return why that failed; '' if it did not.
        """
        try:
            if finished:
                await asyncio.to_thread(record.pack)
            else:
                record.void()
        except Exception as error:  # noqa: BLE001 - likewise, as where the system has no thread left
            left = "is complete, but not compressed" if finished else "of a voided match keeps its name"
            words = error.strerror if isinstance(error, OSError) else failure_in_words(error)
            record.leave()
            self._log.error(f"record {left}", error=words, record=str(record.part))
            return words or type(error).__name__
        return ""

    def _done(self, end: MatchEnd, result: str) -> None:
        self._timer.stop()
        if result != "suspended":  # open decisions will be asked again, and are still sealed
            self._count_held()
        self._metrics.matches.dec()
        if end.record_failed:
            self._metrics.record_failures.inc()
        self._metrics.ended.labels(self.match.game.name, result).inc()
        for player in self.players:
            if player is not None:
                player.leave(self)
        self.ended.set_result(end)

    def _identities(self) -> dict[str, list[str]]:
        """Return the names of the bots' tokens for the log, since bots may call themselves what they like."""
        identities = [info.identity for info in self.infos]
        return {"identities": identities} if any(identities) else {}

    def _log_end(self, end: Ended, seconds: float) -> None:
        result = {"void": end.void_reason} if end.void_reason or end.outcome is None or end.footer is None else {
            "ranks": end.outcome.ranks, "scores": end.outcome.scores, "reason": end.outcome.reason,
            "substituted": list(end.footer.substituted), "stood_in": list(end.footer.stood_in),
            "resigned": resigned_in(end.footer),
            "digest": end.footer.digest.hex(),
        }
        self._log.info(
            "match ended", bots=[info.name for info in self.infos], **self._identities(), steps=self.match.steps,
            decisions=self.match.decisions, faults=self.match.faults, seconds=round(seconds, 3),
            record=str(self._record.path) if self._record else None, **result,
        )
