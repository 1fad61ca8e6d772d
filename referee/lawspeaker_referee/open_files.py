"""The descriptors of this process: those of its standard streams, and how many it may open."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

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
