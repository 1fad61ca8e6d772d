"""The Tales deck: drawing, discarding, and who might hold what (CL-TALES-01, CL-TALES-03, AMB-CL-52)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import Frame
from lawspeaker_engine.games.clansmen.options import Card
from lawspeaker_engine.games.clansmen.state import State
from lawspeaker_engine.games.clansmen.tale import TALES, Verb
from lawspeaker_engine.model import Chance


@dataclass(slots=True)
class DrawTales(Frame[State]):
    """The seat draws `count` cards, or as many as there are; nobody else sees them (CL-TALES-01)."""

    seat: int
    count: int

    def step(self, state: State) -> Chance | None:
        """Discards are shuffled in when the deck is empty; if there are none either, nothing is drawn (AMB-CL-52)."""
        if self.count == 0 or not (state.tales or state.discard):
            state.agenda.pop()
        elif not state.tales:
            state.tales, state.discard = sorted(state.discard), []
        elif self.count < len(state.tales):
            options = [Card(card) for card in state.tales]
            return Chance("tales.draw", options, self.count, f"tales/{self.seat}", (self.seat,))
        else:
            self.take(state, [Card(card) for card in state.tales])
        return None

    def take(self, state: State, chosen: Sequence[Card]) -> None:
        """Into the hand."""
        for option in chosen:
            state.tales.remove(option.card)
            insort(state.players[self.seat].hand, option.card)
            self.count -= 1


def discard(state: State, seat: int, cards: Sequence[int]) -> None:
    """Hand cards go to the discard pile, for all to see."""
    for card in cards:
        state.players[seat].hand.remove(card)
        state.discard.append(card)


def held(state: State, seat: int, wanted: Callable[[Verb], bool]) -> list[int]:
    """Cards in the seat's hand whose effect is wanted, ascending, each number once."""
    return [card for card in sorted(set(state.players[seat].hand)) if wanted(TALES[card].effect)]


def may_hold(state: State, seat: int, wanted: Callable[[Verb], bool]) -> bool:
    """Whether others must reckon with such a card in the seat's hand: it has cards, and not all copies lie open.

    Who may hold a reaction is asked for it, so that being asked tells nothing.
    """
    if not state.players[seat].hand:
        return False
    lying_open = state.discard + [attached.card for player in state.players for attached in player.attached]
    return any(
        row.copies > lying_open.count(number) for number, row in enumerate(TALES) if wanted(row.effect)
    )
