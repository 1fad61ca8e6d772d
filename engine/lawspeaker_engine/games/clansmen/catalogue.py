"""What is printed and never changes, sent once a match: cards, events, buildings, terrains and the hexes' places."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardInfo:
    """A Tales card; its number is its index in the catalogue."""

    id: str
    name: str
    copies: int
    """How often it is in the deck."""
    text: str
    """What it does, in a sentence."""


@dataclass(frozen=True, slots=True)
class EventInfo:
    """An event; its number is its index in the catalogue."""

    id: str
    name: str
    copies: int
    """How often it is in the deck."""
    text: str
    """What it does, in a sentence."""
    ignorable: bool
    """Whether a Blessing lets a player ignore it."""


@dataclass(frozen=True, slots=True)
class BuildingInfo:
    """A building; its number is its index in the catalogue."""

    id: str
    name: str
    site: str
    """settlement, or on a tile: farm or home."""
    wood: int
    stone: int
    goods: int
    respect: int
    """Gained when it is built."""
    yearly_respect: int
    """Gained at the end of each year."""


@dataclass(frozen=True, slots=True)
class TerrainInfo:
    """A terrain; its number is its index in the catalogue."""

    id: str
    name: str
    food: tuple[int, ...]
    """What a Farmer gains in Spring, Summer, Autumn and Winter."""
    wood: int
    """What a Laborer gains in each season but Winter; so too stone."""
    stone: int


@dataclass(frozen=True, slots=True)
class BoardInfo:
    """The hexes of one number of players, in columns; a hex's number is its index."""

    players: int
    q: tuple[int, ...]
    """Axial coordinates: two hexes are neighbours if they differ by (1, 0), (0, 1) or (1, -1)."""
    r: tuple[int, ...]
    settlements: tuple[int, ...]
    """Seven hexes a settlement, its centre first."""
    raiders: tuple[int, ...]
    """Raider dice on each space of the track."""


@dataclass(frozen=True, slots=True)
class Named:
    """Something that is no more than a name; its number is its index in the catalogue."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Everything printed."""

    cards: tuple[CardInfo, ...]
    events: tuple[EventInfo, ...]
    buildings: tuple[BuildingInfo, ...]
    terrains: tuple[TerrainInfo, ...]
    boards: tuple[BoardInfo, ...]
    kinds: tuple[Named, ...]
    """Of population."""
    resources: tuple[Named, ...]
    """Food, Wood, Stone and Goods, in the order of all bundles."""
    seasons: tuple[Named, ...]
