"""Harvest (NG-HARV-*): in turn order each player gains fame, collects resources and trades."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from operator import add
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Frame, Work
from lawspeaker_engine.games.northgard import buildings, clans, moments, teams
from lawspeaker_engine.games.northgard.moments import Rule
from lawspeaker_engine.games.northgard.options import Collect, Trade
from lawspeaker_engine.games.northgard.state import FOOD, LORE, WOOD, State
from lawspeaker_engine.model import PUBLIC, Decision

GIVEN_FOR_ONE: Final = 3
CLOSED_FAME: Final = 1
LARGE_FAME: Final = 2
LARGE_TILES: Final = 3
"""So many tiles make a closed territory large (NG-HARV-02)."""
"""Resources discarded in a trade (NG-HARV-05)."""

_GATHER, _ASK_THIEF, _COLLECT = range(3)


@dataclass(slots=True)
class HarvestPhase(Frame[State]):
    """Each player in turn order does steps A fame, B resources, C trade (NG-HARV-01)."""

    order: tuple[int, ...]
    """From the holder of the marker, who may have changed in this year's Actions phase (AMB-R37)."""
    done: int = 0
    """How many players have harvested."""
    begun: bool = False
    """True if the next player's rules have acted."""

    def step(self, state: State) -> Work:
        """Let the next player harvest; the second of two teammates begins step C with the team's exchange (AMB-R40)."""
        if self.done == len(self.order):
            return DONE
        seat = self.order[self.done]
        if not self.begun and moments.acts(state, Rule.before_harvest):
            self.begun = True
            moments.before_harvest(state, seat)
            if state.agenda[-1] is not self:
                return ONGOING
        self.done, self.begun = self.done + 1, False
        if moments.may_harvest(state, seat):
            state.push(Trading(seat))
            if state.settings.teams and teams.mate(seat) in self.order[:self.done]:
                state.push(teams.Exchanging(teams.mate(seat)))
            state.push(Collecting(seat))
        return ONGOING


@dataclass(slots=True)
class Collecting(Frame[State]):
    """Steps A and B of one player; a thief is asked before the player collects (NG-CLAN-SNAKE-05, AMB-R24)."""

    seat: int
    stage: int = _GATHER
    stolen: int = -1
    """The resource that somebody else has taken, or -1."""

    def step(self, state: State) -> Decision | Work:
        """Gain fame, then let the thief choose, then collect the rest."""
        if self.stage == _GATHER:
            state.players[self.seat].fame += harvest_fame(state, self.seat)
            self.stage = _ASK_THIEF
        if self.stage == _ASK_THIEF and (theft := clans.robbed(state, self.seat)):
            thief, territory = theft
            there = moments.territory_yield(state, self.seat, territory)
            options = [Collect(resource) for resource in (FOOD, WOOD, LORE) if there[resource]]
            return Decision(thief, "harvest.steal", options, 0, 1, (len(options) - 1,), PUBLIC)
        self._collect(state)
        return DONE

    def take(self, state: State, chosen: Sequence[Collect]) -> Work:
        """Give the thief its one resource instead of the controller."""
        self.stage = _COLLECT
        theft = clans.robbed(state, self.seat)
        if chosen and theft:
            self.stolen = chosen[0].resource
            state.gain(theft[0], self.stolen)
        return ONGOING

    def _collect(self, state: State) -> None:
        resources = state.players[self.seat].resources
        other = moments.acts(state, Rule.territory_yield)
        for territory in state.controlled(self.seat):
            if other:
                made = moments.territory_yield(state, self.seat, territory)
                resources[:] = map(add, resources, made)
            else:
                buildings.collect(state.board, territory, resources)
        if self.stolen >= 0:
            state.gain(self.seat, self.stolen, -1)
        moments.collect(state, self.seat)


@dataclass(slots=True)
class Trading(Frame[State]):
    """Step C: any number of times three resources, of any kinds, for one of choice (NG-HARV-05, AMB-R39)."""

    seat: int

    def step(self, state: State) -> Decision | Work:
        """Ask for a trade. A seat that cannot make any is not asked: resources are open, which tells nothing."""
        options = trades(state.players[self.seat].resources) + moments.more_trades(state, self.seat)
        if not options:
            return DONE
        return Decision(self.seat, "harvest.trade", options, 0, 1, (), PUBLIC)

    def take(self, state: State, chosen: Sequence[Trade]) -> Work:
        """Trade and ask again, or stop."""
        if not chosen:
            return DONE
        trade = chosen[0]
        resources = state.players[self.seat].resources
        resources[FOOD] -= trade.food
        resources[WOOD] -= trade.wood
        resources[LORE] -= trade.lore
        resources[trade.resource] += 1
        moments.after_trade(state, self.seat)
        return ONGOING


def trades(resources: Sequence[int]) -> list[Trade]:
    """Return all ways to give three of these resources for one, those that give and take the same kind included."""
    food, wood, lore = resources
    return list(_trades(min(food, GIVEN_FOR_ONE), min(wood, GIVEN_FOR_ONE), min(lore, GIVEN_FOR_ONE)))


@cache
def _trades(food: int, wood: int, lore: int) -> tuple[Trade, ...]:
    return tuple(
        Trade(f, w, GIVEN_FOR_ONE - f - w, resource)
        for f in range(food + 1)
        for w in range(min(wood, GIVEN_FOR_ONE - f) + 1) if GIVEN_FOR_ONE - f - w <= lore
        for resource in (FOOD, WOOD, LORE)
    )


def harvest_fame(state: State, seat: int) -> int:
    """Return 1 fame a closed territory, 2 from three tiles on, and that of Altars (NG-HARV-02, NG-HARV-03, AMB-R04)."""
    return territories_fame(state, seat) + moments.harvest_fame(state, seat)


def territories_fame(state: State, seat: int, only: Sequence[int] | None = None) -> int:
    """Return the fame that the seat's territories give at Harvest, or only these of them."""
    board, other = state.board, moments.acts(state, Rule.territory_fame)
    fame = 0
    for territory in state.controlled(seat) if only is None else only:
        here = buildings.total(board, territory, buildings.FAME) if board.buildings[territory] else 0
        if not board.open_sides[territory]:
            here += CLOSED_FAME if board.size[territory] < LARGE_TILES else LARGE_FAME
        fame += moments.territory_fame(state, seat, territory, here) if other else here
    return fame
