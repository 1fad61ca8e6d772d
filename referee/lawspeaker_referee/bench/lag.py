"""How late this process's event loop runs, and how long its garbage collector holds it up."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, Final

from lawspeaker_referee.bench.figures import percentile

EVERY: Final = 0.01


class LagWatch:
    """Looks every 10 ms, and is told of every collection."""

    def __init__(self) -> None:
        self._late: list[float] = []
        self._longest_collection = self._collecting_since = 0.0

    @contextmanager
    def watching(self) -> Iterator[LagWatch]:
        """Within this it looks; needs a running loop."""
        task = asyncio.get_running_loop().create_task(self._watch())
        gc.callbacks.append(self._collected)
        try:
            yield self
        finally:
            gc.callbacks.remove(self._collected)
            task.cancel()

    @property
    def report(self) -> dict[str, float]:
        """Milliseconds."""
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
