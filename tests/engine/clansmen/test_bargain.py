"""Bargaining between players: what can be named, offers and counter-offers, and what a deal changes."""

from __future__ import annotations

from dataclasses import asdict
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawspeaker_engine import agenda
from lawspeaker_engine.games.clansmen.actions import trade
from lawspeaker_engine.games.clansmen.actions.bargain import PROPOSALS, Bargain, bundle, partners, piles
from lawspeaker_engine.games.clansmen.options import Accept, Counter, Exchange, Hunt, Pass, Pile, Seat, Trade
from lawspeaker_engine.games.clansmen.phases.turn import Turn
from lawspeaker_engine.games.clansmen.state import FOOD, GOODS, STONE, TRADE, WOOD
from lawspeaker_engine.games.clansmen.view import make_view
from lawspeaker_engine.model import PUBLIC
from tests.sample_sizes import examples

from .positions import A, B, C, D, answer, begin, decision, empty_state, force, hand, offered, put, run, stock


def name(state, food=0, wood=0, stone=0, goods=0):
    """Answer the pending question for a bundle, taking the largest piles that fit."""
    wanted = []
    missing = [food, wood, stone, goods]
    for pile in sorted(offered(state), key=lambda pile: -pile.amount):
        if pile.amount <= missing[pile.resource]:
            wanted.append(pile)
            missing[pile.resource] -= pile.amount
    assert not any(missing), "there is not so much of it"
    answer(state, *sorted(wanted, key=offered(state).index))


def stocks(state):
    return [player.stock for player in state.players]


def shown(state, seat=C):
    """Return what a seat sees of A's offer to B, as far as it says anything."""
    run(state)
    view = asdict(make_view(state, seat).offer)
    assert (view.pop("seat"), view.pop("partner")) == (A, B)
    return {name: value for name, value in view.items() if value not in (False, [], [0] * 4) or name == "proposals"}


def asked(state):
    question = decision(state)
    return question.prompt, question.seat


def two_wood_one_goods(**options):
    """A has 2 Wood, B 1 Goods, C and D nothing; it is A's turn, and A has a Standard Action for it."""
    state = empty_state(**options)
    stock(state, A, wood=2)
    stock(state, B, goods=1)
    for player in state.players:
        player.actions = 1
    begin(state, Turn(A))
    return state


def test_CL_TRADE_05_CL_T36_a_deal_both_agree_to_is_swapped_at_once():
    state = two_wood_one_goods()
    answer(state, Trade())
    answer(state, Seat(B))
    assert asked(state) == ("trade.want", A)
    name(state, goods=1)
    assert asked(state) == ("trade.give", A)
    name(state, wood=2)
    assert asked(state) == ("trade.reply", B)
    assert offered(state) == [Accept(), Counter()]
    answer(state, Accept())
    assert run(state) == ()
    assert stocks(state) == [[0, 0, 0, 1], [0, 2, 0, 0], [0] * 4, [0] * 4]
    assert state.players[A].used[TRADE] == 1
    assert state.players[A].actions == 0
    assert state.offer is None


def test_CL_TRADE_07_CL_T36_the_partner_spends_nothing_and_may_still_trade():
    state = two_wood_one_goods()
    answer(state, Trade())
    answer(state, Seat(B))
    name(state, goods=1)
    name(state, wood=2)
    answer(state, Accept())
    run(state)
    assert state.players[B].used[TRADE] == 0
    assert state.players[B].actions == 1
    assert trade.offers(state, B) == [Trade()]


@pytest.mark.parametrize(("give", "want"), [({"wood": 2}, {}), ({}, {"goods": 1})])
def test_CL_TRADE_05_an_empty_side_is_a_gift(give, want):
    state = two_wood_one_goods()
    answer(state, Trade())
    answer(state, Seat(B))
    name(state, **want)
    name(state, **give)
    answer(state, Accept())
    run(state)
    wood, goods = give.get("wood", 0), want.get("goods", 0)
    assert stocks(state)[:2] == [[0, 2 - wood, 0, goods], [0, wood, 0, 1 - goods]]
    assert state.players[A].used[TRADE] == 1


def test_CL_TRADE_06_CL_T37_only_food_wood_stone_and_goods_can_be_named():
    state = two_wood_one_goods()
    put(state, B, "farmer")
    hand(state, B, "cats", "valor")
    state.players[B].blessings, state.players[B].respect = 2, 5
    answer(state, Trade())
    answer(state, Seat(B))
    assert offered(state) == [Pile(GOODS, 1, 0)]
    name(state, goods=1)
    assert offered(state) == [Pile(WOOD, 1, 0), Pile(WOOD, 1, 1)]


def test_CL_TRADE_06_CL_T37_who_owns_nothing_that_can_be_traded_is_asked_for_nothing():
    state = two_wood_one_goods()
    put(state, C, "farmer")
    hand(state, C, "cats")
    state.players[C].blessings = 1
    answer(state, Trade())
    answer(state, Seat(C))
    name(state, wood=1)
    assert asked(state) == ("trade.reply", C)
    assert state.offer.want == [0, 0, 0, 0]


def test_CL_TRADE_05_CL_T38_after_three_refusals_nothing_is_spent_and_only_the_homeland_is_left():
    state = two_wood_one_goods()
    answer(state, Trade())
    answer(state, Seat(B))
    for refusal, following in ((B, C), (C, D), (D, None)):
        if refusal == B:
            name(state)
        name(state, wood=1)
        assert asked(state) == ("trade.reply", refusal)
        answer(state)
        if following is not None:
            assert asked(state) == ("trade.next", A)
            answer(state, Seat(following))
    assert asked(state) == ("turn.action", A)
    assert state.offer is None
    assert stocks(state) == [[0, 2, 0, 0], [0, 0, 0, 1], [0] * 4, [0] * 4]
    assert (state.players[A].actions, state.players[A].used[TRADE]) == (1, 0)
    answer(state, Trade())
    assert asked(state) == ("trade.with", A)
    assert all(isinstance(option, Exchange) for option in offered(state))


def test_CL_T38_who_could_trade_with_players_alone_is_not_offered_it_again_in_this_turn():
    state = two_wood_one_goods()
    stock(state, A)
    assert Trade() in offered(state)
    answer(state, Trade())
    assert offered(state) == [Seat(B)]  # A, C and D have nothing
    answer(state, Seat(B))
    name(state, goods=1)
    answer(state)
    answer(state)  # no further offer
    assert Trade() not in offered(state)
    answer(state, Hunt())
    begin(state, Turn(A))
    state.players[A].actions = 1
    assert Trade() in offered(state)


def test_CL_TRADE_05_a_refused_offer_may_be_followed_by_another_one_to_the_same_partner():
    state = two_wood_one_goods()
    answer(state, Trade())
    answer(state, Seat(B))
    name(state, goods=1)
    name(state, wood=1)
    answer(state)
    answer(state, Seat(B))
    name(state, goods=1)
    name(state, wood=2)
    answer(state, Accept())
    run(state)
    assert stocks(state)[:2] == [[0, 0, 0, 1], [0, 2, 0, 0]]


def test_CL_TRADE_05_an_offer_of_which_only_the_first_half_was_said_asks_for_a_gift_and_gives_nothing():
    state = two_wood_one_goods()
    answer(state, Trade())
    answer(state, Seat(B))
    name(state, goods=1)
    answer(state, *decision(state).default)  # too late
    assert asked(state) == ("trade.reply", B)
    assert (state.offer.give, state.offer.want) == ([0, 0, 0, 0], [0, 0, 0, 1])
    answer(state, Accept())
    run(state)
    assert stocks(state)[A] == [0, 2, 0, 1]


def test_CL_TRADE_05_a_counter_offer_of_which_only_the_first_half_was_said_gives_nothing_either():
    state = two_wood_one_goods()
    answer(state, Trade())
    answer(state, Seat(B))
    name(state, goods=1)
    name(state, wood=1)
    answer(state, Counter())
    name(state, wood=2)
    answer(state, *decision(state).default)  # too late
    assert asked(state) == ("trade.counter_reply", A)
    assert (state.offer.give, state.offer.want) == ([0, 2, 0, 0], [0, 0, 0, 0])
    answer(state, Accept())
    run(state)
    assert stocks(state)[B] == [0, 2, 0, 1]


def test_a_refused_offer_stays_on_view_with_the_offers_that_are_left():
    state = two_wood_one_goods()
    answer(state, Trade())
    answer(state, Seat(B))
    for left in (2, 1):
        name(state, goods=1)
        name(state, wood=1)
        answer(state)
        assert asked(state) == ("trade.next", A)
        assert shown(state) == {
            "give": [0, 1, 0, 0], "want": [0, 0, 0, 1], "complete": True, "refused": True, "proposals": left,
        }
        answer(state, Seat(B))
        assert shown(state) == {"proposals": left - 1}
    name(state, goods=1)
    name(state, wood=1)
    answer(state)
    assert asked(state) == ("turn.action", A)
    assert make_view(state, C).offer is None


def counter(state):
    """A offers B 1 Wood for 1 Goods; B wants 2 Wood for it."""
    answer(state, Trade())
    answer(state, Seat(B))
    name(state, goods=1)
    name(state, wood=1)
    answer(state, Counter())
    assert asked(state) == ("trade.counter_want", B)
    assert {pile.resource for pile in offered(state)} == {WOOD}
    name(state, wood=2)
    assert asked(state) == ("trade.counter_give", B)
    assert {pile.resource for pile in offered(state)} == {GOODS}
    name(state, goods=1)
    assert asked(state) == ("trade.counter_reply", A)
    assert offered(state) == [Accept()]


def test_CL_TRADE_05_a_counter_offer_is_carried_out_when_the_first_player_accepts_it():
    state = two_wood_one_goods()
    counter(state)
    answer(state, Accept())
    run(state)
    assert stocks(state)[:2] == [[0, 0, 0, 1], [0, 2, 0, 0]]
    assert state.players[A].used[TRADE] == 1
    assert state.players[B].used[TRADE] == 0


def test_CL_TRADE_05_a_refused_counter_offer_is_the_end_of_that_proposal():
    state = two_wood_one_goods()
    counter(state)
    answer(state)
    assert asked(state) == ("trade.next", A)
    assert shown(state) == {"give": [0, 2, 0, 0], "want": [0, 0, 0, 1], "countered": True, "complete": True,
                            "refused": True, "proposals": 2}
    assert stocks(state)[:2] == [[0, 2, 0, 0], [0, 0, 0, 1]]


def test_CL_TRADE_05_an_empty_counter_offer_is_a_refusal():
    state = two_wood_one_goods()
    answer(state, Trade())
    answer(state, Seat(B))
    name(state, goods=1)
    name(state, wood=1)
    answer(state, Counter())
    answer(state)
    answer(state)
    assert asked(state) == ("trade.next", A)
    assert shown(state) == {"give": [0, 1, 0, 0], "want": [0, 0, 0, 1], "complete": True, "refused": True,
                            "proposals": 2}
    answer(state)
    assert asked(state) == ("turn.action", A)
    assert make_view(state, C).offer is None


def test_nothing_for_nothing_is_a_withdrawal_and_the_partner_is_not_asked():
    state = two_wood_one_goods()
    answer(state, Trade())
    answer(state, Seat(B))
    answer(state)
    answer(state)
    assert asked(state) == ("turn.action", A)
    assert state.players[A].used[TRADE] == 0


def test_every_question_of_a_bargain_is_public_and_its_default_changes_nothing():
    state = two_wood_one_goods()
    answer(state, Trade())
    prompts = []
    for option in (Seat(B), None, None, Counter(), None, None, None, None):
        question = decision(state)
        prompts.append(question.prompt)
        assert question.seen_by is PUBLIC
        assert question.default == ()
        assert question.least == 0
        if option is not None:
            answer(state, option)
        elif question.prompt in {"trade.give", "trade.want", "trade.counter_give", "trade.counter_want"}:
            answer(state, 0)
        else:
            answer(state)
    assert prompts == [
        "trade.with", "trade.want", "trade.give", "trade.reply", "trade.counter_want", "trade.counter_give",
        "trade.counter_reply", "trade.next",
    ]
    assert asked(state) == ("turn.action", A)


def test_defaults_alone_lead_out_of_a_trade_with_nothing_spent():
    state = two_wood_one_goods()
    answer(state, Trade())
    while asked(state)[0] != "turn.action":
        answer(state, *decision(state).default)
    assert stocks(state)[:2] == [[0, 2, 0, 0], [0, 0, 0, 1]]
    assert state.players[A].actions == 1
    answer(state, Pass())
    assert run(state) == ()


def test_an_offer_lies_on_the_table_for_all_from_the_choice_of_a_partner_on():
    state = two_wood_one_goods()
    answer(state, Trade())
    answer(state, Seat(B))
    assert shown(state) == {"proposals": 2}
    name(state, goods=1)
    assert shown(state) == {"want": [0, 0, 0, 1], "proposals": 2}
    name(state, wood=1)
    for seat in (-1, A, B, C):
        assert shown(state, seat) == {
            "give": [0, 1, 0, 0], "want": [0, 0, 0, 1], "complete": True, "proposals": 2,
        }
    answer(state, Counter())
    assert "named" not in shown(state)
    name(state, wood=2)
    assert shown(state) == {
        "give": [0, 1, 0, 0], "want": [0, 0, 0, 1], "complete": True, "named": [0, 2, 0, 0], "proposals": 2,
    }
    name(state, goods=1)
    assert shown(state) == {
        "give": [0, 2, 0, 0], "want": [0, 0, 0, 1], "countered": True, "complete": True, "proposals": 2,
    }
    answer(state, Accept())
    run(state)
    assert make_view(state, C).offer is None


def test_AMB_CL_42_CL_EVENT_16_a_partner_must_have_ignored_highwaymen_too():
    state = two_wood_one_goods()
    force(state, "highwaymen")
    state.players[A].ignores_event = True
    assert partners(state, A) == []
    state.players[C].ignores_event = True
    assert partners(state, A) == [C]
    answer(state, Trade())
    assert [option for option in offered(state) if isinstance(option, Seat)] == [Seat(C)]


def test_there_is_no_partner_where_neither_owns_anything():
    state = two_wood_one_goods()
    assert partners(state, A) == [B, C, D]
    assert partners(state, B) == [A, C, D]
    assert partners(state, C) == [A, B]


def test_a_copy_taken_in_the_middle_of_an_offer_goes_its_own_way():
    state = two_wood_one_goods()
    answer(state, Trade())
    answer(state, Seat(B))
    name(state, goods=1)
    name(state, wood=2)
    other = state.copy()
    answer(other, Accept())
    run(other)
    answer(state)
    run(state)
    assert stocks(state)[:2] == [[0, 2, 0, 0], [0, 0, 0, 1]]
    assert stocks(other)[:2] == [[0, 0, 0, 1], [0, 2, 0, 0]]


@pytest.mark.parametrize(("amount", "sizes"), [
    (0, []), (1, [1]), (2, [1, 1]), (3, [1, 2]), (4, [1, 2, 1]), (7, [1, 2, 4]), (13, [1, 2, 4, 6]),
])
def test_piles_are_powers_of_two_and_a_rest(amount, sizes):
    assert piles([0, 0, amount, 0]) == [Pile(STONE, size, i) for i, size in enumerate(sizes)]


def test_CL_TRADE_05_every_choice_of_piles_is_a_legal_bundle_and_every_bundle_can_be_chosen():
    for amount in range(40):
        found = piles([amount, 0, 0, 0])
        made = {
            bundle(chosen)[FOOD] for count in range(len(found) + 1) for chosen in combinations(found, count)
        }
        assert made == set(range(amount + 1)), f"{amount} food"
        assert len({(pile.resource, pile.amount, pile.number) for pile in found}) == len(found), f"{amount} food"


STOCKS = st.lists(st.integers(0, 9), min_size=4, max_size=4)


@settings(max_examples=examples(60), deadline=None)
@given(st.data(), st.lists(STOCKS, min_size=3, max_size=3))
def test_CL_TRADE_05_whatever_is_answered_a_bargain_makes_nothing_and_nobody_owes(data, found):
    state = empty_state(players=3)
    for player, row in zip(state.players, found, strict=True):
        player.stock = row[:]
        player.actions = 1
    if not partners(state, A):
        return
    begin(state, trade.TradeAction(A, trades=1, card=trade.NO_CARD, partners=True, free=False, bargaining=True))
    state.push(Bargain(A, partners(state, A)[0]))
    totals = [sum(column) for column in zip(*found, strict=True)]
    proposals = 0
    while question := run(state):
        (asked_now,) = question
        proposals += asked_now.prompt == "trade.reply"
        indices = range(len(asked_now.options))
        picks = data.draw(st.lists(st.sampled_from(indices), max_size=asked_now.most, unique=True))
        agenda.apply(state, (tuple(sorted(picks)),))
        assert all(amount >= 0 for row in stocks(state) for amount in row)
        assert [sum(column) for column in zip(*stocks(state), strict=True)] == totals
    assert proposals <= PROPOSALS
    assert (state.players[A].used[TRADE] == 1) or stocks(state) == found
