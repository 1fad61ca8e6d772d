"""The board that is kept up to date while tiles are laid equals the slow map, made from scratch."""

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lawspeaker_engine.content import parse_row
from lawspeaker_engine.games.northgard.actions.explore import placements
from lawspeaker_engine.games.northgard.board import Board, Laid
from lawspeaker_engine.games.northgard.grid import position
from lawspeaker_engine.games.northgard.tiles import SEA, TILES, TileRow, make_tile
from tests.engine.northgard.naive_map import PRINTED, NaiveMap, printed_rows
from tests.sample_sizes import examples

MADE = (
    {"id": "wall", "areas": [{"name": "a", "sides": "NW", "food": 1}, {"name": "b", "sides": "ES"}],
     "impassable": ["a-b"]},
    {"id": "island", "areas": [{"name": "a", "sides": "NESW"}, {"name": "i", "large": 1}], "rough": ["i-a"]},
    {"id": "bare", "areas": [{"name": "a", "sides": "NS"}, {"name": "e", "sides": "E"}, {"name": "w", "sides": "W"}],
     "regular": ["a-e", "a-w"]},
    {"id": "open", "areas": [{"name": "a", "sides": "NESW", "wood": 1}]},
)
"""Tiles with what the box has not: impassable borders, enclosed areas, two rotations alike."""

ROWS = [*printed_rows().values(), *MADE]
TABLE = TILES + tuple(make_tile(parse_row(TileRow, row, row["id"])) for row in MADE)

LAND = [number for number, tile in enumerate(TABLE) if SEA not in tile.sides]
"""The tiles that are laid beside others; Beaches lie by themselves, see test_sea.py."""


def random_map(random: Random, tiles: int) -> tuple[Board, NaiveMap, list[str]]:
    """Legally laid tiles in random places, figures and buildings put here and there in between."""
    board, naive, log = Board(printed=TABLE), NaiveMap(), []
    compact = random.random() < 0.5
    for count in range(tiles):
        tile = random.choice(LAND)
        row = ROWS[tile]
        if count == 0:
            place = (0, 0, random.randrange(4))
        else:
            places = placements(board, [tile], board.cells_touching())
            assert [(p.x, p.y, p.rotation) for p in places] == naive.placements(row)
            check_room(board, naive, tile, places)
            if not places:
                continue
            if compact:
                places = sorted(places, key=lambda p: p.x * p.x + p.y * p.y)[:6]
            chosen = random.choice(places)
            place = (chosen.x, chosen.y, chosen.rotation)
        log.append(f"{row['id']} at {place}")
        before, sides_before = naive, board.open_sides[:]
        laid = board.lay(tile, *place)
        naive = naive.with_tile(place[0], place[1], row, place[2])
        check_structure(board, naive)
        check_laid(board, before, naive, laid, sides_before)
        settle(random, board, naive)
    return board, naive, log


def settle(random: Random, board: Board, naive: NaiveMap) -> None:
    """Put a unit into some territory that is empty or the seat's own, and a building anywhere."""
    seat, area = random.randrange(3), random.randrange(len(board.territory_of))
    territory, name = board.territory_of[area], names(board, naive)[area]
    if board.owner[territory] in (-1, seat):
        board.owner[territory] = seat
        board.units[territory] += 1
        naive.figures.setdefault(name, Counter())[seat] += 1
    if random.random() < 0.3:
        built = random.randrange(8) * 4
        board.buildings[territory] = tuple(sorted((*board.buildings[territory], built)))
        naive.buildings.setdefault(name, []).append(built)


def names(board: Board, naive: NaiveMap) -> list[tuple[int, int, str]]:
    """The slow map's name of each area."""
    return [(x, y, area["name"]) for _, x, y, _ in board.laid for area in naive.laid[x, y][0]["areas"]]


def check_structure(board: Board, naive: NaiveMap) -> None:
    areas = names(board, naive)
    number = {name: area for area, name in enumerate(areas)}
    territories = {min(number[name] for name in territory): territory for territory in naive.territories()}
    assert board.territories == sorted(territories)
    assert board.territory_of == [min(number[other] for other in naive.territory(name)) for name in areas]
    edge = set()
    for territory, parts in territories.items():
        assert board.size[territory] == len({(x, y) for x, y, _ in parts})
        open_sides = naive.open_sides(parts)
        edge |= set(open_sides)
        assert board.open_sides[territory] == len(open_sides)
        assert board.closed(territory) == (not open_sides)
        assert dict(board.neighbours[territory]) == {
            min(number[name] for name in other): kind for other, kind in naive.neighbours(parts).items()
        }
        assert list(board.neighbours[territory]) == sorted(board.neighbours[territory])
        for what in PRINTED:
            assert getattr(board, what)[territory] == naive.printed(parts, what)
        figures = naive.figures_in(parts)
        assert len(figures) <= 1
        assert (board.owner[territory], board.units[territory]) == next(iter(figures.items()), (-1, 0))
        assert list(board.buildings[territory]) == sorted(b for name in parts for b in naive.buildings.get(name, ()))
    for gone in set(range(len(areas))) - set(territories):
        assert (board.owner[gone], board.units[gone], board.size[gone], board.open_sides[gone]) == (-1, 0, 0, 0)
        assert (board.buildings[gone], board.neighbours[gone]) == ((), ())
    assert [position(cell) for cell in board.cells_touching()] == sorted(edge)
    for seat in range(3):
        own = {c for parts in territories.values() if naive.figures_in(parts)[seat] for c in naive.open_sides(parts)}
        assert [position(cell) for cell in board.cells_at(seat)] == sorted(own)


def check_laid(board: Board, before: NaiveMap, naive: NaiveMap, laid: Laid, sides_before: list[int]) -> None:
    areas = names(board, naive)
    new = [naive.territory(name) for name in areas if (name[0], name[1]) not in before.laid]
    assert laid.territories == tuple(sorted({board.territory_of[areas.index(min(t, key=areas.index))] for t in new}))
    was_open = {t for t in before.territories() if before.open_sides(t)}
    closed = {t for t in naive.territories() if not naive.open_sides(t) and any(old <= t for old in was_open)}
    assert laid.closed == tuple(sorted(board.territory_of[areas.index(next(iter(t)))] for t in closed))
    old = [territory for territory in range(len(sides_before)) if areas[territory][:2] in before.laid]
    lost = [(t, board.territory_of[t]) for t in old if board.territory_of[t] != t and is_name(before, areas, t)]
    assert laid.merged == tuple(lost)


def is_name(before: NaiveMap, areas: list[tuple[int, int, str]], area: int) -> bool:
    """Return whether a territory was named after this area."""
    return area == min(areas.index(name) for name in before.territory(areas[area]))


def check_room(board: Board, naive: NaiveMap, tile: int, places: list) -> None:
    row = ROWS[tile]
    with_room = [p for p in places if naive.with_tile(p.x, p.y, row, p.rotation).empty_on(p.x, p.y)]
    assert placements(board, [tile], board.cells_touching(), room=True) == with_room


@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.randoms(use_true_random=False), st.integers(2, 12))
def test_after_every_tile_of_a_random_map_all_columns_equal_a_recomputation_from_scratch(random, tiles):
    random_map(random, tiles)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_so_they_do_on_large_maps(seed):
    board, _, log = random_map(Random(seed), 26)
    assert len(board.laid) >= 15, log


@given(st.randoms(use_true_random=False), st.integers(2, 10))
@settings(max_examples=examples(30), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_fits_says_of_every_cell_and_rotation_what_the_slow_map_says(random, tiles):
    board, naive, _ = random_map(random, tiles)
    tile = random.choice(LAND)
    cells = [(x, y) for x in range(-4, 5) for y in range(-4, 5)]
    for x, y in cells:
        for rotation in range(4):
            assert board.fits(tile, x, y, rotation) == naive.fits(x, y, ROWS[tile], rotation)
