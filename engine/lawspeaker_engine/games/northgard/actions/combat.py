"""Combats: the order of several, and where one stands (NG-COMBAT-*); its steps are those of the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard import enums, figures
from lawspeaker_engine.games.northgard.actions.terms import PLAIN, MoveTerms
from lawspeaker_engine.games.northgard.options import DieFace, Fight
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.model import PUBLIC, Chance, Decision
from lawspeaker_engine.text import words

FACES: Final = (
    DieFace(2, 0, either=False), DieFace(3, 0, either=False), DieFace(1, 1, either=True),
    DieFace(2, 1, either=False), DieFace(0, 2, either=False), DieFace(1, 1, either=False),
)
"""The combat die (NG-COMBAT-11)."""

POINT_OR_CASUALTY: Final = (DieFace(1, 0, either=False), DieFace(0, 1, either=False))
"""The two faces from which a player chooses when it takes one of both (NG-COMBAT-10)."""

NOBODY: Final = -1

ATTACKER: Final = 0
DEFENDER: Final = 1
SIDES: Final = ("attacker", "defender")

CREATURE: Final = -2
"""The seat of a side that no player plays."""
UNHARMED: Final = 1 << 16
"""The force of a creature, which casualties do not wipe out (NG-CRE-12)."""

STAGES: Final = words(enums.CombatStep)
"""The names of all steps of a combat, by the number that views have for them."""


@dataclass(frozen=True, slots=True)
class Foe:
    """A creature that fights, as far as the steps of a combat go by it."""

    number: int
    """Its number among the creatures that have appeared, from 1."""
    points: int
    shares: bool
    """True if it leaves the territory to others too, so that nobody retreats who could not beat it."""
    takes_casualty: bool
    """True if it takes the casualty of a die that shows either; else the point."""


@dataclass(slots=True)
class Battles(Frame[State]):
    """All pending combats are fought, one at a time, in the order the active seat chooses (NG-COMBAT-04)."""

    seat: int
    terms: MoveTerms = PLAIN

    def step(self, state: State) -> Decision | Work:
        """Ask which combat is next until none is pending."""
        if state.battles:
            options = [Fight(battle.territory) for battle in state.battles]
            return self.choose(state, self.seat, "combat.order", options, PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[Fight]) -> Work:
        """The chosen combat is fought to its end before the next choice."""
        territory = chosen[0].territory
        battle = next(each for each in state.battles if each.territory == territory)
        if battle.creature:
            state.battles.remove(battle)
            for act in state.table.rules_at["hunt"]:
                act(state, battle, self.terms)
        else:
            state.push(Combat(territory, battle.attacker, state.board.owner[territory], self.terms))
        return ONGOING


@dataclass(slots=True)
class Combat(Frame[State]):
    """One combat, step by step as the table lists them; pairs hold the attacker's value, then the defender's."""

    territory: int
    attacker: int
    defender: int
    terms: MoveTerms
    stage: int = 0
    """The step being done, an index into the table's steps."""
    forces: tuple[int, int] = (0, 0)
    """Figures at the start: points, food limit and wipe-out go by them (NG-COMBAT-05, 07, 14)."""
    points: tuple[int, int] = (0, 0)
    """So far, food and die included as they come."""
    food: tuple[int, int] = (0, 0)
    """Discarded in step 3."""
    faces: tuple[int, int] = (-1, -1)
    """Rolled, as indices into FACES; -1 before the roll."""
    rerolled: tuple[int, int] = (0, 0)
    """By side, 1 if it was asked to roll again; nobody is asked twice in a combat."""
    casualties: tuple[int, int] = (0, 0)
    """Suffered so far; taken off in step 6."""
    lost: int = 0
    """Units that the attacker lost as casualties."""
    winner: int = NOBODY
    """A seat, once step 5 is done."""
    foe: Foe | None = None
    """The creature that fights on the side whose seat is CREATURE."""

    def step(self, state: State) -> Chance | Decision | Work:
        """Do the present step, or ask for what it needs."""
        step: CombatStep = state.table.combat[self.stage]
        asked = step.work(self, state, step.side)
        return self._progress(state) if asked is None else asked

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        """Use the answer to what the present step asked."""
        step: CombatStep = state.table.combat[self.stage]
        assert step.use is not None, "only steps that ask are answered"
        step.use(self, state, step.side, chosen)
        return self._progress(state)

    def _progress(self, state: State) -> Work:
        return ONGOING if self.stage < len(state.table.combat) else DONE

    def seat(self, side: int) -> int:
        """Return who fights on a side."""
        return self.attacker if side == ATTACKER else self.defender

    def standing(self, state: State, side: int) -> tuple[int, tuple[int, ...]]:
        """Return units and special figures of a side."""
        return figures.standing(state, self.seat(side), self.territory)

    def add_points(self, side: int, points: int) -> None:
        """Add points to a side's."""
        self.points = added(self.points, side, points)

    def inflict(self, side: int, casualties: int) -> None:
        """The side inflicts casualties on the other one."""
        self.casualties = added(self.casualties, 1 - side, casualties)


def added(pair: tuple[int, int], side: int, amount: int) -> tuple[int, int]:
    """Return the pair with more for one side."""
    return (pair[0] + amount, pair[1]) if side == ATTACKER else (pair[0], pair[1] + amount)


@dataclass(frozen=True, slots=True)
class CombatStep:
    """A step of a combat; it goes on to the next one by `Combat.stage`."""

    name: str
    side: int
    """Whose step it is; ATTACKER where it is both sides'."""
    work: Callable[[Combat, State, int], Chance | Decision | Work | None]
    """Does the step, or returns what must be answered first."""
    use: Callable[[Combat, State, int, Sequence[Any]], None] | None = None
    """Uses the answer."""
