"""Collecting what a territory yields (NG-HARV-04)."""

from __future__ import annotations

from lawspeaker_engine.games.northgard.buildings import produced
from lawspeaker_engine.games.northgard.state import State


def collect(state: State, seat: int, territory: int) -> None:
    """The seat collects all that the territory yields, printed and by its buildings, from the bank."""
    resources = state.players[seat].resources
    for resource, amount in enumerate(produced(state.board, territory)):
        resources[resource] += amount
