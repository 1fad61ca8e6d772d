"""Output files that are there whole or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def whole_file(path: Path, *, lasting: bool = True) -> Iterator[BinaryIO]:
    """Open a file for writing that gets its name when the block ends; if the block raises, nothing is left.

    With `lasting` a power cut finds it whole, too, which costs a write to the disk.
    What is no ordinary file, such as /dev/stdout, is written directly. Raises OSError, which names the file.
    """
    if path.exists() and not path.is_file():
        try:
            with path.open("wb") as file:
                yield file
        except OSError as error:
            raise OSError(error.errno, error.strerror or str(error), str(path)) from None
        return
    part = _part(path)
    try:
        with part.open("wb") as file:
            yield file
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None
    finally:
        with suppress(OSError):  # on a read-only disk it is the file itself that cannot be written
            part.unlink(missing_ok=True)


def check_place(path: Path) -> None:
    """Raise OSError, which names the file, if `whole_file` could not begin it: to be called before long work."""
    if path.exists() and not path.is_file():
        return
    part = _part(path)
    try:
        part.open("wb").close()
        part.unlink()
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


def force_folder(path: Path) -> None:
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


def _part(path: Path) -> Path:
    return path.with_name(f".{path.name}.{os.getpid()}.part")


def write_whole(path: Path, text: str) -> None:
    """Write a page that can be made again: it is there whole or not at all. Raises OSError, which names the file."""
    with whole_file(path, lasting=False) as file:
        file.write(text.encode())
