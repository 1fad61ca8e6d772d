"""Time in which the referee did not run is no time: with an invented clock, and with a referee that is stopped."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawspeaker.v1.match_pb2 import Fault
from lawspeaker.v1.record_pb2 import Timing
from lawspeaker_referee.config.clocks import Clock
from lawspeaker_referee.match.events import Answered, Tick
from lawspeaker_referee.record.file import read_record
from lawspeaker_referee.server.lateness import running_time
from lawspeaker_referee.server.lateness.running_time import BEAT, STILL, RunningTime
from tests.referee.cli.process import PARLEY_COMMAND
from tests.referee.match.match_driver import Drive
from tests.referee.server.live_server import PATIENCE, HandBot, bots

STOPPED = 3.0
"""Seconds that a real referee is stopped for."""


class Process:
    """A process with an invented clock, which reads it every BEAT seconds unless it is stopped."""

    def __init__(self) -> None:
        self.wall = 100.0
        self.time = RunningTime(lambda: self.wall)

    def run(self, seconds: float) -> float:
        end = self.wall + seconds
        while self.wall + BEAT < end:
            self.wall += BEAT
            self.time.now()
        self.wall = end
        return self.time.now()

    def stop(self, seconds: float) -> None:
        self.wall += seconds


def test_while_a_process_runs_its_time_is_that_of_the_clock():
    process = Process()
    assert process.run(3.0) == 103.0
    process.stop(STILL - 0.001)
    assert process.run(0.0) == process.wall, "so late may a thread be that waits for the interpreter"


def test_nothing_is_left_of_a_stop():
    process = Process()
    before = process.run(0.015)
    process.stop(5.0)
    assert process.time.now() == pytest.approx(before)
    assert process.run(1.0) == pytest.approx(before + 1.0)
    assert process.time.stood_still == pytest.approx(5.0)


def test_the_time_of_a_process_that_gets_no_more_than_moments_goes_on_all_the_same():
    process = Process()
    before = process.time.now()
    for _ in range(100):
        process.stop(0.1)
        process.time.now()
    assert process.time.now() - before >= 40 * BEAT


stretches = st.lists(st.tuples(st.integers(20, 300), st.integers(60, 20_000)), max_size=6)


@given(stretches=stretches)
def test_time_is_that_in_which_the_process_ran_and_never_goes_back(stretches):
    process, ran = Process(), 0
    before = process.time.now()
    for run, stopped in stretches:
        ran += run
        process.run(run / 1000)
        process.stop(stopped / 1000)
        now = process.time.now()
        assert now >= before
        before = now
    assert -1e-6 <= 100.0 + ran / 1000 - before <= len(stretches) * BEAT + 1e-6, "a stop may begin between two beats"


def test_who_is_waited_for_has_as_long_as_the_process_runs(monkeypatch):
    """The loop's timer says three times that it is over, but the process stood still until then."""
    times = iter([0.0, 0.0, 0.0, 0.001, 10.0])
    monkeypatch.setattr(running_time, "running_time", lambda: next(times))

    async def test() -> None:
        never, rounds = asyncio.get_running_loop().create_future(), 0
        wait = asyncio.wait

        async def counted(*arguments: Any, **options: Any) -> Any:
            nonlocal rounds
            rounds += 1
            return await wait(*arguments, **options)

        monkeypatch.setattr(asyncio, "wait", counted)
        await running_time.first_done([never], 0.002)
        assert (rounds, never.done(), next(times, None)) == (3, False, None)

    asyncio.run(test())


# --- what a decision costs ---


class Stopped(Drive):
    """A match of two whose referee is stopped now and then; seat 0 thinks, and seat 1 has answered."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(2, clock=clock)
        self.process = Process()
        self.answer(1, 0)

    def run(self, seconds: float) -> None:
        self.now = self.process.run(seconds)

    def stop(self, seconds: float) -> None:
        self.process.stop(seconds)
        self.now = self.process.time.now()

    @property
    def timing(self) -> Timing:
        timing: Timing = self.step().timing[0]
        return timing


def test_a_stop_empties_no_bank_and_the_increment_comes_on_top():
    drive = Stopped(Clock(0.1, bank=2.0, increment=0.5))
    drive.run(0.03)
    drive.stop(5.0)
    drive.run(0.01)
    drive.answer(0, 1)
    assert drive.step().acts[0].fault == 0
    assert drive.timing.charged_us == pytest.approx(40_000, abs=2)
    assert drive.timing.bank_left_us == 2_500_000


def test_each_of_several_stops_in_a_decision_is_left_out():
    drive = Stopped(Clock(0.1, bank=1.0))
    for _ in range(5):
        drive.run(0.02)
        drive.stop(7.0)
    drive.answer(0, 1)
    assert drive.timing.charged_us == pytest.approx(100_000, abs=2)
    assert drive.timing.bank_left_us == 1_000_000


def test_a_stop_over_the_deadline_puts_it_off_and_it_comes_all_the_same():
    drive = Stopped(Clock(0.1, bank=1.0))
    drive.run(1.099)
    drive.stop(60.0)
    assert drive.match.deadline is not None
    assert drive.now < drive.match.deadline
    assert drive.tell(Tick(heard=drive.now)) == []
    drive.run(0.002)
    drive.tell(Tick(heard=drive.now))
    assert drive.step().acts[0].fault == Fault.FAULT_TIMEOUT
    assert drive.timing.charged_us == 1_100_000, "and what it thought is charged, no more"


def test_what_lay_unread_and_a_stop_are_not_given_back_twice():
    drive = Stopped(Clock(0.1, bank=2.0))
    drive.run(1.0)
    drive.stop(5.0)
    drive.run(0.2)
    drive.tell(Answered(0, drive.request(0).decision_id, (1,), lag=0.2))
    assert drive.timing.charged_us == pytest.approx(1_000_000, abs=2)


def test_a_record_tells_when_its_match_really_ended():
    drive = Stopped(Clock(None))
    drive.stop(5.0)
    drive.match.stood_still = drive.process.time.stood_still
    drive.play()
    assert drive.ended is not None and drive.ended.footer is not None
    took = drive.ended.footer.ended_unix_ms - 1_700_000_000_000
    assert took >= 5000


# --- a real process ---


Thinking = Callable[[subprocess.Popen[bytes], HandBot, Any], Awaitable[None]]


async def stopped(process: subprocess.Popen[bytes], seconds: float = STOPPED) -> None:
    """Stop a process, and see to it that it is."""
    process.send_signal(signal.SIGSTOP)
    while Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0] != "T":  # noqa: ASYNC240, ASYNC110
        await asyncio.sleep(0.001)
    await asyncio.sleep(seconds)


def longest_charge(folder: Path, think: Thinking) -> tuple[Timing, set[int], float]:
    """Play a match in which one bot's first answer comes as `think` says.

    Return what it cost, all faults, and the seconds that the bots had.
    """
    command = [*PARLEY_COMMAND, "serve", "parley", "--listen", "127.0.0.1:0", "--matches", "1", "--records",
               str(folder), "--name", "cup", "--clock", "200ms+2500ms", "--option", "rounds=1"]

    async def play(process: subprocess.Popen[bytes]) -> float:
        assert process.stderr is not None
        port = json.loads(process.stderr.readline())["port"]
        began = monotonic()
        async with asyncio.timeout(PATIENCE + 4 * STOPPED), \
                bots(f"127.0.0.1:{port}", 2, version="1", sdk="test") as players:
            asked = [await bot.next("decision_request") for bot in players]
            await players[1].answer(asked[1], *asked[1].default_picks)
            await asyncio.sleep(0.1)  # until the referee has noticed that its requests have left
            await think(process, players[0], asked[0])
            await asyncio.gather(*(bot.play() for bot in players))
        return monotonic() - began

    with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
        try:
            seconds = asyncio.run(play(process))
        finally:
            process.send_signal(signal.SIGCONT)
            process.kill()
    steps = read_record(next(folder.glob("cup-*"))).steps
    timings = [timing for step in steps for timing in step.timing]
    return (max(timings, key=lambda each: each.charged_us), {act.fault for step in steps for act in step.acts},
            seconds - STOPPED)


async def answered_while_it_stood(process: subprocess.Popen[bytes], bot: HandBot, asked: Any) -> None:
    process.send_signal(signal.SIGSTOP)
    await bot.answer(asked, *asked.default_picks)
    await stopped(process)
    process.send_signal(signal.SIGCONT)


async def answered_afterwards(process: subprocess.Popen[bytes], bot: HandBot, asked: Any) -> None:
    await stopped(process)
    process.send_signal(signal.SIGCONT)
    await bot.answer(asked, *asked.default_picks)


async def stopped_twice(process: subprocess.Popen[bytes], bot: HandBot, asked: Any) -> None:
    for _ in range(2):
        await stopped(process, STOPPED / 2)
        process.send_signal(signal.SIGCONT)
        await asyncio.sleep(0.1)
    await bot.answer(asked, *asked.default_picks)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")
@pytest.mark.parametrize("think", [answered_while_it_stood, answered_afterwards, stopped_twice])
def test_a_referee_that_was_stopped_charges_nobody_for_it(tmp_path, think):
    """Limit and bank are 2.7 s, and the referee stands still for longer."""
    dearest, faults, seconds = longest_charge(tmp_path, think)
    assert faults == {0}
    assert dearest.charged_us < 1_000_000 * seconds, "what the bot thought, and not what the referee stood"
