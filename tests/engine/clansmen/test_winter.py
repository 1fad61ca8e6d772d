"""The end of Winter: exposure and rot."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.clansmen.buildings import number_of
from lawspeaker_engine.games.clansmen.options import Build, Tile
from lawspeaker_engine.games.clansmen.people import weakened
from lawspeaker_engine.games.clansmen.phases import end
from lawspeaker_engine.games.clansmen.phases.feeding import FeedPhase
from lawspeaker_engine.games.clansmen.phases.season import end_season
from lawspeaker_engine.games.clansmen.phases.turn import Turn
from lawspeaker_engine.games.clansmen.phases.winter import WinterPhase
from lawspeaker_engine.games.clansmen.state import AUTUMN, FOOD, WINTER
from lawspeaker_engine.model import PUBLIC

from .positions import (
    A,
    B,
    C,
    D,
    answer,
    answers,
    begin,
    build,
    decision,
    done,
    empty_state,
    kinds,
    offered,
    put,
    run,
    stock,
    structure,
    weak,
)


def winter(players=4, **options):
    """Nobody there yet, and only the Winter checks left of the season."""
    state = empty_state(players, season=WINTER, **options)
    begin(state, WinterPhase())
    return state


def unhoused(state, seat, count, kind="farmer"):
    return [put(state, seat, kind) for _ in range(count)]


def test_CL_WINTER_01_CL_SEQ_10_whoever_has_no_house_is_weakened():
    state = winter()
    housed, *_ = unhoused(state, A, 3)
    structure(state, A, housed, "wooden_house")
    unhoused(state, B, 1, "warrior")
    assert done(state)
    assert kinds(state, A) == ["farmer", "farmer*", "farmer*"]
    assert kinds(state, B) == ["warrior*"]


@pytest.mark.parametrize(("building", "sheltered"), [
    ("wooden_house", True), ("stone_house", True), ("fence", False), ("stone_fence", False),
])
def test_CL_BUILD_11_CL_BUILD_12_CL_WINTER_02_houses_of_both_kinds_shelter_and_fences_do_not(building, sheltered):
    state = winter()
    structure(state, A, put(state, A, "laborer"), building)
    assert done(state)
    assert kinds(state, A) == ["laborer" + "*" * (not sheltered)]


def test_CL_WINTER_01_a_house_of_somebody_else_is_no_shelter():
    state = winter()
    structure(state, B, put(state, A, "laborer"), "stone_house")
    assert done(state)
    assert kinds(state, A) == ["laborer*"]


def test_CL_WINTER_01_CL_POP_10_AMB_CL_12_the_weakened_are_removed():
    state = winter()
    first, second = unhoused(state, A, 2)
    weak(state, A, first)
    structure(state, A, put(state, A, "craftsman", weakened=True), "wooden_house")
    assert done(state)
    assert kinds(state, A) == ["craftsman*", "farmer*"]
    assert [person.tile for person in state.players[A].people if person.kind == 0] == [second]


def test_AMB_CL_12_by_the_other_reading_nobody_is_removed_here():
    state = winter(winter_kills=False)
    first, _ = unhoused(state, A, 2)
    weak(state, A, first)
    assert done(state)
    assert kinds(state, A) == ["farmer*", "farmer*"]


def test_CL_T16_CL_BUILD_06_CL_WINTER_02_a_long_hall_spares_one_and_pays_one_at_the_end_of_the_year():
    state = winter()
    build(state, A, "long_hall")
    tiles = sorted(unhoused(state, A, 3))
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.least, asked.most, asked.seen_by) == (A, "winter.spare", 1, 1, PUBLIC)
    assert offered(state) == [Tile(tile) for tile in tiles]
    answer(state, Tile(tiles[1]))
    assert done(state)
    assert [person.tile for person in weakened(state, A)] == [tiles[0], tiles[2]]
    assert state.players[A].respect == 0
    end.pay_halls(state)
    assert [player.respect for player in state.players] == [1, 0, 0, 0]


def test_CL_BUILD_06_only_the_exposed_are_offered_and_a_single_one_is_spared_without_asking():
    state = winter()
    for seat in (A, B):
        build(state, seat, "long_hall")
    housed, *rest = unhoused(state, A, 3)
    structure(state, A, housed, "stone_house")
    unhoused(state, B, 1)
    assert offered(state) == [Tile(tile) for tile in sorted(rest)]
    answer(state, Tile(rest[0]))
    assert done(state)
    assert kinds(state, A) == ["farmer", "farmer", "farmer*"]
    assert kinds(state, B) == ["farmer"]


def test_CL_BUILD_06_owners_of_long_halls_are_asked_at_once():
    state = winter()
    for seat in (A, C, D):
        build(state, seat, "long_hall")
        unhoused(state, seat, 2)
    put(state, B, "farmer")
    first, second, third = run(state)
    assert [first.seat, second.seat, third.seat] == [A, C, D]
    answers(state, first.options[:1], second.options[1:], third.options[:1])
    assert done(state)
    assert [person.weakened for person in state.players[A].people] == [False, True]
    assert [person.weakened for person in state.players[C].people] == [True, False]
    assert [person.weakened for person in state.players[D].people] == [False, True]
    assert kinds(state, B) == ["farmer*"]


def test_CL_BUILD_06_by_default_the_weakened_are_spared_first_then_who_yields_most():
    state = winter()
    build(state, A, "long_hall")
    swamp, lowlands = put(state, A, "farmer", "swamp"), put(state, A, "farmer", "lowlands")
    (best,) = decision(state).default
    assert offered(state)[best] == Tile(lowlands)
    weak(state, A, swamp)
    state.question = None
    (best,) = decision(state).default
    assert offered(state)[best] == Tile(swamp)


def test_CL_T17_CL_BUILD_15_AMB_CL_22_a_grand_hall_spares_nobody_and_pays_two_instead_of_one():
    state = empty_state(season=AUTUMN)
    state.players[A].actions = 1
    build(state, A, "long_hall")
    stock(state, A, stone=6, goods=4)
    unhoused(state, A, 1)
    begin(state, Turn(A))
    answer(state, Build(number_of("grand_hall")))
    assert done(state)
    assert (state.players[A].stock, state.players[A].respect) == ([0] * 4, 0)
    state.season = WINTER
    begin(state, WinterPhase())
    assert done(state)
    assert kinds(state, A) == ["farmer*"]
    end_season(state)
    assert (state.year, state.players[A].respect) == (2, 2)


def test_AMB_CL_22_by_the_other_reading_a_grand_hall_spares_one_as_the_long_hall_did():
    state = winter(grand_shelters=True)
    build(state, A, "grand_hall")
    build(state, B, "stone_walls")
    tile, _ = unhoused(state, A, 2)
    unhoused(state, B, 1)
    answer(state, Tile(tile))
    assert done(state)
    assert kinds(state, A) == ["farmer", "farmer*"]
    assert kinds(state, B) == ["farmer*"]


@pytest.mark.parametrize(("stores", "food", "left"), [
    ((), 9, 5), (("granary",), 9, 7), (("cellars",), 9, 7), (("granary", "cellars"), 9, 9), ((), 1, 1),
    ((), 10, 5), (("granary",), 3, 3), (("granary",), 8, 6), ((), 0, 0),
])
def test_CL_T14_CL_WINTER_03_CL_WINTER_04_CL_BUILD_16_CL_BUILD_17_AMB_CL_38_food_rots(stores, food, left):
    state = winter()
    build(state, A, *stores)
    stock(state, A, food=food)
    assert done(state)
    assert state.players[A].stock[FOOD] == left


@pytest.mark.parametrize(("stores", "left"), [(("granary", "granary"), 9), (("granary", "granary", "cellars"), 12)])
def test_AMB_CL_26_CL_BUILD_16_CL_BUILD_17_several_granaries_preserve_no_more_than_one(stores, left):
    state = winter(unique_buildings=False)
    build(state, A, *stores)
    stock(state, A, food=12)
    assert done(state)
    assert state.players[A].stock[FOOD] == left


def test_AMB_CL_26_CL_BUILD_06_two_long_halls_spare_two_and_pay_twice():
    state = winter(unique_buildings=False)
    build(state, A, "long_hall", "long_hall")
    tiles = unhoused(state, A, 3)
    asked = decision(state)
    assert (asked.least, asked.most) == (2, 2)
    answer(state, *sorted((Tile(tile) for tile in tiles[:2]), key=lambda option: option.tile))
    assert done(state)
    assert [person.tile for person in weakened(state, A)] == tiles[2:]
    end.pay_halls(state)
    assert state.players[A].respect == 2


def test_AMB_CL_26_AMB_CL_22_two_grand_halls_shelter_two_by_the_other_readings():
    state = winter(unique_buildings=False, grand_needs_long=False, grand_shelters=True)
    build(state, A, "grand_hall", "grand_hall")
    unhoused(state, A, 2)
    assert done(state)
    assert kinds(state, A) == ["farmer", "farmer"]


@pytest.mark.parametrize(("stores", "food", "left"), [
    ((), 9, 4), (("granary",), 9, 6), (("granary", "cellars"), 9, 9), ((), 1, 0), ((), 8, 4), ((), 0, 0),
])
def test_AMB_CL_38_by_the_other_reading_the_loss_is_rounded_up(stores, food, left):
    state = winter(rot="up")
    build(state, A, *stores)
    stock(state, A, food=food)
    assert done(state)
    assert state.players[A].stock[FOOD] == left


def test_CL_T15_CL_SEQ_02_people_eat_before_food_rots():
    state = winter()
    for tile in unhoused(state, A, 4):
        structure(state, A, tile, "wooden_house")
    stock(state, A, food=10)
    begin(state, FeedPhase(), WinterPhase())
    assert done(state)
    assert state.players[A].stock[FOOD] == 3
    assert weakened(state, A) == []


def test_CL_T103_CL_WINTER_05_nothing_but_food_rots():
    state = winter()
    for tile in unhoused(state, A, 2):
        structure(state, A, tile, "wooden_house")
    stock(state, A, food=6, wood=9, stone=9, goods=9)
    begin(state, FeedPhase(), WinterPhase())
    assert done(state)
    assert kinds(state, A) == ["farmer", "farmer"]
    assert state.players[A].stock == [2, 9, 9, 9]


def test_CL_WINTER_01_CL_SEQ_10_exposure_comes_before_rot_so_who_spares_sees_the_food_still_there():
    state = winter()
    build(state, A, "long_hall")
    unhoused(state, A, 2)
    stock(state, A, food=4)
    assert decision(state).prompt == "winter.spare"
    assert state.players[A].stock[FOOD] == 4
