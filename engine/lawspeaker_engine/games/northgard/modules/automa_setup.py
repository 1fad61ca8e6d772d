"""Setting a solo game up (AUTO-SETUP-*): the human's two tiles, and the Automa's after each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard.actions import explore
from lawspeaker_engine.games.northgard.actions.groups import group_places
from lawspeaker_engine.games.northgard.grid import cell_at
from lawspeaker_engine.games.northgard.modules.automa_answers import SETUP_CRITERIA
from lawspeaker_engine.games.northgard.modules.automa_criteria import BEGIN, pick
from lawspeaker_engine.games.northgard.modules.automa_moves import LEADERS
from lawspeaker_engine.games.northgard.modules.automa_part import AUTOMA, HUMAN
from lawspeaker_engine.games.northgard.options import Tile, tile_options
from lawspeaker_engine.games.northgard.phases.setup import LayFirstTile, return_tiles
from lawspeaker_engine.games.northgard.state import RESERVE, SpecialFigure, State
from lawspeaker_engine.model import PUBLIC, Chance

WEST: Final = cell_at(-1, 0)
EAST: Final = cell_at(1, 0)
NORTH_EAST: Final = cell_at(1, 1)
SOUTH_EAST: Final = cell_at(1, -1)

GROUP_UNITS: Final = 2
"""Units that come with a Leader."""


@dataclass(slots=True)
class TakeLeaders(Frame[State]):
    """The Automa's Leaders are at hand (AUTO-COMP-01)."""

    def step(self, state: State) -> Work:
        """Put them into its reserve."""
        state.figures += [SpecialFigure(figure, AUTOMA, RESERVE) for figure in LEADERS]
        state.figures.sort(key=lambda each: each.figure)
        return DONE


@dataclass(slots=True)
class PlaceSoloTiles(Frame[State]):
    """Step L of a solo game: human, Automa, human, Automa (AUTO-SETUP-06..11)."""

    placed: int = 0

    def step(self, state: State) -> Work:
        """The next side lays a tile; at last unused tiles go back into the pile (NG-SETUP-19)."""
        placed = self.placed
        self.placed += 1
        if placed == 0:
            state.push(LayFirstTile(HUMAN, anywhere=False, only=(WEST,)))
            return ONGOING
        if placed == 1:
            state.push(LayAutomaTile(0, EAST))
            return ONGOING
        if placed == 2:
            state.push(LayFirstTile(HUMAN, anywhere=True))
            return ONGOING
        if placed == 3:
            state.push(LayAutomaTile(1, SOUTH_EAST if NORTH_EAST in state.board.at else NORTH_EAST))
            return ONGOING
        return_tiles(state)
        return DONE


@dataclass(slots=True)
class LayAutomaTile(Frame[State]):
    """The Automa lays the top tile of the pile, unrotated if it fits so (AUTO-SETUP-07, AUTO-SETUP-10)."""

    number: int
    """0 for its first tile, 1 for its second."""
    cell: int
    rejected: bool = False
    """True if a tile without resources was put under the pile, which is done once."""

    def step(self, state: State) -> Chance:
        """Draw a tile."""
        return Chance("tiles.draw", tile_options(state.pile), 1, "tiles", PUBLIC)

    def take(self, state: State, chosen: Sequence[Tile]) -> Work:
        """Lay it in the smallest rotation that fits, or put it under the pile (AMB-A05, AMB-A06)."""
        tile = chosen[0].tile
        state.pile.remove(tile)
        barren = not any(area.food or area.wood or area.lore for area in state.board.printed[tile].areas)
        found = explore.placements(state.board, [tile], [self.cell], room=True)
        if not found or (barren and not self.rejected):
            self.rejected = self.rejected or barren
            state.bottom.append(tile)
            return ONGOING
        place = min(found, key=lambda each: each.rotation)
        laid = explore.lay(state, place.tile, place.x, place.y, place.rotation)
        state.push(PlaceLeader(self.number, laid.territories))
        return DONE


@dataclass(slots=True)
class PlaceLeader(Frame[State]):
    """A Leader and two units come into an empty territory of the tile (AUTO-SETUP-08, AUTO-SETUP-11)."""

    number: int
    territories: tuple[int, ...]

    def step(self, state: State) -> Work:
        """Choose the territory."""
        territory = pick(state, BEGIN, group_places(state, AUTOMA, self.territories), SETUP_CRITERIA)
        if territory is not None:
            state.add_figures(AUTOMA, territory, GROUP_UNITS, (LEADERS[self.number],))
            return DONE
        return ONGOING
