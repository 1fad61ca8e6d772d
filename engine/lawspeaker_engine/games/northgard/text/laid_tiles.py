"""A tile of Northgard that is laid, in plain English: what it joins, and where it stays open."""

from __future__ import annotations

from typing import Final

from lawspeaker_engine.games.northgard import options
from lawspeaker_engine.games.northgard.layout import Layout
from lawspeaker_engine.games.northgard.text.views import BORDERS, listed_printed, owner_name
from lawspeaker_engine.games.northgard.tiles import TILES, AreaRow, Tile
from lawspeaker_engine.games.northgard.view import View

_BESIDE: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
_NORTH_FIRST: Final = ("north", "east", "south", "west")
_INITIALS: Final = ("N", "E", "S", "W")


def place_tile(option: options.PlaceTile, view: View | None, *, printed: bool = True) -> str:
    """Return where a tile is laid; with a view, what that would join, without what is printed if not `printed`."""
    by = f"by {90 * option.rotation} degrees" if printed else str(90 * option.rotation)
    turned = f", turned {by}" if option.rotation else ""
    where = f"tile {TILES[option.tile].id} at ({option.x}, {option.y}){turned}"
    return f"{where}: {_joined(option, view, printed=printed)}" if view else where


def _joined(option: options.PlaceTile, view: View, *, printed: bool) -> str:
    """Return the tile's areas: what is printed in each, the territories it joins, the sides on which it stays open."""
    tile, beyond = TILES[option.tile], behind_sides(option, view.layout)
    sides = tile.turned[option.rotation].sides
    areas = []
    for number, area in enumerate(tile.areas):
        mine = [side for side in range(4) if sides[side] == number]
        joined = sorted({beyond[side] for side in mine} - {-1})
        joins = ["joins " + " and ".join(_territory(each, view) for each in joined)] if joined else []
        names = _NORTH_FIRST if printed else _INITIALS
        opens = [names[side] for side in mine if beyond[side] < 0]
        stays = [("open to " if printed else "open ") + " and ".join(opens)] if opens else []
        shown = _printed_area(area) if printed else []
        areas.append(f"{letter_of(number)} " + ", ".join([*shown, *joins, *stays]))
    return "; ".join([*areas, *(_borders(tile) if printed else ())])


def _printed_area(area: AreaRow) -> list[str]:
    return listed_printed((area.food, area.wood, area.lore), (area.small, area.carved, area.large), area.lairs)


def letter_of(area: int) -> str:
    """Return the letter of an area of a tile, by its printed number: `a` for 0."""
    return chr(ord("a") + area)


def behind_sides(option: options.PlaceTile, layout: Layout) -> list[int]:
    """Return the territories behind the four sides of the cell, north first; -1 where no tile lies."""
    first = 0
    at = {}
    for tile, x, y, rotation in zip(layout.tile, layout.x, layout.y, layout.rotation, strict=True):
        at[x, y] = first, TILES[tile].turned[rotation].sides
        first += len(TILES[tile].areas)
    found = []
    for side, (dx, dy) in enumerate(_BESIDE):
        base, sides = at.get((option.x + dx, option.y + dy), (-1, ()))
        found.append(layout.area_territory[base + sides[side ^ 2]] if sides else -1)
    return found


def _territory(territory: int, view: View) -> str:
    owner = view.board.owner[view.layout.territory.index(territory)]
    return str(territory) if owner < 0 else f"{territory} ({owner_name(owner, view)})"


def _borders(tile: Tile) -> list[str]:
    """Return the borders that are not regular."""
    return [f"{letter_of(border.first)}-{letter_of(border.second)} {BORDERS[border.kind]}"
            for border in tile.borders if border.kind > 1]


def laid(option: options.PlaceTile, view: View | None) -> str:
    """Return a tile with its place, and the territories that it makes larger."""
    joined = sorted({each for each in behind_sides(option, view.layout) if each >= 0}) if view else []
    beside = f", beside {' and '.join(_territory(each, view) for each in joined)}" if view and joined else ""
    return f"tile {TILES[option.tile].id} at ({option.x}, {option.y}){beside}"
