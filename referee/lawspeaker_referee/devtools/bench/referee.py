"""The servers that are measured: a real referee, and a bare gRPC echo that sends the bytes that a referee sends."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from io import StringIO
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import thread_time
from typing import Any, Final

import grpc.aio

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.referee_service_pb2 import GoodbyeReason, PlayResponse, Welcome
from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Chance
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.codec.game_codec import codec
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.fault_policies import fault_name
from lawspeaker_referee.config.limits import OWN_BOTS, Limits
from lawspeaker_referee.config.proxies import Proxies
from lawspeaker_referee.devtools.bench.engine import drawer, random_chooser
from lawspeaker_referee.event_loop import settle
from lawspeaker_referee.host.queue import MatchQueue
from lawspeaker_referee.host.queue_config import QueueConfig
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.server import Server

METHOD = "lawspeaker.v1.RefereeService"


@asynccontextmanager
async def echo_server(requests: Sequence[bytes], work_us: float = 0.0) -> AsyncIterator[str]:
    """Yield the address of a server that sends each stream one serialized PlayResponse after another, forever.

    Its gRPC settings are those of a referee. It spends so many microseconds of CPU on each answer.
    """

    async def play(_: object, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        await context.read()
        await context.write(PlayResponse(welcome=Welcome(protocol=1)).SerializeToString())
        for request in cycle(requests):
            await context.write(request)
            if await context.read() is grpc.aio.EOF:
                return
            until = thread_time() + work_us / 1e6
            while thread_time() < until:
                pass

    handler: Any = grpc.stream_stream_rpc_method_handler(play)
    server = grpc.aio.server(options=Limits().channel_options())
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(METHOD, {"Play": handler}),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        await server.stop(None)


MOST_PLAYERS: Final = 4
CLOCK: Final = Clock(10.0)


@dataclass(frozen=True, slots=True)
class RefereeLoad:
    """`matches` run at once on `streams`, so about as many decisions are open at any time."""

    matches: int
    streams: int
    players: int

    @property
    def matches_a_stream(self) -> int:
        """Return how many seats every stream takes."""
        return self.matches * self.players // self.streams


def load_of(game: Game[Any], matches: int) -> RefereeLoad:
    """Return a load of as many streams as matches; a single match has the two streams that a game needs."""
    players = min(MOST_PLAYERS, max(game.players))
    if matches == 1:
        players = min(game.players)
    return RefereeLoad(matches, max(matches, players), players)


def request_bytes(game: Game[Any], players: int) -> list[bytes]:
    """Return the requests that a referee sends in one random game, decision by decision."""
    found: list[bytes] = []
    choose, draw = random_chooser(Random(0)), drawer(match_seed(bytes(32), "echo"))
    state = game.setup(make_setup(game, players))
    while question := game.pending(state):
        if isinstance(question, Chance):
            game.apply(state, (draw(question),))
            continue
        for decision in question:
            view = game.view(state, decision.seat)
            found.append(codec(game).request("echo", len(found) + 1, decision, view))
        game.apply(state, tuple(map(choose, question)))
    return found


class BenchReferee:
    """A real referee that begins matches without end and writes their records."""

    def __init__(self, game: Game[Any], players: int, clock: Clock, limits: Limits | None, records: Path,
                 proxies: Proxies | None = None, tokens: Mapping[str, str] | None = None) -> None:
        self.records, self.log = records, StringIO()
        self._metrics, log = Metrics(), make_log(self.log)
        config = QueueConfig(game, make_setup(game, players), clock, records, bytes(32), "bench")
        self._queue = MatchQueue(config, self._metrics, log)
        self._server = Server(self._queue, "127.0.0.1:0", self._metrics, log, limits=limits or OWN_BOTS,
                              proxies=proxies, tokens=tokens)
        self.address = f"127.0.0.1:{self._server.port}"
        self._stopped = False

    async def start(self) -> None:
        """Let bots in, and begin no match yet."""
        self._queue.hold()
        await self._server.start()
        settle()

    async def begin(self) -> None:
        """Begin matches with the bots that are there and those that come."""
        await self._queue.resume()

    @property
    def decisions(self) -> float:
        """Return the number of decisions taken so far."""
        return sum(sample.value for metric in self._metrics.decisions.collect() for sample in metric.samples
                   if sample.name.endswith("_total"))

    @property
    def matches(self) -> int:
        """Return the number of matches that run."""
        return len(self._queue.runners)

    @property
    def timeouts(self) -> float:
        """Return the number of decisions that timed out so far."""
        return sum(sample.value for metric in self._metrics.faults.collect() for sample in metric.samples
                   if sample.name.endswith("_total") and sample.labels["fault"] == fault_name(Fault.FAULT_TIMEOUT))

    async def stop(self) -> None:
        """Void all matches and send the bots home; a second call does nothing."""
        if not self._stopped:
            self._stopped = True
            self._queue.drain()
            self._queue.void("measured")
            await self._queue.idle.wait()
            await self._server.stop(GoodbyeReason.GOODBYE_REASON_DONE, "measured")


@asynccontextmanager
async def referee_server(
    game: Game[Any], players: int, clock: Clock = CLOCK, limits: Limits | None = None, *, begun: bool = True,
    proxies: Proxies | None = None, tokens: Mapping[str, str] | None = None,
) -> AsyncIterator[BenchReferee]:
    """Run a referee on a free port with a temporary folder of records; unless `begun`, no match begins.

    `tokens` are name -> token; without them anybody may play.
    """
    with TemporaryDirectory() as place:
        arena = BenchReferee(game, players, clock, limits, Path(place), proxies, tokens)
        await arena.start()
        if begun:
            await arena.begin()
        try:
            yield arena
        finally:
            await arena.stop()
