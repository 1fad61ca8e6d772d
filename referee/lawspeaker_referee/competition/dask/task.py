"""The task that a Dask worker runs: it has a process play a seed block, and returns the outcomes and files."""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Self

import dask
from distributed import Worker, get_worker

from lawspeaker_referee.competition.dask.payload import BlockPayload
from lawspeaker_referee.host.process.child import ChildProcess
from lawspeaker_referee.version import build_version

COMMAND: Final = (sys.executable, "-m", "lawspeaker_referee.competition.dask.process")
PATIENCE: Final = 30.0
"""Seconds that one has to end its bots and itself."""
KEPT_CHILDREN: Final = (".lsr", ".lsr.void", ".stderr")
"""Suffixes of the files that go to the runner: records, those of void matches, and what bots printed."""


class DaskChild:
    """A process that plays blocks, with a folder of its own."""

    def __init__(self, process: ChildProcess, folder: Path) -> None:
        self._process, self._folder = process, folder

    @classmethod
    async def started(cls, order: dict[str, Any], root: Path) -> Self:
        """Start a process whose folder lies in `root`, the folder of the Dask worker.

        Bots that are cut off see nothing of it, nor of those beside it: other workers may play with the same seed.
        Raises OSError.
        """
        folder = Path(tempfile.mkdtemp(prefix="lawspeaker-", dir=root))
        first = {"terms": order["terms"], "folder": str(folder), "hide": [str(root.parent), *order["hide"]]}
        return cls(await ChildProcess.start(COMMAND, first), folder)

    async def play(self, block: BlockPayload, answer: dict[str, Any]) -> bool:
        """Have a block played and add its outcomes to the answer; return False if the process has ended."""
        self._process.order(block.matches)
        async for what in self._process.reports():
            if "done" in what:
                return True
            if "outcome" in what:
                answer["outcomes"].append(what["outcome"])
            elif "say" in what:
                answer["said"].append(what["say"])
            elif "failure" in what:
                answer["failure"] = what["failure"]
        how = await self._process.wait()
        if "failure" not in answer:
            answer["died"] = how or "ended with exit code 0"
        return False

    def files(self) -> dict[str, bytes]:
        """Move the files to keep out of its folder, and return them by name. Raises OSError."""
        found = {path.name: path for path in sorted(self._folder.rglob("*")) if path.name.endswith(KEPT_CHILDREN)}
        contents = {name: path.read_bytes() for name, path in found.items()}
        for path in found.values():
            path.unlink()
        return contents

    def break_off(self) -> None:
        """End the process and what it plays."""
        self._process.break_off()

    async def end(self) -> dict[str, bytes]:
        """End the process and remove its folder; return its last files. Raises OSError."""
        await self._process.end(PATIENCE)
        try:
            return self.files()
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)


IDLE: Final = float(dask.config.get("lawspeaker.idle", 10.0))
"""Seconds after which a process that has nothing to play ends; its runner may have been killed."""
KEPT: Final = 3600.0
"""Seconds for which its files are kept."""
LOOK_EVERY: Final = 0.25
"""Seconds after which a task looks whether its result is still wanted."""

_idle: dict[str, dict[DaskChild, asyncio.TimerHandle]] = {}
"""Processes that wait for another block, by the run that they are for, and what ends them if none comes."""
_ending: set[asyncio.Task[None]] = set()
_left: dict[str, dict[str, bytes]] = {}
"""Files of processes that have ended, by the run that they are of, and by name."""


async def play(key: str, order: dict[str, Any], block: BlockPayload) -> dict[str, Any]:
    """Play a block as the task of this key.

    The answer has `worker`, our address; `outcomes` by match, as far as it went; `files` to keep, by name; `said`,
    lines to be told; and if it did not go to its end, `died`, how our process ended, or `failure`, why this worker
    cannot play.
    """
    worker = get_worker()
    answer: dict[str, Any] = {"worker": worker.address, "outcomes": [], "files": {}, "said": []}
    if order["version"] != build_version():
        why = f"has Lawspeaker {build_version()}, and the runner {order['version']}; install the same everywhere"
        return answer | {"failure": why}
    try:
        child = _taken(order["run"]) or await DaskChild.started(order, Path(worker.local_directory))
        if await _played(child, block, answer, worker, key):
            answer["files"] = await asyncio.to_thread(child.files)
            _put_back(order["run"], child)
        else:
            answer["files"] = await child.end()
    except OSError as error:
        answer["failure"] = f"{error.filename or 'the task'}: {error.strerror or error}"
    return answer


async def finish(run: str) -> dict[str, bytes]:
    """End all processes of a run that are idle; return the last files to keep, by name."""
    children = _idle.pop(run, {})
    for timer in children.values():
        timer.cancel()
    await asyncio.gather(*(_end(run, child) for child in children), *_ending)
    return _left.pop(run, {})


async def _played(child: DaskChild, block: BlockPayload, answer: dict[str, Any], worker: Worker, key: str) -> bool:
    """Have a block played; return False if the process cannot play another, or if the result is no longer wanted."""
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
    """Return whether the result of a task is no longer wanted. Dask notes that, but does not interrupt tasks."""
    task = worker.state.tasks.get(key)
    return task is None or task.state == "cancelled"


# --- processes that wait ---


def _taken(run: str) -> DaskChild | None:
    children = _idle.get(run)
    if not children:
        return None
    child, timer = children.popitem()
    timer.cancel()
    return child


def _put_back(run: str, child: DaskChild) -> None:
    timer = asyncio.get_running_loop().call_later(IDLE, _give_up, run, child)
    _idle.setdefault(run, {})[child] = timer


def _give_up(run: str, child: DaskChild) -> None:
    del _idle[run][child]
    task = asyncio.create_task(_end(run, child))
    _ending.add(task)
    task.add_done_callback(_ending.discard)


async def _end(run: str, child: DaskChild) -> None:
    with suppress(OSError):  # somebody has removed its folder
        _left.setdefault(run, {}).update(await child.end())
    asyncio.get_running_loop().call_later(KEPT, _left.pop, run, None)
