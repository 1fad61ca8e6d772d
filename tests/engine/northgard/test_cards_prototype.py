"""Tests of the cards that only the prototype has."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.cards.fame import GainFame
from lawspeaker_engine.games.northgard.cards.paying import Gain
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, cards_of
from lawspeaker_engine.games.northgard.clans import CLANS
from lawspeaker_engine.games.northgard.options import Pay
from lawspeaker_engine.games.northgard.state import FOOD
from tests.engine.northgard.card_play import BLUE, RED, cards, done, ids, play_card, unit
from tests.engine.northgard.positions import answer, decision, empty_state, graph, offered


def test_three_developments_and_a_clan_card_come_with_the_prototype_alone():
    assert ids(cards_of("prototype", ("prototype",))) == ["p_skalds_song", "p_burial_mound", "p_trophy_hall"]
    assert cards_of("prototype") == []
    brought = [card for card in CARDS if card.module == "prototype"]
    assert {card.source for card in brought} == {"ours"}
    assert [(card.id, card.clan, card.upgrade, card.flash) for card in brought if card.set == "clan"] == [
        ("p_bear_awakens", "bear", True, True)]
    bear = [clan.id for clan in CLANS].index("bear")
    assert ids(empty_state().table.upgrades[bear]) == ["the_bear_awakens", "protector_of_the_land"]


@pytest.mark.parametrize(("closed", "fame"), [(0, 0), (2, 2), (3, 3), (4, 3)])
def test_skalds_song_gives_fame_for_own_closed_territories_but_three_at_most(closed, fame):
    state = empty_state()
    own = {f"A{number}": {"own": RED, "u": 1, "open": 0} for number in range(closed)}
    graph(state, {**own, "B": {"own": RED, "u": 1}, "C": {"own": BLUE, "u": 1, "open": 0}, "D": {"open": 0}})
    play_card(state, "p_skalds_song")
    assert done(state)
    assert [player.fame for player in state.players] == [fame, 0]


def test_burial_mound_turns_two_resources_of_any_kinds_into_three_fame():
    state = empty_state()
    state.players[RED].resources = [1, 0, 2]
    play_card(state, "p_burial_mound")
    assert offered(state) == [Pay(1, 0, 1), Pay(0, 0, 2)]
    answer(state, Pay(1, 0, 1))
    assert done(state)
    assert (state.players[RED].fame, state.players[RED].resources) == (3, [0, 0, 1])


def test_burial_mound_need_not_be_paid_for():
    state = empty_state()
    state.players[RED].resources = [2, 0, 0]
    play_card(state, "p_burial_mound")
    assert decision(state).default == ()
    answer(state)
    assert done(state)
    assert (state.players[RED].fame, state.players[RED].resources) == (0, [2, 0, 0])


@pytest.mark.parametrize(("large", "fame"), [(0, 1), (1, 2), (2, 3), (3, 3)])
def test_trophy_hall_gives_one_fame_and_one_for_each_large_building_but_three_in_all_at_most(large, fame):
    state = empty_state()
    built = ["forge", "fortress", "altar_of_kings"][:large]
    graph(state, {
        "A": {"own": RED, "u": 1, "b": ["food_silo", *built[:1]]}, "B": {"own": RED, "u": 1, "b": built[1:]},
        "C": {"own": BLUE, "u": 1, "b": ["forge"]}, "D": {"b": ["forge"]},
    })
    play_card(state, "p_trophy_hall")
    assert done(state)
    assert [player.fame for player in state.players] == [fame, 0]


def test_the_bear_awakens_recruits_two_and_collects_one_food():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}})
    play_card(state, "p_bear_awakens")
    answer(state, unit(t["A"]))
    answer(state, unit(t["A"]))
    assert done(state)
    assert state.board.units[t["A"]] == 3
    assert state.players[RED].resources[FOOD] == 1


# Amounts for each of something.


@pytest.mark.parametrize(("units", "food"), [((1, 2), 0), ((2, 2), 1), ((4, 3), 1), ((5, 4), 2)])
def test_every_four_figures_in_own_territories_count_once(units, food):
    state = empty_state()
    a, b = units
    graph(state, {"A": {"own": RED, "u": a - 1, "kaija": True}, "B": {"own": RED, "u": b},
                  "C": {"own": BLUE, "u": 8}})
    Gain(food=1, each="four_units").begin(state, RED, 0)
    GainFame(each="four_units").begin(state, RED, 0)
    assert state.players[RED].resources == [food, 0, 0]
    assert state.players[RED].fame == food


def test_resources_are_multiplied_like_fame():
    state = empty_state()
    graph(state, {"A": {"own": RED, "u": 1, "open": 0}, "B": {"own": RED, "u": 1, "open": 0}})
    Gain(food=1, wood=2, lore=3, each="closed").begin(state, RED, 0)
    assert state.players[RED].resources == [2, 4, 6]


@pytest.mark.parametrize("verb", [Gain, GainFame])
def test_an_unknown_each_is_refused(verb):
    with pytest.raises(ValueError, match="four_units"):
        verb(each="five_units")


def test_the_rows_of_the_prototype_follow_all_those_of_the_base_game():
    assert cards("p_skalds_song")[0] == sum(not card.module for card in CARDS)
