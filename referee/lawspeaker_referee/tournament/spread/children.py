"""The processes beside a Dask worker that play for it; see `child.py`."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Self

from lawspeaker_referee.tournament.pipes import MOST_LINE, how_it_ended
from lawspeaker_referee.tournament.spread.parcel import Block

COMMAND: Final = (sys.executable, "-m", "lawspeaker_referee.tournament.spread.child")
PATIENCE: Final = 30.0
"""Seconds that one has to end its bots and itself."""
KEPT: Final = (".lsr", ".lsr.void", ".stderr")
"""How the names of files end that go to the runner: records, those of void matches, and what bots printed."""


class Child:
    """One of them, with a folder of its own."""

    def __init__(self, process: Process, folder: Path) -> None:
        self._process, self._folder = process, folder

    @classmethod
    async def started(cls, order: dict[str, Any], root: Path) -> Self:
        """A new process, with its folder in this one, a Dask worker's.

        Bots that are cut off see nothing of it, nor of those beside it: other workers may play with the same seed.
        Raises OSError.
        """
        folder = Path(tempfile.mkdtemp(prefix="lawspeaker-", dir=root))
        process = await asyncio.create_subprocess_exec(
            *COMMAND, stdin=PIPE, stdout=PIPE, limit=MOST_LINE, start_new_session=True)
        child = cls(process, folder)
        child._say({"terms": order["terms"], "folder": str(folder), "hide": [str(root.parent), *order["hide"]]})
        return child

    def _say(self, what: Any) -> None:
        assert self._process.stdin is not None
        with suppress(ConnectionError):
            self._process.stdin.write(json.dumps(what).encode() + b"\n")

    async def play(self, block: Block, answer: dict[str, Any]) -> bool:
        """Have a block played, and add to the answer what comes of it; False if the process is no more."""
        self._say(block.matches)
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            what = json.loads(line) if line.endswith(b"\n") else {}  # one that dies may leave half of its last
            if "done" in what:
                return True
            if "outcome" in what:
                answer["outcomes"].append(what["outcome"])
            elif "say" in what:
                answer["said"].append(what["say"])
            elif "trouble" in what:
                answer["trouble"] = what["trouble"]
        code = await self._process.wait()
        if "trouble" not in answer:
            answer["died"] = how_it_ended(code)
        return False

    def files(self) -> dict[str, bytes]:
        """What is to be kept of what lies in its folder, where it is no more. Raises OSError."""
        found = {path.name: path for path in sorted(self._folder.iterdir()) if path.name.endswith(KEPT)}
        contents = {name: path.read_bytes() for name, path in found.items()}
        for path in found.values():
            path.unlink()
        return contents

    def break_off(self) -> None:
        """End the process and what it plays."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    async def end(self) -> dict[str, bytes]:
        """Likewise, until nothing of it is left; the last files. Raises OSError."""
        self.break_off()
        try:
            async with asyncio.timeout(PATIENCE):
                await self._process.communicate()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()
        try:
            return self.files()
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)
