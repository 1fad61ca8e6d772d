"""Playing a card, and Defensive Strategy, which prevents it."""

from __future__ import annotations

import pytest

from lawspeaker_engine.canon import encode
from lawspeaker_engine.games.northgard.cards.resolving import number_of
from lawspeaker_engine.games.northgard.options import Pass, PlayCard, Territory, Wait
from lawspeaker_engine.games.northgard.phases.turn import Turn
from tests.engine.northgard.card_play import BLUE, GREEN, RED, cards, done, ids, option, play_card, playable, unit
from tests.engine.northgard.positions import answer, decision, empty_state, give_token, graph, offered, run

STRATEGY = option("defensive_strategy")


def guarded(players: int = 2, zone: str = "hand", guard: int = BLUE, **settings: bool):
    state = empty_state(players, **settings)
    setattr(state.players[guard], zone, cards("defensive_strategy"))
    return state


def test_defensive_strategy_discards_the_card_unresolved():
    state = guarded()
    play_card(state, "fishing")
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.least, asked.most, asked.seen_by) == ("card.react", BLUE, 0, 1, None)
    assert asked.default == ()
    answer(state, STRATEGY)
    assert done(state)
    assert state.players[RED].resources == [0, 0, 0]
    assert (ids(state.players[RED].discard), state.players[RED].active) == (["fishing"], [])
    assert (ids(state.players[BLUE].active), state.players[BLUE].hand) == (["defensive_strategy"], [])
    assert state.players[RED].played == []


def test_defensive_strategy_may_be_held_back():
    state = guarded()
    play_card(state, "fishing")
    answer(state)
    assert done(state)
    assert state.players[RED].resources == [3, 0, 0]
    assert ids(state.players[BLUE].hand) == ["defensive_strategy"]
    assert ids(state.players[RED].played) == ["fishing"]


@pytest.mark.parametrize("zone", ["draw", "top"])
def test_defensive_strategy_in_the_draw_pile_is_asked_for_too_so_that_nobody_can_tell(zone):
    state = guarded(zone=zone)
    state.players[BLUE].hand = cards("move")
    play_card(state, "fishing")
    asked = decision(state)
    assert (asked.prompt, asked.seat, list(asked.options), asked.least, asked.most) == ("card.react", BLUE, [], 0, 0)
    answer(state)
    assert done(state)
    assert state.players[RED].resources == [3, 0, 0]


def test_defensive_strategy_of_a_player_without_hand_is_not_asked_for():
    state = guarded(zone="draw")
    play_card(state, "fishing")
    assert done(state)


@pytest.mark.parametrize("zone", ["discard", "active", "boxed"])
def test_defensive_strategy_that_lies_open_is_not_asked_for(zone):
    state = guarded(zone=zone)
    play_card(state, "fishing")
    assert done(state)


def test_defensive_strategy_is_for_enemies_not_for_teammates():
    state = guarded(4, guard=2, teams=True)
    play_card(state, "fishing")
    assert done(state)
    state = guarded(4, guard=3, teams=True)
    play_card(state, "fishing")
    assert decision(state).seat == 3


def test_defensive_strategy_asks_several_enemies_clockwise_until_one_reacts():
    state = guarded(3, guard=GREEN)
    state.players[RED].draw = cards("defensive_strategy")
    state.players[RED].hand = cards("move")
    play_card(state, "fishing", BLUE)
    assert decision(state).seat == GREEN
    answer(state)
    assert decision(state).seat == RED
    answer(state)
    assert done(state)
    assert state.players[BLUE].resources == [3, 0, 0]


def test_defensive_strategy_can_never_be_played_in_ones_own_turn():
    state = empty_state()
    assert not playable(state, "defensive_strategy")
    state.players[RED].hand = cards("defensive_strategy")
    state.push(Turn(RED))
    assert PlayCard(number_of("defensive_strategy")) not in offered(state)
    assert Wait(number_of("defensive_strategy")) in offered(state)


def test_defensive_strategy_leaves_the_player_the_whole_turn():
    state = guarded()
    graph(state, {"A": {"own": RED, "u": 1}})
    state.players[RED].hand = cards("recruit", "warriors")
    state.push(Turn(RED))
    before = offered(state)
    assert PlayCard(number_of("warriors")) in before
    answer(state, PlayCard(number_of("warriors")))
    answer(state, STRATEGY)
    asked = decision(state)
    assert asked.prompt == "turn.action"
    assert [choice for choice in offered(state) if isinstance(choice, (PlayCard, Pass))] == [
        PlayCard(number_of("recruit")), Pass(),
    ]
    assert ids(state.players[RED].discard) == ["warriors"]


def test_defensive_strategy_against_a_main_card_after_a_flash_card_leaves_another_main_card():
    state = guarded()
    graph(state, {"A": {"own": RED, "u": 1}})
    state.players[RED].hand = cards("fishing", "recruit", "warriors")
    state.push(Turn(RED))
    answer(state, PlayCard(number_of("fishing")))
    answer(state)
    answer(state, PlayCard(number_of("warriors")))
    answer(state, STRATEGY)
    assert decision(state).prompt == "turn.flash"
    assert offered(state) == [PlayCard(number_of("recruit"))]


def test_defensive_strategy_against_one_of_two_equal_cards_prevents_the_one_just_played():
    state = guarded()
    state.players[RED].active = cards("feast")
    graph(state, {"A": {"own": RED, "u": 1}})
    play_card(state, "feast")
    answer(state, STRATEGY)
    assert done(state)
    assert (ids(state.players[RED].active), ids(state.players[RED].discard)) == (["feast"], ["feast"])


def test_NG_CLAN_SNAKE_01_a_prevented_clan_card_does_not_place_the_token():
    state = guarded()
    give_token(state, RED)
    state.players[RED].clan = 4
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": BLUE, "u": 1}}, [("A", "B", "regular")])
    play_card(state, "snake_initial")
    answer(state, STRATEGY)
    assert done(state)
    play_card(state, "snake_initial")
    answer(state, Territory(t["B"]))
    assert decision(state).prompt == "move.step"


def test_NG_ACT_04_a_card_is_resolved_completely_before_the_next_one():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}})
    state.players[RED].hand = cards("upgraded_town_hall", "town_hall")
    state.push(Turn(RED))
    answer(state, PlayCard(number_of("upgraded_town_hall")))
    assert decision(state).prompt == "recruit.place"
    answer(state, unit(t["A"]))
    assert decision(state).prompt == "recruit.place"
    answer(state, unit(t["A"]))
    assert decision(state).prompt == "turn.flash"


def test_NG_ACT_18_a_card_just_drawn_may_be_played_in_the_same_turn():
    state = empty_state()
    state.players[RED].hand = cards("upgraded_market_place")
    state.players[RED].top = [*cards("fishing"), *cards("warriors")]
    state.push(Turn(RED))
    answer(state, PlayCard(number_of("upgraded_market_place")))
    assert offered(state) == [PlayCard(card) for card in cards("fishing", "warriors")]


def test_AMB_R30_NG_ACT_15_unrest_is_never_played():
    state = empty_state()
    assert not playable(state, "unrest")
    state.players[RED].hand = cards("unrest", "move")
    state.push(Turn(RED))
    assert [choice.card for choice in offered(state) if isinstance(choice, PlayCard)] == cards("move")
    assert Wait(number_of("unrest")) in offered(state)


def test_an_achievement_drawn_early_is_never_played():
    assert not playable(empty_state(), "warlord")


def test_every_frame_of_a_card_can_be_written_down_and_copied():
    state = guarded()
    graph(state, {"A": {"own": RED, "u": 1}})
    play_card(state, "teamwork")
    answer(state)
    run(state)
    assert encode(state.copy()) == encode(state)
