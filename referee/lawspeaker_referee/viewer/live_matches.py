"""The running matches of a folder of records, for spectators.

A match is followed only while somebody asks for it, and only so many are at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG
from threading import RLock
from time import monotonic, time
from typing import Final

from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import PART_SUFFIX, SUFFIX, read_header
from lawspeaker_referee.record.folder_index import FolderIndex
from lawspeaker_referee.record.growing import RecordReplaced, header_of_part
from lawspeaker_referee.record.verify.fault_audit import RecordDiffers
from lawspeaker_referee.viewer.followed_matches import MOST_AN_ADDRESS, MOST_FOLLOWED, Followed, FollowedMatches
from lawspeaker_referee.viewer.live import TICK, LiveMatch

DELAY: Final = 30.0
"""Seconds that spectators are behind, unless an operator says otherwise."""
MOST_LISTED: Final = 1000
_LISTED_FOR: Final = 1.0


class CannotFollow(Exception):
    """A match cannot be replayed here; the text is one line for the spectator."""


class LiveUnavailable(Exception):
    """The view of spectators cannot be made just now, though it may be soon; the text is one line for them."""


@dataclass(frozen=True, slots=True)
class WatchableMatch:
    """A match that runs."""

    match_id: str
    """Its address: the path of its record in the folder, without its suffix."""
    game: str
    bots: tuple[str, ...]
    """By seat."""
    steps: int | None
    """The steps that are shown; None if nobody watches it."""


class LiveMatches:
    """The matches of a folder as spectators may see them; any thread may call it, one call at a time does work."""

    def __init__(self, folder: Path, delay_s: float = DELAY, *, index: FolderIndex | None = None,
                 most: int = MOST_FOLLOWED, an_address: int = MOST_AN_ADDRESS,
                 clock: Callable[[], float] = monotonic, wall: Callable[[], float] = time) -> None:
        """Follow at most so many matches at once, and for one address. An `index` of the folder may be shared.

        `clock` and `wall` tell seconds, the latter since 1970.
        """
        self.delay_s = delay_s
        self._folder, self._clock, self._wall = folder, clock, wall
        self._followed = FollowedMatches(most, an_address)
        self._files = index or FolderIndex(folder, clock)
        self._headers: dict[str, tuple[int, WatchableMatch | None]] = {}
        """The summary in the header of each unfinished record, by address, with the file's inode."""
        self._listed: tuple[float, list[WatchableMatch]] | None = None
        self._lock = RLock()

    def matches(self) -> list[str]:
        """Return the ids of the running matches, those first in which something happened last."""
        return [each.match_id for each in self.running()]

    def running(self) -> list[WatchableMatch]:
        """Return the running matches, and those whose end is not shown yet, in the same order, at most MOST_LISTED."""
        with self._lock:
            now = self._clock()
            # One listing serves all spectators of a second, so their number costs no reads of the folder.
            if self._listed is None or now - self._listed[0] >= _LISTED_FOR:
                self._listed = now, list(self._list())
            return self._listed[1]

    def frames(self, match_id: str, first: int, source: str = "") -> bytes | None:
        """Return what spectators see of a match from step `first` (from 0) on as JSON; None if it cannot be watched.
        `source` is the address that asks, as limits count it.

        From 0 on it is the whole document, else what is new since; `{"reload": true}` says that the match is over and
        that the document is to be fetched anew, which for a finished match is another's to give. Raises
        TooManyFollowed, CannotFollow, and whatever a game raises over a match, which then cannot be followed either.
        """
        with self._lock:
            match = self._look(match_id, source)
            # A document of a finished match is made from its record, which has more in it; those who have watched until
            # now still get the frame that sends them there.
            if match is None or (match.over and match.finished and not first):
                return None
            return match.frames(first)

    def responses(self, match_id: str, first: int, *, begin: bool, source: str = "",
                  ) -> tuple[list[bytes], int] | None:
        """Return serialized WatchResponses as `LiveMatch.responses` does; None if the match cannot be watched.

        Raises TooManyFollowed and CannotFollow.
        """
        with self._lock:
            match = self._look(match_id, source)
            return None if match is None else match.responses(first, begin=begin)

    def held_back(self, path: Path) -> bool:
        """Return True for a finished record that spectators may not have yet, because its match ended just now."""
        return held_back(path, self.delay_s, self._wall)

    def _look(self, match_id: str, source: str) -> LiveMatch | None:
        """Return a match that is followed, after a look at its record; None if there is nothing to watch."""
        now = self._clock()
        self._followed.drop_old(now)
        known = self._followed.get(match_id) or self._begin(match_id, now, source)
        if known is None:
            return None
        if known.match is not None:
            known.ask(source, now)
            try:
                known.match.look()
            except RecordReplaced:
                del self._followed[match_id]
                # Another match has the same name now, for example an attempt that was begun anew: it is followed from
                # its start.
                return self._look(match_id, source)
            except (RecordError, RecordDiffers, OSError) as problem:
                self._followed[match_id] = known = Followed(None, now, _told(problem))
            except Exception:
                # A mistake in a game must not be repeated for each request; it is raised once, for the log.
                self._followed[match_id] = Followed(None, now, "this version fails over it")
                raise
        if known.match is None:
            raise CannotFollow(f"this match cannot be watched: {known.why}")
        if known.match.header is None or (known.match.removed and known.match.over):
            del self._followed[match_id]
            return None
        return known.match

    def _begin(self, match_id: str, now: float, source: str) -> Followed | None:
        """Follow a match that runs, or that ended less than the delay ago; None for any other.

        Raises TooManyFollowed.
        """
        path = self._path(match_id)
        if path is None or not (_is_file(path.with_name(path.name + PART_SUFFIX)) or self.held_back(path)):
            return None
        self._followed.make_room(source)
        known = self._followed[match_id] = Followed(LiveMatch(path, self.delay_s, self._clock, self._wall), now)
        return known

    def _path(self, match_id: str) -> Path | None:
        """Return the path of a match's finished record; None for an id that names none."""
        parts = match_id.split("/")
        # The id comes from a stranger: no part may lead out of the folder or to a hidden file, such as the referee's
        # secret.
        if len(match_id) > 1024 or not all(parts) or "\0" in match_id or any(each.startswith(".") for each in parts):
            return None
        return self._folder.joinpath(*parts[:-1], parts[-1] + SUFFIX)

    def _list(self) -> Iterator[WatchableMatch]:
        with self._files.lock:
            with suppress(OSError):  # a folder that cannot be read now has the matches that it had
                self._files.look_again()
            files = self._files.recent(round((self._wall() - self.delay_s) * 1e9))[:MOST_LISTED]
        headers = {}
        for file in files:
            address = file.address
            headers[address] = known = self._known(address, file.inode, file.path)
            if known[1] is not None:
                followed = self._followed.get(address)
                steps = followed.match.steps if followed is not None and followed.match is not None else None
                yield WatchableMatch(address, known[1].game, known[1].bots, steps)
        # Only those that were listed now stay, so that it does not grow with the matches of a season.
        self._headers = headers

    def _known(self, address: str, inode: int, path: Path) -> tuple[int, WatchableMatch | None]:
        known = self._headers.get(address)
        # The header of a file never changes, and a new file of the same name has another inode.
        if known is not None and known[0] == inode:
            return known
        try:
            header = header_of_part(path) if path.name.endswith(PART_SUFFIX) else read_header(path)
        # The bad header is remembered too, by its inode, so that it is read once.
        except (RecordError, OSError):
            return inode, None
        if header is None:
            return 0, None  # it is not written yet; no inode is 0, so it is read again
        return inode, WatchableMatch(address, header.setup.game, tuple(seat.bot for seat in header.seats), None)


def held_back(path: Path, delay_s: float = DELAY, wall: Callable[[], float] = time) -> bool:
    """Return True for a finished record that was written less than the delay ago; `wall` tells seconds since 1970."""
    try:
        # A TICK more than the delay, because the time of a file may be too early by so much.
        return path.name.endswith(SUFFIX) and wall() - path.stat().st_mtime < delay_s + TICK
    except OSError:
        return False


def _told(problem: Exception) -> str:
    """Return a problem without the path of the file, which is nobody's business."""
    if isinstance(problem, OSError):
        return problem.strerror or type(problem).__name__
    text = " ".join(str(problem).split())
    return text.rpartition(f"{SUFFIX}: ")[2].rpartition(f"{PART_SUFFIX}: ")[2]


def _is_file(path: Path) -> bool:
    try:
        return S_ISREG(path.stat().st_mode)
    except OSError:
        return False
