"""What a card is, and the catalogue of all cards, which `cards` fills once when it is imported."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from lawspeaker_engine.games.northgard.state import State


class Verb(Protocol):
    """One effect of a card: a frozen dataclass read from a row, which knows when it may be played and how it begins."""

    def playable(self, state: State, seat: int) -> bool:
        """Whether a card with this effect may be played now (AMB-R50)."""

    def begin(self, state: State, seat: int, card: int) -> None:
        """Do it for the seat, or push the frames that will; `card` is the card that is being resolved."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The fame of an Achievement at the end of the game: so much for each thing in territories its owner controls."""

    small_buildings: int = 0
    large_buildings: int = 0
    small_spaces: int = 0
    """Free small spaces, those with the Carved Stone symbol included."""
    large_spaces: int = 0
    """Free large spaces."""
    food: int = 0
    """Food the territories yield at Harvest, buildings included; so too wood and lore."""
    wood: int = 0
    lore: int = 0
    lairs: int = 0
    units: int = 0
    """Own figures anywhere on the map."""


@dataclass(frozen=True, slots=True)
class Card:
    """A row of content/cards_*.toml; its number is its index in the catalogue."""

    id: str
    name: str
    set: str
    """starting, clan, early, advanced, achievement or unrest."""
    text: str
    """What it does, in a sentence of our own."""
    effects: tuple[Verb, ...] = ()
    """In printed order. A card without any can be put down, but not played (AMB-R30)."""
    flash: bool = False
    fame: int = 0
    """Fame at the end of the game, negative for Unrest; 0 for Achievements, whose fame is counted."""
    clan: str = ""
    """The id of the clan it belongs to."""
    upgrade: bool = False
    """Whether a clan's card is one of its two upgrades."""
    copies: int = 1
    """How many of it a starting deck or a stack holds."""
    counts: Counts = Counts()
    """What an Achievement is worth."""
    reaction: bool = False
    """Whether it is used when an enemy plays a card, and never in its owner's turn."""
    removable: bool = True
    """Whether it can be taken out of the game (NG-ACT-15)."""
    source: str = ""
    """"ours" where the printed effect is not known and this one stands in for it."""


CARDS: Final[list[Card]] = []
"""All cards by number. Filled by `cards`, so that frames can look up a card without importing what reads the rows."""


def playable(state: State, seat: int, card: int) -> bool:
    """Whether the seat may play the card from its hand: it has effects and each may be played (AMB-R50, NG-DRAW-05)."""
    row = CARDS[card]
    if row.reaction or not row.effects:
        return False
    return all(effect.playable(state, seat) for effect in row.effects)
