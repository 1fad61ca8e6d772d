"""Dealing anew for a seat: what is dealt, what stays, and how often each thing is dealt."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from lawspeaker_engine import canon
from lawspeaker_engine.games.clansmen.cards.deck import DrawTales
from lawspeaker_engine.games.clansmen.options import Exchange, PlayCard, Trade
from lawspeaker_engine.games.clansmen.phases.setup import bag, wilds
from lawspeaker_engine.games.clansmen.phases.turn import Turn
from lawspeaker_engine.games.clansmen.state import FOOD, WOOD, State
from lawspeaker_engine.model import Chance
from tests.engine.chi_square import assert_in_proportion
from tests.sample_sizes import first_quick, seeds

from .conservation import events_of, tales_of
from .positions import GAME, A, B, C, answer, begin, card, decision, empty_state, hand, number, put, run, stock
from .random_games import positions
from .test_secrets import often, with_other_secrets

DEALS = 50
"""How often each outcome is expected where outcomes are counted, at least."""


def dealt(state: State, seat: int, seed: int = 1) -> State:
    """The position dealt anew."""
    return GAME.deal_anew(state, seat, Random(seed))


def many(state: State, seat: int, count: int) -> list[State]:
    """So many positions dealt anew, one after another by the same generator."""
    random = Random(7)
    return [GAME.deal_anew(state, seat, random) for _ in range(count)]


def deck(state: State, *ids: str) -> None:
    """The Tales deck."""
    state.tales = sorted(card(name) for name in ids)


# --- whole games ---


@pytest.mark.parametrize("players", first_quick(1, GAME.players[::2]))
@seeds(1, 2)
def test_positions_that_differ_in_secrets_alone_are_dealt_alike(players, seeds):
    found: set[str] = set()
    for seed in seeds:
        for step, state in enumerate(often(positions(players, seed, eager=True, shrines=True))):
            seat = step % players
            other, changed = with_other_secrets(state, seat)
            found.update(changed)
            first, second = (GAME.deal_anew(each, seat, Random(step)) for each in (state, other))
            assert canon.digest(first) == canon.digest(second), changed
    assert found >= {"hand", "land"}


# --- Tales ---


def test_the_own_hand_stays_and_the_others_are_dealt_out_of_hands_and_deck():
    state = empty_state(3)
    own = hand(state, A, "valor", "valor")
    hand(state, B, "mussels")
    hand(state, C, "cats", "spices")
    deck(state, "bold_move", "stalwart", "stalwart")
    state.discard = [card("fine_clay")]
    for other in many(state, A, 50):
        assert other.players[A].hand == own
        assert [len(player.hand) for player in other.players] == [2, 1, 2]
        assert tales_of(other) == tales_of(state)
        assert other.discard == state.discard
        for cards in (other.tales, *(player.hand for player in other.players)):
            assert cards == sorted(cards)


def test_each_unseen_card_is_in_a_hand_as_often_as_there_are_copies_of_it():
    state = empty_state(3)
    hand(state, A, "valor", "valor")
    hand(state, B, "mussels")
    hand(state, C, "cats", "spices")
    deck(state, "bold_move", "stalwart", "stalwart")
    unseen = Counter([*state.tales, *state.players[B].hand, *state.players[C].hand])
    others = many(state, A, 6 * DEALS)
    for seat in (B, C):
        assert_in_proportion(Counter(held for other in others for held in other.players[seat].hand), unseen)


def test_two_cards_of_a_hand_are_dealt_independently_of_each_other():
    state = empty_state(2)
    hand(state, B, "mussels", "cats")
    deck(state, "bold_move", "stalwart")
    pairs = Counter(tuple(other.players[B].hand) for other in many(state, A, 6 * DEALS))
    cards = sorted(card(name) for name in ("mussels", "cats", "bold_move", "stalwart"))
    assert_in_proportion(pairs, dict.fromkeys([(x, y) for x in cards for y in cards if x < y], 1))


def test_a_card_that_is_being_put_on_a_tile_stays_in_the_hand_for_all_have_seen_it():
    state = empty_state(3)
    put(state, B, "farmer", "lowlands")
    put(state, B, "farmer", "lowlands")
    hand(state, B, "rich_soil", "cats")
    deck(state, *["bold_move"] * 2, *["stalwart"] * 3)
    begin(state, Turn(B))
    answer(state, PlayCard(card("rich_soil")))
    assert decision(state).prompt == "card.tile"
    hands = [tuple(other.players[B].hand) for other in many(state, A, 40)]
    assert all(card("rich_soil") in held for held in hands)
    assert len(set(hands)) == 3, "the other card may be any"


def test_a_card_that_goes_with_a_trade_stays_in_the_hand_until_something_is_traded():
    state = empty_state(3)
    put(state, B, "farmer")
    stock(state, B, food=4)
    state.players[B].actions = 2
    hand(state, B, "shrewd_trading")
    deck(state, *["bold_move"] * 2, *["stalwart"] * 3)
    begin(state, Turn(B))
    answer(state, Trade((card("shrewd_trading"),)))
    assert decision(state).prompt == "trade.with"
    assert all(other.players[B].hand == [card("shrewd_trading")] for other in many(state, A, 20))
    played = GAME.copy(state)
    hand(played, B, "shrewd_trading", "cats")
    answer(played, Exchange((FOOD,), (WOOD,)))
    assert played.discard == [card("shrewd_trading")]
    assert len({tuple(other.players[B].hand) for other in many(played, A, 40)}) == 3


def test_cards_that_another_one_draws_come_from_a_deck_that_is_dealt_anew_too():
    state = empty_state(2)
    hand(state, A, "valor")
    hand(state, B, "mussels")
    deck(state, "bold_move", "stalwart", "cats")
    begin(state, DrawTales(B, 1))
    offered = set()
    for other in many(state, A, 30):
        question = run(other)
        assert isinstance(question, Chance)
        assert [option.card for option in question.options] == other.tales
        offered.add(tuple(other.tales))
    assert len(offered) == 4


# --- events ---


def foreseen(*seers: int) -> State:
    """The raiders come next, and these seats know it; three other events are left."""
    state = empty_state(3)
    state.events = sorted(number(event) for event in ("storms", "rainbow", "rainbow"))
    state.foreseen, state.seers = number("raiders"), list(seers)
    return state


def test_CL_ACTION_11_who_has_looked_keeps_the_next_event():
    state = foreseen(A, C)
    for seat in (A, C):
        for other in many(state, seat, 20):
            assert (other.foreseen, other.events, other.seers) == (state.foreseen, state.events, [A, C])


def test_CL_ACTION_11_for_the_others_it_is_any_that_is_left_and_who_has_looked_still_knows_it():
    state = foreseen(A, C)
    others = many(state, B, 4 * DEALS)
    for other in others:
        assert other.seers == [A, C]
        assert events_of(other) == events_of(state)
        assert other.events == sorted(other.events)
        assert GAME.view(other, A).next_event == other.foreseen
    assert_in_proportion(
        Counter(other.foreseen for other in others), Counter([*state.events, state.foreseen]),
    )


def test_CL_ACTION_11_an_event_that_nobody_has_looked_at_is_not_drawn():
    state = foreseen()
    state.events, state.foreseen = sorted([*state.events, state.foreseen]), -1
    assert all((other.foreseen, other.events) == (-1, state.events) for other in many(state, B, 5))


# --- the land ---


def setting(players: int) -> State:
    """The first position of a game in which all land has been drawn."""
    return next(state for state, _ in positions(players, 1) if state.year == 1).copy()


def terrain_left(state: State) -> Counter[int]:
    """Return the terrain that the bags have without revealed hexes."""
    drawn = wilds(state)
    return Counter(bag(len(drawn))) - Counter(state.land.terrain[tile] for tile in drawn if state.revealed[tile])


@pytest.mark.parametrize("players", first_quick(2, GAME.players))
def test_CL_MAP_01_unrevealed_hexes_are_dealt_out_of_the_bags_and_revealed_ones_stay(players):
    state = setting(players)
    for tile in wilds(state)[:5]:
        state.reveal(tile)
    before = state.land
    for other in many(state, B, 5):
        assert other.map_view().terrain == state.map_view().terrain
        hidden = Counter(
            terrain for terrain, known in zip(other.land.terrain, other.revealed, strict=True) if not known
        )
        assert not hidden - terrain_left(state), "no more of a terrain than the bags have"
        assert other.explorable() == state.explorable()
        assert other.land.terrain != before.terrain
    assert state.land is before


def test_CL_MAP_01_a_hex_is_of_each_terrain_as_often_as_the_bags_still_have_it():
    state = setting(2)
    lakes = [tile for tile in wilds(state) if state.land.terrain[tile] == bag(1)[-1]]
    for tile in lakes:
        state.reveal(tile)
    hidden = [tile for tile in wilds(state) if not state.revealed[tile]]
    others = many(state, A, 12 * DEALS)
    for tile in (hidden[0], hidden[-1]):
        assert_in_proportion(Counter(other.land.terrain[tile] for other in others), terrain_left(state))


def test_CL_MAP_01_a_hex_that_is_explored_after_the_deal_shows_what_was_dealt():
    state = setting(2)
    state.map_view()
    tile = state.explorable()[0]
    other = dealt(state, A, 5)
    other.reveal(tile)
    assert other.map_view().terrain[tile] == other.land.terrain[tile] + 1


def test_no_land_is_dealt_before_it_is_drawn_at_setup():
    for state, question in positions(3, 1):
        assert dealt(state, B).land.terrain == state.land.terrain
        if isinstance(question, Chance) and question.prompt == "setup.wilds":
            return
    pytest.fail("the land is never drawn")
