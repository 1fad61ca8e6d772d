"""Read record files: length-delimited RecordEntry messages, compressed once the match has ended.

A finished record has its steps as columns, an unfinished one as one entry a step.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from google.protobuf.message import DecodeError

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.record_pb2 import RecordColumns, RecordEntry, RecordFooter, RecordHeader, RecordStep
from lawspeaker_engine.model import CHANCE
from lawspeaker_referee.codec.encoder import varint
from lawspeaker_referee.config.user_files import open_file, read_bytes
from lawspeaker_referee.match.digest_chain import FORMAT
from lawspeaker_referee.match.events import CountedAnswer
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
from lawspeaker_referee.record.columns import StepColumns, check_values, entries_of
from lawspeaker_referee.record.columns_writer import pack

__all__ = ["Record", "RecordOutline", "read_header", "read_outline", "read_record"]

SUFFIX: Final = ".lsr"
PART_SUFFIX: Final = ".part"
"""Suffix of the record of a match that has not ended."""
VOID_SUFFIX: Final = ".void"
"""Suffix of the record of a voided match, which is not resumed."""
_GZIP_MAGIC: Final = b"\x1f\x8b"
_CHUNK: Final = 4096
"""Bytes that are decompressed at once of a file that is damaged, which loses no more than these."""
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

    def answers(self) -> Iterator[tuple[int, CountedAnswer]]:
        """Yield each answer that has a timing, with the number of its step."""
        if self._columns is not None:
            yield from self._columns.answers()
            return
        for number, step in enumerate(self.steps, 1):
            for act, timing in zip((act for act in step.acts if act.seat != CHANCE), step.timing, strict=False):
                yield number, CountedAnswer.of(act.seat, act.fault, timing)

    @property
    def step_count(self) -> int:
        """Return the number of steps."""
        return len(self._columns or self._steps or ())

    @property
    def columns(self) -> StepColumns:
        """Return the steps as columns. Raises RecordError for steps that no match writes."""
        return self._columns or StepColumns(pack(self.steps, self.header), self.header)

    def entries_before_footer(self) -> Iterator[RecordEntry]:
        """Yield the entries of the finished record before its footer, which are signed. Raises RecordError."""
        yield RecordEntry(header=self.header)
        yield from entries_of(pack(self.steps, self.header) if self._columns is None else self._columns.message)


def read_record(path: Path) -> Record:
    """Read a record, finished or not. Raises RecordError if it is unreadable, foreign, truncated or newer."""
    return _read(path, parse)


def is_record(path: Path) -> bool:
    """Return whether a file begins as a record does, though it may be damaged further on. Raises OSError."""
    try:
        _header(_entries(_unpacked_part(read_bytes(path, MOST_BYTES))))
    except RecordError:
        return False
    return True


def read_whole_entries(path: Path) -> tuple[Record, str]:
    """Read a record as far as its entries are whole and known, and return what is wrong with the rest.

    The text is empty if nothing is wrong. Raises RecordError, which names the file, if not even a step can be read; a
    finished record has all of its steps in few entries, so that it is mostly read wholly or not at all.
    """
    try:
        return read_record(path), ""
    except RecordError as error:
        problem = error
    with suppress(RecordError):
        part = _read(path, _parse_whole, _unpacked_part)
        if part.step_count:
            return part, str(problem).removeprefix(f"{path}: ")
    raise problem


def read_header(path: Path) -> RecordHeader:
    """Read the header of a record, whatever follows it. Raises RecordError."""
    return _read(path, lambda data: _header(_entries(data)))


@dataclass(frozen=True, slots=True)
class RecordOutline:
    """The summary of a record in lists, without its steps."""

    header: RecordHeader
    footer: RecordFooter | None
    """None while the match has not ended."""
    faults: int
    """Decisions that the referee answered in a bot's place."""
    refused: int
    """Answers that were refused, whether a legal one followed or not."""


def read_outline(path: Path) -> RecordOutline:
    """Read the outline of a record, finished or not, in a tenth of the time of `read_record`, which checks more.

    Raises RecordError.
    """
    return _read(path, _outline)


def _read(path: Path, parse_entries: Callable[[bytes], T], unpack: Callable[[bytes], bytes] | None = None) -> T:
    """Return what `parse_entries` makes of a file that was unpacked. Raises RecordError, which names the file."""
    try:
        with open_file(path) as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror or error}") from None
    try:
        if len(data) > MOST_BYTES and unpack is None:
            raise too_large()
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
        if footer is not None or kind not in {"step", "columns", "footer"}:
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
    header, footer, faults, refused = _header(entries), None, 0, 0
    for number, entry in enumerate(entries, 1):
        if footer is not None:
            raise RecordError(f"is damaged: entry {number} follows the footer")
        if entry.HasField("footer"):
            footer = entry.footer
            check_footer(footer, header.setup.players)
        parts = entry.columns.remarks if entry.HasField("columns") else entry.step.acts
        faults += sum(part.fault not in {0, Fault.FAULT_RESIGNED} for part in parts)
        remarks = entry.columns.remarks if entry.HasField("columns") else entry.step.timing
        refused += sum(remark.rejections for remark in remarks)
    return RecordOutline(header, footer, faults, refused)


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
    if number == 0 and entry.HasField("header") and entry.header.format != FORMAT:
        raise RecordError(f"has format {entry.header.format}; this version reads format {FORMAT}"
                          f"{', so upgrade lawspeaker' if entry.header.format > FORMAT else ''}")
    entry.DiscardUnknownFields()
    if entry.SerializeToString(deterministic=True) != raw:
        raise foreign() if number == 0 and not entry.HasField("header") else RecordError(
            f"is damaged or newer than this version: entry {number} holds what a record does not")
    return entry


def delimited(entry: RecordEntry) -> bytes:
    """Return an entry as it stands in a file: after its length."""
    data = entry.SerializeToString(deterministic=True)
    return varint(len(data)) + data


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
