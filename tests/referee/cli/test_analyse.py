"""`lawspeaker analyse` says what answers were worth; a run that was killed goes on where it was."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lawspeaker_referee.record.file import read_record

GOLDEN = Path(__file__).parents[2] / "golden"
PAX = GOLDEN / "pax_viking-3.lsr"
ARGUMENTS = ("--playouts", 16)
FEW = (GOLDEN / "pax_viking-2.lsr", "--seat", 0, *ARGUMENTS)
"""Decisions enough for several processes, and to be killed among them."""


def test_the_largest_mistakes_come_first_and_totals_by_seat_prompt_and_phase(run):
    done = run("analyse", PAX, "--seat", 1, *ARGUMENTS)
    assert done.code == 0, done.err
    losses = [float(line.rpartition(": ")[2].partition(" %")[0]) for line in done.out.splitlines() if " lost (" in line]
    assert losses
    assert losses == sorted(losses, reverse=True)
    for text in ("16 playouts for each decision, from what its seat knew", "  took  ", "  best  ", "\nseat ",
                 "\nprompt ", "\nphase ", "seat 1 ("):
        assert text in done.out
    assert "seat 0 (" not in done.out


def test_a_file_that_ends_anywhere_is_gone_on_with_to_the_same_bytes(run, tmp_path, record):
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    first = run("analyse", record, *ARGUMENTS, "--out", whole)
    data = whole.read_bytes()
    assert data.count(b"\n") > 8
    for size in (0, 20, data.index(b"\n") + 1, len(data) // 2, len(data) - 1, len(data)):
        cut.write_bytes(data[:size])
        assert run("analyse", record, *ARGUMENTS, "--out", cut).out == first.out
        assert cut.read_bytes() == data


def test_json_lines_are_those_of_the_file(run, tmp_path):
    out = tmp_path / "out.jsonl"
    done = run("analyse", PAX, "--seat", 1, *ARGUMENTS, "--out", out, "--json")
    assert done.out == out.read_text()
    entries = [json.loads(line) for line in done.out.splitlines()]
    assert [each["entry"] for each in entries[:3]] == ["analysis", "record", "decision"]
    for each in entries[2:]:
        assert each["loss"] == pytest.approx(each["best_value"] - each["value"], abs=2e-5)
        assert 0 <= each["value"] <= 1
        assert (each["loss"] == 0 == each["error"]) or each["took"] != each["best"]


def test_a_file_of_another_analysis_is_refused_and_stays_as_it_is(run, tmp_path, record):
    out = tmp_path / "out.jsonl"
    assert run("analyse", record, *ARGUMENTS, "--out", out).code == 0
    data = out.read_bytes()
    for arguments, problem in (((record, "--playouts", 17), "is another analysis"),
                               ((PAX, *ARGUMENTS), "is an analysis of other records"),
                               ((record, "--seat", 1, *ARGUMENTS), "is another analysis")):
        done = run("analyse", *arguments, "--out", out)
        assert (done.code, problem in done.err, done.err.count("\n")) == (2, True, 1), done.err
        assert out.read_bytes() == data
    out.write_text("a note\n")
    assert "is no analysis" in run("analyse", record, *ARGUMENTS, "--out", out).err
    assert out.read_text() == "a note\n"


def test_a_game_that_search_does_not_know_is_judged_by_random_playouts_and_says_so(run, record):
    done = run("analyse", record, *ARGUMENTS)
    assert done.code == 0, done.err
    assert "random playouts to the end" in " ".join(done.out.split())


def test_what_cannot_be_judged_is_one_line(run, tmp_path, record):
    damaged = tmp_path / "damaged.lsr"
    damaged.write_bytes(b"no record")
    for arguments, code, problem in (((damaged,), 2, "damaged.lsr"), ((tmp_path / "none.lsr",), 2, "none.lsr"),
                                     ((record, "--playouts", "16", "--time", "1s"), 2, "give one of them"),
                                     ((record, "--playouts", "3"), 2, "--playouts"),
                                     ((record, "--time", "0"), 2, "out of range; it is 1ms to 24h\n"),
                                     ((record, "--out", "/dev/zero"), 2, "/dev/zero: is a device and no file"),
                                     ((damaged, "--html", tmp_path / "no" / "page.html"), 2, "no/page.html: No such")):
        done = run("analyse", *arguments)
        assert (done.code, problem in done.err) == (code, True), done.err
        assert len(done.err.strip().splitlines()) == 1


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "lawspeaker_referee", "analyse", *map(str, arguments)]


@pytest.mark.slow
def test_a_seat_that_no_record_has_is_refused(run):
    seats = len(read_record(PAX).header.seats)
    done = run("analyse", PAX, "--seat", seats, *ARGUMENTS)
    assert (done.code, done.out) == (2, "")
    assert done.err == f"lawspeaker: there is no seat {seats} in {PAX}; seats are 0 to {seats - 1}\n"


def test_several_processes_write_the_bytes_of_one(run, tmp_path):
    one, several = tmp_path / "one.jsonl", tmp_path / "several.jsonl"
    first = run("analyse", *FEW, "--out", one)
    done = subprocess.run(command(*FEW, "--jobs", 3, "--out", several), check=True, capture_output=True, text=True)
    assert several.read_bytes() == one.read_bytes()
    assert done.stdout.split() == first.out.split()


@pytest.mark.slow
def test_an_analysis_that_is_killed_goes_on_to_the_same_bytes(run, tmp_path):
    whole, killed = tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    run("analyse", *FEW, "--out", whole)
    data = whole.read_bytes()
    lengths = set()
    while killed.read_bytes() != data if killed.exists() else True:
        before = killed.stat().st_size if killed.exists() else 0
        process = subprocess.Popen(command(*FEW, "--out", killed), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        while process.poll() is None and (killed.stat().st_size if killed.exists() else 0) < before + len(data) // 4:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert data.startswith(killed.read_bytes())
        lengths.add(killed.stat().st_size)
    assert len(lengths) > 2, "it was never killed on the way"
