"""Starts bots of a few lines, and knows which processes of this machine are alive."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from lawspeaker_referee.config.bot_specs import SeatSpec
from lawspeaker_referee.config.sandbox import Sandbox
from lawspeaker_referee.host.process.bot import ROOT, SUPERVISOR, BotProcess, ProcessEnd, running
from lawspeaker_referee.host.process.bot_root import BotRoot

PATIENCE = 120.0
"""Seconds after which a test that waits has failed."""


def running_with(word: str) -> list[int]:
    """Ids of the processes, zombies not counted, whose command line has the word; within a world of their own too."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with suppress(OSError):
                if word.encode() in (folder / "cmdline").read_bytes():
                    found.append(int(folder.name))
    return found


def spec(folder: Path, text: str) -> SeatSpec:
    path = folder / f"bot-{len(list(folder.glob('bot-*')))}.py"
    path.write_text(text)
    return SeatSpec.parse(f"cmd:{sys.executable} {path}")


def ran(folder: Path, text: str | SeatSpec, *, until: Callable[[], bool] | None = None, hide: tuple[Path, ...] = (),
        **limits: Any) -> tuple[ProcessEnd, BotProcess]:
    """Return how a bot ended: by itself, or asked to once something has happened. Nothing of it is left."""
    bot = text if isinstance(text, SeatSpec) else spec(folder, text)

    async def play() -> BotProcess:
        async with asyncio.timeout(PATIENCE):
            box = Sandbox(**{"grace": 0.2} | limits)
            async with running([bot], "unix:/nowhere", ["secret"], box, hide) as [process]:
                if until is None:
                    await process.wait()
                else:
                    while not until():  # noqa: ASYNC110 - what a bot does can only be looked at
                        await asyncio.sleep(0.01)
                    process.end()
            return process

    process = asyncio.run(play())
    assert running_with(bot.command[-1]) == []
    assert process.ending is not None
    assert process.ending.left == 0
    return process.ending, process


def allowed() -> bool:
    """Return whether this system lets us cut a bot off."""
    return bool(kept([sys.executable], Sandbox(), "true")[0]["cut_off"])


def kept(python: list[str], sandbox: Sandbox, *command: str,
         root: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return what a supervisor tells when its bot has started and when it has ended."""
    root = root or BotRoot.of(SeatSpec("cmd:", "", command), "", os.environ, sandbox).order(os.environ)
    supervisor = [*python, "-I", "-S", "-c", SUPERVISOR, ROOT, *command]
    with subprocess.Popen(supervisor, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(sandbox.order(root, []).encode() + b"\n")
        process.stdin.flush()
        return [json.loads(process.stdout.readline()) for _ in range(2)]


def nosy(folder: Path) -> tuple[dict[str, str], Path]:
    """A home folder with a secret, from whose folder `project` a bot that plays and prints what it finds is to be
    started with the environment that is given too: it has another secret.
    """
    (folder / "home/project").mkdir(parents=True)
    (folder / "home/notes").write_text("s3cret of home")
    (folder / "home/project/nosy.py").write_text("""
import os, random
from lawspeaker_bot import Bot, run
def notes():
    try: return open(os.path.expanduser("~/notes")).read()
    except OSError as error: return error.strerror
class Nosy(Bot):
    def started(self, match):
        print("found:", os.environ.get("MODEL_KEY"), notes(), flush=True)
    def decide(self, decision):
        return decision.default
run(Nosy())
""")
    return os.environ | {"HOME": str(folder / "home"), "MODEL_KEY": "s3cret of env"}, folder / "home/project"


needs_namespaces = pytest.mark.skipif(not allowed(), reason="this system does not let bots be cut off")
with_and_without = pytest.mark.parametrize("isolated", [
    pytest.param(True, marks=needs_namespaces), pytest.param(False, marks=pytest.mark.slow)])
