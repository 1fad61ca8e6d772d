"""Exchanging resources with the bank, or giving them to it for fame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard.cards.paying import pay, payments
from lawspeaker_engine.games.northgard.cards.special import Special
from lawspeaker_engine.games.northgard.options import Pay, Trade
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD, State
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(frozen=True, slots=True)
class ExchangeResources(Special):
    """The seat may give `give` resources, of any kinds, for one of another kind."""

    give: int
    times: int = 0
    """How often at most; 0 for as often as it likes, which comes to an end only if `give` is 2 or more."""
    fame_each: int = 0
    """Fame for each exchange. Without `times` there are then no more of them than the seat has resources at first, so
    that what it got is not exchanged for more fame.
    """

    def __post_init__(self) -> None:
        if self.give < 1 or (self.give == 1 and not self.times and not self.fame_each):
            raise ValueError("exchange needs give = 2 or more, or give = 1 and times: it would never end")

    def begin(self, state: State, seat: int, card: int) -> None:
        """Offer the first exchange."""
        most = self.times or (sum(state.players[seat].resources) if self.fame_each else -1)
        state.push(OfferExchange(seat, self.give, most, self.fame_each))


@dataclass(slots=True)
class OfferExchange(Frame[State]):
    """The seat exchanges resources until it stops, cannot any more, or has done it often enough."""

    seat: int
    give: int
    left: int
    """How often it still may; -1 for no limit."""
    fame_each: int = 0

    def step(self, state: State) -> Decision | Work:
        """Ask for the next exchange. What one has given is not offered in return: it would only cost."""
        options = exchanges(state, self.seat, self.give) if self.left else []
        if options:
            return Decision(self.seat, "card.exchange", options, 0, 1, (), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[Trade]) -> Work:
        """Make the exchange, or stop."""
        if not chosen:
            self.left = 0
            return ONGOING
        trade = chosen[0]
        pay(state, self.seat, Pay(trade.food, trade.wood, trade.lore))
        state.gain(self.seat, trade.resource)
        state.players[self.seat].fame += self.fame_each
        if self.left > 0:
            self.left -= 1
        return ONGOING


def exchanges(state: State, seat: int, give: int) -> list[Trade]:
    """Return all ways of the seat to give so many resources for one of a kind that is not among them."""
    return [
        Trade(price.food, price.wood, price.lore, resource)
        for price in payments(state, seat, give)
        for resource, given in ((FOOD, price.food), (WOOD, price.wood), (LORE, price.lore)) if not given
    ]


@dataclass(frozen=True, slots=True)
class SellForFame(Special):
    """Give any resources to the bank for 1 fame each."""

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask for each resource in turn."""
        state.push(Sell(seat))


@dataclass(slots=True)
class Sell(Frame[State]):
    """The seat says how much it gives of one resource after another: food, wood, lore."""

    seat: int
    resource: int = FOOD

    def step(self, state: State) -> Decision | Work:
        """Ask for the next resource that the seat has."""
        if self.resource > LORE:
            return DONE
        options = [
            Pay(*(amount if each == self.resource else 0 for each in (FOOD, WOOD, LORE)))
            for amount in range(1, state.players[self.seat].resources[self.resource] + 1)
        ]
        if options:
            return Decision(self.seat, "raid.sell", options, 0, 1, (), PUBLIC)
        self.resource += 1
        return ONGOING

    def take(self, state: State, chosen: Sequence[Pay]) -> Work:
        """Give them, and gain the fame."""
        self.resource += 1
        for price in chosen:
            pay(state, self.seat, price)
            state.players[self.seat].fame += price.food + price.wood + price.lore
        return ONGOING
