"""The pages of seats that people take in a browser: what a seat sees, its open question, and the answer to it.

The address of a page has a token that only the person is told.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from dataclasses import replace
from hmac import compare_digest
from http import HTTPStatus
from typing import Final
from urllib.parse import parse_qs

from lawspeaker_referee.record.bounds import RecordError
from lawspeaker_referee.record.verify.fault_audit import RecordDiffers
from lawspeaker_referee.viewer.page import document_json, policy, seat_page
from lawspeaker_referee.web.answers import Answer, Request
from lawspeaker_referee.web.match_routes import first_of
from lawspeaker_referee.web.seat_desk import COOKIE, SeatDesk
from lawspeaker_referee.web.server import Route, Routes
from lawspeaker_referee.web.streams import Stream
from lawspeaker_referee.web.turns import Turns

SEAT: Final = "/seat/"
"""The beginning of the addresses of seats."""
MOST_POSTED: Final = 8 << 10
"""Bytes of an answer."""
_JSON: Final = "application/json"
_MOST_WAITING: Final = 64
"""Requests for what pages show that wait at once."""


_TAKEN: Final = Answer.line(HTTPStatus.FORBIDDEN, "another browser has this seat; its address is for one browser")


class SeatPages:
    """The routes of seats."""

    def __init__(self, desks: Iterable[SeatDesk], share: float = 1.0) -> None:
        """Making what pages show takes this share of the time at most; `desks` may be changed afterwards."""
        self.desks = list(desks)
        self._turns = Turns(share, _MOST_WAITING)

    def routes(self) -> Routes:
        """Return the routes; they answer nothing without the token of a seat."""
        return {SEAT: Route(self._answer, "this seat", most_posted=MOST_POSTED)}

    async def _answer(self, request: Request) -> Answer | Stream:
        token, _, part = request.path.removeprefix(SEAT).partition("/")
        desk = next((each for each in tuple(self.desks) if compare_digest(each.token.encode(), token.encode())), None)
        if desk is None:
            return Answer.line(HTTPStatus.NOT_FOUND, "no seat has this address")
        if part == "" and request.posted is None:
            return Answer.of(seat_page().encode(), "text/html", f"{policy(served=True)}; frame-ancestors 'none'")
        if part == "claim" and request.posted is not None:
            return _claimed(desk, request.cookies)
        return await self._to_its_browser(desk, part, request) if desk.is_of(request.cookies) else _TAKEN

    async def _to_its_browser(self, desk: SeatDesk, part: str, request: Request) -> Answer | Stream:
        desk.heard()
        if request.posted is not None:
            return _posted(desk, part, request.posted)
        if part == "frames":
            return await self._turns.call(lambda: asyncio.to_thread(_frames, desk, request), request.source)
        if part == "question":
            return Answer.of(document_json(desk.shown()), _JSON)
        if part == "events":
            return await desk.events.answer(request)
        return Answer.line(HTTPStatus.NOT_FOUND, "a seat has no such page")


def _claimed(desk: SeatDesk, cookies: str) -> Answer:
    if (value := desk.claim(cookies)) is None:
        return _TAKEN
    desk.heard()
    # Without a path the cookie is for the folder of this address as the browser knows it, which a proxy may change.
    return replace(Answer.of(b"{}", _JSON), headers={
        "Set-Cookie": f"{COOKIE}={value}; HttpOnly; SameSite=Strict"})


def _frames(desk: SeatDesk, request: Request) -> Answer:
    first = first_of(parse_qs(request.query))
    try:
        found = desk.match.frames(first) if desk.match is not None else None
    except (RecordError, RecordDiffers, OSError) as error:
        return Answer.line(HTTPStatus.SERVICE_UNAVAILABLE, f"the match cannot be shown: {error}")
    if found is None:
        return Answer.of(b"null", _JSON)  # the match has not begun; the page asks again
    return Answer.of(found, _JSON)


def _posted(desk: SeatDesk, part: str, body: bytes) -> Answer:
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        return Answer.line(HTTPStatus.BAD_REQUEST, "send one JSON object")
    if part == "leave":
        desk.leave()
        return Answer.of(b"{}", _JSON)
    if part != "answer":
        return Answer.line(HTTPStatus.NOT_FOUND, "a seat has no such page")
    problem = desk.answer(said.get("decision"), said.get("picks"))
    return Answer.line(HTTPStatus.CONFLICT, problem) if problem else Answer.of(b"{}", _JSON)
