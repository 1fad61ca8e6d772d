"""When a lost connection is tried again, and when it is given up."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from random import SystemRandom

from lawspeaker_bot.errors import ConnectionRefused

RECONNECT_VARIABLE = "LAWSPEAKER_RECONNECT_WITHIN"
RECONNECT_WITHIN = 60.0
"""Seconds in which a lost connection must be back."""


@dataclass(frozen=True, slots=True)
class Backoff:
    """Seconds between tries: they double from `first` to `longest`, and each is cut by up to a half at random."""

    first: float = 0.1
    longest: float = 5.0
    draw: Callable[[], float] = SystemRandom().random
    """From 0 to 1. Of the operating system: bots that were cut off together, with the same seed even, come back one
    after the other."""


class Patience:
    """The tries of one bot; the caller has the clock."""

    def __init__(self, within: float, backoff: Backoff | None = None) -> None:
        self.within = within
        self._backoff = backoff or Backoff()
        self._next = self._backoff.first
        self._until: float | None = None

    def lost(self, now: float, held: float, *, progress: bool) -> None:
        """A connection that held for so many seconds is gone.

        One that broke soon and led to nothing counts as a try that failed, or a message that breaks it every time
        would be sent for ever.
        """
        if self._until is None or progress or held > self._backoff.longest:
            self._next, self._until = self._backoff.first, now + self.within

    def wait(self, now: float) -> float | None:
        """Seconds until the next try; None if it is given up. The last try is when the time is up."""
        if self._until is None or now >= self._until:
            return None
        delay = self._next * (1 - self._backoff.draw() / 2)
        self._next = min(2 * self._next, self._backoff.longest)
        return min(delay, self._until - now)


def reconnect_within_of_environment() -> float:
    """The seconds in LAWSPEAKER_RECONNECT_WITHIN, 60 if it is not set. Raises ConnectionRefused for what is none."""
    text = os.environ.get(RECONNECT_VARIABLE, "")
    if not text:
        return RECONNECT_WITHIN
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not isfinite(seconds) or seconds < 0:
        raise ConnectionRefused(f"{RECONNECT_VARIABLE} is {text!r}; it must be a number of seconds, such as 60; "
                                "0 ends the bot with its connection")
    return seconds
