"""Dask clusters of real processes on this machine, as the commands `dask scheduler` and `dask worker` start them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.referee.host.script_bots import PATIENCE

DASK = [sys.executable, "-m", "dask"]


class DaskCluster:
    """A scheduler, and workers with a nanny and one thread each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file = folder / "scheduler.json"
        self._processes: list[subprocess.Popen] = []
        self._environment = {"DASK_OF_TEST": str(folder), "DASK_TEMPORARY_DIRECTORY": str(folder),
                             "DASK_LAWSPEAKER__IDLE": "1"}
        self._start("scheduler", "--port", "0", "--dashboard-address", "127.0.0.1:0", "--scheduler-file", self._file)
        try:
            until(self._written)
        except BaseException:
            self.stop()
            raise
        self.address = self._written()

    def _written(self) -> str:
        """The scheduler's address; empty until it has written that down whole."""
        try:
            return json.loads(self._file.read_text())["address"]
        except (OSError, ValueError):
            return ""

    def add(self, workers: int) -> None:
        """Start workers; it does not wait for them."""
        self._start("worker", self.address, "--nworkers", workers, "--nthreads", "1", "--no-dashboard",
                    "--local-directory", self.folder)

    def _start(self, *arguments) -> None:
        log = (self.folder / f"{arguments[0]}.log").open("ab")
        self._processes.append(subprocess.Popen([*DASK, *map(str, arguments)], stdout=log, stderr=log, cwd=self.folder,
                                                env=os.environ | self._environment))
        log.close()

    @property
    def workers(self) -> list[int]:
        """Ids of the workers' processes, not of their nannies."""
        return self._with("spawn_main")

    @property
    def children(self) -> list[int]:
        """Ids of our processes beside them."""
        return self._with("competition.dask.process")

    def _with(self, word: str) -> list[int]:
        mark, found = f"DASK_OF_TEST={self.folder}\0".encode(), []
        for process in Path("/proc").iterdir():
            if process.name.isdecimal():
                with suppress(OSError):
                    if word.encode() in (process / "cmdline").read_bytes() and mark in (
                            process / "environ").read_bytes() + b"\0":
                        found.append(int(process.name))
        return found

    def stop(self) -> None:
        """End all of it."""
        for process in self._processes:
            process.kill()
            process.wait()
        while left := self._with(""):  # what they have started
            for pid in left:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.05)


@contextmanager
def running(folder: Path, workers: int) -> Iterator[DaskCluster]:
    """A cluster for as long as it is needed."""
    folder.mkdir(parents=True, exist_ok=True)
    cluster = DaskCluster(folder)
    try:
        if workers:
            cluster.add(workers)
        yield cluster
    finally:
        cluster.stop()


def until(what) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + PATIENCE * 3
    while not what():
        assert time.monotonic() < end
        time.sleep(0.05)
