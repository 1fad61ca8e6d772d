"""The numbers of Clansmen that have names: in views, options and catalogue they stand as numbers."""

from __future__ import annotations

from enum import IntEnum


class Resource(IntEnum):
    """What settlements stock; bundles name all four in this order."""

    FOOD = 0
    """Food, which populations eat each season."""
    WOOD = 1
    """Wood, which Laborers gain, for buildings."""
    STONE = 2
    """Stone, which Laborers gain, for buildings."""
    GOODS = 3
    """Goods, which Craftsmen make, for buildings, gifts and prayers."""


class Population(IntEnum):
    """The kinds of population."""

    FARMER = 0
    """A Farmer gains the Food of its terrain and season."""
    LABORER = 1
    """A Laborer gains the Wood and Stone of its terrain, but not in Winter."""
    CRAFTSMAN = 2
    """A Craftsman makes 1 Goods each season."""
    WARRIOR = 3
    """A Warrior gains nothing, and adds 1 to its die in raids."""


class Season(IntEnum):
    """The seasons of a year."""

    SPRING = 0
    """The first one; its Special Action is Call for Kin."""
    SUMMER = 1
    """The second one; its Special Action is the Festival of the Sun."""
    AUTUMN = 2
    """The third one; its Special Action is the Caravan."""
    WINTER = 3
    """The last one; its Special Action is the Festival of Lights."""


class Phase(IntEnum):
    """The parts of a season, and of a match: View.phase has the last word of a value's name in lower case."""

    UNSPECIFIED = 0
    """Never used."""
    SETUP = 1
    """Before the first season: seats are drawn and the first populations settle."""
    EVENT = 2
    """The season's event is drawn and strikes."""
    RAIDERS = 3
    """The Raider counter moves, and a raid may be fought."""
    ARRIVALS = 4
    """Migrants and kin arrive."""
    ACTIONS = 5
    """Players take turns with their actions until all have passed."""
    HARVEST = 6
    """Healthy populations bring what they make."""
    RESTORE = 7
    """Every Weakened population becomes healthy."""
    FEED = 8
    """Populations eat; who goes hungry is weakened."""
    WINTER = 9
    """Only in Winter: the cold strikes, Food rots, and the year is counted."""
    OVER = 10
    """The match is finished."""


class PromiseKind(IntEnum):
    """What promises are about."""

    DEFENDERS = 0
    """So many people will defend in the coming raid."""
    TRADE = 1
    """One resource would be given for another."""
    SPECIAL = 2
    """A season's Special Action will be taken this year."""


class DieFate(IntEnum):
    """What came of the die of a defending population."""

    UNSPECIFIED = 0
    """Nothing yet."""
    BEATS = 1
    """It beats its Raider."""
    UNHURT = 2
    """It does not beat its Raider, but its population stays unhurt."""
    WEAKENED = 3
    """It does not beat its Raider, and its population is weakened unless a Healing Hall spares it."""


ENUMS: tuple[type[IntEnum], ...] = (Resource, Population, Season, Phase, PromiseKind, DieFate)
