"""The Automa in combats and events, and Snake against it (AUTO-COMBAT-*, AUTO-MOD-*, AUTO-SNAKE-*)."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.actions.combat import Battles
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, number_of, resolve_card
from lawspeaker_engine.games.northgard.clans import CLANS
from lawspeaker_engine.games.northgard.figures import enter
from lawspeaker_engine.games.northgard.modules.automa_cards import AUTOMA_CARDS, first_effect
from lawspeaker_engine.games.northgard.modules.automa_moves import LEADERS
from lawspeaker_engine.games.northgard.modules.automa_part import AUTOMA, HUMAN
from lawspeaker_engine.games.northgard.modules.event_effects import Events
from lawspeaker_engine.games.northgard.modules.events import EVENTS, EventMoment
from lawspeaker_engine.games.northgard.options import Accept, Action, Pay, Recruit, Territory
from lawspeaker_engine.games.northgard.phases.end import SecondChance
from lawspeaker_engine.model import Chance

from .positions import chance, graph, occupy, offered, roll
from .solo import GAME, leader, part, rolled, settle, solo, tell


def fight(state, attacker, target, units, special=()):
    """Figures of the attacker's reserve attack a territory of the other side."""
    state.players[attacker].reserve -= units
    enter(state, attacker, target, units, special)
    state.push(Battles(attacker))
    settle(state)
    return state


def spent(mine, theirs, *, attacks, food, human_food, human_spends=0, **more):
    """Return what the Automa spends with so many figures a side."""
    state = solo()
    own = AUTOMA if not attacks else HUMAN
    names = graph(state, {"T": {"own": own, "u": mine if not attacks else theirs, **more}})
    state.players[AUTOMA].resources = [food, 0, 0]
    state.players[HUMAN].resources = [human_food, 0, 0]
    fight(state, AUTOMA if attacks else HUMAN, names["T"], mine if attacks else theirs)
    if not attacks and human_food:
        tell(state, human_spends)
    return food - state.players[AUTOMA].resources[0]


@pytest.mark.parametrize(("mine", "theirs", "food", "human_food", "expected"), [
    (4, 2, 9, 9, 2),  # 4 + 2 is two more than 2 + 2
    (4, 3, 9, 0, 1),
    (2, 3, 9, 9, 2),  # one a figure, though 6 would be needed
    (4, 4, 1, 9, 1),  # all it has
    (5, 2, 9, 0, 0),
])
def test_AUTO_COMBAT_02_attacking_it_spends_for_a_lead_of_two_over_all_the_human_could_have(
    mine, theirs, food, human_food, expected,
):
    assert spent(mine, theirs, attacks=True, food=food, human_food=human_food) == expected


@pytest.mark.parametrize(("human_spends", "expected"), [(0, 2), (1, 3), (2, 3)])
def test_AUTO_COMBAT_02_defending_it_knows_what_the_human_has_spent(human_spends, expected):
    assert spent(3, 3, attacks=False, food=9, human_food=2, human_spends=human_spends) == expected


def test_AMB_A20_with_a_lead_of_two_it_spends_nothing():
    assert spent(6, 2, attacks=True, food=9, human_food=2) == 0
    assert spent(6, 2, attacks=True, food=9, human_food=0) == 0


def test_AUTO_COMBAT_01_AUTO_COMBAT_03_the_human_spends_after_the_automa_has():
    state = solo()
    names = graph(state, {"T": {"own": HUMAN, "u": 2}})
    state.players[AUTOMA].resources = [9, 0, 0]
    state.players[HUMAN].resources = [9, 0, 0]
    fight(state, AUTOMA, names["T"], 3)
    assert (state.agenda[-1].food, settle(state)[0].prompt) == ((3, 0), "combat.food")


def die_of(state):
    """Return what the attacking Automa takes of a die that shows either: points and casualties."""
    before = state.agenda[-1].points[0]
    roll(state, "C/K")
    settle(state)
    combat = state.agenda[-1]
    return combat.points[0] - before, combat.casualties[1]


@pytest.mark.parametrize(("option", "mine", "theirs", "taken"), [
    ("casualty", 2, 1, (0, 1)),  # the casualty wipes the human out
    ("casualty", 2, 3, (1, 0)),  # it would not win
    ("point", 3, 3, (1, 0)),  # the point wins
    ("point", 2, 3, (0, 1)),
    ("casualty", 3, 3, (1, 0)),
])
def test_AUTO_COMBAT_04_AMB_A02_attacking_it_goes_by_what_is_known_before_the_human_rolls(option, mine, theirs, taken):
    state = solo(automa_die=option)
    names = graph(state, {"T": {"own": HUMAN, "u": theirs}})
    fight(state, AUTOMA, names["T"], mine)
    assert die_of(state) == taken


def test_AUTO_COMBAT_04_AMB_A02_defending_it_wins_a_draw_and_knows_the_humans_die():
    state = solo()
    names = graph(state, {"T": {"own": AUTOMA, "u": 4}})
    fight(state, HUMAN, names["T"], 1)
    roll(state, "3C")  # 4 to 4: the casualty wins
    settle(state)
    roll(state, "C/K")
    settle(state)
    assert state.players[HUMAN].reserve == 14
    assert state.board.owner[names["T"]] == AUTOMA


def test_AUTO_COMBAT_05_units_die_before_leaders_and_leader_2_before_leader_1():
    state = solo()
    names = graph(state, {"T": {"own": AUTOMA, "u": 1}, "H": {"own": HUMAN, "u": 1}})
    leader(state, 1, names["T"])
    leader(state, 2, names["T"])
    fight(state, HUMAN, names["T"], 9)
    roll(state, "2K")
    settle(state)
    roll(state, "2C")
    settle(state)
    assert state.players[AUTOMA].reserve == 14
    assert state.where(LEADERS[1]) == -1
    assert state.where(LEADERS[0]) == -1  # it had no place to retreat to
    state = solo()
    names = graph(state, {"T": {"own": AUTOMA, "u": 1}, "B": {}}, [("T", "B", "rough")])
    leader(state, 1, names["T"])
    leader(state, 2, names["T"])
    fight(state, HUMAN, names["T"], 9)
    roll(state, "2K")
    settle(state)
    roll(state, "2C")
    settle(state)
    assert (state.where(LEADERS[0]), state.where(LEADERS[1])) == (names["B"], -1)  # over a rough border


def retreated(places, borders):
    """Return the territories to which the Automa's unit and Leader go, and the state."""
    state = solo()
    around = [("T", name, kind) for name, kind in borders.items()]
    names = graph(state, {"T": {"own": AUTOMA, "u": 2}, **places}, around)
    leader(state, 1, names["T"])
    fight(state, HUMAN, names["T"], 9)
    roll(state, "3C")
    settle(state)
    roll(state, "2C")
    settle(state)
    return state, names


@pytest.mark.parametrize(("one", "other"), [
    ({"b": ("forge",)}, {"b": ("food_silo", "training_camp")}), ({"food": 1, "wood": 1}, {"lore": 1}),
    ({"size": 2}, {"size": 1}), ({"open": 0}, {"open": 1}),
])
def test_AUTO_COMBAT_06_all_retreat_to_the_one_territory_of_the_criteria(one, other):
    state, names = retreated({"other": other, "one": one}, {"other": "regular", "one": "rough"})
    assert state.special_figures(AUTOMA, names["one"]) == (LEADERS[0],)
    assert state.board.units[names["one"]] == 2


def test_AUTO_COMBAT_06_AMB_A12_not_to_the_human_and_the_human_decides_a_tie():
    state, names = retreated({"a": {}, "b": {}, "H": {"own": HUMAN, "u": 1, "food": 9}},
                             {"a": "regular", "b": "rough", "H": "regular"})
    assert offered(state) == [Territory(names["a"]), Territory(names["b"])]
    tell(state, Territory(names["b"]))
    assert state.board.units[names["b"]] == 2


def test_AMB_A12_without_a_place_its_figures_return_to_the_reserve():
    state, _ = retreated({"H": {"own": HUMAN, "u": 1}, "wall": {}}, {"H": "regular", "wall": "impassable"})
    assert state.players[AUTOMA].reserve == 14
    assert state.where(LEADERS[0]) == -1


def test_AMB_A13_a_second_chance_brings_leader_1_and_two_units_by_the_criteria_of_the_setup():
    state = solo()
    names = graph(state, {"H": {"own": HUMAN, "u": 1}, "poor": {}, "rich": {"food": 2}})
    state.push(SecondChance(AUTOMA))
    settle(state)
    assert state.special_figures(AUTOMA, names["rich"]) == (LEADERS[0],)
    assert state.board.units[names["rich"]] == 2


# Modules.


@pytest.mark.parametrize(("options", "points"), [
    ({}, 1), ({"warchiefs": True}, 3), ({"warchiefs": True, "leader_points": 2}, 2), ({"leader_points": 2}, 1),
])
def test_AUTO_MOD_03_AMB_A01_what_a_leader_is_worth(options, points):
    state = solo(**options)
    names = graph(state, {"T": {"own": AUTOMA, "u": 2}})
    leader(state, 1, names["T"])
    fight(state, HUMAN, names["T"], 1)
    assert state.agenda[-1].points[1] == 2 + points


def event(name):
    return [row.id for row in EVENTS].index(name)


def of_year(state, name):
    """The event holds this year, and acts on both."""
    state.part(Events).now = event(name)
    state.push(EventMoment(EVENTS[event(name)].when, (HUMAN, AUTOMA)))
    settle(state)


def test_AUTO_MOD_02_AMB_H52_negative_events_spare_the_automa():
    state = solo(events="all")
    names = graph(state, {"A": {"own": 1, "u": 3}, "H": {"own": 0, "u": 3}})
    of_year(state, "krakens_attack")
    assert (state.board.units[names["A"]], state.board.units[names["H"]]) == (3, 2)
    of_year(state, "draugr_invasion")
    assert [player.fame for player in state.players] == [2, 0]


def test_AUTO_MOD_02_the_other_events_hold_for_the_automa_too():
    state = solo(events="all")
    names = graph(state, {"A": {"own": 1, "u": 3}, "H": {"own": 0, "u": 3}})
    of_year(state, "happy_people")
    assert [player.fame for player in state.players] == [3, 3]
    assert (state.board.units[names["A"]], state.board.units[names["H"]]) == (4, 4)


def test_AUTO_MOD_02_blood_moon_makes_no_casualty_more_for_the_automa():
    state = solo(events="all")
    state.part(Events).now = event("blood_moon")
    names = graph(state, {"T": {"own": AUTOMA, "u": 5}, "H": {"own": HUMAN, "u": 1}}, [("T", "H", "regular")])
    fight(state, HUMAN, names["T"], 5)
    roll(state, "2C")
    settle(state)
    roll(state, "3C")
    settle(state)
    assert (state.players[AUTOMA].reserve, state.players[HUMAN].reserve) == (9, 9)


# Snake.


def snake(**more):
    state = solo(**more)
    state.players[HUMAN].clan = [row.id for row in CLANS].index("snake")
    graph(state, {"H": {"own": 0, "u": 3}, "A": {"own": 1, "u": 1}})
    return state


def test_AUTO_SNAKE_01_AUTO_SNAKE_02_snake_has_these_upgrades_in_a_solo_game():
    clan = [row.id for row in CLANS].index("snake")
    upgrades = [CARDS[card].id for card in solo().table.upgrades[clan]]
    assert sorted(upgrades) == ["rapacious_exploitation_solo", "stolen_lore_solo"]
    assert set(solo().table.upgrades[clan]) < solo().table.own_cards[clan]


def test_AUTO_SNAKE_01_the_first_action_of_a_card_that_was_played_this_year():
    state = snake()
    part(state).played = [[row.id for row in AUTOMA_CARDS].index(f"automa_{number}") for number in (3, 1)]
    resolve_card(state, HUMAN, number_of("stolen_lore_solo"))
    settle(state)
    while settle(state)[0].prompt == "snake.token":
        tell(state)
    assert offered(state) == [Action(part(state).played[0]), Action(part(state).played[1])]
    tell(state, Action(part(state).played[0]))
    assert isinstance(offered(state)[0], Recruit)


def test_AUTO_SNAKE_01_a_leaders_move_is_move_2():
    by_id = {row.id: row for row in AUTOMA_CARDS}
    assert first_effect(by_id["automa_1"]).moves == 2
    assert first_effect(by_id["automa_7"]).moves == 1
    assert first_effect(by_id["automa_2"]).moves == 2
    assert first_effect(by_id["automa_9"]).only == "altar_of_kings"


def test_AUTO_SNAKE_02_two_resources_of_the_automa():
    state = snake()
    state.players[AUTOMA].resources = [1, 1, 0]
    part(state).actions = [3, 4]
    resolve_card(state, HUMAN, number_of("rapacious_exploitation_solo"))
    while settle(state)[0].prompt == "snake.token":
        tell(state)
    assert offered(state) == [Pay(1, 1, 0), Accept()]
    tell(state, Pay(1, 1, 0))
    assert [player.resources for player in state.players] == [[1, 1, 0], [0, 0, 0]]


def test_AUTO_SNAKE_02_or_the_top_card_of_the_action_deck():
    state = snake()
    part(state).actions = [3, 4]
    resolve_card(state, HUMAN, number_of("rapacious_exploitation_solo"))
    settle(state)
    while not isinstance(settle(state), Chance) and settle(state)[0].prompt == "snake.token":
        tell(state)
    assert chance(state).prompt == "automa.reveal"  # the only thing that it can do
    rolled(state, Action(4))
    assert (part(state).actions, part(state).discard) == ([3], [4])


def test_the_game_asks_nobody_for_the_automa_when_it_is_worked_off_piece_by_piece():
    state = solo()
    names = graph(state, {"T": {"own": HUMAN, "u": 2}})
    occupy(state, HUMAN, names["T"])
    state.players[AUTOMA].resources = [9, 0, 0]
    state.players[AUTOMA].reserve -= 3
    enter(state, AUTOMA, names["T"], 3)
    state.push(Battles(AUTOMA))
    pieces = list(GAME.work(state))
    assert len(pieces) > 3
    assert settle(state).prompt == "combat.roll"
