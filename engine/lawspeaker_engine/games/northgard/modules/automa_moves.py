"""The moves on Automa cards: one unit, or a Leader with others (AUTO-MOVE-*)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard.actions.combat import Battles
from lawspeaker_engine.games.northgard.actions.move import shift
from lawspeaker_engine.games.northgard.figures import FIGURES
from lawspeaker_engine.games.northgard.modules.automa_actions import refuse_criteria
from lawspeaker_engine.games.northgard.modules.automa_criteria import ENTER, LEAVE, REINFORCE, has_leader, narrow, pick
from lawspeaker_engine.games.northgard.modules.automa_part import AUTOMA, HUMAN
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.games.northgard.tiles import IMPASSABLE

LEADERS: Final = tuple(number for number, row in enumerate(FIGURES) if row.module == "automa")
"""The two Leaders, as rows of FIGURES."""

MORE_THAN_DEFENDERS: Final = 2
"""Figures by which it may outnumber those it attacks (AUTO-MOVE-08)."""
NOWHERE: Final = -1


def beside(state: State, territory: int) -> list[int]:
    """Return the territories that figures can reach in one move; rough borders do not matter (AUTO-MOVE-02).

    It attacks no creature, so that one that binds it keeps it out (AMB-A24).
    """
    board = state.board
    return [other for other, kind in board.neighbours[territory]
            if kind < IMPASSABLE and board.lets_pass(AUTOMA, territory, other)]


@dataclass(frozen=True, slots=True)
class MoveUnit:
    """MOVE 1: exactly one unit goes to a friendly or neutral territory (AUTO-MOVE-05)."""

    source: str
    """Criteria of the territory that it leaves."""
    to: str
    """Criteria of the one that it enters."""

    def __post_init__(self) -> None:
        refuse_criteria(self.source)
        refuse_criteria(self.to)

    def possible(self, state: State) -> bool:
        """Return whether there is a unit that can go (AUTO-MOVE-04)."""
        return bool(sources(state))

    def begin(self, state: State) -> None:
        """Start the action."""
        state.push(AutomaMoveUnit(self.source, self.to))


def sources(state: State) -> list[int]:
    """Return own territories that a unit can leave: another figure stays there (AUTO-MOVE-01), and it has a way."""
    board = state.board
    return [
        territory for territory in state.controlled(AUTOMA)
        if board.units[territory] and state.figure_count(territory) > 1 and peaceful(state, territory)
    ]


def peaceful(state: State, territory: int) -> list[int]:
    """Return adjacent territories that are friendly or neutral."""
    return [other for other in beside(state, territory) if state.board.owner[other] in (-1, AUTOMA)]


@dataclass(slots=True)
class AutomaMoveUnit(Frame[State]):
    """The Automa moves one unit."""

    leaving: str
    to: str
    source: int = NOWHERE

    def step(self, state: State) -> Work:
        """Choose where it comes from, then where it goes."""
        if self.source == NOWHERE:
            source = pick(state, LEAVE, sources(state), self.leaving)
            self.source = NOWHERE if source is None else source
            return ONGOING
        target = pick(state, ENTER, peaceful(state, self.source), self.to)
        if target is not None:
            shift(state, AUTOMA, self.source, target, 1)
            return DONE
        return ONGOING


@dataclass(frozen=True, slots=True)
class MoveLeader:
    """MOVE 2: a Leader is reinforced, then moves."""

    leader: int
    """1 or 2."""
    reinforce: str
    """Criteria of the territory that reinforces it."""
    to: str
    """Criteria of the territory that it enters."""

    def __post_init__(self) -> None:
        if self.leader not in (1, 2):
            raise ValueError(f"leader = {self.leader}; it is 1 or 2")
        refuse_criteria(self.reinforce)
        refuse_criteria(self.to)

    def possible(self, state: State) -> bool:
        """Return whether the Leader is on the map and can go somewhere, once it is reinforced (AUTO-MOVE-04)."""
        figure = self._figure()
        home = state.where(figure)
        if home < 0:
            return False
        supplies = givers(state, home)
        more = [given(state, source) for source in narrow(state, supplies, self.reinforce)] if supplies else [0]
        return any(destinations(state, figure, units) for units in more)

    def begin(self, state: State) -> None:
        """Start the action."""
        state.push(AutomaMoveLeader(self._figure(), self.reinforce, self.to))

    def _figure(self) -> int:
        return LEADERS[self.leader - 1]


def givers(state: State, home: int) -> list[int]:
    """Return own territories beside a Leader's that can reinforce it: a figure stays in each (AUTO-MOVE-06)."""
    board = state.board
    return [
        source for source, _ in board.neighbours[home]
        if home in beside(state, source)
        and board.owner[source] == AUTOMA and board.units[source] and state.figure_count(source) > 1
    ]


def given(state: State, source: int) -> int:
    """Return how many units come: half, rounded up (AMB-A07)."""
    return half(state.board.units[source])


def half(count: int) -> int:
    """Return half of a number, rounded up."""
    return (count + 1) // 2


def followers(state: State, figure: int, target: int, more: int = 0) -> int:
    """Return the units that go with a Leader to an adjacent territory; -1 if it cannot go there.

    `more` units have yet to come to the territory that it leaves. The other Leader never goes with it (AUTO-MOVE-11),
    and a figure stays behind (AUTO-MOVE-01).
    """
    home, board = state.where(figure), state.board
    units = board.units[home] + more
    staying = len(state.special_figures(AUTOMA, home)) - 1
    if units + staying == 0:  # alone (AUTO-MOVE-03)
        return -1
    if board.owner[target] == HUMAN:  # AUTO-MOVE-08
        most = state.figure_count(target) + MORE_THAN_DEFENDERS - 1
        going = min(units, most, units + staying - 1)
        return going if going > 0 else -1
    if board.owner[target] == AUTOMA:  # AUTO-MOVE-10
        return max(units - 1, 0)
    return min(half(1 + units + staying) - 1, units)  # AUTO-MOVE-09, AMB-A08


def destinations(state: State, figure: int, more: int = 0) -> list[int]:
    """Return where a Leader can go; to the other Leader only if there is no other place (AUTO-MOVE-11)."""
    found = [other for other in beside(state, state.where(figure)) if followers(state, figure, other, more) >= 0]
    return [other for other in found if not has_leader(state, other)] or found


@dataclass(slots=True)
class AutomaMoveLeader(Frame[State]):
    """The Automa reinforces a Leader, then moves it (AUTO-MOVE-06, AUTO-MOVE-07)."""

    figure: int
    reinforce: str
    to: str
    reinforced: bool = False

    def step(self, state: State) -> Work:
        """Do the first move if it is possible, then the second one, then fight."""
        home = state.where(self.figure)
        if not self.reinforced:
            supplies = givers(state, home)
            source = pick(state, REINFORCE, supplies, self.reinforce) if supplies else NOWHERE
            if source is None:
                return ONGOING
            self.reinforced = True
            if source != NOWHERE:
                shift(state, AUTOMA, source, home, given(state, source))
            return ONGOING
        found = destinations(state, self.figure)
        target = pick(state, ENTER, found, self.to) if found else NOWHERE
        if target is None:
            return ONGOING
        if target != NOWHERE:
            shift(state, AUTOMA, home, target, followers(state, self.figure, target), (self.figure,))
            if state.battles:
                state.push(Battles(AUTOMA))
        return DONE
