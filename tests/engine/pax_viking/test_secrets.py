"""Hidden facts changed, nothing that others are shown or asked changes with them."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from itertools import islice

import pytest

from lawspeaker_engine import canon
from lawspeaker_engine.games.pax_viking.actions.influence_actions import MayPlay
from lawspeaker_engine.games.pax_viking.actions.offer import Bundle
from lawspeaker_engine.games.pax_viking.actions.trade import ANY_KIND
from lawspeaker_engine.games.pax_viking.options import Sweden, Tile, TileKind, UseTile
from lawspeaker_engine.games.pax_viking.rows import EVENT, VENTURE, VICTORIES
from lawspeaker_engine.games.pax_viking.state import State
from lawspeaker_engine.model import PUBLIC, Chance
from tests.sample_sizes import first_quick, seeds

from .bargains import asked, meeting, open_trade, propose
from .positions import GAME, A, B, C, answer, board, draw, hand, passing, run, table, take_out, tile, turn
from .random_games import positions

SPECTATOR = -1
HIDDEN = {"hand", "pile", "face down", "offer"}
"""The parts that are hidden in default games with cards face down; with gifts also the top of the pile and looks."""
CARDS = {"face_down": True, "standard_cards": 3, "advanced_cards": 2}


def with_other_secrets(state: State, seat: int) -> tuple[State, list[str]]:
    """The same position as far as `seat` may know, with all changed that is hidden from it; and what has changed."""
    other = state.copy()
    hands = [] if state.settings.open_hands else [each for each in range(len(state.players)) if each != seat]
    changed = ["hand" for each in hands if _change_hand(other, each, seat)]
    if seat not in other.seers and _change_top(other):
        changed.append("top")
    if _change_pile(other):
        changed.append("pile")
    if _change_face_down(other):
        changed.append("face down")
    if other.offer is not None and seat not in (other.offer.seat, other.offer.partner):
        _change_offer(other)
        changed.append("offer")
    if _change_looks(other, seat):
        changed.append("look")
    other.question = None
    return other, changed


def _change_hand(state: State, seat: int, eye: int) -> bool:
    """Tiles of the hand trade places with tiles of pile or box, but for those that `eye` knows."""
    player = state.players[seat]
    hidden = [old for old in player.hand if old not in player.known[eye]]
    for old in hidden:
        place = state.pile or state.box
        new = place.pop(0)
        insort(place, old)
        player.hand[player.hand.index(old)] = new
        player.drawn[player.drawn.index(old)] = new
        for frame in state.agenda:
            if isinstance(frame, MayPlay) and frame.tile == old:
                frame.tile = new
    player.hand.sort()
    player.known = [[each for each in known if each in player.hand] for known in player.known]
    return bool(hidden)


def _change_top(state: State) -> bool:
    """Others lie on top of the pile, where somebody has looked at them."""
    for place, old in enumerate(state.top):
        state.top[place] = state.box.pop()
        insort(state.box, old)
    return bool(state.top)


def _change_pile(state: State) -> bool:
    """The pile is made of other tiles, which follows from nothing that was shown."""
    count = min(len(state.pile), len(state.box))
    old, state.pile = state.pile, sorted(state.pile[count:] + state.box[:count])
    state.box = sorted(state.box[count:] + old[:count])
    return bool(count)


def _change_face_down(state: State) -> bool:
    """Other cards of the same difficulty lie face down."""
    for place, card in enumerate(state.face_down):
        free = [
            number for number, row in enumerate(VICTORIES)
            if row.difficulty == VICTORIES[card].difficulty and number not in state.face_up + state.face_down
        ]
        if free:
            state.face_down[place] = free[0]
    state.face_down.sort()
    return bool(state.face_down)


def _change_offer(state: State) -> None:
    """Something else is offered for something else, in which as many tiles are still to be named."""
    assert state.offer is not None
    for name in ("give", "want", "named"):
        old = getattr(state.offer, name)
        setattr(state.offer, name, Bundle(silver=old.silver + 1, kinds=[ANY_KIND] * len(old.kinds)))


def _change_looks(state: State, seat: int) -> bool:
    """Others have seen other hands."""
    looks = [look for look in state.looks if look.seat != seat]
    for look in looks:
        look.tiles = tuple(state.players[look.rival].hand)
    return bool(looks)


def shown(state: State, seat: int) -> bytes:
    """Return what the seat, or a spectator, sees and is asked, and whom it sees asked what, or what it sees drawn."""
    question = GAME.pending(state)
    if isinstance(question, Chance):
        said = [[question.prompt, question.stream, question.count, question.seen_by]]
    else:
        said = [[each for each in question if each.seat == seat],
                [(each.seat, each.prompt, each.seen_by, each.reaction) for each in question]]
    return canon.encode((GAME.view(state, None if seat == SPECTATOR else seat), *said))


def often(games) -> Iterator[State]:
    """Positions in which something hidden is used: all of abilities and of naming tiles, and every fourth other one."""
    for step, (state, question) in enumerate(games):
        prompts = [question.prompt] if isinstance(question, Chance) else [each.prompt for each in question]
        if step % 4 == 0 or any(prompt.startswith(("trade.tile", "effect.", "sweden.", "play.")) for prompt in prompts):
            yield state


def assert_kept(state: State, found: set[str]) -> None:
    """Whoever looks is shown the same, whatever others hide."""
    for seat in range(SPECTATOR, len(state.players)):
        other, changed = with_other_secrets(state, seat)
        found.update(changed)
        if changed:
            assert shown(other, seat) == shown(state, seat), (seat, changed)


# --- whole games ---


@pytest.mark.parametrize("players", first_quick(1, [3, 2, 5]))
@seeds(1, 2)
def test_SG_TURN_02_SG_TILE_01_SG_SETUP_02_SG_5_nothing_depends_on_what_is_hidden(players, seeds):
    found: set[str] = set()
    for seed in seeds:
        for state in often(positions(players, seed, eager=True, **CARDS)):
            assert_kept(state, found)
    assert found >= HIDDEN - ({"offer"} if players == 2 else set())


@pytest.mark.parametrize("players", first_quick(1, [2, 4]))
@seeds(2, 4)
def test_SG_5_nothing_depends_on_it_where_players_look_at_hands_and_pile_either(players, seeds):
    found: set[str] = set()
    for seed in seeds:
        for state in often(positions(players, seed, eager=True, gifted=True, **CARDS)):
            assert_kept(state, found)
    assert found >= {"hand", "pile", "face down", "top"}


@pytest.mark.parametrize("options", first_quick(1, [
    {"open_hands": True}, {"sweden_play_forced": False, "pass_allowed": False}, {"deck": "balanced", "start_hand": 2},
    {"trade_windows": "end", "track_slide": True}, {"deck": "starter", "promises": False, "reveal": "before_check"},
]))
@seeds(1, 2)
def test_SG_5_by_other_readings_nothing_depends_on_what_is_hidden_either(options, seeds):
    found: set[str] = set()
    for seed in seeds:
        for state in often(positions(4, seed, eager=True, gifted=True, **options)):
            assert_kept(state, found)
    assert "pile" in found
    assert ("hand" in found) is ("open_hands" not in options)


def test_SG_5_tiles_that_are_drawn_and_looked_at_are_told_to_one_seat_and_the_order_of_the_pile_to_none():
    audiences: dict[str, set[object]] = {}
    for seed in range(8):
        for state, question in positions(2 + seed % 5, seed, eager=True, gifted=True, **CARDS):
            for each in (question,) if isinstance(question, Chance) else question:
                own = isinstance(each, Chance) and each.stream.startswith("draw/") and each.seen_by == (
                    int(each.stream.partition("/")[2]),)
                parties = state.offer is not None and each.seen_by == (state.offer.seat, state.offer.partner)
                alone = not isinstance(each, Chance) and each.seen_by == (each.seat,)
                said = "own" if own or alone else "parties" if parties else each.seen_by
                audiences.setdefault(each.prompt, set()).add(said)
    hidden = {prompt: said for prompt, said in audiences.items() if said != {PUBLIC}}
    assert hidden == {
        "setup.victory": {()}, "setup.pile": {()}, "draw": {"own"}, "peek": {"own"}, "effect.order": {"own"},
        **{f"trade.{what}": {"parties"} for what in ("want", "give", "counter_want", "counter_give", "tile")},
    }


def test_SG_T91_SG_TURN_02_hands_are_shown_to_their_owners_and_their_sizes_to_all():
    for state, _ in islice(positions(3, 1, eager=True), 0, None, 3):
        for seat in range(SPECTATOR, 3):
            view = GAME.view(state, None if seat == SPECTATOR else seat)
            for number, player in enumerate(view.players):
                assert player.hand == (state.players[number].hand if number == seat else [])
                assert player.hand_size == len(state.players[number].hand)
        full = GAME.full_view(state)
        assert [player.hand for player in full.players] == [player.hand for player in state.players]


def test_SG_5_only_who_looked_knows_the_top_of_the_pile():
    known = 0
    for seed in range(2):
        for state, _ in positions(3, seed, eager=True, gifted=True):
            for seat in range(SPECTATOR, 3):
                view = GAME.view(state, None if seat == SPECTATOR else seat)
                assert view.top == (state.top if seat in state.seers else [])
                assert view.pile == len(state.pile) + len(state.top)
                known += bool(view.top)
    assert known


# --- single secrets ---


def test_SG_T50_SG_SWEDEN_01_what_was_drawn_by_sweden_shows_only_if_it_is_played():
    """Whoever draws is asked for a POST, be it a Venture or not."""
    told = []
    for name in ("V12-S", "E02-3", "G05"):
        state = table()
        state.influence[2] = A
        state.players[A].supply[2] -= 2
        drawn = tile(name)
        take_out(state, drawn)
        insort(state.pile, drawn)
        answer(turn(state), Sweden())
        draw(state, Tile(drawn))
        assert asked(state) == ("sweden.post", A)
        told.append([shown(state, seat) for seat in (SPECTATOR, B, C)])
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize("kind", [VENTURE, EVENT, ANY_KIND])
def test_SG_5_whether_a_partner_has_a_wanted_kind_does_not_show_before_it_answers(kind):
    told = []
    for name in ("V12-J", "E02-3"):
        state = meeting()
        hand(state, B, name)
        open_trade(state)
        propose(state, [TileKind(kind)], gives=1)
        told.append([shown(state, seat) for seat in (SPECTATOR, A, C)])
    assert told[0] == told[1]


def test_SG_5_those_who_watch_a_deal_see_how_many_tiles_change_hands_and_not_which():
    told = []
    for mine, theirs in (("V12-J", "E02-3"), ("G05", "V13-J")):
        state = meeting()
        hand(state, A, mine)
        hand(state, B, theirs)
        open_trade(state)
        steps = []
        propose(state, [TileKind(ANY_KIND)], [Tile(state.players[A].hand[0])])
        steps.append([shown(state, seat) for seat in (SPECTATOR, C)])
        answer(state, 1)
        steps.append([shown(state, seat) for seat in (SPECTATOR, C)])
        answer(state, 0)
        assert asked(state) == ("journey.step", A)
        steps.append([shown(state, seat) for seat in (SPECTATOR, C)])
        told.append(steps)
        assert [player.hand_size for player in GAME.view(state, C).players] == [1, 1, 0]
    assert told[0] == told[1]


def test_SG_5_a_look_into_a_hand_is_for_who_looks_until_its_turn_ends():
    state = meeting()
    [spy] = board(state, A, "A06-J")
    theirs = hand(state, B, "E02-3", "G05")
    answer(turn(state), UseTile(spy))
    run(state)
    assert [look.tiles for look in GAME.view(state, A).looks] == [tuple(sorted(theirs))]
    for seat in (None, B, C):
        assert GAME.view(state, seat).looks == []
    other, changed = with_other_secrets(state, C)
    assert "look" in changed
    assert shown(other, C) == shown(state, C)
    assert shown(other, A) != shown(state, A), "the change is a real one"
    passing(state)
    assert state.looks == []
