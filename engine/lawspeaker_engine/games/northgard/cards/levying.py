"""Collecting what enemy territories yield at Harvest (UH-SEA-11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.northgard.buildings import produced
from lawspeaker_engine.games.northgard.cards.removing import CollectOne, adjacent
from lawspeaker_engine.games.northgard.cards.special import Special
from lawspeaker_engine.games.northgard.options import Territory
from lawspeaker_engine.games.northgard.phases.harvest import territories_fame
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(frozen=True, slots=True)
class Levy(Special):
    """Collect 1 resource that an enemy territory yields, printed or by its buildings.

    It comes from the bank: the owner's Harvest is not the less for it, and its stock is not touched.
    """

    adjacent: bool = False
    """True if the territory must be adjacent to an own one."""
    open: bool = False
    """True if it must be open."""
    each: bool = False
    """True if every such territory gives 1, instead of one of choice."""
    all: bool = False
    """True if all that the territory yields is collected, instead of 1."""
    fame: bool = False
    """True if the fame that it gives its owner at Harvest is gained too."""

    def __post_init__(self) -> None:
        if self.each and (self.all or self.fame):
            raise ValueError("levy with each collects 1 of each territory: all and fame are false")

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask for the territory, or for a resource of each."""
        if not self.each:
            state.push(ChooseLevied(seat, self.adjacent, self.open, self.all, self.fame))
            return
        for territory in reversed(enemy_territories(state, seat, beside=self.adjacent, only_open=self.open)):
            state.push(CollectOne(seat, territory))


def enemy_territories(state: State, seat: int, *, beside: bool, only_open: bool) -> list[int]:
    """Return territories of enemies, ascending: those adjacent to own ones, those that are open."""
    board = state.board
    return [
        territory for territory in board.territories
        if state.is_enemy(seat, board.owner[territory])
        and (not beside or adjacent(state, seat, territory))
        and not (only_open and board.closed(territory))
    ]


@dataclass(slots=True)
class ChooseLevied(Frame[State]):
    """The seat chooses the enemy territory from which it collects."""

    seat: int
    adjacent: bool
    open: bool
    all: bool
    fame: bool

    def step(self, state: State) -> Decision | Work:
        """Ask which one, of those that give something; by default the first of those that give most."""
        found = enemy_territories(state, self.seat, beside=self.adjacent, only_open=self.open)
        worth = [(each, sum(produced(state.board, each)) + self._fame(state, each)) for each in found]
        worth = [(each, value) for each, value in worth if value]
        most = max((value for _, value in worth), default=0)
        best = next((number for number, (_, value) in enumerate(worth) if value == most), 0)
        options = [Territory(territory) for territory, _ in worth]
        return self.choose(state, self.seat, "raid.levy", options, PUBLIC, default=best)

    def take(self, state: State, chosen: Sequence[Territory]) -> Work:
        """Collect there."""
        for option in chosen:
            state.players[self.seat].fame += self._fame(state, option.territory)
            if not self.all:
                state.push(CollectOne(self.seat, option.territory))
                continue
            for resource, amount in enumerate(produced(state.board, option.territory)):
                state.gain(self.seat, resource, amount)
        return DONE

    def _fame(self, state: State, territory: int) -> int:
        return territories_fame(state, state.board.owner[territory], [territory]) if self.fame else 0
