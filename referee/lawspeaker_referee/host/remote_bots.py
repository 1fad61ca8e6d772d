"""Bots of a tournament that nobody starts here: they dial the referee, come and go, and play what is scheduled."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

import grpc

from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_engine.model import Seat
from lawspeaker_referee.config.entrants import split_entrant
from lawspeaker_referee.config.listen import ListenTable
from lawspeaker_referee.host.host import BotHost
from lawspeaker_referee.host.matchmaking import places
from lawspeaker_referee.match.events import BotInfo
from lawspeaker_referee.open_files import raise_file_limit
from lawspeaker_referee.server.connection import BotConnection, BotHello
from lawspeaker_referee.server.match_runner import MatchRunner
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.server import Server
from lawspeaker_referee.server.service import Refused
from lawspeaker_referee.server.tokens import FileTokens

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger


@dataclass(frozen=True, slots=True)
class Connected:
    """Which bots are connected, and since when the others are not."""

    here: Mapping[str, int]
    """Bot -> matches that it can play at once."""
    away: Mapping[str, bool]
    """Bot -> whether it has been away for so long that it is waited for no more."""
    port: int
    """Where the referee listens; 0 before it does."""


class RemoteBot:
    """A bot with one seat of one match: on the stream that has most room, or on none if it is away."""

    def __init__(self, host: RemoteBots, name: str, token: str, stream: BotConnection | None) -> None:
        self.stream, self.name = stream, name
        self._host, self._token = host, token

    @property
    def info(self) -> BotInfo:
        """Return how it introduced itself, or its name alone if it is away."""
        return self.stream.info if self.stream is not None else BotInfo(self.name)

    def sit(self, runner: MatchRunner, seat: Seat, _: object = None) -> None:
        """Let every stream of the token take this seat back."""
        self._host.own(runner, seat, self._token)

    def leave(self, runner: MatchRunner) -> None:
        """Do nothing: the host forgets a match when it ends."""


class RemoteBots(BotHost):
    """The host of the bots that connect; `listening` makes one."""

    def __init__(self, game: str, bots: Mapping[str, str], wait: float, changed: Callable[[Connected], None]) -> None:
        """`bots` has the entrant of each with the name of its token; one with a version must come with that version.

        A bot is waited for `wait` seconds from when it left, or from now. `changed` is told who is connected whenever
        one comes or goes.
        """
        super().__init__(game, one_stream_a_token=False)
        self._tokens = dict(bots)
        self._bots = {token: bot for bot, token in bots.items()}
        self._wait, self._changed = wait, changed
        self._port = 0
        self._left = dict.fromkeys(bots, monotonic())
        """Bot -> when it was last seen."""

    # --- who is here ---

    def connected(self) -> Connected:
        """Return which bots are connected now."""
        room = {bot: sum(stream.hello.max_matches for stream in self._of(token))
                for bot, token in self._tokens.items()}
        since = monotonic() - self._wait
        return Connected({bot: matches for bot, matches in room.items() if matches},
                         {bot: self._left[bot] <= since for bot, matches in room.items() if not matches}, self._port)

    def listens(self, port: int) -> None:
        """Note that bots can connect from now on, and tell that."""
        self._port = port
        self._changed(self.connected())

    def seated(self, bot: str) -> RemoteBot:
        """Return a bot for one match, on the stream with most room; it has none if it is away or plays all it can."""
        token = self._tokens[bot]
        free, _ = places(self._of(token))
        stream = max(free, key=lambda each: each.hello.max_matches - len(each.seats), default=None)
        return RemoteBot(self, bot, token, stream)

    def own(self, runner: MatchRunner, seat: Seat, token: str) -> None:
        """Note that a seat of a match belongs to a token."""
        if runner not in self.runners:
            self.add(runner, [""] * runner.match.setup.players)
        self.runners[runner][seat] = token

    def _of(self, token: str) -> list[BotConnection]:
        return [stream for stream in self.streams if stream.hello.identity == token and not stream.leaving]

    # --- host of the server ---

    def welcome(self, hello: BotHello) -> None:
        """Raises Refused also for a token of no bot of the tournament, and for a bot of another version."""
        super().welcome(hello)
        bot = self._bots.get(hello.identity)
        if bot is None:
            raise Refused(grpc.StatusCode.FAILED_PRECONDITION,
                          f"no bot of this tournament has the token {hello.identity}")
        _, version = split_entrant(bot)
        if version and hello.info.version != version:
            raise Refused(grpc.StatusCode.FAILED_PRECONDITION,
                          f"this tournament has {bot}, and this bot says that its version is "
                          f"{hello.info.version or 'none'}; send {version} in Hello.version, or ask the organiser to "
                          "enter the other version")

    def joined(self, stream: BotConnection) -> None:
        """Tell that a bot is here."""
        self._changed(self.connected())

    def gone(self, stream: BotConnection) -> None:
        """Note when a bot was last seen, and tell that."""
        if (bot := self._bots.get(stream.hello.identity)) is not None:
            self._left[bot] = monotonic()
        self._changed(self.connected())


@asynccontextmanager
async def listening(listen: ListenTable, host: RemoteBots, log: FilteringBoundLogger, complain: Callable[[str], None],
                    is_over: Callable[[], bool]) -> AsyncIterator[RemoteBots]:
    """Let bots connect to a host until the end of this block. Raises CannotListen, BadTokens, BadTls and OSError.

    Bots are told at the end that the tournament is over if `is_over` says so; else their streams end so that they
    connect again.
    """
    raise_file_limit()  # every connection takes one, also those refused
    certificates = None
    if listen.certificates:
        # imported for those who have some, because it loads cryptography, which others do without
        from lawspeaker_referee.server.tls import ServerCertificates

        certificates = ServerCertificates(listen.certificates, complain)
    server = Server(host, listen.address, Metrics(), log, tokens=FileTokens(listen.token_file, complain),
                    limits=listen.stream_limits, proxies=listen.proxies,
                    credentials=certificates.credentials if certificates else None)
    await server.start()
    host.listens(server.port)
    try:
        yield host
    finally:
        host.drain(keep_bots=True)
        await host.idle.wait()
        over = is_over()
        await server.stop(GoodbyeReason.GOODBYE_REASON_DONE, "the tournament is over" if over else
                          "the tournament goes on later; connect again", come_back=not over)

