"""The printed tiles: what the rows say, what is refused, and what turning does."""

import pytest

from lawspeaker_engine.content import BadContent
from lawspeaker_engine.games.northgard.buildings import BUILDINGS
from lawspeaker_engine.games.northgard.cards.resolving import CARDS
from lawspeaker_engine.games.northgard.clans import CLANS
from lawspeaker_engine.games.northgard.game import Northgard
from lawspeaker_engine.games.northgard.tiles import (
    CONNECTED,
    SEA,
    SIDE_PAIRS,
    START,
    START_FIVE,
    TILE_NUMBER,
    TILES,
    load_tiles,
)
from tests.engine.northgard.naive_map import KIND, PRINTED, look, printed_rows, turned
from tests.engine.northgard.positions import inline_tile

CARD_FIELDS = ("id", "name", "set", "clan", "flash", "fame", "text")
AREA_FIELDS = ("food", "wood", "lore", "small", "carved", "large", "lairs")
BASE = [tile for tile in TILES if not tile.module]
ORDINARY = [tile for tile in BASE if tile.id not in ("start", "start-5")]


def test_NG_COMP_05_there_are_35_tiles_and_one_is_the_starting_tile():
    assert len(BASE) == 35
    assert TILES[START].id == "start"
    assert [tile.id for tile in ORDINARY] == [f"{n:02}" for n in range(1, 34)]


def test_NG_MAP_01_a_tile_has_one_to_four_areas():
    assert [sum(len(tile.areas) == n for tile in ORDINARY) for n in range(6)] == [0, 1, 7, 20, 5, 0]


def test_NG_MAP_02_borders_are_regular_or_rough():
    kinds = [border.kind for tile in ORDINARY for border in tile.borders]
    assert (kinds.count(1), kinds.count(2), len(kinds)) == (66, 21, 87)


def test_NG_MAP_03_resource_symbols_are_printed_and_never_two_of_a_kind_on_a_tile():
    for what, total in (("food", 11), ("wood", 11), ("lore", 8)):
        by_tile = [sum(getattr(area, what) for area in tile.areas) for tile in ORDINARY]
        assert (sum(by_tile), max(by_tile)) == (total, 1)


def test_NG_MAP_04_NG_MAP_05_NG_MAP_06_spaces_symbols_and_lairs_are_printed():
    for what, total in (("small", 45), ("carved", 8), ("large", 14), ("lairs", 11)):
        assert sum(getattr(area, what) for tile in ORDINARY for area in tile.areas) == total


def test_the_starting_tiles_have_four_areas_without_spaces_and_only_the_second_has_food():
    for number, food in ((START, 0), (START_FIVE, 1)):
        tile = TILES[number]
        assert tile.sides == (0, 1, 2, 3)
        assert sum(area.food for area in tile.areas) == food
        assert not any(area.small or area.carved or area.large or area.wood or area.lore for area in tile.areas)
    pairs = {(b.first, b.second) for b in TILES[START].borders}
    assert (1, 3) in pairs
    assert (0, 2) not in pairs


def test_every_tile_is_what_its_row_says():
    for id_, row in printed_rows().items():
        tile = TILES[TILE_NUMBER[id_]]
        names = [area["name"] for area in row["areas"]]
        assert [tuple(getattr(a, what) for what in PRINTED) for a in tile.areas] == [
            tuple(area.get(what, 0) for what in PRINTED) for area in row["areas"]
        ]
        assert {(frozenset((names[b.first], names[b.second])), b.kind) for b in tile.borders} == {
            (frozenset(piece.split("-")), kind) for word, kind in KIND.items() for piece in row.get(word, ())
        }


@pytest.mark.parametrize("id_", TILE_NUMBER)
def test_a_turned_tile_shows_its_sides_clockwise_on_and_its_borders_end_at_corners(id_):
    row, tile = printed_rows()[id_], TILES[TILE_NUMBER[id_]]
    names = [area["name"] for area in row["areas"]]
    for rotation in range(4):
        owners = turned(row, rotation)
        shown = tile.turned[rotation]
        assert [names[area] if area != SEA else "sea" for area in shown.sides] == [owners[side] for side in "NESW"]
        corners = [owners["NESW"[i]] != owners["NESW"[(i + 1) % 4]] for i in range(4)]
        assert shown.ends == sum(1 << i for i in range(4) if corners[i])
        pairs = [shown.sides[i] == shown.sides[j] for i, j in SIDE_PAIRS]
        assert shown.shared == sum(1 << bit for bit, same in enumerate(pairs) if same)


def test_four_quarter_turns_are_the_identity():
    for tile in TILES:
        for side in range(4):
            for rotation in range(4):
                assert tile.turned[rotation].sides[(side + rotation) % 4] == tile.sides[side]
        assert tile.turned[0].sides == tile.sides


def test_rotations_that_look_the_same_are_offered_once():
    counts = {tile.id: len(tile.distinct) for tile in TILES}
    assert counts["13"] == 1  # one area all round
    assert counts["start"] == 2  # nothing printed: half a turn changes nothing
    assert counts["start-5"] == 4
    assert counts["08"] == 4  # the same borders after half a turn, but not the same building spaces
    bare = inline_tile("bare", {"n": "NW", "s": "ES"}, "n-s")
    assert [turn.rotation for turn in bare.distinct] == [0, 1]
    for id_, row in printed_rows().items():
        looks = [look(row, rotation) for rotation in range(4)]
        lowest = [r for r in range(4) if looks.index(looks[r]) == r]
        assert [turn.rotation for turn in TILES[TILE_NUMBER[id_]].distinct] == lowest


def test_a_half_turn_that_swaps_kinds_of_border_looks_different():
    sides = {"n": "N", "m": "EW", "s": "S"}
    assert len(inline_tile("same", sides, "n-m m-s").distinct) == 2
    assert len(inline_tile("mixed", sides, "n-m", "m-s").distinct) == 4


def test_an_enclosed_area_owns_no_side_and_is_not_counted_among_the_four():
    tile = inline_tile("lake", {"n": "N", "e": "E", "s": "S", "w": "W", "x": ""}, "n-e e-s s-w n-w x-n", x={"food": 1})
    assert len(tile.areas) == 5
    assert 4 not in tile.sides


@pytest.mark.parametrize(("sides", "regular", "complaint"), [
    ({"n": "NE", "s": "S"}, "n-s", "tile odd: side W belongs to no area"),
    ({"n": "NESW", "s": "S"}, "n-s", "tile odd: side S belongs to one area, not to two"),
    ({"n": "NEX", "s": "SW"}, "n-s", "tile odd, area n: a side is one of N, E, S, W, not 'X'"),
    ({"n": "NE", "s": "SW"}, "", "tile odd: areas n and s meet at a corner, so there is a border between"),
    ({"n": "NE", "s": "SW"}, "n-s s-n", "tile odd: border s-n is written twice"),
    ({"n": "NE", "s": "SW"}, "n-x", "tile odd: a border is between two of its areas n, s, not 'n-x'"),
    ({"n": "NE", "s": "SW"}, "n-n", "tile odd: a border is between two of its areas n, s, not 'n-n'"),
    ({"n": "NE", "s": "SW"}, "n", "tile odd: a border is between two of its areas n, s, not 'n'"),
])
def test_a_row_that_cannot_be_is_refused(sides, regular, complaint):
    with pytest.raises(BadContent) as refused:
        inline_tile("odd", sides, regular)
    assert str(refused.value) == complaint


def test_a_file_with_two_tiles_of_one_id_or_two_areas_of_one_name_is_refused(tmp_path):
    row = '[[tile]]\nid = "x"\nareas = [{name = "a", sides = "NESW"}]\n'
    path = tmp_path / "tiles.toml"
    path.write_text(row)
    assert load_tiles(path)[0].id == "x"
    path.write_text(row + row)
    with pytest.raises(BadContent, match="the id of tile 'x' is taken by an earlier row"):
        load_tiles(path)
    path.write_text(row.replace("[{", '[{name = "a"}, {'))
    with pytest.raises(BadContent, match="two areas have the same name"):
        load_tiles(path)


def test_sides_hang_together_in_chains():
    pairs = {pair: 1 << bit for bit, pair in enumerate(SIDE_PAIRS)}
    assert CONNECTED[0] == 0
    assert CONNECTED[pairs[0, 2]] == pairs[0, 2]
    assert CONNECTED[pairs[0, 1] | pairs[1, 3]] == pairs[0, 1] | pairs[1, 3] | pairs[0, 3]
    assert CONNECTED[pairs[0, 1] | pairs[2, 3]] == pairs[0, 1] | pairs[2, 3]
    assert CONNECTED[pairs[0, 3] | pairs[1, 2] | pairs[2, 3]] == 0b111111


def test_the_catalogue_says_what_is_printed_on_cards_tiles_buildings_and_clans():
    """Made anew, field by field."""
    catalogue = Northgard().catalogue
    assert [tuple(getattr(row, name) for name in CARD_FIELDS) for row in catalogue.cards] == [
        tuple(getattr(card, name) for name in CARD_FIELDS) for card in CARDS]
    assert [row.id for row in catalogue.tiles] == [tile.id for tile in TILES]
    for row, tile in zip(catalogue.tiles, TILES, strict=True):
        assert row.sides == tuple(max(area, 0) for area in tile.sides)
        assert row.sea == sum(1 << side for side, area in enumerate(tile.sides) if area == SEA)
        assert [[getattr(area, name) for name in AREA_FIELDS] for area in row.areas] == [
            [getattr(area, name) for name in AREA_FIELDS] for area in tile.areas]
        assert [(each.first, each.second, each.kind) for each in row.borders] == [
            (each.first, each.second, each.kind) for each in tile.borders]
    assert [(row.id, row.name, row.large, row.wood) for row in catalogue.buildings] == [
        (row.id, row.name, row.large, row.cost) for row in BUILDINGS]
    for row, clan in zip(catalogue.clans, CLANS, strict=True):
        own = [number for number, card in enumerate(CARDS) if card.id in clan.cards]
        assert (row.id, row.name) == (clan.id, clan.name)
        assert sorted([row.initial, *row.upgrades]) == own
        assert not CARDS[row.initial].upgrade
        assert all(CARDS[number].upgrade for number in row.upgrades)
