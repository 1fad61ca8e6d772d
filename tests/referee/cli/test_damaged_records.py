"""Files that are too large, cut off or damaged: each command that reads a record says so in a line and fails."""

from __future__ import annotations

import gzip
import json
import random

import pytest

from lawspeaker.v1.record_pb2 import RecordEntry
from lawspeaker_referee.record.bounds import MOST_BYTES
from lawspeaker_referee.record.file import delimited, read_record
from tests.referee.cli.test_show_html import held

pytestmark = pytest.mark.attack

WAYS = ("show", "json", "words", "html", "step", "verify", "export", "ask")


def command(way: str, path, output) -> tuple[object, ...]:
    return {
        "show": ("show", path), "json": ("show", path, "--json"), "words": ("show", path, "--words"),
        "html": ("show", path, "--html", output), "step": ("show", path, "--step", 5, "--seat", 0),
        "verify": ("verify", path),
        "export": ("export", path, "--to", "jsonl", "-o", output),
        "ask": ("ask", path, "--step", 5, "--seat", 0, "--bot", "random"),
    }[way]


def packed_too_large(whole: bytes) -> bytes:
    return gzip.compress(gzip.decompress(whole) + bytes(MOST_BYTES), 1)


def plain_too_large(whole: bytes) -> bytes:
    return gzip.decompress(whole) + bytes(MOST_BYTES)


def file_too_large(whole: bytes) -> bytes:
    return gzip.compress(gzip.decompress(whole) + random.Random(1).randbytes(MOST_BYTES + 4096), 1)


def cut_off(whole: bytes) -> bytes:
    return whole[:-20]


def one_byte_else(whole: bytes) -> bytes:
    return whole[:20] + bytes([whole[20] ^ 0xff]) + whole[21:]


DAMAGES = [(packed_too_large, "is larger than 16 MiB"), (plain_too_large, "is larger than 16 MiB"),
           (file_too_large, "is larger than 16 MiB"), (cut_off, "is truncated"), (one_byte_else, "is damaged"),
           (lambda _: b"", "is empty")]


@pytest.mark.parametrize(("damage", "why"), DAMAGES, ids=["packed", "plain", "file", "cut", "byte", "empty"])
def test_a_record_that_cannot_be_read_fails_every_command_in_one_line(run, record, tmp_path, damage, why):
    bad, output = tmp_path / "bad.lsr", tmp_path / "output"
    bad.write_bytes(damage(record.read_bytes()))
    for way in WAYS:
        done = run(*command(way, bad, output))
        assert (done.code, done.out) == (2, ""), way
        assert done.err.startswith("lawspeaker: ") and done.err.count("\n") == 1, way
        assert f"{bad}: {why}" in done.err, way
        assert not output.exists(), way


@pytest.mark.parametrize("way", WAYS)
def test_control_a_record_that_is_whole_fails_none(run, record, tmp_path, way):
    assert run(*command(way, record, tmp_path / "output")).code == 0


def test_a_page_of_a_part_of_a_record_says_how_much_it_has_and_its_command_fails(run, record, tmp_path):
    """As a match leaves it that was killed: a file of steps, the last one not whole."""
    whole, cut, page = read_record(record), tmp_path / "cut.lsr.part", tmp_path / "match.html"
    entries = [RecordEntry(header=whole.header), *(RecordEntry(step=step) for step in whole.steps[:6])]
    data = b"".join(map(delimited, entries))
    cut.write_bytes(data)
    unfinished = run("show", cut, "--html", page)
    assert (unfinished.code, "This record ends after 6 steps" in unfinished.err) == (0, True)
    cut.write_bytes(data[:-2])
    done = run("show", cut, "--html", page)
    assert (done.code, len(held(page.read_text())["steps"])) == (1, 5)
    assert done.err.count("\n") == 1 and "Only 5 steps of this record could be read: is truncated" in done.err


def test_a_page_of_a_record_that_leaves_the_rules_has_the_steps_before_and_its_command_fails(run, record, tmp_path):
    whole, other, page = read_record(record), tmp_path / "other.lsr.part", tmp_path / "match.html"
    whole.steps[4].digest = b"\0\0"
    entries = [RecordEntry(header=whole.header), *(RecordEntry(step=step) for step in whole.steps)]
    other.write_bytes(b"".join(map(delimited, entries)))
    done = run("show", other, "--html", page)
    assert (done.code, len(held(page.read_text())["steps"])) == (1, 4)
    assert "follows the rules for 4 of its" in done.err


def test_what_is_shown_as_json_is_whole(run, record):
    """Control of the commands above: the lines of a whole record are those of its steps."""
    lines = [json.loads(line) for line in run("show", record, "--json").out.splitlines()]
    assert sum(line["entry"] == "step" for line in lines) == read_record(record).step_count
