"""Intervals from the likelihood, widened or narrowed by how much seed blocks differ.

An interval holds the values of a number that the matches do not contradict: where the log-posterior has fallen by less
than a bound, while all other parameters follow along the direction that hides the change best (Wilks 1938). So it
is skewed where the number of losses is small, and it ends where that of a mean score would.

The matches of a block share their dice, so the likelihood does not know how much blocks differ. The dispersion does:
the mean square of the blocks' gradients, as a multiple of what the model expects (McCullagh 1983). Few blocks say
little about it; they share what all others say (Smyth 2004), and the bound is Student's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.sparse import csc_array, csr_array
from scipy.special import stdtrit

from lawspeaker_referee.competition.ratings.choices import Choices
from lawspeaker_referee.competition.ratings.curves import Curves, Moments
from lawspeaker_referee.competition.ratings.games import Floats
from lawspeaker_referee.competition.ratings.model import Expectation, bend, block_scores, expectations

_KEPT: Final = 0.25
"""Parameters that change by a smaller share of the largest change of a direction are left where they are."""
_OWN: Final = 10.0
"""Degrees of freedom with which the dispersion of all blocks enters that of a number."""
_MODEL: Final = 4.0
"""Degrees of freedom with which the model's dispersion of 1 enters that of all blocks."""
_MOST_LEVERAGE: Final = 0.9
_NOTHING: Final = 1e-30
"""Instead of 0 as a divisor."""
_AT_ONCE: Final = 500_000
"""Most numbers in an array; more directions are done in parts."""


@dataclass(frozen=True, slots=True)
class StrengthEstimate:
    """The fit and how well it is known."""

    choices: Choices
    at: Floats
    """By parameter, in nats."""
    covariance: Floats
    """Parameters x parameters: the inverse of the negative Hessian of the log-posterior."""

    # What grows with the matches is computed whenever it is needed: that takes little time, and keeping it much memory.

    def expected(self) -> Iterator[Expectation]:
        """Yield what is expected there, by size of the sets."""
        return expectations(self.choices, self.at)

    def scores(self) -> csr_array:
        """Return parameters x blocks: the gradient of each block's log-likelihood."""
        return block_scores(self.choices, self.at)

    def present(self) -> csr_array:
        """Return parameters x blocks: 1 where a parameter takes part in a block."""
        return self.choices.present()

    @classmethod
    def of(cls, choices: Choices, at: Floats) -> StrengthEstimate:
        """Return the estimate at the maximum `at` of the log-posterior."""
        covariance = np.asarray(np.linalg.inv(bend(choices, at)), dtype=np.float64)
        return cls(choices, at, covariance)


@dataclass(frozen=True, slots=True)
class Dispersion:
    """How much blocks differ, as multiples of what the model expects; all arrays are by number."""

    factor: Floats
    freedom: Floats
    """Degrees of freedom of Student's distribution."""
    pooled: float
    """The factor of all blocks together."""
    pooled_freedom: float

    def mean(self, one: int, other: int) -> tuple[Floats, Floats]:
        """Return the factor and the degrees of freedom for the difference of two numbers, as arrays of one."""
        return (self.factor[[one, other]].mean(keepdims=True), self.freedom[[one, other]].min(keepdims=True))


@dataclass(frozen=True, slots=True)
class _Directions:
    """The directions in which some numbers change most."""

    parts: tuple[tuple[slice, csc_array], ...]
    """(Some of the numbers, parameters x numbers): the direction that changes each number by 1."""
    variance: Floats
    """By number: its variance by the model."""

    @classmethod
    def of(cls, estimate: StrengthEstimate, contrasts: Floats) -> _Directions:
        moved = estimate.covariance @ contrasts
        variance = (contrasts * moved).sum(axis=0)
        full = moved / np.where(variance > 0, variance, 1)
        full[np.abs(full) < _KEPT * np.abs(full).max(axis=0)] = 0
        return cls(tuple((part, csc_array(full[:, part])) for part in _parts(estimate, full)), variance)


def _parts(estimate: StrengthEstimate, directions: Floats) -> Iterator[slice]:
    """Yield numbers that can be done at once."""
    touched = np.zeros(directions.shape[1])
    changed = csc_array(directions != 0).astype(np.float64)
    for expected in estimate.expected():
        met = abs(expected.sets.design) @ changed
        touched += np.bincount(met.tocoo().col, minlength=len(touched)) * expected.ways.shape[0]
    first = 0
    total = np.cumsum(touched)
    while first < len(touched):
        before = total[first - 1] if first else 0
        last = max(first + 1, int(np.searchsorted(total, before + _AT_ONCE, side="right")))
        yield slice(first, last)
        first = last


def dispersion(estimate: StrengthEstimate, contrasts: Floats, shared: float) -> Dispersion:
    """Return the dispersion of each number; contrasts are parameters x numbers.

    `shared` is how many parameters the blocks have determined for each that their number had to itself, see `shared`.
    """
    directions, count = _Directions.of(estimate, contrasts), contrasts.shape[1]
    found, freedom, spoken = np.ones(count), np.zeros(count), 0
    squares = _squares(estimate, directions)
    for part, some in directions.parts:
        moments = Curves(estimate.expected(), estimate.at, some).moments()
        found[part], freedom[part] = _of_numbers(moments, squares[part], shared)
        spoken += moments.variance.nnz
    freedom[directions.variance <= 0] = 0
    present = estimate.present()[np.flatnonzero(contrasts.any(axis=1))]
    factor, every = pooled(found, freedom, spoken / max(_differences(present), 1))
    return Dispersion((_OWN * factor + freedom * found) / (_OWN + freedom),
                      np.minimum(_OWN + freedom, every), factor, every)


def _squares(estimate: StrengthEstimate, directions: _Directions) -> Floats:
    """Return by number the sum over the blocks of their squared gradients along its direction."""
    scores = estimate.scores()
    return np.concatenate([np.asarray((scores.T @ some).power(2).sum(axis=0)).ravel() for _, some in directions.parts])


def _differences(present: csr_array) -> int:
    """Return how many differences between these parameters the blocks measure: n - 1 where n of them take part."""
    return int(present.nnz - np.count_nonzero(present.sum(axis=0)))


def pooled(found: Floats, freedom: Floats, spoken: float) -> tuple[float, float]:
    """Return the mean of dispersions with the model's 1, and its degrees of freedom.

    What a block tells enters several numbers (`spoken` on average), so its degrees of freedom are shared among them.
    """
    pool = freedom.sum() / max(1.0, spoken)
    mean = (freedom * found).sum() / max(freedom.sum(), _NOTHING)
    return float((_MODEL + pool * mean) / (_MODEL + pool)), float(_MODEL + pool)


def _of_numbers(moments: Moments, squares: Floats, shared: float) -> tuple[Floats, Floats]:
    """Return by number the dispersion of its blocks, and its degrees of freedom."""
    total = np.maximum(np.asarray(moments.variance.sum(axis=0)).ravel(), _NOTHING)
    square = np.asarray(moments.variance.power(2).sum(axis=0)).ravel()
    # The fit follows each block a little, so that what is left of it is smaller than what was there. If the prior
    # holds the fit back, `information` is more than `total`, and what is left depends less on all other blocks.
    followed = total / np.maximum(moments.information, _NOTHING)
    leverage = np.minimum(shared * square / total**2 * followed * (2 - followed), _MOST_LEVERAGE)
    # The squares of gradients vary as those of a normal distribution do, and more or less by their fourth cumulant.
    freedom = (1 - leverage) * total**2 / np.maximum(square + np.maximum(moments.fourth, -square) / 2, _NOTHING)
    return squares / (total * (1 - leverage)), freedom


def shared(estimate: StrengthEstimate) -> float:
    """Return how many times more the blocks follow the fit than each bot's own strength explains.

    It is 1 for two bots and 2 for many that meet in pairs, because a block then determines two strengths.
    """
    present = estimate.present()[:estimate.choices.bots]
    own = estimate.choices.bots / max(present.nnz, 1)
    return float(max(1.0, (estimate.choices.bots - 1) / max(_differences(present), 1) / own))


def ends(estimate: StrengthEstimate, contrasts: Floats, factor: Floats, freedom: Floats, level: float) -> Floats:
    """Return 2 x numbers: how far below and above its estimate each number may lie, in nats."""
    directions = _Directions.of(estimate, contrasts)
    reach = factor * stdtrit(freedom, (1 + level) / 2) ** 2 * directions.variance
    """The square of half an interval if the log-posterior were a parabola."""
    found = np.zeros((2, contrasts.shape[1]))
    for part, some in directions.parts:
        curves = Curves(estimate.expected(), estimate.at, some)
        # What is left where it is would have hidden some of the change; the variance counts it.
        drop = reach[part] * curves.moments().information / 2
        for side, sign in enumerate((-1, 1)):
            found[side, part] = curves.end(drop, sign * np.sqrt(reach[part]))
        del curves  # before those of the next part need memory
    return found
