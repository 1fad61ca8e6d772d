"""PLAY and ESTABLISH (SG-PLAY-*, SG-TERM-13, -22, -27, SG-TILE-*)."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.pax_viking.actions import establish
from lawspeaker_engine.games.pax_viking.options import FollowerType, Parley, Play, Post, Space
from lawspeaker_engine.games.pax_viking.rows import JARLDOM, RUS, SWEDEN, TILES
from lawspeaker_engine.games.pax_viking.state import NO_TILE, NOBODY

from .positions import (
    A,
    B,
    answer,
    board,
    decision,
    follow,
    hand,
    jarl,
    offered,
    post,
    run,
    ship,
    silver,
    table,
    tile,
    turn,
    venture,
)

VINA_RUS, VINA_SWEDEN = "V14-R", "V06-S"


def of(location: str, kind: str) -> str:
    """The id of a Venture of this REGION and type."""
    from lawspeaker_engine.games.pax_viking.board import REGION
    from lawspeaker_engine.games.pax_viking.rows import TYPES, VENTURE

    return next(row.id for row in TILES if row.kind == VENTURE and row.region == REGION[location]
                and row.follower == TYPES.index(kind))


def plays(state):
    """The tiles that can be PLAYED."""
    return [option.tile for option in offered(state) if isinstance(option, Play)]


def test_SG_T28_SG_PLAY_01_SG_PLAY_03_SG_TERM_13_SG_TILE_02_a_venture_is_laid_and_established():
    state = table()
    ship(state, A, "vina_1")
    [which] = hand(state, A, of("vina", "rus"))
    answer(turn(state), Play(which))
    run(state)
    assert (state.tiles[post("vina_1")], state.owners[post("vina_1")]) == (which, A)
    assert state.followers[post("vina_1")] == RUS
    assert state.players[A].silver == 9
    assert state.players[A].supply[RUS] == 5
    assert state.players[A].hand == []


def test_SG_T29_SG_TERM_27_SG_TERM_02_the_requirement_is_a_post_with_only_own_longships():
    state = table()
    ship(state, A, "vina_1")
    ship(state, B, "vina_1")
    [which] = hand(state, A, of("vina", "rus"))
    assert plays(turn(state)) == []
    state = table()
    for at in ("vina_1", "vina_2"):
        ship(state, A, at)
    ship(state, B, "vina_1")
    [which] = hand(state, A, of("vina", "rus"))
    answer(turn(state), Play(which))
    run(state)
    assert state.tiles[post("vina_1")] == NO_TILE
    assert state.tiles[post("vina_2")] == which


def test_SG_T30_AMB_SG_21_AMB_SG_50_a_replaced_tile_is_discarded_and_its_follower_goes_back():
    state = table()
    old = venture(state, of("vina", "sweden"), "vina_1", B)
    ship(state, A, "vina_1")
    [which] = hand(state, A, of("vina", "rus"))
    answer(turn(state), Play(which))
    run(state)
    assert state.discard == [old]
    assert state.players[B].supply[SWEDEN] == 6
    assert state.tiles[post("vina_1")] == which
    assert state.owners[post("vina_1")] == A


def test_SG_T31_SG_TERM_22_AMB_SG_20_no_venture_lies_on_a_trade_center():
    state = table()
    ship(state, A, "hedeby")
    hand(state, A, of("jutland", "jarldom"))
    assert plays(turn(state)) == []


def test_SG_T32_AMB_SG_19_a_venture_needs_its_price_and_its_follower():
    state = table()
    silver(state, 0)
    ship(state, A, "vina_1")
    hand(state, A, of("vina", "rus"))
    assert plays(turn(state)) == []
    state = table()
    ship(state, A, "vina_1")
    hand(state, A, of("vina", "rus"))
    for name in ("hedeby", "bulghar", "changan", "miklagard", "damascus", "india"):
        follow(state, A, name, "rus")
    assert plays(turn(state)) == []


def test_AMB_SG_19_an_own_follower_that_goes_back_can_serve_again():
    state = table()
    for name in ("hedeby", "bulghar", "changan", "miklagard", "damascus"):
        follow(state, A, name, "rus")
    venture(state, "V11-J", "vina_1", NOBODY)
    old = next(row.id for row in TILES if row.kind == 0 and row.wind == 0 and row.follower == RUS)
    venture(state, old, "vina_1", A)
    ship(state, A, "vina_1")
    [which] = hand(state, A, of("vina", "rus"))
    assert state.players[A].supply[RUS] == 0
    assert plays(turn(state)) == [which]


def test_SG_T33_SG_PLAY_04_SG_TILE_03_a_god_costs_nothing():
    state = table()
    silver(state, 0)
    ship(state, A, "dublin")
    [which] = hand(state, A, "G02")
    answer(turn(state), Play(which))
    run(state)
    assert [(each.tile, each.established) for each in state.players[A].gods] == [(which, True)]
    assert state.players[A].silver == 0


def test_SG_T34_SG_PLAY_04_AMB_SG_46_a_full_board_needs_a_tile_that_is_replaced():
    state = table()
    first, second = board(state, A, "G01", "G05")
    ship(state, A, "dublin")
    [which] = hand(state, A, "G02")
    answer(turn(state), Play(which))
    assert decision(state).prompt == "play.space"
    assert offered(state) == [Space(first), Space(second)]
    before = state.players[A].supply[:]
    answer(state, Space(first))
    run(state)
    assert state.discard == [first]
    assert [each.tile for each in state.players[A].gods] == [second, which]
    assert sum(state.players[A].supply) == sum(before)


@pytest.mark.parametrize(("who", "slots", "spaces"), [("hroar", "jarl", 3), ("hroar", "equal", 2), ("asa", "jarl", 2)])
def test_AMB_SG_46_jarls_have_spaces_of_their_own_unless_all_are_alike(who, slots, spaces):
    from lawspeaker_engine.games.pax_viking.actions import play

    state = table(slots=slots)
    jarl(state, A, who)
    assert play.slots(state, A, TILES[tile("G01")].kind) == spaces
    jarl(state, B, "emund")
    assert play.slots(state, B, TILES[tile("A01-J")].kind) == (4 if slots == "jarl" else 3)


def test_SG_PLAY_04_a_free_space_is_offered_beside_those_that_can_be_replaced():
    state = table()
    [old] = board(state, A, "A02-J")
    ship(state, A, "vina_1")
    [which] = hand(state, A, "A01-J")
    answer(turn(state), Play(which))
    assert offered(state) == [Space(NO_TILE), Space(old)]


def test_SG_T92_SG_TILE_06_SG_ICON_08_any_follower_or_the_type_of_the_icon():
    state = table()
    ship(state, A, "aachen")
    answer(turn(state), Parley(post("aachen")))
    assert offered(state) == [FollowerType(kind) for kind in range(4)]
    answer(state, FollowerType(SWEDEN))
    run(state)
    assert state.followers[post("aachen")] == SWEDEN
    state = table()
    venture(state, of("vina", "rus"), "vina_1")
    assert establish.types(state, A, post("vina_1")) == [RUS]


def test_SG_T95_SG_TILE_02_SG_TILE_03_SG_TILE_04_SG_ICON_02_each_kind_of_tile_has_its_place():
    state = table()
    ship(state, A, "vina_1")
    laid, god, event = hand(state, A, of("vina", "rus"), "G09", "E02-2")
    turn(state)
    answer(state, Play(god))
    run(state)
    assert god not in state.tiles
    answer(state, Play(laid))
    run(state)
    assert laid not in [each.tile for each in state.players[A].board]
    assert TILES[event].kind == 1
    assert event not in state.tiles


def test_SG_T85_SG_TERM_12_SG_TERM_20_SG_TERM_33_SG_TERM_37_SG_TERM_38_AMB_SG_49_a_wind_is_met_in_its_posts():
    for at, can in (("bulghar", True), ("volga", False), ("baltic", False), ("vina_1", False)):
        state = table()
        ship(state, A, at)
        [which] = hand(state, A, "G03")
        assert TILES[which].wind == 2
        assert (which in plays(turn(state))) is can, at
    for name, at in (("G01", "vina_1"), ("G02", "seine_1"), ("G04", "danube_1")):
        state = table()
        ship(state, A, at)
        [which] = hand(state, A, name)
        assert which in plays(turn(state))


def test_AMB_SG_49_any_post_is_met_in_any_post():
    state = table()
    ship(state, A, "changan")
    [which] = hand(state, A, "E02-3")
    assert TILES[which].wind == -1
    assert plays(turn(state)) == [which]


def test_SG_PLAY_02_SG_TERM_27_an_event_needs_a_post_in_its_location_too():
    for at, can in (("danube_1", True), ("dublin", False), ("black_sea", False)):
        state = table()
        ship(state, A, at)
        [which] = hand(state, A, "E02-2")
        assert TILES[which].wind == 3
        assert (which in plays(turn(state))) is can, at


def test_SG_PLAY_04_AMB_SG_22_a_god_needs_a_follower_of_its_type():
    for left, can in ((1, True), (0, False)):
        state = table()
        ship(state, A, "dublin")
        [which] = hand(state, A, "G02")
        state.players[A].supply[TILES[which].follower] = left
        assert (which in plays(turn(state))) is can


def test_AMB_SG_53_an_exhausted_longship_meets_a_requirement():
    state = table()
    ship(state, A, "vina_1", exhausted=True)
    [which] = hand(state, A, of("vina", "rus"))
    assert plays(turn(state)) == [which]


def test_SG_T76_SG_TERM_36_AMB_SG_39_hedeby_pays_for_every_play_of_its_owner():
    state = table()
    follow(state, A, "hedeby")
    ship(state, A, "dublin")
    [which] = hand(state, A, "G02")
    answer(turn(state), Play(which))
    run(state)
    assert state.players[A].silver == 11
    state = table()
    follow(state, A, "hedeby")
    follow(state, B, "hedeby")
    ship(state, A, "dublin")
    [which] = hand(state, A, "G02")
    answer(turn(state), Play(which))
    run(state)
    assert state.players[A].silver == 10
    assert state.players[B].silver == 10


def test_AMB_SG_22_a_type_without_a_follower_left_cannot_be_established():
    state = table()
    for name in ("hedeby", "bulghar", "changan", "miklagard", "damascus", "india"):
        follow(state, A, name, "jarldom")
    assert establish.types(state, A, post("aachen")) == [1, 2, 3]


def test_AMB_SG_22_an_own_follower_can_be_exchanged_for_another_type_only():
    state = table()
    follow(state, A, "aachen", "jarldom")
    assert establish.types(state, A, post("aachen")) == [1, 2, 3]
    establish.establish(state, A, post("aachen"), SWEDEN)
    assert state.players[A].supply == [6, 6, 5, 6]


def test_AMB_SG_20_followers_of_preprinted_posts_are_replaced_unless_the_option_says_no():
    for replaceable in (True, False):
        state = table(preprinted_replaceable=replaceable)
        follow(state, B, "aachen")
        assert bool(establish.types(state, A, post("aachen"))) is replaceable


def test_the_watchman_keeps_ventures_from_being_replaced():
    state = table()
    board(state, B, "G08")
    old = of("danube", "sweden")
    venture(state, old, "danube_1", B)
    ship(state, A, "danube_1")
    hand(state, A, of("danube", "rus"))
    assert plays(turn(state)) == []
    state = table()
    board(state, B, "G08")
    venture(state, of("vina", "sweden"), "vina_1", B)
    ship(state, A, "vina_1")
    hand(state, A, of("vina", "rus"))
    assert plays(turn(state))


def test_the_post_is_named_where_several_will_do():
    state = table()
    for at in ("vina_1", "vina_2"):
        ship(state, A, at)
    [which] = hand(state, A, of("vina", "rus"))
    answer(turn(state), Play(which))
    assert decision(state).prompt == "play.post"
    assert offered(state) == [Post(post("vina_1")), Post(post("vina_2"))]
    answer(state, Post(post("vina_2")))
    run(state)
    assert state.tiles[post("vina_2")] == which


def test_the_smith_and_ketil_make_establishing_cheaper():
    from lawspeaker_engine.games.pax_viking.abilities import prices

    state = table()
    board(state, A, "G11")
    assert prices.establish_price(state, A, post("aachen")) == 2
    assert prices.establish_price(state, A, post("jamtland_1")) == 0
    jarl(state, A, "ketil")
    assert prices.establish_price(state, A, post("aachen")) == 1
    assert prices.establish_price(state, A, post("hedeby")) == 1
    assert JARLDOM in establish.types(state, A, post("hedeby"))
