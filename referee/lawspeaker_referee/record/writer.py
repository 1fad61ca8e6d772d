"""Write record files: entries are appended while a match runs, and compressed at its end."""

from __future__ import annotations

import errno
import fcntl
import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import FileIO
from pathlib import Path
from time import monotonic
from typing import Final, Protocol

from lawspeaker.v1.record_pb2 import RecordEntry, RecordFooter
from lawspeaker_referee.codec.encoder import varint
from lawspeaker_referee.config.user_files import check_is_file
from lawspeaker_referee.match.events import Store
from lawspeaker_referee.record.bounds import MOST_BYTES, RecordError, check_size, too_large
from lawspeaker_referee.record.columns import entries_of
from lawspeaker_referee.record.columns_writer import pack
from lawspeaker_referee.record.file import PART_SUFFIX, VOID_SUFFIX, delimited, parse
from lawspeaker_referee.record.whole_file import force_folder

PART_MODE: Final = 0o600
"""File mode of unfinished and voided records, which hold secret dice and hands."""
LOOK_EVERY: Final = 16
"""Entries between two checks that the file is still there: a check costs as much as two writes."""
GATHER_WITHIN: Final = 0.2
"""Seconds between two writes of a match that is played again if its process dies."""
GATHER_MOST: Final = 512
"""Entries that wait at most for such a write."""
_force: Final = getattr(os, "fdatasync", os.fsync)
"""Waits until a file's bytes are on the disk, without its times where the system can."""


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
        """The number of whole entries, and the size in bytes of those in the file."""
        self._look_at = 0
        """The number of entries at which to look if the file is still there."""
        self._before: list[RecordEntry] = []
        """The entries of the finished record before its footer, once they were signed."""
        if not left:
            path.parent.mkdir(parents=True, exist_ok=True)
        self._file = locked(self.part, create=not left, mode=PART_MODE)
        if not left:
            self.hide()
            self._file.truncate()
            if sync:
                force_folder(path.parent)

    def hide(self) -> None:
        """Let only its owner read the file, also one that was readable for others."""
        with suppress(PermissionError):  # it belongs to another user, who decides that
            os.fchmod(self._file.fileno(), PART_MODE)

    def write(self, entry: RecordEntry) -> None:
        """Append one entry."""
        self.append(entry.SerializeToString(deterministic=True))

    def store(self, stored: Store) -> None:
        """Append what a match has stored. Raises OSError, and RecordError as `append` does."""
        self.append(stored.data)

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
        self._put(data)
        self._entries += len(entries)

    def _put(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:  # what a full disk or a signal has left out
            rest = rest[self._file.write(rest):]
        if self._sync:
            _force(self._file.fileno())
        self._length += len(data)

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
            self._before, _ = self._whole()
            footer = self._signer.signed(self._before, footer)
        self._add_footer(footer)

    def _add_footer(self, footer: RecordFooter) -> None:
        self.write(RecordEntry(footer=footer))

    def _whole(self) -> tuple[list[RecordEntry], RecordFooter | None]:
        """Return the entries before the footer as they stand in a finished record, and the footer if it was added.

        Raises RecordError, and OSError.
        """
        record = parse(self.part.read_bytes())
        return self._before or list(record.entries_before_footer()), record.footer

    def pack(self) -> None:
        """Compress a record that has its footer, and put it at `path`.

        If that fails, the uncompressed file stays, and nothing else.
        """
        try:
            before, footer = self._whole()
            with self._packed.open("wb") as file:
                file.writelines(_compressed((*before, RecordEntry(footer=footer))))
                file.flush()
                os.fsync(file.fileno())
            self._packed.replace(self.path)
            force_folder(self.path.parent)
            self.part.unlink()
        except RecordError as error:
            raise OSError(errno.EINVAL, str(error), str(self.part)) from None
        finally:
            with suppress(OSError):  # half a file, on a disk that is full
                self._packed.unlink(missing_ok=True)
            self.leave()

    def discard(self) -> None:
        """Remove all files of this record."""
        try:
            for path in filter(None, (self.part, self._packed, self._aside)):
                path.unlink(missing_ok=True)
        finally:
            self.leave()  # the lock is kept so long, or another referee might take up what is about to go

    def void(self) -> None:
        """Stop writing and rename the file, so that nobody goes on with the match. Raises OSError.

        An entry that was not written whole is cut off first: with half a footer the match might seem to have ended.
        """
        try:
            if self._length:
                self._file.truncate(self._length)
                self._aside = self.part.replace(self.path.with_name(self.path.name + VOID_SUFFIX))
            else:
                self.part.unlink()
        finally:
            self.leave()  # not before: another referee might go on with the match meanwhile

    def leave(self) -> None:
        """Stop writing and leave the file as it is, for another referee that goes on."""
        self._file.close()


class BufferedRecordWriter(RecordWriter):
    """Writes the record of a match that is played again if this process dies, so that its entries may wait.

    They are kept in memory, and come to the file for who follows the match once there are many, or the oldest of them
    is GATHER_WITHIN seconds old. A short match is never written step by step.
    """

    def __init__(self, path: Path, signer: Signer | None = None) -> None:
        super().__init__(path, signer)
        self._stored: list[Store] = []
        """The header and all steps."""
        self._footer: RecordFooter | None = None
        self._since = monotonic()
        """When some of them last came to the file."""

    def store(self, stored: Store) -> None:
        """Keep what a match has stored. Raises OSError and RecordError as `append` does."""
        self._stored.append(stored)
        if len(self._stored) - self._entries >= GATHER_MOST or monotonic() - self._since >= GATHER_WITHIN:
            self._hand_over()

    def _hand_over(self) -> None:
        """Write what waits, if anything does. Raises OSError and RecordError."""
        self._since = monotonic()
        if waiting := self._stored[self._entries:]:
            self._look_at = self._entries
            self.append(*[each.data for each in waiting])

    def _add_footer(self, footer: RecordFooter) -> None:
        self._footer = footer
        # What was never written is too short to be too large; of anything else `append` knows how large it is.
        if self._length:
            self._hand_over()
            super()._add_footer(footer)

    def _whole(self) -> tuple[list[RecordEntry], RecordFooter | None]:
        header = self._stored[0].header
        assert header is not None
        if not self._before:
            self._before = [RecordEntry(header=header), *entries_of(pack(self._stored[1:], header))]
        return self._before, self._footer

    def void(self) -> None:
        """Write what waits, stop writing and rename the file. Raises OSError."""
        self._hand_over()
        super().void()


def _compressed(entries: Iterable[RecordEntry]) -> Iterator[bytes]:
    """Yield the parts of a finished file, made of its entries."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    for entry in entries:
        yield packer.compress(delimited(entry))
        if entry.HasField("columns"):
            # The next columns are of another kind: they get a code of their own, which saves a twentieth.
            yield packer.flush(zlib.Z_PARTIAL_FLUSH)
    yield packer.flush()


def locked(path: Path, *, create: bool, mode: int = 0o666) -> FileIO:
    """Open a file without a buffer and lock it until it is closed.

    Raises BlockingIOError if somebody else has locked it, and OSError.
    """
    check_is_file(path)
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
