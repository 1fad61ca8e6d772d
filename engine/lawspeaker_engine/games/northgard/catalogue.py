"""The printed components, sent once a match: cards, tiles, buildings and clans by their numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardInfo:
    """A card; its number is its index in the catalogue."""

    id: str
    name: str
    set: str
    """starting, clan, early, advanced, achievement, unrest or prototype."""
    clan: str
    """The clan's id, or empty."""
    flash: bool
    fame: int
    """Fame at the end of the game, where it is a fixed number."""
    text: str
    """What it does, in a sentence."""


@dataclass(frozen=True, slots=True)
class AreaInfo:
    """A part of a tile between borders, with what is printed on it."""

    food: int
    wood: int
    lore: int
    small: int
    """Small spaces without symbol."""
    carved: int
    """Small spaces with the Carved Stone symbol."""
    large: int
    lairs: int


@dataclass(frozen=True, slots=True)
class BorderInfo:
    """A printed border between two areas of a tile, by their numbers."""

    first: int
    second: int
    kind: int
    """1 regular, 2 rough, 3 impassable."""


@dataclass(frozen=True, slots=True)
class TileInfo:
    """A map tile; its number is its index in the catalogue."""

    id: str
    sides: tuple[int, ...]
    """The area that owns the north, east, south and west side, unrotated."""
    areas: tuple[AreaInfo, ...]
    borders: tuple[BorderInfo, ...]


@dataclass(frozen=True, slots=True)
class BuildingInfo:
    """A building type; its number is its index in the catalogue."""

    id: str
    name: str
    large: bool
    wood: int
    """What it costs."""


@dataclass(frozen=True, slots=True)
class ClanInfo:
    """A clan; its number is its index in the catalogue."""

    id: str
    name: str
    initial: int
    """Its initial card."""
    upgrades: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All printed components by their numbers."""

    cards: tuple[CardInfo, ...]
    tiles: tuple[TileInfo, ...]
    buildings: tuple[BuildingInfo, ...]
    clans: tuple[ClanInfo, ...]
