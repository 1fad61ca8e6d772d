"""Silver that abilities give and take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.games.pax_viking import followers, ships, silver
from lawspeaker_engine.games.pax_viking.abilities.effect import Source, possible, push_effects
from lawspeaker_engine.games.pax_viking.abilities.effect_table import Begins, Tests
from lawspeaker_engine.games.pax_viking.abilities.verbs import LoseSilver, Pay, Silver, TakeSilver
from lawspeaker_engine.games.pax_viking.board import NOWHERE, POST_WIND, REGION_OF
from lawspeaker_engine.games.pax_viking.effects.choosing import Choose
from lawspeaker_engine.games.pax_viking.options import Seat
from lawspeaker_engine.games.pax_viking.rows import TYPES
from lawspeaker_engine.games.pax_viking.state import NO_TILE, State

_OWN: Final = "own_"


def _counted(state: State, what: str, source: Source) -> int:
    """Return how much there is of what an amount of silver is counted by."""
    seat = source.seat
    if what == "own_ventures_this_wind":
        return sum(
            owner == seat and state.tiles[post] != NO_TILE and POST_WIND[post] == source.wind
            for post, owner in enumerate(state.owners)
        )
    if what == "own_duchies":
        return len(state.players[seat].duchies)
    return followers.established_of(state, seat)[TYPES.index(what.removeprefix(_OWN))]


def _amount(state: State, effect: Silver, source: Source) -> int:
    if not effect.each:
        return effect.amount
    return min(effect.amount * _counted(state, effect.each, source), effect.most)


def _silver(effect: Silver, state: State, source: Source) -> None:
    silver.gain(state, source.seat, _amount(state, effect, source))


def _can_silver(effect: Silver, state: State, source: Source) -> bool:
    return silver.there(state, _amount(state, effect, source)) > 0


def _lose_silver(effect: LoseSilver, state: State, source: Source) -> None:
    half = state.players[source.seat].silver // 2
    silver.lose(state, source.seat, half if effect.half else effect.amount)


def colocated(state: State, source: Source) -> list[int]:
    """Return the RIVALS COLOCATED with the Longship that activated; without one, with any own Longship."""
    if source.longship >= 0:
        regions = [REGION_OF[state.longships[source.longship].node]]
    else:
        regions = ships.regions_of(state, source.seat)
    found = {rival for region in regions if region != NOWHERE for rival in ships.colocated(state, source.seat, region)}
    return [rival for rival in state.rivals(source.seat) if rival in found]


def _take_silver(effect: TakeSilver, state: State, source: Source) -> None:
    if effect.of == "stepper":
        silver.give(state, source.rival, source.seat, effect.amount)
    else:
        state.push(TakeFrom(source, effect.amount))


def _can_take_silver(effect: TakeSilver, state: State, source: Source) -> bool:
    return effect.of == "stepper" or bool(_purses(state, source))


def _purses(state: State, source: Source) -> list[int]:
    """Return the COLOCATED RIVALS that have silver."""
    return [rival for rival in colocated(state, source) if state.players[rival].silver > 0]


@dataclass(slots=True)
class TakeFrom(Choose):
    """A COLOCATED RIVAL gives as much of the amount as it has."""

    amount: int

    PROMPT = "effect.rival"

    def options(self, state: State) -> list[Seat]:
        """Return the RIVALS."""
        return [Seat(rival) for rival in _purses(state, self.source)]

    def chosen(self, state: State, option: Seat) -> None:
        """Take the silver."""
        silver.give(state, option.seat, self.source.seat, self.amount)


def _pay(effect: Pay, state: State, source: Source) -> None:
    if possible(effect, state, source):
        silver.pay(state, source.seat, effect.amount)
        push_effects(state, (effect.paid,), source)


def _can_pay(effect: Pay, state: State, source: Source) -> bool:
    """Return whether it can be paid, and what is paid for can be done with what is left."""
    if state.players[source.seat].silver < effect.amount:
        return False
    with silver.without(state, source.seat, effect.amount):
        return possible(effect.paid, state, source)


BEGIN: Final[Begins] = {
    Silver: _silver,
    LoseSilver: _lose_silver,
    TakeSilver: _take_silver,
    Pay: _pay,
}
POSSIBLE: Final[Tests] = {
    Silver: _can_silver,
    TakeSilver: _can_take_silver,
    Pay: _can_pay,
}
