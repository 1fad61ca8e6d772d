import asyncio
import json
import os
import re
import socket
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest
from msgspec.structs import replace

from lawspeaker_engine.dice import match_seed
from lawspeaker_referee.config.clocks import PRESETS, Clock
from lawspeaker_referee.config.referee import KEYS, TABLES, RefereeConfig
from lawspeaker_referee.host.storage import alone
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.signing import read_key
from lawspeaker_referee.server.tokens import create, revoke
from tests.referee.cli.process import PARLEY_COMMAND
from tests.referee.referee_file import referee_file
from tests.referee.server.live_server import PATIENCE, bots

serve_command = import_module("lawspeaker_referee.cli.serve")


@pytest.mark.parametrize(("arguments", "words"), [
    (("parly",), "did you mean 'parley'?"),
    (("parley", "--players", "9"), "players is 9; it is a whole number from 2 to 4"),
    (("parley", "--listen", "50051"), "'50051' is not HOST:PORT"),
    (("parley", "--listen", "localhost:70000"), "'localhost:70000' is not HOST:PORT"),
    (("parley", "--listen", "0.0.0.0:0"), "would let anybody in"),
    (("parley", "--option", "rounds=7"), "it is one of 1, 2, 3"),
    (("parley", "--matches", "0"), "matches is 0; it is a whole number from 1 to "),
    (("parley", "--name", "../x"), "name is '../x'; it is a name: 1 to 30 letters"),
    (("parley", "--tokens", "nowhere.txt"), "nowhere.txt: No such file or directory"),
    (("parley", "--clock", "fast"), "'fast' is no clock"),
    (("parley", "--most-matches", "3"), "is no option but a key of a file: limits.most_matches; see docs/serving.md"),
    (("parley", "--tls-cert=a.pem"), "--tls-cert is no option but a key of a file: tls.cert; see docs/serving.md"),
    (("parley", "--key", "k"), "--key is no option but a key of a file: key; see docs/serving.md"),
    (("parley", "--most-unheard", "3"), "No such option '--most-unheard'"),
    (("nowhere.toml",), "nowhere.toml: No such file or directory"),
    (("folder/parley",), "folder/parley: No such file or directory"),
])
def test_wrong_input_is_one_clear_line_and_exit_code_2(run, tmp_path, monkeypatch, arguments, words):
    monkeypatch.chdir(tmp_path)
    done = run("serve", *arguments)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert done.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_an_occupied_port_is_one_clear_line_and_exit_code_2(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        done = run("serve", "parley", "--listen", address, "--records", tmp_path)
    assert (done.code, done.out) == (2, "")
    assert f"cannot listen on {address}: the port is taken" in done.err
    assert done.err.count("\n") == 1


def test_a_second_referee_of_a_name_is_refused_in_one_line_as_long_as_the_first_one_is_there(run, tmp_path):
    with alone(tmp_path, "cup"):
        done = run("serve", "parley", "--name", "cup", "--records", tmp_path, "--listen", "127.0.0.1:0")
        with alone(tmp_path, "other"):
            pass
    assert (done.code, done.out) == (2, "")
    assert done.err == (f"lawspeaker: another referee plays cup with the records in {tmp_path}; end it first, or take "
                        "another --name or --records\n")
    with alone(tmp_path, "cup"):
        pass


@pytest.mark.slow
def test_bots_that_dial_in_play_the_matches_wanted_and_the_records_verify(run, tmp_path):
    records, bot = tmp_path / "records", [sys.executable, "-m", "lawspeaker_bot.random_bot"]
    command = [*PARLEY_COMMAND, "serve", "parley", "--listen", "127.0.0.1:0", "--matches", "3",
               "--records", str(records), "--name", "cup"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as referee:
        port = json.loads(referee.stderr.readline())["port"]
        environment = {"LAWSPEAKER_ADDRESS": f"127.0.0.1:{port}"}
        started = [subprocess.Popen(bot, env=environment, stderr=subprocess.PIPE, text=True) for _ in range(2)]
        log = [json.loads(line) for line in referee.stderr]
        for process in started:
            assert process.communicate()[1] == ""
            assert process.returncode == 0
    assert referee.returncode == 0
    ended = sorted(line["match"] for line in log if line["event"] == "match ended")
    assert ended == [f"cup-00000{n}" for n in (1, 2, 3)]
    files = sorted(records.glob("*.lsr*"))
    assert [file.name for file in files] == [f"cup-00000{n}.lsr" for n in (1, 2, 3)]
    assert run("verify", *files).code == 0


def test_tokens_of_the_old_kind_are_refused_with_what_to_do(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tokens").write_text("# the cup\nanna = s3cret\n")
    done = run("serve", "parley", "--tokens", "tokens")
    assert (done.code, done.out) == (2, "")
    assert done.err == ("lawspeaker: tokens, line 2: tokens are not kept in clear any more; remove the line and run "
                        "`lawspeaker tokens create anna`\n")
    assert [path.name for path in tmp_path.iterdir()] == ["tokens"]


@pytest.mark.parametrize(("keys", "words"), [
    ({"tls": {"cert": "a.pem", "key": "b.pem"}}, "a.pem: No such file or directory"),
    ({"key": "nowhere.key"}, "nowhere.key: No such file or directory"),
    ({"secret_file": "nowhere/secret"}, "nowhere/secret: No such file or directory"),
    ({"tokens": "nowhere.txt"}, "nowhere.txt: No such file or directory; `lawspeaker tokens create NAME --file "),
    ({"records": "referee.toml"}, "records is referee.toml, but referee.toml is no folder"),
    ({"records": "referee.toml/records"}, "records is referee.toml/records, but referee.toml is no folder"),
    ({"tokens": "pipe"}, "pipe: is a named pipe and no file"),
    ({"secret_file": "pipe"}, "pipe: is no file"),
    ({"key": "pipe"}, "pipe: is a named pipe and no file"),
])
def test_files_that_cannot_be_used_are_one_clear_line(run, tmp_path, monkeypatch, keys, words):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    referee_file(Path("referee.toml"), game="parley", listen="127.0.0.1:0", **keys)
    for more in ((), ("--check",)) if "secret_file" not in keys else ((),):
        done = run("serve", "referee.toml", *more)
        assert (done.code, done.out) == (2, "")
        assert words in done.err
        assert done.err.count("\n") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pipe", "referee.toml"]


@pytest.fixture
def told(monkeypatch):
    """The settings with which a referee would have been started."""
    found: list[RefereeConfig] = []
    monkeypatch.setattr(serve_command, "serve_until_told", lambda config, read: found.append(config))
    return found


def test_each_option_overrides_the_key_of_its_name_and_there_are_twelve_at_most():
    options = [each for each in serve_command.serve.params if isinstance(each, click.Option)]
    assert len(options) <= 12
    for option in options:
        if option.name != "check":
            assert option.name in {key.rpartition(".")[2] for key in KEYS} | set(TABLES), option.name
            assert option.help is not None
            said = re.findall(r"`([a-z.]+)`", option.help)
            assert option.opts == [f"--{option.name}"] or option.name in said, option.name


def test_options_override_the_keys_of_a_file(run, told, tmp_path):
    file = referee_file(tmp_path / "referee.toml", game="parley", players=2, options={"rounds": 1}, name="cup",
                        listen="127.0.0.1:1", tokens="t", matches=4, clock="1s",
                        ladder={"rest": "2s", "standings": "127.0.0.1:2"})
    assert run("serve", file).code == 0
    assert run("serve", file, "--players", 3, "--option", "rounds=2", "--listen", "127.0.0.1:5", "--tokens", "u",
               "--matches", 5, "--name", "club", "--clock", "blitz", "--records", "r", "--standings", "127.0.0.1:6",
               ).code == 0
    before, after = told
    assert (before.setup.players, dict(before.setup.options)["rounds"], before.clock) == (2, 1, Clock(1.0))
    assert (after.setup.players, dict(after.setup.options)["rounds"], after.clock) == (3, 2, PRESETS["blitz"])
    assert after.table == replace(before.table, players=3, options={"rounds": 2}, listen="127.0.0.1:5", tokens="u",
                                  matches=5, name="club", clock=PRESETS["blitz"].text, records="r",
                                  ladder=replace(before.table.ladder, standings="127.0.0.1:6"))


def test_a_game_alone_is_served_as_a_file_with_nothing_else_in_it(run, told, tmp_path):
    assert run("serve", "parley").code == 0
    assert run("serve", referee_file(tmp_path / "referee.toml", game="parley")).code == 0
    assert told[0] == told[1]
    assert run("serve").code == 0
    assert told[2].game.name == "northgard"


def test_a_check_says_what_would_be_served_and_starts_and_writes_nothing(run, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    create(tmp_path / "tokens", "ann")
    revoke(tmp_path / "tokens", "ann")
    create(tmp_path / "tokens", "bob")
    assert run("keys", "create", "key").code == 0
    referee_file(Path("referee.toml"), game="parley", clock="standard", tokens="tokens", key="key", matches=1,
                 metrics="127.0.0.1:9090", faults={"timeout": "random"},
                 ladder={"standings": "127.0.0.1:8080", "rest": "90s"})
    before = sorted(tmp_path.iterdir())
    done = run("serve", "referee.toml", "--check")
    assert (done.code, done.err) == (0, "")
    fingerprint = read_key(Path("key")).public.fingerprint
    assert done.out == f"""\
referee.toml: all is right
  game     parley for 2 players, options (all as by default)
  clock    {PRESETS["standard"].text}
  faults   timeout=random (the others as by default)
  listen   127.0.0.1:50051, without TLS
  bots     with one of 1 token of tokens
  records  records, signed by {fingerprint}
  end      after 1 match
  ladder   ledger in the folder of the records, a rest of 90s, up to 25 % of matches challenges
  pages    http://127.0.0.1:8080/
  metrics  http://127.0.0.1:9090/metrics
"""
    assert sorted(tmp_path.iterdir()) == before
    assert told == []
    Path("referee.toml").write_text('game = "parley"\nlisten = "somewhere"\n')
    wrong = run("serve", "--check", "referee.toml")
    assert (wrong.code, wrong.out, wrong.err.count("\n")) == (2, "", 1)
    assert wrong.err.startswith("lawspeaker: referee.toml: listen: 'somewhere' is not HOST:PORT: it has no port")


async def one_match(address):
    """Play a match to its end."""
    async with asyncio.timeout(PATIENCE), bots(address, 2, version="1") as players:
        await asyncio.gather(*(bot.play() for bot in players))


@pytest.mark.slow
def test_records_of_a_referee_with_a_key_are_signed_and_clock_and_policy_stand_in_them(run, tmp_path):
    assert run("keys", "create", tmp_path / "key").code == 0
    file = referee_file(tmp_path / "referee.toml", game="parley", listen="127.0.0.1:0", matches=1, name="cup",
                        records=tmp_path / "records", key=tmp_path / "key", clock="5s+1m",
                        faults={"disqualify_after": 3})
    command = [*PARLEY_COMMAND, "serve", str(file)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as referee:
        line = json.loads(referee.stderr.readline())
        assert line["clock"] == "5s,bank=1m"
        asyncio.run(one_match(f"127.0.0.1:{line['port']}"))
        referee.stderr.read()
    path = tmp_path / "records" / "cup-000001.lsr"
    assert run("verify", path, "--key", tmp_path / "key").code == 0
    header = read_record(path).header
    assert (header.clock.bank_ms, header.policy.disqualify_after) == (60_000, 3)
    secret = tmp_path / "records" / ".secret"
    assert match_seed(bytes.fromhex(secret.read_text().strip()), "cup-000001") == read_record(path).footer.seed
    assert secret.stat().st_mode & 0o077 == 0
    assert (tmp_path / "records" / ".cup.last").read_text() == "1\n"
