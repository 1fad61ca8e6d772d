"""Tiles on their way: saga pile, saga track, hands and discard pile (SG-INVEST-02, SG-TERM-09, -10, -25, -31, -32).

Who knows which tiles of a hand is kept here too: who has seen one come or be shown knows it until it leaves the hand,
or until a TRADE of two others may have taken it away.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.pax_viking.options import Tile, tile_option
from lawspeaker_engine.games.pax_viking.state import NO_TILE, SPECTATOR, State
from lawspeaker_engine.model import PUBLIC, Audience, Chance


def to_hand(state: State, seat: int, tile: int, seen_by: Audience) -> None:
    """Add a tile to the seat's hand; others who see it come know it from now on."""
    player = state.players[seat]
    insort(player.hand, tile)
    player.drawn.append(tile)
    show(state, seat, tile, seen_by)


def from_hand(state: State, seat: int, tile: int) -> None:
    """Take a tile out of the seat's hand; where it goes is the caller's."""
    player = state.players[seat]
    player.hand.remove(tile)
    player.drawn.remove(tile)
    for known in player.known:
        if tile in known:
            known.remove(tile)


def show(state: State, seat: int, tile: int, seen_by: Audience) -> None:
    """Others learn that the tile is in the seat's hand."""
    everybody = seen_by is PUBLIC or state.settings.open_hands
    for eye in (*range(state.settings.players), SPECTATOR) if everybody else seen_by or ():
        known = state.players[seat].known[eye]
        if eye != seat and tile not in known:
            insort(known, tile)


def traded(state: State, seat: int, partner: int) -> None:
    """The two have come to terms in secret: nobody else knows any longer which tiles they hold."""
    if state.settings.open_hands:
        return
    for player in (state.players[seat], state.players[partner]):
        for eye in (*range(state.settings.players), SPECTATOR):
            if eye not in (seat, partner):
                player.known[eye] = []


def take_from_track(state: State, space: int) -> int:
    """Take the tile of this space off the track for good and return it."""
    tile, state.track[space] = state.track[space], NO_TILE
    state.taken = True
    return tile


def left_to_draw(state: State) -> int:
    """Return how many tiles the saga pile has."""
    return len(state.pile) + len(state.top)


def drop_from_track(state: State, space: int) -> None:
    """The tile of this space, if there is one, leaves the track (AMB-SG-06)."""
    tile, state.track[space] = state.track[space], NO_TILE
    if tile != NO_TILE:
        (state.discard if state.settings.track_removed == "discard" else state.removed).append(tile)


def cheapest(state: State) -> int:
    """Return the cheapest space of the track that has a tile, or -1."""
    return next((space for space, tile in enumerate(state.track) if tile != NO_TILE), -1)


def take_top(state: State) -> int:
    """Take the topmost of the tiles whose order is known and return it."""
    tile = state.top.pop(0)
    if not state.top:
        state.seers = []
    return tile


@dataclass(slots=True)
class DrawTiles(Frame[State]):
    """The seat draws tiles from the top of the pile, as far as there are any (AMB-SG-07)."""

    seat: int
    count: int

    def step(self, state: State) -> Chance | Work:
        """Take the tiles whose order somebody knows; draw the others."""
        while self.count and state.top:
            state.taken = True
            self.count -= 1
            seers = tuple(state.seers)
            to_hand(state, self.seat, take_top(state), seers)
        count = min(self.count, len(state.pile))
        if not count:
            return DONE
        seen_by = PUBLIC if state.settings.open_hands else (self.seat,)
        return Chance("draw", list(map(tile_option, state.pile)), count, f"draw/{self.seat}", seen_by)

    def take(self, state: State, chosen: Sequence[Tile]) -> Work:
        """Add them to the hand."""
        state.taken = True
        for option in chosen:
            state.pile.remove(option.tile)
            to_hand(state, self.seat, option.tile, ())
        return DONE


@dataclass(slots=True)
class Refill(Frame[State]):
    """Empty spaces of the track are refilled from the pile, cheapest first (SG-TERM-25, AMB-SG-05)."""

    def step(self, state: State) -> Chance | Work:
        """Draw as many as are needed, or as there are."""
        if state.settings.track_slide:
            tiles = [tile for tile in state.track if tile != NO_TILE]
            state.track = tiles + [NO_TILE] * (len(state.track) - len(tiles))
        while state.top and NO_TILE in state.track:
            state.track[state.track.index(NO_TILE)] = take_top(state)
        count = min(state.track.count(NO_TILE), len(state.pile))
        if not count:
            return DONE
        return Chance("track", list(map(tile_option, state.pile)), count, "track", PUBLIC)

    def take(self, state: State, chosen: Sequence[Tile]) -> Work:
        """Lay them out."""
        for option in chosen:
            state.pile.remove(option.tile)
            state.track[state.track.index(NO_TILE)] = option.tile
        return DONE
