"""Clansmen: what a player has at any time, as numbers. A playout ends at its seat's next turn, or with the season; in
the last Autumn and Winter with the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from typing import Any, Final

from lawspeaker_bots.greedy.clansmen.clan import FARMER, LABORER, WARRIOR, WINTER
from lawspeaker_bots.search.judge import Features, Hooks, bounded
from lawspeaker_engine.model import Outcome

BUILDINGS: Final = (
    "long_hall", "grand_hall", "shrine", "granary", "cellars", "watchtower", "signal_tower", "wooden_palisade",
    "stone_walls", "dirt_roads", "paved_roads", "healing_hall", "stables",
)
NAMES: Final = (
    "respect", "food", "wood", "stone", "goods", "blessings", "farmers", "laborers", "craftsmen", "warriors",
    "weakened", "hand", "specials", "idle", *BUILDINGS, "structures", "housed", "attached", "hunger", "food_a_year",
    "materials_a_season", "passed", "start", "most_warriors", "most_people", "most_goods", "most_food",
    "most_buildings", "called",
)
SOLE: Final = 3
"""Respect for who alone has most of something at the end; 1 for each of several."""
LAST_SEASONS: Final = 2
"""The seasons at the end whose playouts are cheap enough to go on to the end of the game."""
SPREAD: Final = 1.5
"""Respect by which playouts of the last seasons differ by chance: a margin of it multiplies the odds by e."""


def features(view: Any, catalogue: Any) -> Features:
    """Return by seat the values of NAMES."""
    rows = {row.id: number for number, row in enumerate(catalogue.buildings)}
    houses = {rows["wooden_house"], rows["stone_house"]}
    majorities = [_majority([count(player) for player in view.players]) for count in _COUNTS]
    return [
        _of_player(view, catalogue, player, [player.built[rows[name]] for name in BUILDINGS], houses,
                   [majority[seat] for majority in majorities])
        for seat, player in enumerate(view.players)
    ]


def _of_player(
    view: Any, catalogue: Any, player: Any, built: list[int], houses: set[int], majorities: list[int],
) -> list[float]:
    kinds, weakened, food_by_season, materials = [0] * 4, 0, [0] * 4, 0
    for person in player.people:
        kinds[person.kind] += 1
        weakened += person.weakened
        terrain = view.map.terrain[person.tile]
        if not terrain:
            continue
        row = catalogue.terrains[terrain - 1]
        if person.kind == FARMER:
            food_by_season = [food + more for food, more in zip(food_by_season, row.food, strict=True)]
        elif person.kind == LABORER:
            materials += row.wood + row.stone
    return [
        player.respect, player.food, player.wood, player.stone, player.goods, player.blessings, *kinds,
        weakened, player.hand_size, player.specials, len(player.idle), *built, len(player.structures),
        len({structure.tile for structure in player.structures if structure.building in houses}),
        len(player.attached), _hunger(view.season, player.food, food_by_season, len(player.people)),
        sum(food_by_season), materials, player.passed, view.start == player.seat, *majorities, len(player.called),
    ]


def _hunger(season: int, food: int, by_season: Sequence[int], people: int) -> int:
    """Return the worst lack of Food until the end of Winter, if nothing else happens."""
    worst = 0
    for each in range(season, WINTER + 1):
        food += by_season[each] - people
        worst = max(worst, -food)
    return worst


def _majority(amounts: list[int]) -> list[int]:
    """Return the Respect that each seat would have for these amounts at the end."""
    most = max(amounts)
    leaders = amounts.count(most)
    return [(SOLE if leaders == 1 else 1) if amount == most and most else 0 for amount in amounts]


_COUNTS: Final[tuple[Callable[[Any], int], ...]] = (
    lambda player: sum(person.kind == WARRIOR for person in player.people),
    lambda player: len(player.people),
    lambda player: player.goods,
    lambda player: player.food,
    lambda player: sum(player.built) + len(player.structures),
)


def margins(view: Any, outcome: Outcome) -> list[float]:
    """Return by seat how clearly it has won: by the Respect above the gate, times that above the others."""
    added = sum(sum(_majority([count(player) for player in view.players])) for count in _COUNTS)
    over = sum(outcome.scores) - added - view.gate + 0.5
    reached = 1 / (1 + exp(-bounded(over / SPREAD)))
    return [reached / sum(exp(bounded((other - own) / SPREAD)) for other in outcome.scores) for own in outcome.scores]


def _season(view: Any) -> int:
    """Return the number of the season, from 0."""
    return max(0, 4 * (int(view.year) - 1) + int(view.season))


def _left(view: Any) -> int:
    """Return the number of seasons after this one."""
    return max(0, 4 * int(view.years) - 1 - _season(view))


HOOKS: Final = Hooks(
    names=NAMES, stage=_season, left=_left, features=features, turns=1,
    to_the_end=lambda view: _left(view) < LAST_SEASONS, margins=margins,
)
