import json
import socket
import subprocess
import sys

import pytest

from lawspeaker_referee.commands.errors import WrongInput
from lawspeaker_referee.commands.serve import read_tokens
from tests.cli.process import PARLEY_COMMAND


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


def test_bots_that_dial_in_play_the_matches_wanted_and_the_records_verify(run, tmp_path):
    records, bot = tmp_path / "records", [sys.executable, "-m", "lawspeaker_bot.bots.random"]
    command = [*PARLEY_COMMAND, "serve", "parley", "--listen", "127.0.0.1:0", "--matches", "3",
               "--records", str(records), "--name", "cup"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as referee:
        port = json.loads(referee.stderr.readline())["port"]
        environment = {"LAWSPEAKER_ADDRESS": f"127.0.0.1:{port}"}
        bots = [subprocess.Popen(bot, env=environment, stderr=subprocess.PIPE, text=True) for _ in range(2)]
        log = [json.loads(line) for line in referee.stderr]
        for process in bots:
            assert process.communicate()[1] == ""
            assert process.returncode == 0
    assert referee.returncode == 0
    ended = sorted(line["match"] for line in log if line["event"] == "match ended")
    assert ended == [f"cup-00000{n}" for n in (1, 2, 3)]
    files = sorted(records.iterdir())
    assert [file.name for file in files] == [f"cup-00000{n}.lsr" for n in (1, 2, 3)]
    assert run("verify", *files).code == 0


def test_tokens_are_read_by_name_and_comments_left_out(tmp_path):
    file = tmp_path / "tokens"
    file.write_text("# the cup\nanna = s3cret\n\nbjorn=x=y\n")
    assert read_tokens(file) == {"anna": "s3cret", "bjorn": "x=y"}


@pytest.mark.parametrize(("text", "words"), [
    ("anna\n", "line 1: write NAME=TOKEN"), ("anna=1\nanna=2\n", "line 2"), ("anna=1\nbjorn=1\n", "line 2"),
    ("# none\n", "has no tokens"),
])
def test_a_wrong_file_of_tokens_is_refused_by_line(tmp_path, text, words):
    file = tmp_path / "tokens"
    file.write_text(text)
    with pytest.raises(WrongInput, match=words):
        read_tokens(file)


def test_tokens_that_are_no_text_are_one_clear_line(tmp_path):
    file = tmp_path / "tokens"
    file.write_bytes(b"anna=\xff")
    with pytest.raises(WrongInput, match="is not text in UTF-8"):
        read_tokens(file)
