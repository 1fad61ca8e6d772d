"""Raid cards: what a Raid brings after one year and after two (UH-SEA-10, UH-SEA-11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lawspeaker_engine.agenda import Frame
from lawspeaker_engine.content import CardEffect, Vocabulary, load_rows, refuse_unknown
from lawspeaker_engine.games.northgard.options import Collect
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD, State
from lawspeaker_engine.model import PUBLIC, Decision

AT: Final = ("", "harvest", "start")
"""When an action acts: at once, or kept until the next Harvest or the start of a year."""


@dataclass(frozen=True, slots=True)
class Gains:
    """Resources and fame."""

    food: int = 0
    wood: int = 0
    lore: int = 0
    fame: int = 0
    any: int = 0
    """Resources of the player's choice."""


@dataclass(frozen=True, slots=True)
class Raid:
    """A row of content/raids.toml; its number is its index."""

    id: str
    name: str
    text: str
    """What it brings, in sentences of our own."""
    one_each: Gains
    """For each unit, after one year."""
    two: Gains
    """Once, after two years."""
    wip: bool = True
    """Whether it is one of those of the work in progress."""
    one_action: CardEffect[State] | None = None
    two_action: CardEffect[State] | None = None
    one_at: str = ""
    """One of AT."""
    two_at: str = ""

    def __post_init__(self) -> None:
        refuse_unknown("raid one_at", self.one_at, AT)
        refuse_unknown("raid two_at", self.two_at, AT)


_VERBS: Final = Vocabulary({})

RAIDS: Final = load_rows(Path(__file__).parent.parent / "content/raids.toml", "raid", Raid, _VERBS)
"""All Raid cards by number."""


@dataclass(slots=True)
class TakeGains(Frame[State]):
    """The seat takes the gains of a Raid so many times, and chooses the resources of choice one by one."""

    seat: int
    gains: Gains
    times: int
    chosen: int = 0
    """How many resources of choice were taken."""
    given: bool = False
    """Whether all else was given."""

    def step(self, state: State) -> Decision | None:
        """Give what needs no choice, then ask."""
        if not self.given:
            self.given = True
            state.gain(self.seat, FOOD, self.gains.food * self.times)
            state.gain(self.seat, WOOD, self.gains.wood * self.times)
            state.gain(self.seat, LORE, self.gains.lore * self.times)
            state.players[self.seat].fame += self.gains.fame * self.times
        if self.chosen == self.gains.any * self.times:
            state.agenda.pop()
            return None
        return Decision(self.seat, "raid.any", [Collect(FOOD), Collect(WOOD), Collect(LORE)], 1, 1, (0,), PUBLIC)

    def take(self, state: State, chosen: Sequence[Collect]) -> None:
        """Take the resource."""
        self.chosen += 1
        state.gain(self.seat, chosen[0].resource)
