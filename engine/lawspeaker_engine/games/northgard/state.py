"""The whole position of a game, as flat values that one match owns and changes in place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from lawspeaker_engine import agenda
from lawspeaker_engine.agenda import Asked, Frame, Unmanned
from lawspeaker_engine.canon import NOT_CANON
from lawspeaker_engine.games.northgard.board import Board
from lawspeaker_engine.games.northgard.enums import Resource
from lawspeaker_engine.games.northgard.settings import Settings
from lawspeaker_engine.games.northgard.table import Table
from lawspeaker_engine.model import Outcome
from lawspeaker_engine.shallow_copy import shallow_copy
from lawspeaker_engine.state_codec import FROM_SETUP

P = TypeVar("P")

Known = tuple[tuple[int, ...], ...]
"""By seat, and last for spectators: cards, ascending."""

FOOD: Final = int(Resource.FOOD)
WOOD: Final = int(Resource.WOOD)
LORE: Final = int(Resource.LORE)
RESOURCES: Final = {"food": FOOD, "wood": WOOD, "lore": LORE}
"""By the words that rows use."""

UNITS: Final = 14
TOKENS_OF_A_KIND: Final = 7
"""Models of one colour (NG-COMP-01)."""

RESERVE: Final = -1
"""The place of a special figure or a token while it is not on the map."""
NOT_IN_PLAY: Final = -2
"""The place of a figure or token that nobody owns."""


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
    unseen: tuple[int, ...] = ()
    """The places in `top`, ascending, of cards that only the player knows; all know the others."""
    drawn: list[int] = field(default_factory=list)
    """Cards just drawn that a Draw action has yet to sort."""
    known: Known = ()
    """Which cards each knows to be in the hand; of the own hand, those that all know."""
    held: Known = ()
    """While cards are drawn and not sorted: which cards each knows to be in hand or among them; else empty."""
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
    """Units not on the map, special figures not counted."""
    away: int = 0
    """Units neither on the map nor in the reserve, but on a Pyre (UH-CLAN-DRAGON-03)."""
    passed: bool = False
    awakened: bool = False
    """Kaija may enter enemy territories this year."""
    conqueror: bool = False
    """Enemy Towers and Fortresses are ignored this year."""
    pick_taken: bool = False
    """The year's displayed card was taken early, so none is taken when passing."""

    def copy(self) -> Player:
        """Return an independent copy."""
        other = shallow_copy(self)
        for name in _PLAYER_LISTS:
            setattr(other, name, getattr(self, name)[:])
        return other


_PLAYER_LISTS = (
    "hand", "draw", "top", "drawn", "active", "played", "discard", "boxed", "upgrades", "tiles", "resources",
)


@dataclass(slots=True)
class SpecialFigure:
    """A figure that is no unit, such as Kaija."""

    figure: int
    """Its number: its row in FIGURES."""
    seat: int
    territory: int
    """Or RESERVE."""


@dataclass(slots=True)
class Token:
    """A token that is put into territories, such as Scorched Earth."""

    token: int
    """Its kind: see tokens.py."""
    seat: int
    territory: int
    """Or RESERVE."""


@dataclass(slots=True)
class Battle:
    """Figures that entered an enemy territory and will fight there; the defender stays its owner until then.

    The attacker's special figures in the territory belong to it.
    """

    territory: int
    attacker: int
    units: int
    creature: int = 0
    """If not 0: the creature in the attacker's own territory that it fights; then there are no visitors."""


@dataclass(slots=True)
class State:
    """A position. `agenda` holds what is unfinished, the top of the stack last; `question` only caches what it asks."""

    settings: Settings = field(metadata=NOT_CANON | FROM_SETUP)
    table: Table = field(compare=False, repr=False, metadata=NOT_CANON | FROM_SETUP)
    """The game as the settings make it; shared, never changed."""
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
    boxed_tiles: list[int] = field(default_factory=list)
    """Tiles that left the game."""
    unrest: int = 10
    """Unrest cards left."""
    stock: list[int] = field(default_factory=lambda: [TOKENS_OF_A_KIND] * 8)
    """Building tokens left, by building type (NG-COMP-02)."""
    figures: list[SpecialFigure] = field(default_factory=list)
    """The special figures in play, by number."""
    tokens: list[Token] = field(default_factory=list)
    """The tokens in play, by kind."""
    battles: list[Battle] = field(default_factory=list)
    """Combats still to be fought in the running action."""
    parts: list[Any] = field(default_factory=list)
    """The memory of the modules in play, an object each with a method `copy`; see `part`."""
    agenda: list[Frame[Any]] = field(default_factory=list)
    outcome: Outcome | None = None
    question: Asked | None = field(default=None, compare=False, metadata=NOT_CANON)
    unmanned: Unmanned | None = field(init=False, compare=False, repr=False, metadata=NOT_CANON)

    def __post_init__(self) -> None:
        self.unmanned = self.table.answering

    def push(self, frame: Frame[Any]) -> None:
        """Put unfinished work on top: it is done before everything pushed earlier."""
        self.agenda.append(frame)

    def copy(self) -> State:
        """Return an independent copy, cheap: nothing in it is shared but immutable values."""
        other = shallow_copy(self)
        other.board = self.board.copy()
        other.players = [player.copy() for player in self.players]
        for name in _STATE_LISTS:
            setattr(other, name, getattr(self, name)[:])
        other.figures = [shallow_copy(figure) for figure in self.figures]
        other.tokens = [shallow_copy(token) for token in self.tokens]
        other.battles = [shallow_copy(battle) for battle in self.battles]
        if self.parts:
            other.parts = [part.copy() for part in self.parts]
        other.agenda = agenda.copy_agenda(self.agenda)
        return other

    def part(self, kind: type[P]) -> P:
        """Return what a module in play remembers, by its class."""
        return next(part for part in self.parts if isinstance(part, kind))

    # Seats and turn order.

    def turn_order(self) -> list[int]:
        """Return all seats clockwise from the holder of the first-player marker."""
        return [*range(self.first, self.settings.players), *range(self.first)]

    def is_enemy(self, seat: int, other: int) -> bool:
        """Return whether `seat` may fight `other`, which is a player, not itself and not its teammate."""
        return other >= 0 and other != seat and not (self.settings.teams and (seat - other) % 2 == 0)

    def knows_fame(self, seat: int, other: int) -> bool:
        """Return whether `seat` (-1: a spectator) sees the fame tokens of `other` (NG-HARV-06, AMB-R36, AMB-A26).

        All tokens are turned up when the game is over (AMB-R36).
        """
        if self.phase == "over" or self.settings.open_fame:
            return True
        if other in self.table.unmanned and self.settings.automa_fame == "open":
            return True
        return seat >= 0 and not self.is_enemy(seat, other)

    # Territories.

    def special_figures(self, seat: int, territory: int) -> tuple[int, ...]:
        """Return the seat's special figures in a territory, or with RESERVE those that can be placed; ascending."""
        if not self.figures:
            return ()
        return tuple([each.figure for each in self.figures if each.territory == territory and each.seat == seat])

    def figure_count(self, territory: int) -> int:
        """Return how many figures the territory's owner has in it."""
        return self.board.units[territory] + len(self.special_figures(self.board.owner[territory], territory))

    def where(self, figure: int) -> int:
        """Return the territory of a special figure, or RESERVE, or NOT_IN_PLAY."""
        return next((each.territory for each in self.figures if each.figure == figure), NOT_IN_PLAY)

    def token(self, token: int) -> Token | None:
        """Return the one token of this kind, or None if nobody owns it."""
        for each in self.tokens:
            if each.token == token:
                return each
        return None

    def token_territories(self, token: int, seat: int) -> list[int]:
        """Return the territories in which the seat's tokens of this kind lie."""
        return [
            each.territory for each in self.tokens
            if each.token == token and each.seat == seat and each.territory >= 0
        ]

    def rename_territories(self) -> None:
        """Let everything that lies in a territory keep to it when it got another name in a merge."""
        territory_of = self.board.territory_of
        for figure in self.figures:
            if figure.territory >= 0:
                figure.territory = territory_of[figure.territory]
        for token in self.tokens:
            if token.territory >= 0:
                token.territory = territory_of[token.territory]

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

    def add_figures(self, seat: int, territory: int, units: int, special: Sequence[int] = ()) -> None:
        """Put units and special figures from the seat's reserve into a territory that is its own or neutral."""
        self.players[seat].reserve -= units
        self.put_figures(seat, territory, units, special)

    def take_figures(self, territory: int, units: int, special: Sequence[int] = ()) -> None:
        """Lift figures of the owner off a territory, to be put down elsewhere; without figures it becomes neutral."""
        board = self.board
        board.units[territory] -= units
        board.changed()
        if special:
            self.move_special(special, RESERVE)
        if board.units[territory] == 0 and not self.special_figures(board.owner[territory], territory):
            before = board.owner[territory]
            board.owner[territory] = -1
            self._owner_changed(territory, before)

    def put_figures(self, seat: int, territory: int, units: int, special: Sequence[int] = ()) -> None:
        """Put down figures that were taken off another territory; this one is the seat's own or neutral."""
        board = self.board
        before = board.owner[territory]
        board.units[territory] += units
        board.owner[territory] = seat
        board.changed()
        if special:
            self.move_special(special, territory)
        if before != seat:
            self._owner_changed(territory, before)

    def _owner_changed(self, territory: int, before: int) -> None:
        """Let rules act on it: `moments.Rule.owner_changed`."""
        for act in self.table.rules_at["owner_changed"]:
            act(self, territory, before)

    def move_special(self, special: Sequence[int], territory: int) -> None:
        """Say that these special figures are in the territory, or in the reserve."""
        for each in self.figures:
            if each.figure in special:
                each.territory = territory

    def units_on_map(self, seat: int) -> int:
        """Return the seat's figures on the map, special ones and attackers in pending combats included."""
        count = UNITS - self.players[seat].reserve - self.players[seat].away
        for each in self.figures:
            if each.seat == seat and each.territory >= 0:
                count += 1
        return count

    # Resources.

    def gain(self, seat: int, resource: int, amount: int = 1) -> None:
        """Collect resources from the bank, which never runs out (AMB-R01)."""
        self.players[seat].resources[resource] += amount


_STATE_LISTS = ("early", "advanced", "achievements", "display", "pile", "bottom", "boxed_tiles", "stock")
