"""A tile of Northgard drawn in characters as it would lie, for a person at a terminal."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from lawspeaker_engine.games.northgard import options
from lawspeaker_engine.games.northgard.text.laid_tiles import letter_of
from lawspeaker_engine.games.northgard.tiles import IMPASSABLE, MOST_AREAS, ROUGH, SEA, TILES, AreaRow, Tile

_PLAN: Final = (
    "4 0 0 0 5",
    "3 4 0 5 1",
    "3 3 8 1 1",
    "3 7 2 6 1",
    "7 2 2 2 6",
)
"""0 to 3 are the sides, north first; 4 to 7 the corners NW, NE, SE and SW; 8 is the middle."""
_LINES: Final = ("\\", "/", "\\", "/")
"""Regular borders at the corners NW, NE, SE and SW."""
_MARKS: Final = {ROUGH: "~", IMPASSABLE: "#"}
_SEA: Final = "."


def drawn_tile(option: options.PlaceTile) -> list[str]:
    """Return a drawing of the tile, north up: its areas with the letters that its line has, and what is printed there.

    Regular borders are lines, rough ones `~` and impassable ones `#`.
    """
    tile = TILES[option.tile]
    sides = tile.turned[option.rotation].sides
    kinds = {frozenset((border.first, border.second)): border.kind for border in tile.borders}
    corners = [_border(kinds, sides[corner - 1], sides[corner], _LINES[corner]) for corner in range(4)]
    cells = [*map(_letter, sides), *corners, _middle(tile, sides, kinds, corners)]
    grid = ["".join(cells[int(each)] if each != " " else " " for each in row) for row in _PLAN]
    legend = [f"{letter_of(number)} {_printed(area)}".rstrip() for number, area in enumerate(tile.areas)]
    legend += [f"{_SEA} sea"] * (SEA in sides)
    turned = f", turned by {90 * option.rotation} degrees" if option.rotation else ""
    return [f"tile {tile.id}{turned}",
            *(f"{row}  {said}".rstrip() for row, said in zip_longest(grid, legend, fillvalue=" " * len(grid[0])))]


def _letter(area: int) -> str:
    return _SEA if area == SEA else letter_of(area)


def _border(kinds: dict[frozenset[int], int], one: int, other: int, line: str) -> str:
    """Return the mark of the border between two areas; the letter of an area that owns both sides."""
    if one == other:
        return _letter(one)
    return _MARKS.get(kinds.get(frozenset((one, other)), 0), line)


def _middle(tile: Tile, sides: tuple[int, ...], kinds: dict[frozenset[int], int], corners: list[str]) -> str:
    """Return the area in the middle, or the border that runs through it."""
    north, east, south, west = sides
    enclosed = [number for number in range(len(tile.areas)) if number not in sides]
    through = [side for side, other in ((north, south), (east, west)) if side == other]
    if enclosed or through:
        return _letter([*enclosed, *through][0])
    for one, other, line in ((north, south, "-"), (east, west, "|")):
        if frozenset((one, other)) in kinds and len(tile.areas) == MOST_AREAS:
            return _border(kinds, one, other, line)
    return corners[0] if west != north and east != south else corners[1]


def _printed(area: AreaRow) -> str:
    """Return what is printed in an area in a few words: `2 food, small`."""
    counts = ((area.food, "food"), (area.wood, "wood"), (area.lore, "lore"), (area.small, "small"),
              (area.carved, "carved"), (area.large, "large"), (area.lairs, "lair" if area.lairs == 1 else "lairs"))
    return ", ".join(word if count == 1 else f"{count} {word}" for count, word in counts if count)
