"""A record that another process writes, read as it grows, until it is finished, void or gone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from lawspeaker.v1.record_pb2 import RecordFooter, RecordHeader, RecordStep
from lawspeaker_referee.config.user_files import open_file
from lawspeaker_referee.record.bounds import (
    MOST_BYTES,
    RecordError,
    check_footer,
    check_header,
    check_step,
    foreign,
    too_large,
)
from lawspeaker_referee.record.file import PART_SUFFIX, VOID_SUFFIX, read_record, whole_entries

VOID: Final = "this match was voided: it has no result"
REMOVED: Final = "the record of this match was removed"
_HEADER_BYTES: Final = 1 << 16


class RecordReplaced(RecordError):
    """The file is another one than before, or shorter: the record has to be read anew."""


class GrowingRecord:
    """The record of a match that may still run. Nothing is locked and no file is kept open."""

    def __init__(self, path: Path) -> None:
        """`path` is that of the finished record, which need not be there yet."""
        self.header: RecordHeader | None = None
        self.footer: RecordFooter | None = None
        self.gone = ""
        """VOID or REMOVED once nothing more can come of a match that has no result; else empty."""
        self.written = 0.0
        """When the file that was read last was changed, in seconds since 1970."""
        self._path, self._part = path, path.with_name(path.name + PART_SUFFIX)
        self._file: tuple[int, int] | None = None
        """Device and inode of the file that was read before."""
        self._offset = self._steps = 0
        """The end of the whole entries that were read, and the number of their steps."""

    def read(self) -> list[RecordStep]:
        """Return the steps that came since the last call.

        An entry that is not whole yet waits for the next call. Raises RecordReplaced, RecordError for what is no
        record, and OSError.
        """
        if self.footer is not None or self.gone:
            return []
        try:
            return self._appended()
        except FileNotFoundError:
            return self._put_away()

    def _appended(self) -> list[RecordStep]:
        with open_file(self._part) as file:
            status = os.fstat(file.fileno())
            identity = status.st_dev, status.st_ino
            if self._file not in {None, identity} or status.st_size < self._offset:
                raise RecordReplaced(f"{self._part}: was replaced while it was read")
            self._file, self.written = identity, status.st_mtime
            if status.st_size == self._offset:
                return []
            if status.st_size > MOST_BYTES:
                raise too_large()
            file.seek(self._offset)
            data = file.read(status.st_size - self._offset)
        return self._entries(data)

    def _entries(self, data: bytes) -> list[RecordStep]:
        found, start = list[RecordStep](), self._offset
        number = self._steps + (self.header is not None)
        for entry, end in whole_entries(data, number):
            if self.header is None:
                if not entry.HasField("header"):
                    raise foreign()
                check_header(entry.header)
                self.header = entry.header
            elif entry.HasField("step") and self.footer is None:
                self._steps += 1
                check_step(self._steps, entry.step, self.header.setup.players)
                found.append(entry.step)
            elif entry.HasField("footer") and self.footer is None:
                check_footer(entry.footer, self.header.setup.players)
                self.footer = entry.footer
            else:
                raise RecordError("is damaged: an entry is neither a step nor the footer at the end")
            self._offset = start + end
        return found

    def _put_away(self) -> list[RecordStep]:
        """Return what follows in the finished record; without one, say what became of the match."""
        try:
            self.written = self._path.stat().st_mtime
        except FileNotFoundError:
            void = self._path.with_name(self._path.name + VOID_SUFFIX)
            self.gone = VOID if void.exists() else REMOVED
            return []
        record = read_record(self._path)
        if record.footer is None or (self.header is not None and record.header != self.header):
            self.gone = REMOVED
            return []
        self.header, self.footer = record.header, record.footer
        return record.steps[self._steps:]


def header_of_part(part: Path) -> RecordHeader | None:
    """Return the header of an unfinished record; None if it is not whole. Raises RecordError and OSError."""
    with open_file(part) as file:
        entry = next((entry for entry, _ in whole_entries(file.read(_HEADER_BYTES), 0)), None)
    if entry is None:
        return None
    if not entry.HasField("header"):
        raise foreign()
    check_header(entry.header)
    return entry.header
