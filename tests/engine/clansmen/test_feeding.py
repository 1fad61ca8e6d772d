"""Restoring and feeding: who is healthy again, and who goes hungry."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.clansmen.options import Tile
from lawspeaker_engine.games.clansmen.people import person_at, weakened
from lawspeaker_engine.games.clansmen.phases.feeding import FeedPhase, RestorePhase, shelters
from lawspeaker_engine.games.clansmen.phases.harvest import HarvestPhase
from lawspeaker_engine.games.clansmen.phases.season import begin_season
from lawspeaker_engine.games.clansmen.phases.winter import WinterPhase
from lawspeaker_engine.games.clansmen.state import AUTUMN, FOOD, SPRING, SUMMER, WINTER
from lawspeaker_engine.model import PUBLIC, IllegalAnswer

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


def tiles_of(people):
    return [person.tile for person in people]


def with_farmers(count, food, season=SUMMER, **options):
    """A has so many Farmers and so much Food, and is to feed them; the state and their tiles."""
    state = empty_state(season=season, **options)
    tiles = [put(state, A, "farmer") for _ in range(count)]
    stock(state, A, food=food, wood=9, stone=9, goods=9)
    begin(state, FeedPhase())
    return state, sorted(tiles)


def test_CL_SEQ_08_every_weakened_population_of_every_player_becomes_healthy():
    state = empty_state()
    for seat in (A, C, D):
        put(state, seat, "warrior", weakened=True)
        put(state, seat, "farmer")
    begin(state, RestorePhase())
    assert done(state)
    assert [kinds(state, seat) for seat in range(4)] == [["farmer", "warrior"], [], *[["farmer", "warrior"]] * 2]


def test_CL_T10_CL_SEQ_07_CL_SEQ_08_CL_SEQ_09_CL_POP_09_harvest_then_health_then_food():
    state = empty_state(season=AUTUMN)
    put(state, A, "farmer", "lowlands")
    put(state, A, "farmer", "lowlands", weakened=True)
    begin(state, HarvestPhase(), RestorePhase(), FeedPhase())
    assert done(state)
    assert kinds(state, A) == ["farmer", "farmer"]
    assert state.players[A].stock == [4, 0, 0, 0]


def test_CL_POP_07_each_population_eats_one_food_and_who_has_enough_is_not_asked():
    state, _ = with_farmers(4, food=4)
    for kind in ("laborer", "craftsman", "warrior"):
        put(state, B, kind)
    stock(state, B, food=10)
    assert done(state)
    assert state.players[A].stock == [0, 9, 9, 9]
    assert state.players[B].stock[FOOD] == 7
    assert weakened(state, A) == weakened(state, B) == []


def test_CL_T11_CL_POP_07_CL_POP_08_exactly_those_named_go_unfed():
    state, tiles = with_farmers(5, food=3)
    asked = decision(state)
    assert (asked.seat, asked.prompt, asked.least, asked.most, asked.seen_by) == (A, "feed.unfed", 2, 2, PUBLIC)
    assert offered(state) == [Tile(tile) for tile in tiles]
    for wrong in ([Tile(tiles[0])], [Tile(tile) for tile in tiles[:3]]):
        with pytest.raises(IllegalAnswer):
            answer(state, *wrong)
    answer(state, Tile(tiles[1]), Tile(tiles[4]))
    assert done(state)
    assert state.players[A].stock == [0, 9, 9, 9]
    assert tiles_of(weakened(state, A)) == [tiles[1], tiles[4]]


def test_CL_POP_07_food_must_be_spent_so_without_any_nobody_has_a_choice():
    state, tiles = with_farmers(3, food=0)
    assert done(state)
    assert tiles_of(weakened(state, A)) == tiles


def test_CL_POP_07_all_who_are_short_are_asked_at_once():
    state = empty_state()
    for seat, food in ((A, 1), (B, 9), (C, 2), (D, 0)):
        for _ in range(3):
            put(state, seat, "farmer")
        stock(state, seat, food=food)
    begin(state, FeedPhase())
    first, second = run(state)
    assert [(first.seat, first.least, first.most), (second.seat, second.least, second.most)] == [(A, 2, 2), (C, 1, 1)]
    answers(state, first.options[1:], second.options[2:])
    assert done(state)
    hungry = [tiles_of(weakened(state, seat)) for seat in range(4)]
    assert hungry[A] == [option.tile for option in first.options[1:]]
    assert hungry[B] == []
    assert hungry[C] == [second.options[2].tile]
    assert len(hungry[D]) == 3
    assert [player.stock[FOOD] for player in state.players] == [0, 6, 0, 0]


def test_CL_POP_07_by_default_those_suffer_who_bring_least_next_season():
    state = empty_state(season=SPRING)
    order = [
        put(state, A, kind, terrain) for kind, terrain in (
            ("farmer", "lowlands"), ("laborer", "swamp"), ("warrior", "lake"), ("farmer", "lake"), ("warrior", "hills"),
        )
    ]
    stock(state, A, food=2)
    begin(state, FeedPhase())
    worst = {order[1], order[2], order[4]}
    assert {decision(state).options[i].tile for i in decision(state).default} == worst
    stock(state, A, food=4)
    state.question = None
    (unfed,) = decision(state).default
    assert decision(state).options[unfed].tile == min(order[2], order[4]), "of equals the first"


def test_CL_POP_07_by_default_those_suffer_in_winter_who_are_housed():
    state, tiles = with_farmers(3, food=2, season=WINTER)
    structure(state, A, tiles[2], "wooden_house")
    structure(state, B, tiles[0], "stone_house")
    structure(state, A, tiles[1], "fence")
    assert decision(state).default == (2,)
    state.season = AUTUMN
    state.question = None
    assert decision(state).default == (0,)


def test_CL_T12_CL_POP_11_hunger_season_after_season_kills_nobody():
    state = empty_state()
    put(state, A, "farmer", "swamp")
    warrior = put(state, A, "warrior")
    for season in (SUMMER, AUTUMN):
        state.season = season
        begin(state, HarvestPhase(), RestorePhase(), FeedPhase())
        answer(state, Tile(warrior))  # the Farmer has brought 1 Food, and there is no other
        assert done(state)
        assert state.players[A].stock == [0] * 4
        assert kinds(state, A) == ["farmer", "warrior*"]


def hungry_and_cold(unfed, **options):
    """CL-T13: Winter, Food 1, X in a house, Y without one; which of them (0, 1) stays unfed."""
    state, (housed, homeless) = with_farmers(2, food=1, season=WINTER, **options)
    structure(state, A, housed, "wooden_house")
    begin(state, FeedPhase(), WinterPhase())
    answer(state, Tile((housed, homeless)[unfed]))
    assert done(state)
    return person_at(state, A, housed), person_at(state, A, homeless)


def test_CL_T13_CL_POP_10_AMB_CL_12_hunger_and_exposure_in_one_winter_kill():
    housed, homeless = hungry_and_cold(0)
    assert housed.weakened
    assert homeless.weakened
    housed, homeless = hungry_and_cold(1)
    assert not housed.weakened
    assert homeless is None


def test_AMB_CL_12_by_the_other_reading_they_do_not():
    housed, homeless = hungry_and_cold(1, winter_kills=False)
    assert not housed.weakened
    assert homeless.weakened


@pytest.mark.parametrize(("option", "season", "hungry"), [
    ("exposure", WINTER, 2), ("hunger", WINTER, 1), ("hunger", AUTUMN, 2),
])
def test_AMB_CL_57_a_long_hall_keeps_from_exposure_only_unless_by_the_other_reading(option, season, hungry):
    state, _ = with_farmers(3, food=1, season=season, hall_spares=option)
    build(state, A, "long_hall")
    assert (decision(state).least, decision(state).most) == (hungry, hungry)


def test_AMB_CL_57_by_the_other_reading_one_population_lives_through_winter_on_nothing():
    state, tiles = with_farmers(2, food=0, season=WINTER, hall_spares="hunger")
    build(state, A, "long_hall")
    answer(state, Tile(tiles[0]))
    assert done(state)
    assert tiles_of(weakened(state, A)) == [tiles[0]]
    assert state.players[A].stock[FOOD] == 0
    state, _ = with_farmers(2, food=1, season=WINTER, hall_spares="hunger")
    build(state, A, "long_hall")
    assert done(state)
    assert weakened(state, A) == []


@pytest.mark.parametrize(("people", "food", "halls", "after"), [
    (1, 0, 1, ["farmer*"]), (1, 1, 1, ["farmer"]), (2, 1, 1, ["farmer*"] * 2), (1, 0, 2, ["farmer"]),
])
def test_AMB_CL_57_a_hall_that_has_saved_somebody_from_hunger_saves_nobody_from_the_cold(people, food, halls, after):
    state, _ = with_farmers(people, food, WINTER, hall_spares="hunger", unique_buildings=False)
    build(state, A, *["long_hall"] * halls)
    begin(state, FeedPhase(), WinterPhase())
    assert done(state)
    assert kinds(state, A) == after


def test_AMB_CL_57_in_the_next_season_the_hall_is_free_again():
    state, _ = with_farmers(2, food=1, season=WINTER, hall_spares="hunger")
    build(state, A, "long_hall")
    assert done(state)
    assert shelters(state, A) == 0
    begin_season(state)
    assert shelters(state, A) == 1


def test_CL_POP_09_AMB_CL_11_the_weakened_eat_like_all_others():
    state, tiles = with_farmers(2, food=5)
    weak(state, A, tiles[0])
    assert done(state)
    assert state.players[A].stock[FOOD] == 3
    assert tiles_of(weakened(state, A)) == [tiles[0]], "food alone does not heal"
