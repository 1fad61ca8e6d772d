"""Connections by a Unix socket, by which started bots come: what they send besides messages is counted by bot."""

from __future__ import annotations

import asyncio
import io
import socket
import sys
from contextlib import ExitStack, contextmanager

import pytest

from lawspeaker_referee.host.process.sandbox import network_number
from lawspeaker_referee.host.process.socket_folder import socket_path
from lawspeaker_referee.logs import make_log
from lawspeaker_referee.server.metrics import Metrics
from lawspeaker_referee.server.unix_connections import (
    BURST,
    CONNECTION_BYTES,
    HELLO_BYTES,
    MOST_CONNECTIONS,
    RATE,
    UnixConnections,
)
from measure.started_floods import measure_run
from tests.referee.host.script_bots import needs_namespaces

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what came on a Unix socket")
PEER = ("unix", 0)
NEVER = 60.0


class Spy:
    """A bot's stream as far as its connection is concerned."""

    identity = "bot/1"

    def __init__(self) -> None:
        self.heard = self.heard_bytes = 0
        self.sent_away = False

    def flooded(self) -> None:
        self.sent_away = True


class Started:
    """Says that a bot has the network of this process, or that none has, and notes which are to be ended."""

    def __init__(self, *, ours: bool) -> None:
        self._networks = {network_number(): Spy.identity} if ours else {}
        self.ended: list[str] = []

    def networks(self):
        return self._networks

    def flooded(self, identity):
        self.ended.append(identity)


@contextmanager
def watched(*, ours=True):
    """Connections of a plain listener, what dials it and sends, and whom the watch ends."""
    with ExitStack() as stack:
        path = str(stack.enter_context(socket_path()))
        listener = stack.enter_context(socket.socket(socket.AF_UNIX))
        listener.bind(path)
        listener.listen(100)
        started = Started(ours=ours)
        found = UnixConnections(path, started, Metrics(), make_log(io.StringIO()))

        def dial():
            there = stack.enter_context(socket.socket(socket.AF_UNIX))
            there.connect(path)
            return there, stack.enter_context(listener.accept()[0])

        yield found, dial, started


def send(line, size):
    there, here = line
    while size:
        there.sendall(bytes(part := min(size, 1 << 10)))
        size -= len(here.recv(part, socket.MSG_WAITALL))


def open_still(line) -> bool:
    there, _ = line
    there.setblocking(False)
    try:
        return there.recv(1) != b""
    except BlockingIOError:
        return True
    finally:
        there.setblocking(True)


def look(connections, now):
    connections.look(lambda: now)


def test_a_bot_that_sends_more_than_its_budget_loses_all_its_connections_and_is_ended():
    with watched() as (connections, dial, started):
        first, second, bot = dial(), dial(), Spy()
        with connections.with_bot(PEER, bot):
            look(connections, 0.0)
            send(first, BURST - 2 * CONNECTION_BYTES)
            look(connections, 0.0)
            assert open_still(first) and not started.ended
            send(second, HELLO_BYTES + 1)
            look(connections, 0.0)
            assert not open_still(first) and not open_still(second)
            assert bot.sent_away and started.ended == [Spy.identity]


def test_messages_pay_for_themselves_and_time_for_what_comes_along():
    with watched() as (connections, dial, started):
        line, bot = dial(), Spy()
        with connections.with_bot(PEER, bot):
            for now in range(100):
                send(line, 100 << 10)
                bot.heard, bot.heard_bytes = bot.heard + 1000, bot.heard_bytes + (80 << 10)
                look(connections, float(now))
            for now in range(100, 200):
                send(line, RATE)
                look(connections, float(now))
            assert open_still(line) and not started.ended
        look(connections, 200.0)
        send(line, BURST + 1)
        look(connections, 200.0)
        assert started.ended, "what a stream has earned is not kept beyond the burst"


def test_connections_without_end_are_a_flood_even_if_nothing_is_seen_on_them():
    with watched() as (connections, dial, started):
        for _ in range(BURST // CONNECTION_BYTES + 1):
            assert not started.ended
            there, here = dial()
            look(connections, 0.0)
            there.close()
            here.close()
        assert started.ended


def test_a_bot_may_come_back_as_often_as_its_hellos_pay():
    with watched() as (connections, dial, started):
        for now in range(200):
            there, here = dial()
            with connections.with_bot(PEER, Spy()):
                look(connections, now / 4)
            there.close()
            here.close()
        assert not started.ended


def test_a_bot_has_a_bounded_number_of_connections_and_the_latest_go():
    with watched() as (connections, dial, _):
        lines = []
        for now in range(MOST_CONNECTIONS + 3):
            lines.append(dial())
            look(connections, 10.0 * now)
        assert [open_still(line) for line in lines] == [True] * MOST_CONNECTIONS + [False] * 3


def test_of_connections_from_elsewhere_the_one_that_sends_most_is_cut_off_and_nobody_is_ended():
    with watched(ours=False) as (connections, dial, started):
        honest, loud, bot = dial(), dial(), Spy()
        with connections.with_bot(PEER, bot):
            look(connections, 0.0)
            send(honest, 10 << 10)
            send(loud, 3 * BURST)
            look(connections, 1.0)
            assert [open_still(honest), open_still(loud)] == [True, False]
            assert not started.ended and not bot.sent_away


def test_bots_from_elsewhere_have_a_budget_each_though_they_are_counted_together():
    with watched(ours=False) as (connections, dial, _), ExitStack() as stack:
        lines = [dial() for _ in range(5)]
        for _ in lines:
            stack.enter_context(connections.with_bot(PEER, Spy()))
        look(connections, 0.0)
        for line in lines:
            send(line, BURST // 2)
        look(connections, 0.0)
        assert all(map(open_still, lines))


def test_what_was_read_is_counted_on_and_on():
    with watched() as (connections, dial, _):
        line = dial()
        look(connections, 0.0)
        known, = connections._known.values()
        known.offset = 1000  # as after two gigabytes
        line[1].setsockopt(socket.SOL_SOCKET, 42, 1000)
        send(line, 600)
        known.look()
        assert known.came == 600
        send(line, 700)
        known.look()
        assert known.came == 700


@pytest.mark.slow
@needs_namespaces
@pytest.mark.parametrize(("kind", "place"), [
    ("window-update", "other"), ("window-update", "same"), ("ping", "other"), ("calls", "same"),
])
def test_end_to_end_a_started_bot_that_floods_is_out_with_its_evidence_and_others_play_on(kind, place):
    run = asyncio.run(measure_run(kind, place, others=8))
    assert run.faults["disconnected"] == 1
    assert "frames without end" in run.evidence
    assert run.own < NEVER / 2 and run.others < NEVER / 2
    assert run.latest < 5.0
