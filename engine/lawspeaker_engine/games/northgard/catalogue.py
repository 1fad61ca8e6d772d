"""The printed components, sent once a match: cards, tiles, buildings and clans by their numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardInfo:
    """A card; its number is its index in the catalogue."""

    id: str
    """A stable word for programs, unique among cards."""
    name: str
    """As printed."""
    set: str
    """starting, clan, early, advanced, achievement, unrest or prototype."""
    clan: str
    """The clan's id; empty for cards of no clan."""
    flash: bool
    """True if it may be played besides the card of a turn, before or after it (NG-ACT-03)."""
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
    """Printed food symbols."""
    wood: int
    """Printed wood symbols."""
    lore: int
    """Printed lore symbols."""
    small: int
    """Small spaces without symbol."""
    carved: int
    """Small spaces with the Carved Stone symbol."""
    large: int
    """Large spaces."""
    lairs: int
    """Printed creature lairs."""


@dataclass(frozen=True, slots=True)
class BorderInfo:
    """A printed border between two areas of a tile, by their numbers."""

    first: int
    """An index of the tile's areas."""
    second: int
    """The area on the other side, likewise."""
    kind: int
    """A BorderKind."""


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
    """A stable word for programs, unique among tiles."""
    sides: tuple[int, ...]
    """The area that owns the north, east, south and west side, unrotated."""
    areas: tuple[AreaInfo, ...]
    """What the printed borders divide the tile into."""
    borders: tuple[BorderInfo, ...]
    """Printed ones; areas between which none is named do not touch."""
    set: str = ""
    """The module that brings it; empty for the base game."""
    features: tuple[TileFeature, ...] = ()
    """What it does."""
    sea: int = 0
    """Sides that belong to no area, as the sum of their TileSide values. No tile is laid beyond them."""


@dataclass(frozen=True, slots=True)
class BuildingInfo:
    """A building type; its number is its index in the catalogue."""

    id: str
    """A stable word for programs."""
    name: str
    """As printed."""
    large: bool
    """True if it takes a large space, false for a small one."""
    wood: int
    """The price, in wood."""
    carved: bool
    """True if it takes a small space with the Carved Stone symbol, and no other."""
    harvest_food: int
    """Food that each brings at Harvest to who controls it."""
    harvest_wood: int
    """Wood that each brings at Harvest."""
    harvest_lore: int
    """Lore that each brings at Harvest."""
    harvest_fame: int
    """Fame that each brings at Harvest."""
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
    """A stable word for programs."""
    name: str
    """As printed; clans of both editions share names."""
    initial: int
    """Its initial card, an index of Catalogue.cards."""
    upgrades: tuple[int, ...]
    """Cards that it can take by upgrading, as indices of Catalogue.cards."""
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
    """A stable word for programs."""
    name: str
    """As printed."""
    clan: str
    """The id of the clan whose player owns it; empty for a unit."""
    points: int
    """The points that it adds in a combat, in the retail edition."""
    winter: bool
    """True if winter counts it."""
    module: str
    """The module that brings it; empty for the base game."""
    text: str
    """Its power in the retail edition, in a sentence; empty for a unit."""
    prototype_text: str
    """The same in the prototype; empty if it is not in that."""


@dataclass(frozen=True, slots=True)
class DieFaceInfo:
    """A face of the combat die."""

    points: int
    """Points that it shows."""
    casualties: int
    """Casualties that it shows."""
    either: bool
    """True if its roller takes either of both."""
    text: str
    """The same, in words."""


@dataclass(frozen=True, slots=True)
class EventInfo:
    """An event; its number is its index in the catalogue."""

    id: str
    """A stable word for programs."""
    name: str
    """As printed."""
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
    """A stable word for programs."""
    name: str
    """As printed."""
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
    """A stable word for programs."""
    name: str
    """As printed."""
    text: str
    """The gains after one year and after two, in sentences."""


@dataclass(frozen=True, slots=True)
class CreatureInfo:
    """A creature; its number is its index in the catalogue."""

    id: str
    """A stable word for programs."""
    name: str
    """As printed."""
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
    """A stable word for programs."""
    name: str
    """As printed."""
    text: str
    """The effect, in a sentence."""


@dataclass(frozen=True, slots=True)
class AutomaActionInfo:
    """An action of an Automa card. Criteria are words, each of which breaks the ties of those before."""

    kind: str
    """move_leader, move_unit, recruit, explore or build."""
    leader: int
    """The Leader that moves, 1 or 2; 0 if none does."""
    figures: int
    """How many are recruited."""
    needs: int
    """Figures that must be in the reserve for it."""
    building: str
    """The id of the building."""
    source: tuple[str, ...]
    """Criteria of the territory that reinforces, that is left or that is explored from."""
    target: tuple[str, ...]
    """Criteria of the territory that is entered or acted in; at explore those of the tile's rotation."""
    if_wood_at_least_food: bool = False
    """True if it is done only while the Automa has no less wood than food."""


@dataclass(frozen=True, slots=True)
class AutomaInfo:
    """An Automa card; its number is its index in the catalogue."""

    id: str
    """A stable word for programs."""
    flash: bool
    """True if the next card is played at once."""
    passes: bool
    """True if the Automa passes with it where it is the last one."""
    text: str
    """The effect, in a sentence."""
    actions: tuple[AutomaActionInfo, ...]
    """Tried in this order; the first possible one is done."""
    picks: tuple[str, ...]
    """Criteria of the card of the display that is taken with it: kinds of card, then left or right."""


@dataclass(frozen=True, slots=True)
class EquipmentInfo:
    """A token of Ancestral Equipment, which the clan Ox finds."""

    number: int
    """From 1 to 7, as in Equipment; TokenView adds 10 to it."""
    text: str
    """The effect in one combat a year, in words."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All printed components by their numbers."""

    cards: tuple[CardInfo, ...]
    """All that players can hold: starting, clan and Development cards, Achievements, Unrest."""
    tiles: tuple[TileInfo, ...]
    """Map tiles of the base game and of all modules."""
    buildings: tuple[BuildingInfo, ...]
    """The eight types of building."""
    clans: tuple[ClanInfo, ...]
    """Clans of both editions."""
    figures: tuple[FigureInfo, ...]
    """Kinds of figure: 0 a unit, 1 Kaija."""
    events: tuple[EventInfo, ...]
    """Rows of the event deck."""
    victory: tuple[VictoryInfo, ...]
    """Victory cards."""
    features: tuple[FeatureInfo, ...]
    """The features of Environment and Central tiles."""
    automa: tuple[AutomaInfo, ...]
    """Automa cards."""
    creatures: tuple[CreatureInfo, ...]
    """Rows of the Creature deck."""
    raids: tuple[RaidInfo, ...]
    """Raid cards."""
    equipment: tuple[EquipmentInfo, ...]
    """Tokens of Ancestral Equipment, number 1 first."""
    faces: tuple[DieFaceInfo, ...]
    """The six faces of the combat die, in the order of CombatView."""
