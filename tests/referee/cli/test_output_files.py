"""No command writes over a file that is not of the kind that it writes, nor over one that it reads."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parents[2] / "golden" / "pax_viking-2.lsr"
PLAY = ("play", "parley", "--bot", "random", "random", "--seed", 3, "--in-process", "--record")


@pytest.fixture
def match(tmp_path, monkeypatch):
    """A record in a folder, where the command runs."""
    monkeypatch.chdir(tmp_path)
    Path("records").mkdir()
    return Path(shutil.copy(GOLDEN, "records/match.lsr"))


@pytest.mark.parametrize("words", [
    ("show", "records/match.lsr", "--html"), ("analyse", "records/match.lsr", "--playouts", 16, "--html"),
    ("tournament", "report", "cup", "--html"),
])
def test_a_page_takes_no_place_but_that_of_a_page(run, match, words):
    done = run(*words, match)
    assert (done.code, done.err) == (
        2, f"lawspeaker: {match} is there, and is no page that may be replaced; give another --html\n")
    assert match.read_bytes() == GOLDEN.read_bytes()


def test_a_page_takes_the_place_of_a_page_and_of_an_empty_file(run, match):
    page = Path("page.html")
    page.touch()
    assert run("show", match, "--html", page).code == 0
    first = page.read_bytes()
    assert run("show", match, "--html", page, "--eyes", "spectator").code == 0
    assert page.read_bytes() != first


def test_a_record_takes_no_place_but_that_of_a_record(run, match):
    bot = Path("bot.py")
    bot.write_text("print(1)\n")
    done = run(*PLAY, bot)
    assert (done.code, done.err) == (
        2, "lawspeaker: bot.py is there, and is no record that may be replaced; give another --record\n")
    assert bot.read_text() == "print(1)\n"
    bot.write_bytes(b"\x1f\x8b not compressed")
    assert run(*PLAY, bot).code == 2
    damaged = Path("damaged.lsr")
    damaged.write_bytes(match.read_bytes()[:-20])
    for place in (match, damaged):
        assert run(*PLAY, place).code == 0
        assert place.read_bytes() != GOLDEN.read_bytes()


@pytest.mark.parametrize("words", [
    ("export", "records/match.lsr", "--to", "jsonl", "--output"), ("export", "records", "--to", "jsonl", "--output"),
    ("positions", "records", "--out"),
])
@pytest.mark.parametrize("place", ["records/match.lsr", "link.lsr"])
def test_what_is_read_is_not_replaced_with_force_either(run, match, words, place):
    Path("link.lsr").symlink_to(match)
    done = run(*words, place, "--force")
    assert (done.code, done.err) == (
        2, f"lawspeaker: {place} is read, and cannot be written meanwhile; give another {words[-1]}\n")
    assert match.read_bytes() == GOLDEN.read_bytes()
