"""Asks a bot for one decision of a record: it gets the request that the seat's bot got then, on the same clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.event_loop import Stop
from lawspeaker_referee.host.bot_pool import opened
from lawspeaker_referee.host.pooled_bot import BotPoolConfig, PooledBot, PoolEntry
from lawspeaker_referee.host.process.bot import ProcessEnd, without
from lawspeaker_referee.match.events import BotInfo
from lawspeaker_referee.match.one_decision import BotAnswer, OneDecision


async def ask(
    match: OneDecision, spec: SeatSpec, sandbox: Sandbox, tell: Callable[[str], None], stop: Stop,
) -> BotAnswer:
    """Start a bot, ask it, and end it. `tell` gets what it printed, line by line.

    Raises BotAbsent if it cannot be started or does not join, and CancelledError if it is stopped.
    """
    entry = PoolEntry(str(match.seat), "the bot", spec)

    def keep(_bot: PooledBot, ending: ProcessEnd) -> None:
        for line in ending.output.text.splitlines():
            tell(line)

    config = BotPoolConfig(match.game.name, match.clock.connect, sandbox, (), tell, keep, without)
    async with opened(config, "the decision was asked") as pool:
        with stop.cancels():
            async with pool.taken([entry]) as [bot]:
                nobody = BotInfo("")
                bots = [bot if seat == match.seat else None for seat in match.manned]
                infos = [replace(bot.info, identity="") if each else nobody for each in bots]
                await pool.play(match, bots, infos)
    assert match.answer is not None
    return match.answer
