"""The people of a referee that serves: each plays at a page, one match after another, with the bots that connect.

Each person has a link. While its page is open before a match, the person waits with the bots; a link is for one match
and one browser, and the page of the finished match leads to the next one. The links stand in a file of the operator's,
because who has one plays as that person.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import urlsplit

from lawspeaker_bot import BotError, aio
from lawspeaker_bot.bot import Bot
from lawspeaker_bot.decision import Decision, Match, Rejection, Result
from lawspeaker_referee.config.referee import PeopleSettings
from lawspeaker_referee.host.own_bot import BotLeft
from lawspeaker_referee.host.person_in_browser import PersonInBrowser
from lawspeaker_referee.host.seat_links import SeatLinks
from lawspeaker_referee.record.file import SUFFIX
from lawspeaker_referee.server.tokens import WithPeople
from lawspeaker_referee.viewer.seat_match import SeatMatch
from lawspeaker_referee.web.match_routes import SHARE
from lawspeaker_referee.web.seat_desk import SeatDesk
from lawspeaker_referee.web.seat_page import SEAT, SeatPages
from lawspeaker_referee.web.server import Access, WebServer

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger

LOOK_EVERY: Final = 0.25
"""Seconds between two looks at who is there."""
GONE_AFTER: Final = 15.0
"""Seconds without a sign of its page after which a person does not wait for a match any more."""
CONNECT_WITHIN: Final = 10.0
"""Seconds in which a person's bot connects to the referee, in the same process."""
PAUSE: Final = 2.0
"""Seconds until a person whose bot was refused or cut off is tried again."""
END_WITHIN: Final = 1.0
"""Seconds at the end of the referee until matches have told their people how they ended."""
SEE_THE_END_WITHIN: Final = 3.0
"""Seconds, then, until open pages show it."""
SHUT_DOWN: Final = ("The referee was shut down. Your match is kept, and goes on at a new link when the referee runs "
                    "again; ask who sent you this one.")
MOST_ENDED: Final = 16
"""Pages of ended matches that are kept; who wants one longer saves it."""

T = TypeVar("T")


class PersonsBot(Bot):
    """The bot of a person: what waits for the person waits in a thread of the people's own."""

    version = "person"
    """So standings and reports of ladders, which name entrants with their versions, say who is a person."""
    text = text_in_full = True

    def __init__(self, name: str, desk: SeatDesk, records: Path, threads: ThreadPoolExecutor) -> None:
        self.name = name
        self._desk, self._records, self._threads = desk, records, threads
        self._person = PersonInBrowser(desk)

    async def started(self, match: Match) -> None:
        """Show the match, of which the records have a journal."""
        self._desk.begin(SeatMatch(self._records / (match.match_id + SUFFIX), match.seat))
        await self._in_thread(self._person.started, match)

    async def decide(self, decision: Decision) -> Sequence[int]:
        """Ask the person; who leaves resigns, because others would wait for the time of one who is not there. Raises
        BotLeft if there is no page any more.
        """
        try:
            return await self._in_thread(self._person.decide, decision)
        except BotLeft:
            if not self._desk.left:
                raise
        decision.resign = True
        return decision.default

    async def rejected(self, rejection: Rejection) -> None:
        """Say why an answer was refused."""
        await self._in_thread(self._person.rejected, rejection)

    async def over(self, result: Result) -> None:
        """Say how the match ended."""
        await self._in_thread(self._person.over, result)

    async def _in_thread(self, act: Callable[[Any], T], given: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, act, given)


class People:
    """The people of a referee; all but their pages is on its event loop."""

    def __init__(self, settings: PeopleSettings, records: Path, tokens: WithPeople, address: str,
                 log: FilteringBoundLogger) -> None:
        """`address` is where the bots of this process connect."""
        self._settings, self._records, self._tokens, self._address = settings, records, tokens, address
        self._log = log
        self._threads = ThreadPoolExecutor(len(settings.names), "person")
        self._pages = SeatPages((), SHARE)
        self._web = WebServer(log.error, access=Access(settings.allow_hosts, settings.trusted_proxies))
        self._desks: dict[str, SeatDesk] = {}
        """The open seat of each person, by name."""
        self._base = ""
        self._file: SeatLinks | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._draining = False

    def open(self) -> None:
        """Open the pages. Raises OSError and BadAddress."""
        self._web.start(self._settings.listen, self._pages.routes())

    def write(self) -> None:
        """Write the first links, once the pages are open. Raises OSError."""
        settings = self._settings
        self._base = settings.url or f"http://{settings.listen.rpartition(':')[0]}:{self._web.port}"
        for name in settings.names:
            self._desks[name] = self._opened()
        self._file = SeatLinks(settings.links)
        self._file.write(self._links())
        self._log.info("seats for people", people=len(settings.names), links=str(settings.links), pages=self._base)

    def start(self) -> None:
        """Let people play, once bots can connect."""
        settings = self._settings
        self._tasks = [asyncio.create_task(self._serve(name)) for name in settings.names]

    def drain(self) -> None:
        """Let nobody wait for a match any more; matches that run go on."""
        self._draining = True

    async def close(self) -> None:
        """Close all pages, once open ones show what became of their match; a match that runs is left as it is."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=END_WITHIN)
        unfinished = [desk for desk in self._desks.values() if desk.match is not None and not desk.over]
        for desk in list(self._pages.desks):
            desk.close(SHUT_DOWN if desk in unfinished else "")
        if any(desk.events.listening for desk in unfinished):
            await asyncio.sleep(END_WITHIN)
        until = monotonic() + SEE_THE_END_WITHIN
        for desk in list(self._pages.desks):
            await asyncio.to_thread(desk.let_pages_see_the_end, max(0.0, until - monotonic()))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._web.close)
        self._threads.shutdown(wait=False)
        try:
            if self._file is not None:
                self._file.remove()
        except OSError as error:
            self._log.warning("the file of links cannot be removed", links=str(self._settings.links),
                              error=error.strerror)

    async def _serve(self, name: str) -> None:
        """Let a person play one match after another, each at a page of its own."""
        while not self._draining:
            desk = self._desks[name]
            try:
                await self._play(name, desk)
            except Exception:  # noqa: BLE001 - a fault of ours: the others play on
                self._log.exception("the page of a person failed", person=name)
                await asyncio.sleep(PAUSE)
            if desk.match is None or self._draining:
                continue
            self._desks[name] = following = self._opened()
            desk.follow_with(f"{urlsplit(self._base).path}{SEAT}{following.token}/")
            self._rewrite(name)

    async def _play(self, name: str, desk: SeatDesk) -> None:
        """Wait for the page, wait for a match while it is open, and play that match."""
        while not self._is_there(desk):
            if self._draining:
                return
            await asyncio.sleep(LOOK_EVERY)
        bot = PersonsBot(name, desk, self._records, self._threads)
        playing = asyncio.create_task(
            aio.run(bot, self._address, self._tokens.issue(name), connect_within=CONNECT_WITHIN, reconnect_within=0))
        try:
            while not (await asyncio.wait({playing}, timeout=LOOK_EVERY))[0]:
                if desk.match is None and not self._is_there(desk):
                    return
                if desk.match is not None and not desk.left and desk.silent_for > self._settings.away:
                    self._log.info("a person is away and leaves its match", person=name)
                    desk.leave()
            with suppress(BotLeft):
                await playing
        except BotError as error:
            if not self._draining:
                self._log.warning("a person cannot wait for a match", person=name, why=str(error))
                await asyncio.sleep(PAUSE)
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)

    @staticmethod
    def _is_there(desk: SeatDesk) -> bool:
        return desk.claimed and desk.silent_for < GONE_AFTER

    def _opened(self) -> SeatDesk:
        """Return a new seat, and forget the pages of matches that ended long ago."""
        desk, desks = SeatDesk(one_browser=True, one_of_many=True), self._pages.desks
        ended = [each for each in desks if each.match is not None and each not in self._desks.values()]
        self._pages.desks = [each for each in desks if each not in ended[:-MOST_ENDED]] + [desk]
        return desk

    def _links(self) -> dict[str, str]:
        return {name: f"{self._base}{SEAT}{desk.token}/" for name, desk in self._desks.items()}

    def _rewrite(self, name: str) -> None:
        """Write the links after the match of a person, whose page has the new one in any case."""
        try:
            assert self._file is not None, "the first links are written"
            self._file.write(self._links())
        except OSError as error:
            self._log.warning("the links cannot be written; pages lead to them all the same",
                              links=str(self._settings.links), error=error.strerror)
        else:
            self._log.info("a person's match is over; the link to the next one is written", person=name)
