"""Make the folder of a server's socket file. Its owner locks it, so that folders of killed owners can be removed."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from lawspeaker_referee.config.sandbox import Sandbox

PREFIX: Final = "lawspeaker-socket-"
SOCKET: Final = "referee"
MOST_SOCKET_PATH: Final = 100
"""Bytes of a socket's path that every system allows."""
_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


@contextmanager
def socket_path() -> Iterator[Path]:
    """Yield a path for a socket file that only this user sees; remove it and its folder afterwards."""
    root = temporary_folder(f"{PREFIX}12345678/{SOCKET}")
    clear(Path(root))
    folder, lock = _made(root)
    try:
        yield folder / SOCKET
    finally:
        shutil.rmtree(folder, ignore_errors=True)  # somebody who tidies up may have come first
        os.close(lock)


def temporary_folder(socket: str) -> str:
    """Return the folder for temporary files; /tmp if a socket at this path in it would have too long a name."""
    root = tempfile.gettempdir()
    # The owner of the socket makes a folder of its own there.
    return root if len(f"{root}/{socket}".encode()) <= MOST_SOCKET_PATH else "/tmp"  # noqa: S108


def clear(root: Path) -> None:
    """Remove the folders of this user whose owners are gone, if there is nothing in them but a socket."""
    for path in root.glob(f"{PREFIX}*"):
        with suppress(OSError):  # it is somebody else's, in use, or something else that must stay
            _clear(path)


def _clear(path: Path) -> None:
    """Raises OSError for a folder that stays."""
    folder = os.open(path, _FOLDER)
    try:
        if os.fstat(folder).st_uid != os.geteuid():
            return
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        socket = path / SOCKET
        if list(path.iterdir()) == [socket] and socket.is_socket():
            socket.unlink()
        path.rmdir()
    finally:
        os.close(folder)


def _made(root: str) -> tuple[Path, int]:
    """Make a folder; return it with a descriptor that holds its lock while open, in this process alone."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=root))
        with suppress(FileNotFoundError):  # somebody cleared it away before it was locked
            lock = os.open(folder, _FOLDER)
            with suppress(OSError):  # where nothing can be locked nothing is cleared away either
                fcntl.flock(lock, fcntl.LOCK_EX)
            if folder.exists():
                return folder, lock
            os.close(lock)


@contextmanager
def listening(sandbox: Sandbox) -> Iterator[str]:
    """Yield the address for a server of started bots: a socket file of this user, or a local port with host network."""
    if sandbox.network == "host":
        yield "127.0.0.1:0"
        return
    with socket_path() as path:
        yield f"unix:{path}"
