"""Bots that rest after each of their matches, so that a ladder plays no more than machines and disks shall bear."""

from __future__ import annotations

from collections.abc import Iterable


class Resting:
    """Until when each bot rests; all times are in seconds of any monotonic clock."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until: dict[str, float] = {}

    def ended(self, bots: Iterable[str], now: float) -> None:
        """A match of these is over."""
        if self._seconds:
            self._until.update(dict.fromkeys(bots, now + self._seconds))

    def until(self, bot: str) -> float:
        """When its rest ends, or has ended."""
        return self._until.get(bot, float("-inf"))
