"""The sockets of this process are found and shut down even where strangers have taken all descriptors."""

from __future__ import annotations

import asyncio
import os
import resource
import socket
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from lawspeaker_referee.config.limits import Limits
from lawspeaker_referee.server.own_sockets import hold_descriptor, own_sockets, shut_down
from tests.referee.server.live_server import bots, queue_server
from tests.referee.server.test_tcp_connections import open_still, watched

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists the descriptors of a process")


@contextmanager
def no_descriptor_left():
    """Within this the process can open no file but in the place of one that it closes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    highest = max(int(each.name) for each in Path("/proc/self/fd").iterdir())
    taken = [os.open(os.devnull, os.O_RDONLY)]
    while taken[-1] < highest:
        taken.append(os.open(os.devnull, os.O_RDONLY))
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(highest, taken[-1]) + 1, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        for descriptor in taken:
            os.close(descriptor)


def test_sockets_are_found_and_shut_down_without_a_descriptor_left():
    hold_descriptor()
    here, there = socket.socketpair()
    with here, there:
        status = os.fstat(here.fileno())
        with no_descriptor_left():
            assert (here.fileno(), status.st_ino) in list(own_sockets())
            shut_down(here.fileno(), status.st_ino, reset=False)
        assert there.recv(1) == b""


def test_a_socket_that_has_the_descriptor_of_another_one_is_left_alone():
    here, there = socket.socketpair()
    with here, there:
        shut_down(here.fileno(), os.fstat(there.fileno()).st_ino, reset=False)
        here.sendall(b"1")
        assert there.recv(1) == b"1"


def test_a_crowd_that_has_taken_all_descriptors_is_cut_off():
    with watched(Limits(strangers_an_address=2)) as (connections, dial, _, _metrics):
        lines = [dial() for _ in range(4)]
        connections.look(lambda: 0.0)
        with no_descriptor_left():
            connections.look(lambda: 3.0)
        assert sum(map(open_still, lines)) == 2


def test_the_watch_on_connections_goes_on_after_a_look_that_failed():
    async def test():
        async with queue_server() as place, bots(place.address, 1):
            looks, twice = [], asyncio.Event()

            def look(_clock):
                looks.append(None)
                if len(looks) > 2:
                    twice.set()
                raise OSError(24, "Too many open files")

            place.server._connections.look = look
            await twice.wait()
            assert len(place.lines("connections cannot be watched")) == 1

    asyncio.run(test())
