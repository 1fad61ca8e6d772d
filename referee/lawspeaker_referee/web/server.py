"""A web server: uvicorn speaks HTTP, and this file limits what strangers may cost.

A referee plays matches on its own event loop; the server has a loop in a thread, and whatever a stranger does takes
processor time from the matches. So connections are accepted at a limited rate, only so many are open at once, each has
a deadline from its first byte to its last, and a request of more than MOST_RECEIVED bytes is dropped. Nothing that a
stranger sends is logged, and no line that refuses it sends it back.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from asyncio import sleep
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass, replace
from email.utils import formatdate
from http import HTTPStatus
from threading import Thread
from time import monotonic
from typing import Any, Final

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from lawspeaker_referee.config.limits import Bucket
from lawspeaker_referee.web.answers import Answer, Request

RATE: Final = 100.0
"""Connections accepted a second; others wait in the system's queue."""
BURST: Final = 200
"""Connections that may be accepted at once after a quiet time."""
MOST_OPEN: Final = 128
"""Connections open at once; one more is closed unread."""
WITHIN: Final = 10.0
"""Seconds from the beginning of a connection to its end, without those that a route takes of its `patience`."""
MOST_RECEIVED: Final = 16 << 10
"""Bytes of a request; a connection that sends more is dropped without an answer."""
CHUNK: Final = 64 << 10
"""Bytes of an answer that are handed to a connection at once, so that one that does not read holds no more memory."""
REST: Final = 0.1
"""Seconds until accepting is tried again when the system has no file for one more connection."""

_HEADERS: Final = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
_UNSUPPORTED: Final = frozenset({"POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

Complain = Callable[[str], object]
Limit = Callable[[float], object]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Route:
    """The handler of requests for a path."""

    answer: Callable[[Request], Awaitable[Answer]]
    """Called on the server's event loop; what takes long belongs in a thread or in another process."""
    what: str
    """The subject of its pages, such as `the standings`, for the line that says that it cannot."""
    patience: float = 0.0
    """Seconds that an answer may take to be made, while the connection's deadline does not count; 0 if it counts."""


Routes = Mapping[str, Route]
"""By path. One that ends with `/`, other than `/` itself, stands for all paths that begin with it."""


class WebApp:
    """The ASGI application: it answers GET and HEAD for its routes, and everything else with one line of text."""

    def __init__(self, routes: Routes, complain: Complain, log: str) -> None:
        """Serve `routes`; `log` says where people find what went wrong, such as `the referee's log`."""
        self._routes, self._complain, self._log = routes, complain, log
        self._complaint = ""

    async def __call__(self, scope: Mapping[str, Any], _receive: object, send: Send) -> None:
        """Answer one request."""
        try:
            headers = _headers_of(scope)
            request = Request(scope["path"], scope["query_string"].decode("latin-1"), _tags(headers),
                              "gzip" in headers.get("accept-encoding", "").lower())
            await _send(send, await self._answer(scope["method"], request, scope["state"]["limit"]), request)
        except Exception as error:
            self.complain(f"a request failed: {error!r}")
            raise

    def complain(self, text: str) -> None:
        """Report a failure, unless it is the one that was reported last."""
        if text != self._complaint:
            self._complaint = text
            self._complain(text)

    async def _answer(self, method: str, request: Request, limit: Limit) -> Answer:
        route = self._route(request.path)
        if method in _UNSUPPORTED:
            return Answer.line(HTTPStatus.METHOD_NOT_ALLOWED, "only GET and HEAD are answered", Allow="GET, HEAD")
        if method not in {"GET", "HEAD"}:
            return Answer.line(HTTPStatus.NOT_IMPLEMENTED, HTTPStatus.NOT_IMPLEMENTED.phrase)
        if route is None:
            return Answer.line(HTTPStatus.NOT_FOUND, f"there is nothing here but {self._known()}")
        if not route.patience:
            return await self._made(route, request)
        limit(route.patience + WITHIN)
        answer = await self._made(route, request)
        limit(WITHIN)
        return answer

    def _route(self, path: str) -> Route | None:
        if found := self._routes.get(path):
            return found
        return next((route for start, route in self._routes.items()
                     if len(start) > 1 and start.endswith("/") and path.startswith(start)), None)

    def _known(self) -> str:
        *others, last = (f"{path}..." if len(path) > 1 and path.endswith("/") else path for path in self._routes)
        return f"{', '.join(others)} and {last}" if others else last

    async def _made(self, route: Route, request: Request) -> Answer:
        patience = asyncio.timeout(route.patience or None)
        try:
            async with patience:
                return await route.answer(request)
        except Exception as error:  # noqa: BLE001 - whatever it is, the server goes on
            if isinstance(error, TimeoutError) and patience.expired():
                return Answer.line(HTTPStatus.SERVICE_UNAVAILABLE, f"{route.what} took too long; try again")
            self.complain(f"{route.what} cannot be shown: {error!r}")
            return Answer.line(HTTPStatus.INTERNAL_SERVER_ERROR, f"{route.what} cannot be shown; {self._log} says why")


def _headers_of(scope: Mapping[str, Any]) -> dict[str, str]:
    """Return the headers of a request by lower-case name; those that come several times are joined."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key, text = name.decode("latin-1"), value.decode("latin-1")
        found[key] = f"{found[key]},{text}" if key in found else text
    return found


def _tags(headers: Mapping[str, str]) -> tuple[str, ...]:
    known = headers.get("if-none-match", "").replace("W/", "").replace(" ", "")
    return tuple(filter(None, known.split(",")))


async def _send(send: Send, answer: Answer, request: Request) -> None:
    if answer.tag and answer.tag in request.tags:
        about = {name: value for name, value in answer.headers.items() if not name.startswith("Content-")}
        answer = replace(answer, status=HTTPStatus.NOT_MODIFIED, data=b"", kind="", headers=about)
    headers = {"ETag": answer.tag} if answer.tag else {}
    if answer.status != HTTPStatus.NOT_MODIFIED:
        headers |= {"Content-Type": answer.kind, "Content-Length": str(len(answer.data))}
    await send({"type": "http.response.start", "status": answer.status,
                "headers": _encoded(headers | {"Content-Security-Policy": answer.policy}, answer.headers)})
    for start in range(0, len(answer.data), CHUNK):
        # uvicorn lets the next chunk wait until the connection has taken most of this one.
        await send({"type": "http.response.body", "body": answer.data[start:start + CHUNK], "more_body": True})
    await send({"type": "http.response.body", "body": b""})


def _encoded(headers: Mapping[str, str], more: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """Return the headers of an answer with those that all answers have; each answer ends its connection."""
    every = {**headers, **_HEADERS, **more, "Date": formatdate(usegmt=True), "Server": "lawspeaker",
             "Connection": "close"}
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
        self.app_state["limit"] = self.limit  # the application finds it in its scope

    def limit(self, seconds: float) -> None:
        """Set another deadline, in seconds from now."""
        self._deadline.cancel()
        if not self.transport.is_closing():
            self._deadline = self.loop.call_later(seconds, self.transport.abort)

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

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP request as everything else is answered."""
        answer = Answer.line(HTTPStatus.BAD_REQUEST, HTTPStatus.BAD_REQUEST.phrase)
        headers = _encoded({"Content-Type": answer.kind, "Content-Length": str(len(answer.data)),
                            "Content-Security-Policy": answer.policy}, {})
        for event in (h11.Response(status_code=400, headers=headers, reason=answer.data.strip()),
                      h11.Data(data=answer.data), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


class WebServer:
    """The web server, in a thread of its own from `start` to `close`."""

    def __init__(self, complain: Complain, log: str = "the referee's log") -> None:
        """Make a server that listens nowhere yet; it calls `complain` in its thread with why a page cannot be made.

        `log` says where people find that.
        """
        self.port = 0
        """The port that it listens on, once it was started."""
        self._complain, self._log = complain, log
        self._state = ServerState()
        self._closing = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None

    @property
    def connections(self) -> int:
        """Return how many connections are open."""
        return len(self._state.connections)

    def start(self, address: str, routes: Routes) -> None:
        """Listen on HOST:PORT and serve these routes. Raises OSError."""
        listener = _listen(address)
        self.port = listener.getsockname()[1]
        self._loop, self._closing = asyncio.new_event_loop(), asyncio.Event()
        self._thread = Thread(target=self._run, args=(self._loop, listener, routes), name="web", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End all connections, stop listening and wait for the thread; do nothing if it was not started."""
        if self._loop is not None and self._thread is not None and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._closing.set)
            self._thread.join()

    def _run(self, loop: asyncio.AbstractEventLoop, listener: socket.socket, routes: Routes) -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner, listener:
            runner.run(self._serve(listener, WebApp(routes, self._complain, self._log)))

    async def _serve(self, listener: socket.socket, app: WebApp) -> None:
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
