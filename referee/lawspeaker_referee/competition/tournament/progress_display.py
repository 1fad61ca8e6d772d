"""Displays of a running tournament: plain lines, or lines of JSON; `terminal_display.py` has the live one."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

from lawspeaker_referee.competition.tournament.progress import Snapshot
from lawspeaker_referee.config.formatting import format_count, format_percent

if TYPE_CHECKING:
    from lawspeaker_referee.competition.ratings.sequential import TestState

SECONDS_BETWEEN_LINES: Final = 10.0
LEADERS: Final = 3
"""Bots of the standings in a line."""


class ProgressDisplay(Protocol):
    """A display of messages and progress; a context manager."""

    def __enter__(self) -> Self:
        """Start the display."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        """End the display."""

    def heard(self, what: Mapping[str, Any]) -> None:
        """Take a message of a worker."""

    def look(self, snapshot: Snapshot) -> None:
        """Show the progress."""


def format_time_left(seconds: float) -> str:
    """Return seconds as `1 h 05 min`, `5 min 07 s` or `7 s`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


def line_of(snapshot: Snapshot) -> str:
    """Return the progress as one line, without the standings."""
    parts = [f"{snapshot.counted}/{snapshot.scheduled} matches"]
    if snapshot.speed:
        parts.append(f"{snapshot.speed:.2f}/s")
    if snapshot.left is not None and snapshot.open:
        parts.append(f"{format_time_left(snapshot.left)} left")
    if snapshot.left_by_test is not None:
        parts.append(f"about {format_time_left(snapshot.left_by_test)} until the test decides")
    if snapshot.test is not None:
        parts.append(test_line(snapshot.test))
    for number, what in ((snapshot.playing, "being played"), (snapshot.faults, "decisions taken by the referee"),
                         (snapshot.refused, "answers refused"), (snapshot.voids, "void"),
                         (snapshot.given_up, "given up")):
        if number:
            parts.append(f"{number} {what}")
    return ", ".join(parts)


def test_line(test: TestState) -> str:
    """Return the log likelihood ratio of a test between its bounds, and how many blocks had which score."""
    counts = ", ".join(f"{number} of {format_percent(score)}" for score, number in test.scores)
    return (f"LLR {test.llr:.2f} ({test.lower:.2f} to {test.upper:.2f}) after {format_count(test.blocks, 'block')}"
            + (f": {counts}" if counts else ""))


def words_of(what: Mapping[str, Any]) -> str:
    """Return the text of a worker's message if people must know it, else an empty text."""
    if "quarantined" in what:
        return f"{what['why']}; bot {what['quarantined']} plays no more"
    if "void" in what:
        return f"match {what['void']} is void: {what['why']}"
    return str(what.get("say", ""))


class Announcements:
    """Messages for people, each written once though every worker sends it, and who is there of those elsewhere."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write, self._known = write, set[str]()
        self.elsewhere = ""
        """Workers on other machines, or bots that connect, as text to add to a line."""

    def heard(self, what: Mapping[str, Any]) -> None:
        """Write the message if it is new."""
        if "workers" in what or "connected" in what:
            self.elsewhere = f"; {what['say']}"
        elif (words := words_of(what)) and words not in self._known:
            self._known.add(words)
            self._write(words)


class LineDisplay:
    """Plain lines on stderr every few seconds; `quiet` leaves only what people must know."""

    def __init__(self, title: str, *, quiet: bool) -> None:
        self._title, self._quiet = title, quiet
        self._due = monotonic() + 1.0
        self._told = Announcements(self._write)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        sys.stderr.flush()  # before what follows on stdout

    def heard(self, what: Mapping[str, Any]) -> None:
        """Write the message if people must know it."""
        self._told.heard(what)

    def look(self, snapshot: Snapshot) -> None:
        """Write a line, unless the last one is recent."""
        if self._quiet or monotonic() < self._due:
            return
        self._due = monotonic() + SECONDS_BETWEEN_LINES
        leaders = ", ".join(f"{each.place}. {each.bot} {format_percent(each.points)}"
                            for each in snapshot.standings[:LEADERS])
        self._write(line_of(snapshot) + self._told.elsewhere + (f"; {leaders}" if leaders else ""))

    def _write(self, words: str) -> None:
        sys.stderr.write(f"{self._title}: {words}\n")


class JsonDisplay:
    """A line of JSON on stdout for each match and each look."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def heard(self, what: Mapping[str, Any]) -> None:
        """Write the message as it is."""
        _write_json(what)

    def look(self, snapshot: Snapshot) -> None:
        """Write the whole snapshot."""
        _write_json({"progress": snapshot.as_dict()})


def _write_json(what: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()
