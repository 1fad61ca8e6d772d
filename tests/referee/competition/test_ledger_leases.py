"""Tests of leases: they hold, run out and are given back; the most urgent comes first; nobody has more than allowed."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from lawspeaker_referee.competition.ledger import BadLedger, Lease, Ledger
from lawspeaker_referee.competition.ledger.backlog import Backlog
from lawspeaker_referee.competition.ledger.facts import Held
from lawspeaker_referee.competition.results import ScheduledMatch
from tests.referee.competition.conftest import NOON
from tests.referee.competition.small_ledger import NAME, begun, count, ids, schedule

# --- in the database ---


def test_a_leased_match_is_nobody_elses_until_the_lease_has_run_out(ledger, ledger_url):
    entries = schedule()
    begun(ledger)
    mine = ledger.lease(NAME, "mine", 4, NOON, 60)
    other = Ledger.open(ledger_url)
    theirs = other.lease(NAME, "theirs", 4, NOON + 59.9, 60)
    assert sorted(ids(mine) + ids(theirs)) == sorted(ids(entries))
    assert (len(mine), len(theirs)) == (4, 2)
    assert other.lease(NAME, "theirs", 9, NOON + 59.9, 60) == []
    assert sorted(ids(other.lease(NAME, "theirs", 9, NOON + 60, 60))) == sorted(ids(mine))
    assert {lease.worker for lease in ledger.leases(NAME)} == {"theirs"}
    other.close()


def test_renewed_leases_hold_on_and_those_that_others_have_by_now_are_told_apart(ledger):
    begun(ledger)
    first, second = ledger.lease(NAME, "slow", 2, NOON, 60)
    assert ledger.renew(NAME, "slow", NOON + 50, 60) == ids([first, second])
    assert Lease(first.match_id, "slow", NOON + 110) in ledger.leases(NAME)
    ledger.release(NAME, "slow", [second.match_id])
    assert second in ledger.lease(NAME, "quick", 9, NOON + 109, 60)
    assert ledger.renew(NAME, "slow", NOON + 109, 60) == [first.match_id]
    assert ledger.renew(NAME, "nobody", NOON, 60) == []


def test_matches_that_are_given_back_counted_or_void_are_nobodys(ledger):
    begun(ledger, schedule("ada bo"))
    first, second = ledger.lease(NAME, "w", 2, NOON, 60)
    ledger.void(NAME, first.match_id, "referee", "")
    count(ledger, second)
    assert ledger.leases(NAME) == []
    assert ledger.lease(NAME, "w", 2, NOON, 60) == [first]
    ledger.release(NAME, "w")
    assert ledger.lease(NAME, "v", 2, NOON, 60) == [first]
    ledger.release(NAME, "w")
    assert ids(ledger.leases(NAME)) == [first.match_id], "another worker has no say in it"


def test_a_result_that_comes_after_its_lease_was_lost_counts_and_the_second_one_does_not(ledger):
    begun(ledger, schedule("ada bo")[:1])
    [late] = ledger.lease(NAME, "slow", 1, NOON, 1)
    assert ledger.lease(NAME, "quick", 1, NOON + 2, 60) == [late]
    assert count(ledger, late)
    assert ledger.leases(NAME) == []
    assert not count(ledger, late)
    assert ledger.lease(NAME, "quick", 1, NOON + 2, 60) == []


def test_a_match_that_was_void_too_often_is_left(ledger):
    begun(ledger, schedule("ada bo"))
    stuck, fine = schedule("ada bo")
    for _ in range(2):
        ledger.void(NAME, stuck.match_id, "referee", "")
    assert ledger.lease(NAME, "w", 9, NOON, 60, most_voids=2) == [fine]
    assert ledger.lease(NAME, "w", 9, NOON, 60, most_voids=3) == [stuck]


def test_limits_hold_across_workers_and_a_bot_without_one_has_none(ledger, ledger_url):
    begun(ledger, schedule("ada bo cy dan"))
    other = Ledger.open(ledger_url)
    limits = {"ada": 1, "bo": 2}
    taken = [entry for worker in (ledger, other, ledger, other, ledger, other)
             for entry in worker.lease(NAME, "w", 2, NOON, 60, limits=limits)]
    seats = Counter(bot for entry in taken for bot in entry.seats)
    assert (seats["ada"], seats["bo"]) == (1, 2)
    assert sum({"cy", "dan"} == set(entry.seats) for entry in taken) == 2
    count(other, next(entry for entry in taken if "ada" in entry.seats))
    assert any("ada" in entry.seats for entry in ledger.lease(NAME, "w", 1, NOON, 60, limits=limits))
    other.close()


def test_whole_blocks_are_one_task_of_each_bot(ledger):
    begun(ledger, schedule("ada bo cy dan"))
    limits = dict.fromkeys(("ada", "bo", "cy", "dan"), 1)
    found = ledger.lease(NAME, "w", 9, NOON, 60, limits=limits, whole_blocks=True)
    assert [entry.block for entry in found] == ["1-ada-bo", "1-ada-bo", "1-cy-dan", "1-cy-dan"]
    count(ledger, found[0])
    assert ledger.lease(NAME, "w", 9, NOON, 60, limits=limits, whole_blocks=True) == []
    ledger.release(NAME, "w")
    assert ledger.lease(NAME, "v", 1, NOON, 60, whole_blocks=True) == [found[1]], "what is left of a block comes first"


def test_a_lease_of_a_tournament_that_is_not_there_is_refused(ledger):
    with pytest.raises(BadLedger, match="there is no tournament 'cup'"):
        ledger.lease(NAME, "w", 1, NOON, 60)


# --- what comes first ---


def backlog(*matches: tuple[str, str]) -> Backlog:
    """Matches by block and seats, numbered from 0."""
    found = Backlog()
    for number, (block, seats) in enumerate(matches):
        found.add(number, block, seats.split())
    return found


def test_blocks_that_were_begun_come_first_then_who_has_played_least_then_the_schedule():
    found = backlog(("b1", "ada bo"), ("b1", "bo ada"), ("b2", "cy dan"), ("b3", "ada cy"), ("b4", "eva ada"))
    assert found.pick([], 5) == [[0], [1], [2], [4], [3]]
    found.done(0)
    assert found.pick([], 1) == [[1]]
    assert found.pick([Held(1, 1)], 1) == [[2]]
    found.done(1)
    assert found.pick([], 3) == [[2], [4], [3]], "eva has played nothing, ada two"


def test_a_new_bot_plays_before_those_that_have_played_much():
    found = backlog(*((f"b{n}", "ada bo") for n in range(50)), ("c", "new ada"))
    for entry in range(10):
        found.done(entry)
    assert found.pick([], 1) == [[50]]


def test_a_block_at_several_tables_is_a_task_at_each():
    found = backlog(("b", "ada cy"), ("b", "bo cy"), ("b", "cy ada"), ("b", "cy bo"))
    assert found.pick([], 9, whole_blocks=True) == [[0, 2], [1, 3]]
    assert found.pick([], 9, whole_blocks=True, limits={"cy": 1}) == [[0, 2]]


def most_urgent(found: Backlog, held: list[Held], limits: dict[str, int], *, whole: bool) -> list[list[int]]:
    """Return what comes first, by looking at every table."""
    plan = found._plan(held)
    ready = [task for table in found._tables if all(plan.busy[bot] < limits.get(bot, 9) for bot in table)
             for task in found._first(table, plan, 2, whole=whole)]
    return [min(ready, key=lambda task: found._urgency(task, plan)).entries] if ready else []


def test_a_match_that_was_void_too_often_is_no_obstacle_to_the_others_of_its_table():
    found = backlog(("b1", "ada bo"), ("b2", "bo ada"), ("b3", "cy dan"))
    found.voids[0] = 3
    assert found.pick([], 3, most_voids=3, whole_blocks=True) == [[1], [2]]
    assert found.pick([], 3, most_voids=4, whole_blocks=True) == [[0], [2], [1]]
    assert Backlog().pick([], 1) == []


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_however_it_goes_limits_hold_nothing_is_played_twice_at_once_and_all_of_it_is_played(seed, whole):
    dice = random.Random(seed)
    bots = [f"bot{n}" for n in range(6)]
    limits = {bot: dice.randint(1, 3) for bot in bots[1:]}
    matches = [ScheduledMatch(str(n), f"b{n // 3}", 1, tuple(dice.sample(bots, 3))) for n in range(90)]
    found, held, played, waiting = Backlog(), list[Held](), Counter(), list(range(90))
    while found.open or waiting:
        if waiting and dice.random() < 0.4:
            number = waiting.pop(0)
            found.add(number, matches[number].block, matches[number].seats)
        first = most_urgent(found, held, limits, whole=whole)
        picked = found.pick(held, dice.randint(1, 2), limits=limits, whole_blocks=whole, most_voids=2)
        assert picked[:1] == first
        for task in picked:
            assert not {each.entry for each in held} & set(task)
            held += [Held(entry, task[0]) for entry in task]
        tasks = {each.task: set(matches[each.entry].seats) for each in held}
        busy = Counter(bot for table in tasks.values() for bot in table)
        assert all(busy[bot] <= limit for bot, limit in limits.items())
        for each in dice.sample(held, dice.randint(0, len(held))):
            held.remove(each)
            if dice.random() < 0.8:
                found.done(each.entry)
                played[each.entry] += 1
            elif not found.voids[each.entry]:
                found.voids[each.entry] += 1
    assert played == Counter(range(90))
    assert found.counted == found.scheduled == Counter(bot for entry in matches for bot in entry.seats)
    assert found.pick([], 1) == []
