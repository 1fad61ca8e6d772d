"""Rules of thumb for building in Clansmen: by building, Respect until the end and what else it brings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lawspeaker_bots.greedy.clansmen.clan import AUTUMN, FARMER, FOOD, GOODS, STONE, WOOD, Clan

SHELTER = 0.5
"""Worth of a house in a Winter: most of a season's work; in the last one a point of Respect."""


def build(c: Clan, option: Any) -> float:
    """Score a building: its gain, less a part of its price and of what the next hall needs."""
    row = c.catalogue.buildings[option.building]
    value = VALUE.get(row.id)
    if value is None:
        return 0.0
    price = 0.12 * float(row.wood + row.stone + row.goods)
    return value(c, c.years_left + 1) + 0.6 - price - _saved_for_halls(c, row)


def site(c: Clan, tile: int) -> float:
    """Score a tile for a fence or house; upgrades come last, because they add less."""
    upgrade = c.housed(tile) if c.catalogue.buildings[c.view.about.building].site == "home" else c.fenced(tile)
    return 2.0 - 0.5 * upgrade + 0.01 * c.makes(FARMER, tile, AUTUMN)[FOOD]


def _saved_for_halls(c: Clan, row: Any) -> float:
    """Return what a building takes from the needs of the next hall, as long as a hall pays."""
    if row.id in {"long_hall", "grand_hall"}:
        return 0.0
    need = c.hall_price
    return 0.15 * float(min(row.wood, need[WOOD]) + min(row.stone, need[STONE]) + min(row.goods, need[GOODS]))


def _free_farms(c: Clan) -> int:
    return sum(person.kind == FARMER and not c.fenced(person.tile) for person in c.people)


def _homeless(c: Clan) -> int:
    return sum(not c.housed(person.tile) for person in c.people)


def _fence(c: Clan, _: int) -> float:
    """Score two at once; a farm that has a fence gains less by a stone one later."""
    return 0.8 * min(2, _free_farms(c), int(c.me.wood))


def _stone_fence(c: Clan, _: int) -> float:
    return 2.0 if _free_farms(c) else 1.0


def _wooden_house(c: Clan, years: int) -> float:
    return min(2, _homeless(c), int(c.me.wood)) * _shelter(years)


def _stone_house(c: Clan, years: int) -> float:
    return 1.0 + min(1, _homeless(c)) * _shelter(years)


def _shelter(years: int) -> float:
    return 1.0 + SHELTER * (years - 1)


def _yearly(rate: float, once: float = 0.0) -> Callable[[Clan, int], float]:
    """Return a function of the years left: so much once, and so much a year, this one included."""
    return lambda _, years: once + rate * years


VALUE: dict[str, Callable[[Clan, int], float]] = {
    "fence": _fence, "stone_fence": _stone_fence, "wooden_house": _wooden_house, "stone_house": _stone_house,
    "long_hall": _yearly(1.6), "grand_hall": _yearly(1.0, 1.5),
    "wooden_palisade": _yearly(0.1, 1.0), "stone_walls": _yearly(0.3, 2.0),
    "granary": _yearly(0.3, -0.3), "cellars": _yearly(0.3, -0.3), "paved_roads": _yearly(0.2, -0.2),
    "watchtower": _yearly(0.2), "signal_tower": _yearly(0.1), "healing_hall": _yearly(0.15),
    "stables": _yearly(0.1), "shrine": _yearly(0.1), "dirt_roads": _yearly(0.2, -0.5),
}
"""By building id: its worth for the years left, this one included; unknown ones are worth nothing."""
