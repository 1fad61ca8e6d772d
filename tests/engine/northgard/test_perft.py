"""Golden counts of placements, each found a second time by the slow map."""

from collections import Counter
from collections.abc import Iterator

import pytest

from lawspeaker_engine.games.northgard.actions.explore import placements
from lawspeaker_engine.games.northgard.board import Board, starting_board
from lawspeaker_engine.games.northgard.tiles import START, TILE_NUMBER
from tests.engine.northgard.naive_map import NaiveMap, printed_rows
from tests.engine.northgard.positions import territory_at, tiles_map

ROWS = printed_rows()

SIX = (("start", 0, 0, 0), ("05", 1, 0, 0), ("20", 0, 1, 0), ("28", -1, 0, 0), ("18", -1, -1, 1), ("07", 1, -1, 0))
"""Three bays in the outline: at 1, 1 and at 0, -1 a border must go on, and at -1, 1 two meet already."""

FIGURES = ((0, 0, "S", 0), (1, -1, "W", 0), (-1, -1, "E", 1), (0, 1, "E", 1), (1, 0, "E", 0), (-1, 0, "N", 2))
"""x, y, side and seat of figures on the six tiles."""

GOLDEN = {
    "01": (16, 40, 40), "02": (16, 36, 35), "03": (16, 40, 40), "04": (16, 38, 38), "05": (16, 36, 36),
    "06": (16, 40, 40), "07": (16, 40, 38), "08": (16, 40, 38), "09": (16, 38, 38), "10": (16, 38, 38),
    "11": (16, 36, 35), "12": (16, 40, 38), "13": (4, 8, 8), "14": (16, 40, 38), "15": (16, 38, 38),
    "16": (16, 38, 38), "17": (16, 36, 35), "18": (16, 38, 38), "19": (16, 38, 38), "20": (16, 36, 36),
    "21": (16, 36, 36), "22": (16, 40, 40), "23": (16, 38, 38), "24": (16, 38, 38), "25": (16, 38, 38),
    "26": (16, 38, 38), "27": (16, 38, 38), "28": (16, 36, 36), "29": (16, 38, 38), "30": (16, 40, 40),
    "31": (16, 38, 38), "32": (16, 38, 38), "33": (16, 40, 38),
    "horizon-1": (8, 18, 18), "horizon-2": (16, 36, 35), "horizon-3": (16, 36, 36), "horizon-4": (16, 36, 35),
    "kobold-camp": (16, 38, 38), "thors-wrath": (16, 36, 35), "nastrond": (4, 10, 10), "vedrfolnir": (16, 36, 35),
    "yggdrasil": (4, 10, 10), "great-lake": (4, 10, 10), "volcano": (4, 10, 10), "wyverns-den": (4, 10, 10),
    "central-5": (8, 20, 19), "central-5-wall": (8, 20, 19),
}
"""By tile: legal placements next to the starting tile; next to the six tiles; next to them with figures on them."""


def start_map() -> tuple[Board, NaiveMap]:
    return starting_board([START]), NaiveMap({(0, 0): (ROWS["start"], 0)})


def six_tiles() -> tuple[Board, NaiveMap]:
    return tiles_map(SIX), NaiveMap({(x, y): (ROWS[tile], rotation) for tile, x, y, rotation in SIX})


def six_tiles_with_figures() -> tuple[Board, NaiveMap]:
    board, naive = six_tiles()
    for x, y, side, seat in FIGURES:
        territory = territory_at(board, x, y, side)
        board.owner[territory], board.units[territory] = seat, 1
        row, rotation = naive.laid[x, y]
        sides = {"NESW"[("NESW".index(s) + rotation) % 4]: a["name"] for a in row["areas"] for s in a["sides"]}
        naive.figures[x, y, sides[side]] = Counter({seat: 1})
    return board, naive


def found(board: Board, tile: str) -> list[tuple[int, int, int]]:
    places = placements(board, [TILE_NUMBER[tile]], board.cells_touching())
    return [(place.x, place.y, place.rotation) for place in places]


@pytest.mark.parametrize("tile", [tile for tile in ROWS if tile in GOLDEN])
def test_placements_of_each_tile_are_those_of_the_slow_map_and_as_many_as_ever(tile):
    counts = []
    for make in (start_map, six_tiles, six_tiles_with_figures):
        board, naive = make()
        places = found(board, tile)
        assert places == naive.placements(ROWS[tile])
        counts.append(len(places))
    assert tuple(counts) == GOLDEN[tile]


def sequences(board: Board, naive: NaiveMap, tiles: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """For every way of laying all tiles but the last in turn: the last one's placements on either map."""
    if len(tiles) == 1:
        yield len(found(board, tiles[0])), len(naive.placements(ROWS[tiles[0]]))
        return
    for x, y, rotation in found(board, tiles[0]):
        after = board.copy()
        after.lay(TILE_NUMBER[tiles[0]], x, y, rotation)
        yield from sequences(after, naive.with_tile(x, y, ROWS[tiles[0]], rotation), tiles[1:])


@pytest.mark.parametrize(("tiles", "count"), [
    (("05", "18"), 384), (("13", "08"), 96), (("30", "02"), 384), (("13", "05", "13"), 672),
])
def test_ways_of_laying_several_tiles_in_turn_are_as_many_as_the_slow_map_finds(tiles, count):
    totals = list(sequences(*start_map(), tiles))
    assert all(fast == slow for fast, slow in totals)
    assert sum(fast for fast, _ in totals) == count
