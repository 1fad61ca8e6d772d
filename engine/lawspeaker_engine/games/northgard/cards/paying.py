"""Collecting resources from the bank, and paying any ones for something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.content import CardEffect, refuse_unknown
from lawspeaker_engine.games.northgard.cards import counting
from lawspeaker_engine.games.northgard.cards.special import Special
from lawspeaker_engine.games.northgard.options import Collect, Pay
from lawspeaker_engine.games.northgard.state import FOOD, LORE, RESOURCES, WOOD, State
from lawspeaker_engine.games.northgard.tokens import HIGH_TIDE
from lawspeaker_engine.model import PUBLIC, Decision


def payments(state: State, seat: int, count: int) -> list[Pay]:
    """Return every way in which the seat can hand over `count` resources of any types; most food first."""
    has_food, has_wood, has_lore = state.players[seat].resources
    return [
        Pay(food, wood, count - food - wood)
        for food in range(min(count, has_food), -1, -1)
        for wood in range(min(count - food, has_wood), -1, -1)
        if count - food - wood <= has_lore
    ]


def pay(state: State, seat: int, price: Pay) -> None:
    """The resources go to the bank."""
    resources = state.players[seat].resources
    resources[FOOD] -= price.food
    resources[WOOD] -= price.wood
    resources[LORE] -= price.lore


def give(state: State, seat: int, other: int, price: Pay) -> None:
    """The resources go to another player."""
    pay(state, seat, price)
    state.gain(other, FOOD, price.food)
    state.gain(other, WOOD, price.wood)
    state.gain(other, LORE, price.lore)


@dataclass(slots=True)
class PayAny(Frame[State]):
    """The seat pays so many resources of its choice; it has enough."""

    seat: int
    count: int

    def step(self, state: State) -> Decision | Work:
        """Ask which ones."""
        return self.choose(state, self.seat, "card.pay", payments(state, self.seat, self.count), PUBLIC)

    def take(self, state: State, chosen: Sequence[Pay]) -> Work:
        """Pay them."""
        for price in chosen:
            pay(state, self.seat, price)
        return DONE


@dataclass(frozen=True, slots=True)
class Gain(Special):
    """Collect these resources, once or for each of some things."""

    food: int = 0
    wood: int = 0
    lore: int = 0
    each: str = counting.ONCE
    """The factor of the resources, one of counting.EACH."""

    def __post_init__(self) -> None:
        counting.refuse_unknown_each(self.each)

    def begin(self, state: State, seat: int, card: int) -> None:
        """Take the resources from the bank."""
        times = counting.times(state, seat, self.each)
        state.gain(seat, FOOD, self.food * times)
        state.gain(seat, WOOD, self.wood * times)
        state.gain(seat, LORE, self.lore * times)


@dataclass(frozen=True, slots=True)
class CollectOne(Special):
    """Collect one of these resources."""

    among: tuple[str, ...]
    where: str = ""
    """high_tide: only if the seat controls a territory with one of its High Tide tokens."""

    def __post_init__(self) -> None:
        refuse_unknown("collect_one where", self.where, ("", "high_tide"))
        for name in self.among:
            refuse_unknown("collect_one among", name, tuple(RESOURCES))

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask which one."""
        if not self.where or state.token_territories(HIGH_TIDE, seat):
            state.push(ChooseCollected(seat, tuple([RESOURCES[name] for name in self.among])))


@dataclass(slots=True)
class ChooseCollected(Frame[State]):
    """The seat collects one of these resources."""

    seat: int
    resources: tuple[int, ...]

    def step(self, state: State) -> Decision | Work:
        """Ask which one."""
        return self.choose(state, self.seat, "card.collect", [Collect(each) for each in self.resources], PUBLIC)

    def take(self, state: State, chosen: Sequence[Collect]) -> Work:
        """Take the resource from the bank."""
        state.gain(self.seat, chosen[0].resource)
        return DONE


@dataclass(frozen=True, slots=True)
class PayFor(Special):
    """The seat may pay any `resources` for an effect."""

    resources: int
    paid: CardEffect[State]

    def begin(self, state: State, seat: int, card: int) -> None:
        """Offer to pay."""
        state.push(OfferForPay(seat, card, self.resources, self.paid))


@dataclass(frozen=True, slots=True)
class PayEach(Special):
    """The seat may pay one of a resource up to `most` times, and gets an effect each time."""

    resource: str
    """food, wood or lore."""
    most: int
    paid: CardEffect[State]

    def __post_init__(self) -> None:
        refuse_unknown("pay_each resource", self.resource, tuple(RESOURCES))

    def begin(self, state: State, seat: int, card: int) -> None:
        """Offer the first payment."""
        state.push(OfferForEach(seat, card, RESOURCES[self.resource], self.most, self.paid))


@dataclass(slots=True)
class OfferForEach(Frame[State]):
    """The seat pays once more, or stops; each effect is done completely before the next payment."""

    seat: int
    card: int
    resource: int
    left: int
    paid: CardEffect[State]

    def step(self, state: State) -> Decision | Work:
        """Ask whether it pays, unless it cannot or the effect is impossible."""
        has = state.players[self.seat].resources[self.resource]
        if self.left and has and self.paid.playable(state, self.seat):
            price = Pay(*(int(resource == self.resource) for resource in (FOOD, WOOD, LORE)))
            return Decision(self.seat, "card.pay", [price], 0, 1, (), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[Pay]) -> Work:
        """Pay, and begin what was paid for; or stop."""
        if not chosen:
            self.left = 0
            return ONGOING
        self.left -= 1
        pay(state, self.seat, chosen[0])
        self.paid.begin(state, self.seat, self.card)
        return ONGOING


@dataclass(slots=True)
class OfferForPay(Frame[State]):
    """The seat says whether and with what it pays."""

    seat: int
    card: int
    resources: int
    paid: CardEffect[State]

    def step(self, state: State) -> Decision | Work:
        """Ask what is paid, unless the effect is impossible."""
        options = payments(state, self.seat, self.resources)
        if options and self.paid.playable(state, self.seat):
            return Decision(self.seat, "card.pay", options, 0, 1, (), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[Pay]) -> Work:
        """Pay, and begin what was paid for."""
        if chosen:
            pay(state, self.seat, chosen[0])
            self.paid.begin(state, self.seat, self.card)
        return DONE
