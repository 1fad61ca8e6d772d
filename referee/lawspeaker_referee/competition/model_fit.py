"""Tests whether ratings explain who beats whom, and ranks bots without ratings where they do not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from lawspeaker_referee.competition.ledger.sums import PairSums
from lawspeaker_referee.competition.ratings import Ratings
from lawspeaker_referee.competition.ratings.cycles import Triple, cycles
from lawspeaker_referee.competition.ratings.equilibrium import MOST_RANKED, equilibrium
from lawspeaker_referee.competition.ratings.fit import MOST_NAMED, FitTest, fit_test
from lawspeaker_referee.config.formatting import format_count, format_percent

MISFIT: Final = 0.05
"""With a smaller p-value the ratings do not fit."""
Pairs = Iterable[tuple[tuple[str, str], PairSums]]
"""The results of all pairs that met, each once."""


@dataclass(frozen=True, slots=True)
class RankedBot:
    """A bot in the ranking that assumes no line."""

    bot: str
    weight: float
    """How often a player who cannot be exploited chooses it."""
    score: float
    """Its expected points against a bot that is chosen so: 1/2, or less if it is never chosen."""


@dataclass(frozen=True, slots=True)
class ModelFit:
    """How well ratings fit."""

    test: FitTest
    triples: tuple[Triple, ...]
    """At most MOST_NAMED triples of bots, each of which beats the next; those with the widest margins come first."""
    cycles: int
    """How many such triples there are."""
    ranking: tuple[RankedBot, ...]
    """By Nash averaging, the best first; empty if the ratings fit, or there is no test."""

    @property
    def fails(self) -> bool:
        """Return whether the ratings do not fit."""
        return not self.test.untested and self.test.p_value < MISFIT


def model_fit(ratings: Ratings, pairs: Callable[[], Pairs]) -> ModelFit:
    """Test the fit of ratings; `pairs` yields the results from which they come, and is called up to twice."""
    test = fit_test(ratings)
    triples, count = cycles(((one, other, sums.won, sums.matches - sums.won - sums.drawn)
                             for (one, other), sums in pairs()), test.dispersion, MOST_NAMED)
    fit = ModelFit(test, triples, count, ())
    return ModelFit(test, triples, count, _ranking(ratings, pairs())) if fit.fails else fit


def _ranking(ratings: Ratings, pairs: Pairs) -> tuple[RankedBot, ...]:
    """Rank the first bots by rating. Each pair counts one more match, which went as the ratings expect."""
    bots = ratings.bots[:MOST_RANKED]
    numbers = {rating.bot: number for number, rating in enumerate(bots)}
    points = np.array([[ratings.score_at(one.elo - other.elo) for other in bots] for one in bots])
    matches = np.ones(points.shape)
    for (bot, opponent), sums in pairs:
        if bot in numbers and opponent in numbers:
            one, other = numbers[bot], numbers[opponent]
            points[one, other] += sums.points
            points[other, one] += sums.matches - sums.points
            matches[[one, other], [other, one]] += sums.matches
    payoffs = points / matches - 0.5
    found = equilibrium((payoffs - payoffs.T) / 2)
    ranked = [RankedBot(rating.bot, float(found.weights[number]), float(found.scores[number]) + 0.5)
              for number, rating in enumerate(bots)]
    return tuple(sorted(ranked, key=lambda each: (-each.weight, -each.score, each.bot)))


def fit_lines(fit: ModelFit) -> tuple[str, ...]:
    """Return lines for people: the test, the triples, and the first bots of the other ranking."""
    return (test_line(fit), *triple_lines(fit), *_ranking_line(fit))


def test_line(fit: ModelFit) -> str:
    """Return the result of the test in one line."""
    test = fit.test
    if test.untested:
        return f"the fit of the ratings was not tested: {test.untested}"
    verdict = "do not fit" if fit.fails else "fit"
    some = f"{test.pairs} of {test.met} pairs that met" if test.pairs < test.met else format_count(test.pairs, "pair")
    p_value = f"p = {test.p_value:.2g}" if test.p_value >= 1e-4 else "p < 0.0001"
    return (f"results {verdict} the ratings: {p_value} (chi-square {test.statistic:.1f} with "
            f"{test.freedom} degree{'s' * (test.freedom > 1)} of freedom, {some})"
            + ("; pairs have few matches, so p is rough" if test.rough else ""))


def triple_lines(fit: ModelFit) -> Iterator[str]:
    """Yield a line for each triple that is named, and one if there are more."""
    for triple in fit.triples:
        one, two, three = triple.bots
        yield (f"{one} beats {two}, {two} beats {three}, {three} beats {one}, each by {triple.margin:.1f} standard "
               "errors or more" + ("" if fit.fails else "; all pairs together are no evidence of a cycle"))
    if fit.cycles > len(fit.triples):
        yield f"there are {format_count(fit.cycles, 'such triple')}; those with the widest margins are named"


def _ranking_line(fit: ModelFit) -> Iterator[str]:
    chosen = [each for each in fit.ranking if each.weight > 0]
    if chosen:
        told = ", ".join(f"{each.bot} {format_percent(each.weight)}" for each in chosen[:MOST_NAMED])
        yield f"Nash averaging, which assumes no line, chooses {told}" + (
            f" and {len(chosen) - MOST_NAMED} more" if len(chosen) > MOST_NAMED else "")
