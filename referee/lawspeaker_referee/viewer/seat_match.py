"""A running match as one of its seats sees it: from its record, at once, and whole with everything once it is over."""

from __future__ import annotations

from pathlib import Path
from threading import Lock

from lawspeaker_engine.model import Seat
from lawspeaker_referee.record.file import VOID_SUFFIX, read_record
from lawspeaker_referee.viewer.document import document, every_eye
from lawspeaker_referee.viewer.live import LiveMatch
from lawspeaker_referee.viewer.page import document_json


class SeatMatch:
    """What one seat may see of a match of this process; several threads may ask."""

    def __init__(self, path: Path, seat: Seat) -> None:
        """`path` is that of the finished record, which the match may not have begun."""
        self._path, self._seat = path, seat
        self._live = LiveMatch(path, 0.0, eye=seat)
        self._lock = Lock()
        self._whole: bytes | None = None
        """The document of the finished match."""

    @property
    def ended(self) -> bool:
        """Return True if the match is over or void: its record has the name of one that grows no more."""
        return self._path.exists() or self._path.with_name(self._path.name + VOID_SUFFIX).exists()

    def steps(self) -> int:
        """Return how many steps there are. Raises RecordError, RecordDiffers and OSError."""
        with self._lock:
            self._look()
            return self._live.steps

    def frames(self, first: int) -> bytes | None:
        """Return what the seat may see from step `first` (from 0) on as JSON, once all of a finished match; None before
        the match has begun, and while its record is being finished. Raises RecordError, RecordDiffers and OSError.
        """
        with self._lock:
            self._look()
            if self._live.header is None or (
                    self._live.over and self._live.finished and self._whole is None and not self._path.exists()):
                return None
            if first or not (self._live.over and self._live.finished):
                return self._live.frames(first)
            if self._whole is None:
                record = read_record(self._path)
                self._whole = document_json(document(record, every_eye(record.header.setup.players)))
            return self._whole

    def _look(self) -> None:
        if self._live.header is None:  # what was not there yet counts as removed
            self._live = LiveMatch(self._path, 0.0, eye=self._seat)
        self._live.look()
        while self._live.behind:
            self._live.look()
