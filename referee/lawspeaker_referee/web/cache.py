"""Caches of what is shown: one that limits how often it is made, and one that limits its bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from time import monotonic
from typing import Final, Generic, TypeVar

SHARE: Final = 0.05
"""Share of a core that making a form of something may take: one that took 50 ms is used for a second at least."""

Seen = TypeVar("Seen")
Made = TypeVar("Made")


class RateLimitedCache(Generic[Seen, Made]):
    """One form of what is seen, such as a page: made once for each of it, and only so often; for several threads."""

    def __init__(self, look: Callable[[], Seen], make: Callable[[Seen], Made],
                 clock: Callable[[], float] = monotonic) -> None:
        """Keep what `make` returns for the object that `look` returns; the clock is in seconds."""
        self._look, self._make, self._clock = look, make, clock
        self._lock = Lock()
        self._made: tuple[Seen, Made] | None = None
        self._good_until = clock()

    def get(self) -> Made:
        """Return the form of now or of a moment ago; raise whatever `look` or `make` raises."""
        with self._lock:
            began = self._clock()
            if self._made is not None and began < self._good_until:
                return self._made[1]
            seen = self._look()
            if self._made is None or self._made[0] is not seen:
                self._made = seen, self._make(seen)
                now = self._clock()
                self._good_until = now + (now - began) / SHARE
            return self._made[1]


class BytesCache:
    """Data by key, at most so many bytes in all: what was asked for longest ago goes first; for several threads."""

    def __init__(self, most: int) -> None:
        self._most, self._held = most, 0
        self._lock = Lock()
        self._data = OrderedDict[Hashable, bytes]()

    def get(self, key: Hashable) -> bytes | None:
        """Return the data of a key; None if there is none."""
        with self._lock:
            if key in self._data:
                self._data.move_to_end(key)
            return self._data.get(key)

    def put(self, key: Hashable, data: bytes) -> None:
        """Keep data, unless it alone is larger than the cache."""
        if len(data) > self._most:
            return
        with self._lock:
            self._held += len(data) - len(self._data.pop(key, b""))
            self._data[key] = data
            while self._held > self._most:
                self._held -= len(self._data.popitem(last=False)[1])
