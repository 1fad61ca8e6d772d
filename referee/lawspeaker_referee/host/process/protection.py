"""Tell what protects a machine from bots of strangers, and which of it is missing here."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from lawspeaker_referee.host.process.bot import ROOT
from lawspeaker_referee.host.process.cgroup import group_lines, own_group, prepare

ORDINARY_USER: Final = "a user that is not root"
NAMESPACES: Final = "namespaces for bots"
MEMORY_LIMIT: Final = "a cgroup with a limit of memory"
GROUPS: Final = "cgroups of their own for bots"

_TRIED: Final = ("import sys; sys.path.insert(0, sys.argv.pop(1)); "
                 "from lawspeaker_referee.host.process.sandbox import cut_off; cut_off(network=True)")
_NO_LIMIT: Final = 1 << 60
"""A number of bytes that is none; version 1 of cgroups writes a larger one where there is no limit."""


def missing_protection(user: int | None = None, root: Path = Path("/")) -> list[str]:
    """Return what a tournament of strangers' bots needs and has not here, in words.

    `user` is the number of this process's user unless it is another one, `root` where /proc and /sys lie.
    """
    needed = {ORDINARY_USER: (os.geteuid() if user is None else user) != 0, NAMESPACES: _can_cut_off(),
              MEMORY_LIMIT: _has_memory_limit(root)}
    missing = [what for what, there in needed.items() if not there]
    return [*missing, f"{GROUPS} ({why})"] if (why := prepare()) else missing


def _can_cut_off() -> bool:
    """Return whether this system gives bots namespaces of their own; a process of its own tries, which changes."""
    command = (sys.executable, "-I", "-S", "-c", _TRIED, ROOT)
    trial = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)  # noqa: S603 - our own
    return trial.returncode == 0


def _has_memory_limit(root: Path) -> bool:
    """Return whether this process is in a cgroup with a limit of memory, or below one."""
    return any(limit < _NO_LIMIT for limit in _limits(root))


def _limits(root: Path) -> Iterator[int]:
    """Yield the limits of memory of this process's cgroups in bytes, of versions 2 and 1."""
    if (group := own_group(root)) is not None:
        yield from _limits_of(group, "memory.max")
    with suppress(OSError):
        for line in group_lines(root):
            _, controllers, path = line.split(":", 2)
            if "memory" in controllers.split(","):
                yield from _limits_of(root / "sys/fs/cgroup/memory" / path.lstrip("/"), "memory.limit_in_bytes")


def _limits_of(group: Path, name: str) -> Iterator[int]:
    """Yield what the files of this name hold in a group and those above."""
    for each in (group, *group.parents):
        with suppress(OSError, ValueError):  # no such file, or `max`
            yield int((each / name).read_text(encoding="ascii"))
