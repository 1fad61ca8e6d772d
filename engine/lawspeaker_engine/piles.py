"""Amounts as piles: whoever names an amount takes any of the piles 1, 2, 4, ... and a rest."""

from __future__ import annotations


def pile_sizes(amount: int) -> list[int]:
    """Return the sizes of piles that add up to the amount, and any of which together make every smaller amount."""
    sizes: list[int] = []
    while amount > 0:
        size = min(1 << len(sizes), amount)
        sizes.append(size)
        amount -= size
    return sizes
