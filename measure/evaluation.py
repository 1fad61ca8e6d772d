"""Measure how long an evaluation takes beside what its requests alone would take, and whether it survives kills.

    .venv/bin/python -m measure.evaluation [--models 4] [--rounds 10] [--latency 0.05] [--limit 16] [--kills 0]

Scripted models play `random` in three games, two matches a round and game, at an endpoint that takes `--latency` for
each request. `ratio` is the wall time over requests x latency / limit; `ratio while playing` leaves out what is before
the first request and after the last. `CPU` is that of all processes but the endpoint, whose own is apart. With
`--kills N` all processes of the evaluation are killed by SIGKILL N times and it is started again; requests are more
then, by those of broken off matches, and the CPU of what was killed is not in the sum.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import signal
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

GAMES = ("northgard", "clansmen", "pax_viking")
ROOT = Path(__file__).resolve().parent.parent
LOOK_EVERY = 0.05


@contextmanager
def scripted(latency: float) -> Iterator[tuple[str, int]]:
    """Yield the address of a scripted endpoint, and its process."""
    process = Popen([sys.executable, "-m", "measure.scripted_endpoint", "--latency", str(latency)], cwd=ROOT,
                    stdin=PIPE, stdout=PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip(), process.pid
    finally:
        process.communicate()


def write_files(folder: Path, url: str, models: int, rounds: int, limit: int, games: Sequence[str] = GAMES) -> Path:
    """Write the files of an evaluation and return that of the evaluation."""
    names = [f"script-{number}" for number in range(1, models + 1)]
    (folder / "models.toml").write_text("".join(
        f'[endpoints.{name}]\nurl = "{url}"\nmodel = "{name}"\ninput_price = 1.0\noutput_price = 2.0\n'
        for name in names))
    file = folder / "evaluation.toml"
    file.write_text("\n".join([
        'name = "measured"', 'against = "yardsticks"', f"rounds = {rounds}", f"limit = {limit}",
        *(f'[[models]]\nname = "{name}"\nchat = "models.toml"\nendpoint = "{name}"' for name in names),
        '[[yardsticks]]\nname = "random"\nspec = "random"',
        *(f'[[setups]]\nname = "{game}"\ngame = "{game}"\nplayers = 2' for game in games)]))
    return file


def start(file: Path) -> Popen[bytes]:
    """Start the evaluation."""
    return Popen([sys.executable, "-m", "lawspeaker_referee", "evaluate", file.name, "--out", "out", "--quiet"],
                 cwd=file.parent, stdout=DEVNULL)


def descendants(pid: int) -> list[int]:
    """Return a process and all that it has started, also by others."""
    found = [pid]
    for each in found:
        for path in Path(f"/proc/{each}/task").glob("*/children"):
            try:
                found += map(int, path.read_text().split())
            except OSError:
                continue
    return found


def kill_all(process: Popen[bytes]) -> int:
    """Kill an evaluation and all its processes by SIGKILL; return how many there were."""
    every = descendants(process.pid)
    for pid in every:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    process.wait()
    return len(every)


def lines_of(folder: Path) -> int:
    """Return the requests of all models so far."""
    return sum(path.read_bytes().count(b"\n") for path in (folder / "out/calls").glob("*.jsonl"))


def counts(url: str) -> dict[str, int]:
    """Return what the endpoint has counted."""
    with urllib.request.urlopen(f"{url.removesuffix('/v1')}/counts") as response:  # noqa: S310 - our own
        found: dict[str, int] = json.load(response)
        return found


def measured(folder: Path, url: str, endpoint: int, arguments: argparse.Namespace) -> dict[str, Any]:
    """Play an evaluation and return what it took."""
    file = write_files(folder, url, arguments.models, arguments.rounds, arguments.limit)
    matches = arguments.models * arguments.rounds * 2 * len(GAMES)
    killed: list[int] = []
    began, process, first = monotonic(), start(file), 0.0
    last, seen = began, 0
    marks = [matches * 30 * (number + 1) // (arguments.kills + 1) for number in range(arguments.kills)]
    while process.poll() is None:
        now = lines_of(folder)
        if now > seen:
            first, last, seen = first or monotonic(), monotonic(), now
        if len(killed) < len(marks) and now >= marks[len(killed)]:
            killed.append(kill_all(process))
            process = start(file)
        sleep(LOOK_EVERY)
    ended, told = monotonic(), counts(url)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    results = json.loads((folder / "out/evaluation.json").read_text())
    ideal = told["requests"] * arguments.latency / arguments.limit
    ticks = Path(f"/proc/{endpoint}/stat").read_text().rpartition(")")[2].split()
    return {
        "matches": sum(each["counted"] for each in results["setups"]), "matches wanted": matches,
        "requests": told["requests"], "requests at once, most": told["most at once"],
        "requests alone, s": round(ideal, 1), "wall, s": round(ended - began, 1),
        "ratio": round((ended - began) / ideal, 3), "ratio while playing": round((last - first) / ideal, 3),
        "before the first request, s": round(first - began, 1), "after the last, s": round(ended - last, 1),
        "CPU, s": round(used.ru_utime + used.ru_stime, 1),
        "CPU of a request, ms": round(1000 * (used.ru_utime + used.ru_stime) / told["requests"], 2),
        "CPU of the endpoint, s": round((int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK"), 1),
        "cores": len(os.sched_getaffinity(0)), "killed processes": killed,
        "own answers": {each["bot"]: each["own"] / each["decisions"] for each in results["bots"]
                        if each["setup"] == "overall"},
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=10, help="each is two matches of a model in a game")
    parser.add_argument("--latency", type=float, default=0.05)
    parser.add_argument("--limit", type=int, default=16)
    parser.add_argument("--kills", type=int, default=0)
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder, scripted(arguments.latency) as (url, pid):
        print(json.dumps(measured(Path(folder), url, pid, arguments), indent=2))


if __name__ == "__main__":
    main()
