"""The rpcs of WatchService: running matches for spectators, who need no token.

Each stream takes what its spectator reads, a few steps at a time, from a source that works in another process. So no
queue grows, and one spectator's pace does not matter to another. Refusals become gRPC status codes here.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Protocol
from zlib import crc32

import grpc.aio
from google.protobuf.message import DecodeError
from grpc_reflection.v1alpha import reflection

from lawspeaker.v1.watch_service_pb2 import DESCRIPTOR, ListMatchesResponse, RunningMatch, WatchRequest
from lawspeaker_referee.config.limits import Bucket, Limits
from lawspeaker_referee.config.proxies import Proxies, source_of
from lawspeaker_referee.logs import Limited
from lawspeaker_referee.server.addresses import why_not_listening
from lawspeaker_referee.server.server import CannotListen
from lawspeaker_referee.server.service import Refused
from lawspeaker_referee.viewer.followed_matches import TooManyFollowed
from lawspeaker_referee.viewer.live_matches import CannotFollow, LiveUnavailable, WatchableMatch

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

NAME: Final = DESCRIPTOR.services_by_name["WatchService"].full_name
EVERY: Final = 0.5
"""Seconds between two questions for new steps. All spectators of a match ask at the same moments, so that they ask one
question, and those of another match at others."""
NICE: Final = 10
"""The `nice` value of a process for spectators: matches come first."""
UNREAD_FOR: Final = 30.0
"""Seconds for which a spectator may leave a response unread."""
TRIES: Final = 5
PAUSE: Final = 1.0
"""Times that a stream asks again if the source fails, and seconds between them."""
RATE: Final = 50.0
BURST: Final = 200
"""Calls a second that are answered, of all spectators together, and at once after a quiet time."""


class LiveSource(Protocol):
    """Running matches; all may raise LiveUnavailable, TooManyFollowed and CannotFollow."""

    delay_s: float

    async def running(self) -> list[WatchableMatch]:
        """Return the running matches."""

    async def responses(self, match_id: str, first: int, *, begin: bool, source: str,
                        ) -> tuple[list[bytes], int] | None:
        """Return serialized WatchResponses from a step on, and the step to ask for next, 0 at the end; None for a
        match that cannot be watched. With `begin` the first one is the setup. `source` is the address
        that asks, as limits count it.
        """


@dataclass(frozen=True, slots=True)
class WatchLimits:
    """Limits of spectators."""

    watchers: int = 64
    """Streams at once."""
    watchers_an_address: int = 16
    """Such streams of one address."""


class WatchService:
    """Serves spectators."""

    def __init__(self, live: LiveSource, limits: WatchLimits, proxies: Proxies, log: FilteringBoundLogger) -> None:
        self._live, self._limits, self._proxies = live, limits, proxies
        self._watchers: Counter[str] = Counter()
        """Streams by the address that limits count."""
        self._bucket = Bucket(RATE, BURST, monotonic())
        self._log, self._refused_log = Limited(log), Limited(log)

    @property
    def watchers(self) -> int:
        """Return the number of streams."""
        return self._watchers.total()

    def handler(self) -> grpc.GenericRpcHandler:
        """Return the handler for a server. Requests and responses are bytes."""
        matches: Any = grpc.unary_unary_rpc_method_handler(self._list)
        watch: Any = grpc.unary_stream_rpc_method_handler(self._watch)
        return grpc.method_handlers_generic_handler(NAME, {"ListMatches": matches, "Watch": watch})

    async def _list(self, _: bytes, context: grpc.aio.ServicerContext[bytes, bytes]) -> bytes:
        try:
            with _refusals():
                self._check_rate()
                found = await self._live.running()
        except Refused as refusal:
            await context.abort(refusal.code, str(refusal))
        matches = [RunningMatch(match_id=each.match_id, game=each.game, bots=each.bots, steps=each.steps)
                   for each in found]
        return ListMatchesResponse(matches=matches, delay_ms=round(self._live.delay_s * 1000)).SerializeToString()

    async def _watch(self, data: bytes, context: grpc.aio.ServicerContext[bytes, bytes]) -> None:
        address = self._proxies.client(context.peer(), context.invocation_metadata() or ())
        try:
            with _refusals(), self._place(source := source_of(address)):
                self._check_rate()
                await self._send(_parsed(data), source, context)
        except Refused as refusal:
            self._refused_log.info("spectator refused", code=refusal.code.name, why=str(refusal), address=address)
            await context.abort(refusal.code, str(refusal))

    async def _send(self, request: WatchRequest, source: str,
                    context: grpc.aio.ServicerContext[bytes, bytes]) -> None:
        """Send a match to its end. Raises Refused."""
        first, begin, failures = request.from_step, True, 0
        while True:
            try:
                found = await self._live.responses(request.match_id, first, begin=begin, source=source)
            except LiveUnavailable:
                failures += 1
                if failures >= TRIES:
                    raise
                await asyncio.sleep(PAUSE)
                continue
            if found is None:
                raise Refused(grpc.StatusCode.NOT_FOUND, "no such match runs here; ListMatches names those that do")
            failures = 0
            responses, first = found
            for response in responses:
                await _write(response, context)
            begin = begin and not responses
            if not first:
                return
            if not responses:
                await asyncio.sleep(_until_next(request.match_id, asyncio.get_running_loop().time()))

    @contextmanager
    def _place(self, source: str) -> Iterator[None]:
        """Count a stream within this block. Raises Refused if there are too many."""
        exhausted, limits = grpc.StatusCode.RESOURCE_EXHAUSTED, self._limits
        if self.watchers >= limits.watchers:
            raise Refused(exhausted, f"all {limits.watchers} places of spectators are taken; try again later")
        if self._watchers[source] >= limits.watchers_an_address:
            raise Refused(exhausted, f"your address watches {limits.watchers_an_address} matches, as many as it may")
        self._watchers[source] += 1
        try:
            yield
        finally:
            self._watchers[source] -= 1
            if not self._watchers[source]:
                del self._watchers[source]

    def _check_rate(self) -> None:
        if not self._bucket.spare(monotonic()):
            raise Refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "too many spectators ask at once; try again later")


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn the errors of a source into refusals."""
    try:
        yield
    except TooManyFollowed as error:
        raise Refused(grpc.StatusCode.RESOURCE_EXHAUSTED, str(error)) from None
    except CannotFollow as error:
        raise Refused(grpc.StatusCode.FAILED_PRECONDITION, str(error)) from None
    except LiveUnavailable as error:
        raise Refused(grpc.StatusCode.UNAVAILABLE, str(error)) from None


def _until_next(match_id: str, now: float) -> float:
    """Return the seconds until the spectators of a match ask again."""
    return EVERY - (now + crc32(match_id.encode()) % 1000 / 1000 * EVERY) % EVERY


def _parsed(data: bytes) -> WatchRequest:
    try:
        return WatchRequest.FromString(data)
    except DecodeError:
        raise Refused(grpc.StatusCode.INVALID_ARGUMENT, "this is no WatchRequest") from None


async def _write(response: bytes, context: grpc.aio.ServicerContext[bytes, bytes]) -> None:
    """Send a response. Raises Refused if the spectator does not read."""
    try:
        async with asyncio.timeout(UNREAD_FOR):
            await context.write(response)
    except TimeoutError:
        raise Refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "cut off: too much was not read") from None


@asynccontextmanager
async def watch_server(live: LiveSource, listen: str, limits: WatchLimits, log: FilteringBoundLogger,
                       ) -> AsyncIterator[int]:
    """Serve WatchService, with reflection, at an address of its own; yield the port. Raises CannotListen."""
    server = grpc.aio.server(options=Limits().channel_options())
    server.add_generic_rpc_handlers((WatchService(live, limits, Proxies(), log).handler(),))
    reflection.enable_server_reflection((NAME, reflection.SERVICE_NAME), server)
    try:
        port = server.add_insecure_port(listen)
    except RuntimeError:
        port = 0
    if not port:
        raise CannotListen(f"cannot listen on {listen}: {why_not_listening(listen)}")
    await server.start()
    try:
        yield port
    finally:
        await server.stop(0.5)
