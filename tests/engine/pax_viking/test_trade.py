"""TRADE: with whom and where, what can be named, and what a deal moves (SG-TERM-35, AMB-SG-36, SG.5)."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.pax_viking import followers
from lawspeaker_engine.games.pax_viking.actions import trade
from lawspeaker_engine.games.pax_viking.actions.offer import Bundle, Offer
from lawspeaker_engine.games.pax_viking.actions.promises import NO_CHALLENGE, RUNNING
from lawspeaker_engine.games.pax_viking.options import (
    Accept,
    Bargain,
    Parley,
    PostFollower,
    PromiseNoChallenge,
    Sail,
    Ship,
    Silver,
    Step,
    Tile,
    TileKind,
)
from lawspeaker_engine.games.pax_viking.rows import EVENT, GOD, VENTURE
from lawspeaker_engine.games.pax_viking.state import NOBODY, OWN
from lawspeaker_engine.model import IllegalAnswer
from lawspeaker_engine.playing import check

from .bargains import asked, deal, meeting, open_trade, piles, propose, silvers
from .conservation import census
from .positions import (
    A,
    B,
    C,
    D,
    answer,
    board,
    decision,
    follow,
    hand,
    jarl,
    node,
    offered,
    passing,
    post,
    run,
    ship,
    silver,
    table,
    turn,
    venture,
    where,
)

JARLDOM, THEOCRACY, SWEDEN, RUS = range(4)
ANY = TileKind(trade.ANY_KIND)


def wants(state):
    """Return the options of A for what it wants of B."""
    open_trade(state)
    assert asked(state) == ("trade.want", A)
    return offered(state)


def of_type(options, kind):
    """The options of one class."""
    return [option for option in options if isinstance(option, kind)]


# --- the cases of SG.7 ---


def test_SG_T72_SG_TERM_35_AMB_SG_36_silver_is_swapped_for_a_tile_and_a_promise_that_binds_nobody():
    state = meeting(at="dublin", promises=True)
    ship(state, B, "dublin")
    [wanted] = hand(state, B, "G05")
    open_trade(state)
    deal(state, [TileKind(GOD), PromiseNoChallenge()], gives=3)
    assert asked(state) == ("trade.tile", B)
    answer(state, Tile(wanted))
    run(state)
    assert silvers(state) == [7, 13, 10]
    assert (state.players[A].hand, state.players[B].hand) == ([wanted], [])
    [promise] = state.promises
    assert (promise.seat, promise.to, promise.kind, promise.result) == (B, A, NO_CHALLENGE, RUNNING)
    passing_on(state)
    assert (state.seat, asked(state)[0]) == (B, "turn.action")
    assert Parley(post("dublin")) in offered(state), "a promise takes no action away"


def passing_on(state):
    """A's JOURNEY and turn end."""
    if decision(state).prompt == "journey.step":
        answer(state)
    passing(state)


def test_SG_T73_SG_TERM_35_nobody_can_offer_more_silver_than_it_has():
    state = meeting()
    silver(state, 3)
    open_trade(state)
    answer(state)
    assert sum(pile.amount for pile in of_type(offered(state), Silver)) == 3
    with pytest.raises(AssertionError, match="not so much"):
        piles(offered(state), 5)
    with pytest.raises(IllegalAnswer):
        check(decision(state), range(len(offered(state)) + 1))
    assert asked(state) == ("trade.give", A), "B has not been asked"
    offer = Offer(A, B, 0, give=Bundle(silver=5))
    assert not trade.possible(state, offer)


def test_SG_T74_AMB_SG_36_a_follower_is_replaced_by_an_own_one_of_its_type_for_free():
    state = meeting()
    which = venture(state, "V17-S", "seine_1", B)
    open_trade(state)
    deal(state, [PostFollower(post("seine_1"))], gives=4)
    run(state)
    assert silvers(state) == [6, 14, 10]
    assert (state.owners[post("seine_1")], state.followers[post("seine_1")]) == (A, SWEDEN)
    assert state.tiles[post("seine_1")] == which
    assert state.players[A].supply == [6, 6, 5, 6]
    assert state.players[B].supply == [6, 6, 6, 6]


def test_SG_T82_a_partner_that_does_not_answer_in_time_has_refused():
    state = meeting()
    open_trade(state)
    propose(state, gives=4)
    assert decision(state).default == ()
    assert decision(state).reaction, "it is answered out of turn"
    answer(state, *decision(state).default)
    run(state)
    assert silvers(state) == [10, 10, 10]


# --- where, with whom ---


def partners_at(state, *names):
    """Sail over these nodes; return with whom A can TRADE where it is then."""
    answer(turn(state), Sail(0))
    for each in names:
        answer(state, Step(node(each)))
    return [option.seat for option in of_type(offered(state), Bargain)]


def test_AMB_SG_18_a_window_is_open_at_the_start_and_after_each_step():
    for names, expected in (((), [B]), (("dnieper",), [C]), (("dnieper", "black_sea"), [])):
        state = meeting()
        ship(state, C, "dnieper_1")
        assert partners_at(state, *names) == expected, names


def test_AMB_SG_18_by_option_the_window_is_open_where_the_journey_ends_only():
    state = meeting(trade_windows="end")
    ship(state, C, "dnieper_1")
    assert partners_at(state) == []
    answer(state, Step(node("dnieper")))
    assert of_type(offered(state), Bargain) == []
    answer(state)
    assert offered(state) == [Bargain(C)]
    answer(state, Bargain(C))
    propose(state, gives=1)
    answer(state, Accept())
    assert asked(state) == ("turn.action", A)
    assert silvers(state) == [9, 10, 11]


def test_AMB_SG_18_by_option_the_window_after_the_last_step_needs_no_word_that_the_journey_ends():
    state = meeting(trade_windows="end")
    assert partners_at(state, "baltic", "volkhov") == [], "B is there, but the Longship could sail on"
    answer(state, Step(node("dnieper")))
    assert asked(state) == ("turn.action", A)
    state = meeting(trade_windows="end")
    partners_at(state, "volkhov_1", "volkhov")
    answer(state, Step(node("volkhov_2")))
    assert offered(state) == [Bargain(B)], "no STEP is left"


def test_SG_TERM_35_the_ship_wife_trades_in_the_same_wind_but_ships_only_in_the_region():
    state = table()
    assert ship(state, A, "volkhov") == 0
    far, near = ship(state, B, "dnieper"), ship(state, C, "volkhov")
    board(state, A, "G20")
    answer(turn(state), Sail(0))
    assert of_type(offered(state), Bargain) == [Bargain(B), Bargain(C)]
    answer(state, Bargain(B))
    assert of_type(offered(state), Ship) == []
    answer(state)
    assert of_type(offered(state), Ship) == [Ship(0)]
    assert (where(state, far), where(state, near)) == (node("dnieper"), node("volkhov"))


def test_SG_JOURNEY_02_two_partners_a_window_and_again_at_the_next_node():
    state = meeting(4)
    for seat in (C, D):
        ship(state, seat, "volkhov_1")
    ship(state, B, "dnieper")
    answer(turn(state), Sail(0))
    assert of_type(offered(state), Bargain) == [Bargain(B), Bargain(C), Bargain(D)]
    for first, left in ((B, [C, D]), (D, [])):
        answer(state, Bargain(first))
        refuse_all(state)
        assert of_type(offered(state), Bargain) == [Bargain(seat) for seat in left]
    answer(state, Step(node("dnieper")))
    assert of_type(offered(state), Bargain) == [Bargain(B)]


def refuse_all(state):
    """Everybody answers by default until A is asked how it sails on."""
    while decision(state).prompt != "journey.step":
        answer(state, *decision(state).default)


# --- what can be named ---


def test_SG_TERM_35_all_that_can_be_swapped_can_be_named():
    state = meeting(promises=True)
    silver(state, 0, 5)
    hand(state, B, "G05")
    follow(state, B, "hedeby", "rus")
    follow(state, B, "aachen", "sweden")
    follow(state, A, "india")
    found = wants(state)
    assert of_type(found, Silver) == [Silver(1, 0), Silver(2, 1), Silver(2, 2)]
    assert of_type(found, TileKind) == [TileKind(kind) for kind in range(5)]
    assert [option.post for option in of_type(found, PostFollower)] == sorted([post("hedeby"), post("aachen")])
    assert of_type(found, Ship) == [Ship(6)]
    assert of_type(found, PromiseNoChallenge) == [PromiseNoChallenge()]
    answer(state)
    given = offered(state)
    assert (of_type(given, Silver), of_type(given, TileKind), of_type(given, Tile)) == ([], [], [])
    assert of_type(given, PostFollower) == [PostFollower(post("india"))]
    assert of_type(given, Ship) == [Ship(0)]
    assert of_type(given, PromiseNoChallenge) == [PromiseNoChallenge()]


def test_SG_TERM_35_followers_on_tiles_of_a_jarlboard_cannot_be_traded():
    state = meeting()
    board(state, B, "G05", "A01-J")
    assert of_type(wants(state), PostFollower) == []


@pytest.mark.parametrize("open_hands", [False, True])
def test_own_tiles_are_named_one_by_one_and_those_of_others_by_kind_unless_hands_are_open(open_hands):
    state = meeting(open_hands=open_hands)
    [own] = hand(state, A, "V01-J")
    theirs = hand(state, B, "E02-3", "G05")
    found = wants(state)
    assert of_type(found, Tile) == ([Tile(each) for each in sorted(theirs)] if open_hands else [])
    assert of_type(found, TileKind) == ([] if open_hands else [TileKind(kind) for kind in range(5)])
    answer(state)
    assert of_type(offered(state), Tile) == [Tile(own)]
    assert of_type(offered(state), TileKind) == []


def test_with_open_hands_the_very_tile_changes_hands():
    state = meeting(open_hands=True)
    first, second = hand(state, B, "E02-3", "G05")
    open_trade(state)
    deal(state, [Tile(second)], gives=1)
    assert asked(state) == ("journey.step", A), "nothing is left to be named"
    assert (state.players[A].hand, state.players[B].hand) == ([second], [first])


@pytest.mark.parametrize("allowed", [True, False])
def test_AMB_SG_36_by_option_followers_cannot_be_traded(allowed):
    state = meeting(trade_followers=allowed)
    follow(state, B, "hedeby")
    follow(state, A, "india")
    assert bool(of_type(wants(state), PostFollower)) is allowed
    answer(state)
    assert bool(of_type(offered(state), PostFollower)) is allowed


@pytest.mark.parametrize("allowed", [True, False])
def test_AMB_SG_36_by_option_longships_cannot_be_traded(allowed):
    state = meeting(trade_ships=allowed)
    assert bool(of_type(wants(state), Ship)) is allowed
    answer(state)
    assert bool(of_type(offered(state), Ship)) is allowed


def test_AMB_SG_36_only_longships_of_the_region_can_be_traded():
    state = meeting()
    near, far = ship(state, B, "volkhov_2"), ship(state, B, "dnieper")
    found = of_type(wants(state), Ship)
    assert found == [Ship(6), Ship(near)]
    assert Ship(far) not in found


def test_AMB_SG_36_nothing_is_named_for_which_the_receiver_has_no_piece():
    state = meeting()
    follow(state, B, "hedeby", "rus")
    follow(state, B, "aachen", "sweden")
    state.players[A].supply[RUS] = 0
    for _number in range(5):
        ship(state, A, "black_sea")
    ally = ship(state, B, "volkhov", kind="faroe")
    found = wants(state)
    assert of_type(found, PostFollower) == [PostFollower(post("aachen"))]
    assert of_type(found, Ship) == [Ship(ally)], "an Ally's Longship needs none of the Jarlboard"


# --- what a deal moves ---


def test_AMB_SG_36_a_longship_goes_back_and_the_receiver_places_one_there_exhausted():
    state = meeting()
    ship(state, B, "dnieper")
    other = ship(state, A, "dnieper")
    open_trade(state)
    deal(state, [Ship(6)], gives=2)
    run(state)
    assert where(state, 6) < 0
    assert not state.longships[6].exhausted
    placed = [number for number in range(6) if number not in (0, other) and where(state, number) >= 0]
    assert [where(state, number) for number in placed] == [node("volkhov")]
    assert all(state.longships[number].exhausted for number in placed)
    assert asked(state) == ("journey.step", A)


def test_AMB_SG_36_a_longship_in_a_post_is_replaced_in_that_post():
    state = meeting()
    near = ship(state, B, "volkhov_2")
    open_trade(state)
    deal(state, [Ship(near)], gives=2)
    run(state)
    assert [number for number in range(6) if where(state, number) == node("volkhov_2")]
    assert where(state, near) < 0


def test_AMB_SG_36_an_ally_longship_moves_as_it_is():
    for exhausted in (True, False):
        state = meeting()
        ally = ship(state, B, "volkhov", kind="iceland", exhausted=exhausted)
        open_trade(state)
        deal(state, [Ship(ally)], gives=2)
        run(state)
        moved = state.longships[ally]
        assert (moved.seat, moved.node, moved.exhausted) == (A, node("volkhov"), exhausted)


@pytest.mark.parametrize("kind", ["own", "dublin"])
def test_AMB_SG_36_a_journey_is_over_when_its_longship_is_given_away(kind):
    state = meeting()
    sailing = 0 if kind == "own" else ship(state, A, "volkhov", kind=kind)
    answer(turn(state), Sail(sailing))
    answer(state, Bargain(B))
    deal(state, give=[Ship(sailing)], wants=5)
    assert asked(state) == ("turn.action", A)
    assert silvers(state) == [15, 5, 10]
    if kind == "own":
        assert (where(state, sailing), state.longships[sailing].exhausted) == (-1, False)
    else:
        assert (state.longships[sailing].seat, state.longships[sailing].exhausted) == (B, False)


def test_AMB_SG_36_two_longships_change_places_and_the_journey_is_over():
    state = meeting()
    for _number in range(5):
        ship(state, A, "black_sea")
        ship(state, B, "black_sea")
    open_trade(state)
    assert of_type(offered(state), Ship) == [], "nobody has one to place"
    state = meeting()
    for _number in range(4):
        ship(state, A, "black_sea")
        ship(state, B, "black_sea")
    last = ship(state, A, "black_sea")
    open_trade(state)
    assert of_type(offered(state), Ship) == [], "A has none to place until one is given"
    state.longships[last].node = -1
    state.question = None
    deal(state, [Ship(6)], [Ship(0)])
    assert asked(state) == ("turn.action", A)
    there = [number for number, each in enumerate(state.longships) if each.node == node("volkhov")]
    assert [state.longships[number].seat for number in there] == [A, B]
    assert all(state.longships[number].exhausted for number in there)


def test_AMB_SG_36_what_is_given_back_can_be_put_in_place_of_what_comes():
    """A has no Rus Follower and no Longship left but those it gives for B's."""
    state = meeting()
    follow(state, A, "hedeby", "rus")
    follow(state, B, "bulghar", "rus")
    state.players[A].supply[RUS] = 0
    for _number in range(5):
        ship(state, A, "black_sea")
    offer = Offer(A, B, 0, complete=True)
    offer.want.posts, offer.give.posts = [post("bulghar")], [post("hedeby")]
    offer.want.longships, offer.give.longships = [6], [0]
    assert trade.possible(state, offer)
    before = census(state)
    trade.carry_out(state, offer)
    assert census(state) == before
    assert (state.owners[post("hedeby")], state.owners[post("bulghar")]) == (B, A)
    assert (state.longships[0].node, state.longships[0].exhausted) == (node("volkhov"), True)
    offer.want.longships = [6, 7]
    assert not trade.possible(state, offer), "one that is given makes place for one"


def test_SG_TERM_35_a_traded_follower_is_not_established_so_that_no_ability_of_the_post_works():
    state = meeting()
    follow(state, B, "aachen", "sweden")
    open_trade(state)
    deal(state, [PostFollower(post("aachen"))])
    run(state)
    assert state.owners[post("aachen")] == A
    assert silvers(state) == [10, 10, 10]


def test_AMB_SG_36_duchies_follow_the_followers():
    state = meeting()
    venture(state, "V07-J", "jutland_1", B)
    venture(state, "V01-S", "jutland_2", B)
    docked = ship(state, B, "home:jutland")
    open_trade(state)
    deal(state, [PostFollower(post("jutland_1")), PostFollower(post("jutland_2"))], gives=1)
    run(state)
    assert [len(player.duchies) for player in state.players] == [1, 0, 0]
    assert where(state, docked) < 0, "its HOME is gone"


@pytest.mark.parametrize("kept", [True, False])
def test_AMB_SG_40_ally_longships_stay_with_who_gives_their_post_or_go_back(kept):
    state = meeting(ally_ships_kept=kept)
    follow(state, B, "dublin")
    ally = ship(state, B, "black_sea", kind="dublin")
    open_trade(state)
    deal(state, [PostFollower(post("dublin"))])
    run(state)
    assert state.longships[ally].seat == (B if kept else NOBODY)


def test_tiles_of_both_hands_change_hands_and_the_partner_says_which():
    state = meeting()
    [mine] = hand(state, A, "A01-J")
    venture_of_b, event_of_b, other_venture = hand(state, B, "V01-J", "E02-3", "V02-J")
    open_trade(state)
    deal(state, [TileKind(VENTURE), ANY], [Tile(mine)])
    assert offered(state) == [Tile(each) for each in sorted((venture_of_b, other_venture))]
    answer(state, Tile(other_venture))
    assert offered(state) == [Tile(each) for each in sorted((venture_of_b, event_of_b))], "any other tile"
    answer(state, Tile(venture_of_b))
    run(state)
    assert state.players[A].hand == sorted((other_venture, venture_of_b))
    assert state.players[B].hand == sorted((mine, event_of_b))
    assert state.players[A].drawn == [other_venture, venture_of_b], "in the order in which they came"


@pytest.mark.parametrize(("kinds", "there"), [
    ([VENTURE], True), ([EVENT], True), ([GOD], False), ([VENTURE, trade.ANY_KIND], True), ([trade.ANY_KIND], True),
    ([VENTURE, EVENT, trade.ANY_KIND], False),
])
def test_SG_TERM_35_a_partner_accepts_only_what_its_hand_has(kinds, there):
    state = meeting()
    hand(state, B, "V01-J", "E02-3")
    open_trade(state)
    propose(state, [TileKind(kind) for kind in kinds])
    assert (Accept() in offered(state)) is there


# --- abilities ---


@pytest.mark.parametrize("seat", [A, B])
def test_SG_TERM_35_asa_and_the_broker_gain_from_the_first_trade_of_a_turn(seat):
    state = meeting()
    for player, name in ((A, "emund"), (B, "botair")):
        jarl(state, player, "asa" if player == seat else name)
    board(state, seat, "A05-J")
    ship(state, C, "volkhov")
    open_trade(state)
    deal(state, gives=1)
    run(state)
    assert silvers(state) == [9 + 2 * (seat == A), 11 + 2 * (seat == B), 10]
    answer(state, Bargain(C))
    deal(state, gives=1)
    run(state)
    assert silvers(state) == [8 + 2 * (seat == A), 11 + 2 * (seat == B), 11], "once a turn"


def test_who_does_not_come_to_terms_gains_nothing_by_it():
    state = meeting()
    open_trade(state)
    refuse_all(state)
    assert silvers(state) == [10, 10, 10]


def test_a_deal_keeps_every_piece():
    state = meeting(promises=True)
    venture(state, "V17-S", "seine_1", B)
    follow(state, A, "hedeby", "rus")
    hand(state, A, "G05", "E02-3")
    hand(state, B, "V01-J")
    before = census(state)
    open_trade(state)
    deal(
        state, [TileKind(VENTURE), PostFollower(post("seine_1")), Ship(6)],
        [Tile(state.players[A].hand[0]), PostFollower(post("hedeby")), PromiseNoChallenge()], wants=3, gives=6,
    )
    answer(state, 0)
    run(state)
    assert census(state) == {**before, "cards": []}
    assert silvers(state) == [7, 13, 10]
    assert followers.established(state, A) == followers.established(state, B) == 1
    assert [ship_.kind for ship_ in state.longships if ship_.node == node("volkhov")] == [OWN, OWN]
