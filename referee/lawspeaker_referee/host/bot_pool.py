"""Bots that the referee starts: each process is started once, and stays for as many matches as it can play.

A single match and the tournaments use the same pool; `local_match.py` and `competition/tournament/pool.py` say which
bots there are, what becomes of their output, and what they are told that they lack.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Final, Protocol

import grpc

from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_engine.model import Seat
from lawspeaker_referee.config.limits import OWN_BOTS
from lawspeaker_referee.host.host import BotHost
from lawspeaker_referee.host.pooled_bot import BotPoolConfig, PooledBot, PoolEntry
from lawspeaker_referee.host.process.bot import ProcessEnd
from lawspeaker_referee.host.process.socket_folder import listening
from lawspeaker_referee.host.process.warm import WarmServer
from lawspeaker_referee.logs import make_error_log
from lawspeaker_referee.match.events import BotInfo
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.writer import RecordWriter
from lawspeaker_referee.server.connection import BotConnection, BotHello
from lawspeaker_referee.server.lateness.running_time import running_time
from lawspeaker_referee.server.match_runner import MatchEnd, MatchRunner
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.server import Server
from lawspeaker_referee.server.service import Refused
from lawspeaker_referee.server.tokens import MemoryTokens

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

STOPPED: Final = "the match was interrupted"
"""Why a match is void that the referee itself breaks off."""


@dataclass(frozen=True, slots=True)
class LocalResult:
    """The end of a match, and of those of its bots that were gone before."""

    end: MatchEnd
    endings: dict[Seat, ProcessEnd]


class SeatedBot(Protocol):
    """A bot that takes a seat: one of the pool, or one that has connected by itself."""

    stream: BotConnection | None
    """None if it is not connected."""

    def sit(self, runner: MatchRunner, seat: Seat, endings: dict[Seat, ProcessEnd], /) -> None:
        """Take note of a match; if the bot's process ends before the match does, `endings` is told how."""

    def leave(self, runner: MatchRunner, /) -> None:
        """Take note that the match is over."""


class BotPool(BotHost):
    """Starts bots, keeps them for as many matches as they can play, and is the host of their server.

    `opened` makes one.
    """

    def __init__(self, config: BotPoolConfig, address: str, log: FilteringBoundLogger) -> None:
        super().__init__(config.game)
        self._config, self._log, self._metrics = config, log, Metrics()
        self._tokens = MemoryTokens()
        self._server = Server(self, address, self._metrics, log, tokens=self._tokens, limits=OWN_BOTS, started=self)
        self._address = address if address.startswith("unix:") else f"127.0.0.1:{self._server.port}"
        self._bots: dict[str, PooledBot] = {}
        """By the name of their token."""
        self._numbers = count(1)
        self._leaving: set[asyncio.Task[None]] = set()
        self._told: set[str] = set()
        self._stopped = self._in_haste = False
        self._warm = WarmServer()

    async def start(self) -> None:
        """Admit bots."""
        await self._server.start()

    @asynccontextmanager
    async def taken(self, entries: Sequence[PoolEntry]) -> AsyncIterator[list[PooledBot]]:
        """Yield connected bots, each with a place taken for one match, by seat; start those that are missing.

        Raises BotAbsent as soon as one of them cannot be started or does not join.
        """
        bots = [self._place(entry) for entry in entries]
        try:
            await self._all_there(bots)
            yield bots
        finally:
            for bot in bots:
                self._free(bot)

    async def play(self, match: Match, bots: Sequence[SeatedBot | None], infos: Sequence[BotInfo],
                   record: RecordWriter | None = None, on_step: Callable[[Match], None] | None = None,
                   absent: Mapping[Seat, str] | None = None) -> LocalResult:
        """Play a match with bots that are taken, by manned seat; `infos` is what the record says of them. Where None
        stands nobody answers, and bots of `absent` have left for good, by the evidence that stands there.

        If the caller is cancelled or the pool stops, the match is void for the reason STOPPED before anything else
        happens to its bots.
        """
        endings: dict[Seat, ProcessEnd] = {}
        playing = {seat: bot for seat, bot in zip(match.manned, bots, strict=True) if bot is not None}
        runner = MatchRunner(match, [bot.stream if bot else None for bot in bots], record, metrics=self._metrics,
                             log=self._log, on_step=on_step, infos=infos)
        self.add(runner, [bot.token_name if isinstance(bot := playing.get(seat), PooledBot) else ""
                          for seat in range(match.setup.players)])
        for seat, bot in playing.items():
            bot.sit(runner, seat, endings)
        runner.start(absent)
        if self._stopped:
            runner.void(STOPPED)
        try:
            end = await runner.over(STOPPED)
            return LocalResult(end, dict(sorted(endings.items())))
        finally:
            for bot in playing.values():
                bot.leave(runner)

    def stop(self) -> None:
        """End every running match without a result, and wait for no bot any more."""
        self._stopped = True
        self.void(STOPPED)
        for bot in self._bots.values():
            bot.give_up()

    # --- its bots ---

    async def _all_there(self, bots: Sequence[PooledBot]) -> None:
        """Wait until all are connected at once. Raises BotAbsent."""
        until = running_time() + self._config.connect
        while missing := [bot for bot in bots if bot.stream is None]:
            joins = [asyncio.ensure_future(bot.there(max(until - running_time(), 0.0))) for bot in missing]
            try:
                await asyncio.wait(joins, return_when=asyncio.FIRST_EXCEPTION)
                for join in joins:
                    if join.done():
                        join.result()
            finally:
                for join in joins:
                    join.cancel()

    def _place(self, entry: PoolEntry) -> PooledBot:
        """Take a place with a bot that is there, or that is started for it."""
        bot = next((each for each in self._bots.values() if each.entry == entry and each.has_place), None)
        if bot is None:
            number = next(self._numbers)
            token_name = f"{entry.name}/{number}"
            token = self._tokens.issue(token_name)
            bot = self._bots[token_name] = PooledBot(
                entry, number, token_name, self._address, token, self._config, self._warm)
        bot.taken += 1
        return bot

    def _free(self, bot: PooledBot) -> None:
        """Give a place back; a bot that can play no more matches is sent away."""
        bot.taken -= 1
        self._warn_once(bot)
        done = not bot.taken and not bot.has_place
        if done and self._bots.pop(bot.token_name, None) is not None:
            task = asyncio.create_task(self._dismissed(bot))
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    async def _dismissed(self, bot: PooledBot) -> None:
        self._keep(bot, await self._ended(bot, "the match is over"))

    async def _ended(self, bot: PooledBot, reason: str) -> ProcessEnd | None:
        self._tokens.revoke(bot.token_name)
        return await bot.end(reason, at_once=self._in_haste or bot.stream is None)

    def _keep(self, bot: PooledBot, ending: ProcessEnd | None) -> None:
        if ending is not None:
            self._config.keep(bot, ending)
            if ending.left:
                self._config.tell(f"{bot.entry.title}: some process of it could not be ended")

    def _warn_once(self, bot: PooledBot) -> None:
        if (words := bot.not_enforced) and words not in self._told:
            self._told.add(words)
            self._config.tell(words)

    async def close(self, reason: str, *, at_once: bool = False) -> None:
        """Send every bot away, and wait until none of their processes is left; `at_once` gives them no time to end."""
        self._in_haste = at_once
        self.stop()
        await self.idle.wait()
        bots, self._bots = list(self._bots.values()), {}
        endings = await asyncio.gather(*(self._ended(bot, reason) for bot in bots))
        for bot, ending in zip(bots, endings, strict=True):
            self._keep(bot, ending)
        await asyncio.gather(*self._leaving)
        self._warm.close()
        await self._warm.ended()
        await self._server.stop(GoodbyeReason.GOODBYE_REASON_DONE, reason)

    # --- what it tells the watch on connections ---

    def networks(self) -> Mapping[int, str]:
        """Return network -> name of the token of the bot whose own it is."""
        return {bot.network: name for name, bot in self._bots.items() if bot.network is not None}

    def flooded(self, identity: str) -> None:
        """End a bot that floods the server."""
        if (bot := self._bots.get(identity)) is not None:
            bot.flooded()

    # --- host of the server ---

    def welcome(self, hello: BotHello) -> None:
        """Raises Refused for a bot that was sent away, a second stream of a bot, and a bot of other games."""
        bot = self._bots.get(hello.identity)
        if bot is None:
            raise Refused(grpc.StatusCode.UNAUTHENTICATED, "this bot may go")
        try:
            super().welcome(hello)
        except Refused as refused:
            if refused.code is grpc.StatusCode.FAILED_PRECONDITION:
                bot.refused = f"it does not play {self._config.game}"
            raise

    def joined(self, stream: BotConnection) -> None:
        """Tell those who wait for the bot that it is connected."""
        if (bot := self._bots.get(stream.hello.identity)) is not None:
            bot.arrived(stream)

    def gone(self, stream: BotConnection) -> None:
        """Note that the bot has no connection."""
        if (bot := self._bots.get(stream.hello.identity)) is not None:
            bot.left(stream)


@asynccontextmanager
async def opened(config: BotPoolConfig, goodbye: str = "the match is over") -> AsyncIterator[BotPool]:
    """Yield a pool that admits its bots; none of their processes outlives it. Raises CannotListen.

    `goodbye` is what bots are told at the end.
    """
    with listening(config.sandbox) as address:
        pool = BotPool(config, address, make_error_log())
        await pool.start()
        try:
            yield pool
        except BaseException:
            await pool.close("the match was given up", at_once=True)
            raise
        await pool.close(goodbye)
