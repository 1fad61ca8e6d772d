"""Start and end the processes of a measurement: measured servers, bots, loops that keep all cores busy, and others."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from os import cpu_count, getpid
from subprocess import PIPE
from time import perf_counter, process_time
from typing import Any, Final, Self

from lawspeaker_referee.devtools.bench.load_bots import LoadBotOptions
from lawspeaker_referee.host.process.child import ChildProcess

BUSY: Final = "import os, sys\nos.nice(19)\nwhile os.getppid() == int(sys.argv[1]):\n    sum(range(100_000))"
"""A program that works all the time at the lowest priority and ends with the process that started it."""

ANSWERS_WITHIN: Final = 60.0
"""Seconds after which a measured process that does not report has failed."""
ENDS_WITHIN: Final = 10.0


class MeasurementFailed(Exception):
    """A process of the measurement failed; the message says which and how."""


def reading() -> dict[str, float]:
    """Return what this process tells of itself: the CPU seconds of all its threads so far, and the time."""
    return {"cpu": process_time(), "at": perf_counter()}


def shares(of: int, processes: int) -> Iterator[tuple[int, int]]:
    """Yield (number of the first, how many) for each process, when so many are shared out among them."""
    for number in range(processes):
        first, last = of * number // processes, of * (number + 1) // processes
        yield first, last - first


class MeasuredProcess:
    """A process that obeys orders, each of which it answers with one report."""

    def __init__(self, name: str, child: ChildProcess) -> None:
        """Use `start`."""
        self._name, self._child = name, child
        self._reports = child.reports()

    @classmethod
    @asynccontextmanager
    async def start(cls, name: str, module: str, order: dict[str, Any]) -> AsyncIterator[Self]:
        """Run a module of this folder; `name` names the process in errors. It is ended at the end."""
        command = (sys.executable, "-m", f"lawspeaker_referee.devtools.bench.{module}")
        child = await ChildProcess.start(command, order)
        try:
            yield cls(name, child)
        finally:
            await child.end(ENDS_WITHIN)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._child.pid

    async def report(self) -> dict[str, Any]:
        """Return the next report. Raises MeasurementFailed."""
        try:
            async with asyncio.timeout(ANSWERS_WITHIN):
                async for found in self._reports:
                    if "failure" in found:
                        raise MeasurementFailed(f"{self._name} failed: {found['failure']}")
                    return found
                how = await self._child.wait()
        except TimeoutError:
            raise MeasurementFailed(f"{self._name} did not report within {ANSWERS_WITHIN:g} seconds") from None
        raise MeasurementFailed(f"{self._name} {how or 'ended too early'}")

    async def ask(self, order: str) -> dict[str, Any]:
        """Send an order and return the report on it. Raises MeasurementFailed."""
        self._child.order(order)
        return await self.report()


class LoadBotProcess:
    """A running process of load bots."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def connected(self) -> float:
        """Wait until all its bots are welcomed; return the seconds that it took. Raises MeasurementFailed."""
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            await self._failed()
        return float(json.loads(line)["connected"])

    async def report(self) -> dict[str, Any]:
        """Wait for its end and return its report. Raises MeasurementFailed."""
        assert self._process.stdout is not None
        output = await self._process.stdout.read()
        if await self._process.wait():
            await self._failed()
        found: dict[str, Any] = json.loads(output)
        return found

    async def _failed(self) -> None:
        raise MeasurementFailed(f"the measuring bots failed with exit code {await self._process.wait()}")


@asynccontextmanager
async def load_bots(address: str, orders: LoadBotOptions) -> AsyncIterator[LoadBotProcess]:
    """Run a process of load bots; it is killed at the end."""
    async with _process("-m", "lawspeaker_referee.devtools.bench.load_bots", address, orders.text) as process:
        yield LoadBotProcess(process)


@asynccontextmanager
async def busy_cores() -> AsyncIterator[int]:
    """Run as many busy loops as there are cores, at the lowest priority."""
    count = cpu_count() or 1
    loops = [await asyncio.create_subprocess_exec(sys.executable, "-c", BUSY, str(getpid())) for _ in range(count)]
    try:
        yield count
    finally:
        for loop in loops:
            loop.kill()
            await loop.wait()


async def in_fresh_process(module: str, arguments: Sequence[object]) -> dict[str, Any]:
    """Run a module of this folder in a process of its own, and return the JSON that it prints."""
    async with _process("-m", f"lawspeaker_referee.devtools.bench.{module}", *map(str, arguments)) as process:
        output, _ = await process.communicate()
        if process.returncode:
            raise MeasurementFailed(f"measuring with {module} failed with exit code {process.returncode}")
    found: dict[str, Any] = json.loads(output)
    return found


@asynccontextmanager
async def _process(*arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(sys.executable, *arguments, stdout=PIPE)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
