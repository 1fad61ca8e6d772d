"""Where the questions to one person lie, and where its answers come from.

The first browser whose page runs claims a seat that is for one browser alone: a cookie tells it from others that come
to know the address. An answer names the decision that it is for, so that one which comes twice, or from a tab that is
behind, changes nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hmac import compare_digest
from threading import Condition
from time import monotonic
from typing import Final

from lawspeaker_engine.model import IllegalAnswer, Picks
from lawspeaker_referee.viewer.deltas import Plain
from lawspeaker_referee.viewer.seat_match import SeatMatch
from lawspeaker_referee.web.events import PageEvents

COOKIE: Final = "lawspeaker-seat"
"""The name of the cookie of a browser that has a seat."""
LOOK_EVERY: Final = 0.5
"""Seconds between two looks whether the match of an open question has ended."""


class PersonLeft(Exception):
    """The person leaves the match, or there is no page any more."""


class OutOfTime(Exception):
    """No answer came in time."""


class MatchEnded(Exception):
    """The match ended while a question was open: by others, or because it cannot go on."""


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A decision that a person is asked for."""

    decision: int
    """Its number in the match."""
    shown: dict[str, Plain]
    """The question as the page is told it."""
    check: Callable[[Sequence[int]], Picks]
    """Returns picks as the referee takes them. Raises IllegalAnswer."""
    until: float | None
    """When the time is up, by `time.monotonic`; None for no limit."""


class SeatDesk:
    """Where the questions to one person lie, and where its answers come from; several threads use it."""

    def __init__(self, match: SeatMatch | None = None, *, one_browser: bool = False, one_of_many: bool = False) -> None:
        """`match` may be set later, when it begins. With `one_browser` only the browser that came first has answers;
        after `one_of_many` matches the page waits for the address of the next one.
        """
        self.match, self.events = match, PageEvents(left=self._page_left)
        self.token = secrets.token_urlsafe(16)
        self.next = ""
        """The address of the page of the person's next match; empty if there is none."""
        self._one_browser, self._one_of_many, self._browser = one_browser, one_of_many, ""
        self._heard = monotonic()
        """When a page was heard of last."""
        self._changed = Condition()
        self._question: OpenQuestion | None = None
        self._picks: Picks | None = None
        self._left = self._closed = False
        self._last_words = ""
        """The words on the page once nothing more comes."""
        self._notes: list[str] = []
        """The lines above the question, such as why the last answer was not taken."""
        self._over: dict[str, Plain] | None = None
        self._version = 0

    def claim(self, cookies: str) -> str | None:
        """Give the seat to a browser; return the value of its cookie, or None if another browser has the seat."""
        with self._changed:
            if not self._browser:
                self._browser = secrets.token_urlsafe(16)
                return self._browser
            return self._browser if self.is_of(cookies) else None

    def is_of(self, cookies: str) -> bool:
        """Return True if a browser with these cookies has the seat."""
        if not self._one_browser:
            return True
        found = (each.strip().partition("=") for each in cookies.split(";"))
        return bool(self._browser) and any(
            name == COOKIE and compare_digest(value.encode(), self._browser.encode()) for name, _, value in found)

    @property
    def claimed(self) -> bool:
        """Return True if a browser has come."""
        return bool(self._browser)

    def heard(self) -> None:
        """Note that a page is there."""
        self._heard = monotonic()

    @property
    def silent_for(self) -> float:
        """Return for how many seconds no page was heard of; 0 while one listens."""
        return 0.0 if self.events.listening else monotonic() - self._heard

    @property
    def left(self) -> bool:
        """Return True if the person has left the match."""
        return self._left

    @property
    def over(self) -> bool:
        """Return True if the match has ended."""
        return self._over is not None

    def ask(self, question: OpenQuestion) -> Picks:
        """Return the person's answer. Raises PersonLeft, OutOfTime and MatchEnded."""
        with self._changed:
            self._question, self._picks = question, None
            self._tell()
            ended = False
            while not self._settled() and not (ended := self.match is not None and self.match.ended):
                left = LOOK_EVERY if question.until is None else question.until - monotonic()
                if left <= 0:
                    break
                self._changed.wait(min(left, LOOK_EVERY))
            self._question = None
            self._notes = []
            self._tell()
            if self._picks is not None:
                return self._picks
            if self._left or self._closed:
                raise PersonLeft
            raise MatchEnded if ended else OutOfTime

    def _settled(self) -> bool:
        """Return True if nothing more is waited for."""
        return self._picks is not None or self._left or self._closed

    def begin(self, match: SeatMatch) -> None:
        """Say that the person's match has begun."""
        with self._changed:
            self.match = match
            self._tell()

    def note(self, text: str) -> None:
        """Say something above the next question."""
        with self._changed:
            self._notes.append(text)
            self._tell()

    def follow_with(self, address: str) -> None:
        """Say where the person's next match is."""
        with self._changed:
            self.next = address
            self._tell()

    def end(self, over: dict[str, Plain]) -> None:
        """Say that the match is over, and how."""
        with self._changed:
            self._over = over
            self._tell()

    def close(self, last_words: str = "") -> None:
        """Let whoever asks, now or later, get PersonLeft; the page says these words from now on."""
        with self._changed:
            self._closed, self._last_words = True, last_words
            self._changed.notify_all()
            self._tell()

    def let_pages_see_the_end(self, within: float) -> None:
        """Wait until the open pages have the end of the match and listen no more, or for so many seconds."""
        with self._changed:
            if self._over is not None:
                self._changed.wait_for(lambda: not self.events.listening, within)

    def shown(self) -> dict[str, Plain]:
        """Return what the page is told: the open question, notes, the end, and whether that is complete."""
        with self._changed:
            asked = self._question
            notes = [*self._notes, self._last_words] if self._last_words else list(self._notes)
            found: dict[str, Plain] = {
                "notes": notes, "left": self._left, "over": self._over, "next": self.next,
                "complete": self._over is not None and (self._closed or bool(self.next) or not self._one_of_many)}
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

    def _page_left(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def _tell(self) -> None:
        self._version += 1
        self.events.tell(str(self._version))
