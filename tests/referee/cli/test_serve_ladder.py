"""`lawspeaker serve --ladder`, and what `lawspeaker tournament` says of a ladder."""

from __future__ import annotations

import json
import socket
import threading
from importlib import import_module
from pathlib import Path

import pytest

from lawspeaker_engine.games import find_game
from lawspeaker_engine.setups import make_setup
from lawspeaker_referee.competition.ladder.restoring import begin, terms_of
from lawspeaker_referee.competition.ledger import Ledger
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.referee import LadderSettings
from lawspeaker_referee.host.queue_config import QueueConfig
from tests.referee.referee_file import referee_file
from tests.sample_sizes import first_quick

serve_command = import_module("lawspeaker_referee.cli.serve")
tournament_command = import_module("lawspeaker_referee.cli.tournament")
URL = "sqlite:///ledger.db"
FILE = """
name = "cup"
game = "northgard"
players = 2
format = { kind = "ladder" }
bots = [{ name = "a", spec = "random" }, { name = "b", spec = "random" }]
"""


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder with the ledger of a ladder in which nothing was played."""
    monkeypatch.chdir(tmp_path)
    northgard = find_game("northgard")
    config = QueueConfig(northgard, make_setup(northgard, 2, {}), Clock(2.0), Path("records"), bytes(32), "cup")
    ledger = Ledger.open(URL)
    begin(ledger, terms_of(config))
    ledger.close()
    return tmp_path


@pytest.mark.parametrize(("arguments", "words"), [
    (("--ladder",), "tokens is missing: a ladder knows bots by their tokens; make them by `lawspeaker tokens create"),
    (("--standings", "127.0.0.1:1"), "--standings is for a ladder; give --ladder too, or leave it out"),
    (("--referee", "east"), "--referee is for a ladder; give --ladder too, or leave it out"),
    (("--ladder", "--tokens", "t", "--referee", "no label"), "referee is 'no label'; it is a label: 1 to 20 letters"),
    (("--ladder", "--tokens", "t", "--referee", "east"), "referee is for several referees with one ledger in"),
    (("--ladder", "--tokens", "t", "--standings", "80"), "'80' is not HOST:PORT: it has no host; give 127.0.0.1:80"),
])
def test_what_does_not_fit_together_is_one_clear_line(run, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    done = run("serve", "northgard", *arguments)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert done.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_ledger_that_is_no_ledger_is_one_clear_line(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tokens").touch()
    file = referee_file(tmp_path / "referee.toml", game="northgard", tokens="tokens", ladder={"ledger": "mysql://x"})
    done = run("serve", file)
    assert (done.code, done.out) == (2, "")
    assert "write sqlite:///PATH or postgresql://" in done.err


def test_without_the_packages_of_ladders_it_is_said_what_to_install(run, monkeypatch):
    monkeypatch.setattr(tournament_command, "find_spec", lambda name: None if name == "openskill" else name)
    done = run("serve", "northgard", "--ladder", "--tokens", "tokens")
    assert (done.code, done.out) == (2, "")
    assert done.err == 'lawspeaker: ladders need openskill; pip install "lawspeaker-referee[tournament]"\n'


def test_the_settings_of_a_ladder_reach_the_referee(run, monkeypatch, tmp_path):
    told = []
    monkeypatch.setattr(serve_command, "serve_until_told", lambda config, read: told.append(config))
    file = referee_file(tmp_path / "referee.toml", game="northgard", tokens="t",
                        ladder={"ledger": URL, "standings": "[::1]:80", "rest": "2s"}, limits={"most_matches": 7})
    assert run("serve", "northgard", "--tokens", "t").code == 0
    assert run("serve", "northgard", "--tokens", "t", "--ladder").code == 0
    assert run("serve", file).code == 0
    assert [settings.ladder for settings in told] == [
        None, LadderSettings(), LadderSettings(ledger=URL, standings="[::1]:80", rest=2.0)]
    assert [settings.table.limits.most_matches for settings in told] == [None, None, 7]
    assert [settings.limits.matches_a_stream for settings in told] == [8, 4, 4]


@pytest.mark.parametrize("key", first_quick(1, ["listen", "metrics", "standings"]))
def test_a_ladder_that_cannot_listen_leaves_no_process_behind_that_it_waits_for(run, tmp_path, monkeypatch, key):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tokens").touch()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        keys = {"listen": "127.0.0.1:0", "tokens": "tokens", "ladder": {}}
        keys |= {"ladder": {key: address}} if key == "standings" else {key: address}
        done = run("serve", referee_file(tmp_path / "referee.toml", game="northgard", **keys))
    assert done.code == 2
    assert done.err.splitlines()[-1].startswith(f"lawspeaker: cannot listen on {address}")
    assert not {"counting_0", "rating_0"} & {thread.name for thread in threading.enumerate()}


@pytest.mark.parametrize("command", ["run", "extend", "resume", "pause", "status", "report"])
def test_a_tournament_file_is_no_ladder(run, home, command):
    (home / "cup.toml").write_text(FILE)
    done = run("tournament", command, "cup.toml")
    assert (done.code, done.out) == (2, "")
    assert done.err == "lawspeaker: cup.toml: format: a ladder has no file; `lawspeaker serve --ladder` plays it\n"


@pytest.mark.parametrize("command", ["resume", "pause"])
def test_a_ladder_is_played_by_serve_alone(run, home, command):
    done = run("tournament", command, "cup", "--ledger", URL)
    assert (done.code, done.out) == (2, "")
    assert done.err == "lawspeaker: cup is a ladder, which `lawspeaker serve --ladder` plays, as long as it runs\n"


@pytest.mark.parametrize("command", ["run", "extend"])
def test_a_tournament_does_not_become_the_ladder_of_its_name(run, home, command):
    (home / "cup.toml").write_text(FILE.replace("ladder", "round-robin"))
    done = run("tournament", command, "cup.toml", "--ledger", URL)
    assert (done.code, done.out) == (2, "")
    assert "cup: " in done.err
    assert "cannot become" in done.err


def test_a_ladder_has_a_report_and_a_status_but_its_secret_is_never_told(run, home):
    done = run("tournament", "report", "cup", "--ledger", URL, "--reveal")
    assert (done.code, done.out) == (2, "")
    assert done.err == ("lawspeaker: 'cup' is a ladder, which is never over: with its secret bots would know the dice "
                        "to come\n")
    report = run("tournament", "report", "cup", "--ledger", URL, "--json")
    assert (json.loads(report.out)["over"], json.loads(report.out)["secret"]) == (False, "")
    assert run("tournament", "report", "cup", "--ledger", URL).code == 0
    status = run("tournament", "status", "cup", "--ledger", URL)
    assert status.out.startswith("cup: a ladder: ")
    assert bytes(32).hex() not in report.out + status.out
