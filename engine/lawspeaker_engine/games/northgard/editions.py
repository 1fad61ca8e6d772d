"""The editions of the game: the numbers that differ, a row each of content/editions.toml."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lawspeaker_engine.content import load_rows


@dataclass(frozen=True, slots=True)
class Deck:
    """A part of the Development deck; earlier parts lie on top."""

    kind: str
    """The set of its cards."""
    each: int
    """Cards for each player in the normal game; a half more in the long one (NG-SETUP-04, NG-VAR-02)."""
    cards: tuple[str, ...] = ()
    """The ids of its cards, if they are not those of the set."""


@dataclass(frozen=True, slots=True)
class WinterCost:
    """The costs of winter from so many units on."""

    units: int
    food: int
    wood: int


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition of the rules."""

    id: str
    clans_dealt: bool
    """True if clans are dealt, whatever the option says (NG-SETUP-09)."""
    decks: tuple[Deck, ...]
    achievements: bool
    """True if the last year displays Achievements instead of Development cards (NG-YEAR-05)."""
    card_fame: bool
    """True if cards are worth fame at the end (NG-END-03)."""
    unrest_fame: int
    """Fame of an Unrest card at the end."""
    setup_tiles: int
    """Tiles that a player draws before laying one during setup; if more than one they are a hand (NG-SETUP-13)."""
    all_touch_start: bool
    """True if every player's first tile touches a starting tile, and not only the very first (NG-SETUP-14)."""
    misfits_leave: bool
    """True if a tile that cannot be laid in an Explore action leaves the game (NG-EXP-06)."""
    second_start: bool
    """True if five players have a second starting tile (NG-MAP-08)."""
    start_food: tuple[int, ...]
    """By place in the turn order (NG-SETUP-12); so too wood, which an option makes lore."""
    start_wood: tuple[int, ...]
    remove_draws: int
    """Cards drawn for one that is removed (NG-ACT-08)."""
    upgrade_boxes: bool
    """True if a card that is given up for an upgrade may leave the game (NG-ACT-09)."""
    all_active_seen: bool
    """True if all cards of an active area are open, and not only its last one (NG-DECK-01)."""
    winter: tuple[WinterCost, ...]
    """Most units first (NG-WINT-02)."""
    casualties_first: bool
    """True if casualties are taken off before the winner is known (NG-COMBAT-13)."""
    kaija_in_setup: bool
    """True if Kaija may be in a group that is put down during setup; the next two numbers are about her too."""
    kaija_points: int
    """Her points in a combat."""
    kaija_enters: bool
    """True if she may enter enemy territories."""


RETAIL: Final = "retail"
"""The edition of the box."""

EDITIONS: Final = load_rows(Path(__file__).parent / "content" / "editions.toml", "edition", Edition)


def edition(name: str) -> Edition:
    """Return the edition with this id."""
    return next(row for row in EDITIONS if row.id == name)
