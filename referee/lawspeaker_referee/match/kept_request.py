"""The request of an open decision is kept until it closes: a bot that comes back gets the same bytes again.

View, options, text and position of a decision cost up to some milliseconds, and nothing of them changes while it is
open. Only the time that is left does, and it is put between the kept bytes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lawspeaker_referee.codec.game_codec import RequestBytes
from lawspeaker_referee.match.events import BotInfo
from lawspeaker_referee.match.seats import SeatState


def wants(bot: BotInfo | None) -> tuple[bool, bool, bool]:
    """Return what a bot wants of a request besides the decision: text, text in full, position."""
    return (bot.text, bot.text and bot.text_in_full, bot.positions) if bot is not None else (False, False, False)


@dataclass(frozen=True, slots=True)
class KeptRequest:
    """The request of an open decision."""

    request: RequestBytes
    wants: tuple[bool, bool, bool]
    events: int
    """Events that it tells. A request that comes again may tell more: those of requests that its bot left open."""
    before: Any
    """The view from which its text tells the changes."""
    shown: Any
    """The view that it shows, if later texts tell the changes from it."""

    def serves(self, seat: SeatState) -> bool:
        """Return True if a request to the seat would have the same bytes but for the time that is left."""
        return (self.wants == wants(seat.bot) and self.events == len(seat.events)
                and (self.before is seat.shown or not self.wants[0]))
