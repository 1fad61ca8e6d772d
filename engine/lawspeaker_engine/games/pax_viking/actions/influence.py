"""Influence Markers and Action Markers: who holds them, and what pays for actions (SG-INFL-*, SG-ACT-01..05)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.pax_viking import followers
from lawspeaker_engine.games.pax_viking.abilities.held import modifiers
from lawspeaker_engine.games.pax_viking.abilities.verbs import CountsAs
from lawspeaker_engine.games.pax_viking.options import Marker
from lawspeaker_engine.games.pax_viking.rows import TILES, TYPES
from lawspeaker_engine.games.pax_viking.state import NOBODY, State
from lawspeaker_engine.model import PUBLIC, Decision


def counts(state: State, seat: int) -> list[int]:
    """Return by type how many Followers the seat has for the Influence Phase, those that abilities add included."""
    found = followers.established_of(state, seat)
    chosen = {each.tile: each.counts_as for each in state.players[seat].board}
    for effect, held in modifiers(state, seat, CountsAs):
        kind = TILES[held.tile].follower if effect.of == "own_type" else chosen[held.tile]
        if kind >= 0:
            found[kind] += effect.followers
    return found


def influence_phase(state: State, seat: int) -> None:
    """The active player returns the markers that it has lost, then takes those that it has won (AMB-SG-15)."""
    every = [counts(state, other) for other in range(state.settings.players)]
    for kind in range(len(TYPES)):
        own = every[seat][kind]
        best = max(every[other][kind] for other in state.rivals(seat))
        if state.influence[kind] == seat and (own < best or (own == best and not state.settings.tie_keeps)):
            state.influence[kind] = NOBODY
        if own > best:
            state.influence[kind] = seat


def action_markers(state: State, seat: int) -> int:
    """Return how many Action Markers the seat has left; one lies beside the place of each Influence Marker it holds."""
    return max(0, state.settings.action_markers - state.influence.count(seat) - state.markers_spent)


def may_use(state: State, seat: int, kind: int) -> bool:
    """Return whether the seat holds this Influence Marker and has not exhausted it."""
    return state.influence[kind] == seat and not state.influence_spent[kind]


def unspent(state: State, seat: int) -> list[int]:
    """Return the types of the Influence Markers that the seat has not exhausted."""
    return [kind for kind in range(len(TYPES)) if may_use(state, seat, kind)]


@dataclass(slots=True)
class PayMarker(Frame[State]):
    """A Standard Action is paid for: by an Action Marker as long as there is one, else by an Influence Marker."""

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask which Influence Marker pays, if several can."""
        if action_markers(state, self.seat):
            state.markers_spent += 1
            return DONE
        options = [Marker(kind) for kind in unspent(state, self.seat)]
        return self.choose(state, self.seat, "turn.marker", options, PUBLIC)

    def take(self, state: State, chosen: Sequence[Marker]) -> Work:
        """Exhaust it."""
        state.influence_spent[chosen[0].type] = 1
        return DONE
