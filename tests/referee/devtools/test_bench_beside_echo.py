"""Windows of the referee beside the echo, and processes that die meanwhile."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from lawspeaker_engine.games import find_game
from lawspeaker_referee.devtools.bench import beside_echo
from lawspeaker_referee.devtools.bench.beside_echo import Window, command_of, spread, window_between
from lawspeaker_referee.devtools.bench.path import path_us
from lawspeaker_referee.devtools.bench.processes import MeasuredProcess, MeasurementFailed, reading
from lawspeaker_referee.devtools.bench.referee import RefereeLoad
from lawspeaker_referee.devtools.bench.servers import ServerOptions
from lawspeaker_referee.record.writer import RecordWriter
from tests.games.parley import PARLEY


def test_a_window_has_the_rate_and_the_cpu_time_of_each_side_a_round_trip():
    before = [{"at": 10.0, "cpu": 1.0}, {"at": 20.0, "cpu": 5.0, "answers": 7}, {"at": 30.0, "cpu": 0.0, "answers": 0}]
    after = [{"at": 12.0, "cpu": 2.0}, {"at": 22.0, "cpu": 5.5, "answers": 307}, {"at": 34.0, "cpu": 1.5,
                                                                                    "answers": 200}]
    assert window_between(before, after) == pytest.approx(Window(
        rate=300 / 2 + 200 / 4, server_us=1.0 / 500 * 1e6, bots_us=2.0 / 500 * 1e6, server_core=0.5, bots_core=0.375))


def test_a_window_without_an_answer_is_a_failure_and_not_a_division_by_zero():
    report = {"at": 1.0, "cpu": 1.0, "answers": 3}
    with pytest.raises(MeasurementFailed, match=r"^no bot answered within 0\.50 seconds; give --seconds more"):
        window_between([report, report], [report | {"at": 1.5}, report | {"at": 1.5}])


def test_the_cpu_time_of_a_process_grows_with_its_work_and_not_with_its_sleep():
    before = reading()
    while reading()["cpu"] < before["cpu"] + 0.02:
        pass
    after = reading()
    assert after["at"] - before["at"] >= 0.9 * (after["cpu"] - before["cpu"]) > 0


def test_a_spread_is_median_least_and_most():
    assert spread([3.0, 1.0, 2.04], 1) == {"median": 2.0, "least": 1.0, "most": 3.0}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["echo", "referee"])
def test_a_server_that_dies_is_named_in_one_line(kind):
    async def test() -> None:
        order = ServerOptions(kind, "northgard", 2).order
        async with MeasuredProcess.start(f"the {kind}", command_of("servers"), order) as server:
            await server.report()
            assert set(await server.ask("read")) == {"cpu", "at"}
            os.kill(server.pid, signal.SIGKILL)
            with pytest.raises(MeasurementFailed, match=f"^the {kind} was killed by signal 9$"):
                await server.ask("read")

    asyncio.run(test())


def test_bots_that_cannot_connect_say_so(monkeypatch):
    async def test() -> None:
        async with MeasuredProcess.start("process 1 of the bots", command_of("throughput_bots"), {
                "address": "127.0.0.1:1", "first": 0, "streams": 2, "matches": 1, "connect_seconds": 0.0}) as bots:
            await bots.report()

    monkeypatch.setattr("lawspeaker_referee.devtools.bench.processes.ANSWERS_WITHIN", 0.5)
    with pytest.raises(MeasurementFailed, match=r"^process 1 of the bots did not report within 0\.5 seconds$"):
        asyncio.run(test())


@pytest.fixture
def _nobody_plays_before_the_windows(monkeypatch):
    monkeypatch.setattr(beside_echo, "CONNECT_SECONDS", 0.1)


@pytest.mark.slow
@pytest.mark.usefixtures("_nobody_plays_before_the_windows")
def test_in_each_round_the_referee_stands_beside_the_echo():
    found = asyncio.run(beside_echo.measure(find_game("northgard"), RefereeLoad(2, 4, 4), 0.1, 2))
    least, most = found["ratio_to_echo_range"]
    assert 0 < least <= found["ratio_to_echo"] <= most
    assert set(found["cpu_us"]) == {"referee", "referee_bots", "echo", "echo_bots", "floor"}
    assert found["cpu_us"]["floor"]["median"] > found["path_us"] > 0, "the busy echo does as much and gRPC besides"
    assert all(0 < each["least"] <= each["median"] <= each["most"] for each in found["cpu_us"].values())
    assert all(0 < share < 2 for share in found["core"].values())


def test_the_path_without_grpc_is_one_of_whole_matches(monkeypatch):
    """With several seats asked at once, and with matches that end meanwhile."""
    ended = []
    finish = RecordWriter.finish
    monkeypatch.setattr(RecordWriter, "finish", lambda self, footer: ended.append(footer) or finish(self, footer))
    assert path_us(PARLEY, 2, 3, 0.2) > 0
    assert len(ended) > 3
    assert all(footer.outcome.ranks for footer in ended)
