"""Bargaining between two players: offers, one counter-offer to each, and the tiles that are named when it is accepted.

What is offered is for the two parties alone, so the same questions follow whatever was named. Who wants nothing must
give something, so that no offer is empty (AMB-SG-62). Whether a party has the kinds of tile that are wanted of it shows
in nothing but its answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.pax_viking import tiles
from lawspeaker_engine.games.pax_viking.abilities.hooks import Moment
from lawspeaker_engine.games.pax_viking.actions import trade
from lawspeaker_engine.games.pax_viking.actions.offer import Bundle, Offer
from lawspeaker_engine.games.pax_viking.board import NOWHERE, REGION_OF
from lawspeaker_engine.games.pax_viking.options import Accept, Counter, PromiseVeto, Silver, Tile
from lawspeaker_engine.games.pax_viking.state import State
from lawspeaker_engine.model import PUBLIC, Decision

PROPOSALS: Final = 2
"""Offers that one window may be tried with to the same partner (SG.5)."""

_PROPOSE, _REPLY, _COUNTER_REPLY, _DEAL = range(4)
_PROMPTS: Final = (("trade.want", "trade.give"), ("trade.counter_want", "trade.counter_give"))
"""Of an offer and of a counter-offer: what is asked first, and then."""


def on_table(state: State) -> Offer:
    """Return the offer that is being talked about."""
    assert state.offer is not None, "frames of a bargain are on the agenda only while there is an offer"
    return state.offer


@dataclass(slots=True)
class NameBundles(Frame[State]):
    """A player says what it wants, then what it would give; the offer is then complete.

    A counter-offer takes the place of the offer that it answers only then.
    """

    region: int
    countered: bool = False
    """True if the partner speaks, to make a counter-offer."""
    half: bool = False
    """True if the speaker has said what it wants."""

    def step(self, state: State) -> Decision | Work:
        """Ask for any of what the other one has, then for any of what the speaker has."""
        offer = on_table(state)
        speaker, other = offer.speaker(countering=self.countered)
        giver, receiver = (speaker, other) if self.half else (other, speaker)
        options = trade.givable(state, giver, receiver, self.region, known=self.half)
        if not options:
            return self.take(state, options)
        default: tuple[int, ...] = ()
        if self.half and not self._wanted(offer):
            default = (_least(options),)
        elif not self.half and not trade.givable(state, speaker, other, self.region, known=True):
            default = (0,)  # nothing can be given, so something must be wanted
        return Decision(speaker, _PROMPTS[self.countered][self.half], options, len(default), len(options), default,
                        (offer.seat, offer.partner), reaction=self.countered)

    def _wanted(self, offer: Offer) -> Bundle:
        """Return what the speaker has said it wants."""
        return offer.named if self.countered else offer.want

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        """Add to the offer."""
        offer, named = on_table(state), trade.bundle(chosen)
        if self.half:
            speaker, other = offer.speaker(countering=self.countered)
            for tile in named.tiles:
                tiles.show(state, speaker, tile, (other,))
            offer.name_give(named, countering=self.countered, nothing=Bundle())
            return DONE
        self.half = True
        offer.name_want(named, countering=self.countered)
        return ONGOING


def _least(options: Sequence[Any]) -> int:
    """Return the index of what costs least to give: a promise, else the smallest pile of silver, else the last thing.

    Promises come last (`trade.givable`).
    """
    if isinstance(options[-1], PromiseVeto):
        return len(options) - 1
    silver = [(option.amount, index) for index, option in enumerate(options) if isinstance(option, Silver)]
    return min(silver)[1] if silver else len(options) - 1


@dataclass(slots=True)
class Bargaining(Frame[State]):
    """Up to two offers to a partner, each with one counter-offer at most; a deal is carried out at once."""

    seat: int
    partner: int
    longship: int
    stage: int = _PROPOSE
    proposals: int = PROPOSALS

    def step(self, state: State) -> Decision | Work:
        """Have an offer named, ask the partner, then who sails about a counter-offer."""
        if self.stage == _PROPOSE:
            return self._propose(state)
        if self.stage == _DEAL:
            self._deal(state)
            return DONE
        accept = self._accept(state)
        if self.stage == _REPLY:
            return Decision(self.partner, "trade.reply", [Counter(), *accept], 0, 1, (), PUBLIC, reaction=True)
        return Decision(self.seat, "trade.counter_reply", accept, 0, len(accept), (), PUBLIC)

    def _propose(self, state: State) -> Work:
        region = REGION_OF[state.longships[self.longship].node]
        if not self.proposals or not trade.offers_left(state) or region == NOWHERE:
            state.offer = None
            return DONE
        self.proposals -= 1
        state.offers += 1
        self.stage = _REPLY
        state.offer = Offer(self.seat, self.partner, min(self.proposals, trade.offers_left(state)))
        state.push(NameBundles(region))
        return ONGOING

    def _accept(self, state: State) -> list[Accept]:
        """Return whether who answers can accept: it has what is wanted of it, and all can change hands."""
        offer = on_table(state)
        giver, wanted = (offer.seat, offer.give) if offer.countered else (offer.partner, offer.want)
        return [Accept()] if trade.possible(state, offer) and trade.has_kinds(state, giver, wanted) else []

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        """Accept or counter the offer; no option refuses it."""
        if not chosen:
            self.stage = _PROPOSE
        elif isinstance(chosen[0], Counter):
            self.stage = _COUNTER_REPLY
            state.push(NameBundles(REGION_OF[state.longships[self.longship].node], countered=True))
        else:
            self.stage = _DEAL
            giver = on_table(state).seat if on_table(state).countered else self.partner
            state.push(NameTiles(giver))
        return ONGOING

    def _deal(self, state: State) -> None:
        trade.carry_out(state, on_table(state))
        state.offer = None
        state.push_all(Moment("own_trade", self.seat), Moment("own_trade", self.partner))


@dataclass(slots=True)
class NameTiles(Frame[State]):
    """The seat that has accepted says which tiles it gives for the kinds that were wanted, exact kinds first.

    It is asked also if there is no choice, which would tell something of its hand.
    """

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask for the tile of the next kind."""
        wanted = self.wanted(state)
        if not wanted.kinds:
            return DONE
        offer = on_table(state)
        found = trade.of_kind(state, self.seat, min(wanted.kinds), wanted.tiles)
        options = [Tile(tile) for tile in found]
        return Decision(self.seat, "trade.tile", options, 1, 1, (0,), (offer.seat, offer.partner),
                        reaction=self.seat == offer.partner)

    def take(self, state: State, chosen: Sequence[Tile]) -> Work:
        """Put the tile in place of the kind."""
        wanted = self.wanted(state)
        wanted.kinds.remove(min(wanted.kinds))
        offer = on_table(state)
        for option in chosen:
            wanted.tiles.append(option.tile)
            tiles.show(state, self.seat, option.tile, (offer.seat, offer.partner))
        return ONGOING

    def wanted(self, state: State) -> Bundle:
        """Return the bundle whose tiles are being named."""
        offer = on_table(state)
        return offer.give if self.seat == offer.seat else offer.want
