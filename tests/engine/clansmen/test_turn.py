"""The Actions phase: who has a turn, what is offered in it, and when it ends."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.clansmen.actions import action_budget
from lawspeaker_engine.games.clansmen.buildings import BUILDINGS
from lawspeaker_engine.games.clansmen.options import (
    Accept,
    Build,
    CallForKin,
    Explore,
    Feast,
    FestivalOfTheSun,
    Heal,
    Hunt,
    Pass,
    Pile,
    PlayCard,
    Reorganize,
    Seat,
    Speak,
    Tile,
    Trade,
)
from lawspeaker_engine.games.clansmen.phases.season import begin_season
from lawspeaker_engine.games.clansmen.phases.turn import ActionsPhase, Turn
from lawspeaker_engine.games.clansmen.question_context import About
from lawspeaker_engine.games.clansmen.state import AUTUMN, BUILD, GOODS, SEASONS, SPRING, SUMMER, TRADE, WINTER
from lawspeaker_engine.games.clansmen.view import make_view
from lawspeaker_engine.model import PUBLIC, Chance

from .positions import (
    A,
    B,
    C,
    D,
    answer,
    begin,
    card,
    decision,
    done,
    draw,
    empty_state,
    hand,
    kinds,
    of,
    offered,
    put,
    run,
    stock,
)


def phase(players: int = 4, people: int = 0, **options):
    """An Actions phase begins; everybody has so many Farmers."""
    state = empty_state(players, **options)
    for seat in range(players):
        for _ in range(people):
            put(state, seat, "farmer")
    begin(state, ActionsPhase())
    return state


def turn(season: int = SUMMER, actions: int = 1, people: int = 1, **options):
    """A's turn with so many Standard Actions and Farmers."""
    state = empty_state(2, season=season, **options)
    for _ in range(people):
        put(state, A, "farmer")
    state.players[A].actions = actions
    begin(state, Turn(A))
    return state


def seats(state, *choices):
    """Return who was asked while these options were chosen."""
    asked = []
    for option in choices:
        asked.append(decision(state).seat)
        answer(state, option)
    return asked


@pytest.mark.parametrize(
    ("people", "actions"), [(0, 1), (1, 1), (2, 1), (3, 2), (5, 2), (6, 3), (8, 3), (9, 4), (12, 5)],
)
def test_CL_ACT_01_CL_T01_one_action_and_one_more_for_every_three_people_the_weakened_too(people, actions):
    state = phase(2)
    for tile in range(people):
        put(state, A, "farmer", tile=tile, weakened=tile % 2 == 0)
    run(state)
    assert [player.actions for player in state.players] == [actions, 1]


def test_AMB_CL_11_by_choice_the_weakened_do_not_count_for_actions():
    for counts, actions in ((True, 2), (False, 1)):
        state = empty_state(2, weak_count=counts)
        for weakened in (False, False, True):
            put(state, A, "farmer", weakened=weakened)
        assert action_budget.standard_actions(state, A) == actions


def test_CL_ACT_02_CL_ACT_03_CL_TALES_28_CL_T20_a_regular_action_once_a_season_unless_a_card_allows_it_again():
    state = turn(actions=3)
    hand(state, A, "hunting_party")
    answer(state, Hunt())
    answer(state, Pass())
    assert done(state)
    assert state.players[A].actions == 2
    begin(state, Turn(A))
    assert Hunt() not in offered(state)
    answer(state, PlayCard(card("hunting_party")))
    answer(state, Hunt())
    assert done(state)
    assert (state.players[A].actions, state.players[A].stock[0]) == (1, 4)
    begin(state, Turn(A))
    assert Hunt() not in offered(state)
    assert Feast() in offered(state)


def test_CL_ACT_02_no_regular_action_without_a_standard_action():
    state = turn(actions=0)
    stock(state, A, 5, 5, 5, 5)
    hand(state, A, "valor")
    state.players[A].specials = 0
    assert offered(state) == [Speak(), Pass()]


def test_CL_ACT_04_CL_ACT_06_CL_SEQ_06_CL_T93_all_take_one_action_after_another_until_nobody_can():
    state = phase(people=3)
    assert seats(state, Hunt(), Hunt(), Hunt(), Hunt()) == [A, B, C, D]
    assert seats(state, Feast(), Feast(), Feast(), Feast()) == [A, B, C, D]
    assert done(state)
    assert [player.stock[0] for player in state.players] == [1] * 4
    assert [player.actions for player in state.players] == [0] * 4


def test_CL_ACT_06_CL_SEQ_12_turns_go_clockwise_from_the_holder_of_the_start_token():
    state = phase(people=1)
    state.start = C
    assert seats(state, Hunt(), Hunt(), Hunt(), Hunt()) == [C, D, A, B]
    assert done(state)


IN_SEASON = {
    "Reorganize": SEASONS, "Hunt": SEASONS, "Feast": SEASONS, "PrayForBlessing": SEASONS, "Explore": SEASONS,
    "Build": SEASONS[:3], "Trade": SEASONS[:3], "IdleHands": SEASONS[3:], "Gifts": SEASONS[3:],
}


@pytest.mark.parametrize("season", [SPRING, SUMMER, AUTUMN, WINTER])
def test_CL_ACT_05_CL_T24_some_actions_exist_in_some_seasons_only(season):
    state = turn(season)
    stock(state, A, 9, 9, 9, 9)
    state.players[A].built[[row.prayer for row in BUILDINGS].index(True)] = 1
    names = {type(option).__name__ for option in offered(state)}
    for name, seasons in IN_SEASON.items():
        assert (name in names) == (SEASONS[season] in seasons), name


def test_CL_ACT_06_CL_ACT_08_a_special_action_is_the_action_of_the_turn_and_costs_no_standard_action():
    state = phase(2, people=1, season=SPRING)
    run(state)
    answer(state, CallForKin(3))
    assert decision(state).seat == B
    assert (state.players[A].actions, state.players[A].specials) == (1, 0)
    answer(state, Hunt())
    assert decision(state).seat == A
    assert CallForKin(3) not in offered(state)
    assert Hunt() in offered(state)


def test_CL_ACT_07_AMB_CL_07_CL_T85_a_pass_is_final_for_the_season():
    state = empty_state(4)
    for seat, count in enumerate((1, 3, 3, 3)):
        for _ in range(count):
            put(state, seat, "farmer")
    begin(state, ActionsPhase())
    assert seats(state, Pass(), Hunt(), Hunt(), Hunt(), Feast(), Feast(), Feast()) == [A, B, C, D, B, C, D]
    assert done(state)
    assert state.players[A].actions == 1
    assert state.players[A].passed


def test_AMB_CL_07_by_choice_who_has_passed_may_act_again_until_all_pass_in_succession():
    state = phase(people=3, passing="consecutive")
    assert seats(state, Pass(), Hunt(), Pass(), Pass(), Hunt(), Pass()) == [A, B, C, D, A, B]
    assert seats(state, Pass(), Pass()) == [C, D]
    assert [player.passed for player in state.players] == [False, True, True, True]
    assert seats(state, Pass()) == [A]
    assert done(state)
    assert [player.actions for player in state.players] == [1, 1, 2, 2]


def test_AMB_CL_07_who_can_do_nothing_is_passed_over_without_being_asked():
    state = phase(2, people=1)
    state.players[B].specials = 0
    assert seats(state, Hunt(), Hunt()) == [A, B]
    assert done(state)
    assert not any(player.passed for player in state.players)


def given_goods():
    """A has hunted its only action away, then B, who has acted once, offers it 1 Goods."""
    state = empty_state(2)
    put(state, A, "farmer")
    for _ in range(6):
        put(state, B, "farmer")
    stock(state, B, food=1, goods=1)
    begin(state, ActionsPhase())
    assert seats(state, Hunt(), Hunt()) == [A, B]
    assert decision(state).seat == B  # A, who has 2 Food and no Goods, can do nothing
    answer(state, Trade())
    answer(state, Seat(A))
    answer(state)
    answer(state, Pile(GOODS, 1, 0))
    return state


def test_CL_SEQ_06_who_could_do_nothing_is_asked_again_when_it_can():
    state = given_goods()
    answer(state, Accept())
    assert decision(state).seat == A
    answer(state, FestivalOfTheSun(renew=False))
    assert decision(state).seat == B
    assert state.players[A].stock == [0, 0, 0, 0]


def test_CL_SEQ_06_CL_ACT_07_who_has_passed_is_not():
    state = given_goods()
    state.players[A].passed = True
    answer(state, Accept())
    assert seats(state, Feast()) == [B]
    assert done(state)


def test_CL_SEQ_06_who_still_can_do_nothing_is_not_asked_and_the_phase_ends():
    state = given_goods()
    answer(state)
    answer(state)  # no further offer
    answer(state, Pass())
    assert done(state)
    assert [player.passed for player in state.players] == [False, True]


def test_CL_SEQ_06_whoever_ends_a_turn_by_a_last_free_play_has_not_passed():
    state = phase(2)
    state.players[A].specials = 0
    hand(state, A, "aid_food")
    answer(state, Hunt())
    answer(state, Pass())  # after the action: nothing is played
    answer(state, Pass())  # B
    answer(state, PlayCard(card("aid_food")))
    assert done(state)
    assert not state.players[A].passed


def test_a_pass_ends_with_the_season():
    state = phase(2)
    state.players[A].passed = True
    begin_season(state)
    assert not state.players[A].passed


def test_a_seat_with_cards_is_asked_though_it_can_do_nothing_so_that_being_asked_tells_nothing():
    state = turn(actions=0, promises=False)
    hand(state, A, "valor")
    asked = decision(state)
    assert (asked.prompt, asked.options, asked.default, asked.seen_by) == ("turn.action", [Pass()], (0,), PUBLIC)
    state = turn(actions=0, promises=True)
    assert done(state)


def test_the_default_of_a_turn_is_to_pass():
    state = turn()
    asked = decision(state)
    assert asked.options[asked.default[0]] == Pass()
    assert (asked.least, asked.most) == (1, 1)


def test_CL_ACT_09_CL_T94_cards_and_blessings_are_free_and_leave_the_turn_where_it_is():
    state = empty_state(2)
    first, second = (put(state, A, "farmer", weakened=True) for _ in range(2))
    hand(state, A, "aid_food", "healing_herbs")
    state.players[A].blessings = 1
    begin(state, ActionsPhase())
    answer(state, PlayCard(card("healing_herbs")))
    answer(state, Tile(first))
    answer(state, Heal(second))
    answer(state, PlayCard(card("aid_food")))
    assert kinds(state, A) == ["farmer", "farmer"]
    assert (decision(state).seat, decision(state).prompt, state.players[A].actions) == (A, "turn.action", 1)
    answer(state, Hunt())
    assert decision(state).seat == B
    player = state.players[A]
    assert (player.stock[0], player.blessings, player.actions, player.hand) == (4, 0, 0, [])


def test_CL_ACT_09_after_the_action_cards_are_played_in_the_next_turn_even_without_any_action_left():
    state = phase(2, cards="before")
    hand(state, A, "aid_food")
    answer(state, Hunt())
    answer(state, Pass())
    assert decision(state).seat == A
    answer(state, PlayCard(card("aid_food")))
    assert done(state)
    assert state.players[A].stock[0] == 4


def test_CL_ACT_09_two_cards_of_a_kind_and_one_with_the_action_are_played_in_one_turn_and_none_costs_an_action():
    state = empty_state(2)
    put(state, A, "farmer")
    hand(state, A, "aid_food", "aid_food", "memorable_feast")
    begin(state, ActionsPhase())
    for played in (1, 2):
        answer(state, PlayCard(card("aid_food")))
        assert (decision(state).seat, state.players[A].stock[0]) == (A, 2 * played)
    with_card = Feast((card("memorable_feast"),))
    assert with_card in offered(state)
    answer(state, with_card)
    while isinstance(asked := run(state), Chance):
        draw(state, *range(asked.count))
    if decision(state).seat == A:  # it has drawn cards, which it may play yet where a match lets it after an action
        assert not of(state, Hunt, Feast)
        answer(state, Pass())
    assert (decision(state).seat, decision(state).prompt) == (B, "turn.action")
    player = state.players[A]
    assert (player.actions, sum(player.used), player.acted) == (0, 1, 0)


AID, DECISIVE = PlayCard(card("aid_food")), PlayCard(card("decisive_action"))


def test_CL_ACT_09_AMB_CL_61_cards_are_played_after_the_action_too_one_after_another_also_two_of_a_kind():
    state = phase(2)
    hand(state, A, "aid_food", "aid_food", "valor")
    answer(state, Hunt())
    for _ in range(2):
        asked = decision(state)
        assert (asked.seat, asked.prompt, asked.options) == (A, "turn.after", [AID, Pass()])
        assert (asked.least, asked.most, asked.default, asked.seen_by) == (1, 1, (1,), PUBLIC)
        assert make_view(state, A).about == About(left=0, acted=1)
        answer(state, AID)
    assert offered(state) == [Pass()]
    answer(state, Pass())
    assert decision(state).seat == B
    player = state.players[A]
    assert (player.stock[0], player.passed, len(player.hand)) == (6, False, 1)


def test_CL_ACT_09_AMB_CL_61_by_option_the_turn_ends_with_the_action():
    state = phase(2, cards="before")
    hand(state, A, "aid_food")
    answer(state, Hunt())
    assert (decision(state).seat, decision(state).prompt) == (B, "turn.action")


def test_CL_ACT_09_CL_BLESS_03_after_the_action_who_has_cards_or_can_heal_is_asked_and_nobody_else():
    for cards, blessings, weakened, asked in (
        ((), 0, False, False), (("valor",), 0, False, True), ((), 1, True, True), ((), 1, False, False),
        ((), 0, True, False),
    ):
        state = empty_state(2)
        tile = put(state, A, "farmer", weakened=weakened)
        hand(state, A, *cards)
        state.players[A].blessings = blessings
        begin(state, ActionsPhase())
        answer(state, Hunt())
        assert (decision(state).prompt == "turn.after") is asked
        if blessings and weakened:
            answer(state, Heal(tile))
            assert (decision(state).seat, kinds(state, A)) == (B, ["farmer"])


def test_CL_ACT_09_CL_TALES_01_whether_a_seat_is_asked_after_its_action_depends_on_how_many_cards_it_has_only():
    prompts = set()
    for cards in (("valor", "cats"), ("aid_food", "decisive_action"), ("group_effort", "group_effort")):
        state = phase(2)
        hand(state, A, *cards)
        answer(state, Hunt())
        prompts.add((decision(state).seat, decision(state).prompt))
    assert prompts == {(A, "turn.after")}


def test_CL_ACT_09_who_passes_has_no_action_after_which_to_play_cards():
    state = phase(2)
    hand(state, A, "aid_food")
    answer(state, Pass())
    assert decision(state).seat == B


def test_CL_ACT_09_CL_TALES_27_decisive_action_may_come_after_the_first_of_the_two_actions():
    state = phase(2, people=3, decisive="tempo")
    hand(state, A, "decisive_action")
    answer(state, Hunt())
    answer(state, DECISIVE)
    assert (decision(state).seat, decision(state).prompt) == (A, "turn.action")
    answer(state, Feast())  # it draws the only card there is: Decisive Action
    assert (decision(state).seat, decision(state).prompt) == (A, "turn.after")
    answer(state, Pass())
    assert decision(state).seat == B


def test_CL_TALES_27_AMB_CL_45_CL_T82_by_option_decisive_action_plays_two_of_the_own_actions_in_a_row():
    state = phase(2, people=3, decisive="tempo", cards="before")
    hand(state, A, "decisive_action", "decisive_action")
    answer(state, PlayCard(card("decisive_action")))
    assert PlayCard(card("decisive_action")) not in offered(state)
    answer(state, Hunt())
    assert decision(state).seat == A
    assert PlayCard(card("decisive_action")) not in offered(state)
    answer(state, Feast())
    assert decision(state).seat == B
    player = state.players[A]
    assert (player.actions, player.stock[0], player.tempo, player.passed) == (0, 1, 0, False)


def test_CL_TALES_27_AMB_CL_45_decisive_action_gives_one_more_action():
    state = phase(2, people=3)
    hand(state, A, "decisive_action")
    answer(state, PlayCard(card("decisive_action")))
    answer(state, Hunt())
    answer(state, Reorganize(state.players[A].people[0].tile))
    answer(state)
    assert decision(state).seat == B
    assert state.players[A].actions == 1


def test_CL_TALES_27_AMB_CL_61_two_of_them_make_it_three_actions_in_a_turn():
    state = phase(2, people=3)
    hand(state, A, "decisive_action", "decisive_action")
    answer(state, DECISIVE)
    answer(state, Hunt())
    answer(state, DECISIVE)
    run(state)
    assert make_view(state, A).about == About(left=2, acted=1)
    answer(state, Reorganize(state.players[A].people[0].tile))
    answer(state)
    answer(state, Explore())
    answer(state, 0)
    assert decision(state).seat == B
    assert state.players[A].actions == 1


def test_CL_TALES_27_CL_ACT_07_who_leaves_out_the_second_action_has_not_passed():
    state = phase(2, people=3)
    hand(state, A, "decisive_action")
    answer(state, PlayCard(card("decisive_action")))
    answer(state, Hunt())
    answer(state, Pass())
    assert seats(state, Pass()) == [B]
    assert decision(state).seat == A
    assert Feast() in offered(state)


def test_CL_TALES_27_a_second_action_that_is_impossible_is_not_waited_for():
    state = phase(2, people=1, decisive="tempo")
    hand(state, A, "decisive_action")
    answer(state, PlayCard(card("decisive_action")))
    answer(state, Hunt())
    assert decision(state).seat == B
    assert state.players[A].tempo == 0


def test_CL_T25_dirt_roads_cost_the_build_action_and_nothing_else():
    state = turn(actions=2)
    roads = [row.id for row in BUILDINGS].index("dirt_roads")
    answer(state, Build(roads))
    assert done(state)
    player = state.players[A]
    assert (player.built[roads], player.stock, player.actions, player.used[BUILD]) == (1, [0] * 4, 1, 1)
    begin(state, Turn(A))
    assert not of(state, Build)


def test_CL_T38_bargaining_in_vain_costs_nothing_and_is_over_for_this_turn_only():
    state = turn()
    put(state, B, "farmer")
    stock(state, B, goods=1)
    answer(state, Trade())
    while decision(state).prompt != "turn.action":
        answer(state, *([Seat(B)] if decision(state).prompt == "trade.with" else []))
    player = state.players[A]
    assert (player.actions, player.used[TRADE]) == (1, 0)
    assert Trade() not in offered(state)
    begin(state, Turn(A))
    assert Trade() in offered(state)


def test_a_trade_is_the_action_of_the_turn():
    state = phase(2, people=1)
    stock(state, A, wood=1)
    answer(state, Trade())
    answer(state, 0)
    assert decision(state).seat == B
    assert (state.players[A].actions, state.players[A].used[TRADE]) == (0, 1)


def test_one_word_a_turn():
    state = turn()
    answer(state, Speak())
    answer(state)
    assert decision(state).prompt == "turn.action"
    assert Speak() not in offered(state)
    begin(state, Turn(A))
    assert Speak() in offered(state)
