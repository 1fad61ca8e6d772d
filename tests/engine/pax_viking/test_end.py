"""Victory Condition cards and the end of the game (SG-WIN-*, AMB-SG-08, -31..33)."""

from __future__ import annotations

import pytest

from lawspeaker_engine.games.pax_viking.options import Buy, InvestDraw, Play
from lawspeaker_engine.games.pax_viking.phases import end
from lawspeaker_engine.games.pax_viking.rows import GOD, METRICS, VICTORIES
from lawspeaker_engine.games.pax_viking.state import NO_TILE
from lawspeaker_engine.model import Outcome

from .positions import (
    A,
    B,
    C,
    answer,
    asks,
    board,
    card,
    draw,
    draws,
    established,
    follow,
    hand,
    number,
    offered,
    passing,
    run,
    ship,
    silver,
    table,
    turn,
    venture,
)

EVENT = "E02-3"
"""Hoard Unearthed, for any POST: all players gain 2 silver."""


def resolve(state, name: str = EVENT) -> None:
    """A PLAYS an Event in Dublin."""
    ship(state, A, "dublin")
    [which] = hand(state, A, name)
    answer(turn(state), Play(which))
    run(state)


def three_winds(state, seat: int) -> None:
    """Posts in the North, the West and the South, as novice_1 asks for."""
    for place in ("bjarma_market", "aachen", "preslav"):
        follow(state, seat, place)
    established(state, seat, asks("novice_1"))


def four_winds(state, seat: int) -> None:
    """Posts and Followers as standard_1 asks for."""
    for place in ("bjarma_market", "aachen", "bulghar", "preslav"):
        follow(state, seat, place)
    established(state, seat, asks("standard_1"))


def other_winds(state, seat: int) -> None:
    """As standard_1 asks for, in other posts of the four Winds."""
    for place in ("chieftains_of_omd", "dublin", "kyiv", "miklagard"):
        follow(state, seat, place)
    established(state, seat, asks("standard_1"))


def test_SG_T58_SG_WIN_01_SG_WIN_02_SG_WIN_04_a_novice_card_wins_at_the_end_of_the_own_turn():
    state = table()
    card(state, "novice_1")
    three_winds(state, A)
    for place in ("chieftains_of_omd", "dublin", "bulghar", "kyiv"):
        follow(state, B, place)
    established(state, B, asks("novice_1") + 1)
    passing(turn(state))
    assert state.outcome is not None
    assert state.outcome.ranks == (1, 2, 3), "B has the card too and more Followers, but it is not its turn"
    assert state.outcome.reason == "card"


def test_SG_T59_SG_WIN_02_AMB_SG_31_another_players_novice_card_does_not_count_in_this_turn():
    for scope, over in (("active", False), ("all", True)):
        state = table(novice_scope=scope)
        card(state, "novice_1")
        three_winds(state, B)
        passing(turn(state))
        assert (state.outcome is not None) is over


def duchies(state, seat: int) -> None:
    """As standard_3 asks for, with a DUCHY more."""
    for name, place in (("V07-J", "jutland_1"), ("V01-S", "jutland_2"), ("V03-J", "volkhov_1"), ("V11-S", "volkhov_2")):
        venture(state, name, place, seat)
    established(state, seat, asks("standard_3"))


def test_SG_T60_SG_WIN_03_other_cards_are_checked_for_all_when_an_event_is_resolved():
    state = table()
    card(state, "standard_3")
    duchies(state, B)
    passing(turn(state))
    assert state.outcome is None
    state = table()
    card(state, "standard_3")
    duchies(state, B)
    resolve(state)
    assert state.outcome is not None
    assert state.outcome.ranks == (2, 1, 2)


@pytest.mark.parametrize(("theirs", "coins", "ranks"), [
    (2, (10, 10), (2, 1, 3)), (0, (4, 6), (2, 1, 3)), (0, (6, 6), (1, 1, 3)),
])
def test_SG_T61_SG_WIN_06_SG_WIN_07_among_several_most_followers_then_most_silver_then_all(theirs, coins, ranks):
    state = table()
    card(state, "standard_1")
    four_winds(state, A)
    other_winds(state, B)
    for place in ("hedeby", "damascus")[:theirs]:
        follow(state, B, place)
    silver(state, *coins)
    resolve(state)
    assert state.outcome is not None
    assert state.outcome.ranks == ranks


def test_SG_T61_SG_WIN_06_who_fulfil_different_cards_are_compared_in_the_same_way():
    state = table()
    card(state, "standard_1")
    card(state, "standard_3")
    four_winds(state, A)
    duchies(state, B)
    established(state, B, end.count(state, A, "established") + 1)
    established(state, C, end.count(state, B, "established") + 1)
    resolve(state)
    assert state.outcome is not None
    assert state.outcome.ranks == (2, 1, 3), "C has most Followers, but no card"


def test_SG_T62_SG_WIN_05_SG_WIN_06_AMB_SG_08_AMB_SG_33_the_game_ends_with_the_last_tile_of_the_track():
    state = table()
    state.pile, state.track = [], [state.track[0], *[NO_TILE] * 4]
    for seat, places in ((A, ("hedeby", "bulghar")), (B, ("india", "dublin", "aachen")), (C, ("kyiv",))):
        for place in places:
            follow(state, seat, place)
    turn(state)
    answer(state, Buy(0))
    run(state)
    assert state.outcome is None
    passing(state)
    assert state.outcome == Outcome((2, 1, 3), (2, 3, 1), "track")


def test_SG_WIN_05_at_the_end_of_the_track_every_card_counts_once_more_for_everybody():
    state = table()
    card(state, "standard_3")
    card(state, "novice_1")
    three_winds(state, B)
    duchies(state, C)
    established(state, C, end.count(state, B, "established") + 1)
    state.pile, state.track = [], [NO_TILE] * 5
    for place in ("hedeby", "bulghar", "india", "miklagard", "kyiv"):
        follow(state, A, place)
    established(state, A, end.count(state, C, "established") + 1)
    passing(turn(state, C))
    assert state.outcome is not None
    assert state.outcome.reason == "card"
    assert state.outcome.ranks == (1, 3, 2), "all fulfil a card; A has most Followers, and C more than B"


def test_SG_T63_AMB_SG_08_an_empty_track_in_mid_turn_ends_nothing_unless_the_option_says_so():
    for test, over in (("after_refresh", False), ("immediate", True)):
        state = table(end_test=test)
        state.track = [NO_TILE] * 5
        state.track[0] = state.box.pop()
        turn(state)
        answer(state, Buy(0))
        run(state)
        assert (state.outcome is not None) is over
        if not over:
            answer(state, InvestDraw())
            draws(state)
            assert NO_TILE not in state.track


def test_AMB_SG_08_the_novice_check_comes_before_the_end_of_the_track():
    state = table()
    card(state, "novice_1")
    state.pile, state.track = [], [NO_TILE] * 5
    three_winds(state, A)
    established(state, B, end.count(state, A, "established") + 1)
    passing(turn(state))
    assert state.outcome is not None
    assert state.outcome.ranks[A] == 1


def test_SG_T65_SG_SETUP_02_AMB_SG_32_a_card_is_turned_up_after_the_check():
    for reveal, at_once in (("after_check", False), ("before_check", True)):
        state = table(reveal=reveal)
        state.face_down = [number(VICTORIES, "standard_1")]
        ship(state, A, "dublin")
        first, second = hand(state, A, EVENT, "E08-3")
        turn(state)
        four_winds(state, A)
        answer(state, Play(first))
        draw(state, 0)
        run(state)
        assert state.face_down == []
        assert (state.outcome is not None) is at_once
        if not at_once:
            assert len(state.face_up) == 1
            answer(state, Play(second))
            run(state)
            assert state.outcome is not None


def test_SG_T90_SG_WIN_04_a_win_ends_the_game_in_mid_turn():
    state = table()
    card(state, "standard_1")
    four_winds(state, B)
    ship(state, A, "dublin")
    [which] = hand(state, A, EVENT)
    turn(state)
    answer(state, InvestDraw())
    draws(state)
    answer(state, Play(which))
    assert run(state) == ()
    assert state.agenda == []
    assert state.phase == "over"
    assert state.markers_spent == 2


def test_SG_T64_SG_WIN_03_AMB_SG_51_both_an_event_and_a_failed_althing_are_checks():
    from lawspeaker_engine.games.pax_viking.options import Vote

    state = table()
    card(state, "standard_1")
    four_winds(state, C)
    ship(state, A, "dublin")
    [which] = hand(state, A, "E18-3")
    answer(turn(state), Play(which))
    for _ in range(3):
        answer(state, Vote(yes=False))
    run(state)
    assert state.discard == [which]
    assert state.outcome is not None


# Every card, met and just missed.


def _count(state, metric: str, least: int) -> None:
    """Give A exactly so much of something."""
    _GIVE[metric](state, least)


def _posts(*names: str):
    def give(state, least: int) -> None:
        for name in names[:least]:
            follow(state, A, name)
    return give


def _boards(*names: str):
    def give(state, least: int) -> None:
        board(state, A, *names[:least])
    return give


def _duchies(state, least: int) -> None:
    names = (("V07-J", "jutland_1"), ("V01-S", "jutland_2"), ("V03-J", "volkhov_1"), ("V11-S", "volkhov_2"),
             ("V05-J", "danube_1"), ("V02-R", "danube_2"))
    for name, place in names[:2 * least]:
        venture(state, name, place, A)


def _types(*per_type: int):
    def give(state, least: int) -> None:
        places = iter(("hedeby", "bulghar", "india", "dublin", "aachen", "kyiv", "preslav", "faroe", "iceland"))
        for kind, share in zip(("jarldom", "theocracy", "sweden", "rus"), per_type, strict=True):
            for _ in range(least if share else 0):
                follow(state, A, next(places), kind)
    return give


def _established(state, least: int) -> None:
    """Pieces that were placed for other conditions count; no card asks for Gods besides."""
    established(state, A, least, GOD)


def _silver(state, least: int) -> None:
    state.players[A].silver = least


def _markers(state, least: int) -> None:
    state.influence[:least] = [A] * least


def _longships(state, least: int) -> None:
    for _ in range(least):
        ship(state, A, "baltic")


_GIVE = {
    "established": _established,
    "winds": _posts("aachen", "bulghar", "preslav", "bjarma_market"),
    "trade_centers": _posts("hedeby", "bulghar", "bjarma_market"),
    "key_trade_centers": _posts("india", "miklagard"),
    "allies": _posts("dublin", "aachen", "kyiv", "preslav"),
    "duchies": _duchies,
    "duchies_in_winds": _duchies,
    "advocates": _boards("A01-J", "A02-S", "A03-T"),
    "gods": _boards("G03", "G07"),
    "silver": _silver,
    "markers": _markers,
    "longships": _longships,
    "fewest_of_a_type": _types(1, 1, 1, 1),
    "most_of_a_type": _types(0, 0, 0, 1),
}


@pytest.mark.parametrize("name", [row.id for row in VICTORIES])
def test_SG_WIN_01_each_card_is_fulfilled_by_what_it_counts_and_by_nothing_less(name):
    which = number(VICTORIES, name)
    conditions = VICTORIES[which].all_of
    for short in (None, *range(len(conditions))):
        state = table()
        for place, condition in sorted(enumerate(conditions), key=lambda each: each[1].count == "established"):
            _count(state, condition.count, condition.least - (place == short))
        if short is None:
            for condition in conditions:
                assert end.count(state, A, condition.count) >= condition.least, condition
        assert end.fulfils(state, A, which) is (short is None), (name, short)


def test_every_metric_is_counted_by_some_card_or_test():
    assert set(_GIVE) == set(METRICS)
    assert {condition.count for row in VICTORIES for condition in row.all_of} == set(METRICS)


def test_a_novice_card_does_not_win_at_an_event():
    state = table()
    card(state, "novice_1")
    three_winds(state, B)
    resolve(state)
    assert state.outcome is None
    assert offered(state)
