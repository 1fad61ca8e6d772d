"""Pray: sight, health and Blessings."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.clansmen.options import Event, Pass, PrayForBlessing, PrayForHealth, PrayForSight
from lawspeaker_engine.games.clansmen.phases.feeding import RestorePhase
from lawspeaker_engine.games.clansmen.phases.harvest import HarvestPhase
from lawspeaker_engine.games.clansmen.phases.season import Season, begin_season
from lawspeaker_engine.games.clansmen.phases.turn import Turn
from lawspeaker_engine.games.clansmen.state import FOOD, GOODS, PRAY, SPRING, WINTER
from lawspeaker_engine.games.clansmen.view import make_view
from lawspeaker_engine.model import PUBLIC, Chance

from .positions import (
    A,
    B,
    answer,
    begin,
    build,
    chance,
    decision,
    done,
    draw,
    empty_state,
    home,
    kinds,
    number,
    of,
    put,
    run,
    stock,
)

PRAYERS = (PrayForSight, PrayForHealth, PrayForBlessing)


def shrine(food: int = 0, goods: int = 0, actions: int = 1, building: str = "shrine", **settings):
    """A's turn with a Shrine and a Weakened Farmer."""
    state = empty_state(2, **settings)
    put(state, A, "farmer", weakened=True)
    build(state, A, building)
    stock(state, A, food=food, goods=goods)
    state.players[A].actions = actions
    state.events = [number("storms"), number("peaceful"), number("rainbow")]
    begin(state, Turn(A))
    return state


def test_CL_ACTION_10_CL_BUILD_02_CL_T44_no_prayer_without_an_own_shrine_and_one_use_a_season():
    assert of(shrine(5, 5, building="watchtower"), *PRAYERS) == []
    state = shrine(5, 5)
    put(state, B, "farmer", weakened=True)
    stock(state, B, food=5, goods=5)
    state.players[B].actions = 1
    begin(state, Turn(B))  # the Shrine is A's
    assert of(state, *PRAYERS) == []
    state = shrine(5, 5, actions=2)
    assert of(state, *PRAYERS)
    answer(state, PrayForBlessing(3, 0))
    begin(state, Turn(A))
    assert of(state, *PRAYERS) == []
    assert (state.players[A].actions, state.players[A].used[PRAY]) == (1, 1)


def test_CL_ACTION_10_CL_ACTION_13_CL_T44_only_what_can_be_paid_is_offered():
    tile = home(empty_state(2), A)[0]
    assert of(shrine(), *PRAYERS) == []
    assert of(shrine(food=1), *PRAYERS) == [PrayForSight(goods=False)]
    assert of(shrine(goods=1), *PRAYERS) == [PrayForSight(goods=True)]
    health = [PrayForHealth(tile, food, 2 - food) for food in (2, 1, 0)]
    sight = [PrayForSight(goods=False), PrayForSight(goods=True)]
    assert of(shrine(1, 1), *PRAYERS) == [*sight, health[1]]
    assert of(shrine(2, 2), *PRAYERS) == [*sight, *health]
    assert PrayForBlessing(2, 1) not in of(shrine(3, 3), PrayForBlessing)
    assert of(shrine(3, 2), PrayForBlessing) == [PrayForBlessing(3, 0)]
    assert of(shrine(3, 3), *PRAYERS) == [*sight, *health, PrayForBlessing(3, 0), PrayForBlessing(0, 3)]


def test_AMB_CL_18_by_choice_a_blessing_may_be_paid_with_a_mix():
    assert of(shrine(2, 2), PrayForBlessing) == []
    assert of(shrine(2, 2, pray_mix=True), PrayForBlessing) == [PrayForBlessing(2, 1), PrayForBlessing(1, 2)]
    state = shrine(2, 2, pray_mix=True)
    answer(state, PrayForBlessing(2, 1))
    assert (state.players[A].stock, state.players[A].blessings) == ([0, 0, 0, 1], 1)


@pytest.mark.parametrize("goods", [False, True])
def test_CL_ACTION_11_CL_T44_who_prays_for_sight_alone_sees_the_next_event(goods):
    state = shrine(2, 2)
    answer(state, PrayForSight(goods=goods))
    asked = chance(state)
    assert asked.options == [Event(event) for event in state.events]
    assert (asked.prompt, asked.count, asked.stream, asked.seen_by) == ("event.foresee", 1, "events", (A,))
    draw(state, Event(number("rainbow")))
    run(state)
    assert [make_view(state, seat).next_event for seat in (A, B, -1)] == [number("rainbow"), -1, -1]
    assert state.events == [number("storms"), number("peaceful")]
    assert state.players[A].stock == [2 - (not goods), 0, 0, 2 - goods]


def test_CL_ACTION_11_the_second_to_look_sees_the_same_event_and_nobody_looks_twice():
    state = shrine(2, 2, actions=2)
    answer(state, PrayForSight(goods=False))
    draw(state, Event(number("rainbow")))
    build(state, B, "shrine")
    stock(state, B, food=1)
    state.players[B].actions = 1
    begin(state, Turn(B))
    answer(state, PrayForSight(goods=False))
    assert done(state)
    assert [make_view(state, seat).next_event for seat in (A, B, -1)] == [number("rainbow"), number("rainbow"), -1]
    assert len(state.events) == 2
    state.players[A].used[PRAY] = 0
    begin(state, Turn(A))
    assert of(state, PrayForSight) == []
    assert of(state, PrayForHealth)


def test_CL_ACTION_11_CL_T92_the_event_that_was_seen_comes():
    state = shrine(food=1, season=SPRING)
    begin(state, Season(3))
    answer(state, PrayForSight(goods=False))
    draw(state, Event(number("peaceful")))
    while not isinstance(run(state), Chance):
        answer(state, *decision(state).default)
    assert chance(state).options == [Event(number("peaceful"))]
    assert chance(state).seen_by is PUBLIC
    draw(state, 0)
    run(state)
    assert (state.event, state.foreseen, state.seers) == (number("peaceful"), -1, [])
    assert state.events == [number("storms"), number("rainbow")]


def test_AMB_CL_58_nobody_looks_beyond_the_end():
    for year, season, looks in ((3, WINTER, False), (2, WINTER, True), (3, SPRING, True)):
        state = shrine(food=1, season=season)
        state.year = year
        assert bool(of(state, PrayForSight)) is looks


@pytest.mark.parametrize(("food", "goods"), [(2, 0), (1, 1), (0, 2)])
def test_CL_ACTION_12_CL_T44_two_food_or_goods_in_any_mix_heal(food, goods):
    state = shrine(2, 2)
    tile = home(state, A)[0]
    other = put(state, A, "warrior", weakened=True)
    answer(state, PrayForHealth(tile, food, goods))
    assert kinds(state, A) == ["farmer", "warrior*"]
    assert [person.tile for person in state.players[A].people if person.weakened] == [other]
    assert state.players[A].stock == [2 - food, 0, 0, 2 - goods]


@pytest.mark.parametrize(("healed", "food"), [(True, 3), (False, 0)])
def test_AMB_CL_13_healing_before_the_harvest_saves_it(healed, food):
    state = shrine(goods=2)
    answer(state, PrayForHealth(home(state, A)[0], 0, 2) if healed else Pass())
    begin(state, HarvestPhase(), RestorePhase())
    assert done(state)
    assert kinds(state, A) == ["farmer"]
    assert state.players[A].stock[FOOD] == food


def test_CL_ACTION_13_CL_BLESS_01_CL_T44_three_of_a_kind_bring_a_blessing_which_is_kept():
    state = shrine(food=3, goods=2)
    answer(state, PrayForBlessing(3, 0))
    assert (state.players[A].blessings, state.players[A].stock) == (1, [0, 0, 0, 2])
    state = shrine(food=3)
    state.players[A].blessings = 4
    answer(state, PrayForBlessing(3, 0))
    begin_season(state)
    assert (state.players[A].blessings, state.players[A].stock[FOOD]) == (5, 0)
    state = shrine(goods=3)
    answer(state, PrayForBlessing(0, 3))
    assert (state.players[A].blessings, state.players[A].stock[GOODS]) == (1, 0)
