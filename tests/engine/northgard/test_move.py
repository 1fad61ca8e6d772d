"""Moving (NG-MOVE-*): borders, groups, what stops where, and what cards change."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.actions.move import PLAIN, MoveTerms, MoveUnits
from lawspeaker_engine.games.northgard.actions.move import Move as MoveVerb
from lawspeaker_engine.games.northgard.figures import KAIJA
from lawspeaker_engine.games.northgard.options import Fight, Move
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD, Battle
from tests.engine.northgard.positions import (
    answer,
    chance,
    decision,
    empty_state,
    graph,
    kaija_stands_in,
    offered,
    roll,
    run,
)

RED, BLUE, MATE = 0, 1, 2


def step(t, source, target, units, kaija=False):
    return Move(t[source], t[target], units, kaija)


def start(state, moves, **terms):
    state.push(MoveUnits(RED, moves, MoveTerms(**terms)))


def row(state, t):
    """(owner, units) of every territory, in order."""
    return [(state.board.owner[number], state.board.units[number]) for number in t.values()]


def targets(state, t, source):
    """Names of the territories that moves from `source` lead to."""
    names = {number: name for name, number in t.items()}
    return {names[option.target] for option in offered(state) if option.source == t[source]}


@pytest.mark.parametrize(("in_a", "in_c", "second"), [(2, 4, 1), (6, 0, 5)])
def test_TC_MOVE_01_AMB_R17_four_moves_with_a_rough_border(in_a, in_c, second):
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": in_a}, "B": {}, "C": {"own": RED, "u": in_c} if in_c else {}, "D": {}},
        [("A", "B", "regular"), ("A", "C", "regular"), ("C", "D", "rough")],
    )
    MoveVerb(moves=4).begin(state, RED, 0)
    answer(state, step(t, "A", "B", 1))
    answer(state, step(t, "A", "C", second))
    answer(state, step(t, "C", "D", 4))
    assert run(state) == ()
    assert row(state, t) == [(-1, 0), (RED, 1), (RED, 1), (RED, 4)]
    assert state.controlled(RED) == [t["B"], t["C"], t["D"]]


def test_TC_MOVE_01_negative_three_moves_are_not_enough():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 2}, "B": {}, "C": {"own": RED, "u": 4}, "D": {}},
        [("A", "B", "regular"), ("A", "C", "regular"), ("C", "D", "rough")],
    )
    start(state, 3)
    answer(state, step(t, "A", "B", 1))
    answer(state, step(t, "A", "C", 1))
    assert targets(state, t, "C") == {"A"}


def test_TC_MOVE_01_negative_a_regular_piece_beside_the_rough_one_makes_it_cost_one():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 2}, "B": {}, "C": {"own": RED, "u": 4}, "D": {}},
        [("A", "B", "regular"), ("A", "C", "regular"), ("C", "D", "rough"), ("C", "D", "regular")],
    )
    start(state, 3)
    answer(state, step(t, "A", "B", 1))
    answer(state, step(t, "A", "C", 1))
    answer(state, step(t, "C", "D", 4))
    assert run(state) == ()


def test_TC_MOVE_01_negative_NG_MOVE_08_NG_MOVE_12_two_actions_never_add_up_for_a_rough_border():
    state = empty_state()
    t = graph(state, {"C": {"own": RED, "u": 4}, "D": {}}, [("C", "D", "rough")])
    start(state, 1)
    start(state, 1)
    assert run(state) == ()
    assert row(state, t) == [(RED, 4), (-1, 0)]


def test_NG_MOVE_01_each_move_may_be_left_unused():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 2}, "B": {}, "C": {}}, [("A", "B", "regular"), ("B", "C", "regular")])
    start(state, 3)
    asked = decision(state)
    assert (asked.prompt, asked.least, asked.most, asked.default, asked.seen_by) == ("move.step", 0, 1, (), None)
    answer(state, step(t, "A", "B", 1))
    answer(state)
    assert run(state) == ()
    assert row(state, t) == [(RED, 1), (RED, 1), (-1, 0)]


def test_NG_MOVE_02_any_number_of_units_of_one_territory_cross_one_border_to_an_adjacent_one():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 3}, "B": {}, "C": {}, "D": {"own": BLUE, "u": 5}, "E": {}},
        [("A", "B", "regular"), ("B", "C", "regular"), ("D", "E", "regular"), ("A", "E", "impassable")],
    )
    start(state, 1)
    assert offered(state) == [step(t, "A", "B", 1), step(t, "A", "B", 2), step(t, "A", "B", 3)]


def test_NG_MOVE_03_units_gather_and_move_on_together():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 1}, "B": {"own": RED, "u": 2}, "C": {}},
        [("A", "B", "regular"), ("B", "C", "regular")],
    )
    start(state, 2)
    answer(state, step(t, "A", "B", 1))
    answer(state, step(t, "B", "C", 3))
    assert run(state) == ()
    assert row(state, t) == [(-1, 0), (-1, 0), (RED, 3)]


def test_NG_MOVE_04_a_territory_left_is_neutral_and_one_entered_controlled_at_once():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {}}, [("A", "B", "regular")])
    start(state, 2)
    answer(state, step(t, "A", "B", 1))
    run(state)
    assert row(state, t) == [(-1, 0), (RED, 1)]
    assert offered(state) == [step(t, "B", "A", 1)]


def test_NG_MOVE_05_the_cards_bonus_counts_in_every_combat_of_the_action():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 3}, "B": {"own": BLUE, "u": 1}, "C": {"own": BLUE, "u": 1}},
        [("A", "B", "regular"), ("A", "C", "regular")],
    )
    start(state, 2, points=2)
    answer(state, step(t, "A", "B", 1))
    answer(state, step(t, "A", "C", 1))
    answer(state, Fight(t["B"]))
    for name in "BC":
        assert chance(state).stream == "combat/1/attacker"
        assert state.agenda[-1].points == (3, 1)
        roll(state, "2C")
        roll(state, "3C")
        run(state)
        assert row(state, t)[t[name]] == (RED, 1)


@pytest.mark.parametrize(("kind", "moves", "possible"), [
    ("regular", 1, True), ("rough", 1, False), ("rough", 2, True), ("impassable", 4, False),
])
def test_NG_MOVE_06_a_rough_border_costs_two_moves_and_an_impassable_one_cannot_be_crossed(kind, moves, possible):
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {}}, [("A", "B", kind)])
    start(state, moves)
    assert (run(state) != ()) == possible
    if possible:
        answer(state, step(t, "A", "B", 1))
        assert run(state) == ()  # both moves are used up


def test_NG_MOVE_07_no_surcharge_where_a_regular_border_is_shared_too():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {}}, [("A", "B", "rough"), ("A", "B", "regular")])
    start(state, 1)
    assert offered(state) == [step(t, "A", "B", 1)]


def test_NG_MOVE_08_both_moves_for_a_rough_border_belong_to_one_action():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {}, "C": {}}, [("A", "B", "regular"), ("B", "C", "rough")])
    start(state, 2)
    answer(state, step(t, "A", "B", 1))
    assert targets(state, t, "B") == {"A"}
    answer(state)
    start(state, 2)
    answer(state, step(t, "B", "C", 1))
    assert row(state, t) == [(-1, 0), (-1, 0), (RED, 1)]


def test_NG_MOVE_09_NG_MOVE_13_AMB_R18_units_stop_in_an_enemy_territory_and_cannot_go_on():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 3}, "B": {"own": BLUE, "u": 2}, "C": {}},
        [("A", "B", "regular"), ("B", "C", "regular")],
    )
    start(state, 3)
    answer(state, step(t, "A", "B", 2))
    assert state.battles == [Battle(t["B"], RED, 2)]
    assert row(state, t) == [(RED, 1), (BLUE, 2), (-1, 0)]
    assert offered(state) == [step(t, "A", "B", 1)]


def test_NG_MOVE_10_more_units_join_and_several_combats_may_be_triggered():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 4}, "B": {"own": BLUE, "u": 2}, "C": {"own": BLUE, "u": 1}},
        [("A", "B", "regular"), ("A", "C", "regular")],
    )
    start(state, 3)
    answer(state, step(t, "A", "C", 1))
    answer(state, step(t, "A", "B", 1))
    answer(state, step(t, "A", "B", 2))
    assert state.battles == [Battle(t["B"], RED, 3), Battle(t["C"], RED, 1)]
    assert decision(state).prompt == "combat.order"


def test_NG_MOVE_11_all_moves_are_made_before_any_combat():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 3}, "B": {"own": BLUE, "u": 1}, "C": {}},
        [("A", "B", "regular"), ("A", "C", "regular")],
    )
    start(state, 2)
    answer(state, step(t, "A", "B", 2))
    assert decision(state).prompt == "move.step"
    answer(state, step(t, "A", "C", 1))
    assert chance(state).prompt == "combat.roll"


def test_NG_MOVE_12_combats_of_one_action_are_over_before_the_next_action_moves():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 4}, "B": {"own": BLUE, "u": 1}, "C": {}},
              [("A", "B", "regular"), ("B", "C", "regular")])
    start(state, 1)  # the later one
    start(state, 1)
    answer(state, step(t, "A", "B", 4))
    assert chance(state).prompt == "combat.roll"
    roll(state, "2K")
    roll(state, "2C")
    answer(state, step(t, "B", "C", 2))
    assert row(state, t) == [(-1, 0), (RED, 2), (RED, 2)]


def test_options_are_sorted_by_source_target_units_and_kaija():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 2, "kaija": True}, "B": {"own": RED, "u": 1}, "C": {}},
        [("A", "B", "regular"), ("A", "C", "regular"), ("B", "C", "regular")],
    )
    start(state, 1)
    keys = [(o.source, o.target, o.units, o.kaija) for o in offered(state)]
    assert keys == sorted(keys)
    assert len(keys) == len(set(keys)) == 5 + 5 + 1 + 1
    assert t["A"] == keys[0][0]


def test_AMB_R50_a_move_card_may_always_be_played():
    state = empty_state()
    graph(state, {"A": {"own": BLUE, "u": 1}})
    assert MoveVerb(moves=2).playable(state, RED)
    start(state, 2)
    assert run(state) == ()


# Kaija.


def test_NG_CLAN_BEAR_01_NG_CLAN_BEAR_04_kaija_moves_like_a_unit_but_not_into_an_enemy_territory():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 1, "kaija": True}, "B": {}, "C": {"own": BLUE, "u": 1}},
        [("A", "B", "regular"), ("A", "C", "regular")],
    )
    start(state, 1)
    assert offered(state) == [
        step(t, "A", "B", 0, True), step(t, "A", "B", 1), step(t, "A", "B", 1, True), step(t, "A", "C", 1),
    ]
    answer(state, step(t, "A", "B", 1, True))
    assert (state.where(KAIJA), row(state, t)) == (t["B"], [(-1, 0), (RED, 1), (BLUE, 1)])


def test_the_bear_awakens_lets_kaija_enter_enemy_territories_this_year():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "kaija": True}, "B": {"own": BLUE, "u": 1}}, [("A", "B", "regular")])
    start(state, 1)
    assert run(state) == ()
    state.players[RED].awakened = True
    start(state, 1)
    answer(state, step(t, "A", "B", 0, True))
    assert state.battles == [Battle(t["B"], RED, 0)]
    assert (state.where(KAIJA), kaija_stands_in(state, t["B"]), state.figure_count(t["B"])) == (t["B"], False, 1)


def test_NG_CLAN_BEAR_01_AMB_R22_AMB_R23_kaija_alone_moves_and_leaves_her_territory_neutral():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "kaija": True}, "B": {}}, [("A", "B", "regular")])
    start(state, 1)
    answer(state, step(t, "A", "B", 0, True))
    assert row(state, t) == [(-1, 0), (RED, 0)]
    assert kaija_stands_in(state, t["B"])


def test_NG_CLAN_BEAR_01_AMB_R22_AMB_R23_kaija_left_alone_keeps_the_territory():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 2, "kaija": True}, "B": {}}, [("A", "B", "regular")])
    start(state, 1)
    answer(state, step(t, "A", "B", 2))
    assert row(state, t) == [(RED, 0), (RED, 2)]


def test_AMB_R22_a_setting_has_kaija_move_only_together_with_units():
    state = empty_state(kaija_alone=False)
    t = graph(state, {"A": {"own": RED, "u": 1, "kaija": True}, "B": {}}, [("A", "B", "regular")])
    start(state, 1)
    assert offered(state) == [step(t, "A", "B", 1), step(t, "A", "B", 1, True)]


def test_a_card_collects_food_and_wood_of_the_territory_kaija_leaves_but_not_otherwise():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 1, "kaija": True, "food": 1, "wood": 1, "lore": 1, "b": ["food_silo"]}, "B": {}},
        [("A", "B", "regular")],
    )
    start(state, 2, kaija_collects=True)
    answer(state, step(t, "A", "B", 1))
    assert state.players[RED].resources == [0, 0, 0]
    answer(state, step(t, "A", "B", 0, True))
    resources = state.players[RED].resources
    assert (resources[FOOD], resources[WOOD], resources[LORE]) == (2, 1, 0)


# Other cards.


def test_a_card_that_ignores_rough_borders_crosses_them_with_one_move():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 1}, "B": {}, "C": {}}, [("A", "B", "rough"), ("A", "C", "impassable")],
    )
    start(state, 1, ignore_rough=True)
    assert targets(state, t, "A") == {"B"}
    answer(state, step(t, "A", "B", 1))
    assert run(state) == ()


def test_infiltration_goes_on_from_an_enemy_territory_without_a_fight():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 3}, "B": {"own": BLUE, "u": 2}, "C": {}},
        [("A", "B", "regular"), ("B", "C", "regular")],
    )
    start(state, 2, through_enemies=True)
    answer(state, step(t, "A", "B", 3))
    answer(state, step(t, "B", "C", 3))
    assert run(state) == ()
    assert state.battles == []
    assert row(state, t) == [(-1, 0), (BLUE, 2), (RED, 3)]


def test_infiltration_fights_only_where_units_remain():
    state = empty_state()
    t = graph(
        state, {"A": {"own": RED, "u": 3}, "B": {"own": BLUE, "u": 2}, "C": {"own": BLUE, "u": 1}},
        [("A", "B", "regular"), ("B", "C", "regular")],
    )
    start(state, 3, through_enemies=True)
    answer(state, step(t, "A", "B", 3))
    answer(state, step(t, "B", "C", 2))
    assert state.battles == [Battle(t["B"], RED, 1), Battle(t["C"], RED, 2)]
    answer(state, step(t, "B", "C", 1))
    assert state.battles == [Battle(t["C"], RED, 3)]
    assert chance(state).prompt == "combat.roll"


# Teams.


def team_state(**territories):
    state = empty_state(4, teams=True)
    return state, lambda borders: graph(state, territories, borders)


def test_NG_VAR_06_units_pass_through_a_teammates_territory_but_never_stay():
    state, draw = team_state(A={"own": RED, "u": 2}, B={"own": MATE, "u": 1}, C={}, D={"own": BLUE, "u": 1})
    t = draw([("A", "B", "regular"), ("B", "C", "regular"), ("B", "D", "regular")])
    start(state, 2)
    assert targets(state, t, "A") == {"B"}
    answer(state, step(t, "A", "B", 2))
    assert (decision(state).least, targets(state, t, "B")) == (1, {"A", "C", "D"})
    assert {option.units for option in offered(state)} == {2}  # no move would be left for those who stay
    answer(state, step(t, "B", "C", 2))
    assert run(state) == ()
    assert state.battles == []
    assert row(state, t) == [(-1, 0), (MATE, 1), (RED, 2), (BLUE, 1)]


def test_NG_VAR_06_with_the_last_move_a_teammates_territory_cannot_be_entered():
    state, draw = team_state(A={"own": RED, "u": 2}, B={"own": MATE, "u": 1}, C={})
    draw([("A", "B", "regular"), ("B", "C", "regular")])
    start(state, 1)
    assert run(state) == ()


def test_AMB_R42_leaving_a_teammates_territory_over_a_rough_border_costs_as_usual():
    state, draw = team_state(A={"own": RED, "u": 1}, B={"own": MATE, "u": 1}, C={})
    t = draw([("A", "B", "rough"), ("B", "C", "regular")])
    start(state, 2)
    assert run(state) == ()
    start(state, 3)
    answer(state, step(t, "A", "B", 1))  # one move left, and the only border it crosses is to C
    assert run(state) == ()
    assert row(state, t) == [(-1, 0), (MATE, 1), (RED, 1)]


def test_NG_VAR_06_a_group_may_split_while_passing_if_all_can_still_leave():
    state, draw = team_state(A={"own": RED, "u": 2}, B={"own": MATE, "u": 1}, C={}, D={})
    t = draw([("A", "B", "regular"), ("B", "C", "regular"), ("B", "D", "regular")])
    start(state, 3)
    answer(state, step(t, "A", "B", 2))
    answer(state, step(t, "B", "C", 1))
    answer(state, step(t, "B", "D", 1))
    assert run(state) == ()
    assert row(state, t) == [(-1, 0), (MATE, 1), (RED, 1), (RED, 1)]


def test_AMB_R42_kaija_passes_through_but_not_where_only_enemy_land_lies_behind():
    state, draw = team_state(
        A={"own": RED, "u": 1, "kaija": True}, B={"own": MATE, "u": 1}, C={"own": BLUE, "u": 1},
    )
    t = draw([("A", "B", "regular"), ("B", "C", "regular")])
    start(state, 2)
    answer(state, step(t, "A", "B", 1, True))
    assert (state.where(KAIJA), kaija_stands_in(state, t["B"])) == (t["B"], False)
    # C is closed to her and nobody may stay, so the last move can only take both back to A.
    assert run(state) == ()
    assert (state.where(KAIJA), row(state, t)) == (t["A"], [(RED, 1), (MATE, 1), (BLUE, 1)])


def test_NG_VAR_06_a_group_goes_through_two_teammates_territories_only_together():
    state, draw = team_state(A={"own": RED, "u": 2}, B={"own": MATE, "u": 1}, C={"own": MATE, "u": 1}, D={})
    t = draw([("A", "B", "regular"), ("B", "C", "regular"), ("C", "D", "regular")])
    start(state, 4)
    answer(state, step(t, "A", "B", 2))
    assert [o.units for o in offered(state) if o.target == t["C"]] == [2]
    assert [o.units for o in offered(state) if o.target == t["A"]] == [1, 2]
    answer(state, step(t, "B", "C", 2))
    answer(state, step(t, "C", "D", 1))
    assert run(state) == ()
    assert row(state, t) == [(-1, 0), (MATE, 1), (MATE, 1), (RED, 2)]


def test_AMB_R22_where_kaija_does_not_move_alone_she_is_not_left_alone_on_the_way():
    state = empty_state(4, teams=True, kaija_alone=False)
    t = graph(
        state, {"A": {"own": RED, "u": 1, "kaija": True}, "B": {"own": MATE, "u": 1}, "C": {}},
        [("A", "B", "regular"), ("B", "C", "regular")],
    )
    start(state, 3)
    answer(state, step(t, "A", "B", 1, True))
    assert offered(state) == [step(t, "B", "A", 1, True), step(t, "B", "C", 1, True)]


def test_NG_VAR_06_teammates_do_not_fight_and_enemies_do():
    state, draw = team_state(A={"own": RED, "u": 2}, B={"own": MATE, "u": 1}, C={"own": 3, "u": 1})
    t = draw([("A", "B", "regular"), ("B", "C", "regular"), ("A", "C", "regular")])
    start(state, 1)
    assert targets(state, t, "A") == {"C"}


def test_without_teams_the_player_opposite_is_an_enemy():
    state = empty_state(4)
    t = graph(state, {"A": {"own": RED, "u": 2}, "B": {"own": MATE, "u": 1}}, [("A", "B", "regular")])
    start(state, 1)
    answer(state, step(t, "A", "B", 2))
    assert state.battles == [Battle(t["B"], RED, 2)]


def test_a_plain_action_has_no_bonus():
    assert MoveTerms() == PLAIN
