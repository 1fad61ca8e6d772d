"""The web server of a ladder's standings: uvicorn speaks HTTP, and this file limits what strangers may cost.

The referee plays matches on its own event loop; the server has a loop in a thread, and whatever a stranger does takes
processor time from the matches. So connections are accepted at a limited rate, only so many are open at once, each has
a deadline from its first byte to its last, and a request of more than MOST_RECEIVED bytes is dropped. Nothing that a
stranger sends is logged or sent back.
"""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from asyncio import sleep
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.utils import formatdate
from hashlib import sha256
from http import HTTPStatus
from threading import Thread
from time import monotonic
from typing import Any, Final

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from lawspeaker_referee.competition.ladder.page import html, policy
from lawspeaker_referee.competition.ladder.standings import RateLimitedCache, Standings, as_data
from lawspeaker_referee.config.limits import Bucket

RATE: Final = 100.0
"""Connections accepted a second; others wait in the system's queue."""
BURST: Final = 200
"""Connections that may be accepted at once after a quiet time."""
MOST_OPEN: Final = 128
"""Connections open at once; one more is closed unread."""
WITHIN: Final = 10.0
"""Seconds from the beginning of a connection to its end."""
MOST_RECEIVED: Final = 16 << 10
"""Bytes of a request; a connection that sends more is dropped without an answer."""
CHUNK: Final = 64 << 10
"""Bytes of an answer that are handed to a connection at once, so that one that does not read holds no more memory."""
REST: Final = 0.1
"""Seconds until accepting is tried again when the system has no file for one more connection."""

_HEADERS: Final = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
_UNSUPPORTED: Final = frozenset({"POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_PLAIN: Final = "text/plain; charset=utf-8"

Complain = Callable[[str], object]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Body:
    """The body of an answer."""

    data: bytes
    kind: str
    """Its media type with the character set."""
    tag: str
    """Its ETag; equal for equal data only."""

    @classmethod
    def of(cls, data: bytes, kind: str) -> Body:
        """Return a body of UTF-8 text of a media type, with an ETag made of its hash."""
        return cls(data, f"{kind}; charset=utf-8", f'"{sha256(data).hexdigest()[:32]}"')


class StandingsApp:
    """The ASGI application: it answers GET and HEAD for a few paths, and everything else with one line of text."""

    def __init__(self, pages: Mapping[str, RateLimitedCache[Body]], workers: ThreadPoolExecutor,
                 complain: Complain) -> None:
        """Serve `pages` by path; they are made in `workers`, because asking for the standings may take seconds."""
        self._pages, self._workers, self._complain = pages, workers, complain
        self._complaint = ""

    async def __call__(self, scope: Mapping[str, Any], _receive: object, send: Send) -> None:
        """Answer one request."""
        try:
            await self._answer(scope, send)
        except Exception as error:
            self.complain(f"a request failed: {error!r}")
            raise

    def complain(self, text: str) -> None:
        """Report a failure, unless it is the one that was reported last."""
        if text != self._complaint:
            self._complaint = text
            self._complain(text)

    async def _answer(self, scope: Mapping[str, Any], send: Send) -> None:
        method, page = scope["method"], self._pages.get(scope["path"])
        if method in _UNSUPPORTED:
            await _send_line(send, HTTPStatus.METHOD_NOT_ALLOWED, "only GET and HEAD are answered", Allow="GET, HEAD")
        elif method not in {"GET", "HEAD"}:
            await _send_line(send, HTTPStatus.NOT_IMPLEMENTED, HTTPStatus.NOT_IMPLEMENTED.phrase)
        elif page is None:
            await _send_line(send, HTTPStatus.NOT_FOUND, f"there is nothing here but {' and '.join(self._pages)}")
        else:
            await self._send_page(scope, page, send)

    async def _send_page(self, scope: Mapping[str, Any], page: RateLimitedCache[Body], send: Send) -> None:
        try:
            body = await asyncio.get_running_loop().run_in_executor(self._workers, page.get)
        except Exception as error:  # noqa: BLE001 - likewise
            self.complain(f"the standings cannot be shown: {error!r}")
            await _send_line(send, HTTPStatus.INTERNAL_SERVER_ERROR,
                             "the standings cannot be shown; the referee's log says why")
            return
        known = b",".join(value for name, value in scope["headers"] if name == b"if-none-match").decode("latin-1")
        if body.tag in known.replace("W/", "").replace(" ", "").split(","):
            await _send(send, HTTPStatus.NOT_MODIFIED, b"", {"ETag": body.tag})
        else:
            await _send(send, HTTPStatus.OK, body.data, {
                "ETag": body.tag, "Content-Type": body.kind, "Content-Length": str(len(body.data))})


async def _send_line(send: Send, status: HTTPStatus, line: str, **headers: str) -> None:
    data = f"{line}\n".encode()
    await _send(send, status, data, headers | {"Content-Type": _PLAIN, "Content-Length": str(len(data))})


async def _send(send: Send, status: HTTPStatus, data: bytes, headers: Mapping[str, str]) -> None:
    await send({"type": "http.response.start", "status": status, "headers": _encoded(headers)})
    for start in range(0, len(data), CHUNK):
        # uvicorn lets the next chunk wait until the connection has taken most of this one.
        await send({"type": "http.response.body", "body": data[start:start + CHUNK], "more_body": True})
    await send({"type": "http.response.body", "body": b""})


def _encoded(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """Return the headers of an answer with those that all answers have; each answer ends its connection."""
    every = {**headers, **_HEADERS, "Content-Security-Policy": policy(), "Date": formatdate(usegmt=True),
             "Server": "lawspeaker", "Connection": "close"}
    return [(name.lower().encode(), value.encode()) for name, value in every.items()]


class LimitedConnection(H11Protocol):
    """uvicorn's connection with the two limits that uvicorn has not: on its time and on the bytes that it sends.

    An ASGI middleware cannot set them, because uvicorn calls the application only once it has read a whole head.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Set the deadline."""
        super().connection_made(transport)
        self._received = 0
        self._deadline = self.loop.call_later(WITHIN, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the deadline."""
        self._deadline.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, unless the request has become too long."""
        self._received += len(data)
        if self._received > MOST_RECEIVED:
            self.transport.abort()
        else:
            super().data_received(data)

    def eof_received(self) -> bool:  # type: ignore[override] # asyncio takes a bool
        """Keep a connection whose other side has ended its half but still waits for an answer."""
        answering: object = self.cycle  # None before a request is read, though uvicorn's types say otherwise
        return answering is not None and not self.cycle.response_complete

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 - uvicorn's words
        """Answer what is no HTTP request as everything else is answered."""
        data = f"{HTTPStatus.BAD_REQUEST.phrase}\n".encode()
        headers = _encoded({"Content-Type": _PLAIN, "Content-Length": str(len(data))})
        for event in (h11.Response(status_code=400, headers=headers, reason=data.strip()), h11.Data(data=data),
                      h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


class StandingsServer:
    """The web server, in a thread of its own from `start` to `close`."""

    def __init__(self, complain: Complain) -> None:
        """Make a server that listens nowhere yet; it calls `complain` in its thread with why a page cannot be made."""
        self.port = 0
        """The port that it listens on, once it was started."""
        self._complain = complain
        self._state = ServerState()
        self._closing = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None

    @property
    def connections(self) -> int:
        """Return how many connections are open."""
        return len(self._state.connections)

    def start(self, address: str, look: Callable[[], Standings]) -> None:
        """Listen on HOST:PORT and serve the standings that `look` returns; it is called in a thread. Raises OSError."""
        listener = _listen(address)
        self.port = listener.getsockname()[1]
        self._loop, self._closing = asyncio.new_event_loop(), asyncio.Event()
        self._thread = Thread(target=self._run, args=(self._loop, listener, look), name="standings", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End all connections, stop listening and wait for the thread; do nothing if it was not started."""
        if self._loop is not None and self._thread is not None and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._closing.set)
            self._thread.join()

    def _run(self, loop: asyncio.AbstractEventLoop, listener: socket.socket, look: Callable[[], Standings]) -> None:
        pages = {"/": RateLimitedCache(look, _page), "/standings.json": RateLimitedCache(look, _json)}
        with asyncio.Runner(loop_factory=lambda: loop) as runner, listener, ThreadPoolExecutor(
                1, "standings") as workers:
            runner.run(self._serve(listener, StandingsApp(pages, workers, self._complain)))

    async def _serve(self, listener: socket.socket, app: StandingsApp) -> None:
        config = Config(app, http=LimitedConnection, ws="none", lifespan="off", interface="asgi3", log_config=None,
                        log_level=logging.CRITICAL, access_log=False, proxy_headers=False)
        config.load()
        accepting = asyncio.create_task(self._accept(listener, config))
        await self._closing.wait()
        accepting.cancel()
        for connection in list(self._state.connections):
            connection.transport.abort()
        for task in list(self._state.tasks):
            task.cancel()
        await asyncio.gather(accepting, *self._state.tasks, return_exceptions=True)

    async def _accept(self, listener: socket.socket, config: Config) -> None:
        """Take connections in at the rate; asyncio's own server would take all that come."""
        bucket, loop = Bucket(RATE, BURST, monotonic()), asyncio.get_running_loop()
        while True:
            try:
                connection, _ = await loop.sock_accept(listener)
            except OSError:  # no file for it; it stays in the queue, and accepting at once would fail again
                await sleep(REST)
                continue
            await sleep(bucket.take(monotonic()))
            if self.connections >= MOST_OPEN:
                connection.close()
            else:
                await loop.connect_accepted_socket(
                    lambda: LimitedConnection(config, self._state, app_state={}, _loop=loop), connection)


def _listen(address: str) -> socket.socket:
    host, _, port = address.rpartition(":")
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host.strip("[]"), int(port)))
        listener.listen(MOST_OPEN)
        listener.settimeout(0)
    except OSError:
        listener.close()
        raise
    return listener


def _page(standings: Standings) -> Body:
    return Body.of(html(standings).encode(), "text/html")


def _json(standings: Standings) -> Body:
    return Body.of(json.dumps(as_data(standings), ensure_ascii=False, allow_nan=False).encode(), "application/json")
