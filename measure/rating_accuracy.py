"""How often intervals and chances of ratings are right, in simulated tournaments of bots whose strengths are known."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

import numpy as np

from lawspeaker_referee.competition.formats.standings import total
from lawspeaker_referee.competition.formats.swiss import paired
from lawspeaker_referee.competition.rating_values import NAT
from lawspeaker_referee.competition.ratings.rating import Ratings, rate
from lawspeaker_referee.competition.results import PlayedMatch
from measure.simulated_matches import Table, permuted, play, rotated

Strengths = Mapping[str, float]
_BINS: Final = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)
"""Between these the chances to be better are counted together."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A kind of tournament."""

    name: str
    bots: int
    strengths: Callable[[int, np.random.Generator], np.ndarray[Any, Any]]
    """Strengths in nats of so many bots."""
    tables: Callable[[Sequence[str], np.random.Generator], list[Table]] | None = None
    """The schedule; None for Swiss."""
    swiss_rounds: int = 0
    seats: tuple[float, ...] = ()
    ties: Mapping[int, float] = field(default_factory=dict)
    teams: tuple[int, ...] = ()
    alike: float = 0.0
    """The share of seeds that decide: all matches of such a block have the same luck by seat."""

    def played(self, strengths: Strengths, random: np.random.Generator) -> list[PlayedMatch]:
        """Return the matches of a tournament."""
        if self.tables is not None:
            return self._play(self.tables(list(strengths), random), strengths, random)
        found: list[PlayedMatch] = []
        met: Counter[frozenset[str]] = Counter()
        for number in range(self.swiss_rounds):
            points = total(found)
            order = sorted(strengths, key=lambda bot: -points[bot])
            pairs = paired(order, 2, met)
            met.update(map(frozenset, pairs))
            tables = [(f"r{number}/{table:03}", seats) for table, pair in enumerate(pairs)
                      for seats in (pair, pair[::-1])]
            found += self._play(tables, strengths, random)
        return found

    def _play(self, tables: list[Table], strengths: Strengths, random: np.random.Generator) -> list[PlayedMatch]:
        return play(tables, strengths, random, seats=self.seats, ties=self.ties, teams=self.teams, alike=self.alike)


def _apart(elo: float) -> Callable[[int, np.random.Generator], np.ndarray[Any, Any]]:
    """Return strengths from the first bot to the last, so far apart."""
    return lambda count, _: np.linspace(elo, 0, count) / NAT


def _normal(elo: float) -> Callable[[int, np.random.Generator], np.ndarray[Any, Any]]:
    return lambda count, random: random.normal(scale=elo / NAT, size=count)


def _mirrored(blocks: int, times: int = 1) -> Callable[[Sequence[str], np.random.Generator], list[Table]]:
    return lambda bots, _: permuted(bots, blocks) * times


def _tables(players: int, blocks: int) -> Callable[[Sequence[str], np.random.Generator], list[Table]]:
    return lambda bots, random: rotated(bots, players, blocks, random)


def _all_pairs(blocks: int) -> Callable[[Sequence[str], np.random.Generator], list[Table]]:
    return lambda bots, _: [(f"{one}{other}/{block}", seats) for i, one in enumerate(bots) for other in bots[:i]
                            for block in range(blocks) for seats in ((one, other), (other, one))]


SCENARIOS: Final = (
    Scenario("two equal bots, 20 blocks of 2", 2, _apart(0), _mirrored(20), seats=(0.3, -0.3)),
    Scenario("two equal bots, 40 blocks, seeds that decide much", 2, _apart(0), _mirrored(40), alike=0.6),
    Scenario("174 points apart, ties, 50 blocks", 2, _apart(174), _mirrored(50), seats=(0.3, -0.3), ties={2: -0.5}),
    Scenario("521 points apart, ties, 40 blocks", 2, _apart(521), _mirrored(40), seats=(0.3, -0.3), ties={2: -0.5}),
    Scenario("764 points apart, 30 blocks, so that half of the leaders never lost", 2, _apart(764), _mirrored(30),
             seats=(0.3, -0.3)),
    Scenario("four bots at one table, ties of 2, 3 and 4, 20 blocks of 4", 4, _apart(300), _tables(4, 20),
             seats=(0.4, 0.1, -0.1, -0.4), ties={2: -1.0, 3: -1.5, 4: -2.0}),
    Scenario("two bots, deviation 150, 5 blocks of 8", 2, _normal(150), _mirrored(5, 4)),
    Scenario("three bots, deviation 100, 7 blocks of 6, seeds that decide much", 3, _normal(100), _mirrored(7),
             alike=0.6),
    Scenario("two bots, deviation 100, ties, 10 blocks of 2", 2, _normal(100), _mirrored(10), ties={2: -0.5}),
    Scenario("Swiss, 16 bots, deviation 150, 5 rounds", 16, _normal(150), swiss_rounds=5),
    Scenario("Swiss, 32 bots, deviation 300, 9 rounds, ties, seeds that decide much", 32, _normal(300), swiss_rounds=9,
             ties={2: -0.5}, alike=0.5),
    Scenario("every bot against every other, 8 bots, deviation 100, 5 blocks a pair", 8, _normal(100), _all_pairs(5),
             alike=0.5),
    Scenario("12 bots at tables of 4, deviation 200, ties, 30 blocks of 4", 12, _normal(200), _tables(4, 30),
             seats=(0.4, 0.1, -0.1, -0.4), ties={2: -1.0, 3: -1.5}, alike=0.3),
)


@dataclass(slots=True)
class _Counts:
    """How often which statement was true."""

    ratings: list[float] = field(default_factory=list)
    differences: list[float] = field(default_factory=list)
    seats: list[float] = field(default_factory=list)
    """Each of these three by tournament: the share of intervals that held the truth."""
    said: dict[float, list[tuple[float, float, float]]] = field(default_factory=lambda: defaultdict(list))
    """Lower end of the bin -> by tournament: pairs, the sum of their chances, and how many of them were true."""


def accuracy(scenario: Scenario, tournaments: int, seed: int = 1) -> dict[str, Any]:
    """Return how often intervals of 95 % held the truth, and how often the better bot was named, by what was said."""
    random, counts = np.random.default_rng(seed), _Counts()
    for _ in range(tournaments):
        bots = [f"bot-{number}" for number in range(scenario.bots)]
        strengths = dict(zip(bots, scenario.strengths(scenario.bots, random).tolist(), strict=True))
        _count(counts, scenario, strengths, rate(scenario.played(strengths, random)), random)
    found: dict[str, Any] = {"tournaments": tournaments}
    for name, shares in (("rating", counts.ratings), ("difference", counts.differences), ("seat", counts.seats)):
        found[name] = _share(shares)
    if len(set(scenario.strengths(2, random).tolist())) == 2:
        found["better"] = {f"{100 * low:g} to {100 * high:g} %": _called(counts.said[low])
                           for low, high in pairwise(_BINS) if counts.said[low]}
    return found


def _count(counts: _Counts, scenario: Scenario, strengths: Strengths, ratings: Ratings,
           random: np.random.Generator) -> None:
    core = {bot for bot, number in ratings.numbers.items() if number in ratings.meetings.core}
    middle = np.mean([strengths[bot] for bot in core])
    counts.ratings.append(float(np.mean([
        rating.low <= 1500 + NAT * (strengths[rating.bot] - middle) <= rating.high for rating in ratings.bots])))
    one, other = random.permutation(list(strengths))[:2].tolist()
    apart = ratings.compare(one, other)
    counts.differences.append(float(apart.low <= NAT * (strengths[one] - strengths[other]) <= apart.high))
    worth = np.array(scenario.seats or (0.0,) * len(ratings.seats))
    counts.seats.append(float(np.mean([effect.low <= NAT * (worth[effect.seat] - worth.mean()) <= effect.high
                                       for effect in ratings.seats])))
    own = np.array([strengths[rating.bot] for rating in ratings.bots])
    chances = np.array(ratings.superiority)
    rows, columns = np.nonzero(chances > 0.5)
    said, right = chances[rows, columns], own[rows] > own[columns]
    for low, high in pairwise(_BINS):
        within = (said > low) & (said <= high)
        if within.any():
            counts.said[low].append((float(within.sum()), float(said[within].sum()), float(right[within].sum())))


def _share(shares: Sequence[float]) -> str:
    """Return the mean and its standard error in per cent."""
    return f"{100 * np.mean(shares):.1f} +- {100 * np.std(shares) / len(shares)**0.5:.1f} %"


def _called(said: Sequence[tuple[float, float, float]]) -> str:
    """Return what was said on the mean and what was true, with the standard error over tournaments."""
    pairs, chance, right = np.array(said).T
    true = right.sum() / pairs.sum()
    error = np.sqrt(((right - true * pairs) ** 2).sum()) / pairs.sum()
    return f"said {100 * chance.sum() / pairs.sum():.1f}, true {100 * true:.1f} +- {100 * error:.1f} %"
