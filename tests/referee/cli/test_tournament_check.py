"""`lawspeaker tournament check` and `run --rehearse`: what is missing before an event."""

from __future__ import annotations

import re
import shlex
import socket
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from lawspeaker_engine.games import GAMES
from lawspeaker_referee.cli import tournament_check
from lawspeaker_referee.competition.ledger.sums import BotSums
from lawspeaker_referee.competition.tournament import readiness
from lawspeaker_referee.competition.tournament.readiness import findings
from lawspeaker_referee.competition.tournament.rehearsal import rehearsal_of, troubles_in
from lawspeaker_referee.config.tournament import parse_config
from lawspeaker_referee.server.tokens import create, revoke
from measure.nginx import kept_port
from tests.games.parley import PARLEY
from tests.referee.cli.test_tournament import file
from tests.referee.competition.quick_tournaments import terms_of
from tests.referee.competition.test_remote_bots import GREEDY, REMOTE, Event
from tests.referee.competition.workers_here import put_workers_here
from tests.referee.server.certificates import make


@pytest.fixture(autouse=True)
def parley(monkeypatch):
    monkeypatch.setitem(GAMES, PARLEY.name, PARLEY)


def looked(folder: Path, *bots, certify=None, **changes) -> dict[str, str]:
    """Part -> what is said of it, of all that is missing."""
    return {each.part: each.words for each in findings(terms_of(folder, *bots, **changes), certify) if each.missing}


def listen(folder: Path, port: int, **more):
    return {"address": f"127.0.0.1:{port}", "tokens": str(folder / "tokens.txt"), **more}


def test_of_a_good_event_nothing_is_missing(tmp_path):
    for name in ("ann", "bob", "cleo", "dan"):
        create(tmp_path / "tokens.txt", f"{name}-token")
    pair = make(tmp_path, "referee")
    with kept_port() as port:
        tls = {"cert": str(pair.cert), "key": str(pair.key)}
        assert looked(tmp_path, *REMOTE, GREEDY, listen=listen(tmp_path, port, tls=tls)) == {}


def test_tokens_that_are_missing_or_revoked_are_named_with_the_command(tmp_path):
    create(tmp_path / "tokens.txt", "ann-token")
    revoke(tmp_path / "tokens.txt", "ann-token")
    found = looked(tmp_path, *REMOTE[:2], listen=listen(tmp_path, 1))
    assert found["bot ann"].startswith("the token ann-token is revoked; `lawspeaker tokens create ann-token --file ")
    assert found["bot bob"].startswith("the token bob-token is not in ")


def test_an_address_in_use_and_an_unreadable_certificate_are_told(tmp_path):
    create(tmp_path / "tokens.txt", "ann-token")
    (tmp_path / "cert").write_text("nothing")
    with kept_port() as port, closing(socket.create_server(("127.0.0.1", port))):
        found = looked(tmp_path, REMOTE[0], GREEDY, listen=listen(
            tmp_path, port, tls={"cert": str(tmp_path / "cert"), "key": str(tmp_path / "cert")}))
    assert found["address"] == f"cannot listen on 127.0.0.1:{port}: the port is taken"
    assert str(tmp_path / "cert") in found["certificate"]


def test_a_clock_without_a_limit_is_no_clock_for_bots_that_connect(tmp_path):
    create(tmp_path / "tokens.txt", "ann-token")
    with kept_port() as port:
        found = looked(tmp_path, REMOTE[0], GREEDY, clock="none", listen=listen(tmp_path, port))
    assert list(found) == ["clock"] and '"llm" for models' in found["clock"]


def test_bots_with_a_clock_of_their_own_are_told(tmp_path):
    bots = [{"name": "slow", "spec": "random", "clock": "10s"}, {"name": "b", "spec": "random"}]
    found = [each for each in findings(terms_of(tmp_path, *bots)) if each.part.startswith("clock")]
    assert [(each.part, each.words, each.missing) for each in found] == [("clock of slow", "10s", False)]


def test_bots_that_cannot_start_or_fail_a_trial_are_told(tmp_path):
    bots = [{"name": "gone", "spec": "cmd:/no/such/bot"}, GREEDY]
    assert "cannot be started" in looked(tmp_path, *bots)["bot gone"]
    assert looked(tmp_path, *bots, certify=lambda _: "fails clock")["bot here"] == "fails clock"
    near = [{"name": "near", "spec": "python:no.such:Bot"}, GREEDY]
    assert "cannot be made" in looked(tmp_path, *near, in_process=True, clock="none")["bot near"]


@pytest.mark.parametrize(("missing", "told"), [
    ("tokens.txt", "tokens.txt: No such file or directory; `lawspeaker tokens create NAME --file tokens.txt` makes it"),
    ("cert.pem", "cert.pem: No such file or directory"),
])
@pytest.mark.parametrize("way", [(), ("--rehearse",)])
def test_a_tournament_is_not_begun_without_a_file_that_bots_need_to_connect(run, tmp_path, monkeypatch, missing, told,
                                                                            way):
    monkeypatch.chdir(tmp_path)
    create(tmp_path / "tokens.txt", "b")
    pair = make(tmp_path, "referee")
    pair.cert.rename("cert.pem")
    pair.key.rename("key.pem")
    path = file(tmp_path, **{'"b", spec = "random"': '"b", spec = "token:b"'})
    path.write_text(path.read_text() + '[listen]\naddress = "127.0.0.1:1"\ntokens = "tokens.txt"\n'
                    'tls = { cert = "cert.pem", key = "key.pem" }\n')
    Path(missing).unlink()
    before = set(tmp_path.iterdir())
    done = run("tournament", "run", path, *way)
    assert (done.code, done.err) == (2, f"lawspeaker: {told}\n")
    assert set(tmp_path.iterdir()) == before


def test_the_command_prints_a_line_for_each_part_and_ends_with_1_if_something_is_missing(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(readiness, "missing_protection", lambda: ["a moat", "a wall"])
    of_our_own = run("tournament", "check", file(tmp_path))
    assert of_our_own.code == 0 and "strangers" not in of_our_own.out
    found = run("tournament", "check", file(tmp_path, **{'"b", spec = "random"': '"b", spec = "cmd:/no/such/bot"'}))
    assert found.code == 1
    assert [line.partition(":")[0] for line in found.out.splitlines()] == [
        "ok       bot a", "missing  bot b", "ok       sandbox", "ok       records"]
    assert "sandbox: for bots of strangers this machine lacks a moat, a wall: see SECURITY.md" in found.out


def test_of_a_bot_nothing_is_claimed_but_that_its_program_is_there(run, tmp_path):
    path = file(tmp_path, **{'"b", spec = "random"': '"b", spec = "cmd:python3 no/such/bot.py"'})
    lines = run("tournament", "check", path).out.splitlines()
    assert "ok       bot b: its program python3 is there; --certify tests the bot" in lines


def test_a_rehearsal_is_another_tournament_with_other_dice_in_which_pairs_meet_once(tmp_path):
    terms = terms_of(tmp_path, *REMOTE, GREEDY, name="c" * 30, secret="00" * 32, format={"kind": "swiss", "rounds": 3},
                     listen=listen(tmp_path, 1, wait="12h"))
    trial = rehearsal_of(terms)
    assert trial.records == terms.records.with_name(trial.name)
    assert parse_config(trial.as_dict(), "the ledger").name == trial.name, "however long the event's own is"
    assert (trial.secret, trial.format.kind, trial.format.seats, trial.format.dice) == (None, "round-robin", 1, "match")
    assert trial.listen is not None and trial.listen.seconds == 60


def test_a_rehearsal_says_who_was_lost_and_whose_answers_were_stand_ins(tmp_path):
    terms = terms_of(tmp_path, GREEDY, {"name": "model", "spec": "random"}, {"name": "well", "spec": "random"})
    sums = {"here": BotSums(matches=2, faults={"crashed": 3}, forfeits=1, substituted=1),
            "model": BotSums(matches=2, stand_ins={"provider failure": 40}, stood_in=2), "well": BotSums(matches=2)}
    assert [*troubles_in(SimpleNamespace(bot_sums=lambda _: sums), terms)] == [
        ("bot here in 2 matches: 3 faults; lost 1 of them because it was away or by its faults; "
         "a substitute played 1 of them to the end"),
        "bot model in 2 matches: 40 stand-ins; lost 2 of them by stand-ins"]


@pytest.mark.parametrize("records", ["records/cup", "elsewhere/cup"])
def test_the_command_that_a_rehearsal_names_finds_it_wherever_its_records_are(run, tmp_path, monkeypatch, records):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tournament_check, "TournamentRun", lambda *_, **__: SimpleNamespace(play=lambda: 0))
    done = run("tournament", "run", file(tmp_path, workers=f'records = "{records}"\nworkers'), "--rehearse")
    assert done.code == 1 and "bot a has played no match" in done.err
    (command,) = re.findall("`lawspeaker (.*?)`", done.err)
    found = run(*shlex.split(command.replace("BOT", "a")))
    assert (found.code, found.err) == (0, "")


@pytest.mark.slow
def test_a_rehearsal_counts_for_nothing_and_says_who_did_not_come(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    put_workers_here(monkeypatch)
    from lawspeaker_referee.cli.tournament_check import rehearse

    event = Event(tmp_path, *REMOTE[:1], GREEDY, wait="100ms")
    code = rehearse(tmp_path / "cup.toml", event.terms, None, None, 1.0, quiet=True, as_json=False)
    err = capsys.readouterr().err
    assert code == 1
    assert "cup: bot ann in 1 match: lost 1 of them because it was away or by its faults" in err
    assert "cup" not in event.ledger.tournaments()
