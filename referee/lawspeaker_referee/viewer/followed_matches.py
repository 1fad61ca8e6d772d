"""The running matches that are followed, and how their places are shared by those who ask for them.

A match takes one place however many watch it, and each address that watches bears an equal part of it. Where all places
are taken, an address that bears less gets one from the address that bears most, so nobody keeps the others out by
asking for many matches.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from lawspeaker_referee.viewer.live import LiveMatch

MOST_FOLLOWED: Final = 16
"""Matches that are followed at once."""
MOST_AN_ADDRESS: Final = 12
"""Such matches that one address may bear."""
KEPT_FOR: Final = 60.0
"""Seconds for which a match is followed that nobody asks for."""
REFUSED_FOR: Final = 10.0
"""Seconds until a match that could not be followed is tried again."""
_MOST_SOURCES: Final = 64


class TooManyFollowed(Exception):
    """As many matches are followed as may be; the text is one line for the spectator."""


@dataclass(slots=True)
class Followed:
    """A match that is followed, or a refusal that is remembered, so that a broken record is not always read again."""

    match: LiveMatch | None
    """None if it cannot be followed."""
    asked: float
    """When somebody asked last, in seconds."""
    why: str = ""
    """Why it cannot."""
    sources: dict[str, float] = field(default_factory=dict)
    """When each address that watches asked last; those that asked longest ago first."""

    @property
    def has_place(self) -> bool:
        """Return True if it counts; one that is over costs nothing any more and goes by itself."""
        return self.match is not None and not self.match.over

    def ask(self, source: str, now: float) -> None:
        """Note that an address asks."""
        self.asked = now
        self.sources.pop(source, None)
        self.sources[source] = now
        for name, when in list(self.sources.items()):
            if now - when <= KEPT_FOR and len(self.sources) <= _MOST_SOURCES:
                break
            del self.sources[name]


class FollowedMatches(dict[str, Followed]):
    """By match id; only one thread may change it at a time."""

    def __init__(self, most: int = MOST_FOLLOWED, an_address: int = MOST_AN_ADDRESS) -> None:
        super().__init__()
        self._most, self._an_address = most, an_address

    def drop_old(self, now: float) -> None:
        """Forget the matches that nobody has asked for lately."""
        for name, each in list(self.items()):
            if now - each.asked > (KEPT_FOR if each.match is not None else REFUSED_FOR):
                del self[name]

    def make_room(self, source: str) -> None:
        """Make room for one more match that an address asks for. Raises TooManyFollowed."""
        parts = self._parts()
        if parts[source] + 1 > self._an_address:
            raise TooManyFollowed(f"your address watches {self._an_address} matches now, as many as it may; try again "
                                  "in a minute")
        if sum(each.has_place for each in self.values()) < self._most:
            return
        largest, part = max(parts.items(), key=lambda item: item[1])
        if part <= parts[source] + 1:
            raise TooManyFollowed(f"{self._most} matches are watched now, as many as may be; try again in a minute")
        theirs = [name for name, each in self.items() if each.has_place and largest in each.sources]
        del self[min(theirs, key=lambda name: (len(self[name].sources), self[name].asked))]

    def _parts(self) -> Counter[str]:
        """Return how many places each address bears; one that several watch counts in part for each of them."""
        parts = Counter[str]()
        for each in self.values():
            for source in each.sources if each.has_place else ():
                parts[source] += 1 / len(each.sources)  # type: ignore[assignment] # the stubs know whole counts only
        return parts
