"""The standings for browsers and programs, as `/` and `/standings.json`, from threads of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from threading import Thread
from typing import Final

from lawspeaker_referee.ladder.http_server import Body, Complain, HttpServer
from lawspeaker_referee.ladder.kept import Kept
from lawspeaker_referee.ladder.page import html, policy
from lawspeaker_referee.ladder.standings import Standings, as_data

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
        self._server = HttpServer(address, {"/": Kept(look, _page), "/standings.json": Kept(look, _json)}, policy(),
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
