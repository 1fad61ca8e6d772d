"""Follows a tournament in its ledger: looks for what is new, and makes the pages, away from requests and matches."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Event, Thread
from time import monotonic, time
from typing import Any, Final

from lawspeaker_referee.competition.kept_ratings import RatedMoment
from lawspeaker_referee.competition.ledger.facts import BadLedger, Progress
from lawspeaker_referee.competition.ledger.queries import LedgerQueries
from lawspeaker_referee.competition.ledger.sums import BotSums
from lawspeaker_referee.competition.pages.history import RatingHistory
from lawspeaker_referee.competition.pages.page import BotView, bot_html, html, policy
from lawspeaker_referee.competition.pages.release import BlockRelease
from lawspeaker_referee.competition.pages.view import MOST_FINISHED, EventView, view_of
from lawspeaker_referee.competition.report import plots
from lawspeaker_referee.competition.report.bot_numbers import Meetings
from lawspeaker_referee.competition.report.page import bot_file
from lawspeaker_referee.competition.tournament.setup import known
from lawspeaker_referee.competition.tournament.state import given_up
from lawspeaker_referee.competition.tournament.status import status_of
from lawspeaker_referee.web.answers import Answer
from lawspeaker_referee.web.downloads import FileDownload

SHARE: Final = 0.1
"""Share of a core that looks may take."""
PAUSE: Final = 1.0
"""Seconds between two looks at least."""
LOOK_BACK: Final = 600.0
"""Seconds over which the speed is measured, from which the time left follows."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The pages that are shown now."""

    version: int
    view: EventView
    page: Answer
    moments: Sequence[RatedMoment]
    bots: dict[str, str]
    """Name of the file of a bot's page -> the bot."""


class EventWatch:
    """The newest pages of a tournament; a thread of its own makes them, and any thread may have them."""

    def __init__(self, ledger: LedgerQueries, name: str, running: Callable[[], Sequence[str]],
                 complain: Callable[[str], object], clock: Callable[[], float] = monotonic,
                 archive: FileDownload | None = None) -> None:
        """`running` returns the addresses of running matches that can be watched; the clock is in seconds.

        `complain` gets a line when a look fails; `archive` is named once its file is there. Raises BadLedger and
        BadConfig.
        """
        self._archive = archive
        self._ledger, self._name, self._running, self._complain, self._clock = ledger, name, running, complain, clock
        self.release = BlockRelease(known(ledger, name))
        self._history = RatingHistory()
        self._seen: object = None
        self._counted = deque[tuple[float, int]]()
        """When so many matches were counted, at looks of the last minutes."""
        self._news: Callable[[str], object] = lambda _: None
        self._ending = Event()
        self._thread = Thread(target=self._watch, name="event", daemon=True)
        self.shown = self._make(known(ledger, name), ledger.progress(name, time()), 1)

    def start(self, news: Callable[[str], object]) -> None:
        """Look again and again; `news` is called in that thread with each new version."""
        self._news = news
        news(str(self.shown.version))
        self._thread.start()

    def close(self) -> None:
        """End the thread and wait for it."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join()

    def look(self) -> bool:
        """Look once; return True if there is something new. Raises BadLedger and BadConfig."""
        ledger, name = self._ledger, self._name
        progress = ledger.progress(name, time())
        seen: Any = (progress, ledger.versions(name), len(ledger.decisions(name)), ledger.leases(name),
                     tuple(self._running()), self._archive_size())
        grown = self._history.look(ledger, self.shown.view.terms, progress.counted)
        if seen == self._seen and not grown:
            return False
        version = self.shown.version + 1
        if seen == self._seen:
            self.shown = replace(self.shown, version=version, moments=self._history.moments(ledger, name))
        else:
            self.shown = self._make(known(ledger, name), progress, version)
        self._seen = seen
        self._news(str(self.shown.version))
        return True

    def page_of(self, bot: str) -> Answer:
        """Return the page of a bot, made anew. Raises BadLedger."""
        ledger, name, shown = self._ledger, self._name, self.shown
        sums = ledger.bot_sums(name, [bot]).get(bot, BotSums())
        met = Meetings((pair, each) for pair, each in ledger.pair_sums(name) if bot in pair)
        recent = {each.entry for each in self.release.newest()}.intersection(sums.recent)
        matches = sorted(ledger.listed_results(name, recent), key=lambda each: -each.ended_unix_ms)[:MOST_FINISHED]
        page = bot_html(shown.view, BotView(bot, plots.history_curve(shown.moments, bot),
                                            met.get(bot, {}), matches, sums.refused))
        return Answer.of(page.encode(), "text/html", policy())

    def _make(self, terms: Any, progress: Progress, version: int) -> Shown:
        name = self._name
        with self._ledger.snapshot() as ledger:
            status, gone = status_of(ledger, name), given_up(ledger, name)
            self.release.look(ledger, terms, status.state, gone, progress)
            view = view_of(ledger, terms, status, self.release, gone, self._left(progress, status.playable))
            moments = self._history.moments(ledger, name)
        page = Answer.of(html(view, self._running(), self._archive_size()).encode(), "text/html", policy())
        bots = {bot_file(bot): bot for bot in (*terms.names, *(each.bot for each in status.snapshot.standings))
                if bot != terms.automa}
        return Shown(version, view, page, moments, bots)

    def _archive_size(self) -> int | None:
        return self._archive.size() if self._archive is not None else None

    def _left(self, progress: Progress, playable: int) -> float | None:
        """Return the seconds until all that can be played is played; None while that is unknown."""
        now = self._clock()
        self._counted.append((now, progress.counted))
        while self._counted[0][0] < now - LOOK_BACK:
            self._counted.popleft()
        since, before = self._counted[0]
        if not playable or progress.counted <= before or now <= since:
            return None
        return playable * (now - since) / (progress.counted - before)

    def _watch(self) -> None:
        pause, complaint = PAUSE, ""
        while not self._ending.wait(pause):
            began = self._clock()
            try:
                self.look()
            except Exception as error:  # noqa: BLE001 - whatever it is, what was made last is shown on
                words = str(error) if isinstance(error, BadLedger) else f"the page cannot be made: {error!r}"
                if words != complaint:
                    self._complain(words)
                complaint = words
            pause = max(PAUSE, (self._clock() - began) / SHARE)
