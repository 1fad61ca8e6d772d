"""The rewards at the end of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from lawspeaker_engine.model import Outcome
from lawspeaker_engine.suggestions import did_you_mean

Reward = Callable[[Outcome], Sequence[float]]
"""Outcome -> the reward of each seat."""


def by_rank(outcome: Outcome) -> list[float]:
    """Return the share of opponents left behind less the share ahead: 1 for a sole winner, -1 for a sole last, sum 0.

    Seats that share a place, team mates among them, get the same; if all share the first place, as when nobody won, 0.
    """
    ranks = outcome.ranks
    others = max(len(ranks) - 1, 1)
    return [(sum(other > rank for other in ranks) - sum(other < rank for other in ranks)) / others for rank in ranks]


def by_win(outcome: Outcome) -> list[float]:
    """Return 1 for the first place and 0 for the others; 0 for all if all share it, because then nobody has won."""
    won = len(set(outcome.ranks)) > 1
    return [float(won and rank == 1) for rank in outcome.ranks]


def by_score(outcome: Outcome) -> list[float]:
    """Return the game's own points."""
    return [float(score) for score in outcome.scores]


REWARDS: Final[Mapping[str, Reward]] = MappingProxyType({"rank": by_rank, "win": by_win, "score": by_score})


def reward_named(reward: str | Reward) -> Reward:
    """Return the reward function of that name, or the function itself. Raises ValueError."""
    if callable(reward):
        return reward
    if reward not in REWARDS:
        raise ValueError(f"no reward {reward!r}{did_you_mean(reward, REWARDS)}; there are: {', '.join(REWARDS)}, "
                         f"or a function of the outcome")
    return REWARDS[reward]
