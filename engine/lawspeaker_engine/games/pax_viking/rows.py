"""The printed pieces: tiles, Jarls, places with abilities and Victory Condition cards (SG c.3 to c.9).

A tile's number is its place in `TILES`; so too for the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lawspeaker_engine.content import load_unique, refuse_unknown
from lawspeaker_engine.games.pax_viking.abilities.ability import Ability
from lawspeaker_engine.games.pax_viking.abilities.verbs import VERBS, Effect
from lawspeaker_engine.games.pax_viking.board import HOME, NOWHERE, POST, POSTS, REGION, WIND_OF, WINDS
from lawspeaker_engine.games.pax_viking.enums import InfluenceType, SagaTileKind
from lawspeaker_engine.text import words

_CONTENT: Final = Path(__file__).parent / "content"

JARLDOM, THEOCRACY, SWEDEN, RUS = map(int, InfluenceType)
TYPES: Final = words(InfluenceType)
"""The types of Follower, which are those of the Influence Markers too."""
NO_TYPE: Final = -1

VENTURE, EVENT, ADVOCATE, GOD, _ = map(int, SagaTileKind)
KINDS: Final = words(SagaTileKind)[:SagaTileKind.ANY]
"""The kinds of tile."""

ANYWHERE: Final = "any"
"""The location that every POST fulfils."""


@dataclass(frozen=True, slots=True)
class _Archetype:
    """The properties that all tiles of one name share."""

    id: str
    name: str
    type: str
    trigger: str
    effects: tuple[Effect, ...]
    hook: str = ""
    once: bool = False
    where: str = ""


@dataclass(frozen=True, slots=True)
class _TileRow:
    id: str
    archetype: str
    location: str
    follower: str = ""
    starter: int = 0


@dataclass(frozen=True, slots=True)
class Tile:
    """A saga tile (SG-TILE-05)."""

    id: str
    archetype: str
    name: str
    kind: int
    region: int
    """Its location, if that is a REGION, else NOWHERE; so too `wind`. With neither, every POST will do."""
    wind: int
    """Its location, if that is a WIND."""
    follower: int
    """The type of Follower it takes; NO_TYPE for Events."""
    starter: int
    """It is in the starter deck of so many players and more; 0 for never (SG-SETUP-04, AMB-SG-43)."""
    ability: Ability

    @property
    def this_wind(self) -> int:
        """Return the WIND that its printed location lies in; NOWHERE if it has none."""
        return self.wind if self.region == NOWHERE else WIND_OF[self.region]


@dataclass(frozen=True, slots=True)
class Jarl:
    """A Jarl with its Jarlboard (SG c.8)."""

    id: str
    name: str
    home: str
    silver: int
    """More to begin with (SG-SETUP-12)."""
    advocates: int
    """Spaces for Advocates; so too gods (AMB-SG-46)."""
    gods: int
    abilities: tuple[Ability, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """The abilities of a preprinted POST."""

    id: str
    abilities: tuple[Ability, ...]


METRICS: Final = (
    "established", "winds", "trade_centers", "key_trade_centers", "allies", "duchies", "duchies_in_winds",
    "advocates", "gods", "silver", "markers", "longships", "fewest_of_a_type", "most_of_a_type",
)
"""The counts that Victory Condition cards name."""

DIFFICULTIES: Final = ("novice", "standard", "advanced", "eklundian")


@dataclass(frozen=True, slots=True)
class Condition:
    """At least so many of something."""

    count: str
    least: int

    def __post_init__(self) -> None:
        refuse_unknown("count", self.count, METRICS)


@dataclass(frozen=True, slots=True)
class Victory:
    """A Victory Condition card (SG c.9)."""

    id: str
    name: str
    difficulty: str
    all_of: tuple[Condition, ...]

    def __post_init__(self) -> None:
        refuse_unknown("difficulty", self.difficulty, DIFFICULTIES)


def _tiles() -> tuple[Tile, ...]:
    paths = [_CONTENT / f"{kind}s.toml" for kind in KINDS]
    archetypes = {row.id: row for row in load_unique(paths, "archetype", _Archetype, VERBS)}
    rows = load_unique([_CONTENT / "tiles.toml"], "tile", _TileRow)
    return tuple(_tile(row, archetypes[row.archetype]) for row in rows)


def _tile(row: _TileRow, archetype: _Archetype) -> Tile:
    place = row.location
    refuse_unknown(f"tile {row.id} location", place, (*WINDS, *REGION, ANYWHERE))
    return Tile(
        row.id, archetype.id, archetype.name, KINDS.index(archetype.type), REGION.get(place, NOWHERE),
        WINDS.index(place) if place in WINDS else NOWHERE, TYPES.index(row.follower) if row.follower != "" else NO_TYPE,
        row.starter, Ability(archetype.trigger, archetype.effects, archetype.hook, archetype.once, archetype.where),
    )


TILES: Final = _tiles()
JARLS: Final = load_unique([_CONTENT / "jarls.toml"], "jarl", Jarl, VERBS)
JARL_HOMES: Final = tuple(HOME[jarl.home] for jarl in JARLS)
"""By Jarl: the number of the HOME."""
VICTORIES: Final = load_unique([_CONTENT / "victory.toml"], "victory", Victory)


def _place_abilities() -> tuple[tuple[Ability, ...], ...]:
    found: list[tuple[Ability, ...]] = [()] * len(POSTS)
    for row in load_unique([_CONTENT / "places.toml"], "place", _Place, VERBS):
        found[POST[row.id]] = row.abilities
    return tuple(found)


PLACE_ABILITIES: Final = _place_abilities()
"""By POST: what a Trade Center or Powerful Ally can; () for circles."""
