"""Record files: length-delimited RecordEntry messages, appended while a match runs, and compressed at its end.

A finished record of format 2 has its steps as columns; an unfinished one, and all of format 1, as one entry a step.
"""

from __future__ import annotations

import errno
import fcntl
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Final, Protocol, TypeVar

from google.protobuf.message import DecodeError

from lawspeaker.v1.record_pb2 import RecordColumns, RecordEntry, RecordFooter, RecordHeader, RecordStep
from lawspeaker_referee.codec.encoder import varint
from lawspeaker_referee.match.digest_chain import FORMAT
from lawspeaker_referee.record.bounds import (
    MOST_BYTES,
    MOST_LENGTH_BYTES,
    RecordError,
    check_footer,
    check_header,
    check_size,
    check_step,
    foreign,
    too_large,
)
from lawspeaker_referee.record.columns import StepColumns, check_values
from lawspeaker_referee.record.columns_writer import pack

SUFFIX: Final = ".lsr"
PART_SUFFIX: Final = ".part"
"""Suffix of the record of a match that has not ended."""
VOID_SUFFIX: Final = ".void"
"""Suffix of the record of a voided match, which is not resumed."""
PART_MODE: Final = 0o600
"""File mode of unfinished and voided records, which hold secret dice and hands."""

LOOK_EVERY: Final = 16
"""Entries between two checks that the file is still there: a check costs as much as two writes."""
_GZIP_MAGIC: Final = b"\x1f\x8b"
_CHUNK: Final = 4096
"""Bytes that are decompressed at once of a file that is damaged, which loses no more than these."""
_force: Final = getattr(os, "fdatasync", os.fsync)
"""Waits until a file's bytes are on the disk, without its times where the system can."""

T = TypeVar("T")


class Record:
    """A record that was read; nothing in it is verified yet."""

    def __init__(self, header: RecordHeader, steps: Sequence[RecordStep] | StepColumns,
                 footer: RecordFooter | None) -> None:
        self.header = header
        self.footer = footer
        """None while the match has not ended."""
        self._columns = steps if isinstance(steps, StepColumns) else None
        self._steps = None if isinstance(steps, StepColumns) else list(steps)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and (self.header, self.steps, self.footer) == (
            other.header, other.steps, other.footer)

    __hash__ = None  # type: ignore[assignment] # a record may be changed

    @property
    def steps(self) -> list[RecordStep]:
        """Return the steps as messages. They may be changed, and are what counts from now on."""
        if self._steps is None:
            self._steps, self._columns = list(self.iter_steps()), None
        return self._steps

    def iter_steps(self) -> Iterator[RecordStep]:
        """Yield the steps as messages; each is made when it is wanted, and changes to it are lost."""
        steps: Iterable[RecordStep] = self._columns or self._steps or ()
        return iter(steps)

    def seats_and_faults(self) -> Iterator[tuple[int, int, int]]:
        """Yield the number of the step, the seat and the fault of each act, without making messages of columns."""
        if self._columns is not None:
            yield from self._columns.seats_and_faults()
            return
        for number, step in enumerate(self.steps, 1):
            for act in step.acts:
                yield number, act.seat, act.fault

    @property
    def step_count(self) -> int:
        """Return the number of steps."""
        return len(self._columns or self._steps or ())

    @property
    def columns(self) -> StepColumns:
        """Return the steps as columns. Raises RecordError for steps that no match of format 2 writes."""
        return self._columns or StepColumns(pack(self.steps, self.header), self.header)

    def entries_before_footer(self) -> Iterator[RecordEntry]:
        """Yield the entries of the finished record before its footer, which are signed. Raises RecordError."""
        yield RecordEntry(header=self.header)
        if self.header.format == 1:
            yield from (RecordEntry(step=step) for step in self.steps)
        else:
            yield from self.columns.entries


class Signer(Protocol):
    """Signs records."""

    def signed(self, before: Iterable[RecordEntry], footer: RecordFooter) -> RecordFooter:
        """Return the footer with a signature over all entries before it, and over the footer itself."""


class RecordWriter:
    """Appends entries to `path` + ".part"; `finish` puts the compressed record at `path`, whole or not at all.

    The file is locked as long as this process writes it, so that no other match or process can. After the last entry
    the owner calls `finish`; or `leave` to let another referee go on, `void` to set the record aside, or `discard`.
    """

    def __init__(self, path: Path, signer: Signer | None = None, *, sync: bool = False, left: bool = False) -> None:
        """Begin a new file, or with `left` open the one that another process has left. Raises OSError.

        With `sync` every entry is forced to the disk, so that it survives a power cut too.
        """
        if not path.name or (path.exists() and not path.is_file()):
            raise FileExistsError(errno.EEXIST, "is no ordinary file; name one to make or to write over", str(path))
        self.path, self._signer, self._sync = path, signer, sync
        self.part = path.with_name(path.name + PART_SUFFIX)
        self._packed = path.with_name(path.name + ".packed")
        self._aside: Path | None = None
        """The file of a voided match; None until it is voided."""
        self._entries = self._length = 0
        """The number of whole entries, and their size in bytes."""
        self._look_at = 0
        """The number of entries at which to look if the file is still there."""
        if not left:
            path.parent.mkdir(parents=True, exist_ok=True)
        self._file = locked(self.part, create=not left, mode=PART_MODE)
        if not left:
            self.hide()
            self._file.truncate()
            if sync:
                _force_folder(path.parent)

    def hide(self) -> None:
        """Let only its owner read the file, also one that an earlier version made readable for others."""
        with suppress(PermissionError):  # it belongs to another user, who decides that
            os.fchmod(self._file.fileno(), PART_MODE)

    def write(self, entry: RecordEntry) -> None:
        """Append one entry."""
        self.append(entry.SerializeToString(deterministic=True))

    def append(self, *entries: bytes) -> None:
        """Append entries, each serialized, and hand them to the operating system, so that they survive this process.

        Raises OSError, and RecordError for an entry that is too large to be read again; then none of them counts.
        """
        data = b""
        for number, entry in enumerate(entries, self._entries):
            check_size(number, len(entry))
            data += varint(len(entry)) + entry
        if self._length + len(data) > MOST_BYTES:
            raise too_large()
        if self._entries >= self._look_at:
            self._look_at = self._entries + LOOK_EVERY
            self._check_there()
        rest = memoryview(data)
        while rest:  # what a full disk or a signal has left out
            rest = rest[self._file.write(rest):]
        if self._sync:
            _force(self._file.fileno())
        self._entries, self._length = self._entries + len(entries), self._length + len(data)

    def _check_there(self) -> None:
        """Raise FileNotFoundError if the file was removed, since writing to it would not fail."""
        if not os.fstat(self._file.fileno()).st_nlink:
            raise FileNotFoundError(errno.ENOENT, "the file was removed while it was written", str(self.part))

    def finish(self, footer: RecordFooter) -> None:
        """Append the footer, compress the record, and put it at `path`."""
        self.end(footer)
        self.pack()

    def end(self, footer: RecordFooter) -> None:
        """Append the footer, signed if there is a signer. From now on the match has ended, whatever happens."""
        self._check_there()
        if self._signer is not None:
            record = parse(self.part.read_bytes())
            footer = self._signer.signed(record.entries_before_footer(), footer)
        self.write(RecordEntry(footer=footer))

    def pack(self) -> None:
        """Compress a record that has its footer, and put it at `path`. If that fails, the uncompressed file stays."""
        try:
            data = self.part.read_bytes()
            with self._packed.open("wb") as file:
                file.writelines(_compressed(data))
                file.flush()
                os.fsync(file.fileno())
            self._packed.replace(self.path)
            _force_folder(self.path.parent)
            self.part.unlink()
        except RecordError as error:
            raise OSError(errno.EINVAL, str(error), str(self.part)) from None
        finally:
            self.leave()

    def discard(self) -> None:
        """Remove all files of this record."""
        self.leave()
        for path in filter(None, (self.part, self._packed, self._aside)):
            path.unlink(missing_ok=True)

    def void(self) -> None:
        """Stop writing and rename the file, so that nobody goes on with the match. Raises OSError.

        An entry that was not written whole is cut off first: with half a footer the match might seem to have ended.
        """
        self.leave()
        if self._length:
            os.truncate(self.part, self._length)
            self._aside = self.part.replace(self.path.with_name(self.path.name + VOID_SUFFIX))
        else:
            self.part.unlink()

    def leave(self) -> None:
        """Stop writing and leave the file as it is, for another referee that goes on."""
        self._file.close()


def _compressed(data: bytes) -> Iterator[bytes]:
    """Yield the parts of a finished file, made of the entries of a whole record. Raises RecordError."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    if _header(_entries(data)).format == 1:
        yield packer.compress(data)
    else:
        record = parse(data)
        for entry in (*record.entries_before_footer(), RecordEntry(footer=record.footer)):
            yield packer.compress(delimited(entry))
            if entry.HasField("columns"):
                # The next columns are of another kind: they get a code of their own, which saves a twentieth.
                yield packer.flush(zlib.Z_PARTIAL_FLUSH)
    yield packer.flush()


def delimited(entry: RecordEntry) -> bytes:
    """Return an entry as it stands in a file: after its length."""
    data = entry.SerializeToString(deterministic=True)
    return varint(len(data)) + data


def _force_folder(path: Path) -> None:
    """Wait until the names in a folder are on the disk. Raises OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in {errno.EINVAL, errno.ENOTSUP}:
            raise
        # Some network file systems cannot do that for a folder.
    finally:
        os.close(handle)


def locked(path: Path, *, create: bool, mode: int = 0o666) -> FileIO:
    """Open a file without a buffer and lock it until it is closed.

    Raises BlockingIOError if somebody else has locked it, and OSError.
    """
    handle = os.open(path, os.O_RDWR | os.O_CLOEXEC | (os.O_CREAT if create else 0), mode)
    file = os.fdopen(handle, "r+b", buffering=0)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise BlockingIOError(errno.EWOULDBLOCK, "is being written by another match", str(path)) from None
    except OSError as error:
        if error.errno not in {errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS}:
            file.close()
            raise
        # Some network file systems have no locks; there the operator must not start two referees of one name.
    if not os.fstat(file.fileno()).st_nlink:
        file.close()
        raise FileNotFoundError(errno.ENOENT, "was removed just now", str(path))
    return file


def read_record(path: Path) -> Record:
    """Read a record, finished or not. Raises RecordError if it is unreadable, foreign, truncated or newer."""
    return _read(path, parse)


def read_whole_entries(path: Path) -> tuple[Record, str]:
    """Read a record as far as its entries are whole and known, and return what is wrong with the rest.

    The text is empty if nothing is wrong. Raises RecordError, which names the file, if not even the header can be read.
    """
    try:
        return read_record(path), ""
    except RecordError as error:
        return _read(path, _parse_whole, _unpacked_part), str(error).removeprefix(f"{path}: ")


def read_header(path: Path) -> RecordHeader:
    """Read the header of a record, whatever follows it. Raises RecordError."""
    return _read(path, lambda data: _header(_entries(data)))


@dataclass(frozen=True, slots=True)
class RecordOutline:
    """What lists of records show of one, without its steps."""

    header: RecordHeader
    footer: RecordFooter | None
    """None while the match has not ended."""
    faults: int
    """Decisions that the referee answered in a bot's place."""


def read_outline(path: Path) -> RecordOutline:
    """Read the outline of a record, finished or not, in a tenth of the time of `read_record`, which checks more.

    Raises RecordError.
    """
    return _read(path, _outline)


def _read(path: Path, parse_entries: Callable[[bytes], T], unpack: Callable[[bytes], bytes] | None = None) -> T:
    """Return what `parse_entries` makes of a file that was unpacked. Raises RecordError, which names the file."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror or error}") from None
    try:
        return parse_entries((unpack or unpacked)(data))
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def unpacked(data: bytes) -> bytes:
    """Return the bytes of all entries, decompressed if need be. Raises RecordError."""
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


def _unpacked_part(data: bytes) -> bytes:
    """Return the bytes of all entries, as far as they can be decompressed."""
    if not data.startswith(_GZIP_MAGIC):
        return data
    unpacker, found, size = zlib.decompressobj(wbits=31), [], 0
    with suppress(zlib.error):
        for start in range(0, len(data), _CHUNK):
            part = unpacker.decompress(data[start:start + _CHUNK], MOST_BYTES - size)
            found.append(part)
            size += len(part)
            if size >= MOST_BYTES or unpacker.eof:
                break
    return b"".join(found)


def _parse_whole(data: bytes) -> Record:
    """Read a record up to the first entry that is not whole or not known. Raises RecordError for a strange header."""
    entries = _entries(data)
    header, steps = _header(entries), list[RecordStep]()
    with suppress(RecordError):
        for number, entry in enumerate(entries, 1):
            if not entry.HasField("step"):
                break
            check_step(number, entry.step, header.setup.players)
            steps.append(entry.step)
    return Record(header, steps, None)


def parse(data: bytes) -> Record:
    """Read a record from the bytes of its entries. Raises RecordError."""
    entries = _entries(data)
    header, steps, columns, footer = _header(entries), list[RecordStep](), RecordColumns(), None
    players = header.setup.players
    for number, entry in enumerate(entries, 1):
        kind = entry.WhichOneof("entry")
        known = {"step", "footer"} | ({"columns"} if header.format > 1 else set())
        if footer is not None or kind not in known:
            raise RecordError(f"is damaged: entry {number} is neither a step nor the footer at the end")
        if kind == "footer":
            footer = entry.footer
            check_footer(footer, players)
        elif kind == "columns":
            columns.MergeFrom(entry.columns)
            check_values(columns)
        else:
            check_step(number, entry.step, players)
            steps.append(entry.step)
    if columns.ByteSize():
        return _of_columns(data, header, steps, columns, footer)
    return Record(header, steps, footer)


def _outline(data: bytes) -> RecordOutline:
    entries = _entries(data)
    header, footer, faults = _header(entries), None, 0
    for number, entry in enumerate(entries, 1):
        if footer is not None:
            raise RecordError(f"is damaged: entry {number} follows the footer")
        if entry.HasField("footer"):
            footer = entry.footer
            check_footer(footer, header.setup.players)
        parts = entry.columns.remarks if entry.HasField("columns") else entry.step.acts
        faults += sum(part.fault != 0 for part in parts)
    return RecordOutline(header, footer, faults)


def _of_columns(data: bytes, header: RecordHeader, steps: Sequence[RecordStep], columns: RecordColumns,
                footer: RecordFooter | None) -> Record:
    """Return a record whose steps are columns. Raises RecordError unless all bytes are as this version writes them."""
    if footer is None:
        raise RecordError("is truncated: it ends before its footer")
    if steps:
        raise RecordError("is damaged: it has steps both as entries and as columns")
    record = Record(header, StepColumns(columns, header), footer)
    if b"".join(map(delimited, (*record.entries_before_footer(), RecordEntry(footer=footer)))) != data:
        raise RecordError("is damaged or newer than this version: its columns are not written as they should be")
    return record


def _header(entries: Iterator[RecordEntry]) -> RecordHeader:
    """Return the first entry. Raises RecordError."""
    first = next(entries, None)
    if first is None:
        raise RecordError("is empty: not even a header was written")
    if not first.HasField("header"):
        raise RecordError("is not a Lawspeaker record: it does not begin with a header")
    check_header(first.header)
    return first.header


def _entries(data: bytes) -> Iterator[RecordEntry]:
    """Yield the entries. Each must hold known fields only, written as this version writes them. Raises RecordError."""
    at, number = 0, 0
    while at < len(data):
        size, start = length_at(data, at, number)
        check_size(number, size)
        raw = data[start:start + size]
        if len(raw) < size:
            raise _truncated(number) if number else foreign()
        yield _entry(raw, number)
        at, number = start + size, number + 1


def whole_entries(data: bytes, number: int) -> Iterator[tuple[RecordEntry, int]]:
    """Yield the entries that `data` begins with, from entry `number` on, and where each ends.

    One that is not whole at the end is left out. Raises RecordError for bytes that are no entry.
    """
    at = 0
    while at < len(data):
        if len(data) - at < MOST_LENGTH_BYTES and all(byte > 127 for byte in data[at:]):
            return  # the beginning of a length
        size, start = length_at(data, at, number)
        check_size(number, size)
        if start + size > len(data):
            return
        at = start + size
        yield _entry(data[start:at], number), at
        number += 1


def _entry(raw: bytes, number: int) -> RecordEntry:
    entry = RecordEntry()
    try:
        entry.ParseFromString(raw)
    except DecodeError:
        raise foreign() if number == 0 else RecordError(f"is damaged: entry {number} cannot be understood") from None
    if number == 0 and entry.HasField("header") and not 1 <= entry.header.format <= FORMAT:
        raise RecordError(f"has format {entry.header.format}; this version reads formats 1 to {FORMAT}"
                          f"{', so upgrade lawspeaker' if entry.header.format > FORMAT else ''}")
    entry.DiscardUnknownFields()
    if entry.SerializeToString(deterministic=True) != raw:
        raise foreign() if number == 0 and not entry.HasField("header") else RecordError(
            f"is damaged or newer than this version: entry {number} holds what a record does not")
    return entry


def length_at(data: bytes, at: int, number: int) -> tuple[int, int]:
    """Read the length of an entry at `at`; return it and the offset of the entry. Raises RecordError."""
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
