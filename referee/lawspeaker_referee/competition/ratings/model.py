"""The model of Davidson and Luce: who takes a place, alone or shared, by strength; and how it is fitted.

Of those who are left at a table, a subset C takes the next place with a probability in proportion to
exp(mean of the strengths in C + the tie parameter of its size). A strength is the bot's and its seat's; of a team, the
mean over its members. Every parameter has won half a match and lost half a match against 0: that is the prior. The
log-likelihood is concave, so there is one answer, and damped steps of Newton find it from anywhere.
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
"""Matches that each parameter has won against 0 before the first is played, and as many lost."""
_CLOSE: Final = 1e-16
"""The square of a step in standard errors, below which it was the last."""
_SHORT: Final = 0.02
"""After a step that is no longer the bend is kept: it hardly changes any more, and costs most of the time."""
_MOST_STEPS: Final = 500


@dataclass(frozen=True, slots=True)
class Weights:
    """How much the observations count, in several fits at once."""

    blocks: Floats
    """Blocks x fits."""
    won: Floats
    """Parameters x fits: prior matches won against 0."""
    lost: Floats

    @classmethod
    def plain(cls, choices: Choices) -> Weights:
        """Everything once, in one fit."""
        prior = np.full((choices.parameters, 1), PRIOR)
        return cls(np.ones((choices.chosen.shape[1], 1)), prior, prior)

    def take(self, fits: NDArray[np.intp]) -> Weights:
        """Those of some fits."""
        return Weights(self.blocks[:, fits], self.won[:, fits], self.lost[:, fits])


def probabilities(local: Floats, ways: csr_array) -> Floats:
    """Subsets x cases: who takes a place, from (competitors' strengths and tie parameters) x cases."""
    exponents = ways @ local
    shares: Floats = np.exp(exponents - exponents.max(axis=0))
    shares /= shares.sum(axis=0)
    return shares


@dataclass(frozen=True, slots=True)
class _Expectation:
    """What sets of one size lead to, at some point of the parameters."""

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
    """Parameters x blocks: the slope of each seed block's log-likelihood at one point (parameters x 1)."""
    scores = choices.chosen
    for expected in _expectations(choices, at):
        sets = expected.sets
        rows = np.arange(expected.mean.size + 1)
        spread = csr_array((expected.mean.ravel(), np.tile(np.arange(sets.count), len(expected.mean)), rows),
                           shape=(expected.mean.size, sets.count))
        scores = scores - (sets.design.T @ spread) @ sets.often
    return csr_array(scores)


def slope(choices: Choices, at: Floats, weights: Weights) -> Floats:
    """The gradient of the log-posterior, parameters x fits."""
    total: Floats = choices.chosen @ weights.blocks + prior_slope(at, weights)
    for expected in _expectations(choices, at):
        often = (expected.sets.often @ weights.blocks).ravel()
        total -= expected.sets.design.T @ (expected.mean * often).reshape(-1, at.shape[1])
    return total


def bend(choices: Choices, at: Floats, weights: Weights) -> Floats:
    """The negative Hessian of the log-posterior, fits x parameters x parameters."""
    count, fits = at.shape
    lower = np.zeros((count, count, fits))
    """Each pair of parameters, by the pair of local numbers i >= j that they come from."""
    for expected in _expectations(choices, at):
        sets, often = expected.sets, (expected.sets.often @ weights.blocks).ravel()
        for i, mean in enumerate(expected.mean):
            second = expected.ways[:, :i + 1].multiply(expected.ways[:, [i]]).T @ expected.chances
            covariance = (second - expected.mean[:i + 1] * mean) * often
            covariance[i] /= 2
            products = _products(sets, i, count) @ covariance.reshape(-1, fits)
            lower += products.reshape(count, count, fits)
    full = lower + lower.transpose(1, 0, 2)
    ghost = _ghost(at)
    full[np.arange(count), np.arange(count)] += (weights.won + weights.lost) * ghost * (1 - ghost)
    return np.ascontiguousarray(full.transpose(2, 0, 1))


def prior_slope(at: Floats, weights: Weights) -> Floats:
    """What the prior adds to the gradient."""
    added: Floats = weights.won - (weights.won + weights.lost) * _ghost(at)
    return added


def _ghost(at: Floats) -> Floats:
    """The chance against 0."""
    chance: Floats = 1 / (1 + np.exp(-at))
    return chance


def _products(sets: Sets, i: int, parameters: int) -> csr_array:
    """(Parameters * parameters) x rows of the local numbers up to `i`: each row times that of `i` in the same set."""
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
    """The parameters of the highest posterior, parameters x fits. Raises ArithmeticError if they are not found."""
    at = start.copy()
    bends = np.empty((at.shape[1], len(at), len(at)))
    left = far = np.arange(at.shape[1])
    for _ in range(_MOST_STEPS):
        if len(far):
            bends[far] = bend(choices, at[:, far], weights.take(far))
        up = slope(choices, at[:, left], weights.take(left))
        step = np.asarray(np.linalg.solve(bends[left], up.T[:, :, np.newaxis])[:, :, 0].T, dtype=np.float64)
        at[:, left] += step * _damping(choices, step)
        far = left[np.abs(step).max(axis=0) > _SHORT]
        left = left[(step * up).sum(axis=0) > _CLOSE]
        if not len(left):
            return at
    raise ArithmeticError(f"{len(left)} fits did not come to an end in {_MOST_STEPS} steps")


def _damping(choices: Choices, step: Floats) -> Floats:
    """How much of each step is taken: all of a short one.

    The third derivative of a log-sum of exponentials is at most the second times the spread of its exponents, so a
    step that is cut like this always gains (generalised self-concordance).
    """
    seat, tie = choices.bots, choices.bots + choices.seats
    tied = np.concatenate([np.zeros((1, step.shape[1])), step[tie:]])  # of a place that is taken alone
    spread = sum(np.ptp(part, axis=0) for part in (step[:seat], step[seat:tie], tied) if len(part))
    spread = np.maximum(spread, np.abs(step).max(axis=0))  # against the prior's 0
    share: Floats = np.log1p(spread) / np.maximum(spread, 1e-300)
    return share
