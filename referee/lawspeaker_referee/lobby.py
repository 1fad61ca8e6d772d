"""Makes matches of the bots that wait, as many as are wanted, and stores their records."""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit
from time import time
from typing import Any

import grpc
from structlog.typing import FilteringBoundLogger

from lawspeaker.v1.referee_service_pb2 import GoodbyeReason
from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.game import Game
from lawspeaker_engine.model import Setup
from lawspeaker_referee.clock import Clock
from lawspeaker_referee.match import Match
from lawspeaker_referee.metrics import Metrics
from lawspeaker_referee.record import PART_SUFFIX, SUFFIX, RecordWriter
from lawspeaker_referee.room import Room
from lawspeaker_referee.service import Refused
from lawspeaker_referee.stream import BotStream, Introduction
from lawspeaker_referee.version import VERSION


@dataclass(frozen=True, slots=True)
class Programme:
    """What is played."""

    game: Game[Any]
    setup: Setup
    clock: Clock
    records: Path | None
    """Folder of the records; None keeps none."""
    secret: bytes = field(repr=False)
    """The dice of every match derive from it and the match's id."""
    name: str
    """Match ids are this and a number."""
    matches: int | None = None
    """None for no end."""


def most_rooms() -> float:
    """Matches that may run at once: each keeps a file open, and half of those allowed are left for connections."""
    files, _ = getrlimit(RLIMIT_NOFILE)
    return math.inf if files == RLIM_INFINITY else max(1, files // 2)


def last_number(programme: Programme) -> int:
    """The highest number of a match whose record is there already, finished or not; 0 for none."""
    if programme.records is None:
        return 0
    pattern = re.compile(rf"{re.escape(programme.name)}-(\d+){re.escape(SUFFIX)}(?:{re.escape(PART_SUFFIX)})?")
    found = (pattern.fullmatch(path.name) for path in programme.records.glob("*"))
    return max((int(match[1]) for match in found if match), default=0)


def one_seat_each(streams: Sequence[BotStream]) -> list[BotStream]:
    """The first stream of every token: who sat twice at a table would see two hands. Without tokens all may sit."""
    taken: set[str] = set()
    found = []
    for stream in streams:
        identity = stream.hello.identity
        if not identity or identity not in taken:
            taken.add(identity)
            found.append(stream)
    return found


class Lobby:
    """Whenever enough bots wait, those who have waited longest play; the seats rotate from match to match."""

    def __init__(self, programme: Programme, metrics: Metrics, log: FilteringBoundLogger) -> None:
        self._programme, self._metrics, self._log = programme, metrics, log
        self._waiting: dict[BotStream, None] = {}
        """Every connected bot, the one that was seated last at the end."""
        self._rooms: set[Room] = set()
        self._begun = 0
        self._before = last_number(programme)
        """Where an earlier referee of this name stopped; its records are not written over."""
        self._draining = False
        self._soon: asyncio.Handle | None = None
        self.idle = asyncio.Event()
        """Set whenever no match is running."""
        self.idle.set()
        self.complete = asyncio.Event()
        """Set when all matches were played, or no more can be."""
        self.failure: Exception | None = None
        """Why no more can be."""

    def welcome(self, hello: Introduction) -> None:
        """Raises Refused for a bot of other games, or when no match will begin any more."""
        if self._draining:
            raise Refused(grpc.StatusCode.UNAVAILABLE, "this referee is shutting down")
        name = self._programme.game.name
        if hello.games and name not in hello.games:
            raise Refused(grpc.StatusCode.FAILED_PRECONDITION,
                          f"this referee plays {name}; the bot plays {', '.join(sorted(hello.games))}"[:500])

    def arrived(self, stream: BotStream) -> None:
        """Let the bot wait."""
        self._waiting[stream] = None
        self._look_soon()

    def left(self, stream: BotStream) -> None:
        """Forget the bot; its matches know already."""
        self._waiting.pop(stream, None)

    def drain(self) -> None:
        """Begin no more matches, and let bots go when their last one is over."""
        self._draining = True
        self._release(list(self._waiting))

    def void(self, reason: str) -> None:
        """End every running match without a result."""
        for room in list(self._rooms):
            room.void(reason)

    def _look_soon(self) -> None:
        """One match at a time, so that a start of many does not hold up those that run."""
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_soon(self._look)

    def _look(self) -> None:
        self._soon = None
        wanted, players = self._programme.matches, self._programme.setup.players
        if self._draining or (wanted is not None and self._begun >= wanted) or len(self._rooms) >= most_rooms():
            return
        free = [stream for stream in self._waiting if not stream.gone and len(stream.seats) < stream.hello.max_matches]
        seated = one_seat_each(free)[:players]
        if len(seated) < players:
            return
        try:
            self._begin(seated)
        except Exception as error:  # noqa: BLE001 - the disk is full, say: whatever it is, the next match will fail too
            self._log.exception("no match can begin")
            self.failure = error
            self._draining = True
            self.complete.set()
        else:
            self._look_soon()

    def _begin(self, streams: Sequence[BotStream]) -> None:
        programme, number = self._programme, self._begun
        self._begun += 1
        match_id = f"{programme.name}-{self._before + number + 1:06d}"
        seed = match_seed(programme.secret, match_id)
        match = Match(programme.game, programme.setup, match_id, seed, programme.clock, engine_version=VERSION,
                      started_unix_ms=round(time() * 1000))
        record = RecordWriter(programme.records / (match_id + SUFFIX)) if programme.records else None
        first = number % len(streams)
        room = Room(match, [*streams[first:], *streams[:first]], record, metrics=self._metrics, log=self._log)
        for stream in streams:
            self._waiting[stream] = self._waiting.pop(stream)
        self._rooms.add(room)
        self.idle.clear()
        room.ended.add_done_callback(lambda _: self._over(room))
        room.start()

    def _over(self, room: Room) -> None:
        self._rooms.discard(room)
        if not self._rooms:
            self.idle.set()
            if self._begun == self._programme.matches:
                self.complete.set()
        if self._draining:
            self._release([player for player in room.players if isinstance(player, BotStream)])
        else:
            self._look_soon()

    def _release(self, streams: Sequence[BotStream]) -> None:
        for stream in streams:
            if not stream.seats:
                stream.close(GoodbyeReason.GOODBYE_REASON_DRAINING, "the referee is shutting down")
