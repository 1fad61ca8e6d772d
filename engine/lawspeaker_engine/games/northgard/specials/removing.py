"""Removing an enemy unit from the map without a combat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import Frame
from lawspeaker_engine.games.northgard import figures
from lawspeaker_engine.games.northgard.buildings import produced
from lawspeaker_engine.games.northgard.options import Collect, Figure
from lawspeaker_engine.games.northgard.specials.special import Special
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.model import PUBLIC, Decision


def adjacent(state: State, seat: int, territory: int) -> bool:
    """Return whether the seat controls a territory with any kind of border to this one (NG-MAP-10)."""
    owner = state.board.owner
    return any(owner[other] == seat for other, _ in state.board.neighbours[territory])


def removable(state: State, seat: int, beside: bool) -> list[Figure]:  # noqa: FBT001 - as the rows say
    """Return the enemy figures on the map, or with `beside` those in territories adjacent to own ones."""
    board = state.board
    found = []
    for territory in board.territories:
        if state.is_enemy(seat, board.owner[territory]) and (not beside or adjacent(state, seat, territory)):
            found += figures_of(state, territory)
    return found


def figures_of(state: State, territory: int) -> list[Figure]:
    """Return the kinds of figure in a territory that a card may name, units first (NGP-WAR-07)."""
    found = [Figure(territory, kaija=False)] if state.board.units[territory] else []
    return found + [
        Figure(territory, *figures.told_one(figure))
        for figure in state.special_figures(state.board.owner[territory], territory)
        if figures.FIGURES[figure].targetable
    ]


def remove(state: State, figure: Figure) -> None:
    """Return a figure to the reserve of its territory's owner; without figures the territory is neutral at once."""
    owner = state.board.owner[figure.territory]
    special = figures.one_of(figure)
    figures.to_reserve(state, owner, figure.territory, 0 if special else 1, special)


@dataclass(frozen=True, slots=True)
class RemoveEnemy(Special):
    """Remove one enemy unit."""

    adjacent: bool
    """Whether it must stand in a territory adjacent to an own one."""
    collect: bool = False
    """Whether one resource that its territory yields is collected."""
    needed: bool = False
    """Whether the card may not be played without such a unit, since the rest of it is paid for with this one."""

    def playable(self, state: State, seat: int) -> bool:
        """Return a card that does not need the unit may be played without (AMB-R50)."""
        return not self.needed or bool(removable(state, seat, self.adjacent))

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask which figure is removed."""
        del card
        state.push(ChooseRemoved(seat, self.adjacent, self.collect))


@dataclass(slots=True)
class ChooseRemoved(Frame[State]):
    """The seat chooses the figure that goes back to its owner's reserve; Kaija counts as a unit (NG-CLAN-BEAR-01)."""

    seat: int
    adjacent: bool
    collect: bool

    def step(self, state: State) -> Decision | None:
        """Ask which figure; if there is none, nothing happens (AMB-R50)."""
        options = removable(state, self.seat, self.adjacent)
        return self.choose(state, self.seat, "card.remove", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Figure]) -> None:
        """Return the figure to its owner's reserve; without figures the territory is neutral at once."""
        state.agenda.pop()
        for figure in chosen:
            remove(state, figure)
            if self.collect:
                state.push(CollectOne(self.seat, figure.territory))


@dataclass(slots=True)
class CollectOne(Frame[State]):
    """The seat collects one resource of a type that a territory yields, printed or by its buildings."""

    seat: int
    territory: int

    def step(self, state: State) -> Decision | None:
        """Ask which type; a territory may yield none."""
        made = produced(state.board, self.territory)
        options = [Collect(resource) for resource, amount in enumerate(made) if amount]
        return self.choose(state, self.seat, "card.collect", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Collect]) -> None:
        """Take the resource from the bank."""
        state.agenda.pop()
        for option in chosen:
            state.gain(self.seat, option.resource)
