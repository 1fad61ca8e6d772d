"""Keep the beginning and end of what a bot printed, and show it with its control characters escaped."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lawspeaker_bot.printable import printable

MOST_LAST: Final = 200
"""Characters of a last line within an error."""
MOST_END: Final = 40
"""Lines of the end of an output, that which says how many are left out among them."""
MOST_LINE: Final = 500
"""Characters of a line that are looked at, and shown."""
_ERROR: Final = re.compile(
    r"""(?:^|[^\w.$])                    # here begins
        (?: (?:panic|error|ERROR|what\(\)):\s
          | [\w.$]*(?:Error|Exception|Rejection)(?:\ \[\w+\])?(?::\s|$) )
      | \bpanicked\ at\b
      | ^(?:\w+\.)+[A-Z]\w*:\s         # an exception of another name, with its module
      | \bAssertion\ .*\ failed""", re.VERBOSE)
"""A line that reports an error, as languages and compilers print them; what is above and below is where it was."""
_GOES_ON: Final = re.compile(r"\bpanicked at .*:$")
"""A line that names only the place of an error; the next line names the error."""


@dataclass(frozen=True, slots=True)
class Output:
    """The kept part of a bot's stdout and stderr together."""

    head: bytes = b""
    tail: bytes = b""
    printed: int = 0
    """Bytes that the bot wrote."""

    @classmethod
    def of(cls, end: Mapping[str, Any]) -> Output:
        """Build an output from what the supervisor reports."""
        return cls(base64.b64decode(end.get("head", "")), base64.b64decode(end.get("tail", "")), end.get("printed", 0))

    @classmethod
    def of_text(cls, text: str, most: int) -> Output:
        """Build an output of a text, of which at most so many bytes are kept, of its beginning and its end."""
        data, half = text.encode(errors="backslashreplace"), most // 2
        return cls(data, b"", len(data)) if len(data) <= most else cls(data[:half], data[-half:], len(data))

    @property
    def left_out(self) -> int:
        """Return how many bytes were dropped between head and tail."""
        return self.printed - len(self.head) - len(self.tail)

    @property
    def text(self) -> str:
        """Return everything kept, as lines that end with a newline; empty if the bot printed nothing."""
        gap = f"\n[{self.left_out} bytes left out]\n".encode() if self.left_out else b""
        kept = escaped(self.head + gap + self.tail)
        return kept if not kept or kept.endswith("\n") else kept + "\n"

    @property
    def last_line(self) -> str:
        """Return the last line that is not blank, shortened; empty if there is none."""
        lines = self._lines
        return lines[-1][-MOST_LAST:] if lines else ""

    @property
    def last_error(self) -> str:
        """Return the last line that reads like an error, shortened; "" if there is none. A stack trace may follow."""
        lines = self._lines
        for at in range(len(lines) - 1, -1, -1):
            if _ERROR.search(lines[at][:MOST_LINE]):
                more = f" {lines[at + 1]}" if _GOES_ON.search(lines[at]) and at + 1 < len(lines) else ""
                return f"{lines[at]}{more}"[:MOST_LAST]
        return ""

    @property
    def last_words(self) -> str:
        """Return its last error or else its last line, for a message about its end; empty if it printed nothing."""
        error, last = self.last_error, self.last_line
        if error and error != last:
            return f"; it printed: {error}"
        return f"; the last that it printed: {last}" if last else ""

    @property
    def end(self) -> list[str]:
        """Return the last lines, for people, each shortened."""
        lines = self.text.splitlines()
        if len(lines) > MOST_END:
            kept = lines[1 - MOST_END:]
            lines = [f"[{len(lines) - len(kept)} lines left out]", *kept]
        return [line if len(line) <= MOST_LINE else f"{line[:MOST_LINE]} ..." for line in lines]

    @property
    def _lines(self) -> list[str]:
        """Return the lines that are not blank, without the blanks around them."""
        return [line.strip() for line in self.text.splitlines() if line.strip()]

    def lines(self, seat: int) -> Iterator[str]:
        """Return every line with its seat before it, for people."""
        return (f"seat {seat}: {line}" for line in self.text.splitlines())


def escaped(data: bytes) -> str:
    r"""Return text in which everything that could move a cursor or change its direction is escaped, as in `\x1b`."""
    return printable(data.decode(errors="backslashreplace"), keep="\n\t")


def output_path(record: Path, seat: int) -> Path:
    """Return where the output of a seat's bot is kept: beside the record."""
    return record.with_name(f"{record.name}.seat{seat}.stderr")


def keep_or_tell(record: Path | None, seat: int, output: Output, tell: Callable[[str], None]) -> None:
    """Write what a bot printed beside the record, or hand it to `tell` if there is none."""
    if record is None:
        for line in output.lines(seat):
            tell(line)
        return
    try:
        keep_output(record, seat, output)
    except OSError as error:
        tell(f"what the bot on seat {seat} printed cannot be written: {error.strerror}")


def keep_output(record: Path, seat: int, output: Output) -> Path | None:
    """Write what a bot printed; None if that is nothing, and then nothing of an earlier match stays there either.

    Raises OSError.
    """
    path = output_path(record, seat)
    if output.printed:
        path.write_text(output.text, encoding="utf-8")
        return path
    with suppress(FileNotFoundError):
        path.unlink()
    return None
