"""Probabilities of OpenSpiel as exact weights."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Final

MOST_DENOMINATOR: Final = 1 << 16
NEAR: Final = 1e-12
"""How far a probability may be from its fraction."""


class NoFraction(ValueError):
    """Probabilities that are no fractions; says which."""


def weights_of(probabilities: Sequence[float]) -> tuple[int, ...]:
    """Return the smallest integers that stand in the same proportions; () if all probabilities are equal.

    Raises NoFraction for one that is no fraction with a denominator up to MOST_DENOMINATOR within NEAR, or that is not
    above 0, and for fractions whose sum is not 1.
    """
    fractions = [Fraction(each).limit_denominator(MOST_DENOMINATOR) for each in probabilities]
    for probability, fraction in zip(probabilities, fractions, strict=True):
        if fraction <= 0 or abs(Fraction(probability) - fraction) > NEAR:
            raise NoFraction(f"the probability {probability!r} is no fraction above 0 with a denominator up to "
                             f"{MOST_DENOMINATOR:,}")
    if sum(fractions) != 1:
        raise NoFraction(f"the probabilities {', '.join(map(str, fractions))} make {sum(fractions)}, not 1")
    if len(set(fractions)) == 1:
        return ()
    common = lcm(*(each.denominator for each in fractions))
    weights = [each.numerator * (common // each.denominator) for each in fractions]
    divisor = gcd(*weights)
    return tuple(each // divisor for each in weights)
