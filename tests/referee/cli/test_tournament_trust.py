"""Tests of what makes the results of a tournament credible: dice, secret, signatures, and bots that see nothing."""

from __future__ import annotations

import json
import sys

import pytest

from lawspeaker_engine.dice import commitment
from lawspeaker_referee.host.process.protection import missing_protection
from tests.referee.host.script_bots import needs_namespaces

CUP = """
name = "cup"
game = "northgard"
players = 2
workers = 1
format = { kind = "round-robin", rounds = ROUNDS }
bots = [{ name = "a", spec = SPEC }, { name = "b", spec = "random" }]
"""
LOOKS = """
import json, resource, sys
from pathlib import Path
from lawspeaker_bot import Bot, run
def seen(path):
    if not path.exists():
        return None
    return sorted(each.name for each in path.iterdir()) if path.is_dir() else path.read_text(errors="replace")
class Looks(Bot):
    def started(self, match):
        limits = [resource.getrlimit(each)[0] for each in (resource.RLIMIT_DATA, resource.RLIMIT_NOFILE)]
        print(json.dumps([{path: seen(Path(path)) for path in sys.argv[1:]}, limits]), flush=True)
    def decide(self, decision):
        return decision.default
run(Looks())
"""


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder to play in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def file(home, rounds=1, spec="random", more=""):
    path = home / "cup.toml"
    path.write_text(CUP.replace("ROUNDS", str(rounds)).replace("SPEC", json.dumps(spec)) + more)
    return path


@needs_namespaces
@pytest.mark.slow
def test_records_are_signed_and_bots_see_neither_them_nor_ledger_nor_key_and_have_the_limits_of_the_file(run, home):
    assert run("keys", "create", "real.key").code == 0
    (home / "referee.key").symlink_to("real.key")
    (home / "ledgers").mkdir()
    (home / "public.pem").write_text(run("keys", "export", "real.key").out)
    (home / "looks").mkdir()
    (home / "looks/looks.py").write_text(LOOKS)
    (home / "records" / "league").mkdir(parents=True)
    (home / "records" / "league" / "ledger.db").write_text("the secrets of another tournament")
    hidden = [home / name for name in (
        "records", "referee.key", "real.key", "ledgers/cup.db", "records/cup", "records/league/ledger.db",
        "ledgers/cup.db-wal")]
    path = file(home, spec=" ".join(["cmd:" + sys.executable, "looks/looks.py", *map(str, hidden), "public.pem"]),
                more='sandbox = { memory = "1.5G", files = 99 }')
    done = run("tournament", "run", path, "--ledger", f"sqlite:///{home}/ledgers/cup.db", "--key", "referee.key")
    assert done.code == 0, done.err
    lacks = ", ".join(missing_protection())
    assert (f"for bots of strangers this machine lacks {lacks}: see SECURITY.md" in done.err) is bool(lacks)
    records = sorted((home / "records" / "cup").glob("*.lsr"))
    assert len(records) == 2
    verified = run("verify", "--key", "public.pem", *records)
    assert (verified.code, verified.out.count("ok ")) == (0, 2)
    [printed] = (home / "records" / "cup").glob("a.*.stderr")
    played, *lines = printed.read_text().splitlines()
    assert played == "--- bot a played 2 matches, lastly cup/r1-a+b/1, cup/r1-a+b/2"
    for line in lines:
        seen, limits = json.loads(line)
        assert [seen.pop(str(each)) for each in hidden] == [[], "", "", "", None, None, ""]
        assert seen == {"public.pem": (home / "public.pem").read_text()}, "the bot sees what is not hidden"
        assert limits == [3 << 29, 99]
    assert all(each.stat().st_size for each in hidden[:6]), "and there was something to see"


def test_a_key_that_cannot_sign_is_refused_before_anything_is_played(run, home):
    assert run("keys", "create", "one.key").code == 0
    (home / "public.pem").write_text(run("keys", "export", "one.key").out)
    refused = run("tournament", "run", file(home), "--key", "public.pem")
    assert (refused.code, "public.pem is a public key, which cannot sign" in refused.err) == (2, True)
    assert not (home / "records").exists()


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_once_the_secret_is_told_every_report_and_status_tell_it_and_nothing_is_played(run, home):
    path = file(home)
    assert run("tournament", "run", path).code == 0
    before = json.loads(run("tournament", "status", "cup", "--json").out)
    assert before["secret"] == ""
    assert "  secret" not in run("tournament", "status", "cup").out
    secret = json.loads(run("tournament", "report", "cup", "--reveal", "--json").out)["secret"]
    assert commitment(bytes.fromhex(secret)).hex() == before["commitment"]
    status = run("tournament", "status", "cup")
    assert f"  commitment {before['commitment']}\n  secret {secret}\n" in status.out
    assert json.loads(run("tournament", "status", "cup", "--json").out)["secret"] == secret
    assert json.loads(run("tournament", "report", "cup", "--json").out)["secret"] == secret
    line = ("lawspeaker: cup: its secret was told, so bots could know the dice of new matches; begin another "
            "tournament\n")
    for command in (("run", path), ("resume", "cup"), ("extend", path), ("extend", file(home, rounds=2))):
        refused = run("tournament", *command)
        assert (refused.code, refused.out, refused.err) == (2, "", line), command
    assert len(list((home / "records" / "cup").glob("*.lsr"))) == 2


@pytest.mark.slow
@pytest.mark.usefixtures("workers_here")
def test_a_tournament_that_its_test_has_ended_is_not_extended(run, home):
    test = 'stop = { bot = "a", against = "b", elo0 = 0, elo1 = 400 }'
    done = run("tournament", "run", file(home, 40, "greedy", test))
    assert (done.code, done.out.startswith("cup: ended early: ")) == (0, True), done.err
    records = sorted((home / "records" / "cup").glob("*.lsr"))
    assert 2 < len(records) < 80
    longer = file(home, 50, "greedy", test)
    extended = run("tournament", "extend", longer)
    assert (extended.code, extended.out) == (0, done.out)
    assert extended.err == "cup: its test has decided H1, so it stays ended and nothing is taken over from the file\n"
    assert sorted((home / "records" / "cup").glob("*.lsr")) == records
    assert "rounds: 40 -> 50" in run("tournament", "run", longer).err, "the ledger has the terms of before"
