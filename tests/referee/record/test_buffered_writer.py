"""The record of a match that is played again if its process dies: kept in memory, and the same in the end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from lawspeaker_referee.match.events import Left, Store, Tick
from lawspeaker_referee.record import writer as record_writer
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.signing import SigningKey
from lawspeaker_referee.record.writer import GATHER_MOST, GATHER_WITHIN, BufferedRecordWriter, RecordWriter
from tests.referee.match.match_driver import Drive, by_decision

KEY = SigningKey(Ed25519PrivateKey.generate())


@pytest.fixture(scope="module")
def drive() -> Drive:
    """A match with faults, remarks, refusals and evidence."""
    drive = Drive(3, rounds=2)
    drive.answer(0, 1, annotation="well")
    drive.answer(1, 9)
    drive.tell(Tick(), after=2.0)
    drive.tell(Left(2))
    return drive.play(by_decision)


@pytest.fixture
def pass_time(monkeypatch) -> Callable[[float], None]:
    now = [0.0]
    monkeypatch.setattr(record_writer, "monotonic", lambda: now[0])

    def later(seconds: float) -> None:
        now[0] += seconds

    return later


def stores(drive: Drive) -> list[Store]:
    return [send for send in drive.order if isinstance(send, Store)]


def written(writer: RecordWriter, drive: Drive, after: Callable[[], None] = lambda: None) -> bytes:
    """Return the file of a match in whose steps something happens each time."""
    for each in stores(drive):
        writer.store(each)
        after()
    assert drive.ended is not None and drive.ended.footer is not None
    writer.finish(drive.ended.footer)
    assert list(writer.path.parent.glob(f"{writer.path.name}*")) == [writer.path]
    return writer.path.read_bytes()


@pytest.mark.parametrize("signer", [None, KEY])
@pytest.mark.parametrize("seconds", [0.0, GATHER_WITHIN / 3, GATHER_WITHIN])
def test_the_file_is_that_of_a_match_that_is_written_step_by_step(drive, tmp_path, pass_time, signer, seconds):
    kept = written(BufferedRecordWriter(tmp_path / "kept.lsr", signer), drive, lambda: pass_time(seconds))
    assert kept == written(RecordWriter(tmp_path / "steps.lsr", signer), drive)


def test_entries_come_to_the_file_when_they_are_old(drive, tmp_path, pass_time):
    writer = BufferedRecordWriter(tmp_path / "match.lsr")
    first, *others = stores(drive)
    writer.store(first)
    assert not writer.part.read_bytes()
    pass_time(GATHER_WITHIN)
    writer.store(others[0])
    assert len(read_record(writer.part).steps) == 1
    writer.store(others[1])
    assert len(read_record(writer.part).steps) == 1
    writer.discard()


def test_entries_come_to_the_file_when_there_are_many(drive, tmp_path, pass_time):
    writer = BufferedRecordWriter(tmp_path / "match.lsr")
    first, *others = stores(drive)
    for each in [first, *[others[0]] * (GATHER_MOST - 2)]:
        writer.store(each)
        assert not writer.part.read_bytes()
    writer.store(others[0])
    assert len(read_record(writer.part).steps) == GATHER_MOST - 1
    writer.discard()


def test_a_voided_match_keeps_all_that_was_stored(drive, tmp_path: Path):
    writer = BufferedRecordWriter(tmp_path / "match.lsr")
    for each in stores(drive):
        writer.store(each)
    writer.void()
    found = read_record(tmp_path / "match.lsr.void")
    assert (found.footer, found.steps) == (None, drive.steps())
