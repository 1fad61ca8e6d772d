"""A referee that follows a script: an async function that reads the bot's messages and writes its own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import grpc.aio
from google.protobuf.any_pb2 import Any as Box
from google.protobuf.message import Message

from lawspeaker.v1.match_pb2 import GameSetup, Outcome
from lawspeaker.v1.referee_service_pb2 import (
    Answer,
    AnswerRejected,
    DecisionRequest,
    Goodbye,
    Hello,
    MatchOver,
    MatchStarted,
    PlayResponse,
    Welcome,
)
from lawspeaker.v1.referee_service_pb2_grpc import RefereeServiceServicer, add_RefereeServiceServicer_to_server
from lawspeaker_bot import Bot, aio


class Table:
    """The referee's end of one stream, in words."""

    def __init__(self, context: grpc.aio.ServicerContext) -> None:
        self.context = context

    async def hello(self) -> Hello:
        """Read Hello and welcome the bot."""
        hello = (await self.context.read()).hello
        await self.context.write(PlayResponse(welcome=Welcome(protocol=1, referee_version="test")))
        return hello

    async def start(self, match_id: str = "m", seat: int = 0, players: int = 2) -> None:
        """Begin a match."""
        setup = GameSetup(game="test", players=players)
        started = MatchStarted(match_id=match_id, seat=seat, setup=setup, bots=["one", "two"], move_time_ms=2000)
        await self.context.write(PlayResponse(match_started=started))

    async def ask(self, decision_id: int = 1, match_id: str = "m", **fields: Any) -> None:
        """Ask for one of four options, unless told otherwise."""
        one_of_four = {"prompt": "test.one", "least": 1, "most": 1, "option_count": 4, "default_picks": [3]}
        request = DecisionRequest(match_id=match_id, decision_id=decision_id, **(one_of_four | fields))
        await self.context.write(PlayResponse(decision_request=request))

    async def answer(self) -> Answer:
        """The bot's next answer."""
        return (await self.context.read()).answer

    async def reject(self, decision_id: int, reason: str, match_id: str = "m") -> None:
        """Refuse an answer."""
        await self.context.write(PlayResponse(answer_rejected=AnswerRejected(
            match_id=match_id, decision_id=decision_id, reason=f"REJECT_REASON_{reason}",
            message="that was wrong",
        )))

    async def over(self, match_id: str = "m", ranks: tuple[int, ...] = (1, 2)) -> None:
        """End a match."""
        outcome = Outcome(ranks=ranks, scores=[9] * len(ranks), reason="test")
        await self.context.write(PlayResponse(match_over=MatchOver(match_id=match_id, outcome=outcome)))

    async def goodbye(self, reason: str = "DONE", message: str = "thank you") -> None:
        """Announce the end of the stream."""
        goodbye = Goodbye(reason=f"GOODBYE_REASON_{reason}", message=message)
        await self.context.write(PlayResponse(goodbye=goodbye))


Script = Callable[[Table], Awaitable[None]]


def play(bot: Bot, script: Script, token: str = "") -> None:
    """Run a bot against a script, over a real stream on a socket in a folder of its own."""
    asyncio.run(asyncio.wait_for(_play(bot, script, token), 20))


async def _play(bot: Bot, script: Script, token: str) -> None:
    failed: list[BaseException] = []

    class Servicer(RefereeServiceServicer):
        async def Play(self, _requests: object, context: grpc.aio.ServicerContext) -> None:
            try:
                await script(Table(context))
            except AssertionError as error:
                failed.append(error)
                raise

    with TemporaryDirectory() as place:
        address = f"unix:{Path(place) / 'referee'}"
        server = grpc.aio.server()
        add_RefereeServiceServicer_to_server(Servicer(), server)
        server.add_insecure_port(address)
        await server.start()
        try:
            await aio.run(bot, address, token)
        finally:
            await server.stop(None)
            if failed:
                raise failed[0]


def packed(message: Message) -> Box:
    """A message in an Any."""
    box = Box()
    box.Pack(message)
    return box
