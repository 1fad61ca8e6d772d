"""Winter (NG-WINT-*): everybody pays for the units on the map; nothing is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import Frame
from lawspeaker_engine.games.northgard import clans
from lawspeaker_engine.games.northgard.cards import UNREST
from lawspeaker_engine.games.northgard.state import FOOD, WOOD, State

COSTS: Final = ((13, 4, 2), (10, 3, 1), (7, 2, 0), (4, 1, 0), (0, 0, 0))
"""From this many units on: food and wood (NG-WINT-02)."""


@dataclass(slots=True)
class WinterPhase(Frame[State]):
    """Each player pays, in turn order (NG-WINT-01): the order decides who takes the last Unrest card."""

    order: tuple[int, ...]

    def step(self, state: State) -> None:
        """Let all players pay."""
        state.agenda.pop()
        for seat in self.order:
            pay(state, seat)


def cost(units: int) -> tuple[int, int]:
    """Return food and wood that this many units cost."""
    for least, food, wood in COSTS:
        if units >= least:
            return food, wood
    raise ValueError(f"units on the map are 0 or more, not {units}")


def pay(state: State, seat: int) -> None:
    """Pay what is owed of each kind as far as it goes; any shortfall brings one Unrest card (NG-WINT-03, AMB-R28)."""
    player = state.players[seat]
    food, wood = cost(clans.winter_units(state, seat))
    short = food > player.resources[FOOD] or wood > player.resources[WOOD]
    player.resources[FOOD] = max(0, player.resources[FOOD] - food)
    player.resources[WOOD] = max(0, player.resources[WOOD] - wood)
    if short and state.unrest:  # AMB-R29: once the stack is empty there is no penalty
        state.unrest -= 1
        player.top.append(UNREST)
