"""A PostgreSQL server that stops and starts again under ledgers, runners and ladders."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import psycopg
import pytest
from sqlalchemy.exc import OperationalError

from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.ledger import BadLedger, Ledger
from lawspeaker_referee.competition.ledger import database as module
from lawspeaker_referee.competition.ledger.outages import LedgerAway, RetryPolicy, TransactionAttempt
from lawspeaker_referee.competition.tournament.setup import begin
from tests.referee.cli.test_tournament import file
from tests.referee.competition import postgres
from tests.referee.competition.conftest import made
from tests.referee.competition.small_ledger import NAME, begun, count, schedule
from tests.referee.competition.test_runner import RUNNER, Tournament, _until, rounds

pytestmark = pytest.mark.filterwarnings(
    # A server that stops while a connection is made leaves one that nobody closes.
    "ignore:.*BaseConnection.__del__.*:pytest.PytestUnraisableExceptionWarning")



@pytest.fixture
def own_server() -> Iterator[postgres.Server]:
    """A server that only this test stops."""
    with postgres.server() as found:
        yield found


class Clock:
    """A clock that goes on by a second with each look."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def test_what_is_lost_is_repeated_until_the_database_is_back_and_told_once_each():
    told, tried = [], []

    def work(attempt: TransactionAttempt) -> str:
        tried.append(attempt.again)
        if len(tried) % 3:
            raise LedgerAway("ledger x: gone")
        return "done"

    policy = RetryPolicy(60, told.append, clock=Clock())
    assert (policy.call(work), policy.call(work)) == ("done", "done")
    assert tried == [False, True, True] * 2
    assert [line.partition(" after")[0] for line in told] == [
        "ledger x: gone; waiting for it, 60 s at most", "the ledger is back"] * 2


def test_retrying_ends_after_its_time_and_when_it_is_told_to():
    def away(_: TransactionAttempt) -> None:
        raise LedgerAway("gone")

    told = []
    with pytest.raises(LedgerAway):
        RetryPolicy(3, told.append, clock=Clock()).call(away)
    assert len(told) == 1
    with pytest.raises(LedgerAway):
        RetryPolicy(0, told.append).call(away)
    assert len(told) == 1, "who does not wait tells nothing"
    policy = RetryPolicy(1e9)
    policy.give_up()
    with pytest.raises(LedgerAway):
        policy.call(away)


@pytest.mark.slow
def test_a_transaction_that_was_committed_and_not_answered_counts_once(postgresql, monkeypatch):
    """Each commit is lost on its way back once: done in the database, and an error here."""
    ledger = begun(Ledger.open(made(postgresql), retry_policy=RetryPolicy(60)))
    lost = []

    def losing(commit):
        def after(self, connection):
            commit(self, connection)
            if len(lost) % 2 == 0:
                lost.append(1)
                raise psycopg.OperationalError("server closed the connection unexpectedly")
            lost.append(0)

        return after

    dialect = type(ledger._database.engine.dialect)
    monkeypatch.setattr(dialect, "do_commit", losing(dialect.do_commit))
    leased = ledger.lease(NAME, "w", 1, 0.0, 60.0, whole_blocks=True)
    assert [lease.match_id for lease in ledger.leases(NAME)] == [each.match_id for each in leased]
    assert count(ledger, leased[0]), "it was this call that counted it"
    assert not count(ledger, leased[0])
    ledger.void(NAME, leased[1].match_id, "referee", "a\nb")
    ledger.decide(NAME, "paused", {})
    assert (len(ledger.results(NAME)), len(ledger.voids(NAME)), len(ledger.decisions(NAME))) == (1, 1, 1)
    assert ledger.walk_chain(NAME).differences == ()
    assert sum(lost) >= 7
    ledger.close()


@pytest.mark.slow
def test_a_ledger_waits_for_its_server_and_tells_of_it_once(own_server):
    told, back = [], threading.Event()

    def tell(words: str) -> None:
        told.append(words)
        back.set()

    ledger = begun(Ledger.open(made(own_server.databases), retry_policy=RetryPolicy(120, tell)))
    own_server.stop()
    counting = threading.Thread(target=count, args=(ledger, schedule()[0]))
    counting.start()
    assert back.wait(60)
    own_server.start()
    counting.join(60)
    assert len(ledger.results(NAME)) == 1
    assert len(told) == 2
    assert "120 s at most" in told[0]
    assert "tests@" in told[0]
    ledger.retry_policy.give_up()
    own_server.stop()
    with pytest.raises(LedgerAway):
        ledger.results(NAME)
    ledger.close()


def test_only_errors_that_may_pass_are_waited_for():
    def outcome(orig: BaseException) -> type:
        with pytest.raises(BadLedger) as error, module.one_line("x"):
            raise OperationalError("", {}, orig)
        return type(error.value)

    assert outcome(psycopg.OperationalError("connection refused")) is LedgerAway
    assert outcome(psycopg.errors.AdminShutdown("")) is LedgerAway
    assert outcome(psycopg.errors.CannotConnectNow("")) is LedgerAway
    assert outcome(psycopg.errors.DeadlockDetected("")) is LedgerAway
    assert outcome(psycopg.errors.DiskFull("")) is BadLedger
    assert outcome(psycopg.errors.UndefinedTable("")) is BadLedger
    assert outcome(psycopg.errors.QueryCanceled("")) is BadLedger


@pytest.mark.slow
def test_a_tournament_goes_on_when_its_server_stops_twice_and_counts_every_match_once(tmp_path, own_server):
    cup = Tournament(tmp_path, url=made(own_server.databases), format=rounds(5))
    begin(cup.ledger, cup.terms)
    cup.ledger.retry_policy = RetryPolicy(120)
    changes = json.dumps({"format": rounds(5), "url": cup.url})
    runner = subprocess.Popen([sys.executable, "-c", RUNNER, str(tmp_path), changes])
    try:
        for least in (3, 12):
            _until(lambda least=least: len(cup.digests) >= least)
            own_server.stop()
            own_server.start()
        assert runner.wait(240) == 0
    finally:
        runner.kill()
        runner.wait()
    assert [each.match_id for each in cup.ledger.results("cup")] == [entry.match_id for entry in entries(cup.terms)]
    assert (cup.status.word, cup.status.snapshot.voids, cup.ledger.leases("cup")) == ("complete", 0, [])
    assert cup.ledger.walk_chain("cup").differences == ()
    cup.ledger.close()


@pytest.mark.slow
def test_who_waits_for_a_server_that_stays_away_says_so_once_and_can_be_interrupted(tmp_path, own_server):
    url = made(own_server.databases)
    command = [sys.executable, "-m", "lawspeaker_referee", "tournament", "run", file(tmp_path, 500), "--ledger", url]
    ledger = Ledger.open(url)
    runner = subprocess.Popen(list(map(str, command)), cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    lines = []
    reading = threading.Thread(target=lambda: lines.extend(runner.stderr))
    reading.start()
    try:
        _until(lambda: "quick" in ledger.tournaments() and len(ledger.results("quick")) >= 1)
        own_server.stop()
        _until(lambda: any("waiting for it, 300 s at most" in line for line in lines))
        runner.send_signal(signal.SIGINT)
        _until(lambda: any("interrupted" in line for line in lines))
        runner.send_signal(signal.SIGINT)
        assert runner.wait(60) == 2
    finally:
        runner.kill()
        runner.wait()
        reading.join(60)
        runner.stderr.close()
    assert sum("waiting for it" in line for line in lines) == 1
    assert lines[-1].startswith("lawspeaker: ledger postgresql")
    ledger.close()
