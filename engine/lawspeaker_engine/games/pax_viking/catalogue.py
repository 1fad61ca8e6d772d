"""The printed pieces, sent once a match: tiles, Jarls, places of the map, borders and Victory Condition cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lawspeaker_engine.games.pax_viking.board import (
    BESIDE,
    DUCHIES,
    FIRST_DUCHY,
    FIRST_POST,
    GATES,
    HOME_GATES,
    HOMES,
    POST_REGION,
    POSTS,
    REGIONS,
    WIND_OF,
    WINDS,
)
from lawspeaker_engine.games.pax_viking.rows import JARL_HOMES, JARLS, KINDS, TILES, TYPES, VICTORIES
from lawspeaker_engine.games.pax_viking.state import ALLY_SHIPS, LONGSHIPS, SHIP_KINDS
from lawspeaker_engine.games.pax_viking.text import words


@dataclass(frozen=True, slots=True)
class TileInfo:
    """A saga tile; its number is its index in the catalogue."""

    id: str
    """Its id in content/."""
    archetype: str
    """Equal for tiles that do the same."""
    name: str
    """For people, as printed."""
    kind: int
    """A SagaTileKind, but not SAGA_TILE_KIND_ANY."""
    region: int
    """Its location, if that is a REGION, else -1; with neither REGION nor WIND every POST will do."""
    wind: int
    """Its location, if that is a WIND, a Wind, else -1."""
    follower: int
    """The type of Follower it takes, an InfluenceType; -1 for Events."""
    vote: bool
    """True if it is an Event that an ALTHING decides on."""
    text: str
    """The effect, in a sentence."""


@dataclass(frozen=True, slots=True)
class JarlInfo:
    """A Jarl; its number is its index in the catalogue."""

    id: str
    """Its id in content/."""
    name: str
    """For people, as printed."""
    home: int
    """The node of its HOME."""
    silver: int
    """More silver to begin with."""
    advocates: int
    """Spaces for Advocates on its Jarlboard; so too gods."""
    gods: int
    """Spaces for Gods on its Jarlboard."""
    text: str
    """The ability, in a sentence."""


@dataclass(frozen=True, slots=True)
class RegionInfo:
    """A REGION; its number is its index in the catalogue."""

    id: str
    """Its id in content/."""
    name: str
    """For people, as printed."""
    wind: int
    """The WIND in which it lies, a Wind."""
    kind: str
    """sea, river or harbor. No Longship can stand in a Harbor REGION itself, but in its POSTS."""


@dataclass(frozen=True, slots=True)
class PostInfo:
    """A POST; its number is its index in the catalogue."""

    id: str
    """Its id in content/."""
    name: str
    """For people, as printed."""
    region: int
    """In which it lies."""
    kind: str
    """empty for a circle that takes Ventures, trade_center, or ally for a Powerful Ally."""
    gate: int
    """The REGION from which it is entered, and to which it is left."""
    cost: int
    """The price of ESTABLISHING there."""
    key: bool
    """True if it is a KEY TRADE CENTER."""
    text: str
    """The effect of a Trade Center or Powerful Ally, in a sentence; empty for circles."""


@dataclass(frozen=True, slots=True)
class NodeInfo:
    """A place where a Longship can stand; its number is its index in the catalogue."""

    name: str
    """For people, as printed."""
    region: int
    """The REGION that it is or lies in; for the HOME of a DUCHY the DUCHY; -1 for the HOME of a Jarl."""
    post: int
    """The POST that it is, or -1."""
    beside: tuple[int, ...]
    """The nodes one STEP away; HOMES are not named, though from a REGION in `beside` of a HOME its owner enters it."""
    home: bool
    """True if it is a HOME, of a Jarl or of a DUCHY: only its owner may enter it, and it lies in no REGION."""


@dataclass(frozen=True, slots=True)
class VictoryInfo:
    """A Victory Condition card; its number is its index in the catalogue."""

    id: str
    """Its id in content/."""
    name: str
    """For people, as printed."""
    difficulty: str
    """novice, standard, advanced or eklundian."""
    counts: tuple[str, ...]
    """The counts that it names; all of it must be reached."""
    least: tuple[int, ...]
    """How much of each."""
    text: str
    """The condition, in a sentence."""


@dataclass(frozen=True, slots=True)
class Named:
    """Something that is no more than a name; its number is its index in the catalogue."""

    id: str
    """Its id in content/."""
    name: str
    """For people, as printed."""


@dataclass(frozen=True, slots=True)
class ShipKind:
    """A kind of Longship; its number is its index in the catalogue."""

    id: str
    """Its id in content/."""
    name: str
    """For people, as printed."""
    ships: int
    """Longships of each player, or for Allies of all together."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Everything printed."""

    tiles: tuple[TileInfo, ...]
    """The saga tiles."""
    jarls: tuple[JarlInfo, ...]
    """One for each Jarl that can be dealt."""
    regions: tuple[RegionInfo, ...]
    """All parts of the map that hold POSTS or lie between them."""
    posts: tuple[PostInfo, ...]
    """All places of Followers on the map."""
    nodes: tuple[NodeInfo, ...]
    """HOMES of Jarls, REGIONS, POSTS, HOMES of DUCHIES, in this order."""
    cards: tuple[VictoryInfo, ...]
    """The Victory Condition cards."""
    types: tuple[Named, ...]
    """The types of Follower, and of Influence Marker: names of InfluenceType."""
    kinds: tuple[Named, ...]
    """The kinds of tile: names of SagaTileKind."""
    winds: tuple[Named, ...]
    """North, west, east and south."""
    ship_kinds: tuple[ShipKind, ...]
    """Of Longship: own, and three of Allies."""


def make_catalogue() -> Catalogue:
    """Return the catalogue of all rows."""
    return Catalogue(
        tiles=tuple(
            TileInfo(row.id, row.archetype, row.name, row.kind, row.region, row.wind, row.follower,
                     row.ability.trigger == "vote", words.tile_text(number))
            for number, row in enumerate(TILES)
        ),
        jarls=tuple(
            JarlInfo(row.id, row.name, JARL_HOMES[number], row.silver, row.advocates, row.gods,
                     words.jarl_text(number))
            for number, row in enumerate(JARLS)
        ),
        regions=tuple(
            RegionInfo(row.id, row.name, WIND_OF[number], row.kind) for number, row in enumerate(REGIONS)
        ),
        posts=tuple(
            PostInfo(row.id, row.name, POST_REGION[number], row.kind, GATES[number], row.cost, row.key,
                     words.place_text(number))
            for number, row in enumerate(POSTS)
        ),
        nodes=_nodes(),
        cards=tuple(
            VictoryInfo(row.id, row.name, row.difficulty, tuple(each.count for each in row.all_of),
                        tuple(each.least for each in row.all_of), words.victory_text(number))
            for number, row in enumerate(VICTORIES)
        ),
        types=_named(TYPES),
        kinds=_named(KINDS),
        winds=_named(WINDS),
        ship_kinds=tuple(
            ShipKind(name, name.capitalize(), count or LONGSHIPS)
            for name, count in zip(SHIP_KINDS, ALLY_SHIPS, strict=True)
        ),
    )


def _nodes() -> tuple[NodeInfo, ...]:
    """Return all nodes in order."""
    first = len(HOMES)

    def gates(node: int) -> tuple[int, ...]:
        return tuple(first + region for region in HOME_GATES[node])

    return (
        *(NodeInfo(row.name, -1, -1, gates(number), home=True) for number, row in enumerate(HOMES)),
        *(NodeInfo(row.name, number, -1, BESIDE[number], home=False) for number, row in enumerate(REGIONS)),
        *(NodeInfo(row.name, POST_REGION[number], number, (first + GATES[number],), home=False)
          for number, row in enumerate(POSTS)),
        *(NodeInfo(f"Home in {REGIONS[region].name}", region, -1, gates(FIRST_DUCHY + number), home=True)
          for number, region in enumerate(DUCHIES)),
    )


assert len(HOMES) + len(REGIONS) == FIRST_POST, "nodes are numbered in the order in which `_nodes` lists them"


def _named(ids: Sequence[str]) -> tuple[Named, ...]:
    return tuple(Named(each, each.capitalize()) for each in ids)
