"""Fame that a card gives at once."""

from __future__ import annotations

from dataclasses import dataclass

from lawspeaker_engine.games.northgard.cards import counting
from lawspeaker_engine.games.northgard.cards.special import Special
from lawspeaker_engine.games.northgard.state import State


@dataclass(frozen=True, slots=True)
class GainFame(Special):
    """Gain fame, once or for each of some things."""

    fame: int = 1
    each: str = counting.ONCE
    """The factor of the fame, one of counting.EACH."""
    most: int = 0
    """The most fame this effect gives; 0 for no limit."""

    def __post_init__(self) -> None:
        counting.refuse_unknown_each(self.each)

    def begin(self, state: State, seat: int, card: int) -> None:
        """Add the fame to the seat's tokens."""
        fame = self.fame * counting.times(state, seat, self.each)
        state.players[seat].fame += min(fame, self.most) if self.most else fame
