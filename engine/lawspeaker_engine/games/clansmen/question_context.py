"""The context of the question being asked, so that a bot need not remember its last answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import Frame, S_contra

NOTHING: Final = -1


@dataclass(slots=True)
class About:
    """The context of the running question, as far as its options do not say it; each is -1 where it means nothing."""

    kind: int = NOTHING
    """The kind of the population that is placed (migrants.place, kin.place, refugees.place)."""
    tile: int = NOTHING
    """The population that is reorganized (reorganize.to), whose die is placed (raid.place), or that works with a card
    (harvest.use).
    """
    building: int = NOTHING
    """The building that is built (build.tiles)."""
    card: int = NOTHING
    """The Tales card that is put on a tile (card.tile), is used (harvest.use) or goes with a Trade (trade.with,
    trade.exchange).
    """
    left: int = NOTHING
    """How many of the kind can still be made, the one in question counted, so that 1 is the last: actions in this turn
    (turn.action; 0 in turn.after), populations to reorganize (reorganize.to, reorganize.again), trades of the action
    (trade.with), exchanges of the running trade (trade.exchange) or of the Caravan (caravan.exchange).
    """
    acted: int = NOTHING
    """Actions already taken in this turn (turn.action, turn.after); from 1 on Pass ends the turn only."""
    homeland_only: bool = False
    """True if bargaining is over for the rest of this turn, so that Trade, where offered, is with the Homeland
    (turn.action).
    """


class ContextFrame(Frame[S_contra]):
    """A frame that asks one seat something which its options do not say in full."""

    __slots__ = ()

    def about(self, state: S_contra) -> About:
        """Return what its question is about: nothing but what follows from public answers and open cards."""
        raise NotImplementedError
