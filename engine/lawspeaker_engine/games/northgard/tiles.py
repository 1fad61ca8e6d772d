"""The printed map tiles: areas, who owns which side, borders; and what each looks like when it is turned."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Final

from lawspeaker_engine.content import BadContent, load_unique
from lawspeaker_engine.games.northgard.enums import BorderKind
from lawspeaker_engine.text import words

SIDES: Final = "NESW"
"""Side 0 faces north (y + 1), 1 east (x + 1), 2 south, 3 west; corner i lies between sides i and i + 1."""

REGULAR: Final = int(BorderKind.REGULAR)
ROUGH: Final = int(BorderKind.ROUGH)
IMPASSABLE: Final = int(BorderKind.IMPASSABLE)
KINDS: Final = ("", *words(BorderKind)[REGULAR:])
"""Names of the kinds of border, by number; the lower number is the better one to cross."""

MOST_AREAS: Final = 4
"""Areas a tile may have besides enclosed ones (NG-MAP-01)."""


@dataclass(frozen=True, slots=True)
class AreaRow:
    """An area as its tile's row in `tiles.toml` writes it; an area without sides is enclosed by others."""

    name: str
    sides: str = ""
    food: int = 0
    wood: int = 0
    lore: int = 0
    small: int = 0
    """Small building spaces without the Carved Stone symbol."""
    carved: int = 0
    """Small building spaces with the Carved Stone symbol (NG-MAP-05)."""
    large: int = 0
    lairs: int = 0


SEA: Final = -1
"""In place of an area: a side that belongs to none, beyond which no tile is laid."""


@dataclass(frozen=True, slots=True)
class TileRow:
    """A tile as `tiles.toml` writes it; borders are pairs of area names such as "n-e"."""

    id: str
    areas: tuple[AreaRow, ...]
    regular: tuple[str, ...] = ()
    rough: tuple[str, ...] = ()
    impassable: tuple[str, ...] = ()
    module: str = ""
    """The module that brings it; empty for the base game."""
    sea: str = ""
    """Sides that belong to no area; no tile is laid beyond them."""


@dataclass(frozen=True, slots=True)
class Border:
    """A printed line between two areas of a tile, the lower area first (NG-MAP-09)."""

    first: int
    second: int
    kind: int


@dataclass(frozen=True, slots=True)
class Turned:
    """A tile turned clockwise: what its four board sides and corners show."""

    rotation: int
    sides: tuple[int, int, int, int]
    """The area at each side, or SEA."""
    ends: int
    """Bit i: a border ends at corner i."""
    shared: int
    """Which pairs of sides belong to one area, as a bit mask over SIDE_PAIRS."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A printed tile."""

    id: str
    areas: tuple[AreaRow, ...]
    sides: tuple[int, int, int, int]
    """The area that owns each side at rotation 0, or SEA."""
    borders: tuple[Border, ...]
    turned: tuple[Turned, Turned, Turned, Turned]
    """By rotation."""
    distinct: tuple[Turned, ...]
    """One of each set of rotations that look the same, the lowest."""
    module: str = ""
    """The module that brings it; empty for the base game."""


SIDE_PAIRS: Final = tuple(combinations(range(4), 2))
"""All pairs of sides; a set of pairs is a bit mask in this order."""


def _connected(pairs: int) -> int:
    group = list(range(4))
    for bit, (i, j) in enumerate(SIDE_PAIRS):
        if pairs >> bit & 1:
            group = [group[i] if g == group[j] else g for g in group]
    return sum(1 << bit for bit, (i, j) in enumerate(SIDE_PAIRS) if group[i] == group[j])


CONNECTED: Final = tuple(_connected(pairs) for pairs in range(1 << len(SIDE_PAIRS)))
"""By set of joined pairs of sides: the set of pairs that hang together, directly or in a chain."""


def make_tile(row: TileRow) -> Tile:
    """Return the tile a row describes. Raises BadContent for one whose sides or borders cannot be."""
    where = f"tile {row.id}"
    names = [area.name for area in row.areas]
    if len(set(names)) != len(names):
        raise BadContent(f"{where}: two areas have the same name")
    if not row.areas or sum(bool(area.sides) for area in row.areas) > MOST_AREAS:
        raise BadContent(f"{where}: has 1 to {MOST_AREAS} areas besides enclosed ones, not {len(row.areas)}")
    sides = _side_owners(row, where)
    borders = _borders(row, names, where)
    pairs = {(border.first, border.second) for border in borders}
    for i in range(4):
        a, b = sorted((sides[i], sides[(i + 1) % 4]))
        if a not in (b, SEA) and (a, b) not in pairs:
            raise BadContent(f"{where}: areas {names[a]} and {names[b]} meet at a corner, so there is a border between")
    turned = (_turn(sides, 0), _turn(sides, 1), _turn(sides, 2), _turn(sides, 3))
    looks = [_look(row.areas, borders, turn.sides) for turn in turned]
    distinct = tuple(turn for i, turn in enumerate(turned) if looks.index(looks[i]) == i)
    return Tile(row.id, row.areas, sides, borders, turned, distinct, row.module)


def _side_owners(row: TileRow, where: str) -> tuple[int, int, int, int]:
    owners: dict[str, int] = {}
    for number, area in enumerate(row.areas):
        for side in area.sides:
            if side not in SIDES:
                raise BadContent(f"{where}, area {area.name}: a side is one of {', '.join(SIDES)}, not {side!r}")
            if side in owners:
                raise BadContent(f"{where}: side {side} belongs to one area, not to two")
            owners[side] = number
    for side in row.sea:
        if side in owners or side not in SIDES:
            raise BadContent(f"{where}: sea {side!r} is no side that belongs to no area")
        owners[side] = SEA
    missing = [side for side in SIDES if side not in owners]
    if missing:
        raise BadContent(f"{where}: side {missing[0]} belongs to no area")
    return owners["N"], owners["E"], owners["S"], owners["W"]


def _borders(row: TileRow, names: list[str], where: str) -> tuple[Border, ...]:
    borders: dict[tuple[int, int], Border] = {}
    for kind, pieces in ((REGULAR, row.regular), (ROUGH, row.rough), (IMPASSABLE, row.impassable)):
        for piece in pieces:
            ends = piece.split("-")
            if len(ends) != 2 or ends[0] == ends[1] or not set(ends) <= set(names):
                raise BadContent(f"{where}: a border is between two of its areas {', '.join(names)}, not {piece!r}")
            first, second = sorted(map(names.index, ends))
            if (first, second) in borders:
                raise BadContent(f"{where}: border {piece} is written twice")
            borders[first, second] = Border(first, second, kind)
    return tuple(borders[pair] for pair in sorted(borders))


def _turn(unturned: tuple[int, int, int, int], rotation: int) -> Turned:
    n, e, s, w = sides = tuple(unturned[(side - rotation) % 4] for side in range(4))
    ends = (n != e) | (e != s) << 1 | (s != w) << 2 | (w != n) << 3
    shared = sum(1 << bit for bit, (i, j) in enumerate(SIDE_PAIRS) if sides[i] == sides[j])
    return Turned(rotation, (n, e, s, w), ends, shared)


def _look(areas: tuple[AreaRow, ...], borders: tuple[Border, ...], sides: tuple[int, int, int, int]) -> object:
    """Return what can be told apart of a turned tile: areas numbered in the order in which the sides show them."""
    enclosed = [area for area in range(len(areas)) if area not in sides]
    order = [area for area in dict.fromkeys(sides) if area != SEA] + enclosed
    number = {SEA: SEA} | {area: i for i, area in enumerate(order)}
    contents = [
        (a.food, a.wood, a.lore, a.small, a.carved, a.large, a.lairs) for a in (areas[area] for area in order)
    ]
    lines = sorted((*sorted((number[b.first], number[b.second])), b.kind) for b in borders)
    return [number[area] for area in sides], contents, lines


def load_tiles(*paths: Path) -> tuple[Tile, ...]:
    """Return the tiles of these files in their order. Raises BadContent."""
    return tuple(make_tile(row) for row in load_unique(paths, "tile", TileRow))


_CONTENT: Final = Path(__file__).parent / "content"
_FILES: Final = (_CONTENT / "tiles.toml", _CONTENT / "tiles_lands.toml", _CONTENT / "tiles_sea.toml")
"""A new file comes last: the numbers of tiles never change."""

TILES: Final = load_tiles(*_FILES)
"""The 35 tiles of the box (NG-COMP-05), then those of modules; the index of a tile is its number everywhere."""

TILE_NUMBER: Final = {tile.id: number for number, tile in enumerate(TILES)}

START: Final = TILE_NUMBER["start"]
"""The starting tile, always the first on the table (NG-MAP-07)."""

FIVE: Final = 5
"""The number of players who have a second starting tile."""
START_FIVE: Final = TILE_NUMBER["start-5"]
"""The second starting tile of five players; an ordinary tile in other games (NG-MAP-08, AMB-R59)."""
