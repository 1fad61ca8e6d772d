"""The criteria by which the Automa chooses a territory (AUTO-CRIT-*), and the human's word where they leave a tie."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.northgard import buildings
from lawspeaker_engine.games.northgard.grid import SIDE_STEPS, Cell, cell_at, position
from lawspeaker_engine.games.northgard.modules.automa_part import AUTOMA, HUMAN, NO_CHOICE, Automa
from lawspeaker_engine.games.northgard.options import Card, Territory
from lawspeaker_engine.games.northgard.options import Cell as CellOption
from lawspeaker_engine.games.northgard.state import FOOD, WOOD, State
from lawspeaker_engine.games.northgard.tiles import IMPASSABLE, ROUGH
from lawspeaker_engine.model import PUBLIC, Decision

NO_WAY: Final = 1 << 16
"""The distance where no way leads to the human (AMB-A21)."""

LARGE_POINTS: Final = 3
"""Building points of a large building; a small one has 1."""

LEADERS: Final = ("automa_leader_1", "automa_leader_2")
"""Ids of their rows in FIGURES."""


def resources(state: State, territory: int) -> int:
    """Return all resources that the territory yields, buildings included (AUTO-CRIT-RES)."""
    return sum(buildings.produced(state.board, territory))


def food(state: State, territory: int) -> int:
    """Return the food it yields, Food Silos included (AUTO-CRIT-FOOD)."""
    return buildings.produced(state.board, territory)[FOOD]


def wood(state: State, territory: int) -> int:
    """Return the wood it yields, Woodcutter Lodges included (AUTO-CRIT-WOOD)."""
    return buildings.produced(state.board, territory)[WOOD]


def building_points(state: State, territory: int) -> int:
    """Return 1 for each small building and 3 for each large one (AUTO-CRIT-BPTS)."""
    codes = state.board.buildings[territory]
    return sum([LARGE_POINTS if buildings.BUILDINGS[code >> 2].large else 1 for code in codes])


def camps(state: State, territory: int) -> int:
    """Return the Training Camps in it (AUTO-CRIT-CAMPS)."""
    return state.board.has(territory, buildings.TRAINING_CAMP)


def spaces(state: State, territory: int) -> int:
    """Return the free building spaces of any size (AUTO-CRIT-SPACES)."""
    board = state.board
    return board.small[territory] + board.carved[territory] + board.large[territory]


def size(state: State, territory: int) -> int:
    """Return the tiles it covers (AUTO-CRIT-SIZE)."""
    return state.board.size[territory]


def closed(state: State, territory: int) -> int:
    """Return 1 for a closed territory (AUTO-CRIT-CLOSED, AUTO-CRIT-OPEN)."""
    return int(state.board.closed(territory))


def units(state: State, territory: int) -> int:
    """Return the figures in it, whoever controls it (AUTO-CRIT-UNITS)."""
    return state.figure_count(territory)


def has_leader(state: State, territory: int) -> int:
    """Return 1 where a Leader stands (AUTO-CRIT-LEADER)."""
    return int(bool(state.special_figures(AUTOMA, territory)))


def beside_leader(state: State, territory: int) -> int:
    """Return 1 where a Leader stands in an adjacent territory (AUTO-CRIT-LEADER)."""
    near = state.board.neighbours[territory]
    return int(any(kind < IMPASSABLE and has_leader(state, other) for other, kind in near))


def openings(state: State, territory: int) -> int:
    """Return the empty cells beside it on which a tile could be laid (AUTO-CRIT-OPENINGS)."""
    return len(cells_beside(state, territory))


def distance(state: State, territory: int) -> int:
    """Return the fewest moves of a player between it and the human's figures (AUTO-CRIT-DIST, AMB-A18, AMB-A21).

    A rough border takes two moves.
    """
    board = state.board
    found = {territory: 0}
    paths = [(0, territory)]
    while paths:
        far, here = heappop(paths)
        if board.owner[here] == HUMAN:
            return far
        if far > found[here]:
            continue
        for other, kind in board.neighbours[here]:
            if kind < IMPASSABLE:
                longer = far + (2 if kind == ROUGH else 1)
                if longer < found.get(other, NO_WAY):
                    found[other] = longer
                    heappush(paths, (longer, other))
    return NO_WAY


def cells_of(state: State, territory: int) -> list[Cell]:
    """Return the cells of the tiles that it covers."""
    board = state.board
    return [cell_at(x, y) for laid, (_, x, y, _) in enumerate(board.laid) if board.tiles_in[territory] >> laid & 1]


def cells_beside(state: State, territory: int) -> list[Cell]:
    """Return the empty cells that its open sides face, ascending."""
    board = state.board
    found = set()
    for laid, (_, x, y, _) in enumerate(board.laid):
        for side, step in enumerate(SIDE_STEPS):
            cell = cell_at(x, y) + step
            if board.territory_of[board.side_areas[4 * laid + side]] == territory and cell not in board.at:
                found.add(cell)
    return sorted(found)


COMPASS: Final[dict[str, Callable[[Cell], int]]] = {
    "N": lambda cell: position(cell)[1],
    "S": lambda cell: -position(cell)[1],
    "E": lambda cell: position(cell)[0],
    "W": lambda cell: -position(cell)[0],
}
"""By criterion: how far a cell lies in that direction (AUTO-CRIT-NSEW)."""


def _farthest(direction: str) -> Criterion:
    """Return a criterion that compares the extreme cells of territories (AMB-A17)."""
    far = COMPASS[direction]
    return lambda state, territory: max(map(far, cells_of(state, territory)), default=0)


Criterion = Callable[[State, int], int]

CRITERIA: Final[dict[str, Criterion]] = {
    "R+": resources, "R-": lambda state, territory: -resources(state, territory),
    "B+": building_points, "B-": lambda state, territory: -building_points(state, territory),
    "S+": size, "S-": lambda state, territory: -size(state, territory),
    "U+": units, "U-": lambda state, territory: -units(state, territory),
    "P+": spaces, "P-": lambda state, territory: -spaces(state, territory),
    "O+": openings, "O-": lambda state, territory: -openings(state, territory),
    "T+": camps, "T-": lambda state, territory: -camps(state, territory),
    "F+": food, "W+": wood,
    "L": has_leader, "nL": beside_leader, "xL": lambda state, territory: -has_leader(state, territory),
    "C": closed, "o": lambda state, territory: -closed(state, territory),
    "near": lambda state, territory: -distance(state, territory), "far": distance,
    "N": _farthest("N"), "S": _farthest("S"), "E": _farthest("E"), "W": _farthest("W"),
}
"""By the word that rows use: a number for each territory, of which the highest is wanted (AUTO-PRIO-02)."""


def best(candidates: Iterable[int], worth: Callable[[int], int]) -> list[int]:
    """Return those candidates that are worth most, in their order."""
    values = [(worth(each), each) for each in candidates]
    most = max([value for value, _ in values])
    return [each for value, each in values if value == most]


def narrow(state: State, territories: Iterable[int], criteria: str) -> list[int]:
    """Return the territories that are left when each criterion has broken the ties of those before (AUTO-PRIO-01)."""
    left = list(territories)
    for word in criteria.split():
        if len(left) < 2:
            break
        criterion = CRITERIA[word]
        left = best(left, lambda territory, of=criterion: of(state, territory))  # type: ignore[misc]
    return left


BEGIN: Final = "automa.begin"
BUILD: Final = "automa.build"
CARD: Final = "automa.card"
ENTER: Final = "automa.enter"
EXPLORE: Final = "automa.explore"
LEAVE: Final = "automa.leave"
RECRUIT: Final = "automa.recruit"
REINFORCE: Final = "automa.reinforce"
RETREAT: Final = "automa.retreat"
TIES: Final = (BEGIN, BUILD, CARD, ENTER, EXPLORE, LEAVE, RECRUIT, REINFORCE, RETREAT)
"""The prompts at which the human decides what the criteria leave open: a territory, or a cell to explore, or a card."""


@dataclass(slots=True)
class AutomaTie(Frame[State]):
    """The human decides what the criteria leave open (AUTO-PRIO-03)."""

    prompt: str
    """One of TIES."""
    tied: tuple[int, ...]

    def step(self, state: State) -> Decision:
        """Ask for one of them."""
        options: Sequence[Territory | CellOption | Card]
        if self.prompt == EXPLORE:
            options = [CellOption(*position(each)) for each in self.tied]
        elif self.prompt == CARD:
            options = [Card(each) for each in self.tied]
        else:
            options = [Territory(each) for each in self.tied]
        return Decision(HUMAN, self.prompt, options, 1, 1, (0,), PUBLIC)

    def take(self, state: State, chosen: Sequence[Territory | CellOption | Card]) -> Work:
        """Let the frame below know, which asks again for the same choice."""
        option = chosen[0]
        if isinstance(option, CellOption):
            value = cell_at(option.x, option.y)
        else:
            value = option.card if isinstance(option, Card) else option.territory
        state.part(Automa).choice = self.tied.index(value)
        return DONE


def one_of(state: State, prompt: str, tied: Sequence[int]) -> int | None:
    """Return which of those that are tied it is, or None if the human is asked first: then call it again."""
    if len(tied) == 1 or state.settings.automa_ties == "first":
        return tied[0]
    part = state.part(Automa)
    if part.choice == NO_CHOICE:
        state.push(AutomaTie(prompt, tuple(tied)))
        return None
    choice, part.choice = part.choice, NO_CHOICE
    return tied[choice]


def pick(state: State, prompt: str, territories: Iterable[int], criteria: str) -> int | None:
    """Return the territory that the criteria choose, or None if the human is asked first: then call it again."""
    return one_of(state, prompt, narrow(state, territories, criteria))
