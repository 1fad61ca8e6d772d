"""The whole position of a game, as flat values that one match owns and changes in place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from lawspeaker_engine import agenda
from lawspeaker_engine.agenda import Asked, Frame, Unmanned
from lawspeaker_engine.canon import NOT_CANON, by_identity
from lawspeaker_engine.games.clansmen.actions.offer import Offer
from lawspeaker_engine.games.clansmen.buildings import BUILDINGS
from lawspeaker_engine.games.clansmen.enums import Population, PromiseKind, Resource, Season
from lawspeaker_engine.games.clansmen.hexes import BOARDS, Board
from lawspeaker_engine.games.clansmen.raids.battle import Raid
from lawspeaker_engine.games.clansmen.raids.raiders import TOP
from lawspeaker_engine.games.clansmen.settings import Settings
from lawspeaker_engine.model import Outcome
from lawspeaker_engine.shallow_copy import shallow_copy
from lawspeaker_engine.state_codec import FROM_SETUP
from lawspeaker_engine.text import words

FOOD, WOOD, STONE, GOODS = map(int, Resource)
STOCK: Final = words(Resource)
RESOURCES: Final = (FOOD, WOOD, STONE)
"""The resources exchanged for Goods with the Homeland; "resources" in the rules' narrow sense are Wood and Stone."""

FARMER, LABORER, CRAFTSMAN, WARRIOR = map(int, Population)
KINDS: Final = words(Population)

SPRING, SUMMER, AUTUMN, WINTER = map(int, Season)
SEASONS: Final = words(Season)

REORGANIZE, HUNT, EXPLORE, FEAST, BUILD, IDLE_HANDS, TRADE, GIFTS, PRAY = range(9)
ACTIONS: Final = ("reorganize", "hunt", "explore", "feast", "build", "idle_hands", "trade", "gifts", "pray")
"""The regular actions, in printed order."""
SPECIALS: Final = ("call_for_kin", "festival_of_the_sun", "caravan", "festival_of_lights")
"""By season: its Special Action."""

OPEN, NO_BARGAINING, NO_TRADE = range(3)
"""The parts of Trade that are over for a turn."""

DEFENDERS, TRADE_WISH, SPECIAL = map(int, PromiseKind)
"""The kinds of promises."""

NO_EVENT: Final = -1
"""In place of an event's number."""


@dataclass(slots=True)
class Person:
    """One population. A tile holds one at most (CL-MAP-09), so the tile is its name."""

    tile: int
    """The hex, from 0: an index of BoardInfo.q and r."""
    kind: int
    """A Population."""
    weakened: bool = False
    """True if it is Weakened; otherwise it is healthy."""


@dataclass(slots=True)
class Structure:
    """A fence or house on a tile."""

    tile: int
    """The hex, from 0: an index of BoardInfo.q and r."""
    building: int
    """The building, by its number in the catalogue."""


@dataclass(slots=True)
class Attached:
    """A Tales card that stays in play, bound to a tile (AMB-CL-43)."""

    card: int
    """The card, by its number in the catalogue."""
    tile: int
    """The hex, from 0: an index of BoardInfo.q and r."""


@dataclass(slots=True)
class Promise:
    """A promise for this season; nothing depends on it."""

    seat: int
    """Who promised."""
    kind: int
    """What it is about, a PromiseKind."""
    first: int
    """How many defenders; the resource it would give; the season of the Special Action."""
    second: int = 0
    """The resource it would take."""


@dataclass(slots=True)
class Player:
    """One player's people, stock, buildings and cards. Cards are numbers of Tales rows."""

    people: list[Person] = field(default_factory=list)
    """Ascending by tile."""
    stock: list[int] = field(default_factory=lambda: [0] * 4)
    """Food, Wood, Stone, Goods."""
    respect: int = 0
    blessings: int = 0
    built: list[int] = field(default_factory=lambda: [0] * len(BUILDINGS))
    """By building: how many stand in the settlement; those on tiles are in `structures`."""
    structures: list[Structure] = field(default_factory=list)
    """Fences and houses, ascending by tile, then building."""
    hand: list[int] = field(default_factory=list)
    """Tales cards, ascending, so that the order of drawing does not show."""
    attached: list[Attached] = field(default_factory=list)
    """Ascending by tile, then card."""
    called: list[int] = field(default_factory=list)
    """Kinds of population that come in Summer (CL-SPEC-04)."""
    actions: int = 0
    """Standard Actions left this season."""
    used: list[int] = field(default_factory=lambda: [0] * len(ACTIONS))
    """By regular action: how often taken this season."""
    allowed: list[int] = field(default_factory=lambda: [1] * len(ACTIONS))
    """By regular action: how often it may be taken this season."""
    tempo: int = 0
    """Actions more in the running turn, by a card."""
    acted: int = 0
    """Actions taken in the running turn."""
    closed: int = OPEN
    """The part of Trade that is over for the running turn: nothing, bargaining, or all of it."""
    specials: int = 0
    """Special Actions left."""
    taken: list[int] = field(default_factory=lambda: [0] * 4)
    """By season: 1 if the player took its Special Action this year."""
    idle: list[int] = field(default_factory=list)
    """Tiles of people that make Goods by Idle Hands this season."""
    ignores_event: bool = False
    """True if the event of this season passes the player by (CL-BLESS-02)."""
    passed: bool = False
    hall_used: int = 0
    """People whom the halls have kept from hunger this season: so many fewer are spared from exposure (AMB-CL-57)."""

    def copy(self) -> Player:
        """Return an independent copy."""
        other = shallow_copy(self)
        other.people = [shallow_copy(person) for person in self.people]
        other.structures = [shallow_copy(structure) for structure in self.structures]
        other.attached = [shallow_copy(attached) for attached in self.attached]
        for name in _PLAYER_LISTS:
            setattr(other, name, getattr(self, name)[:])
        return other


_PLAYER_LISTS = ("stock", "built", "hand", "called", "used", "allowed", "taken", "idle")


@by_identity
@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Land:
    """The terrain of every hex, fixed when the game begins; hidden until revealed."""

    terrain: tuple[int, ...]


@by_identity
@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class MapView:
    """The terrain of every hex as all know it: 0 unrevealed, else the terrain's number + 1."""

    terrain: tuple[int, ...]
    """By hex: 0 while it is unrevealed, else its terrain's number in the catalogue + 1."""


@dataclass(slots=True)
class State:
    """A position. `agenda` holds what is unfinished, the top of the stack last; `question` only caches what it asks."""

    settings: Settings = field(metadata=FROM_SETUP)
    players: list[Player]
    land: Land
    revealed: list[int]
    """By hex: 1 where it is face up."""
    home: list[int] = field(default_factory=list)
    """By seat: the number of its settlement; empty until seats are drawn."""
    year: int = 0
    """From 1; 0 during setup."""
    season: int = SPRING
    phase: str = "setup"
    """setup, event, raiders, arrivals, actions, harvest, restore, feed, winter or over."""
    start: int = 0
    """Holder of the Start token."""
    counter: int = 0
    """The Raider counter: its space on the track."""
    raids: int = 0
    """Raids of this season."""
    event: int = NO_EVENT
    """The event of this season."""
    events: list[int] = field(default_factory=list)
    """The event deck: what is left, ascending; it has no order."""
    past_events: list[int] = field(default_factory=list)
    """Drawn events in order, that of this season included."""
    foreseen: int = NO_EVENT
    """The next season's event, once somebody has looked at it; out of the deck by then."""
    seers: list[int] = field(default_factory=list)
    """Seats that know it, ascending."""
    tales: list[int] = field(default_factory=list)
    """The Tales deck: what is left, ascending; it has no order."""
    discard: list[int] = field(default_factory=list)
    """Tales cards discarded, open, in order."""
    batch: list[int] = field(default_factory=list)
    """Kinds of migrants not yet chosen, ascending."""
    promises: list[Promise] = field(default_factory=list)
    """Of this season, in the order made."""
    raid: Raid | None = None
    """The raid that is being fought."""
    offer: Offer | None = None
    """The offer that is being bargained over."""
    agenda: list[Frame[Any]] = field(default_factory=list)
    outcome: Outcome | None = None
    question: Asked | None = field(default=None, compare=False, metadata=NOT_CANON)
    unmanned: Unmanned | None = field(default=None, compare=False, metadata=NOT_CANON)
    seen: MapView | None = field(default=None, compare=False, metadata=NOT_CANON)
    """The map as `map_view` last made it; None once a hex was revealed since."""
    edge: tuple[int, ...] | None = field(default=None, compare=False, metadata=NOT_CANON)
    """The hexes that `explorable` returns; None before it is first called."""

    def push(self, frame: Frame[Any]) -> None:
        """Put unfinished work on top: it is done before everything pushed earlier."""
        self.agenda.append(frame)

    def copy(self) -> State:
        """Return an independent copy, cheap: nothing in it is shared but immutable values."""
        other = shallow_copy(self)
        other.players = [player.copy() for player in self.players]
        other.promises = [shallow_copy(promise) for promise in self.promises]
        other.raid = None if self.raid is None else self.raid.copy()
        other.offer = None if self.offer is None else self.offer.copy()
        for name in _STATE_LISTS:
            setattr(other, name, getattr(self, name)[:])
        other.agenda = agenda.copy_agenda(self.agenda)
        return other

    @property
    def board(self) -> Board:
        """Return the hexes and how they lie."""
        return BOARDS[self.settings.players]

    def turn_order(self) -> list[int]:
        """Return all seats clockwise from the holder of the Start token (CL-SEQ-12)."""
        return [*range(self.start, self.settings.players), *range(self.start)]

    def reveal(self, tile: int) -> None:
        """Turn a hex face up."""
        self.revealed[tile] = 1
        self.seen = None
        if self.edge is not None:
            beside = self.board.neighbours[tile]
            self.edge = tuple(sorted({*self.edge, *(other for other in beside if not self.revealed[other])} - {tile}))

    def map_view(self) -> MapView:
        """Return the map as all know it; the same object until a hex is revealed."""
        if self.seen is None:
            self.seen = MapView(tuple(
                terrain + 1 if known else 0 for terrain, known in zip(self.land.terrain, self.revealed, strict=True)
            ))
        return self.seen

    def explorable(self) -> tuple[int, ...]:
        """Unrevealed hexes of the board beside any revealed one, whoever revealed it (AMB-CL-53); ascending."""
        if self.edge is None:
            self.edge = tuple(
                tile for tile, beside in enumerate(self.board.neighbours)
                if not self.revealed[tile] and any(self.revealed[other] for other in beside)
            )
        return self.edge

    # Respect and stock.

    def gain_respect(self, seat: int, amount: int) -> None:
        """Respect may fall below zero (CL-GOAL-01)."""
        self.players[seat].respect += amount

    def pay(self, seat: int, food: int = 0, wood: int = 0, stone: int = 0, goods: int = 0) -> None:
        """Take what a price asks from the seat's stock; the caller has seen that it is there."""
        for resource, amount in enumerate((food, wood, stone, goods)):
            self.players[seat].stock[resource] -= amount

    # The Raiders.

    def move_counter(self, steps: int) -> None:
        """Move the counter up or down the track, within its ends."""
        self.counter = min(max(self.counter + steps, 0), TOP)

    def raid_stream(self) -> str:
        """Return what the names of all streams of this raid's dice begin with; no raid of another season has a say in
        it.
        """
        return f"raid/{self.year}/{SEASONS[self.season]}/{self.raids}"

    def running_raid(self) -> Raid:
        """Return the raid that is being fought. Raises ValueError if there is none."""
        if self.raid is None:
            raise ValueError("no raid is being fought")
        return self.raid


_STATE_LISTS = (
    "revealed", "home", "events", "past_events", "seers", "tales", "discard", "batch",
)
