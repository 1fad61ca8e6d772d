"""The season: phases in order, the year, the Start token, and what lasts how long."""

from __future__ import annotations

import pytest

from lawspeaker_engine.agenda import apply
from lawspeaker_engine.games.clansmen.options import Event
from lawspeaker_engine.games.clansmen.phases.events import in_force
from lawspeaker_engine.games.clansmen.phases.season import PHASES, Season, begin_season, end_season
from lawspeaker_engine.games.clansmen.state import (
    ACTIONS,
    AUTUMN,
    DEFENDERS,
    FOOD,
    GOODS,
    HUNT,
    SPRING,
    SUMMER,
    WINTER,
    Promise,
)
from lawspeaker_engine.model import Chance
from lawspeaker_engine.setups import make_setup

from .positions import GAME, A, B, C, D, begin, build, chance, draw, empty_state, force, kinds, number, put, run, stock
from .random_games import by_default

COMMON = ["event", "raiders", "arrivals", "actions", "harvest", "restore", "feed"]


def phases(state, seasons=1):
    """Year, season and phase of all that is begun in so many seasons; the phases themselves are left out."""
    frame = Season()
    state.agenda = [frame]
    seen = []
    for _ in range(seasons):
        season = state.season
        while (state.season == season or frame.phase) and not state.outcome:
            frame.step(state)
            if len(state.agenda) > 1:
                state.agenda.pop()
                seen.append((state.year, state.season, state.phase))
    return seen


def by_defaults(state, until):
    """Answer by default until the condition holds; the decisions on the way, as seat and prompt."""
    asked = []
    while (question := run(state)) and not until(state):
        if not isinstance(question, Chance):
            asked += [(each.seat, each.prompt) for each in question]
        apply(state, by_default(question))
    return asked


def at_the_end_of(season, **options):
    """All phases of the season are over but the Winter checks."""
    state = empty_state(season=season, promises=False, **options)
    begin(state, Season(phase=len(PHASES) - 1))
    return state


@pytest.mark.parametrize("season", [SPRING, SUMMER, AUTUMN, WINTER])
def test_CL_SEQ_02_CL_SEQ_10_the_phases_have_a_fixed_order_and_the_last_is_in_winter_only(season):
    names = COMMON + ["winter"] * (season == WINTER)
    assert phases(empty_state(season=season)) == [(1, season, name) for name in names]


def test_CL_SEQ_01_the_seasons_follow_each_other_and_after_winter_comes_the_next_year():
    seen = phases(empty_state(season=SPRING), seasons=6)
    assert [(year, season) for year, season, name in seen if name == "feed"] == [
        (1, SPRING), (1, SUMMER), (1, AUTUMN), (1, WINTER), (2, SPRING), (2, SUMMER),
    ]


def test_CL_SEQ_01_play_starts_in_spring_of_year_one_with_no_event():
    state = GAME.setup(make_setup(GAME, 3))
    by_defaults(state, until=lambda state: state.phase == "actions")
    assert (state.year, state.season, state.past_events) == (1, SPRING, [])


@pytest.mark.parametrize("years", [3, 4, 5, 6])
def test_CL_SEQ_13_AMB_CL_02_the_game_lasts_so_many_years(years):
    options = {} if years == 3 else {"years": years}
    state = empty_state(season=SPRING, **options)
    seen = phases(state, seasons=100)
    assert len([name for _, _, name in seen if name == "feed"]) == 4 * years
    assert len([name for _, _, name in seen if name == "winter"]) == years
    assert seen[-1] == (years, WINTER, "winter")
    assert state.phase == "over"


def test_CL_SEQ_11_halls_pay_at_the_end_of_each_year_and_of_no_other_season():
    state = empty_state(season=SPRING)
    build(state, A, "long_hall")
    build(state, B, "grand_hall")
    respect = []
    for _ in range(8):
        end_season(state)
        respect.append([player.respect for player in state.players[:3]])
    assert respect == [[0, 0, 0]] * 3 + [[1, 2, 0]] * 4 + [[2, 4, 0]]


def test_CL_SEQ_11_CL_BUILD_06_the_year_ends_after_the_winter_checks():
    state = empty_state(season=WINTER)
    build(state, A, "long_hall")
    begin(state, Season(phase=len(PHASES) - 1))
    for _ in range(2):
        put(state, A, "farmer")
    (asked,) = run(state)
    assert (asked.prompt, state.phase, state.players[A].respect) == ("winter.spare", "winter", 0)
    apply(state, (asked.default,))
    assert chance(state).prompt == "event.draw"
    assert (state.year, state.season, state.players[A].respect) == (2, SPRING, 1)


# The Start token.


def starts(state):
    """The holder of the Start token in this season and the eight that follow."""
    held = [state.start]
    for _ in range(8):
        end_season(state)
        held.append(state.start)
    return held


def test_CL_SEQ_12_AMB_CL_08_the_start_token_passes_clockwise_each_new_year():
    assert starts(empty_state(players=3, season=SPRING)) == [A] * 4 + [B] * 4 + [C]
    state = empty_state(players=3, season=AUTUMN)
    state.start = C
    assert starts(state) == [C, C, A, A, A, A, B, B, B]


def test_AMB_CL_08_by_other_readings_it_passes_each_season_or_never():
    assert starts(empty_state(players=3, season=SPRING, start_token="season")) == [A, B, C] * 3
    assert starts(empty_state(players=3, season=SPRING, start_token="fixed")) == [A] * 9


def test_CL_SEQ_12_turn_order_is_clockwise_from_the_start_token():
    state = empty_state()
    assert state.turn_order() == [A, B, C, D]
    state.start = C
    assert state.turn_order() == [C, D, A, B]


def test_CL_T86_CL_SEQ_12_in_year_two_plunder_and_migrants_start_with_the_second_player():
    state = at_the_end_of(WINTER)
    state.events = [number("raiders")]
    for seat in (A, B, C):
        stock(state, seat, goods=1)
    assert chance(state).prompt == "event.draw"
    assert (state.year, state.season, state.start) == (2, SPRING, B)
    draw(state, Event(number("raiders")))
    by_defaults(state, until=lambda state: state.phase == "arrivals")
    # Two Raiders come while the counter is at the bottom, and nobody defends.
    assert [player.stock[GOODS] for player in state.players] == [1, 0, 0, 0]
    asked = by_defaults(state, until=lambda state: state.phase == "actions")
    assert [seat for seat, prompt in asked if prompt == "migrants.place"] == [B, C, D, A]


# What lasts how long.


def test_CL_ACT_03_CL_EVENT_02_a_season_leaves_no_marks_on_the_next():
    state = empty_state(season=SUMMER)
    player = state.players[A]
    player.used[HUNT], player.allowed[HUNT] = 2, 2
    player.idle = [3]
    player.ignores_event = player.passed = True
    state.promises = [Promise(A, DEFENDERS, 2)]
    force(state, "storms")
    begin_season(state)
    assert (player.used, player.allowed, player.idle) == ([0] * len(ACTIONS), [1] * len(ACTIONS), [])
    assert not player.ignores_event
    assert not player.passed
    assert state.promises == []
    assert in_force(state, A).explore


def test_CL_ACT_08_CL_SPEC_02_special_actions_come_back_in_spring():
    state = empty_state(season=SUMMER)
    player = state.players[A]
    player.specials, player.taken = 0, [1, 0, 0, 0]
    begin_season(state)
    assert (player.specials, player.taken) == (0, [1, 0, 0, 0])
    state.season = SPRING
    begin_season(state)
    assert (player.specials, player.taken) == (1, [0, 0, 0, 0])


def test_AMB_CL_05_by_the_other_reading_special_actions_come_back_each_season_but_each_is_taken_once_a_year():
    state = empty_state(season=SUMMER, specials="season")
    player = state.players[A]
    player.specials, player.taken = 0, [1, 0, 0, 0]
    begin_season(state)
    assert (player.specials, player.taken) == (1, [1, 0, 0, 0])


def spring_into_summer(*events):
    """From the end of Spring on through Summer into Autumn, everybody passing; A farms Lowlands."""
    state = at_the_end_of(SPRING)
    put(state, A, "farmer", "lowlands")
    stock(state, A, food=4)
    state.events = sorted([number("peaceful"), *(number(event) for event in events)])
    state.counter = 3
    return state


def summer_food(event, then):
    """A's Food after a Summer and after an Autumn with these events."""
    state = spring_into_summer(event, then)
    food = []
    for each in (event, then):
        draw(state, Event(number(each)))
        season = state.season
        by_defaults(state, until=lambda state, season=season: state.season != season)
        food.append(state.players[A].stock[FOOD])
    return food


def test_CL_EVENT_02_CL_EVENT_09_a_good_harvest_lasts_until_the_harvest_of_its_season_and_no_longer():
    assert summer_food("peaceful", "peaceful") == [4 + 3 - 1, 6 + 6 - 1]
    assert summer_food("good_harvest", "peaceful") == [4 + 4 - 1, 7 + 6 - 1]
    assert summer_food("peaceful", "bad_harvest") == [4 + 3 - 1, 6 + 5 - 1]


def test_CL_EVENT_11_a_peaceful_season_changes_nothing():
    state = spring_into_summer()
    assert chance(state).prompt == "event.draw"
    before = state.copy()
    draw(state, Event(number("peaceful")))
    run(state)
    assert state.phase == "actions"
    assert state.counter == before.counter + state.settings.raider_steps, "the Raiders' own move"
    assert [player.people for player in state.players] == [player.people for player in before.players]
    for player, was in zip(state.players, before.players, strict=True):
        assert (player.stock, player.respect, player.blessings) == (was.stock, was.respect, was.blessings)
        assert player.hand == was.hand


def test_CL_SEQ_08_CL_SEQ_09_CL_POP_08_hunger_is_felt_until_the_next_restore_phase():
    state = at_the_end_of(SPRING)
    state.events = [number("peaceful")] * 2
    put(state, A, "warrior")
    put(state, A, "craftsman")
    stock(state, A, food=1)
    by_defaults(state, until=lambda state: (state.season, state.phase) == (SUMMER, "actions"))
    assert kinds(state, A) == ["craftsman", "warrior"]
    by_defaults(state, until=lambda state: (state.season, state.phase) == (AUTUMN, "actions"))
    assert kinds(state, A) == ["craftsman", "warrior*"]
    stock(state, A, food=2)
    by_defaults(state, until=lambda state: state.season == WINTER)
    assert kinds(state, A) == ["craftsman", "warrior"]
