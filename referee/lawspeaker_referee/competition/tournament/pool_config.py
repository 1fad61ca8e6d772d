"""The settings and matches of a tournament's pools, whether its bots are processes or objects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import time

from lawspeaker_engine.model import BadSetup
from lawspeaker_referee.competition.tournament.versions import changed, is_changed
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.config.tournament import BotConfig, TournamentConfig
from lawspeaker_referee.host.local_bots import LocalBot, make_local
from lawspeaker_referee.host.pooled_bot import BotAbsent
from lawspeaker_referee.host.process.bot import ProcessEnd
from lawspeaker_referee.host.remote_bots import Connected
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.writer import Signer
from lawspeaker_referee.version import RELEASE, build_version


class RunnerFailure(OSError):
    """A failure that every match would meet, such as a full disk."""


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
    connected: Callable[[Connected], None] = lambda _: None
    """Called when a bot comes or goes that connects by itself."""
    is_over: Callable[[], bool] = lambda: True
    """Returns whether nothing is left to play, asked when the pool is closed."""

    def keep(self, bot: str, number: int, matches: str, ending: ProcessEnd) -> None:
        """Write what a bot printed, after a line that names its matches; `number` tells those of one name apart."""
        if not ending.output.printed:
            return
        path = self.outputs / f"{bot}.{self.name}-{number}.stderr"
        try:
            path.write_text(f"--- {matches}\n{ending.output.text}", encoding="utf-8")
        except OSError as error:
            self.tell(f"what bot {bot} printed cannot be written: {error.strerror}")


def new_match(terms: TournamentConfig, match_id: str, bots: Sequence[str], seed: bytes) -> Match:
    """Return a match of the schedule before it begins; `bots` are named by seat."""
    clocks = {seat: clock for seat, bot in enumerate(bots) if (clock := terms.clock_of(bot)) != terms.clock}
    return Match(terms.rules, terms.setup, match_id, seed, terms.clock, engine_version=RELEASE,
                 build=build_version(), started_unix_ms=round(time() * 1000), policy=terms.policy,
                 tell_seed=terms.format.dice == "match", own_clocks=clocks)


def local_bot(bot: BotConfig) -> LocalBot:
    """Return a bot of this process. Raises BotAbsent for one that cannot be made."""
    try:
        return make_local(bot.seat)
    except BadSetup as error:
        raise BotAbsent(bot.name, str(error)) from error


def bot_of(terms: TournamentConfig, name: str) -> BotConfig:
    """Return a bot of a match. Raises BotAbsent if its files have changed since it joined the tournament."""
    bot = terms.bot(name)
    if is_changed(bot):
        raise BotAbsent(name, changed(terms.name, bot))
    return bot
