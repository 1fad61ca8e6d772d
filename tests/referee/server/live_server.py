"""A server on a free port and bots by hand, for tests of what only a real wire shows."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import grpc.aio

from lawspeaker.v1.referee_service_pb2 import Answer, DecisionRequest, Hello, MatchOver, PlayRequest, PlayResponse
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, Policy
from lawspeaker_referee.host.matchmaking import Matchmaking
from lawspeaker_referee.host.queue import MatchQueue
from lawspeaker_referee.host.queue_config import QueueConfig
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.server import Server
from lawspeaker_referee.server.service import NAME
from tests.games.parley import PARLEY
from tests.referee.match.match_driver import by_decision

PATIENCE = 60.0
"""Seconds after which a test that waits has failed."""


class QueueServer:
    """A running lobby of the tests' game."""

    def __init__(self, queue: MatchQueue, server: Server, metrics: Metrics, log: io.StringIO) -> None:
        self.queue, self.server, self.metrics, self.log = queue, server, metrics, log
        self.address = f"127.0.0.1:{server.port}"

    def lines(self, event: str) -> list[dict[str, Any]]:
        """The log's lines of an event."""
        return [line for line in map(json.loads, self.log.getvalue().splitlines()) if line["event"] == event]

    def number(self, name: str, **labels: str) -> float:
        """A metric's value."""
        return self.metrics.registry.get_sample_value(name, labels) or 0.0


@asynccontextmanager
async def queue_server(
    records: Path | None = None, *, players: int = 2, move_time: float | None = None, matches: int | None = None,
    game: Any = PARLEY, clock: Clock | None = None, options: dict[str, Any] | None = None,
    policy: Policy = DEFAULT_POLICY, sync: bool = False, matchmaking: Matchmaking | None = None,
    most_matches: int | None = None, name: str = "parley", **server_options: Any,
) -> AsyncIterator[QueueServer]:
    """A lobby behind a server on a free port; it goes on with what is unfinished in the folder of records."""
    text, metrics = io.StringIO(), Metrics()
    log = make_log(text)
    setup = make_setup(game, players, options or {})
    config = QueueConfig(game, setup, clock or Clock(move_time), records, bytes(32), name, matches, policy,
                          sync=sync, most_matches=most_matches)
    queue = MatchQueue(config, metrics, log, matchmaking)
    queue.hold()
    server = Server(queue, "127.0.0.1:0", metrics, log, **server_options)
    await server.start()
    await queue.resume()
    try:
        async with asyncio.timeout(PATIENCE):
            yield QueueServer(queue, server, metrics, text)
    finally:
        await server.stop(3, "the test is over")
        queue.drain()
        queue.stop("the test is over")
        await queue.idle.wait()


class HandBot:
    """A bot whose every message is sent by hand."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self.call: Any = channel.stream_stream(f"/{NAME}/Play", response_deserializer=PlayResponse.FromString)()
        self.match_id = ""
        self.seat = -1

    async def send(self, request: PlayRequest | bytes) -> None:
        await self.call.write(request if isinstance(request, bytes) else request.SerializeToString())

    async def hello(self, **fields: Any) -> PlayResponse:
        """Introduce it; the referee's first message."""
        await self.send(PlayRequest(hello=Hello(**{"protocol": 1, "bot": "hand"} | fields)))
        return await self.read()

    async def read(self) -> PlayResponse:
        message = await self.call.read()
        assert message is not grpc.aio.EOF, f"the stream ended: {await self.call.code()} {await self.call.details()}"
        if message.HasField("match_started"):
            self.match_id, self.seat = message.match_started.match_id, message.match_started.seat
        return message

    async def next(self, kind: str) -> Any:
        """The next message of a kind; those before it are dropped."""
        while True:
            message = await self.read()
            if message.WhichOneof("message") == kind:
                return getattr(message, kind)

    async def answer(self, request: DecisionRequest, *picks: int, **fields: Any) -> None:
        answer = Answer(match_id=request.match_id, decision_id=request.decision_id, picks=picks)
        answer.MergeFrom(Answer(**fields))
        await self.send(PlayRequest(answer=answer))

    async def play(self, choose: Callable[[int, DecisionRequest], Any] | None = None) -> Any:
        """Answer defaults, or what is chosen, until a match is over."""
        while True:
            message = await self.read()
            match message.WhichOneof("message"):
                case "decision_request":
                    request = message.decision_request
                    await self.answer(request, *(choose(self.seat, request) if choose else request.default_picks))
                case "match_over":
                    return message.match_over

    async def end(self) -> grpc.StatusCode:
        """Return how the referee ended the stream."""
        try:
            with suppress(grpc.aio.AioRpcError):
                while await self.call.read() is not grpc.aio.EOF:
                    pass
        except asyncio.CancelledError:  # what gRPC raises for a call that the other side cut off
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
        code: grpc.StatusCode = await self.call.code()
        return code


@asynccontextmanager
async def bots(address: str, count: int, **hello: Any) -> AsyncIterator[list[HandBot]]:
    """Bots on one connection that were welcomed; with no fields of Hello they have not spoken yet."""
    async with grpc.aio.insecure_channel(address) as channel:
        found = [HandBot(channel) for _ in range(count)]
        for number, bot in enumerate(found if hello else []):
            name = hello.get("bot", f"bot {number}")
            assert (await bot.hello(**hello | {"bot": name})).HasField("welcome")
        yield found
        for bot in found:
            bot.call.cancel()


class Faithful:
    """A bot that answers `by_decision` in as many matches as there are, and dials in again whenever its stream ends."""

    def __init__(self, address: str, token: str, matches: int, answered: Callable[[], None] = lambda: None) -> None:
        self.overs: dict[str, MatchOver] = {}
        self.again: list[tuple[str, int]] = []
        """(match, decision) of those that were asked more than once."""
        self._address, self._token, self._matches, self._answered = address, token, matches, answered
        self._seats: dict[str, int] = {}
        self._asked: set[tuple[str, int]] = set()

    async def play(self) -> None:
        """For ever."""
        while True:
            with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
                async with grpc.aio.insecure_channel(self._address) as channel:
                    bot = HandBot(channel)
                    await bot.send(PlayRequest(hello=Hello(
                        protocol=1, bot="faithful", token=self._token, max_matches=self._matches)))
                    while (message := await bot.call.read()) is not grpc.aio.EOF:
                        await self._take(bot, message)
            await asyncio.sleep(0.02)

    async def _take(self, bot: HandBot, message: PlayResponse) -> None:
        match message.WhichOneof("message"):
            case "match_started":
                self._seats[message.match_started.match_id] = message.match_started.seat
            case "decision_request":
                request = message.decision_request
                name = (request.match_id, request.decision_id)
                self.again += [name] if name in self._asked else []
                self._asked.add(name)
                await bot.answer(request, *by_decision(self._seats[request.match_id], request))
                self._answered()
            case "match_over":
                self.overs[message.match_over.match_id] = message.match_over
