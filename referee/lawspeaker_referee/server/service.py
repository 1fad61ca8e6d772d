"""The rpc RefereeService.Play: checks who connects, and hands the streams of accepted bots to a host.

Refusals become gRPC status codes here and nowhere else.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, Protocol

import grpc.aio
from google.protobuf.message import DecodeError

from lawspeaker.v1.referee_service_pb2 import DESCRIPTOR, GoodbyeReason, Hello, PlayRequest, PlayResponse, Welcome
from lawspeaker_referee.config.limits import MOST_MATCHES, Limits
from lawspeaker_referee.config.proxies import Peer, Proxies, peer_of, source_of
from lawspeaker_referee.logs import Limited
from lawspeaker_referee.match.events import BotInfo
from lawspeaker_referee.server.budgets import Budgets
from lawspeaker_referee.server.connection import EVERYBODY, BotConnection, BotHello
from lawspeaker_referee.server.lateness.read_barrier import ReadBarrier
from lawspeaker_referee.server.metrics import ANYBODY, Metrics
from lawspeaker_referee.server.tokens import NAME as TOKEN_NAME
from lawspeaker_referee.server.tokens import Grant, TokenStore
from lawspeaker_referee.version import build_version

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

PROTOCOL: Final = 1
NAME: Final = DESCRIPTOR.services_by_name["RefereeService"].full_name
MOST_NAME: Final = 64
MOST_GAMES: Final = 256
"""Names in Hello.games, which are kept as long as the stream lasts."""
MOST_CHALLENGERS: Final = 64
"""Names in Hello.challengers."""


class Refused(Exception):
    """A bot is refused; the text is sent to it."""

    def __init__(self, code: grpc.StatusCode, message: str, reason: str = "") -> None:
        """`reason` is one word for metrics; without it the name of the code is used."""
        super().__init__(message)
        self.code, self.reason = code, reason or code.name.lower()


class Host(Protocol):
    """Gives the bots their seats."""

    def welcome(self, hello: BotHello) -> None:
        """Raise Refused for a bot that has no place here."""

    def arrived(self, stream: BotConnection) -> None:
        """Take note that a bot is connected."""

    def left(self, stream: BotConnection) -> None:
        """Take note that a bot is gone."""


class Connections(Protocol):
    """Watches what connections send."""

    def with_bot(self, peer: Peer, bot: BotConnection, /) -> AbstractContextManager[None]:
        """Mark the connection as one with a bot within this block."""


class PlayService:
    """Serves the rpc: one call of `_play` for each stream."""

    def __init__(self, host: Host, tokens: TokenStore, limits: Limits, metrics: Metrics,
                 log: FilteringBoundLogger, *, proxies: Proxies, connections: Connections) -> None:
        self._proxies, self._connections = proxies, connections
        self._host, self._tokens, self.limits = host, tokens, limits
        self.budgets = Budgets(limits, metrics, log)
        self._metrics, self._log = metrics, log
        self._streams: dict[BotConnection, Grant] = {}
        """The bots that are connected, and by which token each came."""
        metrics.tokens.set(len(tokens))
        self._entering: dict[str, deque[asyncio.Future[str]]] = {}
        """Streams that have not said Hello yet, by source, the oldest first; a result refuses one, and says why."""
        self._refused_log, self._joined_log, self._left_log = Limited(log), Limited(log), Limited(log)
        self.empty = asyncio.Event()
        """Set while no bot is connected."""
        self.empty.set()

    @property
    def streams(self) -> frozenset[BotConnection]:
        """Return the bots that are connected."""
        return frozenset(self._streams)

    def handler(self) -> grpc.GenericRpcHandler:
        """Return the handler for a server. Requests stay bytes, so that a malformed one does not end its stream."""
        play: Any = grpc.stream_stream_rpc_method_handler(self._play)
        return grpc.method_handlers_generic_handler(NAME, {"Play": play})

    def look_at_tokens(self) -> None:
        """Read the tokens again if they changed, and disconnect bots whose token was revoked."""
        if not self._tokens.refresh():
            return
        self._metrics.tokens.set(len(self._tokens))
        self._log.info("tokens changed", tokens=len(self._tokens))
        for stream, grant in list(self._streams.items()):
            if not self._tokens.holds(grant):
                stream.close(GoodbyeReason.GOODBYE_REASON_REVOKED, "the token was revoked", why="revoked")

    async def _play(self, _: object, context: grpc.aio.ServicerContext[Any, bytes]) -> None:
        hello, address = None, self._proxies.client(context.peer(), context.invocation_metadata() or ())
        try:
            self._check_capacity()
            with self._enter(source_of(address)) as turned_away:
                hello, grant = self._introduced(await self._first(context, turned_away))
            self._check_capacity(grant)  # other bots may have come in meanwhile
            self._host.welcome(hello)
        except Refused as refusal:
            self._metrics.turned_away.labels(refusal.reason).inc()
            self._log_refusal(refusal, address, hello.identity if hello else "")
            await context.abort(refusal.code, str(refusal))
        stream = BotConnection(context, hello, hello.identity or ANYBODY, self._metrics, self.limits,
                               self.budgets.of(hello.identity))
        who = {"bot": hello.info.name, "version": hello.info.version, "identity": hello.identity}
        try:
            self._add(stream, grant)
            self._joined_log.info("bot joined", **who, sdk=hello.info.sdk, max_matches=hello.max_matches,
                                   address=address)
            stream.send(PlayResponse(welcome=Welcome(
                protocol=PROTOCOL, referee_version=build_version(), batches=hello.batches)).SerializeToString())
            self._host.arrived(stream)
            with self._connections.with_bot(peer_of(context.peer()), stream):
                await stream.run()
        finally:
            self._remove(stream)
            if stream.why:
                self._metrics.count(self._metrics.closing(stream.label, stream.why))
            self._left_log.info("bot left", **who, **({"why": stream.why} if stream.why else {}))
        if stream.hung_up:
            await context.abort(grpc.StatusCode.UNAVAILABLE, stream.hung_up)
        if stream.cut:  # otherwise the call would stay open until a bot that does not read hangs up
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "cut off: too much was not read")

    def _add(self, stream: BotConnection, grant: Grant) -> None:
        self._streams[stream] = grant
        self.empty.clear()
        self._metrics.streams.set(len(self._streams))

    def _remove(self, stream: BotConnection) -> None:
        """Forget a stream, before anything else that may fail."""
        self._streams.pop(stream, None)
        if not self._streams:
            self.empty.set()
        self._metrics.streams.set(len(self._streams))
        self._host.left(stream)

    @contextmanager
    def _enter(self, source: str) -> Iterator[asyncio.Future[str]]:
        """Count a stream of that source as one that has not said Hello; the future gets a result if it is refused.

        If there are too many, the oldest is refused, of that source or of the one that has most: a bot says Hello at
        once, so the stream that has waited longest is hardly a bot.
        """
        turned_away: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        mine = self._entering.setdefault(source, deque())
        mine.append(turned_away)
        if len(mine) > self.limits.strangers_an_address:
            mine.popleft().set_result("address")
        elif sum(map(len, self._entering.values())) > self.limits.strangers:
            max(self._entering.values(), key=len).popleft().set_result("strangers")
        try:
            yield turned_away
        finally:
            with suppress(ValueError):  # it was refused, and taken out then
                mine.remove(turned_away)
            if not mine and self._entering.get(source) is mine:
                del self._entering[source]

    def _log_refusal(self, refusal: Refused, address: str, identity: str) -> None:
        more = {"identity": identity} if identity else {}
        self._refused_log.info("bot refused", code=refusal.code.name, why=str(refusal), address=address, **more)

    def _check_capacity(self, grant: Grant | None = None) -> None:
        """Raise Refused if there is no place for any bot, or for bots of this token."""
        exhausted, limits = grpc.StatusCode.RESOURCE_EXHAUSTED, self.limits
        if len(self._streams) >= limits.streams:
            raise Refused(exhausted, f"all {limits.streams} places are taken", "full")
        if grant is not None and grant.name:
            mine = sum(each.name == grant.name for each in self._streams.values())
            if mine >= limits.streams_a_token:
                raise Refused(exhausted, f"this token has {mine} streams open, as many as it may", "streams_a_token")

    async def _first(self, context: grpc.aio.ServicerContext[Any, bytes], turned_away: asyncio.Future[str]) -> Hello:
        """Return the first message of a stream. Raises Refused if it is no Hello, or does not come in time."""
        reading, within = asyncio.ensure_future(context.read()), self.limits.hello_within
        done, _ = await asyncio.wait({reading, turned_away}, timeout=within, return_when=asyncio.FIRST_COMPLETED)
        if not done:
            await self._all_read()  # perhaps it came in time, and the referee is late
        if turned_away.done() and not reading.done():
            reading.cancel()
            raise Refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "too many streams have not said Hello; try again",
                          turned_away.result())
        if not reading.done():
            reading.cancel()
            raise Refused(grpc.StatusCode.DEADLINE_EXCEEDED, f"Hello did not come within {within:g} seconds", "silent")
        data = reading.result()
        try:
            request = PlayRequest() if data is grpc.aio.EOF else PlayRequest.FromString(data)
        except DecodeError:
            request = PlayRequest()
        if not request.HasField("hello"):
            raise Refused(grpc.StatusCode.INVALID_ARGUMENT, "the first message must be Hello")
        return request.hello

    async def _all_read(self) -> None:
        """Wait until all has been read that came before now."""
        read = asyncio.Event()
        ReadBarrier.here().ask(lambda _: read.set())
        await read.wait()

    def _introduced(self, hello: Hello) -> tuple[BotHello, Grant]:
        if hello.protocol != PROTOCOL:
            raise Refused(grpc.StatusCode.FAILED_PRECONDITION,
                          f"this referee speaks protocol {PROTOCOL}, not {hello.protocol}")
        self.look_at_tokens()
        grant = self._tokens.admit(hello.token)
        if grant is None:
            raise Refused(grpc.StatusCode.UNAUTHENTICATED, "this token is not known here" if hello.token else
                          "this referee asks for a token; set LAWSPEAKER_TOKEN")
        for what, text in (("bot", hello.bot), ("version", hello.version), ("sdk", hello.sdk)):
            if not _is_name(text) or (what == "bot" and not text.strip()):
                raise Refused(grpc.StatusCode.INVALID_ARGUMENT,
                              f"Hello.{what} must be printable text of up to {MOST_NAME} characters")
        if len(hello.games) > MOST_GAMES or not all(map(_is_name, hello.games)):
            raise Refused(grpc.StatusCode.INVALID_ARGUMENT,
                          f"Hello.games must be up to {MOST_GAMES} names of games, each of up to {MOST_NAME} "
                          "characters; leave it empty for all games")
        if len(hello.challengers) > MOST_CHALLENGERS or not all(
                name == EVERYBODY or TOKEN_NAME.fullmatch(name) for name in hello.challengers):
            raise Refused(grpc.StatusCode.INVALID_ARGUMENT,
                          f"Hello.challengers must be up to {MOST_CHALLENGERS} names of tokens, or "
                          f"{EVERYBODY} for anybody")
        info = BotInfo(hello.bot, hello.version, hello.sdk, grant.name, text=hello.text,
                       text_in_full=hello.text_in_full, positions=hello.positions, person=grant.person)
        most = min(max(1, hello.max_matches), self.limits.matches_a_stream, MOST_MATCHES)
        return BotHello(info, grant.name, frozenset(hello.games), most,
                        hello.batches and self.limits.batch > 1, frozenset(hello.challengers)), grant


def _is_name(text: str) -> bool:
    return len(text) <= MOST_NAME and text.isprintable()
