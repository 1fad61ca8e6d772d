"""JARLDOM, SWEDEN, THEOCRACY and RUS (SG-JARLDOM-01 .. SG-RUS-01, AMB-SG-26..29)."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.pax_viking import ships
from lawspeaker_engine.games.pax_viking.actions import influence_actions
from lawspeaker_engine.games.pax_viking.board import REGION, post_of
from lawspeaker_engine.games.pax_viking.options import Accept, FollowerType, Jarldom, Post, Rus, Ship, Sweden, Theocracy
from lawspeaker_engine.games.pax_viking.rows import JARLDOM, RUS, SWEDEN, THEOCRACY, TILES, TYPES, VENTURE

from .positions import (
    A,
    B,
    C,
    answer,
    board,
    decision,
    draws,
    follow,
    node,
    offered,
    post,
    run,
    ship,
    silver,
    table,
    tile,
    turn,
    venture,
    where,
)


def holding(kind: int, **options: object):
    """The base position with A holding this marker: two Followers give it the majority."""
    state = table(**options)
    for place in ("preslav", "kyiv"):
        follow(state, A, place, TYPES[kind])
    return state


def options_of(state, verb):
    """Return the options of this verb."""
    return [option for option in offered(turn(state)) if isinstance(option, verb)]


def at(region: str, kind: str) -> str:
    """The id of a Venture of this REGION and type."""
    return next(row.id for row in TILES if row.kind == VENTURE and row.region == REGION[region]
                and row.follower == TYPES.index(kind))


def test_SG_T46_SG_JARLDOM_01_AMB_SG_26_a_rival_longship_is_returned_and_who_is_alone_establishes():
    state = holding(JARLDOM)
    longship = ship(state, A, "north_sea", exhausted=True)
    venture(state, at("jutland", "sweden"), "jutland_1", B)
    lost, other = ship(state, B, "jutland_1"), ship(state, B, "jutland_1")
    turn(state)
    answer(state, Jarldom(longship, post("jutland_1")))
    run(state)
    assert [where(state, each) for each in (longship, lost, other)] == [node("jutland_1"), -1, node("jutland_1")]
    assert state.owners[post("jutland_1")] == B
    assert state.longships[longship].exhausted
    state = holding(JARLDOM)
    longship = ship(state, A, "north_sea")
    venture(state, at("jutland", "sweden"), "jutland_1", B)
    ship(state, B, "jutland_1")
    turn(state)
    answer(state, Jarldom(longship, post("jutland_1")))
    run(state)
    assert state.owners[post("jutland_1")] == A
    assert not state.longships[longship].exhausted
    assert state.influence_spent[JARLDOM] == 1
    assert state.markers_spent == 0


@pytest.mark.parametrize("reading", ["must", "may"])
def test_AMB_SG_58_after_jarldom_who_is_alone_must_establish_or_by_option_may(reading):
    """In its own Trade Center A pays again for another type, or with `may` leaves it."""
    state = holding(JARLDOM, jarldom_establish=reading)
    follow(state, A, "hedeby", "jarldom")
    gate = next(name for name in ("north_sea", "wendish_sea", "baltic") if post("hedeby") in
                {post_of(each) for each in ships.neighbours(state, A, node(name))})
    longship = ship(state, A, gate)
    answer(turn(state), Jarldom(longship, post("hedeby")))
    asked = decision(state)
    assert (asked.prompt, asked.least) == ("establish.type", 1 if reading == "must" else 0)
    assert asked.options == [FollowerType(THEOCRACY), FollowerType(SWEDEN), FollowerType(RUS)]
    before = state.players[A].silver
    answer(state, *asked.default)
    run(state)
    assert (state.players[A].silver < before) is (reading == "must")
    assert state.followers[post("hedeby")] == (THEOCRACY if reading == "must" else JARLDOM)


def test_SG_T47_SG_JARLDOM_01_it_is_one_step_from_where_a_longship_stands():
    state = holding(JARLDOM)
    ship(state, A, "seine")
    assert {option.post for option in options_of(state, Jarldom)} == {post("seine_1"), post("seine_2"), post("aachen")}
    assert options_of(holding(JARLDOM), Jarldom) == []


def test_AMB_SG_26_which_longship_is_returned_the_player_says():
    state = holding(JARLDOM)
    longship = ship(state, A, "north_sea")
    first, second = ship(state, B, "jutland_1"), ship(state, C, "jutland_1")
    turn(state)
    answer(state, Jarldom(longship, post("jutland_1")))
    assert decision(state).prompt == "jarldom.rival"
    assert offered(state) == [Ship(first), Ship(second)]
    answer(state, Ship(second))
    run(state)
    assert where(state, second) == -1


@pytest.mark.parametrize(("needs", "count"), [(False, 1), (True, 0)])
def test_AMB_SG_26_by_option_jarldom_needs_a_rival(needs, count):
    state = holding(JARLDOM, jarldom_needs_rival=needs)
    ship(state, A, "north_sea")
    assert len(options_of(state, Jarldom)) == count


def test_the_one_handed_keeps_longships_from_jarldom():
    state = holding(JARLDOM)
    board(state, B, "G06")
    ship(state, B, "jutland_1")
    assert influence_actions.returnable(state, A, post("jutland_1")) == []
    ship(state, C, "jutland_1")
    assert len(influence_actions.returnable(state, A, post("jutland_1"))) == 1


def sweden(state, which: int, option: Post | None = None):
    """A uses SWEDEN and draws this tile."""
    answer(turn(state), Sweden())
    draws(state, which)
    assert decision(state).prompt == "sweden.post"
    answer(state, *([] if option is None else [option]))
    run(state)


def in_pile(state, name: str) -> int:
    """A tile lies in the pile."""
    which = tile(name)
    if which not in state.pile:
        state.box.remove(which)
        state.pile = sorted([*state.pile, which])
    return which


def test_SG_T48_SG_SWEDEN_01_a_venture_comes_with_a_longship_and_is_played():
    state = holding(SWEDEN)
    which = in_pile(state, at("volkhov", "rus"))
    pile, track = len(state.pile), state.track[:]
    sweden(state, which, Post(post("volkhov_1")))
    assert state.tiles[post("volkhov_1")] == which
    assert (state.owners[post("volkhov_1")], state.followers[post("volkhov_1")]) == (A, RUS)
    assert where(state, 0) == node("volkhov_1")
    assert (len(state.pile), state.track) == (pile - 1, track)


def test_SG_T49_SG_SWEDEN_01_another_tile_goes_to_the_hand_and_the_same_is_asked():
    state = holding(SWEDEN)
    which = in_pile(state, "G02")
    answer(turn(state), Sweden())
    draws(state, which)
    assert decision(state).prompt == "sweden.post"
    assert offered(state) == []
    answer(state)
    assert state.players[A].hand == [which]
    assert all(each.node < 0 for each in state.longships)


def test_SG_T50_AMB_SG_27_who_is_not_alone_keeps_the_venture_in_hand():
    state = holding(SWEDEN)
    which = in_pile(state, at("volkhov", "rus"))
    ship(state, B, "volkhov_1")
    sweden(state, which, Post(post("volkhov_1")))
    assert where(state, 0) == node("volkhov_1")
    assert state.players[A].hand == [which]


def test_SG_T51_AMB_SG_27_without_a_longship_left_it_is_played_where_it_can_be():
    state = holding(SWEDEN)
    which = in_pile(state, at("volkhov", "rus"))
    ship(state, A, "volkhov_2")
    for _ in range(5):
        ship(state, A, "baltic")
    sweden(state, which, Post(post("volkhov_2")))
    assert state.tiles[post("volkhov_2")] == which
    assert sum(each.node == node("volkhov_2") for each in state.longships) == 1


def test_AMB_SG_27_the_default_is_the_cheapest_post_in_which_it_can_be_played():
    state = holding(SWEDEN)
    which = in_pile(state, at("volkhov", "rus"))
    ship(state, B, "volkhov_1")
    answer(turn(state), Sweden())
    draws(state, which)
    assert offered(state)[decision(state).default[0]] == Post(post("volkhov_2"))


def test_AMB_SG_27_by_option_it_need_not_be_played():
    for plays in (True, False):
        state = holding(SWEDEN, sweden_play_forced=False)
        which = in_pile(state, at("volkhov", "rus"))
        sweden(state, which, Post(post("volkhov_1")))
        assert decision(state).prompt == "sweden.play"
        answer(state, *([Accept()] if plays else []))
        run(state)
        assert (state.tiles[post("volkhov_1")] == which) is plays


def test_SG_T52_SG_THEOCRACY_01_AMB_SG_28_a_theocracy_follower_comes_from_afar():
    state = holding(THEOCRACY)
    follow(state, B, "aachen")
    venture(state, at("seine", "sweden"), "seine_1")
    turn(state)
    assert Theocracy(post("seine_1")) not in offered(state)
    answer(state, Theocracy(post("aachen")))
    run(state)
    assert state.players[A].silver == 10 - 3 + 4
    assert (state.owners[post("aachen")], state.followers[post("aachen")]) == (A, THEOCRACY)
    assert state.players[B].supply == [6, 6, 6, 6]


def test_SG_THEOCRACY_01_a_venture_with_its_icon_will_do_and_a_trade_center_not():
    state = holding(THEOCRACY)
    venture(state, at("seine", "theocracy"), "seine_1", B)
    posts = [option.post for option in options_of(state, Theocracy)]
    assert post("seine_1") in posts
    assert post("hedeby") not in posts
    assert post("preslav") not in posts, "its own Theocracy Follower is there"
    state = holding(THEOCRACY)
    silver(state, 0)
    assert options_of(state, Theocracy) == []


def test_a_palisade_keeps_theocracy_out_while_a_longship_is_there():
    for guarded in (False, True):
        state = holding(THEOCRACY)
        palisade = next(row.id for row in TILES if row.archetype == "V13" and row.follower == THEOCRACY)
        region = TILES[tile(palisade)].region
        name = f"{next(key for key, value in REGION.items() if value == region)}_1"
        venture(state, palisade, name, B)
        if guarded:
            ship(state, B, name)
        posts = [option.post for option in options_of(state, Theocracy)]
        assert (post(name) in posts) is not guarded


def advocate_of(region: str) -> str:
    """The id of an Advocate of this REGION."""
    return next(row.id for row in TILES if row.kind == 2 and row.region == REGION[region])


def test_SG_T53_SG_RUS_01_AMB_SG_29_an_advocate_changes_hands():
    state = holding(RUS)
    [which] = board(state, B, advocate_of("irish_coast"))
    kind = TILES[which].follower
    ship(state, A, "irish_coast_1")
    answer(turn(state), Rus(which))
    run(state)
    assert [each.tile for each in state.players[A].advocates] == [which]
    assert state.players[B].advocates == []
    assert state.players[B].supply == [6, 6, 6, 6]
    assert state.players[A].supply[kind] == (3 if kind == RUS else 5)
    assert state.players[A].hand == []
    assert (state.influence_spent, state.markers_spent) == ([0, 0, 0, 1], 0)


def test_SG_T54_SG_RUS_01_one_must_be_alone_in_its_location():
    for own, other in (("irish_coast_1", "irish_coast_1"), ("western_sea", "baltic")):
        state = holding(RUS)
        board(state, B, advocate_of("irish_coast"))
        ship(state, A, own)
        ship(state, C, other)
        assert options_of(state, Rus) == []


def test_AMB_SG_29_full_spaces_lose_a_tile_and_a_follower_must_be_left():
    state = holding(RUS)
    [which] = board(state, B, advocate_of("irish_coast"))
    own = [row.id for row in TILES if row.kind == 2 and row.archetype in ("A01", "A02", "A03")][:3]
    kept = board(state, A, *own)
    ship(state, A, "irish_coast_1")
    answer(turn(state), Rus(which))
    assert decision(state).prompt == "play.space"
    assert [option.tile for option in offered(state)] == kept
    answer(state, 0)
    run(state)
    assert kept[0] in state.discard


def test_the_bodyguard_keeps_advocates_from_rus():
    state = holding(RUS)
    board(state, B, advocate_of("irish_coast"), next(row.id for row in TILES if row.archetype == "A09"))
    ship(state, A, "irish_coast_1")
    assert options_of(state, Rus) == []


def test_an_advocate_without_a_follower_cannot_be_taken():
    state = holding(RUS)
    board(state, B, advocate_of("irish_coast"))
    state.players[B].advocates[0].established = False
    ship(state, A, "irish_coast_1")
    assert options_of(state, Rus) == []
    assert state.influence[RUS] == A
