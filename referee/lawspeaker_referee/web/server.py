"""A web server: uvicorn speaks HTTP, and this file limits what strangers may cost.

A referee plays matches on its own event loop; the server has a loop in a thread, and whatever a stranger does takes
processor time from the matches. So connections are accepted at a limited rate, only so many are open at once, and no
address has them all (`places`). Each has a deadline for its request and another one for the answer, and a request of
more than MOST_RECEIVED bytes is dropped. Only requests for hosts that the server has are answered (`allowed_hosts`).
Nothing that a stranger sends is logged, and no line that refuses it sends it back.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from asyncio import sleep
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from http import HTTPStatus
from threading import Thread
from time import monotonic
from typing import Any, Final

from uvicorn import Config
from uvicorn.server import ServerState

from lawspeaker_referee.config.limits import Bucket
from lawspeaker_referee.config.proxies import FORWARDED_FOR, Proxies, normal
from lawspeaker_referee.web.allowed_hosts import AllowedHosts
from lawspeaker_referee.web.answers import NO_CONTENT_POLICY, Answer, Request
from lawspeaker_referee.web.connection import (
    MOST_RECEIVED,
    WITHIN,
    Gate,
    LimitedConnection,
    TooManyOpen,
    encoded,
    too_many,
    written,
)
from lawspeaker_referee.web.error_page import error_page
from lawspeaker_referee.web.streams import Stream

RATE: Final = 100.0
"""Connections accepted a second; others wait in the system's queue."""
BURST: Final = 200
"""Connections that may be accepted at once after a quiet time."""
REFUSALS: Final = 1000.0
"""Connections a second that are refused as they are accepted, which costs less."""
QUEUE: Final = 128
"""Connections in the system's queue."""
CHUNK: Final = 64 << 10
"""Bytes of an answer that are handed to a connection at once, so that one that does not read holds no more memory."""
REST: Final = 0.1
"""Seconds until accepting is tried again when the system has no file for one more connection."""

_UNSUPPORTED: Final = frozenset({"POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

Complain = Callable[[str], object]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Receive = Callable[[], Awaitable[Mapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class Route:
    """The handler of requests for a path."""

    answer: Callable[[Request], Awaitable[Answer | Stream]]
    """Called on the server's event loop; what takes long belongs in a thread or in another process."""
    what: str
    """The subject of its pages, such as `the standings`, for the line that says that it cannot."""
    patience: float = 0.0
    """Seconds that an answer may take to be made, while the connection's deadline does not count; 0 if it counts."""
    most_posted: int = 0
    """Bytes of the body of a POST that its own page sends; 0 if it takes none."""


Routes = Mapping[str, Route]
"""By path. One that ends with `/`, other than `/` itself, stands for all paths that begin with it."""


class WebApp:
    """The ASGI application: it answers GET and HEAD for its routes, POST for those that take it, all else by a line."""

    def __init__(self, routes: Routes, complain: Complain, log: str, hosts: AllowedHosts) -> None:
        """Serve `routes` to who names one of `hosts`; `log` says where people find what went wrong."""
        self._routes, self._complain, self._log, self._hosts = routes, complain, log, hosts
        self._complaint = ""

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            headers, connection = _headers_of(scope), scope["state"]["connection"]
            request = Request(scope["path"], scope["query_string"].decode("latin-1"), _tags(headers),
                              accepts(headers.get("accept-encoding", ""), "gzip"), cookies=headers.get("cookie", ""))
            made = await self._admitted(scope["method"], request, headers, connection, receive)
            if isinstance(made, Stream):
                await _send_stream(send, receive, made, connection, head=scope["method"] == "HEAD")
            else:
                if made.refuses and accepts(headers.get("accept", ""), "text/html"):
                    made = error_page(made, self._home(scope["raw_path"]))
                await _send(send, made, request)
        except Exception as error:
            self.complain(f"a request failed: {error!r}")
            raise

    def complain(self, text: str) -> None:
        """Report a failure, unless it is the one that was reported last."""
        if text != self._complaint:
            self._complaint = text
            self._complain(text)

    async def _admitted(self, method: str, request: Request, headers: Mapping[str, str],
                        connection: LimitedConnection, receive: Receive) -> Answer | Stream:
        """Answer a request that has come in full, or refuse it."""
        told = headers.get(FORWARDED_FOR, "").split(",")
        try:
            source = connection.begin([each.strip() for each in told])
        except TooManyOpen:
            return too_many()
        if not self._hosts.allow(headers.get("host", "")):
            return Answer.line(HTTPStatus.MISDIRECTED_REQUEST, "this server is not told of the host in your request; "
                               "--allow-host NAME, or the key allow_hosts of a ladder, tells it")
        request, route = replace(request, source=source), self._route(request.path)
        if method == "POST" and route is not None and route.most_posted:
            return await self._posted(route, request, headers, receive)
        return await self._answer(method, route, request, connection)

    async def _posted(self, route: Route, request: Request, headers: Mapping[str, str], receive: Receive,
                      ) -> Answer | Stream:
        """Answer a POST of the route's own page: browsers name the page's origin, and no page can name another one."""
        origin = headers.get("origin", "").partition("://")
        if origin[0] not in {"http", "https"} or origin[2] != headers.get("host", ""):
            return Answer.line(HTTPStatus.FORBIDDEN, "only a page of this server may send this")
        if headers.get("content-type", "").partition(";")[0] != "application/json":
            return Answer.line(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "send application/json")
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                break  # the other side is gone
            body, more = body + message.get("body", b""), message.get("more_body", False)
            if len(body) > route.most_posted:
                return Answer.line(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"send {route.most_posted} bytes at most")
        return await self._made(route, replace(request, posted=body))

    async def _answer(self, method: str, route: Route | None, request: Request, connection: LimitedConnection,
                      ) -> Answer | Stream:
        if method in _UNSUPPORTED:
            return Answer.line(HTTPStatus.METHOD_NOT_ALLOWED, "only GET and HEAD are answered", Allow="GET, HEAD")
        if method not in {"GET", "HEAD"}:
            return Answer.line(HTTPStatus.NOT_IMPLEMENTED, HTTPStatus.NOT_IMPLEMENTED.phrase)
        if route is None:
            return Answer.line(HTTPStatus.NOT_FOUND, f"there is nothing here but {self._known()}")
        if not route.patience:
            return await self._made(route, request)
        connection.limit(route.patience + WITHIN)
        answer = await self._made(route, request)
        connection.limit(WITHIN)
        return answer

    def _route(self, path: str) -> Route | None:
        if found := self._routes.get(path):
            return found
        return next((route for start, route in self._routes.items()
                     if len(start) > 1 and start.endswith("/") and path.startswith(start)), None)

    def _home(self, path: bytes) -> str:
        """Return the link from a path to the first page, which may lie below a proxy's; empty if there is none."""
        return "../" * (path.count(b"/") - 1) or "./" if "/" in self._routes else ""

    def _known(self) -> str:
        *others, last = (f"{path}..." if len(path) > 1 and path.endswith("/") else path for path in self._routes)
        return f"{', '.join(others)} and {last}" if others else last

    async def _made(self, route: Route, request: Request) -> Answer | Stream:
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


def accepts(header: str, what: str) -> bool:
    """Return whether a header `Accept` or `Accept-Encoding` names this, with a weight that is not 0."""
    weights = {name.strip(): weight.replace(" ", "") for name, _, weight in (
        each.partition(";") for each in header.lower().split(","))}
    return weights.get(what, "q=0").strip("0.") != "q="


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
                "headers": encoded(headers | {"Content-Security-Policy": answer.policy}, answer.headers)})
    for start in range(0, len(answer.data), CHUNK):
        # uvicorn lets the next chunk wait until the connection has taken most of this one.
        await send({"type": "http.response.body", "body": answer.data[start:start + CHUNK], "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def _send_stream(send: Send, receive: Receive, stream: Stream, connection: LimitedConnection, *,
                       head: bool) -> None:
    """Send the parts until there are no more, or the other side is gone or does not take them; of HEAD only headers."""
    async def each() -> None:
        if not head:
            async for part in stream.parts:
                connection.limit(stream.part_s)
                await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    async def gone() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    connection.endless = True
    tasks: list[asyncio.Future[None]] = []
    try:
        await send({"type": "http.response.start", "status": HTTPStatus.OK, "headers": encoded(
            {"Content-Type": stream.kind, "Content-Security-Policy": NO_CONTENT_POLICY}, stream.headers)})
        tasks = [asyncio.ensure_future(work()) for work in (each, gone)]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        try:
            ended = await asyncio.gather(*tasks, return_exceptions=True)
        finally:  # a server that closes may cancel this wait too
            stream.end()
    if isinstance(ended[0], Exception):
        raise ended[0]


@dataclass(frozen=True, slots=True)
class Access:
    """The operator's settings: hosts that requests may name, and trusted proxies."""

    hosts: tuple[str, ...] = ()
    """Hosts that requests may name beside local ones and the one that the server listens at."""
    proxies: tuple[str, ...] = ()
    """Trusted proxies, as `Proxies` takes them: what they say of their clients' addresses is believed."""


class WebServer:
    """The web server, in a thread of its own from `start` to `close`."""

    def __init__(self, complain: Complain, log: str = "the referee's log", access: Access | None = None) -> None:
        """Make a server that listens nowhere yet; it calls `complain` in its thread with why a page cannot be made.

        `log` says where people find that.
        """
        self._access = access or Access()
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
        """Listen on HOST:PORT and serve these routes. Raises OSError, and BadAddress for a host that is none."""
        app = WebApp(routes, self._complain, self._log, AllowedHosts(address, self._access.hosts))
        listener = _listen(address)
        self.port = listener.getsockname()[1]
        self._loop, self._closing = asyncio.new_event_loop(), asyncio.Event()
        self._thread = Thread(target=self._run, args=(self._loop, listener, app), name="web", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End all connections, stop listening and wait for the thread; do nothing if it was not started."""
        if self._loop is not None and self._thread is not None and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._closing.set)
            self._thread.join()

    def _run(self, loop: asyncio.AbstractEventLoop, listener: socket.socket, app: WebApp) -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner, listener:
            runner.run(self._serve(listener, app))

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
        refusals, gate = Bucket(REFUSALS, BURST, monotonic()), Gate(Proxies(self._access.proxies))
        while True:
            try:
                connection, (peer, *_) = await _accepted(listener)
            except OSError:  # no file for it; it stays in the queue, and accepting at once would fail again
                await sleep(REST)
                continue
            place = gate.enter(peer := normal(peer), monotonic())
            if place is None:
                _refuse(connection)
                await sleep(refusals.take(monotonic()))
                continue
            try:
                await sleep(bucket.take(monotonic()))
                await loop.connect_accepted_socket(
                    partial(LimitedConnection, config, self._state, gate, place, peer), connection)
            except BaseException:  # the server closes
                connection.close()
                raise


async def _accepted(listener: socket.socket) -> tuple[socket.socket, tuple[Any, ...]]:
    """Return the next connection and its peer; `sock_accept` of asyncio loses one that comes as it is cancelled.

    Raises OSError.
    """
    loop = asyncio.get_running_loop()
    while True:
        with suppress(BlockingIOError):
            connection, peer = listener.accept()
            connection.settimeout(0)
            return connection, peer
        waiting = asyncio.Event()
        loop.add_reader(listener, waiting.set)
        try:
            await waiting.wait()
        finally:
            loop.remove_reader(listener)


def _refuse(connection: socket.socket) -> None:
    """Tell a connection that there is no place for it, and end it."""
    with connection, suppress(OSError):  # it may have gone already
        connection.settimeout(0)
        with suppress(BlockingIOError):
            connection.recv(MOST_RECEIVED)  # what is unread at the end would let the system drop the answer
        connection.send(written(too_many()))


def _listen(address: str) -> socket.socket:
    host, _, port = address.rpartition(":")
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host.strip("[]"), int(port)))
        listener.listen(QUEUE)
        listener.settimeout(0)
    except OSError:
        listener.close()
        raise
    return listener
