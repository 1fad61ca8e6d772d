"""The pool of a tournament's bots: it plays matches of the schedule, and keeps what bots print beside the records."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import time
from typing import Final

from lawspeaker_engine.setups import manned
from lawspeaker_referee.competition.tournament.versions import changed, is_changed
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.config.tournament import COPY, TournamentConfig
from lawspeaker_referee.host import bot_pool
from lawspeaker_referee.host.bot_pool import STOPPED, BotPool, LocalResult
from lawspeaker_referee.host.pooled_bot import BotAbsent, BotPoolConfig, PooledBot, PoolEntry
from lawspeaker_referee.host.process.bot import BotProcess, ProcessEnd
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.writer import RecordWriter, Signer
from lawspeaker_referee.version import RELEASE, build_version

SCRATCH: Final = ".scratch"
"""The folder beside the records that holds what bots with `scratch = "keep"` have written. It is hidden, so that nobody
looks for records in there."""


@dataclass(frozen=True, slots=True)
class TournamentPoolConfig:
    """Settings of a pool that are not in the file of the tournament."""

    name: str
    """The name of the pool, part of the names of output files."""
    sandbox: Sandbox
    hide: tuple[Path, ...]
    """Files and folders that are empty for bots that are cut off."""
    outputs: Path
    """Folder for what bots print."""
    tell: Callable[[str], None]
    """Called with what is not enforced, and with what could not be written."""
    signer: Signer | None = None

    def keep(self, bot: PooledBot, ending: ProcessEnd) -> None:
        """Write what a bot printed, after a line that names its matches."""
        if not ending.output.printed:
            return
        path = self.outputs / f"{bot.entry.name}.{self.name}-{bot.number}.stderr"
        try:
            path.write_text(f"--- {bot.matches}\n{ending.output.text}", encoding="utf-8")
        except OSError as error:
            self.tell(f"what bot {bot.entry.name} printed cannot be written: {error.strerror}")


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
            match = Match(terms.rules, terms.setup, match_id, seed, terms.clock, engine_version=RELEASE,
                          build=build_version(), started_unix_ms=round(time() * 1000), policy=terms.policy,
                          tell_seed=terms.format.dice == "match")
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
        """Return the entry of a bot. Raises BotAbsent if its files have changed since it joined the tournament."""
        bot = self._terms.bot(name)
        if is_changed(bot):
            raise BotAbsent(name, changed(self._terms.name, bot))
        seat = bot.seat
        if bot.scratch:
            scratch = self._terms.records / SCRATCH / name.partition(COPY)[0]
            scratch.mkdir(parents=True, exist_ok=True)
            seat = replace(seat, scratch=str(scratch))
        return PoolEntry(bot.name, f"bot {bot.name}", seat, bot.fresh)


@asynccontextmanager
async def opened(terms: TournamentConfig, config: TournamentPoolConfig) -> AsyncIterator[TournamentPool]:
    """Yield a pool that admits its bots; none of their processes outlives it. Raises CannotListen."""
    pool_config = BotPoolConfig(terms.game, terms.clock.connect, config.sandbox, config.hide, config.tell, config.keep,
                                _lacks)
    async with bot_pool.opened(pool_config, "the tournament goes on without this referee") as pool:
        yield TournamentPool(terms, config, pool)


def _lacks(spec: SeatSpec, process: BotProcess, _: Sandbox) -> str:
    if not spec.is_own or process.not_enforced:
        return ""
    return "if it needs a network, a variable or more files than its own: [sandbox] has `network`, `env` and `read`"
