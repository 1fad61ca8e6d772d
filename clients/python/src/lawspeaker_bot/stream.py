"""One stream to the referee."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import monotonic
from typing import Any

import grpc.aio

from lawspeaker.v1.referee_service_pb2 import Answer, GoodbyeReason, Hello, PlayRequest, PlayResponse
from lawspeaker.v1.referee_service_pb2_grpc import RefereeServiceStub
from lawspeaker_bot.errors import BotError, ConnectionLost, Refused

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
        self._closed = False
        self.since = monotonic()
        """The time of Welcome, in monotonic seconds."""

    async def introduce(self, hello: Hello) -> None:
        """Send Hello and wait for Welcome. Raises NoPlace, Refused or ConnectionLost."""
        await self._write(PlayRequest(hello=hello))
        welcome = await self.read(introduced=False)
        if welcome is not None and welcome.HasField("goodbye"):
            error = NoPlace if welcome.goodbye.reason == GoodbyeReason.GOODBYE_REASON_DRAINING else Refused
            raise error(f"the referee refused the bot: {welcome.goodbye.message}")
        if welcome is None or not welcome.HasField("welcome"):
            raise Refused("the referee did not answer Hello with Welcome; is this a Lawspeaker referee?")
        self.since = monotonic()

    async def read(self, *, introduced: bool = True) -> PlayResponse | None:
        """Return the next message, None at the end. Raises Refused or ConnectionLost; cancelling it ends the call."""
        try:
            message = await self._call.read()
        except grpc.aio.AioRpcError as error:
            raise _explained(error, introduced=introduced) from None
        return None if message is grpc.aio.EOF else message

    async def answer(self, answer: Answer) -> None:
        """Send an answer; drop it if the stream is over."""
        await self._write(PlayRequest(answer=answer))

    async def _write(self, request: PlayRequest) -> None:
        """Write a request, one at a time: two at once hang the peer."""
        # The reader reports a lost stream: only it knows whether there was a goodbye.
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            try:
                async with self._writing:
                    if not self._closed:
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
