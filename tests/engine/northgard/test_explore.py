"""The Explore action: drawing tiles, where they may go, and the fame of closing territories."""

from dataclasses import replace

import pytest

from lawspeaker_engine.games.northgard.actions.explore import Explore, ExploreEffect, can_explore, lay, placements
from lawspeaker_engine.games.northgard.board import Board
from lawspeaker_engine.games.northgard.clans import scorched
from lawspeaker_engine.games.northgard.composition import lay_table
from lawspeaker_engine.games.northgard.figures import KAIJA
from lawspeaker_engine.games.northgard.grid import cell_at, position
from lawspeaker_engine.games.northgard.options import PlaceTile, Tile
from lawspeaker_engine.games.northgard.state import RESERVE, State
from lawspeaker_engine.games.northgard.tiles import Tile as Printed
from lawspeaker_engine.model import PUBLIC
from tests.engine.northgard.positions import (
    answer,
    chance,
    decision,
    draw,
    empty_state,
    give_kaija,
    give_token,
    inline_tile,
    number_of,
    occupy,
    offered,
    run,
    territory_at,
    tiles_map,
)

FIELD = inline_tile("field", {"a": "NESW"})
BAY = inline_tile("bay", {"a": "NSW", "b": "E"}, "a-b")
CHANNEL = inline_tile("channel", {"n": "N", "c": "EW", "s": "S"}, "c-n c-s")
RIDGE = inline_tile("ridge", {"n": "NW", "s": "ES"}, "n-s")
HILL = inline_tile("hill", {"n": "NW", "s": "ES"}, "n-s", n={"food": 1})
CROSS = inline_tile("cross", {"n": "N", "e": "E", "s": "S", "w": "W"}, "n-e e-s s-w n-w e-w")

BAYS = ((BAY, 0, 0, 0), (FIELD, 0, 1, 0), (BAY, 1, 1, 1), (FIELD, 2, 1, 0))
"""In the west and in the north a one-sided area faces the empty cell 1, 0."""

RED, YELLOW, PURPLE = 0, 1, 2


def map_of(*entries: tuple[Printed | str, int, int, int]) -> Board:
    """These tiles laid, all tiles above in play."""
    return tiles_map(entries, FIELD, BAY, CHANNEL, RIDGE, HILL, CROSS)


def exploring(*entries: tuple[Printed | str, int, int, int], pile: tuple[str, ...], players: int = 2) -> State:
    """A state with such a map and face-down pile."""
    state = empty_state(players)
    state.board = map_of(*entries)
    state.pile = sorted(number_of(state.board, tile) for tile in pile)
    return state


def tile(state: State, name: str) -> int:
    return number_of(state.board, name)


def cells(state: State) -> set[tuple[int, int]]:
    return {(option.x, option.y) for option in offered(state)}


def test_NG_EXP_01_the_top_tile_is_drawn_by_chance_and_laid_by_the_player():
    state = exploring(("start", 0, 0, 0), pile=("01", "05", "13"))
    occupy(state, RED, 0)
    state.push(Explore(RED))
    asked = chance(state)
    assert (asked.prompt, asked.stream, asked.count, asked.seen_by) == ("tiles.draw", "tiles", 1, PUBLIC)
    assert asked.options == [Tile(tile(state, name)) for name in ("01", "05", "13")]
    draw(state, Tile(tile(state, "05")))
    question = decision(state)
    assert (question.seat, question.prompt, question.seen_by, question.default) == (RED, "explore.place", PUBLIC, (0,))
    assert offered(state) == [PlaceTile(tile(state, "05"), 0, 1, rotation) for rotation in range(4)]
    answer(state, PlaceTile(tile(state, "05"), 0, 1, 3))
    assert run(state) == ()
    assert state.board.laid[-1] == (tile(state, "05"), 0, 1, 3)
    assert state.pile == [tile(state, "01"), tile(state, "13")]
    assert state.bottom == []


def test_NG_EXP_01_AMB_R12_of_several_drawn_tiles_one_is_laid_and_the_others_go_under_the_pile_as_drawn():
    state = exploring(("start", 0, 0, 0), pile=("01", "02", "03", "04"))
    occupy(state, RED, 0)
    state.bottom = [tile(state, "13")]
    state.push(Explore(RED, draw=3))
    draw(state, *(Tile(tile(state, name)) for name in ("04", "01", "03")))
    assert [option.tile for option in offered(state)] == sorted(4 * [tile(state, name) for name in ("01", "03", "04")])
    answer(state, PlaceTile(tile(state, "01"), 0, 1, 2))
    assert run(state) == ()
    assert state.bottom == [tile(state, name) for name in ("13", "04", "03")]
    assert state.pile == [tile(state, "02")]


def test_AMB_R13_a_tile_that_fits_must_be_laid_and_its_only_place_is_not_asked():
    state = exploring(("start", 0, 0, 0), pile=("05", "13"))
    occupy(state, RED, 0)
    state.push(Explore(RED))
    draw(state, Tile(tile(state, "05")))
    assert (decision(state).least, decision(state).most) == (1, 1)
    answer(state, 0)
    state.push(Explore(RED))
    state.board.owner[0], state.board.units[0] = -1, 0
    occupy(state, RED, territory_at(state.board, 0, 0, "S"))
    assert run(state) == ()  # the last tile of the pile, of which all rotations look alike, in the only cell
    assert state.board.laid[-1] == (tile(state, "13"), 0, -1, 0)


def test_NG_EXP_02_closed_and_foreign_territories_do_not_let_explore():
    state = exploring((BAY, 0, 0, 0), (BAY, 1, 0, 2), pile=("13",))
    inner, west, east = (territory_at(state.board, *where) for where in ((0, 0, "E"), (0, 0, "W"), (1, 0, "E")))
    assert not can_explore(state, RED)
    occupy(state, RED, inner)
    assert state.board.closed(inner)
    assert not can_explore(state, RED)
    occupy(state, YELLOW, west)
    assert not can_explore(state, RED)
    occupy(state, RED, east)
    assert can_explore(state, RED)
    assert ExploreEffect().playable(state, RED)


def test_NG_EXP_02_from_any_open_territory_needs_none_of_ones_own():
    state = exploring((BAY, 0, 0, 0), (BAY, 1, 0, 2), pile=("field", "13"))
    occupy(state, RED, territory_at(state.board, 0, 0, "E"))
    assert can_explore(state, RED, from_any=True)
    assert ExploreEffect(from_any=True).playable(state, RED)
    ExploreEffect(from_any=True).begin(state, RED, 0)
    draw(state, Tile(tile(state, "field")))
    assert cells(state) == {position(cell) for cell in state.board.cells_touching()}
    assert len(offered(state)) == 6


def test_NG_EXP_03_AMB_R11_the_cell_faces_an_open_side_of_an_own_territory_itself():
    state = exploring(("start", 0, 0, 0), ("13", 1, 0, 0), pile=("field", "05"))
    occupy(state, RED, territory_at(state.board, 0, 0, "N"))
    occupy(state, YELLOW, territory_at(state.board, 0, 0, "W"))
    state.push(Explore(RED))
    draw(state, Tile(tile(state, "05")))
    assert cells(state) == {(0, 1)}  # not the other cells beside a tile that holds the territory
    state.agenda.clear()
    state.question = None
    occupy(state, RED, territory_at(state.board, 1, 0, "W"))
    assert [position(cell) for cell in state.board.cells_at(RED)] == [(0, 1), (1, -1), (1, 1), (2, 0)]


def test_NG_EXP_04_NG_EXP_09_cells_touch_orthogonally_and_holes_may_be_left():
    ring = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1)]
    state = exploring(*((FIELD, x, y, 0) for x, y in ring), pile=("field", "13"))
    occupy(state, RED, 0)
    state.push(Explore(RED))
    draw(state, Tile(tile(state, "field")))
    assert (0, 0) in cells(state)
    assert (1, -1) in cells(state)
    assert (2, 2) not in cells(state)
    answer(state, PlaceTile(tile(state, "field"), 1, -1, 0))
    assert run(state) == ()
    assert (0, 0) in [position(cell) for cell in state.board.cells_at(RED)]
    assert state.players[RED].fame == 0


def test_NG_EXP_09_a_tile_may_make_a_hole_of_one_cell_and_another_one_may_fill_it():
    around = [(1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]
    state = exploring(*((FIELD, x, y, 0) for x, y in around), pile=("field", "13"))
    field = tile(state, "field")
    occupy(state, RED, 0)
    state.push(Explore(RED))
    draw(state, Tile(field))
    answer(state, PlaceTile(field, 0, -1, 0))
    assert run(state) == ()
    hole = cell_at(0, 0)
    assert hole in state.board.cells_at(RED)
    assert hole in state.board.cells_touching()
    assert hole not in state.board.cells_at(YELLOW)
    assert state.board.fits(field, 0, 0, 0)
    assert placements(state.board, [field], [hole]) == [PlaceTile(field, 0, 0, 0)]
    assert can_explore(state, RED)
    state.pile = sorted([field, tile(state, "13")])
    state.push(Explore(RED))
    draw(state, Tile(field))
    answer(state, PlaceTile(field, 0, 0, 0))
    assert run(state) == ()
    assert hole not in state.board.cells_touching()
    assert (state.board.size[0], state.players[RED].fame) == (8, 0)


def test_NG_EXP_05_NG_SETUP_17_only_rotations_that_go_on_with_all_borders_are_offered():
    state = exploring((RIDGE, 0, 0, 0), (FIELD, 0, 1, 0), (FIELD, 1, 1, 0), pile=("ridge",))
    spot = [cell_at(1, 0)]
    assert [p.rotation for p in placements(state.board, [tile(state, "ridge")], spot)] == [1]
    assert [p.rotation for p in placements(state.board, [tile(state, "field")], spot)] == []
    assert [p.rotation for p in placements(state.board, [tile(state, "bay")], spot)] == [2, 3]
    assert [p.rotation for p in placements(state.board, [tile(state, "bay")], spot, room=True)] == [2, 3]


def stuck(*pile: str, players: int = 2) -> State:
    """Red may only explore at 1, 0, where a border must come from the north-west, and keep out Yellow's land."""
    state = exploring(
        (RIDGE, 0, 0, 0), (BAY, 0, -1, 3), (FIELD, 0, 1, 0), (FIELD, 1, 1, 0), (FIELD, 2, 1, 0), (FIELD, 2, 0, 0),
        pile=pile, players=players,
    )
    occupy(state, RED, territory_at(state.board, 0, 0, "E"))
    occupy(state, YELLOW, territory_at(state.board, 2, 0, "W"))
    assert [position(cell) for cell in state.board.cells_at(RED)] == [(1, 0)]
    return state


def test_NG_EXP_06_a_tile_that_fits_nowhere_goes_under_the_pile_and_another_is_drawn():
    state = stuck("13", "field", "ridge", "hill")
    state.push(Explore(RED))
    draw(state, Tile(tile(state, "field")))
    assert chance(state).options == [Tile(tile(state, name)) for name in ("13", "ridge", "hill")]
    assert state.bottom == [tile(state, "field")]
    draw(state, Tile(tile(state, "13")))
    assert chance(state).options == [Tile(tile(state, name)) for name in ("ridge", "hill")]
    assert state.bottom == [tile(state, "field"), tile(state, "13")]
    draw(state, Tile(tile(state, "hill")))
    assert offered(state) == [PlaceTile(tile(state, "hill"), 1, 0, rotation) for rotation in (1, 3)]


def test_NGP_EXP_01_in_the_prototype_a_tile_that_fits_nowhere_leaves_the_game():
    state = stuck("13", "field", "ridge", "hill")
    state.table = lay_table(replace(state.settings, edition="prototype"))
    state.push(Explore(RED))
    draw(state, Tile(tile(state, "field")))
    draw(state, Tile(tile(state, "13")))
    assert chance(state).options == [Tile(tile(state, name)) for name in ("ridge", "hill")]
    assert (state.bottom, state.boxed_tiles) == ([], [tile(state, "field"), tile(state, "13")])
    draw(state, Tile(tile(state, "hill")))
    assert {option.tile for option in offered(state)} == {tile(state, "hill")}


def test_NGP_EXP_01_no_tile_is_tried_twice_when_all_have_left():
    state = stuck("13", "field")
    state.table = lay_table(replace(state.settings, edition="prototype"))
    state.push(Explore(RED))
    draw(state, Tile(tile(state, "field")))
    assert run(state) == ()
    assert (state.pile, state.bottom, len(state.boxed_tiles)) == ([], [], 2)


def test_NG_EXP_06_several_tiles_that_all_fit_nowhere_are_replaced_by_one():
    state = stuck("13", "field", "ridge", "hill")
    state.push(Explore(RED, draw=2))
    draw(state, Tile(tile(state, "field")), Tile(tile(state, "13")))
    assert chance(state).count == 1
    assert state.bottom == [tile(state, "field"), tile(state, "13")]
    draw(state, Tile(tile(state, "hill")))
    assert {option.tile for option in offered(state)} == {tile(state, "hill")}


def test_NG_EXP_06_tiles_under_the_pile_are_drawn_in_their_order_once_the_pile_is_empty():
    state = exploring(("start", 0, 0, 0), pile=("01",))
    occupy(state, RED, 0)
    state.bottom = [tile(state, name) for name in ("09", "05", "03")]
    state.push(Explore(RED, draw=3))
    # The last tile of the pile and the two that follow are no matter of chance.
    assert {option.tile for option in offered(state)} == {tile(state, name) for name in ("01", "09", "05")}
    answer(state, PlaceTile(tile(state, "09"), 0, 1, 2))
    assert (state.pile, state.bottom) == ([], [tile(state, name) for name in ("03", "01", "05")])
    state.push(Explore(RED))
    decision(state)
    assert state.agenda[-1] == Explore(RED, drawn=(tile(state, "03"),), tried=1)


def test_the_order_of_several_last_tiles_is_left_to_chance_as_it_tells_how_they_go_back():
    state = exploring(("start", 0, 0, 0), pile=("01", "05"))
    occupy(state, RED, 0)
    state.push(Explore(RED, draw=2))
    assert (chance(state).count, len(chance(state).options)) == (2, 2)


def test_NG_EXP_07_with_no_tile_left_nobody_can_explore():
    state = exploring(("start", 0, 0, 0), pile=())
    occupy(state, RED, 0)
    assert not can_explore(state, RED)
    assert not can_explore(state, RED, from_any=True)
    state.push(Explore(RED))
    assert run(state) == ()
    state.bottom = [tile(state, "13")]
    assert can_explore(state, RED)


def test_NG_EXP_10_no_offered_place_brings_figures_of_two_players_together_whoever_they_are():
    state = exploring((CHANNEL, 0, 0, 0), (FIELD, 0, 1, 0), (FIELD, 1, 1, 0), (FIELD, 2, 1, 0), (CHANNEL, 2, 0, 0),
                      pile=("channel", "13"), players=3)
    occupy(state, YELLOW, territory_at(state.board, 0, 0, "E"))
    occupy(state, PURPLE, territory_at(state.board, 2, 0, "W"))
    occupy(state, RED, territory_at(state.board, 1, 1, "S"))
    state.push(Explore(RED))
    draw(state, Tile(tile(state, "channel")))
    assert [option.rotation for option in offered(state) if (option.x, option.y) == (1, 0)] == [1]


def test_NG_EXP_11_NG_EXP_12_NG_MAP_17_closing_ones_own_territories_gives_fame_for_their_tiles_and_no_resource():
    state = exploring(*BAYS, (CHANNEL, 2, 0, 0), (BAY, 3, 0, 2), pile=("cross",))
    east, west = territory_at(state.board, 2, 0, "W"), territory_at(state.board, 0, 0, "E")
    occupy(state, RED, west, 2)
    occupy(state, RED, east, 1)
    state.push(Explore(RED))
    answer(state, PlaceTile(tile(state, "cross"), 1, 0, 0))
    assert run(state) == ()
    assert (state.board.size[west], state.board.size[east]) == (2, 3)
    assert [player.fame for player in state.players] == [5, 0]
    assert [player.resources for player in state.players] == [[0, 0, 0], [0, 0, 0]]


def test_NG_EXP_13_closing_a_neutral_or_foreign_territory_gives_nothing_to_anybody():
    state = exploring(*BAYS, (BAY, 2, 0, 2), pile=("cross", "13"))
    occupy(state, RED, territory_at(state.board, 1, 1, "W"))
    occupy(state, YELLOW, territory_at(state.board, 0, 0, "E"))
    state.push(Explore(RED, from_any=True))
    draw(state, Tile(tile(state, "cross")))
    answer(state, PlaceTile(tile(state, "cross"), 1, 0, 0))
    assert all(state.board.closed(territory_at(state.board, 1, 0, side)) for side in "NEW")
    assert [player.fame for player in state.players] == [0, 0]


def test_AMB_R16_territories_merged_and_closed_at_once_count_once_by_their_distinct_tiles():
    hook = inline_tile("hook", {"a": "NEW", "s": "S"}, "a-s")  # its a will meet three one-sided areas
    state = empty_state()
    state.board = tiles_map([*BAYS, (BAY, 2, 0, 2)], hook)
    state.pile = [tile(state, "hook")]
    parts = [territory_at(state.board, *where) for where in ((0, 0, "E"), (1, 1, "S"), (2, 0, "W"))]
    for part in parts:
        occupy(state, RED, part)
    laid = lay(state.copy(), state.pile[0], 1, 0, 0)
    assert laid.closed == (min(parts),)
    assert laid.merged == tuple((part, min(parts)) for part in sorted(parts)[1:])
    state.push(Explore(RED))
    answer(state, PlaceTile(tile(state, "hook"), 1, 0, 0))
    assert state.players[RED].fame == 4
    assert state.board.units[min(parts)] == 3


@pytest.mark.parametrize("count", [1, 2, 3])
def test_NG_EXP_14_AMB_R14_when_every_tile_was_tried_once_the_action_ends_without_effect(count):
    state = stuck("13", "field")
    before = state.board.laid[:]
    state.push(Explore(RED, draw=count))
    draws = 0
    while run(state):
        draw(state, *range(chance(state).count))
        draws += 1
    assert state.board.laid == before
    assert state.pile == []
    assert sorted(state.bottom) == sorted(tile(state, name) for name in ("13", "field"))
    assert draws == 1


def test_NG_EXP_14_a_tile_put_back_in_this_action_is_not_drawn_again_but_one_put_back_earlier_is():
    state = stuck("13")
    state.bottom = [tile(state, "field"), tile(state, "hill")]
    state.push(Explore(RED))
    assert cells(state) == {(1, 0)}
    assert {option.tile for option in offered(state)} == {tile(state, "hill")}
    assert state.bottom == [tile(state, "13"), tile(state, "field")]


def test_a_tile_may_be_put_under_the_pile_once_and_the_next_must_be_laid():
    state = exploring(("start", 0, 0, 0), pile=("01", "05", "09"))
    occupy(state, RED, 0)
    state.push(Explore(RED, reject_once=True))
    draw(state, Tile(tile(state, "05")))
    assert (decision(state).least, decision(state).default) == (0, (0,))
    answer(state)
    assert state.bottom == [tile(state, "05")]
    draw(state, Tile(tile(state, "09")))
    assert decision(state).least == 1
    answer(state, PlaceTile(tile(state, "09"), 0, 1, 0))
    assert run(state) == ()
    assert state.pile == [tile(state, "01")]


def test_a_tile_that_may_be_put_under_the_pile_can_be_laid_at_once_and_its_only_place_is_asked():
    state = exploring(("start", 0, 0, 0), pile=("13", "05"))
    occupy(state, RED, 0)
    state.push(Explore(RED, reject_once=True))
    draw(state, Tile(tile(state, "13")))
    assert (offered(state), decision(state).least) == ([PlaceTile(tile(state, "13"), 0, 1, 0)], 0)
    answer(state, 0)
    assert run(state) == ()
    assert len(state.board.laid) == 2


def test_the_last_tile_cannot_be_put_under_the_pile_as_it_would_be_drawn_again():
    state = exploring(("start", 0, 0, 0), pile=("05",))
    occupy(state, RED, 0)
    state.push(Explore(RED, reject_once=True))
    assert decision(state).least == 1


def test_printed_resources_of_the_chosen_tile_are_collected_whatever_its_areas_and_of_no_other():
    state = exploring(("start", 0, 0, 0), pile=("06", "26", "13"))
    occupy(state, RED, 0)
    state.push(Explore(RED, draw=3, collect=True))
    draw(state, *(Tile(tile(state, name)) for name in ("06", "26", "13")))
    answer(state, PlaceTile(tile(state, "06"), 0, 1, 0))
    assert state.players[RED].resources == [0, 1, 1]


def test_an_effect_begins_the_action_it_says():
    state = exploring(("start", 0, 0, 0), pile=("05",))
    occupy(state, RED, 0)
    ExploreEffect(draw=2, reject_once=True, collect=True).begin(state, RED, 7)
    assert state.agenda == [Explore(RED, draw=2, reject_once=True, from_any=False, collect=True)]


def test_tokens_keep_to_their_territories_when_these_merge():
    state = exploring((CHANNEL, 0, 0, 0), (FIELD, 0, 1, 0), (FIELD, 1, 1, 0), (FIELD, 2, 1, 0), (CHANNEL, 2, 0, 0),
                      pile=("channel",))
    west, east = territory_at(state.board, 0, 0, "E"), territory_at(state.board, 2, 0, "W")
    give_kaija(state, RED)
    occupy(state, RED, east, 1, kaija=True)
    give_token(state, 1, east)
    laid = lay(state, tile(state, "channel"), 1, 0, 0)
    assert laid.merged == ((east, west),)
    assert (state.where(KAIJA), scorched(state)) == (west, west)
    assert state.figure_count(west) == 2
    give_kaija(state, RED)
    give_token(state, 1)
    lay(state, tile(state, "field"), -1, 0, 0)
    assert (state.where(KAIJA), scorched(state)) == (RESERVE, RESERVE)


def test_AMB_R31_a_second_chance_tile_goes_where_a_neutral_territory_comes_to_be():
    state = exploring((RIDGE, 0, 0, 0), pile=("field",))
    occupy(state, RED, 0)
    occupy(state, YELLOW, 1)
    assert state.neutral() == []
    beside = state.board.cells_touching()
    assert placements(state.board, [tile(state, "field")], beside, room=True) == []
    found = placements(state.board, [tile(state, "bay")], beside, room=True)
    assert len(found) == 16
    for place in found:
        after = state.copy()
        lay(after, place.tile, place.x, place.y, place.rotation)
        assert after.neutral()


def bay_and_channel() -> State:
    """Yellow holds a bay and a channel, open to the cell 2, 0; Red holds the land north of both and of that cell."""
    state = exploring((BAY, 0, 0, 0), (CHANNEL, 1, 0, 0), (FIELD, 1, 1, 0), (FIELD, 2, 1, 0), pile=("bay",))
    occupy(state, YELLOW, territory_at(state.board, 1, 0, "E"))
    occupy(state, RED, territory_at(state.board, 1, 0, "N"))
    return state


@pytest.mark.parametrize(("explorer", "fame"), [(RED, [0, 0]), (YELLOW, [0, 3])])
def test_TC_EXP_01_closing_a_territory_gives_fame_only_to_its_controller_in_its_own_turn(explorer, fame):
    state = bay_and_channel()
    state.push(Explore(explorer))
    answer(state, PlaceTile(tile(state, "bay"), 2, 0, 2))
    closed = territory_at(state.board, 2, 0, "W")
    assert (state.board.closed(closed), state.board.size[closed], state.board.owner[closed]) == (True, 3, YELLOW)
    assert [player.fame for player in state.players] == fame


def two_places() -> State:
    """Red can explore at A = 2, 1 and at B = 0, 0; at B a border must go on, and Purple stands west and east of it."""
    strait = inline_tile("strait", {"n": "N", "r": "EW", "s": "S"}, "n-r r-s")
    cape = inline_tile("cape", {"n": "N", "p": "ESW"}, "n-p")
    state = empty_state(3)
    state.board = tiles_map(
        [(RIDGE, 0, 1, 0), (FIELD, -1, 1, 0), (FIELD, -1, 0, 0), (strait, 1, 1, 0), (cape, 1, 0, 0)],
    )
    state.pile = [tile(state, "ridge")]
    occupy(state, RED, territory_at(state.board, 0, 1, "S"))
    return state


def test_TC_EXP_02_where_every_rotation_stops_a_border_or_merges_two_players_the_other_place_must_be_used():
    state = two_places()
    ridge = tile(state, "ridge")
    # Without Purple only the borders count: they must end in the corner where the ridge in the north ends.
    assert [state.board.fits(ridge, 0, 0, rotation) for rotation in range(4)] == [False, True, False, True]
    occupy(state, PURPLE, territory_at(state.board, -1, 0, "E"))
    occupy(state, PURPLE, territory_at(state.board, 1, 0, "W"))
    assert not any(state.board.fits(ridge, 0, 0, rotation) for rotation in range(4))
    assert [position(cell) for cell in state.board.cells_at(RED)] == [(0, 0), (2, 1)]
    state.push(Explore(RED))
    assert offered(state) == [PlaceTile(ridge, 2, 1, 0), PlaceTile(ridge, 2, 1, 1)]
    assert decision(state).least == 1
