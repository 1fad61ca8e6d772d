"""How likely each bot is truly better than each other one.

This needs a prior, because of many bots some seem better than others by luck. It is a normal distribution of the true
strengths, whose standard deviation is unknown as well (a hierarchical model): before the first match its logarithm is
normal around that of _TYPICAL. For each deviation of _DEVIATIONS the posterior is taken for normal around its highest
point (Laplace).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Final

import numpy as np
from scipy.linalg.lapack import dpotri
from scipy.special import stdtr

from lawspeaker_referee.competition.rating_values import NAT
from lawspeaker_referee.competition.ratings.games import Floats, Ints
from lawspeaker_referee.competition.ratings.intervals import StrengthEstimate
from lawspeaker_referee.competition.ratings.model import PRIOR, Prior, bend, factor_of, fit, log_likelihood

_DEVIATIONS: Final = np.geomspace(0.1, 5.0, 12)
"""In nats: 17 to 869 Elo, each 1.43 times the one before."""
_TYPICAL: Final = 150 / NAT
"""In nats: the deviation is as likely below 150 Elo as above."""
_SPREAD: Final = log(1.5)
"""The standard deviation of its logarithm: with 95 % it is between 68 and 332 Elo."""
_NEGLIGIBLE: Final = np.log(0.003)
"""The logarithm of the probability of a deviation, against that of the likeliest, below which it is left out."""


@dataclass(frozen=True, slots=True)
class Superiority:
    """The chances of all pairs."""

    chances: Floats
    """Bots x bots: the probability that the row's bot is truly better."""
    deviation: float
    """The mean of the standard deviation of true strengths, in nats."""


@dataclass(frozen=True, slots=True)
class _Posterior:
    """The strengths if their deviation were known."""

    at: Floats
    """The strengths, one for each parameter."""
    chances: Floats
    """By pair of bots, as `_pairs` has them: the probability that the first is truly better."""
    evidence: float
    """The logarithm of the deviation's probability, up to a constant."""


def superiority(estimate: StrengthEstimate, factor: float, freedom: float) -> Superiority:
    """Return the chances of all pairs; `factor` and `freedom` are the pooled dispersion and its degrees of freedom."""
    typical = np.std(estimate.at[:estimate.choices.bots])
    first = int(np.abs(np.log(_DEVIATIONS / max(typical, _DEVIATIONS[0]))).argmin())
    found = {first: _posterior(estimate, estimate.at, first, factor, freedom)}
    # With many bots few deviations are likely: those beyond one that is not are not tried.
    for step in (1, -1):
        number = first + step
        while 0 <= number < len(_DEVIATIONS):
            found[number] = _posterior(estimate, found[number - step].at, number, factor, freedom)
            if found[number].evidence < max(each.evidence for each in found.values()) + _NEGLIGIBLE:
                break
            number += step
    best = max(each.evidence for each in found.values())
    weights = {number: float(np.exp(each.evidence - best)) for number, each in sorted(found.items())}
    total = sum(weights.values())
    chances = np.asarray(sum(weight / total * found[number].chances for number, weight in weights.items()))
    return Superiority(_of_all(chances, estimate.choices.bots), sum(
        weight / total * float(_DEVIATIONS[number]) for number, weight in weights.items()))


def _posterior(estimate: StrengthEstimate, start: Floats, number: int, factor: float, freedom: float) -> _Posterior:
    """Return the posterior by the dispersed likelihood, which is the `factor`-th root of the model's."""
    choices, precision = estimate.choices, _DEVIATIONS[number] ** -2
    bots = choices.bots
    prior = Prior(factor * precision)
    at = fit(choices, start, prior)
    factored, _ = factor_of(bend(choices, at, prior) / factor)
    others = at[bots:]
    evidence = (log_likelihood(choices, at) + PRIOR * float((others - 2 * np.logaddexp(0, others)).sum())) / factor
    evidence += (bots * np.log(precision) - precision * float(at[:bots] @ at[:bots])) / 2
    evidence -= float(np.log(np.diag(factored)).sum())  # half the logarithm of the determinant
    evidence -= (log(_DEVIATIONS[number] / _TYPICAL) / _SPREAD) ** 2 / 2
    covariance, _ = dpotri(factored, overwrite_c=True)  # above the diagonal, as the factor
    return _Posterior(at, _chances(at[:bots], covariance[:bots, :bots], freedom), float(evidence))


def _chances(at: Floats, covariance: Floats, freedom: float) -> Floats:
    """Return the chances of all pairs, by the half of a covariance matrix above its diagonal."""
    own, (one, other) = np.diag(covariance), _pairs(len(at))
    errors = own[one] + own[other]
    errors -= 2 * covariance[one, other]
    np.sqrt(np.maximum(errors, 1e-12, out=errors), out=errors)
    found = at[one] - at[other]
    found /= errors
    return np.asarray(stdtr(freedom, found, out=found))


def _pairs(bots: int) -> tuple[Ints, Ints]:
    """Return the numbers of both bots of each pair, the lower ones first."""
    return np.triu_indices(bots, 1)


def _of_all(chances: Floats, bots: int) -> Floats:
    """Return bots x bots: the chances of pairs, and what is left of them for the other bot."""
    full = np.full((bots, bots), 0.5)
    one, other = _pairs(bots)
    full[one, other] = chances
    full[other, one] = 1 - chances
    return full
