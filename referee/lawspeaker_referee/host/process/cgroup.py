"""Give each bot a cgroup of its own, in which the kernel limits memory, processes and its share of the processors.

    the group in which the referee was started, which must be its own (systemd: `Delegate=yes`)
      lawspeaker-referee   the referee, its workers, and the supervisors of bots
      bot-PID              a bot and whatever it starts; PID is its supervisor's, who makes the group and removes it

It needs version 2 of cgroups. The kernel gives no limit of memory to groups below one that has processes itself: so the
referee moves into a group below its own before it starts others, which inherit that. Where this cannot be had, bots are
measured by their supervisors.

A bot waits until its supervisor is loaded: this imports only the standard library.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

REFEREE: Final = "lawspeaker-referee"
"""The group of the referee and all that it starts but bots."""
WHERE_SEEN: Final = "/sys/fs/cgroup"
"""Where a program looks for its group, and a bot finds its own and no other."""
_BOT: Final = "bot-"
_MEMORY: Final = "memory"
_PIDS: Final = "pids"
_CPU: Final = "cpu"
_PROCESSES: Final = "cgroup.procs"
_ENABLED: Final = "cgroup.subtree_control"
_WEIGHT: Final = 1000
"""The share of the processors of all the referee's processes together, where a bot at nice 5 has 33: priorities count
only within a group."""
_KIND: Final = "cgroup2"


@dataclass(frozen=True, slots=True)
class BotGroup:
    """The group of one bot, as its supervisor has made it."""

    folder: Path
    memory: bool
    """True if the kernel limits its memory."""
    processes: bool
    """True if the kernel limits its processes and threads."""
    door: int
    """A descriptor by which a process of any namespace enters."""

    @classmethod
    def make(cls, memory: int | None, processes: int | None, nice: int) -> BotGroup | None:
        """Make the group of the bot of this process, with limits in bytes, processes and threads, and a priority.

        None if bots have no groups here, or this one cannot be made: then the supervisor has to measure.
        """
        own = own_group()
        if own is None or own.name != REFEREE:
            return None
        folder = own.parent / f"{_BOT}{os.getpid()}"
        try:
            there = _words(own.parent / _ENABLED)
            with suppress(FileNotFoundError):
                folder.rmdir()  # of a process that was killed and had our number: what it counted is not ours
            folder.mkdir()
            if _MEMORY in there:
                _write(folder / "memory.max", memory)
                with suppress(FileNotFoundError):  # a kernel without swap
                    _write(folder / "memory.swap.max", 0)
                _write(folder / "memory.oom.group", 1)
            if _PIDS in there:
                _write(folder / "pids.max", processes)
            if _CPU in there:
                _write(folder / "cpu.weight.nice", nice)
            door = os.open(folder / _PROCESSES, os.O_WRONLY | os.O_CLOEXEC)
        except OSError:
            with suppress(OSError):
                folder.rmdir()
            return None
        return cls(folder, _MEMORY in there, _PIDS in there, door)

    def enter(self) -> None:
        """Move the process that calls this into the group. Raises OSError."""
        os.write(self.door, b"0")

    def ran_out(self) -> bool:
        """Return whether the kernel has ended the bot for its memory, and not for that of others around it."""
        with suppress(OSError):
            counts = dict(line.split() for line in (self.folder / "memory.events").read_text("ascii").splitlines())
            return int(counts["oom"]) > 0 and int(counts["oom_kill"]) > 0
        return False

    def kill(self) -> None:
        """Kill all processes in the group at once, where the kernel is not older than 5.14."""
        with suppress(OSError):
            _write(self.folder / "cgroup.kill", 1)

    def remove(self) -> None:
        """Remove the group; one in which something could not be killed stays."""
        os.close(self.door)
        with suppress(OSError):
            self.folder.rmdir()


@cache
def prepare() -> str:
    """Move this process where bots can have groups beside it; return why they cannot, in words, or nothing.

    Call it before the first process is started. It is done once: children of this process are there already.
    """
    own = own_group()
    if own is None:
        return "there is no cgroup v2 here"
    base = own.parent if own.name == REFEREE else own
    try:
        given = _words(base / "cgroup.controllers")
        if missing := [each for each in (_MEMORY, _PIDS) if each not in given]:
            return f"the referee's has no controller of {' and '.join(missing)}"
        if own == base:
            if set(_words(own / _PROCESSES)) != {str(os.getpid())}:
                return "other programs run in the referee's"
            _move_into(own / REFEREE)
        for name in (_MEMORY, _PIDS):
            _write(base / _ENABLED, f"+{name}")
    except OSError as error:
        return f"the referee's is not its own: {error.strerror}"
    with suppress(OSError):  # who has been given no share of the processors to divide
        _write(base / _ENABLED, f"+{_CPU}")
        _write(base / REFEREE / "cpu.weight", _WEIGHT)
    _clean(base)
    return ""


def own_group(root: Path = Path("/")) -> Path | None:
    """Return the folder of this process's group of version 2; None if there is none. /proc and /sys lie in `root`."""
    try:
        mounts = kernel_lines(root / "proc/self/mountinfo")
        path = next((line.split(":", 2)[2] for line in group_lines(root) if line.startswith("0::")), None)
    except OSError:
        return None
    for line in mounts:
        left, _, right = line.partition(" - ")
        if path is not None and right.split()[0] == _KIND:
            shown, mounted = Path(left.split()[3]), left.split()[4]
            if Path(path).is_relative_to(shown):
                return root / mounted.lstrip("/") / Path(path).relative_to(shown)
    return None


def group_lines(root: Path) -> list[str]:
    """Return the lines of /proc/self/cgroup: number, controllers and path of each group. Raises OSError."""
    return kernel_lines(root / "proc/self/cgroup")


def kernel_lines(path: Path) -> list[str]:
    r"""Return the lines of a file of /proc in which names stand that anybody may give: of files, programs and mounts.

    The kernel escapes \n in them and no other character, so nothing else ends a line. Raises OSError.
    """
    return [line for line in path.read_bytes().decode(errors="surrogateescape").split("\n") if line]


def _move_into(group: Path) -> None:
    """Move this process into a group, which is made if it is not there. Raises OSError."""
    group.mkdir(exist_ok=True)
    try:
        _write(group / _PROCESSES, 0)
    except OSError:
        with suppress(OSError):
            group.rmdir()
        raise


def _clean(base: Path) -> None:
    """Remove the groups of bots whose supervisors were killed."""
    for folder in base.glob(f"{_BOT}*"):
        if not Path(f"/proc/{folder.name.removeprefix(_BOT)}").exists():
            with suppress(OSError):
                _write(folder / "cgroup.kill", 1)
            with suppress(OSError):
                folder.rmdir()


def _words(path: Path) -> list[str]:
    return path.read_text(encoding="ascii").split()


def _write(path: Path, value: object) -> None:
    """Write a value into one of the kernel's files, None as no limit. Raises OSError."""
    file = os.open(path, os.O_WRONLY | os.O_CLOEXEC)  # not to be made: that would be refused in other words
    try:
        os.write(file, ("max" if value is None else str(value)).encode())
    finally:
        os.close(file)
