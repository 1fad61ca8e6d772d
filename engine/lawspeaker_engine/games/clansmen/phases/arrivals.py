"""Phase 3: migrants arrive in Spring, called kin in Summer (CL-SEQ-05, CL-MIG-*, CL-SPEC-04)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.clansmen import people
from lawspeaker_engine.games.clansmen.options import Kind, kind_option
from lawspeaker_engine.games.clansmen.state import CRAFTSMAN, FARMER, LABORER, SPRING, SUMMER, WARRIOR, State
from lawspeaker_engine.model import PUBLIC, Chance, Decision

POOL: Final = (FARMER, FARMER, LABORER, LABORER, CRAFTSMAN, WARRIOR)
"""Full again each Spring (CL-MIG-02)."""
FIRST_CHOICES: Final = (FARMER, CRAFTSMAN, LABORER, WARRIOR)
"""The order in which migrants are taken for a seat that does not choose."""


@dataclass(slots=True)
class ArrivalsPhase(Frame[State]):
    """Those who are due this season come; in Autumn and Winter nobody is (CL-SEQ-05)."""

    def step(self, state: State) -> Work:
        """Migrants come in the very first Spring too, or not (AMB-CL-03)."""
        if state.season == SPRING and (state.year > 1 or state.settings.first_spring_migrants):
            state.push(PickMigrants(tuple(state.turn_order())))
            state.push(DrawMigrants())
        elif state.season == SUMMER:
            for seat in reversed(state.turn_order()):
                state.push(PlaceKin(seat))
        return DONE


@dataclass(slots=True)
class DrawMigrants(Frame[State]):
    """The batch of this Spring: as many as there are players, or all six (CL-MIG-02, AMB-CL-04)."""

    def step(self, state: State) -> Chance | Work:
        """Draw the batch; the whole pool needs no draw."""
        options = list(map(kind_option, POOL))
        if state.settings.migrants == "players" and state.settings.players < len(POOL):
            return Chance("migrants.batch", options, state.settings.players, "migrants", PUBLIC)
        return self.take(state, options)

    def take(self, state: State, chosen: Sequence[Kind]) -> Work:
        """Lay the batch open."""
        state.batch = sorted(option.kind for option in chosen)
        return DONE


@dataclass(slots=True)
class PickMigrants(Frame[State]):
    """Each player, in turn order, takes one of the batch and places it at once; whoever is left goes (CL-MIG-03)."""

    seats: tuple[int, ...]
    """The seats that have still to take one."""

    def step(self, state: State) -> Decision | Work:
        """A seat without any legal tile takes none, so that nobody else loses a choice by it (CL-MIG-08)."""
        if not self.seats:
            state.batch = []
            return DONE
        seat = self.seats[0]
        if not people.places(state, seat):
            self.seats = self.seats[1:]
            return ONGOING
        kinds = sorted(set(state.batch))
        best = next(kind for kind in FIRST_CHOICES if kind in kinds)
        options = list(map(kind_option, kinds))
        return self.choose(state, seat, "migrants.pick", options, PUBLIC, default=kinds.index(best))

    def take(self, state: State, chosen: Sequence[Kind]) -> Work:
        """Push the placing of this one, which comes before the next player's turn to take one."""
        seat, self.seats = self.seats[0], self.seats[1:]
        kind = chosen[0].kind
        state.batch.remove(kind)
        state.push(people.Place(seat, kind, "migrants.place"))
        return ONGOING


@dataclass(slots=True)
class PlaceKin(Frame[State]):
    """The kin a player has called arrive, one after the other (CL-SPEC-04)."""

    seat: int
    arrived: int = 0

    def step(self, state: State) -> Work:
        """Place the next of the kin; `called` names them until all have arrived."""
        player = state.players[self.seat]
        if self.arrived == len(player.called):
            player.called = []
            return DONE
        kind = player.called[self.arrived]
        self.arrived += 1
        state.push(people.Place(self.seat, kind, "kin.place"))
        return ONGOING
