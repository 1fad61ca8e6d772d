"""The map in columns ready to be shown: what changes only when a tile is laid, and what stands on it."""

from __future__ import annotations

from dataclasses import dataclass

from lawspeaker_engine.canon import by_identity


# A board makes one when it is asked after a tile was laid, and then hands out the same one: whoever writes it down may
# keep what was written, by identity. So too the BoardView.
@by_identity
@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Layout:
    """The map as far as it changes only when a tile is laid, in columns.

    Entries of one index in columns that belong together belong together.
    """

    tile: tuple[int, ...]
    """Laid tiles in the order of laying, as indices of Catalogue.tiles; the next three columns run along it."""
    x: tuple[int, ...]
    """Cells east of the starting tile; negative to the west."""
    y: tuple[int, ...]
    """Cells north of the starting tile; negative to the south."""
    rotation: tuple[int, ...]
    """Clockwise quarter turns, 0 to 3."""
    area_territory: tuple[int, ...]
    """The territory of every area, tile by tile in the order of laying, areas as the catalogue numbers them."""
    territory: tuple[int, ...]
    """Ids of the territories, ascending; the columns from here to open_sides run along it, as do those of BoardView."""
    food: tuple[int, ...]
    """Printed food symbols; what buildings yield comes on top."""
    wood: tuple[int, ...]
    """Printed wood symbols."""
    lore: tuple[int, ...]
    """Printed lore symbols."""
    lairs: tuple[int, ...]
    """Printed creature lairs."""
    size: tuple[int, ...]
    """Tiles the territory covers."""
    open_sides: tuple[int, ...]
    """Sides of its tiles beyond which no tile lies yet; 0 for a closed territory."""
    border_from: tuple[int, ...]
    """Ids of adjacent territories, each pair both ways; the next two columns run along it."""
    border_to: tuple[int, ...]
    """The territory on the other side, by its id."""
    border_kind: tuple[int, ...]
    """The easiest common border, a BorderKind."""


@by_identity
@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class BoardView:
    """What stands on the map; the first five columns run along the territories of the layout."""

    owner: tuple[int, ...]
    """The controlling seat; -1 if nobody controls the territory."""
    units: tuple[int, ...]
    """The owner's units, Kaija not counted."""
    small: tuple[int, ...]
    """Free small spaces without symbol."""
    carved: tuple[int, ...]
    """Free small spaces with the Carved Stone symbol."""
    large: tuple[int, ...]
    """Free large spaces."""
    building: tuple[int, ...]
    """Buildings on the map, as indices of Catalogue.buildings; the next two columns run along it."""
    building_territory: tuple[int, ...]
    """Where each building stands, by the territory's id."""
    building_space: tuple[int, ...]
    """What each building stands on, a SpaceKind."""
