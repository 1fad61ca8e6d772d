"""`lawspeaker proto`: where the numbers come from, what is written, and what it says."""

from __future__ import annotations

from dataclasses import make_dataclass
from pathlib import Path

import pytest

from lawspeaker_referee.devtools.proto import read_proto
from tests.games.parley import PARLEY
from tests.programs import need

PARLEY_PROTO = Path(__file__).parents[2] / "games/parley.proto"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "parley.proto"
    path.write_bytes(PARLEY_PROTO.read_bytes())
    return path


def test_without_a_file_the_text_is_printed_with_the_numbers_of_the_stubs(run):
    assert run("proto", "parley").out == PARLEY_PROTO.read_text()


def test_a_file_that_is_not_there_is_written(run, tmp_path):
    done = run("proto", "parley", "--file", tmp_path / "new.proto")
    assert (done.code, done.out) == (0, f"wrote {tmp_path / 'new.proto'}\n")
    assert (tmp_path / "new.proto").read_text() == PARLEY_PROTO.read_text()


def test_a_file_is_read_by_protoc_and_keeps_its_numbers(run, file, monkeypatch):
    need("protoc")
    file.write_text(file.read_text().replace("int32 pips = 1;", "uint32 pips = 9;"))
    verbs = (*PARLEY.option_types, make_dataclass("Boast", [("loud", bool)]))
    monkeypatch.setattr(type(PARLEY), "option_types", verbs)
    done = run("proto", "parley", "--file", file)
    assert (done.code, done.out) == (0, f"wrote {file}\nnew: Boast\nnew: Option.boast = 7\n")
    text = file.read_text()
    assert "message Face {\n  uint32 pips = 9;\n}" in text
    assert "message Boast {\n  bool loud = 1;\n}" in text
    assert run("proto", "parley", "--file", file, "--check").out == f"{file} is what the classes of parley make\n"


def test_a_check_names_the_first_line_that_differs_and_changes_nothing(run, file):
    need("protoc")
    text = file.read_text().replace("  bool last_round = 7;\n", "  // Nobody knows.\n  bool last_round = 7;\n")
    file.write_text(text)
    done = run("proto", "parley", "--file", file, "--check")
    number = text.splitlines().index("  // Nobody knows.") + 1
    assert (done.code, done.err) == (
        1, f"{file}:{number}: here '// Nobody knows.', by the classes 'bool last_round = 7;'\n")
    assert file.read_text() == text


def test_what_cannot_be_written_or_read_is_said_in_a_line(run, file, tmp_path, monkeypatch):
    assert "--check compares a file that is there" in run("proto", "parley", "--check").err
    assert "did you mean 'parley'" in run("proto", "parly").err
    with monkeypatch.context() as patch:
        patch.setattr(type(PARLEY), "option_types", (make_dataclass("Bid", [("share", float)]),))
        done = run("proto", "parley")
    assert (done.code, done.err.split(";")[0]) == (
        2, "lawspeaker: Bid.share is float, which no message can hold")
    need("protoc")
    file.write_text('syntax = "proto3"; message {')
    done = run("proto", "parley", "--file", file)
    assert done.code == 2
    assert f"protoc cannot read {file}: parley.proto:1:28:" in done.err


def test_without_protoc_it_says_how_to_get_it(run, file, monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(read_proto, "find_spec", lambda _: None)
    done = run("proto", "parley", "--file", file)
    assert (done.code, done.err) == (
        2, f"lawspeaker: {file} is read by protoc, which is not here: pip install grpcio-tools\n")
