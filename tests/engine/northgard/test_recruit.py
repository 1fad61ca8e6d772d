"""Recruiting (NG-REC-*): where figures may go, how many, and what Training Camps add."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.actions.move import Reinforce
from lawspeaker_engine.games.northgard.actions.recruit import NEUTRAL, OWN_OR_NEUTRAL, RecruitUnits
from lawspeaker_engine.games.northgard.actions.recruit import Recruit as RecruitVerb
from lawspeaker_engine.games.northgard.figures import KAIJA
from lawspeaker_engine.games.northgard.options import Move, Recruit
from lawspeaker_engine.games.northgard.state import UNITS
from tests.engine.northgard.positions import answer, decision, empty_state, give_kaija, graph, offered, run

RED, BLUE = 0, 1


def unit(territory):
    return Recruit(territory, kaija=False)


def start(state, count, **terms):
    state.push(RecruitUnits(RED, count, **terms))


def reserve(state, seat=RED):
    return state.players[seat].reserve


def test_NG_REC_01_up_to_the_printed_number_of_units_come_from_the_reserve():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": RED, "u": 1}})
    RecruitVerb(2).begin(state, RED, 0)
    answer(state, unit(t["A"]))
    answer(state, unit(t["A"]))
    assert run(state) == ()
    assert (state.board.units[t["A"]], reserve(state)) == (3, UNITS - 4)


def test_AMB_R49_recruiting_may_stop_at_any_number_even_none():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1, "b": ["training_camp"]}})
    start(state, 2)
    answer(state)
    assert run(state) == ()
    assert (state.board.units[t["A"]], reserve(state)) == (1, UNITS - 1)
    start(state, 2)
    answer(state, unit(t["A"]))
    answer(state)
    assert run(state) == ()
    assert state.board.units[t["A"]] == 3  # one recruit, and the camp's one


def test_NG_REC_02_units_come_only_into_territories_the_player_controls():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": BLUE, "u": 1}, "C": {}, "D": {"own": RED, "u": 1}})
    start(state, 1)
    assert offered(state) == [unit(t["A"]), unit(t["D"])]
    assert (decision(state).least, decision(state).most, decision(state).seen_by) == (0, 1, None)


def test_NG_REC_03_units_of_one_action_may_be_spread():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": RED, "u": 1}})
    start(state, 2)
    answer(state, unit(t["A"]))
    answer(state, unit(t["B"]))
    assert (state.board.units[t["A"]], state.board.units[t["B"]]) == (2, 2)


def test_NG_REC_04_NG_COMP_01_one_territory_may_hold_all_fourteen_units_but_no_more():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 12}})
    start(state, 3)
    answer(state, unit(t["A"]))
    answer(state, unit(t["A"]))
    assert run(state) == ()
    assert (state.board.units[t["A"]], reserve(state)) == (14, 0)


def test_NG_REC_05_only_the_models_in_reserve_limit_the_number():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 7}, "B": {"own": RED, "u": 6}})
    start(state, 2)
    answer(state, unit(t["B"]))
    assert run(state) == ()
    assert reserve(state) == 0


def test_TC_REC_01_each_camp_that_receives_a_unit_adds_one():
    state = empty_state()
    camps = {"own": RED, "u": 1, "b": ["training_camp"]}
    t = graph(state, {"X": camps, "Y": camps})
    start(state, 2)
    answer(state, unit(t["X"]))
    answer(state, unit(t["Y"]))
    assert run(state) == ()
    assert (state.board.units[t["X"]], state.board.units[t["Y"]], reserve(state)) == (3, 3, UNITS - 2 - 4)


def test_TC_REC_01_variant_both_units_to_one_camp_add_one_there():
    state = empty_state()
    camps = {"own": RED, "u": 1, "b": ["training_camp"]}
    t = graph(state, {"X": camps, "Y": camps})
    start(state, 2)
    answer(state, unit(t["X"]))
    answer(state, unit(t["X"]))
    assert run(state) == ()
    assert (state.board.units[t["X"]], state.board.units[t["Y"]], reserve(state)) == (4, 1, UNITS - 2 - 3)


def test_TC_REC_01_variant_a_scarce_reserve_lets_the_player_say_where_the_last_unit_goes():
    state = empty_state()
    t = graph(state, {
        "X": {"own": RED, "u": 6, "b": ["training_camp"]}, "Y": {"own": RED, "u": 5, "b": ["training_camp"]},
    })
    start(state, 2)
    answer(state, unit(t["X"]))
    answer(state, unit(t["Y"]))
    assert offered(state) == [unit(t["X"]), unit(t["Y"])]
    assert decision(state).least == 1
    answer(state, unit(t["Y"]))
    assert run(state) == ()
    assert (state.board.units[t["X"]], state.board.units[t["Y"]], reserve(state)) == (7, 7, 0)


def test_NG_REC_06_several_camps_of_a_merged_territory_add_up_once_an_action():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1, "b": ["training_camp", "training_camp"]}, "B": {"own": RED, "u": 1}})
    start(state, 3)
    answer(state, unit(t["A"]))
    answer(state, unit(t["B"]))
    answer(state, unit(t["A"]))
    assert run(state) == ()
    assert (state.board.units[t["A"]], state.board.units[t["B"]]) == (5, 2)


def test_NG_REC_06_NG_BLDG_05_a_camp_that_receives_nobody_adds_nothing():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1, "b": ["training_camp"]}, "B": {"own": RED, "u": 1}})
    start(state, 1)
    answer(state, unit(t["B"]))
    assert run(state) == ()
    assert (state.board.units[t["A"]], state.board.units[t["B"]]) == (1, 2)


def test_NG_REC_06_an_empty_reserve_leaves_the_camp_without_its_unit():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 13, "b": ["training_camp"]}})
    start(state, 1)
    answer(state, unit(t["A"]))
    assert run(state) == ()
    assert (state.board.units[t["A"]], reserve(state)) == (14, 0)


def test_NG_REC_07_AMB_R05_without_figures_all_go_to_one_neutral_territory_and_its_camp_counts():
    state = empty_state()
    t = graph(state, {"A": {}, "B": {"own": BLUE, "u": 2}, "C": {"b": ["training_camp"]}})
    start(state, 2)
    assert offered(state) == [unit(t["A"]), unit(t["C"])]
    answer(state, unit(t["C"]))
    assert offered(state) == [unit(t["C"])]
    answer(state, unit(t["C"]))
    assert run(state) == ()
    assert (state.board.owner[t["C"]], state.board.units[t["C"]]) == (RED, 3)


def test_NG_CLAN_BEAR_01_NG_CLAN_BEAR_02_kaija_is_placed_instead_of_a_unit():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}})
    give_kaija(state, RED)
    start(state, 2)
    assert offered(state) == [unit(t["A"]), Recruit(t["A"], kaija=True)]
    answer(state, Recruit(t["A"], kaija=True))
    assert (state.where(KAIJA), state.board.units[t["A"]], reserve(state)) == (t["A"], 1, UNITS - 1)
    assert offered(state) == [unit(t["A"])]
    answer(state, unit(t["A"]))
    assert run(state) == ()
    assert state.board.units[t["A"]] == 2


def test_NG_REC_06_camps_take_the_very_last_units_of_the_reserve_without_a_question():
    state = empty_state()
    t = graph(state, {name: {"own": RED, "u": 1, "b": ["training_camp"]} for name in "AB"})
    state.players[RED].reserve = 4
    start(state, 2)
    answer(state, unit(t["A"]))
    answer(state, unit(t["B"]))
    assert run(state) == ()
    assert ([state.board.units[t[name]] for name in "AB"], reserve(state)) == ([3, 3], 0)


def test_NG_CLAN_BEAR_02_only_bear_recruits_kaija():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}})
    give_kaija(state, BLUE)
    start(state, 1)
    assert offered(state) == [unit(t["A"])]


def test_NG_CLAN_BEAR_02_kaija_is_recruited_even_when_no_unit_is_left():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 14}})
    give_kaija(state, RED)
    start(state, 2)
    assert offered(state) == [Recruit(t["A"], kaija=True)]
    answer(state, Recruit(t["A"], kaija=True))
    assert run(state) == ()
    assert state.where(KAIJA) == t["A"]


def test_NG_CLAN_BEAR_01_kaija_recruited_brings_the_camps_unit_and_may_be_it():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1, "b": ["training_camp"]}})
    give_kaija(state, RED)
    start(state, 1)
    answer(state, Recruit(t["A"], kaija=True))
    assert run(state) == ()
    assert state.board.units[t["A"]] == 2
    give_kaija(state, RED)
    start(state, 1)
    answer(state, unit(t["A"]))
    answer(state, Recruit(t["A"], kaija=True))
    assert run(state) == ()
    assert (state.board.units[t["A"]], state.where(KAIJA)) == (3, t["A"])


def test_NG_CLAN_BEAR_01_AMB_R23_kaija_alone_controls_a_territory_and_is_a_figure_on_the_map():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "kaija": True}, "B": {}})
    start(state, 1)
    assert offered(state) == [unit(t["A"])]


def test_a_card_for_own_or_neutral_territories_leaves_out_enemy_ones():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {}, "C": {"own": BLUE, "u": 1}})
    start(state, 1, where=OWN_OR_NEUTRAL)
    answer(state, unit(t["B"]))
    assert run(state) == ()
    assert (state.board.owner[t["B"]], state.board.units[t["B"]]) == (RED, 1)


def test_a_card_for_neutral_territories_takes_those_that_were_neutral_when_it_began():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {}, "C": {"own": BLUE, "u": 1}, "D": {}})
    start(state, 3, where=NEUTRAL)
    assert offered(state) == [unit(t["B"]), unit(t["D"])]
    answer(state, unit(t["B"]))
    assert offered(state) == [unit(t["B"]), unit(t["D"])]
    answer(state, unit(t["B"]))
    answer(state, unit(t["D"]))
    assert (state.board.units[t["B"]], state.board.units[t["D"]]) == (2, 1)


@pytest.mark.parametrize("where", [OWN_OR_NEUTRAL, NEUTRAL])
def test_units_that_must_stay_together_follow_the_first_one(where):
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {}, "C": {}})
    start(state, 2, where=where, together=True)
    answer(state, unit(t["C"]))
    assert offered(state) == [unit(t["C"])]


def test_quotas_name_the_only_places_and_how_many_figures_each_takes():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1, "b": ["training_camp"]}, "B": {}, "C": {"own": RED, "u": 1}})
    start(state, 3, quotas=((t["A"], 1), (t["B"], 2)))
    assert offered(state) == [unit(t["A"]), unit(t["B"])]
    answer(state, unit(t["A"]))
    assert offered(state) == [unit(t["B"])]
    answer(state, unit(t["B"]))
    answer(state, unit(t["B"]))
    assert run(state) == ()
    assert [state.board.units[t[name]] for name in "ABC"] == [3, 2, 1]


def test_a_card_that_reinforces_lets_one_unit_follow_over_a_rough_border():
    state = empty_state()
    t = graph(
        state,
        {"A": {"own": RED, "u": 1}, "B": {"own": RED, "u": 2}, "C": {"own": RED, "u": 1}, "D": {"own": BLUE, "u": 1}},
        [("A", "B", "rough"), ("A", "C", "impassable"), ("A", "D", "regular")],
    )
    RecruitVerb(1, reinforce=True).begin(state, RED, 0)
    answer(state, unit(t["A"]))
    assert offered(state) == [Move(t["B"], t["A"], 1, kaija=False)]
    answer(state, Move(t["B"], t["A"], 1, kaija=False))
    assert run(state) == ()
    assert (state.board.units[t["A"]], state.board.units[t["B"]]) == (3, 1)


def test_a_card_that_reinforces_needs_a_recruit_and_may_be_declined():
    state = empty_state()
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": RED, "u": 2}}, [("A", "B", "regular")])
    start(state, 1, reinforce=True)
    answer(state)
    assert run(state) == ()
    start(state, 1, reinforce=True)
    answer(state, unit(t["A"]))
    answer(state)
    assert run(state) == ()
    assert (state.board.units[t["A"]], state.board.units[t["B"]]) == (2, 2)


@pytest.mark.parametrize(("alone", "kaija_offered"), [(True, True), (False, False)])
def test_AMB_R22_kaija_reinforces_only_where_she_may_move_alone(alone, kaija_offered):
    state = empty_state(kaija_alone=alone)
    t = graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": RED, "u": 1, "kaija": True}}, [("A", "B", "regular")])
    state.push(Reinforce(RED, t["A"]))
    assert (Move(t["B"], t["A"], 0, kaija=True) in offered(state)) == kaija_offered


def test_AMB_R50_a_recruit_card_may_always_be_played():
    state = empty_state()
    graph(state, {"A": {"own": BLUE, "u": 1}})
    assert RecruitVerb(1).playable(state, RED)
    start(state, 1)
    assert run(state) == ()


def test_a_price_for_one_figure_more_needs_a_place_where_all_are():
    with pytest.raises(ValueError, match="together = true"):
        RecruitVerb(2, price=2)


def test_an_unknown_place_to_recruit_is_refused():
    with pytest.raises(ValueError, match="own, own_or_neutral, neutral"):
        RecruitVerb(1, where="anywhere")
