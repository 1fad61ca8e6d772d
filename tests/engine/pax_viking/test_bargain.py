"""Bargaining: offers, counter-offers, who hears what, and that a deal happens whole or not at all (SG.5)."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawspeaker_engine import agenda
from lawspeaker_engine.games.pax_viking.actions import trade
from lawspeaker_engine.games.pax_viking.actions.bargain import PROPOSALS
from lawspeaker_engine.games.pax_viking.actions.offer import Bundle, BundleView, Offer
from lawspeaker_engine.games.pax_viking.options import (
    Accept,
    Bargain,
    Counter,
    Pass,
    PostFollower,
    PromiseSilver,
    PromiseVeto,
    Sail,
    Ship,
    Silver,
    Step,
    Tile,
    TileKind,
)
from lawspeaker_engine.games.pax_viking.rows import EVENT, GOD, VENTURE
from lawspeaker_engine.model import PUBLIC, Chance
from tests.sample_sizes import examples

from .bargains import asked, deal, meeting, name, open_trade, propose, silvers
from .conservation import census
from .positions import GAME, A, B, C, answer, decision, draws, follow, hand, node, offered, post, run, ship, turn

SPECTATOR = None
NOTHING = BundleView(0, [], [], [], [], [])


def counter(state, want=(), offer=(), *, wants=0, gives=0):
    """B names a counter-offer."""
    assert asked(state) == ("trade.reply", B)
    answer(state, Counter())
    assert asked(state) == ("trade.counter_want", B)
    name(state, *want, silver=wants)
    assert asked(state) == ("trade.counter_give", B)
    name(state, *offer, silver=gives)
    assert asked(state) == ("trade.counter_reply", A)


def seen(state, seat):
    """Return the offer as a seat sees it."""
    run(state)
    return GAME.view(state, seat).offer


# --- offers and counter-offers ---


def test_SG_TERM_35_a_deal_both_agree_to_is_carried_out_at_once_and_the_journey_goes_on():
    state = meeting()
    open_trade(state)
    deal(state, wants=2, gives=7)
    assert asked(state) == ("journey.step", A)
    assert silvers(state) == [5, 15, 10]
    assert state.offer is None


@pytest.mark.parametrize(("wants", "gives"), [(0, 4), (4, 0)])
def test_SG_TERM_35_an_empty_side_is_a_gift(wants, gives):
    state = meeting()
    open_trade(state)
    deal(state, wants=wants, gives=gives)
    run(state)
    assert silvers(state) == [10 + wants - gives, 10 - wants + gives, 10]


def test_SG_5_a_refused_offer_may_be_followed_by_one_more_to_the_same_partner():
    state = meeting()
    open_trade(state)
    for number in range(PROPOSALS):
        propose(state, gives=number + 1)
        answer(state)
    assert asked(state) == ("journey.step", A)
    assert Bargain(B) not in offered(state)
    assert silvers(state) == [10, 10, 10]
    assert state.offer is None


def test_SG_5_a_counter_offer_takes_the_place_of_the_offer_and_is_answered():
    state = meeting()
    open_trade(state)
    propose(state, gives=1)
    counter(state, wants=5, gives=2)
    assert offered(state) == [Accept()]
    answer(state, Accept())
    run(state)
    assert silvers(state) == [7, 13, 10]


def test_SG_5_each_offer_can_be_countered_once():
    state = meeting()
    open_trade(state)
    for _number in range(PROPOSALS):
        propose(state, gives=1)
        counter(state, wants=5)
        assert Counter() not in offered(state)
        answer(state)
    assert asked(state) == ("journey.step", A)
    assert silvers(state) == [10, 10, 10]


def test_in_a_counter_offer_own_tiles_are_named_and_those_of_the_other_wanted_by_kind():
    state = meeting()
    first, second = hand(state, A, "V01-J", "G05")
    [theirs] = hand(state, B, "E02-3")
    open_trade(state)
    propose(state, gives=1)
    counter(state, [TileKind(GOD)], [Tile(theirs)])
    answer(state, Accept())
    assert asked(state) == ("trade.tile", A)
    assert offered(state) == [Tile(second)]
    answer(state, 0)
    run(state)
    assert (state.players[A].hand, state.players[B].hand) == (sorted((first, theirs)), [second])


def test_who_lacks_what_a_counter_offer_wants_can_only_refuse_it():
    state = meeting()
    hand(state, A, "V01-J")
    open_trade(state)
    propose(state, gives=1)
    counter(state, [TileKind(EVENT)], gives=9)
    assert offered(state) == []
    answer(state)
    assert asked(state) == ("trade.want", A)


def least(state):
    """How many things must be named now."""
    return decision(state).least


@pytest.mark.parametrize("promises", [False, True])
def test_AMB_SG_62_who_wants_nothing_must_give_something_in_an_offer_and_in_a_counter_offer(promises):
    state = meeting(promises=promises)
    open_trade(state)
    assert least(state) == 0
    answer(state)
    assert (asked(state), least(state)) == (("trade.give", A), 1)
    named = offered(state)[decision(state).default[0]]
    assert named == (PromiseVeto(C) if promises else Silver(1, 0)), "a late answer costs as little as can be"
    name(state, silver=1)
    answer(state, Counter())
    assert (asked(state), least(state)) == (("trade.counter_want", B), 0)
    answer(state)
    assert (asked(state), least(state)) == (("trade.counter_give", B), 1)
    name(state, silver=1)
    answer(state)
    name(state, silver=1)
    assert (asked(state), least(state)) == (("trade.give", A), 0), "who wants something need give nothing"


def test_AMB_SG_62_who_has_nothing_to_give_must_want_something():
    state = meeting(trade_ships=False)
    state.players[A].silver = 0
    open_trade(state)
    assert (asked(state), least(state)) == (("trade.want", A), 1)


def test_AMB_SG_62_two_who_have_nothing_at_all_do_not_talk():
    state = meeting(trade_ships=False)
    state.players[A].silver = state.players[B].silver = 0
    answer(turn(state), Sail(0))
    assert Bargain(B) not in offered(state)


@pytest.mark.parametrize(("most", "options"), [(2, {"trade_offers": 2}), (8, {}), (64, {"trade_offers": 64})])
def test_AMB_SG_62_the_offers_of_a_turn_are_bounded(most, options):
    """A sails to and fro between B and C, and makes all offers that it can."""
    state = meeting(promises=True, **options)
    ship(state, C, "volkhov")
    for _ in range(3):
        ship(state, A, "volkhov")
    turn(state)
    made, home = 0, state.longships[0].node
    while state.seat == A:
        each = decision(state)
        talks = [option for option in each.options if isinstance(option, Bargain)]
        if each.prompt == "turn.action":
            sails = [option for option in each.options if isinstance(option, Sail)]
            answer(state, *(sails or [Pass()])[:1])
        elif talks:
            answer(state, talks[0])
        elif each.prompt == "journey.step":
            back = [option for option in each.options if option == Step(home)]
            answer(state, *(back or each.options)[:1])
        elif each.prompt == "trade.want":
            assert GAME.view(state, A).offers == made + 1
            answer(state, 0)
        else:
            made += each.prompt == "trade.reply"
            left = state.offer and state.offer.proposals
            assert each.prompt != "trade.reply" or left <= most - made
            answer(state, *each.default)
    assert made <= most
    assert most in (made, 64)
    draws(state)
    assert state.offers == 0


def test_a_partner_that_has_nothing_is_asked_for_nothing():
    state = meeting(trade_ships=False)
    state.players[B].silver = 0
    open_trade(state)
    assert asked(state) == ("trade.give", A)
    name(state, silver=2)
    answer(state, Counter())
    assert asked(state) == ("trade.counter_want", B)
    name(state, silver=3)
    assert asked(state) == ("trade.counter_reply", A)
    answer(state, Accept())
    run(state)
    assert silvers(state) == [7, 3, 10]


def test_SG_JOURNEY_02_the_longship_sails_on_after_a_trade_and_no_marker_is_spent_for_it():
    state = meeting()
    ship(state, B, "dnieper")
    open_trade(state)
    deal(state, gives=1)
    run(state)
    assert state.markers_spent == 1
    answer(state, Step(node("dnieper")))
    assert Bargain(B) in offered(state)
    assert GAME.view(state, A).about.left == 2


# --- a deal that is impossible ---


@pytest.mark.parametrize("broken", ["silver", "tile", "follower", "longship"])
def test_SG_5_a_deal_of_which_one_part_is_impossible_fails_whole(broken):
    """A wants a God, a Follower and a Longship for 4 silver; then one of these is gone or cannot be replaced."""
    state = meeting()
    hand(state, B, "E02-3" if broken == "tile" else "G05")
    follow(state, B, "hedeby", "rus")
    open_trade(state)
    propose(state, [TileKind(GOD), PostFollower(post("hedeby")), Ship(6)], gives=4)
    if broken == "silver":
        state.players[A].silver = 3
    elif broken == "follower":
        state.players[A].supply[3] = 0
    elif broken == "longship":
        for number in range(6):
            state.longships[number].node = node("volkhov")
    state.question = None
    assert offered(state) == [Counter()]
    before = census(state)
    answer(state)
    run(state)
    assert census(state) == before
    assert state.owners[post("hedeby")] == B


def test_the_order_of_what_is_named_does_not_matter():
    """An exact kind takes its tile before `any` does, so that a deal that is possible never fails."""
    for options in combinations((TileKind(trade.ANY_KIND), TileKind(VENTURE), TileKind(EVENT)), 2):
        state = meeting()
        hand(state, B, "V01-J", "E02-3")
        open_trade(state)
        deal(state, options, gives=1)
        while asked(state)[0] == "trade.tile":
            answer(state, 0)
        assert len(state.players[A].hand) == 2


# --- who hears what ---


def test_SG_5_an_offer_is_for_the_two_parties_alone():
    state = meeting()
    [theirs] = hand(state, B, "G05")
    [mine] = hand(state, A, "V01-J")
    open_trade(state)
    propose(state, [TileKind(GOD), Ship(6)], [Tile(mine)], wants=1, gives=3)
    for seat in (A, B):
        offer = seen(state, seat)
        assert offer.give == BundleView(3, [mine], [], [], [], [])
        assert offer.want == BundleView(1, [], [GOD], [], [6], [])
    for seat in (C, SPECTATOR):
        offer = seen(state, seat)
        assert (offer.seat, offer.partner, offer.proposals, offer.complete) == (A, B, 1, True)
        assert (offer.give, offer.want, offer.named) == (NOTHING, NOTHING, NOTHING)
    answer(state, Accept())
    answer(state, Tile(theirs))
    run(state)
    for seat in (C, SPECTATOR):
        view = GAME.view(state, seat)
        assert view.offer is None
        assert [player.hand_size for player in view.players] == [1, 1, 0]
        assert [player.hand for player in view.players] == [[], [], []]
    assert GAME.view(state, A).players[A].hand == [theirs]


def test_while_a_counter_offer_is_named_both_parties_see_what_it_answers_and_the_partner_what_it_has_said():
    state = meeting()
    open_trade(state)
    propose(state, gives=3)
    answer(state, Counter())
    name(state, silver=5)
    for seat in (A, B):
        offer = seen(state, seat)
        assert (offer.give.silver, offer.named.silver, offer.countered, offer.complete) == (3, 5, False, True)
    assert seen(state, C).named == NOTHING
    name(state, silver=1)
    offer = seen(state, A)
    assert (offer.give.silver, offer.want.silver, offer.named, offer.countered) == (5, 1, NOTHING, True)


def test_SG_5_whether_the_partner_has_what_is_wanted_shows_in_nothing_but_its_answer():
    for kind in range(trade.ANY_KIND + 1):
        shown = []
        for name_ in ("G05", "E02-3"):
            state = meeting()
            hand(state, B, name_)
            open_trade(state)
            propose(state, [TileKind(kind)], gives=1)
            shown.append([(GAME.view(state, seat), asked(state)) for seat in (A, C, SPECTATOR)])
        assert shown[0] == shown[1], kind


def test_what_is_named_is_heard_by_the_parties_and_answers_by_all_and_every_default_refuses():
    state = meeting()
    hand(state, A, "V01-J")
    open_trade(state)
    hand(state, B, "V02-S")
    heard = {}
    wanted = {
        "trade.want": [TileKind(VENTURE)], "trade.reply": [Counter()], "trade.counter_want": [TileKind(VENTURE)],
        "trade.counter_reply": [Accept()],
    }
    while decision(state).prompt != "journey.step":
        each = decision(state)
        heard[each.prompt] = (each.seen_by, each.default, each.reaction)
        answer(state, *wanted.get(each.prompt, each.default))
    parties = (A, B)
    assert heard == {
        "trade.want": (parties, (), False),
        "trade.give": (parties, (), False),
        "trade.reply": (PUBLIC, (), True),
        "trade.counter_want": (parties, (), True),
        "trade.counter_give": (parties, (), True),
        "trade.counter_reply": (PUBLIC, (), False),
        "trade.tile": (parties, (0,), False),
    }


def test_a_tile_is_named_even_if_there_is_no_choice():
    state = meeting()
    hand(state, B, "G05")
    open_trade(state)
    deal(state, [TileKind(GOD)])
    each = decision(state)
    assert (each.prompt, each.seat, len(each.options), each.reaction) == ("trade.tile", B, 1, True)


# --- laws ---


def test_a_copy_taken_in_the_middle_of_an_offer_goes_its_own_way():
    state = meeting()
    [theirs] = hand(state, B, "G05")
    open_trade(state)
    propose(state, [TileKind(GOD)], gives=3)
    other = state.copy()
    answer(other, Accept())
    answer(other, Tile(theirs))
    run(other)
    assert state.offer == Offer(A, B, 1, Bundle(silver=3), Bundle(kinds=[GOD]), complete=True)
    assert state.players[B].hand == [theirs]
    assert silvers(state) == [10, 10, 10]
    answer(state)
    assert asked(state) == ("trade.want", A)
    assert silvers(other) == [7, 13, 10]


def test_SG_6_no_list_of_a_trade_has_200_options_in_the_fullest_position():
    """All Followers of both on POSTS, all Longships in the REGION, ten tiles each, and 1000 silver."""
    state = meeting(promises=True)
    places = [number for number, tile in enumerate(state.tiles) if tile < 0]
    for number, at in enumerate(places[:44]):
        seat, kind = number % 2, number // 2 % 4
        if state.players[seat].supply[kind] > 1:
            state.players[seat].supply[kind] -= 1
            state.owners[at], state.followers[at] = seat, kind
    for seat in (A, B):
        state.players[seat].silver = 1000
        for _number in range(4):
            ship(state, seat, "volkhov")
        hand(state, seat, *[f"E{number:02}-{seat + 1}" for number in range(1, 11)])
    answer(turn(state), Sail(0))
    answer(state, Bargain(B))
    assert 60 < len(offered(state)) < 200
    answer(state)
    assert 60 < len(offered(state)) < 200


@settings(max_examples=examples(80), deadline=None)
@given(st.data())
def test_SG_TERM_35_whatever_is_answered_nothing_is_made_or_lost_and_nobody_owes(data):
    state = meeting(promises=True, ally_ships_kept=data.draw(st.booleans()), open_hands=data.draw(st.booleans()))
    hand(state, A, "V01-J", "G05")
    hand(state, B, "E02-3", "A01-J", "V02-J")
    for seat, first, second in ((A, "hedeby", "dublin"), (B, "bulghar", "india")):
        follow(state, seat, first, "rus")
        follow(state, seat, second, "sweden")
        ship(state, seat, "volkhov_1")
        ship(state, seat, "volkhov", kind="dublin")
        state.players[seat].silver = data.draw(st.integers(0, 9))
    open_trade(state)
    before, total, replies = census(state), sum(silvers(state)), 0
    while (question := run(state)) and question[0].prompt.startswith("trade."):
        assert not isinstance(question, Chance)
        (each,) = question
        replies += each.prompt == "trade.reply"
        agree = each.prompt in ("trade.reply", "trade.counter_reply") and Accept() in each.options
        picks = [each.options.index(Accept())] if agree and data.draw(st.booleans()) else data.draw(
            st.lists(st.sampled_from(range(len(each.options))), min_size=each.least, max_size=each.most, unique=True)
            if each.options else st.just([]))
        agenda.apply(state, (tuple(sorted(picks)),))
        assert min(silvers(state)) >= 0
        after = census(state)
        assert (after["tiles"], after["followers"], after["cards"]) == (
            before["tiles"], before["followers"], before["cards"])
        assert sum(silvers(state)) == total
    assert 0 < replies <= PROPOSALS
    assert all(min(player.supply) >= 0 for player in state.players)


def test_promises_of_a_deal_are_silent_until_it_is_made():
    state = meeting(promises=True)
    open_trade(state)
    propose(state, [PromiseSilver(4)], gives=2)
    assert state.promises == []
    assert GAME.view(state, C).promises == []
    answer(state, Accept())
    run(state)
    [promise] = GAME.view(state, C).promises
    assert (promise.seat, promise.to, promise.value) == (B, A, 4)
