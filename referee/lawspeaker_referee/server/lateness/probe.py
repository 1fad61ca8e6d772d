"""The way that probes take through gRPC: a server of this process's own, and lines to it, each a connection.

A connection is served in its turn, with everything that has come on it by then. So a line has one probe at a time, or
the second one would jump the queue with the first, and its first probe, which follows its handshake, tells nothing.
Lines are plain sockets that speak as much HTTP/2 as a stream of messages needs: a probe leaves at the moment it is
sent, where a gRPC client would wait for the busy loop that it is to measure. Bots gain nothing by dialling this server:
it takes few connections, and nothing but the tokens of probes, which cannot be guessed; a stream with anything else on
it is ended.
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
LINES: Final = 16
"""Probes that can be on their way at once: that is how finely the way is measured while it is long."""
TOKEN_BYTES: Final = 16
OPEN_WITHIN: Final = 5.0
CLOSE_WITHIN: Final = 0.1
CONNECT_WITHIN: Final = 0.05
"""Seconds that the loop may stand still for a new line; on the same machine it takes none, or it does not come."""

PREFACE: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
"""With which a client's HTTP/2 connection begins (RFC 9113, 3.4)."""
_DATA, _HEADERS, _SETTINGS = 0x0, 0x1, 0x4
_ACK, _END_HEADERS = 0x1, 0x4
_FIELDS: Final = {
    b":method": b"POST", b":scheme": b"http", b":path": f"/{SERVICE}/Listen".encode(), b":authority": b"localhost",
    b"content-type": b"application/grpc", b"te": b"trailers",
}


class LatenessProbe:
    """See the module; the way of a Sounding."""

    def __init__(self) -> None:
        self._server = grpc.aio.server(options=[
            ("grpc.so_reuseport", 0), ("grpc.max_allowed_incoming_connections", 4 * LINES),
            ("grpc.max_concurrent_streams", 1), ("grpc.max_receive_message_length", TOKEN_BYTES),
            ("grpc.http2.bdp_probe", 0),  # its pings would open the way for a probe before its turn
        ])
        handler: Any = grpc.stream_stream_rpc_method_handler(self._listen)
        self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, {"Listen": handler}),))
        self._port = 0
        self._lines: list[ProbeConnection] = []
        self._free: list[ProbeConnection] = []
        self._usable = asyncio.Event()
        self._on_way: dict[bytes, Callable[[], None]] = {}
        """By token."""

    async def open(self) -> None:
        """Make the first line. Raises OSError."""
        try:
            self._port = self._server.add_insecure_port("127.0.0.1:0")
        except RuntimeError as error:
            raise OSError(str(error)) from error
        await self._server.start()
        try:
            self._add_line()
            async with asyncio.timeout(OPEN_WITHIN):
                await self._usable.wait()
        except OSError:  # TimeoutError too
            await self.close()
            raise

    async def close(self) -> None:
        """Give up what is on its way."""
        for line in self._lines:
            line.close()
        self._on_way.clear()
        await self._server.stop(CLOSE_WITHIN)

    def send(self, came: Callable[[], None]) -> bool:
        """Send a probe that calls back when it is read; False if no line is free, and then there may soon be more."""
        while self._free:
            line = self._free.pop()
            if not line.broken and self._send(line, came):
                return True
        self._lines = [line for line in self._lines if not self._lost(line)]
        if len(self._lines) < LINES:
            with suppress(OSError):  # no files are left, say; then the lines that there are must do
                self._add_line()
        return False

    def _lost(self, line: ProbeConnection) -> bool:
        """Whether a line that is not free is broken, or has kept its probe for so long that nobody waits for it."""
        if running_time() - line.since > LOST_AFTER:
            line.close()
        if line.broken:
            self._on_way.pop(line.token, None)
        return line.broken

    def _add_line(self) -> None:
        """Raises OSError."""
        line = ProbeConnection(self._port, lambda: self._send(line, lambda: None))
        self._lines.append(line)

    def _send(self, line: ProbeConnection, came: Callable[[], None]) -> bool:
        token = secrets.token_bytes(TOKEN_BYTES)

        def read() -> None:
            self._free.append(line)
            self._usable.set()
            came()

        self._on_way[token] = read
        if not line.send(token):
            del self._on_way[token]
        return not line.broken

    async def _listen(self, _: object, context: grpc.aio.ServicerContext[Any, bytes]) -> None:
        while (token := await context.read()) is not grpc.aio.EOF:
            if (read := self._on_way.pop(token, None)) is None:
                return  # a stranger's stream: nothing more of it is read
            read()


class ProbeConnection:
    """A connection with one stream on it."""

    def __init__(self, port: int, ready: Callable[[], object]) -> None:
        """Calls back once it can be used. Raises OSError."""
        self.broken = False
        self.token, self.since = b"", running_time()
        """The probe that was sent on it last, and when; before the first one, when it was made."""
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=CONNECT_WITHIN)
        self._socket.settimeout(0.0)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        headers = b"".join(b"\0" + bytes([len(name)]) + name + bytes([len(value)]) + value
                           for name, value in _FIELDS.items())
        self._socket.sendall(PREFACE + frame(_SETTINGS, 0, 0, b"")
                             + frame(_HEADERS, _END_HEADERS, 1, headers))
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._socket, self._hear)
        self._ready: Callable[[], object] | None = ready

    def send(self, token: bytes) -> bool:
        """Send a message; False if the line is broken."""
        self.token, self.since = token, running_time()
        return self._write(frame(_DATA, 0, 1, b"\0" + pack(">I", len(token)) + token))

    def close(self) -> None:
        """Hang up."""
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

    def _hear(self) -> None:
        """The server's settings come first and are to be acknowledged; what else it says does not matter here."""
        try:
            heard = self._socket.recv(1 << 16)
        except BlockingIOError:
            return
        except OSError:
            heard = b""
        if not heard:
            self.close()
        elif self._ready is not None and self._write(frame(_SETTINGS, _ACK, 0, b"")):
            ready, self._ready = self._ready, None
            ready()


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    """A frame of HTTP/2 (RFC 9113, 4.1)."""
    return pack(">I", len(payload))[1:] + bytes([kind, flags]) + pack(">I", stream) + payload
