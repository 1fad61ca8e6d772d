"""The Davidson-Luce model of rankings with ties, and its fit.

Of the competitors that are left at a table, a subset C takes the next place with a probability proportional to

    exp(mean of the strengths in C + d_|C|),

where d_1 = 0 and d_2, d_3, ... are tie parameters (Davidson 1970 for pairs; Firth, Kosmidis and Turner 2019 for any
number). Without ties this is the Plackett-Luce model. A strength is a bot's plus its seat's; a team's is the mean over
its members.

As a prior each parameter has won PRIOR matches against a strength of 0 and lost as many. The log-posterior is strictly
concave, so there is one maximum, and damped Newton steps find it from anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from lawspeaker_referee.competition.ratings.choices import Choices, Sets, subsets

Floats = NDArray[np.float64]
PRIOR: Final = 1.0
"""Matches that each parameter has won against a strength of 0 before the first match, and as many lost."""
_CLOSE: Final = 1e-16
"""The square of a step, in standard errors, below which the fit has converged."""
_SHORT: Final = 0.02
"""After a step no longer than this (in nats) the Hessian is kept: it hardly changes, and takes most of the time."""
_MOST_STEPS: Final = 500


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the observations, in several fits at once."""

    blocks: Floats
    """Blocks x fits."""
    won: Floats
    """Parameters x fits: prior matches won against 0."""
    lost: Floats

    @classmethod
    def plain(cls, choices: Choices) -> Weights:
        """Return the weights of one fit in which everything counts once."""
        prior = np.full((choices.parameters, 1), PRIOR)
        return cls(np.ones((choices.chosen.shape[1], 1)), prior, prior)

    def take(self, fits: NDArray[np.intp]) -> Weights:
        """Return the weights of some of the fits."""
        return Weights(self.blocks[:, fits], self.won[:, fits], self.lost[:, fits])


def probabilities(local: Floats, ways: csr_array) -> Floats:
    """Return the probability of each subset (subsets x cases) from strengths and tie parameters (x cases)."""
    exponents = ways @ local
    shares: Floats = np.exp(exponents - exponents.max(axis=0))  # the highest is 0, so that nothing overflows
    shares /= shares.sum(axis=0)
    return shares


@dataclass(frozen=True, slots=True)
class _Expectation:
    """The expected choices from the sets of one size at one point of the parameters."""

    sets: Sets
    ways: csr_array
    chances: Floats
    """Subsets x (sets * fits)."""
    mean: Floats
    """(Competitors and ties) x (sets * fits)."""


def _expectations(choices: Choices, at: Floats) -> Iterator[_Expectation]:
    for sets in choices.sets:
        ways = subsets(sets.size, choices.ties)
        chances = probabilities((sets.design @ at).reshape(ways.shape[1], -1), ways)
        yield _Expectation(sets, ways, chances, ways.T @ chances)


def block_scores(choices: Choices, at: Floats) -> csr_array:
    """Return parameters x blocks: the gradient of each block's log-likelihood at a point (parameters x 1)."""
    scores = choices.chosen
    for expected in _expectations(choices, at):
        sets = expected.sets
        rows = np.arange(expected.mean.size + 1)
        spread = csr_array((expected.mean.ravel(), np.tile(np.arange(sets.count), len(expected.mean)), rows),
                           shape=(expected.mean.size, sets.count))
        scores = scores - (sets.design.T @ spread) @ sets.often
    return csr_array(scores)


def slope(choices: Choices, at: Floats, weights: Weights) -> Floats:
    """Return the gradient of the log-posterior, parameters x fits: what was chosen less what was expected."""
    total: Floats = choices.chosen @ weights.blocks + prior_slope(at, weights)
    for expected in _expectations(choices, at):
        often = (expected.sets.often @ weights.blocks).ravel()
        total -= expected.sets.design.T @ (expected.mean * often).reshape(-1, at.shape[1])
    return total


def bend(choices: Choices, at: Floats, weights: Weights) -> Floats:
    """Return the negative Hessian of the log-posterior, fits x parameters x parameters.

    It is the covariance of what a set's choice adds, summed over the sets and carried to the parameters by the design.
    """
    count, fits = at.shape
    lower = np.zeros((count, count, fits))
    """Each pair of parameters, by the pair of local numbers i >= j that they come from."""
    for expected in _expectations(choices, at):
        sets, often = expected.sets, (expected.sets.often @ weights.blocks).ravel()
        for i, mean in enumerate(expected.mean):
            second = expected.ways[:, :i + 1].multiply(expected.ways[:, [i]]).T @ expected.chances
            covariance = (second - expected.mean[:i + 1] * mean) * often
            covariance[i] /= 2  # the transpose is added below, and would count the diagonal twice
            products = _products(sets, i, count) @ covariance.reshape(-1, fits)
            lower += products.reshape(count, count, fits)
    full = lower + lower.transpose(1, 0, 2)
    # The prior's matches against 0 add w p (1 - p), as any match of two does.
    ghost = _ghost(at)
    full[np.arange(count), np.arange(count)] += (weights.won + weights.lost) * ghost * (1 - ghost)
    return np.ascontiguousarray(full.transpose(2, 0, 1))


def prior_slope(at: Floats, weights: Weights) -> Floats:
    """Return what the prior adds to the gradient."""
    added: Floats = weights.won - (weights.won + weights.lost) * _ghost(at)
    return added


def _ghost(at: Floats) -> Floats:
    """Return the probability to win against a strength of 0."""
    chance: Floats = 1 / (1 + np.exp(-at))
    return chance


def _products(sets: Sets, i: int, parameters: int) -> csr_array:
    """Return (parameters * parameters) x rows: each row of the design up to `i` times row `i` of the same set."""
    design = sets.design[:(i + 1) * sets.count]
    lengths = np.diff(design.indptr)
    partner = np.repeat(np.tile(np.arange(i * sets.count, len(lengths)), i + 1), lengths)
    """For each entry of the design: the row that it is multiplied with."""
    times = lengths[partner]
    entry = np.repeat(np.arange(design.nnz), times)
    other = np.arange(len(entry)) + np.repeat(design.indptr[partner] - np.cumsum(times) + times, times)
    rows = np.repeat(np.repeat(np.arange(len(lengths)), lengths), times)
    cells = design.indices[other].astype(np.int64) * parameters + design.indices[entry]
    return csr_array((design.data[entry] * design.data[other], (cells, rows)),
                     shape=(parameters * parameters, len(lengths)))


def fit(choices: Choices, weights: Weights, start: Floats) -> Floats:
    """Return the parameters of the highest posterior, parameters x fits. Raises ArithmeticError without convergence."""
    at = start.copy()
    bends = np.empty((at.shape[1], len(at), len(at)))
    left = far = np.arange(at.shape[1])
    # `left` are the fits that have not converged, `far` those of them whose Hessian is out of date.
    for _ in range(_MOST_STEPS):
        if len(far):
            bends[far] = bend(choices, at[:, far], weights.take(far))
        up = slope(choices, at[:, left], weights.take(left))
        step = np.asarray(np.linalg.solve(bends[left], up.T[:, :, np.newaxis])[:, :, 0].T, dtype=np.float64)
        at[:, left] += step * _damping(choices, step)
        far = left[np.abs(step).max(axis=0) > _SHORT]
        # step @ gradient = step' H step is the Newton decrement: the step's square in standard errors.
        left = left[(step * up).sum(axis=0) > _CLOSE]
        if not len(left):
            return at
    raise ArithmeticError(f"{len(left)} fits did not come to an end in {_MOST_STEPS} steps")


def _damping(choices: Choices, step: Floats) -> Floats:
    """Return the share of each Newton step that is taken: log(1 + s) / s, where s bounds its spread of exponents.

    The third derivative of a log-sum of exponentials is at most its second times the spread of the exponents
    (generalised self-concordance, Sun and Tran-Dinh 2019). With this share every step raises the posterior, and short
    steps are whole.
    """
    seat, tie = choices.bots, choices.bots + choices.seats
    tied = np.concatenate([np.zeros((1, step.shape[1])), step[tie:]])  # of a place that is taken alone
    spread = sum(np.ptp(part, axis=0) for part in (step[:seat], step[seat:tie], tied) if len(part))
    spread = np.maximum(spread, np.abs(step).max(axis=0))  # against the prior's 0
    share: Floats = np.log1p(spread) / np.maximum(spread, 1e-300)
    return share
