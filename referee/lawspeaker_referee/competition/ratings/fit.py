"""A test whether strengths on one line explain who beats whom.

The wider model gives each pair of bots a parameter of its own: a competitor is stronger by the mean of its advantages
over all who are left at the table. The test is the score test of these parameters (Rao 1948) in the form of Neyman's
C(alpha), so that the prior of the ratings does not count as misfit. At tables of two, a pair's score is its points
less those that the ratings expect, and the statistic is Pearson's chi-square with seats and ties as fitted.

The statistic is divided by the dispersion of seed blocks around each pair's own mean, so that a pair that differs from
its expectation does not make the dispersion larger. The dispersion is an estimate, so the p-value is that of the
F distribution; with many blocks this is chi-square's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csc_array, csr_array, eye_array, hstack
from scipy.special import fdtrc

from lawspeaker_referee.competition.ratings.choices import Choices, Sets, distinct, small
from lawspeaker_referee.competition.ratings.curves import Curves
from lawspeaker_referee.competition.ratings.games import Floats, Ints
from lawspeaker_referee.competition.ratings.intervals import StrengthEstimate, pooled
from lawspeaker_referee.competition.ratings.model import information, one_thread, surprise
from lawspeaker_referee.competition.ratings.rating import Ratings

MOST_PAIRS: Final = 1_225
"""Pairs that are tested, those of 50 bots that all met; the time grows with the cube."""
LEAST_EXPECTED: Final = 1.0
"""Pairs of which one bot is expected to win fewer matches are left out, because they tell nothing."""
ENOUGH_EXPECTED: Final = 5.0
"""If more than a fifth of the pairs are expected to have fewer, the p-value is rough (Cochran 1954)."""
MOST_NAMED: Final = 5
"""Pairs and triples that are named."""
_NOTHING: Final = 1e-8
"""Variances below this share of that of a pair's score are 0."""
_SINGULAR: Final = 1e-10
"""Eigenvalues of the model's information below this share of the largest are 0."""
_DIGITS: Final = 6


@dataclass(frozen=True, slots=True)
class OddPair:
    """Two bots whose results differ from what the ratings expect."""

    bot: str
    """The one that did better than expected."""
    other: str
    errors: float
    """By how many standard errors."""


@dataclass(frozen=True, slots=True)
class FitTest:
    """The test of fit."""

    untested: str
    """Why there is no test; empty if there is one."""
    met: int
    """Pairs of bots that met."""
    pairs: int = 0
    """Those of them that were tested."""
    statistic: float = 0.0
    """Chi-square, divided by the dispersion."""
    freedom: int = 0
    """Its degrees of freedom."""
    dispersion: float = 1.0
    """How much seed blocks differ around each pair's mean, as a multiple of what independent matches would."""
    p_value: float = 1.0
    """The chance of so large a statistic if ratings explained all results."""
    rough: bool = False
    """True if counts are small, so that the p-value is inaccurate."""
    odd: tuple[OddPair, ...] = ()
    """The pairs that differ most, at most MOST_NAMED, the most different first."""


@dataclass(frozen=True, slots=True)
class _Pairs:
    """The pairs that are tested, as parameters that are added to those of the model."""

    numbers: Ints
    """Pairs x 2: the bots, the lesser number first."""
    designs: tuple[csr_array, ...]
    """By size of the sets, with the rows of `Sets.design`: rows x pairs."""

    def of(self, kept: NDArray[np.intp]) -> _Pairs:
        """Return some of the pairs."""
        return _Pairs(self.numbers[kept],
                      tuple(csr_array(design[:, kept]) for design in self.designs))


def fit_test(ratings: Ratings) -> FitTest:
    """Return the test of the ratings' fit, or why there is none."""
    estimate = ratings.estimate
    pairs = _pairs_of(estimate.choices)
    met = len(pairs.numbers)
    if estimate.choices.bots < 3:
        return FitTest("the results of two bots always fit", met)
    if estimate.choices.blocks < 2:
        return FitTest("matches of a single seed do not tell luck from strength", met)
    fewer = _expected(estimate, pairs)
    kept = np.flatnonzero(fewer >= LEAST_EXPECTED)
    often = sum(np.asarray((design != 0).T @ _often(sets)).ravel()
                for design, sets in zip(pairs.designs, estimate.choices.sets, strict=True))
    kept = np.sort(kept[np.argsort(-np.asarray(often)[kept], kind="stable")[:MOST_PAIRS]])
    if not len(kept):
        return FitTest("no two bots met often enough for both to be expected to win", met)
    pairs = pairs.of(kept)
    by_block = _block_scores(estimate, pairs)
    with one_thread():
        scores, variance = _adjusted(estimate, pairs, by_block)
        statistic, freedom = _chi_square(scores, variance)
    if not freedom:
        return FitTest("there are too few pairs for any results not to fit", met)
    factor, certainty = _dispersion(estimate, pairs, by_block)
    return FitTest(
        "", met, len(kept), round(statistic / factor, _DIGITS), freedom, round(factor, _DIGITS),
        float(fdtrc(freedom, certainty, max(statistic, 0.0) / factor / freedom)),
        bool((fewer[kept] < ENOUGH_EXPECTED).mean() > 0.2),
        _odd(ratings, pairs, scores / np.sqrt(np.maximum(factor * np.diag(variance), _NOTHING))))


def _pairs_of(choices: Choices) -> _Pairs:
    """Return all pairs that met as opponents, in the order in which the sets have them."""
    found = [_opponents(choices, sets) for sets in choices.sets]
    every = np.concatenate([pairs for pairs, _, _ in found])
    first, numbers = distinct(every)
    numbers = np.argsort(np.argsort(first))[numbers]
    parts = np.split(numbers, np.cumsum([len(pairs) for pairs, _, _ in found])[:-1])
    return _Pairs(every[np.sort(first)], tuple(
        small(coo_array((np.concatenate([shares, -shares]), (rows.T.ravel(), np.tile(part, 2))),
                        shape=(sets.design.shape[0], len(first))).tocsr())
        for sets, (_, rows, shares), part in zip(choices.sets, found, parts, strict=True)))


def _opponents(choices: Choices, sets: Sets) -> tuple[Ints, Ints, Floats]:
    """Return for the opponents in all sets of a size: opponents x 2 the bots, the lesser number first; opponents x 2
    their rows of the design; and their share of the pair's parameter.
    """
    bots = choices.competitors[sets.members]
    many = (bots >= 0).sum(axis=2)
    pairs, rows, shares = [], [], []
    for i, j in combinations(range(sets.size), 2):
        for nth, other in product(range(bots.shape[2]), repeat=2):
            both = np.stack([bots[:, i, nth], bots[:, j, other]], axis=1)
            order = np.argsort(both, axis=1)
            pairs.append(np.take_along_axis(both, order, axis=1))
            rows.append(np.array([i, j])[order] * sets.count + np.arange(sets.count)[:, np.newaxis])
            shares.append(1 / (sets.size * many[:, i] * many[:, j]))
    every, rows_of, share = (np.stack(each, axis=1) for each in (pairs, rows, shares))
    some = (every[..., 0] >= 0) & (every[..., 0] != every[..., 1])
    return every[some], rows_of[some].astype(np.intc), share[some]


def _often(sets: Sets) -> Floats:
    """Return by row of the design how often its set was chosen from."""
    return np.tile(sets.all_often.astype(np.float64), sets.design.shape[0] // sets.count)  # sums need the room


def _expected(estimate: StrengthEstimate, pairs: _Pairs) -> Floats:
    """Return by pair how often the weaker of the two is expected to take a place before the other one."""
    sides = np.zeros((2, len(pairs.numbers)))
    for expected, design in zip(estimate.expected(), pairs.designs, strict=True):
        chosen = expected.mean.ravel() * _often(expected.sets)
        sides[0] += (design > 0).T @ chosen
        sides[1] += (design < 0).T @ chosen
    # Equals that met twice are expected to win once; rounding must not decide whether that is LEAST_EXPECTED.
    return np.asarray(sides.min(axis=0), dtype=np.float64).round(_DIGITS)


def _adjusted(estimate: StrengthEstimate, pairs: _Pairs, by_block: csr_array) -> tuple[Floats, Floats]:
    """Return the pairs' scores without what the model's own parameters explain, and their covariance by the model.

    Both are in standard errors of the scores before that.
    """
    choices, own = estimate.choices, estimate.choices.parameters
    left = np.asarray(estimate.scores().sum(axis=1)).ravel()  # the slope of the prior
    both = information(choices, estimate.at, (
        csr_array(hstack([sets.design, design])) for sets, design in zip(choices.sets, pairs.designs, strict=True)),
        own + len(pairs.numbers))
    explained = both[own:, :own] @ np.linalg.pinv(both[:own, :own], rcond=_SINGULAR, hermitian=True)
    scores = np.asarray(by_block.sum(axis=1)).ravel() - explained @ left
    errors = np.sqrt(np.diag(both)[own:])
    return scores / errors, (both[own:, own:] - explained @ both[:own, own:]) / np.outer(errors, errors)


def _block_scores(estimate: StrengthEstimate, pairs: _Pairs) -> csr_array:
    """Return pairs x blocks: the scores before they are adjusted."""
    return csr_array(sum(csr_array(design.T @ surprise(expected))
                         for expected, design in zip(estimate.expected(), pairs.designs, strict=True)))


def _chi_square(scores: Floats, variance: Floats) -> tuple[float, int]:
    """Return the statistic and the rank of the covariance, which is its degrees of freedom."""
    values, vectors = np.linalg.eigh(variance)
    kept = values > _NOTHING
    along = scores @ vectors[:, kept]
    return float((along**2 / values[kept]).sum()), int(kept.sum())


def _dispersion(estimate: StrengthEstimate, pairs: _Pairs, by_block: csr_array) -> tuple[float, float]:
    """Return the dispersion of the blocks around each pair's mean, and its degrees of freedom."""
    count = len(pairs.numbers)
    moments = Curves((replace(expected, sets=replace(expected.sets, design=design))
                      for expected, design in zip(estimate.expected(), pairs.designs, strict=True)),
                     np.zeros(count), csc_array(eye_array(count))).moments()
    total = np.asarray(moments.variance.sum(axis=0)).ravel()
    square = np.asarray(moments.variance.power(2).sum(axis=0)).ravel()
    scores = by_block.T
    mean = moments.variance.multiply(np.asarray(scores.sum(axis=0)).ravel() / total)
    left = 1 - square / total**2  # what the pair's own mean does not take
    some = left > _NOTHING
    if not some.any():
        return pooled(np.ones(1), np.zeros(1), 1.0)
    squares = np.asarray(csr_array(scores - mean).power(2).sum(axis=0)).ravel()[some]
    total, square, left = total[some], square[some], left[some]
    freedom = left * total**2 / (square + np.maximum(moments.fourth[some], -square) / 2)
    return pooled(squares / (total * left), freedom, moments.variance.nnz / estimate.choices.blocks)


def _odd(ratings: Ratings, pairs: _Pairs, errors: Floats) -> tuple[OddPair, ...]:
    names = {number: bot for bot, number in ratings.numbers.items()}
    found = []
    for (one, other), by in zip(pairs.numbers.tolist(), errors.round(_DIGITS).tolist(), strict=True):
        if by:  # 0 where nothing but the ratings connects two bots with the others
            better, worse = (one, other) if by > 0 else (other, one)
            found.append(OddPair(names[better], names[worse], abs(by)))
    return tuple(sorted(found, key=lambda pair: (-pair.errors, pair.bot, pair.other))[:MOST_NAMED])
