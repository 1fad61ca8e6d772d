"""The map: laid tiles, the territories their areas join to, what stands in them, and where another tile fits.

Every border ends at a tile's corner, so each side of a tile belongs to one area, and areas that meet across a side are
one territory (NG-MAP-09). A territory is named by its smallest area index; areas are counted over the tiles in the
order they were laid.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from lawspeaker_engine.canon import NOT_CANON
from lawspeaker_engine.games.northgard.enums import SpaceKind
from lawspeaker_engine.games.northgard.grid import CORNER_STEPS, SIDE_STEPS, Cell, CellLimits, cell_at
from lawspeaker_engine.games.northgard.layout import BoardView, Layout
from lawspeaker_engine.games.northgard.tiles import SEA, SIDE_PAIRS, TILES, Tile
from lawspeaker_engine.shallow_copy import shallow_copy
from lawspeaker_engine.state_codec import BITS, FROM_SETUP

SMALL_SPACE: Final = int(SpaceKind.SMALL)
CARVED_SPACE: Final = int(SpaceKind.CARVED)
LARGE_SPACE: Final = int(SpaceKind.LARGE)
NO_SPACE: Final = int(SpaceKind.NONE)
"""The kinds of space that a building stands on; its code in Board.buildings is building * 4 + space."""

GUARD: Final = 1 << 8
"""The holder of a guarded territory, for the question whether a tile may join it to another one."""


@dataclass(frozen=True, slots=True)
class Laid:
    """The changes that laying a tile made."""

    territories: tuple[int, ...]
    """The territories that the new tile has a part of, ascending."""
    closed: tuple[int, ...]
    """Those that the tile, or its sea, closed; an area enclosed in the tile was never open (AMB-R15)."""
    merged: tuple[tuple[int, int], ...]
    """(old, new) for each territory that lost its name in a merge, ascending."""


@dataclass(slots=True)
class Board:
    """Flat columns by territory; those of an area whose territory has another name are empty and of no meaning.

    Views and digests are made of `layout` and `view`, which are kept: call `changed` after changing a column.
    """

    laid: list[tuple[int, int, int, int]] = field(default_factory=list)
    """Tile, x, y and rotation of each laid tile."""
    territory_of: list[int] = field(default_factory=list)
    """The territory of each area."""
    first_area: list[int] = field(default_factory=list)
    """The index of the first area of each laid tile."""
    territories: list[int] = field(default_factory=list)
    """Ascending."""
    owner: list[int] = field(default_factory=list)
    """The seat that controls it, -1 for neutral."""
    units: list[int] = field(default_factory=list)
    """The owner's units in it, Kaija and attackers of a pending combat not counted."""
    food: list[int] = field(default_factory=list)
    """Printed food symbols; likewise wood and lore."""
    wood: list[int] = field(default_factory=list)
    lore: list[int] = field(default_factory=list)
    small: list[int] = field(default_factory=list)
    """Free small spaces without the Carved Stone symbol."""
    carved: list[int] = field(default_factory=list)
    """Free small spaces with the Carved Stone symbol."""
    large: list[int] = field(default_factory=list)
    """Free large spaces."""
    lairs: list[int] = field(default_factory=list)
    size: list[int] = field(default_factory=list)
    """How many distinct tiles it covers."""
    open_sides: list[int] = field(default_factory=list)
    """How many of its tile sides face an empty cell; a hole in the map is as good as its edge."""
    buildings: list[tuple[int, ...]] = field(default_factory=list)
    """Codes `building * 4 + space`, ascending."""
    neighbours: list[tuple[tuple[int, int], ...]] = field(default_factory=list)
    """(other territory, kind) ascending, with the best kind of border between the two (NG-MAP-10, NG-MOVE-07)."""
    kept_layout: Layout | None = field(default=None, repr=False, metadata=NOT_CANON)
    """See `layout`."""
    kept_view: BoardView | None = field(default=None, repr=False, metadata=NOT_CANON)
    """See `view`."""
    guarded: tuple[int, ...] = ()
    """Territories of something that shares with nobody: figures come there by moving alone, and no tile joins them to
    anybody's; it follows from the rest of the position."""
    pinned: tuple[int, ...] = ()
    """Territories in which nobody builds or recruits, and which nobody explores or moves from; likewise."""
    unbound: tuple[int, ...] = ()
    """Seats that neither of the two binds; likewise."""
    printed: tuple[Tile, ...] = field(default=TILES, repr=False, metadata=FROM_SETUP)
    """The tiles in play by number; shared, never changed."""
    at: dict[Cell, int] = field(default_factory=dict, metadata=NOT_CANON)
    """The laid tile on each cell."""
    sea: tuple[Cell, ...] = ()
    """Cells beyond the sea sides of tiles: no tile is laid there; it follows from the tiles."""
    sea_closes: bool = field(default=False, metadata=FROM_SETUP)
    """True if tile sides that face such a cell are not open (AMB-H65)."""
    edge: list[Cell] = field(default_factory=list)
    """Empty cells orthogonally adjacent to laid tiles, ascending."""
    side_areas: list[int] = field(default_factory=list)
    """The area at side s of laid tile t is at 4 * t + s."""
    ends: list[int] = field(default_factory=list)
    """The corners of each laid tile where a border ends, as bits."""
    tiles_in: list[int] = field(default_factory=list, metadata=BITS)
    """The laid tiles each territory covers, as bits."""

    def copy(self) -> Board:
        """Return an independent copy."""
        other = shallow_copy(self)
        for name in _LISTS:
            setattr(other, name, getattr(self, name)[:])
        other.at = self.at.copy()
        return other

    def restore(self) -> None:
        """Fill `at` after the other columns were read from a position."""
        self.at = {cell_at(x, y): number for number, (_, x, y, _) in enumerate(self.laid)}

    def bound(self, seat: int) -> bool:
        """Return whether guarded and pinned territories are so for the seat."""
        return seat not in self.unbound

    def guarded_from(self, seat: int) -> tuple[int, ...]:
        """Return the territories that the seat's figures reach by moving alone, and must fight for."""
        return self.guarded if self.bound(seat) else ()

    def pinned_for(self, seat: int) -> tuple[int, ...]:
        """Return the territories in which the seat neither builds nor recruits, and which its figures do not leave."""
        return self.pinned if self.bound(seat) else ()

    def lets_pass(self, seat: int, source: int, target: int) -> bool:
        """Return whether figures of the seat may be brought from one territory into another one without moving."""
        return source not in self.pinned_for(seat) and target not in self.guarded_from(seat)

    def barred_to(self, seat: int) -> tuple[int, ...]:
        """Return the territories into which the seat puts no figures of its reserve."""
        return self.pinned_for(seat) + self.guarded_from(seat)

    def has(self, territory: int, building: int) -> int:
        """Return how many buildings of a type the territory holds."""
        count = 0
        for code in self.buildings[territory]:
            if code >> 2 == building:
                count += 1
        return count

    def layout(self) -> Layout:
        """Return the map as it is laid; the same object until the next tile is laid."""
        if self.kept_layout is None:
            self.kept_layout = self._layout()
        return self.kept_layout

    def view(self) -> BoardView:
        """Return what stands on the map; the same object until something is `changed`."""
        if self.kept_view is None:
            self.kept_view = self._view()
        return self.kept_view

    def changed(self) -> None:
        """To be called by whoever changes owners, units, buildings or free spaces."""
        self.kept_view = None

    def __canon__(self) -> tuple[Layout, BoardView]:
        """Return all that a position holds of the map; the columns follow from it."""
        return self.layout(), self.view()

    def _layout(self) -> Layout:
        ids = self.territories
        borders = [(t, other, kind) for t in ids for other, kind in self.neighbours[t]]
        sources, targets, kinds = zip(*borders, strict=True) if borders else ((), (), ())
        tiles, xs, ys, rotations = zip(*self.laid, strict=True) if self.laid else ((), (), (), ())
        columns = (self.food, self.wood, self.lore, self.lairs, self.size, self.open_sides)
        food, wood, lore, lairs, size, open_sides = (tuple([column[t] for t in ids]) for column in columns)
        return Layout(
            tiles, xs, ys, rotations, tuple(self.territory_of), tuple(ids), food, wood, lore, lairs, size, open_sides,
            sources, targets, kinds,
        )

    def _view(self) -> BoardView:
        ids = self.territories
        codes = [(code, t) for t in ids for code in self.buildings[t]]
        columns = (self.owner, self.units, self.small, self.carved, self.large)
        owner, units, small, carved, large = (tuple([column[t] for t in ids]) for column in columns)
        return BoardView(
            owner, units, small, carved, large, tuple([code >> 2 for code, _ in codes]), tuple([t for _, t in codes]),
            tuple([code & 3 for code, _ in codes]),
        )

    def closed(self, territory: int) -> bool:
        """Return whether printed borders surround it completely, so that it can never grow (NG-MAP-11)."""
        return self.open_sides[territory] == 0

    def cells_touching(self, first: int | None = None) -> list[Cell]:
        """Empty cells orthogonally adjacent to laid tiles, or to the `first` so many of them; ascending."""
        if first is None:
            return self.edge[:]
        start = [cell_at(x, y) for _, x, y, _ in self.laid[:first]]
        return [cell for cell in self.edge if any(cell + step in start for step in SIDE_STEPS)]

    def cells_at(self, seat: int) -> list[Cell]:
        """Empty cells that an open side of a territory of this seat faces (NG-EXP-03, AMB-R11); ascending.

        None are beside its pinned territories.
        """
        at, sides, territory_of, owner = self.at, self.side_areas, self.territory_of, self.owner
        if pinned := self.pinned_for(seat):
            owner = owner[:]
            for territory in pinned:
                owner[territory] = -1
        cells = []
        for cell in self.edge:
            for side in range(4):
                laid = at.get(cell + SIDE_STEPS[side])
                if laid is not None and owner[territory_of[sides[4 * laid + (side ^ 2)]]] == seat:
                    cells.append(cell)
                    break
        return cells

    def cells_at_any(self, seat: int) -> list[Cell]:
        """Empty cells that an open side of any territory faces which is not pinned for the seat; ascending."""
        pinned = self.pinned_for(seat)
        if not pinned:
            return self.edge[:]
        at, sides, territory_of = self.at, self.side_areas, self.territory_of
        return [
            cell for cell in self.edge
            if any(territory_of[sides[4 * at[cell + step] + (side ^ 2)]] not in pinned
                   for side, step in enumerate(SIDE_STEPS) if cell + step in at)
        ]

    def limits(self, cell: Cell) -> CellLimits:
        """Return what the neighbours of an empty cell ask of a tile laid there."""
        at, ends, owner = self.at, self.ends, self._holders() if self.guarded else self.owner
        near = [at.get(cell + step) for step in SIDE_STEPS]
        banned = needed = 0
        for i in range(4):
            a, b = near[i], near[i - 3]
            if a is not None and b is not None and (c := at.get(cell + CORNER_STEPS[i])) is not None:
                arriving = (ends[a] >> (i + 1) % 4 & 1) + (ends[b] >> (i + 3) % 4 & 1) + (ends[c] >> (i ^ 2) & 1)
                if arriving == 0:
                    banned |= 1 << i
                elif arriving == 1:
                    needed |= 1 << i
        territory_of, side_areas = self.territory_of, self.side_areas
        behind, owners, occupied = [-1] * 4, [-1] * 4, 0
        for i, laid in enumerate(near):
            if laid is not None:
                behind[i] = territory = territory_of[side_areas[4 * laid + (i ^ 2)]]
                if owner[territory] >= 0:
                    owners[i] = owner[territory]
                    occupied |= 1 << i
        if not occupied:
            return CellLimits(banned, needed, 0, 0, 0)
        shared = quarrels = 0
        for bit, (i, j) in enumerate(SIDE_PAIRS):
            if behind[i] == behind[j] >= 0:
                shared |= 1 << bit
            elif owners[i] != owners[j] and owners[i] >= 0 and owners[j] >= 0 and self._quarrel(owners[i], owners[j]):
                quarrels |= 1 << bit
        return CellLimits(banned, needed, shared, quarrels, occupied)

    def _holders(self) -> list[int]:
        """Return owners by territory, where guarded ones without any are held by GUARD."""
        owner = self.owner[:]
        for territory in self.guarded:
            if owner[territory] < 0:
                owner[territory] = GUARD
        return owner

    def _quarrel(self, holder: int, other: int) -> bool:
        """Return whether two holders cannot share a territory; what guards one quarrels with seats that it binds."""
        return max(holder, other) < GUARD or self.bound(min(holder, other))

    def fits(self, tile: int, x: int, y: int, rotation: int) -> bool:
        """Return whether a tile may lie there (NG-EXP-04, NG-EXP-05, NG-EXP-10): an empty cell beside the map."""
        cell = cell_at(x, y)
        spot = bisect_left(self.edge, cell)
        if spot == len(self.edge) or self.edge[spot] != cell:
            return False
        return self.limits(cell).allow(self.printed[tile].turned[rotation])

    def lay(self, tile: int, x: int, y: int, rotation: int) -> Laid:
        """Put a tile on an empty cell and join what meets; trusts that it `fits` (or is the first one)."""
        self.kept_layout = self.kept_view = None
        base = len(self.territory_of)
        number = len(self.laid)
        cell = cell_at(x, y)
        turned = self.printed[tile].turned[rotation]
        self._add_areas(self.printed[tile], number)
        self.laid.append((tile, x, y, rotation))
        self.first_area.append(base)
        self.ends.append(turned.ends)
        sea = [cell + SIDE_STEPS[side] for side in range(4) if turned.sides[side] == SEA]
        shut = self._shut(sea) if self.sea_closes else []
        self._take_cell(cell, number, sea)
        dead: list[int] = []
        for side in range(4):
            if turned.sides[side] == SEA:
                self.side_areas.append(SEA)
                continue
            area = base + turned.sides[side]
            self.side_areas.append(area)
            other = self.at.get(cell + SIDE_STEPS[side])
            if other is None:
                if not self.sea_closes or cell + SIDE_STEPS[side] not in self.sea:
                    self.open_sides[self.territory_of[area]] += 1
                continue
            beyond = self.territory_of[self.side_areas[4 * other + (side ^ 2)]]
            self.open_sides[beyond] -= 1
            here = self.territory_of[area]
            if here != beyond:
                self._join(min(here, beyond), max(here, beyond))
                dead.append(max(here, beyond))
        for gone in dead:
            if gone < base:
                self.territories.remove(gone)
        parts = sorted(set(self.territory_of[base:]))
        self.territories += [territory for territory in parts if territory >= base]
        closed = {each for each in (*parts, *map(self.territory_of.__getitem__, shut)) if each < base}
        merged = tuple((gone, self.territory_of[gone]) for gone in sorted(dead) if gone < base)
        return Laid(tuple(parts), tuple(sorted([each for each in closed if not self.open_sides[each]])), merged)

    def _add_areas(self, tile: Tile, number: int) -> None:
        """Append a column entry for each area of a tile, not yet joined to anything."""
        base = len(self.territory_of)
        around: list[list[tuple[int, int]]] = [[] for _ in tile.areas]
        for border in tile.borders:
            around[border.first].append((base + border.second, border.kind))
            around[border.second].append((base + border.first, border.kind))
        for i, area in enumerate(tile.areas):
            self.territory_of.append(base + i)
            self.owner.append(-1)
            self.units.append(0)
            self.food.append(area.food)
            self.wood.append(area.wood)
            self.lore.append(area.lore)
            self.small.append(area.small)
            self.carved.append(area.carved)
            self.large.append(area.large)
            self.lairs.append(area.lairs)
            self.size.append(1)
            self.open_sides.append(0)
            self.buildings.append(())
            self.neighbours.append(tuple(sorted(around[i])))
            self.tiles_in.append(1 << number)

    def _take_cell(self, cell: Cell, number: int, sea: Sequence[Cell] = ()) -> None:
        """Note which laid tile is on a cell, and which empty cells now touch the map; none beyond its sea sides."""
        self.at[cell] = number
        if cell in self.edge:
            self.edge.remove(cell)
        if sea:
            self.sea = tuple(sorted({*self.sea, *sea}))
            self.edge = [each for each in self.edge if each not in self.sea]
        for step in SIDE_STEPS:
            beyond = cell + step
            if beyond not in self.at and beyond not in self.sea:
                spot = bisect_left(self.edge, beyond)
                if spot == len(self.edge) or self.edge[spot] != beyond:
                    insort(self.edge, beyond)

    def _shut(self, sea: Iterable[Cell]) -> list[int]:
        """Close the tile sides that face these cells, which become sea; return the areas at them."""
        areas = [
            area for cell in sea if cell not in self.sea and cell not in self.at for side, step in enumerate(SIDE_STEPS)
            if cell + step in self.at and (area := self.side_areas[4 * self.at[cell + step] + (side ^ 2)]) != SEA
        ]
        for area in areas:
            self.open_sides[self.territory_of[area]] -= 1
        return areas

    def _join(self, keep: int, gone: int) -> None:
        """Make one territory of two; it keeps all that is in either (NG-EXP-08)."""
        self.territory_of = [keep if territory == gone else territory for territory in self.territory_of]
        if self.owner[keep] < 0:
            self.owner[keep] = self.owner[gone]
        self.owner[gone] = -1
        for name in _SUMS:
            column = getattr(self, name)
            column[keep] += column[gone]
            column[gone] = 0
        self.tiles_in[keep] |= self.tiles_in[gone]
        self.tiles_in[gone] = 0
        self.size[keep] = self.tiles_in[keep].bit_count()
        self.size[gone] = 0
        self.buildings[keep] = tuple(sorted(self.buildings[keep] + self.buildings[gone]))
        self.buildings[gone] = ()
        self._join_neighbours(keep, gone)

    def _join_neighbours(self, keep: int, gone: int) -> None:
        best: dict[int, int] = {}
        for other, kind in self.neighbours[keep] + self.neighbours[gone]:
            if other not in (keep, gone):
                best[other] = min(kind, best.get(other, kind))
        for other, _ in self.neighbours[gone]:
            if other != keep:
                rest = [pair for pair in self.neighbours[other] if pair[0] not in (keep, gone)]
                self.neighbours[other] = tuple(sorted([*rest, (keep, best[other])]))
        self.neighbours[keep] = tuple(sorted(best.items()))
        self.neighbours[gone] = ()


_SUMS: Final = ("units", "food", "wood", "lore", "small", "carved", "large", "lairs", "open_sides")
_LISTS: Final = (
    *_SUMS, "laid", "territory_of", "first_area", "territories", "owner", "size", "buildings", "neighbours", "edge",
    "side_areas", "ends", "tiles_in",
)


def starting_board(tiles: Sequence[int], printed: tuple[Tile, ...] = TILES, *, sea_closes: bool = False) -> Board:
    """Return the map before the first turn, with these tiles by `lay_start`; empty if there are none yet."""
    board = Board(printed=printed, sea_closes=sea_closes)
    lay_start(board, tiles)
    return board


def lay_start(board: Board, tiles: Sequence[int]) -> None:
    """Lay the starting tile in the centre, and for five players the second one east of it, so that its food lies in the
    territory the two share (NG-MAP-07, NG-MAP-08, AMB-R45).
    """
    for x, tile in enumerate(tiles):
        board.lay(tile, x, 0, 0)
