"""Ask Linux for what isolates a bot: no network, no other processes, and no way to gain privileges.

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
from functools import cache
from pathlib import Path
from typing import Final

NEW_MOUNTS: Final = 0x00020000
_NEWCGROUP: Final = 0x02000000
_NEWIPC: Final = 0x08000000
_NEWUSER: Final = 0x10000000
_NEWPID: Final = 0x20000000
_NEWNET: Final = 0x40000000
_PDEATHSIG: Final = 1
_CAPBSET_DROP: Final = 24
_CHILD_SUBREAPER: Final = 36
_NO_NEW_PRIVS: Final = 38
_CAP_DAC_OVERRIDE: Final = 1
_CAPABILITIES_OF_64: Final = 0x20080522
"""The version of the calls that know 64 capabilities."""
_GET_FLAGS: Final = 0x8913
_SET_FLAGS: Final = 0x8914
_UP: Final = 1
_NETWORK_NUMBER: Final = 71
"""SO_NETNS_COOKIE, since Linux 5.14."""


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
            call("unshare", wanted)
        except PermissionError:  # root of a container, say
            apart = True
    if apart:
        call("unshare", wanted | _NEWUSER)
        Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1", encoding="ascii")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1", encoding="ascii")
    if network:
        _loopback_up()
    return apart


def own_group_alone() -> None:
    """Show this process and its children its cgroup as if there were no other. Raises OSError."""
    call("unshare", _NEWCGROUP)


def network_number() -> int:
    """Return the number by which the kernel knows the network of this process. Raises OSError."""
    with socket.socket(socket.AF_UNIX) as any_socket:
        number: int = struct.unpack("Q", any_socket.getsockopt(socket.SOL_SOCKET, _NETWORK_NUMBER, 8))[0]
    return number


def die_with_parent() -> None:
    """Be killed when the process that started this one ends."""
    _prctl(_PDEATHSIG, signal.SIGKILL)


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends."""
    _prctl(_CHILD_SUBREAPER, 1)


def give_up_privileges() -> None:
    """Drop every capability but root's access to files, and gain none again, by another program neither."""
    _prctl(_NO_NEW_PRIVS, 1)
    _drop_bounds()
    _drop_capabilities()


def _drop_capabilities() -> None:
    """Keep of what this process has no more than another program would have."""
    header = (ctypes.c_uint32 * 2)(_CAPABILITIES_OF_64, 0)
    # Twice effective, permitted and inheritable ones: of the lower 32, and of the upper.
    values = (ctypes.c_uint32 * 6)()
    call("capget", ctypes.byref(header), ctypes.byref(values))
    kept = 0 if os.geteuid() else values[1] & 1 << _CAP_DAC_OVERRIDE
    call("capset", ctypes.byref(header), ctypes.byref((ctypes.c_uint32 * 6)(kept, kept, 0, 0, 0, 0)))


def _drop_bounds() -> None:
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


def _loopback_up() -> None:
    """Bring up the loopback of a new network; bots of several processes may need it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = struct.pack("16sh14x", b"lo", 0)
        name, flags = struct.unpack("16sh14x", fcntl.ioctl(any_socket, _GET_FLAGS, request))
        fcntl.ioctl(any_socket, _SET_FLAGS, struct.pack("16sh14x", name, flags | _UP))


def _prctl(what: int, value: int) -> None:
    call("prctl", what, *(ctypes.c_ulong(each) for each in (value, 0, 0, 0)))


def call(name: str, *arguments: object) -> None:
    """Call the C library. Raises OSError."""
    if sys.platform != "linux":
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    if getattr(_library(), name)(*arguments) < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


@cache
def _library() -> ctypes.CDLL:
    """Return the C library. Each new object of it would take as long as some calls."""
    return ctypes.CDLL(None, use_errno=True)
