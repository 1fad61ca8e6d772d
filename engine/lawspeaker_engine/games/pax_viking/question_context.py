"""The context of the question being asked, so that a bot need not remember its last answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import Frame, S_contra

NOTHING: Final = -1


@dataclass(slots=True)
class About:
    """The context of the running question, as far as its options do not say it; each is -1 where it means nothing."""

    longship: int = NOTHING
    """The Longship that sails or is moved (journey.step, effect.step)."""
    left: int = NOTHING
    """STEPS left, without those that an ability adds on the way (journey.step, effect.step)."""
    tile: int = NOTHING
    """The tile that is being played (play.post, play.space, play.counts_as), or whose ability asks (effect.*)."""
    post: int = NOTHING
    """The POST in which it happens (establish.*, challenge.*, jarldom.rival), or whose ability asks (effect.*)."""
    discount: int = NOTHING
    """How much less the tile costs (effect.buy)."""


class ContextFrame(Frame[S_contra]):
    """A frame that asks one seat something which its options do not say in full."""

    __slots__ = ()

    def about(self, state: S_contra) -> About:
        """Return what its question is about: nothing but what follows from public answers and open tiles."""
        raise NotImplementedError
