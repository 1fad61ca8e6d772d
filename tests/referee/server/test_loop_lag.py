"""A loop's lag, with invented rounds and times."""

from __future__ import annotations

from collections.abc import Callable

from lawspeaker_referee.server.lateness.read_barrier import LoopLag


class Loop:
    """Rounds by hand."""

    def __init__(self) -> None:
        self.now = 100.0
        self.soon: list[Callable[[], None]] = []
        self.lag = LoopLag(self, lambda: self.now)

    def call_soon(self, callback: Callable[[], None]) -> None:
        self.soon.append(callback)

    def next_round(self) -> None:
        due, self.soon[:] = list(self.soon), []
        for call in due:
            call()

    def work(self, seconds: float) -> None:
        self.lag.work(self.now)
        self.now += seconds


def test_what_is_read_after_a_rest_has_only_just_come():
    loop = Loop()
    assert loop.lag.lag(loop.now) == 0.0
    loop.work(0.5)
    loop.next_round()
    loop.next_round()
    assert loop.soon == [], "a loop at rest is left alone"
    loop.now += 10.0
    assert loop.lag.lag(loop.now) == 0.0


def test_what_is_read_in_a_busy_loop_may_have_waited_since_the_round_before_began():
    loop = Loop()
    loop.work(0.5)
    assert loop.lag.lag(loop.now) == 0.5
    loop.next_round()
    loop.work(0.25)
    assert loop.lag.lag(loop.now) == 0.75
    loop.next_round()
    loop.work(0.125)
    assert loop.lag.lag(loop.now) == 0.375


def test_rounds_of_no_length_to_speak_of_are_no_lag():
    loop = Loop()
    for _ in range(10):
        loop.work(0.0004)
        assert loop.lag.lag(loop.now) == 0.0
        loop.next_round()
