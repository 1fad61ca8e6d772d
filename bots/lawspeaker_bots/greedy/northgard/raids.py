"""Rules of thumb for Raids in Northgard: which to launch, with how many units, how long, and for gain or action."""

from __future__ import annotations

from typing import Any, Final

from lawspeaker_bots.greedy.northgard import effects
from lawspeaker_bots.greedy.northgard.fights import loss
from lawspeaker_bots.greedy.northgard.situation import Situation
from lawspeaker_engine.games.northgard.modules.raid_rows import RAIDS

GAIN: Final = 0
GO_ON: Final = 1
MOST_UNITS: Final = 2
USUAL: Final = 200
"""The gain of a Raid of two units in a year: the worth of a Port that is free for the next one."""


def one_year(s: Situation, card: int, units: int) -> tuple[int, int]:
    """Return the worth of a Raid's gain and of its action after one year."""
    row = RAIDS[card]
    return units * effects.gains(s, row.one_each), effects.worth(s, row.one_action) if row.one_action else 0


def two_years(s: Situation, card: int) -> tuple[int, int]:
    """Return the same after two years."""
    row = RAIDS[card]
    return effects.gains(s, row.two), effects.worth(s, row.two_action) if row.two_action else 0


def pick(s: Situation, option: Any) -> int:
    """Score a Raid card by what it brings a year, with two units."""
    return 10 + value(s, option.raid, MOST_UNITS)


def value(s: Situation, card: int, units: int) -> int:
    """Return what a Raid with so many units brings a year, as far as there are years left."""
    years = s.years_left - 1
    if years < 1:
        return 0
    best = max(one_year(s, card, units))
    if years > 1 and units == MOST_UNITS:
        best = max(best, (max(two_years(s, card)) - effects.UNIT) // 2)
    return best


def launch(s: Situation, _: Any) -> int:
    """Score launching a Raid: not in the last year, nor where the units are needed."""
    if s.years_left < 2:
        return 0
    return USUAL // 2 - min(cost(s, port.territory, 1) for port in s.view.sea.ports
                            if s.land.at[port.territory].owner == s.seat)


def cost(s: Situation, territory: int, units: int) -> int:
    """Return the danger to a territory if so many units leave it."""
    there = s.land.figures(territory)
    return loss(s, territory, max(there - units, 0)) - loss(s, territory, there)


def raiders(s: Situation, option: Any) -> int:
    """Score how many units go."""
    ports = [port for port in s.view.sea.ports
             if port.card >= 0 and not port.units and s.land.at[port.territory].owner == s.seat]
    if not ports:
        return int(10 + option.units)
    return int(max(1000 + value(s, port.card, option.units) - cost(s, port.territory, option.units) for port in ports))


def running(s: Situation, year: int | None = None) -> Any:
    """Return the Port whose Raid the seat is asked about: the first that is its own and of that year."""
    return next((port for port in s.view.sea.ports
                 if port.units and port.seat == s.seat and year in (None, port.year)), None)


def resolve(s: Situation, option: Any) -> int:
    """Score ending a Raid after a year, or going on for what it brings after two."""
    port = running(s, 1)
    if port is None or s.years_left < 2:
        return 100 if option.action != GO_ON else 0
    if option.action == GO_ON:
        return 1000 + max(two_years(s, port.card)) - effects.UNIT
    return 1000 + max(one_year(s, port.card, port.units)) + USUAL


def inherit(s: Situation, option: Any) -> int:
    """Score keeping a card that lies at a Port, or replacing it."""
    cards = [port.card for port in s.view.sea.ports
             if port.card >= 0 and not port.units and s.land.at[port.territory].owner == s.seat]
    keeps = max((value(s, card, MOST_UNITS) for card in cards), default=USUAL)
    return 1000 + (keeps if option.action == 0 else USUAL)


def reward(s: Situation, option: Any) -> int:
    """Score a finished Raid's gain or action."""
    port = running(s)
    if port is None:
        return 10
    worths = two_years(s, port.card) if port.year == MOST_UNITS else one_year(s, port.card, port.units)
    return 1000 + worths[option.action]


def sell(s: Situation, option: Any) -> int:
    """Score resources given for fame: as many as winter leaves."""
    food, wood = s.winter_due()
    me = s.me
    kept = me.food - option.food >= food and me.wood - option.wood >= wood
    return 10 * (option.food + option.wood + option.lore) if kept or not s.view.unrest_left else -100
