"""Longships that abilities move, place, return, exhaust and unexhaust."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from lawspeaker_engine.agenda import DONE, ONGOING, Work
from lawspeaker_engine.games.pax_viking import ships
from lawspeaker_engine.games.pax_viking.abilities.effect import Source, push_effects
from lawspeaker_engine.games.pax_viking.abilities.effect_table import Begins, Tests
from lawspeaker_engine.games.pax_viking.abilities.verbs import (
    Allies,
    Effect,
    Exhaust,
    MoveLongship,
    PlaceLongship,
    ReturnLongship,
    SendHome,
    Unexhaust,
)
from lawspeaker_engine.games.pax_viking.actions import promises
from lawspeaker_engine.games.pax_viking.board import (
    HOME_GATES,
    NOWHERE,
    REGION_OF,
    REGIONS,
    SEA,
    WIND_OF,
    home_node,
    post_of,
    region_node,
)
from lawspeaker_engine.games.pax_viking.effects.choosing import Choose
from lawspeaker_engine.games.pax_viking.options import Ship, Step
from lawspeaker_engine.games.pax_viking.question_context import About, ContextFrame
from lawspeaker_engine.games.pax_viking.rows import JARL_HOMES
from lawspeaker_engine.games.pax_viking.state import NOBODY, SHIP_KINDS, State
from lawspeaker_engine.model import PUBLIC, Decision

_SEAS: Final = frozenset(region_node(number) for number, region in enumerate(REGIONS) if region.kind == SEA)


def _move_longship(effect: MoveLongship, state: State, source: Source) -> None:
    state.push(ChooseShip(source, effect))


def _can_move_longship(effect: MoveLongship, state: State, source: Source) -> bool:
    return bool(_movable(state, effect, source))


def _movable(state: State, effect: MoveLongship, source: Source) -> list[int]:
    """Return the own Longships, or those of RIVALS that stand in a sea."""
    if effect.whose == "own":
        found = list(ships.of_seat(state, source.seat))
    else:
        found = [
            number for rival in state.rivals(source.seat) for number in ships.on_map(state, rival)
            if state.longships[number].node in _SEAS
        ]
    return ships.one_of_each(state, found)


def _harm(state: State, source: Source, longship: int) -> None:
    """Note that something is done to a Longship, if it is a RIVAL's."""
    ship = state.longships[longship]
    if ship.seat != source.seat:
        promises.harmed(state, source.seat, ship.seat, REGION_OF[ship.node])


@dataclass(slots=True)
class ChooseShip(Choose):
    """The Longship that moves."""

    effect: MoveLongship

    PROMPT = "effect.longship"

    def options(self, state: State) -> list[Ship]:
        """Return the Longships."""
        return [Ship(number) for number in _movable(state, self.effect, self.source)]

    def chosen(self, state: State, option: Ship) -> None:
        """Move it step by step."""
        _harm(state, self.source, option.longship)
        state.push(MoveSteps(self.source, option.longship, self.effect.steps, forced=self.effect.whose == "rival"))


@dataclass(slots=True)
class MoveSteps(ContextFrame[State]):
    """A Longship moves STEP by STEP, exhausted or not; an own one may stop (SG c.6)."""

    source: Source
    longship: int
    left: int
    forced: bool

    def step(self, state: State) -> Decision | Work:
        """Ask for the next STEP; a Longship of the Jarlboard starts at any HOME of its owner."""
        ship = state.longships[self.longship]
        if not self.left:
            return DONE
        if ship.node == NOWHERE:
            gates = {region for home in ships.homes(state, ship.seat) for region in HOME_GATES[home]}
            nodes = [region_node(region) for region in sorted(gates)]
        else:
            nodes = ships.neighbours(state, ship.seat, ship.node)
        options = [Step(node) for node in nodes]
        if self.forced:
            return self.choose(state, self.source.seat, "effect.step", options, PUBLIC)
        return Decision(self.source.seat, "effect.step", options, 0, 1, (), PUBLIC)

    def take(self, state: State, chosen: Sequence[Step]) -> Work:
        """Take the STEP, or stop."""
        if not chosen:
            return DONE
        self.left -= 1
        ships.step(state, self.longship, chosen[0].node)
        return ONGOING

    def about(self, state: State) -> About:
        """Return the Longship, the STEPS left, and whose ability it is."""
        return About(longship=self.longship, left=self.left, tile=self.source.tile, post=self.source.post)


def _send_home(effect: SendHome, state: State, source: Source) -> None:
    home = home_node(JARL_HOMES[state.players[source.seat].jarl])
    for number in ships.on_map(state, source.seat):
        ship = state.longships[number]
        if ship.node in _SEAS and WIND_OF[REGION_OF[ship.node]] == source.wind:
            ship.node = home


def _place_longship(effect: PlaceLongship, state: State, source: Source) -> None:
    state.push(PlaceAt(source, effect.at))


def _can_place_longship(effect: PlaceLongship, state: State, source: Source) -> bool:
    return ships.on_board(state, source.seat) >= 0 and bool(_places(state, effect.at, source))


def _places(state: State, at: str, source: Source) -> list[int]:
    if at == "home_region":
        return [region_node(region) for region in ships.home_regions(state, source.seat)]
    return [source.node]


@dataclass(slots=True)
class PlaceAt(Choose):
    """An own Longship of the Jarlboard, if there is one, is set on the map."""

    at: str

    PROMPT = "effect.place"

    def options(self, state: State) -> list[Step]:
        """Return the nodes."""
        if ships.on_board(state, self.source.seat) < 0:
            return []
        return [Step(node) for node in _places(state, self.at, self.source)]

    def chosen(self, state: State, option: Step) -> None:
        """Set it there."""
        state.longships[ships.on_board(state, self.source.seat)].node = option.node


def _return_longship(effect: ReturnLongship, state: State, source: Source) -> None:
    for _number in range(effect.count):
        state.push(ReturnOne(source, effect.whose, effect.if_ships, effect.then))


def _can_return_longship(effect: ReturnLongship, state: State, source: Source) -> bool:
    return bool(_returnable(state, effect.whose, effect.if_ships, source))


def _returnable(state: State, whose: str, if_ships: int, source: Source) -> list[int]:
    """Return the own Longships of the map, if there are enough, or those of RIVALS in this WIND."""
    if whose == "own":
        found = ships.on_map(state, source.seat)
        return ships.one_of_each(state, found) if len(found) >= if_ships else []
    return ships.one_of_each(state, [
        number for rival in state.rivals(source.seat) for number in ships.on_map(state, rival)
        if (region := REGION_OF[state.longships[number].node]) != NOWHERE and WIND_OF[region] == source.wind
    ])


@dataclass(slots=True)
class ReturnOne(Choose):
    """A Longship is RETURNED; what follows happens where it was."""

    whose: str
    if_ships: int
    then: Effect | None

    PROMPT = "effect.longship"

    def options(self, state: State) -> list[Ship]:
        """Return the Longships."""
        return [Ship(number) for number in _returnable(state, self.whose, self.if_ships, self.source)]

    def chosen(self, state: State, option: Ship) -> None:
        """RETURN it."""
        _harm(state, self.source, option.longship)
        node = state.longships[option.longship].node
        ships.send_back(state, option.longship)
        if self.then is not None:
            push_effects(state, (self.then,), replace(self.source, node=node, post=post_of(node)))


def _exhaust(effect: Exhaust, state: State, source: Source) -> None:
    for _number in range(effect.longships):
        state.push(TurnOne(source, exhaust=True))


def _unexhaust(effect: Unexhaust, state: State, source: Source) -> None:
    if effect.which:
        ship = state.longships[source.longship]
        ship.exhausted = ship.exhausted and ship.seat != source.seat
    else:
        for _number in range(effect.longships):
            state.push(TurnOne(source, exhaust=False))


def _can_unexhaust(effect: Unexhaust, state: State, source: Source) -> bool:
    if effect.which:
        ship = state.longships[source.longship]
        return ship.exhausted and ship.seat == source.seat
    return bool(_turnable(state, source, exhaust=False))


def _turnable(state: State, source: Source, *, exhaust: bool) -> list[int]:
    """Return the own Longships that can be exhausted, or unexhausted: the activator not (V12)."""
    return ships.one_of_each(state, [
        number for number in ships.of_seat(state, source.seat)
        if state.longships[number].exhausted != exhaust and number != source.longship
    ])


@dataclass(slots=True)
class TurnOne(Choose):
    """An own Longship is exhausted or unexhausted."""

    exhaust: bool

    PROMPT = "effect.longship"

    def options(self, state: State) -> list[Ship]:
        """Return the Longships."""
        return [Ship(number) for number in _turnable(state, self.source, exhaust=self.exhaust)]

    def chosen(self, state: State, option: Ship) -> None:
        """Turn it."""
        state.longships[option.longship].exhausted = self.exhaust


def _allies(effect: Allies, state: State, source: Source) -> None:
    kind = SHIP_KINDS.index(effect.of)
    stock = [ship for ship in state.longships if ship.kind == kind and ship.seat == NOBODY]
    for ship in stock[:effect.most]:
        ship.seat, ship.node = source.seat, source.node


BEGIN: Final[Begins] = {
    MoveLongship: _move_longship,
    SendHome: _send_home,
    PlaceLongship: _place_longship,
    ReturnLongship: _return_longship,
    Exhaust: _exhaust,
    Unexhaust: _unexhaust,
    Allies: _allies,
}
POSSIBLE: Final[Tests] = {
    MoveLongship: _can_move_longship,
    PlaceLongship: _can_place_longship,
    ReturnLongship: _can_return_longship,
    Unexhaust: _can_unexhaust,
}
