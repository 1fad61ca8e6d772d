"""What broke a tie, in sentences."""

from __future__ import annotations

from lawspeaker_engine.ties import side_name, tie_sentences

CRITERIA = ("fame", "territories", "units")


def test_the_first_criterion_that_differs_breaks_a_tie():
    standings = {(0,): (9, 2, 1), (1,): (9, 3, 0), (2,): (9, 2, 4), (3,): (8, 9, 9)}
    assert tie_sentences(standings, CRITERIA) == [
        "Tie at 9 fame between seat 1 and seat 2 broken by territories: 3 to 2 for seat 1.",
        "Tie at 9 fame between seat 2 and seat 0 broken by units: 4 to 1 for seat 2.",
    ]


def test_sides_that_are_equal_in_all_share_their_place():
    assert tie_sentences({(0, 2): (5, 1, 1), (1, 3): (5, 1, 1)}, CRITERIA) == [
        ("Tie at 5 fame between seats 0 and 2 and seats 1 and 3 not broken by territories and units: they share the "
        "place.")]


def test_or_their_order_decides():
    assert tie_sentences({(2,): (5,), (0,): (5,), (1,): (6,)}, ("Respect",), at_last="turn order") == [
        "Tie at 5 Respect between seat 2 and seat 0 broken by turn order: seat 2 comes first."]


def test_where_nothing_is_given_all_that_follow_each_other_are_tied():
    assert tie_sentences({(0,): (1, 4), (1,): (2, 0)}, ("cards", "fame"), given=0) == [
        "Tie between seat 1 and seat 0 broken by cards: 2 to 1 for seat 1."]


def test_nobody_is_tied_with_himself():
    assert tie_sentences({(0,): (1,), (1,): (2,)}, ("fame",)) == []
    assert tie_sentences({}, ("fame",)) == []


def test_a_side_is_called_by_its_seats():
    assert [side_name((3,)), side_name((1, 3)), side_name((0, 2, 4))] == ["seat 3", "seats 1 and 3", "seats 0, 2 and 4"]
