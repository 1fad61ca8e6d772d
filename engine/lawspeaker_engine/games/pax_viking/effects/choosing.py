"""A choice that an ability asks for: one of several things, which the rest of the effect then gets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lawspeaker_engine.agenda import DONE, Work
from lawspeaker_engine.games.pax_viking.abilities.effect import Source
from lawspeaker_engine.games.pax_viking.question_context import About, ContextFrame
from lawspeaker_engine.games.pax_viking.state import State
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(slots=True)
class Choose(ContextFrame[State]):
    """Ask the source's seat for one of the options; what follows is in `take` of each subclass."""

    source: Source

    PROMPT = ""
    """No field: what the question is called."""
    ALWAYS = False
    """No field: whether it is asked without a choice too, since what there is depends on a hand."""

    def options(self, state: State) -> Sequence[Any]:
        """Return what there is to choose from."""
        raise NotImplementedError

    def chosen(self, state: State, option: Any) -> None:
        """Go on with the option."""
        raise NotImplementedError

    def step(self, state: State) -> Decision | Work:
        """Ask; a single option is taken at once, and with none nothing happens (AMB-SG-54)."""
        options = self.options(state)
        if self.ALWAYS:
            least = min(1, len(options))
            return Decision(self.source.seat, self.PROMPT, options, least, least, (0,) * least, PUBLIC)
        return self.choose(state, self.source.seat, self.PROMPT, options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Any]) -> Work:
        """Go on with the option, if there was one."""
        for option in chosen:
            self.chosen(state, option)
        return DONE

    def about(self, state: State) -> About:
        """Return the tile or place whose ability asks."""
        return About(tile=self.source.tile, post=self.source.post)
