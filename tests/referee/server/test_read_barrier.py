"""The read barrier with invented rounds and times, and with probes through gRPC."""

from __future__ import annotations

import asyncio
import gc
import heapq
import itertools
import socket
import weakref
from collections.abc import Callable
from typing import Any

import grpc
import grpc.aio
import pytest

from lawspeaker_referee.server.lateness import probe as probes_module
from lawspeaker_referee.server.lateness.probe import SERVICE, LatenessProbe, ProbeConnection
from lawspeaker_referee.server.lateness.read_barrier import EVERY, LOST_AFTER, ReadBarrier


class HandLoop:
    """A loop whose time is set by hand, and a path on which probes wait until they are read."""

    def __init__(self, *, path: bool = True, places: int = 100) -> None:
        self.now = 100.0
        self._later: list[tuple[float, int, Callable[..., Any], tuple[Any, ...]]] = []
        self._count = itertools.count()
        self.waiting: list[Callable[[], None]] = []
        self.places = places
        self.stood_still = 0.0
        self.barrier = ReadBarrier(self, lambda: self.now - self.stood_still)
        self.told: list[tuple[str, float]] = []
        if path:
            self.barrier.paths.append(self)

    def call_later(self, delay: float, callback: Callable[..., Any], /, *args: Any) -> None:
        heapq.heappush(self._later, (self.now + delay, next(self._count), callback, args))

    def call_soon(self, callback: Callable[..., Any], /, *args: Any) -> None:
        self.call_later(0.0, callback, *args)

    def send(self, came: Callable[[], None]) -> bool:
        if len(self.waiting) >= self.places:
            return False
        self.waiting.append(came)
        return True

    def read(self, number: int = 0) -> None:
        self.waiting.pop(number)()

    def ask(self, name: str) -> None:
        self.barrier.ask(lambda moment: self.told.append((name, moment)))

    def stand_still(self, seconds: float) -> None:
        """The loop's timers run all the same."""
        self.stood_still += seconds
        self.wait(seconds)

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while self._later and self._later[0][0] <= end:
            self.now, _, callback, args = heapq.heappop(self._later)
            callback(*args)
        self.now = end


def test_who_asks_is_told_when_a_probe_that_was_sent_afterwards_has_been_read():
    loop = HandLoop()
    loop.ask("one")
    assert loop.told == []
    loop.wait(0.3)
    loop.read()
    assert loop.told == [("one", 100.0)]
    assert loop.barrier.read_until == 100.0


def test_a_probe_that_was_sent_before_the_question_answers_nothing():
    loop = HandLoop()
    loop.ask("one")
    loop.wait(0.001)
    loop.ask("two")
    loop.read()
    assert loop.told == [("one", 100.0)]
    loop.wait(EVERY)
    loop.read()
    assert loop.told[1:] == [("two", 100.0 + EVERY)]


def test_all_who_ask_between_two_probes_share_the_next_one():
    loop = HandLoop()
    loop.ask("first")
    for number in range(50):
        loop.ask(str(number))
    loop.wait(EVERY)
    assert len(loop.waiting) == 2
    loop.read(1)
    assert len(loop.told) == 51, "a later probe answers earlier questions too"


def test_probes_wait_for_a_free_place_and_nobody_is_forgotten():
    loop = HandLoop(places=1)
    loop.ask("one")
    loop.wait(EVERY)
    loop.ask("two")
    loop.wait(10 * EVERY)
    assert len(loop.waiting) == 1
    loop.read()
    loop.wait(EVERY)
    loop.read()
    assert [name for name, _ in loop.told] == ["one", "two"]
    assert loop.told[1][1] > 100.0 + 10 * EVERY


def test_a_probe_that_is_lost_counts_as_read_in_the_end():
    loop = HandLoop()
    loop.ask("one")
    loop.waiting.clear()
    loop.wait(LOST_AFTER - 0.01)
    assert loop.told == []
    loop.wait(0.02)
    assert loop.told == [("one", 100.0)]


def test_a_probe_is_not_lost_because_the_process_stood_still():
    loop = HandLoop()
    loop.ask("one")
    loop.stand_still(LOST_AFTER)
    assert loop.told == [], "what came in time may lie before it"
    loop.read()
    assert loop.told == [("one", 100.0)]


def test_where_no_probe_can_be_sent_nobody_waits_for_ever_and_the_next_that_can_be_counts_again():
    loop = HandLoop(places=0)
    loop.ask("one")
    loop.wait(LOST_AFTER - 0.01)
    assert loop.told == []
    loop.wait(4 * EVERY)
    assert [name for name, _ in loop.told] == ["one"]
    loop.places = 1
    loop.ask("two")
    loop.wait(EVERY)
    assert [name for name, _ in loop.told] == ["one"], "it lies where it was sent"
    loop.read()
    assert [name for name, _ in loop.told] == ["one", "two"]


def test_without_a_path_the_rounds_of_the_loop_must_do():
    loop = HandLoop(path=False)
    loop.ask("one")
    assert loop.told == []
    loop.wait(0.0)
    assert loop.told == [("one", 100.0)]


class Lag:
    """A loop's lag that is set by hand."""

    def __init__(self, lag: float) -> None:
        self._lag = lag

    def work(self, _: float) -> None:
        """Change nothing."""

    def lag(self, _: float) -> float:
        return self._lag


def test_lag_is_at_most_the_time_since_the_last_probe_that_came_was_sent():
    loop = HandLoop()
    assert loop.barrier.lag(loop.now) == 0.0, "nothing is under way"
    loop.ask("one")
    loop.wait(0.2)
    assert loop.barrier.lag(loop.now) == pytest.approx(0.2)
    loop.wait(0.1)
    loop.read()
    assert loop.barrier.lag(loop.now) == pytest.approx(0.3)
    loop.barrier.loop_lag = Lag(0.5)
    assert loop.barrier.lag(loop.now) == 0.5, "what the loop knows itself counts too"


def test_a_busy_loop_sends_probes_all_the_time_and_a_quiet_one_never():
    loop = HandLoop()
    loop.barrier.loop_lag = Lag(0.0)
    for _ in range(20):
        loop.wait(EVERY)
        loop.barrier.work(loop.now)
    assert loop.waiting == []
    loop.barrier.loop_lag = Lag(0.1)
    for _ in range(20):
        loop.wait(EVERY * 1.01)
        loop.barrier.work(loop.now)
    assert len(loop.waiting) == 20


# --- through gRPC ---


async def trip(probes: LatenessProbe) -> None:
    """Send a probe as soon as there is a place, and wait until it is read."""
    came = asyncio.Event()
    async with asyncio.timeout(100):
        while not probes.send(came.set):  # noqa: ASYNC110 - who sends probes asks again too
            await asyncio.sleep(0.001)
        await came.wait()


def with_probes(test: Callable[[LatenessProbe], Any]) -> None:
    async def run() -> None:
        probes = LatenessProbe()
        await probes.open()
        try:
            await test(probes)
        finally:
            await probes.close()

    asyncio.run(run())


def test_probes_come_back_one_after_another_and_many_at_once():
    async def test(probes: LatenessProbe) -> None:
        for _ in range(5):
            await trip(probes)
        await asyncio.gather(*(trip(probes) for _ in range(100)))
        assert 1 < len(probes._connections) <= probes_module.CONNECTIONS

    with_probes(test)


def test_a_line_that_breaks_is_replaced():
    async def test(probes: LatenessProbe) -> None:
        probes._connections[0]._socket.shutdown(socket.SHUT_RDWR)
        await trip(probes)
        await trip(probes)

    with_probes(test)


def test_lines_whose_probes_never_come_back_are_replaced(monkeypatch):
    monkeypatch.setattr(probes_module, "CONNECTIONS", 2)
    monkeypatch.setattr(probes_module, "LOST_AFTER", 0.1)

    async def test(probes: LatenessProbe) -> None:
        with monkeypatch.context() as lossy:
            lossy.setattr(ProbeConnection, "_write", lambda *_: True)
            while probes._free or len(probes._connections) < probes_module.CONNECTIONS:
                probes.send(lambda: None)
                await asyncio.sleep(0.01)
        await trip(probes)
        await trip(probes)
        assert len(probes._on_way) <= len(probes._connections), "what was lost is forgotten"

    with_probes(test)


@pytest.mark.parametrize(("message", "code"), [
    (bytes(probes_module.TOKEN_BYTES), grpc.StatusCode.OK),
    (bytes(probes_module.TOKEN_BYTES + 1), grpc.StatusCode.RESOURCE_EXHAUSTED),
])
def test_a_stranger_who_finds_the_port_of_probes_moves_nothing_and_is_sent_away(message, code, monkeypatch):
    monkeypatch.setattr(probes_module, "CONNECTIONS", 3)

    async def test(probes: LatenessProbe) -> None:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{probes._port}") as channel:
            call: Any = channel.stream_stream(f"/{SERVICE}/Listen")()
            await call.write(message)
            async with asyncio.timeout(100):
                assert await call.code() == code
        await trip(probes)

    with_probes(test)


def test_what_is_kept_of_a_loop_does_not_keep_it():
    async def run() -> weakref.ref[asyncio.AbstractEventLoop]:
        ReadBarrier.here().ask(lambda _: None)
        ReadBarrier.here().work(0.0)
        return weakref.ref(asyncio.get_running_loop())

    loop = asyncio.run(run())
    gc.collect()
    assert loop() is None
