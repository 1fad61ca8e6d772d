"""A log that cannot be written stops nothing: invented streams, and real processes whose stderr is of no use."""

from __future__ import annotations

import asyncio
import io
import json
import os
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from lawspeaker_referee import logs, stderr
from lawspeaker_referee.logs import Limited, make_error_log, make_log
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.record.verify.replay import verify
from lawspeaker_referee.stderr import Stderr
from measure.nginx import kept_port
from tests.referee.cli.process import PARLEY_COMMAND
from tests.referee.referee_file import referee_file
from tests.referee.server.live_server import PATIENCE, bots

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")


def read_all(file: int) -> bytes:
    """Return what lies in a pipe."""
    os.set_blocking(file, False)
    found = b""
    with suppress(BlockingIOError):
        while data := os.read(file, 1 << 16):
            found += data
    return found


@contextmanager
def pipe(*, full: bool = False) -> Iterator[tuple[int, int]]:
    """The ends of a pipe to read and to write, full of blank lines if wanted."""
    reading, writing = os.pipe()
    if full:
        os.set_blocking(writing, False)
        with suppress(BlockingIOError):
            while True:
                os.write(writing, b"\n" * 4096)
        os.set_blocking(writing, True)
    try:
        yield reading, writing
    finally:
        for end in (reading, writing):
            with suppress(OSError):
                os.close(end)


# --- streams ---


def test_lines_come_out_whole_and_in_order_however_they_were_written():
    with pipe() as (reading, writing):
        stream = Stderr(writing)
        for text in ("one", " line\nan", "other\n", "", "the last has no end"):
            stream.write(text)
        stream.drain(PATIENCE)
        assert read_all(reading) == b"one line\nanother\nthe last has no end"
        assert stream.lost == 0


@needs_full
def test_lines_for_a_full_disk_are_counted_and_the_next_that_can_be_written_says_how_many():
    with pipe() as (reading, writing):
        file = os.open(FULL, os.O_WRONLY)
        stream = Stderr(file)
        log = make_log(stream)
        for number in range(5):
            log.info("lost", number=number)
        stream.drain(PATIENCE)
        assert stream.lost == 5
        os.dup2(writing, file)
        log.info("there is room again")
        log.info("and still")
        stream.drain(PATIENCE)
        first, second = map(json.loads, read_all(reading).splitlines())
        os.close(file)
    assert (first["event"], first["lines_lost"]) == ("there is room again", 5)
    assert "lines_lost" not in second


def test_a_pipe_that_nobody_reads_makes_nobody_wait_and_holds_no_more_than_it_may(monkeypatch):
    monkeypatch.setattr(stderr, "MOST_WAITING", 1000)
    with pipe(full=True) as (reading, writing):
        stream = Stderr(writing)
        for _ in range(100):
            stream.write("x" * 99 + "\n")
        assert stream.lost == 90
        stream.drain(0.01)
        read_all(reading)
        stream.drain(PATIENCE)
        assert read_all(reading).count(b"x" * 99 + b"\n") <= 10
        assert stream.lost == 90


def test_a_line_that_broke_off_is_not_taken_for_the_beginning_of_the_next(monkeypatch):
    written: list[bytes] = []

    def write(_: int, data: Any) -> int:
        if len(written) == 1:
            written.append(b"")
            raise OSError("the disk is full")
        written.append(bytes(data[:4]) if not written else bytes(data))
        return len(written[-1])

    monkeypatch.setattr(os, "write", write)
    stream = Stderr(2)
    stream.write("torn line\n")
    stream.write("whole line\n")
    stream.drain(PATIENCE)
    assert b"".join(written) == b"torn\nwhole line\n"
    assert stream.lost == 1


def test_of_a_line_that_is_lost_in_part_nothing_comes_out(monkeypatch):
    monkeypatch.setattr(stderr, "MOST_WAITING", 10)
    with pipe() as (reading, writing):
        stream = Stderr(writing)
        for text in ("far too long ", "and", " more", "\n", "short\n"):
            stream.write(text)
        stream.drain(PATIENCE)
        assert (read_all(reading), stream.lost) == (b"short\n", 1)


def test_a_flush_waits_until_it_is_written_but_not_in_an_event_loop():
    with pipe() as (reading, writing):
        stream = Stderr(writing)
        for number in range(100):
            stream.write(f"{number}\r")
            stream.flush()
            assert read_all(reading) == f"{number}\r".encode(), "a line that lives has no end"
    with pipe(full=True) as (reading, writing):
        stream, moments = Stderr(writing), iter([0.0])

        async def log() -> None:
            stream.write("line\n")
            stream.flush()

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(stderr, "monotonic", lambda: next(moments))  # drain asks for the time more than once
            asyncio.run(log())
            with pytest.raises(StopIteration):
                stream.flush()
        read_all(reading)
        stream.drain(PATIENCE)  # or its thread would write to whatever has this number next


def test_a_system_without_a_thread_to_spare_makes_lines_wait(monkeypatch):
    start = Thread.start

    def none_left(_: Thread) -> None:
        raise RuntimeError("can't start new thread")

    with pipe() as (reading, writing):
        stream = Stderr(writing)
        monkeypatch.setattr(Thread, "start", none_left)
        stream.write("one\n")
        monkeypatch.setattr(Thread, "start", start)
        stream.write("two\n")
        stream.drain(PATIENCE)
        assert (read_all(reading), stream.lost) == (b"one\ntwo\n", 0)


def test_without_stderr_all_is_lost_and_nothing_is_written_anywhere():
    stream = Stderr(None)
    make_log(stream).info("nobody hears it")
    stream.drain(0.0)
    assert stream.lost == 1
    assert not stream.isatty()


def test_a_log_on_a_stream_of_somebody_else_does_not_raise_either():
    file = io.StringIO()
    log = make_log(file)
    file.close()
    log.info("nobody hears it")


def test_a_log_of_errors_has_only_these_with_what_is_bound_to_it(capsys):
    log = make_error_log().bind(match="cup-1").bind(seat=2)
    log.info("played")
    log.warning("late")
    log.error("the disk is full", free=0)
    try:
        int("gone")
    except ValueError:
        log.exception("failed")
    full, failed = map(json.loads, capsys.readouterr().err.splitlines())
    assert {name: value for name, value in full.items() if name != "timestamp"} == {
        "level": "error", "event": "the disk is full", "match": "cup-1", "seat": 2, "free": 0}
    assert (failed["event"], failed["match"], failed["exception"][0]["exc_type"]) == ("failed", "cup-1", "ValueError")


def test_lines_that_strangers_cause_are_so_many_a_second_and_say_how_many_were_left_out(monkeypatch):
    monkeypatch.setattr(logs, "MOST_A_SECOND", 2)
    text, now = io.StringIO(), 0.0
    told = Limited(make_log(text), lambda: now)
    for moment in (0.1, 0.2, 0.3, 0.9, 1.0, 5.0):
        now = moment
        told.info("came", at=moment)
    lines = [json.loads(line) for line in text.getvalue().splitlines()]
    assert [line["at"] for line in lines] == [0.1, 0.2, 1.0, 5.0]
    assert [line.get("left_out") for line in lines] == [None, None, 2, None]
    assert [line.get("note") for line in lines] == [None, "more of this second are not logged", None, None]


# --- real processes ---


async def listens(port: int) -> bool:
    """Return whether somebody does."""
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True


async def scraped(port: int) -> dict[str, float]:
    """Read the figures of streams and of lost lines from /metrics."""
    found = await asyncio.to_thread(
        lambda: urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE).read().decode())
    return {name: float(value) for name, _, value in (line.partition(" ") for line in found.splitlines())
            if name in {"lawspeaker_streams", "lawspeaker_log_lines_lost_total"}}


async def play_and_leave(port: int, metrics: int, times: int, lost: int = 0) -> None:
    """Play matches of bots that come and leave, where there are two places, until so many log lines are lost."""
    async with asyncio.timeout(2 * PATIENCE):
        while not await listens(port):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)
        for _ in range(times):
            async with bots(f"127.0.0.1:{port}", 2, version="1") as players:
                overs = await asyncio.gather(*(bot.play() for bot in players))
                assert overs[0].HasField("outcome")
            while (await scraped(metrics))["lawspeaker_streams"]:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.05)
        while (await scraped(metrics))["lawspeaker_log_lines_lost_total"] < lost:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)


@contextmanager
def closed_pipe() -> Iterator[int]:
    with pipe() as (reading, writing):
        os.close(reading)
        yield writing


@contextmanager
def unread_pipe() -> Iterator[int]:
    with pipe(full=True) as (_, writing):
        yield writing


@pytest.mark.slow
@pytest.mark.parametrize("stderr", [closed_pipe, unread_pipe])
def test_a_referee_whose_log_cannot_be_written_plays_on_and_gives_places_back(tmp_path, stderr):
    with (stderr() as file, kept_port() as port, kept_port() as metrics, subprocess.Popen(
            [*PARLEY_COMMAND, "serve", str(referee_file(
                tmp_path / "referee.toml", game="parley", limits={"most_streams": 2}, records=tmp_path, name="cup",
                grace="0s", listen=f"127.0.0.1:{port}", metrics=f"127.0.0.1:{metrics}"))], stderr=file) as process):
        try:
            lost = 0 if stderr is unread_pipe else 2 * 5  # there they still wait
            asyncio.run(play_and_leave(port, metrics, 2, lost))
            process.terminate()
            assert process.wait(PATIENCE) == 0, "also where lines still wait for a reader"
        finally:
            process.kill()
    records = list(tmp_path.glob("cup-*.lsr"))
    assert len(records) >= 2, "a bot may leave only when the next match has begun"
    assert all(verify(read_record(path)).ok for path in records)


PLAY = ("play", "clansmen", "--option", "years=4", "--bot", "random", "random", "--in-process", "--json")


@pytest.mark.slow
@pytest.mark.parametrize("stderr", [closed_pipe, unread_pipe])
def test_progress_that_cannot_be_shown_does_not_stop_what_it_tells_of(tmp_path, stderr):
    with stderr() as file:
        done = subprocess.run([*PARLEY_COMMAND, *PLAY], check=False, stdout=subprocess.PIPE, stderr=file, text=True,
                              cwd=tmp_path, timeout=6 * PATIENCE)
    assert done.returncode == 0
    assert '"digest"' in done.stdout
