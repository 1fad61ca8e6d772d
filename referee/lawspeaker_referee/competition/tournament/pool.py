"""The pool of a tournament's bots: it plays matches of the schedule, and keeps what bots print beside the records.

Bots that the referee starts and bots that connect by themselves meet in the same matches.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from lawspeaker_bot.bot import Bot
from lawspeaker_engine.setups import manned
from lawspeaker_referee.competition.tournament.in_process_pool import InProcessPool
from lawspeaker_referee.competition.tournament.pool_config import (
    RunnerFailure,
    TournamentPoolConfig,
    bot_of,
    local_bot,
    new_match,
)
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.clocks import longest_waits
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.config.tournament import COPY, TournamentConfig
from lawspeaker_referee.host import bot_pool
from lawspeaker_referee.host.bot_pool import STOPPED, BotPool, LocalResult
from lawspeaker_referee.host.pooled_bot import BotPoolConfig, PooledBot, PoolEntry
from lawspeaker_referee.host.process.bot import BotProcess, ProcessEnd
from lawspeaker_referee.host.remote_bots import RemoteBot, RemoteBots, listening
from lawspeaker_referee.logs import make_error_log
from lawspeaker_referee.record.writer import RecordWriter
from lawspeaker_referee.server.server import CannotListen

SCRATCH: Final = ".scratch"
"""The folder beside the records that holds what bots with `scratch = "keep"` have written. It is hidden, so that nobody
looks for records in there."""


class PutOff(Exception):
    """A match cannot be played now, because a bot that connects by itself is away or plays as much as it can."""


class TournamentPool:
    """Plays matches of a tournament with bots of one pool, and with those that connect to `remote`."""

    def __init__(self, terms: TournamentConfig, config: TournamentPoolConfig, pool: BotPool,
                 remote: RemoteBots | None = None) -> None:
        self.pool, self.remote = pool, remote
        self._terms, self._config = terms, config
        self._objects: dict[str, Bot] = {}
        """The bots in this process, by name."""
        self._absence = f"it did not come within {terms.listen.wait}" if terms.listen else ""
        """The evidence against a bot that is waited for no more."""

    async def play(self, match_id: str, bots: Sequence[str], seed: bytes, record: Path) -> LocalResult:
        """Play a match of the schedule; `bots` are named by seat, and `record` is where its record goes.

        Raises BotAbsent for a bot that cannot be started, does not join or has other files than the ledger says, PutOff
        for one that is to connect by itself and is away for less time than the file says, and OSError for a record that
        cannot be written.
        """
        terms = self._terms
        names = [bots[seat] for seat in manned(terms.rules, terms.setup)]
        remote = self._seated(names)  # before others are started for nothing
        async with self.pool.taken([self._entry(name) for name in names if name not in remote]) as taken:
            match, remote, own = new_match(terms, match_id, bots, seed), self._seated(names), iter(taken)
            players = [remote[name] if name in remote else next(own) for name in names]
            infos = [replace(bot.info, identity=name) for bot, name in zip(players, names, strict=True)]
            absent = {seat: self._absence for seat, bot in zip(match.manned, players, strict=True)
                      if bot.stream is None}
            writer = RecordWriter(record, self._config.signer)
            try:
                played = await self.pool.play(match, players, infos, writer, absent=absent)
            except BaseException:
                writer.discard()
                raise
            if played.end.void_reason == STOPPED:
                writer.discard()
            return played

    def stop(self) -> None:
        """End every running match without a result, and wait for no bot any more."""
        self.pool.stop()

    def _seated(self, names: Sequence[str]) -> dict[str, RemoteBot]:
        """Return those of the bots that connect by themselves. Raises PutOff."""
        if self.remote is None:
            return {}
        seated = {name: self.remote.seated(name) for name in names if name in self._terms.remote}
        away = self.remote.connected().away
        for name, bot in seated.items():
            if bot.stream is None and not away.get(name):
                raise PutOff(name)
        return seated

    def _entry(self, name: str) -> PoolEntry:
        """Return the entry of a bot that is started here. Raises BotAbsent."""
        bot = bot_of(self._terms, name)
        seat = bot.seat
        if self._terms.in_process:
            if name not in self._objects or bot.fresh:
                self._objects[name] = local_bot(bot).bot
            return PoolEntry(bot.name, f"bot {bot.name}", seat, bot.fresh, bot=self._objects[name])
        if bot.scratch:
            scratch = self._terms.records / SCRATCH / name.partition(COPY)[0]
            scratch.mkdir(parents=True, exist_ok=True)
            seat = replace(seat, scratch=str(scratch))
        return PoolEntry(bot.name, f"bot {bot.name}", seat, bot.fresh, bot.within(self._config.sandbox))


@asynccontextmanager
async def opened(
    terms: TournamentConfig, config: TournamentPoolConfig,
) -> AsyncIterator[TournamentPool | InProcessPool]:
    """Yield a pool that admits its bots; none of their processes outlives it. Raises CannotListen."""
    if terms.in_process and not terms.remote:
        yield InProcessPool(terms, config)
        return

    def keep(bot: PooledBot, ending: ProcessEnd) -> None:
        config.keep(bot.entry.name, bot.number, bot.matches, ending)

    connect, _ = longest_waits([terms.clock, *terms.own_clocks.values()])
    pool_config = BotPoolConfig(terms.game, connect, config.sandbox, config.hide, config.tell, keep, _lacks)
    async with (bot_pool.opened(pool_config, "the tournament goes on without this referee") as pool,
                _remote(terms, config) as remote):
        yield TournamentPool(terms, config, pool, remote)


@asynccontextmanager
async def _remote(terms: TournamentConfig, config: TournamentPoolConfig) -> AsyncIterator[RemoteBots | None]:
    """Yield the host of the bots that connect by themselves, or None if the tournament has none.

    Raises RunnerFailure if it cannot listen, or for tokens and certificates that cannot be read.
    """
    if terms.listen is None:
        yield None
        return
    host = RemoteBots(terms.game, terms.remote, terms.listen.seconds, config.connected)
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(
                listening(terms.listen, host, make_error_log(), config.tell, config.is_over))
        except CannotListen as error:
            raise RunnerFailure(f"{error}; if another run of {terms.name} listens there, it plays on, and takes over "
                                "what `extend` has changed") from error
        except OSError as error:
            raise RunnerFailure(error.errno, error.strerror or str(error), error.filename) from error
        yield host


def _lacks(spec: SeatSpec, process: BotProcess, _: Sandbox) -> str:
    if not spec.is_own or process.not_enforced:
        return ""
    return "if it needs a network, a variable or more files than its own: [sandbox] has `network`, `env` and `read`"
