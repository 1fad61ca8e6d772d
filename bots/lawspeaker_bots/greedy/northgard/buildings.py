"""Rules of thumb for the buildings of Northgard: which to build, to exchange and to lose."""

from __future__ import annotations

from typing import Any

from lawspeaker_bots.greedy.northgard import fights
from lawspeaker_bots.greedy.northgard.map import WOOD
from lawspeaker_bots.greedy.northgard.situation import Situation


def build(s: Situation, option: Any) -> int:
    """Score a building by its gain until the end, with a bonus for large ones in closed land (Victory A)."""
    building = s.catalogue.buildings[option.building]
    brings = _brings(s, building.id, option.territory)
    land = s.land.at[option.territory]
    if s.land.goals.open:
        brings += _for_goals(s, land, large=building.large)
    elif building.large and not land.open_sides:
        brings += 580
    return 20 + brings - 30 * bool(option.carved and building.id != "carved_stone")


def _for_goals(s: Situation, land: Any, *, large: bool) -> int:
    """Return what a building adds to victory cards."""
    words = ["builds", "buildings"]
    if large:
        words.append("large_buildings")
        if not land.open_sides and not any(s.catalogue.buildings[each.number].large for each in land.buildings):
            words += ["closed_with_large"] + [f"closed_of_{least}_with_large" for least in (5, 6) if land.size >= least]
    return s.land.goals.pull(s.seat, *words)


def _brings(s: Situation, name: str, t: int) -> int:
    years = s.years_left
    first_wood = 200 * (s.land.income(WOOD) == 0)
    danger = 4 * fights.threat(s, t, s.land.figures(t))
    brings: int = {
        "altar_of_kings": 360 * years, "forge": 130 * (years - 1), "fortress": 260 + 2 * danger,
        "food_silo": 130 * years, "woodcutter_lodge": 60 * years + first_wood if years > 2 else 20 * years,
        "carved_stone": 90 * years, "training_camp": 50 * (years - 1), "defense_tower": 35 + danger,
    }[name]
    return brings


def exchange(s: Situation, option: Any) -> int:
    """Score an exchange of buildings by the difference; it is free, but only one can be exchanged."""
    old, new = (s.catalogue.buildings[number].id for number in (option.old, option.new))
    return _brings(s, new, option.territory) - _brings(s, old, option.territory)


def lost(s: Situation, option: Any) -> int:
    """Score a building to lose by how little it brings."""
    name = s.catalogue.buildings[option.building].id
    return 5000 - _brings(s, name, option.territory)
