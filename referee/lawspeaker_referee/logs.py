"""Logs as JSON, one line an event on stderr; a line a game, never a decision, and nothing of a bot's but its name.

Logging never raises into the referee and never makes it wait: stderr may be a full disk, a closed pipe, or one that
nobody reads. So a thread writes; what does not fit into its queue or cannot be written is lost, and counted.
"""

from __future__ import annotations

import asyncio
import atexit
import io
import os
import select
import sys
from collections import deque
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager, suppress
from threading import Condition, Thread
from time import monotonic
from typing import Any, Final, TextIO, cast

import structlog
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import FilteringBoundLogger

MOST_WAITING: Final = 1 << 20
"""Bytes that wait to be written; lines beyond them are lost."""
END_WITHIN: Final = 1.0
"""Seconds that the end of a program waits for lines that are not written yet."""
FLUSH_WITHIN: Final = 0.1
"""Seconds that a flush waits for them, where no event loop waits with it."""
MOST_A_SECOND: Final = 20
"""Lines of a kind that strangers can cause."""

_TRACEBACKS = ExceptionDictTransformer(show_locals=False)
"""Without the values of variables: among them are seeds, hands and tokens."""


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
        try:
            asyncio.get_running_loop()
        except RuntimeError:
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


def _lines(chunk: bytes) -> int:
    return chunk.count(b"\n") + (not chunk.endswith(b"\n"))


class _Sink:
    """The stream of a log; one that is not ours may fail."""

    def __init__(self, file: TextIO | Stderr) -> None:
        self.file, self._lost = file, 0

    @property
    def lost(self) -> int:
        """Lines that were not written."""
        return self._lost + (self.file.lost if isinstance(self.file, Stderr) else 0)

    def write(self, line: str) -> None:
        """Write a line; count it as lost if the stream fails."""
        try:
            self.file.write(line)
            self.file.flush()
        except (OSError, ValueError):  # ValueError is what a closed file raises
            self._lost += 1

    def flush(self) -> None:
        """Do nothing: `write` flushes."""


_of_process: list[Stderr] = []
"""The replacement of this process's stderr, once it is needed; at most one."""


def _stderr() -> TextIO | Stderr:
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
    before, sys.stderr = sys.stderr, _stderr()
    try:
        yield
    finally:
        sys.stderr = before


def make_log(file: TextIO | None = None, level: str = "info") -> FilteringBoundLogger:
    """Return a logger of its own, which leaves the logging of an embedding program alone."""
    sink = _Sink(file or _stderr())
    told = 0

    def tell_lost(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """Add the number of lost lines to the next line."""
        nonlocal told
        if (lost := sink.lost) > told:
            event["lines_lost"] = told = lost
        return event

    logger: FilteringBoundLogger = structlog.wrap_logger(
        structlog.WriteLogger(cast("TextIO", sink)),
        processors=[
            tell_lost,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.ExceptionRenderer(_TRACEBACKS),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=True,
    )
    return logger


class Limited:
    """Lines of one kind that strangers can cause, limited each second so that they do not fill the disk."""

    def __init__(self, log: FilteringBoundLogger, clock: Callable[[], float] = monotonic) -> None:
        self._log, self._clock = log, clock
        self._second = self._told = self._left_out = 0

    def info(self, event: str, **values: Any) -> None:
        """Log the line, if this second has room for it; it also says how many before it were left out."""
        second = int(self._clock())
        self._told = self._told + 1 if second == self._second else 1
        self._second = second
        if self._told > MOST_A_SECOND:
            self._left_out += 1
            return
        if self._left_out:
            values["left_out"], self._left_out = self._left_out, 0
        if self._told == MOST_A_SECOND:
            values["note"] = "more of this second are not logged"
        self._log.info(event, **values)
