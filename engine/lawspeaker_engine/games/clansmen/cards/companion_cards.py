"""Tales cards that go with an action: which ones a seat could add to it (CL-ACT-09)."""

from __future__ import annotations

from functools import cache

from lawspeaker_engine.games.clansmen.cards.tales import TALES
from lawspeaker_engine.games.clansmen.cards.verbs import WithAction
from lawspeaker_engine.games.clansmen.state import State


def held_for(state: State, seat: int, action: str) -> list[int]:
    """Return cards in the seat's hand that go with this action, one of `state.ACTIONS` or special; ascending, each
    once.
    """
    found = _going_with(action).intersection(state.players[seat].hand)
    return sorted(found) if found else []


def ways(state: State, seat: int, action: str) -> list[tuple[int, ...]]:
    """Return the cards that may be added to an action which each makes better: none, one, or copies (AMB-CL-61)."""
    hand, cards = state.players[seat].hand, held_for(state, seat, action)
    if not cards:
        return [()]
    most = len(hand) if state.settings.cards_add_up else 1
    return [
        (), *((card,) * count for card in cards
              for count in range(1, min(hand.count(card), most) + 1)),
    ]


@cache
def _going_with(action: str) -> frozenset[int]:
    return frozenset(
        card for card, row in enumerate(TALES) if isinstance(row.effect, WithAction) and row.effect.action == action
    )
