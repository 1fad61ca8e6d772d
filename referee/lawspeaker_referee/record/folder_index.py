"""The records of a folder, kept up to date at little cost: 100,000 of them are not looked at anew for every page.

A folder whose time of change stays the same has the same names in it, and a finished record is not written any more. So
a look reads the names of changed folders only, and looks at new files, at those of running matches, and at a part of
the others in turn, in case one was replaced in place. What takes longer than a look may take is done by the next ones.
"""

from __future__ import annotations

import os
from bisect import bisect_left, insort
from collections import deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from itertools import filterfalse, takewhile
from pathlib import Path
from stat import S_ISREG
from threading import RLock
from time import monotonic, time_ns
from typing import Final

from lawspeaker_referee.record.file import PART_SUFFIX, SUFFIX
from lawspeaker_referee.record.folder import ending_of

SLICE: Final = 0.5
"""Seconds that a look may take."""
SHARE: Final = 0.05
"""Share of a core that looks may take: one that took 50 ms serves everybody for a second."""
CHECKED: Final = 500
"""Files that have not changed, as far as their folder tells, and are looked at again in one look."""
SETTLED_NS: Final = 2_000_000_000
"""Nanoseconds for which a changed folder is read again, since its clock may be too coarse to show a second change."""
_FOLLOWED: Final = ("", PART_SUFFIX)
"""Endings of finished records and of those of running matches; void ones are left out."""
_STEP: Final = 64
"""Files between two looks at the clock."""
_FEW: Final = 50
"""Files that are taken out of the list one by one; with more the list is made anew. So many new names are looked at one
by one, too."""


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A file of a record."""

    address: str
    """Its path below the folder, with / and without suffixes."""
    path: Path
    changed_ns: int
    """When it was changed last, in nanoseconds since 1970."""
    size: int
    inode: int
    running: bool
    """True if its match has not ended."""


@dataclass(slots=True)
class _Folder:
    changed_ns: int = -1
    """When it was changed last, as its names are known; -1 to read them again."""
    names: set[str] = field(default_factory=set)
    """All names in it, of other files too."""
    files: dict[str, RecordFile | None] = field(default_factory=dict)
    """By name; None for one that has not been looked at, or is no file."""
    parts: set[str] = field(default_factory=set)
    """Files of running matches."""
    folders: set[str] = field(default_factory=set)


class FolderIndex:
    """The records of a folder and of the folders in it; hidden ones and links to folders are left out.

    Several readers may share one. A thread holds `lock` while it looks and reads, if there are others.
    """

    def __init__(self, folder: Path, clock: Callable[[], float] = monotonic, wall_ns: Callable[[], int] = time_ns,
                 ) -> None:
        """Look at nothing yet. The clock is in seconds, `wall_ns` in nanoseconds since 1970."""
        self._root, self._clock, self._wall_ns = str(folder), clock, wall_ns
        self.lock = RLock()
        self._good_until = clock()
        """Until then the last look serves."""
        self._folders: dict[str, _Folder] = {}
        self._sorted: list[RecordFile] = []
        """All files, newest first."""
        self._added: list[RecordFile] = []
        """Those that are not in it yet."""
        self._parts: dict[str, RecordFile] = {}
        """Files of running matches, by path."""
        self.changes = 0
        """Grows with every change that a look finds."""
        self._unread = deque[str]()
        """Folders of this round that are still to be visited."""
        self._new = deque[tuple[str, str]]()
        """Files that are still to be looked at: (folder, name)."""
        self._checked = 0
        """Where in the list the next check begins."""

    @property
    def unread(self) -> int:
        """Return how many files, and folders, are known of and have not been looked at."""
        return len(self._new) + len(self._unread)

    def files(self) -> list[RecordFile]:
        """Return the files that are known, newest first."""
        return self._sorted.copy()

    def recent(self, since_ns: int) -> list[RecordFile]:
        """Return the files of running matches, and those that were changed after a moment, newest first."""
        changed = takewhile(lambda file: file.changed_ns > since_ns, self._sorted)
        return sorted({*changed, *self._parts.values()}, key=lambda file: (-file.changed_ns, file.address))

    def others(self, since_ns: int) -> list[RecordFile]:
        """Return the files that `recent` leaves out, newest first; the list is not made anew file by file."""
        found = self._sorted[bisect_left(self._sorted, -since_ns, key=lambda file: -file.changed_ns):]
        parts = [file for file in self._parts.values() if file.changed_ns <= since_ns]
        if len(parts) > _FEW:
            return [file for file in found if not file.running]
        for file in parts:
            del found[bisect_left(found, _key(file), key=_key)]
        return found

    def look_again(self) -> None:
        """Look as `look` does, unless somebody has done so a moment ago. Raises OSError."""
        began = self._clock()
        if began >= self._good_until:
            self.look()
            now = self._clock()
            self._good_until = now + (now - began) / SHARE

    def look(self, slice_s: float | None = SLICE) -> None:
        """Look at the folder for so many seconds; None for as long as it takes.

        Raises OSError if the folder itself cannot be read; folders in it that cannot be are left out.
        """
        until = None if slice_s is None else self._clock() + slice_s
        try:
            self._look(until)
        finally:
            self._merge()

    def _look(self, until: float | None) -> None:
        if not self._unread and not self._new:
            self._unread.append(self._root)
            self._check_again()
        while self._unread:
            self._visit(self._unread.popleft())
            if self._new and not self._stat_new(until):
                return
            if until is not None and self._clock() >= until:
                return
        self._stat_new(until)

    def _visit(self, path: str) -> None:
        """Read the names in a folder if it has changed, and note those in it for later."""
        known = self._folders.get(path)
        try:
            changed_ns = Path(path).stat().st_mtime_ns
            if known is None or known.changed_ns != changed_ns:
                # While a change is recent, another one may follow that the time does not show.
                settled = self._wall_ns() - changed_ns > SETTLED_NS
                known = self._read(path, known, changed_ns if settled else -1)
        except OSError:
            self._forget(path)
            if path == self._root:
                self._new.clear()  # the next look begins anew
                self._unread.clear()
                raise
            self._changed_kind(path)
            return
        self._new.extend((path, name) for name in known.parts)
        self._unread.extend(str(Path(path) / name) for name in sorted(known.folders))

    def _read(self, path: str, known: _Folder | None, changed_ns: int) -> _Folder:
        names = os.listdir(path)  # noqa: PTH208 - a Path for each of 100,000 takes ten times as long
        known = known or self._folders.setdefault(path, _Folder())
        came = set(filterfalse(known.names.__contains__, names))
        if len(names) - len(came) < len(known.names):
            self._remove(path, known, known.names.difference(names))
        new = {name for name in came if name[0] != "."}
        known.names |= came
        folders = _folders_among(path, new)
        for name in sorted(new):
            if name in folders:
                known.folders.add(name)
            elif ending_of(name) in _FOLLOWED:
                known.files[name] = None
                self._new.append((path, name))
                if name.endswith(PART_SUFFIX):
                    known.parts.add(name)
        known.changed_ns = changed_ns
        return known

    def _remove(self, path: str, known: _Folder, names: Collection[str]) -> None:
        """Forget names that are no longer in a folder, or are something else now."""
        known.names.difference_update(names)
        known.parts.difference_update(names)
        self._drop([known.files.pop(name) for name in names if name in known.files])
        for name in known.folders.intersection(names):
            known.folders.remove(name)
            self._forget(str(Path(path) / name))

    def _changed_kind(self, path: str, *, folders: bool = False) -> None:
        """Read a name again that was known as a folder and is none now, or the other way round."""
        place, name = os.path.split(path)
        known = self._folders.get(place)
        if known is not None and name in known.names and bool(_folders_among(place, {name})) == folders:
            self._remove(place, known, {name})
            known.changed_ns = -1

    def _stat_new(self, until: float | None) -> bool:
        """Look at new files; return False if some are left."""
        count = 0
        while self._new:
            self._stat(*self._new.popleft())
            count += 1
            if until is not None and count % _STEP == 0 and self._clock() >= until:
                return not self._new
        return True

    def _stat(self, path: str, name: str) -> None:
        folder = self._folders.get(path)
        if folder is None or name not in folder.files:
            return
        file, known = _looked(self._root, path, name), folder.files[name]
        if file is None:
            self._changed_kind(f"{path}{os.sep}{name}", folders=True)
        if file != known and name in folder.files:
            self._drop([known])
            folder.files[name] = file
            if file is not None:
                self._added.append(file)
                if file.running:
                    self._parts[str(file.path)] = file

    def _check_again(self) -> None:
        """Note the next part of all files for a look; a file that was replaced in place shows by that."""
        part = self._sorted[self._checked:self._checked + CHECKED]
        self._checked = self._checked + CHECKED if len(part) == CHECKED else 0
        self._new.extend((str(file.path.parent), file.path.name) for file in part)

    def refresh(self, files: Collection[RecordFile]) -> None:
        """Look at files that somebody wants to see."""
        for file in files:
            self._stat(str(file.path.parent), file.path.name)
        self._merge()

    def _merge(self) -> None:
        if self._added:
            if len(self._added) > _FEW:
                self._sorted += self._added
                self._sorted.sort(key=_key)
            else:
                for each in self._added:
                    insort(self._sorted, each, key=_key)
            self._added.clear()
            self.changes += 1

    def _drop(self, files: Collection[RecordFile | None]) -> None:
        """Take files out of the list; None is in no list."""
        gone = [file for file in files if file is not None]
        if not gone:
            return
        self._merge()
        self.changes += 1
        for file in gone:
            self._parts.pop(str(file.path), None)
        if len(gone) > _FEW:
            ids = set(map(id, gone))
            self._sorted = [each for each in self._sorted if id(each) not in ids]
            return
        for file in gone:
            del self._sorted[bisect_left(self._sorted, _key(file), key=_key)]

    def _forget(self, path: str) -> None:
        """Forget a folder, and those in it."""
        known = self._folders.pop(path, None)
        if known is not None:
            self._drop(known.files.values())
            for name in known.folders:
                self._forget(str(Path(path) / name))


def _key(file: RecordFile) -> tuple[int, str]:
    return -file.changed_ns, str(file.path)


def _folders_among(path: str, names: Collection[str]) -> set[str]:
    """Return which of these names in a folder are folders, and no links to some."""
    if len(names) <= _FEW:
        return {name for name in names if Path(path, name).is_dir() and not Path(path, name).is_symlink()}
    with os.scandir(path) as entries:
        return {entry.name for entry in entries if entry.is_dir(follow_symlinks=False)}


def _looked(root: str, folder: str, name: str) -> RecordFile | None:
    """Return a file as it is now; None if it is none, or its name is no text."""
    path = f"{folder}{os.sep}{name}"
    address = path.removeprefix(f"{root}{os.sep}").replace(os.sep, "/").removesuffix(PART_SUFFIX).removesuffix(SUFFIX)
    try:
        address.encode()
        status = os.stat(path)  # noqa: PTH116 - a Path takes twice the time, and there may be 100,000
    except (OSError, UnicodeEncodeError):
        return None
    if not S_ISREG(status.st_mode):
        return None
    return RecordFile(address, Path(path), status.st_mtime_ns, status.st_size, status.st_ino,
                      name.endswith(PART_SUFFIX))
