"""Bargaining between two players: offers, one counter-offer to each, and what is carried out (CL-TRADE-05..07, d.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from lawspeaker_engine.agenda import Frame
from lawspeaker_engine.games.clansmen import event
from lawspeaker_engine.games.clansmen.offer import Offer
from lawspeaker_engine.games.clansmen.options import Accept, Counter, Pile, Seat
from lawspeaker_engine.games.clansmen.state import State
from lawspeaker_engine.model import PUBLIC, Decision

PROPOSALS: Final = 3
"""Offers that one trade may be tried with, to the same partner or to others."""

_PROPOSE, _REPLY, _COUNTER_REPLY, _NEXT = range(4)


def partners(state: State, seat: int) -> list[int]:
    """Other seats with which a bundle could change hands and which may trade (AMB-CL-42), ascending."""
    own = any(state.players[seat].stock)
    return [
        other for other, player in enumerate(state.players)
        if other != seat and event.in_force(state, other).trade and (own or any(player.stock))
    ]


def piles(stock: Sequence[int]) -> list[Pile]:
    """The stock in piles of 1, 2, 4, ... and a rest: any of them make a legal bundle, and every bundle can be made."""
    return [
        Pile(resource, size, number)
        for resource, amount in enumerate(stock) for number, size in enumerate(_sizes(amount))
    ]


def _sizes(amount: int) -> list[int]:
    sizes: list[int] = []
    while amount:
        size = min(1 << len(sizes), amount)
        sizes.append(size)
        amount -= size
    return sizes


def bundle(chosen: Sequence[Pile]) -> tuple[int, ...]:
    """Food, Wood, Stone and Goods in these piles."""
    return tuple(sum(pile.amount for pile in chosen if pile.resource == resource) for resource in range(4))


def carry_out(state: State, offer: Offer) -> None:
    """Both bundles change hands; they are there, for nothing else can happen between an offer and its acceptance."""
    own, other = state.players[offer.seat].stock, state.players[offer.partner].stock
    for resource, (give, want) in enumerate(zip(offer.give, offer.want, strict=True)):
        own[resource] += want - give
        other[resource] += give - want


@dataclass(slots=True)
class NameBundles(Frame[State]):
    """A player says what it would give, then what it wants; the offer on the table is then complete.

    A counter-offer takes the place of the offer it answers only then. Nothing for nothing is no offer. Only Food,
    Wood, Stone and Goods can be named (CL-TRADE-06).
    """

    seat: int
    partner: int
    countered: bool = False
    """Whether it is the partner who speaks, of a counter-offer."""
    given: tuple[int, ...] = ()
    """What the speaker would give, once it has said so."""

    def step(self, state: State) -> Decision | None:
        """Out of an empty stock nothing can be named, and nothing is asked."""
        speaker, other = (self.partner, self.seat) if self.countered else (self.seat, self.partner)
        options = piles(state.players[other if self.given else speaker].stock)
        if not options:
            self.take(state, options)
            return None
        prompt = ("trade.counter_" if self.countered else "trade.") + ("want" if self.given else "give")
        return Decision(speaker, prompt, options, 0, len(options), (), PUBLIC)

    def take(self, state: State, chosen: Sequence[Pile]) -> None:
        """Whoever speaks, the offer is kept as seen by who trades."""
        named = bundle(chosen)
        if not self.given:
            self.given = named
            if not self.countered:
                state.offer = Offer(self.seat, self.partner, list(named))
            return
        state.agenda.pop()
        give, want = (named, self.given) if self.countered else (self.given, named)
        state.offer = None
        if any(give) or any(want):
            state.offer = Offer(self.seat, self.partner, list(give), list(want), self.countered, complete=True)


@dataclass(slots=True)
class Bargain(Frame[State]):
    """Up to three offers, one after another, each with one counter-offer at most.

    It ends with the accepted offer left on the table for the frame below to carry out, or with none. An offer of
    nothing for nothing ends it, so that defaults do.
    """

    seat: int
    partner: int
    proposals: int = PROPOSALS
    """Offers left."""
    stage: int = _PROPOSE

    def step(self, state: State) -> Decision | None:
        """Have the offer named, then ask the partner, and who trades about a counter-offer or about going on."""
        if self.stage == _PROPOSE:
            self.proposals -= 1
            self.stage = _REPLY
            state.offer = Offer(self.seat, self.partner)
            state.push(NameBundles(self.seat, self.partner))
        elif self.stage == _NEXT and self.proposals:
            others = [Seat(other) for other in partners(state, self.seat)]
            return Decision(self.seat, "trade.next", others, 0, 1, (), PUBLIC)
        elif self.stage == _COUNTER_REPLY and not state.offer:
            self.stage = _NEXT
        elif not state.offer:
            state.agenda.pop()
        elif self.stage == _REPLY:
            return Decision(self.partner, "trade.reply", [Accept(), Counter()], 0, 1, (), PUBLIC)
        else:
            return Decision(self.seat, "trade.counter_reply", [Accept()], 0, 1, (), PUBLIC)
        return None

    def take(self, state: State, chosen: Sequence[Any]) -> None:
        """Nothing refuses, or after a refusal stops."""
        if self.stage == _NEXT:
            if not chosen:
                state.agenda.pop()
                return
            self.partner, self.stage = chosen[0].seat, _PROPOSE
        elif not chosen:
            state.offer, self.stage = None, _NEXT
        elif isinstance(chosen[0], Counter):
            self.stage = _COUNTER_REPLY
            state.push(NameBundles(self.seat, self.partner, countered=True))
        else:
            state.agenda.pop()
