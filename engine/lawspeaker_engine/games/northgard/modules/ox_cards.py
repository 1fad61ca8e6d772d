"""Taking Ancestral Equipment by a card."""

from __future__ import annotations

from dataclasses import dataclass

from lawspeaker_engine.games.northgard.cards.special import Special
from lawspeaker_engine.games.northgard.modules import ox
from lawspeaker_engine.games.northgard.state import State


@dataclass(frozen=True, slots=True)
class TakeEquipment(Special):
    """The token that may be taken before a clan card of Ox may be taken now instead."""

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask, if the seat plays Ox; whoever copies the card finds nothing."""
        if any(isinstance(part, ox.AncestralEquipment) and part.seat == seat for part in state.parts):
            state.push(ox.TakeEquipment(seat))
