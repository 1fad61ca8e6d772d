"""The marks of seats in lists of matches: whose bot did not play to the end, and in which way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.model import Seat


@dataclass(frozen=True, slots=True)
class SeatMarks:
    """The seats of a match that did not end like the others, ascending. No seat is in two of these."""

    forfeited: tuple[Seat, ...] = ()
    """The seats by whose faults the match ended."""
    substituted: tuple[Seat, ...] = ()
    """The seats whose places a substitute played."""
    stood_in: tuple[Seat, ...] = ()
    """The seats that are lost by their stand-ins."""
    resigned: tuple[Seat, ...] = ()
    """The seats that resigned, whether the match ended by that or not."""

    def text(self, seat: Seat) -> str:
        """Return what stands behind the score of a seat, such as ` (forfeit)`; empty if its bot played to the end."""
        for seats, words in ((self.forfeited, " (forfeit)"), (self.substituted, " (substitute)"),
                             (self.stood_in, " (lost by stand-ins)"), (self.resigned, " (resigned)")):
            if seat in seats:
                return words
        return ""


NO_MARKS: Final = SeatMarks()
