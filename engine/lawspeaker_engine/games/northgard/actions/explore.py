"""Laying tiles: where one may go, and the Explore action (NG-EXP-*)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard import moments
from lawspeaker_engine.games.northgard.board import Board, Laid
from lawspeaker_engine.games.northgard.cards.choosing import Offer
from lawspeaker_engine.games.northgard.grid import SIDE_STEPS, Cell, position
from lawspeaker_engine.games.northgard.options import PlaceTile, Tile, tile_options
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD, State
from lawspeaker_engine.model import PUBLIC, Chance, Decision


def placements(
    board: Board, tiles: Iterable[int], cells: Iterable[Cell], *, room: bool = False,
) -> list[PlaceTile]:
    """Return the legal ways to lay one of the tiles on one of these empty cells beside the map, in the order of tiles,
    cells and rotations.

    Rotations that look the same are offered once. With `room`, an area of the tile must afterwards be part of an empty
    territory, so that a group can be put there (NG-SETUP-15, NG-SETUP-18, AMB-R31, AMB-R55).
    """
    spots = [(position(cell), board.limits(cell)) for cell in cells]
    found = []
    for tile in tiles:
        printed = board.printed[tile]
        needs_room = room and all(area.sides for area in printed.areas)  # an enclosed area is always empty
        for (x, y), limits in spots:
            banned, needed = limits.banned, limits.needed
            for turned in printed.distinct:
                ends = turned.ends
                if ends & banned or needed & ~ends:  # most rotations fail here: tested before the call that tests all
                    continue
                if (not limits.quarrels or limits.allow(turned)) and (not needs_room or limits.leave_room(turned)):
                    found.append(PlaceTile(tile, x, y, turned.rotation))
    return found


def lay(
    state: State, tile: int, x: int, y: int, rotation: int, seat: int = -1, *, explored: bool = False,
) -> Laid:
    """Let the seat lay a tile that fits, wherever it comes from; tokens keep to their territories when these merge.

    `explored` says that what appears on the tile acts at once: after an Explore action, and on second-chance tiles.
    """
    laid = state.board.lay(tile, x, y, rotation)
    if laid.merged:
        state.rename_territories()
        moments.territories_merged(state)
    moments.tile_laid(state, laid, seat, explored=explored)
    return laid


def closing_fame(state: State, seat: int, laid: Laid) -> None:
    """Give the seat fame for own territories that its tile closed (NG-EXP-11, NG-EXP-13)."""
    board = state.board
    for territory in laid.closed:
        if board.owner[territory] == seat:
            state.players[seat].fame += board.size[territory]


def can_explore(
    state: State, seat: int, from_any: bool = False, from_neutral: bool = False,  # noqa: FBT001, FBT002 - reads well
) -> bool:
    """Return whether the seat may Explore: there are tiles (NG-EXP-07), and it controls an open territory (NG-EXP-02)
    or, with `from_any`, may start from anybody's; with `from_neutral` from a neutral one.
    """
    if not state.pile and not state.bottom:
        return False
    owner, open_sides, pinned = state.board.owner, state.board.open_sides, state.board.pinned_for(seat)
    starts = (seat, -1) if from_neutral else (seat,)
    for territory in state.board.territories:
        if open_sides[territory] and (from_any or owner[territory] in starts) and territory not in pinned:
            return True
    return False


def _cells_at_neutral(board: Board, seat: int) -> list[Cell]:
    """Return the empty cells that an open side of a neutral territory faces which is not pinned for the seat."""
    at, sides, territory_of, pinned = board.at, board.side_areas, board.territory_of, board.pinned_for(seat)
    neutral = {each for each in board.territories if board.owner[each] < 0 and each not in pinned}
    return [
        cell for cell in board.edge
        if any(cell + step in at and territory_of[sides[4 * at[cell + step] + (side ^ 2)]] in neutral
               for side, step in enumerate(SIDE_STEPS))
    ]


@dataclass(frozen=True, slots=True)
class ExploreEffect:
    """The verb of cards: an Explore action, or several; the fields are those of `Explore` and `ExploreForLore`."""

    draw: int = 1
    reject_once: bool = False
    from_any: bool = False
    collect: bool = False
    then_lore: int = 0
    else_again: bool = False
    from_neutral: bool = False
    times: int = 1
    """How many Explore actions, one after the other."""

    def playable(self, state: State, seat: int) -> bool:
        """Return whether the action can begin at all (AMB-R50); no drawn tile may fit in the end."""
        return can_explore(state, seat, self.from_any, self.from_neutral)

    def begin(self, state: State, seat: int, card: int) -> None:
        """Start the action."""
        if self.then_lore or self.else_again:
            state.push(ExploreForLore(
                seat, self.draw, self.reject_once, self.from_any, self.collect,
                card=card, then_lore=self.then_lore, else_again=self.else_again,
            ))
        else:
            for _ in range(self.times):
                state.push(Explore(
                    seat, self.draw, self.reject_once, self.from_any, self.collect, from_neutral=self.from_neutral,
                ))


@dataclass(slots=True)
class Explore(Frame[State]):
    """An Explore action: draw tiles, lay one of them beside an own open territory."""

    prompt: ClassVar[str] = "explore.place"

    seat: int
    draw: int = 1
    """How many tiles are drawn, to lay one; the others go under the pile in the order drawn (AMB-R12)."""
    reject_once: bool = False
    """True if the drawn tile may be put under the pile, once, and another one drawn."""
    from_any: bool = False
    """True if any open territory of the map will do, not only own ones."""
    collect: bool = False
    """True if the resources printed on the chosen tile are collected before it is laid."""
    drawn: tuple[int, ...] = ()
    """Tiles on the table, in the order drawn."""
    tried: int = 0
    """How many tiles were drawn in this action; none is tried twice (NG-EXP-14, AMB-R14)."""
    from_neutral: bool = False
    """True if a neutral open territory will do too."""

    def step(self, state: State) -> Chance | Decision | Work:
        """Draw, or find out where the drawn tiles can go."""
        if not self.drawn:
            return self._draw(state)
        places = self._places(state)
        if not places and state.table.numbers.misfits_leave:
            self._box(state)
            return ONGOING
        if not places:
            self._put_back(state)
            return ONGOING
        least = 0 if self.reject_once and self._untried(state) else 1
        if len(places) == least:
            self._place(state, places[0])
            return DONE
        return Decision(self.seat, self.prompt, places, least, 1, (0,), PUBLIC)

    def take(self, state: State, chosen: Sequence[Tile] | Sequence[PlaceTile]) -> Work:
        """Chance drew tiles; or the seat lays one, or rejects."""
        if not self.drawn:
            self._drew(state, tuple(option.tile for option in chosen))
        elif chosen:
            place = chosen[0]
            assert isinstance(place, PlaceTile)
            self._place(state, place)
            return DONE
        else:
            self._put_back(state)
            self.reject_once = False
        return ONGOING

    def _untried(self, state: State) -> int:
        """Return the tiles not yet drawn in this action; those not laid are under the pile or on the table."""
        return len(state.pile) + len(state.bottom) + len(self.drawn) - self.tried

    def _draw(self, state: State) -> Chance | Work:
        wanted = min(self.draw, self._untried(state))
        if wanted == 0 or not self._possible(state):
            return DONE
        count = min(wanted, len(state.pile))
        if count == len(state.pile) <= 1:
            self._drew(state, tuple(state.pile))
            return ONGOING
        return Chance("tiles.draw", tile_options(state.pile), count, self._stream(state), PUBLIC)

    def _possible(self, state: State) -> bool:
        """Return whether a tile may be drawn at all."""
        return can_explore(state, self.seat, self.from_any, self.from_neutral)

    def _stream(self, _state: State) -> str:
        return "tiles"

    def _drew(self, state: State, tiles: tuple[int, ...]) -> None:
        """Take these off the pile, and what it lacked from those put under it earlier."""
        wanted = min(self.draw, self._untried(state))
        for tile in tiles:
            state.pile.remove(tile)
        more = wanted - len(tiles)
        self.drawn = tiles + tuple(state.bottom[:more])
        del state.bottom[:more]
        self.tried += wanted

    def _put_back(self, state: State) -> None:
        """Put what was drawn under the pile; one tile is drawn instead, however many these were (NG-EXP-06)."""
        state.bottom.extend(self.drawn)
        self.drawn = ()
        self.draw = 1

    def _box(self, state: State) -> None:
        """Take what was drawn out of the game, and draw one tile instead (NGP-EXP-01)."""
        state.boxed_tiles.extend(self.drawn)
        self.tried -= len(self.drawn)
        self.drawn = ()
        self.draw = 1

    def _places(self, state: State) -> list[PlaceTile]:
        return placements(state.board, sorted(self.drawn), self._cells(state))

    def _cells(self, state: State) -> list[Cell]:
        """Return the empty cells on which a tile may come, ascending."""
        board = state.board
        cells = board.cells_at_any(self.seat) if self.from_any else board.cells_at(self.seat)
        if self.from_neutral:
            cells = sorted({*cells, *_cells_at_neutral(board, self.seat)})
        return cells

    def _place(self, state: State, place: PlaceTile) -> None:
        state.bottom.extend(tile for tile in self.drawn if tile != place.tile)
        if self.collect:
            for area in state.board.printed[place.tile].areas:
                state.gain(self.seat, FOOD, area.food)
                state.gain(self.seat, WOOD, area.wood)
                state.gain(self.seat, LORE, area.lore)
        laid = lay(state, place.tile, place.x, place.y, place.rotation, self.seat, explored=True)
        closing_fame(state, self.seat, laid)
        self._laid(state, place.tile)
        moments.after_explore(state, self.seat, laid)

    def _laid(self, state: State, tile: int) -> None:
        """Do what the card adds; what rules ask about the tile comes before what this pushes."""


@dataclass(slots=True)
class ExploreForLore(Explore):
    """An Explore action that goes by the lore printed on the tile laid; without a tile laid it is a plain one."""

    card: int = -1
    then_lore: int = 0
    """Lore collected if lore is printed on the tile, however much that is."""
    else_again: bool = False
    """True if another Explore action, a plain one, may follow if none is printed on it."""

    def _laid(self, state: State, tile: int) -> None:
        if any(area.lore for area in state.board.printed[tile].areas):
            state.gain(self.seat, LORE, self.then_lore)
        elif self.else_again:
            state.push(Offer(self.seat, self.card, ExploreEffect()))
