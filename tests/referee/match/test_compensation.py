"""The time that a late referee gives back has an end, and is given once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from lawspeaker_referee.config.clocks import MOST_COMPENSATION, Clock
from lawspeaker_referee.match.events import Answered, Away, Tick
from lawspeaker_referee.server import deadline_timer as timer_module
from lawspeaker_referee.server.deadline_timer import DeadlineTimer
from tests.referee.match.match_driver import PLAYED_ON, Drive

LATE = 0.2


@pytest.mark.parametrize(("move_time", "limit"), [(2.0, 2.0), (None, 60.0)], ids=["away", "away without a limit"])
def test_a_machine_that_is_always_late_ends_matches_all_the_same(move_time, limit):
    drive = Drive(2, move_time=move_time, policy=PLAYED_ON)
    drive.answer(1, 0)
    drive.tell(Away(0))
    times = 0
    while not any(step.acts[0].prompt == "round.bid" for step in drive.steps()):
        assert drive.match.deadline is not None
        drive.tell(Tick(), after=max(0.0, drive.match.deadline - drive.now) + LATE)
        times += 1
        assert times < 100, "it goes on for ever"
    assert drive.step().acts[0].fault
    assert limit + MOST_COMPENSATION <= drive.now - 100.0 <= limit + 2 * MOST_COMPENSATION + 2 * LATE


def test_who_is_away_again_is_given_as_much_again():
    drive = Drive(2, move_time=None)
    drive.answer(1, 0)
    seat = drive.match._seats.states[0]
    drive.tell(Away(0))
    drive.tell(Tick(), after=61.0)
    assert seat.extension == pytest.approx(1.0)
    drive.tell(Away(0))
    assert seat.extension == 0.0


def test_answers_that_lay_at_the_same_time_are_given_it_once():
    drive = Drive(2, clock=Clock(2.0, bank=10.0))
    drive.answer(1, 0)
    drive.tell(Answered(0, 1, (99,), lag=1.0), after=5.0)
    drive.tell(Answered(0, 1, (99,), lag=1.0))
    drive.tell(Answered(0, 1, (1,), lag=1.5), after=0.2)
    timing = drive.step().timing[0]
    assert (timing.think_us, timing.lag_us, timing.charged_us) == pytest.approx(
        (5_200_000, 1_200_000, 4_000_000), abs=2)


class Talker:
    """A bot of whom something more is always to be read."""

    heard = 0

    def unread_since(self, _: float) -> None:
        """It reads."""

    def said_by(self, _: float, __: int) -> bool:
        """Never."""
        return False


class Quiet(Talker):
    """A bot of whom nothing is to be read."""

    def said_by(self, _: float, __: int) -> bool:
        """Always."""
        return True


class NoProbes:
    """A barrier whose probes never come back."""

    asked = 0

    def ask(self, _: object) -> None:
        """Never answers."""
        self.asked += 1


def test_time_is_up_though_no_probe_comes_back(monkeypatch):
    monkeypatch.setattr(timer_module, "LOST_AFTER", 0.05)

    async def test() -> None:
        drive, told, barrier = Drive(2), asyncio.Queue[Any](), NoProbes()
        drive.match.open_decisions.open[0].deadline = asyncio.get_running_loop().time()
        timer = DeadlineTimer(drive.match, [Quiet(), None], lambda event, _: told.put_nowait(event))
        timer._barrier = barrier
        timer.arm()
        async with asyncio.timeout(10):
            assert isinstance(await told.get(), Tick)
        assert barrier.asked == 1

    asyncio.run(test())


def test_an_answer_that_is_read_after_its_time_costs_its_limit_at_least_and_of_the_bank_what_is_sure():
    drive = Drive(2, clock=Clock(0.2, bank=1.0))
    drive.answer(1, 0)
    drive.tell(Answered(0, 1, (1,), lag=1.9), after=1.9)
    timing = drive.step().timing[0]
    assert (timing.charged_us, timing.bank_left_us) == (200_000, 1_000_000)
    assert timing.lag_us == pytest.approx(1_700_000, abs=2)


def test_a_bot_that_always_says_something_is_late_in_the_end_too(monkeypatch):
    monkeypatch.setattr(timer_module, "LOST_AFTER", 0.05)

    async def test() -> None:
        drive, told = Drive(2), asyncio.Queue[Any]()
        drive.match.open_decisions.open[0].deadline = asyncio.get_running_loop().time()
        DeadlineTimer(drive.match, [Talker(), None], lambda event, _: told.put_nowait(event)).arm()
        async with asyncio.timeout(10):
            assert isinstance(await told.get(), Tick)

    asyncio.run(test())
