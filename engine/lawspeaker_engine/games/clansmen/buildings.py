"""The building table (CL-BUILD-*) as numbers; a building's number is its place in `BUILDINGS`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Protocol

from lawspeaker_engine.content import load_rows

SETTLEMENT, FARM, HOME = "settlement", "farm", "home"


@dataclass(frozen=True, slots=True)
class Building:
    """A row of content/buildings.toml."""

    id: str
    name: str
    text: str
    """The effect, in a sentence of our own."""
    site: str = SETTLEMENT
    """settlement, or on a tile: farm (one fence a tile) or home (one house a tile)."""
    wood: int = 0
    """The price; so too stone and goods."""
    stone: int = 0
    goods: int = 0
    respect: int = 0
    """Gained when built, or worth while it stands (AMB-CL-21)."""
    worth: bool = False
    """True if its Respect counts while it stands, rather than being gained for ever."""
    requires: str = ""
    """The id of what its owner must have."""
    replaces: str = ""
    """The id of what gives way to it."""
    upgrade: bool = False
    """True if its owner must have what gives way to it (AMB-CL-22)."""
    at_once: int = 1
    """How many one Build action may put up."""
    prayer: bool = False
    """True if its owner may Pray."""
    reach: int = 0
    """Steps more at which new population may be placed."""
    trades: int = 0
    """Trades more in one Trade action."""
    yearly_respect: int = 0
    """Gained at the end of each year."""
    shelters: int = 0
    """Populations without house that it spares in Winter."""
    preserves: int = 0
    """Steps by which less food rots: half, a quarter, none."""
    own_rerolls: int = 0
    """Rerolls of an own die in each raid."""
    raider_rerolls: int = 0
    """Rerolls of a Raider die in each raid."""
    unhurt_on_ties: bool = False
    """True if its owner's people stay unhurt where they tie a Raider."""
    wins_ties: bool = False
    """True if its owner's dice beat a Raider they tie."""
    heals_victors: bool = False
    """True if its owner's people are not weakened where the Raider is defeated."""
    warriors_first: bool = False
    """True if its owner's Warriors fight before all others."""


BUILDINGS: Final = load_rows(Path(__file__).parent / "content" / "buildings.toml", "building", Building)


def number_of(building: str) -> int:
    """Return the number of the building with this id. Raises ValueError if there is none."""
    return [row.id for row in BUILDINGS].index(building)


NONE: Final = -1
"""The number of no building."""
REQUIRES: Final = tuple(number_of(row.requires) if row.requires else NONE for row in BUILDINGS)
"""By building: what must stand, or NONE."""
REPLACES: Final = tuple(number_of(row.replaces) if row.replaces else NONE for row in BUILDINGS)
"""By building: what gives way, or NONE."""
REPLACED_BY: Final = tuple(
    tuple(upper for upper, lower in enumerate(REPLACES) if lower == number) for number in range(len(BUILDINGS)))
"""By building: to what it gives way."""


class Builder(Protocol):
    """A player, as far as it builds."""

    built: list[int]
    """By building: how many stand in the settlement."""


def sum_of_all(player: Builder, column: str) -> int:
    """Return the sum of a column over what the player has built in the settlement: two halls pay twice (AMB-CL-26)."""
    return sum([amount * player.built[number] for number, amount in _amounts(column)])


def sum_of_kinds(player: Builder, column: str) -> int:
    """Return the same sum with each kind of building counted once: a second one reaches no farther (AMB-CL-26)."""
    return sum([amount for number, amount in _amounts(column) if player.built[number]])


def has(player: Builder, column: str) -> bool:
    """Return whether anything the player has built in the settlement has this ability."""
    return any(player.built[number] for number, _ in _amounts(column))


@cache
def _amounts(column: str) -> tuple[tuple[int, int], ...]:
    """Return the numbers of the buildings that have anything in this column, each with what it has."""
    return tuple((number, amount) for number, row in enumerate(BUILDINGS) if (amount := getattr(row, column)))
