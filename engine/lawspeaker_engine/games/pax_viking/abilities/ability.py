"""Abilities: when they work, and what they do; of tiles, Jarls, Trade Centers and Powerful Allies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Final

from lawspeaker_engine.content import refuse_unknown
from lawspeaker_engine.games.pax_viking.abilities.verbs import Effect

TRIGGERS: Final = ("activate", "establish", "always", "hook", "marker", "event", "vote")
"""By ACTIVATE; each time the Follower is ESTABLISHED; all the time; at a moment; for an Action Marker; an Event; an
Event after an ALTHING.
"""

HOOKS: Final = (
    "own_solstice", "own_play", "own_play_event", "own_activate", "own_journey", "own_trade", "own_invest_draw",
    "won_challenge", "lost_challenge", "rival_steps_into",
)
"""The moments at which abilities with the trigger `hook` work."""


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability, as a row has it."""

    trigger: str
    effects: tuple[Effect, ...]
    hook: str = ""
    once: bool = False
    """True if it works at most once during any one player's turn (SG-TERM-21)."""
    where: str = ""
    """this_region where the moment must happen in the REGION of its POST."""

    def __post_init__(self) -> None:
        refuse_unknown("trigger", self.trigger, TRIGGERS)
        if self.trigger == "hook":
            refuse_unknown("hook", self.hook, HOOKS)

    def all_effects(self) -> Iterator[Effect]:
        """Yield the effects, each followed by those inside it."""
        return _inside(self.effects)


def _inside(effects: Iterable[Effect]) -> Iterator[Effect]:
    for effect in effects:
        yield effect
        values = (getattr(effect, each.name) for each in fields(effect))  # type: ignore[arg-type]  # all are dataclasses
        yield from _inside(value for value in values if isinstance(value, Effect))
