"""Start and end the processes of a measurement: measured servers and bots."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from time import perf_counter, process_time
from typing import Any, Final, Self

from lawspeaker_referee.host.process.child import ChildProcess

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
    async def start(cls, name: str, command: Sequence[str], order: dict[str, Any]) -> AsyncIterator[Self]:
        """Run a command; `name` names the process in errors. It is ended at the end."""
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
