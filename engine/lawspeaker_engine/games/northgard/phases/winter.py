"""Winter (NG-WINT-*): everybody pays for the figures on the map."""

from __future__ import annotations

from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard import moments
from lawspeaker_engine.games.northgard.cards import knowledge
from lawspeaker_engine.games.northgard.cards.resolving import UNREST
from lawspeaker_engine.games.northgard.editions import Edition
from lawspeaker_engine.games.northgard.figures import FIGURES
from lawspeaker_engine.games.northgard.state import FOOD, UNITS, WOOD, State


@dataclass(slots=True)
class WinterPhase(Frame[State]):
    """Each player pays, in turn order (NG-WINT-01): the order decides who takes the last Unrest card."""

    order: tuple[int, ...]
    paid: int = 0
    """How many players have paid."""

    def step(self, state: State) -> Work:
        """Let the players pay one after the other; what rules do after one has paid comes before the next pays."""
        while self.paid < len(self.order):
            seat = self.order[self.paid]
            self.paid += 1
            pay(state, seat)
            moments.after_winter(state, seat)
            if state.agenda[-1] is not self:
                return ONGOING
        return DONE


def units(state: State, seat: int) -> int:
    """Return the seat's figures that winter counts: Kaija is not one of the fourteen units (NG-CLAN-BEAR-05)."""
    count = UNITS - state.players[seat].reserve - state.players[seat].away
    for each in state.figures:
        if each.seat == seat and each.territory >= 0 and FIGURES[each.figure].winter:
            count += 1
    return count + moments.winter_units(state, seat)


def cost(numbers: Edition, count: int) -> tuple[int, int]:
    """Return food and wood that so many figures cost (NG-WINT-02)."""
    for row in numbers.winter:
        if count >= row.units:
            return row.food, row.wood
    raise ValueError(f"units on the map are 0 or more, not {count}")


def pay(state: State, seat: int) -> None:
    """Pay what is owed of each kind as far as it goes; any shortfall brings one Unrest card (NG-WINT-03, AMB-R28)."""
    player = state.players[seat]
    food, wood = cost(state.table.numbers, units(state, seat))
    more_food, more_wood = moments.winter_cost(state, seat)
    food, wood = food + more_food, wood + more_wood
    short = food > player.resources[FOOD] or wood > player.resources[WOOD]
    player.resources[FOOD] = max(0, player.resources[FOOD] - food)
    player.resources[WOOD] = max(0, player.resources[WOOD] - wood)
    if short and state.unrest:  # AMB-R29: once the stack is empty there is no penalty
        state.unrest -= 1
        knowledge.put_on_top(player, UNREST)
