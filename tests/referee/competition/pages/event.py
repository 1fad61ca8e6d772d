"""A tournament of two quick bots or more whose matches are played for good, counted one by one, and shown."""

from __future__ import annotations

import asyncio
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

from lawspeaker_referee.competition.formats import entries
from lawspeaker_referee.competition.ledger import Ledger, LedgerQueries
from lawspeaker_referee.competition.pages.site import EventSite, SiteSettings
from lawspeaker_referee.competition.results import ScheduledMatch
from lawspeaker_referee.competition.seeds import seed_of
from lawspeaker_referee.competition.tournament.blocks import record_path, result_of
from lawspeaker_referee.competition.tournament.pool import opened
from lawspeaker_referee.config.tournament import TournamentConfig
from lawspeaker_referee.web.server import Access
from tests.referee.competition.html_page import Page
from tests.referee.competition.quick_tournaments import SECRET, pool_config, terms_of

PATIENCE = 60.0
MODULE = "tests.referee.competition.pages.bots"


def quick_terms(folder: Path, bots: str = "ann bob cy", **changes: Any) -> TournamentConfig:
    """Return the terms of a tournament whose bots are objects of one process."""
    return terms_of(folder, *({"name": name, "spec": f"python:{MODULE}:First"} for name in bots.split()),
                    **{"clock": "none", "in_process": True} | changes)


class Event:
    """A tournament with a ledger, and its pages on a port."""

    def __init__(self, terms: TournamentConfig, delay_s: float = 0.0) -> None:
        self.terms, self.complaints = terms, list[str]()
        terms.records.mkdir(parents=True)
        self.url = f"sqlite:///{terms.records / 'ledger.db'}"
        self.ledger = Ledger.open(self.url)
        self.ledger.begin(terms.name, terms.as_dict(), SECRET)
        self.grow()
        self._read = LedgerQueries.open_to_read(self.url)
        self.site = EventSite(self._read, terms.name, SiteSettings(Access(), delay_s, folder_archive(terms)),
                              self.complaints.append)
        self.site.start("127.0.0.1:0")

    def grow(self) -> list[ScheduledMatch]:
        """Schedule what can be played by now, and return what is not counted."""
        results = self.ledger.results(self.terms.name)
        every, done = entries(self.terms, results), {each.match_id for each in results}
        self.ledger.schedule(self.terms.name, every)
        return [each for each in every if each.match_id not in done]

    def play(self, *matches: ScheduledMatch) -> None:
        """Play these matches with their own dice; nothing is counted."""
        async def play() -> None:
            async with opened(self.terms, pool_config(self.terms, [])) as pool:
                for each in matches:
                    await pool.play(each.attempt_id, each.seats, self.seed(each), self.record(each))

        asyncio.run(play())

    def count(self, *matches: ScheduledMatch) -> None:
        """Count matches that were played, and let the page see that."""
        for each in matches:
            played, details = result_of(self.terms, each, self.seed(each))
            self.ledger.count(self.terms.name, played, self.record(each).as_posix(), details)
        self.site.watch.look()

    def seed(self, each: ScheduledMatch) -> bytes:
        """Return the seed of a match."""
        return seed_of(SECRET, each, self.terms.format)

    def record(self, each: ScheduledMatch) -> Path:
        """Return the path of its record."""
        return record_path(self.terms, each.attempt_id)

    def get(self, path: str = "/", **headers: str) -> tuple[HTTPResponse, bytes]:
        """Return an answer and its body."""
        connection = HTTPConnection("127.0.0.1", self.site.port, timeout=PATIENCE)
        try:
            connection.request("GET", path, headers={name.replace("_", "-"): each for name, each in headers.items()})
            answer = connection.getresponse()
            return answer, answer.read()
        finally:
            connection.close()

    def page(self, path: str = "/") -> Page:
        """Return a page that is there."""
        answer, body = self.get(path)
        assert answer.status == 200, body
        return Page.of(body.decode())

    def close(self) -> None:
        """End it."""
        self.site.close()
        self._read.close()
        self.ledger.close()
        assert self.complaints == []


def folder_archive(terms: TournamentConfig) -> Path:
    """Return the path of the archive that the pages offer."""
    return terms.records / "all.tar"


def address(each: ScheduledMatch) -> str:
    """Return the address of a match in pages."""
    return each.match_id.replace("/", "-")
