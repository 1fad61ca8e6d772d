"""The factors of an effect: things that the seat's territories hold."""

from __future__ import annotations

from typing import Final

from lawspeaker_engine.content import refuse_unknown
from lawspeaker_engine.games.northgard.buildings import BUILDINGS
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.games.northgard.tokens import HIGH_TIDE

ONCE: Final = ""
CLOSED: Final = "closed"
LARGE_BUILDINGS: Final = "large_buildings"
FOUR_UNITS: Final = "four_units"
HIGH_TIDE_TERRITORIES: Final = "high_tide_territories"
LAIRS: Final = "lairs"
SMALL_TERRITORIES: Final = "small_territories"
OPEN_ENEMY: Final = "open_enemy"
EACH: Final = (
    ONCE, CLOSED, LARGE_BUILDINGS, FOUR_UNITS, HIGH_TIDE_TERRITORIES, LAIRS, SMALL_TERRITORIES, OPEN_ENEMY,
)
"""Once; for each closed territory, each large building, every four own figures in the territories that a seat controls;
for each of these with a High Tide token; for each lair in them, each of one or two tiles; for each open territory of an
enemy.
"""

UNITS_FOR_ONE: Final = 4
SMALL_SIZE: Final = 2


def refuse_unknown_each(each: str) -> None:
    """Raise ValueError if a row's `each` is none of EACH."""
    refuse_unknown("each", each, EACH)


def times(state: State, seat: int, each: str) -> int:
    """Return how often the seat does what a card does `each` (one of EACH)."""
    if each == ONCE:
        return 1
    own, board = state.controlled(seat), state.board
    if each == CLOSED:
        return sum(board.closed(territory) for territory in own)
    if each == HIGH_TIDE_TERRITORIES:
        return len(state.token_territories(HIGH_TIDE, seat))
    if each == LAIRS:
        return sum(board.lairs[territory] for territory in own)
    if each == SMALL_TERRITORIES:
        return sum(board.size[territory] <= SMALL_SIZE for territory in own)
    if each == OPEN_ENEMY:
        return sum(state.is_enemy(seat, board.owner[t]) and not board.closed(t) for t in board.territories)
    if each == LARGE_BUILDINGS:
        return sum(BUILDINGS[code >> 2].large for territory in own for code in board.buildings[territory])
    return sum(state.figure_count(territory) for territory in own) // UNITS_FOR_ONE
