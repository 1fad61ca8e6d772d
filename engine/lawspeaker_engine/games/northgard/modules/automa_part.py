"""The Automa's memory of its cards (AUTO-COMP-01), and the two seats of a solo game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from lawspeaker_engine.agenda import Frame, Work
from lawspeaker_engine.games.northgard.module_views import AutomaView, ShowsModules
from lawspeaker_engine.games.northgard.options import Action
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.model import PUBLIC, Chance

HUMAN: Final = 0
AUTOMA: Final = 1
"""The seats (AUTO-SETUP-05)."""

CARD_COUNT: Final = 15
NO_CHOICE: Final = -1


@dataclass(slots=True)
class Automa:
    """The part of the state: its cards by their index, and what the human decided for it."""

    deck: list[int] = field(default_factory=lambda: list(range(CARD_COUNT)))
    """Face down, ascending; it has no order."""
    actions: list[int] = field(default_factory=list)
    """The Action deck: drawn for this year and not yet revealed, ascending; it has no order."""
    played: list[int] = field(default_factory=list)
    """Played this year, in order."""
    discard: list[int] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)
    """Cards of the display that it has taken; they count at the end of the game (AUTO-PASS-05)."""
    traded: list[int] = field(default_factory=list)
    """Resources that it has given in trades of this year's Harvest."""
    choice: int = NO_CHOICE
    """The human's decision in a tie just now: an index of those that are tied."""

    def copy(self) -> Automa:
        """Return an independent copy."""
        return Automa(
            self.deck[:], self.actions[:], self.played[:], self.discard[:], self.kept[:], self.traded[:], self.choice,
        )

    def show(self, state: State, view: ShowsModules) -> None:
        """Show the cards that lie open, and how many do not."""
        view.automa = AutomaView(
            state.settings.automa, len(self.actions), len(self.deck), self.played, self.discard, self.kept)


def reveal(frame: Frame[State], state: State, cards: Sequence[int]) -> Chance | Work:
    """Return the chance that turns up one of these cards; the only one there is goes to the frame at once."""
    options = [Action(card) for card in cards]
    if len(options) > 1:
        return Chance("automa.reveal", options, 1, "automa/reveal", PUBLIC)
    return frame.take(state, options)
