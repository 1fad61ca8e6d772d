"""Collecting what one territory yields outside Harvest, or what it does not yield."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.northgard.buildings import produced
from lawspeaker_engine.games.northgard.cards.special import Special
from lawspeaker_engine.games.northgard.options import Territory
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(frozen=True, slots=True)
class HarvestOne(Special):
    """Collect all that one own territory yields, printed and by its buildings; it is no Harvest and gives no fame."""

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask which territory."""
        state.push(ChooseHarvested(seat, missing=False))


@dataclass(frozen=True, slots=True)
class CollectMissing(Special):
    """Collect 1 of each resource that one own closed territory does not yield, neither printed nor by buildings."""

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask which territory."""
        state.push(ChooseHarvested(seat, missing=True))


@dataclass(slots=True)
class ChooseHarvested(Frame[State]):
    """The seat chooses the territory from which it collects."""

    seat: int
    missing: bool
    """True if it collects what the territory lacks instead of what it yields."""

    def step(self, state: State) -> Decision | Work:
        """Ask which territory, among those that give something; by default the first of those that give most."""
        amounts = [(territory, sum(self._given(state, territory))) for territory in state.controlled(self.seat)]
        amounts = [(territory, amount) for territory, amount in amounts if amount]
        most = max((amount for _, amount in amounts), default=0)
        best = next((number for number, (_, amount) in enumerate(amounts) if amount == most), 0)
        options = [Territory(territory) for territory, _ in amounts]
        return self.choose(state, self.seat, "card.territory", options, PUBLIC, default=best)

    def take(self, state: State, chosen: Sequence[Territory]) -> Work:
        """Take the resources from the bank."""
        for option in chosen:
            for resource, amount in enumerate(self._given(state, option.territory)):
                state.gain(self.seat, resource, amount)
        return DONE

    def _given(self, state: State, territory: int) -> Sequence[int]:
        made = produced(state.board, territory)
        if not self.missing:
            return made
        return [int(not amount) for amount in made] if state.board.closed(territory) else ()
