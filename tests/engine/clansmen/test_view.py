"""Tests of what views and the catalogue tell that no question says."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.clansmen import view
from lawspeaker_engine.games.clansmen.actions import action_budget
from lawspeaker_engine.games.clansmen.actions.trade import SHREWD_RATES, exchanges
from lawspeaker_engine.games.clansmen.buildings import BUILDINGS, NONE
from lawspeaker_engine.games.clansmen.catalogue import BuildingInfo, Rate
from lawspeaker_engine.games.clansmen.options import Raider
from lawspeaker_engine.games.clansmen.people import remove
from lawspeaker_engine.games.clansmen.raids.battle import BEATS, UNDECIDED, UNPLACED

from .positions import GAME, A, B, answer, build, decision, empty_state, put, roll, run
from .raids import attack, commit, raid_state
from .random_games import positions

CATALOGUE = GAME.catalogue


def raid_seen(state, seat=B):
    run(state)
    return view.make_view(state, seat).raid


def row(building: str) -> BuildingInfo:
    """The building as the catalogue has it."""
    return next(each for each in CATALOGUE.buildings if each.id == building)


def name(number: int) -> str:
    """The id of the building with this number."""
    return "" if number == NONE else CATALOGUE.buildings[number].id


def two_rounds():
    """A's Warrior with Stables, and B's Farmer with a Watchtower, against two Raiders."""
    state = raid_state()
    warrior, farmer = put(state, A, "warrior"), put(state, B, "farmer")
    build(state, A, "stables", "signal_tower")
    build(state, B, "watchtower")
    attack(state, 2)
    state.raid.own_rerolls, state.raid.raider_rerolls = [0, 1], [1, 0]
    commit(state, {A: [warrior], B: [farmer]})
    return state


def test_a_raid_shows_how_many_raiders_there_are_and_what_faces_them():
    state = two_rounds()
    raid = raid_seen(state)
    assert raid.raiders == [0, 0]
    assert [(die.seat, die.warrior, die.raider, die.fate) for die in raid.dice] == [
        (A, True, UNPLACED, UNDECIDED), (B, False, UNPLACED, UNDECIDED),
    ]


def test_a_raid_shows_the_rerolls_that_buildings_have_left_and_what_came_of_dice():
    state = two_rounds()
    assert (raid_seen(state).own_rerolls, raid_seen(state).raider_rerolls) == ([0, 1], [1, 0])
    answer(state, Raider(0))
    answer(state, Raider(1))
    roll(state, 3, 6, 5)
    assert (decision(state).prompt, decision(state).seat) == ("raid.reroll", A)
    assert [die.fate for die in raid_seen(state).dice] == [UNDECIDED, UNDECIDED]
    answer(state, 0)
    assert raid_seen(state).raider_rerolls == [0, 0]
    roll(state, 2)
    roll(state, 1)
    assert (decision(state).prompt, decision(state).seat) == ("raid.reroll", B)
    raid = raid_seen(state)
    assert [die.fate for die in raid.dice] == [BEATS, UNDECIDED]
    assert raid.defeated == [0]
    answer(state, 0)
    assert raid_seen(state).own_rerolls == [0, 0]


@pytest.mark.parametrize("phase", ["event", "raiders", "arrivals"])
def test_CL_ACT_01_before_the_actions_phase_a_view_shows_what_the_people_there_give_and_nothing_of_last_season(phase):
    state = empty_state(2)
    state.players[A].actions = 5  # left over
    for _ in range(3):
        put(state, A, "farmer")
    state.phase = phase
    assert [player.actions for player in view.make_view(state, B).players] == [2, 1]
    remove(state, A, state.players[A].people[0].tile)
    assert [player.actions for player in view.make_view(state, B).players] == [1, 1]


@pytest.mark.parametrize("weak_count", [True, False])
def test_CL_ACT_01_AMB_CL_11_no_view_ever_shows_actions_of_another_season(weak_count):
    for state, _ in positions(4, 3, eager=True, weak_count=weak_count):
        if state.phase in {"event", "raiders", "arrivals"}:
            for seat, player in enumerate(GAME.view(state, None).players):
                assert player.actions == action_budget.standard_actions(state, seat)


def test_every_building_says_in_a_sentence_what_it_does():
    texts = [each.text for each in CATALOGUE.buildings]
    assert all(text.endswith(".") and len(text) > 10 for text in texts)
    assert len(set(texts)) >= len(BUILDINGS) - 2
    assert [each.id for each in CATALOGUE.buildings] == [each.id for each in BUILDINGS]


def test_the_catalogue_says_what_a_building_needs_and_what_gives_way_to_it():
    assert {each.id: name(each.requires) for each in CATALOGUE.buildings if each.requires != NONE} == {
        "paved_roads": "dirt_roads", "signal_tower": "watchtower",
    }
    assert {each.id: name(each.replaces) for each in CATALOGUE.buildings if each.replaces != NONE} == {
        "stone_fence": "fence", "stone_house": "wooden_house", "stone_walls": "wooden_palisade",
        "grand_hall": "long_hall",
    }
    assert [each.id for each in CATALOGUE.buildings if each.needs_replaced] == ["grand_hall"]
    assert {each.id for each in CATALOGUE.buildings if each.at_once == 2} == {"fence", "wooden_house"}


def test_AMB_CL_21_the_catalogue_tells_respect_that_is_gained_for_ever_from_that_which_stands():
    assert {each.id for each in CATALOGUE.buildings if each.worth} == {"fence", "stone_fence", "stone_walls"}
    assert {each.id for each in CATALOGUE.buildings if each.respect and not each.worth} == {
        "wooden_palisade", "stone_house",
    }
    assert (row("fence").respect, row("stone_fence").respect) == (1, 2)


def test_CL_TRADE_02_CL_TRADE_03_CL_TRADE_04_CL_TALES_11_the_rates_of_the_homeland_are_in_the_catalogue():
    full = [9] * 4
    plain = [(rate.give, rate.take) for rate in CATALOGUE.rates if not rate.with_card]
    assert plain == [(rate.give, rate.take) for rate in exchanges(full, shrewd=False)]
    assert [(rate.give, rate.take) for rate in CATALOGUE.rates] == [
        (rate.give, rate.take) for rate in exchanges(full, shrewd=True)
    ]
    assert len(CATALOGUE.rates) == len(SHREWD_RATES)
    names = [each.id for each in CATALOGUE.resources]
    assert Rate((names.index("goods"),), (names.index("food"), names.index("wood")), with_card=True) in CATALOGUE.rates


def test_every_board_is_described_as_its_comments_say():
    for board in CATALOGUE.boards:
        assert len(board.settlements) == 7 * board.players
        for i in range(board.players):
            centre, *ring = board.settlements[7 * i:7 * i + 7]
            steps = {(board.q[tile] - board.q[centre], board.r[tile] - board.r[centre]) for tile in ring}
            assert steps == {(1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1)}
