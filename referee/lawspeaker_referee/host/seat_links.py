"""The file of the links of people: a name and an address a line, which only the user of the referee may read."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from lawspeaker_referee.record.writer import locked
from lawspeaker_referee.web.seat_page import SEAT

_LINE: Final = re.compile(rf"\S+  \S+{SEAT}\S+/\n?")


class SeatLinks:
    """One referee's file of links: no other referee writes to it meanwhile, and no other file is lost by it."""

    def __init__(self, path: Path) -> None:
        """Lock the file. Raises OSError if another referee has its links there, or if it holds something else."""
        self.path = path
        lock = path.with_name(f".{path.name}.lock")
        try:
            self._lock = locked(lock, create=True)
        except BlockingIOError:
            raise OSError(errno.EBUSY, "another referee has its links there; name another file as people.links",
                          str(path)) from None
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None
        try:
            self._check()
        except OSError:
            self._lock.close()
            raise

    def write(self, links: Mapping[str, str]) -> None:
        """Replace the file. Raises OSError."""
        new = self.path.with_name(f".{self.path.name}.new")
        try:
            new.unlink(missing_ok=True)
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
                file.writelines(f"{name}  {link}\n" for name, link in links.items())
            new.replace(self.path)
        except OSError as error:
            with suppress(OSError):
                new.unlink(missing_ok=True)
            raise OSError(error.errno, error.strerror, str(self.path)) from None

    def remove(self) -> None:
        """Remove the file, and let others have its name. Raises OSError."""
        try:
            self.path.unlink(missing_ok=True)
        finally:
            self._lock.close()

    def _check(self) -> None:
        """Raise OSError for a file that is there and was not left by a referee that was killed."""
        try:
            text = self.path.read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return
        if any(_LINE.fullmatch(line) is None for line in text.splitlines(keepends=True)):
            raise OSError(errno.EEXIST, "is there already and holds no links of people; name another file as "
                          "people.links", str(self.path))
