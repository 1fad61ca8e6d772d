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
    """The effect, in a sentence."""
    module: str = ""
    """The module that brings it; empty for the base game."""


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
class TileFeature:
    """The feature of an Environment or Central tile, with the areas that it is in."""

    feature: int
    """Its number in the catalogue."""
    areas: tuple[int, ...]
    """The areas that have a part in it, by their numbers."""
    core: bool
    """True if it is the middle of the tile, which belongs to no area and cannot be entered."""


@dataclass(frozen=True, slots=True)
class TileInfo:
    """A map tile; its number is its index in the catalogue."""

    id: str
    sides: tuple[int, ...]
    """The area that owns the north, east, south and west side, unrotated."""
    areas: tuple[AreaInfo, ...]
    borders: tuple[BorderInfo, ...]
    set: str = ""
    """The module that brings it; empty for the base game."""
    features: tuple[TileFeature, ...] = ()
    sea: int = 0
    """Sides that belong to no area, as bits: 1 north, 2 east, 4 south, 8 west; no tile is laid beyond them."""


@dataclass(frozen=True, slots=True)
class BuildingInfo:
    """A building type; its number is its index in the catalogue."""

    id: str
    name: str
    large: bool
    wood: int
    """The price in wood."""
    carved: bool
    """True if it takes a small space with the Carved Stone symbol, and no other."""
    harvest_food: int
    """The food that each brings at Harvest; so too wood, lore and fame."""
    harvest_wood: int
    harvest_lore: int
    harvest_fame: int
    defence_points: int
    """Combat points that each adds for the defender of its territory."""
    defence_casualties: int
    """Casualties that each inflicts for the defender of its territory, besides those of the die."""
    recruits: int
    """Units that each adds where units are recruited into its territory."""
    cards: int
    """Cards that each lets its controller draw more at the start of the year."""
    text: str
    """The effect, in words."""


@dataclass(frozen=True, slots=True)
class ClanInfo:
    """A clan; its number is its index in the catalogue."""

    id: str
    name: str
    initial: int
    """Its initial card."""
    upgrades: tuple[int, ...]
    text: str
    """Its power, in a sentence."""
    module: str
    """The module that brings it; empty for the base game."""
    edition: str
    """The edition in which it is played: retail or prototype."""


@dataclass(frozen=True, slots=True)
class FigureInfo:
    """A kind of figure; its number is its index in the catalogue: 0 is a unit, 1 Kaija."""

    id: str
    name: str
    clan: str
    """The id of the clan whose player owns it; empty for a unit."""
    points: int
    """The points that it adds in a combat, in the retail edition."""
    winter: bool
    """True if winter counts it."""
    module: str
    """The module that brings it; empty for the base game."""


@dataclass(frozen=True, slots=True)
class EventInfo:
    """An event; its number is its index in the catalogue."""

    id: str
    name: str
    when: str
    """The moment of the year at which it acts."""
    negative: bool
    """True if it harms."""
    text: str
    """The effect, in a sentence."""


@dataclass(frozen=True, slots=True)
class VictoryInfo:
    """A victory card; its number is its index in the catalogue."""

    id: str
    name: str
    kind: str
    """map_control or wealth."""
    need: int
    """How much fulfils it."""
    text: str
    """The condition, in a sentence."""


@dataclass(frozen=True, slots=True)
class RaidInfo:
    """A Raid card; its number is its index in the catalogue."""

    id: str
    name: str
    text: str
    """The gains after one year and after two, in sentences."""


@dataclass(frozen=True, slots=True)
class CreatureInfo:
    """A creature; its number is its index in the catalogue."""

    id: str
    name: str
    set: str
    """base, horizons, or den for the Wyvern."""
    copies: int
    """How many there are of it."""
    points: int
    """Its combat value."""
    fame: int
    """For who beats it."""
    shares: bool
    """False if nobody else can be in its territory."""
    priorities: tuple[str, ...]
    """Its priorities when it moves, first to last: buildings, units and resources."""
    text: str
    """The effect, in a sentence."""


@dataclass(frozen=True, slots=True)
class FeatureInfo:
    """The effect of an Environment or Central tile; its number is its index in the catalogue."""

    id: str
    name: str
    text: str
    """The effect, in a sentence."""


@dataclass(frozen=True, slots=True)
class AutomaInfo:
    """An Automa card; its number is its index in the catalogue."""

    id: str
    flash: bool
    """True if the next card is played at once."""
    passes: bool
    """True if the Automa passes with it where it is the last one."""
    text: str
    """The effect, in a sentence."""


@dataclass(frozen=True, slots=True)
class EquipmentInfo:
    """A token of Ancestral Equipment, which the clan Ox finds."""

    number: int
    """From 1 to 7; views add 10 to it."""
    text: str
    """The effect in one combat a year, in words."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All printed components by their numbers."""

    cards: tuple[CardInfo, ...]
    tiles: tuple[TileInfo, ...]
    buildings: tuple[BuildingInfo, ...]
    clans: tuple[ClanInfo, ...]
    figures: tuple[FigureInfo, ...]
    events: tuple[EventInfo, ...]
    victory: tuple[VictoryInfo, ...]
    features: tuple[FeatureInfo, ...]
    automa: tuple[AutomaInfo, ...]
    creatures: tuple[CreatureInfo, ...]
    raids: tuple[RaidInfo, ...]
    equipment: tuple[EquipmentInfo, ...]
