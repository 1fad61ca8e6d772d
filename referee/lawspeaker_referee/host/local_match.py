"""A single match, or a single decision of one, with bots that the referee starts: a pool exists for it alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from lawspeaker_bot.bot import Bot
from lawspeaker_engine.model import Seat
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.event_loop import Stop
from lawspeaker_referee.host.bot_pool import LocalResult, opened
from lawspeaker_referee.host.pooled_bot import BotPoolConfig, PooledBot, PoolEntry
from lawspeaker_referee.host.process.bot import ProcessEnd, without
from lawspeaker_referee.host.process.output import keep_or_tell
from lawspeaker_referee.match.events import BotInfo
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.match.one_decision import BotAnswer, OneDecision
from lawspeaker_referee.record.writer import RecordWriter

_told: set[str] = set()
"""Warnings that this process has given; each is given once."""


@dataclass(frozen=True, slots=True)
class LocalMatchConfig:
    """Settings for starting the bots of a single match, and for messages about them."""

    sandbox: Sandbox
    hide: tuple[Path, ...]
    """Files that are empty for bots that are cut off."""
    tell: Callable[[str], None]
    """Called with what is not enforced and, without a record, with what the bots printed."""
    on_step: Callable[[Match], None]
    people: Mapping[Seat, Bot]
    """The bots that play in this process, for people."""


async def play(
    match: Match, seats: Sequence[SeatSpec], record: RecordWriter | None, terms: LocalMatchConfig, stop: Stop,
) -> LocalResult:
    """Play a match. Raises BotAbsent for a bot that cannot be started or does not join, and CancelledError if it was
    stopped before the match had ended: then it is void before its bots are ended.
    """
    entries = [PoolEntry(str(seat), f"the bot on seat {seat}", spec, bot=terms.people.get(seat))
               for seat, spec in zip(match.manned, seats, strict=True)]

    def keep(bot: PooledBot, ending: ProcessEnd) -> None:
        keep_or_tell(record.path if record is not None else None, entries.index(bot.entry), ending.output, terms.tell)

    config = BotPoolConfig(
        match.game.name, match.clock.connect, terms.sandbox, (*terms.hide, *([record.part] if record else [])),
        lambda words: _tell_once(words, terms.tell), keep, without)
    with ExitStack() as stoppable:
        async with opened(config) as pool:
            stoppable.enter_context(stop.cancels())
            async with pool.taken(entries) as bots:
                if terms.sandbox.network == "auto":  # else the user has thought of it
                    for words in {bot.lacks: None for bot in bots if bot.lacks}:
                        terms.tell(words)
                infos = [replace(bot.info, identity="", person=entry.spec.is_human)  # these tokens are for one match
                         for entry, bot in zip(entries, bots, strict=True)]
                result = await pool.play(match, bots, infos, record, terms.on_step)
            stoppable.close()
    return result


async def ask(
    asked: OneDecision, spec: SeatSpec, sandbox: Sandbox, tell: Callable[[str], None], stop: Stop,
) -> BotAnswer:
    """Start a bot, ask it for one decision of a record, and end it. `tell` gets what it printed, line by line.

    The bot gets the request that the seat's bot got then, on the same clock. Raises BotAbsent if it cannot be started
    or does not join, and CancelledError if it is stopped.
    """
    answers = list[BotAnswer]()
    await ask_each([asked], spec, sandbox, tell, stop, answers.append)
    return answers[0]


async def ask_each(
    asked: Sequence[OneDecision], spec: SeatSpec, sandbox: Sandbox, tell: Callable[[str], None], stop: Stop,
    answered: Callable[[BotAnswer], None],
) -> None:
    """Start a bot, ask it for decisions of one game one after another, and end it; `answered` gets each answer.

    Else it is as `ask`.
    """
    match = asked[0].match
    entry = PoolEntry("bot", "the bot", spec)

    def keep(_bot: PooledBot, ending: ProcessEnd) -> None:
        for line in ending.output.text.splitlines():
            tell(line)

    config = BotPoolConfig(match.game.name, match.clock.connect, sandbox, (), tell, keep, without)
    async with opened(config, "the decision was asked" if len(asked) == 1 else "the decisions were asked") as pool:
        for each in asked:
            with stop.cancels():
                async with pool.taken([entry]) as [bot]:
                    nobody = BotInfo("")
                    bots = [bot if seat == each.seat else None for seat in each.match.manned]
                    infos = [replace(bot.info, identity="") if one else nobody for one in bots]
                    await pool.play(each.match, bots, infos)
            assert each.answer is not None
            answered(each.answer)


def _tell_once(words: str, tell: Callable[[str], None]) -> None:
    if words not in _told:
        _told.add(words)
        tell(words)
