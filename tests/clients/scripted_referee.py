"""A referee that follows scripts, one a stream: async functions that read the bot's messages and write their own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
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
from lawspeaker_bot.backoff import Backoff

SOON = Backoff(first=0.002, longest=0.02)


class Killed(Exception):
    """Raised by a script: the whole server dies and another one comes at the same address."""


class Table:
    """The referee's end of one stream, in words."""

    def __init__(self, context: grpc.aio.ServicerContext) -> None:
        self.context = context

    async def hello(self) -> Hello:
        """Read Hello and welcome the bot."""
        hello = (await self.context.read()).hello
        await self.context.write(PlayResponse(welcome=Welcome(protocol=1, referee_version="test")))
        return hello

    async def start(self, match_id: str = "m", seat: int = 0, players: int = 2, **fields: Any) -> None:
        """Begin a match, or go on with it."""
        setup = GameSetup(game="test", players=players)
        started = MatchStarted(match_id=match_id, seat=seat, setup=setup, bots=["one", "two"], move_time_ms=2000,
                               **fields)
        await self.context.write(PlayResponse(match_started=started))

    async def ask(self, decision_id: int = 1, match_id: str = "m", **fields: Any) -> None:
        """Ask for one of four options, unless told otherwise."""
        one_of_four = {"prompt": "test.one", "least": 1, "most": 1, "option_count": 4, "default_picks": [3]}
        request = DecisionRequest(match_id=match_id, decision_id=decision_id, **(one_of_four | fields))
        await self.context.write(PlayResponse(decision_request=request))

    async def answer(self) -> Answer:
        """The bot's next answer."""
        return (await self.context.read()).answer

    async def reject(self, decision_id: int, reason: str | int, match_id: str = "m") -> None:
        """Refuse an answer; with a reason that this protocol knows not, if it is a number."""
        await self.context.write(PlayResponse(answer_rejected=AnswerRejected(
            match_id=match_id, decision_id=decision_id, message="that was wrong",
            reason=reason if isinstance(reason, int) else f"REJECT_REASON_{reason}",
        )))

    async def over(self, match_id: str = "m", ranks: tuple[int, ...] = (1, 2)) -> None:
        """End a match."""
        outcome = Outcome(ranks=ranks, scores=[9] * len(ranks), reason="test")
        await self.context.write(PlayResponse(match_over=MatchOver(match_id=match_id, outcome=outcome)))

    async def cut(self, code: str = "UNAVAILABLE", message: str = "cut") -> None:
        """End the stream without a goodbye."""
        await self.context.abort(grpc.StatusCode[code], message)

    async def goodbye(self, reason: str | int = "DONE", message: str = "thank you") -> None:
        """Announce the end of the stream; for a reason that this protocol knows not, if it is a number."""
        goodbye = Goodbye(reason=reason if isinstance(reason, int) else f"GOODBYE_REASON_{reason}", message=message)
        await self.context.write(PlayResponse(goodbye=goodbye))


Script = Callable[[Table], Awaitable[None]]


def play(bot: Bot, *scripts: Script, token: str = "", within: float | None = None, tcp: bool = False) -> None:
    """Run a bot against scripts, over real streams on a socket in a folder of its own, or on a port.

    With one script the bot does not come back when the stream breaks, unless `within` says so.
    """
    if within is None:
        within = 10.0 if len(scripts) > 1 else 0.0
    asyncio.run(asyncio.wait_for(_play(bot, scripts, token, within, tcp=tcp), 20))


class Servicer(RefereeServiceServicer):
    """The n-th stream follows the n-th script."""

    def __init__(self, scripts: Sequence[Script]) -> None:
        self.scripts = list(scripts)
        self.failed: list[BaseException] = []
        self.killed = asyncio.Event()

    async def Play(self, _requests: object, context: grpc.aio.ServicerContext) -> None:
        """One stream."""
        if self.failed or not self.scripts:
            await context.abort(grpc.StatusCode.PERMISSION_DENIED, "there are no more scripts")
        try:
            await self.scripts.pop(0)(Table(context))
        except Killed:
            self.killed.set()
            await asyncio.Event().wait()  # until the server stops
        except AssertionError as error:
            self.failed.append(error)
            raise


async def serve(servicer: Servicer, address: str) -> tuple[grpc.aio.Server, int]:
    """Start a server; also says its port."""
    server = grpc.aio.server()
    add_RefereeServiceServicer_to_server(servicer, server)
    port = server.add_insecure_port(address)
    await server.start()
    return server, port


async def _serve_on(servicer: Servicer, address: str, server: grpc.aio.Server) -> None:
    """Kill and start servers until it is cancelled."""
    try:
        while True:
            await servicer.killed.wait()
            servicer.killed.clear()
            await server.stop(None)
            server, _ = await serve(servicer, address)
    finally:
        await server.stop(None)


async def _play(bot: Bot, scripts: Sequence[Script], token: str, within: float, *, tcp: bool) -> None:
    servicer = Servicer(scripts)
    with TemporaryDirectory() as place:
        address = "127.0.0.1:0" if tcp else f"unix:{Path(place) / 'referee'}"
        server, port = await serve(servicer, address)
        address = f"127.0.0.1:{port}" if tcp else address
        serving = asyncio.create_task(_serve_on(servicer, address, server))
        try:
            await aio.run(bot, address, token, reconnect_within=within, backoff=SOON)
        finally:
            serving.cancel()
            await asyncio.wait([serving])
            if servicer.failed:
                raise servicer.failed[0]
    assert not servicer.scripts, "the bot did not come back for every script"


def packed(message: Message) -> Box:
    """A message in an Any."""
    box = Box()
    box.Pack(message)
    return box
