"""Resolving a card: its effects one after the other, in printed order."""

from __future__ import annotations

from dataclasses import dataclass

from lawspeaker_engine.agenda import Frame
from lawspeaker_engine.games.northgard import clans
from lawspeaker_engine.games.northgard.card import CARDS
from lawspeaker_engine.games.northgard.state import State


@dataclass(slots=True)
class ResolveCard(Frame[State]):
    """The seat resolves a card, its own or a copied one; each effect is done completely before the next (NG-ACT-04)."""

    seat: int
    card: int
    next: int = 0
    """The number of the next effect."""

    def step(self, state: State) -> None:
        """An effect that has become impossible is left out (AMB-R50)."""
        effects = CARDS[self.card].effects
        if self.next == len(effects):
            state.agenda.pop()
            return
        effect = effects[self.next]
        self.next += 1
        if effect.playable(state, self.seat):
            effect.begin(state, self.seat, self.card)


def resolve_card(state: State, seat: int, card: int) -> None:
    """Push what resolves the card; before its own clan's cards a clan's power may act (NG-CLAN-SNAKE-01)."""
    state.push(ResolveCard(seat, card))
    clan = state.players[seat].clan
    if clan >= 0 and CARDS[card].clan == clans.CLANS[clan].id:
        clans.before_card(state, seat, card)
