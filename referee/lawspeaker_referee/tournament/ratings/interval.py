"""Intervals from the rounds of a bootstrap, right for skewed numbers and for few seed blocks."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtr, ndtri, stdtrit

from lawspeaker_referee.tournament.ratings.bootstrap import Sample


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
