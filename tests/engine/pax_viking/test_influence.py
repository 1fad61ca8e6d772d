"""The Influence Phase, and what pays for actions (SG-INFL-*, SG-ACT-*)."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.pax_viking.actions import influence
from lawspeaker_engine.games.pax_viking.options import ActionMarker, InvestDraw, Marker, Pass, Sail, Step, Theocracy
from lawspeaker_engine.games.pax_viking.rows import JARLDOM, RUS, SWEDEN, THEOCRACY
from lawspeaker_engine.games.pax_viking.state import NOBODY
from lawspeaker_engine.model import Chance

from .positions import (
    A,
    B,
    C,
    answer,
    board,
    decision,
    draw,
    draws,
    follow,
    hand,
    offered,
    passing,
    post,
    run,
    ship,
    table,
    turn,
)

PREPRINTED = (
    "bjarma_market", "hedeby", "bulghar", "changan", "miklagard", "damascus", "india", "chieftains_of_omd", "dublin",
    "faroe", "iceland", "aachen", "kyiv", "preslav",
)


def followers(state, *counts, kind="jarldom", first=0):
    """So many Followers of a type for A, B and C, in Trade Centers and at Powerful Allies."""
    places = iter(PREPRINTED[first:])
    for seat, count in enumerate(counts):
        for _ in range(count):
            follow(state, seat, next(places), kind)


def test_SG_T06_SG_INFL_01_SG_INFL_02_who_alone_has_most_takes_the_marker():
    state = table()
    followers(state, 3, 2, 0)
    turn(state)
    assert state.influence == [A, NOBODY, NOBODY, NOBODY]
    assert influence.action_markers(state, A) == 3
    assert influence.unspent(state, A) == [JARLDOM]


def test_SG_T07_SG_INFL_01_a_tie_takes_nothing():
    state = table()
    followers(state, 2, 2, 0)
    assert turn(state).influence == [NOBODY] * 4


def test_SG_T08_SG_INFL_03_AMB_SG_15_a_tied_holder_keeps_the_marker():
    for keeps, holder in ((True, A), (False, NOBODY)):
        state = table(tie_keeps=keeps)
        followers(state, 2, 2)
        state.influence[JARLDOM] = A
        assert turn(state).influence[JARLDOM] == holder


def test_SG_T09_SG_INFL_01_SG_INFL_02_SG_INFL_03_a_marker_is_taken_from_its_holder_in_the_turn_of_who_has_more():
    state = table()
    followers(state, 2, 3)
    state.influence[JARLDOM] = A
    turn(state, B)
    assert state.influence[JARLDOM] == B
    assert influence.action_markers(state, B) == 3
    assert influence.action_markers(state, A) == 4


def test_SG_T10_SG_INFL_03_AMB_SG_15_a_marker_that_is_lost_goes_back():
    state = table()
    followers(state, 1, 2, 2)
    state.influence[JARLDOM] = A
    turn(state)
    assert state.influence[JARLDOM] == NOBODY
    assert influence.action_markers(state, A) == 4


def test_AMB_SG_15_nothing_is_returned_in_the_turn_of_another_player():
    state = table()
    followers(state, 1, 2, 2)
    state.influence[JARLDOM] = A
    assert turn(state, C).influence[JARLDOM] == A


def test_SG_T11_SG_ACT_02_AMB_SG_16_four_actions_are_the_limit():
    state = table()
    for number, kind in enumerate(("jarldom", "theocracy", "sweden", "rus")):
        followers(state, 1, kind=kind, first=number)
    turn(state)
    assert influence.action_markers(state, A) == 0
    assert influence.unspent(state, A) == [JARLDOM, THEOCRACY, SWEDEN, RUS]
    for action in range(4):
        assert state.seat == A
        answer(state, InvestDraw())
        if action < 3:
            assert [option.type for option in offered(state)] == [JARLDOM, THEOCRACY, SWEDEN, RUS][action:]
            answer(state, 0)
        draws(state)
    while decision(state).prompt == "solstice.discard":
        answer(state, *decision(state).default)
    draws(state)
    assert state.seat == B, "the fifth action is another player's"


def test_SG_T12_SG_ACT_04_SG_ACT_05_SG_INFL_02_an_influence_marker_pays_once_for_its_action_or_a_standard_one():
    state = table()
    followers(state, 1, kind="theocracy")
    state.players[A].silver = 20
    turn(state)
    target = Theocracy(post("dublin"))
    answer(state, target)
    assert decision(state).prompt == "turn.action"
    assert influence.action_markers(state, A) == 3
    assert not [option for option in offered(state) if isinstance(option, Theocracy)]
    answer(state, InvestDraw())
    draws(state)
    assert influence.action_markers(state, A) == 2
    state = table()
    followers(state, 1, kind="theocracy")
    turn(state)
    for _ in range(3):
        answer(state, InvestDraw())
        draws(state)
    answer(state, ActionMarker())
    draws(state)
    assert target in offered(state)
    answer(state, Sail(0))
    answer(state, Step(decision(state).options[0].node))
    answer(state)
    assert state.influence_spent[THEOCRACY] == 1
    run(state)
    assert state.seat == B, "the marker is exhausted, so that there is no other action"


def test_SG_ACT_01_AMB_SG_16_the_action_marker_is_used_before_influence_markers():
    state = table()
    followers(state, 1)
    turn(state)
    answer(state, InvestDraw())
    draws(state)
    assert (state.markers_spent, state.influence_spent) == (1, [0, 0, 0, 0])


def test_SG_ACT_04_where_several_influence_markers_could_pay_the_player_says_which():
    state = table(action_markers=3)
    followers(state, 1, kind="jarldom")
    followers(state, 1, kind="rus", first=1)
    turn(state)
    answer(state, InvestDraw())
    answer(state, ActionMarker())
    draws(state)
    answer(state, InvestDraw())
    assert decision(state).prompt == "turn.marker"
    answer(state, Marker(RUS))
    draws(state)
    assert state.influence_spent == [0, 0, 0, 1]


def test_SG_ACT_04_AMB_SG_61_an_influence_marker_can_pay_so_that_the_last_action_marker_is_kept():
    state = table(action_markers=3)
    followers(state, 1, kind="jarldom")
    followers(state, 1, kind="rus", first=1)
    turn(state)
    assert influence.action_markers(state, A) == 1
    answer(state, InvestDraw())
    asked = decision(state)
    assert (asked.prompt, asked.options) == (
        "turn.marker", [ActionMarker(), Marker(JARLDOM), Marker(RUS)])
    assert asked.default == (0,), "who does not answer pays by the Action Marker"
    answer(state, Marker(JARLDOM))
    draws(state)
    assert (state.markers_spent, state.influence_spent) == (0, [1, 0, 0, 0])


@pytest.mark.parametrize("name", ["G03", "G07", "A06-J"])
def test_SG_ACT_04_AMB_SG_61_who_has_an_ability_for_an_action_marker_is_always_asked_which_marker_pays(name):
    state = table()
    followers(state, 1, kind="jarldom")
    turn(state)
    assert influence.action_markers(state, A) == 3
    answer(state, InvestDraw())
    draws(state)
    assert state.markers_spent == 1, "an ability that may come needs one Action Marker, and there are more"
    board(state, A, name)
    state.question = None
    answer(state, InvestDraw())
    assert decision(state).prompt == "turn.marker"
    answer(state, Marker(JARLDOM))
    draws(state)
    assert influence.action_markers(state, A) == 2


def test_AMB_SG_61_what_the_hand_holds_does_not_show_in_which_marker_is_asked_for():
    prompts = []
    for names in ((), ("G01",), ("A06-J", "G03")):
        state = table()
        followers(state, 1, kind="jarldom")
        hand(state, A, *names)
        turn(state)
        for _ in range(3):
            answer(state, InvestDraw())
            prompts.append([])
            while decision_or_chance(state).prompt != "turn.action":
                prompts[-1].append(decision_or_chance(state).prompt)
                if prompts[-1][-1] == "turn.marker":
                    answer(state, ActionMarker())
                else:
                    draw(state, *range(run(state).count))
    assert prompts[:3] == prompts[3:6] == prompts[6:]
    assert [prompt for found in prompts[:3] for prompt in found if prompt.startswith("turn")] == ["turn.marker"]


def decision_or_chance(state):
    """The prompt of the next question, whoever is asked."""
    question = run(state)
    return question if isinstance(question, Chance) else question[0]


@pytest.mark.parametrize(("option", "kept"), [({}, False), ({"marker_needs_follower": False}, True)])
def test_AMB_SG_57_who_has_no_follower_of_a_type_has_not_most_of_it(option, kept):
    state = table(**option)
    state.influence[SWEDEN] = A
    turn(state)
    assert (state.influence[SWEDEN] == A) is kept
    assert influence.action_markers(state, A) == (3 if kept else 4)


def test_SG_T83_SG_ACT_01_SG_ACT_03_AMB_SG_17_standard_actions_repeat_and_passing_is_allowed():
    state = turn(table())
    for _ in range(2):
        answer(state, InvestDraw())
        draws(state)
    assert len(state.players[A].hand) == 2
    assert Pass() in offered(state)
    passing(state)
    assert state.seat == B
    state = turn(table(pass_allowed=False))
    assert Pass() not in offered(state)
    assert decision(state).default == (offered(state).index(InvestDraw()),)


def test_AMB_SG_48_foster_son_and_the_bright_one_count_as_more_followers():
    state = table()
    board(state, A, "A07-J")
    assert influence.counts(state, A)[JARLDOM] == 2
    board(state, B, "G13")
    state.players[B].gods[0].counts_as = SWEDEN
    assert influence.counts(state, B)[SWEDEN] == 1
    turn(state)
    assert state.influence[JARLDOM] == A


def test_a_seat_with_tiles_is_asked_even_if_it_can_do_nothing():
    """Not being asked would tell that no tile of the hand can be played."""
    state = table()
    state.pile, state.track = [], [-1] * 5
    silver = [player.silver for player in state.players]
    for number in range(6):
        state.longships[number].exhausted = True
    state.players[A].hand, state.players[A].drawn = [0], [0]
    turn(state)
    assert offered(state) == [Pass()]
    assert silver == [10, 10, 10]


def test_a_seat_that_can_do_nothing_and_holds_nothing_is_not_asked():
    state = table()
    state.pile, state.track[1:] = [], [-1] * 4
    state.players[A].silver = 0
    for number in range(6):
        state.longships[number].exhausted = True
    turn(state)
    assert state.seat == B


@pytest.mark.parametrize("kind", [JARLDOM, THEOCRACY, SWEDEN, RUS])
def test_SG_SETUP_10_each_marker_belongs_to_a_type(kind):
    state = table()
    followers(state, 1, kind=("jarldom", "theocracy", "sweden", "rus")[kind])
    turn(state)
    assert state.influence.index(A) == kind
    assert run(state)
    assert ship(state, A, "baltic") == 0
