"""Brittle: Parley with a bug, so that the referee fails in the middle of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lawspeaker_engine.model import Picks
from tests.games.parley import Parley, State

BUG: Final = "a bug in the rules"
LUCK: Final = 4


class Brittle(Parley):
    """A match breaks at its first bid if the die shows less than `LUCK`; a match of one round always does.

    It has Parley's name, for its messages and its records are Parley's.
    """

    def apply(self, state: State, answers: Sequence[Picks]) -> None:
        """Raises ZeroDivisionError."""
        if state.phase == "bid" and state.round == 1 and (state.rounds == 1 or (state.die or 0) < LUCK):
            raise ZeroDivisionError(BUG)
        super().apply(state, answers)


BRITTLE = Brittle()
