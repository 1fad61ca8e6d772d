"""A server of a few pages for anybody: what strangers do costs little, and nothing of what they say is kept."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from math import inf
from socketserver import TCPServer
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any, Final, Generic, TypeVar

from lawspeaker_referee.competition.ladder.page import html, policy
from lawspeaker_referee.competition.ladder.standings import Standings, as_data
from lawspeaker_referee.config.limits import Bucket

SHARE: Final = 0.05
"""Of the time, that making may take: what took 50 ms is good for a second, however fast the standings change."""

Made = TypeVar("Made")


class RateLimitedCache(Generic[Made]):
    """Made once for each of the standings; several threads may ask."""

    def __init__(self, look: Callable[[], Standings], make: Callable[[Standings], Made],
                 clock: Callable[[], float] = monotonic) -> None:
        """The clock is in seconds."""
        self._look, self._make, self._clock = look, make, clock
        self._lock = Lock()
        self._made: tuple[Standings, Made] | None = None
        self._good_until = clock()

    def get(self) -> Made:
        """Of the standings of now, or of a moment ago. What `look` and `make` raise goes through."""
        with self._lock:
            began = self._clock()
            if self._made is not None and began < self._good_until:
                return self._made[1]
            standings = self._look()
            if self._made is None or self._made[0] is not standings:
                self._made = standings, self._make(standings)
                now = self._clock()
                self._good_until = now + (now - began) / SHARE
            return self._made[1]


RATE: Final = 100.0
"""Connections a second; more have to wait, for what they cost is taken from the referee's loop."""
BURST: Final = 200
"""How many of them may come at once."""
MOST_OPEN: Final = 128
"""Connections at once, each a thread; one more is closed."""
WITHIN: Final = 10.0
"""Seconds that a connection has, from its beginning to its end."""
MOST_HEAD: Final = 16 << 10
"""Bytes of a request; a longer one is not answered."""
REST: Final = 0.1
"""Seconds that it waits when the system has no room for one more connection."""

_HEADERS: Final = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}

Complain = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Body:
    """What is answered with."""

    data: bytes
    kind: str
    tag: str

    @classmethod
    def of(cls, data: bytes, kind: str) -> Body:
        """With a tag that tells it from any other."""
        return cls(data, f"{kind}; charset=utf-8", f'"{sha256(data).hexdigest()[:32]}"')


class HttpServer(ThreadingHTTPServer):
    """Takes so many connections a second, and so many at once, and none for long."""

    daemon_threads = True
    allow_reuse_port = False
    request_queue_size = MOST_OPEN

    def __init__(self, address: str, pages: dict[str, RateLimitedCache[Body]], policy: str, complain: Complain) -> None:
        """Pages by path, and the Content-Security-Policy of all. Raises OSError."""
        self.pages, self.policy, self._complain = pages, policy, complain
        self._complaint = ""
        self._bucket = Bucket(RATE, BURST, monotonic())
        self._until: dict[Any, float] = {}
        """By connection: when it is cut off."""
        host, _, port = address.rpartition(":")
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host.strip("[]"), int(port)), _Handler)

    def server_bind(self) -> None:
        """Without the look-up of our own name that HTTPServer adds, which may take seconds."""
        TCPServer.server_bind(self)

    def complain(self, what: str) -> None:
        """Tell it, but not again and again."""
        if what != self._complaint:
            self._complaint = what
            self._complain(what)

    def get_request(self) -> tuple[socket.socket, Any]:
        """The next connection. Raises OSError."""
        try:
            return super().get_request()
        except OSError:  # or it would be tried over and over
            sleep(REST)
            raise

    def verify_request(self, request: Any, client_address: Any) -> bool:  # noqa: ARG002 - socketserver passes it
        """Whether there is room for one more, when it is its turn."""
        sleep(self._bucket.take(monotonic()))
        if len(self._until) >= MOST_OPEN:
            return False
        self._until[request] = monotonic() + WITHIN
        return True

    def service_actions(self) -> None:
        """Cut off who has had its time."""
        self._cut(monotonic())

    def shutdown_request(self, request: Any) -> None:
        """It is over."""
        self._until.pop(request, None)
        super().shutdown_request(request)

    def server_close(self) -> None:
        """Let go of the port and of all connections."""
        super().server_close()
        self._cut(inf)

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ARG002 - socketserver passes them
        """Who hung up, or was cut off, needs no answer; what else there is is ours."""
        if not isinstance(error := sys.exception(), OSError):
            self.complain(f"a request failed: {error!r}")

    def _cut(self, now: float) -> None:
        for connection, until in list(self._until.items()):
            if until <= now:
                with suppress(OSError):  # it has just ended by itself
                    connection.shutdown(socket.SHUT_RDWR)


class _Handler(BaseHTTPRequestHandler):
    """One request, in a thread."""

    server: HttpServer
    wbufsize = -1  # an answer leaves in one piece

    def setup(self) -> None:
        """Read no more than a request of ours may have."""
        super().setup()
        head = b""
        while len(head) < MOST_HEAD and (line := self.rfile.readline(MOST_HEAD - len(head))).strip():
            head += line
        self.rfile = BytesIO(head if len(head) < MOST_HEAD else b"")

    def do_GET(self) -> None:
        """A page, or that it is still the one that is known."""
        page = self.server.pages.get(self.path.partition("?")[0])
        if page is None:
            self._say(HTTPStatus.NOT_FOUND, f"there is nothing here but {' and '.join(self.server.pages)}")
            return
        try:
            body = page.get()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told, and the referee goes on
            self.server.complain(f"the standings cannot be shown: {error!r}")
            self._say(HTTPStatus.INTERNAL_SERVER_ERROR, "the standings cannot be shown; the referee's log says why")
            return
        known = self.headers.get("If-None-Match", "").replace("W/", "").replace(" ", "").split(",")
        if body.tag in known:
            self._answer(HTTPStatus.NOT_MODIFIED, b"", ETag=body.tag)
        else:
            self._answer(HTTPStatus.OK, body.data, body.kind, ETag=body.tag)

    do_HEAD = do_GET  # noqa: N815 - http.server's name

    def do_POST(self) -> None:
        """Nobody changes anything here."""
        self._say(HTTPStatus.METHOD_NOT_ALLOWED, "only GET and HEAD are answered", Allow="GET, HEAD")

    do_PUT = do_PATCH = do_DELETE = do_OPTIONS = do_POST  # noqa: N815 - http.server's names

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:  # noqa: ARG002
        """In a line, and without the stranger's own words."""
        self._say(code, HTTPStatus(code).phrase)

    def _say(self, code: int, line: str, **headers: str) -> None:
        self._answer(code, f"{line}\n".encode(), "text/plain; charset=utf-8", **headers)

    def _answer(self, code: int, data: bytes, kind: str = "", **headers: str) -> None:
        """Without a kind there are no data."""
        self.send_response(code)
        if kind:
            headers |= {"Content-Type": kind, "Content-Length": str(len(data))}
        for name, value in (headers | _HEADERS | {"Content-Security-Policy": self.server.policy}).items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def version_string(self) -> str:
        """Of the software: nobody's business."""
        return "lawspeaker"

    def log_message(self, *_: object) -> None:
        """Nothing: requests are strangers' words."""


LOOK_EVERY: Final = 0.5
"""Seconds after which a connection that has had its time is closed at the latest."""


class Web:
    """A server that runs until it is closed; `port` is the one it listens on."""

    def __init__(self, complain: Complain) -> None:
        """`complain` is told, in a thread of the server, why a page cannot be made."""
        self.port = 0
        self._complain = complain
        self._server: HttpServer | None = None
        self._thread: Thread | None = None

    def start(self, address: str, look: Callable[[], Standings]) -> None:
        """Listen on HOST:PORT; `look` is called in threads of the server. Raises OSError."""
        self._server = HttpServer(
            address, {"/": RateLimitedCache(look, _page), "/standings.json": RateLimitedCache(look, _json)}, policy(),
            self._complain)
        self.port = self._server.server_address[1]
        self._thread = Thread(target=self._server.serve_forever, args=(LOOK_EVERY,), name="standings", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Hang up on everybody, and end."""
        if self._server is not None and self._thread is not None:
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()


def _page(standings: Standings) -> Body:
    return Body.of(html(standings).encode(), "text/html")


def _json(standings: Standings) -> Body:
    return Body.of(json.dumps(as_data(standings), ensure_ascii=False, allow_nan=False).encode(), "application/json")
