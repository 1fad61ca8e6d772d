"""`lawspeaker tournament faults`: the faults of one bot and what it printed, and nothing of the others."""

from __future__ import annotations

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
    """The ledger's URL of a tournament of one match, in which `mine@1` crashed and `third` left."""
    folder = tmp_path / "records"
    folder.mkdir()
    terms = parse_config({
        "name": "cup", "game": "parley", "players": 3, "records": str(folder), "format": {"kind": "round-robin"},
        "bots": [{"name": "mine", "version": "1", "spec": "random"}, *({"name": bot, "spec": "random"}
                                                                     for bot in BOTS[1:])]}, "cup.toml")
    drive = Drive(3, match_id="cup/1/1", start=False, rounds=3)
    for seat, bot in enumerate(BOTS):
        drive.tell(Joined(seat, BotInfo(bot, identity=bot)))
    for seat in range(3):
        drive.answer(seat, *by_decision(seat, drive.request(seat)))
    drive.tell(Left(0, Fault.FAULT_CRASHED, "exit code 7\x1b[2J"))
    drive.tell(Left(2, Fault.FAULT_DISCONNECTED, "a secret of others"))
    record = drive.play(by_decision).record(folder, "cup-1-1.lsr")
    entry = ScheduledMatch("cup/1/1", "1", 1, BOTS)
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
    lines = done.out.splitlines()
    assert lines[0].startswith("cup/1/1: seat 0 place ") and lines[1] == "  record  cup-1-1.lsr"
    assert "  seat 0 lost its bot, so a substitute played it to the end" in lines
    assert any("crashed  exit code 7\\x1b[2J" in line for line in lines)
    assert lines[-3:] == ["  printed by its process, in mine@1.w1-9-1.stderr", "    no plan\\x1b[2J", ""]
    assert "secret" not in done.out and "another match" not in done.out and "\x1b" not in done.out


def test_a_bot_without_faults_has_none_and_one_that_is_not_there_is_refused(run, cup):
    done = run("tournament", "faults", "cup", "other", "--ledger", cup)
    assert done.out == "other has no faults in counted matches\n"
    done = run("tournament", "faults", "cup", "mine", "--ledger", cup)
    assert (done.code, done.err) == (2, "lawspeaker: cup has no bot 'mine' (did you mean 'mine@1'?)\n")


def test_a_record_that_is_gone_leaves_the_output(run, cup, tmp_path):
    (tmp_path / "records" / "cup-1-1.lsr").unlink()
    out = run("tournament", "faults", "cup", "mine@1", "--ledger", cup).out
    assert "  the record cannot be read: cup-1-1.lsr: No such file or directory" in out and "    old\n" in out
    assert str(tmp_path) not in out
