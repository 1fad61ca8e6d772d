"""The map of a Northgard view as tables by territory, and the worth of land."""

from __future__ import annotations

from typing import Any

ROUGH = 2
WINTER_COSTS = ((13, 4, 2), (10, 3, 1), (7, 2, 0), (4, 1, 0))
SMALL = 50
LARGE = 150
KAIJA_POINTS = 2


def winter_cost(units: int) -> tuple[int, int]:
    """Return the food and wood that so many units on the map cost in winter; Kaija is not one of them."""
    return next(((food, wood) for least, food, wood in WINTER_COSTS if units >= least), (0, 0))


def winter_lack(units: int, food: int, wood: int) -> int:
    """Return how much food and wood is missing for winter."""
    food_due, wood_due = winter_cost(units)
    return max(food_due - food, 0) + max(wood_due - wood, 0)


def winter_is_paid(units: int, food: int, wood: int, lore: int) -> bool:
    """Return True if these resources pay for winter, if necessary after trades of any three spare ones for one."""
    food_due, wood_due = winter_cost(units)
    spare = max(food - food_due, 0) + max(wood - wood_due, 0) + lore
    return winter_lack(units, food, wood) <= spare // 3


class Land:
    """Territories by id. `mine` are those the seat controls."""

    def __init__(self, view: Any, catalogue: Any, seat: int) -> None:
        layout, board = view.layout, view.board
        self.layout = layout
        self.catalogue = catalogue
        self.seat = seat
        ids = layout.territory
        self.owner: dict[int, int] = dict(zip(ids, board.owner, strict=True))
        self.units: dict[int, int] = dict(zip(ids, board.units, strict=True))
        self.small: dict[int, int] = dict(zip(ids, board.small, strict=True))
        self.carved: dict[int, int] = dict(zip(ids, board.carved, strict=True))
        self.large: dict[int, int] = dict(zip(ids, board.large, strict=True))
        self.size: dict[int, int] = dict(zip(ids, layout.size, strict=True))
        self.lairs: dict[int, int] = dict(zip(ids, layout.lairs, strict=True))
        self.open_sides: dict[int, int] = dict(zip(ids, layout.open_sides, strict=True))
        symbols = zip(layout.food, layout.wood, layout.lore, strict=True)
        self.resources: dict[int, tuple[int, int, int]] = dict(zip(ids, symbols, strict=True))
        self.buildings: dict[int, list[int]] = {t: [] for t in ids}
        for building, territory in zip(board.building, board.building_territory, strict=True):
            self.buildings[territory].append(building)
        self.neighbours: dict[int, list[tuple[int, int]]] = {t: [] for t in ids}
        for source, target, kind in zip(layout.border_from, layout.border_to, layout.border_kind, strict=True):
            self.neighbours[source].append((target, kind))
        self.mine: list[int] = [t for t in ids if self.owner[t] == seat]
        self._worth: dict[int, int] = {}
        """Worth by territory, as far as it was computed."""
        self.kaija: int = view.kaija
        """Kaija's territory; negative if she is on none."""

    def figures(self, territory: int) -> int:
        """Return the units, and Kaija if she is there: she holds land like a unit."""
        return self.units[territory] + (self.kaija == territory)

    def strength(self, territory: int) -> int:
        """Return the combat points of the figures there."""
        return self.units[territory] + KAIJA_POINTS * (self.kaija == territory)

    def has(self, territory: int, building: str) -> int:
        """Return how many buildings of that id stand there."""
        return sum(self.catalogue.buildings[b].id == building for b in self.buildings[territory])

    def worth(self, territory: int) -> int:
        """Return about the gain of holding it for a year, in hundredths of fame; free spaces count a little."""
        if territory not in self._worth:
            self._worth[territory] = self._count_worth(territory)
        return self._worth[territory]

    def _count_worth(self, territory: int) -> int:
        food, wood, lore = self.resources[territory]
        value = 80 * food + 90 * wood + 80 * lore
        value += SMALL * self.small[territory] + SMALL * self.carved[territory] + LARGE * self.large[territory]
        value += 70 * len(self.buildings[territory]) + 250 * self.has(territory, "altar_of_kings")
        if not self.open_sides[territory]:
            value += 200 if self.size[territory] >= 3 else 100
        return value

    def income(self, resource: int) -> int:
        """Return what own land yields of a resource (0 food, 1 wood, 2 lore) at the next harvest."""
        building = ("food_silo", "woodcutter_lodge", "carved_stone")[resource]
        return sum(self.resources[t][resource] + self.has(t, building) for t in self.mine)

    def danger(self, territory: int) -> int:
        """Return by how much an enemy neighbour is stronger, at most 3; Kaija defends, but seldom attacks."""
        worst = 0
        for other, kind in self.neighbours[territory]:
            if kind <= ROUGH and self.owner[other] not in (-1, self.seat):
                worst = max(worst, self.units[other] - self.strength(territory) + 1)
        return min(worst, 3)

    def achievement(self, card: str, view: Any) -> int:
        """Return what an achievement would bring now, in hundredths of fame."""
        mine = self.mine
        large = [b.large for b in self.catalogue.buildings]
        counts = {
            "builder": sum(3 if large[b] else 1 for t in mine for b in self.buildings[t]),
            "explorer": sum(self.small[t] + self.carved[t] + 3 * self.large[t] for t in mine),
            "food_trader": 2 * self.income(0), "wood_trader": 2 * self.income(1), "scholar": 2 * self.income(2),
            "trapper": 3 * sum(self.lairs[t] for t in mine),
            "warlord": 14 - view.players[self.seat].reserve,
        }
        return 100 * int(counts.get(card, 1))

    def tile_gain(self, tile: int, x: int, y: int, rotation: int, *, setup: bool) -> int:
        """Return the gain of laying a tile there, in hundredths: fame for own land closed, and what joins own land."""
        info = self.catalogue.tiles[tile]
        if setup:
            return sum(_area_worth(area) for area in info.areas)
        joined = self._joined(info, x, y, rotation)
        gain = 0
        for areas, territories, open_sides in joined:
            owners = {self.owner[t] for t in territories} - {-1}
            value = sum(_area_worth(info.areas[a]) for a in areas)
            value += sum(self.worth(t) for t in territories if self.owner[t] < 0)
            size = 1 + sum(self.size[t] for t in territories)
            if owners == {self.seat}:
                gain += value + (100 * (size + 1) if open_sides == 0 else -20 * open_sides)
            elif owners:
                gain -= value // 2 + (100 if open_sides == 0 else 0)
        return gain

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
            facing = -1 if territory in territories else self.open_sides[territory] - 1
            merged = (areas, territories | {territory}, open_sides + facing)
            for again in [g for g in groups if territory in g[1]]:
                groups.remove(again)
                merged = (merged[0] | again[0], merged[1] | again[1],
                          merged[2] + again[2] - self.open_sides[territory])
            groups.append(merged)
        return groups

    def _first_areas(self) -> list[int]:
        """Return the number of each laid tile's first area in `area_territory`."""
        first, total = [], 0
        for tile in self.layout.tile:
            first.append(total)
            total += len(self.catalogue.tiles[tile].areas)
        return first


def _area_worth(area: Any) -> int:
    symbols, small = area.food + area.wood + area.lore, area.small + area.carved
    return int(80 * symbols + SMALL * small + LARGE * area.large)
