"""`lawspeaker export`: which records it takes, and that a file is there whole or not at all."""

from __future__ import annotations

import json
import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from lawspeaker_referee.cli import export as command
from lawspeaker_referee.cli import tournament as tournament_command
from lawspeaker_referee.cli.file_jobs import AHEAD, results_in_order
from tests.golden.game_text import of_other_rules
from tests.referee.cli.test_verify import rewritten
from tests.referee.record.oversized_records import measured

GOLDEN = Path(__file__).parents[2] / "golden"
NORTHGARD, CLANSMEN, PAX = (GOLDEN / f"{name}.lsr" for name in (
    "northgard-2", "clansmen-2", "pax_viking-2"))
FORMATS = ("jsonl", "parquet", "npz")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out").mkdir()


def names(folder: str = "out") -> list[str]:
    return sorted(each.name for each in Path(folder).iterdir())


def rows(file: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in Path(file).read_text().splitlines()]


# --- which records ---


def test_a_folder_is_searched_and_its_records_are_taken_by_name(run):
    there = {"b/1.lsr": CLANSMEN, "a.lsr": NORTHGARD, "c.lsr": PAX, "c.lsr.part": PAX, "d.txt": PAX}
    for name, path in there.items():
        target = Path("records") / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    done = run("export", "records", "records/c.lsr", "--to", "parquet")
    table = pq.read_table("decisions.parquet", columns=["record"])
    assert (done.code, done.out) == (0, "")
    assert table["record"].unique().to_pylist() == [f"records/{each}" for each in (
        "a.lsr", "b/1.lsr", "c.lsr")]
    size = round(Path("decisions.parquet").stat().st_size / table.num_rows)
    left, told = done.err.splitlines()
    assert left == "lawspeaker: left out 1 record of matches that have not ended (*.lsr.part)"
    assert re.fullmatch(rf"wrote decisions.parquet: {table.num_rows} decisions of 3 records "
                        rf"\([\d,]+ decisions a second, {size:,} bytes a decision\)", told)


def test_only_what_was_selected_is_written(run):
    done = run("export", NORTHGARD, CLANSMEN, PAX, "--to", "jsonl", "--game", "clansmen", "--game", "pax_viking",
               "--seat", 1, "--players", 2)
    assert " of 2 records; 1 record without such decisions (" in done.err
    found = rows("decisions.jsonl")
    assert {(row["game"], row["seat"]) for row in found} == {("clansmen", 1), ("pax_viking", 1)}
    assert str(len(found)) in done.err


def test_lines_go_to_stdout_if_that_is_wanted(run):
    done = run("export", NORTHGARD, "--to", "jsonl", "-o", "-")
    assert re.fullmatch(r"wrote stdout: \d+ decisions of 1 record \([\d,]+ decisions a second\)\n", done.err)
    assert {json.loads(line)["game"] for line in done.out.splitlines()} == {"northgard"}
    assert run("export", NORTHGARD, "--to", "npz", "-o", "-").err == (
        "lawspeaker: npz is no text for stdout; give an --output FILE\n")


@pytest.mark.slow
def test_several_processes_write_the_same_bytes(run):
    files = [GOLDEN / f"northgard-3-{each}.lsr" for each in ("clans", "sea", "events")]
    for jobs in (1, 2):
        assert run("export", *files, "--to", "jsonl", "--jobs", jobs, "-o", f"out/{jobs}").code == 0
    assert Path("out/1").read_bytes() == Path("out/2").read_bytes()


# --- records that cannot be exported ---


def bad_records(record: Path) -> dict[str, Path]:
    """Records with the words that say what is wrong."""
    def unfinished(read):
        object.__setattr__(read, "footer", None)

    def changed(read):
        read.footer.outcome.scores[0] += 1

    truncated, foreign = Path("truncated.lsr"), Path("foreign.lsr")
    truncated.write_bytes(NORTHGARD.read_bytes()[:-20])
    foreign.write_bytes(b"PNG and so on")
    return {"is truncated": truncated, "is not a Lawspeaker record": foreign,
            "was not finished": rewritten(record, Path("unfinished.lsr"), unfinished),
            "footer: outcome is": rewritten(record, Path("changed.lsr"), changed),
            "this record is of northgard 99; here is northgard": of_other_rules(NORTHGARD, Path("other.lsr")),
            "No such file": Path("missing.lsr")}


def test_a_record_that_cannot_be_exported_is_named_and_nothing_is_left(run, record):
    for words, path in bad_records(record).items():
        done = run("export", PAX, path, "--to", "jsonl", "-o", "out/rows")
        assert done.code == (1 if path.name == "changed.lsr" else 2), words
        assert done.err.count("\n") == 1, words
        assert words in done.err
        assert done.err.count(str(path)) == 1, words
        assert done.err.endswith("; --skip-bad leaves it out\n")
        assert names() == []


def test_with_skip_bad_each_is_named_and_the_others_are_written(run, record):
    bad = bad_records(record)
    done = run("export", *bad.values(), NORTHGARD, "--to", "jsonl", "--skip-bad")
    assert done.code == 0
    *left_out, summary = done.err.splitlines()
    for line, (words, path) in zip(left_out, bad.items(), strict=True):
        assert line.startswith("lawspeaker: left out ")
        assert words in line
        assert line.count(str(path)) == 1
    assert " of 1 record; 6 records left out (" in summary
    assert {row["record"] for row in rows("decisions.jsonl")} == {str(NORTHGARD)}


# --- files that are whole or not there ---


@pytest.mark.parametrize("name", FORMATS)
def test_an_output_that_exists_is_kept_unless_it_may_be_replaced(run, name):
    Path("out/rows").write_text("before")
    done = run("export", NORTHGARD, "--to", name, "-o", "out/rows")
    assert (done.code, done.err) == (
        2, "lawspeaker: out/rows exists already; give another --output, or replace it with --force\n")
    assert Path("out/rows").read_text() == "before"
    assert run("export", NORTHGARD, "--to", name, "-o", "out/rows", "--force").code == 0
    assert Path("out/rows").stat().st_size > 1000
    assert names() == ["rows"]


FULL_AT = 20_000
LIMITED = f"""
import resource, sys
sys.dont_write_bytecode = True  # or half a .pyc would be left for the tests that come next
resource.setrlimit(resource.RLIMIT_FSIZE, ({FULL_AT}, resource.RLIM_INFINITY))
from lawspeaker_referee.__main__ import main
main()
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_when_no_more_can_be_written_the_file_is_named_and_what_was_there_stays(name):
    Path("out/rows").write_text("before")
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, "export", str(CLANSMEN), "--to", name, "-o", "out/rows", "--force"],
        capture_output=True, text=True, check=False)
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != FULL_AT
    assert (done.returncode, done.stderr) == (2, "lawspeaker: out/rows: File too large\n")
    assert (names(), Path("out/rows").read_text()) == (["rows"], "before")


@pytest.mark.parametrize("name", FORMATS)
def test_an_interruption_leaves_nothing(run, monkeypatch, name):
    real, done = command.export_record, []

    def interrupted(path, **settings):
        if done:
            raise KeyboardInterrupt
        done.append(path)
        return real(path, **settings)

    monkeypatch.setattr(command, "export_record", interrupted)
    ended = run("export", NORTHGARD, GOLDEN / "northgard-2-lake.lsr", "--to", name, "-o", "out/rows")
    assert (ended.code, ended.err.strip()) == (130, "lawspeaker: interrupted")
    assert names() == []


def test_records_of_two_games_make_no_npz_file_and_nothing_is_left(run):
    done = run("export", NORTHGARD, CLANSMEN, "--to", "npz", "-o", "out/rows")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "choose with --game and --players, or take --to parquet" in done.err
    assert names() == []
    assert run("export", NORTHGARD, CLANSMEN, "--to", "npz", "-o", "out/rows", "--game", "clansmen").code == 0
    assert set(np.load("out/rows")["game"]) == {"clansmen"}


# --- wrong input ---


@pytest.mark.parametrize(("words", "why"), [
    (("--game", "northgrad"), "did you mean 'northgard'?"),
    (("--game", "clansmen"), "there is no decision to write: 1 record without such decisions; games there: northgard"),
    (("--bot", "gredy"), "1 record without such decisions; bots there: greedy, random"),
    (("--seat", "2", "--players", "3"), "such decisions; numbers of players there: 2; seats there: 0, 1"),
    (("--people",), "there is no decision to write: 1 record without such decisions\n"),
    (("--widen", "2"), "--widen is for features"),
    (("out",), "there is no record in out, no file *.lsr"),
    (("-o", "nowhere/rows"), "nowhere/rows: No such file or directory"),
])
def test_what_cannot_be_is_said_in_one_line(run, words, why):
    done = run("export", NORTHGARD, "--to", "jsonl", *words)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert why in done.err
    assert names() == []
    assert not Path("decisions.jsonl").exists()


@pytest.mark.parametrize(("name", "package"), [("parquet", "pyarrow"), ("parquet", "numpy"), ("npz", "pettingzoo")])
def test_without_a_package_one_line_says_what_to_install(run, monkeypatch, name, package):
    monkeypatch.setattr(tournament_command, "find_spec", lambda each: None if each == package else each)
    done = run("export", NORTHGARD, "--to", name)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert f'need {package}; pip install "lawspeaker-referee[export]"' in done.err


@pytest.mark.slow
def test_json_lines_need_no_package_of_an_extra():
    code = ("import sys; from lawspeaker_referee.cli import lawspeaker; from lawspeaker_referee.cli.errors import "
            "exit_code; exit_code(lawspeaker, sys.argv[1:]); "
            "print(sorted({'numpy', 'gymnasium', 'pettingzoo', 'pyarrow', 'sqlalchemy'} & {*sys.modules}))")
    done = subprocess.run([sys.executable, "-c", code, "export", str(CLANSMEN), "--to", "jsonl"],
                          capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n", done.stderr


# --- memory ---


def _begun(path: Path) -> str:
    path.touch()
    return path.name


@pytest.mark.slow
def test_processes_run_only_some_files_ahead_of_what_was_asked_for():
    files = [Path("out") / f"{number:03}" for number in range(60)]
    with results_in_order(_begun, files, 2, "touched files") as results:
        assert [next(results) for _ in range(3)] == ["000", "001", "002"]
        assert len(names()) <= 3 + 2 * AHEAD
        assert list(results) == [each.name for each in files[3:]]


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_memory_does_not_grow_with_the_number_of_records(name):
    """The records that are more have 100 MB of features, and 35 MB of lines."""
    record = GOLDEN / "northgard-5.lsr"
    peaks = {}
    for number in (4, 20):
        folder = Path(f"records{number}")
        folder.mkdir()
        for each in range(number):
            (folder / f"{each}.lsr").symlink_to(record)
        code, lines, peaks[number] = measured("from lawspeaker_referee.__main__ import main; main()", "export", folder,
                                              "--to", name, "-o", f"out/{number}")
        assert code == 0, lines
    assert peaks[20] - peaks[4] < (30 if name == "jsonl" else 60)
