"""What is made of the standings for whoever asks, so that no number of askers costs more than a share of a core."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Final, Generic, TypeVar

from lawspeaker_referee.ladder.standings import Standings

SHARE: Final = 0.05
"""Of the time, that making may take: what took 50 ms is good for a second, however fast the standings change."""

Made = TypeVar("Made")


class Kept(Generic[Made]):
    """Made once for each of the standings; several threads may ask."""

    def __init__(self, look: Callable[[], Standings], make: Callable[[Standings], Made],
                 clock: Callable[[], float] = monotonic) -> None:
        """The clock is in seconds."""
        self._look, self._make, self._clock = look, make, clock
        self._lock = Lock()
        self._made: tuple[Standings, Made] | None = None
        self._good_until = clock()

    def get(self) -> Made:
        """Of the standings of now, or of a moment ago. What `look` and `make` raise goes through."""
        with self._lock:
            began = self._clock()
            if self._made is not None and began < self._good_until:
                return self._made[1]
            standings = self._look()
            if self._made is None or self._made[0] is not standings:
                self._made = standings, self._make(standings)
                now = self._clock()
                self._good_until = now + (now - began) / SHARE
            return self._made[1]
