"""News of a page for those who look at it: server-sent events say that it has changed, and the browser fetches it anew.

Each listener holds a connection, so only so many may listen at once, and fewer of one address: all others still have
places for their requests, and a page that may not listen asks every few seconds instead.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Final

from lawspeaker_referee.event_loop import at_most
from lawspeaker_referee.web.answers import Answer, Request
from lawspeaker_referee.web.connection import WITHIN
from lawspeaker_referee.web.streams import Stream

EVENTS: Final = "text/event-stream"
MOST_LISTENING: Final = 64
"""Listeners at once: half of all connections."""
LISTENING_AN_ADDRESS: Final = 16
"""Such listeners of one address, likewise."""
SIGN_OF_LIFE: Final = 15.0
"""Seconds after which a listener hears something, so that proxies keep its connection."""
LONGEST: Final = 600.0
"""Seconds until a listener has to come again."""
_RETRY_MS: Final = 3000


class PageEvents:
    """Tells listeners which version of a page is the newest; on the loop of a server, but for `tell`."""

    def __init__(self, most: int = MOST_LISTENING, an_address: int = LISTENING_AN_ADDRESS,
                 left: Callable[[], None] = lambda: None) -> None:
        """Let so many listen at once; call `left` on the loop whenever one of them listens no more."""
        self._most, self._an_address, self._left = most, an_address, left
        self._listening = Counter[str]()
        """By address."""
        self._waiting = set[asyncio.Event]()
        self._version = ""
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def listening(self) -> int:
        """Return how many listen now; any thread may ask."""
        return self._listening.total()

    def tell(self, version: str) -> None:
        """Tell all that this is the newest version, a word; any thread may call it."""
        self._version = version
        if self._loop is not None:
            with suppress(RuntimeError):  # the server has ended
                self._loop.call_soon_threadsafe(self._wake)

    async def answer(self, request: Request) -> Answer | Stream:
        """Let the address of a request listen, if it may."""
        self._loop, source = asyncio.get_running_loop(), request.source
        if self._listening.total() >= self._most or self._listening[source] >= self._an_address:
            return Answer.line(HTTPStatus.SERVICE_UNAVAILABLE, "as many listen as may; the page asks every few seconds "
                               "instead", **{"Retry-After": "60"})
        self._listening[source] += 1
        changed = asyncio.Event()
        self._waiting.add(changed)

        def end() -> None:
            self._waiting.discard(changed)
            self._listening -= Counter({source: 1})
            self._left()

        return Stream(EVENTS, self._news(changed), end, SIGN_OF_LIFE + WITHIN, {"X-Accel-Buffering": "no"})

    async def _news(self, changed: asyncio.Event) -> AsyncIterator[bytes]:
        clock, known = asyncio.get_running_loop().time, ""
        until = clock() + LONGEST
        yield b"retry: %d\n\n" % _RETRY_MS
        while clock() < until:
            changed.clear()
            if self._version != known:
                known = self._version
                yield f"data: {known}\n\n".encode()
            else:
                yield b":\n\n"
            # asyncio.wait_for of Python 3.11 goes on if it is cancelled in the moment in which there is news.
            async with at_most(SIGN_OF_LIFE):
                await changed.wait()

    def _wake(self) -> None:
        for each in self._waiting:
            each.set()
