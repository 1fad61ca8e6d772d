"""The web server of a ladder: its standings as a page and as data, and the pages of its matches beside them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from lawspeaker_referee.competition.ladder.page import html, policy
from lawspeaker_referee.competition.ladder.standings import Standings, as_data
from lawspeaker_referee.web.answers import Answer, Request
from lawspeaker_referee.web.cache import RateLimitedCache
from lawspeaker_referee.web.server import Access, Complain, Route, Routes, WebServer

_WHAT: Final = "the standings"


class StandingsServer:
    """The web server, in a thread of its own from `start` to `close`; another thread makes the standings."""

    def __init__(self, complain: Complain, access: Access | None = None) -> None:
        """Make a server that listens nowhere yet; it calls `complain` in its thread with why a page cannot be made."""
        self._web = WebServer(complain, access=access)
        self._workers: ThreadPoolExecutor | None = None

    @property
    def port(self) -> int:
        """Return the port that it listens on, once it was started."""
        return self._web.port

    @property
    def connections(self) -> int:
        """Return how many connections are open."""
        return self._web.connections

    def start(self, address: str, look: Callable[[], Standings], matches: Routes | None = None) -> None:
        """Listen on HOST:PORT and serve the standings that `look` returns, and the routes of `matches`.

        `look` is called in a thread, because asking for the standings may take seconds. Raises OSError.
        """
        workers = ThreadPoolExecutor(1, "standings")

        def shown(make: Callable[[Standings], Answer]) -> Route:
            made = RateLimitedCache(look, make)

            async def answer(_: Request) -> Answer:
                return await asyncio.get_running_loop().run_in_executor(workers, made.get)

            return Route(answer, _WHAT)

        def page(standings: Standings) -> Answer:
            return Answer.of(html(standings, matches=matches is not None).encode(), "text/html", policy())

        try:
            self._web.start(address, {"/": shown(page), "/standings.json": shown(_json), **(matches or {})})
        except OSError:
            workers.shutdown()
            raise
        self._workers = workers

    def close(self) -> None:
        """End all connections, stop listening and wait for the threads; do nothing if it was not started."""
        self._web.close()
        if self._workers is not None:
            self._workers.shutdown()


def _json(standings: Standings) -> Answer:
    return Answer.of(json.dumps(as_data(standings), ensure_ascii=False, allow_nan=False).encode(), "application/json")
