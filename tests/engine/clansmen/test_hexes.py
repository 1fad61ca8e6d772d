"""The land: terrains, how the hexes lie, and which of them may be revealed."""

from __future__ import annotations

from itertools import combinations

import pytest

from lawspeaker_engine.games.clansmen import buildings
from lawspeaker_engine.games.clansmen.actions import build as building
from lawspeaker_engine.games.clansmen.hexes import BOARDS, TERRAINS
from lawspeaker_engine.games.clansmen.options import Build, Gain, PlayCard, Tile
from lawspeaker_engine.games.clansmen.phases.harvest import HarvestPhase
from lawspeaker_engine.games.clansmen.phases.turn import Turn
from lawspeaker_engine.games.clansmen.state import SEASONS

from .positions import (
    A,
    B,
    answer,
    begin,
    card,
    done,
    empty_state,
    hand,
    home,
    offered,
    only_revealed,
    put,
    stock,
    tile_at,
)

PRINTED = {
    "lowlands": ((1, 3, 6, 0), 0, 0),
    "hills": ((1, 2, 3, 0), 1, 1),
    "forest": ((1, 2, 3, 0), 2, 0),
    "swamp": ((1, 1, 1, 0), 1, 0),
    "mountain": ((1, 1, 1, 0), 0, 2),
    "lake": ((2, 2, 2, 1), 0, 0),
}
"""By terrain: Food of a Farmer by season, and Wood and Stone of a Laborer in a season of work."""


def distance(a, b):
    """Steps from hex to hex."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def test_CL_MAP_01_there_are_six_terrains():
    assert [row.id for row in TERRAINS] == list(PRINTED)


@pytest.mark.parametrize("season", range(4), ids=SEASONS)
@pytest.mark.parametrize("terrain", PRINTED)
def test_CL_MAP_02_CL_MAP_03_CL_MAP_04_CL_MAP_05_CL_MAP_06_CL_MAP_07_a_farmer_gains_what_its_terrain_shows(
    terrain, season,
):
    state = empty_state(season=season)
    put(state, A, "farmer", terrain)
    begin(state, HarvestPhase())
    assert done(state)
    assert state.players[A].stock == [PRINTED[terrain][0][season], 0, 0, 0]


@pytest.mark.parametrize("season", range(4), ids=SEASONS)
@pytest.mark.parametrize("terrain", PRINTED)
def test_CL_MAP_08_a_laborer_gains_the_wood_and_stone_of_its_terrain_but_nothing_in_winter(terrain, season):
    state = empty_state(season=season)
    put(state, A, "laborer", terrain)
    begin(state, HarvestPhase())
    assert done(state)
    _, wood, stone = PRINTED[terrain]
    assert state.players[A].stock == ([0, 0, 0, 0] if SEASONS[season] == "winter" else [0, wood, stone, 0])


def test_CL_MAP_10_nothing_is_built_on_an_unrevealed_hex():
    state = empty_state(houses_need_people=False)
    stock(state, A, wood=1)
    hidden = home(state, B)[1]
    state.revealed[hidden] = 0
    begin(state)
    building.begin(state, A, Build(buildings.number_of("wooden_house")))
    assert {option.tile for option in offered(state)} == {i for i, shown in enumerate(state.revealed) if shown}
    assert Tile(hidden) not in offered(state)


def test_CL_MAP_11_lumber_of_a_forest_is_the_wood_of_a_price_and_resources_are_wood_and_stone():
    state = empty_state()
    put(state, A, "laborer", "forest")
    begin(state, HarvestPhase())
    assert done(state)
    hand(state, A, "aid_resources")
    state.players[A].actions = 1
    begin(state, Turn(A))
    assert Build(buildings.number_of("watchtower")) in offered(state)
    answer(state, PlayCard(card("aid_resources")))
    assert offered(state) == [Gain(2, 0), Gain(1, 1), Gain(0, 2)]


@pytest.mark.parametrize(("players", "hexes"), [(2, 106), (3, 141), (4, 176), (5, 211), (6, 270)])
def test_CL_MAP_01_the_board_is_all_hexes_within_four_steps_of_a_centre(players, hexes):
    board = BOARDS[players]
    centres = [board.hexes[tiles[0]] for tiles in board.settlements]
    assert len(board.hexes) == len(set(board.hexes)) == hexes
    assert len(centres) == players
    assert all(min(distance(place, centre) for centre in centres) <= 4 for place in board.hexes)
    edge = {(q + dq, r + dr) for q, r in board.hexes for dq in (-1, 0, 1) for dr in (-1, 0, 1)} - set(board.hexes)
    assert all(min(distance(place, centre) for centre in centres) > 4 for place in edge)


@pytest.mark.parametrize("players", BOARDS)
def test_CL_MAP_01_hexes_are_neighbours_if_they_are_one_step_apart(players):
    board = BOARDS[players]
    for tile, beside in enumerate(board.neighbours):
        near = [other for other, place in enumerate(board.hexes) if distance(place, board.hexes[tile]) == 1]
        assert list(beside) == near
        assert len(near) <= 6


@pytest.mark.parametrize("players", BOARDS)
def test_CL_SETUP_01_settlements_are_a_centre_and_the_six_around_it_with_two_hexes_between(players):
    board = BOARDS[players]
    for centre, *ring in board.settlements:
        assert sorted(ring) == list(board.neighbours[centre])
        assert len(ring) == 6
    for one, other in combinations(board.settlements, 2):
        assert min(distance(board.hexes[a], board.hexes[b]) for a in one for b in other) >= 3


def test_AMB_CL_53_any_unrevealed_hex_of_the_board_beside_a_revealed_one_may_be_revealed():
    state = empty_state()
    only_revealed(state, (0, 0), (6, 0))
    around = [(0, 0), (6, 0)]
    beside = [place for place in state.board.hexes if min(distance(place, other) for other in around) == 1]
    assert list(state.explorable()) == [tile_at(state, *place) for place in beside]
    assert len(beside) == 12


def test_AMB_CL_53_beyond_the_edge_of_the_board_there_is_nothing_to_reveal():
    state = empty_state()
    only_revealed(state, (-4, 0))
    assert [state.board.hexes[tile] for tile in state.explorable()] == [(-4, 1), (-3, -1), (-3, 0)]


@pytest.mark.parametrize("steps", [1, 5, 60])
def test_AMB_CL_53_however_hexes_were_revealed_all_those_beside_them_may_be(steps):
    state = empty_state()
    only_revealed(state, (0, 0))
    for step in range(steps):
        edge = state.explorable()
        state.reveal(edge[step * 7 % len(edge)])
        beside = {other for tile, known in enumerate(state.revealed) if known for other in state.board.neighbours[tile]}
        assert state.explorable() == tuple(sorted(tile for tile in beside if not state.revealed[tile]))
        if not state.explorable():
            break


def test_CL_MAP_01_a_hex_is_revealed_or_not_and_only_revealed_ones_are_seen():
    state = empty_state()
    hidden = state.explorable()[0]
    assert state.map_view().terrain[hidden] == 0
    state.reveal(hidden)
    assert state.map_view().terrain[hidden] == state.land.terrain[hidden] + 1
