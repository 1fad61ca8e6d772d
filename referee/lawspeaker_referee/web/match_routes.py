"""The routes of the pages of matches, and how much processor time strangers may take by them.

A document of a match takes a second or two to make. So one is made at a time, only so many requests wait for theirs,
and in the long run they take no more than a share of a core. Pages have a limit of the same kind of their own, so that
they do not wait for documents.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Final, Protocol, TypeVar
from urllib.parse import parse_qs

from lawspeaker_referee.viewer.followed_matches import TooManyFollowed
from lawspeaker_referee.viewer.live_matches import CannotFollow, LiveMatches, LiveUnavailable, WatchableMatch
from lawspeaker_referee.web.answers import Answer, Request
from lawspeaker_referee.web.matches import FRAMES, MATCH, REPORT, MatchPages, viewer
from lawspeaker_referee.web.server import Route, Routes
from lawspeaker_referee.web.turns import Turns

PATIENCE: Final = 60.0
"""Seconds that a request waits for a document, its turn included."""
MOST_WAITING: Final = 8
"""Requests that wait for documents; one more is told to come again."""
MOST_WAITING_PAGES: Final = 64
"""Requests that wait for pages."""
SHARE: Final = 0.25
"""Share of a core that pages may take where matches are played, and documents too."""

T = TypeVar("T")
Page = Callable[[Request, Sequence[str]], Awaitable[Answer]]
"""Answers a request for a page, given the ids of the running matches that can be watched."""
Frames = Callable[[Request], Awaitable[Answer]]
"""Answers a request for the document of a finished match."""


class RunningMatches(Protocol):
    """Running matches that may be watched. Both methods may raise LiveUnavailable, TooManyFollowed and CannotFollow."""

    async def matches(self) -> Sequence[str]:
        """Return the ids of these matches."""

    async def frames(self, match_id: str, first: int, source: str) -> bytes | None:
        """Return what may be seen of a match from step `first` (from 0) on as JSON; None if it cannot be watched.
        `source` is the address that asks, as limits count it.
        """


class ThreadedMatches:
    """Running matches that are followed in a thread of this process."""

    def __init__(self, live: LiveMatches, workers: ThreadPoolExecutor) -> None:
        self.delay_s = live.delay_s
        self._live, self._workers = live, workers

    async def matches(self) -> list[str]:
        """Return the ids of these matches."""
        return await self._call(self._live.matches)

    async def running(self) -> list[WatchableMatch]:
        """Return these matches."""
        return await self._call(self._live.running)

    async def frames(self, match_id: str, first: int, source: str) -> bytes | None:
        """Return what may be seen; see `LiveMatches.frames`."""
        return await self._call(lambda: self._live.frames(match_id, first, source))

    async def responses(self, match_id: str, first: int, *, begin: bool, source: str,
                        ) -> tuple[list[bytes], int] | None:
        """Return serialized WatchResponses; see `LiveMatches.responses`."""
        return await self._call(lambda: self._live.responses(match_id, first, begin=begin, source=source))

    async def _call(self, make: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._workers, make)


class MatchRoutes:
    """The routes of the pages of matches."""

    def __init__(self, page: Page, frames: Frames, live: RunningMatches | None = None, share: float = 1.0) -> None:
        """Pages may take `share` of the time, and so may documents; without `live` no running match can be watched."""
        self._page, self._frames, self._live = page, frames, live
        self._pages, self._documents = Turns(share, MOST_WAITING_PAGES), Turns(share, MOST_WAITING)

    def routes(self, *lists: str) -> Routes:
        """Return the routes; `lists` are the paths of the list of matches."""
        pages = dict.fromkeys((*lists, f"/{REPORT}"), Route(self._answer, "the list of matches", PATIENCE))
        return {**pages, MATCH: Route(self._match, "this match", PATIENCE)}

    async def _answer(self, request: Request) -> Answer:
        live = await self._running()
        return await self._pages.call(lambda: self._page(request, live), request.source)

    async def _match(self, request: Request) -> Answer:
        if self._live is not None and (answer := await self._watched(self._live, request)) is not None:
            return answer
        if request.path.endswith(FRAMES):
            return await self._documents.call(lambda: self._frames(request), request.source)
        return await self._answer(request)

    async def _running(self) -> tuple[str, ...]:
        """Return the ids of the running matches; a list without them is better than none."""
        try:
            return tuple(await self._live.matches()) if self._live is not None else ()
        except LiveUnavailable:
            return ()

    async def _watched(self, live: RunningMatches, request: Request) -> Answer | None:
        """Answer a request for a running match; None if it is for no match that can be watched."""
        name = request.path.removeprefix(MATCH)
        if not name.endswith(FRAMES):
            return viewer() if name in await self._running() else None
        try:
            found = await live.frames(name.removesuffix(FRAMES), first_of(parse_qs(request.query)),
                                      request.source)
        except CannotFollow as error:
            return Answer.line(HTTPStatus.NOT_FOUND, str(error))
        except (LiveUnavailable, TooManyFollowed) as error:
            return Answer.line(HTTPStatus.SERVICE_UNAVAILABLE, str(error), **{"Retry-After": "5"})
        return None if found is None else Answer.of(found, "application/json")


def first_of(query: Mapping[str, list[str]]) -> int:
    """Return the step from which a query asks for frames."""
    text = query.get("from", ["0"])[0]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0


def threaded(pages: MatchPages, workers: ThreadPoolExecutor, live: RunningMatches | None = None,
             share: float = 1.0) -> MatchRoutes:
    """Return routes whose pages are made in threads of this process; it should have two, for pages and documents.

    Pages may take `share` of the time, and so may documents.
    """

    async def page(request: Request, watched: Sequence[str]) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(workers, pages.page, request, watched)

    async def frames(request: Request) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(workers, pages.frames, request)

    return MatchRoutes(page, frames, live, share)
