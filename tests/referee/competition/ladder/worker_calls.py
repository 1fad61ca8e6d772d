"""Functions that the worker process of tests calls. It imports nothing of a ladder, so that it starts quickly."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lawspeaker_referee.record.bounds import RecordError


@dataclass(frozen=True, slots=True)
class Found:
    """Values that JSON alone would not give back as they were: bytes, paths, tuples, and numbers as names."""

    data: bytes
    path: Path
    numbers: dict[int, int]
    bots: dict[str, tuple[float, float | None]]


def same(found: Found, number: int) -> tuple[Found, int]:
    return found, number


def process_id() -> int:
    return os.getpid()


def life() -> tuple[int, int, bool, list[bool]]:
    """Its priority, its session, and whether signals of a terminal are ignored."""
    ignored = [signal.getsignal(each) == signal.SIG_IGN for each in (signal.SIGINT, signal.SIGTERM)]
    return os.getpriority(os.PRIO_PROCESS, 0), os.getsid(0), os.getpid() == os.getsid(0), ignored


def large(size: int) -> str:
    return "x" * size


def hang(there: Path) -> None:
    there.touch()
    time.sleep(600)


def die(deaths: Path, most: int) -> int:
    """Die until there were so many deaths."""
    with deaths.open("a") as file:
        file.write("x")
    if deaths.stat().st_size <= most:
        os.kill(os.getpid(), signal.SIGKILL)
    return deaths.stat().st_size


def fail(kind: str) -> None:
    errors: Mapping[str, Exception] = {
        "record": RecordError("a record"), "file": FileNotFoundError(2, "No such file", "/x"), "ours": KeyError("ours"),
    }
    raise errors[kind]


def unsent() -> object:
    return object()


FUNCTIONS = {each.__name__: each for each in (same, process_id, life, large, hang, die, fail, unsent)}
ERRORS: Mapping[str, type[Exception]] = {"record": RecordError, "file": OSError}
