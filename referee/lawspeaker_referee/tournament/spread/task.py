"""What a Dask worker runs: a task has a seed block played by a process of its own, and sends back what came of it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import dask
from distributed import Worker, get_worker

from lawspeaker_referee.tournament.spread.children import Child
from lawspeaker_referee.tournament.spread.parcel import Block
from lawspeaker_referee.version import VERSION

IDLE: Final = float(dask.config.get("lawspeaker.idle", 10.0))
"""Seconds after which a process that has nothing to play ends; its runner may have been killed."""
KEPT: Final = 3600.0
"""Seconds for which its files are kept."""
LOOK_EVERY: Final = 0.25
"""Seconds after which a task looks whether anybody still waits for it."""

_idle: dict[str, dict[Child, asyncio.TimerHandle]] = {}
"""Processes that wait for another block, by the run that they are for, and what ends them if none comes."""
_ending: set[asyncio.Task[None]] = set()
_left: dict[str, dict[str, bytes]] = {}
"""Files of processes that have ended, by the run that they are of, and by name."""


async def play(key: str, order: dict[str, Any], block: Block) -> dict[str, Any]:
    """Play a block as the task of this key.

    The answer has `worker`, our address; `outcomes` by match, as far as it went; `files` to keep, by name; `said`,
    lines to be told; and if it did not go to its end, `died`, how our process ended, or `trouble`, why this worker
    cannot play.
    """
    worker = get_worker()
    answer: dict[str, Any] = {"worker": worker.address, "outcomes": [], "files": {}, "said": []}
    if order["version"] != VERSION:
        why = f"has Lawspeaker {VERSION}, and the runner {order['version']}; install the same everywhere"
        return answer | {"trouble": why}
    try:
        child = _taken(order["run"]) or await Child.started(order, Path(worker.local_directory))
        if await _played(child, block, answer, worker, key):
            answer["files"] = await asyncio.to_thread(child.files)
            _put_back(order["run"], child)
        else:
            answer["files"] = await child.end()
    except OSError as error:
        answer["trouble"] = f"{error.filename or 'the task'}: {error.strerror or error}"
    return answer


async def finish(run: str) -> dict[str, bytes]:
    """End all processes of a run that play nothing now; the last files to keep, by name."""
    children = _idle.pop(run, {})
    for timer in children.values():
        timer.cancel()
    await asyncio.gather(*(_end(run, child) for child in children), *_ending)
    return _left.pop(run, {})


async def _played(child: Child, block: Block, answer: dict[str, Any], worker: Worker, key: str) -> bool:
    """Have a block played; False if the process cannot play another, or if nobody waits for it any more."""
    playing = asyncio.create_task(child.play(block, answer))
    try:
        while not playing.done() and not _is_forgotten(worker, key):
            await asyncio.wait({playing}, timeout=LOOK_EVERY)
        return playing.done() and playing.result()
    finally:
        if not playing.done():
            child.break_off()
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)


def _is_forgotten(worker: Worker, key: str) -> bool:
    """Dask does not interrupt tasks; it only notes that whoever asked for one wants it no more, or is gone."""
    task = worker.state.tasks.get(key)
    return task is None or task.state == "cancelled"


# --- processes that wait ---


def _taken(run: str) -> Child | None:
    children = _idle.get(run)
    if not children:
        return None
    child, timer = children.popitem()
    timer.cancel()
    return child


def _put_back(run: str, child: Child) -> None:
    timer = asyncio.get_running_loop().call_later(IDLE, _give_up, run, child)
    _idle.setdefault(run, {})[child] = timer


def _give_up(run: str, child: Child) -> None:
    del _idle[run][child]
    task = asyncio.create_task(_end(run, child))
    _ending.add(task)
    task.add_done_callback(_ending.discard)


async def _end(run: str, child: Child) -> None:
    with suppress(OSError):  # somebody has removed its folder
        _left.setdefault(run, {}).update(await child.end())
    asyncio.get_running_loop().call_later(KEPT, _left.pop, run, None)
