"""Tales cards that go with an action: which ones a seat could add to it (CL-ACT-09)."""

from __future__ import annotations

from collections.abc import Callable

from lawspeaker_engine.content import CardEffect
from lawspeaker_engine.games.clansmen.state import State
from lawspeaker_engine.games.clansmen.tales import held
from lawspeaker_engine.games.clansmen.verbs import WithAction


def held_for(state: State, seat: int, action: str) -> list[int]:
    """Return cards in the seat's hand that go with this action, one of `state.ACTIONS` or special; ascending, each
    once.
    """
    return held(state, seat, _goes_with(action))


def ways(state: State, seat: int, action: str) -> list[tuple[int, ...]]:
    """Return the cards that may be added to an action which each makes better: none, one, or copies (AMB-CL-61)."""
    hand = state.players[seat].hand
    most = len(hand) if state.settings.cards_add_up else 1
    return [
        (), *((card,) * count for card in held_for(state, seat, action)
              for count in range(1, min(hand.count(card), most) + 1)),
    ]


def _goes_with(action: str) -> Callable[[CardEffect[State]], bool]:
    return lambda effect: isinstance(effect, WithAction) and effect.action == action
