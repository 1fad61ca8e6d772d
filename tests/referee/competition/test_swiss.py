"""Swiss tournaments: rounds that follow from results."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawspeaker_referee.competition.formats import entries, standings
from lawspeaker_referee.competition.formats.standings import points_of
from lawspeaker_referee.competition.formats.swiss import paired
from lawspeaker_referee.competition.results import PlayedMatch, ScheduledMatch
from tests.referee.competition.simulated_field import placed, result, terms_of
from tests.sample_sizes import examples, first_quick


def tables_of(found: list[ScheduledMatch], number: int) -> list[frozenset[str]]:
    """Return the tables of a round, each once."""
    return list(dict.fromkeys(frozenset(entry.seats) for entry in found if entry.round == number))


def whole(terms, chance="") -> tuple[list[ScheduledMatch], list[PlayedMatch]]:
    """A Swiss tournament to its end."""
    played: list[PlayedMatch] = []
    while len(found := entries(terms, played)) > len(played):
        played = [result(entry, chance, most_ties=1) for entry in found]
    return found, played


def meetings(found: list[ScheduledMatch], rounds: int) -> Counter[frozenset[str]]:
    return Counter(frozenset(pair) for number in range(1, rounds + 1)
                   for table in tables_of(found, number) for pair in combinations(table, 2))


def test_a_match_gives_points_for_who_is_behind_and_takes_some_for_who_is_ahead():
    entry = ScheduledMatch("cup/r1/1", "r1", 1, ("a", "b", "c", "d"))
    assert points_of(placed(entry, [1, 2, 2, 4])) == (3, 0, 0, -3)
    assert points_of(placed(entry, [0, 0, 0, 0])) == (0, 0, 0, 0)


def test_team_mates_give_each_other_no_points():
    played = PlayedMatch("cup/r1/1", "r1", 1, ("a", "b", "c", "d"), (1, 3, 1, 3), (0,) * 4, (0, 1, 0, 1), (0,) * 4, "")
    assert points_of(played) == (2, -2, 2, -2)
    assert points_of(replace(played, ranks=(4, 1, 1, 1))) == (-2, 1, 0, 1)


def test_the_next_round_begins_when_the_one_before_is_complete():
    terms = terms_of(8, 4, "swiss", rounds=3)
    first = entries(terms)
    assert {entry.round for entry in first} == {1}
    played = [result(entry) for entry in first]
    assert entries(terms, played[:-1]) == first
    assert {entry.round for entry in entries(terms, played)} == {1, 2}


def test_nobody_waits_for_matches_that_were_given_up_and_nobody_loses_points_by_them():
    terms = terms_of(4, 2, "swiss", rounds=2)
    first = entries(terms)
    given_up = {entry.match_id for entry in first if entry.block == first[0].block}
    played = [result(entry) for entry in first if entry.match_id not in given_up]
    assert {entry.round for entry in entries(terms, played, given_up)} == {1, 2}
    points = {each.name: each.points for each in standings(terms, played, given_up)}
    assert all(points[bot] == 1 for bot in first[0].seats), "half of the two matches of a round"


def test_winners_meet_winners_in_the_second_round():
    terms = terms_of(8, 2, "swiss", rounds=2)
    played = [placed(entry, entry.seats) for entry in entries(terms)]
    winners = {min(table) for table in tables_of(entries(terms), 1)}
    assert all(len(table & winners) in {0, 2} for table in tables_of(entries(terms, played), 2))


@pytest.mark.parametrize(("bots", "players", "rounds"), first_quick(3, [
    (8, 2, 4), (9, 2, 4), (16, 2, 5), (30, 3, 5), (40, 4, 5)]))
def test_nobody_meets_twice_while_that_can_be_avoided(bots, players, rounds):
    for chance in "abc":
        found, _ = whole(terms_of(bots, players, "swiss", rounds=rounds), chance)
        assert max(meetings(found, rounds).values()) == 1


@pytest.mark.parametrize(("bots", "players"), [(5, 2), (8, 3), (7, 4)])
def test_where_bots_must_meet_again_no_pair_does_so_far_more_often_than_another(bots, players):
    rounds = 2 * bots
    met = meetings(whole(terms_of(bots, players, "swiss", rounds=rounds))[0], rounds)
    average = rounds * (bots // players) * players * (players - 1) / (bots * (bots - 1))
    assert len(met) == bots * (bots - 1) // 2
    assert max(met.values()) <= average + 2


@settings(max_examples=examples(20), deadline=None)
@given(st.integers(2, 4), st.integers(0, 7), st.integers(1, 9), st.text("abc", max_size=3))
def test_byes_differ_by_one_at_most(players, more, rounds, chance):
    terms = terms_of(players + more, players, "swiss", rounds=rounds, seats=1)
    found, _ = whole(terms, chance)
    tables = Counter(bot for number in range(1, rounds + 1) for table in tables_of(found, number) for bot in table)
    assert max(tables.values()) - min(tables[bot] for bot in terms.names) <= 1


def test_a_bye_is_for_the_last_in_the_standings():
    terms = terms_of(5, 2, "swiss", rounds=2)
    first = entries(terms)
    played = [placed(entry, entry.seats) for entry in first]
    free = [bot for bot in terms.names if not any(bot in table for table in tables_of(first, 1))]
    losers = {max(table) for table in tables_of(first, 1)}
    second = tables_of(entries(terms, played), 2)
    now_free = next(bot for bot in terms.names if not any(bot in table for table in second))
    assert now_free in losers
    assert now_free not in free


def test_single_matches_are_so_seated_that_nobody_has_a_seat_much_more_often():
    found, _ = whole(terms_of(12, 4, "swiss", rounds=12, seats=1))
    seats = Counter((bot, seat) for entry in found for seat, bot in enumerate(entry.seats))
    assert all(2 <= seats[f"b{bot}", seat] <= 4 for bot in range(12) for seat in range(4))


def test_several_seed_blocks_of_a_table_are_told_apart():
    found = entries(terms_of(["a", "b"], 2, "swiss", seeds=3))
    assert [entry.block for entry in found] == ["r1.1-a+b"] * 2 + ["r1.2-a+b"] * 2 + ["r1.3-a+b"] * 2


def test_standings_tell_points_and_rounds():
    terms = terms_of(["a", "b", "c"], 2, "swiss", rounds=1)
    played = [placed(entry, entry.seats) for entry in entries(terms)]
    assert sorted(each.points for each in standings(terms, played)) == [0, 1, 2], "a bye counts as half"
    assert {each.rounds for each in standings(terms, played)} == {1}


def test_a_swiss_winner_is_told_at_the_end_and_where_the_lot_put_it_first():
    terms = terms_of(["a", "b", "c", "d"], 2, "swiss", rounds=1)
    first = entries(terms)
    assert not any(each.won for each in standings(terms, []))
    ended = standings(terms, [placed(entry, entry.seats) for entry in first])
    assert [(each.place, each.told, each.won) for each in ended] == [
        (place, "by lot among 2 with as many points and as much Buchholz", place == 1) for place in range(1, 5)]


def test_of_bots_with_equal_points_the_one_whose_opponents_have_more_is_first():
    terms = terms_of([f"b{number}" for number in range(8)], 2, "swiss", rounds=3)
    played = []
    while len(found := entries(terms, played)) > len(played):
        played += [placed(entry, entry.seats) for entry in found[len(played):]]
    order = standings(terms, played)
    points = {each.name: each.points for each in order}
    for each in order:
        met = [other for table in {frozenset(game.seats) for game in played if each.name in game.seats}
               for other in table - {each.name}]
        assert each.buchholz == sum(points[other] for other in met), "each pair meets once in three rounds"
    assert [(each.points, each.buchholz) for each in order] == sorted(
        ((each.points, each.buchholz) for each in order), reverse=True)
    assert any("by Buchholz among" in each.told for each in order)


def test_pairing_keeps_neighbours_together_where_they_have_not_met():
    assert paired(["a", "b", "c", "d", "e", "f"], 3, {}) == [("a", "b", "c"), ("d", "e", "f")]
    met = {frozenset(pair): 1 for pair in ("ab", "cd")}
    assert paired(["a", "b", "c", "d"], 2, met) == [("a", "c"), ("b", "d")]
