"""The printed components, sent once a match: cards, events, buildings, terrains and the hexes' places."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class CardInfo:
    """A Tales card; its number is its index in the catalogue."""

    id: str
    """A stable name for programs."""
    name: str
    """A name for people."""
    copies: int
    """How often it is in the deck."""
    text: str
    """The effect, in a sentence."""


@dataclass(frozen=True, slots=True)
class EventInfo:
    """An event; its number is its index in the catalogue."""

    id: str
    """A stable name for programs."""
    name: str
    """A name for people."""
    copies: int
    """How often it is in the deck."""
    text: str
    """The effect, in a sentence."""
    ignorable: bool
    """True if a Blessing lets a player ignore it."""


@dataclass(frozen=True, slots=True)
class BuildingInfo:
    """A building; its number is its index in the catalogue."""

    id: str
    """A stable name for programs."""
    name: str
    """A name for people."""
    site: str
    """settlement, or on a tile: farm or home."""
    text: str
    """The effect, in a sentence."""
    wood: int
    """The price of one; so too stone and goods."""
    stone: int
    """The price of one."""
    goods: int
    """The price of one."""
    at_once: int
    """How many one Build action may put up."""
    requires: int
    """The number of the building that the settlement must have; -1 for none."""
    replaces: int
    """The number of the building that gives way to it, in the settlement or on its tile; -1 for none."""
    needs_replaced: bool
    """True if that must be there; unless the option grand_needs_long says otherwise."""
    respect: int
    """Gained when it is built."""
    worth: bool
    """True if that Respect lasts as long as the building stands: what replaces it then brings only the difference. Else
    it is gained for ever. The option respect may say otherwise.
    """
    yearly_respect: int
    """Gained at the end of each year in which it stands."""


@dataclass(frozen=True, slots=True)
class TerrainInfo:
    """A terrain; its number is its index in the catalogue."""

    id: str
    """A stable name for programs."""
    name: str
    """A name for people."""
    food: tuple[int, ...]
    """The Food that a Farmer gains in Spring, Summer, Autumn and Winter."""
    wood: int
    """The Wood that a Laborer gains in each season but Winter."""
    stone: int
    """The Stone that a Laborer gains in each season but Winter."""


@dataclass(frozen=True, slots=True)
class BoardInfo:
    """The hexes of one number of players, in columns; a hex's number is its index in q and r."""

    players: int
    """The number of players; use the board whose number is that of the match."""
    q: tuple[int, ...]
    """By hex: its first axial coordinate. Two hexes are neighbours if (q, r) of one less (q, r) of the other is (1, 0),
    (0, 1), (1, -1) or the opposite of one of these.
    """
    r: tuple[int, ...]
    """By hex: its second axial coordinate."""
    settlements: tuple[int, ...]
    """Seven hexes a settlement: settlement i is entries 7i to 7i+6, its centre first, then the ring around it."""
    raiders: tuple[int, ...]
    """By space of the Raider track, from 0: how many Raiders come from there; the last space is the top, where raids
    begin.
    """


@dataclass(frozen=True, slots=True)
class Rate:
    """An exchange with the Homeland: one of each that is named, two of what is named twice."""

    give: tuple[int, ...]
    """What the player gives, by index in resources."""
    take: tuple[int, ...]
    """What the player gets, by index in resources."""
    with_card: bool
    """True if it takes the card Shrewd Trading."""


@dataclass(frozen=True, slots=True)
class Named:
    """Something that has no numbers; its number is its index in the catalogue."""

    id: str
    """A stable name for programs."""
    name: str
    """A name for people."""
    text: str
    """The effect, in a sentence; empty where the name says it all."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Everything printed."""

    NAMES = MappingProxyType({"give": "resources", "take": "resources"})
    """No column: what fields of options count through where none is called after them."""

    cards: tuple[CardInfo, ...]
    """The Tales cards."""
    events: tuple[EventInfo, ...]
    """The events of the deck."""
    buildings: tuple[BuildingInfo, ...]
    """All that can be built, fences and houses included."""
    terrains: tuple[TerrainInfo, ...]
    """What hexes can be; views add 1 to a terrain's number, for 0 is an unrevealed hex."""
    boards: tuple[BoardInfo, ...]
    """One a number of players."""
    rates: tuple[Rate, ...]
    """The exchanges that the Homeland offers."""
    kinds: tuple[Named, ...]
    """Of population."""
    resources: tuple[Named, ...]
    """Food, Wood, Stone and Goods, in the order of all bundles."""
    seasons: tuple[Named, ...]
    """Spring, Summer, Autumn and Winter."""
    regular_actions: tuple[Named, ...]
    """Reorganize, Hunt and so on, in the order of `used` and `allowed` of a player."""
    special_actions: tuple[Named, ...]
    """By season: its Special Action."""
