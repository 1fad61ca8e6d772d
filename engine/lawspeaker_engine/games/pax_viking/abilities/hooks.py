"""Moments at which abilities work by themselves (SG-ICON-09, SG-TERM-21)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.pax_viking.abilities.effect import Source, all_possible, push_effects, source_of
from lawspeaker_engine.games.pax_viking.abilities.held import Held, hooked
from lawspeaker_engine.games.pax_viking.abilities.verbs import Effect, Pay
from lawspeaker_engine.games.pax_viking.options import Accept
from lawspeaker_engine.games.pax_viking.question_context import About, ContextFrame
from lawspeaker_engine.games.pax_viking.state import NOBODY, State
from lawspeaker_engine.model import PUBLIC, Decision

_KEYS = 512
"""More than there are abilities."""


def key(each: Held) -> int:
    """Return the number under which an ability of its owner is kept once it has worked (AMB-SG-38)."""
    return each.seat * _KEYS + each.key


def at(state: State, seat: int, hook: str) -> list[Held]:
    """Return the abilities of the seat that work at this moment."""
    return [each for each in hooked(state, seat, hook) if not (each.ability.once and key(each) in state.once)]


@dataclass(slots=True)
class Moment(Frame[State]):
    """A moment of a seat: its abilities work one after another, board before map."""

    hook: str
    seat: int
    longship: int = -1

    def step(self, state: State) -> Work:
        """Let those that are there now work."""
        fire(state, at(state, self.seat, self.hook), self.longship)
        return DONE


def fire(state: State, abilities: Sequence[Held], longship: int = -1, rival: int = NOBODY) -> None:
    """Let these abilities work: those with a price may be left out, the others work by themselves."""
    for each in reversed(abilities):
        source = source_of(each, longship, rival)
        effects = each.ability.effects
        if any(isinstance(effect, Pay) for effect in effects):
            state.push(MayUse(effects, source, key(each) if each.ability.once else -1))
            continue
        if each.ability.once:
            state.once.append(key(each))
        push_effects(state, effects, source)


def step_into(state: State, stepper: int, region: int) -> None:
    """A Longship of the seat steps into a REGION or one of its POSTS: abilities of RIVALS there work (SG-T71)."""
    abilities = [
        each for seat in state.turn_order(state.seat) if seat != stepper
        for each in at(state, seat, "rival_steps_into") if each.region == region
    ]
    fire(state, abilities, rival=stepper)


@dataclass(slots=True)
class MayUse(ContextFrame[State]):
    """An ability that costs something: its owner may use it."""

    effects: tuple[Effect, ...]
    source: Source
    once: int
    """The key under which it is kept once it was used, or -1."""

    def step(self, state: State) -> Decision | Work:
        """Ask, if it would do something."""
        if not all_possible(state, self.effects, self.source):
            return DONE
        return Decision(self.source.seat, "effect.may", [Accept()], 0, 1, (), PUBLIC)

    def take(self, state: State, chosen: Sequence[Accept]) -> Work:
        """Use it, or leave it."""
        if chosen:
            if self.once >= 0:
                state.once.append(self.once)
            push_effects(state, self.effects, self.source)
        return DONE

    def about(self, state: State) -> About:
        """Return the tile or place whose ability asks; neither for that of the Jarl."""
        return About(tile=self.source.tile, post=self.source.post)
