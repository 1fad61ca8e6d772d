"""Cards that came to a hand or onto a draw pile for all to see are known (NG-DECK-01): views list them, and positions
dealt keep them, until they may have left.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.northgard.cards import knowledge
from lawspeaker_engine.games.northgard.cards.boxing import BoxDiscarded, BoxUnrest
from lawspeaker_engine.games.northgard.cards.deck import DrawCards, TakeDiscarded
from lawspeaker_engine.games.northgard.cards.hands import Curse, Exploit, Spy
from lawspeaker_engine.games.northgard.cards.resolving import CARDS, UNREST, Draw
from lawspeaker_engine.games.northgard.cards.this_year import TakeDisplayed
from lawspeaker_engine.games.northgard.options import Action, Opponent, Pass, Pay, PlayCard, Replace, Upgrade, Wait
from lawspeaker_engine.games.northgard.phases import winter
from lawspeaker_engine.games.northgard.phases.turn import PickCard, Turn
from lawspeaker_engine.games.northgard.state import LORE
from lawspeaker_engine.games.northgard.text.views import known_lines

from .card_play import BLUE, GREEN, RED, cards, done, ids, option
from .positions import answer, draw, empty_state, graph, run
from .test_deck import player_with

GAME = GAMES["northgard"]
EYES = (RED, BLUE, GREEN, None)


def table(**zones):
    """Three players of whom RED has these cards; each has lore, and its turns can be taken."""
    state = empty_state(3)
    player_with(state, **zones)
    for player in state.players:
        player.resources[LORE] = 5
    return state


def known(state, *eyes, owner=RED):
    """Return which cards of a hand these eyes see as known in their views; all must see the same."""
    run(state)
    found = {tuple(GAME.view(state, eye).players[owner].known) for eye in eyes or EYES}
    assert len(found) == 1, found
    return ids(found.pop())


def tops(state, *eyes, owner=RED):
    """Return what these eyes know on top of the draw pile, None for a card that they do not know."""
    run(state)
    found = {tuple(GAME.view(state, eye).players[owner].known_top) for eye in eyes or EYES}
    assert len(found) == 1, found
    return [None if card < 0 else ids([card])[0] for card in found.pop()]


def dealt(state, eye=BLUE, count=20):
    """Return RED in so many positions dealt for a seat."""
    random = Random(5)
    return [GAME.deal_anew(state, eye, random).players[RED] for _ in range(count)]


def stays(state, *names, eyes=(BLUE, GREEN)):
    """Return whether the hand has these cards in all of some positions dealt for each of these seats."""
    return not any(Counter(cards(*names)) - Counter(player.hand) for eye in eyes for player in dealt(state, eye))


# --- cards that come to a hand for all to see ---


def test_NG_ACT_09_an_upgrade_is_known_to_all_until_one_like_it_is_played():
    state = table(hand=["move", "build"], draw=["recruit", "recruit", "explore", "feast"])
    state.players[RED].upgrades = cards("upgraded_market_place", "town_hall")
    state.push(Turn(RED))
    answer(state, Upgrade(cards("move")[0], cards("upgraded_market_place")[0], out_of_game=False))
    assert known(state) == ["upgraded_market_place"], "the own seat sees what all know of its hand"
    assert GAME.full_view(state).players[RED].known == cards("upgraded_market_place")
    assert stays(state, "upgraded_market_place")
    assert len({tuple(player.hand) for player in dealt(state)}) > 2, "the other card is dealt"
    state.push(Turn(RED))
    answer(state, PlayCard(cards("upgraded_market_place")[0]))
    assert "upgraded_market_place" not in known(state)


def test_NG_DECK_09_a_card_that_is_taken_back_from_the_discard_pile_is_known_to_all():
    state = table(hand=["move"], draw=["recruit", "explore", "feast"], discard=["build", "feast"])
    TakeDiscarded().begin(state, RED, 0)
    answer(state, option("build"))
    assert known(state) == ["build"]
    assert stays(state, "build")


@pytest.mark.parametrize("option_of", [Wait, Replace])
def test_a_known_card_that_is_put_down_is_known_no_longer_and_others_stay(option_of):
    state = table(hand=["move"], draw=["recruit", "explore", "feast"], discard=["build", "feast"])
    for name in ("build", "feast"):
        TakeDiscarded().begin(state, RED, 0)
        if name == "build":
            answer(state, option(name))
        else:
            assert done(state)
    assert known(state) == ["build", "feast"]
    state.push(Turn(RED))
    answer(state, option_of(cards("build")[0]))
    assert known(state) == ["feast"]


def test_of_equal_cards_the_known_one_may_be_the_one_that_leaves():
    state = table(hand=["build", "move"], draw=["recruit", "explore", "feast"], discard=["build", "feast"])
    TakeDiscarded().begin(state, RED, 0)
    answer(state, option("build"))
    state.push(Turn(RED))
    answer(state, Wait(cards("build")[0]))
    assert known(state) == []
    assert ids(state.players[RED].hand) == ["move", "build"]


def test_NG_ACT_11_who_passes_has_no_card_that_is_known():
    state = table(hand=["move"], draw=["recruit", "explore", "feast"], discard=["build", "feast"])
    state.display = cards("merchant", "trading_post")
    TakeDiscarded().begin(state, RED, 0)
    answer(state, option("build"))
    state.push(Turn(RED))
    answer(state, Pass())
    assert known(state) == []


def test_a_card_that_is_drawn_is_known_to_nobody_else():
    state = table(hand=["move"], draw=["recruit", "explore", "feast"])
    state.push(DrawCards(RED, 1))
    run(state)
    draw(state, 0)
    assert done(state)
    assert known(state) == []


def test_a_drawn_card_that_is_shown_for_its_flash_is_known_besides_the_same_one_that_was():
    flash = next(card.id for card in CARDS if card.flash)
    state = table(hand=[flash], draw=[flash, "explore", "feast", "move"])
    knowledge.look(state.players[RED], BLUE)
    Draw(2, more_if_flash=1).begin(state, RED, 0)
    run(state)
    draw(state, option(flash), option("move"))
    answer(state, option(flash))
    run(state)
    draw(state, option("feast"))
    assert done(state)
    assert known(state, BLUE) == [flash, flash]
    assert known(state, GREEN, None) == [flash]


# --- cards on top of a draw pile ---


def picked(state):
    state.display = cards("merchant", "trading_post")
    state.push(PickCard(RED))
    answer(state, option("merchant"))
    return "merchant"


def taken_early(state):
    state.display = cards("merchant", "trading_post")
    TakeDisplayed().begin(state, RED, 0)
    answer(state, option("merchant"))
    return "merchant"


def unrest(state):
    graph(state, {"A": {"own": RED, "u": 8}})
    state.players[RED].resources = [0, 0, 0]
    winter.pay(state, RED)
    return "unrest"


@pytest.mark.parametrize("put", [picked, taken_early, unrest])
def test_NG_ACT_11_NG_WINT_03_a_card_put_on_top_in_the_open_is_known_there_and_then_in_the_hand(put):
    state = table(hand=["move"], draw=["recruit", "explore", "feast", "build"])
    name = put(state)
    assert tops(state) == [name]
    assert {tuple(ids(player.top)) for player in dealt(state)} == {(name,)}
    state.push(DrawCards(RED, 2))
    run(state)
    draw(state, 0)
    assert done(state)
    assert (tops(state), known(state)) == ([], [name])
    assert stays(state, name)


def test_NG_DRAW_03_what_a_draw_action_puts_on_top_is_known_to_its_owner_alone():
    state = table(hand=["build"], draw=["recruit", "explore", "feast", "move", "move"])
    picked(state)
    Draw(1, top=2).begin(state, RED, 0)
    run(state)
    draw(state, option("recruit"), option("explore"))
    assert known(state) == ["merchant"], "it was drawn from the top"
    answer(state, option("merchant"), option("recruit"))
    assert done(state)
    assert (tops(state), known(state)) == ([None, None], [])
    assert GAME.view(state, RED).players[RED].top == [*cards("merchant"), *cards("recruit")]
    assert len({tuple(player.top) for player in dealt(state)}) > 2
    state.push(DrawCards(RED, 1))
    assert done(state)
    assert (tops(state), known(state)) == ([None], [])


def test_an_unseen_card_between_known_ones_on_top_keeps_its_place():
    state = table(draw=["recruit", "explore", "feast", "build"])
    player = state.players[RED]
    picked(state)
    player.top.append(cards("move")[0])
    player.unseen = (1,)
    unrest(state)
    assert tops(state) == ["merchant", None, "unrest"]
    for each in dealt(state):
        assert ids([each.top[0], each.top[2]]) == ["merchant", "unrest"]
    BoxUnrest(1).begin(state, RED, 0)
    answer(state, Action(0))
    assert tops(state) == ["merchant", None]
    assert player.unseen == (1,)


def test_a_card_taken_out_of_the_cards_on_top_moves_the_unseen_ones_above_it():
    state = table(top=["unrest", "move"])
    state.players[RED].unseen = (1,)
    BoxUnrest(1).begin(state, RED, 0)
    answer(state, Action(0))
    assert (tops(state), ids(state.players[RED].top)) == ([None], ["move"])


@pytest.mark.parametrize("mixed", [BoxDiscarded(1, from_draw=True), BoxUnrest(1, from_draw=True)])
def test_a_known_top_card_that_is_shuffled_into_the_draw_pile_is_known_no_longer(mixed):
    state = table(hand=["move"], draw=["recruit", "explore", "feast"], discard=["build", "unrest"])
    picked(state)
    mixed.begin(state, RED, 0)
    if isinstance(mixed, BoxDiscarded):
        answer(state, option("build"))
    assert done(state)
    assert (tops(state), state.players[RED].top, state.players[RED].unseen) == ([], [], ())
    assert len({tuple(player.hand) for player in dealt(state)}) > 2


# --- a draw pile that was drawn out ---


def test_NG_DECK_03_when_the_last_card_is_drawn_all_know_the_hand_also_after_the_discard_pile_was_turned_over():
    state = table(hand=["move"], draw=["recruit", "explore"], discard=["build", "feast", "feast"])
    state.push(DrawCards(RED, 1))
    run(state)
    draw(state, option("recruit"))
    assert done(state)
    assert known(state) == []
    state.push(DrawCards(RED, 1))
    assert done(state)
    assert known(state) == ["recruit", "move", "explore"]
    state.push(DrawCards(RED, 1))
    run(state)
    draw(state, option("feast"))
    assert done(state)
    assert known(state) == ["recruit", "move", "explore"]
    assert stays(state, "recruit", "move", "explore")


def test_NG_DECK_03_a_hand_with_an_unseen_card_left_on_top_is_not_known():
    state = table(hand=["move"], top=["explore", "recruit"])
    state.players[RED].unseen = (0, 1)
    state.push(DrawCards(RED, 1))
    assert done(state)
    assert known(state) == []


def test_NG_DRAW_01_while_drawn_cards_wait_hand_and_drawn_ones_are_known_together():
    state = table(hand=["build"], draw=["recruit"], discard=["move", "feast", "explore"])
    Draw(1, discard=1).begin(state, RED, 0)
    run(state)
    draw(state, option("feast"))
    assert known(state) == ["recruit", "build"], "one of them lies in the hand, and the drawn cards are another and one"
    for player in dealt(state):
        assert not Counter(cards("recruit", "build")) - Counter(player.hand + player.drawn)
        assert (len(player.hand), len(player.drawn)) == (1, 2)
    assert len({tuple(player.hand) for player in dealt(state)}) > 1
    answer(state, option("feast"))
    assert done(state)
    assert known(state) == ["recruit", "build"]


def test_NG_DRAW_01_a_card_that_is_discarded_from_those_drawn_may_be_the_known_one():
    state = table(hand=["build"], draw=["recruit"], discard=["move", "feast", "explore"])
    Draw(1, discard=1).begin(state, RED, 0)
    run(state)
    draw(state, option("feast"))
    answer(state, option("recruit"))
    assert done(state)
    assert known(state) == ["build"]


def test_NG_DRAW_02_a_card_that_is_known_in_the_hand_stays_known_when_one_like_it_is_drawn_and_discarded():
    state = table(hand=["move"], draw=["recruit", "feast", "explore", "build"], discard=["build", "feast"])
    TakeDiscarded().begin(state, RED, 0)
    answer(state, option("build"))
    Draw(1, discard=1).begin(state, RED, 0)
    run(state)
    draw(state, option("build"), option("explore"))
    answer(state, option("build"))
    assert done(state)
    assert known(state) == ["build"]


def test_of_known_cards_so_many_may_be_put_back_unseen_as_are_put_back():
    state = table(draw=["recruit"], discard=["move"], hand=["feast", "feast", "feast"])
    Draw(1, top=1).begin(state, RED, 0)
    run(state)
    assert known(state) == ["recruit", "move", "feast", "feast", "feast"]
    answer(state, option("recruit"))
    assert done(state)
    assert known(state) == ["feast", "feast"]


def test_a_pile_whose_last_card_leaves_the_game_shows_the_hand_before_it_is_made_anew():
    state = table(hand=["move", "feast"], draw=["build"], discard=["explore"])
    BoxDiscarded(1, from_draw=True).begin(state, RED, 0)
    answer(state, option("build"))
    assert done(state)
    assert known(state) == ["move", "feast"]
    assert ids(state.players[RED].draw) == ["explore"]


# --- who has looked into a hand ---


def test_who_has_looked_into_a_hand_knows_what_is_left_of_it_and_nobody_else_does():
    state = table(hand=["move", "build", "feast"], draw=["recruit", "explore", "feast"])
    Spy().begin(state, BLUE, 0)
    assert known(state, BLUE) == ["move", "build", "feast"]
    answer(state, option("build"))
    assert done(state)
    assert known(state, BLUE) == ["move", "feast"]
    assert known(state, RED, GREEN, None) == []
    assert stays(state, "move", "feast", eyes=(BLUE,))
    assert not stays(state, "move", "feast", eyes=(GREEN,))
    for each in dealt(state, GREEN):
        assert each.known == ((),) * 4, "what BLUE has seen would tell GREEN of the true hand"
    assert GAME.deal_anew(state, RED, Random(1)).players[RED] == state.players[RED]


def test_a_card_that_was_ransomed_is_known_to_who_pointed_at_it():
    state = table(hand=["move", "build"], draw=["recruit", "explore", "feast"])
    state.players[RED].resources = [2, 0, 0]
    Exploit(2).begin(state, BLUE, 0)
    answer(state, option("build"))
    run(state)
    for each in (GAME.deal_anew(state, GREEN, Random(number)) for number in range(20)):
        assert each.players[RED].known[BLUE] == tuple(each.players[RED].hand), "BLUE sees the hand that was dealt"
    answer(state, Pay(2, 0, 0))
    assert done(state)
    assert known(state, BLUE) == ["move", "build"]
    assert known(state, RED, GREEN, None) == []


def test_a_discarded_card_is_known_no_longer_to_who_had_seen_it():
    state = table(hand=["move", "build"], draw=["recruit", "explore", "feast"])
    state.players[GREEN].hand = cards("feast")
    Spy().begin(state, BLUE, 0)
    answer(state, Opponent(RED))
    answer(state, option("build"))
    assert done(state)
    Curse().begin(state, GREEN, 0)
    assert done(state)
    assert ids(state.players[RED].discard) == ["build", "move"]
    assert known(state, BLUE) == []


# --- texts ---


def test_texts_tell_what_is_known_of_others_and_what_all_know_of_the_own_hand():
    state = table(hand=["move"], draw=["recruit", "explore", "feast"], discard=["build", "feast"])
    TakeDiscarded().begin(state, RED, 0)
    answer(state, option("build"))
    player = state.players[RED]
    player.top, player.unseen = [*cards("merchant"), *cards("move"), UNREST], (1,)
    run(state)
    assert list(known_lines(GAME.view(state, BLUE))) == [
        "You know of the hand of seat 0: Build.",
        "On top of the draw pile of seat 0, the next one first: Unrest, a card unknown to you, Merchant.",
    ]
    assert list(known_lines(GAME.view(state, RED))) == ["All know of your hand: Build."]
