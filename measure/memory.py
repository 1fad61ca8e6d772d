"""Memory of a match and of a connected bot: `python -m measure.memory WHAT ...`.

WHAT is `matches GAME MATCHES` or `streams STREAMS`. It runs in a process of its own, so that nothing measured was there
before, and prints one JSON object.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import deque
from io import StringIO
from itertools import count as count_up
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Final

from lawspeaker.v1.referee_service_pb2 import Answer, GoodbyeReason, PlayResponse
from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.game import Game
from lawspeaker_engine.games import find_game
from lawspeaker_engine.model import Seat
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.devtools.bench.referee import CLOCK, MOST_PLAYERS
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.match.events import BotInfo
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.open_files import need_files
from lawspeaker_referee.record.writer import RecordWriter
from lawspeaker_referee.server.connection import BotConnection, BotHello
from lawspeaker_referee.server.lateness.running_time import running_time
from lawspeaker_referee.server.match_runner import MatchRunner
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.server import Server
from lawspeaker_referee.version import RELEASE
from measure.load_bots import LoadBotOptions
from measure.processes import load_bots
from measure.stats import resident

SPARE_FILES: Final = 256
SETTLE: Final = 0.5
FIRST_GAMES: Final = 3
"""Games played to the end beforehand: they allocate what is needed once only, and show where the middle is."""


class SeatBot:
    """A bot in this process that keeps its requests until it is its turn to answer."""

    def __init__(self, asked: deque[tuple[MatchRunner, Seat, bytes]]) -> None:
        self.info, self.label, self.heard = BotInfo("bench"), "bench", 0
        self._asked = asked

    def enter(self, runner: MatchRunner, seat: Seat) -> None:
        """Do nothing."""

    def charge(self, seconds: float) -> None:
        """Do nothing."""

    def leave(self, runner: MatchRunner) -> None:
        """Do nothing."""

    def send(self, data: bytes, runner: MatchRunner | None = None, seat: Seat = 0, decision_id: int = 0) -> None:
        """Keep a request for later."""
        if runner is not None and decision_id:
            self._asked.append((runner, seat, data))

    def unread_since(self, _: float) -> None:
        """Return None: it reads everything at once."""

    def said_by(self, _: float, __: int) -> bool:
        """Return True: there is no connection on which anything could be under way."""
        return True


class BenchMatch:
    """A running match and the decisions that are open in it."""

    def __init__(self, game: Game[Any], number: int, records: Path, metrics: Metrics) -> None:
        players = min(MOST_PLAYERS, max(game.players))
        match_id = f"memory-{number:06d}"
        match = Match(game, make_setup(game, players), match_id, match_seed(bytes(32), match_id), CLOCK,
                      engine_version=RELEASE, started_unix_ms=0)
        self._random = Random(number)
        self._asked: deque[tuple[MatchRunner, Seat, bytes]] = deque()
        bots = [SeatBot(self._asked) for _ in range(players)]
        self.runner = MatchRunner(match, bots, RecordWriter(records / match_id), metrics=metrics,
                                  log=make_log(StringIO()))

    async def play(self, decisions: float) -> int:
        """Play until so many decisions were asked or the game is over; return how many were asked."""
        self.runner.start()
        while not self.runner.ended.done() and self.runner.match.decisions < decisions:
            if not self._asked:
                await asyncio.sleep(0)
                continue
            runner, seat, data = self._asked.popleft()
            request = PlayResponse.FromString(data).decision_request
            picks = self._random.sample(range(request.option_count), self._random.randint(request.least, request.most))
            runner.answered(seat, Answer(match_id=request.match_id, decision_id=request.decision_id, picks=picks),
                            running_time())
        return self.runner.match.decisions


async def matches(game: Game[Any], count: int) -> dict[str, float]:
    """Return kilobytes of a match in the middle of its game: rules, clock, journal and open decisions."""
    need_files(count + SPARE_FILES)
    metrics, numbers = Metrics(), count_up()
    tables: list[BenchMatch] = []
    with TemporaryDirectory() as place:
        lengths = [await BenchMatch(game, next(numbers), Path(place), metrics).play(float("inf"))
                   for _ in range(FIRST_GAMES)]
        middle = min(lengths) // 2
        before = resident()
        while len(tables) < count:
            table = BenchMatch(game, next(numbers), Path(place), metrics)
            await table.play(middle)
            if not table.runner.ended.done():
                tables.append(table)
        held = resident() - before
        for table in tables:
            table.runner.void("measured")
            await table.runner.ended
    return {"matches": count, "decisions_in": middle, "kilobytes_a_match": round(held / count / 1000, 1)}


class IdleHost:
    """A host without matches."""

    def welcome(self, hello: BotHello) -> None:
        """Admit every bot."""

    def arrived(self, stream: BotConnection) -> None:
        """Let the bot wait: there are no matches."""

    def left(self, stream: BotConnection) -> None:
        """Do nothing: no match waits for the bot."""


async def streams(count: int) -> dict[str, float]:
    """Return kilobytes of a connected idle bot, and the seconds to let all in and to send all home."""
    need_files(count + SPARE_FILES)
    server = Server(IdleHost(), "127.0.0.1:0", Metrics(), make_log(StringIO()),
                    limits=Limits(streams=count + 1, strangers=count + 1))
    address = f"127.0.0.1:{server.port}"
    await server.start()
    async with load_bots(address, LoadBotOptions(1)) as first:
        await first.connected()
        before = resident()
        async with load_bots(address, LoadBotOptions(count, first=1, own_connections=True)) as bots:
            connected = await bots.connected()
            await asyncio.sleep(SETTLE)
            held = resident() - before
            began = monotonic()
            await server.stop(GoodbyeReason.GOODBYE_REASON_DONE, "measured")
            report = await bots.report()
    return {
        "bots": count, "kilobytes_a_bot": round(held / count / 1000, 1), "connected_seconds": round(connected, 3),
        "goodbyes": report["goodbyes"], "goodbye_seconds": round(max(0.0, report["goodbye_at"] - began), 3),
    }


if __name__ == "__main__":
    if sys.argv[1] == "matches":
        measured = asyncio.run(matches(find_game(sys.argv[2]), int(sys.argv[3])))
    else:
        measured = asyncio.run(streams(int(sys.argv[2])))
    sys.stdout.write(json.dumps(measured))
