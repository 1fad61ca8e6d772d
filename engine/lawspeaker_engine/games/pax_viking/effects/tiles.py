"""Tiles that abilities draw, buy, take, exchange and look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Work
from lawspeaker_engine.games.pax_viking import tiles
from lawspeaker_engine.games.pax_viking.abilities.effect import Source
from lawspeaker_engine.games.pax_viking.abilities.effect_table import Begins, Tests
from lawspeaker_engine.games.pax_viking.abilities.verbs import (
    BuyTile,
    Draw,
    LookAtHand,
    NewTrack,
    Peek,
    SwapWithTrack,
    TakeTile,
)
from lawspeaker_engine.games.pax_viking.actions import invest
from lawspeaker_engine.games.pax_viking.effects.choosing import Choose
from lawspeaker_engine.games.pax_viking.effects.money import colocated
from lawspeaker_engine.games.pax_viking.options import Buy, Seat, Tile, TrackSpace
from lawspeaker_engine.games.pax_viking.question_context import About, ContextFrame
from lawspeaker_engine.games.pax_viking.rows import KINDS, TILES
from lawspeaker_engine.games.pax_viking.state import NO_TILE, Look, State
from lawspeaker_engine.model import PUBLIC, Chance, Decision


def _draw(effect: Draw, state: State, source: Source) -> None:
    state.push(tiles.DrawTiles(source.seat, effect.tiles))


def _can_draw(effect: Draw, state: State, source: Source) -> bool:
    return tiles.left_to_draw(state) > 0


def _buy_tile(effect: BuyTile, state: State, source: Source) -> None:
    state.push(BuyOne(source, effect.discount))


def _can_buy_tile(effect: BuyTile, state: State, source: Source) -> bool:
    return bool(invest.buys(state, source.seat, effect.discount))


@dataclass(slots=True)
class BuyOne(Choose):
    """BUY one tile for less."""

    discount: int

    PROMPT = "effect.buy"

    def options(self, state: State) -> list[Buy]:
        """Return what can be bought."""
        return invest.buys(state, self.source.seat, self.discount)

    def chosen(self, state: State, option: Buy) -> None:
        """Buy it."""
        invest.buy(state, self.source.seat, option.space, self.discount)

    def about(self, state: State) -> About:
        """Return the tile or place whose ability it is, and the discount."""
        return About(tile=self.source.tile, post=self.source.post, discount=self.discount)


def _take_tile(effect: TakeTile, state: State, source: Source) -> None:
    state.push(TakeOne(source, effect))


def _can_take_tile(effect: TakeTile, state: State, source: Source) -> bool:
    return bool(_takeable(state, effect))


def _takeable(state: State, effect: TakeTile) -> list[Tile]:
    """Return the tiles that can be taken: of the track by space, of the discard pile the last one first."""
    if effect.of == "track":
        return [Tile(tile) for tile in state.track[:effect.most_cost] if tile != NO_TILE]
    return [
        Tile(tile) for tile in reversed(state.discard)
        if not effect.kinds or KINDS[TILES[tile].kind] in effect.kinds
    ]


@dataclass(slots=True)
class TakeOne(Choose):
    """One tile of the discard pile or of the track comes to the hand."""

    effect: TakeTile

    PROMPT = "effect.tile"

    def options(self, state: State) -> list[Tile]:
        """Return the tiles."""
        return _takeable(state, self.effect)

    def chosen(self, state: State, option: Tile) -> None:
        """Take it."""
        if self.effect.of == "track":
            tiles.take_from_track(state, state.track.index(option.tile))
        else:
            state.discard.remove(option.tile)
        tiles.to_hand(state, self.source.seat, option.tile, PUBLIC)


def _swap_with_track(effect: SwapWithTrack, state: State, source: Source) -> None:
    state.push(GiveUp(source))


def _can_swap_with_track(effect: SwapWithTrack, state: State, source: Source) -> bool:
    return bool(state.players[source.seat].hand) and any(tile != NO_TILE for tile in state.track)


@dataclass(slots=True)
class GiveUp(Choose):
    """The tile of the hand that goes to the track."""

    PROMPT = "effect.hand"

    def options(self, state: State) -> list[Tile]:
        """Return the hand."""
        return [Tile(tile) for tile in state.players[self.source.seat].hand]

    def chosen(self, state: State, option: Tile) -> None:
        """Ask for the tile of the track next."""
        tiles.show(state, self.source.seat, option.tile, PUBLIC)
        state.push(SwapFor(self.source, option.tile))


@dataclass(slots=True)
class SwapFor(Choose):
    """The tile of the track that comes to the hand in its place."""

    tile: int

    PROMPT = "effect.track"

    def options(self, state: State) -> list[TrackSpace]:
        """Return the spaces that have a tile."""
        return [TrackSpace(space) for space, tile in enumerate(state.track) if tile != NO_TILE]

    def chosen(self, state: State, option: TrackSpace) -> None:
        """Exchange them."""
        seat = self.source.seat
        tiles.from_hand(state, seat, self.tile)
        tiles.to_hand(state, seat, state.track[option.space], PUBLIC)
        state.track[option.space] = self.tile


def _peek(effect: Peek, state: State, source: Source) -> None:
    state.push(PeekAndOrder(source, effect.tiles))


def _can_peek(effect: Peek, state: State, source: Source) -> bool:
    return tiles.left_to_draw(state) > 0


@dataclass(slots=True)
class PeekAndOrder(ContextFrame[State]):
    """Look at the top tiles, and put them back in any order; who knew an order before knows it no longer."""

    source: Source
    count: int

    def step(self, state: State) -> Chance | Decision | Work:
        """Draw what is not known yet, then ask for the order."""
        seat, missing = self.source.seat, self._missing(state)
        if missing > 0:
            return Chance("peek", [Tile(tile) for tile in state.pile], missing, f"draw/{seat}", (seat,))
        if state.seers != [seat]:
            state.seers = [seat]
            return ONGOING
        options = [Tile(tile) for tile in state.top[:self.count]]
        if len(options) < 2:
            return DONE
        return Decision(seat, "effect.order", options, len(options), len(options), tuple(range(len(options))), (seat,),
                        ordered=True)

    def _missing(self, state: State) -> int:
        """Return how many tiles must be drawn for the seat to see, if the pile has them."""
        return min(self.count, tiles.left_to_draw(state)) - len(state.top)

    def take(self, state: State, chosen: Sequence[Tile]) -> Work:
        """Put them on top of the pile: drawn ones below what was known, then all in the order that was said."""
        numbers = [option.tile for option in chosen]
        if self._missing(state) > 0:
            state.pile = [tile for tile in state.pile if tile not in numbers]
            state.top += numbers
            return ONGOING
        state.top[:self.count] = numbers
        return DONE

    def about(self, state: State) -> About:
        """Return the God whose ability it is."""
        return About(tile=self.source.tile)


def _look_at_hand(effect: LookAtHand, state: State, source: Source) -> None:
    state.push(LookAt(source))


def _can_look_at_hand(effect: LookAtHand, state: State, source: Source) -> bool:
    return bool(_hands(state, source))


def _hands(state: State, source: Source) -> list[int]:
    """Return the COLOCATED RIVALS that hold tiles."""
    return [rival for rival in colocated(state, source) if state.players[rival].hand]


@dataclass(slots=True)
class LookAt(Choose):
    """Look at the hand of a COLOCATED RIVAL; what was seen stays in the view until the turn ends."""

    PROMPT = "effect.rival"

    def options(self, state: State) -> list[Seat]:
        """Return the RIVALS."""
        return [Seat(rival) for rival in _hands(state, self.source)]

    def chosen(self, state: State, option: Seat) -> None:
        """Note what is seen."""
        seen = tuple(state.players[option.seat].hand)
        state.looks.append(Look(self.source.seat, option.seat, seen))
        for tile in seen:
            tiles.show(state, option.seat, tile, (self.source.seat,))


def _new_track(effect: NewTrack, state: State, source: Source) -> None:
    state.discard += [tile for tile in state.track if tile != NO_TILE]
    state.track = [NO_TILE] * len(state.track)
    state.taken = True
    state.push(tiles.Refill())


BEGIN: Final[Begins] = {
    Draw: _draw,
    BuyTile: _buy_tile,
    TakeTile: _take_tile,
    SwapWithTrack: _swap_with_track,
    Peek: _peek,
    LookAtHand: _look_at_hand,
    NewTrack: _new_track,
}
POSSIBLE: Final[Tests] = {
    Draw: _can_draw,
    BuyTile: _can_buy_tile,
    TakeTile: _can_take_tile,
    SwapWithTrack: _can_swap_with_track,
    Peek: _can_peek,
    LookAtHand: _can_look_at_hand,
}
