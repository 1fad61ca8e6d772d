"""Up to when all has been read: with invented rounds and times, and through gRPC."""

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
from lawspeaker_referee.server.lateness.running_time import LoopLag


class World:
    """A loop whose time is set by hand, and a way on which probes lie until they are read."""

    def __init__(self, *, way: bool = True, places: int = 100) -> None:
        self.now = 100.0
        self._later: list[tuple[float, int, Callable[..., Any], tuple[Any, ...]]] = []
        self._count = itertools.count()
        self.lying: list[Callable[[], None]] = []
        self.places = places
        self.stood_still = 0.0
        self.sounding = ReadBarrier(self, lambda: self.now - self.stood_still)
        self.told: list[tuple[str, float]] = []
        if way:
            self.sounding.ways.append(self)

    def call_later(self, delay: float, callback: Callable[..., Any], /, *args: Any) -> None:
        heapq.heappush(self._later, (self.now + delay, next(self._count), callback, args))

    def call_soon(self, callback: Callable[..., Any], /, *args: Any) -> None:
        self.call_later(0.0, callback, *args)

    def send(self, came: Callable[[], None]) -> bool:
        if len(self.lying) >= self.places:
            return False
        self.lying.append(came)
        return True

    def read(self, number: int = 0) -> None:
        self.lying.pop(number)()

    def ask(self, name: str) -> None:
        self.sounding.ask(lambda moment: self.told.append((name, moment)))

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
    world = World()
    world.ask("one")
    assert world.told == []
    world.wait(0.3)
    world.read()
    assert world.told == [("one", 100.0)]
    assert world.sounding.heard == 100.0


def test_a_probe_that_was_sent_before_the_question_answers_nothing():
    world = World()
    world.ask("one")
    world.wait(0.001)
    world.ask("two")
    world.read()
    assert world.told == [("one", 100.0)]
    world.wait(EVERY)
    world.read()
    assert world.told[1:] == [("two", 100.0 + EVERY)]


def test_all_who_ask_between_two_probes_share_the_next_one():
    world = World()
    world.ask("first")
    for number in range(50):
        world.ask(str(number))
    world.wait(EVERY)
    assert len(world.lying) == 2
    world.read(1)
    assert len(world.told) == 51, "a later probe answers earlier questions too"


def test_probes_wait_for_a_free_place_and_nobody_is_forgotten():
    world = World(places=1)
    world.ask("one")
    world.wait(EVERY)
    world.ask("two")
    world.wait(10 * EVERY)
    assert len(world.lying) == 1
    world.read()
    world.wait(EVERY)
    world.read()
    assert [name for name, _ in world.told] == ["one", "two"]
    assert world.told[1][1] > 100.0 + 10 * EVERY


def test_a_probe_that_is_lost_counts_as_read_in_the_end():
    world = World()
    world.ask("one")
    world.lying.clear()
    world.wait(LOST_AFTER - 0.01)
    assert world.told == []
    world.wait(0.02)
    assert world.told == [("one", 100.0)]


def test_a_probe_is_not_lost_because_the_process_stood_still():
    world = World()
    world.ask("one")
    world.stand_still(LOST_AFTER)
    assert world.told == [], "what came in time may lie before it"
    world.read()
    assert world.told == [("one", 100.0)]


def test_where_no_probe_can_be_sent_nobody_waits_for_ever_and_the_next_that_can_be_counts_again():
    world = World(places=0)
    world.ask("one")
    world.wait(LOST_AFTER - 0.01)
    assert world.told == []
    world.wait(4 * EVERY)
    assert [name for name, _ in world.told] == ["one"]
    world.places = 1
    world.ask("two")
    world.wait(EVERY)
    assert [name for name, _ in world.told] == ["one"], "it lies where it was sent"
    world.read()
    assert [name for name, _ in world.told] == ["one", "two"]


def test_without_a_way_the_rounds_of_the_loop_must_do():
    world = World(way=False)
    world.ask("one")
    assert world.told == []
    world.wait(0.0)
    assert world.told == [("one", 100.0)]


def test_lag_is_at_most_the_time_since_the_last_probe_that_came_was_sent():
    world = World()
    assert world.sounding.lag(world.now, 0.0) == 0.0, "nothing is under way"
    world.ask("one")
    world.wait(0.2)
    world.sounding.go_on(world.now, 0.0)
    assert world.sounding.lag(world.now, 0.0) == pytest.approx(0.2)
    world.wait(0.1)
    world.read()
    assert world.sounding.lag(world.now, 0.0) == pytest.approx(0.3)
    assert world.sounding.lag(world.now, 0.5) == 0.5, "what the loop knows itself counts too"


def test_a_busy_loop_is_sounded_all_the_time_and_a_quiet_one_never():
    world = World()
    for _ in range(20):
        world.wait(EVERY)
        world.sounding.go_on(world.now, 0.0)
    assert world.lying == []
    for _ in range(20):
        world.wait(EVERY * 1.01)
        world.sounding.go_on(world.now, 0.1)
    assert len(world.lying) == 20


# --- through gRPC ---


async def trip(probes: LatenessProbe) -> None:
    """Send a probe as soon as there is a place, and wait until it is read."""
    came = asyncio.Event()
    async with asyncio.timeout(10):
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
        assert 1 < len(probes._lines) <= probes_module.LINES

    with_probes(test)


def test_a_line_that_breaks_is_replaced():
    async def test(probes: LatenessProbe) -> None:
        probes._lines[0]._socket.shutdown(socket.SHUT_RDWR)
        await trip(probes)
        await trip(probes)

    with_probes(test)


def test_lines_whose_probes_never_come_back_are_replaced(monkeypatch):
    monkeypatch.setattr(probes_module, "LINES", 2)
    monkeypatch.setattr(probes_module, "LOST_AFTER", 0.1)

    async def test(probes: LatenessProbe) -> None:
        with monkeypatch.context() as lossy:
            lossy.setattr(ProbeConnection, "_write", lambda *_: True)
            while probes._free or len(probes._lines) < probes_module.LINES:
                probes.send(lambda: None)
                await asyncio.sleep(0.01)
        await trip(probes)
        await trip(probes)
        assert len(probes._on_way) <= len(probes._lines), "what was lost is forgotten"

    with_probes(test)


@pytest.mark.parametrize(("message", "code"), [
    (bytes(probes_module.TOKEN_BYTES), grpc.StatusCode.OK),
    (bytes(probes_module.TOKEN_BYTES + 1), grpc.StatusCode.RESOURCE_EXHAUSTED),
])
def test_a_stranger_who_finds_the_port_of_probes_moves_nothing_and_is_sent_away(message, code, monkeypatch):
    monkeypatch.setattr(probes_module, "LINES", 3)

    async def test(probes: LatenessProbe) -> None:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{probes._port}") as channel:
            call: Any = channel.stream_stream(f"/{SERVICE}/Listen")()
            await call.write(message)
            async with asyncio.timeout(10):
                assert await call.code() == code
        await trip(probes)

    with_probes(test)


def test_what_is_kept_of_a_loop_does_not_keep_it():
    async def run() -> weakref.ref[asyncio.AbstractEventLoop]:
        ReadBarrier.here().ask(lambda _: None)
        LoopLag.here().work(0.0)
        return weakref.ref(asyncio.get_running_loop())

    loop = asyncio.run(run())
    gc.collect()
    assert loop() is None
