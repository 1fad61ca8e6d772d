"""A child process of lower priority that makes one call of a module's functions after another; a dead one is replaced.

An order names the function and holds its arguments as plain data; the report holds what the function returned, or its
error by kind. The process leaves signals to the referee, and ends after its call when the referee is gone.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, TypeVarTuple, get_type_hints

from msgspec import convert, to_builtins

from lawspeaker_referee.host.process.child import ChildProcess, ReportTooLong
from lawspeaker_referee.host.process.child_side import first_order, orders, report

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

COMMAND: Final = (sys.executable, "-m", "lawspeaker_referee.competition.ladder.worker_process")
NICE: Final = 10
"""The `nice` value of the process: matches come first."""
MOST_REPORT: Final = 64 << 20
"""Bytes of a report at most; the ratings of 100,000 bots take a sixth of it."""
MOST_DEATHS: Final = 4
"""Processes that may die over one call."""
PAUSE: Final = 0.25
"""Seconds before another one, times those that died."""

Arguments = TypeVarTuple("Arguments")
R = TypeVar("R")


class Died(Exception):
    """A call over which one process after another has died."""


class CallFailed(Exception):
    """A call raised an error that is not in the module's ERRORS; a note has the traceback."""


class Functions(Protocol):
    """A module whose functions a process calls. The process imports it by its name, and nothing else of a ladder."""

    __name__: str
    FUNCTIONS: Mapping[str, Callable[..., Any]]
    """By name; they take and return what msgspec converts, and paths."""
    ERRORS: Mapping[str, type[Exception]]
    """Errors that the caller gets as they were raised, by name; of two kinds that fit, the first."""


class WorkerProcess:
    """Makes calls of the functions of a module in a process of lower priority, one at a time."""

    def __init__(self, task: str, functions: Functions, log: FilteringBoundLogger) -> None:
        """`task` says in the log what it is for."""
        self._functions = functions
        self._log = log.bind(task=task)
        self._turn = asyncio.Lock()
        self._child: ChildProcess | None = None
        self._closed = False

    async def call(self, function: Callable[[*Arguments], R], *args: *Arguments) -> R:
        """Return or raise what the function does; it is called again if the process dies.

        Raises Died, and ReportTooLong if what the function returns is larger than MOST_REPORT.
        """
        order = {"function": function.__name__, "args": to_builtins(args, enc_hook=os.fspath)}
        for deaths in range(1, MOST_DEATHS + 1):
            async with self._turn:
                answer = await self._ask(order)
            if answer is not None:
                return _found(function, answer, self._functions.ERRORS)
            if self._closed:
                raise Died("it was closed")
            self._log.warning("a process died; another one takes its place")
            await asyncio.sleep(PAUSE * deaths)
        raise Died(f"{MOST_DEATHS} processes died over it")

    async def close(self) -> None:
        """End the process at once, whatever it does."""
        self._closed = True
        if self._child is not None:
            self._child.kill()
        async with self._turn:
            await self._end()

    async def _ask(self, order: dict[str, Any]) -> dict[str, Any] | None:
        """Return the report of a process; None if it died, or could not be started."""
        answer = None
        try:
            if self._child is None:
                self._child = await ChildProcess.start(
                    COMMAND, {"nice": NICE, "functions": self._functions.__name__}, most=MOST_REPORT)
            if not self._closed:
                self._child.order(order)
                answer = await self._child.report()
        except ReportTooLong:
            raise
        except OSError as error:
            self._log.warning("a process cannot be started", why=str(error))
        finally:
            if answer is None:  # after a cancelled call too: the next one must not get its report
                await self._end()
        return answer

    async def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            await child.end(0.0)


def _found(function: Callable[..., R], answer: dict[str, Any], errors: Mapping[str, type[Exception]]) -> R:
    """Return what the function returned in the process, or raise what it raised."""
    if "error" in answer:
        error = errors.get(answer["error"], CallFailed)(answer["text"])
        error.add_note(answer["trace"])
        raise error
    return _converted(answer["found"], _types(function)[1])  # type: ignore[no-any-return] # it is of this type


@cache
def _types(function: Callable[..., Any]) -> tuple[Any, Any]:
    """Return the type of a function's arguments, as a tuple, and that of what it returns."""
    *arguments, returned = get_type_hints(function).values()
    return tuple[tuple(arguments)], returned  # type: ignore[misc] # the types are known when it runs


def _converted(value: Any, kind: Any) -> Any:
    """Return plain data as a type; only paths are unknown to msgspec."""
    return convert(value, kind, str_keys=True, dec_hook=lambda _, path: Path(path))


def _answer(function: Callable[..., Any], args: list[Any], errors: Mapping[str, type[Exception]]) -> dict[str, Any]:
    """Call a function; return the report of what it returned or raised."""
    try:
        return {"found": to_builtins(function(*_converted(args, _types(function)[0])), enc_hook=os.fspath)}
    except Exception as error:  # noqa: BLE001 - whatever it is, the referee is told
        kind = next((name for name, each in errors.items() if isinstance(error, each)), "")
        return {"error": kind, "text": str(error) if kind else repr(error), "trace": traceback.format_exc()}


def main() -> None:
    """Make calls as stdin says."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    settings = first_order()
    os.nice(settings["nice"])
    functions = import_module(settings["functions"])
    for order in orders():
        report(_answer(functions.FUNCTIONS[order["function"]], order["args"], functions.ERRORS))


if __name__ == "__main__":
    main()
