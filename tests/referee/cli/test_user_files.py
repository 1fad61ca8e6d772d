"""Files that people name, as editors save them, and what has the name of a file and is none."""

from __future__ import annotations

import os
import socket
import subprocess
from pathlib import Path

import pytest

from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.config.tournament import read_config
from lawspeaker_referee.config.user_files import read_text, read_toml
from lawspeaker_referee.config.validation import BadConfig
from lawspeaker_referee.host.storage import keep_secret
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.file import read_header, read_outline, read_record, read_whole_entries
from lawspeaker_referee.record.growing import GrowingRecord, header_of_part
from lawspeaker_referee.record.signing import SigningKey, read_key
from lawspeaker_referee.record.writer import RecordWriter
from lawspeaker_referee.server import tokens
from tests.referee.cli.process import PARLEY_COMMAND
from tests.referee.server.live_server import PATIENCE

BOM = b"\xef\xbb\xbf"
CUP = """
name = "cup"
game = "clansmen"
players = 2
clock = "3s"
format = { kind = "round-robin", rounds = 1 }
bots = [{ name = "a", spec = "random" }, { name = "b", spec = "random" }]
"""


def windows(text):
    """A text as Windows' editors save it: with a byte order mark, and two bytes at the end of each line."""
    return BOM + text.replace("\n", "\r\n").encode()


@pytest.fixture(params=["named pipe", "socket", "device", "folder"])
def no_file(request, tmp_path):
    """Something that is no file, with the name of a record, and the words for it."""
    path = tmp_path / "x.lsr"
    match request.param:
        case "named pipe":
            os.mkfifo(path)
        case "socket":
            with socket.socket(socket.AF_UNIX) as listener:
                listener.bind(str(path))
        case "device":
            path.symlink_to("/dev/zero")
        case "folder":
            path.mkdir()
            return path, "Is a directory"
    return path, f"is a {request.param} and no file"


# --- byte order marks ---


def test_a_tournament_file_of_windows_says_what_it_says_elsewhere(tmp_path):
    here, there = tmp_path / "here.toml", tmp_path / "there.toml"
    here.write_text(CUP)
    there.write_bytes(windows(CUP))
    assert read_config(there) == read_config(here)
    assert read_config(there).clock == Clock(3.0)


def test_faults_of_windows_are_taken(run, tmp_path):
    file = tmp_path / "faults.toml"
    file.write_bytes(windows('[faults]\ntimeout = "random"\n'))
    done = run("play", "parley", "--bot", "random", "random", "random", "--in-process", "--faults", file)
    assert done.code == 0, done.err


def test_tokens_of_windows_hold_and_can_be_added_to(tmp_path):
    file = tmp_path / "tokens.txt"
    token = tokens.create(file, "ann")
    file.write_bytes(windows(file.read_text()))
    assert tokens.FileTokens(file, pytest.fail).admit(token).name == "ann"
    tokens.create(file, "bob")
    assert [entry.name for entry in tokens.read(file)] == ["ann", "bob"]


def test_keys_of_windows_are_read(tmp_path):
    file = tmp_path / "key.pem"
    key = SigningKey.create(file)
    file.write_bytes(windows(file.read_text()))
    assert read_key(file).public == key.public


def test_a_file_in_another_encoding_is_named(tmp_path):
    file = tmp_path / "cup.toml"
    file.write_bytes(CUP.encode("utf-16"))
    with pytest.raises(BadConfig, match=r"cup.toml is not TOML, which is text in UTF-8"):
        read_toml(file)


# --- what is no file ---


@pytest.mark.parametrize("read", [read_record, read_whole_entries, read_header, read_outline])
def test_a_record_that_is_no_file_is_refused_at_once(no_file, read):
    path, words = no_file
    with pytest.raises(RecordError, match=f"^{path}: {words}$"):
        read(path)


@pytest.mark.parametrize("read", [
    read_text, read_config, read_key, tokens.read, header_of_part, keep_secret,
    lambda path: tokens.create(path, "ann"),
    lambda path: GrowingRecord(path.rename(path.with_name("y.lsr.part")).with_name("y.lsr")).read(),
    lambda path: RecordWriter(path.rename(path.with_name("y.lsr.part")).with_name("y.lsr")),
], ids=["text", "tournament", "key", "tokens", "header", "secret", "new-token", "growing", "writer"])
def test_no_other_reader_waits_for_what_is_no_file(no_file, read):
    with pytest.raises(OSError, match=r"no file|Is a directory"):
        read(no_file[0])


@pytest.mark.parametrize("command", [
    ("verify",), ("show",), ("export", "--to", "jsonl"), ("ask", "--step", "1", "--bot", "random"), ("keys", "show"),
    ("tokens", "list", "--file"), ("tournament", "run"),
    ("serve", "parley", "--tokens"),
    ("play", "parley", "--bot", "random", "random", "random", "--faults"),
    ("play", "parley", "--bot", "random", "random", "random", "--in-process", "--record"),
], ids=" ".join)
def test_commands_refuse_a_named_pipe_in_one_line(run, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("x.lsr")
    done = run(*command, "x.lsr")
    assert (done.code, done.err.count("\n")) == (2, 1), done
    assert "x.lsr" in done.err


def test_pipes_that_a_shell_gives_are_read(tmp_path, record):
    """Also by the names of descriptors: `<(...)` of bash is one of them."""
    (tmp_path / "faults.toml").write_text('[faults]\ntimeout = "random"\n')
    reading, writing = os.pipe()
    os.write(writing, (tmp_path / "faults.toml").read_bytes())
    os.close(writing)
    try:
        assert read_toml(Path(f"/dev/fd/{reading}")) == {"faults": {"timeout": "random"}}
    finally:
        os.close(reading)
    done = subprocess.run([*PARLEY_COMMAND, "verify", "/dev/stdin"], input=record.read_bytes(), check=False,
                          capture_output=True, timeout=PATIENCE)
    assert done.stdout.startswith(b"ok "), done.stderr
