"""Laws of all designs, and what is balanced in those that do not look at results."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawspeaker_referee.competition.formats import WHOLE, entries, number_of_matches
from lawspeaker_referee.competition.results import ScheduledMatch
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.config.tournament_format import MOST_ROUNDS
from lawspeaker_referee.config.validation import NAME_LENGTH
from tests.referee.competition.simulated_field import result, terms_of
from tests.sample_sizes import examples


@st.composite
def tournaments(draw) -> TournamentConfig:
    """Return tournaments of every format, with numbers that fit."""
    players = draw(st.integers(2, 4))
    kind = draw(st.sampled_from(["round-robin", "seed-blocks", "gauntlet", "swiss", "knockout"]))
    bots = players + draw(st.integers(1, 5))
    form = {"seats": draw(st.sampled_from([1, players]))}
    if kind != "knockout":
        form["rounds"] = draw(st.integers(1, 4))
    if kind in {"swiss", "knockout"}:
        form["seeds"] = draw(st.integers(1, 2))
    else:
        form["self_play"] = draw(st.booleans())
    if kind in {"round-robin", "gauntlet"}:
        form["tables"] = draw(st.sampled_from(["all", "balanced"]))
    if kind == "gauntlet":
        form["challengers"] = ["b0"] if bots <= players else ["b0", "b1"]
    if kind == "knockout":
        form |= {"advance": players - 1, "tiebreaks": draw(st.integers(0, 2))}
    return terms_of(bots, players, kind, **form)


def played_out(terms: TournamentConfig, chance: str = "") -> list[ScheduledMatch]:
    """Every match there is, once all that came before was played."""
    played: list = []
    while len(found := entries(terms, played)) > len(played):
        played = [result(entry, chance) for entry in found]
    return found


def pairs_of(found: list[ScheduledMatch]) -> Counter[frozenset[str]]:
    """Matches of each pair."""
    return Counter(frozenset(pair) for entry in found for pair in combinations(entry.seats, 2))


def seats_of(found: list[ScheduledMatch]) -> dict[str, list[int]]:
    """Matches of each bot on each seat."""
    seats: dict[str, list[int]] = defaultdict(lambda: [0] * len(found[0].seats))
    for entry in found:
        for seat, bot in enumerate(entry.seats):
            seats[bot][seat] += 1
    return seats


def spread(numbers) -> int:
    return max(numbers) - min(numbers)


# --- of all ---


@pytest.mark.slow
@settings(max_examples=examples(40), deadline=None)
@given(tournaments(), st.randoms())
def test_a_schedule_only_grows_whatever_order_results_come_in(terms, random):
    known: dict[str, ScheduledMatch] = {}
    played: list = []
    while True:
        now = {entry.match_id: entry for entry in entries(terms, played)}
        assert known.items() <= now.items()
        left = [entry for match_id, entry in now.items() if match_id not in {each.match_id for each in played}]
        if not left:
            break
        known = now
        played += [result(entry) for entry in random.sample(left, random.randint(1, len(left)))]
        random.shuffle(played)
    assert list(now.values()) == played_out(terms)


@settings(max_examples=examples(40), deadline=None)
@given(tournaments())
def test_ids_are_unique_and_a_block_says_how_its_matches_are_called(terms):
    found = played_out(terms)
    numbers = defaultdict(list)
    for entry in found:
        tournament, block, number = entry.match_id.split("/")
        assert (tournament, block) == ("cup", entry.block)
        numbers[block].append(int(number))
    assert all(sorted(each) == list(range(1, len(each) + 1)) for each in numbers.values())
    assert len({entry.match_id.replace("/", "-") for entry in found}) == len(found)


@settings(max_examples=examples(40), deadline=None)
@given(tournaments())
def test_no_bot_meets_itself_but_copies_of_it_in_mirror_matches(terms):
    for entry in played_out(terms):
        assert len(set(entry.seats)) == terms.players
        originals = {bot.partition("#")[0] for bot in entry.seats}
        mirrored = any("#" in bot for bot in entry.seats)
        assert len(originals) == (1 if mirrored else terms.players)
        assert terms.format.self_play or not mirrored


@settings(max_examples=examples(40), deadline=None)
@given(tournaments())
def test_where_a_block_has_as_many_matches_as_seats_each_bot_has_each_seat_once(terms):
    if terms.format.seats == terms.players:
        tables = defaultdict(list)
        for entry in played_out(terms):
            tables[entry.block, frozenset(entry.seats)].append(entry.seats)
        for orders in tables.values():
            for column in zip(*orders, strict=True):
                assert sorted(column) == sorted(orders[0])


@settings(max_examples=examples(40), deadline=None)
@given(tournaments())
def test_the_number_of_matches_is_known_beforehand_where_results_do_not_decide_it(terms):
    if terms.format.kind in WHOLE:
        assert number_of_matches(terms) == len(played_out(terms))


def test_the_longest_names_still_make_a_name_of_a_file():
    names = [str(number) * NAME_LENGTH for number in range(6)]
    last = entries(terms_of(names, 6, "swiss"))[-1]
    name = last.match_id.replace("cup", "c" * NAME_LENGTH, 1).replace("/", "-").replace("r1.", f"r{MOST_ROUNDS}.")
    assert len(f"{name}.lsr.void".encode()) <= 255


# --- round robin ---


@pytest.mark.parametrize(("bots", "players"), [(2, 2), (5, 2), (5, 3), (6, 4), (6, 5)])
def test_a_round_robin_has_every_table_once_a_round_and_every_pair_equally_often(bots, players):
    found = entries(terms_of(bots, players, "round-robin", rounds=2, seats=players))
    assert Counter(entry.round for entry in found) == dict.fromkeys((1, 2), comb(bots, players) * players)
    assert set(pairs_of(found).values()) == {2 * players * comb(bots - 2, players - 2)}


@pytest.mark.parametrize(("bots", "players"), [(4, 2), (5, 3), (6, 4)])
def test_single_matches_give_each_bot_each_seat_equally_often_in_as_many_rounds_as_there_are_seats(bots, players):
    found = entries(terms_of(bots, players, "round-robin", rounds=players, seats=1))
    assert all(spread(seats) == 0 for seats in seats_of(found).values())


def test_in_a_single_round_of_pairs_everybody_begins_as_often_as_not_or_nearly():
    found = entries(terms_of(9, 2, "round-robin", seats=1))
    assert all(spread(seats) == 0 for seats in seats_of(found).values())
    assert all(spread(seats) == 1 for seats in seats_of(entries(terms_of(8, 2, "round-robin", seats=1))).values())


# --- balanced choices ---

MANY = [(7, 3), (13, 4), (8, 4), (12, 3), (20, 4), (31, 6), (10, 2), (9, 2)]


@pytest.mark.parametrize(("bots", "players"), MANY)
def test_a_balanced_round_gives_each_bot_as_many_tables_and_each_seat_as_often(bots, players):
    for number in range(1, 4):
        found = [entry for entry in entries(terms_of(bots, players, "round-robin", rounds=3, seats=players,
                                                     tables="balanced")) if entry.round == number]
        seats = seats_of(found)
        assert len(seats) == bots
        assert len({seat for counts in seats.values() for seat in counts}) == 1
        assert len(found) <= bots * players


@pytest.mark.parametrize(("bots", "players"), [(7, 3), (13, 4)])
def test_a_balanced_round_lets_every_pair_meet_once_where_that_can_be(bots, players):
    found = entries(terms_of(bots, players, "round-robin", seats=1, tables="balanced"))
    assert len(found) == bots
    assert set(pairs_of(found).values()) == {1}
    assert len(pairs_of(found)) == comb(bots, 2)
    assert all(counts == [1] * players for counts in seats_of(found).values())


@pytest.mark.parametrize(("bots", "players"), MANY)
def test_over_rounds_of_balanced_tables_all_pairs_meet_nearly_equally_often(bots, players):
    rounds = 2 * bots
    found = entries(terms_of(bots, players, "round-robin", rounds=rounds, seats=1, tables="balanced"))
    met = pairs_of(found)
    assert len(met) == comb(bots, 2)
    assert spread(met.values()) <= 2 + 0.02 * max(met.values())


# --- seed blocks ---


def test_seed_blocks_have_one_block_a_round_with_all_tables_in_all_orders():
    found = entries(terms_of(4, 3, "seed-blocks", rounds=2))
    assert Counter(entry.block for entry in found) == {"r1": 24, "r2": 24}
    assert len({entry.seats for entry in found}) == 24


# --- gauntlet ---


def test_challengers_of_a_gauntlet_play_the_same_opponents_on_the_same_seats_from_the_same_seeds():
    terms = terms_of(["new", "old", "x", "y", "z"], 3, "gauntlet", challengers=["new", "old"], rounds=2)
    blocks = defaultdict(lambda: defaultdict(list))
    for entry in entries(terms):
        mine = next(bot for bot in entry.seats if bot in {"new", "old"})
        blocks[entry.block][mine].append(tuple("?" if bot == mine else bot for bot in entry.seats))
    assert len(blocks) == 2 * comb(3, 2)
    assert all(each["new"] == each["old"] and len(set(each["new"])) == 6 for each in blocks.values())


def test_neither_challengers_nor_the_field_meet_among_themselves_in_a_gauntlet_of_two():
    terms = terms_of(["new", "old", "x", "y"], 2, "gauntlet", challengers=["new", "old"])
    assert set(pairs_of(entries(terms))) == {frozenset(pair) for pair in (
        ("new", "x"), ("new", "y"), ("old", "x"), ("old", "y"))}


@pytest.mark.parametrize("tables", ["all", "balanced"])
def test_a_challenger_of_single_matches_has_each_seat_equally_often_in_as_many_rounds_as_there_are_seats(tables):
    found = entries(terms_of(6, 3, "gauntlet", challengers=["b0"], rounds=6, seats=1, tables=tables))
    assert spread(seats_of(found)["b0"]) == 0


def test_in_one_round_of_single_matches_a_challenger_goes_around_the_seats():
    found = entries(terms_of(7, 3, "gauntlet", challengers=["b0"], seats=1))
    assert seats_of(found)["b0"] == [5, 5, 5]


# --- mirrors ---


def test_self_play_adds_one_table_a_round_of_a_bot_and_copies_of_it():
    found = [entry for entry in entries(terms_of(3, 3, "round-robin", seats=3, self_play=True)) if "#" in entry.block]
    assert {entry.block for entry in found} == {f"r1-{bot}+{bot}#2+{bot}#3" for bot in ("b0", "b1", "b2")}
    assert len(found) == 9
