"""The worth of effects of events and Raids in Northgard, in hundredths of fame, as the game's own rows write them.

A row's verb is a class of the engine; one function here for each of them, by the name of the class.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from lawspeaker_bots.greedy.northgard.map import FOOD, LORE, WOOD
from lawspeaker_bots.greedy.northgard.moves import best_move
from lawspeaker_bots.greedy.northgard.situation import Situation

NAMES: Final = ("food", "wood", "lore")
YEARLY: Final = (90, 100, 70)
"""The worth of a food, a wood and a lore that can still be used."""
LEFT_OVER: Final = 33
"""The same at the end: three are one fame."""
MISSING: Final = 250
"""The worth of a resource that this winter lacks: without it there is Unrest."""
DRAW: Final = 150
UNIT: Final = 120
BUILDING: Final = 250
TILE: Final = 200
FREE_LAND: Final = 350
"""The worth of a unit in neutral land, with what lies there."""
BETTER_DECK: Final = 60
UNKNOWN: Final = 50


def resource(s: Situation, kind: int, count: int = 1) -> int:
    """Return what so many of a resource are worth, more where winter lacks it."""
    due, have = s.winter_due(), (s.me.food, s.me.wood)
    missing = min(max(due[kind] - have[kind], 0), count) if kind != LORE and s.view.unrest_left else 0
    each = YEARLY[kind] if s.years_left > 1 else LEFT_OVER
    return missing * MISSING + (count - missing) * each


def gains(s: Situation, row: Any) -> int:
    """Return what the resources and the fame of a row are worth."""
    worth = sum(resource(s, kind, count) for kind, name in enumerate(NAMES) if (count := getattr(row, name, 0)))
    if free := getattr(row, "any", 0):
        worth += free * max(resource(s, kind) for kind in (FOOD, WOOD, LORE))
    return int(worth + 100 * getattr(row, "fame", 0))


def worth(s: Situation, effect: Any) -> int:
    """Return what an effect is worth; little for one that is not known."""
    known = WORTH.get(type(effect).__name__)
    return known(s, effect) if known else UNKNOWN


def _fame(s: Situation, effect: Any) -> int:
    count = COUNTS.get(getattr(effect, "each", ""))
    fame = int(effect.fame) * (count(s) if count else 1)
    most = int(getattr(effect, "most", 0))
    return 100 * (min(fame, most) if most else fame)


def _units(s: Situation, units: int, each: int) -> int:
    return each * min(units, int(s.me.reserve)) if not s.brings_unrest(units=units) else 0


def _explore(s: Situation, effect: Any) -> int:
    return TILE * int(getattr(effect, "times", 1)) if any(land.open_sides for land in s.land.mine) else 50


def _build(s: Situation, effect: Any) -> int:
    places = [land for land in s.land.mine if (land.large if effect.large_only else land.small + land.carved)]
    return (2 * BUILDING if effect.large_only else BUILDING) if places else 0


def _levy(s: Situation, effect: Any) -> int:
    lands = [land for seat in s.land.enemies for land in s.land.owned_by(seat)
             if land.open_sides or not effect.open]
    yields = [sum(resource(s, kind, getattr(land, name)) for kind, name in enumerate(NAMES)) for land in lands]
    if effect.each:
        return sum(min(each, YEARLY[FOOD]) for each in yields)
    most = max(yields, default=0)
    return most if effect.all else min(most, YEARLY[WOOD])


def _exchange(s: Situation, effect: Any) -> int:
    if getattr(effect, "fame_each", 0):
        return 100 * s.spare()
    return 30


def _parade(s: Situation, _effect: Any) -> int:
    return 100 * sum((2 if land.size >= 3 else 1) for land in s.land.mine if not land.open_sides)


COUNTS: Final[dict[str, Callable[[Situation], int]]] = {
    "closed": lambda s: sum(not land.open_sides for land in s.land.mine),
    "lairs": lambda s: sum(land.lairs for land in s.land.mine),
    "small_territories": lambda s: sum(land.size <= 2 for land in s.land.mine),
    "large_buildings": lambda s: sum(
        s.catalogue.buildings[each.number].large for land in s.land.mine for each in land.buildings),
    "open_enemy": lambda s: sum(
        bool(land.open_sides) for seat in s.land.enemies for land in s.land.owned_by(seat)),
}
"""The factors of rows, by the words that these use."""
WORTH: Final[dict[str, Callable[[Situation, Any], int]]] = {
    "Gain": gains, "GainFame": _fame, "Draw": lambda _, effect: DRAW * int(effect.keep),
    "TakeDiscarded": lambda _s, _effect: DRAW,
    "BoxUnrest": lambda s, _effect: -100 * s.numbers.unrest_fame + BETTER_DECK,
    "FameAndUnit": lambda s, effect: 100 * int(effect.fame) + _units(s, effect.units, UNIT),
    "Recruit": lambda s, effect: _units(s, effect.units, UNIT if effect.where == "own" else FREE_LAND),
    "RecruitEach": lambda s, effect: _units(s, min(effect.territories or 9, len(s.land.mine)), UNIT),
    "Move": lambda s, effect: max(best_move(s), 0) * (2 if effect.moves > 1 else 1),
    "ExploreEffect": _explore, "Build": _build, "Levy": _levy,
    "ExchangeResources": _exchange, "SellForFame": lambda s, _effect: 67 * s.spare(),
    "RemoveEnemy": lambda _, effect: UNIT * int(effect.units),
    "Raze": lambda _, effect: BUILDING // 2 if effect.small_only else BUILDING,
    "Settle": lambda s, effect: _units(s, 1, FREE_LAND + BUILDING) + BUILDING * (effect.small_buildings > 1),
    "SendUnits": lambda _s, _effect: FREE_LAND, "Parade": _parade,
    "BoxDiscarded": lambda _, effect: BETTER_DECK * int(effect.cards), "BoxAndUpgrade": lambda _s, _effect: 2 * DRAW,
}
