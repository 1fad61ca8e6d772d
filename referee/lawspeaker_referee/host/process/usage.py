"""Count what processes use: threads, and memory, also of files that lie in no process but in memory.

Only a bot's supervisor imports this.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from lawspeaker_referee.host.process.cgroup import kernel_lines

PROC: Final = Path("/proc")
_CHILDREN: Final = PROC / "thread-self/children"
_MOST_DESCRIPTORS: Final = 4096
"""The descriptors in which files without a name are looked for; a bot that has more cannot make looking dear."""
_NAMELESS: Final = "/memfd:"
_SHARED: Final = "/dev/zero"
"""What the kernel calls memory that processes share without a file."""
_SEGMENTS: Final = PROC / "sysvipc/shm"
_GONE: Final = (FileNotFoundError, NotADirectoryError)
"""The errors of a file or folder that is not there any more."""
_SEGMENT_BYTES: Final = 14
"""The column with the bytes that are in memory."""


def descendants(root: int) -> list[int]:
    """Return every descendant of a process, including those that have ended but were not waited for."""
    found, todo = [], [root]
    children = _listed_children if _CHILDREN.exists() else _scanned_children()
    while todo:
        for child in children(todo.pop()):
            found.append(child)
            todo.append(child)
    return found


def tasks_and_memory(processes: Sequence[int]) -> tuple[int, int]:
    """Return (threads, bytes of private memory) of processes. One that ends meanwhile counts nothing."""
    threads = memory = 0
    for process in processes:
        with suppress(OSError):
            fields = dict(_fields(PROC / str(process) / "status"))
            threads += fields.get("Threads", 0)
            memory += (fields.get("RssAnon", 0) + fields.get("RssShmem", 0)) << 10
    return threads, memory


def shared_out_memory(processes: Sequence[int], root: Path | None) -> int:
    """Return bytes of memory of processes and their files, each page counted once; slower than the others together.

    A process that ends counts nothing.
    """
    memory = 0
    for process in processes:
        with suppress(OSError):
            memory += dict(_fields(PROC / str(process) / "smaps_rollup")).get("Pss_Anon", 0) << 10
            memory += sum(_mapped(process, _SHARED))
    return memory + memory_of_files(processes, root)


def memory_of_files(processes: Sequence[int], root: Path | None) -> int:
    """Return bytes of a bot's files that lie in memory, whether a process maps them or not.

    They are those that its processes have open and that have no name, and with a `root` of its own (a tmpfs) all in
    there and the shared segments of System V. This process must be in the bot's IPC namespace, then.
    """
    memory = _nameless(processes)
    if root is not None:
        with suppress(OSError):  # its last process has ended
            space = os.statvfs(root)
            memory += (space.f_blocks - space.f_bfree) * space.f_frsize
        with suppress(OSError):  # a /proc that shows processes alone, or a kernel without such segments
            memory += sum(int(line.split()[_SEGMENT_BYTES]) for line in kernel_lines(_SEGMENTS)[1:])
    return memory


def size_of(folder: Path, most: int) -> tuple[int, int]:
    """Return (files, bytes on the disk) of what a folder holds; of more than `most` files only so many are counted.

    What cannot be looked at (a folder whose rights were taken away, or so deep that no path leads there) counts as more
    than `most`, or a bot could hide there what it keeps.
    """
    files, size, waiting = 0, 0, [str(folder)]
    try:
        while waiting:
            with suppress(*_GONE), os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    with suppress(*_GONE):
                        size += entry.stat(follow_symlinks=False).st_blocks * 512
                        files += 1
                        if files > most:
                            return files, size
                        if entry.is_dir(follow_symlinks=False):
                            waiting.append(entry.path)
    except OSError:
        return most + 1, size
    return files, size


def _nameless(processes: Sequence[int]) -> int:
    """Return bytes of open files that were made by memfd_create."""
    sizes: dict[tuple[int, int], int] = {}
    left = _MOST_DESCRIPTORS
    for process in processes:
        with suppress(OSError):
            for path in (PROC / str(process) / "fd").iterdir():
                if not left:
                    return sum(sizes.values())
                left -= 1
                with suppress(OSError):
                    if str(path.readlink()).startswith(_NAMELESS):
                        found = path.stat()
                        sizes[found.st_dev, found.st_ino] = found.st_blocks * 512
    return sum(sizes.values())


def _mapped(process: int, name: str) -> Iterator[int]:
    """Yield bytes that a process has of each mapping of a name, shared pages divided by those who share them."""
    here = False
    for line in kernel_lines(PROC / str(process) / "smaps"):
        words = line.split()
        if not words[0].endswith(":"):
            here = name in words[-2:]
        elif here and words[0] == "Pss:":
            yield int(words[1]) << 10


def tasks_of_user() -> int:
    """Return the number of threads that the real user runs now."""
    user, threads = os.getuid(), 0
    for process in _all_processes():
        with suppress(OSError):
            # every bot waits for this look at all processes of the machine, so no other line is parsed
            status = (PROC / str(process) / "status").read_bytes()
            threads += _number(status, b"\nThreads:") if _number(status, b"\nUid:") == user else 0
    return threads


def _number(status: bytes, name: bytes) -> int:
    """Return the first number of the line that begins with a name."""
    return int(status.partition(name)[2].split(None, 1)[0])


def _fields(path: Path) -> Iterator[tuple[str, int]]:
    """Yield name and first number of lines such as `Threads: 3` or `RssAnon: 12 kB`."""
    for line in kernel_lines(path):
        name, _, rest = line.partition(":")
        words = rest.split()
        if words and words[0].isdecimal():
            yield name, int(words[0])


def _listed_children(parent: int) -> list[int]:
    found = []
    with suppress(OSError):
        for task in (PROC / str(parent) / "task").iterdir():
            found += [int(word) for word in (task / "children").read_text(encoding="ascii").split()]
    return found


def _scanned_children() -> Callable[[int], list[int]]:
    """Return the same on kernels that do not list children."""
    children: dict[int, list[int]] = {}
    for process in _all_processes():
        with suppress(OSError):
            stat = (PROC / str(process) / "stat").read_text(encoding="utf-8", errors="replace")
            children.setdefault(int(stat.rpartition(")")[2].split()[1]), []).append(process)
    return lambda parent: children.get(parent, [])


def _all_processes() -> list[int]:
    return [int(each.name) for each in PROC.iterdir() if each.name.isdecimal()] if PROC.is_dir() else []
