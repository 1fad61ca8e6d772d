"""Setting a game up (CL-SETUP-01..07): settlements, the Start token, the land, Tales and the first people.

All of it is frames, so that every draw is chance and a game's state before the first of them depends on nothing but its
options.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.clansmen import people
from lawspeaker_engine.games.clansmen.cards.deck import DrawTales
from lawspeaker_engine.games.clansmen.cards.tales import TALES
from lawspeaker_engine.games.clansmen.hexes import BOARDS, HILLS, RING, TERRAINS
from lawspeaker_engine.games.clansmen.options import Ground, Seat, Settle, ground_option
from lawspeaker_engine.games.clansmen.phases.events import EVENTS
from lawspeaker_engine.games.clansmen.phases.season import Season
from lawspeaker_engine.games.clansmen.settings import read_settings
from lawspeaker_engine.games.clansmen.state import FARMER, LABORER, Land, Player, State
from lawspeaker_engine.model import PUBLIC, Chance, Decision, Setup

START_TALES: Final = 5
"""Cards dealt to each player (CL-SETUP-05)."""
START_PEOPLE: Final = (LABORER, FARMER, FARMER)
"""The first populations of each player (CL-SETUP-02)."""


_EVENT_DECK: Final = [number for number, row in enumerate(EVENTS) for _ in range(row.copies)]
_TALES_DECK: Final = [number for number, row in enumerate(TALES) for _ in range(row.copies)]


def new_state(setup: Setup) -> State:
    """Return the state before anything has happened; `setup` is complete (`game.make_setup`)."""
    settings = read_settings(setup)
    hexes = len(BOARDS[settings.players].hexes)
    players = [Player(stock=[settings.start_stock] * 4) for _ in range(settings.players)]
    state = State(settings, players, Land((0,) * hexes), [0] * hexes)
    state.events, state.tales = _EVENT_DECK[:], _TALES_DECK[:]
    seats = range(settings.players)
    frames: tuple[Frame[State], ...] = (
        DrawSeats(),
        DrawStart(),
        *(DrawRing(seat) for seat in seats),
        DrawWilds(),
        *(DrawTales(seat, START_TALES) for seat in seats),
        PlaceStart(),
        Season(),
    )
    for frame in reversed(frames):
        state.push(frame)
    return state


@dataclass(slots=True)
class DrawSeats(Frame[State]):
    """The seats are drawn: the one drawn first gets the first settlement of the board, and so on."""

    def step(self, state: State) -> Chance:
        """Draw an order of all seats."""
        seats = state.settings.players
        return Chance("setup.seats", [Seat(seat) for seat in range(seats)], seats, "seats", PUBLIC)

    def take(self, state: State, chosen: Sequence[Seat]) -> Work:
        """Note the settlement of each seat."""
        drawn = [option.seat for option in chosen]
        state.home = [drawn.index(seat) for seat in range(len(drawn))]
        return DONE


@dataclass(slots=True)
class DrawStart(Frame[State]):
    """The first holder of the Start token is drawn, since the rules do not name one (CL-SEQ-12)."""

    def step(self, state: State) -> Chance:
        """Draw the seat that begins."""
        return Chance(
            "setup.start_token", [Seat(seat) for seat in range(state.settings.players)], 1, "seats/start", PUBLIC,
        )

    def take(self, state: State, chosen: Sequence[Seat]) -> Work:
        """Give that seat the Start token for year 1."""
        state.start = chosen[0].seat
        return DONE


@dataclass(slots=True)
class DrawRing(Frame[State]):
    """The seat's settlement: Hills and six random hexes around it, all revealed (CL-SETUP-01)."""

    seat: int

    def step(self, state: State) -> Chance:
        """Six of the eight hexes for a ring, in the order in which they lie around the centre."""
        options = [ground_option(terrain) for terrain, row in enumerate(TERRAINS) for _ in range(row.in_ring)]
        return Chance("setup.ring", options, RING, f"map/ring/{self.seat}", PUBLIC)

    def take(self, state: State, chosen: Sequence[Ground]) -> Work:
        """Lay the hexes of the settlement and reveal them."""
        tiles = state.board.settlements[state.home[self.seat]]
        lay(state, tiles, [HILLS, *(option.terrain for option in chosen)])
        for tile in tiles:
            state.reveal(tile)
        return DONE


@dataclass(slots=True)
class DrawWilds(Frame[State]):
    """The terrain of all other hexes is fixed now, and nobody sees it (CL-SETUP-01, CL-SETUP-07)."""

    def step(self, state: State) -> Chance:
        """One for each, ascending, out of as many whole bags as are needed."""
        count = len(wilds(state))
        return Chance("setup.wilds", list(map(ground_option, bag(count))), count, "map", ())

    def take(self, state: State, chosen: Sequence[Ground]) -> Work:
        """Lay the other hexes face down."""
        lay(state, wilds(state), [option.terrain for option in chosen])
        return DONE


def bag(hexes: int) -> list[int]:
    """Return the terrains of as many whole bags as so many hexes need, ascending."""
    terrains = [terrain for terrain, row in enumerate(TERRAINS) for _ in range(row.in_bag)]
    return sorted(terrains * -(-hexes // len(terrains)))


def wilds(state: State) -> list[int]:
    """Return the hexes of no settlement, ascending."""
    settled = {tile for settlement in state.board.settlements for tile in settlement}
    return [tile for tile in range(len(state.board.hexes)) if tile not in settled]


def lay(state: State, tiles: Sequence[int], terrains: Sequence[int]) -> None:
    """Give these hexes their terrains."""
    terrain = list(state.land.terrain)
    for tile, each in zip(tiles, terrains, strict=True):
        terrain[tile] = each
    state.land = Land(tuple(terrain))
    state.seen = None


@dataclass(slots=True)
class PlaceStart(Frame[State]):
    """All place a Laborer and two Farmers at once: settlements are apart, so nobody is in the way (CL-SETUP-03)."""

    def step(self, state: State) -> tuple[Decision, ...]:
        """By default the Laborer works on the centre, and the Farmers where a year brings most Food."""
        return tuple(self._ask(state, seat) for seat in range(state.settings.players))

    def _ask(self, state: State, seat: int) -> Decision:
        centre = state.board.settlements[state.home[seat]][0]
        options = settlings(state, seat)

        food = {tile: people.yearly_yield(state, FARMER, tile) for tile in state.board.settlements[state.home[seat]]}
        worths = [
            (option.laborer == centre, food[option.farmer] + food[option.other_farmer]) for option in options
        ]
        return Decision(seat, "setup.place", options, 1, 1, (worths.index(max(worths)),), PUBLIC)

    def take(self, state: State, chosen: Sequence[Sequence[Settle]]) -> Work:
        """The first year begins, with three populations and a Special Action each (CL-SETUP-02, CL-SETUP-04)."""
        for seat, (option,) in enumerate(chosen):
            tiles = option.laborer, option.farmer, option.other_farmer
            for kind, tile in zip(START_PEOPLE, tiles, strict=True):
                people.add(state, seat, kind, tile)
            state.players[seat].specials = 1
        state.year = 1
        return DONE


def settlings(state: State, seat: int) -> list[Settle]:
    """Return the ways to use three of the own seven tiles, the centre among them; each once, the Farmers ascending."""
    return list(_settlings(state.board.settlements[state.home[seat]]))


@cache
def _settlings(tiles: tuple[int, ...]) -> tuple[Settle, ...]:
    centre = tiles[0]
    return tuple(
        Settle(laborer, farmer, other)
        for laborer in tiles
        for farmer, other in combinations(sorted(tiles), 2)
        if laborer not in (farmer, other) and centre in (laborer, farmer, other)
    )
