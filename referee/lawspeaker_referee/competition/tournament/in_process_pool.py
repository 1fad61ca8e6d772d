"""Plays matches of a tournament whose bots are objects of this process: no process, no socket, no clock."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from time import monotonic

from lawspeaker_engine.setups import manned
from lawspeaker_referee.competition.tournament.pool_config import TournamentPoolConfig, bot_of, local_bot, new_match
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.event_loop import Stop
from lawspeaker_referee.host.bot_pool import STOPPED, LocalResult
from lawspeaker_referee.host.in_process import InProcessRunner
from lawspeaker_referee.host.local_bots import LocalBot
from lawspeaker_referee.match.events import Ended
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.writer import BufferedRecordWriter
from lawspeaker_referee.server.match_runner import MatchEnd


class InProcessPool:
    """Plays one match at a time in a thread. A bot stays for the next match, unless it is `fresh` or has crashed."""

    remote = None
    """No bot connects."""

    def __init__(self, terms: TournamentConfig, config: TournamentPoolConfig) -> None:
        self._terms, self._config, self._stop = terms, config, Stop()
        self._bots: dict[str, LocalBot] = {}
        """By name, copies apart."""
        self._crashes = count(1)

    async def play(self, match_id: str, bots: Sequence[str], seed: bytes, record: Path) -> LocalResult:
        """Play a match of the schedule; `bots` are named by seat, and `record` is where its record goes.

        Raises BotAbsent for a bot that cannot be made or has other files than the ledger says, and OSError for a record
        that cannot be written.
        """
        return await asyncio.to_thread(self._play, match_id, bots, seed, record)

    def stop(self) -> None:
        """End the running match without a result before its next decision."""
        self._stop.set()

    def _play(self, match_id: str, bots: Sequence[str], seed: bytes, record: Path) -> LocalResult:
        terms, began = self._terms, monotonic()
        names = [bots[seat] for seat in manned(terms.rules, terms.setup)]
        playing = [self._bot(name) for name in names]
        match = new_match(terms, match_id, bots, seed)
        writer = BufferedRecordWriter(record, self._config.signer)
        runner = InProcessRunner(match, playing, writer, _no_step, self._stop, names)
        try:
            end = runner.play()
        except asyncio.CancelledError:
            writer.discard()
            return LocalResult(MatchEnd(None, None, STOPPED, monotonic() - began), {})
        except BaseException:
            writer.discard()
            raise
        if end.footer is None:
            writer.void()
        self._part(runner, dict(zip(match.manned, names, strict=True)), match_id)
        return LocalResult(_told(end, monotonic() - began), runner.endings)

    def _bot(self, name: str) -> LocalBot:
        bot = bot_of(self._terms, name)
        known = self._bots.get(name)
        if known is None or bot.fresh:
            known = self._bots[name] = local_bot(bot)
        return known

    def _part(self, runner: InProcessRunner, names: dict[int, str], match_id: str) -> None:
        """Keep what bots said that have crashed, and make them anew for their next matches."""
        for seat, ending in runner.endings.items():
            self._bots.pop(names[seat], None)
            self._config.keep(names[seat], next(self._crashes), f"bot {names[seat]} crashed in {match_id}", ending)


def _no_step(_: Match) -> None:
    pass


def _told(end: Ended, seconds: float) -> MatchEnd:
    return MatchEnd(end.outcome, end.footer, end.void_reason, seconds, voided_by=end.voided_by)
