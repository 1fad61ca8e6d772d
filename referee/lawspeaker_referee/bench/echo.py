"""The least a referee could cost: a bare grpc.aio server that sends the same bytes and throws the answers away."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import cycle
from typing import Any

import grpc.aio

from lawspeaker.v1.referee_service_pb2 import PlayResponse, Welcome

METHOD = "lawspeaker.v1.RefereeService"


@asynccontextmanager
async def echo_server(requests: Sequence[bytes]) -> AsyncIterator[str]:
    """The address of a server that sends each stream one serialized PlayResponse after another, forever."""

    async def play(_: object, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        await context.read()
        await context.write(PlayResponse(welcome=Welcome(protocol=1)).SerializeToString())
        for request in cycle(requests):
            await context.write(request)
            if await context.read() is grpc.aio.EOF:
                return

    handler: Any = grpc.stream_stream_rpc_method_handler(play)
    server = grpc.aio.server()
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(METHOD, {"Play": handler}),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        await server.stop(None)
