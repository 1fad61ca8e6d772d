"""Rules of thumb for where the figures of Northgard go: moves, retreats and recruits."""

from __future__ import annotations

from typing import Any

from lawspeaker_bots.greedy.northgard.fights import attack_value, attackers, loss
from lawspeaker_bots.greedy.northgard.map import KAIJA_POINTS, ROUGH
from lawspeaker_bots.greedy.northgard.situation import FIRST_COME, Situation


def best_move(s: Situation) -> int:
    """Return the gain of the best single move of units, without Kaija, who may seldom enter enemy land."""
    return max((
        _gain(s, source.id, border.territory, units, kaija=False)
        for source in s.land.mine for border in source.neighbours if border.kind < ROUGH
        for units in range(1, source.units + 1)
    ), default=0)


def move(s: Situation, option: Any) -> int:
    """Score a move, or the way of a retreat."""
    if s.prompt == "combat.retreat":
        return _retreat(s, option)
    if option.source not in s.land.at or s.land.at[option.source].owner != s.seat:
        return FIRST_COME
    return _gain(s, option.source, option.target, option.units, kaija=option.kaija)


def _retreat(s: Situation, option: Any) -> int:
    """Score a territory by what those who retreat to it save."""
    figures = option.units + option.kaija
    return int(100 + _saved(s, option.target, figures) + 10 * figures)


def _saved(s: Situation, territory: int, figures: int) -> int:
    """Return what so many figures more in a territory without enemies save: all of it if nobody holds it yet."""
    there = s.land.figures(territory)
    if there == 0:
        return s.land.worth(territory) - loss(s, territory, figures)
    return loss(s, territory, there) - loss(s, territory, there + figures)


def _gain(s: Situation, source: int, target: int, units: int, *, kaija: bool) -> int:
    """Score a move: land gained, less land given up or in danger and figures bound; the fewest that are enough go."""
    land = s.land
    owner = land.at[target].owner
    if owner is not None and owner != s.seat and not land.is_enemy(owner):
        return -100
    figures, strength = units + kaija, units + KAIJA_POINTS * kaija
    cost = _cost_of_leaving(s, source, figures)
    if owner == s.seat:
        return _saved(s, target, figures) - cost
    danger = loss(s, target, figures)
    if owner is None:
        return land.worth(target) - cost - 10 * strength - danger
    points, there = attackers(s, target)
    more = attack_value(s, target, points + strength, there + figures) - attack_value(s, target, points, there)
    return more - cost - 20 * strength - danger


def _cost_of_leaving(s: Situation, source: int, figures: int) -> int:
    """Return what it costs that so many figures leave: the land, or the danger to those who stay."""
    here = s.land.figures(source)
    if figures >= here:
        return s.land.worth(source) + 50 - loss(s, source, here)
    return loss(s, source, here - figures) - loss(s, source, here)


def recruit(s: Situation, option: Any) -> int:
    """Score a place to recruit: a camp helps, the land is in danger, free land waits, or an attack gets stronger."""
    t, at = option.territory, s.land.at
    free = max((s.land.worth(border.territory) for border in at[t].neighbours
                if at[border.territory].owner is None and border.kind < ROUGH), default=0)
    score = 100 + 200 * at[t].has("training_camp") + free // 2 + 100 * option.kaija + _saved(s, t, 1)
    return int(score + _stronger_attack(s, t) // 2)


def _stronger_attack(s: Situation, territory: int) -> int:
    """Return the most that one figure more adds to an attack by all figures of a territory but one."""
    there = s.land.figures(territory)
    most = 0
    for border in s.land.at[territory].neighbours:
        if there and border.kind < ROUGH and s.land.is_enemy(s.land.at[border.territory].owner):
            without = max(0, attack_value(s, border.territory, there - 1, there - 1))
            most = max(most, attack_value(s, border.territory, there, there) - without)
    return most
