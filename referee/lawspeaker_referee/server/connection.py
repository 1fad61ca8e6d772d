"""The stream of a connected bot: one task reads it, one writes it, and it carries several matches.

gRPC ends a stream whose read is cancelled, and two writes at once hang it. So each of the two tasks lives as long as
the stream, and time limits are the matter of the match runners.
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
    PlayResponseBatch,
    RejectReason,
)
from lawspeaker_engine.model import Seat
from lawspeaker_referee.codec.encoder import compile_writer
from lawspeaker_referee.config.limits import OWN_BOTS, Bucket, Limits
from lawspeaker_referee.logs import make_error_log
from lawspeaker_referee.match.events import BotInfo
from lawspeaker_referee.server.budgets import Budgets, TokenBudget
from lawspeaker_referee.server.lateness.read_barrier import ReadBarrier
from lawspeaker_referee.server.lateness.running_time import running_time
from lawspeaker_referee.server.match_runner import MatchRunner
from lawspeaker_referee.server.metrics import LabelledCounter, Metrics

CLOSE_WITHIN: Final = 2.0
"""Seconds in which a bot must read its goodbye, or it is cut off."""
TAKES: Final = 0.1
"""Seconds that a bot which reads may need to take a message: what comes at once meanwhile, as to one that comes back to
many matches, it has not left unread."""
MOST_ECHO: Final = 128
"""Characters of a match id that a refusal repeats: what waits for a bot must not grow with what it sends."""
TRIPS: Final = 32
"""The quickest of so many answers tells how long a message to the bot and back takes."""
FOR_GOOD: Final = frozenset({"flooding", "unread", "revoked", "protocol"})
"""Reasons after which a bot may not come back to its matches. Messages that are too long count as faults already."""
BATCH_BYTES: Final = 1 << 18
"""Bytes of a batch on the way to the bot; a longer message goes alone."""
_BATCH = compile_writer(PlayResponseBatch, (PlayResponse, "batch"))
EVERYBODY: Final = "*"
"""In place of a name: every bot."""
NO_WAY_BACK: Final = "connection lost, and without a token nobody comes back"


@dataclass(frozen=True, slots=True)
class BotHello:
    """The contents of a Hello that was accepted."""

    info: BotInfo
    identity: str
    """The name of its token; empty where none is asked for."""
    games: frozenset[str]
    """The games that it plays; empty for any."""
    max_matches: int
    batches: bool = False
    """True if it takes several messages in one."""
    challengers: frozenset[str] = frozenset()
    """Names of tokens whose challenges it takes on a ladder, or EVERYBODY."""

    def takes_challenges_of(self, name: str) -> bool:
        """Return whether it takes challenges of the bot that has the token of this name."""
        return not self.challengers.isdisjoint((name, EVERYBODY))


class BotConnection:
    """A connected bot. `run` serves its stream; match runners `send` to it and get its answers."""

    def __init__(self, context: Any, hello: BotHello, label: str, metrics: Metrics,
                 limits: Limits | None = None, budget: TokenBudget | None = None) -> None:
        self.hello, self.info, self.label = hello, hello.info, label
        self.seats: dict[str, tuple[MatchRunner, Seat]] = {}
        """Match id -> the runner of the match, and the bot's seat."""
        self.gone = False
        self.why = ""
        """Why the referee ended the stream for what the bot did: `flooding`, `oversized`, `unread`, `revoked` or
        `protocol`; empty if it did not."""
        self.evidence = ""
        """A few words on `why`, for the record."""
        self.cut = False
        """True if the stream was ended with messages that the bot did not read."""
        self.hung_up = ""
        """Why the stream was ended without a goodbye; empty if it was not."""
        self._context, self._metrics, self._limits = context, metrics, limits or Limits()
        self.budget = budget or Budgets(OWN_BOTS, metrics, make_error_log()).of("")
        """The budget of its token; without one it has no limit."""
        self.restoring = False
        """True while it waits for seats of its token."""
        self._bucket = Bucket(self._limits.message_rate, self._limits.message_burst, running_time())
        # Bounded by `send` and not by a blocking queue: a bot that does not read must not make a match wait.
        self._queue: deque[tuple[bytes, MatchRunner | None, Seat, int]] = deque()
        self._asked_at: dict[str, float] = {}
        """Match id -> when its last request was written, until it is answered."""
        self._trips: deque[float] = deque(maxlen=TRIPS)
        self._barrier = ReadBarrier.here()
        self.heard = 0
        """Messages that were read."""
        self.heard_bytes = 0
        """Bytes of these messages."""
        self._listening_since = running_time()
        """Since when the reader waits for the next message."""
        self._writing_since: float | None = None
        """Since when the writer waits for the bot to take a message; None while it writes none."""
        self._in_hand: list[tuple[MatchRunner, Seat, int]] = []
        """The requests that are being written."""
        self._wait = 0.0
        """Seconds that nothing is read for what the bot has sent beyond answers."""
        self._wake = asyncio.Event()
        self._closing = False
        self._task: asyncio.Task[Any] | None = None

    @property
    def identity(self) -> str:
        """Return the name of its token; empty where none is asked for."""
        return self.hello.identity

    @property
    def leaving(self) -> bool:
        """True if the stream is gone, or will end after the messages that are queued."""
        return self._closing

    def enter(self, runner: MatchRunner, seat: Seat) -> None:
        """Take a seat of a match: its answers go to this runner from now on."""
        self.seats[runner.match.match_id] = (runner, seat)

    def leave(self, runner: MatchRunner) -> None:
        """Give up the seat of a match."""
        self.seats.pop(runner.match.match_id, None)
        self._asked_at.pop(runner.match.match_id, None)

    @property
    def round_trip(self) -> float:
        """Return the seconds from a request to the quickest of the last answers; a round trip takes no longer.

        A bot that is always slow seems far away, so every clock limits what is compensated for round trips.
        """
        return min(self._trips, default=0.0)

    def charge(self, seconds: float) -> None:
        """Charge what a text and a position took: it uses up what was saved."""
        self.budget.charge(seconds, into_debt=False)

    def send(self, data: bytes, runner: MatchRunner | None = None, seat: Seat = 0, decision_id: int = 0) -> None:
        """Queue a PlayResponse for the writer.

        A runner that gives a decision's id is told when the message was written. A bot that has left too many messages
        unread is cut off.
        """
        if self._closing:
            return
        if len(self._queue) >= self._limits.queued and self.unread_since(running_time() - TAKES) is not None:
            self.why, self.evidence = "unread", f"{len(self._queue)} messages that it did not read"
            self._closing = True
            self._cut_off()
            return
        if decision_id:
            # Each request pays for one answer, so an honest bot is never slowed down however fast it plays.
            self._bucket.asked(len(self.seats))
        self._queue.append((data, runner, seat, decision_id))
        self._wake.set()

    def close(self, reason: GoodbyeReason, message: str, why: str = "") -> None:
        """Say goodbye and end the stream after what is queued. What the bot sends from now on is ignored."""
        if self._closing:
            return
        self.why, self.evidence = why, message
        # Sent before `_closing` is set, since `send` drops everything after that.
        self.send(PlayResponse(goodbye=Goodbye(reason=reason, message=message)).SerializeToString())
        self._closing = True
        self._wake.set()
        asyncio.get_running_loop().call_later(CLOSE_WITHIN, self._cut_off)

    def flooded(self) -> None:
        """End the stream because its connection brings far more than its messages."""
        self.close(GoodbyeReason.GOODBYE_REASON_FLOODING, "the connection sends frames without end that carry nothing",
                   why="flooding")

    def hang_up(self, message: str) -> None:
        """End the stream after what is queued, without a goodbye, so that the bot connects again."""
        if not self._closing:
            self.hung_up, self._closing = message, True
            self._wake.set()
            asyncio.get_running_loop().call_later(CLOSE_WITHIN, self._cut_off)

    def _cut_off(self) -> None:
        """End the stream at once, because its bot does not read."""
        if self._task is not None and not self.gone:
            self.cut = True
            # A write that waits for the bot ends only if its task is cancelled.
            self._task.cancel()

    async def run(self) -> None:
        """Read and write until either side ends the stream, then leave all seats."""
        self._task = task = asyncio.current_task()
        reader = asyncio.create_task(self._read())
        try:
            # The writer is the task of the rpc itself: when it returns gRPC ends the stream with all that was written.
            await self._write()
            if reader.done():
                reader.result()
        except asyncio.CancelledError:
            # Cancelled by gRPC or by a stop of the server, which must learn of it; only our own cut is taken back.
            if not self.cut or task is None:
                raise
            task.uncancel()
        finally:
            # First of all: whoever is told below that a seat is lost must not send to this stream any more.
            self.gone = self._closing = True
            reader.cancel()
            with self.budget.charged():
                self._lose_seats()

    def _lose_seats(self) -> None:
        """Leave every seat: until the bot is connected again, or for good if it cannot come back."""
        # Copied, because runners that are told change the seats of their bots.
        seats = list(self.seats.values())
        self.seats.clear()
        for runner, seat in seats:
            if self.why in FOR_GOOD or (self.why and not self.hello.identity):
                runner.left(seat, evidence=f"sent away: {self.evidence}")
            elif not self.hello.identity:
                runner.left(seat, evidence=NO_WAY_BACK)
            else:
                runner.away(seat, self)

    async def _write(self) -> None:
        write, queue = self._context.write, self._queue
        while True:
            while queue:
                # A single message never waits for others: what is ready together goes together, and nothing is held
                # back.
                data = self._next() if len(queue) > 1 and self.hello.batches else self._taken()
                self._writing_since = running_time()
                await write(data)
                self._written(running_time())
                self._writing_since = None
            if self._closing:
                return
            # No await lies between the look at the queue and this line, so no message is missed.
            self._wake.clear()
            await self._wake.wait()

    def _taken(self) -> bytes:
        """Take the first message of the queue."""
        data, runner, seat, decision_id = self._queue.popleft()
        if runner is not None and decision_id:
            self._in_hand.append((runner, seat, decision_id))
        return data

    def _next(self) -> bytes:
        """Take what is queued as one message, as much as may be in it."""
        batch: list[bytes] = []
        size = 0
        while self._queue and len(batch) < self._limits.batch and size + len(self._queue[0][0]) <= BATCH_BYTES:
            batch.append(self._taken())
            size += len(batch[-1])
        # A message that is too long for a batch goes alone.
        return _BATCH(responses=batch) if batch else self._taken()

    def _written(self, now: float) -> None:
        """Tell the runners that their requests have left, and how long ago that may be if the loop noticed it late."""
        if not self._in_hand or self._writing_since is None:
            return
        written, self._in_hand = self._in_hand, []
        # The write began in this process, so the bot cannot have got the message before that, whatever the lag of the
        # loop.
        lag = min(self._barrier.lag(now), now - self._writing_since)
        for runner, seat, decision_id in written:
            self._asked_at[runner.match.match_id] = now - lag
            runner.written(seat, decision_id, now, self.round_trip, lag)

    def unread_since(self, moment: float) -> float | None:
        """Return since when the bot has not taken a message that was written before the moment; None if it has."""
        since = self._writing_since
        return since if since is not None and since < moment else None

    def said_by(self, moment: float, heard: int) -> bool:
        """Return True if all is read that the bot sent before the moment, given that a probe sent then was read.

        Messages of one stream are read one after another, so a probe may overtake them. But an honest bot has at most
        one answer for each of its matches under way, counted from when `heard` messages had been read.
        """
        return self._listening_since < moment or self.heard >= heard + len(self.seats)

    async def _read(self) -> None:
        read = self._context.read
        try:
            while (data := await read()) is not grpc.aio.EOF:
                now = running_time()
                self.heard += 1
                self.heard_bytes += len(data)
                lag = self._barrier.lag(now)
                # If the reader already waited at the moment up to which everything is read, this message came later.
                read_until = self._barrier.read_until
                after = read_until if self._listening_since < read_until else float("-inf")
                self._barrier.work(now)
                # Taken before the message is looked at, so that malformed ones cost as much as others.
                self._wait = self._bucket.take(now)
                if len(data) > self._limits.message_bytes and not self._closing:
                    words = f"a message of {len(data)} bytes; {self._limits.message_bytes} are allowed"
                    # The fault before the goodbye: afterwards the seats may be gone, and nothing would be counted.
                    self._faulty(Fault.FAULT_OVERSIZED, words)
                    self.close(GoodbyeReason.GOODBYE_REASON_PROTOCOL, words, why="oversized")
                if not self._closing:
                    self._received(data, now, lag, after)
                if self._wait:
                    await self._slow_down(self._wait)
                self._listening_since = running_time()
        finally:
            self._closing = True
            self._wake.set()

    async def _slow_down(self, wait: float) -> None:
        """Read nothing for a while, so that the bot must wait once its own buffers are full."""
        self._count(self._metrics.slowing(self.label))
        if self._bucket.slow_for(running_time()) > self._limits.flood_patience:
            rate, patience = self._limits.message_rate, self._limits.flood_patience
            self.close(GoodbyeReason.GOODBYE_REASON_FLOODING, why="flooding", message=
                       f"more than {rate:g} messages a second that answer nothing, for {patience:g} seconds")
        # Nothing is read meanwhile: HTTP/2's window fills up, and then the bot itself has to wait.
        await asyncio.sleep(wait)

    def _received(self, data: bytes, now: float, lag: float, after: float) -> None:
        request = PlayRequest()
        try:
            request.ParseFromString(data)
        except DecodeError:
            # A message that fails half way may have fields set; none of them may count.
            request.Clear()
        if request.HasField("answer"):
            self._answered(request.answer, now, lag, after)
        elif self.hello.batches and 0 < len(request.answer_batch.answers) <= self._limits.batch:
            # `said_by` counts answers and not messages.
            self.heard += len(request.answer_batch.answers) - 1
            for number, answer in enumerate(request.answer_batch.answers):
                if number:
                    # Each answer is taken from the bucket, or a batch would be a way around the limit.
                    self._wait = max(self._wait, self._bucket.take(now))
                if not self._closing:
                    self._answered(answer, now, lag, after)
        elif request.HasField("hello"):
            self.close(GoodbyeReason.GOODBYE_REASON_PROTOCOL, "Hello comes once, first on the stream", why="protocol")
        else:
            began, what = self.budget.cpu(), "no PlayRequest with an Answer in it"
            self._faulty(Fault.FAULT_MALFORMED, what)
            self._refuse(Answer(), RejectReason.REJECT_REASON_MALFORMED, f"this is {what}")
            self._charge_refusal(began)

    def _faulty(self, fault: Fault, evidence: str) -> None:
        """Count a fault in the bot's match; if it plays several, count none, since any of them may be meant."""
        if len(self.seats) == 1:
            (runner, seat), = self.seats.values()
            runner.faulty(seat, fault, evidence)

    def _answered(self, answer: Answer, now: float, lag: float, after: float) -> None:
        """Take an answer; one that is refused is charged."""
        began = self.budget.cpu()
        if not self._take(answer, now, lag, after):
            self._charge_refusal(began)

    def _charge_refusal(self, began: float) -> None:
        if wait := self.budget.refused(began):
            self._count(self.budget.refusal_slowed(self.label))
            self._wait = max(self._wait, wait)

    def _take(self, answer: Answer, now: float, lag: float, after: float) -> bool:
        """Hand an answer to its match; return False if it is refused."""
        # No hint if another bot plays such a match: the refusal is the same for one that does not exist.
        place = self.seats.get(answer.match_id)
        if place is None:
            self._refuse(answer, RejectReason.REJECT_REASON_UNKNOWN_MATCH, "you play no such match, or not any more")
            return False
        runner, seat = place
        # The writer's task may not have noticed yet that the request has left; an answer to it proves that it has.
        if (runner, seat, answer.decision_id) in self._in_hand:
            self._written(now)
        if (asked_at := self._asked_at.pop(answer.match_id, None)) is not None:
            self._trips.append(max(0.0, now - lag - asked_at))
        return runner.answered(seat, answer, now, lag, after)

    def _count(self, counted: LabelledCounter) -> None:
        """Count what the bot sent together with the next step of a match, so that no metric tells who has answered."""
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
    """Return the first stream of every token, and all without one: a bot on two seats would see two hands."""
    seated: set[str] = set()
    found = []
    for stream in streams:
        identity = stream.hello.identity
        if not identity or identity not in seated:
            seated.add(identity)
            found.append(stream)
    return found
