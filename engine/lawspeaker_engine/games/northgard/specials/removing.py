"""Removing an enemy unit from the map without a combat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import Frame
from lawspeaker_engine.games.northgard import figures
from lawspeaker_engine.games.northgard.options import Collect, Figure
from lawspeaker_engine.games.northgard.specials.special import Special
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.model import PUBLIC, Decision


def adjacent(state: State, seat: int, territory: int) -> bool:
    """Whether the seat controls a territory with any kind of border to this one (NG-MAP-10)."""
    owner = state.board.owner
    return any(owner[other] == seat for other, _ in state.board.neighbours[territory])


@dataclass(frozen=True, slots=True)
class RemoveEnemy(Special):
    """Remove one enemy unit."""

    adjacent: bool
    """Whether it must stand in a territory adjacent to an own one."""
    collect: bool = False
    """Whether one resource printed in its territory is collected."""

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask which one."""
        del card
        state.push(ChooseRemoved(seat, self.adjacent, self.collect))


@dataclass(slots=True)
class ChooseRemoved(Frame[State]):
    """The seat chooses the figure that goes back to its owner's reserve; Kaija counts as a unit (NG-CLAN-BEAR-01)."""

    seat: int
    adjacent: bool
    collect: bool

    def step(self, state: State) -> Decision | None:
        """A single figure is no choice."""
        options = self._figures(state)
        if len(options) > 1:
            return Decision(self.seat, "card.remove", options, 1, 1, (0,), PUBLIC)
        if options:
            self.take(state, options)
        else:
            state.agenda.pop()
        return None

    def take(self, state: State, chosen: Sequence[Figure]) -> None:
        """Without figures the territory is neutral at once."""
        state.agenda.pop()
        figure = chosen[0]
        owner = state.board.owner[figure.territory]
        figures.to_reserve(state, owner, figure.territory, 0 if figure.kaija else 1, kaija=figure.kaija)
        if self.collect:
            state.push(CollectPrinted(self.seat, figure.territory))

    def _figures(self, state: State) -> list[Figure]:
        board = state.board
        found = []
        for territory in board.territories:
            enemy = state.is_enemy(self.seat, board.owner[territory])
            if enemy and (not self.adjacent or adjacent(state, self.seat, territory)):
                if board.units[territory]:
                    found.append(Figure(territory, kaija=False))
                if state.kaija_in(territory):
                    found.append(Figure(territory, kaija=True))
        return found


@dataclass(slots=True)
class CollectPrinted(Frame[State]):
    """The seat collects one resource of a type that is printed in a territory, whatever its buildings make."""

    seat: int
    territory: int

    def step(self, state: State) -> Decision | None:
        """A single type is no choice."""
        board = state.board
        printed = (board.food[self.territory], board.wood[self.territory], board.lore[self.territory])
        options = [Collect(resource) for resource, amount in enumerate(printed) if amount]
        if len(options) > 1:
            return Decision(self.seat, "card.collect", options, 1, 1, (0,), PUBLIC)
        self.take(state, options)
        return None

    def take(self, state: State, chosen: Sequence[Collect]) -> None:
        """From the bank."""
        state.agenda.pop()
        for option in chosen:
            state.gain(self.seat, option.resource)
