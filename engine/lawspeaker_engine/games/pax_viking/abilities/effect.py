"""The effect of an ability when it works: frames for its effects, and what "this" means for them.

What each effect does stands in the files of the folder `effects`; the state holds the table of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.pax_viking.abilities.held import Held
from lawspeaker_engine.games.pax_viking.abilities.verbs import Effect
from lawspeaker_engine.games.pax_viking.board import NOWHERE, post_node
from lawspeaker_engine.games.pax_viking.state import NO_TILE, NOBODY, State


@dataclass(frozen=True, slots=True)
class Source:
    """The user of an ability and its place; NOWHERE, NO_TILE and NOBODY stand for what does not apply."""

    seat: int
    """For whom it works."""
    tile: int = NO_TILE
    post: int = NOWHERE
    """The POST of the Venture or place."""
    node: int = NOWHERE
    """Here: the node of that POST, or where a returned Longship was."""
    region: int = NOWHERE
    """This REGION; so too `wind`."""
    wind: int = NOWHERE
    longship: int = -1
    """The Longship that activated, or journeyed."""
    rival: int = NOBODY
    """The seat that stepped in."""


def source_of(held: Held, longship: int = -1, rival: int = NOBODY) -> Source:
    """Return the source of an ability that a player has."""
    node = NOWHERE if held.post == NOWHERE else post_node(held.post)
    return Source(held.seat, held.tile, held.post, node, held.region, held.wind, longship, rival)


def begin(effect: Effect, state: State, source: Source) -> None:
    """Do what the effect does, or push the frames that will; what is impossible is left out (AMB-SG-54)."""
    do = state.effects.begin.get(type(effect))
    if do is None:
        raise TypeError(f"{type(effect).__name__} is permanent: it does nothing by itself")
    do(effect, state, source)


def possible(effect: Effect, state: State, source: Source) -> bool:
    """Return whether the effect would do anything, for all that its owner knows."""
    test = state.effects.possible.get(type(effect))
    return test is None or test(effect, state, source)


def all_possible(state: State, effects: Sequence[Effect], source: Source) -> bool:
    """Return whether every one of the effects would do something."""
    return all(possible(effect, state, source) for effect in effects)


def push_effects(state: State, effects: Sequence[Effect], source: Source) -> None:
    """Have the effects done one after another."""
    state.push_all(*(Do(effect, source) for effect in effects))


@dataclass(slots=True)
class Do(Frame[State]):
    """An effect that is still to be done."""

    effect: Effect
    source: Source

    def step(self, state: State) -> Work:
        """Begin it."""
        begin(self.effect, state, self.source)
        return DONE
