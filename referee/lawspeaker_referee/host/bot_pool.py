"""A referee for many matches of the same bots: their processes are started once, and stay for as long as they can."""

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
from lawspeaker_referee.host.local_match import LocalResult, listening
from lawspeaker_referee.host.process.bot import BotFailed, BotProcess, ProcessEnd, running
from lawspeaker_referee.host.process.output import Output
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
    """A bot that cannot be started, or does not join."""

    def __init__(self, bot: str, why: str) -> None:
        """`why` is a whole line."""
        super().__init__(why)
        self.bot = bot


class PooledBot:
    """See the module. Its process starts with the first who waits for it."""

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
        """Whether it can play one match more."""
        if self._bot.fresh or self.stream is None or self.stream.gone:
            return False
        return self._ending is None and self.taken < self.stream.hello.max_matches

    @property
    def info(self) -> BotInfo:
        """How it introduced itself; it is connected."""
        assert self.stream is not None
        return self.stream.info

    @property
    def matches(self) -> str:
        """What its process has played, in a line."""
        if not self._matches:
            return f"bot {self.name} played no match"
        number = "1 match" if self._matches == 1 else f"{self._matches} matches"
        return f"bot {self.name} played {number}, lastly {', '.join(self._last)}"

    @property
    def not_enforced(self) -> str:
        """What the system does not allow to be kept from it, in words; empty if nothing."""
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
        """Until the bot has joined. Raises NotThere."""
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
        """What a program of the user's may miss."""
        if not self._spec.is_own or self._process is None or self._process.not_enforced:
            return ""
        return "; if it needs a network, a variable or more of a home folder: [sandbox] has `network`, `env` and `read`"

    async def _watched(self, process: BotProcess) -> None:
        """A bot whose process ends during matches is gone from them for good."""
        ending = await process.wait()
        for room, (seat, endings) in list(self._seats.items()):
            if not room.match.over:
                endings[seat] = ending
                room.left(seat, Fault.FAULT_CRASHED if ending.crashed else Fault.FAULT_DISCONNECTED, ending.evidence)

    def arrived(self, stream: BotConnection) -> None:
        """Note that the bot is connected."""
        self.stream = stream
        self._joined.set()

    def left(self, stream: BotConnection) -> None:
        """Its connection is lost."""
        if self.stream is stream:
            self.stream = None

    def say_goodbye(self, reason: str) -> None:
        """Tell it that it may go."""
        if self.stream is not None:
            self.stream.close(GoodbyeReason.GOODBYE_REASON_DONE, reason)

    def give_up(self) -> None:
        """Wait for it no longer, if it has not joined."""
        if self._joining is not None:
            self._joining.cancel()

    async def end(self, reason: str) -> ProcessEnd | None:
        """Send it away, and see to it that nothing of it is left; how it ended, if it ever began."""
        self.say_goodbye(reason)
        self.give_up()
        if self._joining is not None:
            await asyncio.wait({self._joining})
        await self._exit.aclose()
        if self._watch is not None:
            await self._watch
        return self._ending

    # --- seats ---

    def sit(self, room: MatchRunner, seat: Seat, endings: dict[Seat, ProcessEnd]) -> None:
        """Play a match; if its process ends before the match does, `endings` says how."""
        self._seats[room] = seat, endings
        self._matches += 1
        self._last.append(room.match.match_id)

    def rise(self, room: MatchRunner) -> None:
        """The match is over."""
        self._seats.pop(room, None)


STOPPED: Final = "the tournament was stopped"


@dataclass(frozen=True, slots=True)
class BotPoolConfig:
    """How the bots of a hall are kept, whatever they play."""

    name: str
    """Of the hall: it tells apart what the bots of several have printed."""
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

    def __init__(self, terms: TournamentConfig, house: BotPoolConfig, address: str, log: FilteringBoundLogger) -> None:
        super().__init__(terms.game)
        self._terms, self._house, self._log, self._metrics = terms, house, log, Metrics()
        self._tokens = MemoryTokens()
        self._server = Server(self, address, self._metrics, log, tokens=self._tokens)
        self._address = address if address.startswith("unix:") else f"127.0.0.1:{self._server.port}"
        self._guests: dict[str, PooledBot] = {}
        """By the name of their pass."""
        self._numbers = count(1)
        self._leaving: set[asyncio.Task[None]] = set()
        self._told: set[str] = set()
        self._stopped = False

    async def start(self) -> None:
        """Let bots in."""
        await self._server.start()

    async def play(self, match_id: str, bots: Sequence[str], seed: bytes, record: Path) -> LocalResult:
        """Play a match of the schedule; `record` is where its record goes.

        Raises NotThere for a bot that cannot be started or does not join, and OSError for a record that cannot be
        written.
        """
        terms = self._terms
        guests = await self._all_there(bots)
        try:
            match = Match(terms.rules, terms.setup, match_id, seed, terms.clock, engine_version=VERSION,
                          started_unix_ms=round(time() * 1000), policy=terms.policy,
                          tell_seed=terms.format.dice == "match")
            streams = [guest.stream for guest in guests]
            infos = [replace(guest.info, identity=name) for guest, name in zip(guests, bots, strict=True)]
            writer = RecordWriter(record, self._house.signer)
            try:
                room = MatchRunner(match, streams, writer, metrics=self._metrics, log=self._log, infos=infos)
                played = await self._played(room, guests)
            except BaseException:
                writer.discard()
                raise
            if played.end.void_reason == STOPPED:
                writer.discard()
            return played
        finally:
            for guest in guests:
                self._free(guest)

    async def _played(self, room: MatchRunner, guests: Sequence[PooledBot]) -> LocalResult:
        endings: dict[Seat, ProcessEnd] = {}
        self.add(room, [guest.token_name for guest in guests])
        for seat, guest in enumerate(guests):
            guest.sit(room, seat, endings)
        room.start()
        if self._stopped:
            room.void(STOPPED)
        try:
            return LocalResult(await room.over(STOPPED), endings)
        finally:
            for guest in guests:
                guest.rise(room)

    def stop(self) -> None:
        """End every running match without a result, and wait for no bot any more."""
        self._stopped = True
        self.void(STOPPED)
        for guest in self._guests.values():
            guest.give_up()

    # --- guests ---

    async def _all_there(self, names: Sequence[str]) -> list[PooledBot]:
        """A place with each bot. Raises NotThere; then none is taken."""
        guests = [self._place(name) for name in names]
        joins = await asyncio.gather(*(guest.there(self._terms.clock.connect) for guest in guests),
                                     return_exceptions=True)
        failures = [each for each in joins if isinstance(each, BaseException)] or [
            BotAbsent(guest.name, f"bot {guest.name} lost its connection before the match began")
            for guest in guests if guest.stream is None]
        if failures:
            for guest in guests:
                self._free(guest)
            raise failures[0]
        return guests

    def _place(self, name: str) -> PooledBot:
        """Take a place with a bot that is there, or that is started for it."""
        guest = next((each for each in self._guests.values() if each.name == name and each.has_place), None)
        if guest is None:
            bot, token_name = self._terms.bot(name), f"{name}/{next(self._numbers)}"
            guest = PooledBot(bot, token_name, self._address, self._tokens.issue(token_name), self._house.sandbox,
                          self._house.hide)
            self._guests[token_name] = guest
        guest.taken += 1
        return guest

    def _free(self, guest: PooledBot) -> None:
        """Give a place back; a bot that has none to offer any more leaves."""
        guest.taken -= 1
        self._tell_once(guest)
        if not guest.taken and not guest.has_place and self._guests.pop(guest.token_name, None) is not None:
            task = asyncio.create_task(self._dismissed(guest))
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    async def _dismissed(self, guest: PooledBot) -> None:
        self._tokens.revoke(guest.token_name)
        ending = await guest.end("the match is over")
        if ending is not None:
            self._keep(guest, ending.output)
            if ending.left:
                self._house.tell(f"bot {guest.name}: some process of it could not be ended")

    def _keep(self, guest: PooledBot, output: Output) -> None:
        """What a bot printed goes to a file beside the records, after a line that says in which matches."""
        if not output.printed:
            return
        number = guest.token_name.rpartition("/")[2]
        path = self._house.outputs / f"{guest.name}.{self._house.name}-{number}.stderr"
        try:
            path.write_text(f"--- {guest.matches}\n{output.text}", encoding="utf-8")
        except OSError as error:
            self._house.tell(f"what bot {guest.name} printed cannot be written: {error.strerror}")

    def _tell_once(self, guest: PooledBot) -> None:
        if (words := guest.not_enforced) and words not in self._told:
            self._told.add(words)
            self._house.tell(words)

    async def close(self, reason: str) -> None:
        """Send every bot away; nothing of them outlives this."""
        self.stop()
        for room in list(self.runners):
            await room.ended
        for guest in list(self._guests.values()):
            guest.taken = 0
            guest.say_goodbye(reason)
        everybody, self._guests = list(self._guests.values()), {}
        await asyncio.gather(*(self._dismissed(guest) for guest in everybody), *self._leaving)
        await self._server.stop(GoodbyeReason.GOODBYE_REASON_DONE, reason)

    # --- host of the server ---

    def welcome(self, hello: BotHello) -> None:
        """Raises Refused for a bot that was sent away, a second stream of a bot, and a bot of other games."""
        guest = self._guests.get(hello.identity)
        if guest is None:
            raise Refused(grpc.StatusCode.UNAUTHENTICATED, "this bot may go")
        try:
            super().welcome(hello)
        except Refused as refused:
            if refused.code is grpc.StatusCode.FAILED_PRECONDITION:
                guest.refused = f"it does not play {self._terms.game}"
            raise

    def joined(self, stream: BotConnection) -> None:
        """Tell those who wait for the bot that it is connected."""
        if (guest := self._guests.get(stream.hello.identity)) is not None:
            guest.arrived(stream)

    def gone(self, stream: BotConnection) -> None:
        """Note that the bot has no connection."""
        if (guest := self._guests.get(stream.hello.identity)) is not None:
            guest.left(stream)


@asynccontextmanager
async def opened(terms: TournamentConfig, house: BotPoolConfig) -> AsyncIterator[BotPool]:
    """A hall that lets its bots in; nothing of them outlives it. Raises CannotListen."""
    with listening(house.sandbox) as address:
        hall = BotPool(terms, house, address, make_log(level="error"))
        await hall.start()
        try:
            yield hall
        finally:
            await hall.close("the tournament goes on without this referee")
