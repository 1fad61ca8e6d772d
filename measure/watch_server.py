"""WatchService as `lawspeaker watch --grpc` serves it: `python -m measure.watch_server`.

The first order on stdin is `WatchOptions` as JSON; the report is the port.
"""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from io import StringIO
from pathlib import Path
from typing import Any

from lawspeaker_referee.event_loop import run_async
from lawspeaker_referee.host.process.child import run_child
from lawspeaker_referee.host.process.child_side import fail, first_order, report
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.server.watch_service import NICE, WatchLimits, watch_server
from lawspeaker_referee.viewer.live_matches import LiveMatches
from lawspeaker_referee.web.match_routes import ThreadedMatches


@dataclass(frozen=True, slots=True)
class WatchOptions:
    """The settings of a server for spectators."""

    folder: str
    delay_s: float
    spectators: int

    @property
    def order(self) -> dict[str, Any]:
        """The first order."""
        return asdict(self)


async def serve(options: WatchOptions) -> None:
    """Serve until this task is cancelled."""
    with ThreadPoolExecutor(1) as follower:
        live = ThreadedMatches(LiveMatches(Path(options.folder), options.delay_s), follower)
        limits = WatchLimits(options.spectators, options.spectators)
        async with watch_server(live, "127.0.0.1:0", limits, make_log(StringIO())) as port:
            report({"port": port})
            await asyncio.Event().wait()


def main() -> None:
    """Serve until stdin is closed."""
    os.nice(NICE)
    try:
        options = WatchOptions(**first_order())
        run_async(run_child(serve(options), lambda _: None))
    except Exception as error:  # noqa: BLE001 - whatever it is, the measuring process says it in one line
        fail(error)


if __name__ == "__main__":
    main()
