"""Rules of thumb for trades in Northgard: resources for other ones, and for what winter asks for."""

from __future__ import annotations

from typing import Any

from lawspeaker_bots.greedy.northgard import effects
from lawspeaker_bots.greedy.northgard.map import FOOD, LORE, WOOD, winter_is_paid, winter_lack
from lawspeaker_bots.greedy.northgard.situation import Situation


def trade(s: Situation, option: Any) -> int:
    """Score three resources for one that winter asks for, if that still saves the seat from Unrest; lore goes first.

    Unrest is five fame less in the end, three resources are one.
    """
    goal = s.land.goals.pull(s.seat, "harvest_trades")
    if not (goal or s.winter_lack):
        return -100
    me, units = s.me, s.on_map()
    left = [me.food - option.food, me.wood - option.wood, me.lore - option.lore]
    left[option.resource] += 1
    helps = winter_lack(units, left[FOOD], left[WOOD]) < s.winter_lack
    if goal and winter_is_paid(units, *left) and sum(left) >= 1:
        return int(10 + goal // 2 - 2 * effects.YEARLY[LORE] + 3 * option.lore - option.wood)
    if s.view.unrest_left == 0 or not helps or not winter_is_paid(units, *left):
        return -100
    return int(100 + 3 * option.lore - option.wood)


def needed(s: Situation, option: Any) -> int:
    """Score a resource of choice by what it is worth."""
    return 10 + effects.resource(s, option.resource)


def exchange_one(s: Situation, option: Any) -> int:
    """Score a resource for another one or for fame: what winter needs stays."""
    due, have = s.winter_due(), (s.me.food, s.me.wood)
    if s.view.unrest_left and option.give < len(due) and have[option.give] <= due[option.give]:
        return 0
    if option.take >= len(effects.NAMES):
        return 100 if s.years_left <= 1 or option.give == FOOD else 50
    return effects.resource(s, option.take) - effects.MISSING + 1
