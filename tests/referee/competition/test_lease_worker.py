"""A worker that leases blocks gives back what is not played, also where it is broken off or the ledger fails."""

from __future__ import annotations

import asyncio
import threading

import pytest

from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.ledger.facts import BadLedger
from lawspeaker_referee.competition.ledger.ledger import Ledger
from lawspeaker_referee.competition.tournament import lease_worker as lease_worker_module
from lawspeaker_referee.competition.tournament.lease_worker import LeaseWorker
from lawspeaker_referee.competition.tournament.runner import Runner, RunnerSettings
from lawspeaker_referee.competition.tournament.schedule import Schedule
from lawspeaker_referee.competition.tournament.state import EXTENDED
from tests.referee.competition.quick_tournaments import terms_of


class Nobody:
    """Tables at which no match ever begins."""

    most = 2

    def limits(self):
        yield lambda _: {}

    async def play(self, block, drain):
        await drain.wait()
        for outcome in ():
            yield outcome

    def stop(self) -> None:
        pass


@pytest.fixture
def cup(tmp_path):
    """A tournament of four blocks, and its ledger."""
    terms = terms_of(tmp_path, game="clansmen", format={"kind": "round-robin", "rounds": 4})
    ledger = Ledger.open(f"sqlite:///{tmp_path}/ledger.db")
    ledger.begin("cup", terms.as_dict())
    ledger.schedule("cup", entries(terms))
    yield terms, ledger
    ledger.close()


def work(cup, meanwhile, drain=None):
    """Lease blocks while something else happens; what that raised."""

    async def play():
        holder = LeaseWorker("w", *cup, Nobody(), drain or asyncio.Event(), lambda _: None)
        working = asyncio.create_task(holder.work())
        await meanwhile(working)
        return (await asyncio.gather(working, return_exceptions=True))[0]

    return asyncio.run(play())


def test_what_is_leased_while_it_is_broken_off_is_given_back(cup, monkeypatch):
    _, ledger = cup
    asked, go_on, lease = threading.Event(), threading.Event(), ledger.lease

    def slow(*arguments, **options):
        asked.set()
        assert go_on.wait(20)
        return lease(*arguments, **options)

    async def cancel(working):
        await asyncio.to_thread(asked.wait, 20)
        working.cancel()
        asyncio.get_running_loop().call_soon(go_on.set)

    monkeypatch.setattr(ledger, "lease", slow)
    assert isinstance(work(cup, cancel), asyncio.CancelledError)
    assert ledger.leases("cup") == []


def test_a_ledger_that_cannot_prolong_leases_ends_the_work(cup, monkeypatch):
    _, ledger = cup

    def fails(*_):
        raise BadLedger("the disk is full")

    async def wait(working):
        await asyncio.wait({working}, timeout=100)
        working.cancel()

    monkeypatch.setattr(lease_worker_module, "LEASE", 0.4)
    monkeypatch.setattr(ledger, "renew", fails)
    assert str(work(cup, wait)) == "the disk is full"
    assert ledger.leases("cup") == []


def test_nothing_is_leased_once_no_match_shall_begin(cup, monkeypatch):
    _, ledger = cup
    drain, leased, lease = asyncio.Event(), [], ledger.lease

    def noted(*arguments, **options):
        leased.append(lease(*arguments, **options))
        return leased[-1]

    async def drained(_):
        while not leased:  # noqa: ASYNC110 - another thread leases
            await asyncio.sleep(0)
        drain.set()

    monkeypatch.setattr(ledger, "lease", noted)
    assert work(cup, drained, drain) is None
    assert len(leased) == 1


def test_while_nobody_plays_the_schedule_is_worked_out_again_only_if_something_has_changed(cup, monkeypatch):
    terms, ledger = cup
    grown, grow = [], Schedule.grow
    monkeypatch.setattr(Schedule, "grow", lambda self, state: grown.append(state) or grow(self, state))
    runner = Runner(terms, ledger, RunnerSettings("", 1), lambda _: None)

    async def idle():
        for _ in range(3):
            await runner._take({"idle": True})

    asyncio.run(idle())
    assert len(grown) == 1
    ledger.void("cup", entries(terms)[0].match_id, "referee", "")
    asyncio.run(idle())
    assert len(grown) == 2


def test_who_knows_a_bot_as_it_was_plays_nothing_of_it_any_more(cup):
    _, ledger = cup
    ledger.decide("cup", EXTENDED, {"changes": ["b is greedy now"], "specs": {"b": "greedy"}})
    drain = asyncio.Event()

    async def wait(working):
        await asyncio.wait({working}, timeout=100)

    assert work(cup, wait, drain) is None
    assert drain.is_set()
    assert ledger.leases("cup") == []


def test_a_bot_that_is_changed_in_the_moment_of_the_lease_is_not_played_as_it_was(cup, monkeypatch):
    _, ledger = cup
    usual, played, drain = ledger.lease, [], asyncio.Event()

    class Tables(Nobody):
        async def play(self, block, drain):
            played.extend(entry.match_id for entry, _ in block)
            drain.set()
            for outcome in ():
                yield outcome

    def changed_first(*given, **more):
        monkeypatch.setattr(ledger, "lease", usual)
        ledger.decide("cup", EXTENDED, {"changes": ["b is greedy now"], "specs": {"b": "greedy"}})
        return usual(*given, **more)

    monkeypatch.setattr(ledger, "lease", changed_first)
    asyncio.run(LeaseWorker("w", *cup, Tables(), drain, lambda _: None).work())
    assert (played, drain.is_set(), ledger.leases("cup")) == ([], True, [])
