"""Rules of thumb for where the figures of Northgard go: moves, retreats and recruits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lawspeaker_bots.greedy.northgard import warchiefs
from lawspeaker_bots.greedy.northgard.creatures import FIGHT, fight_value, must_be_fought
from lawspeaker_bots.greedy.northgard.fights import attack_value, attackers, loss
from lawspeaker_bots.greedy.northgard.map import KAIJA, ROUGH
from lawspeaker_bots.greedy.northgard.situation import FIRST_COME, Situation


@dataclass(frozen=True, slots=True)
class Best:
    """The best move of a group out of a territory."""

    gain: int
    figures: tuple[int, ...]
    """The special figures but Kaija that go with it."""


def best_move(s: Situation) -> int:
    """Return the gain of the best single move of units, without Kaija, who may seldom enter enemy land."""
    return max((best.gain for source in s.land.mine if (best := best_from(s, source.id))), default=0)


def forced(s: Situation) -> int:
    """Return what the fights bring that any move brings about: with creatures in own land that must be fought."""
    if s.view.creatures is None or not s.view.creatures.line:
        return 0
    return sum(_fight_at_home(s, land.id) for land in s.land.mine if land.creatures)


def _fight_at_home(s: Situation, territory: int) -> int:
    """Return what a fight in own land brings; who loses it loses the land."""
    row = must_be_fought(s, territory)
    if row is None:
        return 0
    worth = s.land.worth(territory)
    return fight_value(s, row, s.land.strength(territory), s.land.figures(territory), prize=worth) - worth


def best_from(s: Situation, source: int) -> Best | None:
    """Return the best single move from a territory, with all its special figures but Kaija or with none."""
    if source in s.odds.best:
        known: Best | None = s.odds.best[source]
        return known
    land, others = s.land.at[source], _others(s, source)
    targets = [border.territory for border in land.neighbours if border.kind < ROUGH]
    moves = [Best(_gain(s, source, target, units, figures), figures)
             for target in targets for units in range(land.units + 1)
             for figures in ((others, ()) if others else ((),)) if units or figures]  # ties as among the options
    best = s.odds.best[source] = max(moves, key=lambda move: move.gain, default=None)
    return best


def _others(s: Situation, source: int) -> tuple[int, ...]:
    """Return the own special figures in a territory but Kaija, by their numbers in the catalogue."""
    figures = s.land.at[source].figures
    return tuple(each.figure for each in figures if each.seat == s.seat and each.figure != KAIJA) if figures else ()


def move(s: Situation, option: Any) -> int:
    """Score a move, or the way of a retreat."""
    if s.prompt == "combat.retreat":
        return _retreat(s, option)
    if option.source not in s.land.at or s.land.at[option.source].owner != s.seat:
        return FIRST_COME
    kaija = (KAIJA,) if option.kaija else ()
    others = _others(s, option.source)
    groups = [(*kaija, *others)] if others else []
    if option.units or option.kaija:
        groups.append(kaija)
    return max((_gain(s, option.source, option.target, option.units, group) for group in groups), default=FIRST_COME)


def goes_along(s: Situation, option: Any) -> int:
    """Score that a special figure goes with the group that moves.

    The group is not in the view: it is the one of the best move from there, and whether this is better with the figure
    was counted then. A retreat takes all along.
    """
    fight = s.view.combat
    if s.least or (fight is not None and fight.attacker_points > 0):
        return 100
    best = best_from(s, option.territory)
    return 100 if best is not None and best.figures else -100


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


def _gain(s: Situation, source: int, target: int, units: int, special: tuple[int, ...] = ()) -> int:
    """Score a move: land gained, less land given up or in danger and figures bound; the fewest that are enough go."""
    move = source, target, units, special
    known = s.odds.gains.get(move)
    if known is None:
        known = s.odds.gains[move] = _count_gain(s, *move)
    return known


def _count_gain(s: Situation, source: int, target: int, units: int, special: tuple[int, ...]) -> int:
    land = s.land
    owner = land.at[target].owner
    if owner is not None and owner != s.seat and not land.is_enemy(owner):
        return -100
    figures, strength = units + len(special), units
    for each in special:
        strength += land.points(each, attacking=True)
    cost = s.odds.leaving.get((source, figures))
    if cost is None:
        cost = s.odds.leaving[source, figures] = _cost_of_leaving(s, source, figures)
    if land.at[target].creatures and (row := must_be_fought(s, target)) is not None:
        return _against_creature(s, row, target, figures, strength) - cost - 20 * strength
    if owner == s.seat:
        return _saved(s, target, figures) - cost
    danger = loss(s, target, figures)
    if owner is None:
        return land.worth(target) - cost - 10 * strength - danger
    points, there = attackers(s, target)
    more = attack_value(s, target, points + strength, there + figures) - attack_value(s, target, points, there)
    return more - cost - 20 * strength - danger


def _against_creature(s: Situation, row: Any, target: int, figures: int, strength: int) -> int:
    """Return what so many figures more add where a creature must be fought."""
    land = s.land
    own = land.at[target].owner == s.seat
    prize = 0 if own else land.worth(target)
    points, there = (land.strength(target), land.figures(target)) if own else (0, 0)
    before = fight_value(s, row, points, there, prize=prize) if there else 0
    return fight_value(s, row, points + strength, there + figures, prize=prize) - before


def _cost_of_leaving(s: Situation, source: int, figures: int) -> int:
    """Return what it costs that so many figures leave: the land, or the danger to those who stay."""
    here = s.land.figures(source)
    if s.land.at[source].creatures and _fight_at_home(s, source) < 0:  # the land is lost anyway
        return -2 * FIGHT if figures >= here else 0
    if figures >= here:
        return s.land.worth(source) + 50 - loss(s, source, here)
    return loss(s, source, here - figures) - loss(s, source, here)


def recruit(s: Situation, option: Any) -> int:
    """Score a place to recruit: a camp helps, the land is in danger, free land waits, or an attack gets stronger."""
    t, at = option.territory, s.land.at
    free = max((s.land.worth(border.territory) for border in at[t].neighbours
                if at[border.territory].owner is None and border.kind < ROUGH), default=0)
    score = 100 + 200 * at[t].has("training_camp") + free // 2 + 100 * option.kaija + _saved(s, t, 1)
    score += warchiefs.bonus(s.catalogue, [option.figure]) if option.figure else 0
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
