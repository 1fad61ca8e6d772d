"""Combat: the order of several, and the seven steps of one (NG-COMBAT-*)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lawspeaker_engine.agenda import Frame
from lawspeaker_engine.games.northgard import buildings, clans, figures
from lawspeaker_engine.games.northgard.options import DieFace, Fight, Lose, Move, SpendFood
from lawspeaker_engine.games.northgard.retreat import Retreat
from lawspeaker_engine.games.northgard.state import FOOD, State
from lawspeaker_engine.games.northgard.terms import PLAIN, MoveTerms
from lawspeaker_engine.games.northgard.tiles import ROUGH
from lawspeaker_engine.model import PUBLIC, Chance, Decision

FACES: Final = (
    DieFace(2, 0, either=False), DieFace(3, 0, either=False), DieFace(1, 1, either=True),
    DieFace(2, 1, either=False), DieFace(0, 2, either=False), DieFace(1, 1, either=False),
)
"""The combat die (NG-COMBAT-11)."""

POINT_OR_CASUALTY: Final = (DieFace(1, 0, either=False), DieFace(0, 1, either=False))
"""What a player chooses from when it takes one of both (NG-COMBAT-10)."""

KAIJA_POINTS: Final = clans.kaija_points()
"""What Kaija is worth in step 1 (NG-CLAN-BEAR-03)."""

NOBODY: Final = -1

ATTACKER: Final = 0
DEFENDER: Final = 1
SIDES: Final = ("attacker", "defender")


@dataclass(slots=True)
class Battles(Frame[State]):
    """All pending combats are fought, one at a time, in the order the active seat chooses (NG-COMBAT-04)."""

    seat: int
    terms: MoveTerms = PLAIN

    def step(self, state: State) -> Decision | None:
        """Ask which combat is next until none is pending."""
        if state.battles:
            options = [Fight(battle.territory) for battle in state.battles]
            return self.choose(state, self.seat, "combat.order", options, PUBLIC)
        state.agenda.pop()
        return None

    def take(self, state: State, chosen: Sequence[Fight]) -> None:
        """The chosen combat is fought to its end before the next choice."""
        territory = chosen[0].territory
        battle = figures.visit(state, territory)
        assert battle is not None, "only pending combats are offered"
        state.push(Combat(territory, battle.attacker, state.board.owner[territory], self.terms))


@dataclass(slots=True)
class Combat(Frame[State]):
    """One combat, step by step as `_STEPS` lists them; pairs hold the attacker's value, then the defender's."""

    territory: int
    attacker: int
    defender: int
    terms: MoveTerms
    stage: int = 0
    """The step being done, an index into STAGES."""
    forces: tuple[int, int] = (0, 0)
    """Figures at the start: points, food limit and wipe-out go by them (NG-COMBAT-05, 07, 14)."""
    points: tuple[int, int] = (0, 0)
    """So far, food and die included as they come."""
    food: tuple[int, int] = (0, 0)
    """Discarded in step 3."""
    faces: tuple[int, int] = (-1, -1)
    """Rolled, as indices into FACES; -1 before the roll."""
    casualties: tuple[int, int] = (0, 0)
    """Suffered so far; taken off in step 6."""
    winner: int = NOBODY
    """A seat, once step 5 is done."""

    def step(self, state: State) -> Chance | Decision | None:
        """Do the present step, or ask for what it needs."""
        _, side, work, _ = _STEPS[self.stage]
        return work(self, state, side)

    def take(self, state: State, chosen: Sequence[Any]) -> None:
        """Use the answer to what the present step asked."""
        _, side, _, use = _STEPS[self.stage]
        assert use is not None, "only steps that ask are answered"
        use(self, state, side, chosen[0] if chosen else None)

    def seat(self, side: int) -> int:
        """Return who fights on a side."""
        return self.attacker if side == ATTACKER else self.defender

    def standing(self, state: State, side: int) -> tuple[int, bool]:
        """Return units, and whether Kaija is there, of a side."""
        return figures.standing(state, self.seat(side), self.territory)


# Before the combat.


def _push(combat: Combat, state: State, side: int) -> Decision | None:
    if combat.terms.push_before_combat and (options := _pushes(combat, state)):
        return Decision(combat.seat(side), "combat.push", options, 0, 1, (), PUBLIC)
    combat.stage += 1
    return None


def _pushes(combat: Combat, state: State) -> list[Move]:
    units, kaija = combat.standing(state, DEFENDER)
    options = []
    for target, kind in state.board.neighbours[combat.territory]:
        if kind <= ROUGH and state.board.owner[target] in (-1, combat.defender):
            if units:
                options.append(Move(combat.territory, target, 1, kaija=False))
            if kaija:
                options.append(Move(combat.territory, target, 0, kaija=True))
    return options


def _pushed(combat: Combat, state: State, _side: int, pushed: Move | None) -> None:
    combat.stage += 1
    if pushed is None:
        return
    figures.lift(state, combat.defender, combat.territory, pushed.units, kaija=pushed.kaija)
    figures.enter(state, combat.defender, pushed.target, pushed.units, kaija=pushed.kaija)
    if state.board.owner[combat.territory] != combat.defender:  # nobody is left to fight: entered, but not won
        combat.stage = len(_STEPS) - 1


# Steps 1 and 2: forces and bonuses.


def _count(combat: Combat, state: State, _side: int) -> None:
    board, where, terms = state.board, combat.territory, combat.terms
    units, kaija = combat.standing(state, ATTACKER)
    others, other_kaija = combat.standing(state, DEFENDER)
    combat.forces = (units + kaija, others + other_kaija)
    attacker = units + (KAIJA_POINTS if kaija else 0) + terms.points
    defender = others + (KAIJA_POINTS if other_kaija else 0)
    towers = 0
    if not state.players[combat.attacker].conqueror:
        defender += buildings.total(board, where, buildings.POINTS)
        towers = buildings.total(board, where, buildings.CASUALTIES)
    attacker += clans.combat_points(state, combat.attacker, where, attacking=True)
    defender += clans.combat_points(state, combat.defender, where, attacking=False)
    combat.points = (attacker, defender)
    combat.casualties = (towers, terms.casualties)
    combat.stage += 1


# Step 3: food.


def _ask_food(combat: Combat, state: State, side: int) -> Decision | None:
    seat = combat.seat(side)
    most = min(state.players[seat].resources[FOOD], combat.forces[side])
    if most == 0:
        combat.stage += 1
        return None
    return Decision(seat, "combat.food", [SpendFood(food) for food in range(most + 1)], 1, 1, (0,), PUBLIC)


def _spend(combat: Combat, state: State, side: int, spent: SpendFood) -> None:
    state.players[combat.seat(side)].resources[FOOD] -= spent.food
    combat.food = _add(combat.food, side, spent.food)
    combat.points = _add(combat.points, side, spent.food)
    combat.stage += 1


# Step 4: dice.


def _roll(_combat: Combat, state: State, side: int) -> Chance:
    return Chance("combat.roll", FACES, 1, f"combat/{state.year}/{SIDES[side]}", PUBLIC)


def _rolled(combat: Combat, _state: State, side: int, face: DieFace) -> None:
    combat.faces = _add(combat.faces, side, FACES.index(face) + 1)  # from -1
    if not face.either:
        _score(combat, side, face)
    combat.stage += 1


def _ask_die(combat: Combat, _state: State, side: int) -> Decision | None:
    if FACES[combat.faces[side]].either:
        return _ask_part(combat, side)
    combat.stage += 1
    return None


def _ask_bonus(combat: Combat, _state: State, side: int) -> Decision | None:
    if combat.terms.point_or_casualty:
        return _ask_part(combat, side)
    combat.stage += 1
    return None


def _ask_part(combat: Combat, side: int) -> Decision:
    return Decision(combat.seat(side), "combat.die", POINT_OR_CASUALTY, 1, 1, (0,), PUBLIC)


def _take_part(combat: Combat, _state: State, side: int, part: DieFace) -> None:
    _score(combat, side, part)
    combat.stage += 1


def _score(combat: Combat, side: int, face: DieFace) -> None:
    combat.points = _add(combat.points, side, face.points)
    combat.casualties = _add(combat.casualties, 1 - side, face.casualties)


# Step 5: the winner.


def _decide(combat: Combat, _state: State, _side: int) -> None:
    suffered = (max(combat.casualties[ATTACKER] - combat.terms.cancel_casualties, 0), combat.casualties[DEFENDER])
    combat.casualties = suffered
    attacker_lost = suffered[ATTACKER] >= combat.forces[ATTACKER]
    defender_lost = suffered[DEFENDER] >= combat.forces[DEFENDER]
    if attacker_lost and defender_lost:
        combat.winner = NOBODY
    elif attacker_lost or defender_lost:
        combat.winner = combat.defender if attacker_lost else combat.attacker
    else:
        combat.winner = combat.attacker if combat.points[ATTACKER] > combat.points[DEFENDER] else combat.defender
    combat.stage += 1


# Step 6: casualties.


def _ask_losses(combat: Combat, state: State, side: int) -> Decision | None:
    lost = min(combat.casualties[side], combat.forces[side])
    units, kaija = combat.standing(state, side)
    options = [Lose(lost, kaija=False)] if lost <= units else []
    if kaija and lost:
        options.append(Lose(lost - 1, kaija=True))
    return combat.choose(state, combat.seat(side), "combat.casualties", options, PUBLIC)


def _lose(combat: Combat, state: State, side: int, lost: Lose) -> None:
    if lost.units or lost.kaija:
        figures.to_reserve(state, combat.seat(side), combat.territory, lost.units, kaija=lost.kaija)
    combat.stage += 1


# Step 7: retreat, and who holds the territory then.


def _retreat(combat: Combat, state: State, _side: int) -> None:
    combat.stage += 1
    if combat.winner == combat.defender:
        state.push(Retreat(combat.attacker, combat.territory, over_rough=combat.terms.ignore_rough))
    elif combat.winner == combat.attacker:
        state.push(Retreat(combat.defender, combat.territory, over_rough=False))


def _settle(combat: Combat, state: State, _side: int) -> None:
    state.agenda.pop()
    units, kaija = figures.standing(state, combat.attacker, combat.territory)
    if units or kaija:
        figures.lift(state, combat.attacker, combat.territory, units, kaija=kaija)
        state.put_figures(combat.attacker, combat.territory, units, kaija=kaija)
    if combat.winner == combat.attacker:
        clans.attack_won(state, combat.attacker, combat.territory)


def _add(pair: tuple[int, int], side: int, amount: int) -> tuple[int, int]:
    return (pair[0] + amount, pair[1]) if side == ATTACKER else (pair[0], pair[1] + amount)


_Work = Callable[[Combat, State, int], Chance | Decision | None]
_Use = Callable[[Combat, State, int, Any], None]

_STEPS: Final[tuple[tuple[str, int, _Work, _Use | None], ...]] = (
    ("push", ATTACKER, _push, _pushed),
    ("forces", ATTACKER, _count, None),
    ("food", ATTACKER, _ask_food, _spend),
    ("food", DEFENDER, _ask_food, _spend),
    ("roll", ATTACKER, _roll, _rolled),
    ("die", ATTACKER, _ask_die, _take_part),
    ("bonus", ATTACKER, _ask_bonus, _take_part),
    ("roll", DEFENDER, _roll, _rolled),
    ("die", DEFENDER, _ask_die, _take_part),
    ("winner", ATTACKER, _decide, None),
    ("casualties", ATTACKER, _ask_losses, _lose),
    ("casualties", DEFENDER, _ask_losses, _lose),
    ("retreat", ATTACKER, _retreat, None),
    ("settle", ATTACKER, _settle, None),
)
"""Name, side, what is done or asked, and what is done with the answer (order of NG-COMBAT-05 to NG-COMBAT-17)."""

STAGES: Final = tuple(name for name, *_ in _STEPS)
"""By `Combat.stage`."""
