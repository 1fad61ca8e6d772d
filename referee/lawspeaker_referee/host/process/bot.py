"""Start bots: each has a supervisor (`supervisor.py`), which reports how its bot started and how it ended."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from lawspeaker_referee.config.bot_specs import SeatSpec, why_not_started
from lawspeaker_referee.config.sandbox import Sandbox, format_bytes
from lawspeaker_referee.event_loop import at_most
from lawspeaker_referee.host.process.bot_root import BotRoot
from lawspeaker_referee.host.process.child import ChildProcess
from lawspeaker_referee.host.process.environment import Missing, variables
from lawspeaker_referee.host.process.output import Output
from lawspeaker_referee.host.process.supervisor import KILL_WITHIN
from lawspeaker_referee.host.process.warm import IS_POSSIBLE, WarmServer
from lawspeaker_referee.version import variables_for_bots

LEAVE_WITHIN: Final = 3.0
"""Seconds that a bot's process has to end after its goodbye."""
START_WITHIN: Final = 30.0
"""Seconds in which a supervisor must have started its bot."""
MOST_REPORT: Final = 64 << 20
"""Bytes of a supervisor's report: what a bot printed is in it."""
SUPERVISOR: Final = ("import sys; sys.path.insert(0, sys.argv.pop(1)); "
                 "from lawspeaker_referee.host.process.supervisor import main; main()")
ROOT: Final = str(Path(__file__).resolve().parents[3])
_STARVED: Final = ("memoryerror", "bad_alloc", "out of memory", "cannot allocate memory", "outofmemory")


class BotFailed(OSError):
    """A bot's process cannot play."""


@dataclass(frozen=True, slots=True)
class ProcessEnd:
    """The end of a bot's process."""

    exit_code: int | None = None
    signal: int | None = None
    """The signal that killed it, if one did."""
    cause: str = ""
    """`memory`, `processes` or `scratch` if it was ended because it used more of them than it may."""
    used: int = 0
    """How much of them."""
    asked: bool = False
    """True if the referee had asked it to end."""
    left: int = 0
    """Processes of it that could not be killed."""
    reason: str = ""
    """Why a bot of the referee's process plays no more, in place of an exit code."""
    orphans: bool = False
    """True if processes that it had started ran on when it ended, and were killed."""
    output: Output = field(default_factory=Output)

    @property
    def crashed(self) -> bool:
        """Return whether it ended of itself and not as a program does that is done."""
        return not self.asked and (self.exit_code != 0 or bool(self.cause))

    @property
    def evidence(self) -> str:
        """A few words of the referee's own, nothing of the bot's: `exit code 3`, `killed by SIGSEGV`."""
        if self.reason:
            return self.reason
        if self.cause == "memory":
            return f"out of memory: it was ended at {format_bytes(self.used)}, for it may use no more"
        if self.cause == "scratch":
            return f"its scratch held {format_bytes(self.used)} or too many files, more than it may, and it was ended"
        if self.cause == "processes":
            return f"it ran {self.used} threads and processes, more than it may, and was ended"
        if self.signal is not None:
            return f"killed by {_signal_name(self.signal)}"
        if self.exit_code is None:
            return "killed together with what watched it"
        words = ""
        last = f"{self.output.last_error} {self.output.last_line}".lower()
        if self.exit_code and any(word in last for word in _STARVED):
            words = ", out of memory by its own words"
        return f"exit code {self.exit_code}{words}"

    @classmethod
    def of(cls, end: dict[str, Any]) -> ProcessEnd:
        """As a supervisor tells it; nothing if it was killed itself."""
        return cls(end.get("exit"), end.get("signal"), end.get("cause", ""), end.get("used", 0),
                   end.get("asked", False), end.get("left", 0), orphans=end.get("orphans", False),
                   output=Output.of(end))


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


class BotProcess:
    """A bot that was started."""

    def __init__(self, supervisor: ChildProcess, started: dict[str, Any]) -> None:
        self.not_enforced: str = "" if started.get("cut_off", True) else started.get("why", "")
        """Why it is not cut off from network and other processes; empty if it is, or need not be."""
        self.not_hidden: str = started.get("hidden", "")
        """Why it has no file system of its own, where it is cut off otherwise."""
        self.network: int | None = started.get("network")
        """The number that the kernel gives the network that only this bot has; None if there is none."""
        self._supervisor = supervisor
        self._why = ""
        """Why it was ended at once; empty if it was not."""
        self._ended = asyncio.ensure_future(self._watch())

    async def wait(self) -> ProcessEnd:
        """Wait until the bot has ended and none of its processes is left."""
        return await asyncio.shield(self._ended)

    @property
    def ending(self) -> ProcessEnd | None:
        """Return how it ended; None while it runs."""
        return self._ended.result() if self._ended.done() else None

    def end(self) -> None:
        """Ask the bot to end, by SIGTERM; after the grace of its sandbox it is killed."""
        self._supervisor.break_off()

    def end_at_once(self, why: str) -> None:
        """Kill all processes of the bot, for what it did."""
        if not self._why:
            self._why = why
            self._supervisor.order({"kill": True})

    def kill(self) -> None:
        """Kill the supervisor and what the kernel binds to its life; only for one that does not end the bot."""
        self._supervisor.kill()

    async def _watch(self) -> ProcessEnd:
        end = await self._supervisor.report()
        self.end()
        await self._supervisor.wait()
        return replace(ProcessEnd.of(end or {}), reason=self._why)


@asynccontextmanager
async def running(
    specs: Sequence[SeatSpec], address: str, tokens: Sequence[str], sandbox: Sandbox | None = None,
    hide: Sequence[Path] = (), names: Sequence[str] = (), warm: WarmServer | None = None,
) -> AsyncIterator[list[BotProcess]]:
    """The bots' processes, one a seat; nothing of them outlives this. Raises BotFailed for one that cannot be started.

    The files and folders of `hide` are empty for bots that are cut off. `names` are what bots are called in errors, if
    not by their seats. Built-in bots are forked from `warm`, where that is possible.
    """
    box = sandbox or Sandbox()
    hidden = [str(path.absolute()) for path in hide]
    processes: list[BotProcess] = []
    try:
        names = names or [f"the bot on seat {seat}" for seat in range(len(specs))]
        starts = [_start(name, spec, address, token, box, hidden, processes, warm)
                  for name, spec, token in zip(names, specs, tokens, strict=True)]
        started = await asyncio.gather(*starts, return_exceptions=True)
        if failures := [each for each in started if isinstance(each, BaseException)]:
            raise failures[0]
        yield [each for each in started if isinstance(each, BotProcess)]
        await _gone(processes, LEAVE_WITHIN)
    finally:
        for process in processes:
            process.end()
        if not await _gone(processes, box.grace + KILL_WITHIN + LEAVE_WITHIN):
            for process in processes:
                process.kill()
            await _gone(processes, LEAVE_WITHIN)


async def _gone(processes: Sequence[BotProcess], within: float) -> bool:
    """Return whether all end within some seconds."""
    async with at_most(within):
        await asyncio.gather(*(process.wait() for process in processes))
    return all(process.ending is not None for process in processes)


def without(spec: SeatSpec, process: BotProcess, box: Sandbox) -> str:
    """Return in words what a program of the user's own lacks because no option gives it; empty if it lacks nothing."""
    if not spec.is_own or process.not_enforced or not box.isolated:
        return ""
    if box.variables or box.readable or box.writable:  # then the user knows of the others too
        return "bots have no network; --bot-network host gives them the machine's" if box.network == "auto" else ""
    if box.network == "auto":
        return ("bots have no network, few of your variables and of your files only their own, to read; --bot-network "
                "host, --bot-env NAME, --bot-read PATH and --bot-write PATH give them more")
    return ("bots have few of your variables and of your files only their own, to read; --bot-env NAME, --bot-read "
            "PATH and --bot-write PATH give them more")


async def _start(
    name: str, spec: SeatSpec, address: str, token: str, box: Sandbox, hide: Sequence[str],
    processes: list[BotProcess], warm: WarmServer | None,
) -> BotProcess:
    """Start a bot and wait until its supervisor reports it. Raises BotFailed, OSError.

    Its process is added to `processes` as soon as there is one, so that it is ended even if the caller is cancelled.
    """
    try:
        inherited = variables(os.environ, box.variables)
        # in a thread, for it looks at many files, and matches of others may be running
        inherited |= await asyncio.to_thread(variables_for_bots)
        root = await asyncio.to_thread(BotRoot.of, spec, address, os.environ, box)
    except Missing as missing:
        raise BotFailed(f"{name} ({spec.text}) cannot be started: {missing}") from None
    order = json.loads(box.order(root.order(inherited), hide))
    own = {"LAWSPEAKER_ADDRESS": address, "LAWSPEAKER_TOKEN": token}
    supervisor = None
    if warm is not None and spec.built_in and IS_POSSIBLE:
        with suppress(OSError):  # then it starts as every other bot does
            supervisor = await warm.start(spec.built_in, inherited, own, order, MOST_REPORT)
    if supervisor is None:
        supervisor = await ChildProcess.start((sys.executable, "-I", "-S", "-c", SUPERVISOR, ROOT, *spec.command),
                                              order, environment=inherited | own, most=MOST_REPORT)
    started = None
    try:
        async with at_most(START_WITHIN):
            started = await supervisor.report()
    finally:
        if started is None:
            started = {"failed": "its supervisor did not start"}
        process = BotProcess(supervisor, started)
        processes.append(process)
    if "failed" in started:
        why = why_not_started(spec.command)
        raise BotFailed(f"{name} ({spec.text}) cannot be started: {started['failed']}{why}")
    return process
