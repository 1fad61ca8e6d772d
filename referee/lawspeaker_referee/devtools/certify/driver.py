"""Connect the bot on trial with its session: start it, or wait for it, and end its process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.model import Seat
from lawspeaker_engine.setups import make_setup
from lawspeaker_engine.suggestions import did_you_mean
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.clocks import PRESETS, Clock
from lawspeaker_referee.config.durations import format_duration
from lawspeaker_referee.config.fault_policies import Policy
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.devtools.certify.findings import Failed
from lawspeaker_referee.devtools.certify.session import PLAYED_ON, Session
from lawspeaker_referee.host.process.bot import BotProcess, ProcessEnd, running, without
from lawspeaker_referee.host.process.output import Output
from lawspeaker_referee.host.process.socket_folder import listening
from lawspeaker_referee.server.match_runner import MatchRunner

END_WITHIN: Final = 5.0
"""Seconds in which its process must have ended after a goodbye."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """The bot on trial, and the settings of its trials."""

    bot: SeatSpec | None
    """None if the bot's author starts it."""
    games: tuple[Game[Any], ...] = ()
    """The games to play; empty for those that the bot says it plays."""
    patience: float = 5.0
    """Seconds to wait for an answer, where a trial is not about time."""
    join_within: float = 30.0
    """Seconds in which the bot must have joined, from the start of its process."""
    clock: Clock = PRESETS["blitz"]
    """The clock of the trial `clock`."""
    listen: str = "127.0.0.1:0"
    """The address that a bot dials if its author starts it."""
    sandbox: Sandbox = field(default_factory=Sandbox)
    tell: Callable[[str], None] = lambda _: None
    """Called with each line that the author must read meanwhile."""


class Driver:
    """Starts the bot on trial, or waits for it, and ends its process."""

    def __init__(self, conditions: Conditions, session: Session) -> None:
        self.conditions, self.session = conditions, session
        self._process: BotProcess | None = None
        self._exit = AsyncExitStack()
        self._numbers = 0
        self._told = False
        """True once the author was told what the bot lacks in its sandbox."""

    @property
    def games(self) -> Sequence[Game[Any]]:
        """Return the games that the user named, or else those in Hello. Raises Failed for an unknown game."""
        if self.conditions.games:
            return self.conditions.games
        told = sorted(self.session.hello.games) if self.session.hello else []
        for name in told:
            if name not in GAMES:
                raise Failed("games", f"Hello.games has {name[:64]!r}, and there is no such game"
                                      f"{did_you_mean(name, GAMES)}")
        return [GAMES[name] for name in told] or list(GAMES.values())

    @property
    def starts(self) -> bool:
        """Return whether the bot's process is ours."""
        return self.conditions.bot is not None

    @property
    def most(self) -> int:
        """Return how many matches the bot plays at once."""
        return self.session.hello.max_matches if self.session.hello else 1

    def name(self, trial: str) -> str:
        """Return the id of a new match."""
        self._numbers += 1
        return f"certify-{trial}-{self._numbers}"

    @property
    def clock(self) -> Clock:
        """Return the clock of matches that are not about time."""
        return Clock(self.conditions.patience)

    async def begin(self, trial: str, game: Game[Any], seat: Seat = 0, *, players: int = 0, clock: Clock | None = None,
                    policy: Policy = PLAYED_ON) -> MatchRunner:
        """Begin a match with the bot, with as few players as the game has unless `players` is given."""
        setup = make_setup(game, players or min(game.players))
        return await self.session.start(game, setup, self.name(trial), seat, clock or self.clock, policy)

    async def bot(self) -> Session:
        """Return the session once the bot has joined; a bot that is connected stays. Raises Failed and BotFailed."""
        session, within = self.session, self.conditions.join_within
        if session.stream is not None and not session.stream.gone:
            return session
        await self.end()
        session.forget_bot()
        calls = session.calls
        await self._start()
        try:
            await session.until(session.present.wait(), within)
        except TimeoutError:
            if session.calls > calls:
                raise Failed("no-hello", "it opened a stream, but had not joined after "
                             f"{format_duration(within)}") from None
            raise Failed("no-dial", f"nobody dialled within {format_duration(within)}") from None
        return session

    async def _start(self) -> None:
        session = self.session
        if self.conditions.bot is None:
            self.conditions.tell(f"start your bot now: LAWSPEAKER_ADDRESS={session.address} "
                                 f"LAWSPEAKER_TOKEN={session.token}")
            return
        processes = await self._exit.enter_async_context(
            running([self.conditions.bot], session.address, [session.token], self.conditions.sandbox))
        self._process = processes[0]
        box = self.conditions.sandbox
        if not self._told and box.network == "auto" and (words := without(self.conditions.bot, processes[0], box)):
            self.conditions.tell(words)
        self._told = True
        session.process = asyncio.ensure_future(self._watch(processes[0]))

    async def _watch(self, process: BotProcess) -> ProcessEnd:
        ending = await process.wait()
        self.session.process_ended(ending)
        return ending

    async def end(self) -> Output:
        """End the bot and wait until it is gone; return what its process printed, if this driver started it."""
        self.session.dismiss(GoodbyeReason.GOODBYE_REASON_DONE, "this part is over")
        if self._process is not None:
            self._process.end()
        await self._exit.aclose()
        ending = self._process.ending if self._process is not None else None
        self._exit, self._process, self.session.process = AsyncExitStack(), None, None
        while self.session.stream is not None:  # noqa: ASYNC110 - it is cut off soon, and that has no other sign
            await asyncio.sleep(0.01)
        return ending.output if ending is not None else Output()

    def terminate(self) -> None:
        """Send SIGTERM to the bot, and SIGKILL after the grace of its sandbox."""
        self.session.let_go()
        assert self._process is not None
        self._process.end()

    async def ending(self, within: float) -> ProcessEnd | None:
        """Return how the bot's process ends; None if it does not within some seconds."""
        assert self._process is not None
        try:
            async with asyncio.timeout(within):
                return await self._process.wait()
        except TimeoutError:
            return None


@asynccontextmanager
async def examining(conditions: Conditions) -> AsyncIterator[Driver]:
    """Yield a driver whose server listens; afterwards end the bot and the server. Raises CannotListen."""
    with listening(conditions.sandbox) as local:
        session = Session(local if conditions.bot is not None else conditions.listen, conditions.patience)
        await session.open()
        driver = Driver(conditions, session)
        try:
            yield driver
        finally:
            await session.void_all()
            await driver.end()
            await session.close()
