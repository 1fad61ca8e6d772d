"""Bots that the referee starts for many matches: each process is started once, and stays as long as it can play."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from time import time
from typing import Final

import grpc
from structlog.typing import FilteringBoundLogger

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_engine.model import Seat
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.durations import format_duration
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.config.tournament import BotConfig, TournamentConfig
from lawspeaker_referee.host.host import BotHost
from lawspeaker_referee.host.local_match import LocalResult
from lawspeaker_referee.host.process.bot import BotFailed, BotProcess, ProcessEnd, running
from lawspeaker_referee.host.process.output import Output
from lawspeaker_referee.host.process.socket_folder import listening
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.match.events import BotInfo
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.file import RecordWriter, Signer
from lawspeaker_referee.server.connection import BotConnection, BotHello
from lawspeaker_referee.server.lateness.running_time import first_done
from lawspeaker_referee.server.match_runner import MatchRunner
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.server import Server
from lawspeaker_referee.server.service import Refused
from lawspeaker_referee.server.tokens import MemoryTokens
from lawspeaker_referee.version import VERSION

MOST_TOLD: Final = 20
"""Matches of a process that are named beside what it printed, the last ones."""


class BotAbsent(BotFailed):
    """A bot cannot be started, or does not join."""

    def __init__(self, bot: str, why: str) -> None:
        """`why` is a whole line."""
        super().__init__(why)
        self.bot = bot


class PooledBot:
    """A started bot with the places that it offers. Its process starts when `there` is first called."""

    def __init__(self, bot: BotConfig, token_name: str, address: str, token: str, sandbox: Sandbox,
                 hide: Sequence[Path]) -> None:
        self.name, self.token_name = bot.name, token_name
        self.taken = 0
        """Places that are taken by matches, those included that have not begun."""
        self.stream: BotConnection | None = None
        """None while it is not connected."""
        self.refused = ""
        """Why it was not let in; empty if it was, or has not come."""
        self._bot, self._spec = bot, SeatSpec.parse(bot.spec)
        self._running = running([self._spec], address, [token], sandbox, hide, [f"bot {bot.name}"])
        self._exit = AsyncExitStack()
        self._process: BotProcess | None = None
        self._joined = asyncio.Event()
        self._joining: asyncio.Task[None] | None = None
        self._watch: asyncio.Task[None] | None = None
        self._seats: dict[MatchRunner, tuple[Seat, dict[Seat, ProcessEnd]]] = {}
        self._matches, self._last = 0, deque[str](maxlen=MOST_TOLD)

    @property
    def has_place(self) -> bool:
        """Return whether the bot can play one more match."""
        if self._bot.fresh or self.stream is None or self.stream.gone:
            return False
        return self._ending is None and self.taken < self.stream.hello.max_matches

    @property
    def info(self) -> BotInfo:
        """Return how it introduced itself; it is connected."""
        assert self.stream is not None
        return self.stream.info

    @property
    def matches(self) -> str:
        """A line that says what the process has played."""
        if not self._matches:
            return f"bot {self.name} played no match"
        number = "1 match" if self._matches == 1 else f"{self._matches} matches"
        return f"bot {self.name} played {number}, lastly {', '.join(self._last)}"

    @property
    def not_enforced(self) -> str:
        """Return what the system does not allow to be kept from it, in words; empty if nothing."""
        process = self._process
        if process is None or not (process.not_enforced or process.not_hidden):
            return ""
        what = ("bots are not cut off from network, other processes, home folders and the records"
                if process.not_enforced else "bots may see the machine's /proc, home folders and the records")
        return f"{what}: {process.not_enforced or process.not_hidden}; let only bots play that you trust"

    @property
    def _ending(self) -> ProcessEnd | None:
        return self._process.ending if self._process is not None else None

    # --- coming and going ---

    async def there(self, within: float) -> None:
        """Wait until the bot has joined. Raises BotAbsent."""
        if self._joining is None:
            self._joining = asyncio.create_task(self._join(within))
        await asyncio.wait({self._joining})
        if self._joining.cancelled():
            raise BotAbsent(self.name, f"bot {self.name} was sent away before it had joined")
        self._joining.result()

    async def _join(self, within: float) -> None:
        try:
            processes = await self._exit.enter_async_context(self._running)
        except BotFailed as failure:
            raise BotAbsent(self.name, str(failure)) from None
        self._process = process = processes[0]
        self._watch = asyncio.create_task(self._watched(process))
        joined = asyncio.ensure_future(self._joined.wait())
        try:
            await first_done({joined, self._watch}, within)
        finally:
            joined.cancel()
        if self.stream is None:
            raise BotAbsent(self.name, self._absence(within))

    def _absence(self, within: float) -> str:
        """Why it has not joined, in words."""
        ending, who = self._ending, f"bot {self.name} ({self._spec.text})"
        if self.refused:
            return f"{who} cannot take part: {self.refused}"
        if ending is None:
            return (f"{who} did not join within {format_duration(within)}; does it dial LAWSPEAKER_ADDRESS with "
                    f"LAWSPEAKER_TOKEN?{self._lacks}")
        how = f"with {ending.evidence}" if ending.exit_code is not None and not ending.cause else f"({ending.evidence})"
        return f"{who} ended {how} before it joined{ending.output.last_words}{self._lacks}"

    @property
    def _lacks(self) -> str:
        """Return what a program of the user's may miss."""
        if not self._spec.is_own or self._process is None or self._process.not_enforced:
            return ""
        return "; if it needs a network, a variable or more of a home folder: [sandbox] has `network`, `env` and `read`"

    async def _watched(self, process: BotProcess) -> None:
        """Take a bot out of its matches when its process ends."""
        ending = await process.wait()
        for runner, (seat, endings) in list(self._seats.items()):
            if not runner.match.over:
                endings[seat] = ending
                runner.left(seat, Fault.FAULT_CRASHED if ending.crashed else Fault.FAULT_DISCONNECTED, ending.evidence)

    def arrived(self, stream: BotConnection) -> None:
        """Note that the bot is connected."""
        self.stream = stream
        self._joined.set()

    def left(self, stream: BotConnection) -> None:
        """Its connection is lost."""
        if self.stream is stream:
            self.stream = None

    def say_goodbye(self, reason: str) -> None:
        """Send the bot a goodbye."""
        if self.stream is not None:
            self.stream.close(GoodbyeReason.GOODBYE_REASON_DONE, reason)

    def give_up(self) -> None:
        """Stop waiting for the bot if it has not joined."""
        if self._joining is not None:
            self._joining.cancel()

    async def end(self, reason: str) -> ProcessEnd | None:
        """Send the bot away and end its processes; return how it ended, or None if it was never started."""
        self.say_goodbye(reason)
        self.give_up()
        if self._joining is not None:
            await asyncio.wait({self._joining})
        await self._exit.aclose()
        if self._watch is not None:
            await self._watch
        return self._ending

    # --- seats ---

    def sit(self, runner: MatchRunner, seat: Seat, endings: dict[Seat, ProcessEnd]) -> None:
        """Play a match; if its process ends before the match does, `endings` says how."""
        self._seats[runner] = seat, endings
        self._matches += 1
        self._last.append(runner.match.match_id)

    def leave(self, runner: MatchRunner) -> None:
        """Forget a match that is over."""
        self._seats.pop(runner, None)


STOPPED: Final = "the tournament was stopped"


@dataclass(frozen=True, slots=True)
class BotPoolConfig:
    """How a pool starts its bots, whatever they play."""

    name: str
    """The name of the pool, part of the names of output files."""
    sandbox: Sandbox
    hide: tuple[Path, ...]
    """Files and folders that are empty for bots that are cut off."""
    outputs: Path
    """Folder for what bots print."""
    tell: Callable[[str], None]
    """Is told in words what is not enforced, and what could not be written."""
    signer: Signer | None = None


class BotPool(BotHost):
    """Starts bots, keeps them for as many matches as they can play, and is the host of their server.

    `opened` makes one.
    """

    def __init__(self, terms: TournamentConfig, config: BotPoolConfig, address: str, log: FilteringBoundLogger) -> None:
        super().__init__(terms.game)
        self._terms, self._config, self._log, self._metrics = terms, config, log, Metrics()
        self._tokens = MemoryTokens()
        self._server = Server(self, address, self._metrics, log, tokens=self._tokens)
        self._address = address if address.startswith("unix:") else f"127.0.0.1:{self._server.port}"
        self._pooled_bots: dict[str, PooledBot] = {}
        """By the name of their pass."""
        self._numbers = count(1)
        self._leaving: set[asyncio.Task[None]] = set()
        self._told: set[str] = set()
        self._stopped = False

    async def start(self) -> None:
        """Admit bots."""
        await self._server.start()

    async def play(self, match_id: str, bots: Sequence[str], seed: bytes, record: Path) -> LocalResult:
        """Play a match of the schedule; `record` is where its record goes.

        Raises BotAbsent for a bot that cannot be started or does not join, and OSError for a record that cannot be
        written.
        """
        terms = self._terms
        pooled_bots = await self._all_there(bots)
        try:
            match = Match(terms.rules, terms.setup, match_id, seed, terms.clock, engine_version=VERSION,
                          started_unix_ms=round(time() * 1000), policy=terms.policy,
                          tell_seed=terms.format.dice == "match")
            streams = [pooled_bot.stream for pooled_bot in pooled_bots]
            infos = [replace(each.info, identity=name) for each, name in zip(pooled_bots, bots, strict=True)]
            writer = RecordWriter(record, self._config.signer)
            try:
                runner = MatchRunner(match, streams, writer, metrics=self._metrics, log=self._log, infos=infos)
                played = await self._played(runner, pooled_bots)
            except BaseException:
                writer.discard()
                raise
            if played.end.void_reason == STOPPED:
                writer.discard()
            return played
        finally:
            for pooled_bot in pooled_bots:
                self._free(pooled_bot)

    async def _played(self, runner: MatchRunner, pooled_bots: Sequence[PooledBot]) -> LocalResult:
        endings: dict[Seat, ProcessEnd] = {}
        self.add(runner, [pooled_bot.token_name for pooled_bot in pooled_bots])
        for seat, pooled_bot in enumerate(pooled_bots):
            pooled_bot.sit(runner, seat, endings)
        runner.start()
        if self._stopped:
            runner.void(STOPPED)
        try:
            return LocalResult(await runner.over(STOPPED), endings)
        finally:
            for pooled_bot in pooled_bots:
                pooled_bot.leave(runner)

    def stop(self) -> None:
        """End every running match without a result, and wait for no bot any more."""
        self._stopped = True
        self.void(STOPPED)
        for pooled_bot in self._pooled_bots.values():
            pooled_bot.give_up()

    # --- pooled_bots ---

    async def _all_there(self, names: Sequence[str]) -> list[PooledBot]:
        """Take a place with each bot. Raises BotAbsent; then no place is taken."""
        pooled_bots = [self._place(name) for name in names]
        joins = await asyncio.gather(*(pooled_bot.there(self._terms.clock.connect) for pooled_bot in pooled_bots),
                                     return_exceptions=True)
        failures = [each for each in joins if isinstance(each, BaseException)] or [
            BotAbsent(pooled_bot.name, f"bot {pooled_bot.name} lost its connection before the match began")
            for pooled_bot in pooled_bots if pooled_bot.stream is None]
        if failures:
            for pooled_bot in pooled_bots:
                self._free(pooled_bot)
            raise failures[0]
        return pooled_bots

    def _place(self, name: str) -> PooledBot:
        """Take a place with a bot that is there, or that is started for it."""
        pooled_bot = next((each for each in self._pooled_bots.values() if each.name == name and each.has_place), None)
        if pooled_bot is None:
            bot, token_name = self._terms.bot(name), f"{name}/{next(self._numbers)}"
            pooled_bot = PooledBot(bot, token_name, self._address, self._tokens.issue(token_name), self._config.sandbox,
                          self._config.hide)
            self._pooled_bots[token_name] = pooled_bot
        pooled_bot.taken += 1
        return pooled_bot

    def _free(self, pooled_bot: PooledBot) -> None:
        """Give a place back; a bot that can play no more matches is sent away."""
        pooled_bot.taken -= 1
        self._tell_once(pooled_bot)
        done = not pooled_bot.taken and not pooled_bot.has_place
        if done and self._pooled_bots.pop(pooled_bot.token_name, None) is not None:
            task = asyncio.create_task(self._dismissed(pooled_bot))
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    async def _dismissed(self, pooled_bot: PooledBot) -> None:
        self._tokens.revoke(pooled_bot.token_name)
        ending = await pooled_bot.end("the match is over")
        if ending is not None:
            self._keep(pooled_bot, ending.output)
            if ending.left:
                self._config.tell(f"bot {pooled_bot.name}: some process of it could not be ended")

    def _keep(self, pooled_bot: PooledBot, output: Output) -> None:
        """Write what a bot printed beside the records, after a line that names its matches."""
        if not output.printed:
            return
        number = pooled_bot.token_name.rpartition("/")[2]
        path = self._config.outputs / f"{pooled_bot.name}.{self._config.name}-{number}.stderr"
        try:
            path.write_text(f"--- {pooled_bot.matches}\n{output.text}", encoding="utf-8")
        except OSError as error:
            self._config.tell(f"what bot {pooled_bot.name} printed cannot be written: {error.strerror}")

    def _tell_once(self, pooled_bot: PooledBot) -> None:
        if (words := pooled_bot.not_enforced) and words not in self._told:
            self._told.add(words)
            self._config.tell(words)

    async def close(self, reason: str) -> None:
        """Send every bot away, and wait until none of their processes is left."""
        self.stop()
        for runner in list(self.runners):
            await runner.ended
        for pooled_bot in list(self._pooled_bots.values()):
            pooled_bot.taken = 0
            pooled_bot.say_goodbye(reason)
        everybody, self._pooled_bots = list(self._pooled_bots.values()), {}
        await asyncio.gather(*(self._dismissed(pooled_bot) for pooled_bot in everybody), *self._leaving)
        await self._server.stop(GoodbyeReason.GOODBYE_REASON_DONE, reason)

    # --- host of the server ---

    def welcome(self, hello: BotHello) -> None:
        """Raises Refused for a bot that was sent away, a second stream of a bot, and a bot of other games."""
        pooled_bot = self._pooled_bots.get(hello.identity)
        if pooled_bot is None:
            raise Refused(grpc.StatusCode.UNAUTHENTICATED, "this bot may go")
        try:
            super().welcome(hello)
        except Refused as refused:
            if refused.code is grpc.StatusCode.FAILED_PRECONDITION:
                pooled_bot.refused = f"it does not play {self._terms.game}"
            raise

    def joined(self, stream: BotConnection) -> None:
        """Tell those who wait for the bot that it is connected."""
        if (pooled_bot := self._pooled_bots.get(stream.hello.identity)) is not None:
            pooled_bot.arrived(stream)

    def gone(self, stream: BotConnection) -> None:
        """Note that the bot has no connection."""
        if (pooled_bot := self._pooled_bots.get(stream.hello.identity)) is not None:
            pooled_bot.left(stream)


@asynccontextmanager
async def opened(terms: TournamentConfig, config: BotPoolConfig) -> AsyncIterator[BotPool]:
    """Yield a pool that admits its bots; none of their processes outlives it. Raises CannotListen."""
    with listening(config.sandbox) as address:
        pool = BotPool(terms, config, address, make_log(level="error"))
        await pool.start()
        try:
            yield pool
        finally:
            await pool.close("the tournament goes on without this referee")
