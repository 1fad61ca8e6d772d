"""The pool of a tournament's bots: it plays matches of the schedule, and keeps what bots print beside the records."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from lawspeaker_engine.setups import manned
from lawspeaker_referee.competition.tournament.in_process_pool import InProcessPool
from lawspeaker_referee.competition.tournament.pool_config import TournamentPoolConfig, bot_of, new_match
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.config.tournament import COPY, TournamentConfig
from lawspeaker_referee.host import bot_pool
from lawspeaker_referee.host.bot_pool import STOPPED, BotPool, LocalResult
from lawspeaker_referee.host.pooled_bot import BotPoolConfig, PooledBot, PoolEntry
from lawspeaker_referee.host.process.bot import BotProcess, ProcessEnd
from lawspeaker_referee.record.writer import RecordWriter

SCRATCH: Final = ".scratch"
"""The folder beside the records that holds what bots with `scratch = "keep"` have written. It is hidden, so that nobody
looks for records in there."""


class TournamentPool:
    """Plays matches of a tournament with bots of one pool."""

    def __init__(self, terms: TournamentConfig, config: TournamentPoolConfig, pool: BotPool) -> None:
        self.pool = pool
        self._terms, self._config = terms, config

    async def play(self, match_id: str, bots: Sequence[str], seed: bytes, record: Path) -> LocalResult:
        """Play a match of the schedule; `bots` are named by seat, and `record` is where its record goes.

        Raises BotAbsent for a bot that cannot be started, does not join or has other files than the ledger says, and
        OSError for a record that cannot be written.
        """
        terms = self._terms
        names = [bots[seat] for seat in manned(terms.rules, terms.setup)]
        async with self.pool.taken([self._entry(name) for name in names]) as taken:
            match = new_match(terms, match_id, seed)
            infos = [replace(bot.info, identity=name) for bot, name in zip(taken, names, strict=True)]
            writer = RecordWriter(record, self._config.signer)
            try:
                played = await self.pool.play(match, taken, infos, writer)
            except BaseException:
                writer.discard()
                raise
            if played.end.void_reason == STOPPED:
                writer.discard()
            return played

    def stop(self) -> None:
        """End every running match without a result, and wait for no bot any more."""
        self.pool.stop()

    def _entry(self, name: str) -> PoolEntry:
        """Return the entry of a bot. Raises BotAbsent."""
        bot = bot_of(self._terms, name)
        seat = bot.seat
        if bot.scratch:
            scratch = self._terms.records / SCRATCH / name.partition(COPY)[0]
            scratch.mkdir(parents=True, exist_ok=True)
            seat = replace(seat, scratch=str(scratch))
        return PoolEntry(bot.name, f"bot {bot.name}", seat, bot.fresh)


@asynccontextmanager
async def opened(
    terms: TournamentConfig, config: TournamentPoolConfig,
) -> AsyncIterator[TournamentPool | InProcessPool]:
    """Yield a pool that admits its bots; none of their processes outlives it. Raises CannotListen."""
    if terms.in_process:
        yield InProcessPool(terms, config)
        return

    def keep(bot: PooledBot, ending: ProcessEnd) -> None:
        config.keep(bot.entry.name, bot.number, bot.matches, ending)

    pool_config = BotPoolConfig(terms.game, terms.clock.connect, config.sandbox, config.hide, config.tell, keep, _lacks)
    async with bot_pool.opened(pool_config, "the tournament goes on without this referee") as pool:
        yield TournamentPool(terms, config, pool)


def _lacks(spec: SeatSpec, process: BotProcess, _: Sandbox) -> str:
    if not spec.is_own or process.not_enforced:
        return ""
    return "if it needs a network, a variable or more files than its own: [sandbox] has `network`, `env` and `read`"
