"""Statistics of measurements, and what the operating system says about this process."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import monotonic
from typing import Any, Final

from lawspeaker_referee.config import intervals

_STATM: Final = Path("/proc/self/statm")
_STATUS: Final = Path("/proc/self/status")
_STAT: Final = Path("/proc/stat")


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a rate that was seen as `hits` of `of`; (0, 1) if nothing was seen."""
    return intervals.wilson(hits / of if of else 0.0, of)


def percentile(ordered: Sequence[float], share: float) -> float:
    """Return the smallest of sorted numbers that this share of them does not exceed; 0 if there are none."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def rounds_within(rounds: int, seconds: float) -> Iterator[int]:
    """Yield the numbers of rounds; the first one always, and no other after so many seconds."""
    until = monotonic() + seconds
    for number in range(rounds):
        if number and monotonic() > until:
            return
        yield number


def resident() -> int:
    """Return the bytes of memory of this process; its highest value where the system does not say."""
    gc.collect()
    try:
        return int(_STATM.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return getrusage(RUSAGE_SELF).ru_maxrss * 1024


def most_resident() -> int:
    """Return the most bytes of memory that this process ever had."""
    try:
        text = _STATUS.read_text(encoding="ascii")
    except OSError:
        # This is also that of the process by which this one was started, before it became another program.
        return getrusage(RUSAGE_SELF).ru_maxrss * 1024
    return next(int(line.split()[1]) * 1024 for line in text.splitlines() if line.startswith("VmHWM:"))


def busy_and_all() -> tuple[int, int] | None:
    """Return the time that all cores worked since the machine started, and all of their time; None if unknown.

    Both have the same unit; use ratios of differences.
    """
    try:
        ticks = [int(word) for word in _STAT.read_text(encoding="ascii").splitlines()[0].split()[1:9]]
    except OSError:
        return None
    idle = ticks[3] + ticks[4]
    return sum(ticks) - idle, sum(ticks)


def busy_share(before: tuple[int, int] | None, after: tuple[int, int] | None) -> float | None:
    """Return the share of all cores that was busy between two readings of `busy_and_all`."""
    if before is None or after is None or after[1] == before[1]:
        return None
    return round((after[0] - before[0]) / (after[1] - before[1]), 3)


EVERY: Final = 0.01


class LagWatch:
    """Measures every 10 ms how late the event loop is, and how long garbage collections take."""

    def __init__(self) -> None:
        self._late: list[float] = []
        self._longest_collection = self._collecting_since = 0.0

    @contextmanager
    def watching(self) -> Iterator[LagWatch]:
        """Measure within this block; needs a running loop."""
        task = asyncio.get_running_loop().create_task(self._watch())
        gc.callbacks.append(self._collected)
        try:
            yield self
        finally:
            gc.callbacks.remove(self._collected)
            task.cancel()

    @property
    def report(self) -> dict[str, float]:
        """The measurements in milliseconds."""
        late = sorted(self._late)
        return {"p50": round(percentile(late, 0.5) * 1000, 2), "p99": round(percentile(late, 0.99) * 1000, 2),
                "most": round(percentile(late, 1.0) * 1000, 2), "most_gc": round(self._longest_collection * 1000, 2)}

    async def _watch(self) -> None:
        while True:
            due = monotonic() + EVERY
            await asyncio.sleep(EVERY)
            self._late.append(max(0.0, monotonic() - due))

    def _collected(self, phase: str, _: dict[str, Any]) -> None:
        if phase == "start":
            self._collecting_since = monotonic()
        else:
            self._longest_collection = max(self._longest_collection, monotonic() - self._collecting_since)
