"""What came of an attempt at a match of a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lawspeaker_referee.tournament.details import Details
from lawspeaker_referee.tournament.nouns import Entry, Played


@dataclass(frozen=True, slots=True)
class Outcome:
    """A match has a result, or is void, or was not played because a bot was absent."""

    entry: Entry
    result: tuple[Played, Details] | None = None
    """From the record, which has been verified and is where records go; None if there is none."""
    void: str = ""
    """Why it has none."""
    absent: str = ""
    """The bot that did not come; then nothing was played."""
    why: str = ""
    """Why it did not, as a whole line."""
    crashed: Mapping[str, str] = field(default_factory=dict)
    """Bots whose processes crashed in the match, and the evidence."""
