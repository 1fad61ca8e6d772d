"""The terminal of people who play: lines out, lines in, one question at a time."""

from __future__ import annotations

import os
import select
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import RLock
from time import monotonic
from typing import Final, TextIO

from lawspeaker_bot.printable import printable

_CHUNK: Final = 1 << 16
MOST_LINE: Final = 1 << 16
"""Bytes of the longest line that is read; what is longer counts as several lines."""


class Closed(Exception):
    """There is nobody at the terminal any more: the end of its input, a hang-up, or `Terminal.close`."""


class TimeUp(Exception):
    """No line came in time."""


class Terminal:
    """Lines from a descriptor, which need not be a terminal, and to a stream.

    It reads the descriptor itself: a thread that waits in `input` would hold a lock that the interpreter needs to end.
    """

    def __init__(self, out: TextIO, source: int | None = None) -> None:
        """`source` is standard input if left out."""
        self._out = out
        self._source = sys.stdin.fileno() if source is None else source
        self.interactive = os.isatty(self._source)
        """True if somebody may be there who sees what is written."""
        self._read = b""
        self.closed = False
        """True once nothing can be asked any more."""
        self._waits = False
        self._woken, self._wake = os.pipe()
        self._lock = RLock()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Keep other threads, which ask for other seats, from asking within this block."""
        with self._lock:
            yield

    def say(self, *lines: str) -> None:
        """Write lines, control characters escaped. Raises Closed."""
        self._write("".join(f"{printable(line)}\n" for line in lines))

    def ask(self, prompt: str, until: float | None = None) -> str:
        """Write a prompt and return the next line without its newline. Raises Closed, and TimeUp at `until`.

        `until` is a moment of `time.monotonic`; None to wait for ever. What does not come from a terminal is echoed.
        """
        self._write(prompt)
        self._waits = True
        try:
            line = self._line(until)
        except (Closed, TimeUp) as end:
            if self.interactive and isinstance(end, TimeUp):  # or half an answer would be one to the next question
                termios.tcflush(self._source, termios.TCIFLUSH)
            if self._waits:
                self._waits = False
                self._write("\n")
            raise
        self._waits = False
        if not self.interactive:  # as a terminal shows what is typed
            self.say(line)
        return line

    def close(self) -> None:
        """Let whoever asks, now or later, get Closed; end the line of an open prompt."""
        self.closed, waits, self._waits = True, self._waits, False
        os.write(self._wake, b".")
        if waits:
            with suppress(Closed):
                self._write("\n")

    def _write(self, text: str) -> None:
        try:
            self._out.write(text)
            self._out.flush()
        except (OSError, ValueError):  # its other end is gone, or it was closed
            self.closed = True
            raise Closed from None

    def _line(self, until: float | None) -> str:
        while b"\n" not in self._read and len(self._read) < MOST_LINE:
            chunk = self._more(until)
            if not chunk:
                if not self._read:
                    raise Closed
                break
            self._read += chunk
        line, _, self._read = self._read.partition(b"\n")
        return line.decode("utf-8", "replace").strip()

    def _more(self, until: float | None) -> bytes:
        """Return what comes next, b"" at the end of the input."""
        left = None if until is None else max(0.0, until - monotonic())
        try:
            ready = [] if self.closed else select.select([self._source, self._woken], [], [], left)[0]
            if not ready and not self.closed:
                raise TimeUp
            return os.read(self._source, _CHUNK) if self._source in ready and self._woken not in ready else b""
        except (OSError, ValueError):  # a terminal that was hung up, or a descriptor that was closed
            return b""
