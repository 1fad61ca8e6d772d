"""The options of a player: one small class for each verb; the prompt of the question says in which situation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final


@dataclass(slots=True)
class ChooseClan:
    """Play this clan (NG-SETUP-09)."""

    clan: int
    """An index of Catalogue.clans."""


@dataclass(slots=True)
class PlaceTile:
    """Lay a tile on a cell (x east, y north), turned clockwise by `rotation` quarters."""

    tile: int
    """An index of Catalogue.tiles."""
    x: int
    """Cells east of the starting tile; negative to the west."""
    y: int
    """Cells north of the starting tile; negative to the south."""
    rotation: int
    """Clockwise quarter turns, 0 to 3."""


@dataclass(slots=True)
class PlaceGroup:
    """Put a group of three figures into a territory; with `kaija` she is one of the three."""

    territory: int
    """The territory, by its id."""
    kaija: bool
    """True if Kaija is one of the three."""
    figures: tuple[int, ...] = ()
    """The other special figures among the three, by their numbers in the catalogue."""


@dataclass(slots=True)
class PlayCard:
    """Play a card from hand (NG-ACT-02)."""

    card: int
    """The card, by its number in the catalogue."""


@dataclass(slots=True)
class Wait:
    """Put a hand card into the active area without effect (NG-ACT-06)."""

    card: int
    """The card, by its number in the catalogue."""


@dataclass(slots=True)
class Replace:
    """Put a hand card into the active area, pay 1 lore, draw one card (NG-ACT-07)."""

    card: int
    """The card, by its number in the catalogue."""


@dataclass(slots=True)
class Remove:
    """Take a hand card out of the game, pay 2 lore, draw two cards (NG-ACT-08)."""

    card: int
    """The card, by its number in the catalogue."""


@dataclass(slots=True)
class Upgrade:
    """Give up a hand card, pay 3 lore, take a clan upgrade into hand (NG-ACT-09)."""

    card: int
    """The card, by its number in the catalogue."""
    upgrade: int
    """The clan upgrade that is taken into hand, an index of Catalogue.cards."""
    out_of_game: bool
    """True if the card given up leaves the game instead of going to the active area."""


@dataclass(slots=True)
class Pass:
    """Pass for the rest of the year (NG-ACT-11)."""


@dataclass(slots=True)
class Card:
    """A card: taken, kept, drawn or pointed at, as the prompt says."""

    card: int
    """The card, by its number in the catalogue."""


@dataclass(slots=True)
class Tile:
    """A tile, drawn or pointed at."""

    tile: int
    """The tile, by its number in the catalogue."""


@dataclass(slots=True)
class Action:
    """One effect of a card that offers several, numbered from 0 in the card's order."""

    action: int
    """From 0, in the order in which the card or the prompt names what may be done."""
    card: int = -1
    """At `card.mode` the card whose effect it is, an index of Catalogue.cards; -1 at other prompts."""


@dataclass(slots=True)
class Accept:
    """Do what the prompt offers."""


@dataclass(slots=True)
class Recruit:
    """Place one new figure in a territory: a unit, Kaija, or another special figure."""

    territory: int
    """The territory, by its id."""
    kaija: bool
    """True for Kaija; false for a unit, or for what `figure` names."""
    figure: int = 0
    """The number of a special figure other than Kaija; 0 for none."""


@dataclass(slots=True)
class Build:
    """Place a building in a territory; `carved` if it uses a small space with the Carved Stone symbol."""

    building: int
    """The building, by its number in the catalogue."""
    territory: int
    """The territory, by its id."""
    carved: bool
    """True if it takes a small space with the Carved Stone symbol, false for any other space of its size."""


@dataclass(slots=True)
class ReplaceBuilding:
    """Exchange a building of a territory for another one of the same size."""

    territory: int
    """The territory, by its id."""
    old: int
    """The building that goes, an index of Catalogue.buildings."""
    carved: bool
    """True if the old one stands on a space with the Carved Stone symbol."""
    new: int
    """The building that comes, an index of Catalogue.buildings."""


@dataclass(slots=True)
class Move:
    """Move `units` units, and Kaija if `kaija`, across one border; also retreats and shifts by cards.

    Where other special figures could go too, the next question asks which of them do.
    """

    source: int
    """The territory that is left, by its id."""
    target: int
    """The territory that is entered, by its id."""
    units: int
    """How many units go, from 0 if Kaija goes alone."""
    kaija: bool
    """True if Kaija goes too."""


@dataclass(slots=True)
class Fight:
    """Resolve the combat in this territory next (NG-COMBAT-04)."""

    territory: int
    """The territory, by its id."""


@dataclass(slots=True)
class SpendFood:
    """Discard this much food for as many combat points (NG-COMBAT-07)."""

    food: int
    """How much is discarded, from 1; each gives a combat point."""


@dataclass(slots=True)
class DieFace:
    """A face of the combat die, or a part of one; with `either` the roller takes the points or the casualties."""

    points: int
    """Combat points for the roller, 0 to 3."""
    casualties: int
    """Casualties that the roller inflicts, 0 to 2."""
    either: bool
    """True if the roller takes the points or the casualties, false if both count."""


@dataclass(slots=True)
class Lose:
    """Take these figures off as casualties (NG-COMBAT-16)."""

    units: int
    """How many units."""
    kaija: bool
    """True if Kaija is among them."""
    figures: tuple[int, ...] = ()
    """The other special figures among them, by their numbers in the catalogue."""


@dataclass(slots=True)
class Trade:
    """Give these resources, take one `resource` (0 food, 1 wood, 2 lore)."""

    food: int
    """How much food is given, from 0."""
    wood: int
    """How much wood is given, from 0."""
    lore: int
    """How much lore is given, from 0."""
    resource: int
    """The Resource of which one is taken."""


@dataclass(slots=True)
class Pay:
    """Pay these resources."""

    food: int
    """How much food is paid, from 0."""
    wood: int
    """How much wood is paid, from 0."""
    lore: int
    """How much lore is paid, from 0."""


@dataclass(slots=True)
class Collect:
    """Collect one resource (0 food, 1 wood, 2 lore)."""

    resource: int
    """The Resource of which one is collected."""


@dataclass(slots=True)
class Territory:
    """A territory, pointed at."""

    territory: int
    """The territory, by its id."""


@dataclass(slots=True)
class Opponent:
    """A player, pointed at: another one, or whose unit on the Pyre is meant."""

    seat: int
    """The seat, 0 to the number of players - 1."""


@dataclass(slots=True)
class Figure:
    """One figure in a territory, pointed at: a unit, Kaija, or another special figure."""

    territory: int
    """The territory, by its id."""
    kaija: bool
    """True for Kaija; false for a unit, or for what `figure` names."""
    figure: int = 0
    """The number of a special figure other than Kaija; 0 for none."""


@dataclass(slots=True)
class Exchange:
    """Offer a teammate `count` of resource `give` for as many of `take` (0 food, 1 wood, 2 lore; NG-VAR-07)."""

    give: int
    """The Resource that this seat would give."""
    take: int
    """The Resource that the teammate would give."""
    count: int
    """How much of each changes hands, from 1."""


@dataclass(slots=True)
class Equipment:
    """A token of Ancestral Equipment."""

    number: int
    """From 1 to 7."""


@dataclass(slots=True)
class CollectIn:
    """Collect one resource (0 food, 1 wood, 2 lore) that a territory yields."""

    resource: int
    """The Resource of which one is collected."""
    territory: int
    """The territory, by its id."""


@dataclass(slots=True)
class ExchangeOne:
    """Give one resource (0 food, 1 wood, 2 lore) for one of another kind, or with `take` 3 for one fame."""

    give: int
    """The Resource of which one is given."""
    take: int
    """The Resource of which one is taken; RESOURCE_FAME for one fame."""


@dataclass(slots=True)
class Hunt:
    """Attack a creature in an own territory, or lead it to this one."""

    creature: int
    """Its number among those that have appeared, from 1."""
    territory: int
    """The territory, by its id."""


@dataclass(slots=True)
class Raid:
    """A Raid card."""

    raid: int
    """Its index in the catalogue."""


@dataclass(slots=True)
class Raiders:
    """So many units go on a Raid."""

    units: int
    """1 or 2."""


@dataclass(slots=True)
class Cell:
    """An empty cell beside the map, pointed at."""

    x: int
    """So far east of the starting tile."""
    y: int
    """So far north of it."""


@dataclass(slots=True)
class Space:
    """A free small space, pointed at: one of those of a territory that are alike."""

    territory: int
    """The territory, by its id."""
    carved: bool
    """True for a space with the Carved Stone symbol."""


OPTION_TYPES: tuple[type, ...] = (
    ChooseClan, PlaceTile, PlaceGroup, PlayCard, Wait, Replace, Remove, Upgrade, Pass, Card, Tile, Action, Accept,
    Recruit, Build, ReplaceBuilding, Move, Fight, SpendFood, DieFace, Lose, Trade, Pay, Collect, Territory, Opponent,
    Figure, Exchange, CollectIn, Equipment, ExchangeOne, Hunt, Raid, Raiders, Cell, Space,
)


# Nobody changes an option, so all questions share those that are asked for most: chance takes from whole piles of cards
# and tiles, and making their options anew takes longer than the draw.

PASS: Final = Pass()

action_option = cache(Action)
build_option = cache(Build)
clan_option = cache(ChooseClan)
group_option = cache(PlaceGroup)
move_option = cache(Move)
recruit_option = cache(Recruit)
_card = cache(Card)
_tile = cache(Tile)


def card_options(numbers: Iterable[int]) -> list[Card]:
    """Return the options for these cards, in their order."""
    return list(map(_card, numbers))


def tile_options(numbers: Iterable[int]) -> list[Tile]:
    """Return the options for these tiles, in their order."""
    return list(map(_tile, numbers))
