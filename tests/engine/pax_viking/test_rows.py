"""The printed pieces and the map (SG-MAP-*, SG-TILE-*, SG c.2 to c.9)."""

from __future__ import annotations

from collections import Counter

import pytest

from lawspeaker_engine.content import BadContent, parse_row
from lawspeaker_engine.games.pax_viking import rows
from lawspeaker_engine.games.pax_viking.abilities import verbs
from lawspeaker_engine.games.pax_viking.board import (
    ALLIES,
    BESIDE,
    CIRCLES,
    FIRST_REGION,
    GATES,
    HARBOR,
    HOME_GATES,
    HOMES,
    POST_REGION,
    POST_WIND,
    POSTS,
    REGION_OF,
    REGIONS,
    RIVER,
    SEA,
    TRADE_CENTERS,
    WIND_OF,
    WINDS,
    post_node,
    region_node,
)
from lawspeaker_engine.games.pax_viking.rows import ADVOCATE, EVENT, GOD, JARLS, TILES, TYPES, VENTURE, VICTORIES

from .positions import table


def test_SG_MAP_01_AMB_SG_10_four_winds_hold_all_regions_and_homes_lie_in_none():
    assert len(WINDS) == 4
    assert {region.wind for region in REGIONS} == set(WINDS)
    assert Counter(POST_WIND[post] for post in CIRCLES) == dict.fromkeys(range(4), 8)
    assert {REGION_OF[home] for home in range(len(HOMES))} == {-1}


def test_SG_MAP_02_SG_TERM_26_regions_are_seas_rivers_and_harbors():
    assert Counter(region.kind for region in REGIONS) == {SEA: 12, RIVER: 8, HARBOR: 8}
    for number, region in enumerate(REGIONS):
        borders = [node for node in BESIDE[number] if node < post_node(0)]
        assert (region.kind == HARBOR) == (not borders), region.id


def test_SG_MAP_03_SG_MAP_04_SG_TERM_23_SG_ICON_03_SG_ICON_04_SG_ICON_05_every_post_is_in_one_region():
    assert len(POSTS) == 46
    assert (len(CIRCLES), len(TRADE_CENTERS), len(ALLIES)) == (32, 7, 7)
    assert all(REGION_OF[post_node(post)] == POST_REGION[post] for post in range(len(POSTS)))
    assert all(REGIONS[region].kind != SEA for region in POST_REGION)


def test_SG_T78_SG_MAP_06_SG_MAP_07_SG_TERM_17_posts_of_harbor_regions_have_harbors_and_others_none():
    for post, row in enumerate(POSTS):
        kind = REGIONS[POST_REGION[post]].kind
        assert bool(row.harbor) == (kind == HARBOR), row.id
        assert REGIONS[GATES[post]].kind == (SEA if kind == HARBOR else RIVER), row.id


def test_SG_T78_SG_MAP_05_every_home_reaches_every_post():
    state = table(2)
    from lawspeaker_engine.games.pax_viking import ships

    for number in range(len(JARLS)):
        state.players[0].jarl = number
        reached = {ships.homes(state, 0)[0]}
        edge = set(reached)
        while edge:
            edge = {other for node in edge for other in ships.neighbours(state, 0, node)} - reached
            reached |= edge
        assert {post_node(post) for post in range(len(POSTS))} <= reached, JARLS[number].id


def test_borders_go_both_ways():
    for region in range(len(REGIONS)):
        for node in BESIDE[region]:
            if node < post_node(0):
                assert region_node(region) in BESIDE[node - FIRST_REGION]
    assert sum(len([node for node in beside if node < post_node(0)]) for beside in BESIDE) == 2 * 24


def test_SG_T79_SG_TERM_19_SG_TERM_36_four_of_the_seven_trade_centers_are_key():
    assert {POSTS[post].id for post in TRADE_CENTERS if POSTS[post].key} == {
        "miklagard", "changan", "india", "damascus",
    }


def test_SG_MAP_08_prices_stand_at_the_posts():
    assert {row.id: row.cost for row in POSTS if row.id in ("vina_1", "miklagard", "jutland_1", "kyiv")} == {
        "vina_1": 1, "miklagard": 4, "jutland_1": 0, "kyiv": 3,
    }


def test_homes_lead_to_one_region_each():
    assert [REGIONS[HOME_GATES[home][0]].id for home in range(9)] == [
        "nor_sea", "jamtland", "nor_sea", "western_sea", "baltic", "baltic", "baltic", "wendish_sea", "wendish_sea",
    ]


def test_SG_TILE_01_SG_TILE_05_AMB_SG_01_AMB_SG_47_the_box_has_220_tiles_of_77_archetypes():
    assert Counter(row.kind for row in TILES) == {VENTURE: 88, EVENT: 66, ADVOCATE: 44, GOD: 22}
    assert len({row.archetype for row in TILES}) == 77
    assert len(verbs.VERBS.verbs) == 38


def test_SG_TILE_06_SG_ICON_10_every_tile_but_events_takes_one_type_of_follower():
    assert all((row.follower == rows.NO_TYPE) == (row.kind == EVENT) for row in TILES)
    for kind in (VENTURE, ADVOCATE):
        types = Counter(row.follower for row in TILES if row.kind == kind)
        assert len(set(types.values())) == 1
    assert Counter(row.follower for row in TILES if row.kind == GOD) == {0: 5, 2: 6, 1: 6, 3: 5}


def test_locations_are_spread_over_the_map():
    regions = Counter(row.region for row in TILES if row.kind == VENTURE and row.region >= 0)
    assert set(regions.values()) == {4}
    assert len(regions) == 16
    winds = Counter(row.this_wind for row in TILES if row.kind == VENTURE)
    assert winds == dict.fromkeys(range(4), 22)


def test_starter_sets_have_twelve_tiles_a_player():
    marks = Counter(row.starter for row in TILES if row.starter)
    assert marks == {2: 24, 3: 12, 4: 12, 5: 12, 6: 12}


def test_jarls_and_cards_are_those_of_the_lists():
    assert len(JARLS) == 9
    assert Counter(HOMES[home].wind for home in rows.JARL_HOMES) == {"north": 2, "west": 2, "east": 3, "south": 2}
    assert Counter(row.difficulty for row in VICTORIES) == dict.fromkeys(rows.DIFFICULTIES, 5)
    assert all(len(found) >= 1 for post, found in enumerate(rows.PLACE_ABILITIES) if post not in CIRCLES)


def test_AMB_SG_28_trade_centers_and_powerful_allies_take_any_type():
    from lawspeaker_engine.games.pax_viking.actions.establish import types

    state = table()
    for post in (*TRADE_CENTERS, *ALLIES):
        assert types(state, 0, post) == list(range(len(TYPES)))


def test_winds_of_regions_are_as_drawn():
    assert WINDS[WIND_OF[[region.id for region in REGIONS].index("danube")]] == "south"


@pytest.mark.parametrize(("kind", "row", "says"), [
    (verbs.Silver, {"amount": 1, "each": "own_cats"}, "own_cats"),
    (verbs.TakeSilver, {"of": "anyone", "amount": 1}, "anyone"),
    (verbs.TakeTile, {"of": "pile"}, "pile"),
    (verbs.Protect, {"what": "everything", "of": ["rus"]}, "everything"),
    (verbs.Protect, {"what": "here", "of": ["rain"]}, "rain"),
    (verbs.PlaceLongship, {"at": "moon"}, "moon"),
])
def test_a_row_with_an_unknown_word_is_refused(kind, row, says):
    with pytest.raises((ValueError, BadContent), match=says):
        parse_row(kind, row, "here")
