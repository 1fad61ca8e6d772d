"""Hostile bots that send something else than answers, or too much."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import grpc.aio

from lawspeaker.v1.referee_service_pb2 import Answer, DecisionRequest, Hello, PlayRequest, PlayResponse, RejectReason
from lawspeaker_bot.version import PROTOCOL
from lawspeaker_referee.hostile.raw import (
    DISCONNECTED,
    MALFORMED,
    NETWORK,
    OVERSIZED,
    REFUSALS,
    TIMEOUT,
    Hostile,
    Line,
    Returning,
    answer,
)

TOO_LONG = 100 << 10
"""Bytes of a message; referees allow 64 KiB by default."""
HUGE = 10 << 20

GARBAGE = (
    b"",
    b"\xff",
    b"\xff" * 1000,
    b"\x12\x7fshort",  # an answer that ends before it is over
    b"\x12\x04\x0a\x02\xff\xfe",  # a match that is no text
    b"\x1a\x03abc",  # a field that there is not
    bytes(range(256)),
    b"GET / HTTP/1.1\r\n\r\n",
)


class Garbage(Hostile):
    """Answers with bytes that mean nothing."""

    name = "garbage"
    faults = (MALFORMED,)
    refusal = RejectReason.REJECT_REASON_MALFORMED

    def decide(self, _: DecisionRequest) -> Iterable[bytes]:
        """Send each kind of garbage."""
        return GARBAGE


class Echo(Hostile):
    """Sends back every byte that it hears, and then the answer that it should have given."""

    name = "echo"
    refusal = RejectReason.REJECT_REASON_MALFORMED

    def hear(self, message: PlayResponse) -> Iterable[bytes]:
        """Send the referee's message back."""
        replies = super().hear(message)
        return [] if message.HasField("answer_rejected") else [message.SerializeToString(), *replies]


class TooLong(Returning):
    """Answers with messages that are somewhat longer than is allowed, and comes back if it is sent away for it."""

    name = "too-long"
    faults = (OVERSIZED,)

    def decide(self, request: DecisionRequest) -> Iterable[bytes]:
        """Send the right picks with a remark that is too long."""
        return [_long_answer(request, TOO_LONG)] * REFUSALS


class Huge(Hostile):
    """Answers with 10 MB, which a referee need not even take in before it ends the stream."""

    name = "huge"
    faults = (OVERSIZED, NETWORK)

    def decide(self, request: DecisionRequest) -> Iterable[bytes]:
        """Send the right picks with a remark of 10 MB."""
        return [_long_answer(request, HUGE)]


def _long_answer(request: DecisionRequest, size: int) -> bytes:
    remark = PlayRequest(answer=Answer(annotation="x" * size))
    return answer(request, request.default_picks) + remark.SerializeToString()


class Floods(Hostile):
    """Asked for a decision, it talks without end of a match that is not its own."""

    name = "floods"
    faults = (NETWORK, DISCONNECTED, TIMEOUT)
    refusal = RejectReason.REJECT_REASON_UNKNOWN_MATCH

    def __init__(self) -> None:
        super().__init__()
        self._flood: asyncio.Task[None] | None = None
        self._line: Line

    async def listen(self, line: Line) -> None:
        """Read everything that comes, so that writing never blocks."""
        self._line = line
        await super().listen(line)

    def decide(self, _: DecisionRequest) -> Iterable[bytes]:
        """Send no answer; start the flood at the first decision."""
        if self._flood is None:
            self._flood = asyncio.create_task(self._talk())
        return ()

    async def _talk(self) -> None:
        nonsense = PlayRequest(answer=Answer(match_id="x" * 200)).SerializeToString()
        while await self._line.write(nonsense):
            pass


class HelloAgain(Hostile):
    """Introduces itself once more in the middle of a match."""

    name = "hello-again"
    faults = (NETWORK, DISCONNECTED)

    def decide(self, _: DecisionRequest) -> Iterable[bytes]:
        """Send Hello instead of an answer."""
        return [PlayRequest(hello=Hello(protocol=PROTOCOL, bot="somebody else")).SerializeToString()]


class SaysNothing(Hostile):
    """Opens a stream and says nothing, not even Hello; it is never seated."""

    name = "says-nothing"

    async def attack(self, channel: grpc.aio.Channel, _: str) -> None:
        """Wait until the referee ends the stream."""
        line = Line(channel)
        await self.listen(line)
        self.ends.append(await line.status())


class WrongToken(Hostile):
    """Gives a token that nobody handed out; it is never seated."""

    name = "wrong-token"

    async def attack(self, channel: grpc.aio.Channel, token: str) -> None:
        """Send a token that is nearly right."""
        await super().attack(channel, f"{token[:-1]}?")
