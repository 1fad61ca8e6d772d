"""Populations: where they may be placed, and what becomes of them."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.clansmen import people
from lawspeaker_engine.games.clansmen.options import Kind, Tile
from lawspeaker_engine.games.clansmen.people import Place
from lawspeaker_engine.games.clansmen.phases.arrivals import ArrivalsPhase
from lawspeaker_engine.games.clansmen.phases.winter import WinterPhase
from lawspeaker_engine.games.clansmen.state import CRAFTSMAN, FARMER, LABORER, SPRING, WARRIOR, WINTER

from .positions import (
    A,
    B,
    answer,
    begin,
    build,
    decision,
    done,
    draw,
    empty_state,
    ground,
    home,
    kinds,
    offered,
    only_revealed,
    put,
    structure,
    tile_at,
    weak,
)


def placing(state, seat=A, kind=FARMER):
    """Begin to place a population; the coordinates offered."""
    begin(state, Place(seat, kind, "migrants.place"))
    return [state.board.hexes[option.tile] for option in offered(state)]


def test_CL_T46_CL_MIG_04_CL_MIG_07_from_the_hills_a_population_reaches_the_neighbours_and_theirs_if_revealed():
    state = empty_state()
    ring = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
    only_revealed(state, (0, 0), *ring)
    put(state, A, "farmer", "hills")
    assert placing(state) == sorted(ring)
    put(state, A, "laborer", tile=tile_at(state, 1, 0))
    assert placing(state) == sorted(ring[1:])
    people.remove(state, A, tile_at(state, 1, 0))
    state.reveal(tile_at(state, 2, 0))
    assert placing(state) == sorted([*ring, (2, 0)])
    state.reveal(tile_at(state, 3, 0))
    assert placing(state) == sorted([*ring, (2, 0)])


def test_CL_T47_CL_MIG_05_CL_MIG_06_CL_MAP_10_the_way_runs_over_revealed_hexes_and_roads_make_it_longer():
    state = empty_state()
    only_revealed(state, (0, 0), (2, 0), (-1, 0), (-2, 0), (-3, 0))
    put(state, A, "farmer")
    assert placing(state) == [(-2, 0), (-1, 0)]
    state.reveal(tile_at(state, 1, 0))
    assert placing(state) == [(-2, 0), (-1, 0), (1, 0), (2, 0)]
    state.reveal(tile_at(state, 3, 0))
    build(state, A, "dirt_roads")
    assert placing(state) == [(-3, 0), (-2, 0), (-1, 0), (1, 0), (2, 0), (3, 0)]
    state.reveal(tile_at(state, 4, 0))
    build(state, A, "paved_roads")
    assert (4, 0) not in placing(state)


def test_AMB_CL_26_CL_MIG_05_several_roads_reach_no_farther_than_one():
    state = empty_state(unique_buildings=False)
    only_revealed(state, *((q, 0) for q in range(6)))
    put(state, A, "farmer")
    build(state, A, "dirt_roads", "dirt_roads", "dirt_roads")
    assert placing(state) == [(1, 0), (2, 0), (3, 0)]


@pytest.mark.parametrize("terrain", ["lowlands", "hills", "forest", "swamp", "mountain", "lake"])
def test_CL_MIG_06_occupied_hexes_and_all_terrains_may_be_crossed(terrain):
    state = empty_state()
    only_revealed(state, (0, 0), (1, 0), (2, 0))
    put(state, A, "farmer")
    put(state, B, "warrior", terrain, tile=tile_at(state, 1, 0))
    begin(state, Place(A, FARMER, "migrants.place"))
    assert done(state)
    assert [state.board.hexes[person.tile] for person in state.players[A].people] == [(0, 0), (2, 0)]


def test_CL_MIG_04_two_steps_are_counted_from_any_other_own_population_only():
    state = empty_state()
    only_revealed(state, *((q, 0) for q in range(9)))
    put(state, A, "farmer", tile=tile_at(state, 0, 0))
    put(state, A, "farmer", tile=tile_at(state, 3, 0), weakened=True)
    put(state, B, "farmer", tile=tile_at(state, 7, 0))
    assert placing(state) == [(1, 0), (2, 0), (4, 0), (5, 0)]


def test_CL_T95_CL_MAP_09_CL_MAP_10_AMB_CL_49_tiles_of_others_and_unrevealed_ones_are_not_offered():
    state = empty_state()
    put(state, A, "farmer")
    theirs = put(state, B, "farmer", tile=home(state, A)[1])
    hidden = home(state, A)[2]
    state.revealed[hidden] = 0
    begin(state, Place(A, FARMER, "migrants.place"))
    assert Tile(theirs) not in offered(state)
    assert Tile(hidden) not in offered(state)
    assert Tile(home(state, A)[3]) in offered(state)


def test_CL_MIG_04_a_place_must_be_taken_and_a_single_one_is_no_choice():
    state = empty_state()
    only_revealed(state, (0, 0), (1, 0), (0, 1))
    put(state, A, "farmer")
    begin(state, Place(A, WARRIOR, "migrants.place"))
    assert (decision(state).least, decision(state).most) == (1, 1)
    answer(state, Tile(tile_at(state, 1, 0)))
    assert done(state)
    begin(state, Place(A, CRAFTSMAN, "migrants.place"))
    assert done(state)
    assert kinds(state, A) == ["craftsman", "farmer", "warrior"]


def test_CL_MIG_08_without_a_legal_tile_a_population_is_lost():
    state = empty_state()
    only_revealed(state, (0, 0))
    put(state, A, "farmer")
    begin(state, Place(A, FARMER, "migrants.place"))
    assert done(state)
    assert kinds(state, A) == ["farmer"]


def test_CL_MIG_08_AMB_CL_48_who_has_no_people_may_use_free_tiles_of_the_own_settlement():
    state = empty_state()
    taken = put(state, B, "farmer", tile=home(state, A)[4])
    state.reveal(tile_at(state, 2, 0))
    begin(state, Place(A, FARMER, "migrants.place"))
    assert [option.tile for option in offered(state)] == sorted(set(home(state, A)) - {taken})


def test_CL_T102_CL_MIG_08_CL_POP_12_after_the_last_one_died_its_house_shelters_the_next():
    state = empty_state(2, season=SPRING)
    state.year = 2
    put(state, B, "farmer")
    tile = put(state, A, "farmer", weakened=True)
    structure(state, A, tile, "wooden_house")
    people.weaken(state, A, tile)
    assert kinds(state, A) == []
    assert [each.tile for each in state.players[A].structures] == [tile]
    begin(state, ArrivalsPhase())
    draw(state, Kind(LABORER), Kind(WARRIOR))
    answer(state, Kind(LABORER))
    assert (decision(state).seat, decision(state).prompt) == (A, "migrants.place")
    assert [option.tile for option in offered(state)] == sorted(home(state, A))
    answer(state, Tile(tile))
    answer(state, *decision(state).default)
    assert done(state)
    state.season = WINTER
    begin(state, WinterPhase())
    assert done(state)
    assert kinds(state, A) == ["laborer"]
    assert kinds(state, B) == ["farmer*", "warrior*"]


def test_CL_POP_12_AMB_CL_49_a_removed_population_frees_its_tile_for_anybody():
    state = empty_state()
    tile = put(state, A, "farmer")
    put(state, A, "farmer")
    put(state, B, "farmer", tile=home(state, A)[2])
    structure(state, A, tile, "fence")
    assert tile not in people.places(state, B)
    people.remove(state, A, tile)
    assert tile in people.places(state, B)
    assert [each.tile for each in state.players[A].structures] == [tile]


def test_CL_POP_10_a_population_weakened_twice_is_removed_and_a_healed_one_is_not():
    state = empty_state()
    first, second = put(state, A, "farmer"), put(state, A, "laborer")
    people.weaken(state, A, first)
    people.weaken(state, A, second)
    assert kinds(state, A) == ["farmer*", "laborer*"]
    people.heal(state, A, first)
    people.weaken(state, A, first)
    people.weaken(state, A, second)
    assert kinds(state, A) == ["farmer*"]


@pytest.mark.parametrize("change", [people.weaken, people.heal])
def test_nobody_can_be_weakened_or_healed_where_nobody_is(change):
    state = empty_state()
    tile = put(state, B, "farmer")
    with pytest.raises(ValueError, match=f"seat 0 has nobody on tile {tile}"):
        change(state, A, tile)


def test_people_stay_ascending_by_tile_when_they_move():
    state = empty_state()
    first, second, third, *_ = sorted(home(state, A))
    put(state, A, "farmer", tile=second)
    put(state, A, "laborer", tile=first)
    weak(state, A, first)
    people.move(state, A, first, third)
    assert [(person.tile, person.kind) for person in state.players[A].people] == [(second, FARMER), (third, LABORER)]
    assert [person.tile for person in people.weakened(state, A)] == [third]
    assert people.healthy(state, A, LABORER) == []


@pytest.mark.parametrize(("kind", "best"), [(FARMER, 2), (LABORER, 1), (CRAFTSMAN, 0), (WARRIOR, 0)])
def test_by_default_a_population_goes_where_it_brings_most_in_a_year(kind, best):
    state = empty_state(2)
    centre, *ring = home(state, A)
    tiles = sorted(ring)
    only_revealed(state, *(state.board.hexes[tile] for tile in (centre, *ring)))
    put(state, A, "farmer", tile=centre)
    for tile, terrain in zip(tiles, ["swamp", "hills", "lowlands", "lake", "forest", "mountain"], strict=True):
        ground(state, tile, terrain)
    begin(state, Place(A, kind, "migrants.place"))
    assert decision(state).default == (best,)
