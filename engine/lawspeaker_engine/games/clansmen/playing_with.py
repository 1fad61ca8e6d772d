"""Tales cards that go with an action: which ones a seat could add to it (CL-ACT-09)."""

from __future__ import annotations

from lawspeaker_engine.games.clansmen import deck
from lawspeaker_engine.games.clansmen.state import State
from lawspeaker_engine.games.clansmen.verbs import WithAction


def held_for(state: State, seat: int, action: str) -> list[int]:
    """Cards in the seat's hand that go with this action, one of `state.ACTIONS` or special; ascending, each once."""
    return deck.held(state, seat, lambda effect: isinstance(effect, WithAction) and effect.action == action)
