"""Harvest: what people, cards, events and Idle Hands bring."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lawspeaker_engine.games.clansmen.hexes import TERRAINS, terrain_number
from lawspeaker_engine.games.clansmen.options import Yield
from lawspeaker_engine.games.clansmen.people import heal, move, occupied, person_at, remove, weaken
from lawspeaker_engine.games.clansmen.phases.harvest import HarvestPhase
from lawspeaker_engine.games.clansmen.state import (
    AUTUMN,
    CRAFTSMAN,
    FARMER,
    GOODS,
    KINDS,
    LABORER,
    SPRING,
    SUMMER,
    WARRIOR,
    WINTER,
)
from lawspeaker_engine.model import PUBLIC

from .positions import A, B, C, answer, attach, begin, decision, done, empty_state, force, offered, put, run, weak

SEASONS = (SPRING, SUMMER, AUTUMN, WINTER)


def harvest(state, seat=A):
    """Return what the Harvest brings the seat, its stock being empty: Food, Wood, Stone, Goods."""
    begin(state, HarvestPhase())
    assert done(state)
    return state.players[seat].stock


def with_people(season, *people, **options):
    """A's people on terrains, as `farmer lake`; the state and their tiles."""
    state = empty_state(season=season, **options)
    tiles = [put(state, A, *each.split()) for each in people]
    return state, tiles


def yields(kind, terrain):
    """Return what one population brings in each of the four seasons."""
    rows = []
    for season in SEASONS:
        state, _ = with_people(season, f"{kind} {terrain}")
        rows.append(tuple(harvest(state)))
    return rows


def food(*amounts):
    return [(amount, 0, 0, 0) for amount in amounts]


def test_CL_MAP_02_CL_MAP_03_CL_MAP_04_CL_MAP_05_CL_MAP_06_CL_MAP_07_CL_POP_02_a_farmer_gains_what_its_tile_shows():
    assert yields("farmer", "lowlands") == food(1, 3, 6, 0)
    assert yields("farmer", "hills") == food(1, 2, 3, 0)
    assert yields("farmer", "forest") == food(1, 2, 3, 0)
    assert yields("farmer", "swamp") == food(1, 1, 1, 0)
    assert yields("farmer", "mountain") == food(1, 1, 1, 0)
    assert yields("farmer", "lake") == food(2, 2, 2, 1)


@pytest.mark.parametrize(("terrain", "wood", "stone"), [
    ("lowlands", 0, 0), ("hills", 1, 1), ("forest", 2, 0), ("swamp", 1, 0), ("mountain", 0, 2), ("lake", 0, 0),
])
def test_CL_MAP_08_CL_POP_03_a_laborer_gains_wood_and_stone_in_every_season_but_winter(terrain, wood, stone):
    assert yields("laborer", terrain) == [(0, wood, stone, 0)] * 3 + [(0, 0, 0, 0)]


@pytest.mark.parametrize("terrain", ["lowlands", "mountain", "lake"])
def test_CL_POP_01_CL_POP_04_CL_POP_05_a_craftsman_makes_goods_anywhere_always_and_a_warrior_nothing(terrain):
    assert KINDS == ("farmer", "laborer", "craftsman", "warrior")
    assert yields("craftsman", terrain) == [(0, 0, 0, 1)] * 4
    assert yields("warrior", terrain) == [(0, 0, 0, 0)] * 4


def test_CL_T03_CL_SEQ_07_in_spring_all_who_work_produce():
    state, _ = with_people(SPRING, "farmer lowlands", "farmer lake", "laborer hills")
    put(state, B, "laborer", "forest")
    assert harvest(state) == [3, 1, 1, 0]
    assert state.players[B].stock == [0, 2, 0, 0]


def test_CL_T04_in_autumn():
    state, _ = with_people(
        AUTUMN, "farmer lowlands", "farmer forest", "laborer mountain", "craftsman lake", "warrior lowlands",
    )
    assert harvest(state) == [9, 0, 2, 1]


def test_CL_T05_AMB_CL_10_in_winter_only_a_lake_gives_food():
    state, _ = with_people(WINTER, "farmer lowlands", "farmer lake", "laborer forest", "craftsman lowlands")
    assert harvest(state) == [1, 0, 0, 1]


def test_CL_T06_laborers_find_nothing_on_lowlands_and_lakes():
    state, _ = with_people(SUMMER, "laborer lowlands", "laborer lake", "farmer mountain")
    assert harvest(state) == [1, 0, 0, 0]


def test_CL_T105_CL_MAP_05_CL_MAP_11_AMB_CL_09_a_swamp_gives_one_food_and_one_wood_which_is_lumber_too():
    state, _ = with_people(AUTUMN, "farmer swamp", "laborer swamp")
    assert harvest(state) == [1, 1, 0, 0]


def test_CL_POP_09_AMB_CL_11_the_weakened_do_no_work_but_keep_their_tile():
    state, tiles = with_people(
        SUMMER, "farmer lowlands", "laborer hills", "craftsman lake", "farmer forest", "laborer swamp",
    )
    attach(state, A, "pig_herds", tiles[3])
    attach(state, A, "bog_iron", tiles[4])
    state.players[A].idle = [tiles[0]]
    for tile in tiles:
        weak(state, A, tile)
    assert harvest(state) == [0, 0, 0, 0]
    assert set(tiles) <= occupied(state)


def test_CL_T07_CL_EVENT_08_a_bad_harvest_takes_one_food_of_each_farmer_but_none_below_nothing():
    state, _ = with_people(SPRING, "farmer swamp", "farmer lake")
    force(state, "bad_harvest")
    assert harvest(state) == [1, 0, 0, 0]


@pytest.mark.parametrize("event", ["bad_harvest", "good_harvest"])
def test_CL_T08_CL_EVENT_08_CL_EVENT_09_neither_changes_anything_in_winter(event):
    state, _ = with_people(WINTER, "farmer lake", "farmer lowlands")
    force(state, event)
    assert harvest(state) == [1, 0, 0, 0]


def test_CL_EVENT_09_a_good_harvest_gives_one_food_more_a_healthy_farmer():
    state, tiles = with_people(SUMMER, "farmer lowlands", "farmer lake", "farmer lake", "laborer forest")
    weak(state, A, tiles[2])
    force(state, "good_harvest")
    assert harvest(state) == [4 + 3, 2, 0, 0]


def test_CL_EVENT_08_who_ignores_the_event_harvests_as_ever():
    state, _ = with_people(SPRING, "farmer lake")
    put(state, B, "farmer", "lake")
    force(state, "bad_harvest")
    state.players[B].ignores_event = True
    assert harvest(state) == [1, 0, 0, 0]
    assert state.players[B].stock == [2, 0, 0, 0]


def barren_lowlands(monkeypatch):
    """By its printed terrains no Farmer can fall below nothing; so here Lowlands give nothing."""
    number = terrain_number("lowlands")
    row = replace(TERRAINS[number], food=(0, 0, 0, 0))
    rows = (*TERRAINS[:number], row, *TERRAINS[number + 1:])
    monkeypatch.setattr("lawspeaker_engine.games.clansmen.phases.harvest.TERRAINS", rows)


def test_CL_EVENT_08_AMB_CL_39_the_floor_is_each_farmers_after_its_cards(monkeypatch):
    barren_lowlands(monkeypatch)
    state, tiles = with_people(SPRING, "farmer lake", "farmer lowlands", "farmer lowlands")
    attach(state, A, "rich_soil", tiles[1])
    force(state, "bad_harvest")
    assert harvest(state) == [1 + 0 + 0, 0, 0, 0]


def test_AMB_CL_39_by_the_other_reading_the_floor_is_the_players(monkeypatch):
    barren_lowlands(monkeypatch)
    state, _ = with_people(SPRING, "farmer lowlands", harvest_event="player")
    force(state, "bad_harvest")
    assert harvest(state) == [0, 0, 0, 0]


@pytest.mark.parametrize(("event", "expected"), [("bad_harvest", 3), ("good_harvest", 5)])
def test_AMB_CL_39_by_the_other_reading_the_change_is_once_a_player(event, expected):
    state, _ = with_people(SPRING, "farmer lake", "farmer swamp", "farmer swamp", harvest_event="player")
    put(state, B, "laborer", "forest")
    force(state, event)
    assert harvest(state) == [expected, 0, 0, 0]
    assert state.players[B].stock == [0, 2, 0, 0], "no Farmer, no change"


def test_AMB_CL_39_by_the_other_reading_nobody_falls_below_nothing_and_winter_changes_nothing():
    state, tiles = with_people(SPRING, "farmer swamp", harvest_event="player")
    weak(state, A, tiles[0])
    force(state, "good_harvest")
    assert harvest(state) == [0, 0, 0, 0], "a Weakened Farmer does not harvest"
    state, _ = with_people(WINTER, "farmer lowlands", harvest_event="player")
    force(state, "good_harvest")
    assert harvest(state) == [0, 0, 0, 0]
    state, _ = with_people(SPRING, "farmer swamp", harvest_event="player")
    force(state, "bad_harvest")
    assert harvest(state) == [0, 0, 0, 0]


# Cards that stay in play.


@pytest.mark.parametrize(("event", "season", "expected"), [
    ("peaceful", AUTUMN, 6), ("bad_harvest", AUTUMN, 5), ("peaceful", SPRING, 2),
])
def test_CL_T09_CL_TALES_09_CL_TALES_20_AMB_CL_43_different_cards_on_one_tile_add_up(event, season, expected):
    state, tiles = with_people(season, "farmer forest")
    attach(state, A, "apple_grove", tiles[0])
    attach(state, A, "pig_herds", tiles[0])
    force(state, event)
    assert harvest(state) == [expected, 0, 0, 0]


def card_adds(name, kind, terrain):
    """Return what the card adds to the yield of one worker in each of the four seasons."""
    rows = []
    for season in SEASONS:
        state, tiles = with_people(season, f"{kind} {terrain}")
        bare = list(harvest(state.copy()))
        attach(state, A, name, tiles[0])
        rows.append([more - less for more, less in zip(harvest(state), bare, strict=True)])
    return [row[0] for row in rows], [row[3] for row in rows]


NOTHING = [0, 0, 0, 0]


def test_CL_TALES_08_mussels_give_food_on_a_lake_in_every_season():
    assert card_adds("mussels", "farmer", "lake") == ([1, 1, 1, 1], NOTHING)


def test_CL_TALES_09_an_apple_grove_gives_food_in_summer_and_autumn():
    assert card_adds("apple_grove", "farmer", "forest") == ([0, 1, 2, 0], NOTHING)


def test_CL_TALES_10_rich_soil_gives_food_on_lowlands_but_in_winter():
    assert card_adds("rich_soil", "farmer", "lowlands") == ([1, 1, 1, 0], NOTHING)


def test_CL_TALES_18_sheep_herds_give_goods_on_hills_in_summer():
    assert card_adds("sheep_herds", "farmer", "hills") == (NOTHING, [0, 1, 0, 0])


def test_CL_TALES_19_cattle_herds_give_goods_on_lowlands_in_autumn():
    assert card_adds("cattle_herds", "farmer", "lowlands") == (NOTHING, [0, 0, 1, 0])


def test_CL_TALES_20_pig_herds_give_food_in_a_forest_but_in_winter():
    assert card_adds("pig_herds", "farmer", "forest") == ([1, 1, 1, 0], NOTHING)


def test_CL_TALES_30_spices_give_goods_in_a_swamp_in_summer_and_autumn():
    assert card_adds("spices", "farmer", "swamp") == (NOTHING, [0, 1, 1, 0])


@pytest.mark.parametrize(("name", "kind", "terrain"), [
    ("mussels", "farmer", "hills"), ("rich_soil", "laborer", "lowlands"), ("apple_grove", "farmer", "lowlands"),
])
def test_CL_TALES_04_a_card_gives_nothing_to_another_worker_or_terrain(name, kind, terrain):
    assert card_adds(name, kind, terrain) == (NOTHING, NOTHING)


def four_farmers(season):
    """The position of CL-T80 and CL-T81."""
    state, tiles = with_people(season, "farmer lake", "farmer lowlands", "farmer hills", "farmer swamp")
    attach(state, A, "mussels", tiles[0])
    attach(state, A, "rich_soil", tiles[1])
    attach(state, A, "cattle_herds", tiles[1])
    attach(state, A, "sheep_herds", tiles[2])
    attach(state, A, "spices", tiles[3])
    return state


def test_CL_T80_cards_of_four_farmers_in_autumn():
    assert harvest(four_farmers(AUTUMN)) == [14, 0, 0, 2]


def test_CL_T81_cards_of_four_farmers_in_summer():
    assert harvest(four_farmers(SUMMER)) == [10, 0, 0, 2]


@pytest.mark.parametrize(("season", "expected"), [(SPRING, 2), (SUMMER, 4), (AUTUMN, 7), (WINTER, 0)])
def test_CL_T101_CL_TALES_04_AMB_CL_43_a_card_rests_while_its_farmer_is_away_and_serves_the_next(season, expected):
    state, (tile, other) = with_people(season, "farmer lowlands", "laborer lowlands")
    elsewhere = state.board.settlements[A][5]
    attach(state, A, "rich_soil", tile)
    assert harvest(state.copy()) == [expected, 0, 0, 0]
    move(state, A, tile, elsewhere)
    assert harvest(state.copy()) == [expected - (season != WINTER), 0, 0, 0]
    assert len(state.players[A].attached) == 1, "inactive, not discarded"
    move(state, A, other, tile)
    assert harvest(state.copy())[0] == expected - (season != WINTER), "a Laborer does not do"
    remove(state, A, tile)
    put(state, A, "farmer", tile=tile)
    lone = 0 if season == WINTER else (1, 3, 6)[season]
    assert harvest(state)[0] == expected + lone


def test_CL_TALES_04_cards_work_in_every_harvest_while_their_worker_is_there_and_healthy():
    state, (hills, forest) = with_people(SUMMER, "farmer hills", "farmer forest")
    attach(state, A, "sheep_herds", hills)
    attach(state, A, "apple_grove", forest)
    attach(state, A, "pig_herds", forest)
    both = [2 + 2 + 1 + 1, 0, 0, 1]
    for year in (1, 2, 5):
        state.year = year
        state.players[A].stock = [0] * 4
        assert harvest(state) == both
    state.players[A].stock = [0] * 4
    weaken(state, A, hills)
    weaken(state, A, forest)
    assert harvest(state.copy()) == [0, 0, 0, 0]
    heal(state, A, hills)
    heal(state, A, forest)
    assert harvest(state.copy()) == both, "the cards have stayed"
    remove(state, A, hills)
    assert harvest(state.copy()) == [2 + 1 + 1, 0, 0, 0]
    put(state, A, "laborer", tile=hills)
    assert harvest(state)[GOODS] == 0


def test_AMB_CL_43_a_card_serves_its_owner_only():
    state, (tile,) = with_people(SUMMER, "farmer lowlands")
    attach(state, B, "rich_soil", tile)
    assert harvest(state) == [3, 0, 0, 0]
    assert state.players[B].stock == [0, 0, 0, 0]


# Cards that make a Craftsman work more.


def test_CL_TALES_04_CL_T79_CL_TALES_14_bog_iron_costs_the_laborer_nothing_and_needs_it_healthy():
    state, (laborer, _) = with_people(SUMMER, "laborer swamp", "craftsman lowlands")
    attach(state, A, "bog_iron", laborer)
    assert harvest(state.copy()) == [0, 1, 0, 2]
    weak(state, A, laborer)
    assert harvest(state) == [0, 0, 0, 1]


def test_CL_TALES_04_CL_TALES_14_bog_iron_needs_a_healthy_craftsman_and_works_in_winter():
    state, (laborer, craftsman) = with_people(WINTER, "laborer swamp", "craftsman lowlands")
    attach(state, A, "bog_iron", laborer)
    assert harvest(state.copy()) == [0, 0, 0, 2]
    weak(state, A, craftsman)
    put(state, B, "craftsman")
    assert harvest(state) == [0, 0, 0, 0]


def with_silver(season, **options):
    state, tiles = with_people(season, "laborer mountain", "craftsman lowlands", **options)
    attach(state, A, "silver", tiles[0])
    begin(state, HarvestPhase())
    return state, tiles


def test_CL_T77_CL_TALES_06_silver_trades_one_stone_for_one_goods_if_its_owner_will():
    state, _ = with_silver(SUMMER)
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.least, asked.most, asked.seen_by) == (A, "harvest.use", 0, 1, PUBLIC)
    assert offered(state) == [Yield(0, 1)]
    assert asked.default == (0,)
    unused = state.copy()
    answer(state, Yield(0, 1))
    assert done(state)
    assert state.players[A].stock == [0, 0, 1, 2]
    answer(unused)
    assert done(unused)
    assert unused.players[A].stock == [0, 0, 2, 1]


def test_CL_T77_CL_TALES_06_AMB_CL_44_in_winter_silver_works_and_there_is_no_stone_to_lose():
    state, _ = with_silver(WINTER)
    answer(state, Yield(0, 0))
    assert done(state)
    assert state.players[A].stock == [0, 0, 0, 2]


def test_AMB_CL_44_it_is_asked_anew_each_harvest_and_may_be_declined_in_winter_too():
    state, _ = with_silver(WINTER)
    answer(state)
    assert done(state)
    assert state.players[A].stock == [0, 0, 0, 1]
    state.season = SPRING
    begin(state, HarvestPhase())
    answer(state, Yield(0, 1))
    assert done(state)
    assert state.players[A].stock == [0, 0, 1, 3]


def test_AMB_CL_44_by_the_other_reading_silver_rests_in_winter_but_bog_iron_does_not():
    state, _ = with_silver(WINTER, craft_in_winter=False)
    attach(state, A, "bog_iron", put(state, A, "laborer", "swamp"))
    assert done(state)
    assert state.players[A].stock == [0, 0, 0, 2]
    state, _ = with_silver(AUTUMN, craft_in_winter=False)
    assert offered(state) == [Yield(0, 1)]


@pytest.mark.parametrize("which", [0, 1])
def test_CL_TALES_06_silver_is_not_asked_about_without_a_healthy_laborer_and_craftsman(which):
    state, tiles = with_silver(SUMMER)
    weak(state, A, tiles[which])
    assert done(state)
    assert state.players[A].stock == [[0, 0, 0, 1], [0, 0, 2, 0]][which]


@pytest.mark.parametrize(("left", "expected"), [
    (Yield(1, 0), [0, 1, 0, 2]), (Yield(0, 1), [0, 0, 1, 2]), (None, [0, 1, 1, 1]),
])
def test_CL_T78_CL_TALES_07_fine_clay_leaves_wood_or_stone(left, expected):
    state, (laborer, _) = with_people(SUMMER, "laborer hills", "craftsman lowlands")
    attach(state, A, "fine_clay", laborer)
    begin(state, HarvestPhase())
    assert offered(state) == [Yield(1, 0), Yield(0, 1)]
    assert decision(state).default == (1,), "the Stone is kept"
    answer(state, *([left] if left else []))
    assert done(state)
    assert state.players[A].stock == expected


def test_AMB_CL_55_several_cards_may_use_one_craftsman():
    state, tiles = with_people(
        SUMMER, "laborer mountain", "laborer hills", "laborer swamp", "craftsman lowlands", "laborer mountain",
    )
    for tile, name in zip(tiles, ("silver", "fine_clay", "bog_iron", "", "silver"), strict=True):
        if name:
            attach(state, A, name, tile)
    begin(state, HarvestPhase())
    for tile in sorted([tiles[0], tiles[1], tiles[4]]):
        answer(state, Yield(1, 0) if tile == tiles[1] else Yield(0, 1))
    assert done(state)
    assert state.players[A].stock == [0, 2, 2, 5]


def test_AMB_CL_44_owners_are_asked_in_turn_order_and_nothing_is_produced_before_all_have_answered():
    state = empty_state()
    state.start = B
    for seat in (A, B, C):
        attach(state, seat, "silver", put(state, seat, "laborer", "mountain"))
        put(state, seat, "craftsman")
    begin(state, HarvestPhase())
    seats = []
    while run(state):
        assert [player.stock for player in state.players] == [[0] * 4] * 4
        seats.append(decision(state).seat)
        answer(state, *([Yield(0, 1)] if seats[-1] == C else []))
    assert seats == [B, C, A]
    assert [player.stock for player in state.players] == [[0, 0, 2, 1], [0, 0, 2, 1], [0, 0, 1, 2], [0] * 4]


# Idle Hands.


def test_AMB_CL_14_idle_hands_bring_goods_at_harvest_besides_the_yield_of_the_tile():
    state, (farmer, laborer) = with_people(WINTER, "farmer lake", "laborer forest")
    state.players[A].idle = [farmer, laborer]
    assert harvest(state) == [1, 0, 0, 2]


def test_AMB_CL_14_idle_hands_bring_nothing_if_the_population_is_not_healthy_or_gone():
    state, (farmer, laborer) = with_people(WINTER, "farmer lake", "laborer forest")
    state.players[A].idle = [farmer, laborer]
    weak(state, A, farmer)
    remove(state, A, laborer)
    assert harvest(state) == [0, 0, 0, 0]


@pytest.mark.parametrize(("kind", "goods"), [(FARMER, 1), (LABORER, 1), (CRAFTSMAN, 1), (WARRIOR, 0)])
def test_CL_ACTION_07_AMB_CL_14_idle_hands_bring_nothing_of_who_has_become_a_craftsman_or_a_warrior(kind, goods):
    state, (tile,) = with_people(WINTER, "farmer lowlands")
    state.players[A].idle = [tile]
    person_at(state, A, tile).kind = kind
    assert harvest(state)[GOODS] == goods  # the Craftsman's own, that is, and no other


def test_AMB_CL_14_idle_hands_go_with_a_population_that_moves():
    state, (farmer, laborer) = with_people(WINTER, "farmer lowlands", "laborer forest")
    state.players[A].idle = [farmer]
    move(state, A, farmer, state.board.settlements[A][6])
    move(state, A, laborer, farmer)
    weak(state, A, farmer)
    assert harvest(state) == [0, 0, 0, 1]


def test_AMB_CL_14_by_the_other_reading_harvest_brings_nothing_more_for_them():
    state, (farmer,) = with_people(WINTER, "farmer lake", idle_goods="at_once")
    state.players[A].idle = [farmer]
    assert harvest(state) == [1, 0, 0, 0]
