"""The sockets of this process, gRPC's among them: they can be found, inspected and shut down.

Finding them, and shutting one down, takes a descriptor for a moment. Strangers may have taken all that this process can
have, and then they are to be cut off all the more; so one is held for that.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from stat import S_ISSOCK
from struct import pack
from typing import Final

DESCRIPTORS: Final = "/proc/self/fd"
_RESET: Final = pack("ii", 1, 0)
"""A struct linger that is on, with no time to linger."""
_DRAINED_AT_ONCE: Final = 1 << 20
_DRAINS: Final = 16
_held: Final[list[int]] = []
"""The descriptor that is held, if there is one."""


def hold_descriptor() -> None:
    """Hold a descriptor for what is done here, unless one is held or none is left."""
    if not _held:
        with suppress(OSError):
            _held.append(os.open(os.devnull, os.O_RDONLY))


def own_sockets() -> Iterator[tuple[int, int]]:
    """Yield the descriptor and the inode of each socket. Raises OSError."""
    with _held_one_free():
        names = os.listdir(DESCRIPTORS)  # noqa: PTH208 - a Path for each of thousands would cost as much as all else
    for name in names:
        try:
            status = os.fstat(descriptor := int(name))
        except OSError:
            continue  # closed meanwhile
        if S_ISSOCK(status.st_mode):
            yield descriptor, status.st_ino


def shut_down(descriptor: int, inode: int, *, reset: bool) -> None:
    """Shut a connection down, if the descriptor still is that of this inode, and discard what gRPC has not read.

    With `reset` gRPC's close resets the connection. A peer that has filled our buffer waits for room, and learns of a
    connection that is closed in good order only when the kernel forgets it, a minute later.
    """
    with suppress(OSError), _held_one_free(), socket.socket(fileno=os.dup(descriptor)) as line:  # or it is gone
        if os.fstat(line.fileno()).st_ino == inode:  # or somebody else has its descriptor
            if reset:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
            line.shutdown(socket.SHUT_RDWR)
            _drain(line)


@contextmanager
def borrowed(descriptor: int, family: int = socket.AF_INET6) -> Iterator[socket.socket]:
    """Yield gRPC's socket to inspect it; it is not closed. The family of IPv6 is enough for addresses of IPv4, too."""
    line = socket.socket(family, socket.SOCK_STREAM, 0, fileno=descriptor)
    try:
        yield line
    finally:
        line.detach()


def _drain(line: socket.socket) -> None:
    """Discard what came and was not read, at most what may come at once."""
    with suppress(BlockingIOError):
        for _ in range(_DRAINS):
            if not line.recv(_DRAINED_AT_ONCE, socket.MSG_DONTWAIT | socket.MSG_TRUNC):
                return


@contextmanager
def _held_one_free() -> Iterator[None]:
    """Let the block open one file, with the descriptor that is held, which is taken again at its end."""
    while _held:
        os.close(_held.pop())
    try:
        yield
    finally:
        hold_descriptor()
