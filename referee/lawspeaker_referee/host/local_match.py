"""One match with bots that the referee starts: they dial a server that exists for this match alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_engine.model import Seat
from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.durations import format_duration
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.event_loop import Stop
from lawspeaker_referee.host.host import BotHost
from lawspeaker_referee.host.process.bot import BotFailed, BotProcess, ProcessEnd, running, without
from lawspeaker_referee.host.process.output import keep_output
from lawspeaker_referee.host.process.socket_folder import listening
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.file import RecordWriter
from lawspeaker_referee.server.connection import BotConnection
from lawspeaker_referee.server.lateness.running_time import first_done, running_time
from lawspeaker_referee.server.match_runner import MatchEnd, MatchRunner
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.server import Server
from lawspeaker_referee.server.tokens import MemoryTokens

_told: set[str] = set()
"""Warnings that this process has given; each is given once."""


@dataclass(frozen=True, slots=True)
class LocalMatchConfig:
    """How the bots of a single match are started, and where messages about them go."""

    sandbox: Sandbox
    hide: tuple[Path, ...]
    """Files that are empty for bots that are cut off."""
    tell: Callable[[str], None]
    """Called with what is not enforced and, without a record, with what the bots printed."""
    on_step: Callable[[Match], None]


@dataclass(frozen=True, slots=True)
class LocalResult:
    """How a match ended, and how those of its bots ended that were gone before."""

    end: MatchEnd
    endings: dict[Seat, ProcessEnd]


class FixedSeats(BotHost):
    """A host with one seat a token, for the bots of one match."""

    def __init__(self, game: str, seats: int) -> None:
        super().__init__(game)
        self.store = MemoryTokens()
        self.names = [str(seat) for seat in range(seats)]
        """The names of the tokens by seat."""
        self.tokens = [self.store.issue(name) for name in self.names]
        self.full = asyncio.Event()
        """Set while all bots are connected."""

    @property
    def by_seat(self) -> list[BotConnection]:
        """The connected bots by seat."""
        return sorted(self.streams, key=lambda stream: int(stream.hello.identity))

    def is_here(self, seat: Seat) -> bool:
        """Return whether the seat's bot is connected."""
        return any(stream.hello.identity == self.names[seat] for stream in self.streams)

    def joined(self, stream: BotConnection) -> None:  # noqa: ARG002 - the number counts
        """Note when the last bot has joined."""
        if len(self.streams) == len(self.names):
            self.full.set()

    def gone(self, stream: BotConnection) -> None:  # noqa: ARG002 - the number counts
        """Note that a bot is missing."""
        self.full.clear()


async def play(
    match: Match, seats: Sequence[SeatSpec], record: RecordWriter | None, terms: LocalMatchConfig, stop: Stop,
) -> LocalResult:
    """Play a match. Raises BotFailed for a bot that cannot be started or does not join, and CancelledError if it was
    stopped before the match had ended: then it is void before its bots are ended.
    """
    host, metrics, log = FixedSeats(match.game.name, len(seats)), Metrics(), make_log(level="error")
    hide = [*terms.hide, *([record.part] if record is not None else [])]
    processes: list[BotProcess] = []
    endings: dict[Seat, ProcessEnd] = {}
    with listening(terms.sandbox) as listen, ExitStack() as stoppable:
        server = Server(host, listen, metrics, log, tokens=host.store)
        address = listen if listen.startswith("unix:") else f"127.0.0.1:{server.port}"
        await server.start()
        try:
            stoppable.enter_context(stop.cancels())
            async with running(seats, address, host.tokens, terms.sandbox, hide) as processes:
                _tell_once(processes, terms.tell)
                lacks = without(seats, processes, terms.sandbox)
                await _seated(host, seats, processes, match.clock.connect, lacks)
                if lacks and terms.sandbox.network == "auto":  # else the user has thought of it
                    terms.tell(lacks)
                streams = host.by_seat
                infos = [replace(stream.info, identity="") for stream in streams]  # these tokens are for one match
                runner = MatchRunner(match, streams, record, metrics=metrics, log=log, on_step=terms.on_step,
                                   infos=infos)
                host.add(runner, host.names)
                watches = [asyncio.create_task(_watch(seat, process, runner, endings))
                           for seat, process in enumerate(processes)]
                runner.start()
                end = await runner.over("the match was interrupted")
                stoppable.close()
                for watch in watches:
                    watch.cancel()
                await server.stop(GoodbyeReason.GOODBYE_REASON_DONE, "the match is over")
        finally:
            await server.stop(GoodbyeReason.GOODBYE_REASON_DONE, "the match was given up")
            _keep_outputs(processes, record.path if record is not None else None, terms.tell)
    return LocalResult(end, dict(sorted(endings.items())))


async def _watch(seat: Seat, process: BotProcess, runner: MatchRunner, endings: dict[Seat, ProcessEnd]) -> None:
    """Take a bot out of the match when its process ends."""
    ending = await process.wait()
    if not runner.match.over:
        endings[seat] = ending
        runner.left(seat, Fault.FAULT_CRASHED if ending.crashed else Fault.FAULT_DISCONNECTED, ending.evidence)


async def _seated(
    host: FixedSeats, seats: Sequence[SeatSpec], processes: Sequence[BotProcess], within: float, lacks: str,
) -> None:
    """Wait until every bot has joined. Raises BotFailed, naming the one that does not, and what it may lack."""
    lacks = lacks and f"; {lacks}"
    waits = {asyncio.ensure_future(process.wait()): seat for seat, process in enumerate(processes)}
    full = asyncio.ensure_future(host.full.wait())
    until = running_time() + within
    try:
        while not host.full.is_set():
            if full.done():  # somebody has gone again meanwhile
                full = asyncio.ensure_future(host.full.wait())
            left = [wait for wait, seat in waits.items() if not host.is_here(seat)]
            await first_done([full, *left], until - running_time())
            for wait in left:
                if wait.done() and not host.is_here(waits[wait]):
                    seat = waits[wait]
                    raise BotFailed(_too_early(seat, seats[seat], wait.result()) + lacks)
            if running_time() >= until and not host.full.is_set():
                late = next(seat for seat in range(len(seats)) if not host.is_here(seat))
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
    """Warn once in this process about walls that the system does not allow, with the reason of the first bot."""
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
    """Write what the bots printed beside the record, or hand it to `tell` if there is none."""
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
