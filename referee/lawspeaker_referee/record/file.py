"""The file of a match: length-delimited RecordEntry messages, appended as they happen, compressed once complete."""

from __future__ import annotations

import errno
import fcntl
import gzip
import os
import shutil
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from io import BufferedRandom, BufferedReader
from pathlib import Path
from typing import Final, Protocol, TypeVar

from google.protobuf.message import DecodeError

from lawspeaker.v1.record_pb2 import RecordEntry, RecordFooter, RecordHeader, RecordStep
from lawspeaker_referee.codec.encoder import varint
from lawspeaker_referee.match.record_envelope import FORMAT
from lawspeaker_referee.record.bounds import (
    MOST_BYTES,
    RecordError,
    check_footer,
    check_header,
    check_size,
    check_step,
    foreign,
    too_large,
)

SUFFIX: Final = ".lsr"
PART_SUFFIX: Final = ".part"
"""Follows the name of a record whose match has not ended."""
VOID_SUFFIX: Final = ".void"
"""Follows the name of a record whose match was voided: nobody goes on with it."""
PART_MODE: Final = 0o600
"""File mode of unfinished and voided records, which hold dice and hands that nobody has seen."""

_GZIP_MAGIC: Final = b"\x1f\x8b"
_force: Final = getattr(os, "fdatasync", os.fsync)
"""Waits until a file's bytes are on the disk; not every system can leave its times out of that."""

T = TypeVar("T")


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
    """Appends entries to `path` + ".part"; `finish` leaves the compressed record at `path`, whole or not at all.

    While it writes nobody else can, in this process or another: the file is locked for as long as this process lives.
    """

    def __init__(self, path: Path, signer: Signer | None = None, *, sync: bool = False, left: bool = False) -> None:
        """Begins anew, or with `left` reads what a process left that is no more; see `Unfinished`. Raises OSError.

        With `sync` every entry is forced to the disk, so that it outlives a power cut too.
        """
        if not path.name or (path.exists() and not path.is_file()):
            raise FileExistsError(errno.EEXIST, "is no ordinary file; name one to make or to write over", str(path))
        self.path, self._signer, self._sync = path, signer, sync
        self.part = path.with_name(path.name + PART_SUFFIX)
        self._packed = path.with_name(path.name + ".packed")
        self._aside: Path | None = None
        """Where the record of a voided match is."""
        self._entries = self._length = 0
        """How many entries are whole, and their bytes."""
        if not left:
            path.parent.mkdir(parents=True, exist_ok=True)
        self._file = locked(self.part, create=not left, mode=PART_MODE)
        if not left:
            self.hide()
            self._file.truncate()
            if sync:
                _force_folder(path.parent)

    def hide(self) -> None:
        """Let nobody else read it, if it was there before: an earlier version made such files as readable as others."""
        with suppress(PermissionError):  # a file of another user, which is his to open and close
            os.fchmod(self._file.fileno(), PART_MODE)

    def write(self, entry: RecordEntry) -> None:
        """Append one entry."""
        self.append(entry.SerializeToString(deterministic=True))

    def append(self, data: bytes) -> None:
        """Append the bytes of one entry and hand them to the operating system, so that they outlive this process.

        Raises OSError, and RecordError for an entry with which nobody could read the record.
        """
        check_size(self._entries, len(data))
        if self._length + len(data) > MOST_BYTES:
            raise too_large()
        if not os.fstat(self._file.fileno()).st_nlink:
            raise FileNotFoundError(errno.ENOENT, "the file was removed while it was written", str(self.part))
        entry = varint(len(data)) + data
        self._file.write(entry)
        self._file.flush()
        if self._sync:
            _force(self._file.fileno())
        self._entries, self._length = self._entries + 1, self._length + len(entry)

    def finish(self, footer: RecordFooter) -> None:
        """End the record, compress it, and put it in its place."""
        self.end(footer)
        self.pack()

    def end(self, footer: RecordFooter) -> None:
        """Append the footer, signed if there is a signer: from now on the match has ended, whatever happens."""
        if self._signer is not None:
            with self.part.open("rb") as before:
                footer = self._signer.signed(before, footer)
        self.write(RecordEntry(footer=footer))

    def pack(self) -> None:
        """Compress a record that has ended, and put it in its place; if that fails it stays where it is, whole."""
        try:
            with self.part.open("rb") as raw, self._packed.open("wb") as file:
                with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as out:
                    shutil.copyfileobj(raw, out)
                file.flush()
                os.fsync(file.fileno())
            self._packed.replace(self.path)
            _force_folder(self.path.parent)
            self.part.unlink()
        finally:
            self.leave()

    def discard(self) -> None:
        """Leave nothing behind."""
        self.leave()
        for path in filter(None, (self.part, self._packed, self._aside)):
            path.unlink(missing_ok=True)

    def void(self) -> None:
        """Stop writing; what was written, if anything, has another name now: nobody goes on with it. Raises OSError.

        An entry that could not be written is cut off. Were it a footer, the match would seem to have ended.
        """
        self.leave()
        if self._length:
            os.truncate(self.part, self._length)
            self._aside = self.part.replace(self.path.with_name(self.path.name + VOID_SUFFIX))
        else:
            self.part.unlink()

    def leave(self) -> None:
        """Stop writing; what was written stays where it is, unfinished."""
        try:
            self._file.close()
        except OSError:
            # Closing writes what an append could not, which fails again; the file is closed all the same.
            assert self._file.raw.closed


def _force_folder(path: Path) -> None:
    """Wait until the names in a folder are on the disk. Raises OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in {errno.EINVAL, errno.ENOTSUP}:
            raise
        # Some network file systems cannot do that for a folder, and keep its names in their own way.
    finally:
        os.close(handle)


def locked(path: Path, *, create: bool, mode: int = 0o666) -> BufferedRandom:
    """The file, which nobody else can lock until it is closed. Raises BlockingIOError if somebody has, and OSError."""
    handle = os.open(path, os.O_RDWR | os.O_CLOEXEC | (os.O_CREAT if create else 0), mode)
    file = os.fdopen(handle, "r+b")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise BlockingIOError(errno.EWOULDBLOCK, "is being written by another match", str(path)) from None
    except OSError as error:
        if error.errno not in {errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS}:
            file.close()
            raise
        # Some network file systems have no locks; there one must not start two referees of one name, as ever.
    if not os.fstat(file.fileno()).st_nlink:
        file.close()
        raise FileNotFoundError(errno.ENOENT, "was removed just now", str(path))
    return file


def read_record(path: Path) -> Record:
    """A record, finished or not. Raises RecordError if it is unreadable, foreign, truncated or of a newer format."""
    return _read(path, parse)


def read_header(path: Path) -> RecordHeader:
    """The header of a record, whatever follows it. Raises RecordError."""
    return _read(path, lambda data: _header(_entries(data)))


def _read(path: Path, understood: Callable[[bytes], T]) -> T:
    """What is understood of a file. Raises RecordError, which names the file."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror or error}") from None
    try:
        return understood(unpacked(data))
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def unpacked(data: bytes) -> bytes:
    """The entries of a record's file, as `parse` reads them. Raises RecordError."""
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
        raise too_large()
    return data


def parse(data: bytes) -> Record:
    """A record from its entries, uncompressed. Raises RecordError."""
    entries = _entries(data)
    header, steps, footer = _header(entries), [], None
    players = header.setup.players
    for number, entry in enumerate(entries, 1):
        if footer is not None or (not entry.HasField("step") and not entry.HasField("footer")):
            raise RecordError(f"is damaged: entry {number} is neither a step nor the footer at the end")
        if entry.HasField("footer"):
            footer = entry.footer
            check_footer(footer, players)
        else:
            check_step(number, entry.step, players)
            steps.append(entry.step)
    return Record(header, steps, footer)


def _header(entries: Iterator[RecordEntry]) -> RecordHeader:
    """What the first entry is. Raises RecordError."""
    first = next(entries, None)
    if first is None:
        raise RecordError("is empty: not even a header was written")
    if not first.HasField("header"):
        raise RecordError("is not a Lawspeaker record: it does not begin with a header")
    check_header(first.header)
    return first.header


def _entries(data: bytes) -> Iterator[RecordEntry]:
    """The entries, each made only of fields known here and written as we write them."""
    at, number = 0, 0
    while at < len(data):
        size, start = length_at(data, at, number)
        check_size(number, size)
        raw = data[start:start + size]
        if len(raw) < size:
            raise _truncated(number) if number else foreign()
        yield _entry(raw, number)
        at, number = start + size, number + 1


def _entry(raw: bytes, number: int) -> RecordEntry:
    entry = RecordEntry()
    try:
        entry.ParseFromString(raw)
    except DecodeError:
        raise foreign() if number == 0 else RecordError(f"is damaged: entry {number} cannot be understood") from None
    if number == 0 and entry.HasField("header") and entry.header.format != FORMAT:
        raise RecordError(f"has format {entry.header.format}; this version reads format {FORMAT}"
                          f"{', so upgrade lawspeaker' if entry.header.format > FORMAT else ''}")
    entry.DiscardUnknownFields()
    if entry.SerializeToString(deterministic=True) != raw:
        raise foreign() if number == 0 and not entry.HasField("header") else RecordError(
            f"is damaged or newer than this version: entry {number} holds what a record of format {FORMAT} does not")
    return entry


def length_at(data: bytes, at: int, number: int) -> tuple[int, int]:
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
    raise foreign() if number == 0 else RecordError(f"is damaged: entry {number} has no length")


def _truncated(number: int) -> RecordError:
    return RecordError(f"is truncated: it ends in the middle of entry {number}, after {number - 1} whole steps")
