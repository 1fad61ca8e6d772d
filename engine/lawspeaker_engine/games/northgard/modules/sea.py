"""The module of the sea: Beaches and their Ports (UH-SEA-02..07, AMB-H14); Raids are in raids.py."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.northgard.actions.combat import DEFENDER, Combat
from lawspeaker_engine.games.northgard.actions.explore import lay
from lawspeaker_engine.games.northgard.board import Board, Laid
from lawspeaker_engine.games.northgard.grid import SIDE_STEPS, Cell, cell_at, position
from lawspeaker_engine.games.northgard.module import Module
from lawspeaker_engine.games.northgard.modules import raids
from lawspeaker_engine.games.northgard.modules.raid_rows import RAIDS
from lawspeaker_engine.games.northgard.modules.sea_part import BEACHES, Port, Sea, controller, port_at
from lawspeaker_engine.games.northgard.moments import Rule
from lawspeaker_engine.games.northgard.phases.setup import starting_tiles
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.games.northgard.table import Named, Phase, Table, insert
from lawspeaker_engine.games.northgard.tiles import TILES
from lawspeaker_engine.model import Rng, Seat

NEAREST: Final = 2
"""Cells from a first tile to its Beach, so that one lies between."""
FARTHEST: Final = 5


@dataclass(frozen=True, slots=True)
class Ports(Rule):
    """The rules about Beaches and Ports that apply to every seat."""

    def tile_laid(self, state: State, laid: Laid, seat: int, *, explored: bool) -> None:
        """Each player's first tile of the setup is followed by a Beach (UH-SEA-02)."""
        tile, x, y, _ = state.board.laid[-1]
        if state.phase == "setup" and tile not in BEACHES and len(state.part(Sea).ports) < state.settings.players:
            state.push(LayBeach(seat, cell_at(x, y)))

    def owner_changed(self, state: State, territory: int, before: int) -> None:
        """A seat that loses a Port gets the units of its Raid back."""
        _end_lost_raids(state)

    def territories_merged(self, state: State) -> None:
        """A Port that only its Raid keeps is lost to who has figures in a territory that is joined to it."""
        _end_lost_raids(state)

    def combat_points(self, state: State, combat: Combat, side: int) -> int:
        """The controller of a Port defends it with more points (UH-SEA-05, AMB-H22)."""
        if side != DEFENDER or combat.seat(side) < 0 or port_at(state, combat.territory) is None:
            return 0
        return state.settings.port_points

    def printed_buildings(self, state: State, territory: int) -> int:
        """A Port is a building where buildings are counted, whatever their size (AMB-H48)."""
        return int(state.settings.port_is_building and port_at(state, territory) is not None)

    def far_targets(self, state: State, seat: int, source: int) -> list[int]:
        """From Port to Port (UH-SEA-04, AMB-H21)."""
        if port_at(state, source) is None:
            return []
        found = [port.territory(state) for port in state.part(Sea).ports]
        owner = state.board.owner
        return sorted({target for target in found if target != source and (
            state.settings.port_travel_attacks or owner[target] in (-1, seat))})


def _end_lost_raids(state: State) -> None:
    """Put the units of Raids whose Ports were lost into the reserve; the cards stay (UH-SEA-19)."""
    for port in state.part(Sea).ports:
        if port.units and controller(state, port) != port.seat:
            state.players[port.seat].reserve += port.units
            port.seat, port.units, port.year = -1, 0, 0


@dataclass(slots=True)
class LayBeach(Frame[State]):
    """The seat's Beach lies straight outward from its first tile, its land towards the map (AMB-H14)."""

    seat: int
    cell: int
    """The cell of the first tile."""

    def step(self, state: State) -> Work:
        """Lay it with one empty cell between, or farther out if there is no room."""
        board = state.board
        inward = _inward(state, self.cell)
        number = len(board.laid)
        for distance in range(NEAREST, FARTHEST + 1):
            cell = self.cell + distance * SIDE_STEPS[inward ^ 2]
            if _has_room(board, self.cell, inward ^ 2, distance):
                ports = state.part(Sea).ports
                x, y = position(cell)
                ports.append(Port(number, -1))
                lay(state, BEACHES[len(ports) - 1], x, y, inward, self.seat)
                return DONE
        raise AssertionError("there is room for a Beach beside every first tile")


def _inward(state: State, cell: Cell) -> int:
    """Return the side of a first tile on which a starting tile lies."""
    start = [cell_at(x, y) for _, x, y, _ in state.board.laid[:starting_tiles(state)]]
    return next((side for side, step in enumerate(SIDE_STEPS) if cell + step in start), 0)


def _has_room(board: Board, first: Cell, outward: int, distance: int) -> bool:
    """Return whether a Beach fits so far out: nothing in between, and no land beside its sea.

    Another Beach may lie beside it, sea to sea.
    """
    cells = [first + steps * SIDE_STEPS[outward] for steps in range(1, distance + 1)]
    if any(cell in board.at or cell in board.sea for cell in cells[:-1]) or cells[-1] in board.at:
        return False
    beside = [cells[-1] + step for side, step in enumerate(SIDE_STEPS) if side != outward ^ 2]
    return not any(cell in board.at and not _is_beach(board, cell) for cell in beside)


def _is_beach(board: Board, cell: Cell) -> bool:
    return board.printed[board.laid[board.at[cell]][0]].module == "sea"


def deal_raids(state: State, seat: Seat, rng: Rng) -> None:
    """Deal the Raid cards that lie face down, or that others have drawn; who put a card under the deck forgets it."""
    sea = state.part(Sea)
    drawn = [frame for frame in state.agenda if isinstance(frame, raids.PickRaid) and frame.seat != seat]
    pool = sorted([*sea.deck, *sea.bottom, *(card for frame in drawn for card in frame.drawn)])
    rng.shuffle(pool)
    for frame in drawn:
        count = len(frame.drawn)
        frame.drawn, pool = tuple(pool[:count]), pool[count:]
    count = len(sea.bottom)
    sea.bottom, sea.deck = pool[:count], sorted(pool[count:])


def _add_sea(table: Table) -> None:
    """Insert the deck, the phase of Raids, and the moments at which kept Raids act."""
    table.parts.append(Sea)
    table.deals.append(deal_raids)
    table.rules += [Ports(), raids.KeptRaids()]
    table.rows += [TILES[tile] for tile in BEACHES[:table.settings.players]]
    table.rows += [RAIDS[card] for card in raids.in_deck(table.settings)]
    insert(table.setup, Named("raids", lambda _: raids.ShuffleRaids()), before="first")
    insert(table.phases, Phase("raids", [Named("raids", raids.RaidPhase)]), after="actions")
    insert(table.phase("start").steps, Named("kept_raids", raids.StartOfYear), after="draw")


SEA_MODULE: Final = Module("sea", lambda settings: settings.sea, _add_sea)
