"""Tables of each bot against each other one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lawspeaker_referee.competition.ratings import Ratings
from lawspeaker_referee.competition.report.facts import Facts, Meeting
from lawspeaker_referee.competition.report.text import likely
from lawspeaker_referee.config.formatting import UNKNOWN, format_count, format_percent

NOT_KNOWN: Final = "?"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a matrix: the results of its row's bot against its column's."""

    text: str
    below: str
    title: str
    share: float
    """From 0 for the column's bot to 1 for the row's."""

    @property
    def tint(self) -> int:
        """Return per cent of colour: 0 for an even share."""
        return round(abs(self.share - 0.5) * 90)


@dataclass(frozen=True, slots=True)
class Matrix:
    """Bots against bots, both in the same order; a cell is None where nothing is known."""

    bots: tuple[str, ...]
    rows: tuple[tuple[Cell | None, ...], ...]


MOST_CROSSED: Final = 40
"""Bots of a matrix: the first ones, since nobody reads more and cells grow with their square."""


def superiority(facts: Facts) -> Matrix | None:
    """Return the probability that each bot is truly better than each other; None without ratings."""
    if facts.ratings is None:
        return None
    bots = facts.ratings.bots[:MOST_CROSSED]
    return Matrix(tuple(rating.bot for rating in bots), tuple(tuple(
        None if one is other else better(facts.ratings, i, j) for j, other in enumerate(bots))
        for i, one in enumerate(bots)))


def better(ratings: Ratings, row: int, column: int) -> Cell:
    """Return the probability that the bot of one rating is truly better than that of another."""
    one, other, share = ratings.bots[row], ratings.bots[column], ratings.superiority[row][column]
    if not ratings.judges(one, other):
        return Cell(NOT_KNOWN, "", f"{one.bot} is better than {other.bot}: {UNKNOWN}", 0.5)
    return Cell(likely(share), "", f"{one.bot} is better than {other.bot}: {likely(share)}", share)


def head_to_head(facts: Facts) -> Matrix | None:
    """Return the points of each bot against each other one that it met; None if no bots met."""
    met = set(facts.meetings)
    bots = tuple(bot for bot in facts.bots if bot in met)[:MOST_CROSSED]
    own = {bot: facts.meetings[bot] for bot in bots}
    return Matrix(bots, tuple(tuple(_met(own[one].get(other), one, other) for other in bots)
                              for one in bots)) if bots else None


def _met(meeting: Meeting | None, one: str, other: str) -> Cell | None:
    if meeting is None:
        return None
    share = meeting.points / meeting.matches
    title = f"{one} against {other}: {meeting.points:g} points of {meeting.matches} matches"
    return Cell(format_percent(share), f"{meeting.points:g} / {meeting.matches}", title, share)


def odd_lines(facts: Facts) -> tuple[str, ...]:
    """Return a line for each pair whose results differ most from what the ratings expect."""
    lines = []
    for pair in facts.fit.test.odd if facts.fit else ():
        met = facts.meetings[pair.bot][pair.other]
        lines.append(f"{pair.bot} against {pair.other}: {format_percent(met.points / met.matches)} of the points in "
                     f"{format_count(met.matches, 'match')}, {pair.errors:.1f} standard errors more than the ratings "
                     "expect")
    return tuple(lines)
