"""What reports tell of a counted match beyond its result, as its record has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


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
class Details:
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
    def from_dict(cls, values: Mapping[str, Any]) -> Details:
        """What `as_dict` wrote, also after it was JSON."""
        seats = tuple(SeatDetails(**seat | {"histogram": {int(bound): n for bound, n in seat["histogram"].items()}})
                      for seat in values["seats"])
        return cls(**{**values, "seats": seats})
