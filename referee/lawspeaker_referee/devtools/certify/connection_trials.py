"""Trials in which the connection or the referee is lost."""

from __future__ import annotations

import asyncio
import signal
from collections import deque
from typing import Final

from lawspeaker.v1.referee_service_pb2 import Answer, GoodbyeReason, PlayResponse
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.devtools.certify.driver import END_WITHIN, Driver
from lawspeaker_referee.devtools.certify.findings import Failed, LeftOut
from lawspeaker_referee.devtools.certify.proxy import Action, FaultInjector
from lawspeaker_referee.devtools.certify.session import BACK_WITHIN, told

AWAY: Final = 1.0
"""Seconds for which the referee is gone."""
MOST_MATCHES: Final = 6
EVERY: Final = 2
"""A connection is lost at every so manieth decision."""


class Losing(FaultInjector):
    """Loses the connection with a request, behind it, with its answer, behind that, and with the end of the match."""

    def __init__(self) -> None:
        self.due = deque(["request", "after the request", "answer", "after the answer"])
        self._asked = 0
        self._at_answer: dict[tuple[str, int], Action] = {}
        self._seen: set[tuple[str, int]] = set()
        self.lose_end = False
        """True if the next end of a match is lost."""
        self.lost_end = asyncio.Event()

    def to_bot(self, message: PlayResponse) -> Action:
        """Lose every second decision in a new way, and one end."""
        if message.HasField("match_over") and self.lose_end and not self.lost_end.is_set():
            self.lost_end.set()
            return Action.DROP
        if not message.HasField("decision_request"):
            return Action.PASS
        name = (message.decision_request.match_id, message.decision_request.decision_id)
        if name in self._seen:
            return Action.PASS
        self._seen.add(name)
        self._asked += 1
        if self._asked % EVERY or not self.due:
            return Action.PASS
        match self.due.popleft():
            case "request":
                return Action.DROP
            case "after the request":
                return Action.PASS_THEN_DROP
            case "answer":
                self._at_answer[name] = Action.DROP
            case "after the answer":
                self._at_answer[name] = Action.PASS_THEN_DROP
        return Action.PASS

    def from_bot(self, answer: Answer) -> Action:
        """Lose an answer whose turn it is, once."""
        return self._at_answer.pop((answer.match_id, answer.decision_id), Action.PASS)


async def reconnect(driver: Driver) -> str:
    """Break the connection before and after a request, before and after an answer, and before the match's end."""
    session = await driver.bot()
    losing = session.injector = Losing()
    calls, game, matches = session.calls, driver.games[0], 0
    while not losing.lose_end:
        losing.lose_end = not losing.due
        if matches == MOST_MATCHES:
            raise Failed("late", f"{matches} matches of {game.name} had too few decisions to lose a connection at")
        matches += 1
        runner = await driver.begin("reconnect", game, matches % min(game.players), clock=_long(driver))
        await session.over(runner)
    try:
        await session.until(losing.lost_end.wait(), BACK_WITHIN)
        await session.until(session.delivered.wait(), BACK_WITHIN)
    except TimeoutError:
        raise Failed("not-back", f"it did not come back within {BACK_WITHIN:g} s of a connection that was lost with "
                                 "the end of a match") from None
    return f"it came back {session.calls - calls} times and answered alike"


def _long(driver: Driver) -> Clock:
    """Return a clock that leaves time to come back."""
    return Clock(driver.conditions.patience + BACK_WITHIN)


class LostGoodbye(FaultInjector):
    """Waits for the bot's second decision; then a goodbye can be lost."""

    def __init__(self, *, silent: bool) -> None:
        self.reached = asyncio.Event()
        self._silent, self._asked = silent, 0

    def to_bot(self, message: PlayResponse) -> Action:
        """Drop the goodbye if `silent`, as if the referee was killed; set `reached` at the second request."""
        if message.HasField("goodbye") and self._silent:
            return Action.DROP
        if message.HasField("decision_request"):
            self._asked += 1
            if self._asked == EVERY:
                self.reached.set()
        return Action.PASS


async def restart(driver: Driver) -> str:
    """Stop the referee and start it again, once without a goodbye as if it was killed, once with one."""
    session, game = await driver.bot(), driver.games[0]
    for silent in (True, False):
        gone = session.injector = LostGoodbye(silent=silent)
        runner = await driver.begin("restart", game, clock=_long(driver))
        await session.until(gone.reached.wait())
        await session.close(GoodbyeReason.GOODBYE_REASON_DRAINING, "the referee is shutting down")
        await asyncio.sleep(AWAY)
        await session.open()
        await session.over(runner)
    return "it came back to a referee that was killed and to one that was shut down"


_GOODBYES = {"DONE": GoodbyeReason.GOODBYE_REASON_DONE, "DRAINING": GoodbyeReason.GOODBYE_REASON_DRAINING}


async def goodbye(driver: Driver) -> str:
    """Check that the process ends after either goodbye that blames nobody, and by SIGTERM during a match."""
    if not driver.starts:
        raise LeftOut("only a process that this command starts can be watched; try it with --bot cmd:...")
    for name, reason in _GOODBYES.items():
        await _leave(driver, name, reason)
    session, game = await driver.bot(), driver.games[0]
    asked = session.injector = LostGoodbye(silent=False)
    await driver.begin("goodbye", game)
    await session.until(asked.reached.wait())
    driver.terminate()
    grace = driver.conditions.sandbox.grace
    ending = await driver.ending(grace + END_WITHIN)
    if ending is None or (ending.exit_code is None and ending.signal in {None, signal.SIGKILL}):
        raise Failed("ignores-sigterm", f"{grace:g} s after SIGTERM, in the middle of a match, it had to be killed")
    await session.void_all()
    await driver.end()
    return "it ends by itself after goodbye, and by SIGTERM"


async def _leave(driver: Driver, name: str, reason: GoodbyeReason) -> None:
    session = await driver.bot()
    session.dismiss(reason, "goodbye, for this trial")
    ending = await driver.ending(END_WITHIN)
    if ending is None:
        raise Failed("no-exit", f"its process still runs {END_WITHIN:g} s after Goodbye with {name}")
    if ending.exit_code != 0:
        raise Failed("exit-code", f"after Goodbye with {name} it ended with {told(ending)}")
    if ending.orphans:
        raise Failed("children", f"it ended after Goodbye with {name}, and processes that it had started ran on")
    await driver.end()
