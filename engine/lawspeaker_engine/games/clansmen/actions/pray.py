"""Pray: what a Shrine makes possible (CL-ACTION-10..13)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.clansmen import buildings, people
from lawspeaker_engine.games.clansmen.actions import action_budget
from lawspeaker_engine.games.clansmen.options import Event, PrayForBlessing, PrayForHealth, PrayForSight, event_option
from lawspeaker_engine.games.clansmen.state import FOOD, GOODS, NO_EVENT, PRAY, WINTER, State
from lawspeaker_engine.model import Chance

Prayer = PrayForSight | PrayForHealth | PrayForBlessing

HEALTH_PRICE: Final = 2
BLESSING_PRICE: Final = 3


def offers(state: State, seat: int) -> list[Prayer]:
    """Return every prayer that the seat can pay for if it may Pray, each with every way to pay."""
    if not buildings.has(state.players[seat], "prayer"):
        return []
    prayers: list[Prayer] = []
    if can_look(state, seat):
        prayers += [PrayForSight(goods=goods == 1) for _, goods in _ways(state, seat, 1)]
    prayers += [
        PrayForHealth(person.tile, food, goods)
        for person in people.weakened(state, seat) for food, goods in _ways(state, seat, HEALTH_PRICE)
    ]
    prayers += [
        PrayForBlessing(food, goods) for food, goods in _ways(state, seat, BLESSING_PRICE)
        if state.settings.pray_mix or 0 in {food, goods}  # AMB-CL-18
    ]
    return prayers


def can_look(state: State, seat: int) -> bool:
    """Return whether there is a next event (AMB-CL-58) that the seat has not seen."""
    last = state.year == state.settings.years and state.season == WINTER
    return not last and seat not in state.seers


def _ways(state: State, seat: int, price: int) -> list[tuple[int, int]]:
    """Return Food and Goods that make up the price out of the seat's stock, most Food first."""
    stock = state.players[seat].stock
    return [
        (price - goods, goods) for goods in range(price + 1)
        if goods <= stock[GOODS] and price - goods <= stock[FOOD]
    ]


def begin(state: State, seat: int, option: Prayer) -> None:
    """Pay for the prayer and do what it asks for."""
    action_budget.spend(state, seat, PRAY)
    if isinstance(option, PrayForSight):
        state.pay(seat, food=int(not option.goods), goods=int(option.goods))
        state.push(Foresee(seat))
        return
    state.pay(seat, food=option.food, goods=option.goods)
    if isinstance(option, PrayForHealth):
        people.heal(state, seat, option.tile)
    else:
        state.players[seat].blessings += 1


@dataclass(slots=True)
class Foresee(Frame[State]):
    """The seat alone learns the next season's event, which is drawn now if nobody has seen it yet (CL-ACTION-11)."""

    seat: int

    def step(self, state: State) -> Chance | Work:
        """Drawn from the stream of the season's own draw, so that prayer does not change what comes."""
        if state.foreseen == NO_EVENT:
            options = list(map(event_option, state.events))
            return Chance("event.foresee", options, 1, "events", (self.seat,))
        return self.take(state, [Event(state.foreseen)])

    def take(self, state: State, chosen: Sequence[Event]) -> Work:
        """Take the event out of the deck and keep it for the next season."""
        event = chosen[0].event
        if state.foreseen == NO_EVENT:
            state.events.remove(event)
        state.foreseen = event
        insort(state.seers, self.seat)
        return DONE
