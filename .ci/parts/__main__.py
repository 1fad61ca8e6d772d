"""Run the parts of CI: `.ci/run [PART ...]`, all of them if none is named.

One part more than there are cores runs at the same time. What a part prints is kept until it ends. A part of which
exactly these bytes have passed on this machine, with the same programs, is not run again; with FULL=1 it is. A part
that opens a file of the repository that is not among its inputs fails.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, strftime
from types import FrameType
from typing import Final, NoReturn

import passed
from opened import ROOT
from table import PYTHON_PATH, Part, parts

AT_ONCE: Final = (os.cpu_count() or 1) + 1
"""The parts that run at the same time: tests wait for sockets and processes, which leaves room for one more."""
LAST_LINES: Final = 5
MOST_FAULTS: Final = 20
"""Files that are named of those that a part must not open."""
FAILURE: Final = ("FAILED ", "ERROR ", "E  ")
"""How pytest begins the lines that name a test and say what it expected."""
MOST_FAILURES: Final = 40
"""Such lines that are repeated of a part."""


@dataclass
class Run:
    """A part that runs."""

    part: Part
    key: str
    """Empty if the part runs every time."""
    process: subprocess.Popen[bytes]
    output: Path
    report: Path
    began: float


@dataclass(frozen=True)
class Result:
    """The outcome of a part."""

    part: str
    word: str
    """passed, passed before, failed, not run."""
    wall: float = 0.0
    cpu: float = 0.0
    failures: tuple[str, ...] = ()
    """What the part printed of tests that failed."""

    @property
    def good(self) -> bool:
        """Return True if the part has passed now or before."""
        return self.word.startswith("passed")


class Line:
    """The parts that wait, those that run, and what became of the others."""

    def __init__(self, wanted: Sequence[Part], place: Path, *, full: bool) -> None:
        self.waiting = list(wanted)
        self.names = {part.name for part in wanted}
        self.place = place
        self.full = full
        self.running: dict[int, Run] = {}
        self.results: dict[str, Result] = {}

    def run(self) -> None:
        """Run all."""
        while self.waiting or self.running:
            while part := self._next():
                self.waiting.remove(part)
                self._begin(part)
            if self.running:
                self._end(*os.wait4(-1, 0))

    def stop(self) -> None:
        """End what runs, and print what it has printed."""
        for run in self.running.values():
            run.process.terminate()
        for run in self.running.values():
            run.process.wait()
            _print_whole(run)

    def _next(self) -> Part | None:
        """Return the first part that may begin now: one that must wait for another lets those behind it pass."""
        if len(self.running) >= AT_ONCE:
            return None
        building = {folder for run in self.running.values() for folder in run.part.builds}
        return next((part for part in self.waiting if building.isdisjoint(part.builds)
                     and not any(name in self.names and name not in self.results for name in part.after)), None)

    def _begin(self, part: Part) -> None:
        """Start a part, or say why not."""
        if bad := [name for name in part.after if name in self.results and not self.results[name].good]:
            print(f"part {part.name}: not run, for {' and '.join(bad)} failed", flush=True)
            self.results[part.name] = Result(part.name, "not run")
            return
        key = passed.key_of(part) if part.inputs else ""
        if key and not self.full and (before := passed.find(key)):
            print(f"part {part.name}: passed with these bytes on {before.day} ({_time(before.wall)}, commit "
                  f"{before.commit}); FULL=1 runs it again", flush=True)
            self.results[part.name] = Result(part.name, "passed before")
            return
        passed.changed()  # so that git, which the commands ask for the version, does not open all files of a new clone
        output, report = self.place / f"{part.name}.log", self.place / f"{part.name}.json"
        command = [sys.executable, str(Path(__file__).with_name("opened.py")), str(report), "sh", "-c", part.command]
        print(f"part {part.name}: {part.command}", flush=True)
        with output.open("wb") as file:
            process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=file,
                                       stderr=subprocess.STDOUT, start_new_session=True)
        self.running[process.pid] = Run(part, key, process, output, report, monotonic())

    def _end(self, process: int, status: int, used: resource.struct_rusage) -> None:
        """Print what a part that has ended printed, and judge it."""
        run = self.running.pop(process)
        run.process.returncode = code = os.waitstatus_to_exitcode(status)
        wall, cpu = monotonic() - run.began, used.ru_utime + used.ru_stime
        opened = json.loads(run.report.read_text(encoding="utf-8")) if run.report.exists() else None
        faults = list(faults_of(run.part, opened or ()))
        good = code == 0 and not faults
        _print_whole(run)
        for fault in faults[:MOST_FAULTS]:
            print(fault)
        if more := faults[MOST_FAULTS:]:
            print(f"part {run.part.name}: and {len(more)} more")
        print(f"part {run.part.name}: {'passed' if good else f'failed, exit code {code}' if code else 'failed'}, "
              f"{_time(wall)}, CPU {_time(cpu)}", flush=True)
        self.results[run.part.name] = Result(run.part.name, "passed" if good else "failed", wall, cpu,
                                             () if good else tuple(failures_in(_printed(run))))
        if good and run.key and (why := self._keep(run, wall, cpu, seen=opened is not None)):
            print(f"part {run.part.name}: will run again, for {why}", flush=True)

    def _keep(self, run: Run, wall: float, cpu: float, *, seen: bool) -> str:
        """Write down that a part has passed, or return why not."""
        if not seen:
            return "only root on Linux can see which files a part opens"
        passed.files.cache_clear()
        if passed.key_of(run.part) != run.key:
            return "its inputs changed meanwhile"
        commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, check=False, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.strip()
        last = _printed(run).splitlines()[-LAST_LINES:]
        passed.keep(run.key, passed.Passed(run.part.name, strftime("%Y-%m-%d"), wall, cpu, commit, last))
        return ""


def main() -> int:
    """Return 0 if all parts have passed, 1 otherwise."""
    # In the background of a shell Ctrl-C is ignored.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)
    known = {part.name: part for part in parts()}
    parser = ArgumentParser(prog=".ci/run", description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(known)}")
    wanted = parser.parse_args().parts or list(known)
    if unknown := set(wanted) - known.keys():
        parser.error(f"no part is called {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    for part in known.values():
        if part.kept:
            os.environ.setdefault(part.kept.variable, str(passed.kept_folder(part.kept)))
    with TemporaryDirectory(prefix="lawspeaker-ci-") as place:
        line = Line([part for part in known.values() if part.name in wanted], Path(place),
                    full=os.environ.get("FULL", "0") not in {"", "0"})
        began = monotonic()
        try:
            line.run()
        except KeyboardInterrupt:
            line.stop()
            print("stopped", file=sys.stderr)
            return 130
    results = [line.results[name] for name in known if name in line.results]
    print(*summary(results, monotonic() - began), sep="\n")
    return 0 if all(result.good for result in results) else 1


def faults_of(part: Part, opened: Iterable[str]) -> Iterator[str]:
    """Yield a line for each file that a part has opened, and each folder that it has listed, without any right to it.

    A folder may be listed in which the part has an input, or which Python searches for imports. A compiled module of
    Python stands for its source. Of files that are not committed nobody knows whether git opened them.
    """
    if not part.inputs:
        return
    tracked, inputs = passed.files(), passed.files_of(part.inputs)
    foreign = set(tracked).difference(inputs, passed.changed())
    folders = _folders(tracked) - _folders(inputs) - set(PYTHON_PATH)
    for path in sorted({source_of(path) for path in opened}):
        if path in foreign or path in folders:
            yield (f"part {part.name} {'lists' if path in folders else 'opens'} {path}, which is not among its inputs "
                   "in .ci/parts/table.py")


def source_of(path: str) -> str:
    """Return the source of a compiled module of Python, any other path as it is."""
    folder, cached, name = path.rpartition("__pycache__/")
    return f"{folder}{name.partition('.')[0]}.py" if cached and name.endswith(".pyc") else path


def _folders(paths: Iterable[str]) -> set[str]:
    return {str(folder) for path in paths for folder in Path(path).parents}


def summary(results: Sequence[Result], wall: float) -> Iterator[str]:
    """Yield the lines of a table of what became of the parts, then what tests failed, which is far up otherwise."""
    yield f"{'part':<20} {'result':<14} {'wall':>12} {'CPU':>12}"
    for each in results:
        times = (_time(each.wall), _time(each.cpu)) if each.word in {"passed", "failed"} else ("", "")
        yield f"{each.part:<20} {each.word:<14} {times[0]:>12} {times[1]:>12}".rstrip()
    yield f"{'all':<20} {'':<14} {_time(wall):>12} {_time(sum(each.cpu for each in results)):>12}"
    for each in results:
        yield from (f"{each.part}: {line}" for line in each.failures)


def failures_in(printed: str) -> list[str]:
    """Return the lines by which pytest says what failed, the last of them if there are many."""
    return [line for line in printed.splitlines() if line.startswith(FAILURE)][-MOST_FAILURES:]


def _printed(run: Run) -> str:
    return run.output.read_text(encoding="utf-8", errors="replace")


def _print_whole(run: Run) -> None:
    printed = _printed(run)
    end = "" if printed.endswith("\n") else "\n"
    print(f"--- part {run.part.name} printed:", printed, sep="\n", end=end, flush=True)


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _stop(_number: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
