"""JOURNEY: a Longship sails, and its player may TRADE on the way (SG-JOURNEY-01..03, AMB-SG-18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.pax_viking import ships
from lawspeaker_engine.games.pax_viking.abilities import prices
from lawspeaker_engine.games.pax_viking.abilities.hooks import Moment
from lawspeaker_engine.games.pax_viking.actions import trade
from lawspeaker_engine.games.pax_viking.actions.bargain import Bargaining
from lawspeaker_engine.games.pax_viking.board import NOWHERE, REGION_OF
from lawspeaker_engine.games.pax_viking.options import Bargain, Sail, Step, sail_option, step_option
from lawspeaker_engine.games.pax_viking.question_context import About, ContextFrame
from lawspeaker_engine.games.pax_viking.state import STEPS, State
from lawspeaker_engine.model import PUBLIC, Decision

PARTNERS = 2
"""RIVALS with whom one may talk at one node (SG.5)."""


def offers(state: State, seat: int) -> list[Sail]:
    """Return the Longships that can sail, one of those that are alike."""
    rested = [number for number, ship in enumerate(state.longships) if ship.seat == seat and not ship.exhausted]
    return list(map(sail_option, ships.one_of_each(state, rested)))


def begin(state: State, seat: int, longship: int) -> None:
    """Begin a JOURNEY."""
    state.journeys += 1
    state.push(Journey(seat, longship))
    if state.longships[longship].node == NOWHERE:
        state.push(LeaveHome(seat, longship))


@dataclass(slots=True)
class LeaveHome(Frame[State]):
    """A Longship of the Jarlboard lies at every own HOME (AMB-SG-09): the player says at which one it starts."""

    seat: int
    longship: int

    def step(self, state: State) -> Decision | Work:
        """Ask for the HOME."""
        options = list(map(step_option, ships.homes(state, self.seat)))
        return self.choose(state, self.seat, "journey.home", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Step]) -> Work:
        """Put the Longship there."""
        state.longships[self.longship].node = chosen[0].node
        return DONE


@dataclass(slots=True)
class Journey(ContextFrame[State]):
    """STEP after STEP, with a window for TRADE at every node, until the player stops or no STEP is left."""

    seat: int
    longship: int
    node: int = NOWHERE
    """The node at which the Longship was last seen; a TRADE may take it away."""
    path: tuple[int, ...] = ()
    """REGIONS that it has touched."""
    taken: int = 0
    """STEPS taken."""
    partners: tuple[int, ...] = ()
    """RIVALS talked to at this node."""
    stopped: bool = False

    def step(self, state: State) -> Decision | Work:
        """Ask for a STEP or a TRADE; nothing ends the JOURNEY, or the window where it ended."""
        ship = state.longships[self.longship]
        if self.node == NOWHERE:
            self._arrive(ship.node)
        if ship.node != self.node or ship.seat != self.seat or ship.exhausted:
            self._end(state, there=False)
            return DONE
        steps = [] if self.stopped else list(map(step_option, self._reachable(state)))
        options: list[Step | Bargain] = [*steps, *self._partners(state, moving=bool(steps))]
        if options:
            return Decision(self.seat, "journey.step", options, 0, 1, (), PUBLIC)
        if self.stopped or state.settings.trade_windows == "each_node":
            self._end(state, there=True)
            return DONE
        self.stopped = True
        return ONGOING

    def _reachable(self, state: State) -> list[int]:
        """Return the nodes of the next STEP; one into a REGION may itself bring the STEP that it takes."""
        more = prices.more_steps(state, self.seat)
        left = STEPS - self.taken + sum(steps for region, steps in more if region == NOWHERE or region in self.path)
        if left > 0:
            return ships.neighbours(state, self.seat, self.node)
        if not more:
            return []
        return [
            node for node in ships.neighbours(state, self.seat, self.node)
            if left + sum(steps for region, steps in more if region == REGION_OF[node] and region not in self.path) > 0
        ]

    def _partners(self, state: State, *, moving: bool) -> list[Bargain]:
        if len(self.partners) >= PARTNERS or (moving and state.settings.trade_windows == "end"):
            return []
        if not trade.offers_left(state):
            return []
        return [Bargain(other) for other in trade.partners(state, self.seat, self.longship)
                if other not in self.partners]

    def take(self, state: State, chosen: Sequence[Step | Bargain]) -> Work:
        """Sail on, open a TRADE, or stop."""
        if not chosen:
            if self.stopped or state.settings.trade_windows == "each_node":
                self._end(state, there=True)
                return DONE
            self.stopped = True
            return ONGOING
        option = chosen[0]
        if isinstance(option, Bargain):
            self.partners = (*self.partners, option.seat)
            state.push(Bargaining(self.seat, option.seat, self.longship))
            return ONGOING
        self.taken += 1
        self._arrive(option.node)
        ships.step(state, self.longship, option.node)
        return ONGOING

    def about(self, state: State) -> About:
        """Return the Longship and the STEPS it has left, without those that a REGION on the way would add."""
        return About(longship=self.longship, left=prices.most_steps(state, self.seat, self.path) - self.taken)

    def _arrive(self, node: int) -> None:
        self.node, self.partners = node, ()
        region = REGION_OF[node]
        if region != NOWHERE and region not in self.path:
            self.path = (*self.path, region)

    def _end(self, state: State, *, there: bool) -> None:
        """End the JOURNEY; the Longship is exhausted, unless a TRADE has taken it away."""
        if there:
            state.longships[self.longship].exhausted = True
        state.push(Moment("own_journey", self.seat, self.longship))
