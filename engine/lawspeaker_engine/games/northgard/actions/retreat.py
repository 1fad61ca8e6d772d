"""Step 7 of a combat: the loser's figures leave the territory (NG-COMBAT-17, NG-COMBAT-18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard import figures
from lawspeaker_engine.games.northgard.actions.recruit import RecruitUnits
from lawspeaker_engine.games.northgard.options import Figure, Move
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.games.northgard.tiles import REGULAR, ROUGH
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(slots=True)
class Retreat(Frame[State]):
    """All figures of the seat leave the territory, one group after another, until none is left there."""

    seat: int
    territory: int
    over_rough: bool
    """True if rough borders can be crossed too (Wolf's initial card)."""
    chooser: int = -1
    """The seat that chooses instead; -1 for the seat itself."""
    recruits: bool = False
    """True if a unit is recruited where they went (Howl from the Sea)."""
    went: tuple[int, ...] = ()
    """The territories to which groups have gone."""
    group: tuple[int, ...] = ()
    """Target, units and Kaija (1 or 0) of the group whose other special figures are still to be chosen."""

    def step(self, state: State) -> Decision | Work:
        """Figures without a place to go return to the reserve (NG-COMBAT-18)."""
        units, special = figures.standing(state, self.seat, self.territory)
        chooser = self.seat if self.chooser < 0 else self.chooser
        if self.group:
            others = figures.others(special)
            options = [Figure(self.territory, kaija=False, figure=figure) for figure in others]
            least = 0 if self.group[1] or self.group[2] else 1
            if least == len(options):
                return self.take(state, options)
            everybody = tuple(range(len(options)))
            return Decision(chooser, "move.figures", options, least, len(options), everybody, PUBLIC)
        if units == 0 and not special:
            if self.recruits and self.went:
                state.push(RecruitUnits(self.seat, 1, quotas=tuple([(each, 1) for each in sorted(set(self.went))])))
            return DONE
        targets = places(state, self.seat, self.territory, over_rough=self.over_rough)
        if not targets:
            figures.to_reserve(state, self.seat, self.territory, units, special)
            return ONGOING
        if len(targets) == 1:
            self._go(state, targets[0], units, special)
            return ONGOING
        steps = groups(self.territory, targets, units, special)
        everybody_there = len(steps) // len(targets) - 1
        return Decision(chooser, "combat.retreat", steps, 1, 1, (everybody_there,), PUBLIC)

    def take(self, state: State, chosen: Sequence[Move] | Sequence[Figure]) -> Work:
        """Move one group; `step` asks for the rest."""
        if self.group:
            (target, units, kaija), self.group = self.group, ()
            others = [option.figure for option in chosen if isinstance(option, Figure)]
            self._go(state, target, units, (*figures.kaija_if(bool(kaija)), *others))
            return ONGOING
        for option in chosen:
            assert isinstance(option, Move)
            if state.figures and figures.others(state.special_figures(self.seat, self.territory)):
                self.group = (option.target, option.units, int(option.kaija))
            else:
                self._go(state, option.target, option.units, figures.kaija_if(option.kaija))
        return ONGOING

    def _go(self, state: State, target: int, units: int, special: Sequence[int]) -> None:
        figures.lift(state, self.seat, self.territory, units, special)
        figures.enter(state, self.seat, target, units, special)
        self.went = (*self.went, target)


def places(state: State, seat: int, territory: int, *, over_rough: bool) -> list[int]:
    """Return adjacent territories that figures of the seat may retreat to, ascending.

    They are the seat's own or neutral (a teammate's is neither, NG-VAR-06), and no combat is pending there.
    """
    owner, guarded = state.board.owner, state.board.guarded_from(seat)
    worst = ROUGH if over_rough else REGULAR
    return [
        target for target, kind in state.board.neighbours[territory]
        if kind <= worst and owner[target] in (-1, seat) and target not in guarded
        and not state.fights_in(target)
    ]


def groups(source: int, targets: Sequence[int], units: int, special: Sequence[int]) -> list[Move]:
    """Return every group of at least one figure for every target, where the group of all figures comes last.

    Special figures other than Kaija go with a group or make one of their own; which ones is another question.
    """
    kaija, others = figures.KAIJA in special, bool(figures.others(special))
    options = []
    for target in targets:
        for count in range(units + 1):
            if count or others:
                options.append(Move(source, target, count, kaija=False))
            if kaija:
                options.append(Move(source, target, count, kaija=True))
    return options
