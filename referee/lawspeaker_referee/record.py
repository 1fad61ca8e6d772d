"""The file of a match: length-delimited RecordEntry messages, appended as they happen, compressed once complete."""

from __future__ import annotations

import errno
import gzip
import os
import shutil
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import Final, Protocol

from google.protobuf.message import DecodeError

from lawspeaker.v1.record_pb2 import RecordEntry, RecordFooter, RecordHeader, RecordStep
from lawspeaker_referee.encoder import varint

FORMAT: Final = 1
SUFFIX: Final = ".lsr"
PART_SUFFIX: Final = ".part"
"""Follows the name of a record whose match has not ended."""
MOST_BYTES: Final = 1 << 28
"""The largest record that is read, uncompressed: what strangers send may expand to anything."""

_GZIP_MAGIC: Final = b"\x1f\x8b"


class RecordError(ValueError):
    """A record that cannot be read here; one line that says why."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record as read: nothing in it has been verified yet."""

    header: RecordHeader
    steps: list[RecordStep]
    footer: RecordFooter | None
    """None while the match has not ended."""


class Signer(Protocol):
    """Who answers for records with a key."""

    def signed(self, before: BufferedReader, footer: RecordFooter) -> RecordFooter:
        """The footer with a signature over all that was written before it, and over the footer itself."""


class RecordWriter:
    """Appends entries to `path` + ".part"; `finish` leaves the compressed record at `path`, whole or not at all."""

    def __init__(self, path: Path, signer: Signer | None = None) -> None:
        if not path.name or (path.exists() and not path.is_file()):
            raise FileExistsError(errno.EEXIST, "is no ordinary file; name one to make or to write over", str(path))
        self.path, self._signer = path, signer
        self.part = path.with_name(path.name + PART_SUFFIX)
        self._packed = path.with_name(path.name + ".packed")
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self.part.open("wb")

    def write(self, entry: RecordEntry) -> None:
        """Append one entry."""
        self.append(entry.SerializeToString(deterministic=True))

    def append(self, data: bytes) -> None:
        """Append the bytes of one entry and hand them to the operating system, so that they outlive this process."""
        self._file.write(varint(len(data)) + data)
        self._file.flush()

    def finish(self, footer: RecordFooter) -> None:
        """Sign, if there is a signer, append the footer, compress, and put the record in its place."""
        if self._signer is not None:
            with self.part.open("rb") as before:
                footer = self._signer.signed(before, footer)
        self.write(RecordEntry(footer=footer))
        self._file.close()
        with self.part.open("rb") as raw, self._packed.open("wb") as file:
            with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as out:
                shutil.copyfileobj(raw, out)
            file.flush()
            os.fsync(file.fileno())
        self._packed.replace(self.path)
        self.part.unlink()

    def discard(self) -> None:
        """Leave nothing behind."""
        self._file.close()
        self.part.unlink(missing_ok=True)
        self._packed.unlink(missing_ok=True)

    def leave(self) -> None:
        """Stop writing; what was written stays where it is, unfinished."""
        self._file.close()


def read_record(path: Path) -> Record:
    """A record, finished or not. Raises RecordError if it is unreadable, foreign, truncated or of a newer format."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror or error}") from None
    try:
        return _parse(_unpacked(data))
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def _unpacked(data: bytes) -> bytes:
    if data.startswith(_GZIP_MAGIC):
        unpacker = zlib.decompressobj(wbits=31)
        try:
            data = unpacker.decompress(data, MOST_BYTES + 1)
        except zlib.error:
            raise RecordError("is damaged: it cannot be decompressed") from None
        if not unpacker.eof and len(data) <= MOST_BYTES:
            raise RecordError("is truncated: its compressed data ends too early")
        if unpacker.unused_data:
            raise RecordError("is damaged: something follows its compressed data")
    if len(data) > MOST_BYTES:
        raise RecordError(f"is larger than {MOST_BYTES >> 20} MiB, which no record is")
    return data


def _parse(data: bytes) -> Record:
    entries = _entries(data)
    first = next(entries, None)
    if first is None:
        raise RecordError("is empty: not even a header was written")
    if not first.HasField("header"):
        raise RecordError("is not a Lawspeaker record: it does not begin with a header")
    header, steps, footer = first.header, [], None
    for number, entry in enumerate(entries, 1):
        if footer is not None or (not entry.HasField("step") and not entry.HasField("footer")):
            raise RecordError(f"is damaged: entry {number} is neither a step nor the footer at the end")
        if entry.HasField("footer"):
            footer = entry.footer
        else:
            steps.append(entry.step)
    return Record(header, steps, footer)


def _entries(data: bytes) -> Iterator[RecordEntry]:
    """The entries, each made only of fields known here and written as we write them."""
    at, number = 0, 0
    while at < len(data):
        size, start = _length(data, at, number)
        raw = data[start:start + size]
        if len(raw) < size:
            raise _truncated(number) if number else _foreign()
        yield _entry(raw, number)
        at, number = start + size, number + 1


def _entry(raw: bytes, number: int) -> RecordEntry:
    entry = RecordEntry()
    try:
        entry.ParseFromString(raw)
    except DecodeError:
        raise _foreign() if number == 0 else RecordError(f"is damaged: entry {number} cannot be understood") from None
    if number == 0 and entry.HasField("header") and entry.header.format != FORMAT:
        raise RecordError(f"has format {entry.header.format}; this version reads format {FORMAT}"
                          f"{', so upgrade lawspeaker' if entry.header.format > FORMAT else ''}")
    entry.DiscardUnknownFields()
    if entry.SerializeToString(deterministic=True) != raw:
        raise _foreign() if number == 0 and not entry.HasField("header") else RecordError(
            f"is damaged or newer than this version: entry {number} holds what a record of format {FORMAT} does not")
    return entry


def _length(data: bytes, at: int, number: int) -> tuple[int, int]:
    """(length, where the message begins) of the varint at `at`, written as short as it can be."""
    size, shift, here = 0, 0, at
    while here < len(data) and shift <= 28:
        byte = data[here]
        size |= (byte & 127) << shift
        here, shift = here + 1, shift + 7
        if byte < 128:
            if data[at:here] != varint(size):
                break
            return size, here
    else:
        if here == len(data) and number:
            raise _truncated(number)
    raise _foreign() if number == 0 else RecordError(f"is damaged: entry {number} has no length")


def _truncated(number: int) -> RecordError:
    return RecordError(f"is truncated: it ends in the middle of entry {number}, after {number - 1} whole steps")


def _foreign() -> RecordError:
    return RecordError("is not a Lawspeaker record")
