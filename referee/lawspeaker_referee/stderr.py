"""Standard error behind a queue, so that writing there never fails and never makes anybody wait.

stderr may be a full disk, a closed pipe, or one that nobody reads. So a thread writes; what does not fit into its queue
or cannot be written is lost, and counted.
"""

from __future__ import annotations

import atexit
import io
import os
import select
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Condition, Thread
from time import monotonic
from typing import Final, TextIO

MOST_WAITING: Final = 1 << 20
"""Bytes that wait to be written; lines beyond them are lost."""
END_WITHIN: Final = 1.0
"""Seconds that the end of a program waits for lines that are not written yet."""
FLUSH_WITHIN: Final = 0.1
"""Seconds that a flush waits for them, where no event loop waits with it."""


class Stderr(io.TextIOBase):
    """A text stream in the place of stderr whose writes return at once and never fail."""

    encoding = "utf-8"
    errors = "backslashreplace"

    def __init__(self, file: int | None) -> None:
        """`file` is a descriptor of its own; None if stderr is closed, and then all is lost."""
        super().__init__()
        self.lost = 0
        """Lines that were not written."""
        self._file = file
        self._skipping = self._torn = False
        """True while the beginning of the current line is lost; true if the last line in the file lacks its end."""
        self._chunks: deque[bytes] = deque()
        self._waiting = 0
        """Bytes of the chunks, with those that are being written."""
        self._changed = Condition()
        self._thread: Thread | None = None

    def write(self, text: str, /) -> int:
        """Queue the text if there is room; if a part of a line is lost, so is the rest of it."""
        with self._changed:
            rest = text
            if self._skipping:
                _, newline, rest = text.partition("\n")
                self._skipping = not newline
            if chunk := rest.encode(errors=self.errors):
                self._queue(chunk)
        return len(text)

    def writable(self) -> bool:
        """Return True."""
        return True

    def isatty(self) -> bool:
        """Return True if the file is a terminal."""
        return self._file is not None and os.isatty(self._file)

    def fileno(self) -> int:
        """Return the descriptor. Raises OSError if stderr is closed."""
        if self._file is None:
            raise OSError("stderr is closed")
        return self._file

    def flush(self) -> None:
        """Wait a moment so that later output on stdout comes after it; in an event loop return at once."""
        if not _in_event_loop():
            self.drain(FLUSH_WITHIN)

    def drain(self, within: float) -> None:
        """Wait until all is written, at most `within` seconds."""
        until = monotonic() + within
        with self._changed:
            while self._waiting and (left := until - monotonic()) > 0:
                self._changed.wait(left)

    def _queue(self, chunk: bytes) -> None:
        if self._file is None or self._waiting + len(chunk) > MOST_WAITING:
            self.lost += _lines(chunk)
            self._skipping = not chunk.endswith(b"\n")
            return
        self._chunks.append(chunk)
        self._waiting += len(chunk)
        if self._thread is None:
            thread = Thread(target=self._work, name="stderr", daemon=True)
            with suppress(RuntimeError):  # the system has no thread left; the next line tries again
                thread.start()
                self._thread = thread
        self._changed.notify_all()

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._chunks:
                    self._changed.wait()
                chunk = self._chunks.popleft()
            written = self._written(chunk)
            with self._changed:
                self._waiting -= len(chunk)
                self.lost += 0 if written else _lines(chunk)
                self._changed.notify_all()

    def _written(self, chunk: bytes) -> bool:
        """Return True if the chunk was written; if not, some of its bytes may have been."""
        assert self._file is not None
        left = memoryview(b"\n" + chunk if self._torn else chunk)
        try:
            while left:
                try:
                    left = left[os.write(self._file, left):]
                except BlockingIOError:  # somebody made it so; a pipe is shared with whoever else has it
                    poll = select.poll()
                    poll.register(self._file, select.POLLOUT)
                    poll.poll()
        except OSError:
            self._torn = self._torn or len(left) < len(chunk)
            return False
        self._torn = False
        return True


def _in_event_loop() -> bool:
    asyncio = sys.modules.get("asyncio")  # whoever runs a loop has imported it; it takes 40 ms
    try:
        return asyncio is not None and bool(asyncio.get_running_loop())
    except RuntimeError:
        return False


def _lines(chunk: bytes) -> int:
    return chunk.count(b"\n") + (not chunk.endswith(b"\n"))


_of_process: list[Stderr] = []
"""The replacement of this process's stderr, once it is needed; at most one."""


def queued_stderr() -> TextIO | Stderr:
    """Return where lines go: to a queue before the process's stderr, or to the stream that has replaced it."""
    if sys.stderr is not None and sys.stderr is not sys.__stderr__:
        return sys.stderr
    if not _of_process:
        # where sys.stderr is None, descriptor 2 may be any other file by now
        queued = Stderr(None if sys.stderr is None else os.dup(sys.stderr.fileno()))
        _of_process.append(queued)
        atexit.register(queued.drain, END_WITHIN)
    return _of_process[0]


def lines_lost() -> int:
    """Return the lines of this process's stderr that were not written."""
    return sum(each.lost for each in _of_process)


@contextmanager
def stderr_that_never_fails() -> Iterator[None]:
    """Queue all that is written to sys.stderr in this block; the rest is written when the process ends."""
    before, sys.stderr = sys.stderr, queued_stderr()
    try:
        yield
    finally:
        sys.stderr = before
