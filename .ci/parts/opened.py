"""Run a command, and write down which files of the repository it and all its children open: `opened.py REPORT COMMAND`.

The command gets a mount namespace of its own, in which the repository is a mount of its own; fanotify tells of every
file that is opened through that mount. This costs the command next to nothing, and it is not changed by it, as it would
be by ptrace. It needs root on Linux; elsewhere the report is null. A command that makes another
mount namespace is not seen in there.

Whatever the command leaves running ends with it, and all ends with SIGTERM or with this process' parent.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from select import POLLIN, poll
from time import monotonic, sleep
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
_LIBC: Final = ctypes.CDLL(None, use_errno=True)
_PDEATHSIG, _CHILD_SUBREAPER = 1, 36
_CLONE_NEWNS = 0x20000
_MS_BIND, _MS_REC, _MS_PRIVATE = 0x1000, 0x4000, 0x40000
_FAN_NONBLOCK, _FAN_CLOEXEC, _FAN_UNLIMITED_QUEUE, _FAN_UNLIMITED_MARKS = 2, 1, 0x10, 0x20
_FAN_MARK_ADD, _FAN_MARK_MOUNT, _FAN_MARK_IGNORED, _FAN_MARK_IGNORED_SURV_MODIFY = 1, 0x10, 0x20, 0x40
_FAN_OPEN, _FAN_ONDIR = 0x20, 0x40000000
_AT_FDCWD = -100
_EVENT: Final = struct.Struct("=IBBHQii")
"""Length, version, reserved, length of this, mask, file descriptor, process."""
_GRACE = 5.0
"""Seconds between SIGTERM and SIGKILL."""


class Watch:
    """The files of the repository that processes of this mount namespace open from now on."""

    def __init__(self) -> None:
        """Raise OSError if this system or this user cannot watch."""
        self._opened: set[Path] = set()
        self.descriptor = _call("fanotify_init", _FAN_NONBLOCK | _FAN_CLOEXEC | _FAN_UNLIMITED_QUEUE
                                | _FAN_UNLIMITED_MARKS, os.O_RDONLY | os.O_CLOEXEC)
        _call("unshare", _CLONE_NEWNS)
        root = os.fsencode(ROOT)
        _call("mount", b"none", b"/", None, ctypes.c_ulong(_MS_REC | _MS_PRIVATE), None)
        _call("mount", root, root, None, ctypes.c_ulong(_MS_BIND), None)
        self._mark(_FAN_MARK_ADD | _FAN_MARK_MOUNT, _FAN_OPEN | _FAN_ONDIR, _AT_FDCWD, root)

    def _mark(self, how: int, mask: int, folder: int, path: bytes | None) -> None:
        _call("fanotify_mark", self.descriptor, how, ctypes.c_uint64(mask), folder, path)

    def ended(self) -> list[str]:
        """Return the paths that were opened, relative to the repository; its own path is `.`."""
        self.read()
        return sorted(str(path.relative_to(ROOT)) for path in self._opened if path.is_relative_to(ROOT))

    def read(self) -> None:
        """Take all events that there are; no file is told of twice."""
        while True:
            try:
                events = os.read(self.descriptor, 1 << 16)
            except BlockingIOError:
                return
            place = 0
            while place < len(events):
                length, _, _, _, _, descriptor, _ = _EVENT.unpack_from(events, place)
                place += length
                if descriptor >= 0:
                    self._take(descriptor)

    def _take(self, descriptor: int) -> None:
        try:
            self._opened.add(Path(f"/proc/self/fd/{descriptor}").readlink())
            with suppress(OSError):  # without this mark the file is told of again, no more
                self._mark(_FAN_MARK_ADD | _FAN_MARK_IGNORED | _FAN_MARK_IGNORED_SURV_MODIFY, _FAN_OPEN, descriptor,
                           None)
        finally:
            os.close(descriptor)


class Family:
    """A command and all processes that come from it, also those whose parents have ended."""

    def __init__(self, command: Sequence[str]) -> None:
        self._child = subprocess.Popen(command, cwd=ROOT)
        self.code: int | None = None
        """The command's exit code as a shell says it; None as long as it runs."""

    def reap(self) -> bool:
        """Reap what has ended; return True if anything is left."""
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                if ended[0] == self._child.pid:
                    self._child.returncode = os.waitstatus_to_exitcode(ended[1])
                    self.code = ended[1] >> 8 or (128 + (ended[1] & 0x7F) if ended[1] else 0)
            return True
        return False

    def end(self) -> None:
        """Let all of them end: those that do not within a few seconds are killed."""
        limit = monotonic() + _GRACE
        number = signal.SIGTERM
        while self.reap():
            for process in _descendants():
                with suppress(ProcessLookupError):
                    os.kill(process, number)
            if number == signal.SIGTERM:
                while self.reap() and monotonic() < limit:
                    sleep(0.02)
                number = signal.SIGKILL
            else:
                sleep(0.02)


def main() -> int:
    """Return the command's exit code, as a shell says it."""
    report, *command = sys.argv[1:]
    watch = None
    if sys.platform == "linux":
        _call("prctl", _PDEATHSIG, *map(ctypes.c_ulong, (signal.SIGTERM, 0, 0, 0)))
        _call("prctl", _CHILD_SUBREAPER, *map(ctypes.c_ulong, (1, 0, 0, 0)))
        with suppress(PermissionError):
            watch = Watch()
    woken, wake = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(wake)
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, lambda *_: None)  # the pipe has its number
    family = Family(command)
    waiting = poll()
    for descriptor in (woken, *([watch.descriptor] if watch else [])):
        waiting.register(descriptor, POLLIN)
    while family.code is None:
        waiting.poll()
        with suppress(BlockingIOError):
            if signal.SIGTERM in os.read(woken, 1 << 10):
                family.end()
        if watch:
            watch.read()
        family.reap()
    family.end()
    opened = watch.ended() if watch else None
    Path(report).write_text(json.dumps(opened), encoding="utf-8")
    return family.code


def _descendants() -> Iterator[int]:
    """Yield the processes that come from this one, as far as they run."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            state, parent = (folder / "stat").read_text().rpartition(") ")[2].split()[:2]
            if state != "Z":
                parents[int(folder.name)] = int(parent)
    for process in parents:
        above = process
        while above in parents and above != os.getpid():
            above = parents[above]
        if above == os.getpid() != process:
            yield process


def _call(name: str, *arguments: object) -> int:
    """Call a function of the C library. Raises OSError."""
    result: int = getattr(_LIBC, name)(*arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), f"{name}: {os.strerror(ctypes.get_errno())}")
    return result


if __name__ == "__main__":
    sys.exit(main())
