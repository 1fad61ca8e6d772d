"""Northgard's view as a map: `northgard.map(decision.view, decision.catalogue)`.

A view is flat, so that it is small: columns that run side by side, and -1 for nobody. A map has an object for each
territory, with what stands there and what it borders on, and None for nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from lawspeaker.northgard.v1.northgard_pb2 import (
    BorderKind,
    Catalogue,
    CreaturesView,
    FigureView,
    Phase,
    PlayerView,
    SpaceKind,
    View,
)

__all__ = ["MapBorder", "MapBuilding", "MapTerritory", "NorthgardMap", "map"]

_PHASES: Final[dict[str, Any]] = dict(Phase.items())


@dataclass(frozen=True, slots=True)
class MapBorder:
    """The way from a territory to another one beside it."""

    territory: int
    """The other territory, by its id."""
    kind: BorderKind
    """The easiest common border."""


@dataclass(frozen=True, slots=True)
class MapBuilding:
    """A building on the map."""

    number: int
    """Its index in `catalogue.buildings`, which says what it brings."""
    id: str
    """The stable word of its type, such as `food_silo`."""
    space: SpaceKind
    """The kind of space that it stands on."""


@dataclass(slots=True)
class MapTerritory:
    """A territory: what is printed on it, and what stands there."""

    id: int
    owner: int | None
    """The seat that controls it, or None."""
    units: int
    """The owner's units, special figures not counted."""
    kaija: bool
    """True if Kaija stands there."""
    food: int
    """Printed food symbols; buildings come on top. So too wood and lore."""
    wood: int
    lore: int
    lairs: int
    """Printed creature lairs."""
    size: int
    """Tiles that it covers."""
    open_sides: int
    """Sides of its tiles beyond which no tile lies yet; 0 if it is closed."""
    small: int
    """Free small spaces without symbol."""
    carved: int
    """Free small spaces with the Carved Stone symbol."""
    large: int
    """Free large spaces."""
    buildings: list[MapBuilding] = field(default_factory=list)
    neighbours: tuple[MapBorder, ...] = ()
    """The territories beside it, also those beyond impassable borders."""
    figures: list[FigureView] = field(default_factory=list)
    """Special figures that stand there, Kaija included."""
    creatures: list[int] = field(default_factory=list)
    """Creatures there, by their numbers in the Creature line."""

    def has(self, building: str) -> int:
        """Return how many buildings of this id stand there."""
        count = 0
        for each in self.buildings:  # most have none, and bots that look ahead ask often
            count += each.id == building
        return count


@dataclass(slots=True)
class NorthgardMap:
    """The view of a seat, by territory."""

    view: View
    catalogue: Catalogue
    seat: int | None
    """The seat that sees it; None for a spectator."""
    phase: Phase
    """The part of the year; PHASE_UNSPECIFIED for one that this SDK does not know."""
    territories: dict[int, MapTerritory]
    """By id, ascending."""
    enemies: list[int]
    """The other seats, ascending; in a game of teams those of the other team."""

    def owned_by(self, seat: int | None) -> list[MapTerritory]:
        """Return the territories that a seat controls, or those of nobody, ascending by id."""
        return [each for each in self.territories.values() if each.owner == seat]

    @property
    def own(self) -> list[MapTerritory]:
        """The territories that this seat controls; none for a spectator."""
        return [] if self.seat is None else self.owned_by(self.seat)

    @property
    def me(self) -> PlayerView | None:
        """The view of this seat; None for a spectator."""
        return None if self.seat is None else self.view.players[self.seat]

    @property
    def hand(self) -> Sequence[int]:
        """The own hand, as indices of `catalogue.cards`; empty for a spectator."""
        return self.me.hand if self.me is not None else ()


def map(view: View, catalogue: Catalogue) -> NorthgardMap:  # noqa: A001 # the same word in every SDK; call it northgard.map
    """Return the view as a map. Changes of the map do not change the view."""
    seat = view.seat if view.seat >= 0 else None
    enemies = [each.seat for each in view.players
               if seat is None or (each.seat != seat and not (view.teams and (each.seat - seat) % 2 == 0))]
    phase = _PHASES.get(f"PHASE_{view.phase.upper()}", Phase.PHASE_UNSPECIFIED)
    territories = _territories(view, catalogue)
    for figure in view.figures:
        if figure.territory >= 0:
            territories[figure.territory].figures.append(figure)
    creatures: CreaturesView | None = view.creatures  # the engine's own views have None where no creatures are
    for creature in creatures.line if creatures is not None else ():
        territories[creature.territory].creatures.append(creature.number)
    return NorthgardMap(view, catalogue, seat, phase, territories, enemies)


def _territories(view: View, catalogue: Catalogue) -> dict[int, MapTerritory]:
    """Return the columns of layout and board as rows."""
    layout, board, kaija = view.layout, view.board, view.kaija
    columns = zip(layout.territory, board.owner, board.units, layout.food, layout.wood, layout.lore, layout.lairs,
                  layout.size, layout.open_sides, board.small, board.carved, board.large, strict=True)
    found = {territory: MapTerritory(territory, owner if owner >= 0 else None, units, territory == kaija, *rest)
             for territory, owner, units, *rest in columns}
    for number, territory, space in zip(board.building, board.building_territory, board.building_space, strict=True):
        found[territory].buildings.append(MapBuilding(number, catalogue.buildings[number].id, space))  # type: ignore[arg-type] # its number
    for source, around in _borders(
            tuple(layout.border_from), tuple(layout.border_to), tuple(layout.border_kind)).items():
        found[source].neighbours = around
    return found


@lru_cache(256)
def _borders(
    sources: tuple[int, ...], targets: tuple[int, ...], kinds: tuple[int, ...],
) -> dict[int, tuple[MapBorder, ...]]:
    """Return the borders of each territory that has some. They are kept, for a layout seldom changes."""
    found: dict[int, list[MapBorder]] = {}
    for source, target, kind in zip(sources, targets, kinds, strict=True):
        found.setdefault(source, []).append(MapBorder(target, kind))  # type: ignore[arg-type] # its number
    return {source: tuple(around) for source, around in found.items()}
