"""The web server of a tournament's pages: what was made is sent, and nothing heavy happens in a request."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Final

from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.pages.release import dice_are_shared
from lawspeaker_referee.competition.pages.watch import EventWatch
from lawspeaker_referee.competition.tournament.setup import check_no_ladder, known
from lawspeaker_referee.viewer.live_matches import DELAY, LiveMatches
from lawspeaker_referee.web.answers import Answer, Request
from lawspeaker_referee.web.downloads import FileDownload
from lawspeaker_referee.web.events import PageEvents
from lawspeaker_referee.web.match_routes import MOST_WAITING_PAGES, PATIENCE, SHARE, ThreadedMatches, threaded
from lawspeaker_referee.web.matches import MatchPages, MatchSite
from lawspeaker_referee.web.server import Access, Route, Routes, WebServer
from lawspeaker_referee.web.turns import Turns

BOT: Final = "/bot/"
NICE: Final = 10
"""The `nice` value of the process: matches come first."""
MOST_KEPT: Final = 256
"""Pages of bots that are kept until there is something new."""


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """How the pages are served."""

    access: Access
    delay_s: float = DELAY
    """Seconds that spectators of running matches are behind."""
    archive: Path | None = None
    """The file that browsers can take home once it is there."""


class EventSite:
    """The pages of one tournament, from `start` to `close`."""

    def __init__(self, ledger: LedgerQueries, name: str, settings: SiteSettings,
                 complain: Callable[[str], object]) -> None:
        """Look at the ledger once; `complain` gets a line when a page cannot be made.

        Raises BadLedger, and BadConfig for a ladder.
        """
        terms = known(ledger, name)
        check_no_ladder(terms)
        folder = terms.records.resolve()
        # Who sees a match of a block while others are to come learns their dice.
        self._live = None if dice_are_shared(terms) else LiveMatches(folder, settings.delay_s)
        self._archive = FileDownload(settings.archive, "application/x-tar") if settings.archive else None
        self.watch = EventWatch(ledger, name, self._running, complain, archive=self._archive)
        site = MatchSite(folder, name, home="Tournament", delay_s=settings.delay_s if self._live is not None else 0.0)
        self._matches = MatchPages(site, release=self.watch.release)
        self._web = WebServer(complain, "the line that its organiser reads", settings.access)
        self._events, self._turns = PageEvents(), Turns(SHARE, MOST_WAITING_PAGES)
        self._workers = [ThreadPoolExecutor(number, name) for number, name in ((1, "bots"), (2, "matches"),
                                                                               (1, "running"))]
        self._bots: tuple[int, dict[str, Answer]] = (0, {})
        """The pages of bots that were made of a version."""

    @property
    def port(self) -> int:
        """Return the port that it listens on, once it was started."""
        return self._web.port

    def start(self, address: str) -> None:
        """Listen on HOST:PORT. Raises OSError, and BadAddress for a host that is none."""
        try:
            self._web.start(address, self._routes())
        except OSError:
            self._end_workers()
            raise
        self.watch.start(self._events.tell)

    def close(self) -> None:
        """End all connections, stop listening and wait for the threads."""
        self.watch.close()
        self._web.close()
        self._end_workers()

    def _end_workers(self) -> None:
        for each in self._workers:
            each.shutdown()

    def _running(self) -> Sequence[str]:
        return self._live.matches() if self._live is not None else ()

    def _routes(self) -> Routes:
        live = ThreadedMatches(self._live, self._workers[2]) if self._live is not None else None
        archive = {"/archive": Route(self._archive.answer, "the archive")} if self._archive else {}
        return {"/": Route(self._page, "the tournament"), "/events": Route(self._events.answer, "the news"),
                BOT: Route(self._bot, "this bot", PATIENCE), **archive,
                **threaded(self._matches, self._workers[1], live, SHARE).routes("/matches")}

    async def _page(self, _: Request) -> Answer:
        return self.watch.shown.page

    async def _bot(self, request: Request) -> Answer:
        shown = self.watch.shown
        bot = shown.bots.get(request.path.removeprefix(BOT))
        if bot is None:
            return Answer.line(HTTPStatus.NOT_FOUND, "there is no bot of this name here")
        version, pages = self._bots
        if version != shown.version or len(pages) > MOST_KEPT:
            self._bots = shown.version, (pages := {})
        if bot not in pages:
            made = await self._turns.call(lambda: self._made(bot), request.source)
            if made.status != HTTPStatus.OK:
                return made
            pages[bot] = made
        return pages[bot]

    async def _made(self, bot: str) -> Answer:
        return await asyncio.get_running_loop().run_in_executor(self._workers[0], self.watch.page_of, bot)


def step_back() -> None:
    """Give this process a low priority."""
    with suppress(OSError):  # somebody has a reason to let it be
        os.nice(NICE)
