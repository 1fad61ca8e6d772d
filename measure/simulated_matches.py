"""Matches of bots whose strengths are known, drawn place by place from the model of Davidson and Luce."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from lawspeaker_referee.competition.results import PlayedMatch

Table = tuple[str, tuple[str, ...]]
"""A seed block, and bots by seat."""


def rotated(bots: Sequence[str], players: int, blocks: int, rng: np.random.Generator) -> list[Table]:
    """Each block has some of the bots, each of them once in each seat."""
    tables = []
    for block in range(blocks):
        drawn = [bots[i] for i in rng.permutation(len(bots))[:players]]
        tables += [(f"t/{block:05}", tuple(drawn[k:] + drawn[:k])) for k in range(players)]
    return tables


def permuted(bots: Sequence[str], blocks: int) -> list[Table]:
    """Each block has all bots in all orders."""
    return [(f"t/{block:05}", seats) for block in range(blocks) for seats in permutations(bots)]


def play(
    tables: Sequence[Table], strengths: Mapping[str, float], rng: np.random.Generator, *,
    seats: Sequence[float] = (), ties: Mapping[int, float] = {}, teams: tuple[int, ...] = (), luck: float = 0.0,
    alike: float = 0.0,
) -> list[PlayedMatch]:
    """One match a table; strengths, seat effects and tie parameters in nats.

    `luck` is what a seed gives a seat or takes from it, the same in all matches of a block; it makes bots differ less
    than their strengths say. `alike` is the share of blocks in which all matches have the same luck by seat; it changes
    nothing but how much they depend on one another.
    """
    numbers: dict[str, int] = {}
    deal = rng.normal(scale=luck, size=(len({block for block, _ in tables}), len(tables[0][1])))
    blocks = [numbers.setdefault(block, len(numbers)) for block, _ in tables]
    worth = np.array([[strengths[bot] for bot in bots] for _, bots in tables]) + deal[blocks]
    worth += np.array(seats) if len(seats) else 0.0
    sides = list(teams or range(worth.shape[1]))
    together = [[i for i, side in enumerate(sides) if side == own] for own in sorted(set(sides))]
    first = np.unique(blocks, return_index=True)[1][blocks]
    like = np.where((rng.random(len(numbers)) < alike)[blocks], first, np.arange(len(blocks))) if alike else None
    places = draw_places(np.stack([worth[:, members].mean(axis=1) for members in together], axis=1), ties, rng, like)
    ranks = places[:, [sorted(set(sides)).index(side) for side in sides]].tolist()
    return [PlayedMatch(f"{block}/{number:06}", block, 1, bots, tuple(own), (0,) * len(bots), teams, (0,) * len(bots),
                        "")
            for number, ((block, bots), own) in enumerate(zip(tables, ranks, strict=True))]


def draw_places(
    worth: NDArray[np.float64], ties: Mapping[int, float], rng: np.random.Generator,
    like: NDArray[np.intp] | None = None,
) -> NDArray[np.int64]:
    """Ranks, matches x competitors: who takes each place is the highest of all ways, each with Gumbel's noise.

    `like` is by match the one whose noise it shares.
    """
    matches, count = worth.shape
    ways = (np.arange(1, 2**count)[:, np.newaxis] >> np.arange(count) & 1).astype(bool)
    sizes = ways.sum(axis=1)
    bonus = np.array([0.0 if size == 1 else ties.get(size, -np.inf) for size in sizes.tolist()])
    appeal = worth @ (ways / sizes[:, np.newaxis]).T + bonus
    left = np.ones((matches, count), dtype=bool)
    ranks = np.zeros((matches, count), dtype=np.int64)
    while left.any():
        possible = ~(ways[np.newaxis] & ~left[:, np.newaxis]).any(axis=2)
        noise = rng.gumbel(size=appeal.shape)
        noisy = np.where(possible, appeal + (noise if like is None else noise[like]), -np.inf)
        taken = ways[noisy.argmax(axis=1)] & left
        ranks[taken] = (1 + (~left).sum(axis=1))[:, np.newaxis].repeat(count, axis=1)[taken]
        left &= ~taken
    return ranks
