"""A file that browsers take home. It may be larger than memory, and slow lines take long, so it is sent in parts.

Each download holds a connection and an open file, so only so many run at once, and fewer of one address.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator
from http import HTTPStatus
from pathlib import Path
from stat import S_ISREG
from typing import IO, Final

from lawspeaker_referee.web.answers import Answer, Request
from lawspeaker_referee.web.streams import Stream

MOST_DOWNLOADS: Final = 16
"""Downloads at once."""
DOWNLOADS_AN_ADDRESS: Final = 2
"""Such downloads of one address."""
PART: Final = 64 << 10
"""Bytes that are read at once."""
PART_WITHIN: Final = 30.0
"""Seconds in which the other side takes a part, which is 2 kB a second."""


class FileDownload:
    """One file by its path, as it is when somebody asks; on the loop of a server."""

    def __init__(self, path: Path, kind: str, most: int = MOST_DOWNLOADS, an_address: int = DOWNLOADS_AN_ADDRESS,
                 ) -> None:
        """`kind` is its media type; browsers keep it by the file's name."""
        self.path, self._kind, self._most, self._an_address = path, kind, most, an_address
        self._running = Counter[str]()
        """By address."""

    def size(self) -> int | None:
        """Return the bytes of the file; None while there is none."""
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_size if S_ISREG(found.st_mode) else None

    async def answer(self, request: Request) -> Answer | Stream:
        """Send the file, if the address of a request may have one more."""
        source = request.source
        if self._running.total() >= self._most or self._running[source] >= self._an_address:
            return Answer.line(HTTPStatus.SERVICE_UNAVAILABLE, "as many downloads run as may; try again when one has "
                               "ended", **{"Retry-After": "60"})
        if self.size() is None:
            return Answer.line(HTTPStatus.NOT_FOUND, "this file is not there yet")
        file = self.path.open("rb")  # one that replaces it leaves this download whole
        size = os.fstat(file.fileno()).st_size
        self._running[source] += 1

        def end() -> None:
            file.close()
            self._running -= Counter({source: 1})

        name = "".join(each for each in self.path.name if each.isascii() and (each.isalnum() or each in "._-"))
        return Stream(self._kind, _parts(file, size), end, PART_WITHIN, {
            "Content-Length": str(size), "Content-Disposition": f'attachment; filename="{name}"'})


async def _parts(file: IO[bytes], size: int) -> AsyncIterator[bytes]:
    """Yield so many bytes of a file; one that has become shorter ends the connection."""
    left = size
    while left:
        part = await asyncio.to_thread(file.read, min(PART, left))
        if not part:
            raise OSError(f"{left} of {size} bytes of {file.name} are gone")
        left -= len(part)
        yield part
