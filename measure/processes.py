"""Processes of measurements: bots that load a referee, loops that keep all cores busy, modules of this folder."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from os import cpu_count, getpid
from pathlib import Path
from subprocess import PIPE
from typing import Any, Final

from lawspeaker_referee.devtools.bench.processes import MeasurementFailed
from measure.load_bots import LoadBotOptions

BUSY: Final = "import os, sys\nos.nice(19)\nwhile os.getppid() == int(sys.argv[1]):\n    sum(range(100_000))"
"""A program that works all the time at the lowest priority and ends with the process that started it."""
_RUN: Final = "import runpy, sys\nsys.path.insert(0, {root!r})\nrunpy.run_module({module!r}, run_name='__main__')"


def command(module: str) -> tuple[str, ...]:
    """Return the command that runs a module of this folder, from whichever folder it is given."""
    root = str(Path(__file__).resolve().parents[1])
    return sys.executable, "-c", _RUN.format(root=root, module=f"measure.{module}")


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
    async with _process(*command("load_bots"), address, orders.text) as process:
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
    async with _process(*command(module), *map(str, arguments)) as process:
        output, _ = await process.communicate()
        if process.returncode:
            raise MeasurementFailed(f"measuring with {module} failed with exit code {process.returncode}")
    found: dict[str, Any] = json.loads(output)
    return found


@asynccontextmanager
async def _process(*command: str) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
