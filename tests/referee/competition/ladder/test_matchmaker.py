"""Whom the matchmaker seats, in positions that stand here as they are."""

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawspeaker_referee.competition.ladder.matchmaker import (
    PATIENCE,
    ChosenTable,
    Matchmaker,
    MeetingHistory,
    SeatHistory,
)
from lawspeaker_referee.competition.results import PlayedMatch
from tests.sample_sizes import examples

FIELD = ("best", "second", "third", "last")
law = settings(max_examples=examples(100), deadline=None, derandomize=True)


def result(*seats, ranks=None):
    players = len(seats)
    return PlayedMatch("l/1", "l/1", 1, seats, ranks or tuple(range(1, players + 1)), (0,) * players, (),
                       (0,) * players, "")


def known(*order, rounds=30):
    """A matchmaker for two that knows bots well, the best first: all met all, and the better one won."""
    matchmaker = Matchmaker(2)
    for _ in range(rounds):
        for pair in combinations(order, 2):
            matchmaker.counted(result(*pair))
    return matchmaker


def away(matchmaker, *names, seconds=0.0):
    """They had ten matches each against others, one after another, and have not met each other for so long."""
    for name in names:
        for _ in range(10):
            played(matchmaker, name, f"against {name}", end=seconds)


def played(matchmaker, *seats, begin=0.0, end=0.0):
    matchmaker.began(seats, begin)
    matchmaker.ended(seats, end)
    matchmaker.counted(result(*seats))


@pytest.mark.parametrize("players", range(2, 7))
def test_too_few_play_nothing_and_enough_fill_one_table_of_different_bots(players):
    matchmaker, names = Matchmaker(players), [f"bot-{number}" for number in range(10)]
    assert matchmaker.choose(names[:players - 1], names[players:], 0.0) == ChosenTable()
    seats = matchmaker.choose(names, (), 0.0).seats
    assert len(set(seats)) == players and set(seats) <= set(names)
    assert set(Matchmaker(players).choose(names[:players], (), 0.0).seats) == set(names[:players])


def test_of_those_of_whom_nothing_is_known_the_first_who_are_free_play():
    assert Matchmaker(3).choose(["d", "b", "a", "c"], (), 0.0) == ChosenTable(("d", "b", "a"))


@pytest.mark.parametrize(("first", "close"), [("best", "second"), ("last", "third")])
def test_who_has_waited_for_most_matches_of_others_is_first_and_meets_one_who_is_close(first, close):
    matchmaker = known(*FIELD)
    away(matchmaker, first, *(bot for bot in FIELD if bot != first))
    assert set(matchmaker.choose(sorted(FIELD), (), 0.0).seats) == {first, close}


def test_a_new_bot_comes_before_known_ones_that_have_waited_as_long():
    matchmaker = known(*FIELD)
    assert "new" in matchmaker.choose([*FIELD, "new"], (), 0.0).seats


def test_close_bots_that_have_met_just_now_meet_others_first():
    matchmaker = known("a", "b", "c", "d")
    played(matchmaker, "a", "b")
    assert set(matchmaker.choose(["a", "b", "c"], (), 0.0).seats) != {"a", "b"}


def test_three_that_are_level_meet_in_turn():
    matchmaker, met = Matchmaker(2), []
    for number in range(30):
        seats = matchmaker.choose("abc", (), 0.0).seats
        matchmaker.began(seats, 0.0)
        matchmaker.ended(seats, 0.0)
        matchmaker.counted(result(*seats, ranks=(1, 1)))
        met.append(frozenset(seats))
        assert number < 3 or len(set(met[-3:])) == 3


# --- not the same again ---


def test_two_who_have_just_met_wait_for_others_for_a_share_of_their_match():
    matchmaker = Matchmaker(2)
    played(matchmaker, "a", "b", begin=100.0, end=140.0)
    until = 140.0 + PATIENCE * 40.0
    assert matchmaker.choose(["a", "b"], ["c", "d"], 140.0) == ChosenTable((), until)
    assert matchmaker.choose(["a", "b"], ["c", "d"], until - 0.001) == ChosenTable((), until)
    assert set(matchmaker.choose(["a", "b"], ["c", "d"], until).seats) == {"a", "b"}


def test_nobody_waits_where_nobody_else_is_present():
    matchmaker = Matchmaker(2)
    played(matchmaker, "a", "b", end=40.0)
    assert set(matchmaker.choose(["a", "b"], (), 40.0).seats) == {"a", "b"}


def test_nobody_waits_who_can_play_with_another():
    matchmaker = Matchmaker(2)
    played(matchmaker, "a", "b", end=40.0)
    assert "c" in matchmaker.choose(["a", "b", "c"], ["d"], 40.0).seats


def test_a_table_that_has_just_played_waits_for_others_and_one_with_a_new_bot_does_not():
    matchmaker = Matchmaker(4)
    played(matchmaker, *"abcd", end=40.0)
    assert matchmaker.choose("abcd", "efgh", 40.0).wait_until == 60.0
    assert "e" in matchmaker.choose("abcde", "fgh", 40.0).seats


def test_who_waits_is_content_with_less_and_less():
    until = []
    for other in FIELD[1:]:
        matchmaker = known(*FIELD)
        away(matchmaker, *FIELD, seconds=100.0)
        choice = matchmaker.choose(["best", other], [bot for bot in FIELD if bot not in {"best", other}], 100.0)
        until.append(choice.wait_until or 100.0)
        assert matchmaker.choose(["best", other], ["third"], until[-1]).seats
    second, third, last = until
    assert second == 100.0 < third < last < 100.0 * (1 + PATIENCE)


def test_patience_lasts_from_the_first_match_that_ends_and_not_from_each():
    matchmaker = known(*FIELD)
    away(matchmaker, *FIELD)
    for seats in (("best", "p"), ("best", "q"), ("last", "r")):
        matchmaker.began(seats, 0.0)
    matchmaker.ended(("best", "p"), 20.0)
    matchmaker.ended(("best", "q"), 40.0)
    matchmaker.ended(("last", "r"), 40.0)
    assert matchmaker.choose(["best", "last"], ["second", "third"], 40.0).seats


def test_nobody_goes_on_waiting_when_those_who_were_waited_for_have_gone():
    matchmaker = Matchmaker(2)
    played(matchmaker, "a", "b", end=40.0)
    assert matchmaker.choose(["a", "b"], ["c"], 40.0).wait_until
    assert matchmaker.choose(["a", "b"], (), 41.0).seats


# --- results ---


def test_results_may_be_counted_in_another_order_than_matches_end():
    straight, crossed = Matchmaker(2), Matchmaker(2)
    for matchmaker in (straight, crossed):
        for pair in ("ab", "cd"):
            matchmaker.began(tuple(pair), 0.0)
        for pair in ("ab", "cd"):
            matchmaker.ended(tuple(pair), 1.0)
    for pair in ("ab", "cd"):
        straight.counted(result(*pair))
    for pair in ("cd", "ab"):
        crossed.counted(result(*pair))
    assert [straight.skill(bot) for bot in "abcd"] == [crossed.skill(bot) for bot in "abcd"]
    assert straight.choose("abcd", (), 1.0) == crossed.choose("abcd", (), 1.0)


@law
@given(st.lists(st.permutations("abcde").map(lambda order: tuple(order[:3])), min_size=1, max_size=30))
def test_what_a_ledger_tells_is_what_was_seen_while_it_was_played(tables):
    seen, told = Matchmaker(3), Matchmaker(3)
    for seats in tables:
        played(seen, *seats)
        told.counted(result(*seats))
    assert [seen.skill(bot) for bot in "abcde"] == [told.skill(bot) for bot in "abcde"]
    for pair in permutations("abcde", 2):
        assert seen._meetings.apart(*pair) == told._meetings.apart(*pair)
    assert seen._seats.order("abcde") == told._seats.order("abcde")


def test_two_matches_of_a_table_at_once_are_two_meetings_when_they_were_counted():
    matchmaker = Matchmaker(2)
    for _ in range(2):
        matchmaker.began(("a", "b"), 0.0)
    for _ in range(2):
        matchmaker.counted(result("a", "b"))
    assert matchmaker._meetings._matches["a"] == 2 and not matchmaker._uncounted


def test_a_match_without_a_result_was_a_meeting_and_moves_nobody():
    matchmaker, new = Matchmaker(2), Matchmaker(2).skill("a")
    matchmaker.began(("a", "b"), 0.0)
    matchmaker.ended(("a", "b"), 1.0)
    assert matchmaker.skill("a") == new
    assert "c" in matchmaker.choose("abc", (), 1.0).seats


@law
@given(st.lists(st.tuples(st.permutations("abcdef"), st.integers(2, 6)), max_size=15), st.integers(2, 6))
def test_the_same_calls_have_the_same_answers(history, players):
    first, second = Matchmaker(players), Matchmaker(players)
    for order, number in history:
        answers = [each.choose(order[:number], order[number:], 1.0) for each in (first, second)]
        assert answers[0] == answers[1]
        for each in (first, second):
            played(each, *order[:players])


# --- who met whom ---


def test_two_are_apart_as_many_matches_as_the_one_with_fewer_had_since():
    meetings = MeetingHistory()
    assert meetings.apart("a", "b") == (1, 1.0)
    meetings.add("ab")
    assert meetings.apart("a", "b") == (0, 1.0)
    for _ in range(3):
        meetings.add("ac")
    meetings.add("bd")
    assert meetings.apart("a", "b") == meetings.apart("b", "a") == (1, 1.0)
    assert meetings.apart("b", "c") == (3, 3.0)
    assert meetings.apart("new", "a") == (1, 1.0)


# --- seats ---


@law
@given(st.lists(st.permutations("abcdef"), max_size=12), st.integers(2, 5))
def test_no_order_of_a_table_is_better_than_the_one_that_is_taken(history, size):
    """By seats that the bots had, then by who sat before whom, then by the seats they had last: all are looked at."""
    seats, had, before, last = SeatHistory(), Counter(), Counter(), {}
    for each in history:
        table = each[:size]
        seats.add(table)
        had.update((bot, seat) for seat, bot in enumerate(table))
        before.update(combinations(table, 2))
        last |= {bot: seat for seat, bot in enumerate(table)}

    def cost(order):
        return (sum(had[bot, seat] for seat, bot in enumerate(order)),
                sum(before[pair] for pair in combinations(order, 2)),
                sum(last.get(bot) == seat for seat, bot in enumerate(order)))

    table = "abcdef"[:size]
    assert sorted(seats.order(table)) == list(table)
    assert cost(seats.order(table)) == min(map(cost, permutations(table)))


@pytest.mark.parametrize("players", range(2, 7))
def test_bots_that_always_play_each_other_have_all_seats_equally_often(players):
    matchmaker, had = Matchmaker(players), Counter()
    table = "abcdef"[:players]
    for number in range(1, 4 * players + 1):
        seats = matchmaker.choose(table, (), 0.0).seats
        played(matchmaker, *seats)
        had.update((bot, seat) for seat, bot in enumerate(seats))
        counts = [had[bot, seat] for bot in table for seat in range(players)]
        assert max(counts) - min(counts) <= 2
        assert number % players or players > 2 or max(counts) == min(counts)
