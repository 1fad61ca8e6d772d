"""Names of workers in the ledger, by which any process on the same machine can tell whether a worker lives."""

from __future__ import annotations

import os
import socket
from pathlib import Path

_BOOT = Path("/proc/sys/kernel/random/boot_id")


def name_of(pid: int) -> str:
    """Return `machine/pid/start` of a process that runs here."""
    return f"{_machine()}/{pid}/{_start(pid)}"


def is_gone(name: str) -> bool:
    """Return True if a worker of this machine has ended; False also for workers of other machines."""
    machine, pid_text, start = (["", "", *name.rsplit("/", 2)])[-3:]
    if machine != _machine() or not pid_text.isdecimal():
        return False
    pid = int(pid_text)
    if start:
        return _start(pid) != start
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False  # it is somebody's
    return False


def _machine() -> str:
    """Return the machine's name and an id of its last start, after which numbers of processes come again."""
    try:
        boot = _BOOT.read_text(encoding="ascii").strip()[:8]
    except OSError:
        boot = ""
    return f"{socket.gethostname()}/{boot}" if boot else socket.gethostname()


def _start(pid: int) -> str:
    """Return when a process began, in the system's own ticks; empty where that is not told, and if it has ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    state, *fields = stat.rpartition(")")[2].split()
    return "" if state in {"Z", "X"} else fields[18]  # a dead one may wait for its parent for ever
