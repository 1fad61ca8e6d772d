"""`lawspeaker tournament verify` and `lawspeaker standings --verify` on ledgers of matches that were really played."""

from __future__ import annotations

import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from lawspeaker_referee.cli import lawspeaker
from lawspeaker_referee.cli.errors import exit_code
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.competition.tournament import result_queue
from lawspeaker_referee.record.signing import SigningKey
from tests.referee.cli.test_tournament import file
from tests.referee.competition.planted_results import ledger_of
from tests.referee.competition.test_ledger_chain import forge
from tests.referee.competition.workers_here import put_workers_here

pytestmark = pytest.mark.attack

URL = "sqlite:///records/quick/ledger.db"
RECORD = Path("records/quick/quick-r1-a+b-1.lsr")


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> Path:
    """A folder with a tournament of four matches that is signed, and its key."""
    folder = tmp_path_factory.mktemp("played")
    SigningKey.create(folder / "key.pem")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(result_queue, "COUNT_EVERY", 0.0)  # a link of the chain for each result
        put_workers_here(patch)
        assert exit_code(lawspeaker, ["tournament", "run", str(file(folder, rounds=2)), "--key", "key.pem"]) == 0
    return folder


@pytest.fixture
def home(played, tmp_path, monkeypatch) -> Path:
    folder = Path(shutil.copytree(played, tmp_path / "home"))
    monkeypatch.chdir(folder)
    return folder


def verify(run, *options):
    return run("tournament", "verify", "quick", "--jobs", "1", *options)


def test_a_chain_is_verified_without_its_records(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ledger_of(tmp_path / "ledger.db", rounds=1).close()
    command = ("tournament", "verify", "cup", "--ledger", f"sqlite:///{tmp_path}/ledger.db", "--sample", 0)
    chain, unsigned, head, sums, results = run(*command).out.splitlines()
    assert chain.startswith("cup: the chain holds: ")
    assert unsigned == "cup: no link is signed: whoever can write to the ledger can write the chain anew"
    assert head.startswith("cup: no head is kept in ")
    assert sums == "cup: 22 of 22 sums are what the results give"
    assert results.startswith("cup: 0 of 0 recounted results are what the records give; ")
    place, _, head = chain.rpartition(" ")[2].partition(":")
    noted = run(*command, "--head", f"{place}:{'00' * 32}")
    assert (noted.code, noted.out.splitlines()[0]) == (
        1, f"differs: link {place}: it is {head}, and {'00' * 32} was noted")


@pytest.mark.slow
def test_what_was_played_and_not_touched_is_verified(run, home):
    done = verify(run, "--key", "key.pem")
    assert done.code == 0
    chain, signed, kept, sums, ratings, results = done.out.splitlines()
    assert chain.startswith("quick: the chain holds: 9 rows in 6 links, head 6:")
    assert signed.startswith("quick: 6 links signed by ")
    assert kept.startswith("quick: records/quick/quick.head has head 6, signed by ")
    assert sums == "quick: 4 of 4 sums are what the results give"
    assert ratings == "quick: ratings of 2 of 2 moments are what the results give; of 2 moments they are kept"
    assert results == "quick: 4 of 4 recounted results are what the records give; 4 results in all"
    head = chain.rpartition(" ")[2]
    assert verify(run, "--head", head, "--sample", "0").code == 0
    other = verify(run, "--head", "6:" + "00" * 32, "--sample", "0")
    assert (other.code, other.out.splitlines()[0]) == (
        1, f"differs: link 6: it is {head[2:]}, and {'00' * 32} was noted")


@pytest.mark.slow
def test_a_sample_says_how_much_was_recounted(run, home):
    done = verify(run, "--sample", "1")
    assert done.code == 0
    assert "quick: 1 of 1 recounted result is what the records give; 4 results in all\n" in done.out
    assert "unknown key" in done.out


@pytest.mark.parametrize(("column", "value", "words"), [
    ("ranks", "[3,3]", "ranks: 3, 3 in the ledger, "),
    ("scores", "[1000,0]", "scores: 1000, 0 in the ledger, "),
    ("faults", "[9,0]", "faults: 9, 0 in the ledger, 0, 0 by the record"),
    ("digest", "00", "digest: 00 in the ledger, "),
])
@pytest.mark.slow
def test_a_changed_result_is_named_with_what_differs(run, home, column, value, words):
    forge(URL, f"UPDATE results SET {column} = '{value}' WHERE entry_id = 1")
    done = verify(run)
    assert done.code == 1
    assert "differs: result of quick/r1-a+b/1: the row was changed\n" in done.out
    assert f"differs: result of quick/r1-a+b/1: {words}" in done.out
    assert "quick: the chain does not hold" in done.out
    assert "quick: 3 of 4 recounted results are" in done.out


@pytest.mark.slow
def test_seats_that_were_exchanged_are_named(run, home):
    forge(URL, """UPDATE entries SET seats = '["b","b"]' WHERE id = 1""")
    done = verify(run)
    assert done.code == 1
    assert "differs: match quick/r1-a+b/1: the row was changed\n" in done.out
    assert "does not count as quick/r1-a+b/1: the bots by seat is " in done.out


@pytest.mark.slow
def test_a_record_that_is_gone_is_named_and_found_in_another_folder(run, home):
    (home / "moved").mkdir()
    RECORD.rename(home / "moved" / RECORD.name)
    done = verify(run)
    assert done.code == 1
    assert f"differs: result of quick/r1-a+b/1: its record is not there: {RECORD}\n" in done.out
    assert verify(run, "--records", "moved").code == 0


@pytest.mark.slow
def test_a_result_that_was_taken_out_with_its_link_leaves_a_record_that_nobody_counted(run, home):
    forge(URL, "DELETE FROM links WHERE place = 6", "DELETE FROM results WHERE id = 4")
    assert "differs: bot_sums: a: matches is 4 as stored, 3 by the results\n" in verify(run, "--key", "key.pem").out
    with closing(Ledger.open(URL)) as ledger:
        ledger.recount("quick")
    (home / "records/quick/quick.head").unlink()
    done = verify(run, "--key", "key.pem")
    assert done.code == 0, "nobody can see it in the ledger alone, unless its head is known"
    assert "note: complete records without a result: records/quick/quick-r2-a+b-" in done.out


def test_sums_that_were_exchanged_are_named_and_results_are_those_that_are_there(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ledger_of(tmp_path / "ledger.db", rounds=1).close()
    url = f"sqlite:///{tmp_path}/ledger.db"
    command = ("tournament", "verify", "cup", "--ledger", url, "--sample", 0)
    assert run(*command).code == 0
    forge(url, "UPDATE computed SET value = replace(value, '\"matches\":24', '\"matches\":36') WHERE what = 'sums'")
    done = run(*command)
    assert done.code == 1
    assert done.out.startswith("differs: computed: sums: matches is 36 as stored, 24 by the results\n")
    assert "cup: 21 of 22 sums are what the results give\n" in done.out
    assert done.out.endswith("; 24 results in all\n")


@pytest.mark.slow
def test_a_record_of_another_key_is_refused(run, home):
    SigningKey.create(home / "other.pem")
    done = verify(run, "--key", "other.pem")
    assert done.code == 1
    assert done.out.count("the record is signed by ") == 4
    assert done.out.count("it is signed by ") == 6 + 1, "the links and the head"


@pytest.mark.slow
def test_standings_verify_a_ledger_by_its_url(run, home):
    done = run("standings", "quick", "--verify", "--ledger", URL, "--jobs", "1")
    assert done.code == 0
    assert "4 of 4 recounted results" in done.out
    assert run("standings", "nobody", "--verify", "--ledger", URL).code == 2


@pytest.mark.parametrize(("arguments", "words"), [
    (("standings", "--sample", "3"), "--jobs are for --verify; give it too, or leave them out"),
    (("standings", "quick", "--verify"), "there is no ledger records/ledger.db; give --ledger"),
    (("tournament", "verify", "quick", "--head", "7"), "'7' is no head and no file; `verify` prints one"),
])
def test_what_does_not_fit_together_is_one_line(run, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    done = run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


@pytest.mark.slow
def test_several_processes_find_the_same_as_one(run, home):
    forge(URL, "UPDATE results SET faults = '[9,0]' WHERE entry_id = 1")
    alone = verify(run)
    command = [sys.executable, "-m", "lawspeaker_referee", "tournament", "verify", "quick", "--jobs", "2"]
    together = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (together.returncode, together.stdout) == (1, alone.out)
