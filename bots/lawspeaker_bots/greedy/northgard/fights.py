"""Rules of thumb for the fights of Northgard: what an attack or a threat is worth, and how to fight.

Chances are throws of 36: each side has one die.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from lawspeaker_bots.greedy.northgard.map import KAIJA, ROUGH
from lawspeaker_bots.greedy.northgard.situation import Situation

FACES = ((2, 0), (3, 0), None, (2, 1), (0, 2), (1, 1))
"""Points and casualties of the six faces; with the third one a player takes one point or one casualty."""
THROWS = 36
UNHARMED = 99
"""Figures of a side that no casualties wipe out."""


@cache
def wins(lead: int, attackers: int, defenders: int, harm: int = 0) -> int:
    """Return how many of the 36 throws win for an attacker who is `lead` points ahead before them.

    The attackers suffer `harm` casualties besides those of the die. Who loses all figures has lost; who has the choice
    takes a casualty if it wipes the other side out, and a point otherwise.
    """
    count = 0
    for attack in FACES:
        points, casualties = attack or _chosen(defenders)
        for defence in FACES:
            against, losses = defence or _chosen(attackers - harm)
            if losses + harm < attackers and (casualties >= defenders or lead + points > against):
                count += 1
    return count


def _chosen(others: int) -> tuple[int, int]:
    """Return what a player takes, a point or a casualty, against so many figures."""
    return (0, 1) if others <= 1 else (1, 0)


# Threats.

def threat(s: Situation, territory: int, figures: int) -> int:
    """Return the most throws by which an enemy beside an own territory takes it, if so many figures hold it.

    All figures of a neighbour attack, own special figures stay, and both sides add a point a figure with food.
    """
    known = s.odds.threats.get((territory, figures))
    if known is None:
        known = s.odds.threats[territory, figures] = _count_threat(s, territory, figures)
    return known


def _count_threat(s: Situation, territory: int, figures: int) -> int:
    if figures <= 0:
        return 0
    around = s.odds.around.get(territory)
    if around is None:
        around = s.odds.around[territory] = _around(s, territory)
    if not around:
        return 0
    land, here = s.land, s.land.at[territory]
    special = land.strength(territory) - land.figures(territory) if here.owner == s.seat else 0
    defence = figures + special + min(figures, s.me.food) + 2 * here.has("fortress")
    tower = here.has("defense_tower")
    return max([wins(attack - defence, attackers, figures, tower) for attack, attackers in around])


def _around(s: Situation, territory: int) -> list[tuple[int, int]]:
    """Return combat points and figures of each enemy beside a territory, food included."""
    land, found = s.land, []
    for border in land.at[territory].neighbours:
        owner = land.at[border.territory].owner
        if border.kind < ROUGH and land.is_enemy(owner):
            attackers = land.figures(border.territory)
            found.append((land.strength(border.territory) + min(attackers, s.view.players[owner].food), attackers))
    return found


def loss(s: Situation, territory: int, figures: int) -> int:
    """Return what threats cost if so many figures hold the territory, in hundredths of fame."""
    throws = threat(s, territory, figures)
    return (s.land.worth(territory) + 80) * throws // 100 if throws else 0


# Attacks.

def attack_value(s: Situation, target: int, strength: int, figures: int) -> int:
    """Return the land by the chance to win it, less the cost of a lost fight by the chance to lose it.

    The land counts twice, for the enemy has it no more. Both sides may add a point a figure with food.
    """
    if figures <= 0:
        return 0
    land, there = s.land, s.land.at[target]
    defenders = land.figures(target)
    attack = strength + min(figures, s.me.food)
    defence = land.strength(target) + min(defenders, s.view.players[there.owner].food)
    harm = 0
    if not s.me.conqueror:
        defence += 2 * there.has("fortress")
        harm = there.has("defense_tower")
    won = wins(attack - defence, figures, defenders, harm)
    goal = land.goals.pull(s.seat, "wins_against_players")
    return (2 * land.worth(target) + 230 + goal) * won // THROWS - 70 * (THROWS - won) // THROWS


def attackers(s: Situation, territory: int) -> tuple[int, int]:
    """Return combat points and number of the figures that have moved into an enemy's territory."""
    there = [battle for battle in s.view.battles if battle.territory == territory]
    strength = sum(b.units + sum(s.land.points(figure, attacking=True) for figure in (*(KAIJA,) * b.kaija, *b.figures))
                   for b in there)
    return int(strength), int(sum(b.units + b.kaija + len(b.figures) for b in there))


# In a combat.

def food(s: Situation, option: Any) -> int:
    """Score spending food in a combat: the land by the chance to win it or to keep it, less what the food is worth.

    Food that winter will lack costs more. A defender who can still spend food does. The view does not tell how many
    attack: their points stand for them.
    """
    fight, spent = s.view.combat, option.food
    if fight.creature:
        return _food_against_creature(s, option)
    attacks = fight.attacker == s.seat
    lead = fight.attacker_points - fight.defender_points
    there = fight.attacker_points - fight.attacker_food
    defenders = s.land.figures(fight.territory)
    if attacks:
        lead += spent - min(s.view.players[fight.defender].food, defenders)
        won = wins(lead, there, defenders, fight.attacker_casualties)
    else:
        won = THROWS - wins(lead - spent, there, defenders, fight.attacker_casualties)
    cost = 60 * spent + 200 * s.brings_unrest(food=spent)
    return int((s.land.worth(fight.territory) + 150) * won // THROWS - cost)


def _food_against_creature(s: Situation, option: Any) -> int:
    """Score food: as little as gives a safe lead; none if the fight is lost anyway."""
    fight = s.view.combat
    lead = fight.attacker_points - fight.defender_points
    lead = (-lead if fight.creature_attacks else lead) + option.food
    if lead >= 2:
        return int(1000 - 100 * option.food)
    return int(500 + 100 * lead if lead > -2 else 100 - 100 * option.food)


def die(s: Situation, option: Any) -> int:
    """Score a casualty that wipes the defenders out, then points where they may decide, else casualties."""
    fight = s.view.combat
    if fight.attacker == s.seat and not fight.creature:
        defenders = s.land.figures(fight.territory)
        if option.casualties and fight.defender_casualties + option.casualties >= defenders:
            return 1000
    lead = abs(fight.attacker_points - fight.defender_points)
    return int(100 + 100 * option.points * (lead <= 2) + 50 * option.casualties)
