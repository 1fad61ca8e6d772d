"""The pages of the matches of a folder: the list, and of each match its viewer, its frames and its record.

Everything here is plain and synchronous, so that it can run in a thread, or in another process when the processor time
of this one belongs to matches.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, quote, urlencode

from jinja2 import Environment

from lawspeaker_engine.games import GAMES
from lawspeaker_referee.config.user_files import open_file
from lawspeaker_referee.record.bounds import MOST_BYTES, MOST_SEATS, RecordError
from lawspeaker_referee.record.file import SUFFIX, read_record
from lawspeaker_referee.record.folder_index import FolderIndex, RecordFile
from lawspeaker_referee.viewer.document import ALL, document
from lawspeaker_referee.viewer.eyes import DEFAULT_EYES, BadEyes, parse_eyes
from lawspeaker_referee.viewer.page import document_json, served_page
from lawspeaker_referee.viewer.page import policy as viewer_policy
from lawspeaker_referee.web.answers import Answer, Request, tag_of
from lawspeaker_referee.web.cache import BytesCache
from lawspeaker_referee.web.page import content_policy, page_environment, page_style, report_policy
from lawspeaker_referee.web.record_folder import LONGEST_NAME, MatchSummary, NoSummary, RecordFolder, Release, why_not

MATCHES_A_PAGE: Final = 100
MOST_RUNNING: Final = 50
"""Running matches that are listed."""
MOST_HELD: Final = 64 << 20
"""Bytes of compressed documents that are kept."""
LEVEL: Final = 6
"""How hard gzip tries: 9 makes documents 7 % smaller in three times the time."""
REPORT: Final = "report.html"
"""A report that lies in the folder; it is shown beside the matches."""
BOTS: Final = "report-bots"
"""The folder of its pages of bots."""
MATCH: Final = "/match/"
FRAMES: Final = "/frames"
RECORD: Final = "/record"

_HERE: Final = "lawspeaker_referee.web"
_MOST_FIELDS: Final = 8


@dataclass(frozen=True, slots=True)
class MatchSite:
    """The folder whose matches are shown, and what is shown of them."""

    folder: Path
    title: str
    eyes: str = DEFAULT_EYES
    """As `viewer.eyes.parse_eyes` reads them."""
    home: str = ""
    """The name of the page above the list, which lies at `./`; empty if the list itself lies there."""
    delay_s: float = 0.0
    """The seconds that spectators of running matches are behind, and so of their ends; 0 if there are none."""


class MatchPages:
    """Answers requests for the pages of a folder; for several threads."""

    def __init__(self, site: MatchSite, index: FolderIndex | None = None, release: Release | None = None) -> None:
        """Read nothing yet. An `index` of the site's folder may be shared; `release` says which matches are shown, all
        if it is None. Raises BadEyes.

        A report tells of all matches, so there is none until everything is released.
        """
        self._site, self._release = site, release
        self._records = RecordFolder(site.folder, site.delay_s, index=index, release=release)
        self._documents = BytesCache(MOST_HELD)
        self._everything = ALL in parse_eyes(site.eyes, MOST_SEATS)

    def count(self) -> int:
        """Return the number of finished matches. Raises OSError if the folder cannot be read."""
        return len(self._records.complete().finished)

    def page(self, request: Request, live: Sequence[str] = ()) -> Answer:
        """Answer a request for anything but frames; `live` are the ids of running matches that can be watched.

        Raises OSError if the folder cannot be read.
        """
        if request.path == f"/{REPORT}":
            return self._report()
        if request.path.startswith(f"/{BOTS}/"):
            return self._page_of_bot(request.path.removeprefix(f"/{BOTS}/"))
        if not request.path.startswith(MATCH):
            try:
                query = parse_qs(request.query, max_num_fields=_MOST_FIELDS)
            except ValueError:
                return Answer.line(HTTPStatus.BAD_REQUEST, "this address says more than bot and page")
            return self._list(query, live)
        address = request.path.removeprefix(MATCH)
        if address.endswith(RECORD) and (file := self._finished(address.removesuffix(RECORD))):
            return self._record(file)
        file = self._finished(address)
        if file is None:
            return _unknown()
        summary = self._records.summary(file)
        if isinstance(summary, NoSummary):
            return Answer.line(HTTPStatus.NOT_FOUND, summary.why)
        return viewer()

    def frames(self, request: Request) -> Answer:
        """Answer a request for the document of a finished match; that may take seconds. Raises OSError."""
        file = self._finished(request.path.removeprefix(MATCH).removesuffix(FRAMES))
        if file is None:  # unless a record itself is called `frames`
            return self.page(request)
        data = self._documents.get(file)
        if data is None:
            try:
                data = gzip.compress(self._document(file), LEVEL, mtime=0)
            except RecordError as error:
                return Answer.line(HTTPStatus.NOT_FOUND, why_not(error, file))
            except (BadEyes, _NotOver) as error:
                return Answer.line(HTTPStatus.NOT_FOUND, str(error))
            self._documents.put(file, data)
        return _compressed(data, accepted=request.gzip)

    @property
    def _tells_all(self) -> bool:
        return self._release is None or self._release.over

    def _finished(self, address: str) -> RecordFile | None:
        return self._records.find(address)

    def _document(self, file: RecordFile) -> bytes:
        """Return the document of a match. Raises RecordError, BadEyes and _NotOver."""
        record = read_record(file.path)
        if record.footer is None:
            raise _NotOver
        return document_json(document(record, parse_eyes(self._site.eyes, len(record.header.seats))))

    def _record(self, file: RecordFile) -> Answer:
        """Return the record itself, unless it tells more than may be seen here."""
        summary = self._records.summary(file)
        if isinstance(summary, NoSummary):
            return Answer.line(HTTPStatus.NOT_FOUND, summary.why)
        if not self._everything:
            return Answer.line(HTTPStatus.FORBIDDEN, "this server keeps hands and dice secret, and the record holds "
                               "them all, so it is not handed out")
        with open_file(file.path) as opened:
            data = opened.read(MOST_BYTES)
        name = quote(Path(file.address).name + SUFFIX)
        return Answer(HTTPStatus.OK, data, "application/octet-stream", tag_of(data), headers={
            "Content-Disposition": f"attachment; filename*=UTF-8''{name}"})

    def _report(self) -> Answer:
        if not self._tells_all:
            return Answer.line(HTTPStatus.NOT_FOUND, "there is a report once all is played")
        try:
            return _report_page(self._site.folder / REPORT)
        except (FileNotFoundError, IsADirectoryError):
            return Answer.line(HTTPStatus.NOT_FOUND, "there is no report in this folder; `lawspeaker tournament "
                               f"report NAME --html FOLDER/{REPORT}` writes it")

    def _page_of_bot(self, name: str) -> Answer:
        """Return a page that lies in the folder of such pages; what was asked for never becomes a path."""
        try:
            with os.scandir(self._site.folder / BOTS) as found:
                path = next((Path(each.path) for each in found if each.name == name and each.is_file()
                             and self._tells_all), None)
        except OSError:
            path = None
        return _report_page(path) if path else Answer.line(HTTPStatus.NOT_FOUND, "there is no page of this bot here")

    def _list(self, query: Mapping[str, list[str]], live: Sequence[str]) -> Answer:
        bot = query.get("bot", [""])[0].strip()[:LONGEST_NAME]
        number = _page_number(query)
        listing, files = self._records.page(_part(number))
        if bot:
            result = self._records.search(bot, _part(number))
            files, total, unread = result.files, result.total, result.unread
        else:
            total, unread = len(listing.finished), 0
        found = self._records.summaries(files)
        unread += found.unread + listing.unread
        watched = [*live, *(file.address for file in listing.running if file.address not in live)]
        page = _pages().get_template("matches.html").render(
            site=self._site, style=_style(), bot=bot, matches=found.matches, total=total, unread=unread,
            linked=frozenset(live), running=watched[:MOST_RUNNING], more_running=max(0, len(watched) - MOST_RUNNING),
            page=number, pages=max(1, -(-total // MATCHES_A_PAGE)), first=(number - 1) * MATCHES_A_PAGE,
            report=self._tells_all and (self._site.folder / REPORT).is_file(), everything=self._everything)
        return Answer.of(page.encode(), "text/html", content_policy(_style(), forms="'self'"))


class _NotOver(ValueError):
    """A record without an end."""

    def __init__(self) -> None:
        super().__init__("this match has not ended, so nothing of it is shown")


def _report_page(path: Path) -> Answer:
    # A page's own policy cannot forbid frames, so the header says it.
    return Answer.of(path.read_bytes(), "text/html", f"{report_policy()}; frame-ancestors 'none'")


def viewer() -> Answer:
    """Return the page that draws any match: it asks for `frames` below its own address."""
    # A page's own policy cannot forbid frames, so the header says it.
    return Answer.of(served_page().encode(), "text/html", f"{viewer_policy(served=True)}; frame-ancestors 'none'")


def match_link(address: str) -> str:
    """Return the link to a match, relative to the list."""
    return f"match/{quote(address)}"


def address_of(match_id: str) -> str:
    """Return the address of a match whose record the referee has named."""
    return match_id.replace("/", "-")


def _compressed(data: bytes, *, accepted: bool) -> Answer:
    """Return compressed JSON, unpacked for a client that cannot; a browser may keep it if it asks again each time."""
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    answer = Answer.of(data, "application/json")
    if accepted:
        return replace(answer, headers=headers | {"Content-Encoding": "gzip"})
    plain = gzip.decompress(data)
    return replace(answer, data=plain, tag=tag_of(plain), headers=headers)


def _unknown() -> Answer:
    return Answer.line(HTTPStatus.NOT_FOUND, "there is no finished match of this name here")


def _title(game: str) -> str:
    return GAMES[game].title if game in GAMES else game


def _page_number(query: Mapping[str, list[str]]) -> int:
    text = query.get("page", ["1"])[0]
    return int(text) if text.isascii() and text.isdigit() and 0 < len(text) < 9 and int(text) else 1


def _part(number: int) -> slice:
    return slice((number - 1) * MATCHES_A_PAGE, number * MATCHES_A_PAGE)


@cache
def _pages() -> Environment:
    pages = page_environment(_HERE)
    pages.filters |= {"match_link": match_link, "query": urlencode, "title": _title}
    pages.tests["summary"] = lambda each: isinstance(each, MatchSummary)
    return pages


@cache
def _style() -> str:
    return "\n" + page_style((_HERE, "matches.css"))
