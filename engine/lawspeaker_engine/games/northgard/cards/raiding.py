"""The acts of units that come back from a Raid: settle, go inland, raze, and parade (UH-SEA-10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.content import refuse_unknown
from lawspeaker_engine.games.northgard.actions.build import PlaceBuilding, remove_building
from lawspeaker_engine.games.northgard.actions.recruit import place
from lawspeaker_engine.games.northgard.board import CARVED_SPACE
from lawspeaker_engine.games.northgard.buildings import BUILDINGS
from lawspeaker_engine.games.northgard.cards.levying import enemy_territories
from lawspeaker_engine.games.northgard.cards.shifting import go, groups
from lawspeaker_engine.games.northgard.cards.special import Special
from lawspeaker_engine.games.northgard.options import Build, Move, Recruit, Territory
from lawspeaker_engine.games.northgard.phases.harvest import territories_fame
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.model import PUBLIC, Decision

ANYWHERE: Final = ""
OPEN: Final = "open"


# A unit and buildings in a neutral territory.


@dataclass(frozen=True, slots=True)
class Settle:
    """Add a unit to a neutral territory without a Recruit action, and put small buildings there for nothing.

    The buildings are all different (NG-BUILD-05), one on each free small space as far as they go.
    """

    small_buildings: int
    """How many at most."""

    def playable(self, state: State, seat: int) -> bool:
        """Return whether the reserve has a unit, and there is a territory for it."""
        return bool(_places(state, seat))

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask for the territory."""
        state.push(PlaceSettler(seat, self.small_buildings))


def _places(state: State, seat: int) -> list[Recruit]:
    if not state.players[seat].reserve:
        return []
    barred = state.board.barred_to(seat)
    return [Recruit(territory, kaija=False) for territory in state.neutral() if territory not in barred]


@dataclass(slots=True)
class PlaceSettler(Frame[State]):
    """The seat says where the unit comes, then what is built there."""

    seat: int
    buildings: int

    def step(self, state: State) -> Decision | Work:
        """Ask for the territory."""
        return self.choose(state, self.seat, "raid.settle", _places(state, self.seat), PUBLIC)

    def take(self, state: State, chosen: Sequence[Recruit]) -> Work:
        """Place the unit, and begin to build."""
        for option in chosen:
            where = option.territory
            for _ in range(min(self.buildings, state.board.small[where] + state.board.carved[where])):
                state.push(PlaceBuilding(self.seat, free=True, small_only=True, among=(where,)))
            place(state, self.seat, option)
        return DONE


# Own units go elsewhere.


@dataclass(frozen=True, slots=True)
class SendUnits:
    """Bring units from one own territory to a neutral one, however far it is, without a Move action."""

    most: int = 0
    """How many at most; 0 for any number."""

    def playable(self, state: State, seat: int) -> bool:
        """Return whether some unit can go somewhere."""
        return any(_goals(state, seat, source) for source in state.controlled(seat))

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask from where."""
        state.push(GoInland(seat, self.most))


def _goals(state: State, seat: int, source: int) -> list[int]:
    return [target for target in state.neutral() if groups(state, seat, source, target, 1, named=True)]


@dataclass(slots=True)
class GoInland(Frame[State]):
    """The seat says from where, whereto and how many; Kaija counts as a unit, other special figures stay."""

    seat: int
    most: int
    source: int = -1
    target: int = -1

    def step(self, state: State) -> Decision | Work:
        """Ask for one after the other."""
        if self.source < 0:
            found = [each for each in state.controlled(self.seat) if _goals(state, self.seat, each)]
            return self.choose(state, self.seat, "card.from", [Territory(each) for each in found], PUBLIC)
        if self.target < 0:
            goals = _goals(state, self.seat, self.source)
            return self.choose(state, self.seat, "card.to", [Territory(each) for each in goals], PUBLIC)
        most = self.most or state.figure_count(self.source)
        options = groups(state, self.seat, self.source, self.target, most, named=True)
        return self.choose(state, self.seat, "card.march", options, PUBLIC, default=len(options) - 1)

    def take(self, state: State, chosen: Sequence[Territory] | Sequence[Move]) -> Work:
        """Note the territories; the group goes."""
        option = chosen[0] if chosen else None
        if option is None:
            return DONE
        if isinstance(option, Move):
            go(state, self.seat, self.seat, option)
            return DONE
        if self.source < 0:
            self.source = option.territory
        else:
            self.target = option.territory
        return ONGOING


@dataclass(frozen=True, slots=True)
class Parade(Special):
    """Gain the fame that the own territories give at Harvest, then arrange the own units in them."""

    def begin(self, state: State, seat: int, card: int) -> None:
        """Give the fame, and ask for the first shift."""
        state.players[seat].fame += territories_fame(state, seat)
        state.push(Arrange(seat, len(state.controlled(seat)) - 1))


@dataclass(slots=True)
class Arrange(Frame[State]):
    """The seat brings units from one of its territories to another, until it stops.

    It may do so once less than it has territories: any arrangement can be reached with so many shifts, and it comes to
    an end. A territory that all leave becomes neutral. Kaija counts as a unit, other special figures stay.
    """

    seat: int
    left: int

    def step(self, state: State) -> Decision | Work:
        """Ask for the next shift."""
        own = state.controlled(self.seat)
        options = [
            option for source in own for target in own if source != target
            for option in groups(state, self.seat, source, target, state.figure_count(source), named=True)
        ]
        if self.left > 0 and options:
            return Decision(self.seat, "raid.arrange", options, 0, 1, (), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[Move]) -> Work:
        """Shift the units, or stop."""
        self.left = self.left - 1 if chosen else 0
        for option in chosen:
            go(state, self.seat, self.seat, option)
        return ONGOING


# Buildings of enemies.


@dataclass(frozen=True, slots=True)
class Raze:
    """Remove a building from a territory of an enemy; its token goes back to the stock."""

    where: str = ANYWHERE
    """open: only in an open territory."""
    small_only: bool = False

    def __post_init__(self) -> None:
        refuse_unknown("raze where", self.where, (ANYWHERE, OPEN))

    def playable(self, state: State, seat: int) -> bool:
        """Return whether there is such a building."""
        return bool(self.razable(state, seat))

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask which one."""
        state.push(RazeEnemy(seat, self))

    def razable(self, state: State, seat: int) -> list[Build]:
        """Return the buildings it may be; equal ones of a territory are one option."""
        return [
            Build(building, territory, carved)
            for territory in enemy_territories(state, seat, beside=False, only_open=self.where == OPEN)
            for building, carved in sorted({
                (code >> 2, code & 3 == CARVED_SPACE) for code in state.board.buildings[territory]
            })
            if not (self.small_only and BUILDINGS[building].large)
        ]


@dataclass(slots=True)
class RazeEnemy(Frame[State]):
    """The seat chooses the building that is removed."""

    seat: int
    terms: Raze

    def step(self, state: State) -> Decision | Work:
        """Ask which one."""
        return self.choose(state, self.seat, "raid.raze", self.terms.razable(state, self.seat), PUBLIC)

    def take(self, state: State, chosen: Sequence[Build]) -> Work:
        """Remove it."""
        for option in chosen:
            remove_building(state, option.building, option.territory, carved=option.carved)
        return DONE
