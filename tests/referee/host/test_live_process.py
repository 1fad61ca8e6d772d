"""The process that makes what spectators see: it starts when asked, ends when idle, and dies without harm."""

from __future__ import annotations

import asyncio
import io
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from lawspeaker.v1.watch_service_pb2 import WatchResponse
from lawspeaker_engine.games import GAMES
from lawspeaker_referee.host import live_process
from lawspeaker_referee.host.live_process import LiveProcess, answer_to
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.record.file import RecordWriter, read_record
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.viewer.live_matches import CannotFollow, LiveMatches, LiveUnavailable, TooManyFollowed
from tests.referee.host.script_bots import PATIENCE
from tests.referee.match.match_driver import Drive, by_decision

NORTHGARD = GAMES["northgard"]


@pytest.fixture(scope="module")
def drive() -> Drive:
    return Drive(2, game=NORTHGARD, match_id="live-1", move_time=None).play(by_decision, steps=12)


@pytest.fixture
def folder(drive, tmp_path) -> Path:
    """A folder with a match that runs."""
    writer = RecordWriter(tmp_path / "live-1.lsr")
    for entry in drive.entries:
        writer.write(entry)
    writer.leave()
    return tmp_path


def command_line(pid: int) -> bytes:
    """Nothing if there is no such process."""
    path = Path(f"/proc/{pid}/cmdline")
    return path.read_bytes() if path.exists() else b""


def with_live(test, folder: Path, delay_s: float = 0.0, **options: Any) -> tuple[Any, list[str]]:
    """Run a test with such a process; return what it finds, and what was logged. Nothing of the process is left."""
    log = io.StringIO()

    async def run() -> Any:
        live = LiveProcess(folder, delay_s, make_log(log), **options)
        async with asyncio.timeout(PATIENCE):
            try:
                found = await test(live)
            finally:
                pids = [pid for pid in [live.pid] if pid is not None]
                await live.close()
        assert not any(map(command_line, pids))
        return found

    return asyncio.run(run()), [json.loads(line)["event"] for line in log.getvalue().splitlines()]


def test_it_gives_what_live_matches_give_with_a_low_priority_and_only_when_asked(folder, drive):
    async def test(live: LiveProcess) -> Any:
        assert await asyncio.sleep(0, live.pid) is None
        found = await live.frames("live-1", 0), await live.responses("live-1", 1, begin=True)
        (nice,) = [os.getpriority(os.PRIO_PROCESS, pid) for pid in [live.pid] if pid is not None]
        return found, await live.running(), await live.matches(), nice

    (found, running, matches, nice), log = with_live(test, folder)
    here = LiveMatches(folder, 0.0)
    assert found == (here.frames("live-1", 0), here.responses("live-1", 1, begin=True))
    assert running == here.running()
    assert (matches, log) == (["live-1"], [])
    assert running[0].steps == len(drive.entries) - 1
    assert nice >= live_process.NICE
    assert WatchResponse.FromString(found[1][0][0]).start.match_id == "live-1"


def test_refusals_cross_and_the_process_goes_on(folder):
    other = (folder / "live-1.lsr.part").read_bytes()
    (folder / "live-2.lsr.part").write_bytes(other)
    (folder / "bad.lsr.part").write_bytes(other[:-1] + bytes([other[-1] ^ 255]))

    async def test(live: LiveProcess) -> None:
        with pytest.raises(CannotFollow, match="this match cannot be watched"):
            await live.frames("bad", 0)
        assert await live.frames("live-1", 0)
        with pytest.raises(TooManyFollowed):
            await live.responses("live-2", 1, begin=True)
        assert await live.frames("absent", 0) is None
        assert await live.responses("absent", 1, begin=True) is None
        assert await live.frames("live-1", 5)

    assert with_live(test, folder, most=1) == (None, [])


def test_a_process_that_dies_is_replaced_and_the_record_is_untouched(folder, drive, monkeypatch):
    monkeypatch.setattr(live_process, "STARTS_EVERY", 0.0)
    before = (folder / "live-1.lsr.part").read_bytes()

    async def test(live: LiveProcess) -> Any:
        first = await live.responses("live-1", 1, begin=True)
        os.kill(live.pid or 0, signal.SIGKILL)
        for _ in range(100):
            try:
                return first, await live.responses("live-1", 1, begin=True)
            except LiveUnavailable:
                await asyncio.sleep(0.05)
        return None

    (first, second), log = with_live(test, folder)
    assert first == second
    assert log == ["the process for spectators died"]
    assert (folder / "live-1.lsr.part").read_bytes() == before


def test_processes_that_die_at_once_are_not_started_again_and_again(folder, monkeypatch):
    monkeypatch.setattr(live_process, "COMMAND", ("false",))
    starts = []
    real = live_process.ChildProcess.start

    async def counted(*args, **options):
        starts.append(1)
        return await real(*args, **options)

    monkeypatch.setattr(live_process.ChildProcess, "start", counted)

    async def test(live: LiveProcess) -> None:
        for _ in range(20):
            with pytest.raises(LiveUnavailable):
                await live.frames("live-1", 0)

    with_live(test, folder)
    assert len(starts) == 1


def test_a_process_that_does_not_answer_is_ended(folder, monkeypatch):
    monkeypatch.setattr(live_process, "COMMAND", ("sleep", "1000"))
    monkeypatch.setattr(live_process, "ANSWERS_WITHIN", 0.1)

    async def test(live: LiveProcess) -> None:
        with pytest.raises(LiveUnavailable):
            await live.frames("live-1", 0)
        assert live.pid is None

    assert with_live(test, folder)[1] == ["the process for spectators does not answer"]


def test_an_error_that_nobody_foresaw_is_logged_and_refuses_one_match(folder, monkeypatch):
    child = ("from lawspeaker_referee.viewer.live import LiveMatch; from lawspeaker_referee.host import live_process; "
             "look = LiveMatch.look; LiveMatch.look = lambda self: 1 / 0 if 'bad' in str(self._record._path) else "
             "look(self); live_process.main()")
    monkeypatch.setattr(live_process, "COMMAND", (sys.executable, "-c", child))
    (folder / "bad.lsr.part").write_bytes((folder / "live-1.lsr.part").read_bytes())

    async def test(live: LiveProcess) -> None:
        for words in ("ZeroDivisionError", "this version fails over it"):
            with pytest.raises(CannotFollow, match=words):
                await live.frames("bad", 0)
        assert await live.frames("live-1", 0)

    assert with_live(test, folder)[1] == ["a match cannot be watched"]


def test_it_ends_when_nobody_asks_and_starts_again_for_the_next_one(folder):
    async def test(live: LiveProcess) -> None:
        assert await live.frames("live-1", 0)
        first = live.pid
        while live.pid is not None:  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.01)
        assert await live.frames("live-1", 0)
        assert live.pid not in {None, first}

    assert with_live(test, folder, kept_for=0.05) == (None, [])


def test_those_who_ask_the_same_get_one_answer_and_one_that_leaves_takes_it_from_nobody(folder):
    async def test(live: LiveProcess) -> Any:
        orders = []
        asking = [asyncio.create_task(live.frames("live-1", 0)) for _ in range(10)]
        await asyncio.sleep(0)
        orders.append(len(live._asking))
        asking[0].cancel()
        found = await asyncio.gather(*asking[1:])
        return orders, {id(each) == id(found[0]) or each == found[0] for each in found}, live._asking

    (orders, same, left), _ = with_live(test, folder)
    assert (orders, same, left) == ([1], {True}, {})


def test_after_close_nothing_is_started(folder):
    async def test(live: LiveProcess) -> None:
        await live.close()
        with pytest.raises(LiveUnavailable):
            await live.frames("live-1", 0)
        assert live.pid is None

    assert with_live(test, folder) == (None, [])


def test_an_order_is_a_method_and_its_arguments(folder):
    matches = LiveMatches(folder, 0.0)
    assert answer_to(matches, ["frames", "absent", 0]) == {"found": None}
    assert answer_to(matches, ["running"])["found"][0][:2] == ["live-1", "northgard"]


def test_a_match_that_is_watched_to_its_end_by_a_process_that_is_killed_has_the_same_digest(tmp_path, monkeypatch):
    monkeypatch.setattr(live_process, "STARTS_EVERY", 0.0)
    digests = []
    for watched in (False, True):
        folder = tmp_path / str(watched)
        game = Drive(2, game=NORTHGARD, match_id="live-1", move_time=None).play(by_decision)
        assert game.ended is not None
        assert game.ended.footer is not None
        footer = game.ended.footer

        async def test(live: LiveProcess, game=game, footer=footer, folder=folder, watched=watched) -> None:
            writer = RecordWriter(folder / "live-1.lsr")
            for number, entry in enumerate(game.entries):
                writer.write(entry)
                if watched and number % 50 == 1:
                    assert await live.frames("live-1", number)
                if watched and number % 200 == 1:
                    os.kill(live.pid or 0, signal.SIGKILL)
                    with pytest.raises(LiveUnavailable):
                        await live.frames("live-1", number)
            writer.finish(footer)

        with_live(test, folder)
        result = verify(read_record(folder / "live-1.lsr"))
        assert result.ok
        digests.append((result.digest, (folder / "live-1.lsr").read_bytes()))
    assert digests[0] == digests[1]
