"""How a process of ours is told what to do by lines on stdin, and tells what it does as lines of JSON on stdout."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final, NoReturn

MOST_LINE: Final = 1 << 20
"""Bytes of a line at most."""


Tell = Callable[[dict[str, Any]], None]
"""Takes what a process of ours tells: a line, as plain data."""


def first_line() -> dict[str, Any]:
    """What stdin says first, in JSON."""
    with open(0, "rb", buffering=0, closefd=False) as stdin:  # nothing after the line may be read here
        values: dict[str, Any] = json.loads(stdin.readline())
    return values


async def while_open(work: Coroutine[Any, Any, None], heard: Callable[[bytes], None]) -> None:
    """Do the work, which is cancelled when stdin is closed; hands over each line that comes meanwhile."""
    working, listening = asyncio.create_task(work), asyncio.create_task(_listen(heard))
    await asyncio.wait({working, listening}, return_when=asyncio.FIRST_COMPLETED)
    if not working.done():
        working.cancel()
    listening.cancel()
    with suppress(asyncio.CancelledError):
        await working


async def _listen(heard: Callable[[bytes], None]) -> None:
    reader = asyncio.StreamReader(limit=MOST_LINE)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin.buffer)
    while line := await reader.readline():
        heard(line)


def tell(what: dict[str, Any]) -> None:
    """Write a line on stdout."""
    with suppress(BrokenPipeError):  # whoever started us is gone and hears nothing, and stdin tells of it
        os.write(sys.stdout.fileno(), json.dumps(what).encode() + b"\n")


def fail(error: Exception) -> NoReturn:
    """Tell of trouble in a line, and end."""
    where = f"{error.filename}: " if isinstance(error, OSError) and error.filename else ""
    words = error.strerror if isinstance(error, OSError) and error.strerror else error
    tell({"trouble": f"{where}{words}"})
    sys.exit(1)


def how_it_ended(code: int) -> str:
    """A process's exit code in words."""
    return f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
