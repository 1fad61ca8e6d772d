"""Files that people name: they are files, and text in UTF-8 however an editor saved it."""

from __future__ import annotations

import errno
import os
import stat
import tomllib
from codecs import BOM_UTF8
from pathlib import Path
from typing import Any, BinaryIO, Final

from lawspeaker_referee.config.validation import BadConfig

_KINDS: Final = {
    stat.S_IFIFO: "a named pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device",
}
_STDIN: Final = Path("/dev/stdin")
_DESCRIPTORS: Final = (Path("/dev/fd"), Path("/proc/self/fd"))
_TWICE: Final = "; nothing may stand there twice, and each table of a list begins with [[ ]], such as [[bots]]"
_HINTS: Final = {
    "Invalid value": "; texts stand in quotes", "Cannot overwrite a value": _TWICE, "Cannot declare": _TWICE,
}
"""Part of an error of TOML -> hint."""


def check_is_file(path: Path) -> None:
    """Raise OSError for a device, a socket, and a named pipe, whose reader would wait until somebody writes to it.

    A pipe that this process was given is no named one: `<(...)` of a shell, which is `/dev/fd/63`, and `/dev/stdin`.
    What is not there at all is left to whoever opens it.
    """
    try:
        kind = stat.S_IFMT(path.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return
    given = path == _STDIN or path.parent in _DESCRIPTORS
    if kind in _KINDS and not (given and kind == stat.S_IFIFO):
        raise OSError(errno.EINVAL, f"is {_KINDS[kind]} and no file", os.fspath(path))


def open_file(path: Path) -> BinaryIO:
    """Open a file for reading. Raises OSError, also for what is no file."""
    check_is_file(path)
    return path.open("rb")


def read_bytes(path: Path, most: int = -1) -> bytes:
    """Return the bytes of a file, at most so many, without the byte order mark of editors. Raises OSError."""
    with open_file(path) as file:
        return file.read(most).removeprefix(BOM_UTF8)


def read_text(path: Path) -> str:
    """Return the text of a file. Raises OSError, and UnicodeDecodeError for what is not UTF-8."""
    return read_bytes(path).decode()


def read_toml(path: Path) -> dict[str, Any]:
    """Return the tables of a file. Raises OSError, and BadConfig for what is not TOML."""
    try:
        return tomllib.loads(read_text(path))
    except UnicodeDecodeError:
        raise BadConfig(f"{path} is not TOML, which is text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        hint = next((hint for words, hint in _HINTS.items() if words in str(error)), "")
        raise BadConfig(f"{path} is not TOML: {error}{hint}") from None


def existing_part(path: Path) -> Path:
    """Return a path, or the nearest folder above it that is there."""
    return next(each for each in (path, *path.parents) if each.exists())


def why_no_folder(path: Path) -> str:
    """Return why a folder cannot be made, or nothing can be written in it; empty if that can be."""
    there = existing_part(path)
    if not there.is_dir():
        return f"{there} is no folder"
    return "" if os.access(there, os.W_OK | os.X_OK) else f"{there} cannot be written to"
