"""Joins a match to the streams of its bots, its record and the time; nothing else touches the match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Protocol

from structlog.typing import FilteringBoundLogger

from lawspeaker.v1.record_pb2 import RecordFooter
from lawspeaker.v1.referee_service_pb2 import Answer
from lawspeaker_engine.model import Outcome, Seat
from lawspeaker_referee.events import (
    Answered,
    BotInfo,
    Ended,
    Event,
    Joined,
    Left,
    Send,
    Store,
    Tick,
    ToSeat,
    Void,
    Written,
)
from lawspeaker_referee.match import Match
from lawspeaker_referee.metrics import Metrics
from lawspeaker_referee.record import RecordWriter


class Player(Protocol):
    """A seat's bot as a room sees it: something that messages are sent to."""

    info: BotInfo
    label: str
    """Its name in metrics."""

    def enter(self, room: Room, seat: Seat) -> None:
        """The bot sits in this room from now on."""

    def leave(self, room: Room) -> None:
        """The match is over."""

    def send(self, data: bytes, room: Room | None = None, seat: Seat = 0, decision_id: int = 0) -> None:
        """Send a PlayResponse, later; a room that gives a decision's id wants to be told when it was written."""


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """What is left of a match."""

    outcome: Outcome | None
    """None if it was voided."""
    footer: RecordFooter | None
    void_reason: str
    seconds: float


class Room:
    """A match being played; `ended` is set once its record is complete."""

    def __init__(
        self, match: Match, players: Sequence[Player], record: RecordWriter | None, *, metrics: Metrics,
        log: FilteringBoundLogger, on_step: Callable[[Match], None] | None = None,
    ) -> None:
        self.match, self.players = match, players
        self.ended: asyncio.Future[MatchEnd] = asyncio.get_running_loop().create_future()
        self._record, self._metrics, self._on_step = record, metrics, on_step
        self._labels = [player.label for player in players]
        self._count = metrics.of_match(match.game.name, self._labels)
        self._log = log.bind(match=match.match_id, game=match.game.name)
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0
        self._began = monotonic()
        self._finishing: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Seat everybody, which starts the match."""
        self._metrics.matches.inc()
        for seat, player in enumerate(self.players):
            player.enter(self, seat)
        for seat, player in enumerate(self.players):
            self._handle(Joined(seat, player.info), monotonic())

    def answered(self, seat: Seat, answer: Answer, now: float) -> None:
        """A bot's answer arrived at that moment."""
        self._handle(Answered(seat, answer.decision_id, answer.picks, answer.annotation), now)
        self._metrics.work.observe(monotonic() - now)

    def written(self, seat: Seat, decision_id: int) -> None:
        """A request has just left."""
        self._handle(Written(seat, decision_id), monotonic())

    def left(self, seat: Seat) -> None:
        """A bot is gone."""
        self._handle(Left(seat), monotonic())

    def void(self, reason: str) -> None:
        """End the match without a result."""
        self._handle(Void(reason), monotonic())

    def _handle(self, event: Event, now: float) -> None:
        try:
            for send in self.match.handle(event, now):
                self._dispatch(send)
        except Exception:  # noqa: BLE001 - a fault of ours, or of the disk: no bot and no other match suffers by it
            self._log.exception("match failed", event_kind=type(event).__name__)
            self.match.over = self._finishing is not None  # the end may be among what was not sent any more
            for send in self.match.handle(Void("the referee failed"), now):
                self._dispatch(send)
        self._arm()

    def _dispatch(self, send: Send) -> None:
        match send:
            case ToSeat():
                self.players[send.seat].send(send.data, self, send.seat, send.decision_id)
                if send.refused:
                    self._metrics.refuse(self._labels[send.seat], send.refused)
            case Store():
                if self._record is not None:
                    self._record.append(send.data)
                if send.taken:
                    self._count(send.taken)
                if send.is_step and self._on_step is not None:
                    self._on_step(self.match)
            case Ended():
                self._finishing = asyncio.get_running_loop().create_task(self._finish(send))

    async def _finish(self, end: Ended) -> None:
        """Complete the record, off the loop, and tell everybody who waits."""
        if self._timer is not None:
            self._timer.cancel()
        void_reason = end.void_reason
        if self._record is not None:
            try:
                if end.footer is None:
                    self._record.leave()
                else:
                    await asyncio.to_thread(self._record.finish, end.footer)
            except Exception:  # noqa: BLE001 - whatever it is, those who wait for the end must hear of it
                self._log.exception("record failed")
                void_reason = void_reason or "the record could not be written"
        seconds = monotonic() - self._began
        self._metrics.matches.dec()
        self._metrics.ended.labels(self.match.game.name, "void" if void_reason else "finished").inc()
        self._tell(end, void_reason, seconds)
        for player in self.players:
            player.leave(self)
        self.ended.set_result(MatchEnd(end.outcome, end.footer, void_reason, seconds))

    def _tell(self, end: Ended, void_reason: str, seconds: float) -> None:
        """The line that a game gets in the log."""
        result = {"void": void_reason} if void_reason or end.outcome is None or end.footer is None else {
            "ranks": end.outcome.ranks, "scores": end.outcome.scores, "reason": end.outcome.reason,
            "digest": end.footer.digest.hex(),
        }
        self._log.info(
            "match ended", bots=[player.info.name for player in self.players], steps=self.match.steps,
            decisions=self.match.decisions, faults=self.match.faults, seconds=round(seconds, 3),
            record=str(self._record.path) if self._record else None, **result,
        )

    def _arm(self) -> None:
        """See to it that Tick comes in time; a timer that is too early only looks again, which is cheaper."""
        deadline = self.match.deadline
        if deadline is None or (self._timer is not None and self._timer_at <= deadline):
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer_at = deadline
        delay = max(0.0, deadline - monotonic())
        self._timer = asyncio.get_running_loop().call_later(delay, self._ring)

    def _ring(self) -> None:
        self._timer = None
        now = monotonic()
        deadline = self.match.deadline
        if deadline is not None and deadline <= now:
            self._handle(Tick(), now)
        else:
            self._arm()
