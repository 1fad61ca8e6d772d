"""The worth of land in Northgard, and the price of winter."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import Any, Final

from lawspeaker.northgard.v1.northgard_pb2 import BorderKind
from lawspeaker_bot import northgard
from lawspeaker_bots.greedy.northgard.goals import Goals
from lawspeaker_bots.greedy.northgard.warchiefs import powers
from lawspeaker_engine.games.northgard.editions import EDITIONS, RETAIL, Edition, edition
from lawspeaker_engine.games.northgard.layout import Layout

ROUGH = BorderKind.BORDER_KIND_ROUGH
FOOD, WOOD, LORE = range(3)
KAIJA = 1
"""Her number among the figures."""
UNITS = 14
"""Units of each player, on the map and in reserve."""
_MOST_UNITS: Final = 64
"""More than a player has figures."""


def winter_cost(units: int, numbers: Edition = EDITIONS[0]) -> tuple[int, int]:
    """Return the food and wood that so many units on the map cost in winter; Kaija is not one of them."""
    return _winters(numbers.id)[units]


@cache
def _winters(edition_name: str) -> list[tuple[int, int]]:
    """Return what winter costs by the number of units on the map, as many as there may be."""
    rows = edition(edition_name).winter
    return [next((row.food, row.wood) for row in rows if units >= row.units) for units in range(_MOST_UNITS)]


def winter_lack(units: int, food: int, wood: int) -> int:
    """Return how much food and wood is missing for winter."""
    food_due, wood_due = winter_cost(units)
    return max(food_due - food, 0) + max(wood_due - wood, 0)


def winter_is_paid(units: int, food: int, wood: int, lore: int) -> bool:
    """Return True if these resources pay for winter, if necessary after trades of any three spare ones for one."""
    food_due, wood_due = winter_cost(units)
    spare = max(food - food_due, 0) + max(wood - wood_due, 0) + lore
    return winter_lack(units, food, wood) <= spare // 3


@dataclass(slots=True)
class Odds:
    """The costs and gains of fights, moves and retreats for one seat, as far as they were counted."""

    around: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """By territory: combat points and figures of each enemy beside it."""
    threats: dict[tuple[int, int], int] = field(default_factory=dict)
    """By own territory and figures in it: throws that take it."""
    leaving: dict[tuple[int, int], int] = field(default_factory=dict)
    """By territory and figures that leave it: what that costs."""
    gains: dict[tuple[int, int, int, tuple[int, ...]], int] = field(default_factory=dict)
    """By source, target, units and special figures of a move."""
    best: dict[int, Any] = field(default_factory=dict)
    """By source: the best move."""


class Land:
    """The map of a decision's seat, with what its territories are worth; territories are named by their ids."""

    def __init__(self, view: Any, catalogue: Any) -> None:
        found = northgard.map(view, catalogue)
        self.at = found.territories
        """Territories by id."""
        self.catalogue = catalogue
        self.layout = view.layout
        self.numbers = edition(view.edition or RETAIL)
        """The numbers that the edition changes."""
        self.creatures = "creatures" in view.modules
        self.seat = found.seat
        self.enemies = found.enemies
        self.mine = found.own
        """Territories that the seat controls."""
        self.goals = Goals(view, self)
        self._worth: dict[int, int] = {}
        """Worth by territory, as far as it was computed."""
        self._odds: dict[tuple[Any, ...], Odds] = {}

    def odds(self, view: Any) -> Odds:
        """Return what was counted with the food of all, the battles and the power that a view of this map has."""
        key = (view.players[self.seat].conqueror, tuple([player.food for player in view.players]),
               tuple([(each.territory, each.units, each.kaija, *each.figures) for each in view.battles]))
        return self._odds.setdefault(key, Odds())

    def owned_by(self, seat: int | None) -> list[northgard.MapTerritory]:
        """Return the territories that a seat controls, or those of nobody, ascending by id."""
        return [each for each in self.at.values() if each.owner == seat]

    def is_enemy(self, seat: int | None) -> bool:
        """Return True for a seat that is neither the own one nor of its team."""
        return seat in self.enemies

    def figures(self, territory: int) -> int:
        """Return how many figures stand there; a special one holds land like a unit."""
        return self.at[territory].units + len(self.at[territory].figures)

    def strength(self, territory: int) -> int:
        """Return the combat points of the figures there."""
        land = self.at[territory]
        return land.units + sum([self.points(each.figure) for each in land.figures]) if land.figures else land.units

    def points(self, figure: int, *, attacking: bool = False) -> int:
        """Return the combat points of a special figure: those of its row, or of the edition, or of its power."""
        if figure == KAIJA:
            return self.numbers.kaija_points
        row = self.catalogue.figures[figure]
        return int(powers(self.numbers.id, attacking=attacking).get(row.id, row.points))

    def worth(self, territory: int) -> int:
        """Return about the gain of holding it for a year, in hundredths of fame; free spaces count a little."""
        if territory not in self._worth:
            self._worth[territory] = self._count_worth(territory)
        return self._worth[territory]

    def _count_worth(self, territory: int) -> int:
        land = self.at[territory]
        value = 90 * land.food + 90 * land.wood + 70 * land.lore
        value += 60 * (land.small + land.carved) + 50 * land.large
        value += 90 * len(land.buildings) + 230 * land.has("altar_of_kings")
        if not land.open_sides:
            value += 290 if land.size >= 3 else 100
        return value + self.goals.of_territory(land) if self.goals.open else value

    def income(self, resource: int) -> int:
        """Return what own land yields of a resource (0 food, 1 wood, 2 lore) at the next harvest."""
        return self._incomes[resource]

    @cached_property
    def _incomes(self) -> tuple[int, int, int]:
        mine = self.mine
        return (sum(land.food + land.has("food_silo") for land in mine),
                sum(land.wood + land.has("woodcutter_lodge") for land in mine),
                sum(land.lore + land.has("carved_stone") for land in mine))

    def achievement(self, card: str, reserve: int) -> int:
        """Return what an achievement would bring now, in hundredths of fame, with so many units in reserve."""
        mine = self.mine
        large = [b.large for b in self.catalogue.buildings]
        counts = {
            "builder": sum(3 if large[each.number] else 1 for land in mine for each in land.buildings),
            "explorer": sum(land.small + land.carved + 3 * land.large for land in mine),
            "food_trader": 2 * self.income(0), "wood_trader": 2 * self.income(1), "scholar": 2 * self.income(2),
            "trapper": 3 * sum(land.lairs for land in mine),
            "warlord": UNITS - reserve,
        }
        return 100 * int(counts.get(card, 1))

    def tile_gain(self, tile: int, x: int, y: int, rotation: int, *, setup: bool) -> int:
        """Return the gain of laying a tile there, in hundredths: fame for own land closed, and what joins own land."""
        info = self.catalogue.tiles[tile]
        lairs = 100 * sum(area.lairs for area in info.areas) if self.creatures else 0
        if setup:
            worth = [home_worth(area) for area in info.areas]
            return int(max(worth) + sum(worth)) // 2 - lairs
        gain = int(-lairs)
        for areas, territories, open_sides in self._joined(info, x, y, rotation):
            owners = {self.at[t].owner for t in territories} - {None}
            value = sum(_area_worth(info.areas[a]) for a in areas)
            value += sum(self.worth(t) for t in territories if self.at[t].owner is None)
            size = 1 + sum(self.at[t].size for t in territories)
            if owners == {self.seat}:
                gain += 3 * value // 2 + (100 * size + 70 if open_sides == 0 else -20 * open_sides)
                if open_sides == 0 and self.goals.open:
                    gain += self._closing(territories, size)
            elif owners:
                gain -= value // 2 + (150 if open_sides == 0 else 0)
        return gain

    def _closing(self, territories: set[int], size: int) -> int:
        """Return what closing own land brings for victory cards."""
        words = ["closed", "own_closings"]
        lands = [self.at[t] for t in territories]
        if any(self.catalogue.buildings[each.number].large for land in lands for each in land.buildings):
            words += ["closed_with_large"] + [f"closed_of_{least}_with_large" for least in (5, 6) if size >= least]
        if any(land.lairs for land in lands):
            words.append("closed_with_lair")
        if any(border.kind >= ROUGH for land in lands for border in land.neighbours):
            words.append("closed_with_rough_or_impassable")
        return 0 if self.seat is None else self.goals.pull(self.seat, *words)

    def _joined(self, info: Any, x: int, y: int, rotation: int) -> list[tuple[set[int], set[int], int]]:
        """Return groups of the tile's areas and the territories that they join, with the sides left open."""
        at = {(bx, by): i for i, (bx, by) in enumerate(zip(self.layout.x, self.layout.y, strict=True))}
        first = self._first_areas()
        groups: list[tuple[set[int], set[int], int]] = [({a}, set(), 0) for a in range(len(info.areas))]
        facing = 0
        for side, (dx, dy) in enumerate(((0, 1), (1, 0), (0, -1), (-1, 0))):
            area = info.sides[(side - rotation) % 4]
            group = next(g for g in groups if area in g[0])
            groups.remove(group)
            areas, territories, open_sides = group
            there = at.get((x + dx, y + dy))
            if there is None:
                groups.append((areas, territories, open_sides + 1))
                continue
            laid = self.catalogue.tiles[self.layout.tile[there]]
            other = laid.sides[(side + 2 - self.layout.rotation[there]) % 4]
            territory = self.layout.area_territory[first[there] + other]
            facing = -1 if territory in territories else self.at[territory].open_sides - 1
            merged = (areas, territories | {territory}, open_sides + facing)
            for again in [g for g in groups if territory in g[1]]:
                groups.remove(again)
                merged = (merged[0] | again[0], merged[1] | again[1],
                          merged[2] + again[2] - self.at[territory].open_sides)
            groups.append(merged)
        return groups

    def _first_areas(self) -> list[int]:
        """Return the number of each laid tile's first area in `area_territory`."""
        first, total = [], 0
        for tile in self.layout.tile:
            first.append(total)
            total += len(self.catalogue.tiles[tile].areas)
        return first


def home_worth(place: Any) -> int:
    """Return what a territory, or an area of a tile, is worth to settle in at the start, in hundredths of fame."""
    resources = 80 * place.food + 130 * place.wood + 80 * place.lore
    return int(resources + 35 * (place.small + place.carved) + 20 * place.large)


def _area_worth(area: Any) -> int:
    """Return what an area adds to the territory that it joins, in hundredths of fame."""
    return int(80 * (area.food + area.wood + area.lore) + 50 * (area.small + area.carved) + 150 * area.large)


class _Kept:
    """A place for the land of a key."""

    __slots__ = ("land",)

    def __init__(self) -> None:
        self.land: Land | None = None


_LANDS: Final = 512


@lru_cache(maxsize=_LANDS)
def _kept(*_: Any) -> _Kept:
    return _Kept()


def land_of(view: Any, catalogue: Any) -> Land:
    """Return the land of a view: the same one for equal maps, on which playouts come back again and again.

    Only views of the engine, whose layout stays the same object, and without victory cards, which count other things
    than the map, are worth to be kept.
    """
    if not isinstance(view.layout, Layout) or view.victory is not None:
        return Land(view, catalogue)
    board, line = view.board, view.creatures.line if view.creatures is not None else ()
    kept = _kept(
        view.layout, view.seat, view.teams, view.edition, len(view.players), board.owner, board.units, board.small,
        board.carved, board.large, board.building, board.building_territory, "creatures" in view.modules,
        tuple([(each.figure, each.seat, each.territory) for each in view.figures]),
        tuple([(each.number, each.creature, each.territory) for each in line]))
    if kept.land is None:
        kept.land = Land(view, catalogue)
    return kept.land
