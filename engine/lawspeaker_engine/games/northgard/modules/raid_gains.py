"""The gains of a Raid: resources, some of the player's choice, and fame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard.options import Collect
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD, State
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(frozen=True, slots=True)
class Gains:
    """Resources and fame of a row."""

    food: int = 0
    wood: int = 0
    lore: int = 0
    fame: int = 0
    any: int = 0
    """Resources of the player's choice."""


@dataclass(slots=True)
class TakeGains(Frame[State]):
    """The seat takes the gains so many times: what is fixed at once, then one resource of choice after another."""

    seat: int
    gains: Gains
    times: int = 1

    def step(self, state: State) -> Work:
        """Give what is fixed, and ask for the rest."""
        gains, times = self.gains, self.times
        state.gain(self.seat, FOOD, gains.food * times)
        state.gain(self.seat, WOOD, gains.wood * times)
        state.gain(self.seat, LORE, gains.lore * times)
        state.players[self.seat].fame += gains.fame * times
        if gains.any * times:
            state.push(CollectAny(self.seat, gains.any * times))
        return DONE


@dataclass(slots=True)
class CollectAny(Frame[State]):
    """The seat collects so many resources of its choice; they may differ."""

    seat: int
    left: int

    def step(self, state: State) -> Decision | Work:
        """Ask for the next one."""
        return self.choose(state, self.seat, "raid.any", [Collect(each) for each in (FOOD, WOOD, LORE)], PUBLIC)

    def take(self, state: State, chosen: Sequence[Collect]) -> Work:
        """Take the resource from the bank."""
        self.left -= 1
        state.gain(self.seat, chosen[0].resource)
        return ONGOING if self.left else DONE
