"""INVEST: draw a tile, or buy one of the track (SG-INVEST-01..03)."""

from __future__ import annotations

from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.pax_viking import silver, tiles
from lawspeaker_engine.games.pax_viking.abilities import prices
from lawspeaker_engine.games.pax_viking.abilities.hooks import Moment
from lawspeaker_engine.games.pax_viking.options import INVEST_DRAW, Buy, InvestDraw, buy_option
from lawspeaker_engine.games.pax_viking.state import NO_TILE, State
from lawspeaker_engine.model import PUBLIC


def offers(state: State, seat: int) -> list[InvestDraw | Buy]:
    """Return the ways to INVEST: a draw as long as there is a pile, and what the seat can afford."""
    draw = [INVEST_DRAW] if tiles.left_to_draw(state) else []
    return [*draw, *buys(state, seat, 0)]


def buys(state: State, seat: int, discount: int) -> list[Buy]:
    """Return the tiles of the track that the seat can buy."""
    owned, of_spaces = state.players[seat].silver, prices.buy_prices(state, seat)
    if owned < 0:  # where it is asked what else could be bought (`silver.without`)
        return []
    return [
        buy_option(space) for space, tile in enumerate(state.track)
        if tile != NO_TILE and of_spaces[space] - discount <= owned
    ]


def buy(state: State, seat: int, space: int, discount: int = 0) -> None:
    """BUY: the space stays empty until the next refill (SG-INVEST-03)."""
    silver.pay(state, seat, max(0, prices.buy_prices(state, seat)[space] - discount))
    tiles.to_hand(state, seat, tiles.take_from_track(state, space), PUBLIC)


def draw(state: State, seat: int) -> None:
    """Draw, remove the tile of the first space, refill: in this order (AMB-SG-06)."""
    state.push_all(tiles.DrawTiles(seat, 1), DropFirst(), tiles.Refill(), Moment("own_invest_draw", seat))


@dataclass(slots=True)
class DropFirst(Frame[State]):
    """The tile at the space that costs 1 leaves the track."""

    def step(self, state: State) -> Work:
        """Drop it, if there is one."""
        tiles.drop_from_track(state, 0)
        return DONE
