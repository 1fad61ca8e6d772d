"""Rules of thumb for events in Northgard, and for what eruptions and Raids take away."""

from __future__ import annotations

from typing import Any, Final

from lawspeaker_bots.greedy.northgard import effects
from lawspeaker_bots.greedy.northgard.situation import FIRST_COME, Situation
from lawspeaker_engine.games.northgard.modules.events import EVENTS

LOST: Final = 1000
"""The score of losing nothing."""


def choice(s: Situation, option: Any) -> int:
    """Score an effect that this year's event offers, less its price."""
    event = EVENTS[s.view.events.now].effect
    among = getattr(event, "among", ())
    if option.action >= len(among):
        return FIRST_COME
    price = effects.resource(s, 2, event.lore) if event.lore else 0
    return effects.worth(s, among[option.action]) - price


def marked(s: Situation, option: Any) -> int:
    """Score a territory that yields twice this year and gives no fame."""
    land = s.land.at[option.territory]
    yields = sum(effects.resource(s, kind, yield_of(land, kind)) for kind in range(3))
    fame = 0 if land.open_sides else 200 if land.size >= 3 else 100
    return LOST + yields - fame - 300 * land.has("altar_of_kings")


def yield_of(land: Any, kind: int) -> int:
    """Return what a territory yields of a resource, buildings included."""
    building = ("food_silo", "woodcutter_lodge", "carved_stone")[kind]
    return int(getattr(land, effects.NAMES[kind]) + land.has(building))


def less_yield(s: Situation, option: Any) -> int:
    """Score a territory that yields nothing this year, or loses figures, by how little that is."""
    land = s.land.at[option.territory]
    if any(type(each).__name__ == "Figure" for each in s.options):
        return LOST - sum(effects.resource(s, kind, yield_of(land, kind)) for kind in range(3))
    left = s.land.figures(option.territory)
    return LOST - (s.land.worth(option.territory) if left <= 1 else 0) + 50 * left


def less_figures(s: Situation, option: Any) -> int:
    """Score a figure that an event takes: where others stay behind, and a unit before others."""
    left = s.land.figures(option.territory)
    alone = s.land.worth(option.territory) if left <= 1 else 0
    return LOST - effects.UNIT - alone - 100 * bool(option.kaija or option.figure) + 10 * left


def target(s: Situation, option: Any) -> int:
    """Score whom the Volcano strikes: the points of its die are fame, but the figures that it takes are worth more."""
    return 100 if s.land.is_enemy(option.seat) else 50
