"""The Bayesian bootstrap: fits with random weights for seed blocks show what else the matches might have said.

The matches of a block share their dice, so a block is weighted as a whole. The weights are exponential and scaled to
sum to the number of blocks (Rubin 1981). Unlike drawing blocks with replacement, no block ever has the weight 0, so no
bot is left without a match. The matches of the prior are weighted likewise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

import numpy as np
from scipy.special import ndtr, ndtri, stdtrit

from lawspeaker_referee.competition.ratings.choices import Choices, subsets
from lawspeaker_referee.competition.ratings.model import PRIOR, Floats, Weights, bend, block_scores, fit, prior_slope

_FAR: Final = 0.25
"""In nats, about 43 Elo: where one Newton step of a round moves a bot or seat further, the round is fitted in full."""
_LEAST: Final = 1e-4
"""Least weight of a match of the prior: with less, arithmetic loses the upper end of a bot that never lost."""
_AT_ONCE: Final = 4_000_000
"""Most numbers in an array; more rounds are done in parts."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Some numbers as the matches give them, and as each round of the bootstrap gives them."""

    at: Floats
    """Numbers x 1: of the fit."""
    draws: Floats
    """Numbers x rounds."""
    influence: Floats
    """Numbers x weighted observations: the derivative of each number by each weight."""

    def rows(self, rows: Sequence[int]) -> Sample:
        """Return some of the numbers."""
        some = list(rows)
        return Sample(self.at[some], self.draws[some], self.influence[some])

    def less(self, other: Sample) -> Sample:
        """Return the differences to `other`, which has as many numbers, or one for all."""
        return Sample(self.at - other.at, self.draws - other.draws, self.influence - other.influence)

    def mean(self) -> Sample:
        """Return the mean of the numbers as one number."""
        return Sample(*(part.mean(axis=0, keepdims=True) for part in (self.at, self.draws, self.influence)))

    def times(self, factor: float) -> Sample:
        """Return the numbers in another unit."""
        return Sample(self.at * factor, self.draws * factor, self.influence * factor)


def draw(choices: Choices, blocks: tuple[str, ...], rounds: int) -> tuple[Sample, Floats]:
    """Return all parameters with their bootstrap, and the information of the matches about them at the fit.

    The information (parameters x parameters) is without the prior. The names of the blocks seed the weights, so the
    same matches have the same draws.
    """
    plain = Weights.plain(choices)
    at = fit(choices, plain, np.zeros((choices.parameters, 1)))
    curve = bend(choices, at, plain)[0]
    scores = block_scores(choices, at)
    draws = np.empty((choices.parameters, rounds))
    done = 0
    for weights in _weights(choices, blocks, rounds):
        # One Newton step from the fit is exact enough for most rounds, and needs one solution for all of them.
        step = np.linalg.solve(curve, scores @ weights.blocks + prior_slope(at, weights))
        drawn = at + step
        _refit(choices, weights, at, step, drawn)
        draws[:, done:done + drawn.shape[1]] = drawn
        done += drawn.shape[1]
    chance = 1 / (1 + np.exp(-at[:, 0]))
    # Influence: by the implicit function theorem a weight w moves the maximum by H^-1 times the gradient of what it
    # weights. The prior's gradients are p(lose) of each match won against 0, and -p(win) of each match lost.
    of_prior = [np.diag(PRIOR * (1 - chance)), np.diag(-PRIOR * chance)]
    influence = np.linalg.solve(curve, np.concatenate([scores.toarray(), *of_prior], axis=1))
    return Sample(at, draws, influence), curve - np.diag(2 * PRIOR * chance * (1 - chance))


def _weights(choices: Choices, blocks: tuple[str, ...], rounds: int) -> Iterator[Weights]:
    """Yield the weights of some rounds at a time; they do not depend on how many rounds come at a time."""
    seed = int.from_bytes(blake2b("\0".join(blocks).encode(), digest_size=8).digest())
    of_blocks, of_prior = np.random.default_rng(seed).spawn(2)
    at_once = max(1, _AT_ONCE // len(blocks))
    for first in range(0, rounds, at_once):
        count = min(at_once, rounds - first)
        drawn = of_blocks.standard_exponential((count, len(blocks))).T
        # Twins share the weights of their prior, so that bots with the same history have the same draws.
        prior = of_prior.standard_exponential((count, 2, choices.parameters)).T[choices.twins]
        won, lost = PRIOR * np.maximum(prior, _LEAST).transpose(1, 0, 2)
        yield Weights(drawn * (len(blocks) / drawn.sum(axis=0)), won, lost)


def _refit(choices: Choices, weights: Weights, at: Floats, step: Floats, drawn: Floats) -> None:
    """Fit the rounds in full for which one Newton step from the fit is not enough."""
    far = np.flatnonzero(np.maximum(*(
        np.abs(part - part.sum(axis=0) / max(1, len(part))).max(axis=0, initial=0)  # all together, they go nowhere
        for part in (step[:choices.bots], step[choices.bots:choices.bots + choices.seats]))) > _FAR)
    largest = max(sets.count * max(subsets(sets.size, choices.ties).shape) for sets in choices.sets)
    at_once = max(1, _AT_ONCE // max(largest, choices.parameters**2))
    for first in range(0, len(far), at_once):
        some = far[first:first + at_once]
        drawn[:, some] = fit(choices, weights.take(some), np.repeat(at, len(some), axis=1))


def interval(sample: Sample, blocks: int, level: float) -> tuple[float, float]:
    """Return the BCa interval of one number (Efron 1987), widened for few blocks; infinite ends with a single block.

    The bias is how many draws lie below the number, the acceleration the skewness of its influence. The interval also
    covers the plain quantiles: a bot that seldom loses needs those below and the corrected ones above.
    """
    if blocks < 2:
        return -float("inf"), float("inf")
    at, draws, influence = float(sample.at[0, 0]), sample.draws[0], sample.influence[0]
    if not influence.any():
        return at, at
    below = (np.sum(draws < at) + np.sum(draws == at) / 2 + 0.5) / (len(draws) + 1)
    bias = ndtri(below)
    acceleration = (influence**3).sum() / (6 * (influence**2).sum() ** 1.5)
    plain = np.array([(1 - level) / 2, (1 + level) / 2])
    tail = bias + ndtri(plain)
    ends = np.quantile(draws, [plain, ndtr(bias + tail / (1 - acceleration * tail))])
    low, high = at + widening(blocks, level) * (np.array([ends.min(), ends.max()]) - at)
    return float(low), float(high)


def widening(blocks: int, level: float) -> float:
    """Return the factor by which the draws of so few blocks lie too close together.

    It makes the interval of a mean Student's with blocks - 1 degrees of freedom: the draws' variance is (n - 1) / (n +
    1) of the unbiased one, and the normal quantile is less than Student's.
    """
    tail = (1 + level) / 2
    return float(np.sqrt((blocks + 1) / (blocks - 1)) * stdtrit(blocks - 1, tail) / ndtri(tail))
