"""The file of a match: whole, torn, foreign, damaged or newer."""

from __future__ import annotations

import errno
import gzip
import os
from pathlib import Path

import pytest

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.record_pb2 import RecordEntry, RecordFooter, RecordHeader
from lawspeaker_referee.codec.encoder import varint
from lawspeaker_referee.record import bounds, file
from lawspeaker_referee.record import writer as record_writer
from lawspeaker_referee.record.bounds import MOST_BYTES, MOST_ENTRY_BYTES, RecordError
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.writer import RecordWriter
from tests.referee.match.match_driver import Drive, by_decision


@pytest.fixture(scope="module")
def drive() -> Drive:
    return Drive(3).play(by_decision)


@pytest.fixture
def raw(drive, tmp_path) -> bytes:
    """A finished record, uncompressed."""
    drive.record(tmp_path)
    return gzip.decompress((tmp_path / "match.lsr").read_bytes())


def delimited(entry: RecordEntry) -> bytes:
    data = entry.SerializeToString()
    return varint(len(data)) + data


def refused(tmp_path, data: bytes) -> str:
    """Return why the bytes are no record; one line that begins with the file's name."""
    path = tmp_path / "odd.lsr"
    path.write_bytes(data)
    with pytest.raises(RecordError) as error:
        read_record(path)
    message = str(error.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message.removeprefix(f"{path}: ")


def test_a_record_is_read_back_as_it_was_written(drive, tmp_path):
    found = drive.record(tmp_path)
    assert found.header == drive.entries[0].header
    assert found.steps == drive.steps()
    assert found.footer == drive.ended.footer


def test_the_record_grows_entry_by_entry_under_another_name_until_it_is_complete(drive, tmp_path):
    path = tmp_path / "deep" / "match.lsr"
    writer = RecordWriter(path)
    for number, entry in enumerate(drive.entries):
        writer.write(entry)
        assert not path.exists()
        assert len(read_record(writer.part).steps) == number
    writer.finish(drive.ended.footer)
    assert [each.name for each in path.parent.iterdir()] == ["match.lsr"]


@pytest.mark.parametrize("sync", [True, False])
def test_every_entry_is_on_the_disk_before_the_next_one_if_that_is_wanted_and_the_end_always_is(
    drive, tmp_path, monkeypatch, sync,
):
    forced, real = [], os.fsync

    def seen(handle):
        forced.append(Path(f"/proc/self/fd/{handle}").readlink())
        real(handle)

    monkeypatch.setattr(record_writer, "_force", seen)
    monkeypatch.setattr(os, "fsync", seen)
    writer = RecordWriter(tmp_path / "match.lsr", sync=sync)
    for number, entry in enumerate(drive.entries, 1):
        writer.write(entry)
        assert forced == ([tmp_path] + [writer.part] * number if sync else [])
    forced.clear()
    writer.finish(drive.ended.footer)
    packed = tmp_path / "match.lsr.packed"
    assert forced == ([writer.part] if sync else []) + [packed, tmp_path]


@pytest.mark.parametrize("before", [False, True])
def test_nobody_else_may_read_a_record_in_the_making_or_a_voided_one_and_a_finished_one_is_as_any_file(
        drive, tmp_path, before):
    path, umask = tmp_path / "match.lsr", os.umask(0o022)
    try:
        for end in ("void", "finish"):
            part = tmp_path / "match.lsr.part"
            if before:
                part.write_bytes(b"of an earlier version")
            writer = RecordWriter(path)
            writer.write(drive.entries[0])
            assert part.stat().st_mode & 0o777 == 0o600
            if end == "void":
                writer.void()
                assert (tmp_path / "match.lsr.void").stat().st_mode & 0o777 == 0o600
            else:
                writer.finish(drive.ended.footer)
                assert path.stat().st_mode & 0o777 == 0o644
    finally:
        os.umask(umask)


def test_equal_matches_make_equal_files(drive, tmp_path):
    drive.record(tmp_path, "a.lsr")
    drive.record(tmp_path, "b.lsr")
    assert (tmp_path / "a.lsr").read_bytes() == (tmp_path / "b.lsr").read_bytes()


def test_an_uncompressed_record_is_read_too(drive, raw, tmp_path):
    (tmp_path / "raw.lsr").write_bytes(raw)
    assert read_record(tmp_path / "raw.lsr").footer == drive.ended.footer


def test_a_discarded_record_leaves_nothing_behind(drive, tmp_path):
    writer = RecordWriter(tmp_path / "match.lsr")
    writer.write(drive.entries[0])
    writer.discard()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("put_away", "names"), [("void", ["match.lsr.void"]), ("discard", [])])
def test_nobody_can_take_up_a_record_while_it_is_put_away(drive, tmp_path, monkeypatch, put_away, names):
    writer = RecordWriter(tmp_path / "match.lsr")
    writer.write(drive.entries[0])
    tried = []

    def after_another_has_tried(real):
        def changed(path, *arguments, **options):
            if path == writer.part:
                with pytest.raises(BlockingIOError):
                    record_writer.locked(path, create=False)
                tried.append(path)
            return real(path, *arguments, **options)
        return changed

    monkeypatch.setattr(Path, "replace", after_another_has_tried(Path.replace))
    monkeypatch.setattr(Path, "unlink", after_another_has_tried(Path.unlink))
    getattr(writer, put_away)()
    assert tried == [writer.part]
    assert [path.name for path in tmp_path.iterdir()] == names
    for name in names:
        record_writer.locked(tmp_path / name, create=False).close()


def test_a_record_that_cannot_be_compressed_leaves_nothing_but_the_uncompressed_one(drive, tmp_path, monkeypatch):
    writer = RecordWriter(tmp_path / "match.lsr")
    for entry in drive.entries[:-1]:
        writer.write(entry)
    writer.end(drive.ended.footer)

    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        writer.pack()
    assert [path.name for path in tmp_path.iterdir()] == ["match.lsr.part"]


def test_a_record_that_ends_between_entries_has_no_footer(drive, tmp_path):
    path = tmp_path / "cut.lsr"
    path.write_bytes(b"".join(delimited(entry) for entry in drive.entries[:4]))
    found = read_record(path)
    assert (len(found.steps), found.footer) == (3, None)


def test_a_torn_last_write_is_called_truncated_wherever_it_tore(drive, tmp_path):
    whole = b"".join(delimited(entry) for entry in drive.entries[:3])
    entry = delimited(drive.entries[3])
    for length in range(1, len(entry)):
        assert refused(tmp_path, whole + entry[:length]) == (
            "is truncated: it ends in the middle of entry 3, after 2 whole steps")


def test_a_compressed_record_that_was_cut_is_called_truncated(raw, tmp_path):
    packed = gzip.compress(raw)
    for length in (10, 11, len(packed) // 2, len(packed) - 1):
        assert refused(tmp_path, packed[:length]) == "is truncated: its compressed data ends too early"


def test_a_damaged_compression_is_called_so(raw, tmp_path):
    packed = bytearray(gzip.compress(raw))
    packed[len(packed) // 2] ^= 0xFF
    assert "is damaged" in refused(tmp_path, bytes(packed))
    assert "something follows" in refused(tmp_path, gzip.compress(raw) + b"more")


@pytest.mark.parametrize("data", [
    b"PNG\r\n", b"hello world, this is a text file\n", b"{}", b"\x00" * 64, b"\xff" * 64, b"\x05hello", b"\x80\x00",
    gzip.compress(b"something else entirely", mtime=0),
])
def test_a_foreign_file_is_called_foreign(data, tmp_path):
    assert refused(tmp_path, data).startswith("is not a Lawspeaker record")


def test_an_empty_file_is_called_empty(tmp_path):
    assert refused(tmp_path, b"") == "is empty: not even a header was written"
    assert refused(tmp_path, gzip.compress(b"")) == "is empty: not even a header was written"


def test_a_missing_file_and_a_folder_are_refused_in_one_line(tmp_path):
    for path, why in ((tmp_path / "none.lsr", "No such file or directory"), (tmp_path, "Is a directory")):
        with pytest.raises(RecordError, match=why):
            read_record(path)


@pytest.mark.parametrize(("number", "end"), [(1, ""), (3, ", so upgrade lawspeaker")])
def test_another_format_is_refused_whatever_else_it_holds(tmp_path, number, end):
    header = RecordHeader(format=number, match_id="x").SerializeToString() + b"\xfa\x01\x03new"
    entry = b"\x0a" + varint(len(header)) + header
    assert refused(tmp_path, varint(len(entry)) + entry) == f"has format {number}; this version reads format 2{end}"


def test_fields_that_are_not_known_are_refused(drive, tmp_path):
    head = delimited(drive.entries[0])
    step = drive.entries[1].SerializeToString() + b"\xfa\x01\x03new"
    assert "entry 1 holds what a record does not" in refused(tmp_path, head + varint(len(step)) + step)


def test_fields_that_are_not_known_are_refused_inside_an_act_too(drive, tmp_path):
    act = drive.entries[1].step.acts[0].SerializeToString() + b"\xfa\x01\x03new"
    step = b"\x0a" + varint(len(act)) + act
    entry = b"\x12" + varint(len(step)) + step
    data = delimited(drive.entries[0]) + varint(len(entry)) + entry
    assert "entry 1 holds what a record does not" in refused(tmp_path, data)


def test_what_is_written_in_another_way_than_ours_is_refused(drive, tmp_path):
    header = b"\x08\x82\x00" + drive.entries[0].header.SerializeToString()[2:]
    entry = b"\x0a" + varint(len(header)) + header
    assert "is damaged or newer" in refused(tmp_path, varint(len(entry)) + entry)


def test_entries_in_a_wrong_order_are_refused(drive, tmp_path):
    head, step = delimited(drive.entries[0]), delimited(drive.entries[1])
    footer = delimited(RecordEntry(footer=drive.ended.footer))
    assert "does not begin with a header" in refused(tmp_path, step + head)
    assert "entry 1 is neither a step nor the footer" in refused(tmp_path, head + head)
    assert "entry 2 is neither a step nor the footer" in refused(tmp_path, head + footer + step)
    assert "entry 2 is neither a step nor the footer" in refused(tmp_path, head + footer + footer)
    assert "entry 1 is neither a step nor the footer" in refused(tmp_path, head + b"\x00")


@pytest.mark.parametrize("most", [1 << 16, pytest.param(MOST_BYTES, marks=pytest.mark.slow)])
def test_a_file_that_expands_without_end_is_refused(tmp_path, monkeypatch, most):
    monkeypatch.setattr(file, "MOST_BYTES", most)
    assert "is larger than 16 MiB" in refused(tmp_path, gzip.compress(bytes(most + 1)))
    assert "is larger than 16 MiB" in refused(tmp_path, bytes(most + 1))


# --- what no match could have written ---


def changed(drive, change) -> bytes:
    """The drive's record with something in it changed; `change` gets header, steps and footer."""
    parts = RecordEntry(), [RecordEntry() for _ in drive.steps()], RecordEntry(footer=drive.ended.footer)
    parts[0].CopyFrom(drive.entries[0])
    for copy, step in zip(parts[1], drive.steps(), strict=True):
        copy.step.CopyFrom(step)
    change(parts[0].header, [each.step for each in parts[1]], parts[2].footer)
    return b"".join(delimited(entry) for entry in (parts[0], *parts[1], parts[2]))


@pytest.mark.parametrize(("change", "why"), [
    (lambda header, _s, _f: header.seats.pop(), "its header names 2 seats, should be 3, one a player"),
    (lambda header, _s, _f: header.seats.add(), "its header names 4 seats, should be 3, one a player"),
    (lambda header, _s, _f: header.ClearField("setup"), "its header has 0 players, should be 1 to 16"),
    (lambda header, _s, _f: setattr(header.setup, "players", 1 << 31), "its header has 2147483648 players"),
    (lambda header, _s, _f: setattr(header, "started_unix_ms", 1 << 60), "the end of the year 9999"),
    (lambda header, _s, _f: setattr(header, "started_unix_ms", -1), "the match began at -1 ms"),
    (lambda _h, steps, _f: steps[4].ClearField("acts"), "step 5 has 0 acts, should be 1 to 3"),
    (lambda _h, steps, _f: steps[4].acts.extend(list(steps[4].acts)), "step 5 has 6 acts, should be 1 to 3"),
    (lambda _h, steps, _f: steps[4].timing.add(), "step 5 tells how 4 answers came about, should be 3"),
    (lambda _h, steps, _f: steps[4].timing.pop(), "step 5 tells how 2 answers came about, should be 3"),
    (lambda _h, steps, _f: steps[0].timing.add(), "step 1 tells how 1 answers came about, should be 0"),
    (lambda _h, _s, footer: footer.outcome.scores.pop(), "its footer has 2 scores, should be 3, one a player"),
    (lambda _h, _s, footer: footer.outcome.ranks.append(9), "its footer has 4 ranks, should be 3, one a player"),
    (lambda _h, _s, footer: footer.forfeits.add(seat=3), "a forfeit of a seat that is not there; there are 3"),
    (lambda _h, _s, footer: setattr(footer, "ended_unix_ms", 1 << 62), "the end of the year 9999"),
])
def test_parts_that_do_not_fit_together_are_refused(drive, tmp_path, change, why):
    assert why in refused(tmp_path, changed(drive, change))


def test_a_bid_is_sealed_in_the_fifth_step_of_the_record_that_is_changed(drive):
    assert [act.seat for act in drive.steps()[4].acts] == [0, 1, 2]


def test_a_header_is_looked_at_where_nothing_else_is_read(drive, tmp_path):
    path = tmp_path / "odd.lsr"
    path.write_bytes(changed(drive, lambda header, _s, _f: header.seats.add()))
    with pytest.raises(RecordError, match="names 4 seats, should be 3"):
        file.read_header(path)


def test_nothing_is_written_that_could_not_be_read(tmp_path, monkeypatch):
    writer = RecordWriter(tmp_path / "a.lsr")
    writer.append(b"12")
    with pytest.raises(RecordError, match=f"entry 1 would have {MOST_ENTRY_BYTES + 1} bytes"):
        writer.append(bytes(MOST_ENTRY_BYTES + 1))
    monkeypatch.setattr(bounds, "MOST_STEPS", 0)
    writer.append(b"34")
    with pytest.raises(RecordError, match="more than 0 steps"):
        writer.append(b"56")
    monkeypatch.undo()
    monkeypatch.setattr(record_writer, "MOST_BYTES", 6)
    with pytest.raises(RecordError, match="is larger than"):
        writer.append(b"56")
    writer.leave()
    assert writer.part.read_bytes() == b"\x0212\x0234"


def test_the_parts_of_a_record_have_bounds(drive, tmp_path, monkeypatch):
    long = RecordEntry(step=drive.steps()[4])
    long.step.timing[0].annotation = "x" * MOST_ENTRY_BYTES
    head = delimited(drive.entries[0])
    wrong = f"entry 1 would have {long.ByteSize()} bytes, at most are {MOST_ENTRY_BYTES}"
    assert wrong in refused(tmp_path, head + delimited(long))
    monkeypatch.setattr(bounds, "MOST_STEPS", 3)
    assert refused(tmp_path, b"".join(delimited(entry) for entry in drive.entries[:6])) == (
        "has more than 3 steps, which no record has")


# --- outlines ---

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*.lsr"))


@pytest.mark.parametrize("path", GOLDEN[::4], ids=lambda path: path.stem)
def test_an_outline_says_the_same_as_the_record(path):
    record, outline = read_record(path), file.read_outline(path)
    assert (outline.header, outline.footer) == (record.header, record.footer)
    assert outline.faults == sum(fault != 0 for _, _, fault in record.seats_and_faults())
    assert outline.refused == sum(timing.rejections for step in record.steps for timing in step.timing)


def test_an_outline_counts_the_faults_of_steps_and_knows_if_a_match_has_ended(drive, tmp_path):
    steps = [RecordEntry(step=step) for step in drive.steps()]
    faulty = RecordEntry(step=steps[4].step)
    for act in faulty.step.acts[:2]:
        act.fault = Fault.FAULT_TIMEOUT
    path = tmp_path / "running.lsr"
    path.write_bytes(b"".join(map(delimited, [drive.entries[0], *steps[:4], faulty])))
    outline = file.read_outline(path)
    assert (outline.faults, outline.footer) == (2, None)
    assert outline.faults == sum(fault != 0 for _, _, fault in read_record(path).seats_and_faults())


def test_an_outline_counts_the_faults_of_columns(tmp_path):
    record = read_record(GOLDEN[0])
    by_seats = [act for step in record.steps for act in step.acts if act.seat >= 0]
    for act in by_seats[3:10:2]:
        act.fault = Fault.FAULT_TIMEOUT
    path = tmp_path / "faulty.lsr"
    path.write_bytes(b"".join(map(delimited, [*record.entries_before_footer(), RecordEntry(footer=record.footer)])))
    assert file.read_outline(path).faults == 4


def test_what_is_no_record_has_no_outline(drive, tmp_path):
    for data, words in ((b"", "is empty"), (b"something else", "is not a Lawspeaker record"),
                        (changed(drive, lambda _h, _s, footer: footer.outcome.scores.append(1)), "scores, should be")):
        (tmp_path / "odd.lsr").write_bytes(data)
        with pytest.raises(RecordError, match=words):
            file.read_outline(tmp_path / "odd.lsr")
    twice = RecordEntry(footer=RecordFooter())
    whole = GOLDEN[0].read_bytes()
    (tmp_path / "odd.lsr").write_bytes(file.unpacked(whole) + delimited(twice))
    with pytest.raises(RecordError, match=r"is damaged: entry \d+ follows the footer"):
        file.read_outline(tmp_path / "odd.lsr")
