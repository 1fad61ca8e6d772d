"""How often a tournament with [stop] ends with the wrong verdict, in simulations of bots whose strengths are known.

The scores of many blocks are computed as a tournament computes them, from simulated matches. Then blocks are drawn from
these, with chances tilted a little so that their mean (or effect) is exactly that of a bound, because ties and luck
make bots differ less in scores than in strength.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import inf, log10, sqrt
from statistics import NormalDist
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from lawspeaker_referee.competition.rating_values import NAT
from lawspeaker_referee.competition.ratings.sequential import NORMALISED, BlockScore, SequentialTest, block_score
from measure.simulated_matches import Table, permuted, play, rotated

Floats = NDArray[np.float64]
NEW, OLD = "new", "old"
OTHERS: Final = {"x": 0.4, "y": -0.2, "z": 0.0, "w": -0.3}
"""Strengths of the other bots in nats; that of the older version is 0."""
SAMPLE: Final = 10_000
"""Blocks from which the blocks of all simulated tournaments are drawn."""
STEP: Final = 50
"""Blocks that are drawn at once."""
QUANTILE: Final = NormalDist().inv_cdf
MOST: Final = 3_000
"""Blocks after which a simulated tournament is given up as undecided."""


@dataclass(frozen=True, slots=True)
class BlockKind:
    """The meetings in a block."""

    name: str
    tables: Callable[[int, np.random.Generator], list[Table]]
    """So many blocks."""
    teams: tuple[int, ...] = ()
    ties: Mapping[int, float] = field(default_factory=dict)
    alike: float = 0.0
    """The share of seeds that decide: all matches of such a block have the same luck by seat."""


def _both(*others: str) -> Callable[[int, np.random.Generator], list[Table]]:
    return lambda blocks, random: rotated((NEW, OLD, *others), 2 + len(others), blocks, random)


def _each(*others: str) -> Callable[[int, np.random.Generator], list[Table]]:
    """Return blocks in which each version sits in each seat once, with the same others around it."""
    tables = [(version, *others) for version in (NEW, OLD)]
    turns = [seats[turn:] + seats[:turn] for seats in tables for turn in range(len(seats))]
    return lambda blocks, _: [(f"t/{block:05}", seats) for block in range(blocks) for seats in turns]


def _seats(*tables: tuple[str, ...]) -> Callable[[int, np.random.Generator], list[Table]]:
    return lambda blocks, _: [(f"t/{block:05}", seats) for block in range(blocks) for seats in tables]


def _pair(blocks: int, _: np.random.Generator) -> list[Table]:
    return permuted((NEW, OLD), blocks)


PAIRS: Final = (0, 1, 0, 1)
"""Two teams of two, by seat."""
KINDS: Final = (
    BlockKind("two players, ties", _pair, ties={2: -0.5}),
    BlockKind("two players, seeds that decide much", _pair, alike=0.6),
    BlockKind("three at a table, both versions and one other", _both("x"), ties={2: -1.0, 3: -1.5}),
    BlockKind("four at a table, both versions and two others", _both("x", "y"), ties={2: -1.0, 3: -1.5}, alike=0.3),
    BlockKind("four at a table, each version for itself", _each("x", "y", "z"), ties={2: -1.0}, alike=0.3),
    BlockKind("five at a table, each version for itself", _each("x", "y", "z", "w")),
    BlockKind("teams of two, each of one version", _seats((NEW, OLD, NEW, OLD), (OLD, NEW, OLD, NEW)), PAIRS,
              ties={2: -0.5}),
    BlockKind("teams of two, each version with another bot, against each other",
              _seats((NEW, OLD, "x", "y"), (OLD, NEW, "x", "y")), PAIRS, ties={2: -0.5}),
    BlockKind("teams of two, each version for itself", _each("x", "y", "z"), PAIRS, alike=0.3),
)
TESTS: Final = (SequentialTest(NEW, OLD, 0, 50), SequentialTest(NEW, OLD, 0, 40, scale="normalised"))


def errors(kind: BlockKind, tournaments: int, seed: int = 1, tests: Sequence[SequentialTest] = TESTS,
           sampled: int = SAMPLE) -> dict[str, Any]:
    """Return by test the shares of wrong verdicts in per cent, and the blocks played, where each bound is true."""
    random = np.random.default_rng(seed)
    return {f"{test.elo0:g}, {test.elo1:g} {test.scale}": _errors(kind, test, tournaments, sampled, random)
            for test in tests}


def _errors(kind: BlockKind, test: SequentialTest, tournaments: int, sampled: int,
            random: np.random.Generator) -> dict[str, float]:
    found, spreads = {}, []
    for elo, wrong, true in ((test.elo0, "H1", "H0"), (test.elo1, "H0", "H1")):
        scores = sample(kind, elo, random, sampled)
        values = np.array([each.score for each in scores])
        shares = tilted(values, test, elo, scores[0].matches)
        spreads.append((mean := float(values @ shares), sqrt(float((values - mean) ** 2 @ shares))))
        runs = [_run(test, scores[0], values, shares, random) for _ in range(tournaments)]
        verdicts = Counter(verdict for verdict, _ in runs)
        found[f"{wrong} where {true} is true"] = round(100 * verdicts[wrong] / tournaments, 2)
        found[f"undecided where {true} is true"] = round(100 * verdicts["continue"] / tournaments, 2)
        found[f"blocks where {true} is true"] = round(sum(blocks for _, blocks in runs) / tournaments, 1)
    (mean0, deviation0), (mean1, deviation1) = spreads
    # As many blocks as tell the two means apart at these errors, if nobody looks before all are played.
    fixed = ((QUANTILE(1 - test.alpha) * deviation0 + QUANTILE(1 - test.beta) * deviation1) / (mean1 - mean0)) ** 2
    return found | {"blocks of a fixed sample": round(fixed, 1)}


def sample(kind: BlockKind, elo: float, random: np.random.Generator, blocks: int) -> Sequence[BlockScore]:
    """Return the scores of so many simulated blocks of this kind in which the newer version is better by so much."""
    strengths = OTHERS | {NEW: elo / NAT, OLD: 0.0}
    played = play(kind.tables(blocks, random), strengths, random, ties=kind.ties, teams=kind.teams, alike=kind.alike)
    scores = [block_score(NEW, OLD, list(block)) for _, block in groupby(played, lambda match: match.block)]
    return [score for score in scores if score is not None]


def tilted(values: Floats, test: SequentialTest, elo: float, matches: int) -> Floats:
    """Return the chance of each of the sampled scores with which the difference of the two is exactly `elo`."""
    def shares_of(tilt: float) -> Floats:
        weights = np.exp(tilt * (values - 0.5))
        shares: Floats = weights / weights.sum()
        return shares

    low, high = -50.0, 50.0
    for _ in range(60):
        tilt = (low + high) / 2
        low, high = (tilt, high) if difference(values, shares_of(tilt), test, matches) < elo else (low, tilt)
    return shares_of(low)


def difference(values: Floats, shares: Floats, test: SequentialTest, matches: int) -> float:
    """Return, on the scale of the test, how much better the newer version is if its blocks have these scores."""
    mean = float(values @ shares)
    if test.scale == "normalised":
        return NORMALISED * (mean - 0.5) / sqrt(float((values - mean) ** 2 @ shares) * matches)
    # At tables of three and more a score may lie beyond 0 and 1.
    return 400 * log10(mean / (1 - mean)) if 0 < mean < 1 else inf * (mean - 0.5)


def _run(test: SequentialTest, one: BlockScore, values: Floats, shares: Floats,
         random: np.random.Generator) -> tuple[str, int]:
    """Return the verdict of one tournament, and after how many blocks."""
    run = test.start()
    state = run.add_scores([])
    while state.verdict == "continue" and state.blocks < MOST:
        drawn = random.choice(values, STEP, p=shares)
        state = run.add_scores([BlockScore(score, one.matches) for score in drawn.tolist()])
    return state.verdict, state.blocks
