"""LadderService.GetStandings: anybody may ask, for all of it is what a ladder publishes: names of bots, and ratings."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any, Final

import grpc.aio

from lawspeaker.v1.ladder_service_pb2 import DESCRIPTOR
from lawspeaker_referee.ladder.kept import Kept
from lawspeaker_referee.ladder.standings import Standings, as_message
from lawspeaker_referee.network.limits import Bucket

NAME: Final = DESCRIPTOR.services_by_name["LadderService"].full_name
RATE: Final = 50.0
"""Calls a second that are answered, of all callers together: each takes time from the loop that referees matches."""
BURST: Final = 200
"""How many of them may come at once."""
HELD_FOR: Final = 1.0
"""Seconds until a call beyond that is refused, so that who asks again at once is no burden."""
MOST_HELD: Final = 1024
"""Calls that wait to be refused; more are refused at once, for each costs memory."""


def handler(look: Callable[[], Standings], clock: Callable[[], float] = monotonic) -> grpc.GenericRpcHandler:
    """For a server; `look` is called on its loop. The clock is in seconds."""
    method: Any = grpc.unary_unary_rpc_method_handler(_Answers(look, clock).get)
    return grpc.method_handlers_generic_handler(NAME, {"GetStandings": method})


class _Answers:
    """Bytes to bytes: a request says nothing, so it is not read."""

    def __init__(self, look: Callable[[], Standings], clock: Callable[[], float]) -> None:
        self._clock = clock
        self._answer = Kept(look, lambda standings: as_message(standings).SerializeToString())
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
