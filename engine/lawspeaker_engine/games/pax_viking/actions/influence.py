"""Influence Markers and Action Markers: who holds them, and what pays for actions (SG-INFL-*, SG-ACT-01..05)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.pax_viking import followers
from lawspeaker_engine.games.pax_viking.abilities.held import modifiers, triggered
from lawspeaker_engine.games.pax_viking.abilities.verbs import CountsAs
from lawspeaker_engine.games.pax_viking.options import ACTION_MARKER, ActionMarker, Marker
from lawspeaker_engine.games.pax_viking.rows import TILES
from lawspeaker_engine.games.pax_viking.state import NOBODY, State
from lawspeaker_engine.model import PUBLIC, Decision


def counts(state: State, seat: int) -> list[int]:
    """Return by type how many Followers the seat has for the Influence Phase, those that abilities add included."""
    found = followers.established_of(state, seat)
    for effect, source in modifiers(state, seat, CountsAs):
        if effect.of == "own_type":
            kind = TILES[source.tile].follower
        else:
            [kind] = [each.counts_as for each in state.players[seat].board if each.tile == source.tile]
        if kind >= 0:
            found[kind] += effect.followers
    return found


def influence_phase(state: State, seat: int) -> None:
    """The active player returns the markers that it has lost, then takes those that it has won (AMB-SG-15, -57)."""
    rivals = [counts(state, rival) for rival in state.rivals(seat)]
    for kind, own in enumerate(counts(state, seat)):
        best = max([theirs[kind] for theirs in rivals])
        tie_lost = not state.settings.tie_keeps or (own == 0 and state.settings.marker_needs_follower)
        if state.influence[kind] == seat and (own < best or (own == best and tie_lost)):
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
    spent = state.influence_spent
    return [kind for kind, holder in enumerate(state.influence) if holder == seat and not spent[kind]]


@dataclass(slots=True)
class PayMarker(Frame[State]):
    """A Standard Action is paid for by an Action Marker or an Influence Marker (SG-ACT-04)."""

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask which marker pays, where that matters; else an Action Marker does as long as there is one."""
        action = [ACTION_MARKER] if action_markers(state, self.seat) else []
        influence = [Marker(kind) for kind in unspent(state, self.seat)]
        if action and not _action_marker_matters(state, self.seat):
            influence = []
        return self.choose(state, self.seat, "turn.marker", [*action, *influence], PUBLIC)

    def take(self, state: State, chosen: Sequence[ActionMarker | Marker]) -> Work:
        """Exhaust it."""
        marker = chosen[0]
        if isinstance(marker, ActionMarker):
            state.markers_spent += 1
        else:
            state.influence_spent[marker.type] = 1
        return DONE


def _action_marker_matters(state: State, seat: int) -> bool:
    """Return whether the seat may want to keep its Action Markers for an ability that costs one (AMB-SG-61).

    It may if it has such an ability, or if this is its last Action Marker: it may PLAY such a tile next. Whether it
    holds one is a secret, so it is asked whatever it holds.
    """
    return action_markers(state, seat) == 1 or bool(triggered(state, seat, "marker"))
