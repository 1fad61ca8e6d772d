"""LadderService over gRPC: its handler, GetStandings, and a client. Anybody may ask for the standings."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any, Final

import grpc
import grpc.aio

from lawspeaker.v1.ladder_service_pb2 import DESCRIPTOR, ChallengeRequest, ChallengeResponse, GetStandingsRequest
from lawspeaker.v1.ladder_service_pb2_grpc import LadderServiceStub
from lawspeaker_bot.addresses import proxy_options
from lawspeaker_bot.printable import printable
from lawspeaker_bot.tls import CA_VARIABLE, hint
from lawspeaker_referee.competition.ladder.standings import Standings, as_message, of_message
from lawspeaker_referee.config.limits import Bucket
from lawspeaker_referee.web.cache import RateLimitedCache

NAME: Final = DESCRIPTOR.services_by_name["LadderService"].full_name
RATE: Final = 50.0
"""Calls a second that are answered, of all callers together: each takes time from the event loop of the matches."""
BURST: Final = 200
"""Calls that are answered at once after a quiet time."""
HELD_FOR: Final = 1.0
"""Seconds until a call beyond that is refused, so that a caller that asks again at once is no burden."""
MOST_HELD: Final = 1024
"""Calls that wait to be refused; more are refused at once, because each takes memory."""


def handler(look: Callable[[], Standings], clock: Callable[[], float] = monotonic,
            challenge: Any = None) -> grpc.GenericRpcHandler:
    """Return the handler for a gRPC server; `look` and `challenge`, which answers calls of that name, are called on its
    event loop. The clock is in seconds.
    """
    methods: dict[str, Any] = {"GetStandings": grpc.unary_unary_rpc_method_handler(_Answers(look, clock).get)}
    if challenge is not None:
        methods["Challenge"] = grpc.unary_stream_rpc_method_handler(challenge)
    return grpc.method_handlers_generic_handler(NAME, methods)


class _Answers:
    """Answers bytes with bytes: a request has no content, so it is not parsed."""

    def __init__(self, look: Callable[[], Standings], clock: Callable[[], float]) -> None:
        self._clock = clock
        self._answer = RateLimitedCache(look, lambda standings: as_message(standings).SerializeToString())
        self._bucket = Bucket(RATE, BURST, clock())
        self._held = 0

    async def get(self, _: bytes, context: grpc.aio.ServicerContext[bytes, bytes]) -> bytes:
        if not self._bucket.spare(self._clock()):
            await self._hold()
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "the standings are asked for too often")
        return self._answer.get()

    async def _hold(self) -> None:
        if self._held < MOST_HELD:
            self._held += 1
            try:
                await asyncio.sleep(HELD_FOR)
            finally:
                self._held -= 1


WITHIN: Final = 5.0
"""Seconds that an answer may take."""
MOST_RECEIVED: Final = 64 << 20
"""Bytes of an answer; a bot takes about a hundred of them."""
KEEPALIVE_MS: Final = 20_000
"""Milliseconds after which a silent connection is pinged: a challenge may wait for long."""


REFUSALS: Final = frozenset({
    grpc.StatusCode.NOT_FOUND, grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.RESOURCE_EXHAUSTED})
"""Answers to a challenge that may be others at another time."""


class LadderUnavailable(Exception):
    """A ladder does not do what it was asked for; the message says why, in one line."""


class ChallengeRefused(LadderUnavailable):
    """A ladder plays no such challenge now."""


class LadderClient:
    """Asks one referee, repeatedly if need be."""

    def __init__(self, address: str, credentials: grpc.ChannelCredentials | None = None) -> None:
        """Make a client for a referee at HOST:PORT; without credentials the connection is not encrypted."""
        self._address, self._encrypted = address, credentials is not None
        options = [("grpc.max_receive_message_length", MOST_RECEIVED), ("grpc.keepalive_time_ms", KEEPALIVE_MS),
                   *proxy_options(address)]
        self._channel = (grpc.insecure_channel(address, options) if credentials is None
                         else grpc.secure_channel(address, credentials, options))

    def ask(self) -> Standings:
        """Return the current standings. Raises LadderUnavailable."""
        stub: Any = LadderServiceStub(self._channel)  # type: ignore[no-untyped-call]
        try:
            return of_message(stub.GetStandings(GetStandingsRequest(), timeout=WITHIN))
        except grpc.RpcError as error:
            raise LadderUnavailable(self._told(error, "no standings")) from None
        except ValueError as error:
            raise LadderUnavailable(f"what {self._address} sends are no standings: {error}") from None

    def challenge(self, request: ChallengeRequest) -> Iterator[ChallengeResponse]:
        """Yield what happens to a challenge until its last match has ended; who stops to ask takes it back.

        Raises ChallengeRefused and LadderUnavailable.
        """
        stub: Any = LadderServiceStub(self._channel)  # type: ignore[no-untyped-call]
        call = stub.Challenge(request)
        try:
            yield from call
        except grpc.RpcError as error:
            told: Any = error
            if told.code() in REFUSALS:
                raise ChallengeRefused(printable(told.details() or "")) from None
            raise LadderUnavailable(self._told(error, "no challenge")) from None
        finally:
            call.cancel()

    def close(self) -> None:
        """Close the connection."""
        self._channel.close()

    def _told(self, error: Any, without: str) -> str:
        code, details = error.code(), error.details() or ""
        if code is grpc.StatusCode.UNIMPLEMENTED:
            return (f"{self._address} is a referee without a ladder, or of an older version; `lawspeaker serve "
                    "--ladder` runs one")
        if code is grpc.StatusCode.DEADLINE_EXCEEDED:
            return f"{self._address} does not answer within {WITHIN:g} s"
        if why := hint(details, encrypted=self._encrypted):
            also = " or give --tls-ca FILE" if why.endswith(CA_VARIABLE) else ""
            return f"{without} from {self._address}: {why}{also}"
        if "onnection refused" in details:
            return f"nobody listens at {self._address}; is the ladder running, and is the address right?"
        if details.startswith("errors resolving"):
            return f"the host of {self._address} cannot be resolved to an address; is it spelt right?"
        if "HTTP/2" in details:
            return f"{self._address} does not speak gRPC; give the address where bots dial in, not that of the page"
        return f"{without} from {self._address}: {printable(details)}"
