"""How long a seat may think, as data. Times are seconds of one monotonic clock that the caller reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

LATE: Final = 0.05
"""A referee that notices a time limit later than this owes the bot the time."""
MOST_OWED: Final = 5.0
"""The longest that is owed at once."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time limits of a match. Banks, increments and a limit of its own for the first decision belong here too."""

    move_time: float | None
    """Seconds for each decision; None for no limit."""

    @property
    def move_time_ms(self) -> int:
        """As it stands in messages: 0 for no limit, and never 0 for a limit."""
        return 0 if self.move_time is None else max(1, round(self.move_time * 1000))

    def deadline(self, asked: float) -> float | None:
        """When a decision asked then must be answered."""
        return None if self.move_time is None else asked + self.move_time


def owed(deadline: float, now: float) -> float:
    """Seconds that the referee owes when it comes to a deadline only now; 0 if it is in time."""
    late = now - deadline
    return min(late, MOST_OWED) if late > LATE else 0.0
