"""The whole position of a game, as flat values that one match owns and changes in place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from lawspeaker_engine import agenda
from lawspeaker_engine.agenda import Asked, Frame, Unmanned
from lawspeaker_engine.canon import NOT_CANON
from lawspeaker_engine.games.pax_viking.abilities.effect_table import EffectTable
from lawspeaker_engine.games.pax_viking.actions.offer import Offer
from lawspeaker_engine.games.pax_viking.board import NOWHERE, POSTS
from lawspeaker_engine.games.pax_viking.enums import LongshipKind
from lawspeaker_engine.games.pax_viking.rows import NO_TYPE
from lawspeaker_engine.games.pax_viking.settings import Settings
from lawspeaker_engine.model import Outcome
from lawspeaker_engine.shallow_copy import shallow_copy
from lawspeaker_engine.state_codec import FROM_SETUP
from lawspeaker_engine.text import words

NOBODY: Final = -1
"""In place of a seat."""
SPECTATOR: Final = -1
"""In place of a seat that looks on: whoever plays none."""
NO_TILE: Final = -1
"""In place of a tile's number."""

FOLLOWERS: Final = 6
"""Followers of each type that a player has (SG-SETUP-08)."""
LONGSHIPS: Final = 6
HOME_MARKERS: Final = 12
"""HOME markers of a player, that of the Jarl's HOME included."""
HAND_LIMIT: Final = 4
STEPS: Final = 3
SILVER: Final = 160
"""All there is, where the bank is limited (AMB-SG-41)."""

OWN, DUBLIN, FAROE, ICELAND = map(int, LongshipKind)
SHIP_KINDS: Final = words(LongshipKind)
ALLY_SHIPS: Final = (0, 3, 2, 2)
"""By kind of Longship: Ally Longships in the game."""


@dataclass(slots=True)
class Longship:
    """A Longship; its number is its place in `View.longships`, which never changes."""

    seat: int
    """Whose it is; -1 for an Ally Longship in stock."""
    kind: int
    """Own or of an Ally, a LongshipKind."""
    node: int = NOWHERE
    """Where it stands, an index of Catalogue.nodes; -1 on the Jarlboard or in stock."""
    exhausted: bool = False
    """True if it has served, so that it can neither sail nor activate until its player's Solstice."""


@dataclass(slots=True)
class BoardTile:
    """A God or Advocate on a Jarlboard."""

    tile: int
    """The God or Advocate, an index of Catalogue.tiles."""
    established: bool
    """True if a Follower of the tile's type is on it."""
    counts_as: int = NO_TYPE
    """The InfluenceType chosen for it, where its ability asks for one; else -1."""


@dataclass(slots=True)
class Player:
    """One player's pieces."""

    jarl: int = -1
    silver: int = 0
    hand: list[int] = field(default_factory=list)
    """Tiles, ascending, so that the order of drawing does not show."""
    drawn: list[int] = field(default_factory=list)
    """The same tiles in the order in which they came."""
    known: list[list[int]] = field(default_factory=list)
    """By seat, and last for spectators: which of these tiles it knows, ascending. Nothing for the own seat."""
    supply: list[int] = field(default_factory=lambda: [FOLLOWERS] * 4)
    """By type: Followers on the Jarlboard."""
    advocates: list[BoardTile] = field(default_factory=list)
    gods: list[BoardTile] = field(default_factory=list)
    duchies: list[int] = field(default_factory=list)
    """REGIONS with a HOME marker of a DUCHY, ascending."""

    def copy(self) -> Player:
        """Return an independent copy."""
        other = shallow_copy(self)
        for name in ("hand", "drawn", "supply", "duchies"):
            setattr(other, name, getattr(self, name)[:])
        other.known = [known[:] for known in self.known]
        other.advocates = [shallow_copy(each) for each in self.advocates]
        other.gods = [shallow_copy(each) for each in self.gods]
        return other

    @property
    def board(self) -> list[BoardTile]:
        """Return the tiles on the Jarlboard: Advocates, then Gods."""
        return self.advocates + self.gods


@dataclass(slots=True)
class Look:
    """A seat's knowledge of a RIVAL's hand, until its turn ends."""

    seat: int
    """The seat that looked."""
    rival: int
    """Whose hand it was."""
    tiles: tuple[int, ...]
    """The hand as it was then."""


@dataclass(slots=True)
class Promise:
    """A promise, on which nothing ever depends; how it ended is said for information (SG.5)."""

    seat: int
    """The seat that promised."""
    to: int
    """To whom; -1 for all who vote."""
    kind: int
    """What it is about, a PromiseKind."""
    value: int
    """The object of the promise: a POST, a REGION, silver, a seat, or 1 for yes."""
    turns: int
    """Turns after which it ends if nothing else ends it."""
    result: int = 0
    """How it ended, a PromiseResult."""


@dataclass(slots=True)
class Althing:
    """The vote that is being held on an Event (SG-TERM-03)."""

    tile: int
    """The Event."""
    first: int
    """The seat that votes first."""
    votes: list[int] = field(default_factory=list)
    """In the order of voting: 1 for yes."""

    def copy(self) -> Althing:
        """Return an independent copy."""
        return Althing(self.tile, self.first, self.votes[:])


@dataclass(slots=True)
class State:
    """A position. `agenda` holds what is unfinished, the top of the stack last; `question` only caches what it asks."""

    settings: Settings = field(metadata=FROM_SETUP)
    effects: EffectTable = field(compare=False, repr=False, metadata=FROM_SETUP | NOT_CANON)
    """The functions by which effects are done."""
    players: list[Player]
    longships: list[Longship]
    """Those of seat 0, then of seat 1, ..., then the Ally Longships."""
    tiles: list[int] = field(default_factory=lambda: [NO_TILE] * len(POSTS))
    """By POST: the Venture on it."""
    owners: list[int] = field(default_factory=lambda: [NOBODY] * len(POSTS))
    """By POST: whose Follower is on it."""
    followers: list[int] = field(default_factory=lambda: [NO_TYPE] * len(POSTS))
    """By POST: the type of that Follower."""
    pile: list[int] = field(default_factory=list)
    """Tiles of the saga pile, ascending; it has no order, but that `top` lie on it."""
    top: list[int] = field(default_factory=list)
    """Tiles on top of the pile in order, where somebody has looked at them; no longer in `pile`."""
    seers: list[int] = field(default_factory=list)
    """Seats that know `top`."""
    track: list[int] = field(default_factory=list)
    """By space, the one that costs 1 first: its tile, or NO_TILE."""
    discard: list[int] = field(default_factory=list)
    """In order."""
    removed: list[int] = field(default_factory=list)
    """Tiles out of the game, in order."""
    box: list[int] = field(default_factory=list)
    """Tiles that are not used in this match, ascending."""
    influence: list[int] = field(default_factory=lambda: [NOBODY] * 4)
    """By type: who holds the Influence Marker."""
    face_up: list[int] = field(default_factory=list)
    """Victory Condition cards, in the order in which they came up."""
    face_down: list[int] = field(default_factory=list)
    """Those that lie face down, ascending; they have no order."""
    first: int = 0
    """The seat that had the first turn."""
    seat: int = NOBODY
    """The active player."""
    turn: int = 0
    """Turns begun."""
    phase: str = "setup"
    """setup, influence, actions, solstice or over."""
    markers_spent: int = 0
    """Action Markers that the active player has exhausted."""
    influence_spent: list[int] = field(default_factory=lambda: [0] * 4)
    """By type: 1 if the active player has exhausted the Influence Marker."""
    journeys: int = 0
    """JOURNEYS of this turn."""
    offers: int = 0
    """Offers of a TRADE that the active player has made in this turn."""
    once: list[int] = field(default_factory=list)
    """Abilities that have worked in this turn and may not again (`hooks.key`)."""
    taken: bool = False
    """True if a tile has left track or pile for good in this round; a refill or an exchange does not count
    (AMB-SG-56).
    """
    peace: list[int] = field(default_factory=list)
    """Seats until whose next turn nobody may CHALLENGE."""
    looks: list[Look] = field(default_factory=list)
    promises: list[Promise] = field(default_factory=list)
    """In the order made; those that have ended stay until a round later."""
    promised: int = 0
    """Promises that the active player has made in its turn by itself."""
    event: int = NO_TILE
    """The Event that is being played."""
    althing: Althing | None = None
    """The vote that is being held."""
    offer: Offer | None = None
    """The offer of a TRADE that is being talked about."""
    agenda: list[Frame[Any]] = field(default_factory=list)
    outcome: Outcome | None = None
    question: Asked | None = field(default=None, compare=False, metadata=NOT_CANON)
    unmanned: Unmanned | None = field(default=None, compare=False, metadata=NOT_CANON)

    def push(self, frame: Frame[Any]) -> None:
        """Put unfinished work on top: it is done before everything pushed earlier."""
        self.agenda.append(frame)

    def push_all(self, *frames: Frame[Any]) -> None:
        """Put these frames on top, so that the first one is done first."""
        self.agenda.extend(reversed(frames))

    def copy(self) -> State:
        """Return an independent copy, cheap: nothing in it is shared but immutable values."""
        other = shallow_copy(self)
        other.players = [player.copy() for player in self.players]
        other.longships = [shallow_copy(ship) for ship in self.longships]
        other.promises = [shallow_copy(promise) for promise in self.promises]
        other.looks = [shallow_copy(look) for look in self.looks]
        other.althing = None if self.althing is None else self.althing.copy()
        other.offer = None if self.offer is None else self.offer.copy()
        for name in _LISTS:
            setattr(other, name, getattr(self, name)[:])
        other.agenda = agenda.copy_agenda(self.agenda)
        return other

    def turn_order(self, first: int) -> list[int]:
        """Return all seats clockwise from this one."""
        return [*range(first, self.settings.players), *range(first)]

    def rivals(self, seat: int) -> list[int]:
        """Return the other seats in turn order from this one."""
        return [*range(seat + 1, self.settings.players), *range(seat)]


_LISTS = (
    "tiles", "owners", "followers", "pile", "top", "seers", "track", "discard", "removed", "box", "influence",
    "face_up", "face_down", "influence_spent", "once", "peace",
)
