"""The pauses between tries to reconnect, and when to give up."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from random import SystemRandom

from lawspeaker_bot.errors import ConnectionRefused

RECONNECT_VARIABLE = "LAWSPEAKER_RECONNECT_WITHIN"
RECONNECT_WITHIN = 60.0
"""Seconds after which a lost connection is given up."""


@dataclass(frozen=True, slots=True)
class Backoff:
    """Seconds between tries: they double from `first` to `longest`; each is shortened by up to half at random."""

    first: float = 0.1
    longest: float = 5.0
    draw: Callable[[], float] = SystemRandom().random
    """Returns a float from 0 to 1. The default asks the operating system, so bots with the same seed spread out."""


class Patience:
    """Counts the tries of one bot; the caller supplies the time, in monotonic seconds."""

    def __init__(self, within: float, backoff: Backoff | None = None) -> None:
        self.within = within
        self._backoff = backoff or Backoff()
        self._next = self._backoff.first
        self._until: float | None = None

    def lost(self, now: float, held: float, *, progress: bool) -> None:
        """Note that a connection broke after `held` seconds.

        One that broke soon and without progress counts as a failed try. Otherwise a message that breaks every
        connection would be sent for ever.
        """
        if self._until is None or progress or held > self._backoff.longest:
            self._next, self._until = self._backoff.first, now + self.within

    def wait(self, now: float) -> float | None:
        """Return the seconds until the next try, or None to give up. The last try comes when the time is up."""
        if self._until is None or now >= self._until:
            return None
        delay = self._next * (1 - self._backoff.draw() / 2)
        self._next = min(2 * self._next, self._backoff.longest)
        return min(delay, self._until - now)


def reconnect_within_of_environment() -> float:
    """Return the seconds of LAWSPEAKER_RECONNECT_WITHIN, 60 if unset. Raises ConnectionRefused for a bad value."""
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
