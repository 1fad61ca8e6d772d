"""A bot's stream: one reader, one writer, and the matches on it.

A time-out that cancels a read kills a stream, and two writes at once hang the bot; so there is one task for each, for
as long as the stream lives, and deadlines belong to the rooms.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import grpc.aio
from google.protobuf.message import DecodeError

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.referee_service_pb2 import (
    Answer,
    AnswerRejected,
    Goodbye,
    GoodbyeReason,
    PlayRequest,
    PlayResponse,
    RejectReason,
)
from lawspeaker_engine.model import Seat
from lawspeaker_referee.config.limits import Bucket, Limits
from lawspeaker_referee.match.events import BotInfo
from lawspeaker_referee.server.lateness.read_barrier import ReadBarrier
from lawspeaker_referee.server.lateness.running_time import LoopLag, running_time
from lawspeaker_referee.server.match_runner import MatchRunner
from lawspeaker_referee.server.metrics import LabelledCounter, Metrics

CLOSE_WITHIN: Final = 2.0
"""Seconds in which a bot has read its goodbye, or is cut off."""
MOST_ECHO: Final = 128
"""Characters of a match id that a refusal says back: what waits for a bot must not grow with what it sends."""
TRIPS: Final = 32
"""Answers of a stream whose quickest tells how long a message to the bot and back takes."""
FOR_GOOD: Final = frozenset({"flooding", "unread", "revoked", "protocol"})
"""Who was sent away for these does not come back to its matches; messages that are too long count as faults already."""
NO_WAY_BACK: Final = "connection lost, and without a token nobody comes back"


@dataclass(frozen=True, slots=True)
class BotHello:
    """What Hello said, checked."""

    info: BotInfo
    identity: str
    """The name of its token; empty where none is asked for."""
    games: frozenset[str]
    """Empty for any."""
    max_matches: int


class BotConnection:
    """A connected bot."""

    def __init__(self, context: Any, hello: BotHello, label: str, metrics: Metrics,
                 limits: Limits | None = None) -> None:
        self.hello, self.info, self.label = hello, hello.info, label
        self.seats: dict[str, tuple[MatchRunner, Seat]] = {}
        """By match id."""
        self.gone = False
        self.why = ""
        """Why the referee ended the stream: `flooding`, `oversized`, `unread`, `revoked` or `protocol`; empty for no
        quarrel."""
        self.evidence = ""
        """The same in a few words."""
        self.cut = False
        """Whether the stream was ended with messages that the bot did not read."""
        self.hung_up = ""
        """Why it was ended without a goodbye; empty if it was not."""
        self._context, self._metrics, self._limits = context, metrics, limits or Limits()
        self._bucket = Bucket(self._limits.message_rate, self._limits.message_burst, running_time())
        self._queue: deque[tuple[bytes, MatchRunner | None, Seat, int]] = deque()
        self._asked_at: dict[str, float] = {}
        """By match id: when its last request was written, until it is answered."""
        self._trips: deque[float] = deque(maxlen=TRIPS)
        self._pulse, self._sounding = LoopLag.here(), ReadBarrier.here()
        self.heard = 0
        """Messages that were read."""
        self.heard_bytes = 0
        """Their length."""
        self._listening_since = running_time()
        """Since when the next message has been waited for."""
        self._writing_since: float | None = None
        """Since when a message waits to be taken in; None if none does."""
        self._in_hand: tuple[MatchRunner, Seat, int] | None = None
        """The request that is being written."""
        self._wake = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[Any] | None = None

    @property
    def leaving(self) -> bool:
        """Whether the stream is gone, or ends with what the bot was sent until now."""
        return self._closing

    def enter(self, room: MatchRunner, seat: Seat) -> None:
        """Sit down in a room."""
        self.seats[room.match.match_id] = (room, seat)

    def leave(self, room: MatchRunner) -> None:
        """Get up again."""
        self.seats.pop(room.match.match_id, None)
        self._asked_at.pop(room.match.match_id, None)

    @property
    def round_trip(self) -> float:
        """Seconds from a request to the quickest of the last answers, which is never less than the way there and back.

        A bot that always dawdles seems far away; so what is given back for the way has a limit in every clock.
        """
        return min(self._trips, default=0.0)

    def send(self, data: bytes, room: MatchRunner | None = None, seat: Seat = 0, decision_id: int = 0) -> None:
        """Queue a PlayResponse for the writer."""
        if self._closing:
            return
        if len(self._queue) >= self._limits.queued:
            self.why, self.evidence = "unread", f"{len(self._queue)} messages that it did not read"
            self._closing = True
            self._cut_off()
            return
        if decision_id:
            self._bucket.asked(len(self.seats))
        self._queue.append((data, room, seat, decision_id))
        self._wake.set()

    def close(self, reason: GoodbyeReason, message: str, why: str = "") -> None:
        """Say goodbye and end the stream, after what is queued; what the bot sends from now on is not looked at."""
        if self._closing:
            return
        self.why, self.evidence = why, message
        self.send(PlayResponse(goodbye=Goodbye(reason=reason, message=message)).SerializeToString())
        self._closing = True
        self._wake.set()
        asyncio.get_running_loop().call_later(CLOSE_WITHIN, self._cut_off)

    def flooded(self) -> None:
        """Its connection brings far more than its messages: end it."""
        self.close(GoodbyeReason.GOODBYE_REASON_FLOODING, "the connection sends frames without end that carry nothing",
                   why="flooding")

    def hang_up(self, message: str) -> None:
        """End the stream after what is queued, without a goodbye: the bot shall dial again."""
        if not self._closing:
            self.hung_up, self._closing = message, True
            self._wake.set()
            asyncio.get_running_loop().call_later(CLOSE_WITHIN, self._cut_off)

    def _cut_off(self) -> None:
        """End the stream at once, for a bot that does not read."""
        if self._task is not None and not self.gone:
            self.cut = True
            self._task.cancel()

    async def run(self) -> None:
        """Read and write until either side ends the stream; then its seats are empty."""
        self._task = task = asyncio.current_task()
        reader = asyncio.create_task(self._read())
        try:
            await self._write()
            if reader.done():
                reader.result()
        except asyncio.CancelledError:
            if not self.cut or task is None:
                raise
            task.uncancel()
        finally:
            self.gone = self._closing = True
            reader.cancel()
            self._lose_seats()

    def _lose_seats(self) -> None:
        """Leave every seat: until the bot is connected again, or for good if it cannot come back."""
        seats = list(self.seats.values())
        self.seats.clear()
        for room, seat in seats:
            if self.why in FOR_GOOD or (self.why and not self.hello.identity):
                room.left(seat, evidence=f"sent away: {self.evidence}")
            elif not self.hello.identity:
                room.left(seat, evidence=NO_WAY_BACK)
            else:
                room.away(seat, self)

    async def _write(self) -> None:
        write, queue = self._context.write, self._queue
        while True:
            while queue:
                data, room, seat, decision_id = queue.popleft()
                self._in_hand = (room, seat, decision_id) if room is not None and decision_id else None
                self._writing_since = running_time()
                await write(data)
                self._written(running_time())
                self._writing_since = None
            if self._closing:
                return
            self._wake.clear()
            await self._wake.wait()

    def _written(self, now: float) -> None:
        """Tell the room that its request had left by now: as long ago as it may have, if the loop noticed late."""
        if self._in_hand is None or self._writing_since is None:
            return
        (room, seat, decision_id), self._in_hand = self._in_hand, None
        lag = min(self._lag(now), now - self._writing_since)
        self._asked_at[room.match.match_id] = now - lag
        room.written(seat, decision_id, now, self.round_trip, lag)

    def _lag(self, now: float) -> float:
        """Seconds that news of now may be old, at most."""
        return self._sounding.lag(now, self._pulse.lag(now))

    def _came_after(self) -> float:
        """A moment at which the message that is read now had not come: a probe of then has been read before it."""
        heard = self._sounding.heard
        return heard if self._listening_since < heard else float("-inf")

    def unread_since(self, moment: float) -> float | None:
        """Since when the bot has not taken a message, if that was written before the moment."""
        since = self._writing_since
        return since if since is not None and since < moment else None

    def said_by(self, moment: float, heard: int) -> bool:
        """Whether all is read that the bot sent before the moment, once probes that were sent then have been read.

        Messages of one stream are read one after another, so a probe may overtake them; but an honest bot has no more
        under way than an answer to each of its matches, when `heard` messages had been read.
        """
        return self._listening_since < moment or self.heard >= heard + len(self.seats)

    async def _read(self) -> None:
        read = self._context.read
        try:
            while (data := await read()) is not grpc.aio.EOF:
                now = running_time()
                self.heard += 1
                self.heard_bytes += len(data)
                lag, after = self._lag(now), self._came_after()
                self._pulse.work(now)
                wait = self._bucket.take(now)
                if len(data) > self._limits.message_bytes and not self._closing:
                    words = f"a message of {len(data)} bytes; {self._limits.message_bytes} are allowed"
                    self._faulty(Fault.FAULT_OVERSIZED, words)
                    self.close(GoodbyeReason.GOODBYE_REASON_PROTOCOL, words, why="oversized")
                if not self._closing:
                    self._received(data, now, lag, after)
                if wait:
                    await self._slow_down(wait)
                self._listening_since = running_time()
        finally:
            self._closing = True
            self._wake.set()

    async def _slow_down(self, wait: float) -> None:
        """Read no further for a while: what the bot sends meanwhile fills its own buffers, and then it must wait."""
        self._count(self._metrics.slowing(self.label))
        if self._bucket.slow_for(running_time()) > self._limits.flood_patience:
            rate, patience = self._limits.message_rate, self._limits.flood_patience
            self.close(GoodbyeReason.GOODBYE_REASON_FLOODING, why="flooding", message=
                       f"more than {rate:g} messages a second that answer nothing, for {patience:g} seconds")
        await asyncio.sleep(wait)

    def _received(self, data: bytes, now: float, lag: float, after: float) -> None:
        request = PlayRequest()
        try:
            request.ParseFromString(data)
        except DecodeError:
            request.Clear()
        if request.HasField("answer"):
            self._answer(request.answer, now, lag, after)
        elif request.HasField("hello"):
            self.close(GoodbyeReason.GOODBYE_REASON_PROTOCOL, "Hello comes once, first on the stream", why="protocol")
        else:
            self._faulty(Fault.FAULT_MALFORMED, "no PlayRequest with an Answer in it")
            self._refuse(Answer(), RejectReason.REJECT_REASON_MALFORMED, "this is no PlayRequest with an Answer in it")

    def _faulty(self, fault: Fault, evidence: str) -> None:
        """Tell the bot's match; of several nobody knows which was meant, and only the bot itself is told."""
        if len(self.seats) == 1:
            (room, seat), = self.seats.values()
            room.faulty(seat, fault, evidence)

    def _answer(self, answer: Answer, now: float, lag: float, after: float) -> None:
        place = self.seats.get(answer.match_id)
        if place is None:
            self._refuse(answer, RejectReason.REJECT_REASON_UNKNOWN_MATCH, "you play no such match, or not any more")
        else:
            if self._in_hand is not None and self._in_hand[2] == answer.decision_id and self._in_hand[0] is place[0]:
                self._written(now)  # or how should it be answered?
            if (asked_at := self._asked_at.pop(answer.match_id, None)) is not None:
                self._trips.append(max(0.0, now - lag - asked_at))
            place[0].answered(place[1], answer, now, lag, after)

    def _count(self, counted: LabelledCounter) -> None:
        """Count what the bot sent: when its match counts; of several nobody knows which was meant."""
        if self.seats:
            next(iter(self.seats.values()))[0].count(counted)
        else:
            self._metrics.count(counted)

    def _refuse(self, answer: Answer, reason: RejectReason, message: str) -> None:
        self._count(self._metrics.refusal(self.label, reason))
        self.send(PlayResponse(answer_rejected=AnswerRejected(
            match_id=answer.match_id[:MOST_ECHO], decision_id=answer.decision_id, reason=reason, message=message,
        )).SerializeToString())


def one_seat_each(streams: Sequence[BotConnection]) -> list[BotConnection]:
    """The first stream of every token: who sat twice at a table would see two hands. Without tokens all may sit."""
    taken: set[str] = set()
    found = []
    for stream in streams:
        identity = stream.hello.identity
        if not identity or identity not in taken:
            taken.add(identity)
            found.append(stream)
    return found
