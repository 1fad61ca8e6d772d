"""The places of a web server: who may have a connection open, shared fairly by address.

A connection whose request has not come in full holds its place only as long as nobody else needs it. Where all places
have requests, an address that has fewer takes one from the address that has most.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from lawspeaker_referee.config.limits import Bucket

MOST_OPEN: Final = 128
"""Connections open at once."""
MOST_AN_ADDRESS: Final = 32
"""Such connections of one address."""
ADDRESS_RATE: Final = 50.0
"""Connections a second of one address that are served."""
ADDRESS_BURST: Final = 100
"""Such connections at once after a quiet time."""
MOST_ADDRESSES: Final = 4096
"""Addresses whose rates are remembered."""


@dataclass(eq=False, slots=True)
class ConnectionPlace:
    """The place of an open connection."""

    source: str
    """The address that limits count."""
    end: Callable[[], object]
    """Ends the connection at once."""
    arrived: bool = False
    """True once its request has come in full."""


class ConnectionPlaces:
    """The places, each with its address; not for several threads."""

    def __init__(self, most: int = MOST_OPEN, an_address: int = MOST_AN_ADDRESS) -> None:
        self._most, self._an_address = most, an_address
        self._taken: dict[ConnectionPlace, None] = {}
        """In the order in which they were taken."""

    def __len__(self) -> int:
        return len(self._taken)

    def take(self, source: str, end: Callable[[], object], *, shared: bool = False) -> ConnectionPlace | None:
        """Return a place for a connection from `source`; None if it must be refused.

        A place that another connection gives up for it is free at once, and its `end` is called. With `shared` the
        source is a proxy with many clients: only the limit of all connections holds.
        """
        if not self._room(source, shared=shared):
            return None
        place = ConnectionPlace(source, end)
        self._taken[place] = None
        return place

    def arrive(self, place: ConnectionPlace, source: str | None = None) -> bool:
        """Note that a request has come in full, from `source` behind a proxy; return False if it must be refused."""
        place.arrived = True
        if source is None or place not in self._taken:
            return True
        if self._of(source) >= self._an_address:
            return False
        place.source = source
        return True

    def free(self, place: ConnectionPlace) -> None:
        """Free a place; do nothing if it is free."""
        self._taken.pop(place, None)

    def _room(self, source: str, *, shared: bool) -> bool:
        """Make room for one more connection of a source; return False if there can be none."""
        own = self._of(source)
        if own >= self._an_address and not shared:
            return self._give_up(place for place in self._taken if place.source == source and not place.arrived)
        if len(self._taken) < self._most:
            return True
        waiting = Counter(place.source for place in self._taken if not place.arrived)
        if waiting:
            largest = max(waiting, key=waiting.__getitem__)
            return self._give_up(place for place in self._taken if place.source == largest and not place.arrived)
        largest, count = Counter(place.source for place in self._taken).most_common(1)[0]
        return count > own + 1 and self._give_up(place for place in self._taken if place.source == largest)

    def _of(self, source: str) -> int:
        return sum(place.source == source for place in self._taken)

    def _give_up(self, places: Iterable[ConnectionPlace]) -> bool:
        """End the connection of the first of these places; return False if there is none."""
        place = next(iter(places), None)
        if place is None:
            return False
        self.free(place)
        place.end()
        return True


class AddressRates:
    """How fast each address connects; seconds are those of the caller's clock."""

    def __init__(self, rate: float = ADDRESS_RATE, burst: int = ADDRESS_BURST, most: int = MOST_ADDRESSES) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._buckets = OrderedDict[str, Bucket]()

    def spare(self, source: str, now: float) -> bool:
        """Count a connection; return False if it comes too fast. The address that was quiet longest is forgotten."""
        bucket = self._buckets.get(source) or Bucket(self._rate, self._burst, now)
        self._buckets[source] = bucket
        self._buckets.move_to_end(source)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket.spare(now)
