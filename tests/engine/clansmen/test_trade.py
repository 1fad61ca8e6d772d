"""Trade with the Homeland: the action, its rates, Paved Roads, cards, Peddlers, Highwaymen and the Caravan."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawspeaker_engine import agenda
from lawspeaker_engine.games.clansmen import buildings
from lawspeaker_engine.games.clansmen.actions import build as building
from lawspeaker_engine.games.clansmen.actions import specials, trade
from lawspeaker_engine.games.clansmen.actions.trade import (
    RATES,
    SHREWD_RATES,
    CaravanTrades,
    exchanges,
    longest_caravan,
)
from lawspeaker_engine.games.clansmen.options import (
    Accept,
    Build,
    Caravan,
    Exchange,
    Hunt,
    Pass,
    PlayCard,
    Seat,
    SpendBlessing,
    Trade,
)
from lawspeaker_engine.games.clansmen.phases import event_effects
from lawspeaker_engine.games.clansmen.phases.event_phase import EventPhase
from lawspeaker_engine.games.clansmen.phases.events import EVENTS
from lawspeaker_engine.games.clansmen.phases.season import begin_season
from lawspeaker_engine.games.clansmen.phases.turn import ActionsPhase, Turn
from lawspeaker_engine.games.clansmen.state import (
    AUTUMN,
    FOOD,
    GOODS,
    NO_BARGAINING,
    OPEN,
    SPRING,
    STONE,
    SUMMER,
    TRADE,
    WINTER,
    WOOD,
)
from lawspeaker_engine.games.clansmen.view import make_view
from lawspeaker_engine.model import PUBLIC
from tests.sample_sizes import examples

from .positions import (
    A,
    B,
    C,
    answer,
    begin,
    build,
    card,
    decision,
    draw,
    empty_state,
    force,
    hand,
    number,
    offered,
    run,
    stock,
)


def position(season=SUMMER, actions=1, **options):
    """Nobody has anything yet; each has this many Standard Actions."""
    state = empty_state(season=season, **options)
    for player in state.players:
        player.actions = actions
    begin(state)
    return state


def start(state, seat, *cards, partners=False):
    """Begin a Trade action, with these cards; it must be offered."""
    option = Trade(tuple(cards))
    begin(state)
    state.players[seat].closed = OPEN if partners else NO_BARGAINING
    assert option in trade.offers(state, seat)
    trade.begin(state, seat, option)


GIVEN = {"food": 1, "wood": 1, "stone": 1, "goods": 1}


@pytest.mark.parametrize(("give", "take", "left"), [
    ((GOODS,), (STONE,), [1, 1, 2, 0]),
    ((FOOD, WOOD), (GOODS,), [0, 0, 1, 2]),
    ((STONE,), (FOOD,), [2, 1, 0, 1]),
])
def test_CL_TRADE_02_CL_TRADE_03_CL_TRADE_04_CL_T33_the_homeland_has_three_rates(give, take, left):
    state = position()
    stock(state, A, **GIVEN)
    start(state, A)
    answer(state, Exchange(give, take))
    assert run(state) == ()
    assert state.players[A].stock == left


@pytest.mark.parametrize("better", [Exchange((GOODS,), (FOOD, FOOD)), Exchange((FOOD,), (GOODS,))])
def test_CL_TRADE_02_CL_TRADE_03_CL_T33_without_a_card_nothing_better_is_offered(better):
    state = position()
    stock(state, A, **GIVEN)
    start(state, A)
    assert better in SHREWD_RATES
    assert better not in offered(state)


def test_CL_TRADE_02_CL_TRADE_03_CL_TRADE_04_all_rates_are_there_once():
    assert [rate for rate in RATES if rate.give == (GOODS,)] == [Exchange((GOODS,), (x,)) for x in (FOOD, WOOD, STONE)]
    assert [rate.give for rate in RATES if rate.take == (GOODS,)] == [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]
    assert len([rate for rate in RATES if GOODS not in rate.give + rate.take]) == 6
    assert len(RATES) == 15
    assert len(SHREWD_RATES) == 24


@pytest.mark.parametrize("shrewd", [False, True])
def test_CL_TRADE_03_only_what_is_there_can_be_given_and_whoever_owns_anything_can_exchange(shrewd):
    for owned in product(range(3), repeat=4):
        found = exchanges(owned, shrewd=shrewd)
        for rate in SHREWD_RATES if shrewd else RATES:
            payable = all(owned[resource] >= rate.give.count(resource) for resource in range(4))
            assert (rate in found) == payable, f"{rate} of {owned}"
        assert bool(found) == any(owned), owned


@pytest.mark.parametrize(("exchange", "left"), [
    (Exchange((GOODS,), (FOOD, WOOD)), [2, 2, 1, 0]),
    (Exchange((GOODS,), (STONE, STONE)), [1, 1, 3, 0]),
    (Exchange((WOOD,), (GOODS,)), [1, 0, 1, 2]),
    (Exchange((WOOD,), (STONE,)), [1, 0, 2, 1]),
])
def test_CL_TALES_11_AMB_CL_17_CL_T34_shrewd_trading_has_better_rates(exchange, left):
    state = position()
    stock(state, A, **GIVEN)
    hand(state, A, "shrewd_trading", "valor")
    start(state, A, card("shrewd_trading"))
    answer(state, exchange)
    assert run(state) == ()
    assert state.players[A].stock == left
    assert state.discard == [card("shrewd_trading")]
    assert state.players[A].hand == [card("valor")]
    assert state.players[A].used[TRADE] == 1


def test_CL_TALES_11_shrewd_trading_is_offered_to_its_holder_only_and_if_something_can_be_exchanged():
    state = position()
    hand(state, A, "shrewd_trading", "shrewd_trading", "valor")
    stock(state, B, goods=1)
    assert trade.offers(state, A) == [Trade()]
    assert trade.offers(state, B) == [Trade()]
    stock(state, A, food=1)
    assert trade.offers(state, A) == [Trade(), Trade((card("shrewd_trading"),))]


def test_AMB_CL_17_shrewd_trading_is_for_the_homeland_and_for_all_exchanges_of_the_action():
    state = position()
    stock(state, A, wood=1)
    stock(state, B, goods=1)
    hand(state, A, "shrewd_trading")
    build(state, A, "paved_roads")
    start(state, A, card("shrewd_trading"), partners=True)
    assert Seat(B) not in offered(state)
    answer(state, Exchange((WOOD,), (GOODS,)))
    assert Seat(B) in offered(state)
    answer(state, Exchange((GOODS,), (WOOD, STONE)))
    assert run(state) == ()
    assert state.players[A].stock == [0, 1, 1, 0]
    assert state.discard == [card("shrewd_trading")]


@pytest.mark.parametrize("season", [SPRING, SUMMER, AUTUMN])
def test_CL_ACTION_08_trade_costs_an_action_and_its_use_for_the_season(season):
    state = position(season, actions=2)
    stock(state, A, wood=2)
    start(state, A)
    answer(state, Exchange((WOOD,), (STONE,)))
    assert run(state) == ()
    assert state.players[A].actions == 1
    assert state.players[A].used[TRADE] == 1
    assert trade.offers(state, A) == []


def test_CL_ACTION_08_there_is_no_trade_in_winter():
    state = position(WINTER)
    stock(state, A, **GIVEN)
    assert trade.offers(state, A) == []


def test_CL_ACTION_08_without_an_action_or_anything_to_trade_it_is_not_offered():
    state = position()
    assert trade.offers(state, A) == []
    stock(state, B, food=1)
    assert trade.offers(state, A) == [Trade()]
    state.players[A].closed = NO_BARGAINING
    assert trade.offers(state, A) == []
    stock(state, A, food=1)
    assert trade.offers(state, A) == [Trade()]
    state.players[A].actions = 0
    assert trade.offers(state, A) == []


def test_CL_TRADE_01_CL_T95_a_trade_is_with_the_homeland_or_with_one_player():
    state = position()
    stock(state, A, wood=2)
    stock(state, B, goods=1)
    start(state, A, partners=True)
    question = decision(state)
    assert question.most == 1
    assert Seat(A) not in question.options
    assert Exchange((WOOD,), (STONE,)) in question.options
    assert Seat(B) in question.options
    answer(state, Exchange((WOOD,), (STONE,)))
    assert run(state) == ()


def test_CL_TRADE_01_CL_T95_after_a_deal_with_a_player_there_is_none_with_the_homeland():
    state = position()
    stock(state, A, wood=2)
    start(state, A, partners=True)
    answer(state, Seat(B))
    answer(state, 0)
    answer(state, Accept())
    assert run(state) == ()
    assert state.players[A].stock == [0, 1, 0, 0]
    assert state.players[B].stock == [0, 1, 0, 0]


@pytest.mark.parametrize("cards", [(), ("shrewd_trading",)])
def test_CL_ACTION_08_a_trade_that_is_begun_may_be_left_out_which_spends_nothing_and_closes_it_for_this_turn(cards):
    state = position(actions=2)
    stock(state, A, wood=2)
    held = hand(state, A, *cards)
    state.players[A].tempo = 1
    begin(state, Turn(A))
    answer(state, Trade(tuple(held)))
    question = decision(state)
    assert (question.prompt, question.least, question.default, question.seen_by) == ("trade.with", 0, (), PUBLIC)
    answer(state)
    assert decision(state).prompt == "turn.action"
    player = state.players[A]
    assert (player.stock, player.actions, player.used[TRADE], player.hand) == ([0, 2, 0, 0], 2, 0, held)
    assert not any(isinstance(option, Trade) for option in offered(state))
    answer(state, Hunt())
    assert not any(isinstance(option, Trade) for option in offered(state))
    answer(state, Pass())
    run(state)
    begin(state, Turn(A))
    assert Trade() in offered(state)


def test_who_could_only_trade_and_declines_to_has_passed_so_that_the_phase_ends():
    state = position(players=2)
    for player in state.players:
        player.specials = 0
        player.used, player.allowed = [1] * 9, [1] * 9
    state.players[A].used[TRADE] = 0
    stock(state, A, wood=2)
    begin(state, ActionsPhase())
    answer(state, Trade())
    answer(state)
    assert run(state) == ()
    assert [player.passed for player in state.players] == [True, False]


def test_AMB_CL_16_bargaining_that_fails_in_a_later_trade_is_over_for_the_turn_too():
    state = position(actions=3)
    stock(state, A, wood=4)
    build(state, A, "paved_roads")
    player = state.players[A]
    player.tempo, player.allowed[TRADE] = 1, 2
    begin(state, Turn(A))
    answer(state, Trade())
    answer(state, Exchange((WOOD,), (FOOD,)))
    answer(state, Seat(B))
    answer(state)  # nothing for nothing, for B has nothing
    answer(state, Exchange((WOOD,), (FOOD,)))
    assert (decision(state).prompt, player.acted) == ("turn.action", 1)
    assert make_view(state, A).about.homeland_only
    answer(state, Trade())
    assert not any(isinstance(option, Seat) for option in offered(state))
    answer(state, Exchange((WOOD,), (FOOD,)))
    answer(state)
    assert run(state) == ()
    assert (player.used[TRADE], player.closed) == (2, OPEN)


def test_CL_BUILD_09_CL_T29_paved_roads_need_dirt_roads():
    state = position()
    paved = Build(buildings.number_of("paved_roads"))
    for seat in (A, B):
        stock(state, seat, stone=4)
    build(state, A, "dirt_roads")
    assert paved in building.offers(state, A)
    assert paved not in building.offers(state, B)


def test_CL_BUILD_09_AMB_CL_16_CL_T29_with_paved_roads_one_trade_action_is_two_trades():
    state = position()
    stock(state, A, food=2, goods=1)
    build(state, A, "dirt_roads", "paved_roads")
    start(state, A)
    answer(state, Exchange((GOODS,), (WOOD,)))
    assert decision(state).least == 0
    answer(state, Exchange((FOOD, FOOD), (GOODS,)))
    assert run(state) == ()
    assert state.players[A].stock == [0, 1, 0, 1]
    assert state.players[A].actions == 0
    assert state.players[A].used[TRADE] == 1


@pytest.mark.parametrize("paved", ["trades", "actions"])
def test_AMB_CL_26_AMB_CL_16_several_paved_roads_double_once(paved):
    state = position(unique_buildings=False, paved=paved)
    build(state, A, "paved_roads", "paved_roads")
    begin_season(state)
    assert state.players[A].allowed[TRADE] == (2 if paved == "actions" else 1)
    stock(state, A, food=9)
    start(state, A)
    for _ in range(1 if paved == "actions" else 2):
        answer(state, Exchange((FOOD,), (WOOD,)))
    assert run(state) == ()


def test_CL_BUILD_09_the_second_trade_may_be_left_out():
    state = position()
    stock(state, A, food=2)
    build(state, A, "paved_roads")
    start(state, A)
    answer(state, Exchange((FOOD,), (WOOD,)))
    assert decision(state).default == ()
    answer(state)
    assert run(state) == ()
    assert state.players[A].stock == [1, 1, 0, 0]


def test_AMB_CL_16_the_two_trades_may_be_with_different_partners():
    state = position()
    stock(state, A, food=2)
    build(state, A, "paved_roads")
    start(state, A, partners=True)
    for partner in (B, C):
        answer(state, Seat(partner))
        answer(state, 0)
        answer(state, Accept())
    assert run(state) == ()
    assert [player.stock[FOOD] for player in state.players] == [0, 1, 1, 0]
    assert state.players[A].actions == 0
    assert state.players[A].used[TRADE] == 1


def test_AMB_CL_16_when_nobody_agrees_to_the_second_trade_the_homeland_is_left_for_it():
    state = position()
    stock(state, A, food=2)
    build(state, A, "paved_roads")
    start(state, A, partners=True)
    answer(state, Exchange((FOOD,), (WOOD,)))
    answer(state, Seat(B))
    answer(state)  # nothing for nothing, for B has nothing
    assert decision(state).prompt == "trade.with"
    assert Seat(B) not in offered(state)
    answer(state, Exchange((FOOD,), (WOOD,)))
    assert run(state) == ()
    assert state.players[A].stock == [0, 2, 0, 0]


def test_AMB_CL_16_paved_roads_may_stand_for_a_second_trade_action():
    state = position(paved="actions")
    build(state, A, "paved_roads")
    begin_season(state)
    state.players[A].actions = 3
    stock(state, A, food=3)
    for left in (2, 1):
        start(state, A)
        answer(state, Exchange((FOOD,), (WOOD,)))
        assert run(state) == ()
        assert state.players[A].actions == left
    assert trade.offers(state, A) == []


@pytest.mark.parametrize("most", [1, 2, 3])
def test_AMB_CL_15_one_trade_is_one_exchange_or_as_many_as_the_match_says(most):
    state = position(exchanges=most)
    stock(state, A, food=5)
    start(state, A)
    answer(state, Exchange((FOOD,), (WOOD,)))
    for _ in range(most - 1):
        assert (decision(state).prompt, decision(state).least, decision(state).default) == ("trade.exchange", 0, ())
        answer(state, Exchange((FOOD,), (WOOD,)))
    assert run(state) == ()
    assert state.players[A].stock == [5 - most, most, 0, 0]
    assert state.players[A].used[TRADE] == 1


def test_AMB_CL_15_AMB_CL_16_declining_a_further_exchange_leads_on_to_the_second_trade():
    state = position(exchanges=3)
    stock(state, A, food=5)
    build(state, A, "paved_roads")
    start(state, A)
    answer(state, Exchange((FOOD,), (WOOD,)))
    answer(state)
    assert decision(state).prompt == "trade.with"
    for _ in range(3):
        answer(state, Exchange((FOOD,), (WOOD,)))
    assert run(state) == ()
    assert state.players[A].stock == [1, 4, 0, 0]


def test_CL_TALES_29_CL_T83_with_a_wagon_train_one_may_trade_twice():
    state = position(actions=3)
    stock(state, A, wood=3)
    hand(state, A, "wagon_train")
    begin(state, Turn(A), Turn(A), Turn(A))
    answer(state, PlayCard(card("wagon_train")))
    for actions in (2, 1):
        answer(state, Trade())
        answer(state, Exchange((WOOD,), (FOOD,)))
        run(state)
        assert state.players[A].actions == actions
    assert decision(state).prompt == "turn.action"
    assert Trade() not in offered(state)


def test_CL_T83_without_a_wagon_train_the_second_trade_is_not_offered():
    state = position(actions=2)
    stock(state, A, wood=3)
    begin(state, Turn(A), Turn(A))
    answer(state, Trade())
    answer(state, Exchange((WOOD,), (FOOD,)))
    assert decision(state).prompt == "turn.action"
    assert Trade() not in offered(state)


def test_CL_EVENT_16_AMB_CL_42_CL_T55_highwaymen_stop_all_trade_but_of_who_ignored_them():
    state = position(AUTUMN)
    for seat in (A, B):
        stock(state, seat, wood=2)
        hand(state, seat, "shrewd_trading")
    state.players[B].blessings = 1
    state.events = [number("highwaymen")]
    begin(state, EventPhase(), Turn(A), Turn(B))
    draw(state, 0)
    assert (decision(state).prompt, decision(state).seat) == ("event.ignore", B)
    answer(state, SpendBlessing())
    assert (state.players[B].blessings, decision(state).seat) == (0, A)
    assert not any(isinstance(option, Trade | Caravan) for option in offered(state))
    answer(state, Pass())
    assert Caravan() in offered(state)
    answer(state, Trade())
    assert not any(isinstance(option, Seat) for option in offered(state))  # A, C and D may not trade
    answer(state, Exchange((WOOD, WOOD), (GOODS,)))
    run(state)
    assert state.players[B].stock == [0, 0, 0, 1]


def peddlers(state):
    """The event strikes."""
    force(state, "peddlers")
    begin(state)
    event_effects.begin(state, EVENTS[number("peddlers")].at_once)


@pytest.mark.parametrize("season", [SPRING, SUMMER, AUTUMN, WINTER])
def test_CL_EVENT_19_AMB_CL_59_CL_T54_peddlers_trade_free_in_every_season(season):
    state = position(season, actions=0)
    stock(state, A, wood=2)
    peddlers(state)
    assert (decision(state).prompt, decision(state).seat, decision(state).default) == ("event.peddlers", A, ())
    answer(state, Trade())
    answer(state, Exchange((WOOD, WOOD), (GOODS,)))
    run(state)
    assert state.players[A].stock == [0, 0, 0, 1]
    assert state.players[A].used[TRADE] == 0
    assert state.players[A].actions == 0
    state.players[A].actions = 1
    assert bool(trade.offers(state, A)) == (season != WINTER)


def test_CL_EVENT_19_peddlers_ask_all_in_turn_order_who_could_trade_at_all():
    state = position()
    state.start = C
    peddlers(state)
    assert run(state) == ()
    stock(state, B, food=1)
    peddlers(state)
    seats = []
    while run(state):
        seats.append(decision(state).seat)
        answer(state)
    assert seats == [2, 3, A, B]
    assert state.players[B].stock == [1, 0, 0, 0]


def test_CL_EVENT_19_a_deal_with_a_player_at_the_peddlers_is_free_too():
    state = position(WINTER, actions=0)
    stock(state, A, wood=2)
    peddlers(state)
    answer(state, Trade())
    answer(state, Seat(B))
    answer(state, 0, 1)
    answer(state, Accept())
    run(state)
    assert state.players[B].stock == [0, 2, 0, 0]
    assert state.players[A].used[TRADE] == 0
    assert state.players[A].actions == 0


def test_CL_EVENT_19_where_bargaining_failed_the_homeland_is_left_or_nothing():
    state = position(WINTER, actions=0)
    stock(state, A, wood=2)
    peddlers(state)
    answer(state, Trade())
    assert decision(state).least == 0
    answer(state, Seat(B))
    answer(state)  # nothing for nothing, for B has nothing
    assert decision(state).prompt == "trade.with"
    assert not any(isinstance(option, Seat) for option in offered(state))
    answer(state)
    assert state.players[A].closed == OPEN
    assert (decision(state).prompt, decision(state).seat) == ("event.peddlers", B)
    assert state.players[A].stock == [0, 2, 0, 0]


def test_AMB_CL_59_AMB_CL_17_paved_roads_and_shrewd_trading_work_at_the_peddlers():
    state = position(WINTER, actions=0)
    stock(state, A, wood=1)
    hand(state, A, "shrewd_trading")
    build(state, A, "paved_roads")
    peddlers(state)
    assert offered(state) == [Trade(), Trade((card("shrewd_trading"),))]
    answer(state, Trade((card("shrewd_trading"),)))
    answer(state, Exchange((WOOD,), (GOODS,)))
    answer(state, Exchange((GOODS,), (FOOD, STONE)))
    run(state)
    assert state.players[A].stock == [1, 0, 1, 0]
    assert state.discard == [card("shrewd_trading")]
    assert state.players[A].used[TRADE] == 0


def test_CL_EVENT_19_whether_one_is_asked_by_the_peddlers_does_not_tell_of_a_hand():
    for cards in (["shrewd_trading"], ["valor"]):
        state = position(players=2)
        hand(state, A, *cards)
        peddlers(state)
        assert run(state) == ()
        stock(state, A, stone=1)
        peddlers(state)
        assert decision(state).seat == A


def test_CL_SPEC_06_AMB_CL_17_CL_T35_a_caravan_exchanges_as_often_as_it_likes_at_normal_rates():
    state = position(AUTUMN)
    stock(state, A, food=4, goods=3)
    hand(state, A, "shrewd_trading")
    begin(state, Turn(A))
    assert [option for option in offered(state) if isinstance(option, Caravan)] == [Caravan()]
    answer(state, Caravan())
    for _ in range(2):
        answer(state, Exchange((FOOD, FOOD), (GOODS,)))
    for _ in range(5):
        assert decision(state).prompt == "caravan.exchange"
        assert all(option in RATES for option in offered(state))
        answer(state, Exchange((GOODS,), (STONE,)))
    answer(state)
    run(state)
    assert state.players[A].stock == [0, 0, 5, 0]
    assert state.players[A].used[TRADE] == 0
    assert state.players[A].actions == 1
    assert state.players[A].hand == [card("shrewd_trading")]


def test_CL_SPEC_06_a_caravan_is_not_offered_to_who_has_nothing_and_declines_by_default():
    state = position(AUTUMN)
    assert specials.offers(state, A) == []
    begin(state, CaravanTrades(A))
    assert run(state) == ()
    stock(state, A, food=1)
    begin(state, CaravanTrades(A))
    assert (decision(state).default, decision(state).least, decision(state).seen_by) == ((), 0, PUBLIC)


def test_CL_SPEC_06_a_caravan_that_goes_in_circles_ends():
    state = position(AUTUMN)
    stock(state, A, wood=1)
    begin(state, CaravanTrades(A))
    count = 0
    while run(state):
        answer(state, next(option for option in offered(state) if GOODS not in option.take))
        count += 1
    assert count == longest_caravan([0, 1, 0, 0]) == 2


def test_CL_SPEC_06_the_bound_of_a_caravan_leaves_every_stock_within_reach():
    for owned in (row for row in product(range(5), repeat=4) if sum(row) <= 5):
        steps, edge = {owned: 0}, [owned]
        while edge:
            found = []
            for held in edge:
                for rate in exchanges(held, shrewd=False):
                    after = tuple(
                        amount - rate.give.count(i) + rate.take.count(i) for i, amount in enumerate(held)
                    )
                    if after not in steps:
                        steps[after] = steps[held] + 1
                        found.append(after)
            edge = found
        assert max(steps.values()) <= longest_caravan(owned), owned


@settings(max_examples=examples(60), deadline=None)
@given(st.data(), st.lists(st.lists(st.integers(0, 6), min_size=4, max_size=4), min_size=3, max_size=3),
       st.booleans(), st.booleans(), st.integers(1, 3))
def test_CL_TRADE_01_whatever_is_answered_no_stock_falls_below_zero_and_nothing_comes_from_nowhere(
    data, found, paved, shrewd, most,
):
    state = position(players=3, exchanges=most)
    for player, row in zip(state.players, found, strict=True):
        player.stock = row[:]
    if paved:
        build(state, A, "paved_roads")
    if shrewd:
        hand(state, A, "shrewd_trading")
    choices = trade.offers(state, A)
    if not choices:
        return
    start(state, A, *data.draw(st.sampled_from(choices)).cards, partners=True)
    made = 0
    while question := run(state):
        (asked,) = question
        indices = range(len(asked.options))
        picks = sorted(data.draw(
            st.lists(st.sampled_from(indices), min_size=asked.least, max_size=asked.most, unique=True)
        ))
        chosen = [asked.options[i] for i in picks]
        expected = [sum(column) for column in zip(*(player.stock for player in state.players), strict=True)]
        for option in chosen:
            if isinstance(option, Exchange):
                made += 1
                for resource in range(4):
                    expected[resource] += option.take.count(resource) - option.give.count(resource)
        agenda.apply(state, (tuple(picks),))
        run(state)
        assert [sum(column) for column in zip(*(player.stock for player in state.players), strict=True)] == expected
        assert all(amount >= 0 for player in state.players for amount in player.stock)
    assert made <= most * (1 + paved)
    assert state.players[A].used[TRADE] <= 1
    assert state.players[A].used[TRADE] or [player.stock for player in state.players] == found
