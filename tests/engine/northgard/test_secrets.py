"""Hidden facts changed, nothing that others are shown changes with them."""

from __future__ import annotations

from bisect import insort
from collections import Counter

import pytest

from lawspeaker_engine import canon
from lawspeaker_engine.games.northgard.game import Northgard
from lawspeaker_engine.games.northgard.state import Player, State
from lawspeaker_engine.model import Decision

from .test_conservation import random_game

GAME = Northgard()


def swap_hidden_cards(player: Player, eye: int) -> None:
    """Another hand of the same size out of the same cards: what the eye does not know of the hand and the draw pile
    trade places as far as they can.
    """
    hidden = sorted((Counter(player.hand) - Counter(player.known[eye])).elements())
    for card in hidden[:len(player.draw)]:
        other = player.draw.pop(0)
        player.hand.remove(card)
        insort(player.hand, other)
        insort(player.draw, card)
    unseen = [player.top[at] for at in player.unseen]
    for at, card in zip(player.unseen, reversed(unseen), strict=True):
        player.top[at] = card
    # What others have seen of the old hand is no more true of this one.
    player.known = tuple([known if at == eye else player.known[-1] for at, known in enumerate(player.known)])


def with_other_secrets(state: State, seat: int) -> State:
    """The same position as far as `seat` may know, with all that is hidden from it changed."""
    other = state.copy()
    for number, player in enumerate(other.players):
        if number != seat:
            swap_hidden_cards(player, seat)
            if not state.is_enemy(seat, number):
                continue
            player.fame += 7
    if state.settings.open_fame or state.phase == "over":
        for number, player in enumerate(state.players):
            other.players[number].fame = player.fame
    if len(other.advanced) > 1:
        other.advanced.pop()
        insort(other.advanced, 0)
    if other.pile:
        other.pile[-1] = 0
    for number, player in enumerate(other.players):
        if number != seat and player.tiles:
            player.tiles[0] = 1
    return other


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_NG_DECK_01_NG_HARV_06_AMB_R36_views_do_not_depend_on_what_is_hidden(players: int) -> None:
    """Hands, piles, decks, tile hands and fame of others."""
    changed = 0
    for seed in range(2):
        for state in random_game(players, seed)[::2]:
            for seat in range(players):
                other = with_other_secrets(state, seat)
                changed += canon.encode(other) != canon.encode(state)
                assert canon.encode(GAME.view(other, seat)) == canon.encode(GAME.view(state, seat))
                asked = GAME.pending(state)
                if isinstance(asked, tuple) and asked and asked[0].seat == seat and _public(asked[0]):
                    other.question = None
                    assert canon.encode(GAME.pending(other)) == canon.encode(asked)
    assert changed


def _public(decision: Decision) -> bool:
    """Questions that look into a hand by a card's leave are meant to differ."""
    return not decision.prompt.startswith("card.")


def test_NG_HARV_06_a_spectator_sees_no_fame_and_no_cards_and_the_full_view_all() -> None:
    """The spectator's view is nobody's; the referee's full view is for finished records."""
    *states, last = random_game(3, 1)[5:]
    assert last.phase == "over"
    for state in states:
        view, full = GAME.view(state, None), GAME.full_view(state)
        for player, shown, told in zip(state.players, view.players, full.players, strict=True):
            assert (shown.hand, shown.draw, shown.top, shown.tiles, shown.fame) == ([], [], [], [], -1)
            assert (told.hand, told.draw, told.top, told.fame) == (player.hand, player.draw, player.top, player.fame)


def test_AMB_R36_all_turn_up_their_fame_at_the_end_and_keep_their_cards_hidden() -> None:
    """A spectator's last view, and a seat's."""
    last = random_game(3, 1)[-1]
    for eye in (None, 0):
        players = GAME.view(last, eye).players
        assert [each.fame for each in players] == [player.fame for player in last.players]
        assert players[1].draw == players[1].hand == []


def test_AMB_R36_open_fame_shows_it_to_all() -> None:
    """The option turns the secret off."""
    state = random_game(2, 1, open_fame=True)[-1]
    assert [p.fame for p in GAME.view(state, 0).players] == [p.fame for p in state.players]


def test_NG_VAR_05_teammates_know_their_fame_but_not_their_hands() -> None:
    """Seats 0 and 2 play together."""
    state = next(s for s in random_game(4, 2, teams=True) if s.players[2].hand and s.players[2].fame)
    seen = GAME.view(state, 0).players
    assert seen[2].fame == state.players[2].fame
    assert seen[1].fame == -1
    assert seen[2].hand == []
