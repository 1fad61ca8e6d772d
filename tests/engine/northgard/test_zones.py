"""Tests of where a player's cards lie in the course of a year, phase by phase."""

from __future__ import annotations

from lawspeaker_engine.games.northgard.cards.deck import DrawCards
from lawspeaker_engine.games.northgard.game import Northgard
from lawspeaker_engine.games.northgard.options import Card, Pass, Wait
from lawspeaker_engine.games.northgard.phases.turn import Turn
from lawspeaker_engine.games.northgard.state import State
from tests.engine.northgard.card_play import BLUE, RED, cards, done, ids, play_card
from tests.engine.northgard.positions import answer, decision, draw, empty_state, graph, run

GAME = Northgard()


def with_an_empty_draw_pile() -> State:
    """Red's cards are all in the discard pile."""
    state = empty_state()
    graph(state, {"A": {"own": RED, "u": 1}})
    state.players[RED].discard = cards("move", "build", "recruit", "feast")
    return state


def test_NG_DECK_04_the_discard_pile_is_turned_over_for_a_replaced_card():
    """An effect of the Actions phase that is no Draw action."""
    state = with_an_empty_draw_pile()
    state.players[RED].hand = cards("explore")
    state.players[RED].resources = [0, 0, 1]
    state.push(Turn(RED))
    replace = next(option for option in decision(state).options if type(option).__name__ == "Replace")
    answer(state, replace)
    draw(state, 0)
    assert done(state)
    assert len(state.players[RED].hand) == 1
    assert (len(state.players[RED].draw), state.players[RED].discard) == (3, [])


def test_NG_DECK_04_the_discard_pile_is_turned_over_for_a_special_action():
    """A card that draws besides another effect."""
    state = with_an_empty_draw_pile()
    state.players[BLUE].hand = cards("feast")
    play_card(state, "spy")
    draw(state, 1)
    assert done(state)
    assert len(state.players[RED].hand) == 1
    assert len(state.players[RED].draw) == 3


def test_NG_DECK_04_the_discard_pile_is_turned_over_in_every_phase():
    """Whoever draws, and for whatever."""
    for phase in ("start", "actions", "harvest", "winter", "end"):
        state = with_an_empty_draw_pile()
        state.phase = phase
        state.push(DrawCards(RED, 2))
        draw(state, 0, 1)
        assert done(state)
        assert len(state.players[RED].hand) == 2


def test_NG_DECK_09_the_discard_pile_and_the_active_area_are_open_to_all():
    """The place of a pile on the table has no effect; the cards in it are for all to see."""
    state = with_an_empty_draw_pile()
    state.players[RED].active = cards("explore")
    for seat in (None, RED, BLUE):
        shown = GAME.view(state, seat).players[RED]
        assert shown.discard == cards("move", "build", "recruit", "feast")
        assert shown.active == cards("explore")


def test_AMB_R08_cards_stay_in_the_active_area_until_their_owner_passes():
    """Over several turns, and whatever the others do."""
    state = empty_state()
    graph(state, {"A": {"own": RED, "u": 1}, "B": {"own": BLUE, "u": 1}})
    state.display = cards("scouts", "militia")
    red = state.players[RED]
    red.hand, state.players[BLUE].hand = cards("move", "build", "recruit"), cards("feast")
    for card in ("move", "build"):
        state.push(Turn(RED))
        answer(state, Wait(*cards(card)))
        assert run(state) == ()
    assert ids(red.active) == ["move", "build"]
    state.push(Turn(BLUE))
    answer(state, Pass())
    answer(state, Card(*cards("scouts")))
    assert ids(red.active) == ["move", "build"]
    state.push(Turn(RED))
    answer(state, Pass())
    assert run(state) == ()
    assert (red.active, sorted(ids(red.discard))) == ([], ["build", "move", "recruit"])


def test_NG_DECK_01_others_see_how_many_cards_a_draw_pile_has_known_top_cards_included():
    state = empty_state()
    player = state.players[RED]
    player.draw, player.top, player.hand = cards("move", "build", "recruit"), cards("feast", "explore"), cards("scouts")
    for seat in (RED, BLUE, None):
        view = GAME.view(state, seat).players[RED]
        assert (view.draw_size, view.hand_size) == (5, 1)
        assert (view.draw, view.top, view.hand) == (
            (player.draw, player.top, player.hand) if seat == RED else ([], [], []))
