"""Isolate a bot with Linux namespaces: no network, no other processes, and no way to gain privileges.

Only a bot's supervisor imports this; on other systems every request is refused with ENOSYS.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import signal
import socket
import struct
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

_NEWNS: Final = 0x00020000
_NEWIPC: Final = 0x08000000
_NEWUSER: Final = 0x10000000
_NEWPID: Final = 0x20000000
_NEWNET: Final = 0x40000000
_PDEATHSIG: Final = 1
_CAPBSET_DROP: Final = 24
_CHILD_SUBREAPER: Final = 36
_NO_NEW_PRIVS: Final = 38
_CAP_DAC_OVERRIDE: Final = 1
_PRIVATE_EVERYWHERE: Final = 0x4000 | 0x40000
"""MS_REC and MS_PRIVATE."""
_BIND: Final = 0x1000
_RECURSIVE: Final = 0x4000
_READ_ONLY_AGAIN: Final = 0x1000 | 0x20 | 1
"""MS_BIND, MS_REMOUNT and MS_RDONLY."""
_KEPT: Final = 2 | 4 | 8
"""The flags of a mount that a user namespace must not take away: nosuid, nodev, noexec."""
_NO_SUID_DEV: Final = 2 | 4
_NO_SUID_DEV_EXEC: Final = 2 | 4 | 8
_GET_FLAGS: Final = 0x8913
_SET_FLAGS: Final = 0x8914
_UP: Final = 1
_CHILDREN: Final = Path("/proc/thread-self/children")

PROC: Final = Path("/proc")


def cut_off(*, network: bool) -> bool:
    """Give children their own PID namespace, and with `network` this process a network of only a loopback.

    Return True if that took a user namespace, in which processes are counted apart from the user's others. Raises
    OSError.
    """
    wanted = _NEWPID | _NEWIPC | (_NEWNET if network else 0)
    user, group = os.geteuid(), os.getegid()
    apart = user != 0
    if not apart:
        try:
            _call("unshare", wanted)
        except PermissionError:  # root of a container, say
            apart = True
    if apart:
        _call("unshare", wanted | _NEWUSER)
        Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1", encoding="ascii")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1", encoding="ascii")
    if network:
        _loopback_up()
    return apart


def hide(paths: Sequence[str], homes: Mapping[str, Any]) -> None:
    """Show this process and its children a /proc of their own, these files and folders as empty, and of home folders
    only what `homes` names (`environment.HomeFolders.order`). Raises OSError.
    """
    folder = Path.cwd()
    _call("unshare", _NEWNS)
    _call("mount", None, b"/", None, ctypes.c_ulong(_PRIVATE_EVERYWHERE), None)
    _empty_homes(homes)
    for path in paths:
        if Path(path).is_dir():
            flags = ctypes.c_ulong(_NO_SUID_DEV_EXEC)
            _call("mount", b"tmpfs", os.fsencode(path), b"tmpfs", flags, b"size=4k,mode=555")
        elif Path(path).exists():  # or it lies in a folder that is empty by now
            _call("mount", b"/dev/null", os.fsencode(path), None, ctypes.c_ulong(_BIND), None)
    os.chdir(folder)  # the way in through a folder that was entered before would stay open
    _call("mount", b"proc", b"/proc", b"proc", ctypes.c_ulong(_NO_SUID_DEV_EXEC), None)


def _empty_homes(homes: Mapping[str, Any]) -> None:
    """Put an empty folder in each home's place, and in there again what is shown."""
    behind = {}
    for path, _ in homes["shown"]:
        with suppress(FileNotFoundError, PermissionError):  # removed since, or nothing that this user may enter
            behind[path] = os.open(path, os.O_PATH | os.O_CLOEXEC)
    for home in homes["homes"]:
        if home in behind:  # it is shown whole, and what lies over it would be copied with it
            continue
        options = b"size=16m,nr_inodes=4k,mode=755"  # for caches and the like; they end with the bot
        _call("mount", b"tmpfs", os.fsencode(home), b"tmpfs", ctypes.c_ulong(_NO_SUID_DEV), options)
    for path in homes["made"]:
        Path(path).mkdir(parents=True, exist_ok=True)
    placed: dict[str, bool] = {}
    for path, writable in homes["shown"]:
        above = next((placed[str(each)] for each in Path(path).parents if str(each) in placed), None)
        if path in behind and (above is None or (writable and not above)):
            _show(path, behind[path], writable=writable)
            placed[path] = writable
    for descriptor in behind.values():
        os.close(descriptor)
    for path, target in homes["links"]:
        if not os.path.lexists(path):
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).symlink_to(target)


def _show(path: str, behind: int, *, writable: bool) -> None:
    """Put a file or folder where it was before something was mounted over it."""
    source = f"/proc/self/fd/{behind}"
    if Path(source).is_dir():
        Path(path).mkdir(parents=True, exist_ok=True)
    else:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).touch()
    _call("mount", source.encode(), os.fsencode(path), None, ctypes.c_ulong(_BIND | _RECURSIVE), None)
    if not writable:
        flags = _READ_ONLY_AGAIN | (os.statvfs(path).f_flag & _KEPT)
        _call("mount", None, os.fsencode(path), None, ctypes.c_ulong(flags), None)


def die_with_parent() -> None:
    """Be killed when the process that started this one ends."""
    _prctl(_PDEATHSIG, signal.SIGKILL)


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends."""
    _prctl(_CHILD_SUBREAPER, 1)


def give_up_privileges() -> None:
    """Drop every capability but root's access to files, and gain none again."""
    _prctl(_NO_NEW_PRIVS, 1)
    for capability in range(64):
        if capability == _CAP_DAC_OVERRIDE:
            continue
        try:
            _prctl(_CAPBSET_DROP, capability)
        except OSError as error:
            if error.errno == errno.EINVAL:  # the last one this kernel knows was before it
                return
            if error.errno != errno.EPERM:  # who may not drop any has none
                raise


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


def shared_out_memory(processes: Sequence[int]) -> int:
    """Return bytes of memory of processes, each shared page counted once; slower. One that ends counts nothing."""
    memory = 0
    for process in processes:
        with suppress(OSError):
            fields = dict(_fields(PROC / str(process) / "smaps_rollup"))
            memory += (fields.get("Pss_Anon", 0) + fields.get("Pss_Shmem", 0)) << 10
    return memory


def tasks_of_user() -> int:
    """Return the number of threads that the real user runs now."""
    user, threads = os.getuid(), 0
    for process in _all_processes():
        with suppress(OSError):
            fields = dict(_fields(PROC / str(process) / "status"))
            threads += fields.get("Threads", 0) if fields.get("Uid") == user else 0
    return threads


def _fields(path: Path) -> Iterator[tuple[str, int]]:
    """Yield name and first number of lines such as `Threads: 3` or `RssAnon: 12 kB`."""
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
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


def _loopback_up() -> None:
    """Bring up the loopback of a new network; bots of several processes may need it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = struct.pack("16sh14x", b"lo", 0)
        name, flags = struct.unpack("16sh14x", fcntl.ioctl(any_socket, _GET_FLAGS, request))
        fcntl.ioctl(any_socket, _SET_FLAGS, struct.pack("16sh14x", name, flags | _UP))


def _prctl(what: int, value: int) -> None:
    _call("prctl", what, *(ctypes.c_ulong(each) for each in (value, 0, 0, 0)))


def _call(name: str, *arguments: object) -> None:
    """Call the C library. Raises OSError."""
    if sys.platform != "linux":
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    if getattr(ctypes.CDLL(None, use_errno=True), name)(*arguments) < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
