"""The skill that finding the best answer to a position needs, by what can be measured of it.

The first of these that holds is the label:

- bargaining: the prompt is about what passes between players: an offer, a reply, a promise, a vote;
- hidden: it depends on the cards that the seat cannot see whether the best answer is better than the second one;
- risk: the outcome after one of these two varies more than after the other: a gamble beside something safe;
- planning: right after the answer another one looks better, or as good;
- arithmetic: it looks best at once already, so that counting what lies on the table finds it.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, variance
from typing import Final

SKILLS: Final = ("arithmetic", "hidden", "risk", "bargaining", "planning")
DEALS: Final = 12
GAMES_A_DEAL: Final = 6
DEALS_DIFFER: Final = 2.56
"""The 99th percentile of F for 11 and 60 degrees of freedom, which chance exceeds once in a hundred positions."""
SPREADS_DIFFER: Final = 2.0
"""How many times the variance after one answer must be that after the other; chance alone exceeds 1.75 once in a
hundred positions, for 71 and 71 degrees of freedom.
"""
LEAST_SPREAD: Final = 0.0025
"""The variance of chances below which nothing is a gamble: a standard deviation of 5 %."""
AT_ONCE: Final = 16
"""Rounds in which answers are valued right after they were given."""

_BARGAINS: Final = frozenset({"promise", "promise_to", "vote", "bribe", "ransom", "exchange_reply"})


def skill_of(prompt: str, pair: Sequence[Sequence[float]], at_once: Sequence[Sequence[float]], best: int) -> str:
    """Return the label of a position.

    `pair` has by round what the best and the second answer are worth, GAMES_A_DEAL rounds for each of DEALS deals;
    `at_once` has by round the worth of each answer right after it, and `best` is the number of the best one.
    """
    if is_bargain(prompt):
        return "bargaining"
    if depends_on_the_deal([mine - other for mine, other in pair]):
        return "hidden"
    if is_gamble([mine for mine, _ in pair], [other for _, other in pair]):
        return "risk"
    means = [fmean(column) for column in zip(*at_once, strict=True)]
    looks_best = all(means[best] > mean for number, mean in enumerate(means) if number != best)
    return "arithmetic" if looks_best else "planning"


def is_bargain(prompt: str) -> bool:
    """Return whether a prompt is about what passes between players."""
    first, _, last = prompt.partition(".")
    return first == "trade" or last in _BARGAINS


def depends_on_the_deal(leads: Sequence[float]) -> bool:
    """Return whether the lead of an answer differs between deals by more than dice explain, and is none in some."""
    deals = [leads[at:at + GAMES_A_DEAL] for at in range(0, len(leads), GAMES_A_DEAL)]
    means = [fmean(each) for each in deals]
    within = fmean(variance(each) for each in deals)
    return min(means) < 0 and GAMES_A_DEAL * variance(means) > DEALS_DIFFER * within


def is_gamble(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether one of two answers has outcomes that vary clearly more."""
    small, large = sorted((variance(one), variance(other)))
    return large > LEAST_SPREAD and large > SPREADS_DIFFER * small
