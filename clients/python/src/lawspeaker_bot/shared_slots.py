"""Places that several processes share, such as the requests that an endpoint answers at once.

Each place is a file, and who has it holds the lock of the file. The system gives the lock back when a process ends,
however it ends.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import SystemRandom
from threading import Lock
from typing import Final

_DRAW: Final = SystemRandom().randrange


class SharedSlots:
    """A number of places in a folder, for any number of processes and threads."""

    def __init__(self, folder: Path, number: int, draw: Callable[[int], int] = _DRAW) -> None:
        """Make the files that are not there. Raises OSError if that cannot be, or the system has no such locks."""
        try:
            import fcntl  # Windows has none
        except ImportError as error:
            raise OSError(f"requests at once cannot be limited here: {error}") from error
        self._flock, self._take, self._free = fcntl.flock, fcntl.LOCK_EX | fcntl.LOCK_NB, fcntl.LOCK_UN
        self._draw, self._lock, self._held = draw, Lock(), set[int]()
        paths = [folder / str(place) for place in range(number)]
        if missing := [path for path in paths if not path.exists()]:
            folder.mkdir(parents=True, exist_ok=True)
            for path in missing:
                path.touch()
        self._files = [os.open(path, os.O_RDONLY | os.O_CLOEXEC) for path in paths]  # reading is enough for a lock

    def take(self) -> int | None:
        """Return a place that was free and is the caller's now; None if there is none."""
        first = self._draw(len(self._files))  # so that who asks seldom is not always behind who asks often
        with self._lock:
            for step in range(len(self._files)):
                place = (first + step) % len(self._files)
                if place not in self._held:  # within a process the lock would be had twice
                    try:
                        self._flock(self._files[place], self._take)
                    except BlockingIOError:
                        continue
                    self._held.add(place)
                    return place
        return None

    def give_back(self, place: int) -> None:
        """Give a place back."""
        with self._lock:
            self._held.discard(place)
            self._flock(self._files[place], self._free)

    def close(self) -> None:
        """Give all places back, and take none any more."""
        for file in self._files:
            os.close(file)
        self._files, self._held = [], set()
