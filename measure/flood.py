"""A flood of HTTP/2 frames, as a stranger may send it.

`python -m measure.flood ADDRESS KIND SECONDS CONNECTIONS FROM`

Each connection is opened from the local address FROM, sends frames of one kind as fast as they are taken, and is opened
again when it is closed. No stream says Hello. It prints what `Flood.report` returns, summed, as one JSON object.
"""

from __future__ import annotations

import asyncio
import json
import select
import socket
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from struct import pack
from threading import Thread
from time import monotonic, sleep
from typing import Any, Final

from lawspeaker_referee.server.lateness.probe import PREFACE, frame
from lawspeaker_referee.server.service import NAME
from measure.processes import command

BLOCK: Final = 500
"""Frames, or pairs of frames, in one write."""
READ: Final = 1 << 16
AGAIN_AFTER: Final = 0.01
"""Seconds until a connection that was closed is opened again."""
CONNECT_WITHIN: Final = 2.0
_DATA, _HEADERS, _PRIORITY, _RST_STREAM, _SETTINGS, _PING, _WINDOW_UPDATE = 0x0, 0x1, 0x2, 0x3, 0x4, 0x6, 0x8
_END_HEADERS: Final = 0x4
_CANCEL: Final = 0x8
_ENABLE_PUSH: Final = 0x2
_SMALL_INCREMENT: Final = 1
"""Added to the connection's window, which may not exceed 2**31 - 1; a flood does not reach that soon."""
_FIELDS: Final = {
    b":method": b"POST", b":scheme": b"http", b":path": f"/{NAME}/Play".encode(), b":authority": b"localhost",
    b"content-type": b"application/grpc", b"te": b"trailers",
}
CALL: Final = b"".join(
    b"\0" + bytes([len(name)]) + name + bytes([len(value)]) + value for name, value in _FIELDS.items())
"""The headers of a call of Play, in HPACK."""
OPENING: Final = PREFACE + frame(_SETTINGS, 0, 0, b"")
"""The first bytes of a client's connection."""


def _same(data: bytes) -> Callable[[int], bytes]:
    block = data * BLOCK
    return lambda _: block


def _calls(block: int) -> bytes:
    """Return calls of Play that are cancelled at once; each has a stream number that is new on the connection."""
    first = 2 * BLOCK * block + 1
    return b"".join(
        frame(_HEADERS, _END_HEADERS, stream, CALL) + frame(_RST_STREAM, 0, stream, pack(">I", _CANCEL))
        for stream in range(first, first + 2 * BLOCK, 2))


def _data(block: int) -> bytes:
    """Return empty frames of data of a call, which the first block begins."""
    return (b"" if block else frame(_HEADERS, _END_HEADERS, 1, CALL)) + frame(_DATA, 0, 1, b"") * BLOCK


KINDS: Final[Mapping[str, Callable[[int], bytes]]] = {
    "settings": _same(frame(_SETTINGS, 0, 0, pack(">HI", _ENABLE_PUSH, 0))),
    "window-update": _same(frame(_WINDOW_UPDATE, 0, 0, pack(">I", _SMALL_INCREMENT))),
    "priority": _same(frame(_PRIORITY, 0, 1, pack(">IB", 0, 16))),
    "ping": _same(frame(_PING, 0, 0, bytes(8))),
    "data": _data,
    "calls": _calls,
}
"""Kind -> function from the number of blocks that a connection has sent to its next frames."""


@dataclass(slots=True)
class Flood:
    """One connection after another, in a thread."""

    address: tuple[str, int]
    kind: str
    until: float
    source: str
    dialled: int = 0
    """Connections that were opened."""
    closed: int = 0
    """Connections that the other side closed."""
    sent: int = 0
    """Bytes."""
    errors: list[str] = field(default_factory=list)
    """Why connections were not opened."""

    def run(self) -> None:
        """Open one connection after another until the time is over."""
        while monotonic() < self.until:
            try:
                with socket.create_connection(self.address, CONNECT_WITHIN, (self.source, 0)) as line:
                    self.dialled += 1
                    self._send(line)
            except OSError as error:
                self.errors.append(str(error))
            sleep(AGAIN_AFTER)

    def _send(self, line: socket.socket) -> None:
        line.settimeout(0.0)
        poll = select.poll()
        poll.register(line, select.POLLIN | select.POLLOUT)
        blocks, pending = count(), memoryview(OPENING)
        try:
            while monotonic() < self.until:
                for _, events in poll.poll(100):
                    if events & (select.POLLIN | select.POLLHUP | select.POLLERR) and not line.recv(READ):
                        raise ConnectionResetError
                    if events & select.POLLOUT:
                        pending = pending or memoryview(KINDS[self.kind](next(blocks)))
                        taken = line.send(pending)
                        self.sent += taken
                        pending = pending[taken:]
        except BlockingIOError:
            return
        except OSError:
            self.closed += 1

    @property
    def report(self) -> dict[str, Any]:
        """Return the numbers for the process that started the flood."""
        return {"dialled": self.dialled, "closed": self.closed, "megabytes": round(self.sent / 1e6, 2),
                "not_opened": len(self.errors)}


def main(address: str, kind: str, seconds: str, connections: str, source: str) -> None:
    """Flood from several threads and print the report."""
    host, _, port = address.rpartition(":")
    until = monotonic() + float(seconds)
    floods = [Flood((host.strip("[]"), int(port)), kind, until, source) for _ in range(int(connections))]
    threads = [Thread(target=flood.run) for flood in floods]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found: dict[str, float] = {}
    for flood in floods:
        for name, number in flood.report.items():
            found[name] = found.get(name, 0) + number
    sys.stdout.write(json.dumps(found) + "\n")


@asynccontextmanager
async def flooding(
    address: str, kind: str, seconds: float, *, connections: int = 2, source: str = "127.0.0.1",
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run a process that floods; its output is the report, and it is killed at the end."""
    process = await asyncio.create_subprocess_exec(
        *command("flood"), address, kind, str(seconds), str(connections), source, stdout=asyncio.subprocess.PIPE)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
