"""One connection of a browser, with the limits on its time, its place and its bytes."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from email.utils import formatdate
from http import HTTPStatus
from typing import Final

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from lawspeaker_referee.config.proxies import Proxies, source_of
from lawspeaker_referee.web.answers import Answer
from lawspeaker_referee.web.places import MOST_AN_ADDRESS, MOST_OPEN, AddressRates, ConnectionPlace, ConnectionPlaces

HEAD_WITHIN: Final = 5.0
"""Seconds from the beginning of a connection until its request has come in full."""
WITHIN: Final = 10.0
"""Seconds from there to its end, without those that a route takes of its `patience`."""
MOST_RECEIVED: Final = 16 << 10
"""Bytes of a request; a connection that sends more is dropped without an answer."""
RETRY_AFTER: Final = 2
"""Seconds after which a client that was refused may try again."""
HEADERS: Final = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
"""The headers of all answers."""


def too_many() -> Answer:
    """Return the refusal of an address that has too many connections."""
    return Answer.line(HTTPStatus.SERVICE_UNAVAILABLE, "your address has too many connections here, or all are taken; "
                       "try again in a few seconds", **{"Retry-After": str(RETRY_AFTER)})


def encoded(headers: Mapping[str, str], more: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    """Return the headers of an answer with those that all answers have; each answer ends its connection."""
    every = {**headers, **HEADERS, **more, "Date": formatdate(usegmt=True), "Server": "lawspeaker",
             "Connection": "close"}
    return [(name.lower().encode(), value.encode()) for name, value in every.items()]


def written(answer: Answer) -> bytes:
    """Return an answer as the bytes of HTTP/1.1, for a connection that nobody reads from."""
    head = encoded({"Content-Type": answer.kind, "Content-Length": str(len(answer.data)),
                    "Content-Security-Policy": answer.policy}, answer.headers)
    lines = (name + b": " + value for name, value in head)
    first = f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}".encode()
    return b"\r\n".join((first, *lines, b"", answer.data))


class TooManyOpen(Exception):
    """An address has as many connections as it may have."""


class Gate:
    """Admits connections: it knows the places and rates of all, and the trusted proxies."""

    def __init__(self, proxies: Proxies) -> None:
        self.proxies, self.places, self._rates = proxies, ConnectionPlaces(MOST_OPEN, MOST_AN_ADDRESS), AddressRates()

    def source(self, peer: str, forwarded: Sequence[str] = ()) -> str:
        """Return the address that limits count for the client of a peer; see `Proxies.behind`."""
        return source_of(self.proxies.behind(peer, forwarded))

    def enter(self, peer: str, now: float) -> ConnectionPlace | None:
        """Return a place for a connection; None if it must be refused. A proxy limits its own clients' rate."""
        shared, source = self.proxies.trusts(peer), source_of(peer)
        if not shared and not self._rates.spare(source, now):
            return None
        return self.places.take(source, lambda: None, shared=shared)


class LimitedConnection(H11Protocol):
    """uvicorn's connection with the limits that uvicorn has not: on its time, its place and the bytes that it sends.

    An ASGI middleware cannot set them, because uvicorn calls the application only once it has read a whole head.
    """

    def __init__(self, config: Config, state: ServerState, gate: Gate, place: ConnectionPlace, peer: str) -> None:
        super().__init__(config, state, app_state={}, _loop=asyncio.get_running_loop())
        self.gate, self.place, self.peer = gate, place, peer
        self.endless = False
        """True if the answer goes on as long as the other side is there, which one that has ended its half is not."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Set the deadline."""
        super().connection_made(transport)
        self._received = 0
        self._deadline = self.loop.call_later(HEAD_WITHIN, transport.abort)
        self.app_state["connection"] = self  # the application finds it in its scope
        self.place.end = transport.abort

    def begin(self, forwarded: Sequence[str]) -> str:
        """Set the deadline of the answer once a request has come in full; return the address that limits count.

        `forwarded` are the addresses that the request names as those before the peer's. Raises TooManyOpen if the
        client of a proxy has too many connections.
        """
        self.limit(WITHIN)
        source = self.gate.source(self.peer, forwarded)
        if not self.gate.places.arrive(self.place, source if self.gate.proxies.trusts(self.peer) else None):
            raise TooManyOpen
        return source

    def limit(self, seconds: float) -> None:
        """Set another deadline, in seconds from now."""
        self._deadline.cancel()
        if not self.transport.is_closing():
            self._deadline = self.loop.call_later(seconds, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the deadline and the place."""
        self._deadline.cancel()
        self.gate.places.free(self.place)
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
        return answering is not None and not self.cycle.response_complete and not self.endless

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP request as everything else is answered."""
        answer = Answer.line(HTTPStatus.BAD_REQUEST, HTTPStatus.BAD_REQUEST.phrase)
        headers = encoded({"Content-Type": answer.kind, "Content-Length": str(len(answer.data)),
                            "Content-Security-Policy": answer.policy}, {})
        for event in (h11.Response(status_code=400, headers=headers, reason=answer.data.strip()),
                      h11.Data(data=answer.data), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
