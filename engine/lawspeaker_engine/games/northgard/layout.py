"""The map in columns ready to be shown: what changes only when a tile is laid, and what stands on it."""

from __future__ import annotations

from dataclasses import dataclass

from lawspeaker_engine.canon import by_identity


@by_identity
@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Layout:
    """Tiles, territories and borders; entries of one index in columns that belong together belong together.

    A board makes one when it is asked after a tile was laid, and then hands out the same one: whoever writes it down
    may keep what was written, by identity.
    """

    tile: tuple[int, ...]
    """Laid tiles in the order of laying; the next three columns run along it."""
    x: tuple[int, ...]
    """East."""
    y: tuple[int, ...]
    """North."""
    rotation: tuple[int, ...]
    """Clockwise quarter turns."""
    area_territory: tuple[int, ...]
    """The territory of every area, tile by tile in the order of laying, areas as the catalogue numbers them."""
    territory: tuple[int, ...]
    """Ids of the territories, ascending; the columns from here to `open_sides` run along it."""
    food: tuple[int, ...]
    """Printed symbols; buildings come on top."""
    wood: tuple[int, ...]
    lore: tuple[int, ...]
    lairs: tuple[int, ...]
    size: tuple[int, ...]
    """Tiles the territory covers."""
    open_sides: tuple[int, ...]
    """0 for a closed territory."""
    border_from: tuple[int, ...]
    """Adjacent territories, each pair both ways; the next two columns run along it."""
    border_to: tuple[int, ...]
    border_kind: tuple[int, ...]
    """The easiest common border: 1 regular, 2 rough, 3 impassable."""


@by_identity
@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class BoardView:
    """Figures and buildings on the map; the first five columns go with the layout's `territory`. Kept like a Layout."""

    owner: tuple[int, ...]
    """The controlling seat, or -1."""
    units: tuple[int, ...]
    """The owner's units, Kaija not counted."""
    small: tuple[int, ...]
    """Free small spaces without symbol."""
    carved: tuple[int, ...]
    """Free small spaces with the Carved Stone symbol."""
    large: tuple[int, ...]
    """Free large spaces."""
    building: tuple[int, ...]
    """Buildings on the map; the next two columns run along it."""
    building_territory: tuple[int, ...]
    building_space: tuple[int, ...]
    """0 small, 1 carved, 2 large, 3 none."""
