"""The numbers of Pax Viking that have names: in views, options and catalogue they stand as numbers."""

from __future__ import annotations

from enum import IntEnum


class InfluenceType(IntEnum):
    """The types of Follower, and of the Influence Markers that are held by who has most of them."""

    JARLDOM = 0
    """Its marker pays for JARLDOM."""
    THEOCRACY = 1
    """Its marker pays for THEOCRACY."""
    SWEDEN = 2
    """Its marker pays for SWEDEN."""
    RUS = 3
    """Its marker pays for RUS."""


class SagaTileKind(IntEnum):
    """The kinds of saga tile."""

    VENTURE = 0
    """Is PLAYED into a POST, where its owner's Longships activate it."""
    EVENT = 1
    """Happens once, at once or after an ALTHING."""
    ADVOCATE = 2
    """Is PLAYED on the Jarlboard, and can be taken by RUS."""
    GOD = 3
    """Is PLAYED on the Jarlboard."""
    ANY = 4
    """Any of them: only in TRADE."""


class Wind(IntEnum):
    """The four directions in which REGIONS lie."""

    NORTH = 0
    """First in Catalogue.winds."""
    WEST = 1
    """Second in Catalogue.winds."""
    EAST = 2
    """Third in Catalogue.winds."""
    SOUTH = 3
    """Fourth in Catalogue.winds."""


class LongshipKind(IntEnum):
    """Whose Longships they are by print."""

    OWN = 0
    """Every player has some from the beginning."""
    DUBLIN = 1
    """Comes with the Powerful Ally Dublin."""
    FAROE = 2
    """Comes with the Powerful Ally Faroe."""
    ICELAND = 3
    """Comes with the Powerful Ally Iceland."""


class Phase(IntEnum):
    """The parts of a turn, and of a match: View.phase has the last word of a value's name in lower case."""

    UNSPECIFIED = 0
    """Never used."""
    SETUP = 1
    """Before the first turn: Jarls are dealt and chosen."""
    INFLUENCE = 2
    """Influence Markers go to who has most Followers of their type."""
    ACTIONS = 3
    """The active player takes actions."""
    SOLSTICE = 4
    """The turn ends: what was exhausted is ready again."""
    OVER = 5
    """The match is finished."""


class PromiseKind(IntEnum):
    """What promises are about."""

    VOTE = 0
    """A vote in the next ALTHING; the value is 1 for yes."""
    NO_CHALLENGE = 1
    """Not to CHALLENGE the other one."""
    NO_PARLEY = 2
    """Not to PARLEY in a POST; the value is the POST."""
    SILVER = 3
    """To give silver; the value is how much."""
    PASSAGE = 4
    """To do nothing to Longships in a REGION; the value is the REGION."""
    VETO = 5
    """To keep a seat from winning; the value is the seat."""


class PromiseResult(IntEnum):
    """How promises end."""

    RUNNING = 0
    """It has not ended."""
    KEPT = 1
    """What was promised was done."""
    BROKEN = 2
    """The opposite was done."""
    UNTESTED = 3
    """It ended before anything could show it."""


ENUMS: tuple[type[IntEnum], ...] = (InfluenceType, SagaTileKind, Wind, LongshipKind, Phase, PromiseKind, PromiseResult)
