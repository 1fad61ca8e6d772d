"""Harvest: fame, resources, theft and trade."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.options import Collect, Trade
from lawspeaker_engine.games.northgard.phases.harvest import HarvestPhase, Trading, harvest_fame, trades
from lawspeaker_engine.games.northgard.phases.winter import WinterPhase
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD
from lawspeaker_engine.model import PUBLIC
from tests.engine.northgard.positions import give_token

from .positions import answer, decision, empty_state, graph, offered, run

RED, PURPLE, YELLOW = range(3)


def decline_all(state):
    """Decline whatever is asked until nothing is; returns the prompts with their seats, in order."""
    asked = []
    while run(state):
        asked.append((decision(state).prompt, decision(state).seat))
        answer(state)
    return asked


def test_TC_HARV_01_harvest_and_winter_of_the_rulebook():
    state = empty_state(3)
    graph(state, {
        "P1": {"own": PURPLE, "u": 4, "food": 2}, "P2": {"own": PURPLE, "u": 3, "wood": 1},
        "R1": {"own": RED, "u": 2, "size": 3, "open": 0, "food": 2, "wood": 1},
        "R2": {"own": RED, "u": 2, "food": 1, "lore": 2},
        "Y1": {"own": YELLOW, "u": 3, "size": 4, "open": 0, "food": 1, "wood": 1, "lore": 3},
    })
    state.push(WinterPhase((RED, PURPLE, YELLOW)))
    state.push(HarvestPhase((RED, PURPLE, YELLOW)))
    while run(state) and decision(state).seat != YELLOW:
        answer(state)
    assert [player.fame for player in state.players] == [2, 0, 2]
    assert [player.resources for player in state.players] == [[3, 1, 2], [2, 1, 0], [1, 1, 3]]
    decline_all(state)
    assert [player.resources for player in state.players] == [[2, 1, 2], [0, 1, 0], [1, 1, 3]]
    assert all(not player.top for player in state.players)


def test_NG_HARV_01_AMB_R37_players_harvest_in_the_order_of_the_marker():
    state = empty_state(3)
    graph(state, {name: {"own": seat, "u": 1, "food": 3} for seat, name in enumerate("ABC")})
    state.first = 2
    state.push(HarvestPhase(tuple(state.turn_order())))
    assert decline_all(state) == [("harvest.trade", 2), ("harvest.trade", 0), ("harvest.trade", 1)]


@pytest.mark.parametrize(("size", "open_sides", "fame"), [(1, 0, 1), (2, 0, 1), (3, 0, 2), (7, 0, 2), (3, 1, 0)])
def test_NG_HARV_02_AMB_R04_closed_territories_give_fame_by_size(size, open_sides, fame):
    state = empty_state()
    graph(state, {"A": {"own": 0, "u": 1, "size": size, "open": open_sides}, "B": {"size": 3, "open": 0}})
    assert harvest_fame(state, 0) == fame
    assert harvest_fame(state, 1) == 0


def test_NG_HARV_02_NG_HARV_03_the_fame_of_all_closed_territories_and_altars_adds_up():
    state = empty_state()
    graph(state, {
        "A": {"own": 0, "u": 1, "open": 0, "size": 2, "b": ["altar_of_kings"]},
        "B": {"own": 0, "u": 1, "open": 0, "size": 3}, "C": {"own": 0, "u": 1, "b": ["altar_of_kings"]},
        "D": {"own": 1, "u": 1, "open": 0, "size": 4}, "E": {"own": 0, "u": 1, "open": 0, "size": 1},
    })
    assert [harvest_fame(state, seat) for seat in (0, 1)] == [1 + 3 + 2 + 3 + 1, 2]


def test_NG_HARV_03_NG_BLDG_08_AMB_R48_each_altar_gives_three_fame():
    state = empty_state()
    graph(state, {
        "A": {"own": 0, "u": 1, "b": ["altar_of_kings", "altar_of_kings"]}, "B": {"own": 0, "u": 1, "b": ["forge"]},
        "C": {"b": ["altar_of_kings"]},
    })
    assert harvest_fame(state, 0) == 6


def test_NG_HARV_04_NG_BLDG_01_NG_BLDG_02_NG_BLDG_03_symbols_and_buildings_give_resources():
    state = empty_state()
    graph(state, {
        "A": {"own": 0, "u": 1, "food": 1, "b": ["food_silo", "food_silo"]},
        "B": {"own": 0, "u": 1, "open": 0, "wood": 2, "b": ["woodcutter_lodge"]},
        "C": {"own": 0, "u": 1, "lore": 1, "b": ["carved_stone", "defense_tower", "fortress"]},
        "D": {"food": 5, "b": ["food_silo"]}, "E": {"own": 1, "u": 1, "wood": 1},
    })
    state.push(HarvestPhase((0, 1)))
    decline_all(state)
    assert state.players[0].resources == [3, 3, 2]
    assert state.players[1].resources == [0, 1, 0]


def test_NG_HARV_05_AMB_R39_trades_are_unlimited_and_may_use_what_was_traded_for():
    state = empty_state()
    state.players[0].resources = [4, 1, 0]
    state.push(HarvestPhase((0, 1)))
    asked = decision(state)
    assert (asked.prompt, asked.least, asked.most, asked.default) == ("harvest.trade", 0, 1, ())
    assert asked.seen_by is PUBLIC
    answer(state, Trade(2, 1, 0, LORE))
    assert state.players[0].resources == [2, 0, 1]
    answer(state, Trade(2, 0, 1, WOOD))
    assert state.players[0].resources == [0, 1, 0]
    assert run(state) == ()


def test_AMB_R01_the_bank_never_runs_out():
    state = empty_state()
    state.players[0].resources, state.players[0].fame = [40, 30, 30], 999
    graph(state, {"A": {"own": 0, "u": 1, "open": 0, "food": 9, "wood": 9, "lore": 9, "b": ["altar_of_kings"]}})
    state.push(HarvestPhase((0, 1)))
    assert decision(state).prompt == "harvest.trade"
    assert state.players[0].resources == [49, 39, 39]
    assert state.players[0].fame == 1003


def test_NG_HARV_05_the_one_traded_for_is_added_to_what_there_is():
    state = empty_state()
    state.players[0].resources = [1, 4, 2]
    state.push(Trading(0))
    answer(state, Trade(0, 3, 0, LORE))
    assert state.players[0].resources == [1, 1, 3]
    answer(state, Trade(1, 0, 2, LORE))
    assert state.players[0].resources == [0, 1, 2]
    assert offered(state) == [Trade(0, 1, 2, resource) for resource in (FOOD, WOOD, LORE)]


def test_NG_HARV_05_any_three_for_any_one():
    assert trades([3, 0, 0]) == [Trade(3, 0, 0, resource) for resource in (FOOD, WOOD, LORE)]
    assert {(t.food, t.wood, t.lore) for t in trades([1, 1, 2])} == {(1, 1, 1), (1, 0, 2), (0, 1, 2)}
    assert len(trades([9, 9, 9])) == 30
    assert trades([1, 1, 0]) == []


def test_NG_HARV_05_who_has_fewer_than_three_is_not_asked():
    state = empty_state()
    state.players[0].resources, state.players[1].resources = [1, 1, 0], [0, 0, 3]
    state.push(HarvestPhase((0, 1)))
    assert decline_all(state) == [("harvest.trade", 1)]


def robbery(*, owner: int = 0, buildings: tuple[str, ...] = (), snake_first: bool = False):
    """Seat 1 is Snake; its token lies in A, which seat `owner` holds."""
    state = empty_state()
    give_token(state, 1)
    graph(state, {
        "A": {"own": owner, "u": 1, "food": 1, "wood": 1, "b": buildings, "snake": True},
        "B": {"own": 0, "u": 1, "food": 1},
    })
    state.push(HarvestPhase((1, 0) if snake_first else (0, 1)))
    return state


@pytest.mark.parametrize("snake_first", [True, False])
def test_NG_CLAN_SNAKE_05_AMB_R24_snake_takes_one_resource_instead_of_the_controller(snake_first):
    state = robbery(snake_first=snake_first)
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.least, asked.most) == ("harvest.steal", 1, 0, 1)
    assert (asked.default, asked.seen_by) == ((1,), PUBLIC)
    assert offered(state) == [Collect(FOOD), Collect(WOOD)]
    assert state.players[0].resources == [0, 0, 0]
    answer(state, Collect(WOOD))
    run(state)
    assert state.players[0].resources == [2, 0, 0]
    assert state.players[1].resources == [0, 1, 0]


def test_NG_CLAN_SNAKE_05_what_buildings_make_can_be_stolen():
    state = robbery(buildings=("carved_stone",))
    assert offered(state) == [Collect(FOOD), Collect(WOOD), Collect(LORE)]
    answer(state, Collect(LORE))
    run(state)
    assert [player.resources for player in state.players] == [[2, 1, 0], [0, 0, 1]]


def test_NG_CLAN_SNAKE_05_stolen_food_is_missing_too():
    state = robbery()
    answer(state, Collect(FOOD))
    run(state)
    assert [player.resources for player in state.players] == [[1, 1, 0], [1, 0, 0]]


def test_NG_CLAN_SNAKE_05_snake_may_decline():
    state = robbery()
    answer(state)
    run(state)
    assert [player.resources for player in state.players] == [[2, 1, 0], [0, 0, 0]]


def test_AMB_R26_nothing_is_stolen_from_a_territory_that_is_no_longer_an_enemys():
    state = robbery(owner=1)
    run(state)
    assert [player.resources for player in state.players] == [[1, 0, 0], [1, 1, 0]]
    assert decline_all(state) == []


def test_NG_CLAN_SNAKE_05_a_barren_territory_has_nothing_to_steal():
    state = empty_state()
    give_token(state, 1)
    graph(state, {"A": {"own": 0, "u": 1, "snake": True}})
    state.push(HarvestPhase((0, 1)))
    assert run(state) == ()


def test_NG_VAR_04_snake_does_not_rob_its_teammate():
    state = empty_state(4, teams=True)
    give_token(state, 1)
    graph(state, {"A": {"own": 3, "u": 1, "food": 1, "snake": True}})
    state.push(HarvestPhase((0, 1, 2, 3)))
    assert run(state) == ()
    assert state.players[3].resources == [1, 0, 0]
