"""Pearson's chi-square test of counts, for draws from generators whose seeds are fixed."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from math import sqrt

QUANTILE = 3.0902
"""Of the normal distribution: 0.1 % lie above it."""


def limit(freedom: int) -> float:
    """Return what 0.1 % of chi-square values with so many degrees of freedom exceed (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return freedom * (1 - spread + QUANTILE * sqrt(spread)) ** 3


def assert_in_proportion(counts: Mapping[Hashable, int], shares: Mapping[Hashable, float]) -> None:
    """Fail if counts are not in proportion to these shares, or if something was counted that has none."""
    assert set(counts) <= set(shares), set(counts) - set(shares)
    draws, total = sum(counts.values()), sum(shares.values())
    expected = {what: draws * share / total for what, share in shares.items()}
    assert min(expected.values()) >= 5, "too few draws for the test to mean anything"
    value = sum((counts.get(what, 0) - mean) ** 2 / mean for what, mean in expected.items())
    assert value < limit(len(expected) - 1), (value, dict(counts), expected)
