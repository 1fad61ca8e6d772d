"""Dealing anew for a seat: what is dealt, what stays, and how often each thing is dealt."""

from __future__ import annotations

from collections import Counter
from math import comb
from random import Random

import pytest

from lawspeaker_engine import canon
from lawspeaker_engine.games.pax_viking import tiles
from lawspeaker_engine.games.pax_viking.actions import play, trade
from lawspeaker_engine.games.pax_viking.actions.bargain import NameTiles
from lawspeaker_engine.games.pax_viking.actions.influence_actions import MayPlay
from lawspeaker_engine.games.pax_viking.actions.offer import Bundle, Offer
from lawspeaker_engine.games.pax_viking.actions.play import alone_posts, playable
from lawspeaker_engine.games.pax_viking.actions.trade import ANY_KIND
from lawspeaker_engine.games.pax_viking.effects.control import PlayAnother
from lawspeaker_engine.games.pax_viking.effects.tiles import SwapFor
from lawspeaker_engine.games.pax_viking.options import Accept, Sweden, Tile, TileKind, UseTile
from lawspeaker_engine.games.pax_viking.phases.setup import BALANCED
from lawspeaker_engine.games.pax_viking.rows import ADVOCATE, EVENT, GOD, TILES, VENTURE, VICTORIES
from lawspeaker_engine.games.pax_viking.state import Look, State
from lawspeaker_engine.games.pax_viking.unseen import Unseen
from lawspeaker_engine.model import Chance
from tests.engine.chi_square import assert_in_proportion
from tests.sample_sizes import first_quick, seeds

from .bargains import asked, meeting, open_trade, propose
from .conservation import tiles_of
from .positions import GAME, A, B, C, answer, board, decision, draws, hand, post, run, ship, table, tile, turn, venture
from .random_games import positions
from .test_secrets import CARDS, often, with_other_secrets

DEALS = 50
"""How often each outcome is expected where outcomes are counted, at least."""


def many(state: State, seat: int, count: int) -> list[State]:
    """So many positions dealt anew, one after another by the same generator."""
    random = Random(7)
    return [GAME.deal_anew(state, seat, random) for _ in range(count)]


def only(state: State, *names: str, box: int = 0) -> list[int]:
    """Make these tiles all that are hidden besides hands, the first so many in the box; no others are in the game."""
    numbers = [tile(name) for name in names]
    known = {*numbers, *state.track, *state.tiles, *(held for player in state.players for held in player.hand)}
    known.update(each.tile for player in state.players for each in player.board)
    state.pile, state.box = sorted(numbers[box:]), sorted(numbers[:box])
    state.removed = [number for number in range(len(TILES)) if number not in known]
    return sorted(numbers)


# --- whole games ---


def assert_alike(state: State, seat: int, seed: int, found: set[str]) -> None:
    """A position is dealt as the same one with other secrets is."""
    other, changed = with_other_secrets(state, seat)
    for look, before in zip(other.looks, state.looks, strict=True):
        if seat not in (look.seat, look.rival):
            look.tiles = tuple(range(len(before.tiles)))  # all have seen how many tiles it was
        else:
            look.tiles = before.tiles  # the own hand is no secret
    for frame in state.agenda:
        if isinstance(frame, NameTiles) and "offer" in changed and other.offer is not None:
            wanted = frame.wanted(other)
            wanted.tiles = other.players[frame.seat].hand[:len(frame.wanted(state).tiles)]
            found.add("named")
    found.update(changed)
    first, second = (GAME.deal_anew(each, seat, Random(seed)) for each in (state, other))
    assert canon.digest(first) == canon.digest(second), changed


@pytest.mark.parametrize("players", first_quick(1, GAME.players[::2]))
@seeds(1, 2)
def test_positions_that_differ_in_secrets_alone_are_dealt_alike(players, seeds):
    found: set[str] = set()
    for seed in seeds:
        for step, state in enumerate(often(positions(players, seed, eager=True, gifted=True, **CARDS))):
            assert_alike(state, step % players, step, found)
    assert found >= {"hand", "pile", "face down"}


@pytest.mark.parametrize("options", first_quick(1, [
    {"open_hands": True}, {"sweden_play_forced": False, "pass_allowed": False}, {"deck": "balanced", "start_hand": 2},
    {"deck": "balanced", "tiles_per_player": 16}, {"deck": "starter", "tiles_per_player": 16}, {"deck": "starter"},
]))
@seeds(1, 2)
def test_by_other_readings_they_are_dealt_alike_too(options, seeds):
    found: set[str] = set()
    for seed in seeds:
        for step, state in enumerate(often(positions(4, seed, eager=True, gifted=True, **options))):
            assert_alike(state, step % 4, step, found)
    assert "pile" in found


@seeds(2, 10)
def test_whoever_is_asked_can_be_asked_the_same_and_go_on_after_the_deal(seeds):
    """Such questions depend on a hand: a tile of a wanted kind, one that can be PLAYED."""
    prompts = {"trade.tile", "effect.play", "sweden.play", "effect.hand", "effect.track", "play.space", "play.post"}
    for seed in seeds:
        for state, question in positions(3, seed, eager=True, gifted=True, sweden_play_forced=False):
            if isinstance(question, Chance) or not question or question[0].prompt not in prompts:
                continue
            for seat in range(3):
                other = GAME.deal_anew(state, seat, Random(seed))
                [again] = GAME.pending(other)
                assert (again.seat, again.prompt) == (question[0].seat, question[0].prompt)
                for pick in range(len(again.options)):
                    after = GAME.copy(other)
                    GAME.apply(after, ((pick,) if again.most else (),))
                    run(after)


def test_a_finished_game_is_dealt_anew_too():
    *_, (state, question) = positions(2, 1)
    assert question == ()
    other = GAME.deal_anew(state, A, Random(1))
    assert (other.outcome, other.players[A].hand) == (state.outcome, state.players[A].hand)
    assert tiles_of(other) == tiles_of(state)


# --- hands, pile and box ---


def test_the_own_hand_stays_in_the_order_in_which_it_was_drawn_and_the_others_are_dealt():
    state = table()
    hand(state, A, "G05", "E02-3")
    hand(state, B, "V12-J")
    hand(state, C, "G07", "A06-J", "V01-S")
    for other in many(state, A, 30):
        assert other.players[A].drawn == [tile("G05"), tile("E02-3")]
        assert [len(player.hand) for player in other.players] == [2, 1, 3]
        assert all(sorted(player.drawn) == player.hand for player in other.players)
        assert (other.track, other.discard, other.removed) == (state.track, state.discard, state.removed)
        assert (len(other.pile), len(other.box)) == (len(state.pile), len(state.box))
        assert (other.pile, other.box) == (sorted(other.pile), sorted(other.box))
        assert tiles_of(other) == tiles_of(state)


def test_each_unseen_tile_is_equally_often_in_each_place():
    state = table()
    hand(state, A, "G05")
    hand(state, B, "V12-J")
    hand(state, C, "G07", "A06-J")
    unseen = only(state, "V01-S", "V02-S", "E01-1", "E02-1", box=2)
    unseen = dict.fromkeys([*unseen, *state.players[B].hand, *state.players[C].hand], 1)
    others = many(state, A, 7 * DEALS)
    places = [
        [other.players[B].hand[0] for other in others], [other.players[C].drawn[0] for other in others],
        [other.players[C].drawn[1] for other in others], [other.pile[Random(number).randrange(2)] for number, other in
                                                          enumerate(others)],
        [other.box[Random(number).randrange(2)] for number, other in enumerate(others)],
    ]
    for found in places:
        assert_in_proportion(Counter(found), unseen)


def test_SG_TURN_02_open_hands_stay_and_the_pile_is_dealt():
    state = table(open_hands=True)
    hand(state, B, "V12-J", "G05")
    others = many(state, A, 20)
    assert all(other.players[B].drawn == [tile("V12-J"), tile("G05")] for other in others)
    assert len({tuple(other.pile) for other in others}) > 1


def test_SG_SETUP_04_tiles_of_the_starter_deck_are_never_in_the_box():
    state = next(state for state, _ in positions(4, 1, deck="starter") if state.turn)
    assert {TILES[number].starter for number in state.box} != {0}, "some are for more players"
    for other in many(state, B, 20):
        assert all(not 0 < TILES[number].starter <= 4 for number in other.box)


@pytest.mark.parametrize("tiles", [12, 16])
def test_SG_SETUP_05_the_balanced_deck_has_its_kinds_after_the_deal_too(tiles):
    for state, _ in positions(3, 1, deck="balanced", tiles_per_player=tiles):
        other = GAME.deal_anew(state, B, Random(1))
        assert tiles_of(other) == tiles_of(state)
        if state.turn == 1:
            break
    left = [3 * count for _, count in BALANCED]
    kinds = set()
    for other in many(state, B, 40):
        match = Counter(TILES[number].kind for number in set(range(len(TILES))).difference(other.box))
        match[VENTURE] -= 3  # on the map from the box
        assert all(match[kind] >= least for (kind, _), least in zip(BALANCED, left, strict=True))
        assert match.total() == 3 * tiles
        kinds.add(tuple(sorted(match.items())))
    assert (len(kinds) > 1) is (tiles > 12)


@pytest.mark.parametrize("own", [0, 6])
def test_SG_SETUP_06_further_tiles_of_the_balanced_deck_are_of_each_kind_as_often_as_setup_draws_them(own):
    """Two players' pile has 4 of the 22 Gods, and 8 random ones of the 192 tiles that are then left, 18 of them Gods;
    what the seat has in hand says that at least so many are in the match.
    """
    state = table(2, deck="balanced", tiles_per_player=16)
    laid = [tile(name) for name in ("V01-J", "V02-S", "V03-T", "V05-R")]
    left = [number for number in range(len(TILES)) if number not in laid]
    first = [number for kind, count in BALANCED
             for number in [each for each in left if TILES[each].kind == kind][:2 * count]]
    gods = [number for number in left if TILES[number].kind == GOD]
    others = [number for number in left if number not in first + gods]
    state.tiles[:len(laid)] = laid
    state.track = [-1] * len(state.track)
    state.pile = sorted(first + gods[4:6] + others[:6])
    state.box = [number for number in left if number not in state.pile]
    for number in gods[:own]:
        state.pile.remove(number)
        state.players[A].hand.append(number)
        state.players[A].drawn.append(number)
    shares = {
        4 + more: comb(18, more) * comb(174, 8 - more) * comb(22 - own, 4 + more - own) / comb(22, 4 + more)
        for more in range(max(own - 4, 0), 4)
    }
    found = Counter(own + sum(TILES[number].kind == GOD for number in each.pile) for each in many(state, A, 400))
    assert_in_proportion({count: found[count] for count in shares}, shares)


# --- the top of the pile ---


def peeked(*seers: int) -> State:
    """Three tiles lie on top of the pile in an order that these seats know."""
    state = table()
    state.top = [state.pile.pop() for _ in range(3)]
    state.seers = list(seers)
    return state


def test_who_has_ordered_the_top_of_the_pile_keeps_it():
    state = peeked(A)
    others = many(state, A, 20)
    assert all((other.top, other.seers) == (state.top, [A]) for other in others)
    assert len({tuple(other.pile) for other in others}) > 1


def test_for_the_others_any_tiles_lie_there_and_who_has_ordered_them_still_knows_them():
    state = peeked(A)
    hand(state, B, "G05")
    unseen = dict.fromkeys(only(state, "V01-S", "V02-S", "E01-1"), 1)
    state.pile, state.top = [], [*state.pile]
    others = many(state, C, 4 * DEALS)
    for place in range(3):
        assert_in_proportion(Counter(other.top[place] for other in others), {**unseen, tile("G05"): 1})
    assert all(other.seers == [A] and GAME.view(other, A).top == other.top for other in others)


# --- tiles of others that all have seen ---


def test_a_tile_that_is_being_played_stays_in_the_hand():
    state = table()
    hand(state, B, "V12-J", "G05")
    play.begin(state, B, tile("V12-J"))
    others = many(state, A, 30)
    assert all(tile("V12-J") in other.players[B].hand for other in others)
    assert len({tuple(other.players[B].hand) for other in others}) > 5
    assert {other.players[B].drawn.index(tile("V12-J")) for other in others} == {0, 1}, "nobody else knows when it came"


def test_G07_a_tile_that_goes_to_the_track_stays_in_the_hand_until_it_does():
    state = meeting()
    hand(state, A, "V12-J", "E02-3")
    [trickster] = board(state, A, "G07")
    answer(turn(state), UseTile(trickster))
    answer(state, Tile(tile("V12-J")))
    assert isinstance(state.agenda[-1], SwapFor)
    others = many(state, B, 30)
    assert all(tile("V12-J") in other.players[A].hand for other in others)
    assert len({tuple(other.players[A].hand) for other in others}) > 5


def test_AMB_SG_27_the_venture_drawn_by_sweden_is_another_one_that_can_be_played_there():
    state = table(sweden_play_forced=False)
    state.influence[2] = A
    state.players[A].supply[2] -= 2
    [drawn] = hand(state, A, "V12-S")
    state.players[A].hand, state.players[A].drawn = [], []
    state.pile.append(drawn)
    state.pile.sort()
    answer(turn(state), Sweden())
    draws(state, drawn)
    answer(state, 0)
    top = state.agenda[-1]
    assert isinstance(top, MayPlay)
    dealt = Counter[int]()
    for other in many(state, B, 60):
        frame = other.agenda[-1]
        assert isinstance(frame, MayPlay)
        assert frame.tile in other.players[A].hand
        assert TILES[frame.tile].kind == VENTURE
        assert play.in_location(TILES[frame.tile], frame.post)
        dealt[frame.tile] += 1
        answer(other, Accept())
        run(other)
        assert other.tiles[frame.post] == frame.tile
    assert len(dealt) > 1
    assert all(other.agenda[-1].tile == drawn for other in many(state, A, 5))


def test_who_is_asked_which_tile_it_plays_can_play_one():
    state = table()
    ship(state, B, "volkhov_1")
    hand(state, B, "E01-3", "G07")
    state.push(PlayAnother(venture_source(state)))
    assert asked(state) == ("effect.play", B)
    for other in many(state, A, 30):
        assert list(playable(other, B, alone_posts(other, B)))
        assert asked(other) == ("effect.play", B)


def venture_source(state: State):
    """B has a Venture that lets it PLAY, and uses it."""
    from lawspeaker_engine.games.pax_viking.abilities.effect import Source
    from lawspeaker_engine.games.pax_viking.board import POST_REGION, POST_WIND

    at = post("volkhov_1")
    return Source(B, venture(state, "V20-T", "volkhov_1", B), at, region=POST_REGION[at], wind=POST_WIND[at])


@pytest.mark.parametrize("in_box", [["G01", "G02", "A01-J"], ["G01", "V12-S", "A01-J"]])
def test_a_hand_that_must_have_a_tile_gets_it_of_what_is_left_and_no_tile_is_lost(in_box):
    """With an empty pile what B must have is in C's hand, or in the box; it is not dealt to C before."""
    state = meeting()
    hand(state, B, "G05", "V13-J")
    hand(state, C, "E02-3", "E01-1", "E01-2", "E03-1")
    open_trade(state)
    propose(state, [TileKind(GOD)], gives=1)
    answer(state, Accept())
    only(state, *in_box, box=len(in_box))
    for other in many(state, A, 60):
        assert tiles_of(other) == tiles_of(state)
        assert asked(other) == ("trade.tile", B)
        assert [len(player.hand) for player in other.players] == [0, 2, 4]


def test_a_tile_that_must_be_had_is_exchanged_for_one_of_its_group_if_there_is_one():
    random = Random(1)
    for in_match, gone in (([1, 3], 1), ([2, 4], 2)):  # odd and even tiles are the groups
        for _ in range(20):
            pool = Unseen(in_match[:], [5, 7, 6, 8], lambda each: each % 2)
            taken = pool.take(random, lambda each: each in (5, 7))
            assert taken in (5, 7)
            assert gone in pool.box
            assert sorted([taken, *pool.in_match, *pool.box]) == sorted([*in_match, 5, 6, 7, 8])
    pool = Unseen([2, 3], [4, 5], lambda each: each % 2)
    assert pool.take(random, lambda each: each == 3) == 3
    assert (pool.in_match, pool.box) == ([2], [4, 5])


# --- looks ---


def looked() -> State:
    """A has looked into B's hand: an Event and a God; B has got a third tile since."""
    state = table()
    hand(state, B, "E02-3", "G05")
    state.looks = [Look(A, B, tuple(state.players[B].hand))]
    for number in state.players[B].hand:
        tiles.show(state, B, number, (A,))
    hand(state, B, "V12-J")
    return state


def test_tiles_that_the_seat_saw_in_a_hand_stay_there_and_the_others_are_dealt():
    others = many(looked(), A, 40)
    for other in others:
        assert {tile("E02-3"), tile("G05")} <= set(other.players[B].hand)
        assert other.looks == looked().looks
    assert len({tuple(other.players[B].hand) for other in others}) > 5


def test_a_tile_that_the_seat_saw_in_a_hand_is_not_there_once_it_lies_open():
    state = looked()
    tiles.from_hand(state, B, tile("G05"))
    state.discard.append(tile("G05"))
    for other in many(state, A, 20):
        assert tile("E02-3") in other.players[B].hand
        assert tile("G05") not in other.players[B].hand
        assert other.discard == [tile("G05")]


def test_what_another_one_saw_agrees_with_the_hand_that_is_dealt():
    state = looked()
    seen = set()
    for other in many(state, C, 40):
        [look] = other.looks
        assert (look.seat, look.rival, len(look.tiles)) == (A, B, 2)
        assert set(look.tiles) <= set(other.players[B].hand)
        assert list(look.tiles) == sorted(look.tiles)
        seen.add(look.tiles)
    assert len(seen) > 20


def test_what_another_one_saw_in_the_own_hand_stays():
    state = looked()
    assert all(other.looks == state.looks for other in many(state, B, 5))


def test_tiles_that_have_left_the_hand_since_another_one_looked_are_its_own_ones():
    state = looked()
    for number in (tile("G05"), tile("V12-J")):
        tiles.from_hand(state, B, number)
    hand(state, A, "V01-S")
    for other in many(state, C, 10):
        [look] = other.looks
        assert set(look.tiles) == {*other.players[A].hand, *other.players[B].hand}


# --- cards ---


def test_SG_SETUP_02_any_cards_of_the_same_difficulties_lie_face_down():
    state = table(face_down=True)
    easy, hard = ([number for number, row in enumerate(VICTORIES) if row.difficulty == name]
                  for name in ("standard", "advanced"))
    state.face_up, state.face_down = [easy[0]], sorted([easy[2], hard[1], hard[3]])
    others = many(state, A, 10 * DEALS)
    assert all((other.face_up, other.face_down) == ([easy[0]], sorted(other.face_down)) for other in others)
    assert_in_proportion(Counter(other.face_down[0] for other in others), dict.fromkeys(easy[1:], 1))
    pairs = Counter(tuple(other.face_down[1:]) for other in others)
    assert_in_proportion(pairs, dict.fromkeys([(x, y) for x in hard for y in hard if x < y], 1))


# --- offers ---


def offering(players: int = 3) -> State:
    """A has offered B two tiles and silver, and wants one of any kind; B is asked."""
    state = meeting(players)
    mine = hand(state, A, "V12-J", "G05", "A06-J")
    hand(state, B, "E02-3", "V13-J")
    open_trade(state)
    propose(state, [TileKind(ANY_KIND)], [Tile(mine[0]), Tile(mine[1])], gives=3)
    return state


def test_SG_5_the_parties_keep_the_offer_and_the_tiles_that_they_are_offered():
    state = offering()
    for other in many(state, B, 20):
        assert other.offer == state.offer
        assert {tile("V12-J"), tile("G05")} <= set(other.players[A].hand)
    assert len({tuple(other.players[A].hand) for other in many(state, B, 20)}) > 5
    assert all(other.offer == state.offer for other in many(state, A, 20))


def test_SG_5_for_a_third_one_anything_that_can_be_named_may_have_been_offered():
    state = offering()
    offers = set()
    for other in many(state, C, 60):
        assert other.offer is not None
        assert (other.offer.seat, other.offer.partner) == (A, B)
        assert (other.offer.complete, other.offer.countered) == (True, False)
        assert set(other.offer.give.tiles) <= set(other.players[A].hand)
        assert other.offer.want.tiles == other.offer.give.kinds == []
        offers.add(canon.encode(other.offer))
        assert asked(other) == ("trade.reply", B)
        if Accept() in decision(other).options:
            answer(other, Accept())
            run(other)
    assert len(offers) > 20


def test_SG_5_what_is_not_named_yet_is_not_named_after_the_deal_either():
    state = meeting()
    hand(state, A, "V12-J")
    hand(state, B, "E02-3")
    open_trade(state)
    assert asked(state) == ("trade.want", A)
    assert all(other.offer == Offer(A, B, 1) for other in many(state, C, 10))
    answer(state, TileKind(EVENT))
    assert asked(state) == ("trade.give", A)
    others = many(state, C, 30)
    assert all(other.offer.give == Bundle() for other in others)
    assert len({canon.encode(other.offer.want) for other in others}) > 3


def test_SG_5_a_counter_offer_that_is_being_named_is_dealt_too():
    state = offering()
    answer(state, 0)
    assert asked(state) == ("trade.counter_want", B)
    assert all(other.offer.named == Bundle() for other in many(state, C, 10))
    answer(state, TileKind(GOD))
    assert asked(state) == ("trade.counter_give", B)
    others = many(state, C, 30)
    assert len({canon.encode(other.offer.named) for other in others}) > 3
    answer(state, Tile(tile("E02-3")))
    assert asked(state) == ("trade.counter_reply", A)
    for other in many(state, C, 30):
        assert other.offer.countered
        assert set(other.offer.want.tiles) <= set(other.players[B].hand)
        assert other.offer.named == Bundle()


@pytest.mark.parametrize("named", [0, 1])
def test_SG_5_who_names_a_tile_has_one_to_name_after_the_deal(named):
    state = meeting()
    hand(state, B, "G05", "E02-3", "V13-J")
    open_trade(state)
    propose(state, [TileKind(EVENT), TileKind(GOD)], gives=4)
    answer(state, Accept())
    for _ in range(named):
        answer(state, 0)
    assert asked(state) == ("trade.tile", B)
    for other in many(state, C, 30):
        assert asked(other) == ("trade.tile", B)
        assert len(other.offer.want.tiles) == named
        held = sum(len(player.hand) for player in other.players)
        answer(other, 0)
        run(other)
        assert sum(len(player.hand) for player in other.players) == held
    for other in many(state, A, 30):
        assert asked(other) == ("trade.tile", B)
        assert other.offer == state.offer
        kinds = [EVENT, GOD][named:]
        assert trade.has_kinds(other, B, other.offer.want)
        assert {TILES[option.tile].kind for option in decision(other).options} == {kinds[0]}


def test_SG_5_two_tiles_that_were_named_are_of_two_kinds():
    state = meeting()
    hand(state, B, "G05", "E02-3", "V13-J", "A06-J")
    open_trade(state)
    propose(state, [TileKind(EVENT), TileKind(ADVOCATE), TileKind(GOD)])
    answer(state, Accept())
    answer(state, 0)
    answer(state, 0)
    for other in many(state, C, 30):
        kinds = [TILES[number].kind for number in other.offer.want.tiles]
        assert kinds == sorted(set(kinds))
        assert len(kinds) == 2
