"""An endpoint of the chat-completions form on this machine that does whatever a provider may do; no test asks another.

A behaviour is a function that answers one request. Those here are the ways in which endpoints answer and fail.
"""

from __future__ import annotations

import json
import re
import socket
import ssl
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain, repeat
from threading import Event, Lock, Thread
from typing import Any

Behaviour = Callable[["Request"], None]


class Request(BaseHTTPRequestHandler):
    """One request, with what a behaviour needs to answer it."""

    protocol_version = "HTTP/1.1"
    body: dict[str, Any]

    @property
    def endpoint(self) -> FakeEndpoint:
        assert isinstance(self.server, _Server)
        return self.server.endpoint

    def do_POST(self) -> None:
        self.close_connection = True
        self.body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.endpoint.take(self)(self)

    def answer(self, status: int, data: bytes, headers: dict[str, str] | None = None,
               length: int | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data) if length is None else length))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        """Print nothing."""


class _Server(ThreadingHTTPServer):
    endpoint: FakeEndpoint
    request_queue_size = 64

    def handle_error(self, *_: Any) -> None:
        """Print nothing: clients hang up where a behaviour is slow."""


class FakeEndpoint:
    """What is asked, in its order, and the behaviours that answer."""

    def __init__(self, behaviours: Iterator[Behaviour]) -> None:
        self.asked = list[dict[str, Any]]()
        self.headers = list[dict[str, str]]()
        self.url = ""
        self.closing = Event()
        self._behaviours, self._lock = behaviours, Lock()

    def take(self, request: Request) -> Behaviour:
        with self._lock:
            self.asked.append(request.body)
            self.headers.append({"path": request.path, **dict(request.headers.items())})
            return next(self._behaviours)


@contextmanager
def endpoint(*behaviours: Behaviour, again: bool = False, tls: ssl.SSLContext | None = None) -> Iterator[FakeEndpoint]:
    """Serve these behaviours in turn; after them the last one for ever, or with `again` all of them."""
    turns = chain.from_iterable(repeat(behaviours)) if again else chain(behaviours, repeat(behaviours[-1]))
    made = FakeEndpoint(turns)
    server = _Server(("127.0.0.1", 0), Request)
    server.endpoint = made
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    made.url = f"{'https' if tls else 'http'}://127.0.0.1:{server.server_address[1]}/v1"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield made
    finally:
        made.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()


def completion(said: str | None, tokens: tuple[int, int] | None = (100, 7), **message: Any) -> bytes:
    reason, more = message.pop("finish_reason", "stop"), message.pop("usage", None) or {}
    usage = {"prompt_tokens": tokens[0], "completion_tokens": tokens[1], **more} if tokens else None
    return json.dumps({"choices": [{"message": {"role": "assistant", "content": said, **message},
                                    "finish_reason": reason}], "usage": usage}).encode()


def legal(body: dict[str, Any]) -> list[int]:
    """Picks that the instruction of a request allows: the first ones."""
    said = body["messages"][-1]["content"].rpartition("where picks has ")[2]
    least = re.match(r"(?:exactly )?(\d+)", said)
    return list(range(int(least[1]))) if least else []


# --- answers ---


def says(said: str, tokens: tuple[int, int] | None = (100, 7)) -> Behaviour:
    return lambda request: request.answer(200, completion(said, tokens))


def plays(form: str = "{}", reason: str = "because", usage: dict[str, Any] | None = None) -> Behaviour:
    """A legal answer to whatever is asked, in a text around it; the endpoint tells more of its `usage`."""
    def answer(request: Request) -> None:
        said = json.dumps({"reason": reason, "picks": legal(request.body)}, ensure_ascii=False)
        request.answer(200, completion(form.replace("{}", said), usage=usage))
    return answer


IN_A_FENCE = plays("Let me think.\n```json\n{}\n```\nThat is my move.")
IN_PROSE = plays("After weighing {wood} against {food} I take this: {} which should do.")
IN_ANOTHER_LANGUAGE = plays("我选择第一个。{} 以上。", "Holz ist knapp — 木材不足")
WITH_A_LONG_REASON = plays(reason="x" * (64 << 10))


def streams(*parts: str, tokens: tuple[int, int] = (100, 7)) -> Behaviour:
    """The answer in pieces, which nobody asked for."""
    def answer(request: Request) -> None:
        pieces: list[dict[str, Any]] = [{"choices": [{"delta": {"content": part}}]} for part in parts]
        pieces += [{"choices": [], "usage": {"prompt_tokens": tokens[0], "completion_tokens": tokens[1]}}]
        lines = [f"data: {json.dumps(piece)}\n\n" for piece in pieces]
        request.answer(200, "".join([": ping\n\n", *lines, "data: [DONE]\n\n"]).encode(),
                       {"Content-Type": "text/event-stream; charset=utf-8"})
    return answer


# --- refusals and failures ---


def refuses(request: Request) -> None:
    request.answer(200, completion(None, refusal="I cannot help with raids."))


def filters(request: Request) -> None:
    request.answer(200, completion("", finish_reason="content_filter"))


def fails(status: int, said: bytes = b"", retry_after: str = "") -> Behaviour:
    return lambda request: request.answer(status, said, {"Retry-After": retry_after} if retry_after else None)


def redirects(request: Request) -> None:
    request.answer(302, b"", {"Location": request.endpoint.url + "/elsewhere"})


def sends(data: bytes) -> Behaviour:
    """A response of another form."""
    return lambda request: request.answer(200, data)


def stops_short(request: Request) -> None:
    data = completion("")
    request.answer(200, data, length=len(data) + 100)


def resets(request: Request) -> None:
    request.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    request.connection.close()


def breaks_off(said: str) -> Behaviour:
    """The beginning of an answer in pieces."""
    data = f"data: {json.dumps({'choices': [{'delta': {'content': said}}]})}\n\n".encode()
    return lambda request: request.answer(200, data, {"Content-Type": "text/event-stream"})


def _drip(request: Request, data: bytes) -> None:
    """Send a byte now and then, each of them in time."""
    for each in data:
        if request.endpoint.closing.wait(0.02):
            return
        request.wfile.write(bytes([each]))


def drips(request: Request) -> None:
    data = completion('{"picks": [0]}')
    request.answer(200, b"", length=len(data))
    _drip(request, data)


def drips_headers(request: Request) -> None:
    data = completion('{"picks": [0]}')
    request.wfile.write(b"HTTP/1.1 200 OK\r\n")
    _drip(request, b"X-Slow: " + b"x" * 100 + b"\r\n")
    request.wfile.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)


def drips_an_error(request: Request) -> None:
    request.answer(500, b"", length=100)
    _drip(request, b"x" * 100)


def never_answers(request: Request) -> None:
    request.endpoint.closing.wait()


FAILURES: Sequence[tuple[Behaviour, str]] = [
    (fails(500, b"over\nloaded"), "the endpoint answered 500: 'over loaded'"),
    (fails(503), "the endpoint answered 503: ''"),
    (fails(429), "the endpoint answered 429: ''"),
    (fails(408), "the endpoint answered 408: ''"),
    (resets, "the endpoint cannot be asked: "),
    (stops_short, "the endpoint cannot be asked: the response ended "),
    (sends(b"<html>"), "the endpoint's response has no message: '<html>'"),
    (sends(b'{"choices": []}'), "the endpoint's response has no message"),
    (sends(completion(None, (100, 0))), "the endpoint's response has no message"),
    (sends(b'{"error": {"message": "over\\nloaded", "code": 502}}'),
     "the endpoint's response is an error: 'over loaded'"),
    (sends(completion("", finish_reason="error")), "the endpoint's response is an error: "),
    (breaks_off('{"picks": '), "the endpoint's response is an error: 'the stream broke off'"),
    (sends(b"[" * 100_000), "the endpoint's response has no message"),
    (never_answers, "the endpoint did not answer within 0.2 s"),
]
"""The failures that another try may end, each with the words for it."""
HOPELESS: Sequence[tuple[Behaviour, str]] = [
    (fails(401, b"no key"), "the endpoint answered 401: 'no key'"),
    (fails(400), "the endpoint answered 400: ''"),
    (fails(404), "the endpoint answered 404: ''"),
    (redirects, "the endpoint answered 302 and names 'http://127.0.0.1:"),
    (sends(b" " * (2 << 20)), "the endpoint's response is longer than 1 MiB"),
]
"""The failures that no other try would end, each with the words for it."""
