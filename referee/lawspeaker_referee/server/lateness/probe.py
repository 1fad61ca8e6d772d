"""The connections on which probes go through gRPC: a server of this process, and plain sockets to it.

gRPC serves its connections in turn, and takes everything that has come on one. So each connection carries one probe at
a time: a second one would be read together with the first, before its turn. For the same reason the first probe of a
connection, which follows the handshake, tells nothing.

The client side is plain sockets that speak as much HTTP/2 as a stream of messages needs: a probe leaves at the moment
when it is sent, where a gRPC client would wait for the busy loop that the probe is to measure.

Other programs of this machine can connect to the server, and gain nothing: it takes few connections, and a stream that
brings anything but the token of a probe, which cannot be guessed, is ended.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from struct import pack
from typing import Any, Final

import grpc.aio

from lawspeaker_referee.server.lateness.read_barrier import LOST_AFTER
from lawspeaker_referee.server.lateness.running_time import running_time

SERVICE: Final = "lawspeaker.Probes"
CONNECTIONS: Final = 16
"""Probes that can be on their way at once: the more, the more finely a long wait is measured."""
TOKEN_BYTES: Final = 16
OPEN_WITHIN: Final = 5.0
CLOSE_WITHIN: Final = 0.1
CONNECT_WITHIN: Final = 0.05
"""Seconds that the loop may wait for a new connection; on the same machine it comes at once or not at all."""

PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
"""The beginning of a client's HTTP/2 connection (RFC 9113, 3.4)."""
_DATA, _HEADERS, _SETTINGS = 0x0, 0x1, 0x4
_ACK, _END_HEADERS = 0x1, 0x4
_FIELDS: Final = {
    b":method": b"POST", b":scheme": b"http", b":path": f"/{SERVICE}/Listen".encode(), b":authority": b"localhost",
    b"content-type": b"application/grpc", b"te": b"trailers",
}


async def start_whole(server: grpc.aio.Server) -> None:
    """Start a server, to the end when cancelled, too: gRPC cannot stop one that has half started."""
    starting = asyncio.ensure_future(server.start())
    try:
        await asyncio.shield(starting)
    except asyncio.CancelledError:
        await starting
        raise


class LatenessProbe:
    """Sends the probes of a ReadBarrier."""

    def __init__(self) -> None:
        self._server = grpc.aio.server(options=[
            ("grpc.so_reuseport", 0), ("grpc.max_allowed_incoming_connections", 4 * CONNECTIONS),
            ("grpc.max_concurrent_streams", 1), ("grpc.max_receive_message_length", TOKEN_BYTES),
            ("grpc.http2.bdp_probe", 0),  # its pings would let a probe be read before its turn
        ])
        handler: Any = grpc.stream_stream_rpc_method_handler(self._listen)
        self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, {"Listen": handler}),))
        self._port = 0
        self._connections: list[ProbeConnection] = []
        self._free: list[ProbeConnection] = []
        self._usable = asyncio.Event()
        self._on_way: dict[bytes, Callable[[], None]] = {}
        """Token of a probe -> the function to call when it is read."""

    async def open(self) -> None:
        """Start the server and make the first connection; if that fails or is cancelled, nothing of it is left.

        Raises OSError.
        """
        try:
            self._port = self._server.add_insecure_port("127.0.0.1:0")
        except RuntimeError as error:
            raise OSError(str(error)) from error
        try:
            await start_whole(self._server)
            self._add_connection()
            async with asyncio.timeout(OPEN_WITHIN):
                await self._usable.wait()
        except (OSError, asyncio.CancelledError):  # TimeoutError too
            await self.close()
            raise

    async def close(self) -> None:
        """Close all connections and the server; probes on their way are forgotten."""
        for connection in self._connections:
            connection.close()
        self._on_way.clear()
        await self._server.stop(CLOSE_WITHIN)

    def send(self, came: Callable[[], None]) -> bool:
        """Send a probe that calls back when it is read; return False if no connection is free, and make another one."""
        while self._free:
            connection = self._free.pop()
            if not connection.broken and self._send(connection, came):
                return True
        self._connections = [each for each in self._connections if not self._lost(each)]
        if len(self._connections) < CONNECTIONS:
            with suppress(OSError):  # such as no files left: then the present connections must suffice
                self._add_connection()
        return False

    def _lost(self, connection: ProbeConnection) -> bool:
        """Return True for one that is broken, or has kept its probe for so long that it counts as read."""
        if running_time() - connection.since > LOST_AFTER:
            connection.close()
        if connection.broken:
            self._on_way.pop(connection.token, None)
        return connection.broken

    def _add_connection(self) -> None:
        """Make a connection, which is free once a first probe has come. Raises OSError."""
        connection = ProbeConnection(self._port, lambda: self._send(connection, lambda: None))
        self._connections.append(connection)

    def _send(self, connection: ProbeConnection, came: Callable[[], None]) -> bool:
        token = secrets.token_bytes(TOKEN_BYTES)

        def read() -> None:
            self._free.append(connection)
            self._usable.set()
            came()

        self._on_way[token] = read
        if not connection.send(token):
            del self._on_way[token]
        return not connection.broken

    async def _listen(self, _: object, context: grpc.aio.ServicerContext[Any, bytes]) -> None:
        while (token := await context.read()) is not grpc.aio.EOF:
            if (read := self._on_way.pop(token, None)) is None:
                return  # the stream of a stranger: nothing more of it is read
            read()


class ProbeConnection:
    """A client's HTTP/2 connection with one stream on it."""

    def __init__(self, port: int, ready: Callable[[], object]) -> None:
        """Connect, and call `ready` once the connection can be used. Raises OSError."""
        self.broken = False
        self.token, self.since = b"", running_time()
        """The last probe that was sent on it, and when; before the first one, when it was made."""
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=CONNECT_WITHIN)
        self._socket.settimeout(0.0)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        headers = b"".join(b"\0" + bytes([len(name)]) + name + bytes([len(value)]) + value
                           for name, value in _FIELDS.items())
        self._socket.sendall(PREFACE + frame(_SETTINGS, 0, 0, b"")
                             + frame(_HEADERS, _END_HEADERS, 1, headers))
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._socket, self._read)
        self._ready: Callable[[], object] | None = ready

    def send(self, token: bytes) -> bool:
        """Send a message; return False if the connection is broken."""
        self.token, self.since = token, running_time()
        return self._write(frame(_DATA, 0, 1, b"\0" + pack(">I", len(token)) + token))

    def close(self) -> None:
        """Close the socket."""
        if not self.broken:
            self.broken = True
            self._loop.remove_reader(self._socket)
            self._socket.close()

    def _write(self, data: bytes) -> bool:
        try:
            self._socket.sendall(data)
        except OSError:
            self.close()
        return not self.broken

    def _read(self) -> None:
        """Acknowledge the server's settings, which come first; nothing else that it sends matters here."""
        try:
            data = self._socket.recv(1 << 16)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.close()
        elif self._ready is not None and self._write(frame(_SETTINGS, _ACK, 0, b"")):
            ready, self._ready = self._ready, None
            ready()


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    """Return a frame of HTTP/2 (RFC 9113, 4.1)."""
    return pack(">I", len(payload))[1:] + bytes([kind, flags]) + pack(">I", stream) + payload
