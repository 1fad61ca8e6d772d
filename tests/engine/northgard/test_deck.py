"""A player's cards: drawing, reshuffling, and sorting what a Draw action drew (NG-DECK-*, NG-DRAW-*)."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.northgard.cards import deck
from lawspeaker_engine.games.northgard.cards.deck import DrawCards, available
from lawspeaker_engine.games.northgard.cards.resolving import Draw
from tests.engine.northgard.card_play import RED, cards, done, ids, option, play_card, playable
from tests.engine.northgard.positions import answer, chance, decision, draw, empty_state, graph, offered, run


def player_with(state, **zones):
    for zone, names in zones.items():
        numbers = [cards(name)[0] for name in names]
        setattr(state.players[RED], zone, numbers if zone in ("top", "discard", "active") else sorted(numbers))
    return state.players[RED]


def test_drawing_is_chance_over_the_draw_pile_and_seen_by_its_owner_alone():
    state = empty_state()
    player = player_with(state, draw=["recruit", "move", "feast", "feast"])
    state.push(DrawCards(RED, 2))
    asked = chance(state)
    assert (asked.prompt, asked.count, asked.stream, asked.seen_by) == ("deck.draw", 2, f"deck/{RED}", (RED,))
    assert asked.options == [option(name) for name in ("recruit", "move", "feast", "feast")]
    draw(state, 3, 0)
    assert done(state)
    assert (ids(player.hand), ids(player.draw)) == (["recruit", "feast"], ["move", "feast"])


def test_cards_put_on_top_are_drawn_first_the_last_one_before_the_others():
    state = empty_state()
    player = player_with(state, draw=["recruit", "move"], top=["build", "explore"])
    state.push(DrawCards(RED, 1))
    assert done(state)
    assert (ids(player.hand), ids(player.top)) == (["explore"], ["build"])


def test_NG_DECK_01_NG_DECK_03_the_discard_pile_becomes_the_draw_pile_when_a_card_is_needed_from_an_empty_one():
    state = empty_state()
    player = player_with(state, draw=["recruit"], discard=["feast", "move", "build"])
    state.push(DrawCards(RED, 3))
    assert offered(state) == [option(name) for name in ("move", "build", "feast")]
    assert chance(state).count == 2
    draw(state, option("feast"), option("move"))
    assert done(state)
    assert (ids(player.hand), ids(player.draw), player.discard) == (["recruit", "move", "feast"], ["build"], [])


def test_AMB_R56_an_emptied_draw_pile_is_not_refilled_before_a_card_is_needed():
    state = empty_state()
    player = player_with(state, draw=["recruit"], discard=["move"])
    state.push(DrawCards(RED, 1))
    assert done(state)
    assert (ids(player.hand), player.draw, ids(player.discard)) == (["recruit"], [], ["move"])


def test_AMB_R07_outside_draw_actions_as_many_cards_are_drawn_as_there_are():
    state = empty_state()
    player = player_with(state, draw=["recruit"], discard=["move"], active=["build"])
    state.push(DrawCards(RED, 4))
    assert done(state)
    assert (ids(player.hand), ids(player.active)) == (["recruit", "move"], ["build"])


def test_drawing_all_that_is_left_needs_no_chance():
    state = empty_state()
    player = player_with(state, draw=["recruit", "move"])
    state.push(DrawCards(RED, 2))
    assert run(state) == ()
    assert ids(player.hand) == ["recruit", "move"]


def test_NG_DECK_05_NG_DRAW_04_the_active_area_and_the_draw_card_itself_are_not_reshuffled():
    state = empty_state()
    player = player_with(state, draw=["recruit"], discard=["move"], active=["build"])
    play_card(state, "market_place")
    assert done(state)
    assert ids(player.hand) == ["recruit", "move"]
    assert ids(player.active) == ["build", "market_place"]


def test_TC_DRAW_01_keep_one_discard_one_put_one_on_top():
    state = empty_state()
    player = player_with(state, top=["warriors", "explore", "move", "recruit"])
    play_card(state, "trading_post")
    assert decision(state).prompt == "draw.discard"
    assert decision(state).seen_by is None
    assert offered(state) == [option(name) for name in ("recruit", "move", "explore")]
    answer(state, option("recruit"))
    assert decision(state).prompt == "draw.top"
    assert decision(state).seen_by == (RED,)
    answer(state, option("explore"))
    assert done(state)
    assert ids(player.hand) == ["move"]
    assert ids(player.discard) == ["recruit"]
    assert ids(player.top) == ["warriors", "explore"]


def test_TC_DRAW_01_NG_DRAW_05_with_two_cards_to_draw_from_a_draw_of_three_may_not_be_played():
    state = empty_state()
    player_with(state, draw=["recruit"], discard=["move"], active=["build", "explore"], hand=["feast"])
    assert not playable(state, "trading_post")


def test_TC_DRAW_01_with_one_and_two_discarded_the_first_is_drawn_then_the_others_are_reshuffled():
    state = empty_state()
    player = player_with(state, draw=["recruit"], discard=["move", "build"])
    play_card(state, "trading_post")
    assert offered(state) == [option(name) for name in ("recruit", "move", "build")]
    answer(state, option("move"))
    answer(state, option("build"))
    assert done(state)
    assert (ids(player.hand), ids(player.discard), ids(player.top)) == (["recruit"], ["move"], ["build"])
    assert ids(player.active) == ["trading_post"]


def test_NG_DRAW_02_only_the_cards_just_drawn_are_sorted_never_the_hand():
    state = empty_state()
    player = player_with(state, hand=["feast"], top=["recruit", "move", "build"])
    play_card(state, "merchant")
    assert option("feast") not in offered(state)
    answer(state, option("move"), option("recruit"))
    assert done(state)
    assert (ids(player.hand), ids(player.discard)) == (["build", "feast"], ["move", "recruit"])


@pytest.mark.parametrize(("order", "top"), [
    (["build", "recruit"], ["build", "recruit"]), (["recruit", "build"], ["recruit", "build"]),
])
def test_NG_DRAW_03_the_player_chooses_the_order_on_top_of_the_draw_pile(order, top):
    state = empty_state()
    player = player_with(state, top=["recruit", "move", "build"])
    play_card(state, "cunning_merchant")
    assert decision(state).ordered
    answer(state, *map(option, order))
    assert done(state)
    assert (ids(player.top), player.drawn) == (top, [])
    state.push(DrawCards(RED, 1))
    assert done(state)
    assert top[-1] in ids(player.hand)


def test_equal_cards_are_a_choice_like_others_so_that_nobody_can_tell():
    state = empty_state()
    player_with(state, top=["unrest", "unrest", "unrest"])
    play_card(state, "trading_post")
    assert decision(state).prompt == "draw.discard"
    answer(state, 0)
    assert decision(state).prompt == "draw.top"


def test_NG_ACT_18_a_card_drawn_by_a_draw_action_is_in_hand_when_the_card_is_resolved():
    state = empty_state()
    player = player_with(state, top=["town_hall", "warriors"])
    play_card(state, "upgraded_market_place")
    assert done(state)
    assert ids(player.hand) == ["town_hall", "warriors"]


def test_NG_DRAW_01_every_draw_verb_counts_what_it_draws():
    state = empty_state()
    player = player_with(state, draw=["recruit", "move"], top=["build"], discard=["feast"])
    assert available(player) == 4
    assert Draw(2, 1, 1).playable(state, RED)
    assert not Draw(2, 2, 1).playable(state, RED)


def test_distinct_cards_are_offered_once_each():
    assert deck.distinct(cards("feast", "feast", "move")) == [option("move"), option("feast")]


def test_NG_DECK_02_cards_of_a_draw_action_reach_the_discard_pile_without_a_pass():
    state = empty_state()
    graph(state, {"A": {"own": RED, "u": 1}})
    player = player_with(state, top=["recruit", "move", "build"])
    play_card(state, "merchant")
    answer(state, option("move"), option("build"))
    assert done(state)
    assert ids(player.discard) == ["move", "build"]
    assert ids(player.active) == ["merchant"]
