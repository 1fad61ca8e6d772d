"""Dealing anew for a seat: what is dealt, what stays, and how often each thing is dealt."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from lawspeaker_engine import canon
from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.northgard.cards.hands import LookAtHand
from lawspeaker_engine.games.northgard.modules.automa_part import Automa
from lawspeaker_engine.games.northgard.modules.raids import PickRaid
from lawspeaker_engine.games.northgard.modules.sea_part import Sea
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.games.northgard.view import make_view
from tests.engine.chi_square import assert_in_proportion

from .card_play import BLUE, GREEN, RED, cards, option
from .positions import answer, decision, empty_state, offered
from .solo import solo
from .test_conservation import random_game
from .test_secrets import with_other_secrets

GAME = GAMES["northgard"]
DEALS = 50
"""How often each outcome is expected where outcomes are counted, at least."""


def many(state: State, seat: int, count: int = 50) -> list[State]:
    """So many positions dealt anew, one after another by the same generator."""
    random = Random(7)
    return [GAME.deal_anew(state, seat, random) for _ in range(count)]


def three_players() -> State:
    """BLUE has three cards in hand, two in its draw pile, one that it has put on top unseen, and others that all see.
    """
    state = empty_state(3)
    state.players[RED].hand, state.players[RED].draw = cards("recruit"), cards("scouts", "explore")
    blue = state.players[BLUE]
    blue.hand, blue.draw, blue.top = cards("explore", "recruit", "scouts"), cards("feast", "feast"), cards("build")
    blue.unseen = (0,)
    blue.active, blue.discard, blue.boxed = cards("move"), cards("militia"), cards("move")
    return state


# --- cards ---


def test_the_own_cards_stay_and_those_of_another_player_are_dealt_among_its_own_hidden_places():
    state = three_players()
    owned = Counter(cards("explore", "recruit", "scouts", "feast", "feast", "build"))
    for dealt in many(state, RED):
        assert dealt.players[RED] == state.players[RED]
        blue = dealt.players[BLUE]
        assert (len(blue.hand), len(blue.draw), len(blue.top)) == (3, 2, 1)
        assert Counter(blue.hand + blue.draw + blue.top) == owned
        assert (blue.hand, blue.draw) == (sorted(blue.hand), sorted(blue.draw))
        assert (blue.active, blue.discard, blue.boxed) == (cards("move"), cards("militia"), cards("move"))


def test_each_hidden_card_is_in_the_hand_as_often_as_there_are_copies_of_it():
    state = three_players()
    dealt = many(state, RED, 6 * DEALS)
    copies = Counter(cards("explore", "recruit", "scouts", "feast", "feast", "build"))
    assert_in_proportion(Counter(card for other in dealt for card in other.players[BLUE].hand), copies)
    assert_in_proportion(Counter(other.players[BLUE].top[0] for other in dealt), copies)


def test_cards_that_another_player_has_drawn_and_not_sorted_are_hidden_too():
    state = three_players()
    state.players[BLUE].drawn = cards("militia")
    assert len({tuple(other.players[BLUE].drawn) for other in many(state, RED)}) > 3
    assert all(other.players[BLUE].drawn == cards("militia") for other in many(state, BLUE))


def test_who_looks_into_a_hand_sees_it_and_nobody_else_does():
    state = three_players()
    state.players[BLUE].resources = [2, 0, 0]
    state.push(LookAtHand(RED, 2))
    assert decision(state).prompt == "card.pick"
    asked = offered(state)
    for dealt in many(state, RED):
        assert dealt.players[BLUE].hand == state.players[BLUE].hand
        assert offered(dealt) == asked
    assert len({tuple(other.players[BLUE].hand) for other in many(state, GREEN)}) > 3


def test_a_card_that_can_be_ransomed_is_known_to_the_two_and_for_others_any_card_of_the_hand():
    state = three_players()
    state.players[BLUE].resources = [2, 0, 0]
    state.push(LookAtHand(RED, 2))
    assert decision(state).prompt == "card.pick"
    answer(state, option("recruit"))
    for seat in (RED, BLUE):
        for dealt in many(state, seat):
            assert dealt.players[BLUE].hand == state.players[BLUE].hand
            assert offered(dealt)[0] == option("recruit")
    pointed = Counter()
    for dealt in many(state, GREEN, 6 * DEALS):
        card = offered(dealt)[0].card
        assert card in dealt.players[BLUE].hand
        pointed[card] += 1
    assert_in_proportion(pointed, Counter(cards("explore", "recruit", "scouts", "feast", "feast", "build")))


# --- fame ---


def test_NG_HARV_06_hidden_fame_is_drawn_from_nothing_to_about_twice_the_own():
    state = empty_state(3)
    for player, fame in zip(state.players, (5, 90, 40), strict=True):
        player.fame = fame
    dealt = many(state, RED, 13 * DEALS)
    assert {other.players[RED].fame for other in dealt} == {5}
    assert_in_proportion(Counter(other.players[BLUE].fame for other in dealt), dict.fromkeys(range(13), 1))


def test_AMB_R36_open_fame_stays():
    state = empty_state(3, open_fame=True)
    state.players[BLUE].fame = 90
    assert {other.players[BLUE].fame for other in many(state, RED)} == {90}


@pytest.mark.parametrize(("settings", "open_"), [({}, True), ({"automa_fame": "hidden"}, False)])
def test_AMB_A26_the_fame_of_the_automa_is_seen_by_all_and_stays_unless_it_is_hidden(settings, open_):
    state = solo(**settings)
    state.players[RED].fame, state.players[BLUE].fame = 0, 11
    assert [make_view(state, seat).players[BLUE].fame for seat in (RED, -1)] == ([11, 11] if open_ else [-1, -1])
    assert make_view(state, -1).players[RED].fame == -1, "that of the human is nobody's business"
    assert {other.players[BLUE].fame for other in many(state, RED)} == ({11} if open_ else {0, 1, 2})


def test_NG_VAR_05_the_fame_of_a_teammate_stays():
    state = empty_state(4, teams=True)
    for player, fame in zip(state.players, (5, 90, 7, 80), strict=True):
        player.fame = fame
    dealt = many(state, 0)
    assert {other.players[2].fame for other in dealt} == {7}
    assert max(other.players[1].fame for other in dealt) <= 14


# --- decks and tiles ---


def test_NG_SETUP_04_the_development_decks_are_of_cards_that_nobody_has_seen():
    state = empty_state(2)
    early, advanced = (part.cards for part in state.table.decks)
    state.early, state.advanced = sorted(early[:4]), sorted(advanced[:6])
    state.display, state.players[BLUE].discard, state.players[BLUE].hand = [early[-1]], [early[-2]], [advanced[-1]]
    seen = {early[-1], early[-2], advanced[-1]}
    counts: Counter[int] = Counter()
    dealt = many(state, RED, len(early) * DEALS // 4)
    for other in dealt:
        assert (len(other.early), len(other.advanced)) == (4, 6)
        assert not seen & {*other.early, *other.advanced}
        counts.update(other.early)
    assert_in_proportion(counts, Counter(early) - Counter(seen))


def test_NG_SETUP_13_tiles_of_other_hands_and_those_under_the_pile_are_dealt_out_of_the_pile():
    state = empty_state(3)
    state.players[RED].tiles, state.players[BLUE].tiles, state.players[GREEN].tiles = [3], [4, 5], [6]
    state.pile, state.bottom = [7, 8, 9], [10]
    counts: Counter[int] = Counter()
    for dealt in many(state, RED, 7 * DEALS // 2):
        assert dealt.players[RED].tiles == [3]
        tiles = [*dealt.players[BLUE].tiles, *dealt.players[GREEN].tiles, *dealt.pile, *dealt.bottom]
        assert sorted(tiles) == [4, 5, 6, 7, 8, 9, 10]
        counts.update(dealt.players[BLUE].tiles)
    assert_in_proportion(counts, dict.fromkeys(range(4, 11), 1))


def test_tiles_that_all_have_seen_go_under_the_pile_stay_there():
    state = empty_state(2)
    state.pile, state.bottom = [7, 8, 9], [11, 10]
    assert all((dealt.pile, dealt.bottom) == ([7, 8, 9], [11, 10]) for dealt in many(state, RED))


# --- modules ---


def test_AUTO_YEAR_02_nobody_knows_the_action_deck_of_the_automa():
    state = solo()
    part = state.part(Automa)
    part.actions, part.played, part.discard = [0, 1, 2], [3], [4]
    part.deck = list(range(5, 15))
    counts: Counter[int] = Counter()
    for dealt in many(state, 0, 13 * DEALS // 3):
        other = dealt.part(Automa)
        assert (len(other.actions), other.played, other.discard) == (3, [3], [4])
        assert sorted(other.actions + other.deck) == [0, 1, 2, *range(5, 15)]
        counts.update(other.actions)
    assert_in_proportion(counts, dict.fromkeys([0, 1, 2, *range(5, 15)], 1))


def test_UH_SEA_15_drawn_raid_cards_are_known_to_who_drew_them_alone():
    state = empty_state(2, sea=True)
    state.parts = [part() for part in state.table.parts]
    sea = state.part(Sea)
    sea.deck, sea.bottom = [0, 1, 2, 3], [4]
    state.push(PickRaid(RED, 0, (5, 6)))
    for dealt in many(state, RED):
        assert dealt.agenda[-1] == PickRaid(RED, 0, (5, 6))
        assert sorted(dealt.part(Sea).deck + dealt.part(Sea).bottom) == [0, 1, 2, 3, 4]
    counts: Counter[int] = Counter()
    for dealt in many(state, BLUE, 7 * DEALS // 2):
        drawn = dealt.agenda[-1].drawn
        assert sorted([*drawn, *dealt.part(Sea).deck, *dealt.part(Sea).bottom]) == [0, 1, 2, 3, 4, 5, 6]
        counts.update(drawn)
    assert_in_proportion(counts, dict.fromkeys(range(7), 1))


# --- whole games ---


@pytest.mark.parametrize("players", [2, 4])
def test_positions_that_differ_in_secrets_alone_are_dealt_alike(players):
    for step, state in enumerate(random_game(players, 5)[::20]):
        seat = step % players
        other = with_other_secrets(state, seat)
        other.pile = state.pile[:]  # which tiles are left is known: those that nobody has seen
        first, second = (GAME.deal_anew(each, seat, Random(step)) for each in (state, other))
        assert canon.digest(first) == canon.digest(second)
