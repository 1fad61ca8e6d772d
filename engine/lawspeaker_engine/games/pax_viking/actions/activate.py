"""ACTIVATE: a Venture's ability, by a Longship that is there (SG-ACTIVATE-01)."""

from __future__ import annotations

from dataclasses import dataclass

from lawspeaker_engine.agenda import DONE, Frame, Work
from lawspeaker_engine.games.pax_viking import ships
from lawspeaker_engine.games.pax_viking.abilities.effect import all_possible, push_effects, source_of
from lawspeaker_engine.games.pax_viking.abilities.held import held, triggered
from lawspeaker_engine.games.pax_viking.abilities.hooks import Moment
from lawspeaker_engine.games.pax_viking.board import post_node
from lawspeaker_engine.games.pax_viking.options import Activate, UseTile
from lawspeaker_engine.games.pax_viking.state import State


def offers(state: State, seat: int) -> list[Activate]:
    """Return each own Venture whose ability would do something, with each Longship there that is not exhausted."""
    found = []
    for each in triggered(state, seat, "activate"):
        here = ships.at_node(state, seat, post_node(each.post))
        rested = [number for number in here if not state.longships[number].exhausted]
        found += [
            Activate(each.post, number) for number in ships.one_of_each(state, rested)
            if all_possible(state, each.ability.effects, source_of(each, number))
        ]
    return found


def begin(state: State, seat: int, option: Activate) -> None:
    """Perform the ability, then exhaust the Longship."""
    source, effects = next(
        (source_of(each, option.longship), each.ability.effects) for each in held(state, seat)
        if each.post == option.post
    )
    state.push_all(ExhaustShip(seat, option.longship), Moment("own_activate", seat, option.longship))
    push_effects(state, effects, source)


@dataclass(slots=True)
class ExhaustShip(Frame[State]):
    """The Longship that has activated is exhausted, if it is still the seat's."""

    seat: int
    longship: int

    def step(self, state: State) -> Work:
        """Exhaust it."""
        ship = state.longships[self.longship]
        if ship.seat == self.seat:
            ship.exhausted = True
        return DONE


def tile_offers(state: State, seat: int) -> list[UseTile]:
    """Return the Gods and Advocates whose ability costs an Action Marker and would do something."""
    return [
        UseTile(each.tile) for each in triggered(state, seat, "marker")
        if all_possible(state, each.ability.effects, source_of(each))
    ]


def use_tile(state: State, seat: int, option: UseTile) -> None:
    """Use the ability; the marker is the caller's."""
    for each in held(state, seat):
        if each.tile == option.tile:
            push_effects(state, each.ability.effects, source_of(each))
            return
