"""Tables of each bot against each other one."""

from __future__ import annotations

from dataclasses import dataclass

from lawspeaker_referee.tournament.report.facts import Facts
from lawspeaker_referee.tournament.report.words import likely, per_cent


@dataclass(frozen=True, slots=True)
class Cell:
    """What a row has to say of a column."""

    text: str
    below: str
    told: str
    share: float
    """From 0 for the column's to 1 for the row's."""

    @property
    def tint(self) -> int:
        """Per cent of colour: none for an even share."""
        return round(abs(self.share - 0.5) * 90)


@dataclass(frozen=True, slots=True)
class Matrix:
    """Bots against bots, both in the same order; None where there is nothing to say."""

    bots: tuple[str, ...]
    rows: tuple[tuple[Cell | None, ...], ...]


def superiority(facts: Facts) -> Matrix | None:
    """How likely each bot is truly better than each other; None without ratings."""
    if facts.ratings is None:
        return None
    bots = tuple(rating.bot for rating in facts.ratings.bots)
    return Matrix(bots, tuple(tuple(
        None if one == other else Cell(likely(share), "", f"{one} is better than {other}: {likely(share)}", share)
        for other, share in zip(bots, row, strict=True))
        for one, row in zip(bots, facts.ratings.superiority, strict=True)))


def head_to_head(facts: Facts) -> Matrix | None:
    """The points of each bot against each other it has met; None if nobody met anybody."""
    bots = tuple(bot for bot in facts.bots if bot in facts.meetings)
    return Matrix(bots, tuple(tuple(_met(facts, one, other) for other in bots) for one in bots)) if bots else None


def _met(facts: Facts, one: str, other: str) -> Cell | None:
    meeting = facts.meetings[one].get(other)
    if meeting is None:
        return None
    share = meeting.points / meeting.matches
    told = f"{one} against {other}: {meeting.points:g} points of {meeting.matches} matches"
    return Cell(per_cent(share), f"{meeting.points:g} / {meeting.matches}", told, share)
