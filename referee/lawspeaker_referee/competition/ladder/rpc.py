"""The gRPC call LadderService.GetStandings and its client. Anybody may call it: a ladder publishes all of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any, Final

import grpc
import grpc.aio

from lawspeaker.v1.ladder_service_pb2 import DESCRIPTOR, GetStandingsRequest
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


def handler(look: Callable[[], Standings], clock: Callable[[], float] = monotonic) -> grpc.GenericRpcHandler:
    """Return the handler for a gRPC server; `look` is called on its event loop. The clock is in seconds."""
    method: Any = grpc.unary_unary_rpc_method_handler(_Answers(look, clock).get)
    return grpc.method_handlers_generic_handler(NAME, {"GetStandings": method})


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


class StandingsUnavailable(Exception):
    """There are no standings; the message says why, in one line."""


class StandingsClient:
    """Asks one referee, repeatedly if need be."""

    def __init__(self, address: str, credentials: grpc.ChannelCredentials | None = None) -> None:
        """Make a client for a referee at HOST:PORT; without credentials the connection is not encrypted."""
        self._address, self._encrypted = address, credentials is not None
        options = [("grpc.max_receive_message_length", MOST_RECEIVED), *proxy_options(address)]
        self._channel = (grpc.insecure_channel(address, options) if credentials is None
                         else grpc.secure_channel(address, credentials, options))

    def ask(self) -> Standings:
        """Return the current standings. Raises StandingsUnavailable."""
        stub: Any = LadderServiceStub(self._channel)  # type: ignore[no-untyped-call]
        try:
            return of_message(stub.GetStandings(GetStandingsRequest(), timeout=WITHIN))
        except grpc.RpcError as error:
            raise StandingsUnavailable(self._told(error)) from None

    def close(self) -> None:
        """Close the connection."""
        self._channel.close()

    def _told(self, error: Any) -> str:
        code, details = error.code(), error.details() or ""
        if code is grpc.StatusCode.UNIMPLEMENTED:
            return (f"{self._address} is a referee without a ladder, or of an older version; `lawspeaker serve "
                    "--ladder` runs one")
        if code is grpc.StatusCode.DEADLINE_EXCEEDED:
            return f"{self._address} does not answer within {WITHIN:g} s"
        if why := hint(details, encrypted=self._encrypted):
            also = " or give --tls-ca FILE" if why.endswith(CA_VARIABLE) else ""
            return f"no standings from {self._address}: {why}{also}"
        if "onnection refused" in details:
            return f"nobody listens at {self._address}; is the ladder running, and is the address right?"
        if details.startswith("errors resolving"):
            return f"the host of {self._address} cannot be resolved to an address; is it spelt right?"
        if "HTTP/2" in details:
            return f"{self._address} does not speak gRPC; give the address where bots dial in, not that of the page"
        return f"no standings from {self._address}: {printable(details)}"
