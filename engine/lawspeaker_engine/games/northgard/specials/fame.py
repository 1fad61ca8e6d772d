"""Gaining fame by cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.content import refuse_unknown
from lawspeaker_engine.games.northgard.buildings import BUILDINGS
from lawspeaker_engine.games.northgard.specials.special import Special
from lawspeaker_engine.games.northgard.state import State


def _closed(state: State, seat: int) -> int:
    return sum(state.board.closed(territory) for territory in state.controlled(seat))


def _large_buildings(state: State, seat: int) -> int:
    buildings = state.board.buildings
    return sum(BUILDINGS[code >> 2].large for territory in state.controlled(seat) for code in buildings[territory])


COUNTS: Final[dict[str, Callable[[State, int], int]]] = {"closed": _closed, "large_buildings": _large_buildings}
"""What the amount of a gain may go by, by the word that rows use: things of the seat on the map."""


@dataclass(frozen=True, slots=True)
class GainFame(Special):
    """Gain `fame`, and 1 more for `each` thing of a kind, `most` in all."""

    fame: int = 0
    each: str = ""
    """One of COUNTS, or empty."""
    most: int = 0
    """0 for no limit."""

    def __post_init__(self) -> None:
        if self.each:
            refuse_unknown("gain_fame each", self.each, tuple(COUNTS))

    def begin(self, state: State, seat: int, card: int) -> None:
        """Take the fame from the bank."""
        del card
        fame = self.fame + (COUNTS[self.each](state, seat) if self.each else 0)
        state.players[seat].fame += min(fame, self.most) if self.most else fame
