"""A process beside a Dask worker with a referee of its own, so that neither makes the other wait.

The first line on stdin says what it plays, and each further one is a seed block to play. It tells what came of each
match as lines of JSON on stdout. When stdin is closed, so also when the Dask worker dies, it breaks its match off and
ends with its bots.
"""

from __future__ import annotations

import asyncio
import os
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

from lawspeaker_engine.model import BadSetup
from lawspeaker_referee.competition.dask.payload import entries_of, pack_outcome
from lawspeaker_referee.competition.tournament.blocks import PoolExecutor
from lawspeaker_referee.competition.tournament.pool import opened
from lawspeaker_referee.competition.tournament.pool_config import TournamentPoolConfig
from lawspeaker_referee.config.tournament import parse_config
from lawspeaker_referee.event_loop import run_async, settle
from lawspeaker_referee.host.process.child import run_child
from lawspeaker_referee.host.process.child_side import fail, first_order, report
from lawspeaker_referee.record.bounds import RecordError

Blocks = asyncio.Queue[list[dict[str, Any]]]


async def _run(order: dict[str, Any]) -> None:
    blocks: Blocks = asyncio.Queue()
    await run_child(_work(order, blocks), blocks.put_nowait)


async def _work(order: dict[str, Any], blocks: Blocks) -> None:
    """Play blocks until this task is cancelled. Raises RunnerFailure, CannotListen, BadConfig and RecordError."""
    folder = Path(order["folder"])
    terms = replace(parse_config(order["terms"], "the runner"), records=folder)
    hide = tuple(path for path in map(Path, order["hide"]) if path.exists())
    config = TournamentPoolConfig(f"{socket.gethostname()}-{os.getpid()}", terms.sandbox, hide, folder,
                                  lambda words: report({"say": words}))
    async with opened(terms, config) as pool:
        settle()
        executor = PoolExecutor(terms, pool, 1, 1)
        while True:
            playing = asyncio.create_task(_play(executor, await blocks.get()))
            try:
                await asyncio.wait({playing})
            finally:
                if not playing.done():
                    executor.stop()
                    await asyncio.wait({playing})
            playing.result()
            report({"done": True})


async def _play(executor: PoolExecutor, block: list[dict[str, Any]]) -> None:
    async for outcome in executor.play(entries_of(block), asyncio.Event()):
        report({"outcome": pack_outcome(outcome)})


def main() -> None:
    """Take orders from stdin and carry them out."""
    order = first_order()
    try:
        run_async(_run(order))
    except (OSError, BadSetup, RecordError) as error:
        fail(error)


if __name__ == "__main__":
    main()
