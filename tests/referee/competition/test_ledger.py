"""Tests of what the ledger keeps: every fact once, as it was told, in SQLite and in PostgreSQL."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from lawspeaker_referee.competition.ledger import BadLedger, CountedMatch, Decided, Ledger, VoidAttempt
from lawspeaker_referee.competition.results import ScheduledMatch
from tests.referee.competition.conftest import NOON
from tests.referee.competition.small_ledger import NAME, TERMS, begun, count, details, played, schedule

NOON_MS = round(NOON * 1000)


def refused(error) -> str:
    """Return what was wrong; one line that begins with the ledger's name."""
    message = str(error.value)
    assert message.startswith("ledger ")
    assert "\n" not in message
    return message.partition(": ")[2]


def test_a_tournament_is_begun_once_and_keeps_its_terms_and_one_secret(ledger, ledger_url):
    ledger.begin(NAME, TERMS)
    secret = ledger.secret(NAME)
    assert len(secret) == 32
    again = Ledger.open(ledger_url)
    again.begin(NAME, dict(reversed(TERMS.items())))
    again.begin(NAME, TERMS, secret)
    assert (again.tournaments(), again.terms(NAME), again.secret(NAME)) == ([NAME], TERMS, secret)
    again.begin("league", TERMS, bytes(range(32)))
    assert ledger.tournaments() == [NAME, "league"]
    assert ledger.secret("league") == bytes(range(32))
    again.close()


def test_other_terms_or_another_secret_are_not_the_same_tournament(ledger):
    ledger.begin(NAME, TERMS)
    with pytest.raises(BadLedger) as error:
        ledger.begin(NAME, TERMS | {"clock": "1s", "game": "clansmen"})
    assert refused(error).startswith("tournament 'cup' has other terms (clock, game); extend it")
    with pytest.raises(BadLedger) as error:
        ledger.begin(NAME, TERMS, bytes(32))
    assert refused(error).startswith("tournament 'cup' has another secret")
    assert ledger.secret(NAME).hex() not in str(error.value)
    assert ledger.terms(NAME) == TERMS


def test_terms_are_extended_and_those_that_no_longer_hold_are_refused(ledger):
    ledger.begin(NAME, TERMS)
    longer = TERMS | {"rounds": 2}
    ledger.extend(NAME, longer)
    ledger.extend(NAME, longer)
    assert ledger.terms(NAME) == longer
    ledger.begin(NAME, longer)
    with pytest.raises(BadLedger, match=r"has other terms \(rounds\)"):
        ledger.begin(NAME, TERMS)


def test_a_tournament_that_is_not_there_is_told_with_those_that_are(ledger):
    with pytest.raises(BadLedger) as error:
        ledger.results("cpu")
    assert refused(error) == "there is no tournament 'cpu'; there are none yet"
    ledger.begin(NAME, TERMS)
    with pytest.raises(BadLedger) as error:
        ledger.schedule("cupp", schedule())
    assert refused(error) == "there is no tournament 'cupp' (did you mean 'cup'?); there are cup"


def test_the_schedule_grows_at_its_end_and_what_is_in_it_stays(ledger):
    first, more = schedule(), schedule(rounds=2)
    begun(ledger, first)
    ledger.schedule(NAME, [*reversed(more), first[0], more[-1]])
    ledger.schedule(NAME, more)
    order = [*first, *reversed(more[len(first):])]
    for entry in more:
        count(ledger, entry)
    assert [(each.match_id, each.block, each.round, each.seats) for each in ledger.results(NAME)] == [
        (each.match_id, each.block, each.round, each.seats) for each in order]


@pytest.mark.parametrize("change", [{"block": "x"}, {"round": 2}, {"seats": ("bo", "ada")}])
def test_a_scheduled_match_cannot_become_another_one_and_then_nothing_is_added(ledger, change):
    known, *others = schedule()
    begun(ledger, [known])
    other = ScheduledMatch(**{name: getattr(known, name) for name in ScheduledMatch.__slots__} | change)
    with pytest.raises(BadLedger) as error:
        ledger.schedule(NAME, [*others, other])
    assert refused(error).startswith(
        "match 'cup/1-ada-bo/1' is scheduled with block '1-ada-bo', round 1, seats ada, bo and not with block ")
    assert ledger.progress(NAME).scheduled == 1
    with pytest.raises(BadLedger, match="is scheduled with"):
        count(ledger, other)
    assert ledger.results(NAME) == []


def test_a_match_counts_once_whoever_comes_first_and_all_of_it_is_kept(ledger):
    entry, *_ = schedule()
    begun(ledger)
    assert count(ledger, entry) is True
    assert count(ledger, entry) is False
    assert count(ledger, entry, digest="d2", ranks=(2, 1)) is False
    assert ledger.results(NAME) == [played(entry)]
    assert ledger.counted(NAME) == [CountedMatch(played(entry), "records/cup/1-ada-bo/1.lsr", details(), NOON_MS)]


def test_results_come_in_the_order_of_the_schedule_however_they_came_in(ledger):
    entries = schedule(rounds=2)
    begun(ledger, entries)
    for entry in reversed(entries[::2]):
        count(ledger, entry, teams=(0, 1))
    assert ledger.results(NAME) == [played(entry, teams=(0, 1)) for entry in entries[::2]]


def test_results_by_id_come_in_the_order_in_which_python_sorts_ids(ledger):
    blocks = ["a", "a-b", "B", "a_b", "\N{LATIN SMALL LETTER E WITH ACUTE}", "a+b", "10", "2"]
    entries = [ScheduledMatch(f"cup/{block}/1", block, 1, ("ada", "bo")) for block in blocks]
    begun(ledger, entries)
    for entry in entries:
        count(ledger, entry)
    assert [each.match_id for each in ledger.results_by_id(NAME)] == sorted(entry.match_id for entry in entries)
    assert set(ledger.results_by_id(NAME)) == set(ledger.results(NAME))


def test_the_first_results_by_id_are_those_that_were_counted_first(ledger):
    begun(ledger)
    late, early = schedule()[1], schedule()[4]
    for entry in (early, late, schedule()[0]):
        count(ledger, entry)
    assert [each.match_id for each in ledger.results_by_id(NAME, 2)] == [late.match_id, early.match_id]
    assert len(list(ledger.results_by_id(NAME, 9))) == 3


def test_results_and_pairs_are_of_one_moment_whatever_is_counted_meanwhile(ledger):
    begun(ledger)
    count(ledger, schedule()[0])
    with ledger.results_and_pairs(NAME) as (results, pairs):
        assert [each.match_id for each in results] == [schedule()[0].match_id]
        count(ledger, schedule()[1])
        assert [sums.matches for _, sums in pairs()] == [1]
    assert [sums.matches for _, sums in ledger.pair_sums(NAME)] == [2]


def test_what_is_not_scheduled_neither_counts_nor_is_void(ledger):
    first, second, *_ = schedule()
    begun(ledger, [first])
    ledger.begin("league", TERMS)
    ledger.schedule("league", [second])
    for attempt in (lambda: count(ledger, second), lambda: ledger.void(NAME, second.match_id, "", "")):
        with pytest.raises(BadLedger) as error:
            attempt()
        assert refused(error) == "match 'cup/1-ada-bo/2' is not in the schedule of 'cup'"


def test_tournaments_of_one_ledger_know_nothing_of_each_other(ledger):
    begun(ledger)
    ledger.begin("league", TERMS)
    ledger.schedule("league", schedule())
    count(ledger, schedule()[0])
    ledger.void(NAME, schedule()[1].match_id, "referee", "")
    ledger.decide(NAME, "paused", {})
    ledger.lease(NAME, "w", 2, NOON, 60)
    assert (ledger.results("league"), ledger.voids("league"), ledger.decisions("league")) == ([], [], [])
    assert ledger.leases("league") == []
    assert (ledger.progress("league").counted, ledger.progress("league").leased) == (0, 0)


def test_voids_stay_and_the_match_counts_afterwards(ledger):
    entry, *_ = schedule()
    begun(ledger)
    ledger.void(NAME, entry.match_id, "referee", "the disk was full\x1b[2J\0\n")
    ledger.void(NAME, entry.match_id, "policy", "")
    assert count(ledger, entry)
    assert ledger.voids(NAME) == [
        VoidAttempt(entry.match_id, "referee", r"the disk was full\x1b[2J\x00\n", NOON_MS),
        VoidAttempt(entry.match_id, "policy", "", NOON_MS)]
    assert (ledger.progress(NAME).voids, ledger.progress(NAME).counted) == (2, 1)


def test_decisions_are_kept_in_their_order(ledger):
    ledger.begin(NAME, TERMS)
    ledger.decide(NAME, "paused", {"by": "Åsa"})
    ledger.decide(NAME, "resumed", {})
    ledger.decide(NAME, "paused", {"by": "Åsa"})
    assert ledger.decisions(NAME) == [Decided("paused", {"by": "Åsa"}, NOON_MS), Decided("resumed", {}, NOON_MS),
                                      Decided("paused", {"by": "Åsa"}, NOON_MS)]


def test_progress_tells_of_all_matches_and_of_those_of_each_bot(ledger, ledger_url):
    entries = schedule()
    begun(ledger)
    assert ledger.progress(NAME).counted == 0
    other = Ledger.open(ledger_url)
    count(other, entries[0])
    other.lease(NAME, "w", 1, NOON, 60)
    other.close()
    found = ledger.progress(NAME, NOON)
    assert (found.scheduled, found.counted, found.leased, found.tasks, found.voids) == (6, 1, 1, 1, 0)
    assert ledger.progress(NAME, NOON + 60).leased == 0


def test_a_sqlite_ledger_is_its_owners_alone(tmp_path):
    ledger = Ledger.open(f"sqlite:///{tmp_path}/deep/ledger.db")
    ledger.begin(NAME, TERMS)
    found = {each.name: each.stat().st_mode & 0o777 for each in Path(tmp_path, "deep").iterdir()}
    assert found == {"ledger.db": 0o600, "ledger.db-wal": 0o600, "ledger.db-shm": 0o600}
    ledger.close()


def test_a_snapshot_is_the_ledger_of_one_moment_while_others_count(ledger):
    first, second, *_ = schedule()
    begun(ledger)
    count(ledger, first)
    with ledger.snapshot() as moment:
        assert moment.sums(NAME).matches == 1
        count(ledger, second)
        assert (moment.sums(NAME).matches, len(moment.results(NAME)), len(moment.bot_sums(NAME))) == (1, 1, 2)
        with pytest.raises(BadLedger, match="there is no tournament 'other'"):
            moment.results("other")
        assert moment.tournaments() == [NAME]
    assert ledger.sums(NAME).matches == 2


@pytest.mark.parametrize("read", ["open_entries", "results_by_id", "pair_sums"])
def test_who_reads_no_further_leaves_nothing_open(ledger, read):
    """Warnings are errors here, also those of what is collected."""
    first, *_ = schedule()
    begun(ledger)
    count(ledger, first)
    rows = getattr(ledger, read)(NAME)
    next(rows)
    del rows
    gc.collect()
