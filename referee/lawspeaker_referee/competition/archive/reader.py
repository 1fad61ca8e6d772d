"""Read an archive, packed or unpacked, of whoever made it: nothing is written, and nothing beyond its manifest is read.

Members of a packed archive must be those of the manifest, in its order, so no name leads anywhere. A record has a
limit of its own, packed and unpacked.
"""

from __future__ import annotations

import os
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISREG
from typing import Final

from lawspeaker_referee.competition.archive.manifest import (
    MOST_MANIFEST,
    NAME,
    RECORDS,
    VOIDED,
    ArchivedResult,
    ArchiveError,
    Manifest,
    decode,
)
from lawspeaker_referee.record.bounds import MOST_BYTES

_MAGIC: Final = (257, b"ustar")
Records = Iterator[tuple[ArchivedResult, bytes | None]]
"""Each result of the manifest in its order, with the bytes of its record; None if an unpacked archive has it not."""


def is_archive(path: Path) -> bool:
    """Return whether a path is that of an archive: a tar file, an unpacked one, or its manifest."""
    if path.name == NAME or path.is_dir():
        return (path / NAME).is_file() or (path.name == NAME and path.is_file())
    if not path.is_file():  # a pipe would be waited for
        return False
    try:
        with path.open("rb") as file:
            file.seek(_MAGIC[0])
            return file.read(len(_MAGIC[1])) == _MAGIC[1]
    except OSError:
        return False


@contextmanager
def opened(path: Path) -> Iterator[tuple[Manifest, Records]]:
    """Open an archive: give its manifest and its records, which can be read once. Raises ArchiveError and OSError."""
    if path.is_dir() or path.name == NAME:
        yield _unpacked(path if path.is_dir() else path.parent)
        return
    with path.open("rb") as file:
        try:
            with tarfile.open(fileobj=file, mode="r:") as tar:
                data = _member(tar, None, MOST_MANIFEST)
                manifest = decode(data)
                yield manifest, _packed(tar, manifest)
        except (tarfile.TarError, EOFError, OverflowError, UnicodeError, RecursionError) as error:
            raise ArchiveError(f"{path}: it is no whole archive: {error}") from None
        except ArchiveError as error:
            raise ArchiveError(str(error) if str(path) in str(error) else f"{path}: {error}") from None


def extra_files(path: Path, manifest: Manifest) -> Iterator[str]:
    """Yield the files of an unpacked archive that its manifest does not name."""
    folder = path if path.is_dir() else path.parent
    if not path.is_dir() and path.name != NAME:
        return
    named = {each.record for each in manifest.results}
    for below in (RECORDS, VOIDED):
        if (folder / below).is_dir():
            yield from (f"{below}/{each.name}" for each in sorted((folder / below).iterdir())
                        if f"{below}/{each.name}" not in named)


def _packed(tar: tarfile.TarFile, manifest: Manifest) -> Records:
    for each in manifest.results:
        yield each, _member(tar, f"{manifest.tournament}/{each.record}", each.size)
    if (more := tar.next()) is not None:
        raise ArchiveError(f"it has {more.name!r}, which its manifest does not name")


def _member(tar: tarfile.TarFile, name: str | None, most: int) -> bytes:
    """Return the bytes of the next member, which must have this name and size; without a name it is the manifest."""
    info = tar.next()
    if info is None:
        raise ArchiveError(f"it ends before {name or NAME}: it is not whole")
    found = info.name if name is not None else info.name.rpartition("/")[2]
    if found != (name or NAME) or not info.isreg() or info.issparse():
        raise ArchiveError(f"it has {info.name!r} where the file {name or NAME!r} should be")
    if info.size > most or (name is not None and info.size != most):
        raise ArchiveError(f"{info.name!r} has {info.size} bytes, " + (
            f"should have {most}" if name is not None else f"more than the {most} that a manifest may have"))
    file = tar.extractfile(info)
    data = file.read(most) if file is not None else b""
    if len(data) != info.size:
        raise ArchiveError(f"it ends within {info.name!r}: it is not whole")
    return data


def _unpacked(folder: Path) -> tuple[Manifest, Records]:
    data = _file(folder / NAME, MOST_MANIFEST)
    if data is None:
        raise ArchiveError(f"{folder / NAME} is no file of an archive")
    try:
        manifest = decode(data)
    except ArchiveError as error:
        raise ArchiveError(f"{folder}: {error}") from None
    return manifest, ((each, _file(folder / each.record, MOST_BYTES)) for each in manifest.results)


def _file(path: Path, most: int) -> bytes | None:
    """Return the bytes of a file, one more than allowed at most; None if it is no file. No pipe is waited for."""
    try:
        opened_file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError:
        return None
    with os.fdopen(opened_file, "rb") as file:
        return file.read(most + 1) if S_ISREG(os.fstat(file.fileno()).st_mode) else None
