"""ACTIVATE, and abilities that cost an Action Marker (SG-ACTIVATE-01, SG-ICON-01, -06)."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.pax_viking.actions import influence
from lawspeaker_engine.games.pax_viking.board import COSTS, POST_REGION, POST_WIND, POSTS
from lawspeaker_engine.games.pax_viking.options import Activate, Play, Post, Ship, UseTile
from lawspeaker_engine.games.pax_viking.rows import TILES
from lawspeaker_engine.games.pax_viking.state import NOBODY

from .positions import A, B, answer, board, decision, draws, hand, offered, post, run, ship, table, tile, turn, venture

STALLS = "V01-J"


def activations(state):
    """Return the options to ACTIVATE."""
    return [option for option in offered(state) if isinstance(option, Activate)]


def test_SG_T36_SG_ACTIVATE_01_SG_ICON_01_SG_ICON_07_AMB_SG_23_each_longship_activates_once():
    state = table()
    venture(state, STALLS, "vina_1", A)
    first, second = ship(state, A, "vina_1"), ship(state, A, "vina_1")
    turn(state)
    answer(state, Activate(post("vina_1"), first))
    run(state)
    assert state.players[A].silver == 12
    assert state.longships[first].exhausted
    assert activations(state) == [Activate(post("vina_1"), second)]
    answer(state, Activate(post("vina_1"), second))
    run(state)
    assert state.players[A].silver == 14
    assert activations(state) == []


def test_SG_T37_SG_ACTIVATE_01_one_need_not_be_alone_but_there():
    state = table()
    venture(state, STALLS, "vina_1", A)
    ship(state, A, "vina_1")
    ship(state, B, "vina_1")
    assert activations(turn(state))
    state = table()
    venture(state, STALLS, "vina_1", A)
    ship(state, A, "vina_2")
    assert activations(turn(state)) == []


def test_SG_T38_SG_TILE_08_no_ability_without_its_follower():
    state = table()
    venture(state, STALLS, "vina_1", NOBODY)
    ship(state, A, "vina_1")
    assert activations(turn(state)) == []


def test_SG_ACTIVATE_01_an_ability_of_a_rival_cannot_be_activated():
    state = table()
    venture(state, STALLS, "vina_1", B)
    ship(state, A, "vina_1")
    assert activations(turn(state)) == []


def test_SG_T77_AMB_SG_48_a_play_inside_an_ability_is_no_action():
    state = table()
    at = _region_of("V20-R") + "_1"
    venture(state, "V20-R", at, A)
    ship(state, A, at)
    [god] = hand(state, A, _god_of(at))
    turn(state)
    state.markers_spent = 3
    state.question = None
    answer(state, Activate(post(at), 0))
    assert decision(state).prompt == "effect.play", "it is asked although only one tile can be played"
    answer(state, Play(god))
    run(state)
    assert [each.tile for each in state.players[A].gods] == [god]
    assert state.seat == B, "the turn had four actions"


def _region_of(name: str) -> str:
    from lawspeaker_engine.games.pax_viking.board import REGIONS
    from lawspeaker_engine.games.pax_viking.rows import TILES

    return REGIONS[next(row for row in TILES if row.id == name).region].id


def _god_of(at: str) -> str:
    from lawspeaker_engine.games.pax_viking.board import POST_WIND
    from lawspeaker_engine.games.pax_viking.rows import GOD, TILES

    return next(row.id for row in TILES if row.kind == GOD and row.wind == POST_WIND[post(at)])


def test_SG_T86_SG_TERM_09_SG_TERM_10_a_draw_by_an_ability_leaves_the_track_alone():
    state = table()
    state.pile = state.pile[:20]
    name, at = "V04-J", "vina_1"
    venture(state, name, at, A)
    pile, track = len(state.pile), state.track[:]
    ship(state, A, at)
    turn(state)
    answer(state, Activate(post(at), 0))
    draws(state)
    assert len(state.players[A].hand) == 1
    assert len(state.pile) == pile - 1
    assert state.track == track


def test_SG_T89_SG_TERM_04_SG_TERM_15_AMB_SG_45_a_tile_is_taken_free_of_the_discard_pile():
    state = table()
    board(state, A, "G12")
    state.discard, state.box = [state.box[-1]], state.box[:-1]
    [wanted] = state.discard
    turn(state)
    answer(state, UseTile(state.players[A].gods[0].tile))
    run(state)
    assert state.players[A].hand == [wanted]
    assert state.players[A].silver == 10
    assert state.markers_spent == 1
    assert state.discard == []


def test_SG_T88_SG_TERM_08_AMB_SG_37_copy_uses_a_rivals_venture_once_and_no_permanent_one():
    from lawspeaker_engine.games.pax_viking.board import POST_WIND
    from lawspeaker_engine.games.pax_viking.rows import ADVOCATE, TILES

    state = table()
    interpreter = next(row.id for row in TILES if row.archetype == "A10" and row.wind == POST_WIND[post("vina_1")])
    assert next(row for row in TILES if row.id == interpreter).kind == ADVOCATE
    venture(state, STALLS, "vina_1", B)
    venture(state, "V07-J", "trondelag_1", B)
    venture(state, "V07-T", "trondelag_2", B)
    board(state, A, interpreter)
    turn(state)
    answer(state, UseTile(state.players[A].advocates[0].tile))
    answer(state, Post(post("vina_1")))
    run(state)
    assert state.players[A].silver == 12
    assert influence.action_markers(state, A) == 3
    assert state.players[B].silver == 10


def test_SG_ICON_06_AMB_SG_48_a_marker_ability_needs_an_action_marker():
    state = table()
    board(state, A, "G07")
    hand(state, A, "G01")
    turn(state)
    state.markers_spent = 4
    state.influence[0] = A
    state.question = None
    assert decision(state).prompt == "turn.action"
    assert not [option for option in offered(state) if isinstance(option, UseTile)]


def test_a_longship_that_the_ability_moves_away_is_exhausted_all_the_same():
    state = table()
    venture(state, "V06-S", "vina_1", A)
    longship = ship(state, A, "vina_1")
    turn(state)
    answer(state, Activate(post("vina_1"), longship))
    answer(state, Ship(longship))
    answer(state, 0)
    answer(state)
    run(state)
    assert state.longships[longship].exhausted


def test_an_ability_that_would_do_nothing_is_not_offered():
    state = table()
    venture(state, "V04-J", "vina_1", A)
    ship(state, A, "vina_1")
    state.pile = []
    assert activations(turn(state)) == []
    assert not [option for option in offered(state) if isinstance(option, Play)]


def test_AMB_SG_48_a_mound_is_offered_where_tile_number_0_is_all_that_can_be_played():
    """A number is no truth value: tile 0 is a tile as any other."""
    for interpreted in (False, True):
        state = table()
        assert tile(STALLS) == 0
        ship(state, A, "vina_1")
        [first] = hand(state, A, STALLS)
        [mound] = [row for row in TILES if row.id == "V20-T"]
        place = next(each.id for number, each in enumerate(POSTS) if POST_REGION[number] == mound.region)
        venture(state, "V20-T", place, B if interpreted else A)
        if interpreted:
            [interpreter] = board(state, A, next(
                row.id for row in TILES if row.archetype == "A10" and row.wind == POST_WIND[post(place)]))
            wanted = UseTile(interpreter)
        else:
            wanted = Activate(post(place), ship(state, A, place))
        assert wanted in offered(turn(state))
        answer(state, wanted)
        if interpreted:
            assert decision(state).prompt == "effect.copy"
            answer(state, Post(post(place)))
        assert (decision(state).prompt, offered(state)) == ("effect.play", [Play(first)])
        answer(state, Play(first))
        run(state)
        assert state.tiles[post("vina_1")] == first


@pytest.mark.parametrize(("silver_of_a", "offers"), [(0, False), (1, False), (2, True)])
def test_the_envoy_house_is_offered_only_to_who_can_pay_the_fee_and_then_the_price(silver_of_a, offers):
    """The fee is 1, and the Venture in its WIND costs 1 more."""
    state = table()
    at = next(name for name in CHEAP if POSTS[post(name)].kind == "empty")
    envoy = next(row.id for row in TILES if row.archetype == "V21" and row.wind == POST_WIND[post(at)])
    other = next(name for name in CHEAP if POST_WIND[post(name)] == POST_WIND[post(at)] and name != at)
    venture(state, envoy, at, A)
    free = next(row for row in TILES if row.archetype == "V01" and row.region == POST_REGION[post(other)])
    venture(state, free.id, other)
    assert COSTS[post(other)] == 1
    longship = ship(state, A, at)
    state.players[A].silver = silver_of_a
    wanted = Activate(post(at), longship)
    assert (wanted in offered(turn(state))) is offers
    if offers:
        answer(state, wanted)
        run(state)
        assert (state.owners[post(other)], state.players[A].silver) == (A, 0)


CHEAP = ("jamtland_1", "vina_1", "vina_2")


@pytest.mark.parametrize(("name", "place", "change"), [
    ("V08-T", "vina_1", "silver"), ("A06-T", "", "hand"),
])
def test_an_ability_that_takes_from_a_rival_is_offered_only_if_it_has_something(name, place, change):
    offers = []
    for full in (False, True):
        state = table()
        at = place or "vina_1"
        ship(state, B, at)
        longship = ship(state, A, at)
        if place:
            venture(state, name, place, A)
            wanted = Activate(post(place), longship)
            state.players[B].silver = int(full)
        else:
            wanted = UseTile(board(state, A, name)[0])
            hand(state, B, *["G05"] * full)
        offers.append(wanted in offered(turn(state)))
    assert offers == [False, True], change
