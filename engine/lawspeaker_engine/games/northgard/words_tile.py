"""What laying a tile would join, in plain words."""

from __future__ import annotations

from typing import Final

from lawspeaker_engine.games.northgard.layout import Layout
from lawspeaker_engine.games.northgard.options import PlaceTile
from lawspeaker_engine.games.northgard.tiles import TILES, AreaRow, Tile
from lawspeaker_engine.games.northgard.view import View
from lawspeaker_engine.games.northgard.words_view import BORDERS, listed_printed, owner_name

_STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
_NORTH_FIRST: Final = ("north", "east", "south", "west")


def placed(option: PlaceTile, view: View) -> str:
    """The tile's areas: what is printed in each, the territories it joins, the sides on which it stays open."""
    tile, beyond = TILES[option.tile], _beyond(option, view.layout)
    sides = tile.turned[option.rotation].sides
    areas = []
    for number, area in enumerate(tile.areas):
        mine = [side for side in range(4) if sides[side] == number]
        joined = sorted({beyond[side] for side in mine} - {-1})
        joins = ["joins " + " and ".join(_territory(each, view) for each in joined)] if joined else []
        opens = [_NORTH_FIRST[side] for side in mine if beyond[side] < 0]
        stays = ["open to " + " and ".join(opens)] if opens else []
        areas.append(f"{_letter(number)} " + ", ".join([*_printed(area), *joins, *stays]))
    return "; ".join([*areas, *_borders(tile)])


def _printed(area: AreaRow) -> list[str]:
    return listed_printed((area.food, area.wood, area.lore), (area.small, area.carved, area.large), area.lairs)


def _beyond(option: PlaceTile, layout: Layout) -> list[int]:
    """The territories behind the four sides of the cell, north first; -1 where no tile lies."""
    first = 0
    at = {}
    for tile, x, y, rotation in zip(layout.tile, layout.x, layout.y, layout.rotation, strict=True):
        at[x, y] = first, TILES[tile].turned[rotation].sides
        first += len(TILES[tile].areas)
    found = []
    for side, (dx, dy) in enumerate(_STEPS):
        base, sides = at.get((option.x + dx, option.y + dy), (-1, ()))
        found.append(layout.area_territory[base + sides[side ^ 2]] if sides else -1)
    return found


def _territory(territory: int, view: View) -> str:
    owner = view.board.owner[view.layout.territory.index(territory)]
    return str(territory) if owner < 0 else f"{territory} ({owner_name(owner, view)})"


def _borders(tile: Tile) -> list[str]:
    """The borders that are not regular."""
    return [f"{_letter(border.first)}-{_letter(border.second)} {BORDERS[border.kind]}"
            for border in tile.borders if border.kind > 1]


def _letter(area: int) -> str:
    return chr(ord("a") + area)
