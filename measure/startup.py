"""Measure how long it takes to start: `lawspeaker --help`, a short match in process, bots until they are connected.

    .venv/bin/python -m measure.startup [--rounds 15] [TREE]...

Each TREE is a checkout, by default this one; rounds of several trees alternate, and all run with the packages of this
virtual environment. Prints medians of wall and CPU time in seconds, and ratios to the first tree. The wall time of a
bot ends when its Hello arrives; its CPU time is that of the whole process, which is told to leave at once. What Python
and the SDK with gRPC take of that is printed apart.

A fifth of the rounds run tournaments, of two matches and of more with `fresh = true` and without: `fresh bot` is what
a new process for a match costs, of all processes, in a tournament of the built-in bots that it names.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from statistics import median
from subprocess import DEVNULL, Popen
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import grpc

from lawspeaker.v1.referee_service_pb2 import Goodbye, PlayResponse, Welcome
from lawspeaker.v1.referee_service_pb2_grpc import RefereeServiceServicer, add_RefereeServiceServicer_to_server

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("engine", "bots", "referee", "clients/python/src")
CLI = (sys.executable, "-m", "lawspeaker_referee")
PLAY = ("play", "northgard", "--bot", "random", "random", "--seed", "1", "--in-process")
BOTS = {name: (sys.executable, "-m", module) for name, module in (
    ("random connected", "lawspeaker_bot.random_bot"), ("greedy connected", "lawspeaker_bots.greedy"))}
COMMANDS = {
    "--help": (*CLI, "--help"), "play in process": (*CLI, *PLAY), "Python": (sys.executable, "-c", "pass"),
    "Python and SDK": (sys.executable, "-c", "import lawspeaker_bot.session"), **BOTS,
}
LIMITS = {"--help": 0.25, "play in process": 0.6, "random connected": 0.5}
"""The most that some may take, in seconds of wall time on a quiet machine."""
TOURNAMENT = """\
name = "start"
game = "northgard"
players = 2
records = "{records}"
workers = 1
[format]
kind = "round-robin"
rounds = {rounds}
[[bots]]
name = "a"
spec = "{bot}"
fresh = {fresh}
[[bots]]
name = "b"
spec = "{bot}"
fresh = {fresh}
"""
FRESH_ROUNDS = 5
"""Rounds of two matches of the tournaments that are compared; each match has two bots."""


class HelloReferee(RefereeServiceServicer):
    """A referee that notes when a bot's Hello arrives, and sends the bot away."""

    def __init__(self) -> None:
        self.arrivals = SimpleQueue[float]()

    def Play(self, requests: Iterator[Any], _: grpc.ServicerContext) -> Iterator[PlayResponse]:  # noqa: N802 - gRPC's
        """Answer one bot."""
        next(requests)
        self.arrivals.put(perf_counter())
        yield PlayResponse(welcome=Welcome(protocol=1, referee_version="startup"))
        yield PlayResponse(goodbye=Goodbye(message="measured"))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("trees", nargs="*", type=Path, default=[ROOT], metavar="TREE")
    arguments = parser.parse_args()
    trees = [tree.resolve() for tree in arguments.trees]
    times: dict[tuple[str, Path], list[tuple[float, float]]] = defaultdict(list)
    with hello_referee() as (referee, address):
        for number in range(arguments.rounds + 1):
            for tree in trees if number % 2 else reversed(trees):
                found = list(one_round(tree, referee, address))
                if number % 5 == 0:
                    found += tournaments(tree)
                for what, measured in found if number else ():  # the first round writes byte code and fills caches
                    times[what, tree].append(measured)
    for line in table(times, trees):
        print(line)


@contextmanager
def hello_referee() -> Iterator[tuple[HelloReferee, str]]:
    """Yield a running HelloReferee and its address."""
    referee, server = HelloReferee(), grpc.server(ThreadPoolExecutor(2))
    add_RefereeServiceServicer_to_server(referee, server)  # type: ignore[no-untyped-call]
    address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    server.start()
    try:
        yield referee, address
    finally:
        server.stop(None).wait()


def one_round(tree: Path, referee: HelloReferee, address: str) -> Iterator[tuple[str, tuple[float, float]]]:
    """Yield what was measured and its wall and CPU seconds. Raises RuntimeError for a program that fails."""
    environment = environment_of(tree) | {"LAWSPEAKER_ADDRESS": address, "LAWSPEAKER_TOKEN": ""}
    for what, command in COMMANDS.items():
        began = perf_counter()
        cpu = run(command, environment)
        wall = (referee.arrivals.get(timeout=1) if what in BOTS else perf_counter()) - began
        yield what, (wall, cpu)


def tournaments(tree: Path) -> Iterator[tuple[str, tuple[float, float]]]:
    """Yield what was measured of tournaments, and its wall and CPU seconds."""
    yield "two matches", tournament(tree, "greedy", 1)
    for bot in ("random", "greedy"):
        kept, fresh = (tournament(tree, bot, FRESH_ROUNDS, fresh=fresh) for fresh in (False, True))
        more = 2 * 2 * FRESH_ROUNDS - 2
        yield f"fresh {bot}", ((fresh[0] - kept[0]) / more, (fresh[1] - kept[1]) / more)


def tournament(tree: Path, bot: str, rounds: int, *, fresh: bool = False) -> tuple[float, float]:
    """Return the wall and CPU seconds of a tournament between two of a bot."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "start.toml"
        file.write_text(TOURNAMENT.format(records=f"{folder}/records", rounds=rounds, bot=bot,
                                          fresh="true" if fresh else "false"))
        began = perf_counter()
        cpu = run((*CLI, "tournament", "run", str(file), "--quiet"), environment_of(tree))
        return perf_counter() - began, cpu


def environment_of(tree: Path) -> dict[str, str]:
    """Return the variables with which programs run from a tree."""
    # with the first variable set, a new checkout would be compiled again in every round
    return {**os.environ, "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPATH": os.pathsep.join(str(tree / source) for source in SOURCES)}


def run(command: Sequence[str], environment: Mapping[str, str]) -> float:
    """Run a program to its end and return its CPU seconds. Raises RuntimeError if it fails."""
    with Popen(command, env=environment, stdout=DEVNULL, stderr=DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"exit code {process.returncode} from {' '.join(command)}")
    return used.ru_utime + used.ru_stime


def table(times: Mapping[tuple[str, Path], Sequence[tuple[float, float]]], trees: Sequence[Path]) -> Iterator[str]:
    """Yield the lines of the result."""
    yield f"{'':16}  {'wall':>6}  {'CPU':>6}  {'limit':>6}  {'CPU ratio':>9}  tree"
    for what in dict.fromkeys(what for what, _ in times):
        limit = f"{LIMITS[what]:6.2f}" if what in LIMITS else ""
        first = median(cpu for _, cpu in times[what, trees[0]])
        for tree in trees:
            wall, cpu = (median(column) for column in zip(*times[what, tree], strict=True))
            yield f"{what:16}  {wall:6.3f}  {cpu:6.3f}  {limit:6}  {cpu / first:9.2f}  {tree.name}"


if __name__ == "__main__":
    main()
