"""The head that `tournament run` keeps beside its ledger, and `tournament verify` and `standings --verify` with it."""

from __future__ import annotations

import errno
import json
import os
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from lawspeaker_referee.cli import lawspeaker
from lawspeaker_referee.cli.errors import exit_code
from lawspeaker_referee.competition.head_keeper import HeadKeeper
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.competition.ledger.signed_head import read_head
from lawspeaker_referee.record.signing import SigningKey
from tests.referee.cli.test_tournament import file
from tests.referee.competition.planted_results import ladder_of
from tests.referee.competition.test_ledger_chain import forge
from tests.referee.competition.workers_here import put_workers_here

pytestmark = pytest.mark.attack

URL = "sqlite:///records/quick/ledger.db"
HEAD = Path("records/quick/quick.head")


@pytest.fixture(scope="module")
def planted(tmp_path_factory) -> Path:
    """A folder with the ledger of 60 drawn matches, whose links are not signed, and its signed head."""
    folder = tmp_path_factory.mktemp("planted")
    ledger = ladder_of(folder / "ledger.db")
    HeadKeeper(folder / "cup.head", "cup", SigningKey.create(folder / "key.pem")).keep(ledger)
    SigningKey.create(folder / "other.pem")
    ledger.close()
    return folder


@pytest.fixture
def cup(planted, tmp_path, monkeypatch) -> Path:
    folder = Path(shutil.copytree(planted, tmp_path / "cup"))
    monkeypatch.chdir(folder)
    return folder


def verify(run, *options: object):
    return run("tournament", "verify", "cup", "--ledger", "sqlite:///ledger.db", "--sample", 0, *options)


def cut(results: int) -> None:
    """Take away all results of the drawn ledger but so many, with their links and in all sums."""
    forge("sqlite:///ledger.db", f"DELETE FROM links WHERE place > {1 + 2 * results}",
          f"DELETE FROM results WHERE id > {results}", f"DELETE FROM entries WHERE id > {results}")
    with closing(Ledger.open("sqlite:///ledger.db")) as ledger:
        ledger.recount("cup")


def test_a_cut_end_is_found_by_the_head_beside_the_ledger_which_verify_looks_for_by_itself(run, cup):
    honest = verify(run)
    assert honest.code == 0
    signer = read_head(Path("cup.head")).signer.fingerprint
    assert f"cup: cup.head has head 121, signed by {signer}\n" in honest.out
    assert "60 results in all\n" in honest.out
    cut(30)
    done = verify(run)
    assert done.code == 1
    gone = "the chain ends at link 61, and link 121 was noted in cup.head: what came after is gone"
    assert done.out.startswith(f"differs: {gone}\n")
    assert done.out.endswith("; 30 results in all\n")
    ladder = run("standings", "cup", "--verify", "--ledger", "sqlite:///ledger.db", "--sample", 0)
    assert (ladder.code, ladder.out) == (1, done.out)


def test_a_head_that_was_rolled_back_with_the_ledger_is_found_by_a_copy_elsewhere(run, cup):
    shutil.copy("cup.head", "copy.head")
    assert verify(run, "--head", "copy.head").code == 0
    cut(30)
    with closing(Ledger.open("sqlite:///ledger.db")) as ledger:
        Path("cup.head").unlink()
        HeadKeeper(Path("cup.head"), "cup").keep(ledger)
    assert verify(run).code == 0, "nothing here shows it"
    done = verify(run, "--head", "copy.head")
    assert done.code == 1
    assert "differs: the chain ends at link 61, and link 121 was noted in copy.head: " in done.out
    Path("cup.head").unlink()
    gone = verify(run)
    assert gone.code == 0
    assert "cup: no head is kept in cup.head, so links that were cut off at its end would not be missed\n" in gone.out


def test_a_ledger_without_a_key_says_so_and_its_head_needs_the_right_one(run, cup):
    right = verify(run, "--key", "key.pem")
    assert right.code == 1, "no link is signed"
    assert "differs: cup.head" not in right.out
    fingerprint = read_head(Path("cup.head")).signer.fingerprint
    wrong = verify(run, "--key", "other.pem")
    assert f"differs: cup.head: it is signed by {fingerprint}, should be by " in wrong.out
    with closing(Ledger.open("sqlite:///ledger.db")) as ledger:
        HeadKeeper(Path("cup.head"), "cup").keep(ledger)
        ledger.decide("cup", "paused", {})
        HeadKeeper(Path("cup.head"), "cup").keep(ledger)
    assert "cup: cup.head has head 122, not signed\n" in verify(run).out
    assert "differs: cup.head: it is not signed; it should be, by " in verify(run, "--key", "key.pem").out


@pytest.mark.parametrize("text", ["", "{}", "12:ab", '{"tournament":"cup","links":1,"hash":"00"}'])
def test_what_is_no_head_is_a_difference(run, cup, text):
    Path("cup.head").write_text(text)
    done = verify(run)
    assert done.code == 1
    assert done.out.startswith("differs: cup.head holds no head of a ledger, as `lawspeaker tournament run` ")


@pytest.fixture(scope="module")
def played(tmp_path_factory) -> Path:
    """A folder with a tournament of two matches that is signed, its key, and what was printed."""
    folder = tmp_path_factory.mktemp("played")
    SigningKey.create(folder / "key.pem")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        put_workers_here(patch)
        assert exit_code(lawspeaker, ["tournament", "run", str(file(folder)), "--key", "key.pem"]) == 0
    return folder


@pytest.fixture
def home(played, tmp_path, monkeypatch) -> Path:
    folder = Path(shutil.copytree(played, tmp_path / "home"))
    monkeypatch.chdir(folder)
    put_workers_here(monkeypatch)
    return folder


@pytest.mark.slow
def test_run_keeps_a_signed_head_prints_it_and_goes_on_from_it(run, home):
    before = read_head(HEAD)
    again = run("tournament", "run", "quick.toml", "--key", "key.pem")
    assert again.code == 0
    assert f"  head {before.text}, signed by {before.signer.fingerprint}, is kept in {HEAD}\n" in again.out
    extended = run("tournament", "extend", file(home, rounds=2), "--key", "key.pem", "--json")
    assert json.loads(extended.out.splitlines()[-1])["end"]["head"] == read_head(HEAD).text
    assert read_head(HEAD).links > before.links
    done = run("tournament", "verify", "quick", "--jobs", 1, "--key", "key.pem")
    assert done.code == 0
    assert f"quick: {HEAD} has head {read_head(HEAD).links}, signed by " in done.out


@pytest.mark.slow
def test_a_ledger_that_was_cut_is_not_played_on_so_no_newer_head_hides_it(run, home):
    before = HEAD.read_bytes()
    forge(URL, "DELETE FROM links WHERE place > 3", "DELETE FROM results WHERE id > 1")
    for command in ("run", "resume", "extend", "pause"):
        done = run("tournament", command, file(home, rounds=2 if command == "extend" else 1))
        assert (done.code, done.out) == (2, ""), command
        assert done.err.startswith(f"lawspeaker: {HEAD} was written when the ledger of quick had "), command
        assert done.err.count("\n") == 1
    assert HEAD.read_bytes() == before
    HEAD.rename("old.head")
    assert run("tournament", "run", file(home), "--key", "key.pem").code == 0, "somebody has said that it is meant"


@pytest.mark.slow
def test_a_full_disk_while_the_head_is_written_is_one_line_and_the_matches_count(run, home, monkeypatch):
    before = HEAD.read_bytes()
    real = os.fsync

    def full(number: int) -> None:
        if Path(f"/proc/self/fd/{number}").readlink().name.startswith(".quick.head."):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(number)

    monkeypatch.setattr(os, "fsync", full)
    done = run("tournament", "extend", file(home, rounds=2), "--key", "key.pem", "--quiet")
    assert done.code == 0
    assert done.err.splitlines()[-1] == (
        "quick: the head of the ledger is not kept, so a cut of its newest links would not be found: "
        f"{HEAD}: No space left on device")
    assert HEAD.read_bytes() == before
    assert run("tournament", "verify", "quick", "--jobs", 1, "--key", "key.pem").code == 0, "longer than its head"


@pytest.mark.slow
def test_the_secret_that_is_revealed_is_in_the_head_too(run, home):
    before = read_head(HEAD).links
    assert run("tournament", "report", "quick", "--reveal", "--key", "key.pem").code == 0
    assert read_head(HEAD).links == before + 1
