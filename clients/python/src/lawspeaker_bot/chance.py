"""Random numbers that are the same in every SDK, so a bot plays alike in several languages."""

from __future__ import annotations

from random import Random

_WORD = (1 << 64) - 1


class Chance(Random):
    """A SplitMix64 generator seeded with the FNV-1a hash of a name; docs/protocol.md specifies both.

    All methods of `random.Random` work, but only `next`, `below` and `distinct` are the same in every language.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)

    def seed(self, a: object = "", version: int = 2) -> None:
        """Begin anew with a name."""
        # The base's own generator is not used, so it is not seeded again: that takes longer than all the rest.
        state = 0xCBF29CE484222325
        for byte in str(a).encode():
            state = (state ^ byte) * 0x100000001B3 & _WORD
        self._state = state
        self.gauss_next = None

    def next(self) -> int:
        """Return the next 64 bits as an integer from 0 to 2**64 - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        word = self._state
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _WORD
        return word ^ word >> 31

    def below(self, count: int) -> int:
        """Return an integer from 0 to count - 1, all equally likely. `count` must be at least 1."""
        least_left_over = (1 << 64) - (1 << 64) % count
        while (word := self.next()) >= least_left_over:
            pass
        return word % count

    def distinct(self, count: int, most: int) -> list[int]:
        """Return `most` distinct integers from 0 to count - 1 in random order. `most` must not exceed `count`."""
        pool = list(range(count))
        for place in range(most):
            other = place + self.below(count - place)
            pool[place], pool[other] = pool[other], pool[place]
        return pool[:most]

    def random(self) -> float:
        """Return a float from 0 to below 1."""
        return (self.next() >> 11) / (1 << 53)

    def getrandbits(self, k: int, /) -> int:
        """Return an integer of `k` random bits."""
        bits = 0
        for _ in range(0, k, 64):
            bits = bits << 64 | self.next()
        return bits >> -k % 64
