"""Combat: the order of several, and the seven steps of one (NG-COMBAT-*)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lawspeaker_engine.agenda import Frame
from lawspeaker_engine.games.northgard import buildings, clans, figures
from lawspeaker_engine.games.northgard.board import ROUGH
from lawspeaker_engine.games.northgard.options import DieFace, Fight, Lose, Move, SpendFood
from lawspeaker_engine.games.northgard.retreat import Retreat
from lawspeaker_engine.games.northgard.state import FOOD, State
from lawspeaker_engine.games.northgard.terms import PLAIN, MoveTerms
from lawspeaker_engine.model import PUBLIC, Chance, Decision

FACES: Final = (
    DieFace(2, 0, either=False), DieFace(3, 0, either=False), DieFace(1, 1, either=True),
    DieFace(2, 1, either=False), DieFace(0, 2, either=False), DieFace(1, 1, either=False),
)
"""The combat die (NG-COMBAT-11)."""

POINT_OR_CASUALTY: Final = (DieFace(1, 0, either=False), DieFace(0, 1, either=False))
"""What a player chooses from when it takes one of both (NG-COMBAT-10)."""

NOBODY: Final = -1

_KAIJA_BONUS: Final = clans.kaija_points() - 1
"""What Kaija is worth more than a unit (NG-CLAN-BEAR-03)."""


def trigger(state: State, attacker: int, territory: int, units: int, *, kaija: bool) -> None:
    """Figures of `attacker`, lifted elsewhere, enter an enemy territory: a combat is pending there (NG-COMBAT-01).

    They join figures of the same seat that entered before (NG-MOVE-10). `Battles` has the combats fought.
    """
    figures.enter(state, attacker, territory, units, kaija=kaija)


@dataclass(slots=True)
class Battles(Frame[State]):
    """All pending combats are fought, one at a time, in the order the active seat chooses (NG-COMBAT-04)."""

    seat: int
    terms: MoveTerms = PLAIN

    def step(self, state: State) -> Decision | None:
        """A single combat needs no choice."""
        if not state.battles:
            state.agenda.pop()
        elif len(state.battles) == 1:
            self._fight(state, state.battles[0].territory)
        else:
            options = [Fight(battle.territory) for battle in state.battles]
            return Decision(self.seat, "combat.order", options, 1, 1, (0,), PUBLIC)
        return None

    def take(self, state: State, chosen: Sequence[Fight]) -> None:
        """The chosen combat is fought to its end before the next choice."""
        self._fight(state, chosen[0].territory)

    def _fight(self, state: State, territory: int) -> None:
        battle = figures.visit(state, territory)
        assert battle is not None, "only pending combats are offered"
        state.push(Combat(territory, battle.attacker, state.board.owner[territory], self.terms))


@dataclass(slots=True)
class Combat(Frame[State]):
    """One combat; points and casualties grow from step to step."""

    territory: int
    attacker: int
    defender: int
    terms: MoveTerms
    stage: str = "push"
    """The step being done; one of STAGES."""
    attacker_figures: int = 0
    """At the start: food limit, score and wipe-out go by it (NG-COMBAT-05, NG-COMBAT-14)."""
    defender_figures: int = 0
    attacker_points: int = 0
    defender_points: int = 0
    attacker_food: int = 0
    """Food discarded in step 3."""
    defender_food: int = 0
    attacker_face: int = -1
    """The face rolled, an index into FACES; -1 before the roll."""
    defender_face: int = -1
    attacker_casualties: int = 0
    """Casualties the attacker suffers."""
    defender_casualties: int = 0
    winner: int = NOBODY

    def step(self, state: State) -> Chance | Decision | None:  # type: ignore[override]
        """One step of the combat; see STAGES."""
        return _DO[self.stage](self, state)

    def take(self, state: State, chosen: Sequence[Any]) -> None:
        """The answer to what the present step asked."""
        _TAKE[self.stage](self, state, chosen)
        if self.stage != "aftermath":
            self._next()

    def _next(self) -> None:
        self.stage = STAGES[STAGES.index(self.stage) + 1]
