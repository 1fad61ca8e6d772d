"""Exchanging resources with the bank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import Frame
from lawspeaker_engine.games.northgard.options import Pay, Trade
from lawspeaker_engine.games.northgard.specials.paying import pay, payments
from lawspeaker_engine.games.northgard.specials.special import Special
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD, State
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(frozen=True, slots=True)
class ExchangeResources(Special):
    """The seat may give `give` resources, of any kinds, for one of another kind."""

    give: int
    times: int = 0
    """How often at most; 0 for as often as it likes, which comes to an end only if `give` is 2 or more."""

    def __post_init__(self) -> None:
        if self.give < 1 or (self.give == 1 and not self.times):
            raise ValueError("exchange needs give = 2 or more, or give = 1 and times: it would never end")

    def begin(self, state: State, seat: int, card: int) -> None:
        """Offer the first exchange."""
        del card
        state.push(OfferExchange(seat, self.give, self.times or -1))


@dataclass(slots=True)
class OfferExchange(Frame[State]):
    """The seat exchanges resources until it stops, cannot any more, or has done it often enough."""

    seat: int
    give: int
    left: int
    """How often it still may; -1 for no limit."""

    def step(self, state: State) -> Decision | None:
        """Ask for the next exchange. What one has given is not offered in return: it would only cost."""
        options = exchanges(state, self.seat, self.give) if self.left else []
        if options:
            return Decision(self.seat, "card.exchange", options, 0, 1, (), PUBLIC)
        state.agenda.pop()
        return None

    def take(self, state: State, chosen: Sequence[Trade]) -> None:
        """Make the exchange, or stop."""
        if not chosen:
            self.left = 0
            return
        trade = chosen[0]
        pay(state, self.seat, Pay(trade.food, trade.wood, trade.lore))
        state.gain(self.seat, trade.resource)
        if self.left > 0:
            self.left -= 1


def exchanges(state: State, seat: int, give: int) -> list[Trade]:
    """Return all ways of the seat to give so many resources for one of a kind that is not among them."""
    return [
        Trade(price.food, price.wood, price.lore, resource)
        for price in payments(state, seat, give)
        for resource, given in ((FOOD, price.food), (WOOD, price.wood), (LORE, price.lore)) if not given
    ]
