"""The Tales deck: drawing from it and discarding (CL-TALES-01, AMB-CL-52)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.clansmen.options import Card, card_option
from lawspeaker_engine.games.clansmen.state import State
from lawspeaker_engine.model import Chance


@dataclass(slots=True)
class DrawTales(Frame[State]):
    """The seat draws `count` cards, or as many as there are; nobody else sees them (CL-TALES-01)."""

    seat: int
    count: int

    def step(self, state: State) -> Chance | Work:
        """Discards are shuffled in when the deck is empty; if there are none either, nothing is drawn (AMB-CL-52)."""
        if self.count == 0 or not (state.tales or state.discard):
            return DONE
        if not state.tales:
            state.tales, state.discard = sorted(state.discard), []
            return ONGOING
        options = list(map(card_option, state.tales))
        if self.count < len(options):
            return Chance("tales.draw", options, self.count, f"tales/{self.seat}", (self.seat,))
        return self.take(state, options)

    def take(self, state: State, chosen: Sequence[Card]) -> Work:
        """Put the cards into the hand."""
        for option in chosen:
            state.tales.remove(option.card)
            insort(state.players[self.seat].hand, option.card)
            self.count -= 1
        return ONGOING


def discard(state: State, seat: int, cards: Sequence[int]) -> None:
    """Hand cards go to the discard pile, for all to see."""
    for card in cards:
        state.players[seat].hand.remove(card)
        state.discard.append(card)
