"""Trials in which the bot plays and nothing else happens."""

from __future__ import annotations

import asyncio
from collections import Counter
from functools import partial
from math import ceil
from typing import Any, Final

from lawspeaker.v1.match_pb2 import AnswerOrigin
from lawspeaker_engine.game import Game
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.durations import format_duration
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, origin_name
from lawspeaker_referee.devtools.certify.driver import Driver
from lawspeaker_referee.devtools.certify.findings import Failed, LeftOut
from lawspeaker_referee.devtools.certify.opponents import Opponent
from lawspeaker_referee.devtools.certify.positions import PromptPosition, positions
from lawspeaker_referee.devtools.certify.session import Session
from lawspeaker_referee.server.match_runner import MatchRunner

QUIET: Final = 0.3
"""Seconds in which a bot must stay silent when nothing is asked."""
AT_ONCE: Final = 4
"""Matches at once, if the bot plays so many."""
POSITIONS_AT_ONCE: Final = 8
COMPARED: Final = 40
"""Decisions that are compared."""


async def connect(driver: Driver) -> str:
    """Start the bot anew, and listen to how it introduces itself."""
    await driver.end()
    session = await driver.bot()
    hello = session.hello
    assert hello is not None
    games = ", ".join(game.name for game in driver.games)
    await quiet(session)
    most = "one match" if hello.max_matches == 1 else f"{hello.max_matches} matches"
    version = f" {hello.info.version}" if hello.info.version else ""
    return f"{hello.info.name}{version} plays {games}, {most} at once"


async def quiet(session: Session) -> None:
    """Ask nothing for QUIET seconds. Raises Failed if the bot does anything wrong meanwhile."""
    try:
        await session.until(asyncio.Event().wait(), QUIET)
    except TimeoutError:
        return


async def match(driver: Driver) -> str:
    """Play matches with the fewest and with the most players, from beginning to end."""
    session, told = await driver.bot(), []
    for game in driver.games:
        for players, seat in ((min(game.players), 0), (max(game.players), max(game.players) - 1)):
            runner = await driver.begin("match", game, seat, players=players)
            await session.over(runner)
            answers = session.transcript.answered(runner.match.match_id)
            told.append(f"{game.name} with {players}: {len(answers)} answers")
    return "; ".join(told)


# --- every prompt ---


async def prompts(driver: Driver) -> str:
    """Ask every prompt that random play meets, in positions where a stand-in hands its seat to the bot."""
    session, told = await driver.bot(), []
    for game in driver.games:
        found = await asyncio.to_thread(positions, game)
        at_once = min(driver.most, POSITIONS_AT_ONCE)
        for first in range(0, len(found), at_once):
            await _visit(driver, game, found[first:first + at_once])
        met = {each.prompt for each in session.transcript.decisions.values() if each.picks is not None}
        if missing := sorted({each.prompt for each in found} - met):
            raise RuntimeError(f"{game.name}: {', '.join(missing)} cannot be reached as foreseen")
        told.append(f"{game.name}: {len(found)} of {len(found)}")
    return "; ".join(told)


async def _visit(driver: Driver, game: Game[Any], found: tuple[PromptPosition, ...]) -> None:
    """Ask the bot these decisions, and end the matches once it has answered."""
    session, runners, answers = driver.session, list[MatchRunner](), list[asyncio.Event]()
    try:
        for each in found:
            name, answered = driver.name("prompts"), asyncio.Event()
            look = partial(_look, session, name, each.decision_id, answered)
            runner = await session.start(game, each.setup, name, each.seat, driver.clock, line=each.line, on_step=look,
                                     stand_in=Opponent(each.line, each.decision_id, session.hand_over))
            runner.ended.add_done_callback(partial(_set, answered))  # then it never will be
            runners.append(runner)
            answers.append(answered)
        for answered in answers:
            await session.until(answered.wait())
    finally:
        await session.void_matches(*runners)


def _set(event: asyncio.Event, _: object) -> None:
    event.set()


def _look(session: Session, match_id: str, decision_id: int, answered: asyncio.Event) -> None:
    if decision_id in session.transcript.answered(match_id):
        answered.set()


# --- time ---


async def clock(driver: Driver) -> str:
    """Play a match of each game on a tight clock."""
    session, limits = await driver.bot(), driver.conditions.clock
    for game in driver.games:
        runner = await driver.begin("clock", game, clock=limits)
        await session.over(runner)
    thinks = sorted(each.think for each in session.transcript.decisions.values() if each.think is not None)
    shares = {"p50": 0.5, "p99": 0.99, "longest": 1.0}
    figures = ", ".join(f"{name} {_at(thinks, share) * 1000:.2f} ms" for name, share in shares.items())
    return f"{figures} of {len(thinks)} answers, against {_clock_text(limits)}"


def _at(values: list[float], share: float) -> float:
    """Return the value that this share of them does not exceed; 0 if there are none."""
    return values[max(0, ceil(share * len(values)) - 1)] if values else 0.0


def _clock_text(limits: Clock) -> str:
    bank = f" and a bank of {format_duration(limits.bank)}" if limits.bank else ""
    return f"{format_duration(limits.move_time)}{bank}"


# --- whose answers they are ---


async def own(driver: Driver) -> str:
    """Play a match of each game, and report how many answers are the bot's own, as it says itself."""
    session, told = await driver.bot(), []
    for game in driver.games:
        runner = await driver.begin("own", game)
        await session.over(runner)
        answers = session.transcript.answered(runner.match.match_id).values()
        if unknown := sorted({each.origin for each in answers} - set(AnswerOrigin.values())):
            raise Failed("origin", f"{game.name}: Answer.origin is {unknown[0]}, and there is no such origin")
        kinds = Counter(origin_name(each.origin) for each in answers if each.origin)
        number = f"{len(answers) - kinds.total()} of {len(answers)} answers are its own"
        listed = ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items()))
        words = f"{game.name}: {number}" + (f"; stand-ins: {listed}" if kinds else "")
        if runner.match.fault_counts[0].mostly_stood_in(DEFAULT_POLICY):
            raise Failed("stand-ins", f"{words}; with so many its seat is lost")
        told.append(words)
    return "; ".join(told)


# --- several matches ---


async def several(driver: Driver) -> str:
    """Play several matches at the same time on one stream."""
    session = await driver.bot()
    if driver.most == 1:
        raise LeftOut("it plays one match at a time: Hello.max_matches is 0 or 1")
    games, count = driver.games, min(driver.most, AT_ONCE)
    runners = []
    for number in range(count):
        game = games[number % len(games)]
        runners.append(await driver.begin("several", game, number % min(game.players)))
    await session.over(*runners)
    return f"{count} matches at once"


# --- the same again ---


async def twice(driver: Driver) -> str:
    """Play the same match in two processes and report whether the bot plays alike; it is no fault if not."""
    first = await _picks(driver)
    if driver.starts:
        await driver.end()
    second = await _picks(driver)
    where = "in another process" if driver.starts else "in the same process"
    for number, ((game, one), (_, other)) in enumerate(zip(first, second, strict=False), 1):
        if one != other:
            return f"plays differently {where}, with the same dice: from its decision {number} on, in {game}"
    return f"plays the same {where}, with the same dice"


async def _picks(driver: Driver) -> list[tuple[str, tuple[str, tuple[int, ...]]]]:
    """Return game, prompt and picks of the bot's first decisions in a match of each game."""
    session, found = await driver.bot(), []
    for game in driver.games:
        name = f"certify-twice-{game.name}"
        enough = asyncio.Event()

        def look(name: str = name, enough: asyncio.Event = enough) -> None:
            if len(session.transcript.answered(name)) >= COMPARED:
                enough.set()

        session.forget(name)
        setup = make_setup(game, min(game.players))
        runner = await session.start(game, setup, name, 0, driver.clock, on_step=look)
        runner.ended.add_done_callback(partial(_set, enough))
        await session.until(enough.wait())
        answers = list(session.transcript.answered(name).values())[:COMPARED]
        await session.void_matches(runner)
        found += [(game.name, (each.prompt, each.picks)) for each in answers if each.picks is not None]
    return found
