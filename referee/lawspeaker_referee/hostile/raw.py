"""The base of hostile bots: streams on which any bytes can be written."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, ClassVar

import grpc.aio

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.referee_service_pb2 import DESCRIPTOR, Answer, DecisionRequest, Hello, PlayRequest, PlayResponse
from lawspeaker_bot.addresses import proxy_options
from lawspeaker_bot.version import PROTOCOL, sdk

METHOD = f"/{DESCRIPTOR.services_by_name['RefereeService'].full_name}/Play"
REFUSALS = 8
"""Rejected answers to one decision after which a referee takes the default, by default."""
BACK_OFF = 0.02
"""Seconds before reconnecting, so that the referee has noticed the loss."""
MOST_UNWELCOME = 50
"""Refused connections in a row after which a bot gives up."""


class Line:
    """One stream to the referee."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._call: Any = channel.stream_stream(METHOD, response_deserializer=PlayResponse.FromString)()

    async def greet(self, bot: str, token: str) -> bool:
        """Send Hello with the largest max_matches; return True if the bot was welcomed."""
        hello = Hello(protocol=PROTOCOL, token=token, bot=bot, version="1", sdk=sdk())
        await self.write(PlayRequest(hello=hello).SerializeToString())
        welcome = await self.read()
        return welcome is not None and welcome.HasField("welcome")

    async def write(self, data: bytes) -> bool:
        """Write a message; return True if the stream took it."""
        try:
            await self._call.write(data)
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            return False
        return True

    async def read(self) -> PlayResponse | None:
        """Return the referee's next message; None once the stream has ended."""
        try:
            message = await self._call.read()
        except grpc.aio.AioRpcError:
            return None
        return None if message is grpc.aio.EOF else message

    async def say_no_more(self) -> None:
        """Close this side of the stream, and go on listening."""
        await self._call.done_writing()

    def hang_up(self) -> None:
        """Cancel the stream."""
        self._call.cancel()

    async def status(self) -> grpc.StatusCode:
        """Return the status with which the stream ended."""
        code: grpc.StatusCode = await self._call.code()
        return code


class Hostile:
    """A bot that breaks one rule. The subclass's first line says which, its fields what a referee does then."""

    name: ClassVar[str]
    faults: ClassVar[tuple[int, ...]] = ()
    """Faults that the record may show for its decisions; empty if the bot loses nothing."""
    refusal: ClassVar[int] = 0
    """The RejectReason of its rejected answers; 0 for none."""

    def __init__(self) -> None:
        self.refused: Counter[int] = Counter()
        """Rejections that it got, by reason."""
        self.ends: list[grpc.StatusCode] = []
        """Statuses of the streams that the referee ended."""
        self.asked: list[int] = []
        """Ids of the decisions that it was asked, with repeats."""
        self.goodbyes: list[str] = []
        self.finished = False
        """True once MatchOver has come."""

    async def play(self, address: str, token: str) -> None:
        """Do harm until the referee ends the stream."""
        async with grpc.aio.insecure_channel(address, options=proxy_options(address)) as channel:
            await self.attack(channel, token)

    async def attack(self, channel: grpc.aio.Channel, token: str) -> None:
        """Do the harm; by default play one stream."""
        await self.visit(channel, token)

    async def visit(self, channel: grpc.aio.Channel, token: str) -> bool:
        """Play one stream to its end; return True if the bot was welcomed."""
        line = Line(channel)
        welcomed = await line.greet(self.name, token)
        if welcomed:
            await self.listen(line)
        self.ends.append(await line.status())
        return welcomed

    async def listen(self, line: Line) -> None:
        """Handle the referee's messages to the end of the stream, also while a write is pending."""
        replies = asyncio.Queue[bytes]()
        writing = asyncio.create_task(_write_all(line, replies))
        try:
            while (message := await line.read()) is not None:
                for data in self.hear(message):
                    replies.put_nowait(data)
        finally:
            writing.cancel()

    def hear(self, message: PlayResponse) -> Iterable[bytes]:
        """Note a message and return the reactions to send."""
        match message.WhichOneof("message"):
            case "decision_request":
                self.asked.append(message.decision_request.decision_id)
                return self.decide(message.decision_request)
            case "answer_rejected":
                self.refused[message.answer_rejected.reason] += 1
            case "goodbye":
                self.goodbyes.append(message.goodbye.message)
            case "match_over":
                self.finished = True
                return self.over()
        return ()

    def decide(self, request: DecisionRequest) -> Iterable[bytes]:
        """Return what to send for a request; by default a correct answer."""
        return [answer(request, request.default_picks)]

    def over(self) -> Iterable[bytes]:
        """Return what to send when a match is over."""
        return ()


async def _write_all(line: Line, replies: asyncio.Queue[bytes]) -> None:
    while await line.write(await replies.get()):
        pass


class Returning(Hostile):
    """A bot that reconnects after every stream, until its match is over or it is refused too often."""

    async def attack(self, channel: grpc.aio.Channel, token: str) -> None:
        """Play one stream after another."""
        unwelcome = 0
        while not self.finished and unwelcome < MOST_UNWELCOME:
            unwelcome = 0 if await self.visit(channel, token) else unwelcome + 1
            await asyncio.sleep(BACK_OFF)


def answer(request: DecisionRequest, picks: Iterable[int], decision_id: int = 0, match_id: str = "") -> bytes:
    """Return an answer, to another decision or in another match if given."""
    return PlayRequest(answer=Answer(
        match_id=match_id or request.match_id, decision_id=decision_id or request.decision_id, picks=picks,
    )).SerializeToString()


def other_picks(request: DecisionRequest) -> list[int]:
    """Return legal picks that differ from the default if possible."""
    last = request.option_count - 1
    return [last - pick for pick in range(min(request.option_count, max(request.least, min(1, request.most))))]


def neighbours(match_id: str) -> list[str]:
    """Return the ids of the matches just before and after this one, if they are numbered."""
    found = re.fullmatch(r"(.*?)(\d+)", match_id)
    if found is None:
        return []
    width, number = len(found[2]), int(found[2])
    return [f"{found[1]}{number + step:0{width}}" for step in (-1, 1)]


TIMEOUT, NETWORK, DISCONNECTED = Fault.FAULT_TIMEOUT, Fault.FAULT_NETWORK, Fault.FAULT_DISCONNECTED
ILLEGAL, MALFORMED, OVERSIZED = Fault.FAULT_ILLEGAL, Fault.FAULT_MALFORMED, Fault.FAULT_OVERSIZED
CRASHED = Fault.FAULT_CRASHED
