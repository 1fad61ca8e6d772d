"""Removing an enemy unit from the map without a combat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.content import refuse_unknown
from lawspeaker_engine.games.northgard import figures, moments
from lawspeaker_engine.games.northgard.buildings import produced
from lawspeaker_engine.games.northgard.cards.special import Special
from lawspeaker_engine.games.northgard.options import Collect, Figure
from lawspeaker_engine.games.northgard.state import LORE, State
from lawspeaker_engine.model import PUBLIC, Decision


def adjacent(state: State, seat: int, territory: int) -> bool:
    """Return whether the seat controls a territory with any kind of border to this one (NG-MAP-10)."""
    owner = state.board.owner
    return any(owner[other] == seat for other, _ in state.board.neighbours[territory])


ANYWHERE: Final = ""
OPEN: Final = "open"
RESERVE: Final = "reserve"
PYRE: Final = "pyre"


def removable(  # `beside` as the rows say
    state: State, seat: int, beside: bool, where: str = ANYWHERE, to: str = RESERVE,  # noqa: FBT001
) -> list[Figure]:
    """Return the enemy figures on the map, or with `beside` those in territories adjacent to own ones.

    With `where` = open only those in open territories; with `to` = pyre only units, as long as the seat has a Pyre with
    room (AMB-H11, AMB-H12).
    """
    board = state.board
    found: list[Figure] = []
    if to == PYRE and not moments.room_on_pyre(state, seat):
        return found
    for territory in board.territories:
        if (
            state.is_enemy(seat, board.owner[territory])
            and (not beside or adjacent(state, seat, territory))
            and (where == ANYWHERE or not board.closed(territory))
        ):
            there = figures_of(state, territory)
            found += there if to != PYRE else [each for each in there if not figures.one_of(each)]
    return found


def figures_of(state: State, territory: int) -> list[Figure]:
    """Return the kinds of figure in a territory that a card may name, units first."""
    found = [Figure(territory, kaija=False)] if state.board.units[territory] else []
    special = figures.named(state, state.special_figures(state.board.owner[territory], territory))
    return found + [Figure(territory, *figures.told_one(figure)) for figure in special]


def remove(state: State, figure: Figure) -> None:
    """Return a figure to the reserve of its territory's owner; without figures the territory is neutral at once."""
    owner = state.board.owner[figure.territory]
    special = figures.one_of(figure)
    figures.to_reserve(state, owner, figure.territory, 0 if special else 1, special)


@dataclass(frozen=True, slots=True)
class RemoveEnemy(Special):
    """Remove one enemy unit, or several."""

    adjacent: bool
    """True if it must stand in a territory adjacent to an own one."""
    collect: bool = False
    """True if one resource that its territory yields is collected."""
    needed: bool = False
    """True if the card may not be played without such a unit, since the rest of it is paid for with this one."""
    where: str = ANYWHERE
    """open: only in open territories."""
    to: str = RESERVE
    """reserve: its owner's; pyre: the Pyre of the seat, which without room takes none."""
    lore: int = 0
    """Collected if a unit was removed."""
    units: int = 1
    """How many are removed, one after the other; fewer if there are no more."""

    def __post_init__(self) -> None:
        refuse_unknown("remove_enemy where", self.where, (ANYWHERE, OPEN))
        refuse_unknown("remove_enemy to", self.to, (RESERVE, PYRE))

    def playable(self, state: State, seat: int) -> bool:
        """Return a card that does not need the unit may be played without (AMB-R50)."""
        return not self.needed or bool(removable(state, seat, self.adjacent, self.where, self.to))

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask which figure is removed."""
        for _ in range(self.units):
            state.push(ChooseRemoved(seat, self.adjacent, self.collect, self.where, self.to, self.lore))


@dataclass(slots=True)
class ChooseRemoved(Frame[State]):
    """The seat chooses the figure that goes back to its owner's reserve; Kaija counts as a unit (NG-CLAN-BEAR-01).

    Or a unit that goes on the Pyre of the seat.
    """

    seat: int
    adjacent: bool
    collect: bool
    where: str = ANYWHERE
    to: str = RESERVE
    lore: int = 0

    def step(self, state: State) -> Decision | Work:
        """Ask which figure; if there is none, nothing happens (AMB-R50)."""
        options = removable(state, self.seat, self.adjacent, self.where, self.to)
        return self.choose(state, self.seat, "card.remove", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Figure]) -> Work:
        """Take the figure off the map; without figures the territory is neutral at once."""
        for figure in chosen:
            if self.to == PYRE:
                owner = state.board.owner[figure.territory]
                figures.lift(state, owner, figure.territory, 1)
                moments.put_on_pyre(state, self.seat, owner)
            else:
                remove(state, figure)
            state.gain(self.seat, LORE, self.lore)
            if self.collect:
                state.push(CollectOne(self.seat, figure.territory))
        return DONE


@dataclass(slots=True)
class CollectOne(Frame[State]):
    """The seat collects one resource of a type that a territory yields, printed or by its buildings."""

    seat: int
    territory: int

    def step(self, state: State) -> Decision | Work:
        """Ask which type; a territory may yield none."""
        made = produced(state.board, self.territory)
        options = [Collect(resource) for resource, amount in enumerate(made) if amount]
        return self.choose(state, self.seat, "card.collect", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Collect]) -> Work:
        """Take the resource from the bank."""
        for option in chosen:
            state.gain(self.seat, option.resource)
        return DONE
