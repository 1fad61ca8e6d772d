"""The Special Actions, one for each season (CL-SPEC-*)."""

from __future__ import annotations

from typing import Final

from lawspeaker_engine.games.clansmen.actions import action_budget, trade
from lawspeaker_engine.games.clansmen.cards import deck
from lawspeaker_engine.games.clansmen.cards.companion_cards import held_for
from lawspeaker_engine.games.clansmen.options import (
    CallForKin,
    Caravan,
    FestivalOfLights,
    FestivalOfTheSun,
    call_option,
)
from lawspeaker_engine.games.clansmen.phases.events import in_force
from lawspeaker_engine.games.clansmen.state import AUTUMN, FOOD, GOODS, KINDS, SPRING, SUMMER, State

Special = CallForKin | FestivalOfTheSun | Caravan | FestivalOfLights

SUN_FOOD: Final = 2
SUN_GOODS: Final = 1
SUN_DRAWS: Final = 2
SUN_HAND: Final = 5
"""Cards drawn after the hand was discarded."""
MOST_LIGHTS: Final = 5


def offers(state: State, seat: int) -> list[Special]:
    """Return ways to take the season's Special Action (CL-SPEC-01..03, AMB-CL-06).

    Who took it cannot repeat it; where another took it a card is needed, elsewhere none is used (AMB-CL-46).
    """
    player = state.players[seat]
    if not player.specials or player.taken[state.season]:
        return []
    if not any(other.taken[state.season] for other in state.players):
        return _ways(state, seat, ())
    return [option for card in held_for(state, seat, "special") for option in _ways(state, seat, (card,))]


def _ways(state: State, seat: int, cards: tuple[int, ...]) -> list[Special]:
    """Return what can be done and paid."""
    stock = state.players[seat].stock
    if state.season == SPRING:
        return [call_option(kind, cards) for kind in range(len(KINDS))]
    if state.season == SUMMER:
        payable = stock[FOOD] >= SUN_FOOD and stock[GOODS] >= SUN_GOODS
        return [FestivalOfTheSun(renew, cards) for renew in (False, True)] if payable else []
    if state.season == AUTUMN:
        free = in_force(state, seat).trade or not state.settings.highwaymen_stop_caravan  # AMB-CL-42
        return [Caravan(cards)] if free and any(stock) else []  # whoever has anything can exchange it
    return [FestivalOfLights(goods, cards) for goods in range(1, min(stock[GOODS], MOST_LIGHTS) + 1)]


def begin(state: State, seat: int, option: Special) -> None:
    """It uses the seat's Special Action of the year and no Standard Action (CL-ACT-08)."""
    player = state.players[seat]
    player.specials -= 1
    player.taken[state.season] = 1
    action_budget.act(state, seat)
    deck.discard(state, seat, option.cards)
    if isinstance(option, CallForKin):
        player.called.append(option.kind)
    elif isinstance(option, FestivalOfTheSun):
        state.pay(seat, food=SUN_FOOD, goods=SUN_GOODS)
        if option.renew:
            deck.discard(state, seat, player.hand[:])
        state.push(deck.DrawTales(seat, SUN_HAND if option.renew else SUN_DRAWS))
    elif isinstance(option, Caravan):
        state.push(trade.CaravanTrades(seat))
    else:
        state.pay(seat, goods=option.goods)
        state.gain_respect(seat, option.goods)
