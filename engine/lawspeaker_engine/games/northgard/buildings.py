"""The kinds of building and what they do, as numbers; a building's number is its place in `BUILDINGS`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lawspeaker_engine.content import load_rows
from lawspeaker_engine.games.northgard.board import Board


@dataclass(frozen=True, slots=True)
class Building:
    """One kind of building (NG-BLDG-*); every number counts once for each building of the kind (AMB-R48)."""

    id: str
    name: str
    cost: int
    """Wood paid to build it (NG-BUILD-02)."""
    large: bool = False
    carved: bool = False
    """True if it stands only on a small space with the Carved Stone symbol (NG-BUILD-04)."""
    food: int = 0
    """Collected at Harvest, as are wood, lore and fame."""
    wood: int = 0
    lore: int = 0
    fame: int = 0
    points: int = 0
    """Combat points of the defender (NG-BLDG-06)."""
    casualties: int = 0
    """Casualties the defender inflicts besides those of the die (NG-BLDG-04)."""
    recruits: int = 0
    """Units added where units were recruited (NG-REC-06)."""
    cards: int = 0
    """Cards its controller draws more at the start of the year (NG-BLDG-07)."""


BUILDINGS: Final = load_rows(Path(__file__).parent / "content" / "buildings.toml", "building", Building)

FOOD_SILO: Final = 0
WOODCUTTER_LODGE: Final = 1
CARVED_STONE: Final = 2
DEFENSE_TOWER: Final = 3
TRAINING_CAMP: Final = 4
FORTRESS: Final = 5
FORGE: Final = 6
ALTAR_OF_KINGS: Final = 7

PRODUCES: Final = tuple((row.food, row.wood, row.lore) for row in BUILDINGS)
"""By building: food, wood and lore at Harvest."""
FAME: Final = tuple(row.fame for row in BUILDINGS)
POINTS: Final = tuple(row.points for row in BUILDINGS)
CASUALTIES: Final = tuple(row.casualties for row in BUILDINGS)
RECRUITS: Final = tuple(row.recruits for row in BUILDINGS)
CARDS: Final = tuple(row.cards for row in BUILDINGS)


def total(board: Board, territory: int, column: tuple[int, ...]) -> int:
    """Return the sum of one column (such as `POINTS`) over all buildings of the territory."""
    amount = 0
    for code in board.buildings[territory]:
        amount += column[code >> 2]
    return amount


def produced(board: Board, territory: int) -> tuple[int, int, int]:
    """Return food, wood and lore the territory gives at Harvest: printed, and by its buildings (NG-BLDG-01 to 03)."""
    food, wood, lore = board.food[territory], board.wood[territory], board.lore[territory]
    for code in board.buildings[territory]:
        more = PRODUCES[code >> 2]
        food += more[0]
        wood += more[1]
        lore += more[2]
    return food, wood, lore


def collect(board: Board, territory: int, resources: list[int]) -> None:
    """Add to a player's resources all that the territory gives, from the bank (NG-HARV-04)."""
    resources[0] += board.food[territory]
    resources[1] += board.wood[territory]
    resources[2] += board.lore[territory]
    for code in board.buildings[territory]:
        food, wood, lore = PRODUCES[code >> 2]
        resources[0] += food
        resources[1] += wood
        resources[2] += lore
