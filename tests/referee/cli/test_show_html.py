"""`lawspeaker show --html`: the file that it writes, and what it says where it cannot."""

from __future__ import annotations

import base64
import gzip
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.viewer.document import document
from lawspeaker_referee.viewer.page import file_page
from tests.golden.game_text import of_other_rules

GOLDEN = Path(__file__).parents[2] / "golden"


def held(page: str) -> Any:
    """The document in a page."""
    packed = re.search(r'<script type="application/gzip" id="match">([^<]*)</script>', page)
    assert packed
    return json.loads(gzip.decompress(base64.b64decode(packed.group(1))))


def test_a_page_holds_the_match_by_all_eyes_or_by_those_that_are_named(run, record, tmp_path):
    page = tmp_path / "match.html"
    done = run("show", record, "--html", page)
    assert (done.code, done.out) == (0, "")
    assert re.fullmatch(rf"wrote {page} \(\d+ kB, \d+ steps, 5 views\)\n", done.err)
    assert [each["eye"] for each in held(page.read_text())["eyes"]] == [-2, -1, 0, 1, 2]
    run("show", record, "--html", page, "--eyes", "spectator, seat:2")
    assert [each["eye"] for each in held(page.read_text())["eyes"]] == [-1, 2]
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".")] == []


def test_a_page_lets_nothing_run_but_its_own_script_and_asks_for_nothing(run, record, tmp_path):
    page = tmp_path / "match.html"
    run("show", record, "--html", page)
    found = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page.read_text())
    assert found
    policy = found.group(1)
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    assert "connect-src" not in policy


def test_the_title_of_a_page_is_text_whatever_a_match_is_called(record):
    read = read_record(record)
    read.header.match_id = "</title><script>alert(1)</script>"
    text = file_page(document(read, (-1,)))
    assert "<script>alert" not in text
    assert "&lt;/title&gt;&lt;script&gt;alert(1)" in text


@pytest.mark.parametrize(("words", "why"), [
    (("--eyes", "seat:3"), "there is no seat 3: the seats are 0 to 2"),
    (("--eyes", "everybody"), "'everybody' names no eyes; write all, spectator or seat:N"),
    (("--json",), "--html and --json print a record in two ways; give one of them"),
])
def test_what_cannot_be_is_said_in_one_line_and_no_page_is_written(run, record, tmp_path, words, why):
    page = tmp_path / "match.html"
    done = run("show", record, "--html", page, *words)
    assert done.code == 2
    assert why in done.err
    assert not page.exists()


def test_eyes_are_for_pages(run, record):
    done = run("show", record, "--eyes", "spectator")
    assert (done.code, "for text use --seat" in done.err) == (2, True)


def test_a_file_that_is_no_record_gives_no_page(run, tmp_path):
    strange = tmp_path / "strange.lsr"
    strange.write_text("hello")
    done = run("show", strange, "--html", tmp_path / "match.html")
    assert (done.code != 0, "is not a Lawspeaker record" in done.err) == (True, True)
    assert [each.name for each in tmp_path.iterdir()] == ["strange.lsr"]


def test_a_folder_that_is_not_there_is_named_and_a_full_disk_leaves_the_old_page(run, record, tmp_path, monkeypatch):
    missing = tmp_path / "nowhere" / "match.html"
    assert run("show", record, "--html", missing).err.endswith(f"{missing}: No such file or directory\n")
    page = tmp_path / "match.html"
    page.write_text("<!DOCTYPE html>before")

    def full(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "No space left on device" in run("show", record, "--html", page).err
    assert page.read_text() == "<!DOCTYPE html>before"
    assert not list(tmp_path.glob(".*"))


def test_a_record_of_other_rules_gets_a_page_that_says_so(run, tmp_path):
    page = tmp_path / "match.html"
    other = of_other_rules(GOLDEN / "northgard-2.lsr", tmp_path / "other.lsr")
    done = run("show", other, "--html", page)
    assert done.code == 0
    assert "cannot be replayed here: match northgard-2: this record is of northgard 99" in done.err
    found = held(page.read_text())
    assert (found["eyes"], len(found["steps"])) == ([], read_record(GOLDEN / "northgard-2.lsr").step_count)
