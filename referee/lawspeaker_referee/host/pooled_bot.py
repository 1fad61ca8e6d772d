"""One bot of a pool: its process, its connection, and the matches that it plays."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_bot.bot import Bot
from lawspeaker_engine.model import Seat
from lawspeaker_referee.config.bot_files import bot_digest
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.durations import format_duration
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.host.own_bot import OwnBot, running_here
from lawspeaker_referee.host.process.bot import BotFailed, BotProcess, ProcessEnd, running
from lawspeaker_referee.host.process.warm import WarmServer
from lawspeaker_referee.match.events import BotInfo
from lawspeaker_referee.server.connection import BotConnection
from lawspeaker_referee.server.lateness.running_time import first_done, running_time
from lawspeaker_referee.server.match_runner import MatchRunner

FLOODED: Final = "its connections send frames without end that carry nothing"
MOST_NAMED: Final = 20
"""Matches of a process that are named beside what it printed, the last ones."""


class BotAbsent(BotFailed):
    """A bot cannot be started, or does not join."""

    def __init__(self, bot: str, why: str) -> None:
        """`why` is a whole line."""
        super().__init__(why)
        self.bot = bot


@dataclass(frozen=True, slots=True)
class PoolEntry:
    """A bot that a pool may start, once or several times."""

    name: str
    title: str
    """Its name in messages: `bot greedy`, `the bot on seat 0`."""
    spec: SeatSpec
    fresh: bool = False
    """True if each match gets a new process."""
    sandbox: Sandbox | None = None
    """The limits of its process, if they are others than those of the pool."""
    bot: Bot | None = None
    """The bot itself, if it plays in this process; `spec` then starts nothing."""


@dataclass(frozen=True, slots=True)
class BotPoolConfig:
    """Settings with which a pool starts its bots, whatever they play."""

    game: str
    connect: float
    """Seconds in which a started bot must have joined."""
    sandbox: Sandbox
    hide: tuple[Path, ...]
    """Files and folders that are empty for bots that are cut off."""
    tell: Callable[[str], None]
    """Called with what is not enforced, once, and with processes that could not be ended."""
    keep: Callable[[PooledBot, ProcessEnd], None]
    """Called with each bot whose process has ended, to keep what it printed."""
    lacks: Callable[[SeatSpec, BotProcess, Sandbox], str]
    """Returns in words what a bot that does not join may be missing, and the option that gives it; empty if nothing."""


class PooledBot:
    """A started bot with the places that it offers. Its process starts when `there` is first called."""

    def __init__(self, entry: PoolEntry, number: int, token_name: str, address: str, token: str,
                 config: BotPoolConfig, warm: WarmServer) -> None:
        self.entry, self.number, self.token_name = entry, number, token_name
        self.taken = 0
        """Places that are taken by matches, those included that have not begun."""
        self.stream: BotConnection | None = None
        """None while it is not connected."""
        self.worn = False
        """True once it was disqualified: what led to that may lie in its process, which begins no other match."""
        self.refused = ""
        """Why it was not let in; empty if it was, or has not come."""
        self._digest = ""
        self._config, self._sandbox = config, entry.sandbox or config.sandbox
        self._running: AbstractAsyncContextManager[Sequence[BotProcess | OwnBot]] = (
            running([entry.spec], address, [token], self._sandbox, config.hide, [entry.title], warm)
            if entry.bot is None
            else running_here(entry.bot, address, token, config.connect))
        self._exit = AsyncExitStack()
        self._process: BotProcess | OwnBot | None = None
        self._present = asyncio.Event()
        """Set while it is connected."""
        self._joining: asyncio.Task[None] | None = None
        self._watch: asyncio.Task[None] | None = None
        self._seats: dict[MatchRunner, tuple[Seat, dict[Seat, ProcessEnd]]] = {}
        self._matches, self._last = 0, deque[str](maxlen=MOST_NAMED)

    @property
    def has_place(self) -> bool:
        """Return whether the bot can play one more match."""
        if self.entry.fresh or self.stream is None or self.stream.gone:
            return False
        return self.ending is None and not self.worn and self.taken < self.stream.hello.max_matches

    @property
    def info(self) -> BotInfo:
        """Return how it introduced itself, and the digest of its files when it was started; it is connected."""
        assert self.stream is not None
        return replace(self.stream.info, files=bytes.fromhex(self._digest))

    @property
    def matches(self) -> str:
        """A line that says what the process has played."""
        if not self._matches:
            return f"{self.entry.title} played no match"
        number = "1 match" if self._matches == 1 else f"{self._matches} matches"
        return f"{self.entry.title} played {number}, lastly {', '.join(self._last)}"

    @property
    def not_enforced(self) -> str:
        """Return what the system does not allow to be kept from it, in words; empty if nothing."""
        process = self._process
        if process is None or not (process.not_enforced or process.not_hidden):
            return ""
        what = ("bots are not cut off from network, other processes and your files"
                if process.not_enforced else "bots are not cut off from your files")
        return f"{what}: {process.not_enforced or process.not_hidden}; let only bots play that you trust"

    @property
    def network(self) -> int | None:
        """Return the number of the network that is its own; None if it has none, or does not run."""
        return self._process.network if isinstance(self._process, BotProcess) and self.ending is None else None

    @property
    def lacks(self) -> str:
        """Return what the bot's program may be missing, in words; empty if nothing or if it was not started."""
        process = self._process
        if not isinstance(process, BotProcess):
            return ""
        return self._config.lacks(self.entry.spec, process, self._sandbox)

    @property
    def ending(self) -> ProcessEnd | None:
        """Return how its process ended; None while it runs and before it was started."""
        return self._process.ending if self._process is not None else None

    # --- coming and going ---

    async def there(self, within: float) -> None:
        """Wait until the bot is connected, `within` seconds at most. Raises BotAbsent."""
        if self._joining is None or (self._joining.done() and self.stream is None and self.ending is None):
            self._joining = asyncio.create_task(self._join(within))
        await asyncio.wait({self._joining})
        if self._joining.cancelled():
            raise BotAbsent(self.entry.name, f"{self.entry.title} was sent away before it had joined")
        self._joining.result()

    async def _join(self, within: float) -> None:
        if self._process is None:
            self._digest = await asyncio.to_thread(bot_digest, self.entry.spec)
            try:
                processes = await self._exit.enter_async_context(self._running)
            except BotFailed as failure:
                raise BotAbsent(self.entry.name, str(failure)) from None
            self._process = processes[0]
            self._watch = asyncio.create_task(self._watched(processes[0]))
        assert self._watch is not None
        until = running_time() + within
        # A bot may be gone again before this task is told that it came.
        while self.stream is None:
            if self._watch.done() or (left := until - running_time()) <= 0.0:
                raise BotAbsent(self.entry.name, self._absence(within))
            present = asyncio.ensure_future(self._present.wait())
            try:
                await first_done({present, self._watch}, left)
            finally:
                present.cancel()

    def _absence(self, within: float) -> str:
        """Return in words why it has not joined."""
        ending, who = self.ending, f"{self.entry.title} ({self.entry.spec.text})"
        lacks = f"; {self.lacks}" if self.lacks else ""
        if self.refused:
            return f"{who} cannot take part: {self.refused}"
        if ending is None:
            return (f"{who} did not join within {format_duration(within)}; does it dial LAWSPEAKER_ADDRESS with "
                    f"LAWSPEAKER_TOKEN?{lacks}")
        how = f"with {ending.evidence}" if ending.exit_code is not None and not ending.cause else f"({ending.evidence})"
        return f"{who} ended {how} before it joined{ending.output.last_words}{lacks}"

    async def _watched(self, process: BotProcess | OwnBot) -> None:
        """Take a bot out of its matches when its process ends."""
        ending = await process.wait()
        for runner, (seat, endings) in list(self._seats.items()):
            if not runner.match.over:
                endings[seat] = ending
                runner.left(seat, Fault.FAULT_CRASHED if ending.crashed else Fault.FAULT_DISCONNECTED, ending.evidence)

    def arrived(self, stream: BotConnection) -> None:
        """Note that the bot is connected."""
        self.stream = stream
        self._present.set()

    def left(self, stream: BotConnection) -> None:
        """Note that its connection is lost."""
        if self.stream is stream:
            self.stream = None
            self._present.clear()

    def flooded(self) -> None:
        """Take the bot out of its matches and kill its process, because it floods the referee."""
        self.worn = True
        for runner, (seat, _) in list(self._seats.items()):
            if not runner.match.over:
                runner.left(seat, evidence=FLOODED)
        if isinstance(self._process, BotProcess):
            self._process.end_at_once(FLOODED)

    def say_goodbye(self, reason: str) -> None:
        """Send the bot a goodbye."""
        if self.stream is not None:
            self.stream.close(GoodbyeReason.GOODBYE_REASON_DONE, reason)

    def give_up(self) -> None:
        """Stop waiting for the bot if it has not joined."""
        if self._joining is not None:
            self._joining.cancel()

    async def end(self, reason: str, *, at_once: bool = False) -> ProcessEnd | None:
        """Send the bot away and end its processes; return how it ended, or None if it was never started.

        `at_once` leaves the bot no time to end by itself after the goodbye.
        """
        self.say_goodbye(reason)
        self.give_up()
        if self._joining is not None:
            await asyncio.wait({self._joining})
        if at_once and self._process is not None:
            self._process.end()
        await self._exit.aclose()
        if self._watch is not None:
            await self._watch
        return self.ending

    # --- seats ---

    def sit(self, runner: MatchRunner, seat: Seat, endings: dict[Seat, ProcessEnd]) -> None:
        """Play a match; if its process ends before the match does, `endings` says how."""
        self._seats[runner] = seat, endings
        self._matches += 1
        self._last.append(runner.match.match_id)

    def leave(self, runner: MatchRunner) -> None:
        """Forget a match that is over."""
        seat, _ = self._seats.pop(runner)
        self.worn = self.worn or runner.match.fault_counts[seat].out
