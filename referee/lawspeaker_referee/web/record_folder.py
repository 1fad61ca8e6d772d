"""The records of a folder, newest first: which there are, and what lists show of each.

A folder may hold many thousand records, so one is read only when somebody wants to see it, and once as long as its
file stays the same. The address of a match is the name of its record without the suffix, after the folders that it
lies in: what strangers ask for is compared with these addresses and never becomes a path.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from threading import Lock
from time import monotonic, time
from typing import Final

from lawspeaker_referee.config.entrants import entrant_of
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import PART_SUFFIX, VOID_SUFFIX, RecordOutline, read_outline
from lawspeaker_referee.record.folder import record_files
from lawspeaker_referee.web.cache import RateLimitedCache

MOST_READ: Final = 400
"""Records that are read for one request at most; a search goes on with the next request."""


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A file of a record."""

    address: str
    path: Path
    changed_ns: int
    """When it was changed last, in nanoseconds since 1970."""
    size: int


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """The summary of a finished match in lists."""

    address: str
    match_id: str
    game: str
    bots: tuple[str, ...]
    """By seat: the name of the bot's token, or if there was none the name that it gave itself."""
    named: tuple[str, ...]
    """By seat: the name that the bot gave itself."""
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    """Why it ended, such as `fame`."""
    started_ms: int
    ended_ms: int
    steps: int
    faults: int
    refused: int
    entrants: tuple[str, ...] = ()
    """By seat: the bot and its version, as ledgers name them."""
    substituted: tuple[int, ...] = ()
    """The seats whose places a substitute played."""

    @property
    def order(self) -> list[int]:
        """Return the seats by rank."""
        return sorted(range(len(self.ranks)), key=lambda seat: (self.ranks[seat], seat))


@dataclass(frozen=True, slots=True)
class NoSummary:
    """A file that cannot be shown."""

    address: str
    why: str
    """One line."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The files of a folder at one moment."""

    finished: tuple[RecordFile, ...]
    """Newest first."""
    running: tuple[RecordFile, ...]
    """Records of matches that have not ended, newest first."""
    by_address: dict[str, RecordFile]
    """The finished ones."""


@dataclass(frozen=True, slots=True)
class Found:
    """The matches of a search, newest first, as far as records have been read."""

    matches: tuple[MatchSummary | NoSummary, ...]
    unread: int
    """Records that are still to be read."""


class RecordFolder:
    """The records of a folder and of the folders in it; for several threads."""

    def __init__(self, folder: Path, delay_s: float = 0.0, clock: Callable[[], float] = monotonic,
                 wall: Callable[[], float] = time) -> None:
        """Look at nothing yet.

        A match counts as running until `delay_s` seconds after its end, since spectators are behind. The clock is in
        seconds, and `wall` in seconds since 1970.
        """
        self._folder = folder
        self._listing = RateLimitedCache(lambda: _listed(folder, round((wall() - delay_s) * 1e9) if delay_s else None),
                                         lambda listing: listing, clock)
        self._summaries: dict[str, tuple[RecordFile, MatchSummary | NoSummary]] = {}
        """By address, with the file as it was when it was read."""
        self._lock = Lock()

    def listing(self) -> Listing:
        """Return the files of now or of a moment ago. Raises OSError if the folder cannot be read."""
        listing = self._listing.get()
        with self._lock:
            if len(self._summaries) > 2 * len(listing.by_address) + MOST_READ:
                for address in self._summaries.keys() - listing.by_address.keys():
                    del self._summaries[address]
        return listing

    def summary(self, file: RecordFile) -> MatchSummary | NoSummary:
        """Return what lists show of a record; it is read if it has changed since."""
        return self._known(file) or self._read(file)

    def search(self, bot: str) -> Found:
        """Return the matches in which a bot of this name played, and how many records are still to be read."""
        found, unread, left = [], 0, MOST_READ
        for file in self.listing().finished:
            summary = self._known(file)
            if summary is None and left:
                left -= 1
                summary = self._read(file)
            if summary is None:
                unread += 1
            elif isinstance(summary, MatchSummary) and bot in (*summary.bots, *summary.named, *summary.entrants):
                found.append(summary)
        return Found(tuple(found), unread)

    def _known(self, file: RecordFile) -> MatchSummary | NoSummary | None:
        with self._lock:
            read, summary = self._summaries.get(file.address, (None, None))
        return summary if read == file else None

    def _read(self, file: RecordFile) -> MatchSummary | NoSummary:
        try:
            summary = _summary(file, read_outline(file.path))
        except RecordError as error:
            summary = NoSummary(file.address, why_not(error, file))
        with self._lock:
            self._summaries[file.address] = file, summary
        return summary


def why_not(error: RecordError, file: RecordFile) -> str:
    """Return why a record cannot be read, without the path of its file, which is nobody's business."""
    return f"this record cannot be shown: it {str(error).removeprefix(f'{file.path}: ')}"


def _listed(folder: Path, until_ns: int | None) -> Listing:
    """Return the files of a folder; records that were written after `until_ns` belong to running matches.

    Raises OSError if the folder cannot be read; folders in it that cannot be are left out.
    """
    os.scandir(folder).close()
    finished, running = list[RecordFile](), list[RecordFile]()
    for file in _files(folder):
        held_back = until_ns is not None and file.changed_ns > until_ns
        (running if held_back or file.path.name.endswith(PART_SUFFIX) else finished).append(file)
    for files in (finished, running):
        files.sort(key=lambda file: (-file.changed_ns, file.address))
    return Listing(tuple(finished), tuple(running), {file.address: file for file in finished})


def _files(folder: Path) -> Iterator[RecordFile]:
    """Yield the records of a folder and of those in it, finished or not."""
    for found in record_files(folder):
        if found.ending == VOID_SUFFIX:
            continue
        try:
            status = found.path.stat()
            address = found.address(folder)
        except (OSError, UnicodeEncodeError):
            continue
        if S_ISREG(status.st_mode):
            yield RecordFile(address, found.path, status.st_mtime_ns, status.st_size)


def _summary(file: RecordFile, outline: RecordOutline) -> MatchSummary | NoSummary:
    header, footer = outline.header, outline.footer
    if footer is None:
        return NoSummary(file.address, "this match has not ended, so nothing of it is shown")
    outcome = footer.outcome
    return MatchSummary(
        file.address, header.match_id, header.setup.game,
        tuple(seat.identity or seat.bot for seat in header.seats), tuple(seat.bot for seat in header.seats),
        tuple(outcome.ranks), tuple(outcome.scores), outcome.reason, header.started_unix_ms, footer.ended_unix_ms,
        footer.steps, outline.faults, outline.refused,
        tuple(entrant_of(seat.identity or seat.bot, seat.version) for seat in header.seats),
        tuple(footer.substituted))
