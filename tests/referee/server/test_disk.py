"""Disks that are full, read-only or gone: the match is void, and nothing else suffers."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
from pathlib import Path

import pytest

from lawspeaker_referee.host import queue
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.record.writer import RecordWriter
from tests.referee.server.live_server import bots, queue_server

FULL_DEVICE = Path("/dev/full")
FULL = OSError(errno.ENOSPC, "No space left on device")
AGAIN = "parley-000003-try1-of-000001"
"""It is the first attempt still: a disk that is full is no fault of the match."""
VOIDED = "the record of the match could not be written: No space left on device"


class Disk:
    """Writes of a match's record, of which the `n`-th and all later ones fail."""

    def __init__(self, monkeypatch, match_id: str, n: int) -> None:
        self.left = n
        real = RecordWriter.append

        def write(record, *entries):
            if record.path.name == f"{match_id}.lsr":
                space, self.left = self.left, self.left - len(entries)
                if self.left < 0:
                    real(record, *entries[:max(0, space)])
                    raise FULL
            real(record, *entries)

        monkeypatch.setattr(RecordWriter, "append", write)


async def play_all(bot, number):
    return [await bot.play() for _ in range(number)]


@pytest.mark.parametrize("writes", [0, 1, 4, "last step", "footer"])
def test_a_full_disk_voids_its_match_which_is_played_again_while_others_go_on(tmp_path, monkeypatch, writes):
    """The header, a step, the last step, and the footer: whatever cannot be written."""
    monkeypatch.setattr(queue, "PAUSE", 0.01)

    async def test():
        async with queue_server(tmp_path / "calm", matches=1) as place, bots(place.address, 2, version="1") as players:
            await asyncio.gather(*(bot.play() for bot in players))
            await place.queue.complete.wait()
        entries = 1 + len(read_record(tmp_path / "calm" / "parley-000001.lsr").steps)
        shutil.rmtree(tmp_path / "calm")
        Disk(monkeypatch, "parley-000001", {"last step": entries - 1, "footer": entries}.get(writes, writes))
        async with queue_server(tmp_path, matches=2) as place, \
                bots(place.address, 2, version="1", max_matches=2) as (one, two):
            overs, others = await asyncio.gather(play_all(one, 3), play_all(two, 3))
            await place.queue.complete.wait()
            for told in (overs, others):
                by_id = {over.match_id: over for over in told}
                assert by_id["parley-000001"].void_reason == VOIDED
                assert not by_id["parley-000001"].HasField("outcome")
                assert by_id["parley-000001"].seed == b"", "nobody learns the dice of a match that does not count"
                assert [by_id[match].outcome.reason for match in ("parley-000002", AGAIN)] == ["points"] * 2
            assert place.lines("no match begins for a while")
            assert place.number("lawspeaker_record_failures_total") == 1
            return sorted(path.name for path in tmp_path.iterdir())

    left = ["parley-000001.lsr.void"] if writes else []
    assert asyncio.run(test()) == [*left, "parley-000002.lsr", f"{AGAIN}.lsr"], "nothing stays of what has no header"
    for match in ("parley-000002", AGAIN):
        assert verify(read_record(tmp_path / f"{match}.lsr")).ok


def test_a_record_that_has_its_end_counts_even_if_there_is_no_room_to_compress_it(tmp_path, monkeypatch):
    def full(*_):
        raise FULL

    async def test():
        with monkeypatch.context() as patch:
            patch.setattr("lawspeaker_referee.record.writer._compressed", full)
            async with queue_server(tmp_path, matches=1) as place, bots(place.address, 2, version="1") as players:
                overs = await asyncio.gather(*(bot.play() for bot in players))
                await place.queue.complete.wait()
                assert overs[0].outcome.reason == "points"
                line, = place.lines("record is complete, but not compressed")
                assert line["error"] == "No space left on device"
        assert read_record(tmp_path / "parley-000001.lsr.part").footer.digest == overs[0].digest
        async with queue_server(tmp_path, matches=1) as place:
            await place.queue.complete.wait()
            assert [path.name for path in tmp_path.iterdir()] == ["parley-000001.lsr"]
            assert verify(read_record(tmp_path / "parley-000001.lsr")).digest == overs[0].digest

    asyncio.run(test())


def test_a_match_ends_even_if_there_is_no_thread_to_compress_its_record(tmp_path, monkeypatch):
    def no_thread(_):
        raise RuntimeError("can't start new thread")

    async def test():
        monkeypatch.setattr(RecordWriter, "pack", no_thread)
        async with queue_server(tmp_path, matches=1) as place, bots(place.address, 2, version="1") as players:
            overs = await asyncio.gather(*(bot.play() for bot in players))
            await place.queue.complete.wait()
            assert overs[0].outcome.reason == "points"
            assert place.number("lawspeaker_matches_running") == 0
            line, = place.lines("record is complete, but not compressed")
            assert "can't start new thread" in line["error"]

    asyncio.run(test())


def test_a_folder_that_vanishes_voids_its_matches_and_comes_back_with_the_next(tmp_path, monkeypatch):
    monkeypatch.setattr(queue, "PAUSE", 0.01)
    folder = tmp_path / "records"

    async def test():
        async with queue_server(folder, matches=1) as place, bots(place.address, 2, version="1") as players:
            request = await players[0].next("decision_request")
            shutil.rmtree(folder)
            await players[0].answer(request, *request.default_picks)
            overs, _ = await asyncio.gather(*(play_all(bot, 2) for bot in players))
            assert overs[0].void_reason == (
                "the record of the match could not be written: the file was removed while it was written")
            assert overs[1].outcome.reason == "points"
            await place.queue.complete.wait()
            assert [path.name for path in folder.iterdir()] == ["parley-000002-try1-of-000001.lsr"]

    asyncio.run(test())


def test_a_folder_that_cannot_be_written_is_tried_again_until_it_can(tmp_path, monkeypatch):
    monkeypatch.setattr(queue, "PAUSE", 0.01)
    folder = tmp_path / "records"
    folder.mkdir()

    async def test():
        async with queue_server(folder, matches=1) as place, bots(place.address, 1, version="1") as (one,), \
                bots(place.address, 1) as (two,):
            folder.rmdir()
            folder.write_text("in the way")
            await two.hello()
            while len(place.lines("no match can begin")) < 3:
                await asyncio.wait([asyncio.ensure_future(place.queue.complete.wait())], timeout=0.01)
            assert place.lines("no match can begin")[0]["error"] == "File exists"
            folder.unlink()
            overs = await asyncio.gather(one.play(), two.play())
            assert overs[0].outcome.reason == "points"
            await place.queue.complete.wait()
            assert [path.name for path in folder.iterdir()] == ["parley-000001.lsr"], "no number was lost"

    asyncio.run(test())


@pytest.mark.skipif(not FULL_DEVICE.exists(), reason="there is no /dev/full")
def test_a_device_that_is_really_full_is_told_in_the_same_words(tmp_path, monkeypatch):
    """The effect of a real ENOSPC on a buffered file: the failed bytes stay in the buffer, and closing fails again."""
    async def test():
        async with queue_server(tmp_path, matches=1) as place, bots(place.address, 2, version="1") as (one, two):
            request = await one.next("decision_request")
            runner, = place.queue.runners
            handle = os.open(FULL_DEVICE, os.O_WRONLY)
            os.dup2(handle, runner._record._file.fileno())
            os.close(handle)
            await one.answer(request, 0)
            await two.answer(await two.next("decision_request"), 0)
            assert (await one.next("match_over")).void_reason == VOIDED
            assert (await two.next("match_over")).void_reason == VOIDED

    asyncio.run(test())
