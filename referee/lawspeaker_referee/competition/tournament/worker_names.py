"""What a worker is called in the ledger: by its name anybody on its machine can tell whether it lives."""

from __future__ import annotations

import os
import socket
from pathlib import Path

_BOOT = Path("/proc/sys/kernel/random/boot_id")


def name_of(pid: int) -> str:
    """`machine/pid/start` of a process that runs here."""
    return f"{_machine()}/{pid}/{_start(pid)}"


def is_gone(name: str) -> bool:
    """Return whether a worker has ended for certain; of other machines nobody here knows."""
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
    """Its name, and which of its starts this is: numbers of processes begin again with each."""
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
