"""The log-posterior along directions away from its maximum, which says how far a number may lie from its estimate."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csc_array, csr_array

from lawspeaker_referee.competition.ratings.games import Floats
from lawspeaker_referee.competition.ratings.model import PRIOR, Expectation

_MOST_STEPS: Final = 60
_CLOSE: Final = 1e-10
"""The share of its length by which the last step towards an end may still change it."""
_ROUNDED: Final = 1e-24
"""A variance below is 0: where all competitors of a set move alike, rounding alone leaves some of it or nothing."""
_FARTHEST: Final = 60.0
"""In nats, more than 10,000 Elo: no end lies farther away."""


@dataclass(frozen=True, slots=True)
class _Touched:
    """The sets of one size that some directions change: a case is a set and a direction that changes it."""

    direction: NDArray[np.intc]
    """By case."""
    sets: NDArray[np.intc]
    """By case: the number of the set."""
    often: NDArray[Any]
    """By case: how often it was chosen from."""
    by_block: csr_array
    """Sets x blocks: how often each was chosen from."""
    chances: Floats
    """Subsets x cases: at the maximum."""
    slopes: Floats
    """Subsets x cases: the change of each exponent for each step of 1 along the direction."""


def _touched(expected: Expectation, directions: csc_array) -> _Touched:
    sets, count = expected.sets, directions.shape[1]
    moved = (sets.design @ directions).tocoo()
    cases, case = np.unique(moved.row.astype(np.int64) % sets.count * count + moved.col, return_inverse=True)
    local = np.zeros((expected.ways.shape[1], len(cases)))
    local[moved.row // sets.count, case] = moved.data
    number, direction = np.divmod(cases, count)
    often = sets.all_often[number]
    return _Touched(direction.astype(np.intc), number.astype(np.intc), often, sets.often, expected.chances[:, number],
                    expected.ways @ local)


@dataclass(frozen=True, slots=True)
class Moments:
    """The moments of the gradients along directions, as the model expects them."""

    information: Floats
    """By direction: the negative second derivative of the log-posterior."""
    variance: csr_array
    """Blocks x directions: of the gradient of a block."""
    fourth: Floats
    """By direction: the sum of the fourth cumulants of the gradients."""


class Curves:
    """The log-posterior along some directions from the maximum `at`."""

    def __init__(self, expected: Iterable[Expectation], at: Floats, directions: csc_array) -> None:
        """`directions` are parameters x directions; few entries make this fast."""
        self._parts = [_touched(each, directions) for each in expected]
        self._count = directions.shape[1]
        entries = directions.tocoo()
        self._prior_direction, self._prior_share = entries.col, entries.data
        self._prior_at = at[entries.row]
        self._linear = -self._drop(np.zeros(self._count))[1]  # the maximum has no slope

    def moments(self) -> Moments:
        """Return the moments of the gradients at the maximum."""
        chance = 1 / (1 + np.exp(-self._prior_at))
        information = self._sum(self._prior_direction, 2 * PRIOR * chance * (1 - chance) * self._prior_share**2)
        fourth = np.zeros(self._count)
        variance = csr_array((self._parts[0].by_block.shape[1], self._count))
        for part in self._parts:
            off = part.slopes - (part.chances * part.slopes).sum(axis=0)
            second = (part.chances * off**2).sum(axis=0)
            second[second < _ROUNDED] = 0.0  # or where a fit begins decided how many blocks tell of a direction
            information += self._sum(part.direction, part.often * second)
            fourth += self._sum(part.direction, part.often * ((part.chances * off**4).sum(axis=0) - 3 * second**2))
            by_set = csr_array((second, (part.sets, part.direction)), shape=(part.by_block.shape[0], self._count))
            variance = variance + part.by_block.T @ by_set
        return Moments(information, csr_array(variance), fourth)

    def end(self, drop: Floats, first: Floats) -> Floats:
        """Return how far along each direction the log-posterior has fallen by `drop`; `first` are guesses.

        Negative guesses find the end on the other side.
        """
        at = first.copy()
        for _ in range(_MOST_STEPS):
            fallen, slope = self._drop(at)
            # The log-posterior is concave, so that Newton's steps come from outside and never pass the end twice.
            slope += self._linear
            step = (drop - fallen - self._linear * at) / np.where(slope == 0, 1, slope)  # 0 for a fixed number
            at = np.clip(at + step, -_FARTHEST, _FARTHEST)
            if (np.abs(step) <= _CLOSE * np.abs(at)).all():
                break
        return at

    def _drop(self, at: Floats) -> tuple[Floats, Floats]:
        """Return by direction the fall of the log-posterior without its linear part, and its derivative."""
        shift = at[self._prior_direction] * self._prior_share + self._prior_at
        fallen = self._sum(self._prior_direction,
                           2 * PRIOR * (np.logaddexp(0, shift) - np.logaddexp(0, self._prior_at)))
        slope = self._sum(self._prior_direction, 2 * PRIOR * self._prior_share / (1 + np.exp(-shift)))
        for part in self._parts:
            moved = part.slopes * at[part.direction]
            weights = part.chances * np.exp(moved)
            total = weights.sum(axis=0)
            fallen += self._sum(part.direction, part.often * np.log(total))
            slope += self._sum(part.direction, part.often * (weights * part.slopes).sum(axis=0) / total)
        return fallen, slope

    def _sum(self, direction: NDArray[np.intc], values: Floats) -> Floats:
        """Return the sums of the values by direction."""
        return np.bincount(direction, values, self._count).astype(np.float64)
