"""The variable fame of Achievement cards, computed when the game ends and for any seat at any time (NG-END-03)."""

from __future__ import annotations

from lawspeaker_engine.games.northgard.buildings import BUILDINGS, produced
from lawspeaker_engine.games.northgard.card import Counts
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD, State


def worth(state: State, seat: int, counts: Counts) -> int:
    """Fame that a card which counts so is worth to the seat; Kaija is a unit here (NG-CLAN-BEAR-01)."""
    return counts.units * state.units_on_map(seat) + sum(
        _territory(state, territory, counts) for territory in state.controlled(seat)
    )


def _territory(state: State, territory: int, counts: Counts) -> int:
    board = state.board
    yields = produced(board, territory)
    fame = counts.food * yields[FOOD] + counts.wood * yields[WOOD] + counts.lore * yields[LORE]
    fame += counts.small_spaces * (board.small[territory] + board.carved[territory])
    fame += counts.large_spaces * board.large[territory] + counts.lairs * board.lairs[territory]
    for code in board.buildings[territory]:
        fame += counts.large_buildings if BUILDINGS[code >> 2].large else counts.small_buildings
    return fame
