"""The numbers of Northgard that have names: in views, options and catalogue they stand as numbers."""

from __future__ import annotations

from enum import IntEnum


class Resource(IntEnum):
    """What players collect and pay."""

    FOOD = 0
    """Food, which units eat in winter and which adds points in combat."""
    WOOD = 1
    """Wood, which pays for buildings and heats in winter."""
    LORE = 2
    """Lore, which pays for replaced, removed and upgraded cards."""
    FAME = 3
    """Fame, which is no resource: only where ExchangeOne.take says so."""


class BorderKind(IntEnum):
    """How easily figures cross a border."""

    UNSPECIFIED = 0
    """Never used: territories without a common border have no entry."""
    REGULAR = 1
    """Crossing it takes one move."""
    ROUGH = 2
    """Crossing it takes two moves, and nobody retreats across it unless a card says so (NG-MOVE-06)."""
    IMPASSABLE = 3
    """Nobody crosses it."""


class SpaceKind(IntEnum):
    """The kinds of space on which a building or token stands."""

    SMALL = 0
    """A small space without symbol."""
    CARVED = 1
    """A small space with the Carved Stone symbol."""
    LARGE = 2
    """A space for a large building."""
    NONE = 3
    """No space: a card has put it there."""


class Phase(IntEnum):
    """The parts of a match: View.phase has the last word of a value's name in lower case."""

    UNSPECIFIED = 0
    """Never used."""
    SETUP = 1
    """Clans are chosen, and the first tiles and figures placed."""
    START = 2
    """Hands are drawn, and the display is revealed."""
    ACTIONS = 3
    """Players take turns until all have passed."""
    RAIDS = 4
    """Raids are resolved; only with the module sea."""
    CREATURES = 5
    """Creatures act; only with the module creatures."""
    HARVEST = 6
    """Players collect what their territories yield."""
    WINTER = 7
    """Players pay food and wood for their units."""
    END = 8
    """The year ends, and victory is checked."""
    OVER = 9
    """The match is finished."""


class CombatStep(IntEnum):
    """The steps of a combat, in the order in which they are done."""

    PUSH = 0
    """A card of the attacker may push a defending figure out of the territory."""
    DECLARE = 1
    """Powers of clans and figures act that come before the forces are counted."""
    FORCES = 2
    """Points of figures, buildings and tokens are counted."""
    FOOD = 3
    """Both sides may discard food for points."""
    ROLL = 4
    """Both dice are rolled."""
    REROLL = 5
    """Dice may be rolled again."""
    DIE = 6
    """Who rolled a side that gives points or casualties takes one of both."""
    BONUS = 7
    """Rules add points after the roll."""
    SUFFERED = 8
    """The casualties of both sides are counted."""
    WINNER = 9
    """The side with more points wins."""
    CASUALTIES = 10
    """Both sides take figures off."""
    RETREAT = 11
    """The side that lost retreats."""
    SETTLE = 12
    """The territory changes hands, and what follows from the combat is done."""


class DieSide(IntEnum):
    """The sides of the combat die."""

    UNSPECIFIED = 0
    """It is not rolled yet."""
    TWO_POINTS = 1
    """2 points."""
    THREE_POINTS = 2
    """3 points."""
    POINT_OR_CASUALTY = 3
    """1 point or 1 casualty, as the roller likes."""
    TWO_POINTS_AND_CASUALTY = 4
    """2 points and 1 casualty."""
    TWO_CASUALTIES = 5
    """2 casualties."""
    POINT_AND_CASUALTY = 6
    """1 point and 1 casualty."""


class TokenKind(IntEnum):
    """Tokens that lie in territories; the equipment's effects are in Catalogue.equipment."""

    SCORCHED_EARTH = 0
    """Snake's token: 1 point for it in combats there, and one resource of the harvest."""
    HIGH_TIDE = 1
    """Kraken's token: 1 casualty more in combats there."""
    EQUIPMENT_1 = 11
    """Ox's Ancestral Equipment, number 1."""
    EQUIPMENT_2 = 12
    """Ox's Ancestral Equipment, number 2."""
    EQUIPMENT_3 = 13
    """Ox's Ancestral Equipment, number 3."""
    EQUIPMENT_4 = 14
    """Ox's Ancestral Equipment, number 4."""
    EQUIPMENT_5 = 15
    """Ox's Ancestral Equipment, number 5."""
    EQUIPMENT_6 = 16
    """Ox's Ancestral Equipment, number 6."""
    EQUIPMENT_7 = 17
    """Ox's Ancestral Equipment, number 7."""


class TileSide(IntEnum):
    """The sides of an unrotated tile, as bits."""

    UNSPECIFIED = 0
    """No side at all."""
    NORTH = 1
    """Towards greater y."""
    EAST = 2
    """Towards greater x."""
    SOUTH = 4
    """Towards smaller y."""
    WEST = 8
    """Towards smaller x."""


ENUMS: tuple[type[IntEnum], ...] = (Resource, BorderKind, SpaceKind, Phase, CombatStep, DieSide, TokenKind, TileSide)
