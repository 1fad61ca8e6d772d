"""Setting a game up (SG-SETUP-*): first player, Jarls, saga pile, Ventures on the map, track and victory cards.

All of it is frames, so that every draw is chance and a game's state before the first of them depends on nothing but its
options.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.pax_viking import silver, tiles
from lawspeaker_engine.games.pax_viking.abilities.effect_table import EffectTable
from lawspeaker_engine.games.pax_viking.actions import play
from lawspeaker_engine.games.pax_viking.board import CIRCLES
from lawspeaker_engine.games.pax_viking.options import Card, Jarl, Post, Seat, Tile, post_option, tile_option
from lawspeaker_engine.games.pax_viking.phases.turn import Turn
from lawspeaker_engine.games.pax_viking.rows import ADVOCATE, DIFFICULTIES, EVENT, GOD, JARLS, TILES, VENTURE, VICTORIES
from lawspeaker_engine.games.pax_viking.settings import read_settings
from lawspeaker_engine.games.pax_viking.state import (
    ALLY_SHIPS,
    LONGSHIPS,
    NO_TILE,
    NOBODY,
    OWN,
    SPECTATOR,
    Longship,
    Player,
    State,
)
from lawspeaker_engine.model import PUBLIC, Chance, Decision, Setup

FIRST_SILVER: Final = 3
"""Silver of the first player; each next one has more by an option (SG-SETUP-11)."""
VENTURES_FOR: Final = 6
"""So many Ventures less the players lie on the map (SG-SETUP-07)."""
STARTER_TILES: Final = 12
"""Tiles a player of the starter and the balanced deck."""
BALANCED: Final = ((VENTURE, 4), (EVENT, 3), (ADVOCATE, 3), (GOD, 2))
"""Tiles of each kind a player in the balanced deck (SG-SETUP-05)."""


def new_state(setup: Setup, effects: EffectTable) -> State:
    """Return the state before anything has happened; `setup` is complete. Raises BadSetup."""
    settings = read_settings(setup)
    seats = range(settings.players)
    ships = [Longship(seat, OWN) for seat in seats for _ in range(LONGSHIPS)]
    ships += [Longship(NOBODY, kind) for kind, count in enumerate(ALLY_SHIPS) for _ in range(count)]
    state = State(settings, effects, [Player(known=[[] for _ in (*seats, SPECTATOR)]) for _ in seats], ships)
    state.box = list(range(len(TILES)))
    state.track = [NO_TILE] * settings.track_spaces
    state.push_all(
        DrawFirst(),
        *([DealJarls()] if settings.jarls == "dealt" else [PickJarl()]),
        *(DrawVictories(number) for number, count in enumerate(settings.cards) if count),
        *_pile_frames(settings.deck, settings.players, settings.tiles),
        *(LayVenture() for _ in range(VENTURES_FOR - settings.players)),
        tiles.Refill(),
        *(tiles.DrawTiles(seat, settings.start_hand) for seat in seats),
        Begin(),
    )
    return state


def _pile_frames(deck: str, players: int, a_player: int) -> list[Frame[State]]:
    """Return what makes the pile: tiles of the deck, then random ones up to so many a player (SG-SETUP-06)."""
    if deck == "random":
        return [DrawPile("any", players * a_player)]
    more = DrawPile("any", players * (a_player - STARTER_TILES))
    if deck == "starter":
        return [StarterDeck(), more]
    return [*(DrawPile(str(kind), players * count) for kind, count in BALANCED), more]


@dataclass(slots=True)
class DrawFirst(Frame[State]):
    """The first player is drawn (SG-SETUP-11)."""

    def step(self, state: State) -> Chance:
        """Draw a seat."""
        return Chance("setup.first", [Seat(seat) for seat in range(state.settings.players)], 1, "seats", PUBLIC)

    def take(self, state: State, chosen: Sequence[Seat]) -> Work:
        """Note it, and give all their silver."""
        state.first = chosen[0].seat
        for number, seat in enumerate(state.turn_order(state.first)):
            silver.gain(state, seat, FIRST_SILVER + state.settings.later_silver * number)
        return DONE


@dataclass(slots=True)
class DealJarls(Frame[State]):
    """Jarls are dealt (SG-SETUP-14)."""

    def step(self, state: State) -> Chance:
        """Draw one for each seat."""
        options = [Jarl(jarl) for jarl in range(len(JARLS))]
        return Chance("setup.jarls", options, state.settings.players, "jarls", PUBLIC)

    def take(self, state: State, chosen: Sequence[Jarl]) -> Work:
        """Hand them out."""
        for seat, option in enumerate(chosen):
            give_jarl(state, seat, option.jarl)
        return DONE


@dataclass(slots=True)
class PickJarl(Frame[State]):
    """Jarls are chosen, in reverse turn order."""

    done: int = 0

    def step(self, state: State) -> Decision | Work:
        """Ask the next seat; by default it takes the first that is left."""
        if self.done == state.settings.players:
            return DONE
        taken = [player.jarl for player in state.players]
        options = [Jarl(jarl) for jarl in range(len(JARLS)) if jarl not in taken]
        return Decision(self._seat(state), "setup.jarl", options, 1, 1, (0,), PUBLIC)

    def take(self, state: State, chosen: Sequence[Jarl]) -> Work:
        """Give the Jarl to the seat."""
        seat = self._seat(state)
        self.done += 1
        give_jarl(state, seat, chosen[0].jarl)
        return ONGOING

    def _seat(self, state: State) -> int:
        return state.turn_order(state.first)[-1 - self.done]


def give_jarl(state: State, seat: int, jarl: int) -> None:
    """The seat gets the Jarl, with its HOME and the silver that it adds (SG-SETUP-09, SG-SETUP-12)."""
    state.players[seat].jarl = jarl
    silver.gain(state, seat, JARLS[jarl].silver)


@dataclass(slots=True)
class DrawVictories(Frame[State]):
    """Victory Condition cards of one difficulty are laid out (SG-SETUP-01, SG-SETUP-02)."""

    difficulty: int

    def step(self, state: State) -> Chance:
        """Draw as many as the option says; nobody sees those that lie face down."""
        name = DIFFICULTIES[self.difficulty]
        options = [Card(number) for number, row in enumerate(VICTORIES) if row.difficulty == name]
        count = state.settings.cards[self.difficulty]
        return Chance("setup.victory", options, count, f"victory/{name}", () if state.settings.face_down else PUBLIC)

    def take(self, state: State, chosen: Sequence[Card]) -> Work:
        """Lay them out."""
        cards = [option.card for option in chosen]
        if state.settings.face_down:
            state.face_down = sorted(state.face_down + cards)
        else:
            state.face_up += cards
        return DONE


@dataclass(slots=True)
class DrawPile(Frame[State]):
    """So many tiles of a kind, or of any kind, go from the box to the saga pile (SG-SETUP-03, SG-SETUP-05)."""

    kind: str
    """`any`, or the number of the kind."""
    count: int

    def step(self, state: State) -> Chance | Work:
        """Draw them; nobody knows which they are."""
        if not self.count:
            return DONE
        options = [tile_option(tile) for tile in state.box if self.kind in ("any", str(TILES[tile].kind))]
        return Chance("setup.pile", options, self.count, f"deck/{self.kind}", ())

    def take(self, state: State, chosen: Sequence[Tile]) -> Work:
        """Add them to the pile."""
        to_pile(state, [option.tile for option in chosen])
        return DONE


@dataclass(slots=True)
class StarterDeck(Frame[State]):
    """The tiles marked for as many players, or for fewer, make the pile (SG-SETUP-04, AMB-SG-43)."""

    def step(self, state: State) -> Work:
        """Add them to the pile."""
        players = state.settings.players
        to_pile(state, [number for number, row in enumerate(TILES) if 0 < row.starter <= players])
        return DONE


def to_pile(state: State, numbers: Sequence[int]) -> None:
    """Move these tiles from the box to the pile."""
    chosen = frozenset(numbers)
    state.box = [tile for tile in state.box if tile not in chosen]
    state.pile = sorted([*state.pile, *numbers])


@dataclass(slots=True)
class LayVenture(Frame[State]):
    """A Venture of the box, with a location that none before had, goes to an empty POST of it (SG-SETUP-07)."""

    tile: int = NO_TILE

    def step(self, state: State) -> Chance:
        """Draw the Venture, then the POST."""
        if self.tile == NO_TILE:
            used = {_location(tile) for tile in state.tiles if tile != NO_TILE}
            options = [
                tile_option(tile) for tile in state.box if TILES[tile].kind == VENTURE and _location(tile) not in used
            ]
            return Chance("setup.venture", options, 1, "neutral_ventures", PUBLIC)
        row = TILES[self.tile]
        posts = [post_option(post) for post in CIRCLES if state.tiles[post] == NO_TILE and play.in_location(row, post)]
        return Chance("setup.post", posts, 1, "neutral_ventures/posts", PUBLIC)

    def take(self, state: State, chosen: Sequence[Tile | Post]) -> Work:
        """Note the Venture, or lay it."""
        option = chosen[0]
        if isinstance(option, Tile):
            self.tile = option.tile
            return ONGOING
        state.box.remove(self.tile)
        state.tiles[option.post] = self.tile
        return DONE


def _location(tile: int) -> tuple[int, int]:
    return TILES[tile].region, TILES[tile].wind


@dataclass(slots=True)
class Begin(Frame[State]):
    """The first turn begins."""

    def step(self, state: State) -> Work:
        """Give it to the first player."""
        state.taken = False
        state.push(Turn(state.first))
        return DONE
