"""The whole position of a game, as flat values that one match owns and changes in place."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from typing import Any, Final

from lawspeaker_engine import agenda
from lawspeaker_engine.agenda import Asked, Frame
from lawspeaker_engine.canon import NOT_CANON
from lawspeaker_engine.games.northgard.board import Board
from lawspeaker_engine.model import Outcome

FOOD: Final = 0
WOOD: Final = 1
LORE: Final = 2

UNITS: Final = 14
"""Models of one colour (NG-COMP-01)."""

RESERVE: Final = -1
"""Where Kaija or the Scorched Earth token is while it is not on the map."""
NOT_IN_PLAY: Final = -2
"""Where a clan's token is when nobody plays that clan."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of a match, as `game.make_setup` completed them."""

    players: int
    years: int
    """7, or 10 in the long game (NG-VAR-01)."""
    teams: bool
    """Two teams of two, seats 0 and 2 against 1 and 3 (NG-VAR-04)."""
    random_clans: bool
    """Whether clans are dealt at random instead of chosen (AMB-R44)."""
    start_lore: bool
    """Whether the second of the starting resources is lore instead of wood (AMB-R03)."""
    kaija_alone: bool
    """Whether Kaija may move without other units (AMB-R22)."""
    snake_over_impassable: bool
    """Whether an impassable border makes territories adjacent for the Scorched Earth token (AMB-R25)."""
    open_fame: bool
    """Whether all players see each other's fame (AMB-R36)."""


@dataclass(slots=True)
class Player:
    """One player's cards, resources and standing. Card lists hold indices of card rows."""

    clan: int = -1
    hand: list[int] = field(default_factory=list)
    """Ascending, so that the order of drawing does not show."""
    draw: list[int] = field(default_factory=list)
    """The face-down draw pile without its known top cards: what is left, ascending; it has no order."""
    top: list[int] = field(default_factory=list)
    """Cards put on top of the draw pile; the last one is drawn first."""
    drawn: list[int] = field(default_factory=list)
    """Cards just drawn that a Draw action has yet to sort."""
    active: list[int] = field(default_factory=list)
    """Cards played this year, or put down without effect, in order."""
    played: list[int] = field(default_factory=list)
    """Those of the active area that were played and not prevented."""
    discard: list[int] = field(default_factory=list)
    boxed: list[int] = field(default_factory=list)
    """Own cards taken out of the game."""
    upgrades: list[int] = field(default_factory=list)
    """Clan upgrades not yet taken."""
    tiles: list[int] = field(default_factory=list)
    """The hand of map tiles during setup, ascending."""
    resources: list[int] = field(default_factory=lambda: [0, 0, 0])
    """Food, wood, lore."""
    fame: int = 0
    """Fame tokens; cards and leftover resources count only at the end (NG-END-03)."""
    reserve: int = UNITS
    """Units not on the map, Kaija not counted."""
    passed: bool = False
    awakened: bool = False
    """Kaija may enter enemy territories this year."""
    conqueror: bool = False
    """Enemy Towers and Fortresses are ignored this year."""
    pick_taken: bool = False
    """The year's displayed card was taken early, so none is taken when passing."""

    def copy(self) -> Player:
        """Return an independent copy."""
        other = copy(self)
        for name in _PLAYER_LISTS:
            setattr(other, name, getattr(self, name)[:])
        return other


_PLAYER_LISTS = (
    "hand", "draw", "top", "drawn", "active", "played", "discard", "boxed", "upgrades", "tiles", "resources",
)


@dataclass(slots=True)
class Battle:
    """Units that entered an enemy territory and will fight there; the defender stays its owner until then."""

    territory: int
    attacker: int
    units: int
    kaija: bool

    @property
    def figures(self) -> int:
        """Return how many figures attack."""
        return self.units + self.kaija


@dataclass(slots=True)
class State:
    """A position. `agenda` holds what is unfinished, the top of the stack last; `question` only caches what it asks."""

    settings: Settings
    board: Board
    players: list[Player]
    year: int = 0
    """From 1; 0 during setup."""
    phase: str = "setup"
    """setup, start, actions, harvest, winter, end or over."""
    first: int = 0
    """Holder of the first-player marker."""
    early: list[int] = field(default_factory=list)
    """Early Development cards in the deck: ascending, without order."""
    advanced: list[int] = field(default_factory=list)
    """Advanced Development cards under them."""
    achievements: list[int] = field(default_factory=list)
    """Face up from the start; they become the display in the last year."""
    display: list[int] = field(default_factory=list)
    """Face-up cards that passing players pick from, in the order they were revealed."""
    pile: list[int] = field(default_factory=list)
    """Face-down map tiles: what is left, ascending; it has no order."""
    bottom: list[int] = field(default_factory=list)
    """Tiles put under the pile, in the order they will be drawn once the pile is empty."""
    unrest: int = 10
    """Unrest cards left."""
    stock: list[int] = field(default_factory=lambda: [7] * 8)
    """Building tokens left, by building type (NG-COMP-02)."""
    bear: int = -1
    """The seat that owns Kaija, or -1."""
    snake: int = -1
    """The seat that owns the Scorched Earth token, or -1."""
    kaija: int = NOT_IN_PLAY
    """The territory Kaija is in, or RESERVE, or NOT_IN_PLAY."""
    scorched: int = NOT_IN_PLAY
    """The territory of the Scorched Earth token, or RESERVE, or NOT_IN_PLAY."""
    battles: list[Battle] = field(default_factory=list)
    """Combats still to be fought in the running action."""
    agenda: list[Frame[Any]] = field(default_factory=list)
    outcome: Outcome | None = None
    question: Asked | None = field(default=None, compare=False, metadata=NOT_CANON)

    def push(self, frame: Frame[Any]) -> None:
        """Put unfinished work on top: it is done before everything pushed earlier."""
        self.agenda.append(frame)

    def copy(self) -> State:
        """Return an independent copy, cheap: nothing in it is shared but immutable values."""
        other = copy(self)
        other.board = self.board.copy()
        other.players = [player.copy() for player in self.players]
        for name in _STATE_LISTS:
            setattr(other, name, getattr(self, name)[:])
        other.battles = [copy(battle) for battle in self.battles]
        other.agenda = agenda.copy_agenda(self.agenda)
        return other

    # Seats and turn order.

    def turn_order(self) -> list[int]:
        """Return all seats clockwise from the holder of the first-player marker."""
        count = self.settings.players
        return [(self.first + i) % count for i in range(count)]

    def is_enemy(self, seat: int, other: int) -> bool:
        """Return whether `seat` may fight `other`, which is a player, not itself and not its teammate."""
        return other >= 0 and other != seat and not (self.settings.teams and (seat - other) % 2 == 0)

    # Territories.

    def kaija_in(self, territory: int) -> bool:
        """Return whether Kaija stands in the territory as one of its owner's figures (not as an attacker)."""
        return self.kaija == territory and all(b.territory != territory or not b.kaija for b in self.battles)

    def figures(self, territory: int) -> int:
        """Return figures of the territory's owner in it: units and Kaija."""
        return self.board.units[territory] + self.kaija_in(territory)

    def controlled(self, seat: int) -> list[int]:
        """Return territories the seat controls (NG-MAP-13), ascending."""
        owner = self.board.owner
        return [territory for territory in self.board.territories if owner[territory] == seat]

    def neutral(self) -> list[int]:
        """Return territories without any figure (NG-MAP-15), ascending."""
        return self.controlled(-1)

    def fights_in(self, territory: int) -> bool:
        """Return whether a combat is pending in the territory."""
        return any(battle.territory == territory for battle in self.battles)

    def add_figures(self, seat: int, territory: int, units: int, *, kaija: bool = False) -> None:
        """Put units, and Kaija if `kaija`, from the seat's reserve into a territory that is its own or neutral."""
        self.players[seat].reserve -= units
        self.put_figures(seat, territory, units, kaija=kaija)

    def take_figures(self, territory: int, units: int, *, kaija: bool = False) -> None:
        """Lift figures of the owner off a territory, to be put down elsewhere; without figures it becomes neutral.

        The caller sets `kaija` of the state anew when she is among them.
        """
        board = self.board
        board.units[territory] -= units
        board.changed()
        if board.units[territory] == 0 and (kaija or not self.kaija_in(territory)):
            board.owner[territory] = -1

    def put_figures(self, seat: int, territory: int, units: int, *, kaija: bool = False) -> None:
        """Put down figures that were taken off another territory; this one is the seat's own or neutral."""
        self.board.units[territory] += units
        self.board.owner[territory] = seat
        self.board.changed()
        if kaija:
            self.kaija = territory

    def kaija_waits(self, seat: int) -> bool:
        """Return whether Kaija is the seat's and in reserve, so that she can be placed (NG-CLAN-BEAR-02)."""
        return seat == self.bear and self.kaija == RESERVE

    def units_on_map(self, seat: int) -> int:
        """Return the seat's figures on the map, Kaija included, attackers in pending combats included."""
        return UNITS - self.players[seat].reserve + (seat == self.bear and self.kaija >= 0)

    # Resources.

    def gain(self, seat: int, resource: int, amount: int = 1) -> None:
        """Collect resources from the bank, which never runs out (AMB-R01)."""
        self.players[seat].resources[resource] += amount


_STATE_LISTS = ("early", "advanced", "achievements", "display", "pile", "bottom", "stock")
