"""What the outcome says of points and places: Followers by type, the cards with their counts, and what broke ties."""

from __future__ import annotations

from lawspeaker_engine.games import GAMES
from lawspeaker_engine.games.pax_viking.phases import end
from lawspeaker_engine.games.pax_viking.state import NO_TILE

from .positions import A, B, C, asks, card, established, follow, passing, silver, table, turn
from .test_end import duchies, four_winds, other_winds, resolve, three_winds


def told(state):
    outcome = GAMES["pax_viking"].outcome(state)
    assert outcome.ranks == state.outcome.ranks
    assert tuple(sum(part.points for part in parts) for parts in outcome.parts) == outcome.scores
    return outcome


def test_SG_WIN_06_the_score_is_the_established_followers_by_their_types():
    state = table()
    for place, kind in (("hedeby", "jarldom"), ("bulghar", "rus"), ("aachen", "rus")):
        follow(state, B, place, kind)
    state.pile, state.track = [], [NO_TILE] * 5
    passing(turn(state))
    outcome = told(state)
    assert [(part.name, part.points) for part in outcome.parts[B]] == [
        ("Jarldom Followers", 1), ("Theocracy Followers", 0), ("Sweden Followers", 0), ("Rus Followers", 2)]
    assert outcome.scores[B] == 3


def test_SG_WIN_01_SG_WIN_02_the_card_of_the_winner_is_named_with_what_it_counts():
    state = table()
    card(state, "novice_1")
    three_winds(state, A)
    for place in ("chieftains_of_omd", "dublin", "bulghar", "kyiv"):
        follow(state, B, place)
    established(state, B, asks("novice_1") + 1)
    passing(turn(state))
    # B fulfils the card too, with more Followers; but at the end of A's turn only A's count (AMB-SG-31).
    assert told(state).decided == (
        ("Seat 0 fulfils the Victory Condition card Three winds and five followers: 3 Winds with a Follower of its "
        "own in a post and 5 established Followers."),)


def test_AMB_SG_31_if_the_cards_of_all_count_all_are_named():
    state = table(novice_scope="all")
    card(state, "novice_1")
    three_winds(state, A)
    for place in ("chieftains_of_omd", "dublin", "bulghar", "kyiv"):
        follow(state, B, place)
    established(state, B, asks("novice_1") + 1)
    passing(turn(state))
    outcome = told(state)
    assert outcome.ranks[B] == 1
    assert [each.partition(" fulfils ")[0] for each in outcome.decided[:2]] == ["Seat 0", "Seat 1"]
    assert outcome.decided[2:] == (
        "Tie between seat 1 and seat 0 broken by ESTABLISHED Followers: 6 to 5 for seat 1.",)


def test_SG_WIN_06_SG_WIN_07_among_several_followers_then_silver_break_the_tie_or_nothing_does():
    # The Event brings all of them 2 silver.
    for coins, ending in (
        ((4, 6), "broken by silver: 8 to 6 for seat 1."),
        ((6, 6), "not broken by ESTABLISHED Followers and silver: they share the place."),
    ):
        state = table()
        card(state, "standard_1")
        four_winds(state, A)
        other_winds(state, B)
        silver(state, *coins)
        resolve(state)
        *fulfilled, tie = told(state).decided
        assert len(fulfilled) == 2
        assert tie.startswith("Tie between seat ")
        assert tie.endswith(ending)


def test_SG_WIN_06_different_cards_are_named_each_with_its_seat():
    state = table()
    card(state, "standard_1")
    card(state, "standard_3")
    four_winds(state, A)
    duchies(state, B)
    established(state, B, end.count(state, A, "established") + 1)
    established(state, C, end.count(state, B, "established") + 1)
    resolve(state)
    decided = told(state).decided
    assert decided[0].startswith("Seat 0 fulfils the Victory Condition card Four winds and eight followers: 4 ")
    assert decided[1].startswith("Seat 1 fulfils the Victory Condition card A duchy and seven followers: ")
    assert len(decided) == 3, "C has most Followers, and no card: it is tied with nobody"
    assert " between seat 1 and seat 0 broken by ESTABLISHED Followers: " in decided[2]


def test_SG_WIN_05_SG_WIN_06_SG_WIN_07_at_the_end_of_the_track_nobody_has_a_card_and_the_same_ties_count():
    state = table()
    for seat, places in ((A, ("hedeby",)), (B, ("india", "dublin")), (C, ("kyiv",))):
        for place in places:
            follow(state, seat, place)
    silver(state, 1, 0, 5)
    state.pile, state.track = [], [NO_TILE] * 5
    passing(turn(state))
    outcome = told(state)
    assert (outcome.reason, outcome.ranks) == ("track", (3, 1, 2))
    nobody, tie = outcome.decided
    assert nobody == "Nobody fulfils a Victory Condition card at the last check: ESTABLISHED Followers decide."
    assert tie.startswith("Tie at 1 ESTABLISHED Followers between seat 2 and seat 0 broken by silver: ")


def test_SG_WIN_05_at_the_last_check_the_cards_of_all_count():
    state = table()
    card(state, "standard_3")
    card(state, "novice_1")
    three_winds(state, B)
    duchies(state, C)
    established(state, C, end.count(state, B, "established") + 1)
    state.pile, state.track = [], [NO_TILE] * 5
    passing(turn(state, A))
    outcome = told(state)
    assert (outcome.reason, outcome.ranks) == ("card", (3, 2, 1))
    assert [each.partition(" fulfils ")[0] for each in outcome.decided[:2]] == ["Seat 1", "Seat 2"]
