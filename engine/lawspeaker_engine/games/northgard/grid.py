"""The grid that tiles are laid on, and what the neighbours of an empty cell ask of a tile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.games.northgard.tiles import CONNECTED, SIDE_PAIRS, Turned

Cell = int
"""A place for a tile as one number; ascending by x, then y. See `cell_at` and `position`."""

_COLUMN: Final = 1 << 8
_CENTRE: Final = 1 << 7

SIDE_STEPS: Final = (1, _COLUMN, -1, -_COLUMN)
"""From a cell to the one beyond each side."""
CORNER_STEPS: Final = (_COLUMN + 1, _COLUMN - 1, -_COLUMN - 1, 1 - _COLUMN)
"""From a cell to the one beyond each corner."""


def cell_at(x: int, y: int) -> Cell:
    """Return the cell at x east and y north of the starting tile, each less than 128 away."""
    return (x + _CENTRE) * _COLUMN + y + _CENTRE


def position(cell: Cell) -> tuple[int, int]:
    """Return the x and y of a cell."""
    column, row = divmod(cell, _COLUMN)
    return column - _CENTRE, row - _CENTRE


@dataclass(slots=True)
class CellLimits:
    """The demands of the tiles around an empty cell on a tile laid there. All fields are bit masks."""

    banned: int
    """Corners where a border would end alone."""
    needed: int
    """Corners where a border of the surrounding tiles would end alone."""
    shared: int
    """Pairs of sides behind which the same territory lies; not looked up, and 0, while no figure is around."""
    quarrels: int
    """Pairs of sides behind which figures of different players stand."""
    occupied: int
    """Sides behind which figures stand."""

    def allow(self, turned: Turned) -> bool:
        """Return whether no border stops (NG-EXP-05) and no two players' figures come together (NG-EXP-10)."""
        ends = turned.ends
        return not (
            ends & self.banned or self.needed & ~ends
            or (self.quarrels and CONNECTED[turned.shared | self.shared] & self.quarrels)
        )

    def leave_room(self, turned: Turned) -> bool:
        """Return whether some side of the tile belongs to a territory without figures once the tile is laid."""
        return _ROOM[CONNECTED[turned.shared | self.shared]][self.occupied]


def _leaves_room(connected: int, occupied: int) -> bool:
    """Return whether a side is neither among the occupied ones nor connected with one of them."""
    reached = occupied
    for bit, (i, j) in enumerate(SIDE_PAIRS):
        if connected >> bit & 1 and occupied & (1 << i | 1 << j):
            reached |= 1 << i | 1 << j
    return reached != _ALL_SIDES


_ALL_SIDES: Final = 0b1111
_ROOM: Final = [[_leaves_room(connected, occupied) for occupied in range(_ALL_SIDES + 1)]
                for connected in range(1 << len(SIDE_PAIRS))]
