"""A process beside a Dask worker with a referee of its own, so that neither makes the other wait.

The first line on stdin says what it plays, and each further one is a seed block to play. It tells what came of each
match as lines of JSON on stdout. When stdin is closed, so also when the Dask worker dies, it breaks its match off and
ends with its bots.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

from lawspeaker_engine.model import BadSetup
from lawspeaker_referee.competition.dask.payload import entries_of, pack_outcome
from lawspeaker_referee.competition.tournament.blocks import PoolExecutor
from lawspeaker_referee.config.tournament import parse_config
from lawspeaker_referee.event_loop import settle
from lawspeaker_referee.host.bot_pool import BotPoolConfig, opened
from lawspeaker_referee.host.process.child import fail, first_line, tell, while_open
from lawspeaker_referee.record.bounds import RecordError

Blocks = asyncio.Queue[list[dict[str, Any]]]


async def _run(order: dict[str, Any]) -> None:
    blocks: Blocks = asyncio.Queue()
    await while_open(_work(order, blocks), lambda line: blocks.put_nowait(json.loads(line)))


async def _work(order: dict[str, Any], blocks: Blocks) -> None:
    """Play blocks until this task is cancelled. Raises Trouble, CannotListen, BadTerms and RecordError."""
    folder = Path(order["folder"])
    terms = replace(parse_config(order["terms"], "the runner"), records=folder)
    hide = tuple(path for path in map(Path, order["hide"]) if path.exists())
    house = BotPoolConfig(f"{socket.gethostname()}-{os.getpid()}", terms.sandbox, hide, folder,
                  lambda words: tell({"say": words}))
    async with opened(terms, house) as hall:
        settle()
        tables = PoolExecutor(terms, hall, 1, 1)
        while True:
            playing = asyncio.create_task(_play(tables, await blocks.get()))
            try:
                await asyncio.wait({playing})
            finally:
                if not playing.done():
                    tables.stop()
                    await asyncio.wait({playing})
            playing.result()
            tell({"done": True})


async def _play(tables: PoolExecutor, block: list[dict[str, Any]]) -> None:
    async for outcome in tables.play(entries_of(block), asyncio.Event()):
        tell({"outcome": pack_outcome(outcome)})


def main() -> None:
    """Work as stdin says."""
    order = first_line()
    try:
        asyncio.run(_run(order))
    except (OSError, BadSetup, RecordError) as error:
        fail(error)


if __name__ == "__main__":
    main()
