"""EngineService on real sockets."""

from __future__ import annotations

import gc
import queue
import stat
import threading
import weakref
from contextlib import contextmanager

import grpc
import pytest

from lawspeaker.v1.engine_service_pb2 import (
    DescribePositions,
    EngineErrorReason,
    GameStart,
    LoadPositions,
    RunPlayouts,
    SessionRequest,
)
from lawspeaker.v1.engine_service_pb2_grpc import EngineServiceStub
from lawspeaker_engine.model import BadSetup
from lawspeaker_referee.devtools.engine_service import grpc_server
from lawspeaker_referee.devtools.engine_service.grpc_server import engine_server
from lawspeaker_referee.devtools.engine_service.session import EngineSession

LOAD = SessionRequest(load=LoadPositions(starts=[GameStart(game="northgard", players=2)], seed=1))
DESCRIBE = SessionRequest(describe=DescribePositions(positions=[1]))


class Stream:
    """A stream of EngineService, on which a request is answered at once."""

    def __init__(self, channel):
        self._requests = queue.SimpleQueue()
        self.call = EngineServiceStub(channel).Session(iter(self._requests.get, None))

    def send(self, request):
        self._requests.put(request)

    def ask(self, request):
        self.send(request)
        return next(self.call)

    def leave(self):
        self._requests.put(None)
        assert list(self.call) == []


@contextmanager
def service(address, most_positions=10, most_streams=4):
    """Yield the address of a running service, and a channel to it."""
    with engine_server(address, most_positions, most_streams) as bound, grpc.insecure_channel(bound) as channel:
        yield bound, channel


def test_positions_belong_to_their_stream_and_end_with_it(tmp_path, monkeypatch):
    sessions = []

    class Watched(EngineSession):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            sessions.append(weakref.ref(self))

    monkeypatch.setattr(grpc_server, "EngineSession", Watched)
    with service(f"unix:{tmp_path}/engine") as (_, channel):
        one, other = Stream(channel), Stream(channel)
        assert one.ask(LOAD).positions.positions[0].position == 1
        error = other.ask(DESCRIBE).error
        assert error.reason == EngineErrorReason.ENGINE_ERROR_REASON_UNKNOWN_POSITION
        assert one.ask(DESCRIBE).positions.positions[0].decisions
        one.leave()
        other.leave()
    gc.collect()
    assert [session() for session in sessions] == [None, None]


def test_a_stream_opens_before_its_first_request():
    with service("127.0.0.1:0") as (_, channel):
        stream = Stream(channel)
        assert stream.call.initial_metadata() is not None
        stream.leave()


def test_a_unix_socket_is_for_its_user_only_and_an_old_one_is_replaced(tmp_path):
    for _ in range(2):
        with service(f"unix:{tmp_path}/engine") as (bound, channel):
            assert bound == f"unix:{tmp_path}/engine"
            assert stat.S_IMODE((tmp_path / "engine").stat().st_mode) & 0o077 == 0
            assert Stream(channel).ask(LOAD).HasField("positions")


def test_a_port_that_is_taken_is_refused():
    with (service("127.0.0.1:0") as (bound, _), pytest.raises(BadSetup, match=f"cannot listen on {bound}"),
          service(bound)):
        pass


def test_one_stream_too_many_is_refused_until_another_ends():
    with service("127.0.0.1:0", most_streams=1) as (_, channel):
        first = Stream(channel)
        first.ask(LOAD)
        with pytest.raises(grpc.RpcError) as caught:
            Stream(channel).ask(LOAD)
        assert caught.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED


def test_a_program_that_leaves_ends_its_playouts(monkeypatch):
    playing = threading.Event()

    def watched(most_positions, is_active):
        return EngineSession(most_positions, lambda: (playing.set(), is_active())[1])

    monkeypatch.setattr(grpc_server, "EngineSession", watched)
    with service("127.0.0.1:0") as (_, channel):
        stream = Stream(channel)
        stream.ask(LOAD)
        stream.send(SessionRequest(playouts=RunPlayouts(positions=[1], count=100_000)))
        assert playing.wait(60)
        stream.call.cancel()
    # the service has waited for the thread of the stream, which so many playouts would have kept for half an hour
