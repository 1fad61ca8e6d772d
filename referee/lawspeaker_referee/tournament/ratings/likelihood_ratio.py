"""How much more likely scores are under one mean than under another, whatever else their distribution is.

The generalised likelihood ratio: under each hypothesis the distribution is the likeliest of those that fulfil it.
All functions take counts, cases x values, and give one number a case.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_HALVINGS: Final = 48


def of_mean(values: Floats, counts: Floats, mean0: float, mean1: float) -> Floats:
    """Of a mean `mean1` against `mean0`; both must lie strictly between values that were counted."""
    tilts = [_tilt(values, counts, mean) for mean in (mean0, mean1)]
    logs = [np.log1p(tilt[:, np.newaxis] * (values - mean)) for tilt, mean in zip(tilts, (mean0, mean1), strict=True)]
    ratio: Floats = (counts * (logs[0] - logs[1])).sum(axis=1)
    return ratio


def _tilt(values: Floats, counts: Floats, mean: float) -> Floats:
    """The x for which the likeliest shares n_i / (n (1 + x (v_i - mean))) have this mean: found by halving.

    The slope falls all the way between the poles of the lowest and the highest value.
    """
    off = values - mean
    low = np.full(len(counts), -1 / off.max())
    high = np.full(len(counts), -1 / off.min())
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        above = (counts * off / (1 + middle[:, np.newaxis] * off)).sum(axis=1) > 0
        low, high = np.where(above, middle, low), np.where(above, high, middle)
    found: Floats = (low + high) / 2
    return found


def of_effect(values: Floats, counts: Floats, zero: float, effect0: float, effect1: float) -> Floats:
    """Of (mean - zero) / standard deviation = `effect1` against `effect0`, with scores taken as normal."""
    total = counts.sum(axis=1)
    mean = (counts * values).sum(axis=1) / total
    variance = (counts * (values - mean[:, np.newaxis]) ** 2).sum(axis=1) / total
    effect = (mean - zero) / np.sqrt(variance)
    ratio: Floats = total / 2 * np.log((1 + (effect - effect0) ** 2) / (1 + (effect - effect1) ** 2))
    return ratio
