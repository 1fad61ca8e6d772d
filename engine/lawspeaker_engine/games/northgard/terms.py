"""The bonuses that a Move card adds to its moves and to the combats they cause."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveTerms:
    """Bonuses of one Move action; those for combat count for the attacker in each combat it causes (NG-MOVE-05)."""

    points: int = 0
    """Combat points added."""
    casualties: int = 0
    """Casualties inflicted besides those of the die."""
    point_or_casualty: bool = False
    """Whether the attacker takes one point or one casualty more, after its own roll and before the defender's."""
    cancel_casualties: int = 0
    """Casualties caused by the defender that do not count."""
    push_before_combat: bool = False
    """Whether one defending figure may be pushed to an adjacent territory that is neutral or the defender's."""
    ignore_rough: bool = False
    """Whether a rough border costs one move, and may be crossed when the attacker retreats."""
    through_enemies: bool = False
    """Whether figures may go on from an enemy territory; only those who stay there at the end fight."""
    kaija_collects: bool = False
    """Whether food and wood of the territory that Kaija leaves are collected first, printed and produced."""


PLAIN: Final = MoveTerms()
"""A Move action, or another effect that causes combats, without any bonus."""
