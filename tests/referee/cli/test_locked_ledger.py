"""A SQLite ledger in which another program, such as an open database editor, has begun to write and does not end."""

from __future__ import annotations

import json
import re
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from lawspeaker_referee.competition.kept_ratings import kept_ratings
from lawspeaker_referee.competition.ledger import BadLedger, Ledger, LedgerQueries
from lawspeaker_referee.competition.ledger.outages import LedgerAway, RetryPolicy
from lawspeaker_referee.competition.tournament.setup import known
from lawspeaker_referee.competition.tournament.status import status_of
from tests.referee.cli.test_tournament import file
from tests.referee.competition.ladder.test_ladder_restart import NAME as LADDER
from tests.referee.competition.ladder.test_ladder_restart import place
from tests.referee.competition.planted_results import BOTS, ledger_of
from tests.referee.competition.small_ledger import NAME, begun, count, schedule
from tests.referee.competition.test_runner import _until

LOCK = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
"""


LEISURELY = """
import time
from lawspeaker_bot import Bot, run
class Leisurely(Bot):
    name = "leisurely"
    max_matches = 4
    def decide(self, decision):
        time.sleep(0.01)
        return decision.default
run(Leisurely())
"""
"""Plays on while a ledger is locked, and leaves the cores to others."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a ledger's lock in a process of its own."""
    holder = subprocess.Popen([sys.executable, "-c", LOCK, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with holder:
        assert holder.stdout is not None and holder.stdout.readline() == b"locked\n"
        yield
        holder.kill()


def test_a_writer_waits_until_the_lock_is_free_and_says_so_once(tmp_path):
    told, path = [], tmp_path / "ledger.db"
    waits = threading.Event()

    def tell(words: str) -> None:
        told.append(words)
        waits.set()

    ledger = begun(Ledger.open(f"sqlite:///{path}", retry_policy=RetryPolicy(300, tell), patience=0.01))
    with locked(path):
        counting = threading.Thread(target=count, args=(ledger, schedule()[0]))
        counting.start()
        assert waits.wait(60)
    counting.join(60)
    assert len(ledger.results(NAME)) == 1
    assert told[0] == (f"ledger {path}: another program has had it locked for 0.01 s, such as an editor with an open "
                       "transaction: let it commit, or close it; waiting for it, 300 s at most")
    assert re.fullmatch(r"the ledger is back after \d+\.\d s", told[1])
    assert len(told) == 2
    ledger.close()


def test_without_a_policy_it_ends_with_the_same_words(tmp_path):
    path = tmp_path / "ledger.db"
    ledger = Ledger.open(f"sqlite:///{path}", patience=0.01)
    with locked(path), pytest.raises(LedgerAway, match=r"another program has had it locked for 0\.01 s"):
        begun(ledger)
    ledger.close()


def test_what_is_opened_to_read_writes_nothing_and_must_be_there(tmp_path):
    path = tmp_path / "ledger.db"
    with pytest.raises(BadLedger, match="there is no such file"):
        LedgerQueries.open_to_read(f"sqlite:///{path}")
    assert list(tmp_path.iterdir()) == []
    begun(Ledger.open(f"sqlite:///{path}")).close()
    before = path.read_bytes()
    ledger = LedgerQueries.open_to_read(f"sqlite:///{path}")
    assert ledger.tournaments() == [NAME]
    with pytest.raises(BadLedger, match="readonly"), ledger._database.transaction("read") as connection:
        connection.exec_driver_sql("DELETE FROM leases")
    with locked(path):
        assert ledger.scheduled(NAME, ["cup/1-ada-bo/1"]) == {"cup/1-ada-bo/1"}
        ledger.close()
        ledger = LedgerQueries.open_to_read(f"sqlite:///{path}")
        assert ledger.tournaments() == [NAME]
    ledger.close()
    assert (path.read_bytes(), [each.name for each in tmp_path.iterdir()]) == (before, ["ledger.db"])


@pytest.fixture
def cup(tmp_path, monkeypatch):
    """The ledger of a tournament whose ratings are not kept yet; it is the one that commands take by default."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "records/cup/ledger.db"
    path.parent.mkdir(parents=True)
    ledger_of(path, rounds=2, bots=dict(list(BOTS.items())[:4])).close()
    return path


@pytest.mark.slow
@pytest.mark.parametrize(("journal", "commands"), [
    ("wal", ("status cup", "status cup --json", "report cup --json", "report cup --html cup.html", "matches cup",
             "matches cup --to csv", "faults cup greedy")),
    ("delete", ("status cup", "report cup --html cup.html")),  # a copy by VACUUM INTO is of this kind
])
def test_commands_that_look_do_not_wait(run, cup, journal, commands):
    with sqlite3.connect(cup) as connection:
        connection.execute(f"PRAGMA journal_mode = {journal}")
    connection.close()
    with locked(cup):
        for words in commands:
            done = run("tournament", *words.split())
            assert (done.code, bool(done.out) or "csv" in words or "html" in words) == (0, True), done.err
            left = [line for line in done.err.splitlines() if "are not kept for the history" in line]
            assert bool(left) == ("report" in words)
        assert "the chain holds" in run("tournament", "verify", "cup", "--sample", 0).out
        assert "the chain holds" in run("standings", "--verify", "cup", "--ledger", f"sqlite:///{cup}").out
        assert Path("cup.html").is_file()
    assert run("tournament", "report", "cup").err == ""
    with closing(LedgerQueries.open_to_read(f"sqlite:///{cup}")) as ledger:
        assert kept_ratings(ledger, "cup") is not None


@pytest.mark.slow
def test_a_run_waits_at_its_beginning_and_later_and_is_complete_in_the_end(tmp_path):
    path = tmp_path / "ledger.db"
    Ledger.open(f"sqlite:///{path}").close()
    command = [sys.executable, "-m", "lawspeaker_referee", "tournament", "run", str(file(tmp_path, 6)), "--ledger",
               f"sqlite:///{path}"]
    lines: list[str] = []

    def told(words: str) -> int:
        return sum(words in line for line in lines)

    with locked(path):
        runner = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
        reading = threading.Thread(target=lambda: lines.extend(runner.stderr or ()))
        reading.start()
        _until(lambda: told("waiting for it, 300 s at most") == 1)
    _until(lambda: told("the ledger is back after") == 1)
    ledger = LedgerQueries.open_to_read(f"sqlite:///{path}")
    _until(lambda: "quick" in ledger.tournaments() and len(ledger.results("quick")) >= 1)
    with locked(path):
        before = len(ledger.results("quick"))
        _until(lambda: told("waiting for it") >= 2)
        assert len(ledger.results("quick")) == before
    assert runner.wait(240) == 0
    reading.join(60)
    assert told("the ledger is back after") >= 2
    assert (status_of(ledger, "quick").word, len(ledger.results("quick"))) == ("complete", 12)
    assert ledger.walk_chain("quick").differences == ()
    assert known(ledger, "quick").names == ("a", "b")
    ledger.close()
    if runner.stderr:
        runner.stderr.close()


@pytest.mark.slow
def test_a_run_that_is_not_to_wait_ends_with_one_line(tmp_path):
    path = tmp_path / "ledger.db"
    Ledger.open(f"sqlite:///{path}").close()
    with locked(path):
        done = subprocess.run([sys.executable, "-m", "lawspeaker_referee", "tournament", "run", file(tmp_path),
                               "--ledger", f"sqlite:///{path}", "--wait-for-ledger", "0"],
                              cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(f"lawspeaker: ledger {path}: another program has had it locked for 5 s")


@pytest.mark.slow
def test_a_ladder_waits_at_its_beginning_and_later_counts_what_was_played_meanwhile(tmp_path):
    with place(tmp_path) as here:
        (tmp_path / "records").mkdir()
        ledger = Ledger.open(here.url)
        with locked(tmp_path / "records/ledger.db"):
            with here.log.open("a") as log:
                referee = here._started(
                    [sys.executable, "-m", "lawspeaker_referee", "serve", "northgard", "--ladder", "--listen",
                     "127.0.0.1:0", "--tokens", tmp_path / "tokens", "--records", tmp_path / "records"], stderr=log)
            here.wait(lambda: "waiting for it, 300 s at most" in here.log.read_text())
            assert not here.events("serving")
        here.wait(lambda: here.events("serving"))
        here.address = f"127.0.0.1:{here.events('serving')[0]['port']}"
        (tmp_path / "leisurely.py").write_text(LEISURELY)
        for name in ("ann", "bob"):
            here.bot(name, tmp_path / "leisurely.py")
        here.wait(lambda: len(ledger.results(LADDER)) >= 1)
        with locked(tmp_path / "records/ledger.db"):
            here.wait(lambda: here.events("the ledger fails: matches go on, and are counted when it works again"))
            before, ended = len(ledger.results(LADDER)), len(here.events("match ended"))
            here.wait(lambda: len(here.events("match ended")) > ended)
        here.wait(lambda: here.events("the ledger works again") and len(ledger.results(LADDER)) > before)
        referee.send_signal(signal.SIGTERM)
        referee.send_signal(signal.SIGTERM)
        assert referee.wait(60) == 0
        assert [line for line in map(json.loads, here.log.read_text().splitlines()) if line["level"] == "error"] == (
            here.events("the ledger fails: matches go on, and are counted when it works again"))
        ledger.close()
