"""Running matches for spectators of a referee, made by a child process of low priority.

The referee plays on one thread, so what spectators see is made elsewhere: here orders go to a process that follows
the records, and what it gives back stays bytes. It is started for the first spectator and ends when none has asked for
a minute; a process that dies harms nobody, and the next order starts another one.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import traceback
from base64 import b64decode, b64encode
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, Final

from structlog.typing import FilteringBoundLogger

from lawspeaker_referee.host.process.child import ChildProcess, ReportTooLong
from lawspeaker_referee.host.process.child_side import first_order, orders, report
from lawspeaker_referee.viewer.live_matches import (
    KEPT_FOR,
    MOST_FOLLOWED,
    CannotFollow,
    LiveMatches,
    LiveUnavailable,
    RunningMatch,
    TooManyFollowed,
)

COMMAND: Final = (sys.executable, "-m", "lawspeaker_referee.host.live_process")
NICE: Final = 15
"""What it gives way by: matches come first."""
MOST_REPORT: Final = 64 << 20
"""Bytes of a report at most; the document of a match of a thousand steps has some hundred thousand."""
STARTS_EVERY: Final = 2.0
"""Seconds between two starts at least, if processes die."""
ANSWERS_WITHIN: Final = 60.0
"""Seconds after which a process that does not answer is ended, for instance because a disk hangs."""
MOST_WAITING: Final = 256
"""Orders that wait for their turn."""
KINDS: Final = {"many": TooManyFollowed, "cannot": CannotFollow}
"""Errors that the process reports by name."""


class LiveProcess:
    """Asks a child process for running matches; the same orders as methods of `LiveMatches`, but awaited.

    All methods may raise LiveUnavailable. To be used on one event loop.
    """

    def __init__(self, folder: Path, delay_s: float, log: FilteringBoundLogger, *, most: int = MOST_FOLLOWED,
                 kept_for: float = KEPT_FOR) -> None:
        """`kept_for` are the seconds without an order after which the process ends."""
        self.delay_s = delay_s
        self._first = {"folder": os.fspath(folder.resolve()), "delay_s": delay_s, "most": most, "nice": NICE}
        self._log, self._kept_for = log, kept_for
        self._child: ChildProcess | None = None
        self._turn = asyncio.Lock()
        self._asking: dict[tuple[Any, ...], asyncio.Task[Any]] = {}
        """Orders that were not answered yet: who asks the same gets the same answer."""
        self._idle: asyncio.TimerHandle | None = None
        self._ending: asyncio.Task[None] | None = None
        self._started = float("-inf")
        self._closed = False

    @property
    def pid(self) -> int | None:
        """Return the number of the process; None while there is none."""
        return self._child.pid if self._child is not None else None

    async def running(self) -> list[RunningMatch]:
        """Return the running matches."""
        found = await self._ask("running")
        return [RunningMatch(match_id, game, tuple(bots), steps) for match_id, game, bots, steps in found]

    async def matches(self) -> list[str]:
        """Return the ids of the running matches."""
        return [each.match_id for each in await self.running()]

    async def frames(self, match_id: str, first: int) -> bytes | None:
        """Return what spectators see as JSON; see `LiveMatches.frames`. Raises TooManyFollowed and CannotFollow."""
        found = await self._ask("frames", match_id, first)
        return None if found is None else b64decode(found)

    async def responses(self, match_id: str, first: int, *, begin: bool) -> tuple[list[bytes], int] | None:
        """Return WatchResponses; see `LiveMatches.responses`. Raises TooManyFollowed and CannotFollow."""
        found = await self._ask("responses", match_id, first, begin)
        return None if found is None else ([b64decode(each) for each in found[0]], found[1])

    async def close(self) -> None:
        """End the process at once, whatever it does."""
        self._closed = True
        if self._idle is not None:
            self._idle.cancel()
        if self._child is not None:
            self._child.kill()
        async with self._turn:
            await self._end()

    async def _ask(self, *order: Any) -> Any:
        """Return what the process makes of an order. A caller that is cancelled cancels nobody else's."""
        task = self._asking.get(order)
        if task is None:
            if len(self._asking) >= MOST_WAITING:
                raise LiveUnavailable("too many spectators ask at once; try again in a few seconds")
            task = self._asking[order] = asyncio.create_task(self._answer(order))
            task.add_done_callback(lambda done: self._answered(order, done))
        answer = await asyncio.shield(task)
        if answer is None:
            raise LiveUnavailable("matches cannot be watched just now; try again in a few seconds")
        if (error := KINDS.get(answer.get("error", ""))) is not None:
            raise error(answer["text"])
        return answer["found"]

    def _answered(self, order: tuple[Any, ...], done: asyncio.Task[Any]) -> None:
        self._asking.pop(order, None)
        if not done.cancelled():
            done.exception()  # whoever waited has got it; nobody may have

    async def _answer(self, order: tuple[Any, ...]) -> dict[str, Any] | None:
        """Return the process's report; None if there is none."""
        async with self._turn:
            answer = None
            try:
                if self._child is None and not self._may_start():
                    return None
                if self._child is None:
                    self._child = await ChildProcess.start(COMMAND, self._first, most=MOST_REPORT)
                self._child.order(order)
                async with asyncio.timeout(ANSWERS_WITHIN):
                    answer = await self._child.report()
                if answer is None and not self._closed:
                    self._log.warning("the process for spectators died")
                elif answer is not None and "trace" in answer:
                    self._log.warning("a match cannot be watched", order=order, trace=answer["trace"])
            except TimeoutError:
                self._log.warning("the process for spectators does not answer")
            except OSError as error:  # ReportTooLong too
                kind = "reported too much" if isinstance(error, ReportTooLong) else "cannot be started"
                self._log.warning(f"the process for spectators {kind}", why=str(error))
            finally:
                if answer is None:
                    await self._end()
            self._rest()
            return answer

    def _may_start(self) -> bool:
        now = asyncio.get_running_loop().time()
        if self._closed or now - self._started < STARTS_EVERY:
            return False
        self._started = now
        return True

    def _rest(self) -> None:
        """End the process later, unless somebody asks before."""
        if self._idle is not None:
            self._idle.cancel()
        if self._child is not None and not self._closed:
            self._idle = asyncio.get_running_loop().call_later(self._kept_for, self._end_soon)

    def _end_soon(self) -> None:
        self._ending = asyncio.create_task(self._end_unasked())

    async def _end_unasked(self) -> None:
        async with self._turn:
            await self._end()
            self._started = float("-inf")

    async def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            await child.end(0.0)


# --- the process ---


def answer_to(matches: LiveMatches, order: list[Any]) -> dict[str, Any]:
    """Return the report on an order: the name of a method and its arguments."""
    name, *arguments = order
    try:
        return {"found": ORDERS[name](matches, *arguments)}
    except TooManyFollowed as error:
        return {"error": "many", "text": str(error)}
    except CannotFollow as error:
        return {"error": "cannot", "text": str(error)}
    except Exception as error:  # noqa: BLE001 - one match must not end the process, which shows others too
        return {"error": "cannot", "text": f"this match cannot be watched: {type(error).__name__}",
                "trace": traceback.format_exc()}


def _running(matches: LiveMatches) -> list[list[Any]]:
    return [[each.match_id, each.game, each.bots, each.steps] for each in matches.running()]


def _frames(matches: LiveMatches, match_id: str, first: int) -> str | None:
    found = matches.frames(match_id, first)
    return None if found is None else b64encode(found).decode()


def _responses(matches: LiveMatches, match_id: str, first: int, begin: bool) -> tuple[list[str], int] | None:  # noqa: FBT001
    found = matches.responses(match_id, first, begin=begin)
    return None if found is None else ([b64encode(each).decode() for each in found[0]], found[1])


ORDERS: Final[dict[str, Callable[..., Any]]] = {"running": _running, "frames": _frames, "responses": _responses}


def main() -> None:
    """Answer orders as they come on stdin."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    first = first_order()
    os.nice(first["nice"])
    if hasattr(os, "SCHED_IDLE"):
        with suppress(OSError):  # then its niceness has to do; a process that waits for a core gets it sooner this way
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    matches = LiveMatches(Path(first["folder"]), first["delay_s"], most=first["most"], clock=monotonic)
    for order in orders():
        report(answer_to(matches, order))


if __name__ == "__main__":
    main()
