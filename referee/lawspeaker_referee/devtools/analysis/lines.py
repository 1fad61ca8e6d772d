"""An analysis as JSON lines: what was asked for, then each record followed by its decisions.

Lines are appended in the order of the records, so the lines of a run that was killed are the beginning of those of a
run that was not. `LinesFile` cuts off a line that is not whole, and says which decisions are there already.
"""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterator
from dataclasses import asdict, fields
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from lawspeaker.v1.record_pb2 import RecordHeader
from lawspeaker_engine.model import Seat
from lawspeaker_referee.config.user_files import check_is_file
from lawspeaker_referee.devtools.analysis.judgement import Effort, Judgement, Task
from lawspeaker_referee.record.file import Record

FORMAT: Final = 1
Line = dict[str, Any]


class OtherAnalysis(ValueError):
    """A file holds something else than the beginning of the analysis that is asked for; one line."""


def heading_line(effort: Effort, seat: Seat | None) -> Line:
    """Return the first line: what was asked for."""
    thought = {"playouts": effort.playouts} if effort.playouts else {"seconds": effort.seconds}
    return {"entry": "analysis", "format": FORMAT, "seat": seat} | thought


def record_line(record: Record) -> Line:
    """Return the line of a record that verifies."""
    header, footer = record.header, record.footer
    assert footer is not None, "a record that verifies has its footer"
    return {"entry": "record", "match_id": header.match_id, "digest": footer.digest.hex(), "game": header.setup.game,
            "game_version": header.setup.game_version, "bots": bots_of(header), "ranks": list(footer.outcome.ranks),
            "steps": record.step_count}


def bots_of(header: RecordHeader) -> list[str]:
    """Return by seat the name of its bot."""
    return [who.bot or "unknown" for who in header.seats]


def decision_line(judgement: Judgement) -> Line:
    """Return the line of a decision."""
    return {"entry": "decision"} | asdict(judgement)


def read_decision(line: Line) -> Judgement:
    """Return the decision of a line."""
    known = {field.name: line[field.name] for field in fields(Judgement)}
    return Judgement(**known | {"took": tuple(line["took"]), "best": tuple(line["best"])})


def dumped(line: Line) -> str:
    """Return a line as it stands in a file."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


class LinesFile:
    """A file of lines that grows; what it holds already is not judged again."""

    def __init__(self, path: Path, heading: Line) -> None:
        """Open a file, a new one or one that a run with the same heading has begun.

        Raises OtherAnalysis, and OSError if it cannot be written or is no file.
        """
        self._path, self._at = path, 1
        check_is_file(path)
        self._file = path.open("ab+")
        try:
            self._known = self._begun(heading)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._file.close()

    def known(self, item: Line | Task) -> Line | None:
        """Return the line of a record or a decision if it is there, as the next one; None if it is not.

        Raises OtherAnalysis for a record in place of which there is another one.
        """
        found = self._known[self._at] if self._at < len(self._known) else None
        if found is None:
            return None
        if isinstance(item, Task):
            if (found.get("step"), found.get("seat")) != (item.step, item.seat):
                return None
        elif found != item:
            raise OtherAnalysis(f"{self._path} is an analysis of other records: line {self._at + 1} is "
                                f"{dumped(found).strip()[:200]}")
        self._at += 1
        return found

    def require_all_asked(self) -> None:
        """Raise OtherAnalysis if the file held more than was asked for."""
        if self._at < len(self._known):
            raise OtherAnalysis(f"{self._path} is an analysis of more records, or of other ones")

    def add(self, line: Line) -> None:
        """Append a line."""
        self._file.write(dumped(line).encode())
        self._file.flush()

    def _begun(self, heading: Line) -> list[Line]:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OtherAnalysis(f"{self._path} is being written by another process") from None
        known = self._whole_lines()
        if not known:
            self.add(heading)
        elif known[0] != heading:
            raise OtherAnalysis(f"{self._path} is another analysis: it begins with {dumped(known[0]).strip()}, and "
                                f"this one with {dumped(heading).strip()}")
        return known

    def _whole_lines(self) -> list[Line]:
        self._file.seek(0)
        data = self._file.read()
        whole = data[:data.rfind(b"\n") + 1]
        try:
            found = list(_parsed(whole))
        except ValueError:
            raise OtherAnalysis(f"{self._path} is no analysis: it has lines that are no JSON objects") from None
        self._file.truncate(len(whole))
        return found


def _parsed(data: bytes) -> Iterator[Line]:
    for text in data.splitlines():
        line = json.loads(text)
        if not isinstance(line, dict):
            raise ValueError("no object")  # noqa: TRY004 - as for any other line that is none
        yield line
