"""Prints what one answered decision runs through, from the bot's socket to the record on the disk and back.

A seeded game is played in this process by built-in bots, through the real connections, match runner, match and record
writer; only gRPC is left out. The figures do not depend on the speed of the machine. They are averages over all
answers of a match that was played once before, so that nothing is counted that happens on first use only.

Counted are calls of named functions of the project. Lambdas, comprehensions and generated code (dataclasses) are left
out, because Python versions differ in what they call there, and so are other libraries and functions written in C.

    calls      calls inside Match.handle
    files      different files in which they are
    changes    pairs of consecutive calls that are in different files
    stations   functions of the folders server, match and record that are called from another file, with something more
               than their own object, for most decisions: through these a decision passes on its way from the socket
               to the disk and back. Lateness, limits and metrics are beside the way: they look at a decision only.
    services   functions of the engine and of the codec that the stations call for most decisions
"""

from __future__ import annotations

import asyncio
import json
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import StringIO
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Any

import grpc.aio

from lawspeaker.v1.referee_service_pb2 import Answer, PlayRequest, PlayResponse
from lawspeaker_bot.decision import Decision
from lawspeaker_bot.decision import Match as BotMatch
from lawspeaker_bots import make as make_bot
from lawspeaker_engine.dice import match_seed
from lawspeaker_engine.games import find_game
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.match.events import Answered, BotInfo
from lawspeaker_referee.match.match import Match
from lawspeaker_referee.record.writer import RecordWriter
from lawspeaker_referee.server.connection import BotConnection, BotHello
from lawspeaker_referee.server.match_runner import MatchRunner
from lawspeaker_referee.server.metrics import Metrics

ENGINE, REFEREE = "lawspeaker_engine/", "lawspeaker_referee/"
ON_THE_WAY = tuple(REFEREE + each for each in ("server/", "match/", "record/"))
BESIDE = tuple(REFEREE + part for part in ("server/lateness/", "server/metrics.py", "server/deadline_timer.py"))
"""Parts of these packages that look at a decision, but do not hand it on."""
SERVICES = (ENGINE, REFEREE + "codec/")
PARTS = {
    "canonical form": ("lawspeaker_engine/canon.py",),
    "rules of the game": ("lawspeaker_engine/",), "messages": ("lawspeaker_referee/codec/",),
    "match": ("lawspeaker_referee/",),
}


@dataclass
class DecisionPath:
    """The calls that one answer leads to."""

    calls: list[str] = field(default_factory=list)
    """Inside Match.handle, as `file:function`, in order."""
    handed: list[tuple[str, str]] = field(default_factory=list)
    """From the socket and back to it: (caller, function), for functions that are called from another file, in order."""


class Profiler:
    """Follows one answer after another; a bot says when its answer is read and when the referee reads again."""

    def __init__(self) -> None:
        self.paths: list[DecisionPath] = []
        self._path: DecisionPath | None = None
        self._inside = 0

    def begin(self) -> None:
        """An answer leaves a bot."""
        self._path, self._inside = DecisionPath(), 0
        sys.setprofile(self._look)

    def end(self) -> None:
        """Whatever the referee does next belongs to no answer."""
        sys.setprofile(None)
        if self._path is not None and self._path.calls:
            self.paths.append(self._path)
        self._path = None

    @contextmanager
    def pause(self) -> Any:
        """Stop counting: what happens meanwhile is the bot's work."""
        sys.setprofile(None)
        yield
        if self._path is not None:
            sys.setprofile(self._look)

    def _look(self, frame: FrameType, what: str, _: object) -> None:
        code, path = frame.f_code, self._path
        if path is None or what not in {"call", "return"}:
            return
        if code is Match.handle.__code__ and isinstance(frame.f_locals.get("event"), Answered):
            self._inside += 1 if what == "call" else -1
        if what == "return" or not counts(code):
            return
        here, caller = name_of(code), frame.f_back
        while caller is not None and not counts(caller.f_code):
            caller = caller.f_back
        there = name_of(caller.f_code) if caller is not None else ""
        if self._inside:
            path.calls.append(here)
        if here.partition(":")[0] != there.partition(":")[0] and code.co_argcount + code.co_kwonlyargcount > 1:
            path.handed.append((there, here))


def counts(code: CodeType) -> bool:
    """Return True for the named functions of the project."""
    return (ENGINE in code.co_filename or REFEREE in code.co_filename) and not code.co_name.startswith("<")


def name_of(code: CodeType) -> str:
    """Return `file:function`, such as `lawspeaker_referee/match/match.py:Match.handle`.

    What the encoder compiles is in `<lawspeaker_referee/codec/encoder.py>`, and counts as that file.
    """
    package = ENGINE if ENGINE in code.co_filename else REFEREE
    name = getattr(code, "co_qualname", code.co_name)
    return f"{package}{code.co_filename.rpartition(package)[2].rstrip('>')}:{name}"


class BotStream:
    """The gRPC side of a connection: a bot that answers each request at once."""

    def __init__(self, bot: str, profiler: Profiler) -> None:
        self._bot, self._profiler = make_bot(bot), profiler
        self._match: BotMatch | None = None
        self._answers: asyncio.Queue[bytes] = asyncio.Queue()
        self.over = asyncio.Event()

    async def read(self) -> Any:
        """Return the next answer; the referee's work for it begins now."""
        self._profiler.end()
        waiting = asyncio.ensure_future(self._answers.get())
        over = asyncio.ensure_future(self.over.wait())
        await asyncio.wait({waiting, over}, return_when=asyncio.FIRST_COMPLETED)
        over.cancel()
        if not waiting.done():
            waiting.cancel()
            return grpc.aio.EOF
        self._profiler.begin()
        return waiting.result()

    async def write(self, data: bytes) -> None:
        """Take in a message of the referee, and answer it."""
        with self._profiler.pause():
            message = PlayResponse.FromString(data)
            match message.WhichOneof("message"):
                case "match_started":
                    self._match = BotMatch(message.match_started)
                    self._bot.started(self._match)
                case "decision_request":
                    assert self._match is not None
                    decision = Decision(message.decision_request, self._match)
                    picks: Any = self._bot.decide(decision)
                    self._answers.put_nowait(PlayRequest(answer=Answer(
                        match_id=decision.match_id, decision_id=decision.decision_id, picks=picks,
                    )).SerializeToString())
                case "match_over":
                    self.over.set()


async def play(arguments: Namespace, profiler: Profiler) -> None:
    """Play one match to its end."""
    game = find_game(arguments.game)
    seed = match_seed(bytes(32), str(arguments.seed))
    metrics = Metrics()
    match = Match(game, make_setup(game, arguments.players), "path", seed, Clock(3600.0), engine_version="0",
                  started_unix_ms=0)
    streams = [BotStream(arguments.bot, profiler) for _ in range(arguments.players)]
    connections = [BotConnection(stream, BotHello(BotInfo(arguments.bot), "", frozenset(), 1), "", metrics)
                   for stream in streams]
    with TemporaryDirectory() as folder:
        record = RecordWriter(Path(folder) / "match.lsr")
        runner = MatchRunner(match, connections, record, metrics=metrics, log=make_log(StringIO()))
        runner.start()
        running = [asyncio.create_task(connection.run()) for connection in connections]
        end = await runner.ended
        profiler.end()
        assert end.footer is not None, end.void_reason
        await asyncio.gather(*running)


def is_station(name: str) -> bool:
    """Return True for a function that hands decisions on."""
    return name.startswith(ON_THE_WAY) and not name.startswith(BESIDE)


def stations(paths: Sequence[DecisionPath]) -> list[str]:
    """Return the stations of most answers, in the order in which they are first called."""
    return usual([[here for _, here in path.handed if is_station(here)] for path in paths])


def services(paths: Sequence[DecisionPath]) -> list[str]:
    """Return the functions that the stations of most answers call, in the order in which they are first called."""
    return usual([[here for there, here in path.handed if here.startswith(SERVICES) and is_station(there)]
                  for path in paths])


def usual(paths: Sequence[Sequence[str]]) -> list[str]:
    """Return the names that are in most of the paths, in the order of the path that has most of them."""
    often = Counter(name for path in paths for name in set(path))
    common = {name for name, number in often.items() if 2 * number > len(paths)}
    longest = max(paths, key=lambda path: len(common & set(path)))
    return [name for name in dict.fromkeys(longest) if name in common]


def figures(paths: Sequence[DecisionPath]) -> dict[str, Any]:
    """Return the averages, with the calls by part of the project and by function, the most frequent first."""
    number = len(paths)
    files = [[name.partition(":")[0] for name in path.calls] for path in paths]
    names = Counter(name for path in paths for name in path.calls)
    parts = Counter[str]()
    for name, times in names.items():
        parts[next(part for part, starts in PARTS.items() if any(each in name for each in starts))] += times
    return {
        "decisions": number,
        "calls": round(sum(map(len, files)) / number, 1),
        "calls_by_part": {part: round(parts[part] / number, 1) for part in PARTS},
        "files": round(sum(len(set(each)) for each in files) / number, 1),
        "changes": round(sum(a != b for each in files for a, b in pairwise(each)) / number, 1),
        "stations": stations(paths),
        "services": services(paths),
        "functions": {name: round(times / number, 2) for name, times in names.most_common()},
    }


def main() -> None:
    """Print the figures."""
    arguments = parse_arguments()
    profiler = Profiler()
    asyncio.run(play(arguments, Profiler()))
    asyncio.run(play(arguments, profiler))
    found = figures(profiler.paths)
    if arguments.json:
        print(json.dumps(found, indent=2))
    else:
        print_table(found, arguments.functions)


def print_table(found: dict[str, Any], functions: int) -> None:
    """Print the figures for people, with so many of the functions that are called most."""
    print(f"{found['decisions']} decisions; inside Match.handle an answer costs on average")
    by_part = ", ".join(f"{part} {number}" for part, number in found["calls_by_part"].items())
    print(f"  calls    {found['calls']} ({by_part})")
    print(f"  files    {found['files']}")
    print(f"  changes  {found['changes']}")
    for what in ("stations", "services"):
        print(f"from socket to disk and back: {len(found[what])} {what}")
        print("\n".join(f"  {number:2} {name}" for number, name in enumerate(found[what], 1)))
    for name in list(found["functions"])[:functions]:
        print(f"  {found['functions'][name]:6} {name}")


def parse_arguments() -> Namespace:
    """Return what the command line says."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="northgard")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bot", default="greedy", help="built-in bot on every seat")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--functions", type=int, default=0, help="list so many functions that are called most")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
