"""Ratings that follow each match as it ends, for matchmaking alone: they depend on the order of matches.

The model is `BradleyTerryFull` of openskill: the one of its five whose ties keep the laws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import Final

from openskill.models import BradleyTerryFull

_MODEL: Final = BradleyTerryFull()


@dataclass(frozen=True, slots=True)
class Skill:
    """What is believed of a bot: a normal distribution."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma


def after(skills: Sequence[Skill], ranks: Sequence[int], teams: Sequence[int] = ()) -> tuple[Skill, ...]:
    """By seat: what is believed after a match. Ranks and teams are those of `Played`."""
    sides = list(teams or range(len(skills)))
    order = sorted(set(sides))
    members = [[seat for seat, side in enumerate(sides) if side == own] for own in order]
    rated = _MODEL.rate([[_MODEL.rating(skills[seat].mu, skills[seat].sigma) for seat in team] for team in members],
                        ranks=[float(ranks[team[0]]) for team in members])
    found = dict(zip((seat for team in members for seat in team), (each for team in rated for each in team),
                     strict=True))
    return tuple(Skill(found[seat].mu, found[seat].sigma) for seat in range(len(skills)))


def worth(one: Skill, other: Skill) -> float:
    """What a match of two is worth to a matchmaker, between 0 and 1.

    It is the share by which a result makes their difference less uncertain, which is less for bots that are well known
    and for those far from each other; and once more as much less as they are far, for close matches are what all want.
    """
    # In a closed formula, for it is asked for every two who could meet: calls of openskill take twenty times as long.
    unknown = one.sigma**2 + other.sigma**2
    variance = unknown + 2 * _MODEL.beta**2
    odds = exp(-abs(one.mu - other.mu) / sqrt(variance))
    return unknown / variance * (4 * odds / (1 + odds) ** 2) ** 2
