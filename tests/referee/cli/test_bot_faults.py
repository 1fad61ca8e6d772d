"""`lawspeaker tournament faults`: the faults of one bot and what it printed, and nothing of the others."""

from __future__ import annotations

import json
import re

import pytest

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.competition.results import ScheduledMatch
from lawspeaker_referee.competition.tournament.record_result import MatchAgreement, played_in
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY
from lawspeaker_referee.config.tournament import parse_config
from lawspeaker_referee.match.events import BotInfo, Joined, Left
from lawspeaker_referee.record.file import read_record
from tests.games.parley import PARLEY
from tests.referee.match.match_driver import Drive, by_decision

BOTS = ("mine@1", "other", "third")


@pytest.fixture
def cup(tmp_path):
    """The ledger's URL of a tournament of one match: `mine@1` crashed, `third` left, two of `other` were refused."""
    return played_with(tmp_path, refused=2)


@pytest.fixture
def calm(tmp_path):
    """The same without refused answers."""
    return played_with(tmp_path, refused=0)


def played_with(tmp_path, refused, bots=BOTS):
    folder = tmp_path / "records"
    folder.mkdir()
    terms = parse_config({
        "name": "cup", "game": "parley", "players": len(bots), "records": str(folder),
        "format": {"kind": "round-robin"},
        "bots": [{"name": "mine", "version": "1", "spec": "random"}, *({"name": bot, "spec": "random"}
                                                                     for bot in bots[1:])]}, "cup.toml")
    drive = Drive(len(bots), match_id="cup/1/1", start=False, rounds=3)
    for seat, bot in enumerate(bots):
        drive.tell(Joined(seat, BotInfo(bot, identity=bot)))
    for seat in range(len(bots)):
        for _ in range(refused * (seat == 1)):
            drive.answer(seat, 99)
        drive.answer(seat, *by_decision(seat, drive.request(seat)))
    drive.tell(Left(0, Fault.FAULT_CRASHED, "exit code 7\x1b[2J"))
    if len(bots) > 2:
        drive.tell(Left(2, Fault.FAULT_DISCONNECTED, "a secret of others"))
    record = drive.play(by_decision).record(folder, "cup-1-1.lsr")
    entry = ScheduledMatch("cup/1/1", "1", 1, bots)
    agreed = MatchAgreement(PARLEY, drive.match.setup, drive.match.clock, DEFAULT_POLICY, record.header.seed_commitment)
    played, details = played_in(read_record(folder / "cup-1-1.lsr"), entry, agreed)
    (folder / "mine@1.w1-9-1.stderr").write_text("--- bot mine@1 played 1 match, lastly cup/1/1\nold\nno plan\x1b[2J\n")
    (folder / "mine@1.w1-9-2.stderr").write_text("--- bot mine@1 played 1 match, lastly cup/1/11\nanother match\n")
    (folder / "third.w1-9-3.stderr").write_text("--- bot third played 1 match, lastly cup/1/1\nits secret\n")
    url = f"sqlite:///{folder / 'ledger.db'}"
    ledger = Ledger.open(url)
    ledger.begin("cup", terms.as_dict())
    ledger.schedule("cup", [entry])
    ledger.count("cup", played, str(folder / "cup-1-1.lsr"), details)
    ledger.close()
    return url


def test_the_author_of_a_bot_sees_its_faults_and_what_it_printed_and_nothing_of_others(run, cup):
    done = run("tournament", "faults", "cup", "mine@1", "--ledger", cup, "--lines", 1)
    assert done.code == 0, done.err
    summary, _, *lines = done.out.splitlines()
    assert summary.startswith("mine@1: ") and "fault" in summary and "refused" not in summary
    assert lines[0].startswith("cup/1/1: seat 0 place ") and lines[1] == "  record  cup-1-1.lsr"
    assert "  seat 0 lost its bot, so a substitute played it to the end" in lines
    assert any("crashed  exit code 7\\x1b[2J" in line for line in lines)
    assert lines[-3:] == ["  printed by its process, in mine@1.w1-9-1.stderr", "    no plan\\x1b[2J", ""]
    assert "secret" not in done.out and "another match" not in done.out and "\x1b" not in done.out


def test_the_author_of_a_bot_sees_refused_answers_where_there_are_no_faults(run, cup):
    lines = run("tournament", "faults", "cup", "other", "--ledger", cup).out.splitlines()
    assert re.fullmatch(r"other: 2 answers refused in \d+ decisions of 1 match", lines[0])
    assert lines[2].startswith("cup/1/1: seat 1 place ") and "  refused     2 answers" in "\n".join(lines)


@pytest.mark.parametrize("words", [("--bot", "other", "--bot", "mine"), ("--won-by", "mine")])
def test_matches_of_a_bot_that_is_not_there_are_refused(run, cup, words):
    done = run("tournament", "matches", "cup", "--ledger", cup, *words)
    assert (done.code, done.out) == (2, "")
    assert done.err == "lawspeaker: cup has no bot 'mine' (did you mean 'mine@1'?)\n"


@pytest.mark.parametrize(("words", "error"), [
    (("--bot", "nobody"), "cup has no bot 'nobody'; it has mine@1, other, third"),
    (("--output", "x.csv"), "--output is for a table; say which one by --to, such as --to csv"),
    (("--force",), "--force is for a table; say which one by --to, such as --to csv"),
])
def test_words_that_would_list_nothing_or_do_nothing_are_refused(run, cup, words, error):
    done = run("tournament", "matches", "cup", "--ledger", cup, *words)
    assert (done.code, done.out, done.err) == (2, "", f"lawspeaker: {error}\n")


def test_a_key_is_refused_where_nothing_is_signed(run, cup, tmp_path):
    assert run("keys", "create", tmp_path / "key.pem").code == 0
    done = run("tournament", "report", "cup", "--ledger", cup, "--key", tmp_path / "key.pem")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "lawspeaker: --key signs what --reveal writes to the ledger, and nothing is written; give --reveal too\n")


def test_a_list_without_a_match_says_so(run, cup):
    done = run("tournament", "matches", "cup", "--ledger", cup, "--round", 99)
    assert (done.code, done.out, done.err) == (0, "", "lawspeaker: no counted match is such a one\n")


def test_matches_that_a_bot_forfeited_without_a_fault_are_counted(run, tmp_path):
    """A match of two sides ends when one crashes, so that no decision is left for the referee."""
    url = played_with(tmp_path, refused=0, bots=BOTS[:2])
    done = run("tournament", "faults", "cup", "mine@1", "--ledger", url)
    assert done.out.startswith("mine@1: 1 match forfeited in 1 decision of 1 match\n")
    listed = run("tournament", "matches", "cup", "--ledger", url).out
    assert re.fullmatch(r"cup/1/1: 1\. other -?\d+, 2\. mine@1 -?\d+ \(forfeit: crashed\)\n", listed)
    assert run("tournament", "report", "cup", "--ledger", url, "--html", tmp_path / "report.html").code == 0
    for page in (tmp_path / "report.html", *(tmp_path / "report-bots").iterdir()):
        assert re.search(r"2\. mine@1 -?\d+ \(forfeit\)", page.read_text()), page


def test_refused_answers_are_beside_faults_wherever_these_are(run, cup, tmp_path):
    """One count: that of the record, which `show` tells too."""
    shown = run("show", tmp_path / "records" / "cup-1-1.lsr").out
    assert "  refused     2 answers" in shown
    line = run("tournament", "status", "cup", "--ledger", cup).out
    assert "decisions taken by the referee, 2 answers refused" in line
    status = json.loads(run("tournament", "status", "cup", "--ledger", cup, "--json").out)
    assert status["refused"] == 2
    assert "2 answers refused" in run("tournament", "matches", "cup", "--ledger", cup).out
    report = run("tournament", "report", "cup", "--ledger", cup, "--html", tmp_path / "report.html").out
    assert report == ""
    text = run("tournament", "report", "cup", "--ledger", cup).out
    table = text[text.index("Scores, times and faults"):].splitlines()
    row = next(line for line in table if line.startswith(" other "))
    assert any("mean score" in line and "refused" in line for line in table) and row.split()[-1] == "2"
    page = (tmp_path / "report.html").read_text()
    assert "2 answers refused</td>" in page
    own = (tmp_path / "report-bots" / "other.html").read_text()
    assert '<dd id="refused-counted">2</dd>' in own and ">2 answers refused</td>" in own
    assert '<dd id="refused-counted">0</dd>' in (tmp_path / "report-bots" / "third.html").read_text()


def test_a_bot_without_faults_has_none_and_one_that_is_not_there_is_refused(run, calm):
    done = run("tournament", "faults", "cup", "other", "--ledger", calm)
    assert done.out == "other has no faults and no refused answers in counted matches\n"
    cup = calm
    done = run("tournament", "faults", "cup", "mine", "--ledger", cup)
    assert (done.code, done.err) == (2, "lawspeaker: cup has no bot 'mine' (did you mean 'mine@1'?)\n")


def test_a_record_that_is_gone_leaves_the_output(run, cup, tmp_path):
    (tmp_path / "records" / "cup-1-1.lsr").unlink()
    out = run("tournament", "faults", "cup", "mine@1", "--ledger", cup).out
    assert "  the record cannot be read: cup-1-1.lsr: No such file or directory" in out and "    old\n" in out
    assert str(tmp_path) not in out
