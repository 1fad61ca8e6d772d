"""Ratings that follow each match as it ends, for matchmaking alone: they depend on the order of matches.

The model is `BradleyTerryFull` of openskill: the one of its five whose ties keep the laws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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


def closeness(skills: Sequence[Skill]) -> float:
    """How even a match is, between 0 and 1: the chance of a draw, as far as the beliefs go."""
    return float(_MODEL.predict_draw([[_MODEL.rating(skill.mu, skill.sigma)] for skill in skills]))
