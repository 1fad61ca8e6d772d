"""The seven steps of a combat (NG-COMBAT-05..18)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.northgard import buildings, figures, moments
from lawspeaker_engine.games.northgard.actions.combat import (
    ATTACKER,
    CREATURE,
    DEFENDER,
    FACES,
    NOBODY,
    POINT_OR_CASUALTY,
    SIDES,
    UNHARMED,
    Combat,
    CombatStep,
    Foe,
    added,
)
from lawspeaker_engine.games.northgard.actions.recruit import PlaceUnit, RecruitUnits
from lawspeaker_engine.games.northgard.actions.retreat import Retreat
from lawspeaker_engine.games.northgard.cards.paying import PayAny
from lawspeaker_engine.games.northgard.moments import Rule
from lawspeaker_engine.games.northgard.options import Accept, DieFace, Figure, Lose, Move, SpendFood
from lawspeaker_engine.games.northgard.state import FOOD, State
from lawspeaker_engine.games.northgard.tiles import ROUGH
from lawspeaker_engine.model import PUBLIC, Chance, Decision


def _seat(combat: Combat, side: int) -> int:
    return combat.attacker if side == ATTACKER else combat.defender


def _go_on(combat: Combat, state: State, moment: Callable[..., object]) -> None:
    """Go on to the next step, or past it if it is there for one moment only and no rule acts then."""
    combat.stage += 1 if moments.acts(state, moment) else 2


# Before the combat.


def _push(combat: Combat, state: State, side: int) -> Decision | None:
    if combat.terms.push_before_combat and (options := _pushes(combat, state)):
        return Decision(_seat(combat, side), "combat.push", options, 0, 1, (), PUBLIC)
    _go_on(combat, state, Rule.declare)
    return None


def _pushes(combat: Combat, state: State) -> list[Move]:
    units, special = combat.standing(state, DEFENDER)
    special = figures.named(state, special)
    options = []
    board = state.board
    for target, kind in board.neighbours[combat.territory]:
        # A push is no retreat, so a rough border does not stop it, but what pins units does.
        if kind <= ROUGH and board.owner[target] in (-1, combat.defender) and board.lets_pass(
                combat.defender, combat.territory, target):
            if units:
                options.append(Move(combat.territory, target, 1, kaija=False))
            if figures.KAIJA in special:
                options.append(Move(combat.territory, target, 0, kaija=True))
            if figures.others(special):
                options.append(Move(combat.territory, target, 0, kaija=False))
    return options


def _pushed(combat: Combat, state: State, _side: int, chosen: Sequence[Move]) -> None:
    _go_on(combat, state, Rule.declare)
    for pushed in chosen:
        special = figures.kaija_if(pushed.kaija)
        if not pushed.units and not pushed.kaija:
            special = figures.others(figures.named(state, combat.standing(state, DEFENDER)[1]))
            if len(special) > 1:
                state.push(PushFigure(combat.attacker, combat.defender, combat.territory, pushed.target, special))
                continue
        figures.lift(state, combat.defender, combat.territory, pushed.units, special)
        figures.enter(state, combat.defender, pushed.target, pushed.units, special)
        if state.board.owner[combat.territory] != combat.defender:  # nobody is left to fight: entered, but not won
            combat.stage = len(state.table.combat) - 1


@dataclass(slots=True)
class PushFigure(Frame[State]):
    """The attacker says which of several special figures it pushes out; those that are left defend."""

    seat: int
    defender: int
    territory: int
    target: int
    special: tuple[int, ...]

    def step(self, state: State) -> Decision | Work:
        """Ask which one."""
        options = [Figure(self.territory, kaija=False, figure=figure) for figure in self.special]
        return self.choose(state, self.seat, "move.figures", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Figure]) -> Work:
        """Bring it there."""
        for option in chosen:
            figures.lift(state, self.defender, self.territory, 0, (option.figure,))
            figures.enter(state, self.defender, self.target, 0, (option.figure,))
        return DONE


# Steps 1 and 2: forces and bonuses.


def _declare(combat: Combat, state: State, _side: int) -> None:
    """Let rules act before forces are counted; what they ask comes before the next step."""
    combat.stage += 1
    moments.declare(state, combat)


def _count(combat: Combat, state: State, _side: int) -> None:
    board, where, terms, worth = state.board, combat.territory, combat.terms, state.table.points
    units, special = combat.standing(state, ATTACKER)
    others, other_special = combat.standing(state, DEFENDER)
    # Forces stay as they are from here on: figures that die later still count for the score (NG-COMBAT-05), and
    # the force says how many casualties make a side lose (NG-COMBAT-14).
    combat.forces = (units + len(special), others + len(other_special))
    attacker = units + terms.points
    defender = others
    for figure in special:
        attacker += worth[figure]
    for figure in other_special:
        defender += worth[figure]
    towers = 0
    if combat.foe is not None:
        if combat.attacker == CREATURE:
            attacker = combat.foe.points
            defender += buildings.total(board, where, buildings.POINTS)  # towers harm no creature (NG-CRE-14)
        else:
            defender = combat.foe.points
        # A creature has no figures, so the force counted above is 0, and no casualty at all would make it lose.
        own = combat.forces
        combat.forces = (UNHARMED, own[DEFENDER]) if combat.attacker == CREATURE else (own[ATTACKER], UNHARMED)
    elif not state.players[combat.attacker].conqueror:
        defender += buildings.total(board, where, buildings.POINTS)
        towers = buildings.total(board, where, buildings.CASUALTIES)
    if terms.points_per_adjacent:
        near = [board.owner[other] for other, _ in board.neighbours[where]]
        attacker += terms.points_per_adjacent * near.count(combat.attacker)
    attackers_rules, defenders_rules = moments.combat_points(state, combat)
    combat.points = (attacker + attackers_rules, defender + defenders_rules)
    combat.casualties = (towers, terms.casualties)
    combat.stage += 1


# Step 3: food.


def _ask_food(combat: Combat, state: State, side: int) -> Decision | None:
    seat = _seat(combat, side)
    if seat < 0:
        combat.stage += 1
        return None
    resources = state.players[seat].resources
    most = min(sum(resources) if _pays_anything(combat, side) else resources[FOOD], combat.forces[side])
    if most == 0:
        combat.stage += 1
        return None
    return Decision(seat, "combat.food", [SpendFood(food) for food in range(most + 1)], 1, 1, (0,), PUBLIC)


def _spend(combat: Combat, state: State, side: int, chosen: Sequence[SpendFood]) -> None:
    food = chosen[0].food
    if _pays_anything(combat, side):
        # The points are given below, before the kinds are chosen: the sum is fixed, and no later step depends on them.
        state.push(PayAny(_seat(combat, side), food))
    else:
        state.players[_seat(combat, side)].resources[FOOD] -= food
    combat.food = added(combat.food, side, food)
    combat.add_points(side, food)
    combat.add_points(side, moments.food_points(state, combat, side))
    combat.stage += 1


def _pays_anything(combat: Combat, side: int) -> bool:
    return side == ATTACKER and combat.terms.any_resource


# Step 4: dice.


def _roll(combat: Combat, state: State, side: int) -> Chance:
    fight = "combat" if combat.foe is None else "creature"
    # Combats with creatures have streams of their own, so that a hunt does not change the dice of other combats.
    stream = f"{state.year}/{SIDES[side]}" if combat.foe is None else f"{state.year}/{combat.foe.number}/{SIDES[side]}"
    return Chance("combat.roll", FACES, 1, f"{fight}/{stream}", PUBLIC)


def _rolled(combat: Combat, state: State, side: int, chosen: Sequence[DieFace]) -> None:
    rolled = list(combat.faces)
    rolled[side] = FACES.index(chosen[0])
    combat.faces = (rolled[ATTACKER], rolled[DEFENDER])
    _go_on(combat, state, Rule.may_reroll)


def _ask_reroll(combat: Combat, state: State, side: int) -> Decision | None:
    """Ask whether the side rolls again, once in a combat; nobody else has seen more than it has."""
    if not combat.rerolled[side] and combat.seat(side) >= 0 and moments.may_reroll(state, combat, side):
        return Decision(_seat(combat, side), "combat.reroll", [Accept()], 0, 1, (), PUBLIC)
    combat.stage += 1
    return None


def _reroll(combat: Combat, _state: State, side: int, chosen: Sequence[Accept]) -> None:
    combat.rerolled = added(combat.rerolled, side, 1)
    # The step before this one is the roll.
    combat.stage += -1 if chosen else 1


def _ask_die(combat: Combat, state: State, side: int) -> Decision | None:
    face = FACES[combat.faces[side]]
    if face.either and combat.seat(side) < 0:
        # Only a creature has no seat to ask; the card of the creature says what it takes (NG-CRE-12).
        face = POINT_OR_CASUALTY[combat.foe is not None and combat.foe.takes_casualty]
    if face.either:
        return _ask_part(combat, side)
    # The attacker's die is used up before the defender's exists, so that the choice cannot wait for it (NG-COMBAT-10).
    _take_face(combat, state, side, [face])
    return None


def _take_face(combat: Combat, state: State, side: int, chosen: Sequence[DieFace]) -> None:
    _score(combat, side, chosen[0])
    if side == DEFENDER and combat.terms.recoil:
        combat.inflict(ATTACKER, chosen[0].casualties)
    moments.after_die(state, combat, side, chosen[0])
    combat.stage += 1


def _ask_bonus(combat: Combat, _state: State, side: int) -> Decision | None:
    if combat.terms.point_or_casualty:
        return _ask_part(combat, side)
    combat.stage += 1
    return None


def _ask_part(combat: Combat, side: int) -> Decision:
    return Decision(_seat(combat, side), "combat.die", POINT_OR_CASUALTY, 1, 1, (0,), PUBLIC)


def _take_part(combat: Combat, _state: State, side: int, chosen: Sequence[DieFace]) -> None:
    _score(combat, side, chosen[0])
    combat.stage += 1


def _score(combat: Combat, side: int, face: DieFace) -> None:
    combat.add_points(side, face.points)
    combat.inflict(side, face.casualties)


# Steps 5 and 6: the winner, and the casualties.


def _suffer(combat: Combat, state: State, _side: int) -> None:
    """Know what both sides suffer: what rules inflict, and without what does not count."""
    on_attacker, on_defender = moments.inflicted(state, combat)
    attackers, defenders = moments.cancelled(state, combat)
    combat.casualties = (
        max(combat.casualties[ATTACKER] + on_attacker - combat.terms.cancel_casualties - attackers, 0),
        max(combat.casualties[DEFENDER] + on_defender - defenders, 0),
    )
    # After the rules have acted, so that casualties that they inflict on a creature are dropped as well.
    if combat.foe is not None:  # a creature suffers none
        on_attacker, on_defender = combat.casualties
        combat.casualties = (0, on_defender) if combat.attacker == CREATURE else (on_attacker, 0)
    combat.add_points(ATTACKER, combat.terms.points_per_casualty * combat.casualties[DEFENDER])
    combat.stage += 1


def _decide(combat: Combat, _state: State, _side: int) -> None:
    # This goes before the score (NG-COMBAT-14). Only where it decides nothing a tie is the defender's (NG-COMBAT-15).
    attacker_lost = combat.casualties[ATTACKER] >= combat.forces[ATTACKER]
    defender_lost = combat.casualties[DEFENDER] >= combat.forces[DEFENDER]
    if attacker_lost and defender_lost:
        combat.winner = NOBODY
    elif attacker_lost or defender_lost:
        combat.winner = combat.defender if attacker_lost else combat.attacker
    else:
        combat.winner = combat.attacker if combat.points[ATTACKER] > combat.points[DEFENDER] else combat.defender
    combat.stage += 1


def _ask_losses(combat: Combat, state: State, side: int) -> Decision | Work:
    # What exceeds the force has nobody to kill.
    lost = min(combat.casualties[side], combat.forces[side])
    units, special = combat.standing(state, side)
    options = [
        Lose(lost - len(chosen), *figures.told(chosen))
        for chosen in figures.subsets(special, lost) if lost - len(chosen) <= units
    ]
    return combat.choose(state, _seat(combat, side), "combat.casualties", options, PUBLIC)


def _lose(combat: Combat, state: State, side: int, chosen: Sequence[Lose]) -> None:
    lost, special = chosen[0], figures.special_of(chosen[0])
    if lost.units or special:
        figures.to_reserve(state, _seat(combat, side), combat.territory, lost.units, special)
        moments.taken_off(state, combat, 1 - side, lost.units)
        moments.figures_lost(state, combat, side, lost.units + len(special))
    if side == ATTACKER:
        combat.lost = lost.units
    combat.stage += 1


# Step 7: retreat, and who holds the territory then.


def _retreat(combat: Combat, state: State, _side: int) -> None:
    combat.stage += 1
    # With a creature there are combats that nobody must leave: the creature has no figures that could retreat.
    if combat.foe is not None and not _yields(combat, combat.foe):
        return
    if combat.winner == combat.defender:
        over_rough = combat.terms.ignore_rough or combat.attacker in state.table.over_rough
        state.push(Retreat(combat.attacker, combat.territory, over_rough=over_rough,
                           recruits=combat.terms.recruit_on_retreat))
    elif combat.winner == combat.attacker:
        chooser = combat.attacker if combat.terms.choose_retreat else -1
        over_rough = combat.defender in state.table.over_rough
        state.push(Retreat(combat.defender, combat.territory, over_rough=over_rough, chooser=chooser))


def _yields(combat: Combat, foe: Foe) -> bool:
    """Return whether a player leaves the territory after a combat with a creature (NG-CRE-16)."""
    if combat.attacker == CREATURE:
        return combat.winner == CREATURE
    return combat.winner == CREATURE and not foe.shares


def _settle(combat: Combat, state: State, _side: int) -> None:
    combat.stage += 1
    units, special = figures.standing(state, combat.attacker, combat.territory)
    # The attacker's figures are visitors until now. Lifted and put down again they hold the territory if the defender
    # has left it; `owner_changed` then acts once, at the end of the combat.
    if (units or special) and state.board.owner[combat.territory] != combat.attacker:
        figures.lift(state, combat.attacker, combat.territory, units, special)
        state.put_figures(combat.attacker, combat.territory, units, special)
        moments.land_taken(state, combat.attacker, combat.territory)
    if combat.terms.fame_per_win and combat.winner == combat.attacker:
        state.players[combat.attacker].fame += combat.terms.fame_per_win
    if combat.foe is not None:
        moments.fought(state, combat)
    elif combat.winner == combat.attacker:
        moments.attack_won(state, combat.attacker, combat.territory)
        inflicted = min(combat.casualties[DEFENDER], combat.forces[DEFENDER])
        if combat.terms.recruit_per_casualty and inflicted:
            state.push(RecruitUnits(combat.attacker, inflicted, quotas=((combat.territory, inflicted),)))
    elif combat.winner == combat.defender:
        moments.defense_won(state, combat.defender, combat.territory)
    # One frame for each unit, because each may come back into another territory.
    for _ in range(combat.lost if combat.terms.mend else 0):
        state.push(PlaceUnit(combat.attacker))


_WINNER: Final = CombatStep("winner", ATTACKER, _decide)
_CASUALTIES: Final = (
    CombatStep("casualties", ATTACKER, _ask_losses, _lose),
    CombatStep("casualties", DEFENDER, _ask_losses, _lose),
)


def combat_steps(*, casualties_first: bool) -> list[CombatStep]:
    """Return the steps of the base game (order of NG-COMBAT-05 to NG-COMBAT-17, NGP-COMBAT-02)."""
    return [
        CombatStep("push", ATTACKER, _push, _pushed),
        CombatStep("declare", ATTACKER, _declare),
        CombatStep("forces", ATTACKER, _count),
        CombatStep("food", ATTACKER, _ask_food, _spend),
        CombatStep("food", DEFENDER, _ask_food, _spend),
        CombatStep("roll", ATTACKER, _roll, _rolled),
        CombatStep("reroll", ATTACKER, _ask_reroll, _reroll),
        CombatStep("die", ATTACKER, _ask_die, _take_face),
        CombatStep("bonus", ATTACKER, _ask_bonus, _take_part),
        CombatStep("roll", DEFENDER, _roll, _rolled),
        CombatStep("reroll", DEFENDER, _ask_reroll, _reroll),
        CombatStep("die", DEFENDER, _ask_die, _take_face),
        CombatStep("suffered", ATTACKER, _suffer),
        *((*_CASUALTIES, _WINNER) if casualties_first else (_WINNER, *_CASUALTIES)),
        CombatStep("retreat", ATTACKER, _retreat),
        CombatStep("settle", ATTACKER, _settle),
    ]
