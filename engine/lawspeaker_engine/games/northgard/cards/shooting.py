"""Shooting at an enemy territory without a combat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard.actions.combat import FACES
from lawspeaker_engine.games.northgard.cards.removing import adjacent, figures_of, remove
from lawspeaker_engine.games.northgard.cards.special import Special
from lawspeaker_engine.games.northgard.cards.watching import towers
from lawspeaker_engine.games.northgard.options import DieFace, Figure, Territory
from lawspeaker_engine.games.northgard.state import State
from lawspeaker_engine.model import PUBLIC, Chance, Decision


@dataclass(frozen=True, slots=True)
class Shoot(Special):
    """Roll the combat die at an enemy territory adjacent to an own one, which loses as many figures as the die shows
    casualties, and one more if a Defense Tower stands in an own territory adjacent to it.

    The face with a point or a casualty is a casualty, since points are of no use. It is no combat: nothing is won.
    """

    def begin(self, state: State, seat: int, card: int) -> None:
        """Ask for the territory."""
        state.push(ShootAt(seat))


@dataclass(slots=True)
class ShootAt(Frame[State]):
    """The seat chooses a territory, and rolls the die."""

    seat: int
    territory: int = -1

    def step(self, state: State) -> Decision | Chance | Work:
        """Ask where, then roll; without an enemy nearby nothing happens (AMB-R50)."""
        if self.territory >= 0:
            return Chance("card.shoot", FACES, 1, f"shoot/{state.year}", PUBLIC)
        board = state.board
        options = [
            Territory(territory) for territory in board.territories
            if state.is_enemy(self.seat, board.owner[territory]) and adjacent(state, self.seat, territory)
        ]
        return self.choose(state, self.seat, "card.target", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Territory] | Sequence[DieFace]) -> Work:
        """Note the territory; or count what was rolled."""
        option = chosen[0] if chosen else None
        if isinstance(option, Territory):
            self.territory = option.territory
            return ONGOING
        if option is not None:
            count = option.casualties + self._towered(state)
            state.push(LoseFigures(state.board.owner[self.territory], self.territory, count))
        return DONE

    def _towered(self, state: State) -> bool:
        return any(
            state.board.owner[other] == self.seat and towers(state, other)
            for other, _ in state.board.neighbours[self.territory]
        )


@dataclass(slots=True)
class LoseFigures(Frame[State]):
    """The seat takes figures off a territory of its own, one after the other; it picks them as in NG-COMBAT-16."""

    seat: int
    territory: int
    left: int

    def step(self, state: State) -> Decision | Work:
        """Ask which figure, unless all of them are lost."""
        options = figures_of(state, self.territory) if self.left else []
        if self.left >= state.figure_count(self.territory):
            options = options[:1]
        return self.choose(state, self.seat, "card.remove", options, PUBLIC, reaction=True)

    def take(self, state: State, chosen: Sequence[Figure]) -> Work:
        """Return the figure to the reserve; without figures the territory is neutral at once."""
        if not chosen:
            return DONE
        self.left -= 1
        remove(state, chosen[0])
        return ONGOING
