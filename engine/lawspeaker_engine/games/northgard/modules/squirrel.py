"""Squirrel: a resource more after winter is paid (UH-CLAN-SQUIRREL-01)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.content import refuse_unknown
from lawspeaker_engine.games.northgard.moments import Rule
from lawspeaker_engine.games.northgard.options import Collect
from lawspeaker_engine.games.northgard.state import RESOURCES, State
from lawspeaker_engine.model import PUBLIC, Decision


@dataclass(frozen=True, slots=True)
class WinterStore(Rule):
    """The power of the clan: so many of one of these resources, of which something is left."""

    amount: int
    among: tuple[str, ...]
    """Their names."""

    def __post_init__(self) -> None:
        for name in self.among:
            refuse_unknown("winter_store among", name, tuple(RESOURCES))

    def after_winter(self, state: State, seat: int) -> None:
        """It does not matter whether all was paid (AMB-H05)."""
        state.push(TakeStored(seat, self.amount, tuple([RESOURCES[name] for name in self.among])))


@dataclass(slots=True)
class TakeStored(Frame[State]):
    """The seat takes more of a resource that it has, if it has one of these."""

    seat: int
    amount: int
    resources: tuple[int, ...]

    def step(self, state: State) -> Decision | Work:
        """Ask which one; it may be left."""
        has = state.players[self.seat].resources
        options = [Collect(resource) for resource in self.resources if has[resource]]
        if options:
            return Decision(self.seat, "winter.store", options, 0, 1, (0,), PUBLIC)
        return DONE

    def take(self, state: State, chosen: Sequence[Collect]) -> Work:
        """Take it from the bank."""
        for option in chosen:
            state.gain(self.seat, option.resource, self.amount)
        return DONE
