"""Chance that can be checked: a keyed counter for every stream, so that no draw depends on any other stream."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from hashlib import blake2b
from typing import Final

from lawspeaker_engine.model import Chance, Picks

__all__ = ["Dice", "commitment", "match_seed", "numbered_secret"]

_WORD: Final = 8
_WORDS: Final = 1 << 8 * _WORD
SECRET_BITS: Final = 256
"""The bits of an organiser's secret, and so of the largest number that stands for one."""
MOST_WEIGHT: Final = 1 << 62
"""The largest sum of weights: a word is seldom rejected, and never for ever."""


class Dice:
    """Draws indices by BLAKE2b keyed with a match's secret seed over (stream, counter).

    What a stream yields depends only on the seed, the stream's name and how much was drawn from that stream before:
    nothing a bot does on one stream moves another.
    """

    __slots__ = ("_counters", "_keyed", "_seed")

    def __init__(self, seed: bytes) -> None:
        if not 16 <= len(seed) <= 64:
            raise ValueError(f"a seed has 16 to 64 bytes, not {len(seed)}")
        self._seed = seed
        self._keyed = blake2b(digest_size=_WORD, key=seed)
        """Copied for every word, which is quicker than passing the key each time."""
        self._counters: dict[str, int] = {}

    def __getstate__(self) -> tuple[bytes, dict[str, int]]:
        return self._seed, self._counters

    def __setstate__(self, state: tuple[bytes, dict[str, int]]) -> None:
        Dice.__init__(self, state[0])  # a hash can be neither pickled nor copied deeply
        self._counters = state[1]

    def answer(self, chance: Chance) -> Picks:
        """Return what chance takes of the options that it is asked for."""
        return self.draw(chance.stream, len(chance.options), chance.count, chance.weights)

    def draw(self, stream: str, n: int, count: int, weights: Sequence[int] = ()) -> Picks:
        """Return `count` distinct indices below `n`, every ordered choice equally likely, or each index as likely as
        its weight says. Raises ValueError for more than there are, and for weights that are none.
        """
        if not 0 <= count <= n:
            raise ValueError(f"cannot draw {count} of {n}")
        if weights:
            if len(weights) != n:
                raise ValueError(f"{n} options have {len(weights)} weights")
            return weighted_picks(weights, count, partial(self._below, stream))
        if count == 1:
            return (self._below(stream, n),)
        left = list(range(n))
        for i in range(count):
            j = i + self._below(stream, n - i)
            left[i], left[j] = left[j], left[i]
        return tuple(left[:count])

    def key(self, purpose: str) -> bytes:
        """Return a key of 32 bytes for draws that are no part of the match; it tells nothing of the streams."""
        return blake2b(purpose.encode(), digest_size=32, key=self._seed, person=b"lawspeaker.key").digest()

    def copy(self) -> Dice:
        """Return independent dice that will draw the same."""
        other = Dice(self._seed)
        other._counters = dict(self._counters)
        return other

    def _below(self, stream: str, n: int) -> int:
        """Return a number in 0..n-1 without modulo bias: words in the last, incomplete block of n are rejected."""
        if n == 1:
            return 0
        counters = self._counters
        while True:
            counter = counters.get(stream, 0)
            counters[stream] = counter + 1
            hashed = self._keyed.copy()
            hashed.update(counter.to_bytes(8, "big") + stream.encode())
            word = int.from_bytes(hashed.digest(), "big")
            if word <= _WORDS - n or word < _WORDS - _WORDS % n:  # the first is quicker, and nearly always true
                return word % n


def weighted_picks(weights: Sequence[int], count: int, below: Callable[[int], int]) -> Picks:
    """Return `count` distinct indices, each drawn by the weights of those that are left; `below(n)` returns a number
    from 0 to n - 1, each equally likely. Raises ValueError for a weight below 1, and for a sum beyond MOST_WEIGHT.
    """
    left, total = list(weights), sum(weights)
    if min(left) < 1 or total > MOST_WEIGHT:
        raise ValueError(f"weights are numbers from 1 with a sum of at most {MOST_WEIGHT}, not {tuple(weights)}")
    picks: list[int] = []
    for _ in range(count):
        at, index = below(total), 0
        while at >= left[index]:
            at -= left[index]
            index += 1
        picks.append(index)
        total -= left[index]
        left[index] = 0
    return tuple(picks)


def match_seed(secret: bytes, match_id: str) -> bytes:
    """Return the seed of one match, derived from an organiser's secret: 32 bytes."""
    return blake2b(match_id.encode(), digest_size=32, key=secret, person=b"lawspeaker.match").digest()


def numbered_secret(number: int) -> bytes:
    """Return the secret that a number stands for where somebody chooses dice by number: 32 bytes.

    Raises ValueError for a number below 0 or above 2**256 - 1.
    """
    if not 0 <= number < 1 << SECRET_BITS:
        raise ValueError(f"a seed is a number from 0 to 2**{SECRET_BITS} - 1, not {number}")
    return number.to_bytes(SECRET_BITS // 8, "big")


def commitment(seed: bytes) -> bytes:
    """Return the hash of a seed, 32 bytes: published before the game, it proves afterwards which seed was meant."""
    return blake2b(seed, digest_size=32, person=b"lawspeaker.seed").digest()
