"""The options of a player: one small class for each verb; the prompt of the question says in which situation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache


@dataclass(slots=True)
class ChooseClan:
    """Play this clan (NG-SETUP-09)."""

    clan: int


@dataclass(slots=True)
class PlaceTile:
    """Lay a tile on a cell (x east, y north), turned clockwise by `rotation` quarters."""

    tile: int
    x: int
    y: int
    rotation: int


@dataclass(slots=True)
class PlaceGroup:
    """Put a group of three figures into a territory; with `kaija` she is one of the three."""

    territory: int
    kaija: bool
    figures: tuple[int, ...] = ()
    """The other special figures that are among the three."""


@dataclass(slots=True)
class PlayCard:
    """Play a card from hand (NG-ACT-02)."""

    card: int


@dataclass(slots=True)
class Wait:
    """Put a hand card into the active area without effect (NG-ACT-06)."""

    card: int


@dataclass(slots=True)
class Replace:
    """Put a hand card into the active area, pay 1 lore, draw one card (NG-ACT-07)."""

    card: int


@dataclass(slots=True)
class Remove:
    """Take a hand card out of the game, pay 2 lore, draw two cards (NG-ACT-08)."""

    card: int


@dataclass(slots=True)
class Upgrade:
    """Give up a hand card, pay 3 lore, take a clan upgrade into hand (NG-ACT-09)."""

    card: int
    upgrade: int
    out_of_game: bool
    """True if the card given up leaves the game instead of going to the active area."""


@dataclass(slots=True)
class Pass:
    """Pass for the rest of the year (NG-ACT-11)."""


@dataclass(slots=True)
class Card:
    """A card: taken, kept, drawn or pointed at, as the prompt says."""

    card: int


@dataclass(slots=True)
class Tile:
    """A tile, drawn or pointed at."""

    tile: int


@dataclass(slots=True)
class Action:
    """One effect of a card that offers several, numbered from 0 in the card's order."""

    action: int


@dataclass(slots=True)
class Accept:
    """Do what the prompt offers."""


@dataclass(slots=True)
class Recruit:
    """Place one new figure in a territory: a unit, Kaija, or another special figure."""

    territory: int
    kaija: bool
    figure: int = 0
    """The number of a special figure other than Kaija; 0 for none."""


@dataclass(slots=True)
class Build:
    """Place a building in a territory; `carved` if it uses a small space with the Carved Stone symbol."""

    building: int
    territory: int
    carved: bool


@dataclass(slots=True)
class ReplaceBuilding:
    """Exchange a building of a territory for another one of the same size."""

    territory: int
    old: int
    carved: bool
    """True if the old one stands on a space with the Carved Stone symbol."""
    new: int


@dataclass(slots=True)
class Move:
    """Move `units` units, and Kaija if `kaija`, across one border; also retreats and shifts by cards.

    Where other special figures could go too, the next question asks which of them do.
    """

    source: int
    target: int
    units: int
    kaija: bool


@dataclass(slots=True)
class Fight:
    """Resolve the combat in this territory next (NG-COMBAT-04)."""

    territory: int


@dataclass(slots=True)
class SpendFood:
    """Discard this much food for as many combat points (NG-COMBAT-07)."""

    food: int


@dataclass(slots=True)
class DieFace:
    """A face of the combat die, or a part of one; with `either` the roller takes the points or the casualties."""

    points: int
    casualties: int
    either: bool


@dataclass(slots=True)
class Lose:
    """Take these figures off as casualties (NG-COMBAT-16)."""

    units: int
    kaija: bool
    figures: tuple[int, ...] = ()
    """The other special figures among them."""


@dataclass(slots=True)
class Trade:
    """Give these resources, take one `resource` (0 food, 1 wood, 2 lore)."""

    food: int
    wood: int
    lore: int
    resource: int


@dataclass(slots=True)
class Pay:
    """Pay these resources."""

    food: int
    wood: int
    lore: int


@dataclass(slots=True)
class Collect:
    """Collect one resource (0 food, 1 wood, 2 lore)."""

    resource: int


@dataclass(slots=True)
class Territory:
    """A territory, pointed at."""

    territory: int


@dataclass(slots=True)
class Opponent:
    """A player, pointed at: another one, or whose unit on the Pyre is meant."""

    seat: int


@dataclass(slots=True)
class Figure:
    """One figure in a territory, pointed at: a unit, Kaija, or another special figure."""

    territory: int
    kaija: bool
    figure: int = 0
    """The number of a special figure other than Kaija; 0 for none."""


@dataclass(slots=True)
class Exchange:
    """Offer a teammate `count` of resource `give` for as many of `take` (0 food, 1 wood, 2 lore; NG-VAR-07)."""

    give: int
    take: int
    count: int


@dataclass(slots=True)
class Equipment:
    """A token of Ancestral Equipment, by its number from 1."""

    number: int


@dataclass(slots=True)
class CollectIn:
    """Collect one resource (0 food, 1 wood, 2 lore) from a territory."""

    resource: int
    territory: int


@dataclass(slots=True)
class ExchangeOne:
    """Give one resource (0 food, 1 wood, 2 lore) for one of another kind, or with `take` 3 for one fame."""

    give: int
    take: int


@dataclass(slots=True)
class Hunt:
    """Attack a creature in an own territory, or lead it to this one; `creature` is its number among all so far."""

    creature: int
    territory: int


@dataclass(slots=True)
class Raid:
    """A Raid card."""

    raid: int


@dataclass(slots=True)
class Raiders:
    """So many units go on a Raid."""

    units: int


@dataclass(slots=True)
class Cell:
    """An empty cell beside the map, pointed at: so far east and north of the starting tile."""

    x: int
    y: int


OPTION_TYPES: tuple[type, ...] = (
    ChooseClan, PlaceTile, PlaceGroup, PlayCard, Wait, Replace, Remove, Upgrade, Pass, Card, Tile, Action, Accept,
    Recruit, Build, ReplaceBuilding, Move, Fight, SpendFood, DieFace, Lose, Trade, Pay, Collect, Territory, Opponent,
    Figure, Exchange, CollectIn, Equipment, ExchangeOne, Hunt, Raid, Raiders, Cell,
)


# Chance takes from whole piles of cards and tiles, and to make their options anew takes longer than the draw. Nobody
# changes an option, so all questions share them.

_card = cache(Card)
_tile = cache(Tile)


def card_options(numbers: Iterable[int]) -> list[Card]:
    """Return the options for these cards, in their order."""
    return [_card(number) for number in numbers]


def tile_options(numbers: Iterable[int]) -> list[Tile]:
    """Return the options for these tiles, in their order."""
    return [_tile(number) for number in numbers]
