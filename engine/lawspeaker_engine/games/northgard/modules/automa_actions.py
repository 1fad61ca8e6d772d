"""The actions on Automa cards other than moves: Recruit, Build and Explore (AUTO-REC-01, AUTO-BUILD-01, AUTO-EXP-*)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.content import refuse_unknown
from lawspeaker_engine.games.northgard import buildings
from lawspeaker_engine.games.northgard.actions import explore
from lawspeaker_engine.games.northgard.actions.build import PlaceBuildingOf
from lawspeaker_engine.games.northgard.modules.automa_criteria import (
    BUILD,
    COMPASS,
    CRITERIA,
    EXPLORE,
    RECRUIT,
    best,
    cells_beside,
    narrow,
    one_of,
    pick,
)
from lawspeaker_engine.games.northgard.modules.automa_part import AUTOMA
from lawspeaker_engine.games.northgard.options import PlaceTile
from lawspeaker_engine.games.northgard.state import FOOD, RESERVE, WOOD, State
from lawspeaker_engine.model import Chance


class AutomaAction(Protocol):
    """An action of an Automa card as its row writes it."""

    def possible(self, state: State) -> bool:
        """Return whether the Automa can do it now (AUTO-TURN-02)."""

    def begin(self, state: State) -> None:
        """Push what does it."""


def refuse_criteria(words: str) -> None:
    """Raise ValueError if a row's word is no criterion."""
    for word in words.split():
        refuse_unknown("criterion", word, tuple(CRITERIA))


@dataclass(frozen=True, slots=True)
class Recruit:
    """Put figures of the reserve into one territory."""

    figures: int
    needs: int
    """Figures that must be in the reserve."""
    at: str
    """Criteria of the territory."""

    def __post_init__(self) -> None:
        refuse_criteria(self.at)

    def possible(self, state: State) -> bool:
        """Return whether there are figures enough, and a place for them."""
        return waiting(state) >= self.needs and bool(places(state))

    def begin(self, state: State) -> None:
        """Start the action."""
        state.push(AutomaRecruit(self.figures, self.at))


def waiting(state: State) -> int:
    """Return the figures in the Automa's reserve, Leaders included."""
    return state.players[AUTOMA].reserve + len(state.special_figures(AUTOMA, RESERVE))


def places(state: State) -> list[int]:
    """Return where it may recruit: in own territories, or without any in neutral ones (AMB-A13, AMB-A24)."""
    barred = state.board.barred_to(AUTOMA)
    return [each for each in state.controlled(AUTOMA) or state.neutral() if each not in barred]


@dataclass(slots=True)
class AutomaRecruit(Frame[State]):
    """The Automa recruits: Leader 1 first, then Leader 2, then units; Training Camps add theirs (NG-REC-06)."""

    figures: int
    at: str

    def step(self, state: State) -> Work:
        """Choose the territory and put the figures down."""
        territory = pick(state, RECRUIT, places(state), self.at)
        if territory is None:
            return ONGOING
        count = min(self.figures + buildings.total(state.board, territory, buildings.RECRUITS), waiting(state))
        leaders = state.special_figures(AUTOMA, RESERVE)[:count]
        state.add_figures(AUTOMA, territory, count - len(leaders), leaders)
        return DONE


@dataclass(frozen=True, slots=True)
class Build:
    """Put up a building (AMB-A14: which one is printed on the card)."""

    building: str
    at: str
    """Criteria of the territory."""

    def __post_init__(self) -> None:
        refuse_unknown("build building", self.building, _BUILDINGS)
        refuse_criteria(self.at)

    def possible(self, state: State) -> bool:
        """Return whether it has the wood, and a fitting space in an own territory without such a building."""
        return bool(sites(state, self._kind()))

    def begin(self, state: State) -> None:
        """Start the action."""
        state.push(AutomaBuild(self._kind(), self.at))

    def _kind(self) -> int:
        return _BUILDINGS.index(self.building)


_BUILDINGS: Final = tuple(row.id for row in buildings.BUILDINGS)


def sites(state: State, building: int) -> list[int]:
    """Return the territories in which the Automa can put up the building, ascending."""
    builds = PlaceBuildingOf(AUTOMA, kind=building).builds(state)
    return sorted({choice.territory for choice in builds})


@dataclass(slots=True)
class AutomaBuild(Frame[State]):
    """The Automa puts up a building; on a space without the Carved Stone symbol where it has the choice."""

    building: int
    at: str

    def step(self, state: State) -> Work:
        """Choose the territory."""
        territory = pick(state, BUILD, sites(state, self.building), self.at)
        if territory is not None:
            state.push(PlaceBuildingOf(AUTOMA, among=(territory,), kind=self.building))
            return DONE
        return ONGOING


@dataclass(frozen=True, slots=True)
class Either:
    """Put up the first of two buildings, or the second if that is not possible."""

    among: tuple[Build, ...]
    if_wood_at_least_food: bool = False
    """True if the first one is possible only while the Automa has no less wood than food."""

    def possible(self, state: State) -> bool:
        """Return whether one of them is possible."""
        return self._chosen(state) is not None

    def begin(self, state: State) -> None:
        """Start the action."""
        chosen = self._chosen(state)
        assert chosen is not None, "only possible actions begin"
        chosen.begin(state)

    def _chosen(self, state: State) -> Build | None:
        owned = state.players[AUTOMA].resources
        skipped = 1 if self.if_wood_at_least_food and owned[WOOD] < owned[FOOD] else 0
        return next((build for build in self.among[skipped:] if build.possible(state)), None)


@dataclass(frozen=True, slots=True)
class Explore:
    """Lay a tile."""

    on: str
    """Criteria of the territory that is explored from, then a direction for the cell beside it (AMB-A23)."""
    turn: str
    """Criteria of the tile's rotation, of TURNS."""

    def __post_init__(self) -> None:
        refuse_criteria(self.on)
        for word in self.turn.split():
            refuse_unknown("explore turn", word, tuple(TURNS))

    def possible(self, state: State) -> bool:
        """Return whether it controls an open territory and there are tiles."""
        return explore.can_explore(state, AUTOMA)

    def begin(self, state: State) -> None:
        """Start the action."""
        state.push(AutomaExplore(AUTOMA, on=self.on, turn=self.turn))


NO_CELL: Final = -1


@dataclass(slots=True)
class AutomaExplore(explore.Explore):
    """An Explore action on a cell that is chosen before the tile is drawn (AUTO-EXP-01..04)."""

    on: str = ""
    turn: str = ""
    cell: int = NO_CELL

    def step(self, state: State) -> Chance | Work:
        """Choose the cell, draw a tile, turn it; a tile that fits in no rotation goes under the pile (AUTO-EXP-03)."""
        if self.cell == NO_CELL:
            cell = one_of(state, EXPLORE, self._cells(state))
            self.cell = NO_CELL if cell is None else cell
            return ONGOING
        if not self.drawn:
            return self._draw(state)
        turned = explore.placements(state.board, self.drawn, [self.cell])
        if not turned:
            self._put_back(state)
            return ONGOING
        self._place(state, best_turn(state, turned, self.turn))
        return DONE

    def _cells(self, state: State) -> list[int]:
        """Return the cells that are left: those beside the best territories, then the farthest in the direction."""
        words = self.on.split()
        directions = [word for word in words if word in COMPASS]
        board, pinned = state.board, state.board.pinned_for(AUTOMA)
        own = [each for each in state.controlled(AUTOMA) if not board.closed(each) and each not in pinned]
        territories = narrow(state, own, " ".join(word for word in words if word not in COMPASS))
        cells = sorted({cell for territory in territories for cell in cells_beside(state, territory)})
        for word in directions:
            cells = best(cells, COMPASS[word])
        return cells


TURNS: Final = ("R+", "F+", "W+", "P+", "C", "rot")
"""Criteria of a rotation: what the Automa's territories on the tile have then, a territory closed, fewest turns."""


def best_turn(state: State, turned: list[PlaceTile], criteria: str) -> PlaceTile:
    """Return the rotation that the criteria choose, of ways to lay a tile on one cell (AUTO-EXP-02, AUTO-CRIT-ROT)."""
    left = list(range(len(turned)))
    for word in criteria.split():
        left = best(left, partial(turn_worth, state, turned, word))
    return turned[left[0]]


def turn_worth(state: State, turned: list[PlaceTile], word: str, number: int) -> int:
    """Return what a rotation is worth by a criterion."""
    place = turned[number]
    if word == "rot":
        return -place.rotation
    tried = state.copy()
    laid = tried.board.lay(place.tile, place.x, place.y, place.rotation)
    if word == "C":
        return int(bool(laid.closed))
    own = [territory for territory in laid.territories if tried.board.owner[territory] == AUTOMA]
    return sum([CRITERIA[word](tried, territory) for territory in own])
