"""The map: joining, closing, neighbours, where a tile fits; on printed tiles and on small ones made for a rule."""

from lawspeaker_engine import canon
from lawspeaker_engine.games.northgard.actions.build import PlaceBuilding
from lawspeaker_engine.games.northgard.actions.explore import placements
from lawspeaker_engine.games.northgard.actions.move import MoveUnits
from lawspeaker_engine.games.northgard.actions.terms import PLAIN
from lawspeaker_engine.games.northgard.board import Board, starting_board
from lawspeaker_engine.games.northgard.figures import to_reserve
from lawspeaker_engine.games.northgard.grid import cell_at, position
from lawspeaker_engine.games.northgard.options import Build, Move
from lawspeaker_engine.games.northgard.phases import harvest
from lawspeaker_engine.games.northgard.state import Battle
from lawspeaker_engine.games.northgard.tiles import IMPASSABLE, REGULAR, ROUGH, START, START_FIVE, Tile
from tests.engine.northgard.positions import (
    answer,
    code,
    empty_state,
    inline_tile,
    number_of,
    occupy,
    offered,
    run,
    territory_at,
    tiles_map,
)

FIELD = inline_tile("field", {"a": "NESW"})
"""One area, no border."""
BAY = inline_tile("bay", {"a": "NSW", "b": "E"}, "a-b", b={"small": 1})
"""One side of its own for b, which lies east at rotation 0."""
CHANNEL = inline_tile("channel", {"n": "N", "c": "EW", "s": "S"}, "c-n c-s", c={"small": 1})
RIDGE = inline_tile("ridge", {"n": "NW", "s": "ES"}, "n-s")
"""A border from the north-east to the south-west corner."""
CROSS = inline_tile("cross", {"n": "N", "e": "E", "s": "S", "w": "W"}, "n-e e-s s-w n-w")


CHANNELS = ((CHANNEL, 0, 0, 0), (FIELD, 0, 1, 0), (FIELD, 1, 1, 0), (FIELD, 2, 1, 0), (CHANNEL, 2, 0, 0))
"""Two channels from west to east with an empty cell between them at 1, 0."""


def around_a_gap(tile: Tile, x: int, y: int) -> list[tuple[Tile, int, int, int]]:
    """A way of one-area tiles from the west of a tile's cell to the north of it, round the empty cell north-west."""
    steps = [(-1, 0), (-2, 0), (-2, 1), (-2, 2), (-1, 2), (0, 2), (0, 1)]
    return [(tile, x + dx, y + dy, 0) for dx, dy in steps]


def map_of(*entries: tuple[Tile, int, int, int]) -> Board:
    """These tiles laid, all tiles above in play."""
    return tiles_map(entries, FIELD, BAY, CHANNEL, RIDGE, CROSS)


def edges(board: Board) -> list[tuple[int, int]]:
    return [position(cell) for cell in board.cells_touching()]


def test_NG_MAP_07_the_starting_tile_is_the_first_on_the_table():
    for players in (2, 3, 4):
        assert empty_state(players).table.start == [START]
    assert starting_board([START]).laid == [(START, 0, 0, 0)]


def test_NG_MAP_08_AMB_R45_for_five_players_the_second_starting_tile_brings_its_food_into_the_shared_middle_territory():
    assert empty_state(5).table.start == [START, START_FIVE]
    board = starting_board([START, START_FIVE])
    assert board.laid == [(START, 0, 0, 0), (START_FIVE, 1, 0, 0)]
    middle = territory_at(board, 0, 0, "E")
    assert middle == territory_at(board, 1, 0, "W")
    assert (board.food[middle], board.size[middle], board.closed(middle)) == (1, 2, True)
    assert sum(board.food) == 1
    assert len(board.territories) == 7


def test_NG_MAP_09_a_territory_spans_all_areas_that_meet_across_tile_edges():
    board = map_of((BAY, 0, 0, 0), (CHANNEL, 1, 0, 0), (FIELD, 2, 0, 0), (RIDGE, 2, 1, 0))
    channel = territory_at(board, 0, 0, "E")
    assert channel == territory_at(board, 1, 0, "W") == territory_at(board, 2, 0, "N") == territory_at(board, 2, 1, "S")
    assert board.size[channel] == 4
    assert board.small[channel] == 2
    assert territory_at(board, 2, 1, "N") != channel


def test_NG_MAP_10_neighbours_share_a_length_of_border_and_corners_touch_nothing():
    board = starting_board([START])
    north, east, south, west = range(4)
    assert board.neighbours[north] == ((east, REGULAR), (west, REGULAR))
    assert board.neighbours[east] == ((north, REGULAR), (south, REGULAR), (west, REGULAR))
    board = map_of((FIELD, 0, 0, 0), (RIDGE, 1, 0, 0), (FIELD, 1, 1, 0))
    corner, ridge = territory_at(board, 1, 1, "N"), territory_at(board, 1, 0, "E")
    assert corner == territory_at(board, 0, 0, "N")
    assert board.neighbours[corner] == ((ridge, REGULAR),)
    board = map_of((CROSS, 0, 0, 0), (CROSS, 1, 0, 0), (CROSS, 1, 1, 0))
    assert territory_at(board, 1, 1, "W") not in dict(board.neighbours[territory_at(board, 0, 0, "N")])


def test_NG_MAP_10_the_best_kind_of_border_between_two_territories_counts():
    sides = {"w": "W", "e": "NES"}
    wall, rough, path = (inline_tile(kind, sides, **{kind: "w-e"}) for kind in ("impassable", "rough", "regular"))
    board = map_of((wall, 0, 0, 0), (rough, 0, 1, 0), (path, 0, 2, 0))
    east = territory_at(board, 0, 0, "E")
    assert dict(board.neighbours[east]) == {
        territory_at(board, 0, 0, "W"): IMPASSABLE,
        territory_at(board, 0, 1, "W"): ROUGH,
        territory_at(board, 0, 2, "W"): REGULAR,
    }
    field = number_of(board, "field")
    board.lay(field, -1, 0, 0)
    board.lay(field, -1, 1, 0)
    west = territory_at(board, 0, 0, "W")
    assert board.neighbours[west] == ((east, ROUGH),)
    assert dict(board.neighbours[east]) == {west: ROUGH, territory_at(board, 0, 2, "W"): REGULAR}
    board.lay(field, -1, 2, 0)
    assert (board.neighbours[west], board.neighbours[east]) == (((east, REGULAR),), ((west, REGULAR),))


def test_a_border_with_one_territory_on_both_sides_is_inert():
    board = map_of((RIDGE, 0, 0, 1), *around_a_gap(FIELD, 0, 0))
    assert board.territories == [0]
    assert board.neighbours[0] == ()


def test_NG_MAP_11_NG_MAP_12_a_territory_is_closed_when_no_side_of_it_faces_an_empty_cell():
    board = map_of((BAY, 0, 0, 0))
    bay = territory_at(board, 0, 0, "E")
    assert not board.closed(bay)
    laid = board.lay(number_of(board, "bay"), 1, 0, 2)
    assert laid.closed == (bay,)
    assert board.closed(bay)
    assert not board.closed(territory_at(board, 0, 0, "N"))
    board.lay(number_of(board, "bay"), 0, 1, 0)
    assert board.closed(bay)
    assert board.size[bay] == 2


def test_NG_MAP_13_NG_MAP_15_who_has_figures_in_a_territory_controls_it_and_its_buildings():
    state = empty_state()
    state.board = map_of((RIDGE, 0, 0, 0))
    assert state.neutral() == [0, 1]
    state.board.buildings[0] = (code("food_silo"),)
    occupy(state, 0, 0, 2)
    assert (state.controlled(0), state.controlled(1), state.neutral()) == ([0], [], [1])
    to_reserve(state, 0, 0, 2)
    assert state.neutral() == [0, 1]
    assert state.board.has(0, 0) == 1
    occupy(state, 1, 0)
    assert state.controlled(1) == [0]
    assert state.board.has(0, 0) == 1


def test_NG_MAP_14_while_a_combat_is_pending_the_defender_controls_the_territory():
    state = empty_state()
    state.board = map_of((RIDGE, 0, 0, 0))
    occupy(state, 0, 0)
    state.battles.append(Battle(0, 1, 3))
    assert (state.controlled(0), state.controlled(1)) == ([0], [])


def test_NG_MAP_16_NG_EXP_10_no_tile_fits_where_figures_of_two_players_would_come_together():
    state = empty_state(3)
    way = [(0, -1), (0, -2), (1, -2), (2, -2), (2, -1), (2, 0)]
    state.board = board = map_of((BAY, 0, 0, 0), *((FIELD, x, y, 0) for x, y in way))
    field = number_of(board, "field")
    assert board.fits(field, 1, 0, 0)  # joins the bay and the land around it
    occupy(state, 0, territory_at(board, 0, 0, "E"))
    assert board.fits(field, 1, 0, 0)
    occupy(state, 1, territory_at(board, 2, 0, "W"))
    assert not board.fits(field, 1, 0, 0)
    assert board.fits(number_of(board, "bay"), 1, 0, 2)  # its own bay to the west keeps them apart
    assert board.fits(field, 3, 0, 0)


def test_NG_EXP_10_two_players_who_would_meet_through_a_neutral_territory_outside_are_kept_apart_too():
    # Each half of the ridge would hold one player, and the land beyond it in the west joins the two halves.
    for land_is_joined in (True, False):
        state = empty_state()
        land = around_a_gap(FIELD, 0, 0)
        if not land_is_joined:
            land[2] = (CHANNEL, -2, 1, 0)
        state.board = board = map_of(*land, (BAY, 1, 1, 1), (BAY, 1, 0, 2), (BAY, -1, -1, 0), (BAY, 0, -1, 3))
        ridge = number_of(board, "ridge")
        occupy(state, 0, territory_at(board, 1, 0, "W"))
        assert board.fits(ridge, 0, 0, 1)
        occupy(state, 1, territory_at(board, 0, -1, "N"))
        assert board.fits(ridge, 0, 0, 1) is not land_is_joined


def test_NG_EXP_04_a_tile_touches_the_map_orthogonally_and_lies_on_an_empty_cell():
    board = starting_board([START])
    tile = number_of(board, "13")
    assert [board.fits(tile, x, y, 0) for x, y in ((1, 0), (0, 1), (-1, 0), (0, -1))] == [True] * 4
    assert not board.fits(tile, 1, 1, 0)
    assert not board.fits(tile, 0, 0, 0)
    assert not board.fits(tile, 2, 0, 0)
    assert edges(board) == [(-1, 0), (0, -1), (0, 1), (1, 0)]


def test_NG_EXP_05_a_border_alone_at_a_corner_between_four_tiles_is_refused():
    board = map_of((RIDGE, 0, 0, 0), (FIELD, 0, 1, 0), (FIELD, 1, 1, 0))
    ridge, field = number_of(board, "ridge"), number_of(board, "field")
    assert not board.fits(field, 1, 0, 0)  # the ridge's border would stop in the middle of four tiles
    assert board.fits(ridge, 1, 0, 1)  # it goes on to the south-east
    assert not board.fits(ridge, 1, 0, 0)


def test_NG_EXP_05_a_new_border_may_not_begin_in_the_middle_of_four_tiles():
    board = map_of((FIELD, 0, 0, 0), (FIELD, 0, 1, 0), (FIELD, 1, 1, 0))
    ridge = number_of(board, "ridge")
    assert [board.fits(ridge, 1, 0, rotation) for rotation in range(4)] == [True, False, True, False]


def test_NG_EXP_05_two_or_more_borders_at_a_corner_are_accepted():
    board = map_of((RIDGE, 0, 0, 0), (FIELD, 0, 1, 0), (RIDGE, 1, 1, 0))
    for tile in ("field", "ridge", "cross"):
        for rotation in range(4):
            assert board.fits(number_of(board, tile), 1, 0, rotation)


def test_NG_EXP_05_a_border_alone_at_a_corner_with_an_empty_cell_is_accepted():
    board = map_of((RIDGE, 0, 0, 0), (FIELD, 0, 1, 0))
    field = number_of(board, "field")
    assert board.fits(field, 1, 0, 0)
    assert board.fits(field, 1, 1, 0)


def test_NG_EXP_09_territories_round_a_hole_stay_open_until_it_is_filled():
    ring = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    board = map_of(*((FIELD, x, y, 0) for x, y in ring))
    assert (board.size[0], board.open_sides[0]) == (8, 16)
    assert (0, 0) in edges(board)
    board = map_of(*((CROSS, x, y, 0) for x, y in ring), (CROSS, 2, 0, 0))
    facing = [territory_at(board, *where) for where in ((1, 0, "W"), (0, 1, "S"), (-1, 0, "E"), (0, -1, "N"))]
    assert not any(board.closed(territory) for territory in facing)
    assert board.closed(territory_at(board, 1, 0, "E"))
    laid = board.lay(number_of(board, "cross"), 0, 0, 0)
    assert laid.closed == tuple(sorted(facing))
    assert all(board.closed(territory) and board.size[territory] == 2 for territory in facing)
    assert (0, 0) not in edges(board)


def test_one_sided_areas_face_to_face_close_a_territory_of_two_tiles_worth_one_fame_at_harvest():
    state = empty_state()
    state.board = map_of((BAY, 0, 0, 0), (BAY, 1, 0, 2))
    territory = territory_at(state.board, 0, 0, "E")
    occupy(state, 0, territory)
    assert (state.board.closed(territory), state.board.size[territory]) == (True, 2)
    assert harvest.harvest_fame(state, 0) == 1


def test_a_channel_between_two_bays_closes_a_territory_of_three_tiles_worth_two_fame_at_harvest():
    state = empty_state()
    state.board = map_of((BAY, 0, 0, 0), (CHANNEL, 1, 0, 0), (BAY, 2, 0, 2))
    territory = territory_at(state.board, 0, 0, "E")
    occupy(state, 0, territory)
    assert (state.board.closed(territory), state.board.size[territory]) == (True, 3)
    assert harvest.harvest_fame(state, 0) == 2


def test_two_areas_of_one_tile_in_a_territory_count_as_one_tile():
    board = map_of((RIDGE, 0, 0, 1), *around_a_gap(FIELD, 0, 0))
    assert board.size[0] == 8


def test_a_regular_and_a_rough_piece_between_the_same_territories_cost_one_move():
    sides = {"w": "W", "e": "NES"}
    state = empty_state()
    rough, path = inline_tile("rough", sides, "", "w-e"), inline_tile("path", sides, "w-e")
    state.board = map_of((rough, 0, 0, 0))
    occupy(state, 0, 0)
    state.push(MoveUnits(0, 1, PLAIN))
    assert run(state) == ()  # one move does not cross a rough border
    state.board = map_of((rough, 0, 0, 0), (path, 0, 1, 0), (FIELD, -1, 0, 0), (FIELD, -1, 1, 0))
    west, east = territory_at(state.board, 0, 0, "W"), territory_at(state.board, 0, 0, "E")
    assert state.board.neighbours[west] == ((east, REGULAR),)
    occupy(state, 0, west)
    state.push(MoveUnits(0, 1, PLAIN))
    assert offered(state) == [Move(west, east, 1, kaija=False)]


def test_NG_EXP_08_merging_keeps_all_buildings_also_two_food_silos_and_forbids_a_third():
    state = empty_state()
    state.board = board = map_of(*CHANNELS)
    one, other = territory_at(board, 0, 0, "E"), territory_at(board, 2, 0, "W")
    for territory in (one, other):
        board.buildings[territory] = (code("food_silo"),)
    occupy(state, 0, one)
    laid = board.lay(number_of(board, "channel"), 1, 0, 0)
    assert laid.merged == ((other, one),)
    assert board.has(one, 0) == 2
    assert board.small[one] == 3
    state.players[0].resources = [0, 1, 0]
    state.push(PlaceBuilding(0))
    assert Build(0, one, carved=False) not in offered(state)
    assert Build(1, one, carved=False) in offered(state)
    answer(state, Build(1, one, carved=False))
    assert board.buildings[one] == (code("food_silo"), code("food_silo"), code("woodcutter_lodge"))


def test_merging_two_players_figures_is_refused_and_merging_neutral_territories_is_accepted():
    state = empty_state()
    state.board = board = map_of(*CHANNELS)
    channel = number_of(board, "channel")
    assert board.fits(channel, 1, 0, 0)
    occupy(state, 0, territory_at(board, 0, 0, "E"))
    assert board.fits(channel, 1, 0, 0)
    occupy(state, 1, territory_at(board, 2, 0, "W"))
    assert not board.fits(channel, 1, 0, 0)
    assert board.fits(channel, 1, 0, 1)  # turned, it keeps them apart


def test_AMB_R41_teammates_figures_may_not_be_merged_either():
    state = empty_state(4, teams=True)
    state.board = board = map_of(*CHANNELS)
    occupy(state, 0, territory_at(board, 0, 0, "E"))
    occupy(state, 2, territory_at(board, 2, 0, "W"))
    assert not board.fits(number_of(board, "channel"), 1, 0, 0)


def test_NG_SETUP_22_merging_two_groups_of_the_same_player_is_allowed_and_adds_them_up():
    state = empty_state()
    state.board = board = map_of(*CHANNELS)
    one, other = territory_at(board, 0, 0, "E"), territory_at(board, 2, 0, "W")
    occupy(state, 0, one, 3)
    occupy(state, 0, other, 3)
    assert board.fits(number_of(board, "channel"), 1, 0, 0)
    board.lay(number_of(board, "channel"), 1, 0, 0)
    assert (board.owner[one], board.units[one]) == (0, 6)
    assert other not in board.territories


def test_NG_SETUP_14_NG_SETUP_16_cells_beside_a_starting_tile_are_those_of_one_or_with_five_players_of_both():
    for players, cells in (
        (2, [(-1, 0), (0, -1), (0, 1)]), (5, [(-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (2, 0)]),
    ):
        board = starting_board(empty_state(players).table.start)
        starts = len(board.laid)
        if players == 2:
            board.lay(number_of(board, "13"), 1, 0, 0)
            assert (2, 0) in edges(board)
        assert [position(cell) for cell in board.cells_touching(starts)] == cells


def test_NG_SETUP_15_NG_SETUP_18_AMB_R55_a_setup_placement_leaves_an_empty_territory_on_the_tile():
    state = empty_state()
    state.board = board = map_of((FIELD, 0, 0, 0), (RIDGE, 1, 0, 0))
    field, ridge = number_of(board, "field"), number_of(board, "ridge")
    cells = [cell_at(2, 0)]
    assert len(placements(board, [field], cells, room=True)) == 1
    occupy(state, 0, territory_at(board, 1, 0, "E"), 3)
    assert len(placements(board, [field], cells)) == 1
    assert placements(board, [field], cells, room=True) == []  # its only area joins the occupied territory
    assert len(placements(board, [ridge], cells, room=True)) == 2


def test_AMB_R15_an_enclosed_area_is_always_room_and_is_never_closed_by_its_own_tile():
    island = inline_tile("island", {"a": "NESW", "i": ""}, "a-i")
    state = empty_state()
    state.board = board = map_of((FIELD, 0, 0, 0), (island, 1, 0, 0))
    assert board.open_sides[2] == 0
    assert board.neighbours[2] == ((0, REGULAR),)
    occupy(state, 0, 0)
    tile, cells = number_of(board, "island"), board.cells_touching()
    assert placements(board, [tile], cells, room=True) == placements(board, [tile], cells)
    laid = board.lay(tile, 2, 0, 0)
    assert (laid.territories, laid.closed) == ((0, 4), ())


def test_a_copy_shares_nothing_that_changes_and_equals_its_original():
    board = starting_board([START])
    before = canon.encode(board)
    other = board.copy()
    assert other == board
    other.lay(number_of(other, "01"), 1, 0, 0)
    other.owner[0], other.buildings[0] = 1, (0,)
    assert canon.encode(board) == before
    assert other.edge != board.edge
    assert other.at != board.at


def test_cells_are_numbered_by_x_and_then_y():
    cells = [cell_at(x, y) for x in range(-36, 37) for y in range(-36, 37)]
    assert cells == sorted(set(cells))
    assert [position(cell) for cell in cells] == [(x, y) for x in range(-36, 37) for y in range(-36, 37)]
