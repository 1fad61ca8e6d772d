"""The six options of a turn."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.cards.resolving import CARDS
from lawspeaker_engine.games.northgard.options import Card, Pass, PlayCard, Remove, Replace, Upgrade, Wait
from lawspeaker_engine.games.northgard.phases.turn import Turn
from lawspeaker_engine.games.northgard.state import LORE
from lawspeaker_engine.model import PUBLIC

from .positions import answer, chance, decision, draw, empty_state, graph, offered, run

NUMBER = {card.id: number for number, card in enumerate(CARDS)}
FEAST, MOVE, UNREST = NUMBER["feast"], NUMBER["move"], NUMBER["unrest"]
FISHING, WOOD_MONOPOLY, MARKET = NUMBER["fishing"], NUMBER["wood_monopoly"], NUMBER["market_place"]
TOP = NUMBER["recruit"]
EARLY = [number for number, card in enumerate(CARDS) if card.set == "early"]


def turn(hand: list[int], lore: int = 0, draw_pile: list[int] | None = None, **player):
    """Seat 0 is to take its turn, with one unit on the map; seat 1 holds nothing."""
    state = empty_state()
    graph(state, {"A": {"own": 0, "u": 1}, "B": {}}, [("A", "B", "regular")])
    mine = state.players[0]
    mine.hand, mine.draw = sorted(hand), sorted(draw_pile or [])
    mine.resources[LORE] = lore
    for name, value in player.items():
        setattr(mine, name, value)
    state.display = EARLY[:2]
    state.push(Turn(0, len(mine.played)))
    return state


def kinds(options) -> list[type]:
    return list(dict.fromkeys(type(option) for option in options))


def test_NG_ACT_01_exactly_one_of_six_options_and_pass_stands_in_for_no_answer():
    state = turn([FISHING, MOVE], lore=3, upgrades=[NUMBER["plunder"]])
    asked = decision(state)
    assert (asked.prompt, asked.seat, asked.least, asked.most, asked.seen_by) == ("turn.action", 0, 1, 1, PUBLIC)
    assert kinds(asked.options) == [PlayCard, Wait, Replace, Remove, Upgrade, Pass]
    assert asked.options[asked.default[0]] == Pass()


def test_NG_ACT_02_a_played_card_lies_in_the_active_area_and_is_resolved():
    state = turn([FISHING])
    answer(state, PlayCard(FISHING))
    assert run(state) == ()
    player = state.players[0]
    assert (player.hand, player.active, player.resources) == ([], [FISHING], [3, 0, 0])
    assert not player.passed


def test_copies_of_a_card_are_offered_once_ascending():
    state = turn([FEAST, FEAST, MOVE])
    assert offered(state) == [*map(PlayCard, sorted([FEAST, MOVE])), *map(Wait, sorted([FEAST, MOVE])), Pass()]


def test_NG_ACT_03_NG_ACT_04_AMB_R06_flash_cards_before_and_after_one_main_card():
    state = turn([FISHING, WOOD_MONOPOLY, MARKET, MOVE], draw_pile=[FEAST, FEAST])
    answer(state, PlayCard(FISHING))
    asked = decision(state)
    assert (asked.prompt, asked.least, asked.most, asked.default) == ("turn.flash", 0, 1, ())
    assert asked.seen_by is PUBLIC
    assert set(map(type, asked.options)) == {PlayCard}
    assert {option.card for option in asked.options} == {WOOD_MONOPOLY, MARKET, MOVE}
    answer(state, PlayCard(MARKET))
    assert offered(state) == [PlayCard(WOOD_MONOPOLY)]
    answer(state, PlayCard(WOOD_MONOPOLY))
    assert offered(state) == []
    answer(state)
    assert run(state) == ()
    assert state.players[0].active == [FISHING, MARKET, WOOD_MONOPOLY]
    assert state.players[0].resources == [3, 3, 0]


def test_NG_ACT_05_flash_cards_alone_are_a_turn():
    state = turn([FISHING, MOVE])
    answer(state, PlayCard(FISHING))
    answer(state)
    assert run(state) == ()
    assert state.players[0].hand == [MOVE]


def test_NG_ACT_03_a_second_card_without_flash_is_not_offered():
    state = turn([MARKET, MOVE, FEAST], draw_pile=[FISHING, MOVE])
    answer(state, PlayCard(MARKET))
    assert offered(state) == [PlayCard(FISHING)]


def test_NG_ACT_18_cards_drawn_in_the_turn_may_follow_in_it():
    state = turn([MARKET], draw_pile=[FISHING, WOOD_MONOPOLY])
    answer(state, PlayCard(MARKET))
    assert offered(state) == [PlayCard(card) for card in sorted([FISHING, WOOD_MONOPOLY])]


def test_the_question_after_a_card_does_not_tell_whether_a_flash_card_is_in_hand():
    """Asked whenever there are cards in hand; the others can count them."""
    for hand in ([MOVE], [FISHING], [UNREST]):
        state = turn([WOOD_MONOPOLY, *hand])
        answer(state, PlayCard(WOOD_MONOPOLY))
        assert decision(state).prompt == "turn.flash"
    state = turn([WOOD_MONOPOLY])
    answer(state, PlayCard(WOOD_MONOPOLY))
    assert run(state) == ()


def test_NG_ACT_17_after_a_card_only_cards_may_follow():
    state = turn([FISHING, MOVE], lore=5, upgrades=[NUMBER["plunder"]])
    answer(state, PlayCard(FISHING))
    assert kinds(offered(state)) == [PlayCard]


def test_NG_ACT_06_wait_puts_a_card_down_without_effect():
    state = turn([FISHING, MOVE])
    answer(state, Wait(FISHING))
    assert run(state) == ()
    player = state.players[0]
    assert (player.hand, player.active, player.played, player.resources) == ([MOVE], [FISHING], [], [0, 0, 0])


def test_NG_ACT_07_replace_pays_one_lore_and_draws_one():
    state = turn([FISHING, MOVE], lore=1, draw_pile=[FEAST, TOP])
    answer(state, Replace(FISHING))
    assert chance(state).count == 1
    draw(state, Card(TOP))
    assert run(state) == ()
    player = state.players[0]
    assert (player.hand, player.active, player.resources) == (sorted([MOVE, TOP]), [FISHING], [0, 0, 0])


def test_NG_ACT_08_remove_takes_the_card_out_of_the_game_pays_two_and_draws_two():
    state = turn([FISHING, MOVE], lore=3, draw_pile=[FEAST, TOP, MARKET])
    answer(state, Remove(FISHING))
    assert chance(state).count == 2
    draw(state, Card(TOP), Card(FEAST))
    assert run(state) == ()
    player = state.players[0]
    assert (player.boxed, player.active, player.resources[LORE]) == ([FISHING], [], 1)
    assert player.hand == sorted([MOVE, TOP, FEAST])


@pytest.mark.parametrize("out_of_game", [False, True])
def test_NG_ACT_09_NG_ACT_10_upgrade_pays_three_and_takes_an_upgrade_into_hand(out_of_game):
    plunder, war = NUMBER["plunder"], NUMBER["call_to_war"]
    state = turn([FISHING, MOVE], lore=4, upgrades=sorted([plunder, war]))
    answer(state, Upgrade(FISHING, war, out_of_game))
    assert run(state) == ()
    player = state.players[0]
    assert player.hand == sorted([MOVE, war])
    assert player.upgrades == [plunder]
    assert (player.boxed, player.active) == (([FISHING], []) if out_of_game else ([], [FISHING]))
    assert player.resources[LORE] == 1


def test_NG_ACT_09_every_upgrade_that_is_left_with_every_card_either_way():
    plunder, war = sorted([NUMBER["plunder"], NUMBER["call_to_war"]])
    state = turn([FISHING], lore=3, upgrades=[plunder, war])
    assert [option for option in offered(state) if isinstance(option, Upgrade)] == [
        Upgrade(FISHING, plunder, False), Upgrade(FISHING, plunder, True), Upgrade(FISHING, war, False),
        Upgrade(FISHING, war, True),
    ]


@pytest.mark.parametrize(("lore", "expected"), [
    (0, []), (1, [Replace]), (2, [Replace, Remove]), (3, [Replace, Remove, Upgrade]),
])
def test_NG_ACT_16_costs_are_paid_in_full(lore, expected):
    state = turn([FISHING], lore=lore, upgrades=[NUMBER["plunder"]])
    assert kinds(offered(state)) == [PlayCard, Wait, *expected, Pass]


def test_NG_ACT_10_NG_ACT_16_without_upgrades_left_there_is_no_upgrade():
    state = turn([FISHING], lore=9)
    assert Upgrade not in kinds(offered(state))


def test_AMB_R07_replace_and_remove_are_legal_without_cards_to_draw():
    state = turn([FISHING], lore=2)
    answer(state, Remove(FISHING))
    assert run(state) == ()
    assert state.players[0].hand == []


def test_AMB_R56_a_card_waited_or_replaced_is_not_reshuffled_with_the_discard_pile():
    state = turn([FISHING], lore=1, discard=[MOVE])
    answer(state, Replace(FISHING))
    assert run(state) == ()
    assert (state.players[0].hand, state.players[0].discard, state.players[0].active) == ([MOVE], [], [FISHING])


def test_NG_ACT_15_AMB_R30_unrest_is_for_waiting_replacing_and_upgrading_only():
    plunder = NUMBER["plunder"]
    state = turn([UNREST], lore=9, upgrades=[plunder])
    assert offered(state) == [Wait(UNREST), Replace(UNREST), Upgrade(UNREST, plunder, False), Pass()]


def test_NG_ACT_11_AMB_R46_passing_discards_hand_and_active_area_and_takes_a_displayed_card():
    state = turn([FISHING, MOVE], active=[MARKET], played=[MARKET], discard=[FEAST])
    answer(state, Pass())
    asked = decision(state)
    assert (asked.prompt, asked.least, asked.most, asked.default, asked.seen_by) == ("pass.card", 1, 1, (0,), PUBLIC)
    assert offered(state) == [Card(card) for card in EARLY[:2]]
    answer(state, Card(EARLY[1]))
    assert run(state) == ()
    player = state.players[0]
    assert (player.hand, player.active, player.played) == ([], [], [])
    assert player.discard == [FEAST, *sorted([FISHING, MOVE]), MARKET]
    assert player.top == [EARLY[1]]
    assert state.display == [EARLY[0]]
    assert player.passed


def test_NG_ACT_11_the_picked_card_lies_above_what_was_on_top_before():
    state = turn([MOVE], top=[FEAST])
    answer(state, Pass())
    answer(state, Card(EARLY[0]))
    assert state.players[0].top == [FEAST, EARLY[0]]


def test_NG_ACT_12_the_first_to_pass_takes_the_marker():
    state = turn([MOVE])
    state.first = 1
    answer(state, Pass())
    assert state.first == 0


def test_NG_ACT_12_later_ones_do_not():
    state = turn([MOVE])
    state.first, state.players[1].passed = 1, True
    answer(state, Pass())
    assert state.first == 1


def test_NG_ACT_13_without_cards_the_player_passes_without_being_asked():
    state = turn([])
    assert decision(state).prompt == "pass.card"
    assert state.players[0].passed


def test_who_took_a_displayed_card_early_takes_none_when_passing():
    """Future Sight."""
    state = turn([MOVE], pick_taken=True)
    answer(state, Pass())
    assert run(state) == ()
    assert state.display == EARLY[:2]


def test_AMB_R38_the_last_displayed_card_is_taken_without_a_choice():
    state = turn([MOVE])
    state.display = EARLY[:1]
    answer(state, Pass())
    assert run(state) == ()
    assert state.players[0].top == EARLY[:1]


def test_a_prevented_card_does_not_use_up_the_turn():
    """Defensive Strategy: the turn goes on as if the card had not been played."""
    reaction = NUMBER["defensive_strategy"]
    state = turn([FISHING, MOVE])
    state.players[1].hand = [reaction]
    answer(state, PlayCard(FISHING))
    assert (decision(state).prompt, decision(state).seat) == ("card.react", 1)
    answer(state, Card(reaction))
    assert decision(state).prompt == "turn.action"
    assert offered(state) == [PlayCard(MOVE), Wait(MOVE), Pass()]
    assert state.players[0].discard == [FISHING]
