"""What designs, ledger, ratings and reports tell each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class ScheduledMatch:
    """One match of the schedule."""

    match_id: str
    """`<tournament>/<block>/<number in the block>`; with `-` for each `/` a name of a file."""
    block: str
    """All entries of a seed block share one seed, so that luck and seats cancel within it."""
    round: int
    """From 1."""
    seats: tuple[str, ...]
    """The bots' names, by seat."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One counted match, as its verified record has it."""

    match_id: str
    block: str
    round: int
    seats: tuple[str, ...]
    """The bots' names, by seat."""
    ranks: tuple[int, ...]
    """By seat; 1 is best, and bots that tie share a place."""
    scores: tuple[int, ...]
    """By seat, in the game's own points."""
    teams: tuple[int, ...]
    """By seat; empty if everybody plays alone."""
    faults: tuple[int, ...]
    """By seat: decisions that the referee answered."""
    digest: str
    """Of the record, in hexadecimal."""


@dataclass(frozen=True, slots=True)
class SeatDetails:
    """How a bot did on its seat."""

    decisions: int
    answered: int
    """Of them those that the bot answered itself."""
    faults: Mapping[str, int]
    """Kind -> decisions that the referee answered because of it; only those there were."""
    refused: int
    """Answers that were refused, and mended or not."""
    strikes: int
    disqualified: bool
    forfeit: str
    """The fault that ended the match as the seat's loss; empty for none."""
    charged_us: int
    """Microseconds, of all decisions."""
    lag_us: int
    """What the referee was late, and did not charge."""
    compensated_us: int
    """What was given back for round trips."""
    histogram: Mapping[int, int]
    """Upper bound in microseconds -> answers that took no longer, and longer than the bound before (see
    `seat_reports.BOUNDS_US`); 0 for those beyond the last bound."""
    slowest_us: int
    """0 if it answered nothing."""


@dataclass(frozen=True, slots=True)
class MatchDetails:
    """How a match went."""

    steps: int
    reason: str
    """Why it ended, such as `fame`."""
    started_unix_ms: int
    ended_unix_ms: int
    seats: tuple[SeatDetails, ...]

    def as_dict(self) -> dict[str, Any]:
        """Plain data, as the ledger keeps it."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> MatchDetails:
        """What `as_dict` wrote, also after it was JSON."""
        seats = tuple(SeatDetails(**seat | {"histogram": {int(bound): n for bound, n in seat["histogram"].items()}})
                      for seat in values["seats"])
        return cls(**{**values, "seats": seats})


@dataclass(frozen=True, slots=True)
class AttemptOutcome:
    """A match has a result, or is void, or was not played because a bot was absent."""

    entry: ScheduledMatch
    result: tuple[PlayedMatch, MatchDetails] | None = None
    """From the record, which has been verified and is where records go; None if there is none."""
    void: str = ""
    """Why it has none."""
    absent: str = ""
    """The bot that did not come; then nothing was played."""
    why: str = ""
    """Why it did not, as a whole line."""
    crashed: Mapping[str, str] = field(default_factory=dict)
    """Bots whose processes crashed in the match, and the evidence."""
