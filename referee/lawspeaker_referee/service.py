"""RefereeService.Play: lets bots in and hands their streams to a host; here gRPC's status codes are spoken."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Mapping
from typing import Any, Final, Protocol

import grpc.aio
from google.protobuf.message import DecodeError
from structlog.typing import FilteringBoundLogger

from lawspeaker.v1.referee_service_pb2 import DESCRIPTOR, Hello, PlayRequest, PlayResponse, Welcome
from lawspeaker_referee.events import BotInfo
from lawspeaker_referee.metrics import ANYBODY, Metrics
from lawspeaker_referee.stream import BotStream, Introduction
from lawspeaker_referee.version import VERSION

PROTOCOL: Final = 1
NAME: Final = DESCRIPTOR.services_by_name["RefereeService"].full_name
HELLO_WITHIN: Final = 10.0
"""Seconds in which a stream must introduce itself."""
MOST_NAME: Final = 64
MOST_MATCHES: Final = 1024
"""Matches on one stream, whatever the bot asks for."""
MOST_ENTERING: Final = 256
"""Streams that may be between their beginning and Hello: strangers, each of which costs memory."""


class Refused(Exception):
    """A bot that is not let in; what it is told."""

    def __init__(self, code: grpc.StatusCode, message: str) -> None:
        super().__init__(message)
        self.code = code


class Host(Protocol):
    """Whoever seats the bots."""

    def welcome(self, hello: Introduction) -> None:
        """Raises Refused for a bot that has no place here."""

    def arrived(self, stream: BotStream) -> None:
        """The bot is connected."""

    def left(self, stream: BotStream) -> None:
        """The bot is gone."""


class Play:
    """The rpc."""

    def __init__(self, host: Host, tokens: Mapping[str, str], most_streams: int, metrics: Metrics,
                 log: FilteringBoundLogger) -> None:
        self._host, self._tokens, self._most_streams = host, dict(tokens), most_streams
        self._metrics, self._log = metrics, log
        self._streams: set[BotStream] = set()
        self._entering = 0
        """Streams that have not said Hello yet."""
        self.empty = asyncio.Event()
        """Set whenever no bot is connected."""
        self.empty.set()

    @property
    def streams(self) -> frozenset[BotStream]:
        """The bots that are connected."""
        return frozenset(self._streams)

    def handler(self) -> grpc.GenericRpcHandler:
        """For a server. Requests stay bytes, so that what cannot be read is refused and not fatal."""
        play: Any = grpc.stream_stream_rpc_method_handler(self._play)
        return grpc.method_handlers_generic_handler(NAME, {"Play": play})

    async def _play(self, _: object, context: grpc.aio.ServicerContext[Any, bytes]) -> None:
        try:
            self._check_room()
            self._entering += 1
            try:
                hello = self._introduced(await self._first(context))
            finally:
                self._entering -= 1
            self._check_room()  # the others did not wait
            self._host.welcome(hello)
        except Refused as refusal:
            self._log.info("bot refused", code=refusal.code.name, why=str(refusal), peer=context.peer())
            await context.abort(refusal.code, str(refusal))
        stream = BotStream(context, hello, hello.identity or ANYBODY, self._metrics)
        self._streams.add(stream)
        self.empty.clear()
        self._metrics.streams.set(len(self._streams))
        log = self._log.bind(bot=hello.info.name, version=hello.info.version, identity=hello.identity)
        log.info("bot joined", sdk=hello.info.sdk, max_matches=hello.max_matches, peer=context.peer())
        stream.send(PlayResponse(welcome=Welcome(protocol=PROTOCOL, referee_version=VERSION)).SerializeToString())
        try:
            self._host.arrived(stream)
            await stream.run()
        finally:
            self._streams.discard(stream)
            self._metrics.streams.set(len(self._streams))
            self._host.left(stream)
            log.info("bot left")
            if not self._streams:
                self.empty.set()

    def _check_room(self) -> None:
        if self._entering >= MOST_ENTERING:
            raise Refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "too many streams have not said Hello; try again")
        if len(self._streams) >= self._most_streams:
            raise Refused(grpc.StatusCode.RESOURCE_EXHAUSTED, f"all {self._most_streams} places are taken")

    async def _first(self, context: grpc.aio.ServicerContext[Any, bytes]) -> Hello:
        """The stream's first message. Raises Refused if it is no Hello, or does not come."""
        reading = asyncio.ensure_future(context.read())
        done, _ = await asyncio.wait({reading}, timeout=HELLO_WITHIN)
        if not done:
            reading.cancel()
            raise Refused(grpc.StatusCode.DEADLINE_EXCEEDED, f"Hello did not come within {HELLO_WITHIN:g} seconds")
        data = reading.result()
        try:
            request = PlayRequest() if data is grpc.aio.EOF else PlayRequest.FromString(data)
        except DecodeError:
            request = PlayRequest()
        if not request.HasField("hello"):
            raise Refused(grpc.StatusCode.INVALID_ARGUMENT, "the first message must be Hello")
        return request.hello

    def _introduced(self, hello: Hello) -> Introduction:
        if hello.protocol != PROTOCOL:
            raise Refused(grpc.StatusCode.FAILED_PRECONDITION,
                          f"this referee speaks protocol {PROTOCOL}, not {hello.protocol}")
        identity = self._identity(hello.token)
        for what, text in (("bot", hello.bot), ("version", hello.version), ("sdk", hello.sdk)):
            if len(text) > MOST_NAME or not text.isprintable() or (what == "bot" and not text.strip()):
                raise Refused(grpc.StatusCode.INVALID_ARGUMENT,
                              f"Hello.{what} must be printable text of up to {MOST_NAME} characters")
        info = BotInfo(hello.bot, hello.version, hello.sdk)
        return Introduction(info, identity, frozenset(hello.games), min(max(1, hello.max_matches), MOST_MATCHES))

    def _identity(self, token: str) -> str:
        """The name of the token. Every token is compared, in constant time, so that the time taken tells nothing."""
        if not self._tokens:
            return ""
        found = [name for name, known in self._tokens.items() if hmac.compare_digest(known.encode(), token.encode())]
        if not found:
            raise Refused(grpc.StatusCode.UNAUTHENTICATED, "this token is not known here")
        return found[0]
