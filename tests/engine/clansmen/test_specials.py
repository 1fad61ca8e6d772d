"""The Special Actions."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.clansmen.options import (
    CallForKin,
    Caravan,
    Exchange,
    FestivalOfLights,
    FestivalOfTheSun,
    PlayCard,
)
from lawspeaker_engine.games.clansmen.phases.season import begin_season
from lawspeaker_engine.games.clansmen.phases.turn import Turn
from lawspeaker_engine.games.clansmen.state import (
    AUTUMN,
    CRAFTSMAN,
    FOOD,
    GOODS,
    SPRING,
    STONE,
    SUMMER,
    WARRIOR,
    WINTER,
    WOOD,
)

from .positions import A, B, answer, begin, card, chance, decision, draw, empty_state, force, hand, offered, run, stock

SPECIALS = (CallForKin, FestivalOfTheSun, Caravan, FestivalOfLights)
BOLD = (card("bold_move"),)


def special(season: int, food: int = 9, goods: int = 9, **settings):
    """A's turn, with stock and without Standard Actions."""
    state = empty_state(2, season=season, **settings)
    stock(state, A, food=food, goods=goods)
    begin(state, Turn(A))
    return state


def specials(state, seat: int = A):
    """The Special Actions that the seat may take now."""
    begin(state, Turn(seat))
    if run(state) == ():
        return []
    return [option for option in offered(state) if isinstance(option, SPECIALS)]


@pytest.mark.parametrize(("season", "kind"), list(enumerate(SPECIALS)))
def test_CL_SPEC_01_each_season_has_its_own_special_action(season, kind):
    assert {type(option) for option in specials(special(season))} == {kind}


def test_CL_SPEC_02_who_comes_second_gets_nothing_this_year_and_all_may_again_next_year():
    state = special(SPRING)
    answer(state, CallForKin(CRAFTSMAN))
    assert specials(state, B) == []
    assert state.players[B].specials == 1
    state.year = 2
    begin_season(state)
    assert CallForKin(CRAFTSMAN) in specials(state, B)


def test_CL_SPEC_03_CL_ACT_08_AMB_CL_05_CL_T41_one_special_action_a_year():
    state = special(SPRING)
    answer(state, CallForKin(CRAFTSMAN))
    state.season = SUMMER
    begin_season(state)
    assert specials(state) == []
    state.season, state.year = SPRING, 2
    begin_season(state)
    assert CallForKin(CRAFTSMAN) in specials(state)


def test_AMB_CL_05_by_choice_one_special_action_a_season_but_each_of_them_once_a_year():
    state = special(SPRING, specials="season")
    answer(state, CallForKin(CRAFTSMAN))
    assert specials(state) == []
    state.season = SUMMER
    begin_season(state)
    assert FestivalOfTheSun(renew=False) in specials(state)
    answer(state, FestivalOfTheSun(renew=False))
    assert state.players[A].taken == [1, 1, 0, 0]


@pytest.mark.parametrize(("food", "goods"), [(1, 1), (2, 0)])
def test_AMB_CL_06_nobody_takes_a_festival_that_it_cannot_pay(food, goods):
    assert specials(special(SUMMER, food, goods)) == []
    assert specials(special(SUMMER, 2, 1)) == [FestivalOfTheSun(renew=False), FestivalOfTheSun(renew=True)]


def test_AMB_CL_06_no_caravan_without_goods_to_trade_and_no_lights_without_goods():
    assert specials(special(AUTUMN, 0, 0)) == []
    assert specials(special(AUTUMN, 1, 0)) == [Caravan()]
    assert specials(special(WINTER, 9, 0)) == []


def test_CL_SPEC_04_call_for_kin_names_one_of_the_four_kinds_and_nobody_comes_yet():
    state = special(SPRING)
    assert specials(state) == [CallForKin(kind) for kind in range(4)]
    answer(state, CallForKin(WARRIOR))
    assert (state.players[A].called, state.players[A].people) == ([WARRIOR], [])
    assert state.players[A].stock == [9, 0, 0, 9]


def test_CL_SPEC_05_CL_T43_the_festival_of_the_sun_draws_two_cards():
    state = special(SUMMER, 2, 1)
    held = hand(state, A, "valor", "cats", "silver")[:]
    state.tales = [card("mussels")] * 9
    answer(state, FestivalOfTheSun(renew=False))
    assert (chance(state).count, chance(state).seen_by) == (2, (A,))
    draw(state, 0, 1)
    assert state.players[A].hand == sorted([*held, card("mussels"), card("mussels")])
    assert (state.players[A].stock, state.discard) == ([0] * 4, [])


def test_CL_SPEC_05_CL_T43_or_it_renews_the_hand_with_five():
    state = special(SUMMER, 2, 1)
    held = hand(state, A, "valor", "cats", "silver")[:]
    state.tales = [card("mussels")] * 9
    answer(state, FestivalOfTheSun(renew=True))
    draw(state, 0, 1, 2, 3, 4)
    assert state.players[A].hand == [card("mussels")] * 5
    assert (state.players[A].stock, state.discard) == ([0] * 4, held)


def test_CL_SPEC_06_the_caravan_makes_any_number_of_exchanges_at_the_normal_rates():
    state = special(AUTUMN, 4, 3)
    hand(state, A, "shrewd_trading")
    answer(state, Caravan())
    for _ in range(2):
        answer(state, Exchange((FOOD, FOOD), (GOODS,)))
    assert Exchange((GOODS,), (WOOD, STONE)) not in offered(state)
    for _ in range(5):
        answer(state, Exchange((GOODS,), (STONE,)))
    answer(state)
    assert state.players[A].stock == [0, 0, 5, 0]
    assert state.players[A].specials == 0
    assert decision(state).prompt == "turn.after"  # the card is still there


@pytest.mark.parametrize(("stops", "offers"), [(True, []), (False, [Caravan()])])
def test_CL_EVENT_16_AMB_CL_42_highwaymen_stop_the_caravan_unless_the_match_says_otherwise(stops, offers):
    state = special(AUTUMN, highwaymen_stop_caravan=stops)
    force(state, "highwaymen")
    assert specials(state) == offers
    state.players[A].ignores_event = True
    assert specials(state) == [Caravan()]


def test_CL_SPEC_07_CL_GOAL_04_CL_T40_lights_turn_one_to_five_goods_into_respect():
    state = special(WINTER, goods=6)
    assert specials(state) == [FestivalOfLights(goods) for goods in range(1, 6)]
    answer(state, FestivalOfLights(5))
    assert (state.players[A].stock[GOODS], state.players[A].respect, state.players[A].specials) == (1, 5, 0)
    assert specials(special(WINTER, goods=2)) == [FestivalOfLights(1), FestivalOfLights(2)]


def test_CL_TALES_23_CL_SPEC_02_CL_T40_with_bold_move_the_second_takes_it_too():
    state = special(WINTER, goods=6)
    answer(state, FestivalOfLights(5))
    stock(state, B, goods=2)
    hand(state, B, "bold_move")
    assert specials(state, B) == [FestivalOfLights(1, BOLD), FestivalOfLights(2, BOLD)]
    answer(state, FestivalOfLights(2, BOLD))
    player = state.players[B]
    assert (player.stock[GOODS], player.respect, player.specials, player.hand) == (0, 2, 0, [])
    assert state.discard == list(BOLD)


def test_CL_TALES_23_bold_move_is_not_wasted_on_what_nobody_took():
    state = special(SPRING)
    hand(state, A, "bold_move")
    assert specials(state) == [CallForKin(kind) for kind in range(4)]
    assert PlayCard(BOLD[0]) not in offered(state)


def test_AMB_CL_46_bold_move_needs_the_own_special_action_and_the_season():
    state = special(SPRING)
    hand(state, A, "bold_move")
    state.players[B].taken[SPRING] = 1
    assert specials(state) == [CallForKin(kind, BOLD) for kind in range(4)]
    state.players[A].specials = 0
    assert specials(state) == []
    state.players[A].specials, state.season = 1, SUMMER
    assert {type(option) for option in specials(state)} == {FestivalOfTheSun}


def test_AMB_CL_46_who_took_it_does_not_repeat_it():
    state = special(SPRING, specials="season")
    hand(state, A, "bold_move")
    answer(state, CallForKin(CRAFTSMAN))
    state.players[A].specials = 1
    assert specials(state) == []


def test_CL_TALES_23_bold_move_leaves_the_hand_before_the_festival_renews_it():
    state = special(SUMMER)
    hand(state, A, "bold_move", "valor")
    state.tales = [card("mussels")] * 9
    state.players[B].taken[SUMMER] = 1
    answer(state, FestivalOfTheSun(renew=True, cards=BOLD))
    draw(state, 0, 1, 2, 3, 4)
    assert state.discard == [*BOLD, card("valor")]
    assert state.players[A].hand == [card("mussels")] * 5
