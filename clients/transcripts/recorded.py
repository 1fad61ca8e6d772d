"""Transcripts of a real referee and a real bot, over gRPC in this process; only times and digests are made the same."""

from __future__ import annotations

import asyncio
import io
import os
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import grpc.aio
from script import BANK_LEFT_MS, LAST_CHARGED_US, REFEREE_VERSION, TIME_LEFT_MS, Script

from lawspeaker.v1.referee_service_pb2 import GoodbyeReason, PlayRequest, PlayResponse
from lawspeaker_bot import Bot, Decision, aio
from lawspeaker_bot.backoff import Backoff
from lawspeaker_bot.decision import SEED_VARIABLE
from lawspeaker_bot.random_bot import RandomBot
from lawspeaker_engine.games import find_game
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.config.proxies import Proxies
from lawspeaker_referee.host.queue import MatchQueue
from lawspeaker_referee.host.queue_config import QueueConfig
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.service import PlayService
from lawspeaker_referee.server.tcp_connections import TcpConnections
from lawspeaker_referee.server.tokens import MemoryTokens

CLOCK = Clock((TIME_LEFT_MS - BANK_LEFT_MS) / 1000, bank=BANK_LEFT_MS / 1000)
SOON = Backoff(first=0.002, longest=0.02)
DIGEST = bytes(range(32))
"""In place of the record's, which has times in it."""
HEARD = "first"
"""The token of the bot whose stream is written down; it sits on seat 0."""

Said = PlayRequest | PlayResponse
Cut = Callable[[Said], bool]
"""Returns True if the connection breaks with this message, the bot's unheard, the referee's heard."""


class DefaultBot(Bot):
    """Takes every default."""

    name = "default"
    version = "1"
    quick = True

    def decide(self, decision: Decision) -> list[int]:
        """The default."""
        return decision.default


BOTS: dict[str, type[Bot]] = {"DEFAULT": DefaultBot, "RANDOM": RandomBot}
"""By the conduct of a transcript."""


class _Heard:
    """A call's context which writes down what is said on it, if it is that of the bot to be heard."""

    def __init__(self, context: Any, listening: _Listening) -> None:
        self._context, self._listening = context, listening
        self._heard = self._broken = False

    async def read(self) -> Any:
        """The bot's next message."""
        data = await self._context.read()
        if self._broken:
            await asyncio.Event().wait()  # until the call is cancelled: what comes late is not heard
        if data is not grpc.aio.EOF:
            request = PlayRequest.FromString(data)
            self._heard = self._heard or request.hello.token == HEARD
            self._note(request)
            await self._break()
        return data

    async def write(self, data: bytes) -> None:
        """A message to the bot."""
        message = PlayResponse.FromString(data)
        self._note(message)  # before it is sent, for the answer may be here before this goes on
        await self._context.write(data)
        if message.HasField("welcome"):
            self._listening.welcomed.put_nowait(None)
        await self._break()

    def _note(self, message: Said) -> None:
        if self._heard:
            self._listening.said.append(message)
            self._broken = self._listening.cut(message)

    async def _break(self) -> None:
        if self._broken:
            await self._context.abort(grpc.StatusCode.UNAVAILABLE, "the connection was lost")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)


class _Listening(grpc.aio.ServerInterceptor):
    """Hands every call another context."""

    def __init__(self, cut: Cut) -> None:
        self.cut = cut
        self.said: list[Said] = []
        self.welcomed: asyncio.Queue[None] = asyncio.Queue()
        """An item for each bot that was let in."""

    async def intercept_service(self, continuation: Callable[[Any], Awaitable[Any]], handler_call_details: Any) -> Any:
        """The rpc, listened to."""
        handler = await continuation(handler_call_details)

        async def play(requests: Any, context: Any) -> None:
            await handler.stream_stream(requests, _Heard(context, self))

        return grpc.stream_stream_rpc_method_handler(play)


def written(script: Script, said: list[Said]) -> bytes:
    """The file of what was said; where another Hello comes the stream was lost."""
    for number, message in enumerate(said):
        if isinstance(message, PlayResponse):
            script.say(message)
        elif not message.HasField("hello"):
            script.bot(message)
        else:
            if number:
                script.cut()
            script.dial()
    return script.ends().done()


def record(game: str, conduct: str, *, players: int = 2, matches: int = 1, seed: str = "",
           options: Mapping[str, bool | str] | None = None, cut: Cut = lambda _: False) -> list[Said]:
    """Return what one bot and the referee said in matches against random bots, which are played to the end."""
    os.environ[SEED_VARIABLE] = seed
    return asyncio.run(_record(game, conduct, players, matches, options or {}, cut))


async def _record(game: str, conduct: str, players: int, matches: int, options: Mapping[str, bool | str],
                  cut: Cut) -> list[Said]:
    rules, metrics, log = find_game(game), Metrics(), make_log(io.StringIO())
    lobby = MatchQueue(QueueConfig(rules, make_setup(rules, players, options), CLOCK, None, bytes(32), game, matches),
                       metrics, log)
    tokens = [HEARD, *(f"other {seat}" for seat in range(1, players))]
    limits, proxies = Limits(batch=1), Proxies()
    play = PlayService(lobby, MemoryTokens({token: token for token in tokens}), limits, metrics, log, proxies=proxies,
                connections=TcpConnections(limits, proxies, metrics, log))
    listening = _Listening(cut)
    server = grpc.aio.server(interceptors=[listening])
    server.add_generic_rpc_handlers((play.handler(),))
    with tempfile.TemporaryDirectory() as folder:
        address = f"unix:{Path(folder) / 'referee'}"
        server.add_insecure_port(address)
        await server.start()
        runs = []
        for token in tokens:
            bot = BOTS[conduct]() if token == HEARD else RandomBot()
            bot.max_matches = matches
            runs.append(asyncio.create_task(aio.run(bot, address, token, backoff=SOON)))
            await listening.welcomed.get()  # who comes first sits on seat 0
        await lobby.complete.wait()
        for stream in play.streams:
            stream.close(GoodbyeReason.GOODBYE_REASON_DONE, "all matches have been played")
        await asyncio.gather(*runs)
        await server.stop(None)
    _check(listening.said, matches)
    first: dict[str, int] = {}
    return [_same_every_time(message, first) for message in listening.said]


def _check(said: list[Said], matches: int) -> None:
    """Raises RuntimeError unless so many matches were played to the end."""
    overs = [message.match_over for message in said if isinstance(message, PlayResponse) and message.match_over.digest]
    if len(overs) != matches:
        raise RuntimeError(f"{matches} matches should have been played to the end, but {len(overs)} were")


def _same_every_time(message: Said, first: dict[str, int]) -> Said:
    """Return the message without what differs from run to run, or from version to version of the referee.

    `first` is the id of the first decision of each match, and is kept from call to call.
    """
    if isinstance(message, PlayRequest):
        if message.HasField("hello"):
            message.hello.sdk = message.hello.token = ""
            message.hello.batches = False
    elif message.HasField("welcome"):
        message.welcome.referee_version = REFEREE_VERSION
    elif message.HasField("match_over"):
        message.match_over.digest = DIGEST
    elif message.HasField("decision_request"):
        request = message.decision_request
        request.time_left_ms, request.bank_left_ms = TIME_LEFT_MS, BANK_LEFT_MS
        # Not what was charged: a busy machine owes a quick bot all of its time, and then that is 0.
        is_first = request.decision_id == first.setdefault(request.match_id, request.decision_id)
        request.last_charged_us = 0 if is_first else LAST_CHARGED_US
    return message
