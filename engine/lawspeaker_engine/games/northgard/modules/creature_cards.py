"""Effects of Tamer: a unit is sent far away, or a creature is led to another territory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard.actions.move import shift
from lawspeaker_engine.games.northgard.cards.special import Special
from lawspeaker_engine.games.northgard.modules.creature_acts import Act, adjacent, go
from lawspeaker_engine.games.northgard.modules.creature_part import Creatures
from lawspeaker_engine.games.northgard.options import Hunt, Territory
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(frozen=True, slots=True)
class SendUnit(Special):
    """Bring one own unit to any neutral territory."""

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask from where."""
        state.push(ChooseSent(seat))


@dataclass(slots=True)
class ChooseSent(Frame[State]):
    """The seat says from where the unit comes, which it may decline, and where it goes.

    A creature that shares with nobody is reached by moving alone, and one that pins units lets none go.
    """

    seat: int
    source: int = -1

    def step(self, state: State) -> Decision | Work:
        """Ask."""
        if self.source >= 0:
            targets = [Territory(each) for each in self._targets(state, self.source)]
            return Decision(self.seat, "card.to", targets, 1, 1, (0,), PUBLIC)
        sources = [
            Territory(each) for each in state.controlled(self.seat)
            if state.board.units[each] and self._targets(state, each)
        ]
        if sources:
            return Decision(self.seat, "card.from", sources, 0, 1, (), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[Territory]) -> Work:
        """Note the source; then the unit goes."""
        if chosen and self.source < 0:
            self.source = chosen[0].territory
            return ONGOING
        for option in chosen:
            shift(state, self.seat, self.source, option.territory, 1)
        return DONE

    def _targets(self, state: State, source: int) -> list[int]:
        return [each for each in state.neutral() if state.board.lets_pass(self.seat, source, each)]


@dataclass(frozen=True, slots=True)
class LeadCreature:
    """Move a creature, up to so many times; then it acts."""

    moves: int

    def playable(self, state: State, seat: int) -> bool:
        """Return whether a creature can move."""
        return bool(leads(state))

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask which one."""
        state.push(Lead(seat, self.moves))


@dataclass(slots=True)
class Lead(Frame[State]):
    """The seat leads a creature to an adjacent territory, and may lead it further. It acts where it ends."""

    seat: int
    left: int
    """Moves not yet made."""
    number: int = 0
    """The creature that is led, once one is."""
    source: int = -1
    """The territory in which a creature began that moves twice by itself: such a one does not go back there."""
    moves: int = 0
    """Moves made."""

    def step(self, state: State) -> Decision | Work:
        """Ask where; the first move must be made if one is possible."""
        options = [each for each in leads(state, self.number) if each.territory != self.source] if self.left else []
        if options and self.number:
            return Decision(self.seat, "card.lead", options, 0, 1, (), PUBLIC)
        if options:
            return self.choose(state, self.seat, "card.lead", options, PUBLIC)
        if self.number:
            state.push(Act(self.number))
        return DONE

    def take(self, state: State, chosen: Sequence[Hunt]) -> Work:
        """Move it, or stop."""
        self.left = self.left - 1 if chosen else 0
        for option in chosen:
            beast = state.part(Creatures).beast(option.creature)
            assert beast is not None, "only creatures on the map are led"
            if beast.row.moves > 1 and not self.number:
                self.source = beast.territory
            self.number = beast.number
            self.moves += 1
            go(state, beast, option.territory, last=self.moves == beast.row.moves)
        return ONGOING


def leads(state: State, number: int = 0) -> list[Hunt]:
    """Return where creatures can be led: from left to right each to territories without one; `number` that one alone.

    Nothing if creatures are not in play.
    """
    if Creatures not in state.table.parts:
        return []
    line = state.part(Creatures).line
    taken = {each.territory for each in line}
    return [
        Hunt(beast.number, target) for beast in line if number in (0, beast.number)
        for target in adjacent(state, beast) if target not in taken
    ]
