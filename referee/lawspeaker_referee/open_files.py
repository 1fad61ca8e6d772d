"""The descriptors of this process: those of its standard streams, and how many it may open."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit, setrlimit
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

SERVER_FILES: Final = 40
"""Open files that a process with an event loop and gRPC gets by with; below them gRPC ends the process."""
PROCESS_FILES: Final = 4
"""Open files for each bot or other process that it starts, on top of those."""
_USUAL_LIMIT: Final = 1024
_STANDARD: Final = (0, 1, 2)


class _ClosedStdout(io.RawIOBase):
    """The place of a stdout that was closed when the process started."""

    def writable(self) -> bool:
        return True

    def write(self, _: ReadableBuffer, /) -> int:
        raise OSError("stdout is closed")


def hold_standard_descriptors() -> None:
    """Open /dev/null in place of each standard stream that is closed; call it before anything else opens a file.

    Otherwise a record, a ledger or a connection would get the descriptor of the stream and stray output with it, and
    libuv ends a process that closes one of them. Children inherit what is opened. What is written to a closed stdout
    is an OSError, as for every other stdout that cannot be written.
    """
    for descriptor in _STANDARD:
        with suppress(OSError):
            os.fstat(descriptor)
            continue
        os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # noqa: FBT003 - it takes the lowest that is free
    if sys.stdout is None:
        sys.stdout = io.TextIOWrapper(_ClosedStdout(), write_through=True)


def drop_unwritten_output() -> None:
    """Drop what stdout still holds if it cannot be written; call it last.

    Python would try once more at its end, and exit with 120 instead of the code that says what happened.
    """
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError), Path(os.devnull).open("wb") as null:
            os.dup2(null.fileno(), sys.stdout.fileno())


def need_files(count: int) -> None:
    """Let this process and its children open so many files and connections at once, and more if the limit is raised.

    Call it before gRPC is used, which ends the process if it has too few. Raises OSError if the system allows fewer.
    """
    soft, hard = getrlimit(RLIMIT_NOFILE)
    if soft == RLIM_INFINITY or soft >= count:
        return
    if hard != RLIM_INFINITY and hard < count:
        raise OSError(f"{count} open files and connections are needed at once, and this system allows {hard}; raise "
                      "the hard limit, which `ulimit -Hn` shows")
    most = max(count, _USUAL_LIMIT)
    setrlimit(RLIMIT_NOFILE, (most if hard == RLIM_INFINITY else min(most, hard), hard))


def raise_file_limit() -> None:
    """Let this process open as many files as the system allows."""
    soft, hard = getrlimit(RLIMIT_NOFILE)
    if soft != hard:
        with suppress(OSError, ValueError):  # then with those that there are
            setrlimit(RLIMIT_NOFILE, (hard, hard))
