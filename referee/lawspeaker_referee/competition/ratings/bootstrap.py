"""What else the matches might have said: every seed block, and each match of the prior, is weighted anew.

The matches of a block share their luck, so a block counts whole. Weights are those of the Bayesian bootstrap
(exponential, with the number of blocks as their sum): no block ever falls out, so nobody is left without a match.
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
"""In nats, about 43 Elo. Where a round moves a bot or a seat further than that in one step, it is fitted in full."""
_LEAST: Final = 1e-4
"""Least weight of a match of the prior, so that arithmetic finds the upper end of who never lost."""
_AT_ONCE: Final = 4_000_000
"""Numbers that an array may have."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Some numbers, as they are and as they came out in each round."""

    at: Floats
    """Numbers x 1."""
    draws: Floats
    """Numbers x rounds."""
    influence: Floats
    """Numbers x what is weighted anew: how each of the observations moves the number."""

    def rows(self, rows: Sequence[int]) -> Sample:
        """Some of the numbers."""
        some = list(rows)
        return Sample(self.at[some], self.draws[some], self.influence[some])

    def less(self, other: Sample) -> Sample:
        """The differences, each number by itself or all to one."""
        return Sample(self.at - other.at, self.draws - other.draws, self.influence - other.influence)

    def mean(self) -> Sample:
        """One number."""
        return Sample(*(part.mean(axis=0, keepdims=True) for part in (self.at, self.draws, self.influence)))

    def times(self, factor: float) -> Sample:
        """In another unit."""
        return Sample(self.at * factor, self.draws * factor, self.influence * factor)


def draw(choices: Choices, blocks: tuple[str, ...], rounds: int) -> tuple[Sample, Floats]:
    """All parameters, and what the matches say about them at the fit (parameters x parameters, without the prior).

    The blocks' names are the seed of the weights.
    """
    plain = Weights.plain(choices)
    at = fit(choices, plain, np.zeros((choices.parameters, 1)))
    curve = bend(choices, at, plain)[0]
    scores = block_scores(choices, at)
    draws = np.empty((choices.parameters, rounds))
    done = 0
    for weights in _weights(choices, blocks, rounds):
        step = np.linalg.solve(curve, scores @ weights.blocks + prior_slope(at, weights))
        drawn = at + step
        _refit(choices, weights, at, step, drawn)
        draws[:, done:done + drawn.shape[1]] = drawn
        done += drawn.shape[1]
    chance = 1 / (1 + np.exp(-at[:, 0]))
    of_prior = [np.diag(PRIOR * (1 - chance)), np.diag(-PRIOR * chance)]
    influence = np.linalg.solve(curve, np.concatenate([scores.toarray(), *of_prior], axis=1))
    return Sample(at, draws, influence), curve - np.diag(2 * PRIOR * chance * (1 - chance))


def _weights(choices: Choices, blocks: tuple[str, ...], rounds: int) -> Iterator[Weights]:
    """Weights for some rounds at a time; how many makes no difference to them."""
    seed = int.from_bytes(blake2b("\0".join(blocks).encode(), digest_size=8).digest())
    of_blocks, of_prior = np.random.default_rng(seed).spawn(2)
    at_once = max(1, _AT_ONCE // len(blocks))
    for first in range(0, rounds, at_once):
        count = min(at_once, rounds - first)
        drawn = of_blocks.standard_exponential((count, len(blocks))).T
        prior = of_prior.standard_exponential((count, 2, choices.parameters)).T[choices.twins]
        won, lost = PRIOR * np.maximum(prior, _LEAST).transpose(1, 0, 2)
        yield Weights(drawn * (len(blocks) / drawn.sum(axis=0)), won, lost)


def _refit(choices: Choices, weights: Weights, at: Floats, step: Floats, drawn: Floats) -> None:
    """Rounds for which one step from the fit is not enough."""
    far = np.flatnonzero(np.maximum(*(
        np.abs(part - part.sum(axis=0) / max(1, len(part))).max(axis=0, initial=0)  # all together, they go nowhere
        for part in (step[:choices.bots], step[choices.bots:choices.bots + choices.seats]))) > _FAR)
    largest = max(sets.count * max(subsets(sets.size, choices.ties).shape) for sets in choices.sets)
    at_once = max(1, _AT_ONCE // max(largest, choices.parameters**2))
    for first in range(0, len(far), at_once):
        some = far[first:first + at_once]
        drawn[:, some] = fit(choices, weights.take(some), np.repeat(at, len(some), axis=1))


def interval(sample: Sample, blocks: int, level: float) -> tuple[float, float]:
    """Of one number that so many blocks tell of; from minus infinity to infinity if it is one, which tells no spread.

    Each end is the outer one of two quantiles of the draws: the plain one, and Efron's, which is corrected for bias and
    acceleration (BCa). A bot that seldom loses needs the one below and the other above.
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
    """By how much the draws of so few blocks lie too close together: the interval of a mean becomes Student's."""
    tail = (1 + level) / 2
    return float(np.sqrt((blocks + 1) / (blocks - 1)) * stdtrit(blocks - 1, tail) / ndtri(tail))
