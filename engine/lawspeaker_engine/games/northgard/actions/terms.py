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
    """True if the attacker takes one point or one casualty more, after its own roll and before the defender's."""
    cancel_casualties: int = 0
    """Casualties caused by the defender that do not count."""
    push_before_combat: bool = False
    """True if one defending figure may be pushed to an adjacent territory that is neutral or the defender's."""
    ignore_rough: bool = False
    """True if a rough border costs one move, and may be crossed when the attacker retreats."""
    through_enemies: bool = False
    """True if figures may go on from an enemy territory; only those who stay there at the end fight."""
    kaija_collects: bool = False
    """True if food and wood of the territory that Kaija leaves are collected first, printed and produced."""
    through_scorched: bool = False
    """True if figures may go on from the territory of the Scorched Earth token, likewise."""
    points_per_adjacent: int = 0
    """Combat points added for each own territory next to that of the combat."""
    points_per_casualty: int = 0
    """Combat points added for each casualty inflicted."""
    any_resource: bool = False
    """True if wood and lore may be spent as food."""
    recoil: bool = False
    """True if the defender suffers the casualties of its own die too."""
    mend: bool = False
    """True if units lost as casualties come back into own territories after the combat."""
    recruit_per_casualty: bool = False
    """True if units are recruited in the territory after a won combat, one a casualty inflicted."""
    recruit_on_retreat: bool = False
    """True if a unit is recruited where the attacker retreats."""
    choose_retreat: bool = False
    """True if the attacker chooses where a loser retreats."""
    raze: bool = False
    """True if a building of one of their territories may be removed before the combats."""
    build_in_new: bool = False
    """True if a small building may be put, for nothing, into one territory that the move brought under control."""
    points_per_pyre: int = 0
    """Combat points added for each unit on the attacker's Pyre."""
    raze_for_power: bool = False
    """True if a building may be removed where Torfin attacks, instead of his power."""
    fame_per_win: int = 0
    """Fame for each combat won as attacker, those with creatures included."""


PLAIN: Final = MoveTerms()
"""A Move action, or another effect that causes combats, without any bonus."""
