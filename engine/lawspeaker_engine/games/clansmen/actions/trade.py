"""Trade: the action, Peddlers and the Caravan, and the Homeland's rates (CL-ACTION-08, CL-TRADE-*, CL-SPEC-06)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.clansmen import buildings, options
from lawspeaker_engine.games.clansmen.actions import action_budget, bargain
from lawspeaker_engine.games.clansmen.cards import companion_cards, deck
from lawspeaker_engine.games.clansmen.options import Exchange, Seat, Trade
from lawspeaker_engine.games.clansmen.phases.events import in_force
from lawspeaker_engine.games.clansmen.question_context import NOTHING, About, ContextFrame
from lawspeaker_engine.games.clansmen.state import (
    ACTIONS,
    GOODS,
    NO_BARGAINING,
    NO_TRADE,
    OPEN,
    RESOURCES,
    TRADE,
    State,
)
from lawspeaker_engine.model import PUBLIC, Decision

_PAIRS: Final = tuple((x, y) for x in RESOURCES for y in RESOURCES if x <= y)
RATES: Final = (
    *(Exchange((GOODS,), (x,)) for x in RESOURCES),
    *(Exchange(pair, (GOODS,)) for pair in _PAIRS),
    *(Exchange((x,), (y,)) for x in RESOURCES for y in RESOURCES if x != y),
)
"""The exchanges that the Homeland offers (CL-TRADE-02..04)."""
SHREWD_RATES: Final = (
    *RATES, *(Exchange((GOODS,), pair) for pair in _PAIRS), *(Exchange((x,), (GOODS,)) for x in RESOURCES),
)
"""The same and better ones, with a card (CL-TALES-11, AMB-CL-17)."""

NO_CARD: Final = NOTHING
_UNCOUNTED: Final = -1


def exchanges(stock: Sequence[int], *, shrewd: bool) -> list[Exchange]:
    """Return the exchanges that this stock can pay for, in the order of the rates; none only if it is empty."""
    return [
        rate for rate in (SHREWD_RATES if shrewd else RATES)
        if all(stock[resource] >= rate.give.count(resource) for resource in rate.give)
    ]


def exchange(state: State, seat: int, option: Exchange) -> None:
    """The seat gives and takes."""
    stock = state.players[seat].stock
    for resource in option.give:
        stock[resource] -= 1
    for resource in option.take:
        stock[resource] += 1


def offers(state: State, seat: int) -> list[Trade]:
    """Trade, alone or with each card held for it, if something can be traded and was not declined in this turn."""
    closed = state.players[seat].closed
    if closed == NO_TRADE or not action_budget.may_act(state, seat, TRADE) or not in_force(state, seat).trade:
        return []
    return _possible(state, seat, partners=closed == OPEN)


def _possible(state: State, seat: int, *, partners: bool) -> list[Trade]:
    """Return the trades of a seat: a card needs an exchange, which whoever owns anything at all can afford."""
    found = []
    own = any(state.players[seat].stock)
    if own or (partners and bargain.partners(state, seat)):
        found.append(options.TRADE)
    if own:
        found.extend(Trade((card,)) for card in companion_cards.held_for(state, seat, ACTIONS[TRADE]))
    return found


def begin(state: State, seat: int, option: Trade, *, free: bool = False) -> None:
    """Begin a Trade action; it is spent only when something is traded.

    With Paved Roads it is two trades, unless they stand for a second action (CL-BUILD-09, AMB-CL-16).
    """
    trades = 1
    if state.settings.paved == "trades":
        trades += buildings.sum_of_kinds(state.players[seat], "trades")
    card = option.cards[0] if option.cards else NO_CARD
    partners = free or state.players[seat].closed == OPEN
    state.push(TradeAction(seat, trades, card, partners, free))


@dataclass(slots=True)
class TradeAction(ContextFrame[State]):
    """A Trade action: each trade is with the Homeland or with one other player (CL-TRADE-01).

    The Standard Action and the card are spent by the first exchange or deal; who names none closes Trade for this turn.
    Bargaining that has failed closes bargaining: before the first deal it ends the action unspent, which can then be
    begun again for the Homeland alone. At the Peddlers only what they bring is closed. A card's rates hold for all
    exchanges of the action, the first of which comes at once.
    """

    seat: int
    trades: int
    """Trades left."""
    card: int
    """The card played with it, or NO_CARD."""
    partners: bool
    """True if other players may be traded with."""
    free: bool
    """True if it uses no action, by Peddlers."""
    made: bool = False
    """True if anything has been traded yet."""
    exchanges: int = 0
    """Exchanges left in the running trade with the Homeland (AMB-CL-15)."""
    bargaining: bool = False

    def step(self, state: State) -> Decision | Work:
        """Ask whom to trade with and for what, or whether to trade at all."""
        if self.bargaining:
            return self._bargained(state)
        rates = exchanges(state.players[self.seat].stock, shrewd=self.card != NO_CARD)
        if self.exchanges:
            return Decision(self.seat, "trade.exchange", rates, 0, 1, (), PUBLIC)
        choices: list[Exchange | Seat] = [*rates, *self._partners(state)]
        if not self.trades or not choices:
            return DONE
        return Decision(self.seat, "trade.with", choices, 0, 1, (), PUBLIC)

    def _partners(self, state: State) -> list[Seat]:
        if not self.partners or (self.card != NO_CARD and not self.made):
            return []
        return [Seat(other) for other in bargain.partners(state, self.seat)]

    def take(self, state: State, chosen: Sequence[Exchange | Seat]) -> Work:
        """Exchange, or begin to bargain; nothing ends the running trade, or the action."""
        if not chosen:
            return self._decline(state)
        option = chosen[0]
        if isinstance(option, Seat):
            self.bargaining = True
            state.push(bargain.Bargain(self.seat, option.seat))
            return ONGOING
        if not self.exchanges:
            self._trade(state)
            self.exchanges = state.settings.exchanges
        self.exchanges -= 1
        exchange(state, self.seat, option)
        return ONGOING

    def _decline(self, state: State) -> Work:
        if self.exchanges:
            self.exchanges = 0
            return ONGOING
        if not (self.made or self.free):
            state.players[self.seat].closed = NO_TRADE
        return DONE

    def about(self, state: State) -> About:
        """Return the card, and how much of the action, or of the running trade, is left."""
        return About(card=self.card, left=self.exchanges or self.trades)

    def _bargained(self, state: State) -> Work:
        self.bargaining = False
        if state.offer:
            self._trade(state)
            bargain.carry_out(state, state.offer)
            state.offer = None
            return ONGOING
        self.partners = False
        if self.free:
            return ONGOING
        state.players[self.seat].closed = NO_BARGAINING
        return ONGOING if self.made else DONE

    def _trade(self, state: State) -> None:
        self.trades -= 1
        if not self.made:
            self.made = True
            if not self.free:
                action_budget.spend(state, self.seat, TRADE)
            if self.card != NO_CARD:
                deck.discard(state, self.seat, (self.card,))


@dataclass(slots=True)
class FreeTrade(Frame[State]):
    """Peddlers: one Trade action, free, in any season; neither a Standard Action nor the season's use (CL-EVENT-19).

    It counts as a Trade action for Paved Roads and for cards (AMB-CL-59).
    """

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask for a trade. Who can trade with a card can trade without one, so being asked tells nothing of a hand."""
        choices = _possible(state, self.seat, partners=True)
        if not choices:
            return DONE
        return Decision(self.seat, "event.peddlers", choices, 0, 1, (), PUBLIC)

    def take(self, state: State, chosen: Sequence[Trade]) -> Work:
        """Trade, or decline."""
        for option in chosen:
            begin(state, self.seat, option, free=True)
        return DONE


@dataclass(slots=True)
class CaravanTrades(ContextFrame[State]):
    """Any number of exchanges at the normal rates (CL-SPEC-06); a card's rates never hold here (AMB-CL-17).

    Their number is bounded, so that it ends for every bot, but no stock is out of reach (decision 0006).
    """

    seat: int
    left: int = _UNCOUNTED
    """Exchanges that may still follow, once they are counted."""

    def step(self, state: State) -> Decision | Work:
        """Ask for one exchange after another until declined."""
        stock = state.players[self.seat].stock
        if self.left == _UNCOUNTED:
            self.left = longest_caravan(stock)
            return ONGOING
        if not self.left:
            return DONE
        return Decision(self.seat, "caravan.exchange", exchanges(stock, shrewd=False), 0, 1, (), PUBLIC)

    def take(self, state: State, chosen: Sequence[Exchange]) -> Work:
        """Exchange and ask again, or stop."""
        if not chosen:
            return DONE
        self.left -= 1
        exchange(state, self.seat, chosen[0])
        return ONGOING

    def about(self, state: State) -> About:
        """Exchanges left."""
        return About(left=self.left)


def longest_caravan(stock: Sequence[int]) -> int:
    """Exchanges within which all that can be reached from this stock is reached: its value and its items.

    Goods are worth two, all else one.
    """
    items = sum(stock)
    value = items + stock[GOODS]
    return value + items
