"""Where playouts end if the game does not end before."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any, Final

from lawspeaker_bots.search.judge import TURN, Hooks
from lawspeaker_engine.model import Decision, Seat


@dataclass(frozen=True, slots=True)
class Horizon:
    """Ends a playout at the first of what is set; with nothing set it goes on to the end of the game."""

    decisions: int | None = None
    """A playout ends where so many choices were made after its first answer; 0 for the next time that somebody has
    one. An answer without another is no choice.
    """
    stages: int = 0
    """A playout ends when so many years (Northgard), seasons (Clansmen) or turns (Pax Viking) have begun; 0 for any."""
    as_search: bool = False
    """A playout ends where the bot `search` ends it; in a game of which it knows nothing, with the game."""
    turns: bool = True
    """With `as_search`: whether it also ends where its seat takes a turn before the stage has risen, or near the end of
    a game not before the game does.
    """

    @property
    def open(self) -> bool:
        """True if only the end of the game ends a playout."""
        return self == TO_THE_END

    def check(self, game: str, hooks: Hooks | None) -> None:
        """Raise ValueError if a playout of a game of this name and these hooks cannot end so."""
        if self.stages < 0 or (self.decisions or 0) < 0:
            raise ValueError(f"a playout cannot end after {self.decisions} decisions and {self.stages} stages; give "
                             f"numbers from 0")
        if self.stages and hooks is None:
            raise ValueError(f"search knows no stages of {game}, so a playout cannot end by them; give a number of "
                             "decisions")

    def end(self, hooks: Hooks | None, view: Any, seat: Seat) -> EndOfPlayout | None:
        """Return what ends a playout of a seat that begins at a view; None if only the game's end does."""
        if self.decisions is None and hooks is None:
            return None
        return None if self.open else EndOfPlayout(self, hooks, view, seat)


TO_THE_END: Final = Horizon()
AS_SEARCH: Final = Horizon(as_search=True)
WHOLE_STAGES: Final = Horizon(as_search=True, turns=False)
AT_ONCE: Final = Horizon(decisions=0)


class EndOfPlayout:
    """Says at each later choice of a playout whether it ends there."""

    def __init__(self, horizon: Horizon, hooks: Hooks | None, view: Any, seat: Seat) -> None:
        self._decisions = -1 if horizon.decisions is None else horizon.decisions
        self._seat, self._turns, self._end = seat, 0, inf
        self._stage = None if hooks is None else hooks.stage
        if hooks is None:
            return
        stage = hooks.stage(view)
        if horizon.stages:
            self._end = stage + horizon.stages
        if horizon.as_search and not (horizon.turns and hooks.to_the_end(view)):
            self._turns = hooks.turns if horizon.turns else 0
            self._end = min(self._end, stage + hooks.horizon(view))

    def __call__(self, decision: Decision, view: Any) -> bool:
        """Return True where the stage has risen enough, or enough was chosen; call it once for each choice."""
        if self._decisions >= 0:
            if not self._decisions:
                return True
            self._decisions -= 1
        if self._turns and decision.seat == self._seat and decision.prompt == TURN:
            self._turns -= 1
            if not self._turns:
                return True
        return self._stage is not None and self._stage(view) >= self._end
