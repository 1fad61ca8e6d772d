"""Find the files of records in folders."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from lawspeaker_referee.record.file import PART_SUFFIX, SUFFIX, VOID_SUFFIX

_ENDINGS: Final = ("", PART_SUFFIX, VOID_SUFFIX)


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file whose name is that of a record."""

    path: Path
    ending: str
    """The text after SUFFIX: nothing, PART_SUFFIX or VOID_SUFFIX."""

    def address(self, folder: Path) -> str:
        """Return the path below a folder, with / and without suffixes. Raises UnicodeEncodeError if it is no text."""
        address = self.path.relative_to(folder).as_posix().removesuffix(self.ending).removesuffix(SUFFIX)
        address.encode()
        return address


def record_files(folder: Path, unreadable: Callable[[OSError], None] = lambda _: None) -> Iterator[FoundFile]:
    """Yield the files of records in a folder and in those in it, by name.

    Hidden files and folders are left out, and links to folders are not followed, so a circle of links ends. Each
    folder is read when its turn comes. `unreadable` is called with the error of a folder that cannot be read, which
    is left out then.
    """
    waiting = [(folder, True)]
    while waiting:
        path, is_folder = waiting.pop()
        if is_folder:
            try:
                with os.scandir(path) as entries:
                    found = sorted(((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries
                                    if not entry.name.startswith(".")), reverse=True)
            except OSError as error:
                unreadable(error)
                continue
            waiting += [(path / name, below) for name, below in found if below or ending_of(name) is not None]
        elif (ending := ending_of(path.name)) is not None:
            yield FoundFile(path, ending)


def ending_of(name: str) -> str | None:
    """Return what follows SUFFIX in the name of a record; None for other names."""
    _, suffix, ending = name.rpartition(SUFFIX)
    return ending if suffix and ending in _ENDINGS else None


def distinct(paths: Iterable[Path]) -> list[Path]:
    """Return the paths without those that were named before, and without those that a folder among them brings."""
    real, named, folders = cache(os.path.realpath), dict[Path, Path](), set[Path]()
    for path in paths:
        if path.is_dir():
            folders.add(place := Path(real(path)))
        else:
            place = Path(real(path.parent), path.name)  # two names of one file are two records
        named.setdefault(place, path)
    if not folders:
        return list(named.values())
    return [path for place, path in named.items() if not any(
        parent in folders and _is_found(place, parent, is_folder=place in folders) for parent in place.parents)]


def _is_found(place: Path, folder: Path, *, is_folder: bool) -> bool:
    """Return whether `record_files` finds what is named when it begins at this folder above it."""
    hidden = any(part.startswith(".") for part in place.relative_to(folder).parts)
    return not hidden and (is_folder or place.name.endswith(SUFFIX))
