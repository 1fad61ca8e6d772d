"""Small positions made by hand, and answers given by value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lawspeaker_engine.games.northgard.actions.move import MoveTerms, MoveUnits
from lawspeaker_engine.games.northgard.board import CARVED_SPACE, LARGE_SPACE, NO_SPACE, SMALL_SPACE, Board
from lawspeaker_engine.games.northgard.clans import CLANS
from lawspeaker_engine.games.northgard.composition import lay_table
from lawspeaker_engine.games.northgard.figures import FIGURES, KAIJA
from lawspeaker_engine.games.northgard.options import DieFace, Move
from lawspeaker_engine.games.northgard.phases.setup import take_pieces
from lawspeaker_engine.games.northgard.settings import Settings, check
from lawspeaker_engine.games.northgard.state import RESERVE, Player, SpecialFigure, State, Token
from lawspeaker_engine.games.northgard.tiles import (
    IMPASSABLE,
    REGULAR,
    ROUGH,
    TILE_NUMBER,
    TILES,
    AreaRow,
    Tile,
    TileRow,
    make_tile,
)
from lawspeaker_engine.games.northgard.tokens import SCORCHED_EARTH
from tests.engine.questions import answer, answers, chance, decision, draw, offered, run

__all__ = [
    "answer", "answers", "attack_of", "bear", "chance", "code", "decision", "draw", "empty_state", "graph",
    "inline_tile", "occupy", "offered", "playing_clans", "roll", "run", "special", "territory_at", "tiles_map",
]

BUILDINGS = (
    "food_silo", "woodcutter_lodge", "carved_stone", "defense_tower", "training_camp", "fortress", "forge",
    "altar_of_kings",
)
BORDERS = {"regular": REGULAR, "rough": ROUGH, "impassable": IMPASSABLE}
FACES = {
    "2C": DieFace(2, 0, False), "3C": DieFace(3, 0, False), "C/K": DieFace(1, 1, True), "2C1K": DieFace(2, 1, False),
    "2K": DieFace(0, 2, False), "1C1K": DieFace(1, 1, False),
}


def empty_state(players: int = 2, **settings: Any) -> State:
    """A state in the actions phase of year 1 with an empty board; settings as in `Settings`, unset ones default."""
    given = Settings(players=players, **settings)
    check(given)
    seats = [Player(known=((),) * (players + 1)) for _ in range(players)]
    return State(given, lay_table(given), Board(), seats, year=1, phase="actions")


def code(building: str, *, carved: bool = False, spaceless: bool = False) -> int:
    """The code of a building as `Board.buildings` holds it; on the plainest space it can stand on."""
    number = BUILDINGS.index(building)
    if spaceless:
        space = NO_SPACE
    elif number >= 5:
        space = LARGE_SPACE
    else:
        space = CARVED_SPACE if carved or building == "carved_stone" else SMALL_SPACE
    return number * 4 + space


def graph(
    state: State, territories: Mapping[str, Mapping[str, Any]], borders: Sequence[tuple[str, str, str]] = (),
) -> dict[str, int]:
    """Put named territories without tiles on the board; returns their numbers, which ascend in the order given.

    A territory takes: own (seat), u (units, taken from the reserve), b (buildings, by name or code; taken from the
    stock), kaija (True: stands in it, its owner is Bear), snake (True: the Scorched Earth token lies in it), food,
    wood, lore, small, carved, large (free spaces), lairs, size (default 1), open (open sides, default 1).
    """
    board = state.board
    names: dict[str, int] = {}
    for name, given in territories.items():
        values = dict(given)
        number = names[name] = len(board.territory_of)
        board.territory_of.append(number)
        board.territories.append(number)
        board.owner.append(values.pop("own", -1))
        board.units.append(values.pop("u", 0))
        for column in ("food", "wood", "lore", "small", "carved", "large", "lairs"):
            getattr(board, column).append(values.pop(column, 0))
        board.size.append(values.pop("size", 1))
        board.open_sides.append(values.pop("open", 1))
        codes = [code(b) if isinstance(b, str) else b for b in values.pop("b", ())]
        board.buildings.append(tuple(sorted(codes)))
        board.neighbours.append(())
        board.tiles_in.append(0)
        for built in codes:
            state.stock[built // 4] -= 1
        if board.owner[number] >= 0:
            state.players[board.owner[number]].reserve -= board.units[number]
        if values.pop("kaija", False):
            give_kaija(state, board.owner[number], number)
        if values.pop("snake", False):
            give_token(state, snake(state), number)
        assert not values, f"territory {name} has no {', '.join(values)}"
    for a, b, kind in borders:
        for one, other in ((names[a], names[b]), (names[b], names[a])):
            kinds = dict(board.neighbours[one])
            kinds[other] = min(BORDERS[kind], kinds.get(other, IMPASSABLE))
            board.neighbours[one] = tuple(sorted(kinds.items()))
    return names


def inline_tile(
    name: str, sides: Mapping[str, str], regular: str = "", rough: str = "", impassable: str = "",
    **contents: Mapping[str, int],
) -> Tile:
    """A tile for one test: area name -> sides it owns, borders as in "n-e e-s", contents by area name."""
    areas = tuple(AreaRow(area, owned, **contents.get(area, {})) for area, owned in sides.items())
    return make_tile(TileRow(name, areas, tuple(regular.split()), tuple(rough.split()), tuple(impassable.split())))


def board_with(*extra: Tile) -> Board:
    """An empty board on which these tiles are in play besides the printed ones."""
    return Board(printed=TILES + extra)


def number_of(board: Board, tile: str) -> int:
    """The number of a tile in play by its id."""
    return TILE_NUMBER[tile] if tile in TILE_NUMBER else [t.id for t in board.printed].index(tile)


def tiles_map(entries: Sequence[tuple[str | Tile, int, int, int]], *extra: Tile) -> Board:
    """A board with (tile id or inline tile, x, y, rotation) laid in order; fails on one that does not fit.

    `extra` tiles are in play, but not laid.
    """
    inline = dict.fromkeys([*(tile for tile, *_ in entries if isinstance(tile, Tile)), *extra])
    board = board_with(*inline)
    for tile, x, y, rotation in entries:
        number = number_of(board, tile.id if isinstance(tile, Tile) else tile)
        assert not board.laid or board.fits(number, x, y, rotation), f"tile {tile} does not fit at {x}, {y}"
        board.lay(number, x, y, rotation)
    return board


def territory_at(board: Board, x: int, y: int, side: str) -> int:
    """The territory behind side "N", "E", "S" or "W" of the tile laid at x, y."""
    laid = [(at_x, at_y) for _, at_x, at_y, _ in board.laid].index((x, y))
    return board.territory_of[board.side_areas[4 * laid + "NESW".index(side)]]


def occupy(state: State, seat: int, territory: int, units: int = 1, *, kaija: bool = False) -> None:
    """Put figures of a seat into a territory, from its reserve."""
    state.add_figures(seat, territory, units, (KAIJA,) if kaija else ())


def give_kaija(state: State, seat: int, territory: int = RESERVE) -> None:
    """The seat owns Kaija, who is there; she leaves where she was."""
    state.figures = [SpecialFigure(KAIJA, seat, territory)]


def kaija_stands_in(state: State, territory: int) -> bool:
    """Return whether Kaija is one of the figures of the territory's owner in it."""
    return KAIJA in state.special_figures(state.board.owner[territory], territory)


def bear(state: State) -> int:
    """Return the seat that owns Kaija, or -1."""
    return next((each.seat for each in state.figures if each.figure == KAIJA), -1)


def give_token(state: State, seat: int, territory: int = RESERVE) -> None:
    """The seat owns the Scorched Earth token, which is there."""
    state.tokens = [Token(SCORCHED_EARTH, seat, territory)]


def snake(state: State) -> int:
    """Return the seat that owns the Scorched Earth token, or -1."""
    token = state.token(SCORCHED_EARTH)
    return token.seat if token else -1


def push_phase(state: State, name: str, order: tuple[int, ...]) -> None:
    """Let a phase of the year be played next."""
    for step in reversed(state.table.phase(name).steps):
        state.push(step.make(order))


def roll(state: State, face: str) -> None:
    """Answer the pending die: one of 2C, 3C, C/K, 2C1K, 2K, 1C1K."""
    draw(state, FACES[face])


def figure(name: str) -> int:
    """The number of a kind of figure by its id."""
    return [row.id for row in FIGURES].index(name)


def give_figure(state: State, seat: int, name: str, territory: int = RESERVE) -> int:
    """The seat owns this special figure, which is there; returns its number."""
    number = figure(name)
    state.figures.append(SpecialFigure(number, seat, territory))
    state.figures.sort(key=lambda each: each.figure)
    if territory >= 0:
        state.board.owner[territory] = seat
        state.board.changed()
    return number


def clan_number(name: str) -> int:
    """The number of a clan by its id."""
    return [clan.id for clan in CLANS].index(name)
def playing_clans(*clans: str, players: int = 2, **settings: Any) -> State:
    """An empty state in which the seats play these clans of any module, with their pieces; "" plays none."""
    state = empty_state(players, **{"clan_pool": "all", **settings})
    state.parts = [part() for part in state.table.parts]
    for seat, clan in enumerate(clans):
        if clan:
            state.players[seat].clan = [row.id for row in CLANS].index(clan)
            take_pieces(state, seat)
    return state


def special(figure: str) -> int:
    """The number of a special figure by its id."""
    return [row.id for row in FIGURES].index(figure)


def attack_of(state: State, seat: int, source: int, target: int, units: int, **terms: Any) -> None:
    """A Move 1 of the seat in which so many units enter an enemy territory; no special figure may be in `source`."""
    state.push(MoveUnits(seat, 1, MoveTerms(**terms)))
    answer(state, Move(source, target, units, kaija=False))


@dataclass(frozen=True)
class Effect:
    """An effect of a card with this number, whichever card that is."""

    action: int

    def __eq__(self, other: object) -> bool:
        return getattr(other, "action", None) == self.action

    __hash__ = None  # type: ignore[assignment]
