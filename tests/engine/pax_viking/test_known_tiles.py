"""Tiles that were seen in a hand are known: views list them, and positions dealt keep them (SG-TERM-05, -09, -35)."""

from __future__ import annotations

from random import Random

import pytest

from lawspeaker_engine.games.pax_viking import tiles
from lawspeaker_engine.games.pax_viking.actions.trade import ANY_KIND
from lawspeaker_engine.games.pax_viking.options import (
    Accept,
    Buy,
    Counter,
    InvestDraw,
    Play,
    Post,
    Tile,
    TileKind,
    TrackSpace,
    UseTile,
)
from lawspeaker_engine.games.pax_viking.text.brief import tile_short, tile_tag
from lawspeaker_engine.games.pax_viking.text.prompts import TEXT
from lawspeaker_engine.games.pax_viking.text.views import tile_name

from .bargains import meeting, open_trade, propose
from .positions import (
    GAME,
    A,
    B,
    C,
    answer,
    board,
    decision,
    draws,
    hand,
    offered,
    post,
    run,
    ship,
    table,
    take_out,
    tile,
    turn,
)

EYES = (A, B, C, None)


def known(state, owner, *eyes):
    """Return which tiles of a hand these eyes see as known in their views; all must see the same."""
    found = {tuple(GAME.view(state, eye).players[owner].known) for eye in eyes}
    assert len(found) == 1, found
    return set(found.pop())


def stays(state, owner, which, *seats):
    """Return whether the tile is in the hand in all of some positions dealt for each of these seats."""
    return all(
        which in GAME.deal_anew(state, seat, Random(number)).players[owner].hand
        for seat in seats for number in range(20)
    )


def test_SG_TERM_05_a_tile_that_is_bought_is_known_to_all_until_it_is_played_or_discarded():
    state = table()
    which = state.track[1]
    answer(turn(state), Buy(1))
    run(state)
    assert known(state, A, B, C, None) == {which}
    assert known(state, A, A) == {which}, "the own seat sees what all know of its hand"
    assert stays(state, A, which, B, C)
    assert GAME.full_view(state).players[A].known == [which]
    tiles.from_hand(state, A, which)
    state.discard.append(which)
    assert known(state, A, *EYES) == set()


def test_SG_TERM_10_a_tile_that_is_drawn_is_known_to_nobody_else():
    state = table()
    answer(turn(state), InvestDraw())
    draws(state)
    [which] = state.players[A].hand
    assert known(state, A, *EYES) == set()
    assert not stays(state, A, which, B)


def test_G03_who_has_seen_the_top_of_the_pile_knows_what_another_one_draws_of_it():
    state = table()
    state.top, state.seers = [state.pile.pop() for _ in range(2)], [C]
    which = state.top[0]
    answer(turn(state), InvestDraw())
    run(state)
    assert state.players[A].hand == [which]
    assert known(state, A, C) == {which}
    assert known(state, A, A, B, None) == set()
    assert stays(state, A, which, C)
    assert not stays(state, A, which, B)


def test_G07_a_tile_that_is_exchanged_openly_is_known():
    state = table()
    [given] = hand(state, A, "E02-3")
    [trickster] = board(state, A, "G07")
    got = state.track[2]
    answer(turn(state), UseTile(trickster))
    run(state)
    answer(state, TrackSpace(2))
    run(state)
    assert state.track[2] == given
    assert known(state, A, B, C, None) == {got}


@pytest.mark.parametrize("name", ["V18-J", "V09-J"])
def test_a_tile_taken_of_track_or_discard_pile_is_known(name):
    from lawspeaker_engine.games.pax_viking.abilities.effect import Source, push_effects
    from lawspeaker_engine.games.pax_viking.rows import TILES

    state = table()
    state.discard.append(state.box.pop())
    push_effects(state, TILES[tile(name)].ability.effects, Source(A, tile(name)))
    run(state)
    if not state.players[A].hand:
        answer(state, 0)
        run(state)
    [which] = state.players[A].hand
    assert known(state, A, B, C, None) == {which}


def test_SG_PLAY_01_a_tile_that_is_named_to_be_played_is_known_while_its_post_is_asked_for():
    state = table()
    [which] = hand(state, A, "E02-3")
    ship(state, A, "jutland_1")
    ship(state, A, "vina_1")
    answer(turn(state), Play(which))
    assert decision(state).prompt == "play.post"
    assert known(state, A, B, C, None) == {which}


def test_A06_what_a_spy_has_seen_it_knows_after_its_turn_too():
    state = meeting()
    [spy] = board(state, A, "A06-J")
    theirs = hand(state, B, "E02-3", "G05")
    answer(turn(state), UseTile(spy))
    run(state)
    state.looks = []
    assert known(state, B, A) == set(theirs)
    assert known(state, B, B, C, None) == set()
    assert all(stays(state, B, which, A) for which in theirs)


def test_SG_TERM_35_a_tile_that_is_offered_is_known_to_the_other_party_whatever_comes_of_it():
    state = meeting()
    [which] = hand(state, A, "G05")
    open_trade(state)
    propose(state, give=[Tile(which)])
    assert known(state, A, B) == {which}
    assert known(state, A, A, C, None) == set()
    answer(state)
    assert known(state, A, B) == {which}
    assert stays(state, A, which, B)
    assert not stays(state, A, which, C)


def test_SG_TERM_35_a_tile_that_is_named_for_a_counter_offer_is_known_too():
    state = meeting()
    [which] = hand(state, B, "G05")
    open_trade(state)
    propose(state, gives=1)
    answer(state, Counter())
    answer(state)
    answer(state, Tile(which))
    assert known(state, B, A) == {which}
    assert known(state, B, C, None) == set()


def test_SG_TERM_35_after_a_trade_the_two_know_what_they_gave_and_nobody_else_what_they_hold():
    state = meeting()
    for space, seat in ((0, A), (1, B)):
        tiles.to_hand(state, seat, tiles.take_from_track(state, space), None)
    [of_a], [of_b] = state.players[A].hand, state.players[B].hand
    [kept] = hand(state, B, "E02-3")
    assert known(state, B, A, C, None) == {of_b}
    open_trade(state)
    propose(state, [TileKind(ANY_KIND)], [Tile(of_a)])
    answer(state, Accept())
    answer(state, Tile(of_b))
    run(state)
    assert (state.players[A].hand, set(state.players[B].hand)) == ([of_b], {of_a, kept})
    assert known(state, A, B) == {of_b}
    assert known(state, B, A) == {of_a}
    for owner in (A, B):
        assert known(state, owner, C, None) == set()
    assert stays(state, B, of_a, A)
    assert not stays(state, B, of_a, C)


def test_SG_TERM_35_what_two_others_do_not_exchange_stays_known():
    state = meeting()
    tiles.to_hand(state, C, tiles.take_from_track(state, 0), None)
    tiles.to_hand(state, B, tiles.take_from_track(state, 1), None)
    which = state.players[C].hand[0]
    open_trade(state)
    propose(state, gives=1)
    answer(state)
    assert known(state, B, A, C, None) == set(state.players[B].hand), "a refused offer moves nothing"
    propose(state, gives=1)
    answer(state, Accept())
    run(state)
    assert known(state, C, A, B, None) == {which}
    assert known(state, B, A) == set(state.players[B].hand), "a party knows that no tile went"


def test_SG_TURN_02_with_open_hands_all_know_all():
    state = table(open_hands=True)
    answer(turn(state), InvestDraw())
    draws(state)
    assert known(state, A, *EYES) == set(state.players[A].hand)


def test_the_text_of_a_view_tells_which_tiles_are_known():
    state = table()
    which = state.track[1]
    answer(turn(state), Buy(1))
    run(state)
    name = tile_name(which)
    assert f"You know of its hand: {name}." in list(TEXT.view(GAME.view(state, B)))
    assert f"All know of your hand: {name}." in list(TEXT.view(GAME.view(state, A)))
    assert any(f"; hand 1/4 ({tile_tag(which)})" in line for line in TEXT.brief.view(GAME.view(state, B)))
    assert any(f"; hand 1/4 ({tile_short(which)}*)" in line for line in TEXT.brief.view(GAME.view(state, A)))


def test_what_others_know_of_each_other_is_a_secret_of_theirs():
    """For C any tiles may have been shown by A to B; in a position dealt B knows only what all know of A's hand."""
    state = meeting()
    [shown] = hand(state, A, "G05")
    bought = state.track[0]
    tiles.to_hand(state, A, tiles.take_from_track(state, 0), None)
    tiles.show(state, A, shown, (B,))
    dealt = GAME.deal_anew(state, C, Random(1))
    assert dealt.players[A].known == [[], [bought], [bought], [bought]]
    assert GAME.deal_anew(state, A, Random(1)).players[A].known == state.players[A].known


def test_SG_SWEDEN_01_being_asked_tells_nothing_of_what_was_drawn():
    """With `sweden_play_forced=false` it is asked whether the Venture is PLAYED, even if it cannot be."""
    from lawspeaker_engine.games.pax_viking.options import Sweden

    asked = []
    for supply in (6, 0):
        state = table(sweden_play_forced=False)
        state.influence[2] = A
        state.players[A].supply[2] -= 1
        drawn = tile("V12-S")
        take_out(state, drawn)
        state.pile = sorted([*state.pile, drawn])
        state.players[A].supply[2] = supply and 5
        answer(turn(state), Sweden())
        draws(state, drawn)
        answer(state, Post(post("atlantic_isles_1")))
        asked.append((decision(state).prompt, GAME.view(state, B).about))
        assert offered(state) == ([Accept()] if supply else [])
    assert asked[0] == asked[1]
