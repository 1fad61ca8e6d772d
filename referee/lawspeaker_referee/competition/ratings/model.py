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

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.sparse import csr_array
from threadpoolctl import threadpool_limits

from lawspeaker_referee.competition.ratings.choices import Choices, Sets, subsets
from lawspeaker_referee.competition.ratings.games import Floats

PRIOR: Final = 0.75
"""Matches that each parameter has won against a strength of 0 before the first match, and as many lost."""
_CLOSE: Final = 1e-16
"""The square of a step, in standard errors, below which the fit has converged."""
_SHORT: Final = 0.02
"""After a step no longer than this (in nats) the Hessian is kept: it hardly changes, and takes most of the time."""
_MOST_STEPS: Final = 500
_LINES: Final = 256
"""Rows and columns of a matrix that are mirrored at once."""
_AT_ONCE: Final = 50_000
"""Rows of a design that are multiplied together: each product costs time of its own, and many rows need much memory."""


@contextmanager
def one_thread() -> Iterator[None]:
    """Let BLAS use one thread: several wait for one another where cores are busy, and take twice as long or longer."""
    with threadpool_limits(1, "blas"):
        yield


def probabilities(local: Floats, ways: csr_array) -> Floats:
    """Return the probability of each subset (subsets x cases) from strengths and tie parameters (x cases)."""
    exponents = ways @ local
    shares: Floats = np.exp(exponents - exponents.max(axis=0))  # the highest is 0, so that nothing overflows
    shares /= shares.sum(axis=0)
    return shares


@dataclass(frozen=True, slots=True)
class Prior:
    """The knowledge of the parameters before the first match."""

    precision: float = 0.0
    """Bots: 1 / the variance of a normal distribution of strengths; 0 for matches against 0, which all others have."""

    def slope(self, at: Floats, bots: int) -> Floats:
        """Return what it adds to the gradient of the log-posterior."""
        # The matches against 0 are PRIOR won and PRIOR lost.
        found: Floats = PRIOR - 2 * PRIOR * _ghost(at)
        if self.precision:
            found[:bots] = -self.precision * at[:bots]
        return found

    def bend(self, at: Floats, bots: int) -> Floats:
        """Return what it adds to the diagonal of the negative Hessian."""
        chance = _ghost(at)
        found: Floats = 2 * PRIOR * chance * (1 - chance)  # as of any match of two
        if self.precision:
            found[:bots] = self.precision
        return found


MATCHES: Final = Prior()
"""The prior of ratings: each parameter has won PRIOR matches against 0 and lost as many."""


def log_likelihood(choices: Choices, at: Floats) -> float:
    """Return the logarithm of the likelihood, without the prior."""
    total = 0.0
    for sets in choices.sets:
        ways = subsets(sets.size, choices.ties)
        local = sets.design @ at
        exponents = ways @ local.reshape(ways.shape[1], sets.count)
        highest = exponents.max(axis=0)
        logarithms = highest + np.log(np.exp(exponents - highest).sum(axis=0))
        total += float(sets.all_taken @ local - sets.all_often @ logarithms)
    return total


@dataclass(frozen=True, slots=True)
class Expectation:
    """The expected choices from the sets of one size at one point of the parameters."""

    sets: Sets
    ways: csr_array
    chances: Floats
    """Subsets x sets."""
    mean: Floats
    """(Competitors and ties) x sets."""


def expectations(choices: Choices, at: Floats) -> Iterator[Expectation]:
    """Yield what is expected at a point, by size of the sets."""
    for sets in choices.sets:
        ways = subsets(sets.size, choices.ties)
        local = (sets.design @ at).reshape(ways.shape[1], sets.count)
        chances = probabilities(local, ways)
        yield Expectation(sets, ways, chances, ways.T @ chances)


def surprise(expected: Expectation) -> csr_array:
    """Return ((competitors and ties) * sets) x blocks: what was chosen less what was expected."""
    sets = expected.sets
    rows = np.arange(expected.mean.size + 1)
    spread = csr_array((expected.mean.ravel(), np.tile(np.arange(sets.count), len(expected.mean)), rows),
                       shape=(expected.mean.size, sets.count))
    return csr_array(sets.taken - spread @ sets.often)


def block_scores(choices: Choices, at: Floats) -> csr_array:
    """Return parameters x blocks: the gradient of each block's log-likelihood."""
    scores = csr_array((choices.parameters, choices.blocks))
    for expected in expectations(choices, at):
        scores = scores + expected.sets.design.T @ surprise(expected)
    return csr_array(scores)


def slope(choices: Choices, at: Floats, prior: Prior = MATCHES) -> Floats:
    """Return the gradient of the log-posterior: what was chosen less what was expected."""
    total = prior.slope(at, choices.bots)
    for expected in expectations(choices, at):
        sets = expected.sets
        total += sets.design.T @ (sets.all_taken - (expected.mean * sets.all_often).ravel())
    return total


def information(choices: Choices, at: Floats, designs: Iterable[csr_array] = (), count: int = 0) -> Floats:
    """Return the negative Hessian of the log-likelihood, without the prior: parameters x parameters.

    It is the covariance of what a set's choice adds, summed over the sets and carried to the parameters by the design.
    `designs` replaces the designs of the sets, so that the Hessian is that of `count` other parameters.
    """
    if not count:
        designs, count = (sets.design for sets in choices.sets), choices.parameters
    full = np.zeros((count, count))
    for expected, design in zip(expectations(choices, at), designs, strict=True):
        sets, many = expected.sets, len(expected.mean)
        rows_at_once = max(1, _AT_ONCE // sets.count)
        for first in range(0, many, rows_at_once):
            rows = range(first, min(first + rows_at_once, many))
            found = design[rows.start * sets.count:rows.stop * sets.count].T @ (
                _lower_half(expected, choices.ties, rows) @ design[:rows.stop * sets.count])
            found = found.tocoo()
            full[found.row, found.col] += found.data
    _add_transpose(full)
    return full


def _add_transpose(full: Floats) -> None:
    """Add its transpose to a square matrix in place, some rows and columns at once."""
    for start in range(0, len(full), _LINES):
        own = slice(start, start + _LINES)
        both = full[own, start:] + full[start:, own].T
        full[own, start:] = both
        full[start:, own] = both.T


def _lower_half(expected: Expectation, ties: tuple[int, ...], rows: range) -> csr_array:
    """Return (rows * sets) x (all up to the last of the rows * sets): the covariances of these competitors and ties
    with those before them, and half their variances.
    """
    sets, mean = expected.sets, expected.mean
    columns = np.arange(sets.count)[:, np.newaxis] + sets.count * np.arange(rows.stop)
    values, indices = [], []
    for i in rows:
        product = products_of_ways(sets.size, ties)[i]
        covariance = (product @ expected.chances - mean[:i + 1] * mean[i]) * sets.all_often
        covariance[i] /= 2  # the transpose is added later, and would count the diagonal twice
        values.append(covariance.T.ravel())
        indices.append(columns[:, :i + 1].ravel())
    widths = np.repeat(np.arange(rows.start, rows.stop) + 1, sets.count)
    return csr_array((np.concatenate(values), np.concatenate(indices), np.concatenate([[0], np.cumsum(widths)])),
                     shape=(len(rows) * sets.count, rows.stop * sets.count))


@cache
def products_of_ways(size: int, ties: tuple[int, ...]) -> tuple[csr_array, ...]:
    """Return for each competitor and size of tie (itself and those before it) x subsets: the product of their shares in
    each subset.
    """
    ways = subsets(size, ties)
    return tuple(csr_array(ways[:, :i + 1].multiply(ways[:, [i]]).T) for i in range(ways.shape[1]))


def bend(choices: Choices, at: Floats, prior: Prior = MATCHES) -> Floats:
    """Return the negative Hessian of the log-posterior."""
    full = information(choices, at)
    full[np.diag_indices_from(full)] += prior.bend(at, choices.bots)
    return full


def factor_of(full: Floats) -> tuple[Floats, bool]:
    """Return the upper Cholesky factor of a symmetric matrix in its place, for `cho_solve`; the rest is not set."""
    # Not checked for NaN, which took a third of the time. The transpose is the same matrix as LAPACK stores it.
    return cho_factor(full.T, overwrite_a=True, check_finite=False)  # type: ignore[no-any-return]


def _ghost(at: Floats) -> Floats:
    """Return the probability to win against a strength of 0."""
    chance: Floats = 1 / (1 + np.exp(-at))
    return chance


def fit(choices: Choices, start: Floats, prior: Prior = MATCHES) -> Floats:
    """Return the parameters of the highest posterior. Raises ArithmeticError without convergence."""
    at, factor = start.copy(), None
    for _ in range(_MOST_STEPS):
        if factor is None:
            factor = factor_of(bend(choices, at, prior))
        up = slope(choices, at, prior)
        step = np.asarray(cho_solve(factor, up, check_finite=False), dtype=np.float64)
        # A whole Newton step may overshoot by orders of magnitude where bots are far apart, since exponents are steep.
        at += step * _damping(choices, step)
        # The undamped step decides: a step that was only shortened by damping says that the maximum is still far.
        if np.abs(step).max() > _SHORT:
            factor = None
        # step @ gradient = step' H step is the Newton decrement: the step's square in standard errors.
        if step @ up <= _CLOSE:
            return at
    raise ArithmeticError(f"the fit did not come to an end in {_MOST_STEPS} steps")


def _damping(choices: Choices, step: Floats) -> float:
    """Return the share of a Newton step that is taken: log(1 + s) / s, where s bounds its spread of exponents.

    The third derivative of a log-sum of exponentials is at most its second times the spread of the exponents
    (generalised self-concordance, Sun and Tran-Dinh 2019). With this share every step raises the posterior, and short
    steps are whole.
    """
    seat, tie = choices.bots, choices.bots + choices.seats
    tied = np.concatenate([[0.0], step[tie:]])  # of a place that is taken alone
    # Bots, seats and ties are added up in an exponent, so the sum of their ranges bounds its change.
    spread = sum(np.ptp(part) for part in (step[:seat], step[seat:tie], tied) if len(part))
    spread = max(spread, np.abs(step).max())  # against the prior's 0
    return float(np.log1p(spread) / max(spread, 1e-300))
