"""Clansmen's view as a map: `clansmen.map(decision.view, decision.catalogue)`.

A view is flat, so that it is small: people and houses by player, terrain by hex, and -1 or 0 for nothing. A map has
objects for hexes, with who and what is on them and what lies around them, and None for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from lawspeaker.clansmen.v1.clansmen_pb2 import BoardInfo, Catalogue, Phase, PlayerView, Population, View

__all__ = ["ClansmenMap", "MapHex", "MapPerson", "MapStructure", "map"]

DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The six steps from a hex to the ones beside it, in axial coordinates."""

_PHASES: Final[dict[str, Any]] = dict(Phase.items())


@dataclass(frozen=True, slots=True)
class MapPerson:
    """The population on a hex."""

    seat: int
    kind: Population
    weakened: bool


@dataclass(frozen=True, slots=True)
class MapStructure:
    """A fence or house on a hex."""

    seat: int
    """Whose it is."""
    number: int
    """Its index in `catalogue.buildings`, which says what it does."""
    id: str
    """The stable word of its type, such as `wooden_house`."""


@dataclass(slots=True)
class MapHex:
    """A hex, which options call a tile."""

    number: int
    q: int
    """The first axial coordinate."""
    r: int
    """The second axial coordinate."""
    terrain: int | None
    """Its index in `catalogue.terrains`; None if it is not revealed."""
    settlement: int | None
    """The seat in whose settlement it lies, or None."""
    neighbours: tuple[int, ...]
    """The hexes beside it, by their numbers, ascending."""
    person: MapPerson | None = None
    """The person on it, or None."""
    structures: tuple[MapStructure, ...] = ()
    """Fences and houses on it."""
    cards: tuple[int, ...] = ()
    """Tales cards in play on it, as indices of `catalogue.cards`."""


@dataclass(slots=True)
class ClansmenMap:
    """The view of a seat, by hex."""

    view: View
    catalogue: Catalogue
    seat: int | None
    """The seat that sees it; None for a spectator."""
    phase: Phase
    """The part of the season; PHASE_UNSPECIFIED for one that this SDK does not know."""
    hexes: list[MapHex]
    """By number."""
    others: list[int]
    """The other seats, ascending."""

    def people_of(self, seat: int) -> list[MapHex]:
        """Return the hexes on which a seat has a population, ascending."""
        return [each for each in self.hexes if each.person is not None and each.person.seat == seat]

    @property
    def own(self) -> list[MapHex]:
        """The hexes on which this seat has a population; none for a spectator."""
        return [] if self.seat is None else self.people_of(self.seat)

    @property
    def me(self) -> PlayerView | None:
        """The view of this seat; None for a spectator."""
        return None if self.seat is None else self.view.players[self.seat]

    @property
    def hand(self) -> Sequence[int]:
        """The own Tales cards, as indices of `catalogue.cards`; empty for a spectator."""
        return self.me.hand if self.me is not None else ()

    def steps(self, one: int, other: int) -> int:
        """Return the number of steps between two hexes."""
        start, end = self.hexes[one], self.hexes[other]
        q, r = start.q - end.q, start.r - end.r
        return max(abs(q), abs(r), abs(q + r))


def map(view: View, catalogue: Catalogue) -> ClansmenMap:  # noqa: A001 # the same word in every SDK; call it clansmen.map
    """Return the view as a map. Changes of the map do not change the view."""
    seat = view.seat if view.seat >= 0 else None
    others = [each.seat for each in view.players if each.seat != seat]
    phase = _PHASES.get(f"PHASE_{view.phase.upper()}", Phase.PHASE_UNSPECIFIED)
    board = next(each for each in catalogue.boards if each.players == len(view.players))
    hexes = _hexes(view, board)
    for player in view.players:
        for person in player.people:
            hexes[person.tile].person = MapPerson(player.seat, person.kind, person.weakened)  # type: ignore[arg-type]
        for structure in player.structures:
            kind = catalogue.buildings[structure.building]
            hexes[structure.tile].structures += (MapStructure(player.seat, structure.building, kind.id),)
        for attached in player.attached:
            hexes[attached.tile].cards += (attached.card,)
    return ClansmenMap(view, catalogue, seat, phase, hexes, others)


def _hexes(view: View, board: BoardInfo) -> list[MapHex]:
    """Return the hexes of a board with their terrain, settlements and neighbours."""
    q, r = tuple(board.q), tuple(board.r)
    homes = {tile: player.seat for player in view.players if player.home >= 0
             for tile in board.settlements[7 * player.home:7 * player.home + 7]}
    return [MapHex(number, here_q, here_r, terrain - 1 if terrain else None, homes.get(number), around)
            for number, (here_q, here_r, terrain, around) in enumerate(
                zip(q, r, view.map.terrain, _neighbours(q, r), strict=True))]


@lru_cache(16)
def _neighbours(q: tuple[int, ...], r: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the neighbours of each hex of a board. They are kept, for bots that look ahead make many maps of it."""
    numbers = {place: number for number, place in enumerate(zip(q, r, strict=True))}
    return [tuple(sorted(numbers[place] for step_q, step_r in DIRECTIONS
                         if (place := (here_q + step_q, here_r + step_r)) in numbers)) for here_q, here_r in numbers]
