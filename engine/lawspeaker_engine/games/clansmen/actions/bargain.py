"""Bargaining between two players: offers, one counter-offer to each, and what is carried out (CL-TRADE-05..07)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.clansmen.actions.offer import Offer
from lawspeaker_engine.games.clansmen.options import Accept, Counter, Pile, Seat
from lawspeaker_engine.games.clansmen.phases.events import in_force
from lawspeaker_engine.games.clansmen.state import State
from lawspeaker_engine.model import PUBLIC, Decision
from lawspeaker_engine.piles import pile_sizes

PROPOSALS: Final = 3
"""Offers that one trade may be tried with, to the same partner or to others."""

_NAME: Final = (("trade.want", "trade.give"), ("trade.counter_want", "trade.counter_give"))
"""Prompts of an offer, then of a counter-offer: each asks what is wanted, then what is given."""

_PROPOSE, _REPLY, _COUNTER_REPLY, _NEXT = range(4)


def partners(state: State, seat: int) -> list[int]:
    """Other seats with which a bundle could change hands and which may trade (AMB-CL-42), ascending."""
    own = any(state.players[seat].stock)
    return [
        other for other, player in enumerate(state.players)
        if other != seat and in_force(state, other).trade and (own or any(player.stock))
    ]


def piles(stock: Sequence[int]) -> list[Pile]:
    """Return the stock in piles of 1, 2, 4, ... and a rest: any of them are a legal bundle, and there are no others."""
    return [
        Pile(resource, size, number)
        for resource, amount in enumerate(stock) for number, size in enumerate(pile_sizes(amount))
    ]


def bundle(chosen: Sequence[Pile]) -> list[int]:
    """Return the Food, Wood, Stone and Goods in these piles."""
    return [sum(pile.amount for pile in chosen if pile.resource == resource) for resource in range(4)]


def carry_out(state: State, offer: Offer) -> None:
    """Both bundles change hands; they are there, for nothing else can happen between an offer and its acceptance."""
    own, other = state.players[offer.seat].stock, state.players[offer.partner].stock
    for resource, (give, want) in enumerate(zip(offer.give, offer.want, strict=True)):
        own[resource] += want - give
        other[resource] += give - want


def on_table(state: State) -> Offer:
    """Return the offer that is being bargained over."""
    assert state.offer is not None, "frames of a bargain are on the agenda only while there is an offer"
    return state.offer


@dataclass(slots=True)
class NameBundles(Frame[State]):
    """A player says what it wants, then what it would give; the offer on the table is then complete.

    Where the second answer never comes the offer asks for a gift, and gives nothing away. A counter-offer takes the
    place of the offer it answers only then, and not if it is nothing for nothing, which is no offer. Only Food, Wood,
    Stone and Goods can be named (CL-TRADE-06).
    """

    countered: bool = False
    """True if the partner speaks, to make a counter-offer."""
    half: bool = False
    """True if the speaker has said what it wants."""

    def step(self, state: State) -> Decision | Work:
        """Ask for the piles; out of an empty stock none can be named, so nothing is asked."""
        offer = on_table(state)
        speaker, other = offer.speaker(countering=self.countered)
        options = piles(state.players[speaker if self.half else other].stock)
        if not options:
            return self.take(state, options)
        return Decision(speaker, _NAME[self.countered][self.half], options, 0, len(options), (), PUBLIC)

    def take(self, state: State, chosen: Sequence[Pile]) -> Work:
        """Add to the offer."""
        offer, named = on_table(state), bundle(chosen)
        if not self.half:
            self.half = True
            offer.name_want(named, countering=self.countered)
            return ONGOING
        if not self.countered or any(named + offer.named):
            offer.name_give(named, countering=self.countered, nothing=[])
        else:
            offer.named = []
        return DONE


@dataclass(slots=True)
class Bargain(Frame[State]):
    """Up to three offers, one after another, each with one counter-offer at most.

    It ends with the accepted offer left on the table for the frame below to carry out, or with none. An offer of
    nothing for nothing ends it, so that defaults do.
    """

    seat: int
    partner: int
    stage: int = _PROPOSE

    def step(self, state: State) -> Decision | Work:
        """Have the offer named, then ask the partner, and who trades about a counter-offer or about going on."""
        if self.stage == _PROPOSE:
            left = state.offer.proposals if state.offer else PROPOSALS
            self.stage = _REPLY
            state.offer = Offer(self.seat, self.partner, left - 1)
            state.push(NameBundles())
            return ONGOING
        offer = on_table(state)
        if self.stage == _REPLY and any(offer.give + offer.want):
            return Decision(self.partner, "trade.reply", [Accept(), Counter()], 0, 1, (), PUBLIC, reaction=True)
        if self.stage == _COUNTER_REPLY and offer.countered:
            return Decision(self.seat, "trade.counter_reply", [Accept()], 0, 1, (), PUBLIC)
        if self.stage == _NEXT and offer.proposals:
            others = [Seat(other) for other in partners(state, self.seat)]
            return Decision(self.seat, "trade.next", others, 0, 1, (), PUBLIC)
        if self.stage == _COUNTER_REPLY:
            self._refuse(state)
            return ONGOING
        state.offer = None  # no deal
        return DONE

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        """Accept or counter the offer; no option refuses it, or stops after a refusal."""
        if self.stage == _NEXT and chosen:
            self.partner, self.stage = chosen[0].seat, _PROPOSE
            return ONGOING
        if self.stage == _NEXT:
            state.offer = None  # no deal
            return DONE
        if not chosen:
            self._refuse(state)
            return ONGOING
        if isinstance(chosen[0], Counter):
            self.stage = _COUNTER_REPLY
            state.push(NameBundles(countered=True))
            return ONGOING
        return DONE

    def _refuse(self, state: State) -> None:
        """The refused offer stays on view until another one is made, or none."""
        on_table(state).refused = True
        self.stage = _NEXT
