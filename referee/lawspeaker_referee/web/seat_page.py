"""The pages of seats that people take in a browser: what a seat sees, its open question, and the answer to it.

The address of a page has a token that only the person is told. An answer names the decision that it is for, so that one
which comes twice, or from a tab that is behind, changes nothing.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hmac import compare_digest
from http import HTTPStatus
from threading import Condition
from time import monotonic
from typing import Final
from urllib.parse import parse_qs

from lawspeaker_engine.model import IllegalAnswer, Picks
from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.verify.fault_audit import RecordDiffers
from lawspeaker_referee.viewer.deltas import Plain
from lawspeaker_referee.viewer.page import document_json, policy, seat_page
from lawspeaker_referee.viewer.seat_match import SeatMatch
from lawspeaker_referee.web.answers import Answer, Request
from lawspeaker_referee.web.events import PageEvents
from lawspeaker_referee.web.match_routes import first_of
from lawspeaker_referee.web.server import Route, Routes
from lawspeaker_referee.web.streams import Stream

SEAT: Final = "/seat/"
"""The beginning of the addresses of seats."""
MOST_POSTED: Final = 8 << 10
"""Bytes of an answer."""
_JSON: Final = "application/json"


class PersonLeft(Exception):
    """The person leaves the match, or there is no page any more."""


class OutOfTime(Exception):
    """No answer came in time."""


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A decision that a person is asked for."""

    decision: int
    """Its number in the match."""
    shown: dict[str, Plain]
    """What the page is told of it."""
    check: Callable[[Sequence[int]], Picks]
    """Returns picks as the referee takes them. Raises IllegalAnswer."""
    until: float | None
    """When the time is up, by `time.monotonic`; None for no limit."""


class SeatDesk:
    """Where the questions to one person lie, and where its answers come from; several threads use it."""

    def __init__(self, match: SeatMatch) -> None:
        self.match, self.events = match, PageEvents()
        self.token = secrets.token_urlsafe(16)
        self._changed = Condition()
        self._question: OpenQuestion | None = None
        self._picks: Picks | None = None
        self._left = self._closed = False
        self._notes: list[str] = []
        """What the page says above the question: such as why the last answer was not taken."""
        self._over: dict[str, Plain] | None = None
        self._version = 0
        self.pages_at_the_end = 0
        """How many pages have the end of the match."""

    def ask(self, question: OpenQuestion) -> Picks:
        """Return the person's answer. Raises PersonLeft and OutOfTime."""
        with self._changed:
            self._question, self._picks = question, None
            self._tell()
            while not self._settled():
                left = None if question.until is None else question.until - monotonic()
                if left is not None and left <= 0:
                    break
                self._changed.wait(left)
            self._question = None
            self._notes = []
            self._tell()
            if self._picks is not None:
                return self._picks
            if self._left or self._closed:
                raise PersonLeft
            raise OutOfTime

    def _settled(self) -> bool:
        """Return True if nothing more is waited for."""
        return self._picks is not None or self._left or self._closed

    def note(self, text: str) -> None:
        """Say something above the next question."""
        with self._changed:
            self._notes.append(text)
            self._tell()

    def end(self, over: dict[str, Plain]) -> None:
        """Say that the match is over, and how."""
        with self._changed:
            self._over = over
            self._tell()

    def close(self) -> None:
        """Let whoever asks, now or later, get PersonLeft."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def let_pages_see_the_end(self, within: float) -> None:
        """Wait until the open pages have the end of the match, or for so many seconds."""
        with self._changed:
            if self._over is not None:
                self._changed.wait_for(lambda: self.pages_at_the_end >= self.events.listening, within)

    def shown(self) -> dict[str, Plain]:
        """Return what the page is told: the open question, notes, and the end."""
        with self._changed:
            asked = self._question
            found: dict[str, Plain] = {"notes": list(self._notes), "left": self._left, "over": self._over}
            if asked is not None:
                left = None if asked.until is None else max(0, round((asked.until - monotonic()) * 1000))
                found["question"] = asked.shown | {"decision": asked.decision, "left_ms": left}
            return found

    def answer(self, decision: object, picks: object) -> str:
        """Take the answer to a decision; return why it is not taken, '' if it is."""
        with self._changed:
            asked = self._question
            if asked is None or self._picks is not None or decision != asked.decision:
                return "this decision is over; the page shows the next one"
            if not isinstance(picks, list) or not all(type(pick) is int for pick in picks):
                return "an answer is a list of numbers of options"
            try:
                self._picks = asked.check(picks)
            except IllegalAnswer as error:
                return f"that cannot be taken: {error}"
            self._changed.notify_all()
            return ""

    def leave(self) -> None:
        """Let the person leave the match."""
        with self._changed:
            self._left = True
            self._changed.notify_all()
            self._tell()

    def saw(self) -> None:
        """Note that a page shows the whole of the finished match and how it ended."""
        with self._changed:
            if self._over is not None:
                self.pages_at_the_end += 1
                self._changed.notify_all()

    def _tell(self) -> None:
        self._version += 1
        self.events.tell(str(self._version))


class SeatPages:
    """The routes of the seats of a match."""

    def __init__(self, desks: Iterable[SeatDesk]) -> None:
        self._desks = list(desks)

    def routes(self) -> Routes:
        """Return the routes; they answer nothing without the token of a seat."""
        return {SEAT: Route(self._answer, "this seat", most_posted=MOST_POSTED)}

    async def _answer(self, request: Request) -> Answer | Stream:
        token, _, part = request.path.removeprefix(SEAT).partition("/")
        desk = next((each for each in self._desks if compare_digest(each.token.encode(), token.encode())), None)
        if desk is None:
            return Answer.line(HTTPStatus.NOT_FOUND, "no seat has this address")
        if request.posted is not None:
            return _posted(desk, part, request.posted)
        if part == "":
            return Answer.of(seat_page().encode(), "text/html", f"{policy(served=True)}; frame-ancestors 'none'")
        if part == "frames":
            return _frames(desk, request)
        if part == "question":
            return Answer.of(document_json(desk.shown()), _JSON)
        if part == "events":
            return await desk.events.answer(request)
        return Answer.line(HTTPStatus.NOT_FOUND, "a seat has no such page")


def _frames(desk: SeatDesk, request: Request) -> Answer:
    first = first_of(parse_qs(request.query))
    try:
        found = desk.match.frames(first)
    except (RecordError, RecordDiffers, OSError) as error:
        return Answer.line(HTTPStatus.SERVICE_UNAVAILABLE, f"the match cannot be shown: {error}")
    if found is None:
        return Answer.of(b"null", _JSON)  # the match has not begun; the page asks again
    return Answer.of(found, _JSON)


def _posted(desk: SeatDesk, part: str, body: bytes) -> Answer:
    try:
        said = json.loads(body)
    except ValueError:
        said = None
    if not isinstance(said, dict):
        return Answer.line(HTTPStatus.BAD_REQUEST, "send one JSON object")
    if part == "leave":
        desk.leave()
        return Answer.of(b"{}", _JSON)
    if part == "seen":
        desk.saw()
        return Answer.of(b"{}", _JSON)
    if part != "answer":
        return Answer.line(HTTPStatus.NOT_FOUND, "a seat has no such page")
    problem = desk.answer(said.get("decision"), said.get("picks"))
    return Answer.line(HTTPStatus.CONFLICT, problem) if problem else Answer.of(b"{}", _JSON)
