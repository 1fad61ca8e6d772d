"""Decisions of the organiser that change who meets whom, besides results that count no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Final

from lawspeaker_referee.competition.results import ScheduledMatch


@dataclass(frozen=True, slots=True)
class Absence:
    """The rounds in which a bot was put out."""

    after: int
    """The last round that was paired when it was put out."""
    until: int | None = None
    """The last round that was paired when it was reinstated; None while it is out."""

    def covers(self, number: int) -> bool:
        """Return whether the bot was out when this round was paired."""
        return self.after < number and (self.until is None or number <= self.until)


@dataclass(frozen=True, slots=True)
class Rulings:
    """The decisions of the organiser, as formats in which results decide who meets whom need them."""

    absences: Mapping[str, Sequence[Absence]] = field(default_factory=dict)
    """Bot -> when it was out; also of bots that were reinstated."""
    paired: Sequence[ScheduledMatch] = ()
    """The schedule so far, if what paired it may have changed since: what is paired stays paired."""

    def out_for(self, number: int) -> set[str]:
        """Return the bots that were out when this round was paired."""
        return {bot for bot, spells in self.absences.items() if any(each.covers(number) for each in spells)}

    def out_after(self, number: int) -> set[str]:
        """Return the bots that cannot go on from this round, because they were out before the next one was paired."""
        return self.out_for(number + 1)

    @property
    def out(self) -> set[str]:
        """Return the bots that are out now."""
        return {bot for bot, spells in self.absences.items() if any(each.until is None for each in spells)}

    def by_round(self) -> dict[int, list[ScheduledMatch]]:
        """Return the matches of each round that is paired, in the order of the schedule."""
        order = sorted(self.paired, key=attrgetter("round"))
        return {number: list(matches) for number, matches in groupby(order, key=attrgetter("round"))}


NO_RULINGS: Final = Rulings()
