"""ConnectionPlaces of connections and rates of addresses: nobody has them all, and half a request keeps nobody out."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from lawspeaker_referee.web.places import AddressRates, ConnectionPlaces


class Room:
    """ConnectionPlaces, with the connections that were ended."""

    def __init__(self, most=8, an_address=4):
        self.places, self.ended, self.taken = ConnectionPlaces(most, an_address), [], []

    def take(self, source, *, arrived=False, shared=False):
        """Return the place of one more connection, or None."""
        place = self.places.take(source, lambda: self.ended.append(place), shared=shared)
        if place is not None:
            self.taken.append(place)
            if arrived:
                assert self.places.arrive(place)
        return place

    def counts(self):
        """Return the open connections by address."""
        return Counter(place.source for place in self.taken if place not in self.ended)


def test_half_requests_of_an_address_keep_neither_others_nor_itself_out():
    room = Room()
    for _ in range(100):
        assert room.take("flood")
    assert room.counts() == {"flood": 4}
    assert room.take("other", arrived=True) and room.take("flood", arrived=True)
    assert room.counts() == {"flood": 4, "other": 1}
    assert room.ended == room.taken[:97], "those that have waited longest go"


def test_half_requests_of_many_addresses_take_no_place_from_who_has_asked():
    room = Room()
    asking = [room.take(f"asks-{number}", arrived=True) for number in range(4)]
    for number in range(200):
        assert room.take(f"half-{number % 50}")
    assert not set(asking) & set(room.ended)
    assert room.take("new", arrived=True)
    assert len(room.places) == 8


def test_an_address_has_no_more_requests_at_once_than_its_limit():
    room = Room()
    assert all(room.take("one", arrived=True) for _ in range(4))
    assert room.take("one") is None
    assert room.ended == []
    room.places.free(room.taken[0])
    assert room.take("one")


def test_where_all_places_have_requests_the_address_with_most_gives_one_up():
    room = Room()
    for source in ("one", "two"):
        for _ in range(4):
            assert room.take(source, arrived=True)
    for _ in range(2):
        assert room.take("three", arrived=True)
    assert room.counts() == {"one": 3, "two": 3, "three": 2}
    assert room.take("three") is None, "it would have as many as they"
    assert room.take("four", arrived=True)


def test_clients_of_a_proxy_are_counted_by_their_own_addresses():
    room = Room(most=100, an_address=2)
    places = [room.take("proxy", shared=True) for _ in range(10)]
    found = [room.places.arrive(place, "one" if number < 5 else f"client-{number}")
             for number, place in enumerate(places)]
    assert found == [True, True, False, False, False, True, True, True, True, True]


@pytest.mark.parametrize("seed", range(20))
def test_whatever_comes_limits_hold_and_an_address_without_a_place_gets_one(seed):
    random, room = Random(seed), Room(most=12, an_address=5)
    for _ in range(300):
        source = random.choice("aaaaabbbc")
        before = room.counts()
        if random.random() < 0.2 and (open_ones := [each for each in room.taken if each not in room.ended]):
            place = random.choice(open_ones)
            room.places.free(place)
            room.taken.remove(place)
            continue
        got = room.take(source, arrived=random.random() < 0.6)
        counts = room.counts()
        assert sum(counts.values()) == len(room.places) <= 12
        assert max(counts.values(), default=0) <= 5
        assert got or before[source], "who has none is let in"


def test_an_address_that_connects_too_fast_waits_and_others_do_not():
    rates = AddressRates(rate=10.0, burst=3)
    assert [rates.spare("one", 0.0) for _ in range(5)] == [True, True, True, False, False]
    assert rates.spare("two", 0.0)
    assert not rates.spare("one", 0.05)
    assert rates.spare("one", 0.15)


def test_only_so_many_addresses_are_remembered():
    rates = AddressRates(rate=1e-9, burst=1, most=2)
    assert rates.spare("one", 0.0) and not rates.spare("one", 0.0)
    assert rates.spare("two", 0.0) and rates.spare("three", 0.0)
    assert rates.spare("one", 0.0), "it was forgotten"
    assert not rates.spare("three", 0.0)
