"""The records of a folder, newest first: which there are, and what lists show of each.

A folder may hold many thousand records, so one is read only when somebody wants to see it, and once as long as its
file stays the same. What lists show of it is kept, up to MOST_KEPT bytes in all. The address of a match is the name of
its record without the suffix, after the folders that it lies in: what strangers ask for is compared with these
addresses and never becomes a path.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from threading import RLock
from time import monotonic, time
from typing import Final, Protocol

import msgspec

from lawspeaker_referee.config.entrants import entrant_of
from lawspeaker_referee.match.places import marks_in
from lawspeaker_referee.match.seat_marks import NO_MARKS, SeatMarks
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import RecordOutline, read_outline
from lawspeaker_referee.record.folder_index import FolderIndex, RecordFile
from lawspeaker_referee.web.cache import BytesCache

MOST_READ: Final = 400
"""Records that are read for one request at most; a list or a search goes on with the next request."""
SLICE: Final = 0.5
"""Seconds after which a request reads no further record."""
MOST_KEPT: Final = 32 << 20
"""Bytes of summaries that are kept; 100,000 take about as many."""
LONGEST_NAME: Final = 200
"""Characters of a bot's name that can be searched for."""
FOREVER_NS: Final = 1 << 63
"""Later than any file was changed, in nanoseconds since 1970."""
NOT_READ: Final = "this record is still to be read"


class MatchSummary(msgspec.Struct, frozen=True, tag=True):
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
    marks: SeatMarks = NO_MARKS
    challenger: str = ""
    """The name of the token that asked for the match, of a challenge of a ladder."""

    @property
    def order(self) -> list[int]:
        """Return the seats by rank."""
        return sorted(range(len(self.ranks)), key=lambda seat: (self.ranks[seat], seat))


class NoSummary(msgspec.Struct, frozen=True, tag=True):
    """A file that cannot be shown."""

    address: str
    why: str
    """One line."""


class Release(Protocol):
    """Which finished matches may be shown, of a folder whose matches share dice with others that are still to come."""

    version: int
    """Another number whenever something has changed."""
    over: bool
    """True once everything may be shown."""

    def allows(self, address: str) -> bool:
        """Return whether a finished match may be shown."""


@dataclass(frozen=True)
class Listing:
    """The files of a folder at one moment."""

    finished: tuple[RecordFile, ...]
    """Newest first."""
    running: tuple[RecordFile, ...]
    """Records of matches that have not ended, newest first."""
    unread: int = 0
    """Files and folders that have not been looked at yet."""

    @cached_property
    def by_address(self) -> dict[str, RecordFile]:
        """Return the finished ones; lists of matches do not need them so."""
        return {file.address: file for file in self.finished}


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A part of the matches of a search, newest first."""

    files: tuple[RecordFile, ...]
    total: int
    """Matches that were found so far."""
    unread: int
    """Records that are still to be read."""


@dataclass(frozen=True, slots=True)
class Found:
    """Matches in the order of their files, as far as records have been read."""

    matches: tuple[MatchSummary | NoSummary, ...]
    unread: int
    """Records that are still to be read."""


class RecordFolder:
    """The records of a folder and of the folders in it; for several threads."""

    def __init__(self, folder: Path, delay_s: float = 0.0, clock: Callable[[], float] = monotonic,
                 wall: Callable[[], float] = time, *, index: FolderIndex | None = None,
                 release: Release | None = None) -> None:
        """Look at nothing yet. An `index` of the folder may be shared.

        A match counts as running until `delay_s` seconds after its end, since spectators are behind. The clock is in
        seconds, and `wall` in seconds since 1970. A finished match that `release` does not allow is not here at all.
        """
        self._release = release
        self._delay_s, self._clock, self._wall = delay_s, clock, wall
        self._index = index or FolderIndex(folder, clock)
        self._seen: tuple[tuple[int, int, int], Listing] | None = None
        """The listing, made of so many changes of the index with so many files held back, by this release."""
        self._summaries = BytesCache(MOST_KEPT)
        self._names: dict[str, tuple[RecordFile, frozenset[str]]] = {}
        """The bots of each record that was read, by address, with the file as it was then."""
        self._known_names: dict[frozenset[str], frozenset[str]] = {}
        """Equal sets of names are kept once."""
        self._lock = RLock()

    def listing(self) -> Listing:
        """Return the files of now or of a moment ago. Raises OSError if the folder cannot be read."""
        with self._index.lock:
            self._index.look_again()
            listing = self._now()
        with self._lock:
            if len(self._names) > 2 * len(listing.finished) + MOST_READ:
                for address in self._names.keys() - listing.by_address.keys():
                    del self._names[address]
                self._known_names = {names: names for _, names in self._names.values()}
        return listing

    def complete(self) -> Listing:
        """Return all files, however long that takes. Raises OSError if the folder cannot be read."""
        with self._index.lock:
            self._index.look(None)
            self._index.look()
            return self._now()

    def find(self, address: str) -> RecordFile | None:
        """Return the record of a finished match as it is now. Raises OSError if the folder cannot be read."""
        file = self.listing().by_address.get(address)
        return None if file is None else self._fresh((file,)).by_address.get(address)

    def page(self, part: slice) -> tuple[Listing, Sequence[RecordFile]]:
        """Return the files, and a part of the finished ones as they are now. Raises OSError, too."""
        listing = self._fresh(self.listing().finished[part])
        return listing, listing.finished[part]

    def _fresh(self, files: Sequence[RecordFile]) -> Listing:
        """Return the files after a look at some of them, one of which may have been replaced in place."""
        with self._index.lock:
            self._index.refresh(files)
            return self._now()

    def summary(self, file: RecordFile) -> MatchSummary | NoSummary:
        """Return what lists show of a record; it is read if it has changed since."""
        return self._known(file) or self._read(file)

    def summaries(self, files: Sequence[RecordFile]) -> Found:
        """Return what lists show of these records, as far as they can be read in the time of a request."""
        found, unread, enough = list[MatchSummary | NoSummary](), 0, self._enough()
        for file in files:
            summary = self._known(file)
            if summary is None and not enough():
                summary = self._read(file)
            unread += summary is None
            found.append(summary or NoSummary(file.address, NOT_READ))
        return Found(tuple(found), unread)

    def search(self, bot: str, part: slice) -> SearchResult:
        """Return the part of the matches in which a bot of this name played, as far as records have been read."""
        files, unread, enough = list[RecordFile](), 0, self._enough()
        for file in self.listing().finished:
            known = self._names.get(file.address)
            # Nearly always it is the same object, and there may be 100,000.
            fresh = known is not None and (known[0] is file or known[0] == file)
            if not fresh and not enough():
                self._read(file)
                known, fresh = self._names[file.address], True
            if known is None or not fresh:
                unread += 1
            elif bot in known[1]:
                files.append(file)
        return SearchResult(tuple(files[part]), len(files), unread)

    def _enough(self) -> Callable[[], bool]:
        """Return a function that tells before each reading whether a request has read enough."""
        until, left = self._clock() + SLICE, MOST_READ

        def enough() -> bool:
            nonlocal left
            left -= 1
            # One is always read, so that each request brings the list further.
            return left < 0 or (left < MOST_READ - 1 and self._clock() >= until)

        return enough

    def _now(self) -> Listing:
        """Return the files that are known; they are put together only if something has changed."""
        until_ns = round((self._wall() - self._delay_s) * 1e9) if self._delay_s else FOREVER_NS
        running, release = self._index.recent(until_ns), self._release
        made_of = self._index.changes, len(running), release.version if release else 0
        if self._seen is None or self._seen[0] != made_of or self._seen[1].unread:
            finished = self._index.others(until_ns)
            if release is not None:
                finished = [file for file in finished if release.allows(file.address)]
            self._seen = made_of, Listing(tuple(finished), tuple(running), self._index.unread)
        return self._seen[1]

    def _known(self, file: RecordFile) -> MatchSummary | NoSummary | None:
        data = self._summaries.get(file)
        return None if data is None else _decoder().decode(data)

    def _read(self, file: RecordFile) -> MatchSummary | NoSummary:
        try:
            summary = _summary(file, read_outline(file.path))
        except RecordError as error:
            summary = NoSummary(file.address, why_not(error, file))
        names = frozenset[str]()
        if isinstance(summary, MatchSummary):
            names = frozenset(name for name in (*summary.bots, *summary.named, *summary.entrants)
                              if len(name) <= LONGEST_NAME)
        with self._lock:
            self._names[file.address] = file, self._known_names.setdefault(names, names)
        self._summaries.put(file, msgspec.msgpack.encode(summary))
        return summary


@cache
def _decoder() -> msgspec.msgpack.Decoder[MatchSummary | NoSummary]:
    return msgspec.msgpack.Decoder(MatchSummary | NoSummary)


def why_not(error: RecordError, file: RecordFile) -> str:
    """Return why a record cannot be read, without the path of its file, which is nobody's business."""
    return f"this record cannot be shown: it {str(error).removeprefix(f'{file.path}: ')}"


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
        marks_in(footer), header.challenger)
