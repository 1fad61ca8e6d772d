"""Rules of thumb for creatures in Northgard: which to fight, which to keep away from, and whom they shall trouble."""

from __future__ import annotations

from typing import Any, Final

from lawspeaker_bots.greedy.northgard.fights import THROWS, UNHARMED, wins
from lawspeaker_bots.greedy.northgard.situation import FIRST_COME, Situation

FIGHT: Final = 100
"""The cost of the figures that a lost fight takes off."""
CHANCE: Final = 3
"""Of so many fights one must be won, or none is sought."""


def must_be_fought(s: Situation, territory: int) -> Any:
    """Return the row of a creature that shares the territory with nobody, so that who enters fights it; else None."""
    for number in s.land.at[territory].creatures:
        row = row_of(s, number)
        if not row.shares:
            return row
    return None


def row_of(s: Situation, number: int) -> Any:
    """Return the printed row of a creature in the line."""
    line = s.view.creatures.line
    return s.catalogue.creatures[next(each.creature for each in line if each.number == number)]


def fight_value(s: Situation, row: Any, strength: int, figures: int, *, prize: int) -> int:
    """Return what a fight against a creature brings on average: its fame and the prize, less the losses.

    A creature has no food, and no casualties wipe it out.
    """
    attack = strength + min(figures, int(s.me.food))
    won = wins(attack - int(row.points), figures, UNHARMED)
    if CHANCE * won < THROWS:
        return -2 * FIGHT
    prize += s.land.goals.pull(s.seat, "creatures_defeated")
    return ((100 * int(row.fame) + prize) * won - 2 * FIGHT * (THROWS - won)) // THROWS


def hunt(s: Situation, option: Any) -> int:
    """Score attacking a creature in own land, or leading one to land of an enemy."""
    if s.prompt == "card.lead":
        return trouble(s, option)
    if s.prompt != "combat.hunt":
        return FIRST_COME
    land, t = s.land, option.territory
    row = row_of(s, option.creature)
    figures = land.figures(t)
    won = wins(land.strength(t) + min(figures, int(s.me.food)) - int(row.points), figures, UNHARMED)
    goal = s.land.goals.pull(s.seat, "creatures_defeated")
    return int((100 * row.fame + 100 + goal) * won // THROWS - 100)


def trouble(s: Situation, option: Any) -> int:
    """Score a territory where a creature shall be: the best one of an enemy, else one of nobody, own land last."""
    land = s.land.at[option.territory]
    worth = s.land.worth(option.territory)
    if s.land.is_enemy(land.owner):
        return 5000 + worth
    return 2000 if land.owner is None else 1000 - worth


def appear(s: Situation, option: Any) -> int:
    """Score a territory where a creature may appear: only land of an enemy."""
    return trouble(s, option) - 4000
