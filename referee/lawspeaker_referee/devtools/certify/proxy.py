"""Read each message between bot and referee, and drop or change some if a trial says so."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from enum import Enum, auto
from typing import Any, Protocol

import grpc.aio
from google.protobuf.message import DecodeError

from lawspeaker.v1.referee_service_pb2 import Answer, PlayRequest, PlayResponse
from lawspeaker_referee.server.service import NAME

METHOD = f"/{NAME}/Play"
LOST = "the connection was dropped for this trial"


class Action(Enum):
    """The action that is taken on a message."""

    PASS = auto()
    SWALLOW = auto()
    """Do not hand it on."""
    DROP = auto()
    """Do not hand it on, and end the stream as a broken connection does."""
    PASS_THEN_DROP = auto()
    """Hand it on, then end the stream."""


class FaultInjector:
    """Decides what a trial does to each message; this one lets all pass."""

    def to_bot(self, _: PlayResponse) -> Action:
        """Return what to do with a message of the referee."""
        return Action.PASS

    def from_bot(self, _: Answer) -> Action:
        """Return what to do with an answer."""
        return Action.PASS

    def rewritten(self, data: bytes) -> Sequence[bytes]:
        """Return what is sent in place of a message."""
        return [data]


class MessageListener(Protocol):
    """Is called for each message, and when streams begin and end."""

    injector: FaultInjector

    def opened(self) -> None:
        """Called when a stream begins."""

    def told(self, message: PlayResponse, *, lost: bool) -> None:
        """Called with a message of the referee, before it is written; `lost` if it will not be."""

    def said(self, request: PlayRequest) -> None:
        """Called with a message of the bot."""

    def dropped(self) -> None:
        """Called when a trial ends a stream."""

    def turned_away(self, code: grpc.StatusCode, why: str) -> None:
        """Called when the referee does not let the bot in."""


class Proxy(grpc.aio.ServerInterceptor):
    """Passes each message of a stream to a listener, and drops or changes those that a trial names."""

    def __init__(self, ear: MessageListener) -> None:
        self._ear = ear

    async def intercept_service(
        self, continuation: Callable[[Any], Awaitable[Any]], handler_call_details: Any,
    ) -> Any:
        """Give Play a context whose messages pass through the listener."""
        handler = await continuation(handler_call_details)
        if handler is None or handler_call_details.method != METHOD:
            return handler
        behave = handler.stream_stream

        async def play(requests: object, context: Any) -> None:
            self._ear.opened()
            await behave(requests, ProxiedContext(context, self._ear))

        return grpc.stream_stream_rpc_method_handler(play)


class ProxiedContext:
    """A stream's context as the service sees it."""

    def __init__(self, context: Any, ear: MessageListener) -> None:
        self._context, self._ear = context, ear
        self._dropped = self._drop_next = False

    def peer(self) -> str:
        """Return who calls."""
        peer: str = self._context.peer()
        return peer

    def invocation_metadata(self) -> Any:
        """Return the headers of the call."""
        return self._context.invocation_metadata()

    async def abort(self, code: grpc.StatusCode, details: str = "") -> None:
        """Turn the bot away."""
        self._ear.turned_away(code, details)
        await self._context.abort(code, details)

    async def read(self) -> Any:
        """Return the next message that is handed on."""
        while not self._drop_next:
            data = await self._context.read()
            if data is grpc.aio.EOF:
                return data
            action = self._heard(data)
            if action is Action.DROP:
                break
            if action is not Action.SWALLOW:
                self._drop_next = action is Action.PASS_THEN_DROP
                return data
        return await self._drop()

    def _heard(self, data: bytes) -> Action:
        try:
            request = PlayRequest.FromString(data)
        except DecodeError:
            return Action.PASS  # the referee's to refuse
        self._ear.said(request)
        return self._ear.injector.from_bot(request.answer) if request.HasField("answer") else Action.PASS

    async def write(self, data: bytes) -> None:
        """Do with a message what the trial says."""
        if self._dropped:
            return
        message = PlayResponse.FromString(data)
        action = self._ear.injector.to_bot(message)
        lost = action in {Action.DROP, Action.SWALLOW}
        self._ear.told(message, lost=lost)
        if not lost:
            for each in self._ear.injector.rewritten(data):
                await self._context.write(each)
        if action in {Action.DROP, Action.PASS_THEN_DROP}:
            await self._drop()

    async def _drop(self) -> None:
        if not self._dropped:
            self._dropped = True
            self._ear.dropped()
        await self._context.abort(grpc.StatusCode.UNAVAILABLE, LOST)
