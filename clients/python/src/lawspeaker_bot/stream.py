"""One stream to the referee."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

import grpc.aio

from lawspeaker.v1.referee_service_pb2 import Answer, AnswerBatch, GoodbyeReason, Hello, PlayRequest, PlayResponse
from lawspeaker.v1.referee_service_pb2_grpc import RefereeServiceStub
from lawspeaker_bot.errors import BotError, ConnectionLost, Refused

MOST_BATCH = 64
"""Answers in one message."""
BATCH_BYTES = 32 << 10
"""Their bytes."""

_REFUSALS = frozenset({
    grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.RESOURCE_EXHAUSTED,
})


class NoPlace(Refused):
    """The referee has no free place now; perhaps the bot's own lost stream still holds it."""


class Stream:
    """A channel and its one call, which are closed together."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._channel = channel
        self._call: Any = RefereeServiceStub(channel).Play()  # type: ignore[no-untyped-call]
        self._writing = asyncio.Lock()
        self._batches = False
        """True if the referee takes several answers in one message."""
        self._read = deque[PlayResponse]()
        """The rest of a batch that was read."""
        self._answers = deque[Answer]()
        """Answers that wait for the writer."""
        self._closed = False
        self.since = monotonic()
        """The time of Welcome, in monotonic seconds."""

    async def introduce(self, hello: Hello) -> None:
        """Send Hello and wait for Welcome. Raises NoPlace, Refused or ConnectionLost."""
        await self._write(lambda: PlayRequest(hello=hello))
        welcome = await self.read(introduced=False)
        if welcome is not None and welcome.HasField("goodbye"):
            error = NoPlace if welcome.goodbye.reason == GoodbyeReason.GOODBYE_REASON_DRAINING else Refused
            raise error(f"the referee refused the bot: {welcome.goodbye.message}")
        if welcome is None or not welcome.HasField("welcome"):
            raise Refused("the referee did not answer Hello with Welcome; is this a Lawspeaker referee?")
        self._batches = welcome.welcome.batches
        self.since = monotonic()

    async def read(self, *, introduced: bool = True) -> PlayResponse | None:
        """Return the next message, None at the end. Raises Refused or ConnectionLost; cancelling it ends the call."""
        while not self._read:
            try:
                message = await self._call.read()
            except grpc.aio.AioRpcError as error:
                raise _explained(error, introduced=introduced) from None
            if message is grpc.aio.EOF:
                return None
            self._read.extend(message.batch.responses if message.HasField("batch") else (message,))
        return self._read.popleft()

    async def answer(self, answer: Answer) -> None:
        """Send an answer, together with others that wait; drop it if the stream is over."""
        if self._batches:
            self._answers.append(answer)
            await self._write(self._waiting)
        else:
            await self._write(lambda: PlayRequest(answer=answer))

    def _waiting(self) -> PlayRequest | None:
        """Take the answers that wait, as many as may go in one message; None if another writer has taken them."""
        batch: list[Answer] = []
        size = 0
        while self._answers and len(batch) < MOST_BATCH and (size := size + self._answers[0].ByteSize()) <= BATCH_BYTES:
            batch.append(self._answers.popleft())
        if not batch and self._answers:
            batch.append(self._answers.popleft())
        if len(batch) > 1:
            return PlayRequest(answer_batch=AnswerBatch(answers=batch))
        return PlayRequest(answer=batch[0]) if batch else None

    async def _write(self, make: Callable[[], PlayRequest | None]) -> None:
        """Write what `make` returns, one request at a time: two at once hang the peer."""
        # The reader reports a lost stream: only it knows whether there was a goodbye.
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            try:
                async with self._writing:
                    if not self._closed and (request := make()) is not None:
                        await self._call.write(request)
            except asyncio.CancelledError:
                task = asyncio.current_task()
                # gRPC raises it also where nobody cancelled the writer, but the call was closed
                if not self._closed or (task is not None and task.cancelling()):
                    raise

    async def close(self) -> None:
        """Cancel the call and close the connection."""
        self._closed = True
        self._call.cancel()
        await self._channel.close()


def _explained(error: grpc.aio.AioRpcError, *, introduced: bool) -> BotError:
    """Return the error for a status of the call."""
    details = error.details() or error.code().name
    if error.code() in _REFUSALS:
        no_place = error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED and not introduced
        return (NoPlace if no_place else Refused)(f"the referee refused the bot: {details}")
    return ConnectionLost(f"the connection to the referee broke ({error.code().name}): {details}")
