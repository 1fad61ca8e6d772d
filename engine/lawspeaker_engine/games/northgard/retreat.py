"""Step 7 of a combat: the loser's figures leave the territory (NG-COMBAT-17, NG-COMBAT-18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import Frame
from lawspeaker_engine.games.northgard import figures
from lawspeaker_engine.games.northgard.options import Move
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.games.northgard.tiles import REGULAR, ROUGH
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(slots=True)
class Retreat(Frame[State]):
    """All figures of the seat leave the territory, one group after another, until none is left there."""

    seat: int
    territory: int
    over_rough: bool
    """Whether rough borders can be crossed too (Wolf's initial card)."""

    def step(self, state: State) -> Decision | None:
        """Figures without a place to go return to the reserve (NG-COMBAT-18)."""
        units, kaija = figures.standing(state, self.seat, self.territory)
        if units == 0 and not kaija:
            state.agenda.pop()
            return None
        targets = places(state, self.seat, self.territory, over_rough=self.over_rough)
        if not targets:
            figures.to_reserve(state, self.seat, self.territory, units, kaija=kaija)
            return None
        if len(targets) == 1:
            self._go(state, Move(self.territory, targets[0], units, kaija))
            return None
        options = groups(self.territory, targets, units, kaija=kaija)
        everybody = len(options) // len(targets) - 1
        return Decision(self.seat, "combat.retreat", options, 1, 1, (everybody,), PUBLIC)

    def take(self, state: State, chosen: Sequence[Move]) -> None:
        """Move one group; `step` asks for the rest."""
        self._go(state, chosen[0])

    def _go(self, state: State, group: Move) -> None:
        figures.lift(state, self.seat, group.source, group.units, kaija=group.kaija)
        figures.enter(state, self.seat, group.target, group.units, kaija=group.kaija)


def places(state: State, seat: int, territory: int, *, over_rough: bool) -> list[int]:
    """Return adjacent territories that figures of the seat may retreat to, ascending.

    They are the seat's own or neutral (a teammate's is neither, NG-VAR-06), and no combat is pending there.
    """
    owner = state.board.owner
    worst = ROUGH if over_rough else REGULAR
    return [
        target for target, kind in state.board.neighbours[territory]
        if kind <= worst and owner[target] in (-1, seat) and not state.fights_in(target)
    ]


def groups(source: int, targets: Sequence[int], units: int, *, kaija: bool) -> list[Move]:
    """Return every group of at least one figure for every target, where the group of all figures comes last."""
    options = []
    for target in targets:
        for count in range(units + 1):
            if count:
                options.append(Move(source, target, count, kaija=False))
            if kaija:
                options.append(Move(source, target, count, kaija=True))
    return options
