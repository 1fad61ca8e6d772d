"""The map a second time, slowly: everything is worked out from the laid tiles by walking about, nothing is kept.

It reads the rows of tiles itself and shares no code with the engine.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from lawspeaker_engine.games import northgard

BEYOND = {"N": (0, 1, "S"), "E": (1, 0, "W"), "S": (0, -1, "N"), "W": (-1, 0, "E")}
"""By side: the step to the neighbour, and its side that meets this one."""

POINTS = {
    (0, 0): ("S", "W"), (1, 0): ("S", "E"), (0, 1): ("N", "W"), (1, 1): ("N", "E"),
}
"""By corner, as an offset from a tile's south-west one: the two sides that meet there."""

KIND = {"regular": 1, "rough": 2, "impassable": 3}
SEA = "sea"
"""In place of an area: a side that belongs to none."""
PRINTED = ("food", "wood", "lore", "small", "carved", "large", "lairs")

Area = tuple[int, int, str]
"""x, y and the area's name."""


@cache
def printed_rows() -> dict[str, dict]:
    """The rows of tiles by id, in the order of their numbers."""
    names = ("tiles.toml", "tiles_lands.toml", "tiles_sea.toml")
    files = [Path(northgard.__file__).parent / "content" / name for name in names]
    rows = [row for file in files for row in tomllib.loads(file.read_text(encoding="utf-8"))["tile"]]
    return {row["id"]: row for row in rows}


def turned(row: dict, rotation: int) -> dict[str, str]:
    """Side -> area name of a tile turned clockwise: what was north looks east after one quarter."""
    clockwise = {"N": "E", "E": "S", "S": "W", "W": "N"}
    owners = dict.fromkeys(row.get("sea", ""), SEA)
    owners |= {side: area["name"] for area in row["areas"] for side in area.get("sides", "")}
    for _ in range(rotation):
        owners = {clockwise[side]: area for side, area in owners.items()}
    return owners


def look(row: dict, rotation: int) -> tuple:
    """All that a player could tell apart about a turned tile, areas named after the sides they show."""
    owners = turned(row, rotation)
    shows = {area["name"]: "".join(s for s in "NESW" if owners[s] == area["name"]) for area in row["areas"]}
    contents = sorted((shows[area["name"]], [area.get(what, 0) for what in PRINTED]) for area in row["areas"])
    lines = sorted(
        (sorted(shows[name] for name in piece.split("-")), kind) for kind in KIND for piece in row.get(kind, ())
    )
    return contents, lines


@dataclass
class NaiveMap:
    """Laid tiles and who stands where."""

    laid: dict[tuple[int, int], tuple[dict, int]] = field(default_factory=dict)
    """Cell -> row and rotation."""
    figures: dict[Area, Counter] = field(default_factory=dict)
    """Figures by area they were put on: seat -> how many."""
    buildings: dict[Area, list[int]] = field(default_factory=dict)

    def with_tile(self, x: int, y: int, row: dict, rotation: int) -> NaiveMap:
        """The map with one tile more."""
        return NaiveMap({**self.laid, (x, y): (row, rotation)}, self.figures, self.buildings)

    def territory(self, area: Area) -> frozenset[Area]:
        """All areas that can be reached without crossing a line."""
        seen, todo = {area}, [area]
        while todo:
            x, y, name = todo.pop()
            row, rotation = self.laid[x, y]
            for side, owner in turned(row, rotation).items():
                dx, dy, facing = BEYOND[side]
                if owner == name and (x + dx, y + dy) in self.laid:
                    other_row, other_rotation = self.laid[x + dx, y + dy]
                    other = (x + dx, y + dy, turned(other_row, other_rotation)[facing])
                    if other not in seen:
                        seen.add(other)
                        todo.append(other)
        return frozenset(seen)

    def territories(self) -> set[frozenset[Area]]:
        """All territories of the map."""
        return {self.territory((x, y, area["name"])) for (x, y), (row, _) in self.laid.items() for area in row["areas"]}

    def open_sides(self, territory: frozenset[Area]) -> list[tuple[int, int]]:
        """For each side of the territory that faces an empty cell, that cell."""
        cells = []
        for x, y, name in territory:
            for side, owner in turned(*self.laid[x, y]).items():
                dx, dy, _ = BEYOND[side]
                if owner == name and (x + dx, y + dy) not in self.laid:
                    cells.append((x + dx, y + dy))
        return cells

    def neighbours(self, territory: frozenset[Area]) -> dict[frozenset[Area], int]:
        """Territories across a line, and the best kind of line to cross."""
        best: dict[frozenset[Area], int] = {}
        for x, y, name in territory:
            row, _ = self.laid[x, y]
            for kind, number in KIND.items():
                for piece in row.get(kind, ()):
                    ends = piece.split("-")
                    if name in ends:
                        other = self.territory((x, y, ends[1 - ends.index(name)]))
                        if other != territory:
                            best[other] = min(number, best.get(other, number))
        return best

    def printed(self, territory: frozenset[Area], what: str) -> int:
        """Return how many symbols of a kind are printed in the territory."""
        found = 0
        for x, y, name in territory:
            row, _ = self.laid[x, y]
            found += sum(area.get(what, 0) for area in row["areas"] if area["name"] == name)
        return found

    def figures_in(self, territory: frozenset[Area]) -> Counter:
        """Figures in the territory by seat."""
        return sum((self.figures.get(area, Counter()) for area in territory), Counter())

    def border_stops(self, px: int, py: int) -> bool:
        """Return whether one single border ends in the point south-west of cell (px, py), between four tiles."""
        ends = 0
        for (dx, dy), (one, other) in POINTS.items():
            if (px - dx, py - dy) not in self.laid:
                return False
            owners = turned(*self.laid[px - dx, py - dy])
            ends += owners[one] != owners[other]
        return ends == 1

    def beyond_sea(self, x: int, y: int) -> bool:
        """Return whether a tile beside the cell has a sea side towards it."""
        return any(
            turned(*self.laid[x + dx, y + dy])[facing] == SEA
            for dx, dy, facing in BEYOND.values() if (x + dx, y + dy) in self.laid
        )

    def fits(self, x: int, y: int, row: dict, rotation: int) -> bool:
        """Return whether a tile may be laid there."""
        beside = any((x + dx, y + dy) in self.laid for dx, dy, _ in BEYOND.values())
        if (x, y) in self.laid or not beside or self.beyond_sea(x, y):
            return False
        after = self.with_tile(x, y, row, rotation)
        if any(after.border_stops(x + dx, y + dy) for dx, dy in POINTS):
            return False
        return all(len(after.figures_in(after.territory((x, y, area["name"])))) <= 1 for area in row["areas"])

    def placements(self, row: dict) -> list[tuple[int, int, int]]:
        """All legal x, y, rotation; of rotations that look the same the lowest; sorted."""
        empty = {(x + dx, y + dy) for x, y in self.laid for dx, dy, _ in BEYOND.values()}
        rotations = [r for r in range(4) if all(look(row, r) != look(row, earlier) for earlier in range(r))]
        return sorted((x, y, r) for x, y in empty for r in rotations if self.fits(x, y, row, r))

    def empty_on(self, x: int, y: int) -> bool:
        """Return whether an area of the tile laid there belongs to a territory without figures."""
        row, _ = self.laid[x, y]
        return any(not self.figures_in(self.territory((x, y, area["name"]))) for area in row["areas"])
