"""The Automa's year: drawing, turns, passing, Harvest, winter and the end (AUTO-YEAR-*, AUTO-TURN-*, AUTO-PASS-*)."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.cards.resolving import CARDS, number_of
from lawspeaker_engine.games.northgard.modules.automa_cards import AUTOMA_CARDS
from lawspeaker_engine.games.northgard.modules.automa_part import AUTOMA, HUMAN
from lawspeaker_engine.games.northgard.modules.automa_pick import display_cards, kinds
from lawspeaker_engine.games.northgard.modules.automa_turn import AutomaTurn, DrawActions, cards_of_year
from lawspeaker_engine.games.northgard.options import Action
from lawspeaker_engine.games.northgard.phases.harvest import Trading
from lawspeaker_engine.games.northgard.phases.scoring import final_parts
from lawspeaker_engine.games.northgard.phases.year import ActionsPhase
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD
from lawspeaker_engine.model import Chance

from .positions import chance, graph, push_phase
from .solo import GAME, leader, part, rolled, settle, solo, tell


def card(number):
    """The index of an Automa card by its printed number."""
    return [row.id for row in AUTOMA_CARDS].index(f"automa_{number}")


def give_actions(state, *numbers):
    """The Action deck holds these cards; the others lie in the Automa deck."""
    part(state).actions = sorted(map(card, numbers))
    part(state).deck = [each for each in range(len(AUTOMA_CARDS)) if each not in part(state).actions]


def display(state, *names):
    """These cards lie in the display, from left to right."""
    state.display = [number_of(name) for name in names]


def home(state, **more):
    """One own territory of the Automa with Leader 1 and two units, and one of the human beyond a wall."""
    names = graph(state, {"A": {"own": AUTOMA, "u": 2, **more}, "H": {"own": HUMAN, "u": 1}},
                  [("A", "H", "impassable")])
    leader(state, 1, names["A"])
    return names


def turn(state):
    """The Automa's turn begins."""
    state.push(AutomaTurn())
    return settle(state)


# The start of the year.


@pytest.mark.parametrize(("level", "count"), [(2, 8), (4, 9), (6, 11)])
def test_TC_SOLO_04_AUTO_YEAR_01_AUTO_LVL_04_AUTO_LVL_05_cards_of_a_year(level, count):
    state = solo(level)
    graph(state, {"H1": {"own": 0, "u": 1, "b": ("altar_of_kings", "fortress")}, "H2": {"own": 0, "b": ("forge",)},
                  "A": {"own": 1, "u": 1, "b": ("fortress",)}})
    state.players[AUTOMA].resources = [0, 0, 2]
    assert cards_of_year(state) == count
    state.push(DrawActions())
    asked = settle(state)
    assert isinstance(asked, Chance)
    assert (asked.count, asked.seen_by) == (count, ())
    rolled(state, *range(count))
    assert len(part(state).actions) == count
    assert state.players[AUTOMA].resources[LORE] == 0


@pytest.mark.parametrize(("level", "count"), [(4, 5), (5, 6), (8, 9), (9, 10), (13, 14)])
def test_AUTO_LVL_05_AMB_A27_each_level_brings_one_card_more_up_to_all_of_them(level, count):
    assert cards_of_year(solo(level)) == count < len(AUTOMA_CARDS)
    state = solo(14)
    assert cards_of_year(state) == len(AUTOMA_CARDS)
    state.push(DrawActions())
    settle(state)
    assert part(state).actions == list(range(len(AUTOMA_CARDS))), "nothing is drawn by chance, for all are"


def test_AUTO_YEAR_01_a_forge_is_a_card_and_fewer_large_buildings_of_the_human_take_none():
    state = solo()
    graph(state, {"A": {"own": 1, "u": 1, "b": ("forge", "fortress")}, "H": {"own": 0, "u": 1}})
    assert cards_of_year(state) == 5


def test_AMB_A15_all_lore_is_spent_without_a_limit():
    state = solo()
    state.players[AUTOMA].resources = [3, 3, 9]
    assert cards_of_year(state) == 13
    state.push(DrawActions())
    settle(state)
    assert state.players[AUTOMA].resources == [3, 3, 0]


def test_AUTO_YEAR_02_the_discard_pile_is_shuffled_when_the_deck_is_empty():
    state = solo()
    part(state).deck, part(state).discard = [3, 7], [1, 5, 9]
    state.push(DrawActions())
    asked = settle(state)
    assert isinstance(asked, Chance)
    assert ([option.action for option in asked.options], asked.count) == ([1, 5, 9], 2)
    rolled(state, Action(9), Action(1))
    assert (part(state).actions, part(state).deck, part(state).discard) == ([1, 3, 7, 9], [5], [])


def test_AUTO_YEAR_02_no_more_cards_come_than_there_are():
    state = solo()
    part(state).deck, part(state).discard, part(state).played = [3], [], [1]
    state.push(DrawActions())
    settle(state)
    assert (part(state).actions, part(state).deck) == ([3], [])


# Turns.


def test_AUTO_TURN_02_the_first_possible_action_is_done():
    """Card 3 is Recruit, then Explore; card 9 builds an Altar, or else a Carved Stone, or else a Tower."""
    state = solo()
    names = home(state, small=1)
    state.players[AUTOMA].resources = [0, 1, 0]
    give_actions(state, 3, 9, 10)
    turn(state)
    rolled(state, Action(card(3)))
    assert state.figure_count(names["A"]) == 4  # with Leader 2, who is the one of the card
    turn(state)
    rolled(state, Action(card(9)))
    assert [code >> 2 for code in state.board.buildings[names["A"]]] == [3]
    assert part(state).played == [card(3), card(9)]


def test_AUTO_TURN_03_a_card_that_cannot_be_played_is_discarded_and_the_next_one_revealed():
    state = solo()
    home(state)
    give_actions(state, 9, 3)
    turn(state)
    rolled(state, Action(card(9)))  # no wood
    assert (part(state).played, part(state).discard, part(state).actions) == ([card(3)], [card(9)], [])
    assert not state.players[AUTOMA].passed


def test_AUTO_TURN_01_AUTO_TURN_04_one_card_a_turn_in_turn_order_and_no_other_action():
    state = solo()
    home(state)
    give_actions(state, 3, 10)
    display(state, "scouts", "town_hall")
    state.players[HUMAN].hand = [number_of("move")]
    state.push(ActionsPhase((0, 1)))
    assert settle(state)[0].prompt == "turn.action"
    tell(state, len(settle(state)[0].options) - 2)  # wait
    assert chance(state).prompt == "automa.reveal"
    rolled(state, Action(card(3)))
    # The human has no cards left and passes; then the Automa plays its last one, and takes the card that is left.
    assert settle(state)[0].prompt == "pass.card"
    tell(state, 0)
    assert part(state).played == [card(3), card(10)]
    assert part(state).kept == [number_of("town_hall")]
    assert state.players[AUTOMA].active == state.players[AUTOMA].hand == []


def test_AUTO_FLASH_01_the_next_card_is_played_at_once():
    """Cards 4 and 13 have Flash, card 3 has none."""
    state = solo()
    home(state)
    give_actions(state, 4, 3, 10)
    turn(state)
    rolled(state, Action(card(4)))
    assert len(part(state).played) == 1
    assert chance(state).prompt == "automa.reveal"
    rolled(state, Action(card(3)))
    assert part(state).played == [card(4), card(3)]
    assert not state.agenda  # card 3 ends the turn


def test_AUTO_FLASH_01_after_the_last_card_the_turn_ends():
    state = solo()
    home(state)
    give_actions(state, 4)
    turn(state)
    assert part(state).played == [card(4)]
    assert not state.players[AUTOMA].passed


# Passing.


def test_AUTO_PASS_01_the_last_card_with_the_icon_is_a_pass():
    """Card 9 looks for Draw, then Recruit, then the right one."""
    state = solo()
    home(state, small=1)
    state.players[AUTOMA].resources = [0, 3, 0]
    display(state, "town_hall", "merchant")
    give_actions(state, 9)
    turn(state)
    assert state.players[AUTOMA].passed
    assert part(state).kept == [number_of("merchant")]
    assert state.display == [number_of("town_hall")]
    assert state.stock == [7] * 8
    assert (part(state).played, part(state).discard) == ([], [card(9)])


def test_AUTO_PASS_01_a_card_with_the_icon_that_is_not_the_last_one_is_played():
    state = solo()
    names = home(state, small=1)
    state.players[AUTOMA].resources = [0, 3, 0]
    give_actions(state, 9, 3)
    turn(state)
    rolled(state, Action(card(9)))
    assert state.board.buildings[names["A"]]
    assert not state.players[AUTOMA].passed


def test_AUTO_PASS_02_after_flash_the_last_card_is_played():
    state = solo()
    names = home(state, small=1)
    state.players[AUTOMA].resources = [0, 3, 0]
    give_actions(state, 4, 9)
    turn(state)
    rolled(state, Action(card(4)))
    assert part(state).played == [card(4), card(9)]
    assert state.board.buildings[names["A"]]
    assert not state.players[AUTOMA].passed


def test_AMB_A10_the_last_card_reached_by_skipping_is_a_pass():
    state = solo()
    home(state)
    display(state, "town_hall", "merchant")
    give_actions(state, 15, 12)
    state.board.open_sides[0] = 0  # card 15 explores, or builds: neither is possible
    turn(state)
    rolled(state, Action(card(15)))
    assert state.players[AUTOMA].passed
    assert part(state).kept == [number_of("merchant")]  # card 12: special, then draw


def test_AMB_A11_the_human_has_passed_so_the_last_card_is_played():
    state = solo()
    names = home(state, small=1)
    state.players[HUMAN].passed = True
    state.players[AUTOMA].resources = [0, 3, 0]
    give_actions(state, 9)
    turn(state)
    assert part(state).played == [card(9)]
    assert state.board.buildings[names["A"]]


def test_AUTO_PASS_03_with_an_empty_deck_a_card_is_revealed_for_what_it_looks_for():
    state = solo()
    home(state)
    display(state, "town_hall", "merchant")
    give_actions(state)
    asked = turn(state)
    assert isinstance(asked, Chance)
    assert len(asked.options) == 15
    rolled(state, Action(card(2)))  # special, recruit, right
    assert part(state).kept == [number_of("town_hall")]
    assert (part(state).discard, card(2) in part(state).deck) == ([card(2)], False)
    assert state.players[AUTOMA].passed


def test_AMB_A09_a_deck_that_is_emptied_by_skipping_counts_as_empty():
    state = solo()
    home(state)
    display(state, "town_hall", "merchant")
    give_actions(state, 14)  # no wood
    asked = turn(state)
    assert isinstance(asked, Chance)
    rolled(state, Action(card(2)))
    assert state.players[AUTOMA].passed


def test_AUTO_PASS_04_when_the_human_has_passed_the_remaining_card_is_taken_without_a_card_for_it():
    state = solo()
    home(state)
    state.players[HUMAN].passed = True
    display(state, "scouts")
    give_actions(state)
    turn(state)
    assert (part(state).kept, state.display, part(state).discard) == ([number_of("scouts")], [], [])


def test_AUTO_PASS_05_cards_taken_are_in_no_deck_and_count_at_the_end():
    state = solo()
    before = sum(final_parts(state, AUTOMA)), sum(final_parts(state, HUMAN))
    worth = next(number for number, row in enumerate(CARDS) if row.set == "advanced" and row.fame == 2)
    part(state).kept = [worth]
    assert (sum(final_parts(state, AUTOMA)), sum(final_parts(state, HUMAN))) == (before[0] + 2, before[1])


def test_AUTO_PASS_06_in_the_last_year_the_achievement_worth_most_to_the_automa():
    state = solo()
    graph(state, {"A": {"own": 1, "u": 1, "food": 3}, "H": {"own": 0, "u": 1, "wood": 1}})
    by_counts = {(row.counts.food and "food") or (row.counts.wood and "wood") or (row.counts.lore and "lore"): number
                 for number, row in enumerate(CARDS) if row.set == "achievement" and not row.module}
    state.display = [by_counts["wood"], by_counts["food"]]
    assert display_cards(state, "left") == [by_counts["food"]]
    state.display = [by_counts["lore"], by_counts["wood"]]  # worth nothing to the Automa, wood more to the human
    assert display_cards(state, "left") == [by_counts["wood"]]
    state.board.wood[1] = 0
    assert display_cards(state, "left") == [by_counts["lore"]]
    assert display_cards(state, "right") == [by_counts["wood"]]


def test_AUTO_PASS_07_passing_first_brings_the_marker():
    state = solo()
    home(state)
    display(state, "scouts", "town_hall")
    give_actions(state, 9)
    turn(state)
    assert state.first == AUTOMA
    state = solo()
    home(state)
    state.players[HUMAN].passed = True
    display(state, "scouts")
    give_actions(state)
    turn(state)
    assert state.first == HUMAN


def test_AUTO_DEVPRIO_01_what_the_cards_of_the_display_are():
    state = solo()
    names = ("militia", "merchant", "town_hall", "scouts", "fishing")
    assert {name: kinds(state, number_of(name)) for name in names} == {
        "militia": {"move"}, "merchant": {"draw"}, "town_hall": {"recruit"}, "scouts": {"explore"},
        "fishing": {"special"}}
    assert kinds(state, number_of("spy")) == {"special", "draw"}
    assert kinds(state, number_of("rangers")) == {"explore"}
    assert kinds(state, number_of("improved_villager_tools")) == {"build"}
    assert kinds(state, number_of("defensive_strategy")) == {"special"}, "a reaction has no effect of its own"


@pytest.mark.parametrize(("picks", "taken"), [
    ("move draw left", "militia"), ("draw move left", "merchant"), ("explore right", "merchant"),
    ("special left", "militia"),
])
def test_AUTO_DEVPRIO_01_from_left_to_right(picks, taken):
    state = solo()
    display(state, "militia", "merchant")
    assert display_cards(state, picks) == [number_of(taken)]


# Harvest, winter, the end.


def harvest(state, resources):
    """Return the Automa's resources after it has traded."""
    state.players[AUTOMA].resources = resources
    part(state).traded = []
    state.push(Trading(AUTOMA))
    settle(state)
    return state.players[AUTOMA].resources


@pytest.mark.parametrize(("before", "after"), [
    ([5, 5, 0], [5, 5, 0]), ([6, 0, 0], [3, 0, 1]), ([0, 6, 0], [0, 3, 1]), ([12, 12, 0], [9, 9, 2]),
])
def test_AUTO_HARV_01_AMB_A03_one_trade_of_three_for_lore_from_six_on(before, after):
    assert harvest(solo(), before) == after


@pytest.mark.parametrize(("before", "after"), [([6, 0, 0], [3, 1, 0]), ([6, 5, 0], [3, 3, 1]), ([0, 6, 0], [0, 3, 1])])
def test_AMB_A03_by_option_food_becomes_wood_before_wood_becomes_lore(before, after):
    assert harvest(solo(automa_trades="wood"), before) == after


def test_AUTO_HARV_01_the_trades_of_a_year_are_forgotten_in_the_next():
    state = solo()
    harvest(state, [0, 12, 0])
    assert part(state).traded == [WOOD]
    state.push(DrawActions())
    settle(state)
    assert part(state).traded == []


def test_AUTO_WINT_01_the_automa_pays_nothing_and_takes_no_unrest():
    state = solo()
    graph(state, {"A": {"own": 1, "u": 9}, "H": {"own": 0, "u": 9}})
    for seat in (HUMAN, AUTOMA):
        state.players[seat].resources = [1, 1, 0]
    push_phase(state, "winter", (1, 0))
    settle(state)
    assert state.players[AUTOMA].resources == [1, 1, 0]
    assert state.players[AUTOMA].top == []
    assert state.players[HUMAN].resources[FOOD] == 0
    assert state.unrest == 9


def test_AUTO_EOY_01_played_cards_are_discarded_at_the_end_of_the_year():
    state = solo()
    home(state)
    part(state).played, part(state).discard = [4, 2], [7]
    push_phase(state, "end", (0, 1))
    settle(state)
    assert (part(state).played, part(state).discard) == ([], [7, 4, 2])


@pytest.mark.parametrize(("level", "lands", "reason"), [
    (1, 4, "territories"), (1, 3, None), (2, 4, None), (2, 5, None),
])
@pytest.mark.parametrize("seat", [HUMAN, AUTOMA])
def test_AUTO_LVL_01_AUTO_LVL_02_AUTO_EOY_02_AMB_A04_four_territories_win_at_level_1_alone(level, lands, reason, seat):
    state = solo(level)
    graph(state, {f"t{number}": {"own": seat, "u": 1, "open": 0, "b": ("forge",)} for number in range(lands)})
    graph(state, {"other": {"own": 1 - seat, "u": 1}})
    push_phase(state, "end", (0, 1))
    settle(state)
    outcome = GAME.outcome(state)
    assert (outcome.reason if outcome else None) == reason
    if outcome:
        assert outcome.ranks[seat] == 1


def test_AUTO_LVL_02_after_seven_years_fame_decides():
    state = solo()
    state.year = 7
    home(state)
    state.players[HUMAN].fame, state.players[AUTOMA].fame = 3, 4
    push_phase(state, "end", (0, 1))
    settle(state)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.ranks, outcome.reason) == ((2, 1), "fame")
