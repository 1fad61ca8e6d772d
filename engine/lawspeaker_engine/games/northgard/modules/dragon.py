"""Dragon: its Sacrificial Pyre takes units that it kills, and must be tended at Harvest (UH-CLAN-DRAGON-01..06)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass, field

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.northgard import figures, moments
from lawspeaker_engine.games.northgard.actions.combat import ATTACKER, Combat
from lawspeaker_engine.games.northgard.module_views import ShowsModules
from lawspeaker_engine.games.northgard.moments import Rule
from lawspeaker_engine.games.northgard.options import CollectIn, Opponent, Territory
from lawspeaker_engine.games.northgard.state import FOOD, WOOD, State
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(slots=True)
class Pyre:
    """The units on the Pyre, for all to see."""

    seat: int = -1
    """Whose it is; -1 if nobody plays Dragon."""
    holds: int = 0
    """Units that it takes."""
    units: list[int] = field(default_factory=list)
    """The seat of every unit on it, ascending; none of them is on the map or in a reserve."""
    may_harvest: bool = True
    """True if its owner could do in this year's Harvest what it must."""

    def copy(self) -> Pyre:
        """Return an independent copy."""
        return Pyre(self.seat, self.holds, self.units[:], self.may_harvest)

    def show(self, state: State, view: ShowsModules) -> None:
        """Show whose units lie on it."""
        if self.seat >= 0:
            view.players[self.seat].pyre = self.units

    def room(self) -> int:
        """Return how many units more it takes."""
        return self.holds - len(self.units)


def pyre_of(state: State, seat: int) -> Pyre | None:
    """Return the seat's Pyre, if it has one."""
    for part in state.parts:
        if isinstance(part, Pyre) and part.seat == seat:
            return part
    return None


def put_on(state: State, pyre: Pyre, owner: int) -> None:
    """Put a unit on the Pyre that was taken off the map or out of the reserve."""
    insort(pyre.units, owner)
    state.players[owner].away += 1


def take_from(state: State, pyre: Pyre, owner: int) -> None:
    """Take a unit off the Pyre, to be put elsewhere."""
    pyre.units.remove(owner)
    state.players[owner].away -= 1


def sacrifice(state: State, pyre: Pyre, owner: int) -> None:
    """Sacrifice a unit: it returns to the reserve of its owner (UH-CLAN-DRAGON-02)."""
    take_from(state, pyre, owner)
    state.players[owner].reserve += 1


def _put_from_reserve(state: State, pyre: Pyre, owner: int) -> None:
    state.players[owner].reserve -= 1
    put_on(state, pyre, owner)


@dataclass(frozen=True, slots=True)
class SacrificialPyre(Rule):
    """The power of the clan."""

    holds: int

    def take_tokens(self, state: State, seat: int) -> None:
        """Dragon begins with a unit of its own on the Pyre (UH-CLAN-DRAGON-01)."""
        pyre = state.part(Pyre)
        pyre.seat, pyre.holds = seat, self.holds
        _put_from_reserve(state, pyre, seat)

    def room_on_pyre(self, state: State, seat: int) -> int:
        """Only units go on it (AMB-H11, AMB-H12)."""
        return state.part(Pyre).room()

    def put_on_pyre(self, state: State, seat: int, owner: int) -> None:
        """A card of Dragon puts units there too."""
        put_on(state, state.part(Pyre), owner)

    def combat_points(self, state: State, combat: Combat, side: int) -> int:
        """Tenacious Grudge counts the units on the Pyre."""
        return combat.terms.points_per_pyre * len(state.part(Pyre).units) if side == ATTACKER else 0

    def taken_off(self, state: State, combat: Combat, side: int, units: int) -> None:
        """As many as there is room for go on; no special figure does (UH-CLAN-DRAGON-03, AMB-H11, AMB-H12)."""
        pyre = state.part(Pyre)
        for _ in range(min(units, pyre.room())):
            _put_from_reserve(state, pyre, combat.seat(1 - side))

    def before_harvest(self, state: State, seat: int) -> None:
        """Dragon must tend the Pyre if it can (UH-CLAN-DRAGON-04, AMB-H09), and collects something then."""
        pyre = state.part(Pyre)
        pyre.may_harvest = bool(ways_to_tend(state, pyre))
        if pyre.may_harvest:
            state.push(CollectBonus(seat))
            state.push(TendPyre(seat))

    def may_harvest(self, state: State, seat: int) -> bool:
        """Return whether it could; if not, it has no part of the Harvest at all (UH-CLAN-DRAGON-06, AMB-H10)."""
        return state.part(Pyre).may_harvest


def ways_to_tend(state: State, pyre: Pyre) -> list[Opponent | Territory]:
    """Return whose unit can be sacrificed, then from where an own unit can be put on the Pyre if it has room."""
    found: list[Opponent | Territory] = [Opponent(owner) for owner in sorted(set(pyre.units))]
    if pyre.room() > 0:
        units = state.board.units
        found += [Territory(each) for each in state.controlled(pyre.seat) if units[each]]
    return found


@dataclass(slots=True)
class TendPyre(Frame[State]):
    """The seat sacrifices a unit of its Pyre, or puts one of its own units of the map on it."""

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask which; a seat without a Pyre does nothing."""
        pyre = pyre_of(state, self.seat)
        return self.choose(state, self.seat, "dragon.pyre", ways_to_tend(state, pyre) if pyre else [], PUBLIC)

    def take(self, state: State, chosen: Sequence[Opponent | Territory]) -> Work:
        """Do it; the last unit of a territory may be put on the Pyre."""
        pyre = state.part(Pyre)
        for option in chosen:
            if isinstance(option, Opponent):
                sacrifice(state, pyre, option.seat)
            else:
                figures.lift(state, self.seat, option.territory, 1)
                put_on(state, pyre, self.seat)
        return DONE


@dataclass(slots=True)
class CollectBonus(Frame[State]):
    """The seat collects 1 food or 1 wood more from a territory that it controls (UH-CLAN-DRAGON-05)."""

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask which; what a territory does not yield at this Harvest only where the option says so (AMB-H08)."""
        anywhere = not state.settings.dragon_bonus_needs_yield
        options = [
            CollectIn(resource, territory)
            for territory in state.controlled(self.seat)
            for resource in (FOOD, WOOD)
            if anywhere or moments.territory_yield(state, self.seat, territory)[resource]
        ]
        return self.choose(state, self.seat, "dragon.bonus", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[CollectIn]) -> Work:
        """Take it from the bank."""
        for option in chosen:
            state.gain(self.seat, option.resource)
        return DONE
