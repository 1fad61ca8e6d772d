"""What a bot printed: its beginning and its end, and never a control character that a terminal would obey."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

MOST_LAST: Final = 200
"""Characters of a last line within an error."""


@dataclass(frozen=True, slots=True)
class Output:
    """What is kept of a bot's stdout and stderr together."""

    head: bytes = b""
    tail: bytes = b""
    printed: int = 0
    """Bytes that the bot wrote."""

    @classmethod
    def of(cls, end: Mapping[str, Any]) -> Output:
        """As a keeper tells it."""
        return cls(base64.b64decode(end.get("head", "")), base64.b64decode(end.get("tail", "")), end.get("printed", 0))

    @property
    def left_out(self) -> int:
        """Bytes that were dropped between head and tail."""
        return self.printed - len(self.head) - len(self.tail)

    @property
    def text(self) -> str:
        """Everything kept, as lines that end with a newline; empty if the bot printed nothing."""
        gap = f"\n[{self.left_out} bytes left out]\n".encode() if self.left_out else b""
        kept = escaped(self.head + gap + self.tail)
        return kept if not kept or kept.endswith("\n") else kept + "\n"

    @property
    def last_line(self) -> str:
        """The last line that is not blank, shortened; empty if there is none."""
        lines = [line.strip() for line in self.text.splitlines() if line.strip()]
        return lines[-1][-MOST_LAST:] if lines else ""

    def lines(self, seat: int) -> Iterator[str]:
        """For people: every line with its seat before it."""
        return (f"seat {seat}: {line}" for line in self.text.splitlines())


def escaped(data: bytes) -> str:
    r"""Text in which everything that could move a cursor or change its direction is spelt out, such as `\x1b`."""
    text = data.decode(errors="backslashreplace")
    return "".join(
        each if each in "\n\t" or each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def output_path(record: Path, seat: int) -> Path:
    """Where the output of a seat's bot is kept: beside the record."""
    return record.with_name(f"{record.name}.seat{seat}.stderr")


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
