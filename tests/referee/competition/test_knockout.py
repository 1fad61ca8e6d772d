"""Knockouts: who goes on, who has a bye, and what a draw leads to."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawspeaker_referee.competition.formats import entries, stages, standings
from lawspeaker_referee.competition.formats.standings import KnockoutTable
from lawspeaker_referee.competition.results import PlayedMatch, ScheduledMatch
from tests.referee.competition.simulated_field import placed, result, terms_of
from tests.sample_sizes import examples


def by_strength(entry: ScheduledMatch) -> PlayedMatch:
    """The lower number wins."""
    return placed(entry, [int(bot[1:]) for bot in entry.seats])


def whole(terms, result_of=by_strength) -> tuple[list[ScheduledMatch], list[PlayedMatch]]:
    played: list[PlayedMatch] = []
    while len(found := entries(terms, played)) > len(played):
        played = [result_of(entry) for entry in found]
    return found, played


def rounds_of(found: list[ScheduledMatch]) -> list[list[set[str]]]:
    """The tables of each round."""
    tables: dict[int, dict[frozenset[str], None]] = {}
    for entry in found:
        tables.setdefault(entry.round, {})[frozenset(entry.seats)] = None
    return [[set(table) for table in tables[number]] for number in sorted(tables)]


def test_eight_bots_play_three_rounds_and_the_strong_meet_last():
    found, played = whole(terms_of(8, 2, "knockout"))
    first, second, last = rounds_of(found)
    assert first == [{"b0", "b7"}, {"b1", "b6"}, {"b2", "b5"}, {"b3", "b4"}]
    assert second == [{"b0", "b3"}, {"b1", "b2"}]
    assert last == [{"b0", "b1"}]
    assert [each.name for each in standings(terms_of(8, 2, "knockout"), played)][:2] == ["b0", "b1"]


def test_byes_are_for_the_strong_and_in_the_first_round_alone():
    tables = rounds_of(whole(terms_of(5, 2, "knockout"))[0])
    assert [len(each) for each in tables] == [1, 2, 1]
    assert tables[0] == [{"b3", "b4"}]


def test_of_a_table_of_four_two_go_on():
    tables = rounds_of(whole(terms_of(16, 4, "knockout"))[0])
    assert [len(each) for each in tables] == [4, 2, 1]
    assert tables[0][0] == {"b0", "b7", "b8", "b15"}
    assert tables[-1] == [{"b0", "b1", "b2", "b3"}]


@settings(max_examples=examples(40), deadline=None)
@given(st.integers(2, 5), st.integers(0, 20), st.data())
def test_every_knockout_comes_down_to_one_table_and_nobody_who_is_out_plays_again(players, more, data):
    fitting = [advance for advance in range(1, players) if more % (players - advance) == 0]
    terms = terms_of(players + more, players, "knockout", seats=1, advance=data.draw(st.sampled_from(fitting)))
    found, played = whole(terms, result)
    tables = rounds_of(found)
    for number, before in enumerate(tables[:-1]):
        later = {bot for each in tables[number + 1:] for table in each for bot in table}
        assert all(len(table & later) == terms.format.advance for table in before)
    assert len(tables[-1]) == 1
    placing = standings(terms, played)
    assert {each.name for each in placing[:players]} == tables[-1][0]
    assert sorted(each.name for each in placing) == sorted(terms.names)


def test_a_draw_is_settled_by_more_blocks_and_only_at_the_table_that_drew():
    terms = terms_of(4, 2, "knockout", tiebreaks=2)
    first = entries(terms)
    drawn = [placed(entry, (0, 0)) if "b0" in entry.seats else by_strength(entry) for entry in first]
    more = entries(terms, drawn)
    assert [entry.block for entry in more if entry not in first] == ["r1.2-b0+b3"] * 2
    settled = drawn + [placed(entry, [-int(bot[1:]) for bot in entry.seats]) for entry in more if entry not in first]
    assert rounds_of(entries(terms, settled))[1] == [{"b1", "b3"}]


def test_after_the_last_tiebreak_the_one_who_stands_higher_in_the_file_goes_on():
    terms = terms_of(4, 2, "knockout", tiebreaks=2)
    found, _ = whole(terms, lambda entry: placed(entry, (0, 0)))
    assert len([entry for entry in found if entry.round == 1]) == 2 * 2 * 3
    assert rounds_of(found)[1] == [{"b0", "b1"}]


def test_standings_tell_the_winner_in_which_round_the_others_went_out_and_ties_that_the_file_settled():
    terms = terms_of(5, 2, "knockout", tiebreaks=0)
    _, played = whole(terms, lambda entry: placed(entry, (0, 0)) if entry.round == 3 else by_strength(entry))
    assert [(each.place, each.name, each.told) for each in standings(terms, played)] == [
        (1, "b0", "won the final, tied with b1: has the lot"),
        (2, "b1", "lost the final, tied with b0: b0 has the lot"),
        (3, "b2", "out in round 2"), (3, "b3", "out in round 2"), (5, "b4", "out in round 1")]
    assert [each.won for each in standings(terms, played)] == [True, False, False, False, False]
    first, _, last = stages(terms, played)
    assert first.byes == ("b0", "b1", "b2") and first.tables == (KnockoutTable(("b3", "b4"), (2, 0), ("b3",), ()),)
    assert last.last and last.tables == (KnockoutTable(("b0", "b1"), (1, 1), ("b0",), ("b0", "b1")),)


def test_a_final_that_ties_has_four_times_as_many_blocks_and_is_then_won_by_a_lot_of_its_records():
    terms = terms_of(4, 2, "knockout", tiebreaks=2)
    tied = {digest: whole(terms, lambda entry, digest=digest: replace(placed(entry, (0, 0)), digest=digest))
            for digest in ("00", "01", "02", "03", "04", "05")}
    found, _ = tied["00"]
    assert len([entry for entry in found if entry.round == 2]) == 2 * (1 + 4 * 2)
    winners = {standings(terms, played)[0].name for _, played in tied.values()}
    assert winners == {"b0", "b1"}, "neither the file nor the names decide"


def test_nobody_has_won_before_the_final_is_decided_and_who_is_out_stands_behind_who_plays():
    terms = terms_of(4, 2, "knockout")
    first = entries(terms)
    assert {each.told for each in standings(terms, [])} == {"plays in round 1"}
    told = {each.name: each.told for each in standings(terms, [by_strength(entry) for entry in first[:2]])}
    assert told == {"b0": "through to round 2", "b1": "plays in round 1", "b2": "plays in round 1",
                    "b3": "out in round 1"}
    last = standings(terms, [by_strength(entry) for entry in first])
    assert [(each.name, each.told, each.won) for each in last[:2]] == [
        ("b0", "plays in the final", False), ("b1", "plays in the final", False)]


def test_a_tie_among_those_who_go_on_anyway_needs_no_more_blocks():
    terms = terms_of(8, 4, "knockout", tiebreaks=2)
    found, _ = whole(terms, lambda entry: placed(entry, [int(bot[1:]) // 4 for bot in entry.seats]))
    assert {entry.block.split("-")[0] for entry in found if entry.round == 1} == {"r1.1"}


def test_matches_that_were_given_up_hold_nobody_up():
    terms = terms_of(4, 2, "knockout", tiebreaks=0)
    first = entries(terms)
    played = [by_strength(entry) for entry in first[2:]]
    assert {entry.round for entry in entries(terms, played, {entry.match_id for entry in first[:2]})} == {1, 2}


@pytest.mark.parametrize("bots", [2, 3, 6, 7, 13])
def test_a_knockout_of_pairs_needs_one_table_less_than_it_has_bots(bots):
    assert sum(map(len, rounds_of(whole(terms_of(bots, 2, "knockout"))[0]))) == bots - 1
