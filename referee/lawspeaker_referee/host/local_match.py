"""A match with bots that the referee starts itself: they dial a server that is there for this match alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import grpc

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_engine.model import Seat
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.durations import format_duration
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.event_loop import Stop
from lawspeaker_referee.host.process.bot import BotFailed, BotProcess, ProcessEnd, running, without
from lawspeaker_referee.host.process.output import keep_output
from lawspeaker_referee.host.process.socket_folder import socket_path
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.file import RecordWriter
from lawspeaker_referee.server.connection import BotConnection, BotHello
from lawspeaker_referee.server.lateness.running_time import first_done, running_time
from lawspeaker_referee.server.match_runner import MatchEnd, MatchRunner
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.server import Server
from lawspeaker_referee.server.service import Refused
from lawspeaker_referee.server.tokens import MemoryTokens

_told: set[str] = set()
"""What this process has told already and need not say again."""


@dataclass(frozen=True, slots=True)
class LocalMatchConfig:
    """How local bots are started and what is told about them."""

    sandbox: Sandbox
    hide: tuple[Path, ...]
    """Files that are empty for bots that are cut off."""
    tell: Callable[[str], None]
    """Is told in words what is not enforced and, without a record, what the bots printed."""
    on_step: Callable[[Match], None]


@dataclass(frozen=True, slots=True)
class LocalResult:
    """How a match ended, and those of its bots that were gone before their goodbye."""

    end: MatchEnd
    endings: dict[Seat, ProcessEnd]


class FixedSeats:
    """A host with one place a token, which a bot that lost its connection finds as it left it."""

    def __init__(self, game: str, seats: int) -> None:
        self._game = game
        self._streams: list[BotConnection | None] = [None] * seats
        self.store = MemoryTokens()
        self.tokens = [self.store.issue(str(seat)) for seat in range(seats)]
        self.full = asyncio.Event()
        """Set once all bots were there at the same time."""
        self.room: MatchRunner | None = None
        """None before the match begins."""

    @property
    def streams(self) -> list[BotConnection]:
        """The bots by seat, once all are there."""
        return [stream for stream in self._streams if stream is not None]

    def joined(self, seat: Seat) -> bool:
        """Whether the seat's bot is there."""
        return self._streams[seat] is not None

    def welcome(self, hello: BotHello) -> None:
        """Raises Refused for a second bot on a seat, or one that does not play the game."""
        if self._streams[int(hello.identity)] is not None:
            raise Refused(grpc.StatusCode.ALREADY_EXISTS, "this token's seat is taken")
        if hello.games and self._game not in hello.games:
            raise Refused(grpc.StatusCode.FAILED_PRECONDITION, f"this match is {self._game}, which the bot plays not")

    def arrived(self, stream: BotConnection) -> None:
        """Seat the bot, for the first time or again."""
        seat = int(stream.hello.identity)
        self._streams[seat] = stream
        if self.room is not None:
            self.room.returned(seat, stream)
        elif None not in self._streams:
            self.full.set()

    def left(self, stream: BotConnection) -> None:
        """Keep the seat free for it; its room knows already."""
        self._streams[int(stream.hello.identity)] = None
        if self.room is None:
            self.full.clear()


async def play(
    match: Match, seats: Sequence[SeatSpec], record: RecordWriter | None, terms: LocalMatchConfig, stop: Stop,
) -> LocalResult:
    """Play a match. Raises BotFailed for a bot that cannot be started or does not join, and CancelledError if it was
    stopped before the match had ended: then it is void before its bots are ended.
    """
    chairs, metrics, log = FixedSeats(match.game.name, len(seats)), Metrics(), make_log(level="error")
    hide = [*terms.hide, *([record.part] if record is not None else [])]
    processes: list[BotProcess] = []
    endings: dict[Seat, ProcessEnd] = {}
    with listening(terms.sandbox) as listen, ExitStack() as stoppable:
        server = Server(chairs, listen, metrics, log, tokens=chairs.store)
        address = listen if listen.startswith("unix:") else f"127.0.0.1:{server.port}"
        await server.start()
        try:
            stoppable.enter_context(stop.cancels())
            async with running(seats, address, chairs.tokens, terms.sandbox, hide) as processes:
                _tell_once(processes, terms.tell)
                lacks = without(seats, processes, terms.sandbox)
                await _seated(chairs, seats, processes, match.clock.connect, lacks)
                if lacks and terms.sandbox.network == "auto":  # else the user has thought of it
                    terms.tell(lacks)
                streams = chairs.streams
                infos = [replace(stream.info, identity="") for stream in streams]  # these tokens are for one match
                room = chairs.room = MatchRunner(match, streams, record, metrics=metrics, log=log,
                                                 on_step=terms.on_step,
                                          infos=infos)
                watches = [asyncio.create_task(_watch(seat, process, room, endings))
                           for seat, process in enumerate(processes)]
                room.start()
                end = await room.over("the match was interrupted")
                stoppable.close()
                for watch in watches:
                    watch.cancel()
                await server.stop(GoodbyeReason.GOODBYE_REASON_DONE, "the match is over")
        finally:
            await server.stop(GoodbyeReason.GOODBYE_REASON_DONE, "the match was given up")
            _keep_outputs(processes, record.path if record is not None else None, terms.tell)
    return LocalResult(end, dict(sorted(endings.items())))


async def _watch(seat: Seat, process: BotProcess, room: MatchRunner, endings: dict[Seat, ProcessEnd]) -> None:
    """A bot whose process ends during the match is gone for good."""
    ending = await process.wait()
    if not room.match.over:
        endings[seat] = ending
        room.left(seat, Fault.FAULT_CRASHED if ending.crashed else Fault.FAULT_DISCONNECTED, ending.evidence)


@contextmanager
def listening(sandbox: Sandbox) -> Iterator[str]:
    """Where the server listens: a socket file that only this user sees, which no network is needed to reach."""
    if sandbox.network == "host":
        yield "127.0.0.1:0"
        return
    with socket_path() as path:
        yield f"unix:{path}"


async def _seated(
    chairs: FixedSeats, seats: Sequence[SeatSpec], processes: Sequence[BotProcess], within: float, lacks: str,
) -> None:
    """Wait until every bot has joined. Raises BotFailed, naming the one that does not, and what it may lack."""
    lacks = lacks and f"; {lacks}"
    waits = {asyncio.ensure_future(process.wait()): seat for seat, process in enumerate(processes)}
    full = asyncio.ensure_future(chairs.full.wait())
    until = running_time() + within
    try:
        while not chairs.full.is_set():
            if full.done():  # somebody has gone again meanwhile
                full = asyncio.ensure_future(chairs.full.wait())
            left = [wait for wait, seat in waits.items() if not chairs.joined(seat)]
            await first_done([full, *left], until - running_time())
            for wait in left:
                if wait.done() and not chairs.joined(waits[wait]):
                    seat = waits[wait]
                    raise BotFailed(_too_early(seat, seats[seat], wait.result()) + lacks)
            if running_time() >= until and not chairs.full.is_set():
                late = next(seat for seat in range(len(seats)) if not chairs.joined(seat))
                raise BotFailed(f"the bot on seat {late} ({seats[late].text}) did not join within "
                                f"{format_duration(within)}; does it dial LAWSPEAKER_ADDRESS with "
                                f"LAWSPEAKER_TOKEN?{lacks}")
    finally:
        full.cancel()
        for each in waits:
            each.cancel()


def _too_early(seat: Seat, spec: SeatSpec, ending: ProcessEnd) -> str:
    how = f"with {ending.evidence}" if ending.exit_code is not None and not ending.cause else f"({ending.evidence})"
    return f"the bot on seat {seat} ({spec.text}) ended {how} before it joined{ending.output.last_words}"


def _tell_once(processes: Sequence[BotProcess], tell: Callable[[str], None]) -> None:
    """What the system does not allow, in the words of the first bot it concerns."""
    for why, what in (
        (next((each.not_enforced for each in processes if each.not_enforced), ""),
         "bots are not cut off from network, other processes, home folders and the record in the making"),
        (next((each.not_hidden for each in processes if each.not_hidden), ""),
         "bots may see the machine's /proc and home folders"),
    ):
        if why and what not in _told:
            _told.add(what)
            tell(f"{what}: {why}; let only bots play that you trust")


def _keep_outputs(processes: Sequence[BotProcess], record: Path | None, tell: Callable[[str], None]) -> None:
    """What the bots printed goes beside the record, or is told if there is none."""
    for seat, process in enumerate(processes):
        ending = process.ending
        if ending is None or ending.left:
            tell(f"seat {seat}: some process of the bot could not be ended")
        if ending is None:
            continue
        if record is None:
            for line in ending.output.lines(seat):
                tell(line)
            continue
        try:
            keep_output(record, seat, ending.output)
        except OSError as error:
            tell(f"what the bot on seat {seat} printed cannot be written: {error.strerror}")
