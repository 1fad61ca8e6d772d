"""Populations: where they may be placed, and what weakens, heals and removes them (CL-POP-*, CL-MIG-04..08)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from lawspeaker_engine.agenda import DONE, Work
from lawspeaker_engine.games.clansmen import buildings
from lawspeaker_engine.games.clansmen.actions import build
from lawspeaker_engine.games.clansmen.hexes import TERRAINS, Terrain
from lawspeaker_engine.games.clansmen.options import Tile, tile_option
from lawspeaker_engine.games.clansmen.question_context import About, ContextFrame
from lawspeaker_engine.games.clansmen.state import CRAFTSMAN, FARMER, KINDS, LABORER, SEASONS, WINTER, Person, State
from lawspeaker_engine.model import PUBLIC, Decision

REACH: Final = 2
"""Steps from another own population to a new one; roads add to it (CL-MIG-04, CL-MIG-05)."""


def person_at(state: State, seat: int, tile: int) -> Person | None:
    """Return the seat's population on the tile, or None."""
    for person in state.players[seat].people:
        if person.tile == tile:
            return person
    return None


def occupied(state: State) -> set[int]:
    """Return tiles that hold a population of anybody (CL-MAP-09, AMB-CL-49)."""
    return {person.tile for player in state.players for person in player.people}


def weakened(state: State, seat: int) -> list[Person]:
    """Return the seat's Weakened people, ascending by tile."""
    return [person for person in state.players[seat].people if person.weakened]


def healthy(state: State, seat: int, *kinds: int) -> list[Person]:
    """Return the seat's healthy people, of these kinds if any are named; ascending by tile."""
    return [
        person for person in state.players[seat].people
        if not person.weakened and (not kinds or person.kind in kinds)
    ]


def within_reach(state: State, seat: int, sources: Iterable[int]) -> set[int]:
    """Return tiles at most two steps over revealed tiles from any of the sources, three with roads (CL-MIG-04..06)."""
    neighbours, revealed = state.board.neighbours, state.revealed
    found = set(sources)
    edge = found
    for _ in range(REACH + buildings.sum_of_kinds(state.players[seat], "reach")):
        edge = {
            beside for tile in edge for beside in neighbours[tile] if revealed[beside] and beside not in found
        }
        found = found | edge
    return found


def places(state: State, seat: int) -> list[int]:
    """Return where a new population of the seat may be put (CL-MIG-04..08), ascending.

    A player without population may use the own settlement (AMB-CL-48).
    """
    people = state.players[seat].people
    if people:
        tiles = within_reach(state, seat, [person.tile for person in people])
    else:
        tiles = set(state.board.settlements[state.home[seat]])
    return sorted(tiles - occupied(state))


def add(state: State, seat: int, kind: int, tile: int) -> None:
    """Put a healthy population on a free tile."""
    people = state.players[seat].people
    people.append(Person(tile, kind))
    people.sort(key=_tile)


def move(state: State, seat: int, source: int, target: int) -> None:
    """Move a population to a free tile; house and cards stay behind, but not its Idle Hands (AMB-CL-14)."""
    player = state.players[seat]
    _known(state, seat, source).tile = target
    player.people.sort(key=_tile)
    player.idle = sorted(target if tile == source else tile for tile in player.idle)
    build.drop_fences(state, seat)


def change(state: State, seat: int, tile: int, kind: int) -> None:
    """The population on the tile becomes another kind, healthy or Weakened as it was."""
    _known(state, seat, tile).kind = kind
    build.drop_fences(state, seat)


def _tile(person: Person) -> int:
    return person.tile


def _known(state: State, seat: int, tile: int) -> Person:
    """Return the seat's population on the tile. Raises ValueError if there is none."""
    person = person_at(state, seat, tile)
    if person is None:
        raise ValueError(f"seat {seat} has nobody on tile {tile}")
    return person


def remove(state: State, seat: int, tile: int) -> None:
    """The population is out of the game; its tile is free, its house stays, a fence as `fences` says (CL-POP-12)."""
    player = state.players[seat]
    player.people = [person for person in player.people if person.tile != tile]
    build.drop_fences(state, seat)


def weaken(state: State, seat: int, tile: int) -> None:
    """A healthy population becomes Weakened; one that is Weakened already is removed (CL-POP-10)."""
    person = _known(state, seat, tile)
    if person.weakened:
        remove(state, seat, tile)
    else:
        person.weakened = True


def heal(state: State, seat: int, tile: int) -> None:
    """The population on the tile is healthy again."""
    _known(state, seat, tile).weakened = False


def season_yield(state: State, kind: int, tile: int, season: int) -> int:
    """Return what a population of this kind brings in one season on a tile, all resources added; for defaults."""
    return _yield(kind, TERRAINS[state.land.terrain[tile]], season)


def yearly_yield(state: State, kind: int, tile: int) -> int:
    """Return what a population of this kind brings in a year on a tile, all resources added; for defaults."""
    return _YEARLY_YIELDS[kind][state.land.terrain[tile]]


def _yield(kind: int, terrain: Terrain, season: int) -> int:
    if kind == FARMER:
        return terrain.food[season]
    if kind == LABORER:
        return 0 if season == WINTER else terrain.wood + terrain.stone
    return 1 if kind == CRAFTSMAN else 0


KIND_TEXTS: Final = (
    "Gains the Food of its terrain and season.",
    "Gains the Wood and Stone of its terrain, in each season but Winter.",
    "Makes 1 Goods in each season, wherever it is.",
    "Gains nothing; in raids 1 is added to its die.",
)
"""By kind of population: what it is good for."""

_YEARLY_YIELDS: Final = tuple(
    tuple(sum(_yield(kind, terrain, season) for season in range(len(SEASONS))) for terrain in TERRAINS)
    for kind in range(len(KINDS))
)
"""By kind of population, then by terrain."""


@dataclass(slots=True)
class Place(ContextFrame[State]):
    """The owner of a gained population puts it on the map; it must if it can (CL-MIG-04, CL-MIG-08)."""

    seat: int
    kind: int
    prompt: str

    def step(self, state: State) -> Decision | Work:
        """Ask which tile; without any legal one the population is lost. By default it goes where it yields most."""
        options = list(map(tile_option, places(state, self.seat)))
        worth = [yearly_yield(state, self.kind, option.tile) for option in options] if len(options) > 1 else [0]
        best = worth.index(max(worth))
        return self.choose(state, self.seat, self.prompt, options, PUBLIC, default=best)

    def take(self, state: State, chosen: Sequence[Tile]) -> Work:
        """Put the population on the tile, healthy."""
        for option in chosen:
            add(state, self.seat, self.kind, option.tile)
        return DONE

    def about(self, state: State) -> About:
        """Return who is placed."""
        return About(kind=self.kind)
