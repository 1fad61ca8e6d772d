import asyncio
import json
import socket
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

from lawspeaker_engine.dice import match_seed
from lawspeaker_referee.config.clocks import PRESETS, Clock
from lawspeaker_referee.config.fault_policies import DEFAULT_POLICY, parse_policy
from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.host.storage import alone
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.signing import read_key
from lawspeaker_referee.server.tls import TlsFiles
from tests.referee.cli.process import PARLEY_COMMAND
from tests.referee.server.live_server import PATIENCE, bots

serve_command = import_module("lawspeaker_referee.cli.serve")


@pytest.mark.parametrize(("arguments", "words"), [
    (("parly",), "did you mean 'parley'?"),
    (("parley", "--players", "9"), "parley is played by 2, 3, 4 players, not 9"),
    (("parley", "--listen", "50051"), "'50051' is not HOST:PORT"),
    (("parley", "--listen", "localhost:70000"), "'localhost:70000' is not HOST:PORT"),
    (("parley", "--listen", "0.0.0.0:0"), "would let anybody in"),
    (("parley", "--option", "rounds=7"), "it is one of 1, 2, 3"),
    (("parley", "--matches", "0"), "0 is not in the range x>=1"),
    (("parley", "--name", "../x"), "cannot begin a file's name"),
    (("parley", "--tokens", "nowhere.txt"), "nowhere.txt: No such file or directory"),
    (("parley", "--tls-cert", "a.pem"), "--tls-cert and --tls-key go together: give both"),
    (("parley", "--tls-client-ca", "a.pem"), "--tls-client-ca needs TLS"),
    (("parley", "--tls-cert", "a.pem", "--tls-key", "b.pem"), "a.pem: No such file or directory"),
    (("parley", "--message-rate", "0"), "0 is not in the range"),
    (("parley", "--clock", "fast"), "'fast' is no clock"),
    (("parley", "--clock", "2s", "--move-time", "2s"), "--clock and --move-time both say the time limits"),
    (("parley", "--faults", "nowhere.toml"), "nowhere.toml: No such file or directory"),
    (("parley", "--key", "nowhere.key"), "nowhere.key: No such file or directory"),
    (("parley", "--secret", "nowhere/secret"), "nowhere/secret: No such file or directory"),
    (("parley", "--keepalive", "0"), "--keepalive 0 would never find a dead connection"),
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
        done = run("serve", "parley", "--listen", address, "--no-records")
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


def test_the_limits_of_the_command_line_reach_the_referee(run, monkeypatch):
    told = []
    monkeypatch.setattr(serve_command, "serve_until_told", told.append)
    assert run("serve", "parley").code == 0
    done = run("serve", "parley", "--most-streams", "7", "--streams-a-token", "6", "--matches-a-stream", "5",
               "--message-bytes", "4096", "--message-rate", "3.5", "--message-burst", "2", "--flood-patience", "1m",
               "--keepalive", "500ms", "--most-strangers", "4", "--strangers-an-address", "3", "--most-unread", "99",
               "--trusted-proxy", "10.0.0.0/8", "--trusted-proxy", "unix",
               "--tls-cert", "c", "--tls-key", "k", "--tls-client-ca", "a")
    assert done.code == 0
    default, given = told
    assert (default.limits, default.tls) == (Limits(), None)
    assert given.limits == Limits(streams=7, streams_a_token=6, matches_a_stream=5, message_bytes=4096,
                                  message_rate=3.5, message_burst=2, flood_patience=60.0, keepalive=0.5,
                                  strangers=4, strangers_an_address=3, queued=99)
    assert (default.trusted_proxies, given.trusted_proxies) == ((), ("10.0.0.0/8", "unix"))
    assert given.tls == TlsFiles(Path("c"), Path("k"), Path("a"))


def test_a_proxy_that_is_no_address_is_refused_in_one_line(run):
    done = run("serve", "parley", "--trusted-proxy", "nginx")
    assert (done.code, done.out) == (2, "")
    assert done.err == ("lawspeaker: --trusted-proxy nginx: 'nginx' does not appear to be an IPv4 or IPv6 network; "
                        "write an address or a network such as 10.0.0.0/8, or unix\n")


def test_clock_faults_key_and_secret_of_the_command_line_reach_the_referee(run, monkeypatch, tmp_path):
    told = []
    monkeypatch.setattr(serve_command, "serve_until_told", told.append)
    (tmp_path / "faults.toml").write_text("[faults]\ntimeout = 'forfeit-seat'\n")
    assert run("keys", "create", tmp_path / "key").code == 0
    assert run("serve", "parley").code == 0
    assert run("serve", "parley", "--move-time", "500ms").code == 0
    assert run("serve", "parley", "--clock", "blitz,lag=50ms", "--faults", tmp_path / "faults.toml", "--key",
               tmp_path / "key", "--secret", tmp_path / "secret").code == 0
    default, short, given = told
    assert (default.clock, default.policy, default.signer, default.secret_file) == (
        Clock(2.0), DEFAULT_POLICY, None, None)
    assert short.clock == Clock(0.5)
    assert given.clock == replace(PRESETS["blitz"], lag_compensation=0.05)
    assert given.policy == parse_policy({"timeout": "forfeit-seat"})
    assert given.signer.public == read_key(tmp_path / "key").public
    assert given.secret_file == tmp_path / "secret"
    refused = run("serve", "parley", "--no-records", "--key", tmp_path / "key")
    assert (refused.code, refused.err) == (
        2, "lawspeaker: --key signs records, and none are kept; leave out --no-records\n")


async def one_match(address):
    """Play a match to its end."""
    async with asyncio.timeout(PATIENCE), bots(address, 2, version="1") as players:
        await asyncio.gather(*(bot.play() for bot in players))


@pytest.mark.slow
def test_records_of_a_referee_with_a_key_are_signed_and_clock_and_policy_stand_in_them(run, tmp_path):
    assert run("keys", "create", tmp_path / "key").code == 0
    (tmp_path / "faults.toml").write_text("[faults]\ndisqualify_after = 3\n")
    command = [*PARLEY_COMMAND, "serve", "parley", "--listen", "127.0.0.1:0", "--matches", "1", "--records",
               str(tmp_path / "records"), "--name", "cup", "--key", str(tmp_path / "key"), "--clock", "5s+1m",
               "--faults", str(tmp_path / "faults.toml")]
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
