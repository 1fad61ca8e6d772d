"""The Advanced Development cards that act on other players, and those that copy cards."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.cards.resolving import CARDS, number_of
from lawspeaker_engine.games.northgard.figures import KAIJA
from lawspeaker_engine.games.northgard.options import Figure, Opponent, Pay, Territory
from lawspeaker_engine.games.northgard.state import NOT_IN_PLAY, RESERVE, UNITS
from tests.engine.northgard.card_play import (
    BLUE,
    GREEN,
    RED,
    cards,
    done,
    ids,
    march,
    option,
    play_card,
    playable,
    unit,
    with_kaija,
)
from tests.engine.northgard.positions import Effect, answer, decision, empty_state, graph, offered, roll, run


def table(players: int = 3, **settings: bool):
    """Red has one card to draw; the others hold two each."""
    state = empty_state(players, **settings)
    state.players[RED].draw = cards("recruit")
    state.players[BLUE].hand = cards("warriors", "move")
    if players > GREEN:
        state.players[GREEN].hand = cards("scouts", "build")
    return state


# Spy.


def test_NG_SPEC_01_spy_looks_at_an_opponents_hand_discards_one_card_and_draws_one():
    state = table()
    play_card(state, "spy")
    assert offered(state) == [Opponent(BLUE), Opponent(GREEN)]
    answer(state, Opponent(GREEN))
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.seen_by) == ("card.pick", RED, None)
    assert offered(state) == [option("build"), option("scouts")]
    answer(state, option("scouts"))
    assert done(state)
    assert (ids(state.players[GREEN].hand), ids(state.players[GREEN].discard)) == (["build"], ["scouts"])
    assert ids(state.players[BLUE].hand) == ["move", "warriors"]
    assert ids(state.players[RED].hand) == ["recruit"]


def test_NG_SPEC_01_spy_finds_nobody_where_all_hands_are_empty_and_only_draws():
    state = table()
    state.players[BLUE].hand, state.players[GREEN].hand = [], []
    play_card(state, "spy")
    assert done(state)
    assert ids(state.players[RED].hand) == ["recruit"]


def test_NG_SPEC_01_spy_needs_a_card_to_draw():
    state = table()
    state.players[RED].draw = []
    assert not playable(state, "spy")


def test_NG_SPEC_01_spy_does_not_look_at_a_teammates_hand():
    state = empty_state(4, teams=True)
    for seat in range(4):
        state.players[seat].hand = cards("move", "build")
    state.players[RED].draw = cards("recruit")
    play_card(state, "spy")
    assert offered(state) == [Opponent(1), Opponent(3)]


# Ancestral Curse.


def test_NG_SPEC_01_ancestral_curse_makes_each_opponent_discard_a_card_of_their_choice_clockwise():
    state = table()
    play_card(state, "ancestral_curse")
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.seen_by) == ("card.discard", BLUE, None)
    answer(state, option("move"))
    assert decision(state).seat == GREEN
    answer(state, option("build"))
    assert done(state)
    assert [ids(state.players[seat].discard) for seat in (BLUE, GREEN)] == [["move"], ["build"]]
    assert ids(state.players[RED].hand) == ["recruit"]


def test_NG_SPEC_01_ancestral_curse_begins_with_the_next_player_and_takes_a_last_card_unasked():
    state = table()
    state.players[GREEN].draw = cards("feast")
    state.players[BLUE].hand = cards("warriors")
    state.players[RED].hand = cards("explore", "move")
    play_card(state, "ancestral_curse", GREEN)
    assert decision(state).seat == RED
    answer(state, option("explore"))
    assert done(state)
    assert ids(state.players[BLUE].discard) == ["warriors"]
    assert ids(state.players[GREEN].hand) == ["build", "feast", "scouts"]


# Veiled Threats.


def test_NG_SPEC_01_veiled_threats_make_an_opponent_give_a_resource_of_their_choice_and_draw_one():
    state = table()
    state.players[BLUE].resources = [1, 0, 1]
    state.players[GREEN].resources = [0, 1, 0]
    play_card(state, "veiled_threats")
    answer(state, Opponent(BLUE))
    assert (decision(state).prompt, decision(state).seat) == ("card.give", BLUE)
    assert offered(state) == [Pay(1, 0, 0), Pay(0, 0, 1)]
    answer(state, Pay(0, 0, 1))
    assert done(state)
    assert state.players[RED].resources == [0, 0, 1]
    assert state.players[BLUE].resources == [1, 0, 0]
    assert ids(state.players[RED].hand) == ["recruit"]


def test_NG_SPEC_01_veiled_threats_pass_by_who_has_nothing():
    state = table()
    state.players[GREEN].resources = [0, 1, 0]
    play_card(state, "veiled_threats")
    assert done(state)
    assert state.players[RED].resources == [0, 1, 0]
    assert CARDS[number_of("veiled_threats")].source == "ours"


# Capture.


def test_capture_removes_an_adjacent_enemy_unit_and_adds_one_to_any_own_territory():
    state = empty_state()
    t = graph(
        state,
        {"A": {"own": RED, "u": 1}, "B": {"own": BLUE, "u": 2}, "C": {"own": BLUE, "u": 1}, "D": {"own": RED, "u": 1}},
        [("A", "B", "rough"), ("A", "C", "impassable")],
    )
    play_card(state, "capture")
    assert offered(state) == [Figure(t["B"], kaija=False), Figure(t["C"], kaija=False)]
    answer(state, Figure(t["C"], kaija=False))
    assert state.players[BLUE].reserve == UNITS - 2
    asked = decision(state)
    assert (asked.prompt, asked.least, asked.most, asked.default) == ("card.add", 1, 1, (0,))
    assert offered(state) == [unit(t["A"]), unit(t["D"])]
    answer(state, unit(t["D"]))
    assert done(state)
    assert [state.board.units[t[name]] for name in "ABCD"] == [1, 2, 0, 2]
    assert state.board.owner[t["C"]] == -1


def test_AMB_R50_capture_without_an_adjacent_enemy_still_adds_a_unit():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": BLUE, "u": 2}})
    play_card(state, "capture")
    assert done(state)
    assert [state.board.units[t[name]] for name in "AB"] == [2, 2]


def test_AMB_R61_capture_adds_and_does_not_recruit_so_a_training_camp_sends_nobody():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1, "b": ["training_camp"]}})
    play_card(state, "capture")
    assert done(state)
    assert (state.board.units[t["A"]], state.players[RED].reserve) == (2, UNITS - 2)


def test_AMB_R61_capture_adds_nobody_on_neutral_land_nor_from_an_empty_reserve():
    state = empty_state()
    t = graph(state, {"A": {}, "B": {"own": BLUE, "u": 2}}, [("A", "B", "regular")])
    play_card(state, "capture")
    assert done(state)
    assert [state.board.units[t[name]] for name in "AB"] == [0, 2]
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": UNITS}})
    play_card(state, "capture")
    assert done(state)
    assert state.board.units[t["A"]] == UNITS


def test_AMB_R61_NG_CLAN_BEAR_02_capture_does_not_bring_kaija_who_comes_by_recruiting():
    state = empty_state()
    with_kaija(state)
    t = graph(state, {"A": {"own": RED, "u": 1}})
    play_card(state, "capture")
    assert done(state)
    assert (state.board.units[t["A"]], state.where(KAIJA)) == (2, RESERVE)


@pytest.mark.parametrize("kaija", [False, True])
def test_NG_SPEC_01_NG_CLAN_BEAR_01_capture_takes_a_figure_next_door_off_the_map_be_it_kaija(kaija):
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": BLUE, "u": 1 - kaija, "kaija": kaija}, "C": {}},
              [("A", "B", "regular"), ("B", "C", "regular")])
    play_card(state, "capture")
    run(state)
    assert state.board.owner[t["B"]] == -1
    assert (state.players[BLUE].reserve, state.where(KAIJA)) == (UNITS, RESERVE if kaija else NOT_IN_PLAY)


# Bribery.


def test_NG_SPEC_01_bribery_moves_up_to_two_enemy_units_next_door_over_a_rough_border():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 1}, "B": {"own": BLUE, "u": 3}, "C": {}, "D": {"own": BLUE, "u": 1}, "E": {}},
        [("B", "C", "rough"), ("B", "D", "regular"), ("B", "E", "impassable")],
    )
    play_card(state, "bribery")
    assert offered(state) == [Territory(t["B"]), Territory(t["D"])]
    answer(state, Territory(t["B"]))
    assert offered(state) == [march(t["B"], t[target], units) for target in "CD" for units in (1, 2)]
    answer(state, march(t["B"], t["C"], 2))
    assert done(state)
    assert [state.board.units[t[name]] for name in "ABCDE"] == [1, 1, 2, 1, 0]
    assert state.board.owner[t["C"]] == BLUE


def test_NG_SPEC_01_NG_COMBAT_01_bribery_has_them_fight_as_attackers_where_they_meet_others():
    state = empty_state(3)
    t = graph(
        state, {"A": {"own": RED, "u": 2}, "B": {"own": BLUE, "u": 2}, "C": {"own": GREEN, "u": 1}},
        [("A", "B", "regular"), ("B", "C", "regular")],
    )
    play_card(state, "bribery")
    answer(state, Territory(t["B"]))
    answer(state, march(t["B"], t["C"], 2))
    roll(state, "3C")
    roll(state, "2C")
    assert done(state)
    assert [state.board.owner[t[name]] for name in "ABC"] == [RED, GREEN, BLUE]


def test_NG_SPEC_01_bribery_may_lead_them_against_the_player_of_the_card():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 3}, "B": {"own": BLUE, "u": 2}}, [("A", "B", "regular")],
    )
    play_card(state, "bribery")
    answer(state, Territory(t["B"]))
    answer(state, march(t["B"], t["A"], 1))
    roll(state, "2C")
    roll(state, "2K")
    assert done(state)
    assert [state.board.units[t[name]] for name in "AB"] == [3, 1]


def test_NG_SPEC_01_bribery_may_be_declined_and_leaves_kaija_out_of_enemy_territories():
    state = empty_state(3)
    with_kaija(state, BLUE)
    t = graph(
        state, {"B": {"own": BLUE, "u": 1, "kaija": True}, "C": {"own": GREEN, "u": 1}, "D": {}},
        [("B", "C", "regular"), ("B", "D", "regular")],
    )
    play_card(state, "bribery")
    answer(state, Territory(t["B"]))
    assert offered(state) == [
        march(t["B"], t["C"], 1), march(t["B"], t["D"], 0, kaija=True), march(t["B"], t["D"], 1),
        march(t["B"], t["D"], 1, kaija=True),
    ]
    state = empty_state()
    graph(state, {"B": {"own": BLUE, "u": 1}, "D": {}}, [("B", "D", "regular")])
    play_card(state, "bribery")
    answer(state)
    assert done(state)


# Enemy Secrets and Legendary Heroes.


def secrets(*active: str):
    state = empty_state(3)
    state.players[BLUE].active = [number_of(name) for name in active]
    state.players[GREEN].active = cards("fishing")
    t = graph(
        state, {"A": {"own": RED, "u": 2}, "B": {"own": BLUE, "u": 1}, "C": {"own": GREEN, "u": 1}},
        [("A", "B", "rough"), ("B", "C", "regular")],
    )
    return state, t


def test_NG_SPEC_01_enemy_secrets_resolve_a_card_of_an_adjacent_enemys_active_area():
    state, _ = secrets("town_hall", "wood_monopoly", "wood_monopoly")
    play_card(state, "enemy_secrets")
    assert decision(state).prompt == "card.copy"
    assert offered(state) == [option("town_hall"), option("wood_monopoly")]
    answer(state, option("wood_monopoly"))
    assert done(state)
    assert state.players[RED].resources == [0, 3, 0]
    assert state.players[BLUE].resources == [0, 0, 0]


def test_NG_SPEC_01_enemy_secrets_offer_only_what_could_be_played_and_no_copies_nor_unrest():
    state, t = secrets("unrest", "legendary_heroes", "enemy_secrets", "market_place", "defensive_strategy", "town_hall")
    play_card(state, "enemy_secrets")
    assert decision(state).prompt == "recruit.place"
    answer(state, unit(t["A"]))
    assert done(state)


def test_NG_SPEC_01_AMB_R50_enemy_secrets_do_nothing_without_an_adjacent_enemy():
    state, t = secrets("town_hall")
    state.board.neighbours[t["B"]] = ()
    play_card(state, "enemy_secrets")
    assert done(state)


def test_NG_SPEC_01_legendary_heroes_resolve_again_a_card_played_this_year():
    state = empty_state()
    play_card(state, "fishing")
    assert done(state)
    play_card(state, "wood_monopoly")
    assert done(state)
    play_card(state, "legendary_heroes")
    assert offered(state) == [option("fishing"), option("wood_monopoly")]
    answer(state, option("fishing"))
    assert done(state)
    assert state.players[RED].resources == [6, 3, 0]
    assert ids(state.players[RED].active) == ["fishing", "wood_monopoly", "legendary_heroes"]


def test_NG_SPEC_01_legendary_heroes_do_not_count_cards_that_were_only_put_down():
    state = empty_state()
    state.players[RED].active = cards("fishing")
    play_card(state, "legendary_heroes")
    assert done(state)
    assert state.players[RED].resources == [0, 0, 0]


def test_NG_SPEC_01_legendary_heroes_ask_again_what_a_feast_is():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {}}, [("A", "B", "regular")])
    play_card(state, "feast")
    answer(state, Effect(0))
    answer(state, unit(t["A"]))
    assert done(state)
    play_card(state, "legendary_heroes")
    answer(state, Effect(1))
    answer(state, march(t["A"], t["B"], 1))
    assert done(state)


@pytest.mark.parametrize("name", ["legendary_heroes", "enemy_secrets", "stolen_lore"])
def test_NG_SPEC_01_copying_cards_may_always_be_played(name):
    assert playable(empty_state(), name)
