"""Results that are counted together lose none and wait for nobody."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.ledger.facts import BadLedger
from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.results import AttemptOutcome, VerifiedMatch
from lawspeaker_referee.competition.tournament import result_queue
from lawspeaker_referee.competition.tournament.lease_worker import LeaseWorker
from lawspeaker_referee.competition.tournament.result_queue import COUNT_EVERY, MOST_WAITING, ResultQueue
from tests.referee.competition import small_ledger
from tests.referee.competition.quick_tournaments import terms_of


class Counted:
    """A queue whose clock stands still, and what it has counted in each transaction."""

    def __init__(self):
        self.now, self.batches = 100.0, []
        self.queue = ResultQueue(self.count, lambda: self.now)

    async def count(self, matches):
        self.batches.append(list(matches))


def test_a_result_that_comes_alone_is_counted_at_once_and_those_after_it_together():
    async def test():
        counted = Counted()
        for number in range(3):
            await counted.queue.add(number)
        assert counted.batches == [[0]]
        counted.now += COUNT_EVERY
        await counted.queue.count_due()
        assert counted.batches == [[0], [1, 2]]
        counted.now += COUNT_EVERY
        await counted.queue.count_due()
        await counted.queue.add(3)
        assert counted.batches == [[0], [1, 2], [3]]

    asyncio.run(test())


def test_no_more_than_some_results_wait():
    async def test():
        counted = Counted()
        for number in range(1 + MOST_WAITING):
            await counted.queue.add(number)
        assert list(map(len, counted.batches)) == [1, MOST_WAITING]

    asyncio.run(test())


def test_what_waits_is_counted_when_nothing_else_is_to_be_done():
    async def test():
        counted = Counted()
        for number in range(2):
            await counted.queue.add(number)
        assert await counted.queue.count_all()
        assert not await counted.queue.count_all()
        assert counted.batches == [[0], [1]]

    asyncio.run(test())


@pytest.fixture
def cup(tmp_path):
    """A tournament of four blocks, and its ledger."""
    terms = terms_of(tmp_path, format={"kind": "round-robin", "rounds": 4})
    ledger = Ledger.open(f"sqlite:///{tmp_path}/ledger.db")
    ledger.begin("cup", terms.as_dict())
    ledger.schedule("cup", entries(terms))
    yield terms, ledger
    ledger.close()


def result(entry):
    """A result of a match of the schedule."""
    return VerifiedMatch(small_ledger.played(entry), "a.lsr", small_ledger.details())


def test_matches_that_are_counted_together_have_the_sums_of_ones_that_are_counted_apart(cup, tmp_path):
    terms, ledger = cup
    matches = [result(entry) for entry in entries(terms)]
    other = Ledger.open(f"sqlite:///{tmp_path}/other.db")
    other.begin("cup", terms.as_dict())
    other.schedule("cup", entries(terms))
    for match in matches:
        assert other.count("cup", match.played, match.record_path, match.details)
    assert ledger.count_all("cup", matches[:1]) == [True]
    assert ledger.count_all("cup", matches) == [False, *[True] * (len(matches) - 1)]
    assert ledger.bot_sums("cup", ["a", "b"]) == other.bot_sums("cup", ["a", "b"])
    assert ledger.results("cup") == other.results("cup")
    assert ledger.check_sums("cup") == other.check_sums("cup")
    other.close()


def test_a_match_that_waits_twice_is_counted_once(cup):
    """A worker whose leases were lost with the database leases a block again of which its own results wait."""
    terms, ledger = cup
    one, two = map(result, entries(terms)[:2])
    assert ledger.count_all("cup", [one, two, one]) == [True, True, False]
    assert [each.match_id for each in ledger.results("cup")] == [one.played.match_id, two.played.match_id]


def test_if_one_of_them_contradicts_the_schedule_none_is_counted(cup):
    terms, ledger = cup
    one, two = entries(terms)[:2]
    with pytest.raises(BadLedger, match="is scheduled with"):
        ledger.count_all("cup", [result(one), result(replace(two, seats=("b", "c")))])
    assert list(ledger.results("cup")) == []


class Plays:
    """A table at which the matches of one block end at once, and the block when no other shall begin."""

    most = 1

    def __init__(self):
        self.ended = 0

    def limits(self):
        yield lambda _: {}

    async def play(self, block, drain):
        for entry, _ in block:
            match = result(entry)
            yield AttemptOutcome(entry, (match.played, match.details))
            self.ended += 1
        await drain.wait()

    def stop(self) -> None:
        pass


@pytest.mark.parametrize("cancelled", [False, True])
def test_a_worker_that_ends_counts_what_waits_before_it_gives_its_leases_back(cup, monkeypatch, cancelled):
    terms, ledger = cup
    monkeypatch.setattr(result_queue, "COUNT_EVERY", 1e9)

    async def test():
        drain, table = asyncio.Event(), Plays()
        working = asyncio.create_task(LeaseWorker("w", terms, ledger, table, drain, lambda _: None).work())
        while table.ended < 2 and not working.done():  # noqa: ASYNC110 - threads of the ledger come between
            await asyncio.sleep(0)
        assert len(ledger.results("cup")) == 1
        if cancelled:
            working.cancel()
        drain.set()
        await asyncio.gather(working, return_exceptions=True)

    asyncio.run(test())
    assert len(ledger.results("cup")) == 2
    assert ledger.leases("cup") == []
