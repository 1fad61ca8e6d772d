"""Building: prices, what needs and replaces what, fences and houses on tiles, and the Respect of it all."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.clansmen.actions.build import begin as begin_building
from lawspeaker_engine.games.clansmen.actions.build import offers, raise_on_tile, tiles
from lawspeaker_engine.games.clansmen.actions.play import begin as begin_play
from lawspeaker_engine.games.clansmen.buildings import BUILDINGS, number_of
from lawspeaker_engine.games.clansmen.options import Build, PlayCard, Tile
from lawspeaker_engine.games.clansmen.people import add, change, move, remove, weaken, within_reach
from lawspeaker_engine.games.clansmen.phases import season
from lawspeaker_engine.games.clansmen.phases.turn import Turn
from lawspeaker_engine.games.clansmen.state import AUTUMN, BUILD, FARMER, SPRING, SUMMER, TRADE, WARRIOR, WINTER
from lawspeaker_engine.model import PUBLIC

from .positions import (
    A,
    B,
    answer,
    begin,
    build,
    card,
    decision,
    done,
    empty_state,
    hand,
    home,
    offered,
    put,
    stock,
    structure,
    weak,
)

PRICES = {
    "shrine": (3, 2, 2), "watchtower": (2, 0, 0), "wooden_palisade": (4, 0, 0), "dirt_roads": (0, 0, 0),
    "long_hall": (6, 2, 2), "fence": (1, 0, 0), "paved_roads": (0, 4, 0), "stone_fence": (0, 1, 0),
    "wooden_house": (1, 0, 0), "stone_house": (0, 1, 0), "signal_tower": (0, 2, 0), "stone_walls": (0, 8, 0),
    "grand_hall": (0, 6, 4), "granary": (3, 0, 0), "cellars": (0, 3, 0), "healing_hall": (4, 0, 2),
    "stables": (2, 0, 2),
}
"""Wood, Stone and Goods, as printed."""
NEEDS = {"paved_roads": "dirt_roads", "signal_tower": "watchtower", "grand_hall": "long_hall"}
RESPECT = {
    "wooden_palisade": 1, "fence": 1, "stone_fence": 2, "stone_house": 1, "stone_walls": 2,
}


def summer(**options):
    """A has ample actions, stock, and Build as often as wanted."""
    state = empty_state(season=SUMMER, **options)
    player = state.players[A]
    player.actions = player.allowed[BUILD] = 9
    stock(state, A, wood=99, stone=99, goods=99)
    return state


def possible(state, seat, building):
    """Return whether the seat is offered to build it."""
    return Build(number_of(building)) in offers(state, seat)


def put_up(state, building, *places, seat=A):
    """Build it, on the tiles if any are asked."""
    begin(state)
    assert possible(state, seat, building), f"{building} is not offered"
    begin_building(state, seat, Build(number_of(building)))
    if places:
        answer(state, *(Tile(tile) for tile in places))
    assert done(state)


def on_tiles(state, seat=A):
    """Fences and houses of the seat: tile and id."""
    return [(each.tile, BUILDINGS[each.building].id) for each in state.players[seat].structures]


def in_settlement(state, seat=A):
    """Return what stands in the seat's settlement."""
    return [BUILDINGS[number].id for number, count in enumerate(state.players[seat].built) for _ in range(count)]


def group_effort():
    """A has two actions and has just played Group Effort; its two turns are all that is left."""
    state = empty_state(season=SUMMER)
    state.players[A].actions = 2
    hand(state, A, "group_effort")
    begin(state, Turn(A), Turn(A))
    answer(state, PlayCard(card("group_effort")))
    assert state.players[A].hand == []
    return state


def tiles_for(state, building):
    """Return where A may put it."""
    legal = tiles(state, A, number_of(building))
    assert possible(state, A, building) is bool(legal)
    return legal


# Prices.


@pytest.mark.parametrize("building", ["shrine", "watchtower", "wooden_palisade", "dirt_roads", "long_hall", "fence"])
def test_CL_ACTION_06_CL_BUILD_02_CL_BUILD_03_CL_BUILD_04_CL_BUILD_05_CL_BUILD_06_CL_BUILD_07_is_paid(building):
    assert_exact_price(building)


@pytest.mark.parametrize(
    "building", ["paved_roads", "stone_fence", "wooden_house", "stone_house", "signal_tower", "stone_walls"],
)
def test_CL_ACTION_06_CL_BUILD_09_CL_BUILD_10_CL_BUILD_11_CL_BUILD_12_CL_BUILD_13_CL_BUILD_14_is_paid(building):
    assert_exact_price(building)


@pytest.mark.parametrize("building", ["grand_hall", "granary", "cellars", "healing_hall", "stables"])
def test_CL_ACTION_06_CL_BUILD_15_CL_BUILD_16_CL_BUILD_17_CL_BUILD_18_CL_BUILD_19_is_paid(building):
    assert_exact_price(building)


def assert_exact_price(building):
    """With it the building is put up, with one unit less of anything it is not offered."""
    wood, stone, goods = PRICES[building]
    for missing in (None, 0, 1, 2):
        state = empty_state()
        state.players[A].actions = 2
        put(state, A, "farmer")
        build(state, A, *([NEEDS[building]] if building in NEEDS else []))
        price = [wood, stone, goods]
        if missing is not None:
            if not price[missing]:
                continue
            price[missing] -= 1
        stock(state, A, 5, *price)
        assert possible(state, A, building) is (missing is None)
        if missing is None:
            put_up(state, building)
            assert state.players[A].stock == [5, 0, 0, 0]
            assert (state.players[A].actions, state.players[A].used[BUILD]) == (1, 1)
            assert building in [*in_settlement(state), *(name for _, name in on_tiles(state))]


def test_all_rows_of_the_table_are_priced_above():
    assert [row.id for row in BUILDINGS] == list(PRICES)


def test_CL_BUILD_01_CL_BUILD_02_CL_BUILD_16_CL_BUILD_17_CL_ACTION_06_CL_T96_one_of_each_for_its_price():
    state = summer()
    build(state, A, "watchtower")
    assert not possible(state, A, "watchtower")
    put_up(state, "shrine")
    assert state.players[A].stock == [0, 96, 97, 97]
    put_up(state, "granary")
    assert state.players[A].stock == [0, 93, 97, 97]
    put_up(state, "cellars")
    assert state.players[A].stock == [0, 93, 94, 97]
    state = summer()
    stock(state, A, wood=99, stone=99, goods=1)
    assert not possible(state, A, "shrine")


def test_CL_BUILD_05_CL_T25_dirt_roads_cost_nothing_but_the_action():
    state = empty_state()
    state.players[A].actions = 2
    put_up(state, "dirt_roads")
    assert in_settlement(state) == ["dirt_roads"]
    assert (state.players[A].stock, state.players[A].actions) == ([0] * 4, 1)
    assert offers(state, A) == []


def test_CL_BUILD_01_CL_BUILD_05_a_building_helps_its_owner_only_and_all_may_have_one():
    state = summer()
    for tile in range(len(state.revealed)):
        state.reveal(tile)
    before = [within_reach(state, seat, [home(state, seat)[0]]) for seat in (A, B)]
    put_up(state, "dirt_roads")
    after = [within_reach(state, seat, [home(state, seat)[0]]) for seat in (A, B)]
    assert after[A] > before[A]
    assert after[B] == before[B]
    state.players[B].actions = 1
    assert possible(state, B, "dirt_roads")


@pytest.mark.parametrize(("when", "may"), [(SPRING, True), (SUMMER, True), (AUTUMN, True), (WINTER, False)])
def test_CL_ACTION_06_building_is_for_spring_summer_and_autumn(when, may):
    state = summer()
    state.season = when
    assert bool(offers(state, A)) is may


def test_CL_ACTION_06_a_build_takes_a_standard_action_and_is_allowed_once_a_season():
    state = summer()
    state.players[A].allowed[BUILD] = 1
    put_up(state, "granary")
    assert state.players[A].actions == 8
    assert offers(state, A) == []
    state.players[A].used[BUILD] = state.players[A].actions = 0
    assert offers(state, A) == []


# What needs what.


def test_CL_BUILD_09_paved_roads_need_dirt_roads_which_stay():
    state = summer()
    assert not possible(state, A, "paved_roads")
    build(state, A, "dirt_roads")
    put_up(state, "paved_roads")
    assert in_settlement(state) == ["dirt_roads", "paved_roads"]


def test_CL_BUILD_13_CL_T30_a_signal_tower_needs_a_watchtower():
    state = summer()
    stock(state, A, stone=2)
    assert not possible(state, A, "signal_tower")
    build(state, B, "watchtower")
    assert not possible(state, A, "signal_tower")
    build(state, A, "watchtower")
    put_up(state, "signal_tower")
    assert in_settlement(state) == ["watchtower", "signal_tower"]


@pytest.mark.parametrize(("paved", "allowed"), [("trades", 1), ("actions", 2)])
def test_AMB_CL_16_by_option_paved_roads_allow_a_second_trade_action_from_now_on(paved, allowed):
    state = summer(paved=paved)
    build(state, A, "dirt_roads")
    put_up(state, "paved_roads")
    assert state.players[A].allowed[TRADE] == allowed
    assert state.players[A].allowed[BUILD] == 9
    season.begin_season(state)
    assert [player.allowed[TRADE] for player in state.players] == [allowed, 1, 1, 1]


# Fences.


def test_CL_BUILD_07_CL_T26_up_to_two_fences_one_a_farm():
    state = empty_state()
    stock(state, A, wood=3)
    farms = [put(state, A, "farmer"), put(state, A, "farmer")]
    put(state, A, "laborer")
    put(state, B, "farmer")
    state.players[A].actions = 3
    hand(state, A, "group_effort")
    begin_play(state, A, PlayCard(card("group_effort")))
    begin_building(state, A, Build(number_of("fence")))
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.least, asked.most) == ("build.tiles", A, 1, 2)
    assert (asked.default, asked.seen_by) == ((0,), PUBLIC)
    assert offered(state) == [Tile(tile) for tile in sorted(farms)]
    answer(state, *(Tile(tile) for tile in sorted(farms)))
    assert on_tiles(state) == [(tile, "fence") for tile in sorted(farms)]
    assert (state.players[A].stock[1], state.players[A].respect, state.players[A].actions) == (1, 2, 2)
    assert not possible(state, A, "fence")


def test_CL_BUILD_07_no_more_fences_than_can_be_paid_for():
    state = summer()
    for _ in range(3):
        put(state, A, "farmer")
    stock(state, A, wood=1)
    begin(state)
    begin_building(state, A, Build(number_of("fence")))
    assert (decision(state).most, len(offered(state))) == (1, 3)
    stock(state, A, wood=5)
    assert decision(state).most == 1
    begin(state)
    begin_building(state, A, Build(number_of("fence")))
    assert decision(state).most == 2


def test_CL_BUILD_07_CL_BUILD_11_one_will_do_where_two_are_allowed():
    state = summer()
    first, second = put(state, A, "farmer"), put(state, A, "farmer")
    put_up(state, "fence", second)
    put_up(state, "wooden_house", first)
    assert sorted(on_tiles(state)) == sorted([(second, "fence"), (first, "wooden_house")])


def test_CL_BUILD_07_CL_BUILD_08_CL_BUILD_10_AMB_CL_21_CL_T27_a_stone_fence_with_or_without_a_fence():
    state = group_effort()
    stock(state, A, stone=2)
    first, second = sorted([put(state, A, "farmer"), put(state, A, "farmer")])
    structure(state, A, first, "fence")
    state.gain_respect(A, 1)
    answer(state, Build(number_of("stone_fence")))
    assert decision(state).most == 1
    answer(state, Tile(first))
    assert (state.players[A].respect, on_tiles(state)) == (2, [(first, "stone_fence")])
    answer(state, Build(number_of("stone_fence")))
    assert done(state)
    assert state.players[A].respect == 4
    assert on_tiles(state) == [(first, "stone_fence"), (second, "stone_fence")]
    assert state.players[A].stock == [0] * 4
    stock(state, A, wood=9, stone=9)
    assert not possible(state, A, "fence")
    assert not possible(state, A, "stone_fence")


def test_CL_BUILD_07_AMB_CL_24_a_farm_is_a_tile_with_an_own_farmer_weakened_or_not():
    state = summer()
    healthy, weakened = put(state, A, "farmer"), put(state, A, "farmer")
    weak(state, A, weakened)
    for kind in ("laborer", "craftsman", "warrior"):
        put(state, A, kind)
    put(state, B, "farmer")
    assert tiles_for(state, "fence") == sorted([healthy, weakened])
    assert tiles_for(state, "stone_fence") == sorted([healthy, weakened])


@pytest.mark.parametrize("fence", ["fence", "stone_fence"])
def test_CL_BUILD_07_a_farm_where_anybody_has_a_fence_of_either_kind_gets_no_other_one(fence):
    state = summer()
    fenced, free = sorted(put(state, A, "farmer") for _ in range(2))
    structure(state, B, fenced, fence)
    assert tiles_for(state, "fence") == [free]
    assert tiles_for(state, "stone_fence") == [free]


def test_AMB_CL_24_CL_BUILD_07_a_fence_stays_with_its_tile_when_the_farmer_leaves():
    state = summer()
    farm = put(state, A, "farmer")
    put_up(state, "fence")
    free = next(tile for tile in home(state, A) if tile != farm)
    move(state, A, farm, free)
    assert on_tiles(state) == [(farm, "fence")]
    assert state.players[A].respect == 1
    add(state, B, FARMER, farm)
    stock(state, B, wood=9, stone=9)
    state.players[B].actions = 1
    assert not possible(state, B, "fence")
    assert not possible(state, B, "stone_fence")
    remove(state, B, farm)
    add(state, A, FARMER, farm)
    assert tiles_for(state, "fence") == [free]


@pytest.mark.parametrize("building", ["fence", "stone_fence"])
@pytest.mark.parametrize("leaves", ["moves", "becomes a warrior", "dies"])
@pytest.mark.parametrize(("fences", "respect", "kept"), [
    ("tile", "distinct", None), ("farmer", "distinct", 0), ("farmer", "standing", 0), ("farmer", "kept", 1),
])
def test_AMB_CL_24_AMB_CL_21_by_option_a_fence_is_gone_with_its_farmer(building, leaves, fences, respect, kept):
    state = summer(fences=fences, respect=respect)
    farm, other = put(state, A, "farmer"), put(state, A, "farmer")
    for tile in (farm, other):
        raise_on_tile(state, A, number_of(building), tile)
    structure(state, A, farm, "wooden_house")
    each = state.players[A].respect // 2
    if leaves == "moves":
        move(state, A, farm, next(tile for tile in home(state, A) if tile not in (farm, other)))
    elif leaves == "dies":
        remove(state, A, farm)
    else:
        change(state, A, farm, WARRIOR)
    stays = [(other, building), (farm, "wooden_house")]
    if kept is None:
        stays.append((farm, building))
    assert sorted(on_tiles(state)) == sorted(stays)
    assert state.players[A].respect == each * (1 + (1 if kept is None else kept))


@pytest.mark.parametrize("fences", ["tile", "farmer"])
def test_AMB_CL_24_a_fence_stays_where_a_farmer_is_weakened(fences):
    state = summer(fences=fences)
    farm = put(state, A, "farmer")
    put_up(state, "fence")
    weaken(state, A, farm)
    assert on_tiles(state) == [(farm, "fence")]
    assert state.players[A].respect == 1


def test_AMB_CL_24_by_option_a_stone_fence_needs_a_fence():
    state = summer(stone_fence_needs_fence=True)
    fenced, bare = put(state, A, "farmer"), put(state, A, "farmer")
    assert not possible(state, A, "stone_fence")
    structure(state, A, fenced, "fence")
    put_up(state, "stone_fence")
    assert on_tiles(state) == [(fenced, "stone_fence")]
    assert tiles_for(state, "stone_house") == sorted([fenced, bare]), "houses are another matter"


# Houses.


def test_CL_BUILD_11_CL_BUILD_12_AMB_CL_23_CL_T31_houses_of_wood_and_one_of_stone_over_it():
    state = group_effort()
    stock(state, A, wood=2, stone=1)
    p, q = sorted([put(state, A, "farmer"), put(state, A, "warrior")])
    answer(state, Build(number_of("wooden_house")))
    answer(state, Tile(p), Tile(q))
    assert (state.players[A].stock, state.players[A].respect) == ([0, 0, 1, 0], 0)
    answer(state, Build(number_of("stone_house")))
    answer(state, Tile(p))
    assert done(state)
    assert (state.players[A].stock, state.players[A].respect) == ([0] * 4, 1)
    assert on_tiles(state) == [(p, "stone_house"), (q, "wooden_house")]


def test_CL_BUILD_11_CL_T32_one_house_a_tile_and_two_at_once_at_most():
    state = summer()
    p = put(state, A, "farmer")
    structure(state, A, p, "wooden_house")
    assert not possible(state, A, "wooden_house")
    for _ in range(3):
        put(state, A, "laborer")
    begin(state)
    begin_building(state, A, Build(number_of("wooden_house")))
    assert (len(offered(state)), decision(state).most) == (3, 2)
    assert Tile(p) not in offered(state)


def test_CL_BUILD_12_stone_houses_come_one_at_a_time_and_no_wooden_one_replaces_them():
    state = summer()
    p, q = put(state, A, "farmer"), put(state, A, "laborer")
    assert tiles_for(state, "stone_house") == sorted([p, q])
    begin(state)
    begin_building(state, A, Build(number_of("stone_house")))
    assert decision(state).most == 1
    answer(state, Tile(p))
    assert tiles_for(state, "stone_house") == [q]
    put_up(state, "wooden_house")
    assert sorted(on_tiles(state)) == sorted([(p, "stone_house"), (q, "wooden_house")])
    assert state.players[A].respect == 1


def test_AMB_CL_23_by_option_a_wooden_house_bars_a_stone_one():
    state = summer(stone_over_wood=False)
    p = put(state, A, "farmer")
    structure(state, A, p, "wooden_house")
    assert not possible(state, A, "stone_house")
    q = put(state, A, "farmer")
    put_up(state, "stone_house")
    assert sorted(on_tiles(state)) == sorted([(p, "wooden_house"), (q, "stone_house")])
    structure(state, A, p, "fence")
    put_up(state, "stone_fence", p)  # a Fence gives way all the same
    assert (p, "stone_fence") in on_tiles(state)
    assert (p, "fence") not in on_tiles(state)


def test_AMB_CL_25_a_house_needs_an_own_population_and_no_house_of_another():
    state = summer()
    kinds = [put(state, A, kind) for kind in ("farmer", "laborer", "craftsman", "warrior")]
    weak(state, A, kinds[0])
    put(state, B, "farmer")
    structure(state, B, kinds[1], "wooden_house")
    assert tiles_for(state, "wooden_house") == sorted(tile for tile in kinds if tile != kinds[1])
    assert tiles_for(state, "stone_house") == sorted(tile for tile in kinds if tile != kinds[1])


def test_AMB_CL_25_by_option_houses_stand_on_any_revealed_tile_without_people_of_others():
    state = summer(houses_need_people=False)
    own, others = put(state, A, "farmer"), put(state, B, "farmer")
    structure(state, B, home(state, B)[1], "stone_house")
    structure(state, A, home(state, A)[1], "wooden_house")
    revealed = {tile for tile, known in enumerate(state.revealed) if known}
    barred = {others, home(state, B)[1], home(state, A)[1]}
    assert own in revealed
    assert tiles_for(state, "wooden_house") == sorted(revealed - barred)
    assert tiles_for(state, "stone_house") == sorted(revealed - barred | {home(state, A)[1]})


def test_CL_BUILD_07_CL_BUILD_11_a_fence_and_a_house_share_a_tile():
    state = summer()
    tile = put(state, A, "farmer")
    put_up(state, "fence")
    put_up(state, "wooden_house")
    assert on_tiles(state) == [(tile, "fence"), (tile, "wooden_house")]


# What replaces what, and Respect.


@pytest.mark.parametrize("building", PRICES)
def test_CL_GOAL_04_CL_BUILD_04_CL_BUILD_12_CL_BUILD_14_buildings_bring_their_respect_when_built(building):
    state = summer()
    put(state, A, "farmer")
    build(state, A, *([NEEDS[building]] if building in NEEDS else []))
    put_up(state, building)
    assert [player.respect for player in state.players] == [RESPECT.get(building, 0), 0, 0, 0]


def test_CL_BUILD_04_CL_BUILD_14_AMB_CL_21_AMB_CL_26_CL_T28_walls_take_the_place_of_the_palisade():
    state = empty_state(season=SPRING)
    player = state.players[A]

    def next_season():
        """Another one, with one action."""
        state.season += 1
        season.begin_season(state)
        player.actions = 1

    stock(state, A, wood=4, stone=8)
    player.actions = 1
    put_up(state, "wooden_palisade")
    assert player.respect == 1
    next_season()
    put_up(state, "stone_walls")
    assert (player.respect, in_settlement(state)) == (3, ["stone_walls"])
    next_season()
    stock(state, A, wood=4)
    assert possible(state, A, "granary")
    assert not possible(state, A, "wooden_palisade")


@pytest.mark.parametrize("respect", ["distinct", "kept", "standing"])
def test_CL_BUILD_14_walls_need_no_palisade_and_spare_those_of_others(respect):
    state = summer(respect=respect)
    build(state, B, "wooden_palisade")
    put_up(state, "stone_walls")
    assert state.players[A].respect == 2
    assert (in_settlement(state), in_settlement(state, B)) == (["stone_walls"], ["wooden_palisade"])


@pytest.mark.parametrize(("respect", "walls", "fences"), [("distinct", 3, 2), ("kept", 3, 3), ("standing", 2, 2)])
def test_AMB_CL_21_respect_of_what_is_replaced(respect, walls, fences):
    state = summer(respect=respect)
    put_up(state, "wooden_palisade")
    put_up(state, "stone_walls")
    assert state.players[A].respect == walls
    state = summer(respect=respect)
    put(state, A, "farmer")
    put_up(state, "fence")
    put_up(state, "stone_fence")
    assert state.players[A].respect == fences


def test_CL_BUILD_15_AMB_CL_22_CL_T17_the_grand_hall_takes_the_place_of_the_long_hall():
    state = empty_state()
    state.players[A].actions = state.players[A].allowed[BUILD] = 2
    stock(state, A, stone=6, goods=4)
    build(state, A, "long_hall")
    put_up(state, "grand_hall")
    assert (in_settlement(state), state.players[A].stock) == (["grand_hall"], [0] * 4)
    stock(state, A, wood=6, stone=9, goods=9)
    assert not possible(state, A, "long_hall")
    assert not possible(state, A, "grand_hall")


def test_CL_BUILD_15_AMB_CL_22_CL_T18_no_grand_hall_without_an_own_long_hall():
    state = summer()
    stock(state, A, stone=6, goods=4)
    build(state, B, "long_hall")
    assert not possible(state, A, "grand_hall")


def test_AMB_CL_22_by_option_a_grand_hall_needs_no_long_hall_but_still_replaces_it():
    state = summer(grand_needs_long=False)
    put_up(state, "grand_hall")
    assert in_settlement(state) == ["grand_hall"]
    assert not possible(state, A, "long_hall")
    state = summer(grand_needs_long=False)
    put_up(state, "long_hall")
    put_up(state, "grand_hall")
    assert in_settlement(state) == ["grand_hall"]


def test_AMB_CL_26_CL_BUILD_01_nothing_in_the_settlement_is_built_twice():
    settlement = [row.id for row in BUILDINGS if row.site == "settlement"]
    assert len(settlement) == 13
    for building in settlement:
        state = summer()
        build(state, A, building, *([NEEDS[building]] if building in NEEDS else []))
        assert not possible(state, A, building), building


def test_AMB_CL_26_by_option_buildings_repeat_but_never_below_their_upper_tier():
    state = summer(unique_buildings=False)
    put_up(state, "watchtower")
    put_up(state, "watchtower")
    put_up(state, "wooden_palisade")
    put_up(state, "wooden_palisade")
    assert (in_settlement(state), state.players[A].respect) == (["watchtower"] * 2 + ["wooden_palisade"] * 2, 2)
    put_up(state, "stone_walls")
    assert (in_settlement(state), state.players[A].respect) == (["watchtower"] * 2 + ["stone_walls"], 4)
    assert possible(state, A, "stone_walls")
    assert not possible(state, A, "wooden_palisade")
    tile = put(state, A, "farmer")
    structure(state, A, tile, "stone_house")
    structure(state, A, tile, "stone_fence")
    assert not any(possible(state, A, each) for each in ("wooden_house", "stone_house", "fence", "stone_fence"))
