"""EngineService by gRPC: a thread for each stream, which answers its requests one after the other."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Final

import grpc

from lawspeaker.v1.engine_service_pb2 import SessionRequest, SessionResponse
from lawspeaker.v1.engine_service_pb2_grpc import EngineServiceServicer, add_EngineServiceServicer_to_server
from lawspeaker_engine.model import BadSetup
from lawspeaker_referee.devtools.engine_service.refusals import ProgramGone
from lawspeaker_referee.devtools.engine_service.session import EngineSession
from lawspeaker_referee.server.addresses import why_not_listening

REQUEST_BYTES: Final = 16 << 20
_PRIVATE: Final = 0o077
"""The mask of rights that nobody but the user has on a Unix socket."""


class _Sessions(EngineServiceServicer):
    """Opens a session for each stream."""

    def __init__(self, most_positions: int) -> None:
        self._most_positions = most_positions

    def Session(  # noqa: N802 - the name of the rpc
        self, requests: Iterator[SessionRequest], context: grpc.ServicerContext,
    ) -> Iterator[SessionResponse]:
        """Answer the requests of one program until it leaves."""
        context.send_initial_metadata(())  # some clients send nothing before it has come
        session = EngineSession(self._most_positions, context.is_active)
        with suppress(ProgramGone):
            for request in requests:
                yield session.answer(request)


@contextmanager
def engine_server(address: str, most_positions: int, most_streams: int) -> Iterator[str]:
    """Serve at an address until the context ends; yield the address, with its port if that was 0. Raises BadSetup.

    A Unix socket, `unix:/PATH`, can be used by this user only.
    """
    workers = ThreadPoolExecutor(most_streams, "engine")
    server = grpc.server(workers, maximum_concurrent_rpcs=most_streams, options=(
        ("grpc.so_reuseport", 0), ("grpc.max_receive_message_length", REQUEST_BYTES)))
    add_EngineServiceServicer_to_server(_Sessions(most_positions), server)  # type: ignore[no-untyped-call]
    mask = os.umask(_PRIVATE)
    try:
        port = server.add_insecure_port(address)
    except RuntimeError:
        raise BadSetup(f"cannot listen on {address}: {why_not_listening(address)}") from None
    finally:
        os.umask(mask)
    server.start()
    try:
        yield address if address.startswith("unix:") else f"{address.rpartition(':')[0]}:{port}"
    finally:
        server.stop(None).wait()
        workers.shutdown()
