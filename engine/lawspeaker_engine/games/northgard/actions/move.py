"""The Move action: figures cross borders one group after another, then all combats are fought (NG-MOVE-*)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.canon import WHEN_SET
from lawspeaker_engine.content import CardEffect
from lawspeaker_engine.games.northgard import figures, moments
from lawspeaker_engine.games.northgard.actions.build import BuildInNew, RazeBuilding
from lawspeaker_engine.games.northgard.actions.combat import Battles
from lawspeaker_engine.games.northgard.actions.terms import PLAIN, MoveTerms
from lawspeaker_engine.games.northgard.buildings import produced
from lawspeaker_engine.games.northgard.cards.choosing import Offer
from lawspeaker_engine.games.northgard.moments import Rule
from lawspeaker_engine.games.northgard.options import Figure, move_option
from lawspeaker_engine.games.northgard.options import Move as Step
from lawspeaker_engine.games.northgard.state import FOOD, WOOD, State
from lawspeaker_engine.games.northgard.tiles import IMPASSABLE, ROUGH
from lawspeaker_engine.games.northgard.tokens import SCORCHED_EARTH
from lawspeaker_engine.model import PUBLIC, Decision

__all__ = ["PLAIN", "Move", "MoveTerms", "MoveUnits", "Reinforce", "shift"]


ROUGH_MOVES: Final = 2
"""Moves that a rough border takes (NG-MOVE-06)."""
WHOLE: Final = 2
"""Moves that a Move action must have at least for a journey that takes all of it (UH-SEA-04)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(MoveTerms):
    """The verb of cards: a Move action of so many moves, with what the card adds to them (NG-MOVE-01)."""

    moves: int
    unfought: CardEffect[State] | None = None
    """An effect that is offered at the end if the moves have caused no combat."""

    def playable(self, state: State, seat: int) -> bool:
        """Always: no move need be possible, and none need be made (AMB-R50)."""
        return True

    def begin(self, state: State, seat: int, card: int) -> None:
        """Start the action."""
        if self.build_in_new:
            state.push(BuildInNew(seat, tuple(state.controlled(seat))))
        state.push(MoveUnits(seat, self.moves, self, card, self.unfought))


@dataclass(slots=True)
class MoveUnits(Frame[State]):
    """Moves one at a time until none is left or possible or the seat stops, then the combats they caused.

    A group is chosen in two questions where special figures other than Kaija could go too: units and Kaija first, then
    which of the others.
    """

    seat: int
    left: int
    """Moves not yet used."""
    terms: MoveTerms = PLAIN
    card: int = -1
    """The card whose action it is."""
    unfought: CardEffect[State] | None = None
    """An effect that is offered at the end if there is no combat."""
    group: tuple[int, ...] = ()
    """Source, target, units and Kaija (1 or 0) of the group whose other figures are still to be chosen."""
    begun: bool = False
    """True if a move was made; only noted where there are Ports."""
    moved: bool = False
    """True if all moves are made, and rules have added combats."""
    entered: tuple[int, ...] = field(default=(), metadata=WHEN_SET)
    """Guarded territories into which figures have moved: they stay there, and will fight."""

    def step(self, state: State) -> Decision | Work:
        """Ask for the next move; all moves come before all combats (NG-MOVE-11)."""
        if self.group:
            return self._ask_others(state, _step(self.group))
        if self.left and not self.moved and (options := self._options(state)):
            if passing(state, self.seat) < 0:
                return Decision(self.seat, "move.step", options, 0, 1, (), PUBLIC)
            return self.choose(state, self.seat, "move.step", options, PUBLIC)
        if not self.moved and moments.acts(state, Rule.before_combats):
            self.moved = True
            moments.before_combats(state, self.seat, self.entered)
            return ONGOING
        if state.battles:
            state.push(Battles(self.seat, self.terms))
            entered = tuple([battle.territory for battle in state.battles if not battle.creature])
            if self.terms.raze and entered:
                state.push(RazeBuilding(self.seat, entered))
        elif self.unfought is not None:
            state.push(Offer(self.seat, self.card, self.unfought))
        return DONE

    def take(self, state: State, chosen: Sequence[Step] | Sequence[Figure]) -> Work:
        """Make one move, or ask who goes too; or make no more moves."""
        if self.group:
            step, self.group = _step(self.group), ()
            self._go(state, step, [option.figure for option in chosen if isinstance(option, Figure)])
            return ONGOING
        for option in chosen:
            assert isinstance(option, Step)
            if state.figures and figures.others(state.special_figures(self.seat, option.source)):
                self.group = (option.source, option.target, option.units, int(option.kaija))
            else:
                self._go(state, option, ())
        if not chosen:
            self.left = 0
        return ONGOING

    def _ask_others(self, state: State, step: Step) -> Decision | Work:
        """Ask which other figures go; all of them do where nobody may stay behind."""
        others = figures.others(state.special_figures(self.seat, step.source))
        options = [Figure(step.source, kaija=False, figure=figure) for figure in others]
        least = 0 if step.units or (step.kaija and state.settings.kaija_alone) else 1
        left = self.left - self._cost(state, step)
        if is_teammate(state, self.seat, state.board.owner[step.source]) and not self._may_stay(
                state, step.source, step.target, left, 1, kaija=False):
            least = len(options)
        if least == len(options):
            return self.take(state, options)
        return Decision(self.seat, "move.figures", options, least, len(options), tuple(range(least)), PUBLIC)

    def _cost(self, state: State, step: Step) -> int:
        kinds = [kind for target, kind in state.board.neighbours[step.source] if target == step.target]
        costs = cost(kinds[0], self.terms) if kinds else self.left
        return min(costs, self.left)  # from Port to Port no border leads, or one that costs too much

    def _go(self, state: State, step: Step, others: Sequence[int]) -> None:
        self.left -= self._cost(state, step)
        self.begun = moments.acts(state, Rule.far_targets)
        if step.kaija and self.terms.kaija_collects:
            resources = state.players[self.seat].resources
            made = produced(state.board, step.source)
            resources[FOOD] += made[FOOD]
            resources[WOOD] += made[WOOD]
        special = (figures.KAIJA, *others) if step.kaija else others
        if step.target in state.board.guarded_from(self.seat):
            self.entered = (*self.entered, step.target)
        shift(state, self.seat, step.source, step.target, step.units, special)

    def _options(self, state: State) -> list[Step]:
        """Return all moves, ascending; only onward ones while units are in a teammate's territory (NG-VAR-06)."""
        options: list[Step] = []
        stuck = passing(state, self.seat)
        if stuck >= 0:
            self._add_moves(state, stuck, options)
            return options
        owner, onward = state.board.owner, self._goes_on_from(state)
        held = state.board.pinned_for(self.seat) + self.entered
        for territory in state.board.territories:
            if (owner[territory] == self.seat or territory in onward) and territory not in held:
                self._add_moves(state, territory, options)
        return options

    def _goes_on_from(self, state: State) -> list[int]:
        """Return the enemy territories that figures have entered and may go on from."""
        if not state.battles or not (self.terms.through_enemies or self.terms.through_scorched):
            return []
        entered = [battle.territory for battle in state.battles]
        if self.terms.through_enemies:
            return entered
        token = state.token(SCORCHED_EARTH)
        return [territory for territory in entered if token and token.territory == territory]

    def _add_moves(self, state: State, source: int, options: list[Step]) -> None:
        units, special = figures.standing(state, self.seat, source)
        kaija = figures.KAIJA in special
        others = len(special) > kaija  # they may make a group without units, and go with every other one
        alone = state.settings.kaija_alone or others
        free = not is_teammate(state, self.seat, state.board.owner[source])  # then any figures may stay behind
        targets = [(target, cost(kind, self.terms)) for target, kind in state.board.neighbours[source]]
        if not self.begun and self.left >= WHOLE and moments.acts(state, Rule.far_targets):
            near = [target for target, costs in targets if costs <= self.left]
            targets = [pair for pair in targets if pair[0] in near]
            targets += [(each, self.left) for each in moments.far_targets(state, self.seat, source) if each not in near]
            targets.sort()
        for target, costs in targets:
            left = self.left - costs
            if left < 0:
                continue
            with_kaija = kaija and self._may_enter(state, target, left, kaija=True)
            without = self._may_enter(state, target, left, kaija=False)
            for count in range(units + 1):
                stay = units - count
                if (count or others) and without and (
                    free or self._may_stay(state, source, target, left, stay, kaija=kaija)
                ):
                    options.append(move_option(source, target, count, kaija=False))
                if with_kaija and (count or alone) and (
                    free or self._may_stay(state, source, target, left, stay, kaija=False)
                ):
                    options.append(move_option(source, target, count, kaija=True))

    def _may_enter(self, state: State, target: int, left: int, *, kaija: bool) -> bool:
        """Return whether a group may enter, with so many moves left then; Kaija not enemy land (NG-CLAN-BEAR-04)."""
        owner = state.board.owner[target]
        if owner in (-1, self.seat):
            return True
        if state.is_enemy(self.seat, owner):
            return not kaija or state.table.numbers.kaija_enters or state.players[self.seat].awakened
        return self._way_out(state, target, left, kaija=kaija)

    def _may_stay(self, state: State, source: int, target: int, left: int, units: int, *, kaija: bool) -> bool:
        """Return whether these figures may stay behind: in a teammate's territory only if they can leave it afterwards.

        A group that goes on from one teammate's territory to another stays together: both could not be left in time.
        """
        owner = state.board.owner
        if not (units or kaija) or not is_teammate(state, self.seat, owner[source]):
            return True
        if is_teammate(state, self.seat, owner[target]) or (kaija and not units and not state.settings.kaija_alone):
            return False
        return self._way_out(state, source, left, kaija=kaija)

    def _way_out(self, state: State, territory: int, left: int, *, kaija: bool) -> bool:
        """Return whether so many moves lead a group out of a teammate's territory (AMB-R42)."""
        for target, kind in state.board.neighbours[territory]:
            after = left - cost(kind, self.terms)
            if after >= 0 and self._may_enter(state, target, after, kaija=kaija):
                return True
        return False


def _step(group: tuple[int, ...]) -> Step:
    source, target, units, kaija = group
    return Step(source, target, units, bool(kaija))


def cost(kind: int, terms: MoveTerms) -> int:
    """Moves needed to cross a border of this kind (NG-MOVE-06); impassable ones more than any card has."""
    if kind == IMPASSABLE:
        return 1 << 16
    return ROUGH_MOVES if kind == ROUGH and not terms.ignore_rough else 1


def is_teammate(state: State, seat: int, other: int) -> bool:
    """Return whether `other` is another player whom `seat` may not fight."""
    return other >= 0 and other != seat and not state.is_enemy(seat, other)


def passing(state: State, seat: int) -> int:
    """Return the teammate's territory that units of the seat are passing through, or -1."""
    if state.settings.teams:
        for battle in state.battles:
            if is_teammate(state, seat, state.board.owner[battle.territory]):
                return battle.territory
    return -1


def shift(state: State, seat: int, source: int, target: int, units: int, special: Sequence[int] = ()) -> None:
    """Bring figures of a seat from one territory to another, whatever lies between.

    In an enemy territory a combat is then pending (NG-MOVE-09), which `combat.Battles` has fought.
    """
    figures.lift(state, seat, source, units, special)
    figures.enter(state, seat, target, units, special)


@dataclass(slots=True)
class Reinforce(Frame[State]):
    """The seat may move one figure from an adjacent territory of its own into this one, over rough borders too."""

    seat: int
    territory: int
    source: int = -1
    """The territory of which another special figure comes; which one is still to be chosen."""

    def step(self, state: State) -> Decision | Work:
        """Ask which figure comes; Kaija is offered only where she may move alone (AMB-R22)."""
        if self.source >= 0:
            others = figures.others(state.special_figures(self.seat, self.source))
            options = [Figure(self.source, kaija=False, figure=figure) for figure in others]
            return self.choose(state, self.seat, "move.figures", options, PUBLIC)
        steps, pinned = [], state.board.pinned_for(self.seat)
        for source, kind in state.board.neighbours[self.territory]:
            if kind != IMPASSABLE and state.board.owner[source] == self.seat and source not in pinned:
                units, special = figures.standing(state, self.seat, source)
                if figures.KAIJA in special and state.settings.kaija_alone:
                    steps.append(Step(source, self.territory, 0, kaija=True))
                if figures.others(special):
                    steps.append(Step(source, self.territory, 0, kaija=False))
                if units:
                    steps.append(Step(source, self.territory, 1, kaija=False))
        if steps:
            return Decision(self.seat, "move.step", steps, 0, 1, (), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[Step] | Sequence[Figure]) -> Work:
        """Move the figure, if one was chosen."""
        for option in chosen:
            if isinstance(option, Figure):
                shift(state, self.seat, self.source, self.territory, 0, (option.figure,))
            elif option.units or option.kaija:
                shift(state, self.seat, option.source, self.territory, option.units, figures.kaija_if(option.kaija))
            else:
                self.source = option.source
                return ONGOING
        return DONE
