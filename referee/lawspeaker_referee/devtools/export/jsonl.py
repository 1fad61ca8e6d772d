"""Decisions as JSON lines: a line a decision, with views and options by the names of their fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import BinaryIO, ClassVar

import msgspec

from lawspeaker_referee.codec.game_codec import snake_case
from lawspeaker_referee.devtools.export.columns import SCHEMA
from lawspeaker_referee.devtools.export.rows import DecisionsOfRecord


@dataclass(frozen=True, slots=True)
class JsonLines:
    """The format. A line has `schema`, and of the columns `view` in place of `features`."""

    is_text: ClassVar[bool] = True

    def rows(self, decisions: DecisionsOfRecord) -> bytes | None:
        """Return the lines of a record."""
        encode = msgspec.json.Encoder().encode
        verbs = {kind: snake_case(kind.__name__) for kind in decisions.game.option_types}
        lines = [encode({"schema": SCHEMA, **decisions.question(found), "view": found.view,
                         "options": [{verbs[type(option)]: option} for option in found.decision.options],
                         **decisions.answer(found)}) + b"\n" for found in decisions]
        return b"".join(lines) or None

    def writer(self, file: BinaryIO) -> JsonLinesWriter:
        """Return a writer to a file."""
        return JsonLinesWriter(file)


class JsonLinesWriter:
    """Writes lines."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def add(self, rows: bytes) -> None:
        """Append the lines of a record."""
        self._file.write(rows)

    def finish(self) -> None:
        """Do nothing: every line is written."""

    def close(self) -> None:
        """Do nothing: the file belongs to the caller."""
