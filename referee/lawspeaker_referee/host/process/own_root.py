"""Give a bot a file system of its own: what `bot_root.BotRoot` lists, read-only, and a bounded space to write in.

It is a tmpfs in a mount namespace. Its size bounds all that the bot writes in there, and with the bot's last process it
is gone. Only a bot's supervisor imports this. It needs Linux 5.12, for `mount_setattr`.
"""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from lawspeaker_referee.host.process.cgroup import WHERE_SEEN
from lawspeaker_referee.host.process.sandbox import NEW_MOUNTS, call

_PRIVATE_EVERYWHERE: Final = 0x4000 | 0x40000
"""MS_REC and MS_PRIVATE."""
_BIND: Final = 0x1000 | 0x4000
"""MS_BIND and MS_REC."""
_NO_SUID: Final = 2
_NO_DEVICES: Final = 4
_NO_PROGRAMS: Final = 8
_DETACH: Final = 2
_MOUNT_SETATTR: Final = 442
"""The number of the system call on every architecture but alpha."""
_HERE: Final = -100
_RECURSIVE: Final = 0x8000
_READ_ONLY: Final = 1
"""MOUNT_ATTR_RDONLY; the same bits as above say nosuid, nodev and noexec."""

_DEVICES: Final = ("null", "zero", "full", "random", "urandom")
_DEVICE_LINKS: Final = (("fd", "/proc/self/fd"), ("stdin", "/proc/self/fd/0"), ("stdout", "/proc/self/fd/1"),
                        ("stderr", "/proc/self/fd/2"), ("ptmx", "pts/ptmx"))
_SHARED_MEMORY: Final = "/dev/shm"  # noqa: S108 - the bot's own
_SETTINGS: Final = ("sys", "sysrq-trigger", "irq", "bus", "fs")
"""Parts of /proc that root could change with no privilege but access to files."""
_OF_THE_MACHINE: Final = ("kcore", "kmsg", "keys", "timer_list", "sched_debug")
"""Files of /proc by which root could read memory, messages and keys of the machine."""
_COVERED: Final = ("/tmp", "/run", "/var", "/mnt")  # noqa: S108 - of which one is there, to mount over it
_INSIDE: Final = "root"
"""The folder of the tmpfs that becomes `/`. The kernel gives no user namespace to a process whose `/` is not that of
its mount namespace, so a bot cannot make mounts of its own, whose memory nobody would count."""


def enter(root: Mapping[str, Any], hide: Sequence[str], group: Path | None) -> None:
    """Make the file system and enter it; of what it shows, the files and folders of `hide` are empty, and of cgroups
    there is only `group`, if the bot has one. Raises OSError.

    This process sees the file system of before if it fails.
    """
    folder = Path.cwd()
    call("unshare", NEW_MOUNTS)
    _mount(None, Path("/"), None, _PRIVATE_EVERYWHERE)
    wanted = [*(path for path, _ in root["shown"]), *(f"/dev/{name}" for name in _DEVICES)]
    behind = _opened([*wanted, root["kept"]] if root["kept"] else wanted)
    if group is not None and (all_groups := behind.pop(WHERE_SEEN, None)) is not None:
        os.close(all_groups)
        behind |= {WHERE_SEEN: os.open(group, os.O_PATH | os.O_CLOEXEC)}
    base = next(path for path in map(Path, _COVERED) if path.is_dir())
    _mount("tmpfs", base, "tmpfs", _NO_SUID | _NO_DEVICES, f"size={root['size']},nr_inodes={root['files']},mode=755")
    try:
        _build(base / _INSIDE, root, behind)
        _hide(base / _INSIDE, hide)
        os.chdir(base)
        call("pivot_root", b".", b".")
    except OSError:
        call("umount2", os.fsencode(base), _DETACH)
        os.chdir(folder)  # it may lie below
        raise
    finally:
        for descriptor in behind.values():
            os.close(descriptor)
    call("umount2", b".", _DETACH)  # the old root, which lies on the new one
    os.chroot(f"/{_INSIDE}")
    os.chdir(folder)


def _opened(paths: Sequence[str]) -> dict[str, int]:
    """Open what is to be shown before something lies over it."""
    behind = {}
    for path in paths:
        with suppress(FileNotFoundError, PermissionError):  # removed since, or nothing that this user may enter
            behind[path] = os.open(path, os.O_PATH | os.O_CLOEXEC)
    return behind


def _build(inside: Path, root: Mapping[str, Any], behind: Mapping[str, int]) -> None:
    """Put everything in its place below a folder."""
    placed: dict[str, bool] = {}
    for path, writable in root["shown"]:  # sorted, so that a folder comes before what lies in it
        above = next((placed[str(each)] for each in Path(path).parents if str(each) in placed), None)
        if path in behind and (above is None or (writable and not above)):
            _show(_in(inside, path), behind[path], writable=writable)
            placed[path] = writable
    if root["kept"]:
        _show(_in(inside, root["kept_at"]), behind[root["kept"]], writable=True)
    for path, target in root["links"]:
        place = _in(inside, path)
        if not os.path.lexists(place):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.symlink_to(target)
    for path in (*root["made"], "/dev/pts", "/proc"):
        _in(inside, path).mkdir(parents=True, exist_ok=True)
    for number, path in enumerate((*root["scratch"], _SHARED_MEMORY)):
        _make_writable(_in(inside, path), inside.parent / f"scratch-{number}")
    _make_devices(inside / "dev", behind)
    _make_proc(inside)


def _in(inside: Path, path: str) -> Path:
    return inside / path.lstrip("/")


def _show(target: Path, behind: int, *, writable: bool) -> None:
    """Mount an opened file or folder with all that is mounted in it."""
    source = f"/proc/self/fd/{behind}"
    if Path(source).is_dir():
        target.mkdir(parents=True, exist_ok=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch()
    _mount(source, target, None, _BIND)
    _restrict(target, _NO_SUID | _NO_DEVICES | (0 if writable else _READ_ONLY))


def _make_writable(target: Path, own: Path) -> None:
    """Make a folder in which the bot may write; `own` takes its place where it lies in one that is shown."""
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        if error.errno != errno.EROFS:  # then it is missing for everybody
            raise
        return
    if os.statvfs(target).f_flag & os.ST_RDONLY:
        own.mkdir()
        _mount(str(own), target, None, _BIND)


def _make_devices(folder: Path, behind: Mapping[str, int]) -> None:
    """Make the devices that hold nothing, and terminals of the bot's own."""
    for name in _DEVICES:
        (folder / name).touch()
        _mount(f"/proc/self/fd/{behind[f'/dev/{name}']}", folder / name, None, _BIND)
    for name, to in _DEVICE_LINKS:
        (folder / name).symlink_to(to)
    _mount("devpts", folder / "pts", "devpts", _NO_SUID | _NO_PROGRAMS, "newinstance,ptmxmode=0666,mode=620")


def _make_proc(inside: Path) -> None:
    """Mount the /proc of the bot's processes, with the kernel's settings read-only."""
    proc = inside / "proc"
    _mount("proc", proc, "proc", _NO_SUID | _NO_DEVICES | _NO_PROGRAMS)
    for path in (proc / name for name in _SETTINGS):
        if path.exists():
            _mount(str(path), path, None, _BIND)
            _restrict(path, _READ_ONLY)
    for path in (proc / name for name in _OF_THE_MACHINE):
        if path.exists():
            _mount(str(inside / "dev/null"), path, None, _BIND)


def _hide(inside: Path, paths: Sequence[str]) -> None:
    """Put nothing in the place of what is shown of these files and folders."""
    for place in (_in(inside, path) for path in paths):
        if place.is_dir():
            _mount("tmpfs", place, "tmpfs", _NO_SUID | _NO_DEVICES | _NO_PROGRAMS, "size=4k,mode=555")
        elif place.exists():
            _mount(str(inside / "dev/null"), place, None, _BIND)


def _mount(source: str | None, target: Path, kind: str | None, flags: int, options: str | None = None) -> None:
    call("mount", *(None if text is None else os.fsencode(text) for text in (source, target, kind)),
         ctypes.c_ulong(flags), None if options is None else options.encode())


def _restrict(target: Path, attributes: int) -> None:
    """Restrict a mount and all mounts in it."""
    set_and_clear = (ctypes.c_uint64 * 4)(attributes, 0, 0, 0)
    call("syscall", ctypes.c_long(_MOUNT_SETATTR), _HERE, os.fsencode(target), _RECURSIVE, ctypes.byref(set_and_clear),
         ctypes.c_size_t(ctypes.sizeof(set_and_clear)))
