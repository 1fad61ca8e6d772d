"""Dealing anew what a seat may not know: Tales of others and of the deck, a foreseen event, unrevealed hexes.

Nothing else hides in a state: commitments to a raid stay with the referee until all are opened, and bargaining is
public. No frame holds a secret. Two hold a card that all have seen named and that is still in a hand (`_named`): it
stays there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lawspeaker_engine.games.clansmen.actions.trade import NO_CARD, TradeAction
from lawspeaker_engine.games.clansmen.cards.tales import AttachCard
from lawspeaker_engine.games.clansmen.phases.setup import DrawWilds, bag, wilds
from lawspeaker_engine.games.clansmen.state import NO_EVENT, Land, State
from lawspeaker_engine.model import Rng


def deal_hidden(state: State, seat: int, rng: Rng) -> None:
    """Draw afresh all that the seat may not know. How often something is drawn depends on nothing but what it knows."""
    # The order is part of the deal: the same generator must give the same state.
    _deal_tales(state, seat, rng)
    _deal_event(state, seat, rng)
    _deal_land(state, rng)


def _deal_tales(state: State, seat: int, rng: Rng) -> None:
    """Cards of the other hands and of the deck are one pool; hands keep their sizes."""
    others = [number for number in range(len(state.players)) if number != seat]
    kept = {other: list(_named(state, other)) for other in others}
    pool = Counter(state.tales)
    for other in others:
        pool.update(state.players[other].hand)
    for cards in kept.values():
        # A named card must stay in its hand, or its frame would play a card that the seat does not have.
        pool.subtract(cards)
    cards = sorted(pool.elements())
    rng.shuffle(cards)
    for other in others:
        player = state.players[other]
        # Sizes of hands are public, and so keep the number of draws the same whatever the truth is.
        player.hand = sorted([*kept[other], *(cards.pop() for _ in range(len(player.hand) - len(kept[other])))])
    state.tales = sorted(cards)


def _named(state: State, seat: int) -> Iterator[int]:
    """Yield the cards that the seat has named for all to hear and still holds."""
    for frame in state.agenda:
        match frame:
            case (
                AttachCard(seat=owner, card=card) | TradeAction(seat=owner, card=card, made=False)
            ) if owner == seat and card != NO_CARD:
                yield card


def _deal_event(state: State, seat: int, rng: Rng) -> None:
    """Keep that somebody knows the next event; for a seat that does not, draw it from those left."""
    # That somebody has prayed for sight is public, and so is who; only the event is hidden from the others.
    if state.foreseen == NO_EVENT or seat in state.seers:
        return
    left = sorted([*state.events, state.foreseen])
    state.foreseen = left.pop(rng.randrange(len(left)))
    state.events = left


def _deal_land(state: State, rng: Rng) -> None:
    """Unrevealed hexes are drawn from the bags without those that are revealed, once all have been drawn at setup."""
    if any(isinstance(frame, DrawWilds) for frame in state.agenda):
        return
    drawn = wilds(state)
    terrain = list(state.land.terrain)
    # Revealed hexes are taken off the bags, because they were drawn from the same bags at setup.
    left = Counter(bag(len(drawn))) - Counter(terrain[tile] for tile in drawn if state.revealed[tile])
    pool = sorted(left.elements())
    rng.shuffle(pool)
    for tile in drawn:
        if not state.revealed[tile]:
            terrain[tile] = pool.pop()
    state.land = Land(tuple(terrain))
