"""`lawspeaker verify` with folders of records."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest

from lawspeaker_engine.dice import commitment
from tests.referee.cli.test_tournament import QUICK, file, process, wait_until
from tests.referee.record.oversized_records import measured

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("northgard-*.lsr"))
TOURNAMENTS = (Path(__file__).parents[3] / "docs/tournaments.md").read_text(encoding="utf-8")


@pytest.fixture
def cup(tmp_path, monkeypatch):
    """A folder with two records in folders of their own, and one that was left unfinished."""
    monkeypatch.chdir(tmp_path)
    for place, golden in zip(("cup/5c2/two.lsr", "cup/0a1/one.lsr"), GOLDEN, strict=False):
        Path(place).parent.mkdir(parents=True)
        Path(place).write_bytes(golden.read_bytes())
    Path("cup/three.lsr.part").touch()
    return Path("cup")


def named(done):
    """The first word and the file of each line on stdout."""
    return [(line.split()[0], line.split()[-1]) for line in done.out.splitlines()]


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_records_of_a_folder_and_its_folders_are_verified_by_name(run, cup, jobs):
    done = run("verify", "--jobs", jobs, cup)
    assert (done.code, named(done)) == (0, [("ok", "cup/0a1/one.lsr"), ("ok", "cup/5c2/two.lsr")])
    assert done.err == ("lawspeaker: left out 1 record of matches that have not ended (*.lsr.part)\n"
                        "2 records: 2 ok\n")


def test_all_are_judged_and_the_worst_sets_the_exit_code_and_the_sum_tells_of_each(run, cup):
    foreign = cup / "0a1/foreign.lsr"
    foreign.write_bytes(b"PNG and so on")
    (cup / "circle.lsr").symlink_to("circle.lsr")
    (cup / "0a1/back").symlink_to("..", target_is_directory=True)
    done = run("verify", cup)
    assert (done.code, [word for word, _ in named(done)]) == (2, ["ok", "ok"])
    assert done.err.splitlines()[1:] == [
        f"lawspeaker: {foreign}: is not a Lawspeaker record",
        "lawspeaker: cup/circle.lsr: Too many levels of symbolic links", "4 records: 2 ok, 2 unreadable"]


def test_a_record_that_is_named_twice_is_verified_once(run, cup):
    done = run("verify", cup / "5c2", cup, cup / "0a1/one.lsr", cup)
    assert named(done) == [("ok", "cup/0a1/one.lsr"), ("ok", "cup/5c2/two.lsr")]
    done = run("verify", cup / "5c2/two.lsr", cup / "5c2/../5c2/two.lsr")
    assert len(done.out.splitlines()) == 1


def test_a_folder_without_a_finished_record_is_an_error_that_says_so(run, cup):
    (cup / "empty").mkdir()
    (cup / "begun").mkdir()
    (cup / "begun/four.lsr.part").touch()
    for folder, more in (("empty", ""), ("begun", ", only unfinished or void ones")):
        done = run("verify", GOLDEN[0], cup / folder)
        assert (done.code, done.out) == (2, "")
        assert done.err == f"lawspeaker: there is no record in cup/{folder}, no file *.lsr{more}\n"


@pytest.mark.slow
def test_folders_of_30000_files_take_no_more_memory_than_few(tmp_path):
    """As many as no command line holds; that they are no records makes it quick."""
    (tmp_path / "0.lsr").touch()
    for number in range(1, 30_000):
        folder = tmp_path / f"{number % 120:03x}"
        folder.mkdir(exist_ok=True)
        os.link(tmp_path / "0.lsr", folder / f"a-rather-ordinary-name-of-a-match-{number:06}.lsr")
    code = "from tests.referee.cli.process import main; main()"
    (few_code, few, few_peak), (all_code, every, peak) = (
        measured(code, "verify", place) for place in (tmp_path / "001", tmp_path))
    assert (few_code, len(few), all_code, len(every)) == (2, 251, 2, 30_001)
    assert every[-1] == "30000 records: 30000 unreadable"
    assert peak < few_peak + 5


@pytest.mark.slow
def test_the_documented_check_of_all_dice_works_for_a_tournament_with_folders(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    secret = "c0ffee" * 10 + "c0de"
    more = QUICK.replace('"quick"', f'"cup"\nsecret = "{secret}"')
    with process("run", file(tmp_path, 600, text=more)) as runner:  # 1,200 matches, of which a few are enough
        wait_until(lambda: len(list(Path("records").rglob("*.lsr"))) >= 5)
        runner.send_signal(signal.SIGINT)
        runner.communicate(timeout=120)
    places = sorted(Path("records/cup").rglob("*.lsr"))
    assert len({path.parent for path in places}) > 1
    assert not list(Path("records/cup").glob("*.lsr"))
    (told,) = re.findall(r"^(lawspeaker verify --secret .*)$", TOURNAMENTS, re.MULTILINE)
    done = run(*told.replace("HEX", secret).split()[1:])
    assert (done.code, named(done)) == (0, [("ok", str(path)) for path in places])
    assert done.err.splitlines()[0].endswith(commitment(bytes.fromhex(secret)).hex())
    done = run(*told.replace("HEX", "ab" * 32).split()[1:])
    assert (done.code, {word for word, _ in named(done)}) == (1, {"refused:"})
