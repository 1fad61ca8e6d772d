"""The land: hexes in axial coordinates, their neighbours and the settlements, for each number of players (CL-MAP-*)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lawspeaker_engine.content import load_rows, load_unique

_MAP: Final = Path(__file__).parent / "content" / "map.toml"

_DIRECTIONS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
RING: Final = len(_DIRECTIONS)
"""The hexes around the centre of a settlement (CL-SETUP-01)."""


@dataclass(frozen=True, slots=True)
class Terrain:
    """A row of content/map.toml; its number is its place in `TERRAINS`."""

    id: str
    name: str
    food: tuple[int, int, int, int]
    """The Food that a Farmer gains there in Spring, Summer, Autumn and Winter."""
    in_ring: int
    """How often it is among the hexes from which the six around a settlement's centre are drawn."""
    in_bag: int
    """Its share of the bag from which all other hexes are drawn."""
    wood: int = 0
    """The Wood that a Laborer gains there in each season but Winter; so too Stone."""
    stone: int = 0


@dataclass(frozen=True, slots=True)
class _BoardRow:
    players: int
    centres: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The hexes of one number of players. A hex is known by its number, its place in `hexes`."""

    hexes: tuple[tuple[int, int], ...]
    """Axial coordinates (q, r), ascending: all hexes within the map's radius of a settlement's centre."""
    neighbours: tuple[tuple[int, ...], ...]
    """By hex: the numbers of the hexes beside it."""
    settlements: tuple[tuple[int, ...], ...]
    """The seven hexes of each settlement, its centre first."""


def _board(centres: tuple[tuple[int, int], ...], radius: int) -> Board:
    hexes = tuple(sorted({
        (q + dq, r + dr)
        for q, r in centres
        for dq in range(-radius, radius + 1)
        for dr in range(-radius, radius + 1) if abs(dq + dr) <= radius
    }))
    number = {place: i for i, place in enumerate(hexes)}
    around = [[(q + dq, r + dr) for dq, dr in _DIRECTIONS] for q, r in hexes]
    return Board(
        hexes,
        tuple(tuple(sorted(number[place] for place in places if place in number)) for places in around),
        tuple((number[q, r], *(number[q + dq, r + dr] for dq, dr in _DIRECTIONS)) for q, r in centres),
    )


TERRAINS: Final = load_unique([_MAP], "terrain", Terrain)
_TERRAIN_IDS: Final = [row.id for row in TERRAINS]
_RADIUS: Final[int] = tomllib.loads(_MAP.read_text(encoding="utf-8"))["radius"]
BOARDS: Final = {row.players: _board(row.centres, _RADIUS) for row in load_rows(_MAP, "board", _BoardRow)}
"""By number of players."""


def terrain_number(terrain: str) -> int:
    """Return the number of the terrain with this id. Raises ValueError if there is none."""
    return _TERRAIN_IDS.index(terrain)


HILLS: Final = terrain_number("hills")
"""The terrain of every settlement's centre (CL-SETUP-01)."""
